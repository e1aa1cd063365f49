"""What bots are called."""

import itertools
from collections.abc import Collection

from server.text import folded

NAMES = (
    "Ada",
    "Bruno",
    "Clio",
    "Dario",
    "Elma",
    "Fips",
    "Gundel",
    "Hugo",
    "Ilka",
    "Jockel",
    "Kuno",
    "Lotte",
    "Momo",
    "Nele",
    "Otto",
    "Pelle",
    "Quirin",
    "Resi",
    "Silas",
    "Tilda",
    "Udo",
    "Vroni",
    "Willi",
    "Xaver",
    "Yara",
    "Zenzi",
)


def fresh(count: int, taken: Collection[str]) -> tuple[str, ...]:
    """`count` names that nobody in `taken` has."""
    others = {folded(name) for name in taken}
    numbered = (f"{name} {number}" for number in itertools.count(2) for name in NAMES)
    supply = itertools.chain(NAMES, numbered)
    free = (name for name in supply if folded(name) not in others)
    return tuple(itertools.islice(free, count))
