"""Codes by which somebody comes back, or brings a key: letters and digits that are easily typed."""

import base64
import hashlib


def made(random: bytes) -> str:
    """The code of these random bytes, of letters and the digits 2 to 7."""
    return base64.b32encode(random).decode().lower().rstrip("=")


def plain(code: str) -> str:
    """A code as it was made, from what somebody typed: blanks, signs and case don't matter."""
    return "".join(letter for letter in code.lower() if letter.isalnum())


def spaced(code: str) -> str:
    """A code as it is shown."""
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))


def hashed(code: str) -> bytes:
    """What is kept of a code. Random bits need no slow hash: nobody counts through them."""
    return hashlib.sha256(code.encode()).digest()
