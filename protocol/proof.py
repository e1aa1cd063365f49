"""What somebody signs to show that a key is theirs, and how keys and signatures are written.

Keys and signatures have SSH's own form (RFC 4253 6.6), fingerprints OpenSSH's. What is signed is
wrapped as `ssh-keygen -Y sign` does it, so that a signature made here is worth nothing anywhere
else, and agents that look at what they sign know the form.
"""

import base64
import hashlib
import struct

NAMESPACE = "pokertui"

NONCE = 32  # bytes

# What can be verified without more than a public key and a signature.
KINDS = frozenset(
    {
        "ssh-ed25519",
        "ssh-rsa",
        "ecdsa-sha2-nistp256",
        "ecdsa-sha2-nistp384",
        "ecdsa-sha2-nistp521",
    }
)


def fingerprint(data: bytes) -> str:
    """The fingerprint of a public key, or of a certificate (DER): `SHA256:…`."""
    digest = base64.b64encode(hashlib.sha256(data).digest())
    return f"SHA256:{digest.decode().rstrip('=')}"


def statement(nonce: bytes, public_key: bytes, certificate: str | None) -> bytes:
    """The bytes to be signed: that this key logs in on this very connection.

    `nonce` is the server's, `certificate` the fingerprint of its certificate, None where the line
    is not encrypted.
    """
    lines = (
        "pokertui login",
        f"nonce {nonce.hex()}",
        f"certificate {certificate or 'none'}",
        f"key {fingerprint(public_key)}",
    )
    message = "".join(f"{line}\n" for line in lines).encode()
    parts = (NAMESPACE.encode(), b"", b"sha512", hashlib.sha512(message).digest())
    return b"SSHSIG" + b"".join(string(part) for part in parts)


def string(data: bytes) -> bytes:
    """SSH's string: its length, then itself."""
    return struct.pack(">I", len(data)) + data


def cut(data: bytes) -> tuple[bytes, bytes]:
    """The string that `data` begins with, and what comes after it; ValueError if it is cut off."""
    end = 4 + int.from_bytes(data[:4], "big")
    if len(data) < 4 or end > len(data):
        raise ValueError("cut off")
    return data[4:end], data[end:]


def kind_of(public_key: bytes) -> str:
    """The name of a public key's kind, such as `ssh-ed25519`; ValueError if it has none."""
    kind = cut(public_key)[0].decode("ascii")
    if not kind.isprintable():
        raise ValueError("no kind")
    return kind
