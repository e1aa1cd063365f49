"""What bots are called."""

import itertools
from collections.abc import Callable, Collection, Iterator

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


def fresh(count: int, taken: Collection[str], others: Callable[[str], bool]) -> tuple[str, ...]:
    """`count` names that are not in `taken`, nor of somebody in the house, as `others` says."""
    free = (name for name in _numbered() if name not in taken and not others(name))
    return tuple(itertools.islice(free, count))


def names(most: int) -> tuple[str, ...]:
    """What bots can be called, with numbers up to `most`."""
    return tuple(itertools.islice(_numbered(), len(NAMES) * most))


def _numbered() -> Iterator[str]:
    yield from NAMES
    yield from (f"{name} {number}" for number in itertools.count(2) for name in NAMES)
