"""A half-made arrangement of cards in rows, kept for its owner while he thinks."""

from collections.abc import Iterable
from typing import Annotated

from msgspec import Meta, Struct

from engine.values.cards import Card

Rows = tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]

FULL = (3, 5, 5)


class Draft(Struct, frozen=True, forbid_unknown_fields=True):
    """Cards as they lie so far in the three rows; the rest is still in the tray.

    Only its owner ever sees it.
    """

    front: Annotated[tuple[Card, ...], Meta(max_length=3)] = ()
    middle: Annotated[tuple[Card, ...], Meta(max_length=5)] = ()
    back: Annotated[tuple[Card, ...], Meta(max_length=5)] = ()

    @property
    def rows(self) -> Rows:
        """The three rows, front first."""
        return (self.front, self.middle, self.back)

    @property
    def complete(self) -> bool:
        """Whether every row is full."""
        return tuple(map(len, self.rows)) == FULL

    def within(self, cards: Iterable[Card]) -> bool:
        """Whether it is made of these cards alone, each in one place, and no row is too long."""
        laid = [card for row in self.rows for card in row]
        fits = all(len(row) <= most for row, most in zip(self.rows, FULL, strict=True))
        return fits and len(set(laid)) == len(laid) and set(laid) <= set(cards)


class Kept(Struct, frozen=True):
    """What a table keeps for a seat: the draft as it is now, and the last that could have been set.

    `right` was complete and no foul; `engine.kit.rows.kept` makes the one from the other.
    """

    now: Draft
    right: Draft | None = None
