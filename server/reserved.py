"""Names that nobody can take: who says something in the house's name, and what bots are called."""

import unicodedata
from collections.abc import Iterator
from functools import cache

from server.bots.names import NAMES
from server.looks import likeness, likenesses

# Who carries one of these is taken for somebody of the house, whatever stands beside it.
_ROLES = (
    "server",
    "system",
    "dealer",
    "admin",
    "administrator",
    "administratorin",
    "operator",
    "moderator",
    "moderatorin",
    "mod",
    "sysop",
    "root",
    "host",
    "bot",
    "bots",
    "robot",
    "roboter",
    "croupier",
    "support",
    "staff",
    "floor",
    "supervisor",
    "official",
    "offiziell",
    "pokertui",
    "geber",
    "kartengeber",
    "spielleiter",
    "spielleitung",
    "turnierleiter",
    "turnierleitung",
    "gastgeber",
    "betreiber",
    "leitung",
    "aufsicht",
    "verwalter",
)

# These are words for people on the screen, or for a part of the house, only if nothing else
# stands beside them.
_WORDS = (
    "house",
    "haus",
    "bank",
    "cashier",
    "kasse",
    "clock",
    "uhr",
    "table",
    "tisch",
    "pot",
    "player",
    "players",
    "spieler",
    "spielerin",
    "guest",
    "gast",
    "watcher",
    "spectator",
    "zuschauer",
    "everybody",
    "everyone",
    "all",
    "alle",
    "nobody",
    "no one",
    "niemand",
    "somebody",
    "someone",
    "jemand",
    "anonymous",
    "you",
    "du",
    "me",
    "ich",
    "none",
    "null",
)

_DIGITS = "0123456789"
# Digits that are written for letters, where they aren't look-alikes anyway.
_SPOKEN = str.maketrans("34578", "eastb")


def reserved(name: str) -> bool:
    """Whether a name looks like one that nobody can have, or like a bot's, numbered or not."""
    words = "".join(" " if letter in "-_." else letter for letter in name).split()
    if any(said in _known(_ROLES) for word in words for said in _said(word)):
        return True
    whole = (*_ROLES, *_WORDS, *NAMES)
    return any(said in _known(whole) for said in _said(name))


@cache
def _known(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(likeness(name) for name in names)


def _said(name: str) -> Iterator[str]:
    """What a name may be read as: in any case, without marks, its number, or digits for letters."""
    parts = unicodedata.normalize("NFD", name)
    bare = "".join(letter for letter in parts if not unicodedata.combining(letter))
    for plain in {name, bare}:
        for read in {plain, plain.strip(_DIGITS + " -_."), plain.translate(_SPOKEN)}:
            yield from likenesses(read)
