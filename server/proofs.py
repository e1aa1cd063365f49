"""Whether a signature proves that somebody has a public key, as SSH writes both."""

import base64
from typing import TYPE_CHECKING

from engine.values.why import Fact, Why
from protocol.errors import UnprovedCode
from protocol.proof import KINDS, cut, kind_of

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePublicKey
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

    Key = Ed25519PublicKey | EllipticCurvePublicKey | RSAPublicKey

LEAST_BITS, MOST_BITS = 2048, 8192  # of an RSA key
# Of its exponent. Nobody's is longer, and by one that is, a signature takes fifty times as long to
# look at, whoever it is from.
MOST_EXPONENT = 33

_CURVES = {
    "ecdsa-sha2-nistp256": "SHA256",
    "ecdsa-sha2-nistp384": "SHA384",
    "ecdsa-sha2-nistp521": "SHA512",
}
_RSA = {"rsa-sha2-256": "SHA256", "rsa-sha2-512": "SHA512"}


class _Unproved(Exception):
    def __init__(self, code: UnprovedCode, **facts: Fact) -> None:
        super().__init__(code)
        self.why = Why(code, facts)


def judge(public_key: bytes, statement: bytes, signature: bytes) -> Why | None:
    """Why the signature of the statement does not prove the public key; None: it does.

    May take a while the first time: what knows of keys is loaded only when somebody comes with one.
    """
    from cryptography.exceptions import InvalidSignature

    try:
        _verify(_key(public_key), kind_of(public_key), statement, signature)
    except _Unproved as unproved:
        return unproved.why
    except (InvalidSignature, ValueError):
        return _Unproved("wrong_signature").why
    return None


def _key(public_key: bytes) -> "Key":
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric.dsa import DSAPublicKey
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey

    try:
        kind = kind_of(public_key)
    except ValueError:
        raise _Unproved("no_key") from None
    if kind not in KINDS:
        raise _Unproved("unknown_kind", kind=kind[:64])
    line = b" ".join((kind.encode(), base64.b64encode(public_key)))
    try:
        key = serialization.load_ssh_public_key(line)
    except (ValueError, UnsupportedAlgorithm, NotImplementedError):
        raise _Unproved("no_key") from None
    assert not isinstance(key, DSAPublicKey)
    # One key is one account: it counts in the one form that has its fingerprint.
    openssh = serialization.PublicFormat.OpenSSH
    if key.public_bytes(serialization.Encoding.OpenSSH, openssh) != line:
        raise _Unproved("no_key")
    if isinstance(key, RSAPublicKey):
        if key.key_size < LEAST_BITS:
            raise _Unproved("weak_key", bits=key.key_size, least=LEAST_BITS)
        exponent = key.public_numbers().e.bit_length()
        if key.key_size > MOST_BITS or exponent > MOST_EXPONENT:
            raise _Unproved("unknown_kind", kind=f"{kind} {key.key_size}/{exponent}")
    return key


def _verify(key: "Key", kind: str, statement: bytes, signature: bytes) -> None:
    """Return if the signature is right; InvalidSignature or ValueError if not."""
    from cryptography.hazmat.primitives import hashes
    from cryptography.hazmat.primitives.asymmetric import ec, padding
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature

    name, rest = cut(signature)
    signed, after = cut(rest)
    algorithm = name.decode("ascii")
    if after or kind not in {"ssh-rsa", algorithm}:
        raise ValueError("of another kind")
    if isinstance(key, Ed25519PublicKey):
        key.verify(signed, statement)
    elif isinstance(key, ec.EllipticCurvePublicKey):
        r, rest = cut(signed)
        s, after = cut(rest)
        if after:
            raise ValueError("too long")
        pair = encode_dss_signature(int.from_bytes(r, "big"), int.from_bytes(s, "big"))
        key.verify(pair, statement, ec.ECDSA(getattr(hashes, _CURVES[kind])()))
    elif algorithm in _RSA:
        key.verify(signed, statement, padding.PKCS1v15(), getattr(hashes, _RSA[algorithm])())
    else:
        raise ValueError("SHA-1, or something else")
