"""Who a client is: the key that it has proved, and the name that it would like."""

import unicodedata
from collections.abc import Callable

import asyncssh
from rich.cells import cell_len

NAME_CELLS = 12

# User names that say nothing about a person: what one is told to type, and common machine users.
_NOBODY = frozenset({"play", "guest", "gast", "anonymous", "root", "admin", "user", "poker"})


class Identity:
    """One connection's identity. A key counts only once its signature has been verified.

    A key that is merely offered proves nothing: anybody can offer a public key that lies about in
    the open, and then be let in by another method. So the fingerprint is taken down where the
    signature is checked, and nowhere else; should that check ever move, people become guests.
    """

    def __init__(self, misproved: Callable[[], None]) -> None:
        """`misproved` is called for every signature that is wrong."""
        self._proved: str | None = None
        self._misproved = misproved

    def offered(self, key: asyncssh.SSHKey) -> None:
        """Somebody offers `key`, perhaps with a signature: watch its verification."""
        verify = key.verify

        def witnessed(data: bytes, sig: bytes) -> bool:
            good = verify(data, sig)
            self._proved = key.get_fingerprint() if good else None
            if not good:
                self._misproved()
            return good

        key.verify = witnessed  # type: ignore[method-assign]

    def forget(self) -> None:
        """Another user name or method begins: nothing is proved."""
        self._proved = None

    @property
    def fingerprint(self) -> str | None:
        """SHA256:… of the proved key; None for a guest."""
        return self._proved


def wished_name(user: str) -> str | None:
    """The name that a user name asks for: letters, digits, `-_.` and inner blanks.

    At most NAME_CELLS wide; None where nothing is left, or the user name means nobody.
    """
    kept = ""
    for character in unicodedata.normalize("NFC", user):
        category = unicodedata.category(character)
        if (category[0] in "LN" or character in "-_. ") and cell_len(
            kept + character
        ) <= NAME_CELLS:
            kept += character
    name = kept.strip(" .-_")
    return None if not name or name.lower() in _NOBODY else name
