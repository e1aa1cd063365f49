"""What half-filled rows can still become: how strong at most, and whether a foul is certain.

Rows of an open board are filled for good, so that a row in front can come to be stronger than
anything that the one behind it can still be made of (rules.md D).
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from engine.kit.ranking import place, rank, rank3_ints, rank5_ints
from engine.kit.rows import BACK, FRONT, MIDDLE, ROWS
from engine.kit.royalties import Royalties
from engine.values.actions import RowName
from engine.values.cards import DECK, Card
from engine.values.draft import FULL

FEW = 3  # free places up to which a row's limit is worth knowing; with more it may be anything


class Dead(NamedTuple):
    """A row that is stronger than one behind it can become, whatever comes."""

    row: RowName
    behind: RowName


def so_far(row: Sequence[Card]) -> int:
    """The strength of a row as it lies, 0 for an empty one; more cards only make it stronger."""
    return rank(row) if row else 0


def strongest(row: Sequence[Card], size: int, left: Collection[Card]) -> int | None:
    """The most that a row of `size` places can become with cards of `left`.

    None: more than three places are free, or there are too few cards. ValueError for an unknown
    card, or one that is there twice.
    """
    free = size - len(row)
    if free > FEW or free > len(left):
        return None
    if not free:
        return rank(row)
    return _strongest(tuple(map(place, row)), size, frozenset(map(place, left)))


def dead(rows: Sequence[Sequence[Card]], left: Collection[Card]) -> Dead | None:
    """Whether rows must become a foul, and by which two of them; None: it can be helped so far.

    `left` are the cards that may still come to lie. Two rows that want the same card are not
    looked through: what is said to be certain is.
    """
    limits = [strongest(row, size, left) for row, size in zip(rows, FULL, strict=True)]
    for before, behind in ((FRONT, MIDDLE), (MIDDLE, BACK), (FRONT, BACK)):
        limit = limits[behind]
        if limit is not None and so_far(rows[before]) > limit:
            return Dead(ROWS[before], ROWS[behind])
    return None


def earned(rows: Sequence[Sequence[Card]], table: Royalties) -> tuple[int, ...]:
    """What each row earns as it lies, if the board is no foul in the end; more cards add to it."""
    return tuple(table.of(at, so_far(row)) for at, row in enumerate(rows))


def earned_next(rows: Sequence[Sequence[Card]], table: Royalties, left: Iterable[Card]) -> int:
    """The most that all rows can earn once one card more of `left` lies in one of them."""
    now = earned(rows, table)
    total, most = sum(now), 0
    for at, row in enumerate(rows):
        if len(row) < FULL[at]:
            gains = (table.of(at, rank((*row, card))) - now[at] for card in left)
            most = max(most, *gains, 0)
    return total + most


@lru_cache(256)
def _strongest(row: tuple[int, ...], size: int, left: frozenset[int]) -> int:
    strength = rank3_ints if size == 3 else rank5_ints
    return max(strength(*row, *more) for more in _additions(row, size, left))


def _additions(row: tuple[int, ...], size: int, left: frozenset[int]) -> Iterator[tuple[int, ...]]:
    """Cards that fill a row up, the strongest of them among these.

    Suits only matter where all cards have one; elsewhere a card stands for all of its rank.
    """
    free = size - len(row)
    by_rank: dict[int, list[int]] = {}
    for one in sorted(left):
        by_rank.setdefault(one % 13, []).append(one)
    for ranks in combinations_with_replacement(by_rank, free):
        counts = Counter(ranks)
        if all(count <= len(by_rank[height]) for height, count in counts.items()):
            yield tuple(
                [one for height, count in counts.items() for one in by_rank[height][:count]]
            )
    if size == 5 and len({one // 13 for one in row}) == 1:
        yield from combinations([one for one in left if one // 13 == row[0] // 13], free)


def unseen(seen: Iterable[Card]) -> tuple[Card, ...]:
    """All cards but those that are seen."""
    known = set(seen)
    return tuple(card for card in DECK if card not in known)
