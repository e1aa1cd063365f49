"""Keys as people have them, made by ssh-keygen, and what signs with one without our own code."""

import base64
import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

needs_keygen = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="needs ssh-keygen")


def keygen(*arguments: str, data: bytes = b"") -> bytes:
    """What ssh-keygen says."""
    done = subprocess.run(["ssh-keygen", *arguments], input=data, capture_output=True, check=True)
    return done.stdout


class Pair:
    """A key pair in a directory: `file` is its private half."""

    def __init__(self, place: Path, kind: str = "ed25519", bits: int | None = None) -> None:
        self.file = place / f"id_{kind}_{bits or ''}"
        size = [] if bits is None else ["-b", str(bits)]
        keygen("-q", "-t", kind, *size, "-N", "", "-C", "anna@home", "-f", str(self.file))

    @property
    def public(self) -> bytes:
        """The public key as SSH writes it."""
        return base64.b64decode(
            self.file.with_name(f"{self.file.name}.pub").read_bytes().split()[1]
        )

    @property
    def fingerprint(self) -> str:
        """The fingerprint as OpenSSH says it."""
        return keygen("-lf", str(self.file)).split()[1].decode()

    def drop_public(self) -> None:
        """Lose the file of the public half."""
        self.file.with_name(f"{self.file.name}.pub").unlink()

    def sign(self, nonce: bytes, certificate: str | None) -> bytes:
        """The signature that logs in, made as the specification says."""
        lines = (
            "pokertui login",
            f"nonce {nonce.hex()}",
            f"certificate {certificate or 'none'}",
            f"key {self.fingerprint}",
        )
        text = "".join(line + "\n" for line in lines).encode()
        armoured = keygen("-q", "-Y", "sign", "-n", "pokertui", "-f", str(self.file), data=text)
        # The signature is the last string of what ssh-keygen writes.
        blob = base64.b64decode(b"".join(armoured.splitlines()[1:-1]))
        place = len(b"SSHSIG") + 4
        last = b""
        while place < len(blob):
            size = int.from_bytes(blob[place : place + 4], "big")
            last = blob[place + 4 : place + 4 + size]
            place += 4 + size
        return last


def sha256(data: bytes) -> str:
    """A fingerprint, by what OpenSSH documents."""
    return "SHA256:" + base64.b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
