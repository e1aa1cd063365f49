"""The server's certificate: made once, kept private, known to clients by its fingerprint (F7)."""

import contextlib
import datetime
import logging
import os
import re
import secrets
import ssl
import stat
from pathlib import Path

from msgspec import Struct

from protocol.proof import fingerprint
from server.config import ConfigError
from server.disk import reason

FILE = "tls.pem"

# It is known by its fingerprint alone, so no clock that is wrong may stand in anybody's way.
_FROM = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)
_UNTIL = datetime.datetime(9999, 12, 31, tzinfo=datetime.UTC)

_CERTIFICATE = re.compile(rb"-----BEGIN CERTIFICATE-----.+?-----END CERTIFICATE-----", re.DOTALL)

log = logging.getLogger(__name__)


class Certificate(Struct, frozen=True):
    """What encrypts connections, and by which fingerprint clients know it."""

    context: ssl.SSLContext
    fingerprint: str


def load(state: Path) -> Certificate:
    """The certificate in `state`; makes one, and its key, where there is none.

    Both are in one file, which may be replaced by an operator's own. One that others could read is
    made private, with a warning. ConfigError, with the path and what helps, if it can be neither
    read nor made.
    """
    path = state / FILE
    for leftover in state.glob(f".{FILE}.*.new"):
        # Of somebody who was cut off in the middle; nobody else makes one meanwhile.
        with contextlib.suppress(OSError):
            leftover.unlink()
    if not os.path.lexists(path):
        _make(path)
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
        if mode & 0o077:
            path.chmod(0o600)
            log.warning("The key in %s could be read by others (mode %o): now 600.", path, mode)
        context = _context(path)
        known = fingerprint_in(state)
    except ssl.SSLError as error:
        why = (error.reason or str(error)).lower().replace("_", " ")
        raise ConfigError("tls_unusable", path=str(path), why=why) from None
    except OSError as error:
        raise ConfigError("tls_unreadable", path=str(path), why=reason(error)) from None
    except ValueError as error:
        raise ConfigError("tls_unusable", path=str(path), why=str(error)) from None
    log.info("Certificate %s  %s", known, path)
    return Certificate(context, known)


def fingerprint_in(state: Path) -> str:
    """The fingerprint of the certificate in `state`, which is in use; OSError, ValueError."""
    found = _CERTIFICATE.search((state / FILE).read_bytes())
    if found is None:
        # The library knows older names of it, which nobody else has to.
        raise ValueError("no CERTIFICATE")
    return fingerprint(ssl.PEM_cert_to_DER_cert(found[0].decode("ascii")))


def _context(path: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    # Every client speaks it: there is none that is older than this.
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    # Whoever comes again has it all anew, and nothing is kept for them.
    context.num_tickets = 0
    # A key with a passphrase is refused; nobody is asked for it.
    context.load_cert_chain(path, password="")
    return context


def _make(path: Path) -> None:
    new = path.with_name(f".{FILE}.{secrets.token_hex(8)}.new")
    try:
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:  # noqa: PTH123
            file.write(_pem())
            file.flush()
            os.fsync(file.fileno())
        # Whole or not at all.
        new.rename(path)
    except OSError as error:
        raise ConfigError(
            "tls_unwritable", path=str(path), state=str(path.parent), why=reason(error)
        ) from None
    finally:
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)


def _pem() -> bytes:
    """A new key and its certificate."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "pokertui")])
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(_FROM)
        .not_valid_after(_UNTIL)
        .sign(key, hashes.SHA256())
    )
    return key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ) + certificate.public_bytes(serialization.Encoding.PEM)
