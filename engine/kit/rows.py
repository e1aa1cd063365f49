"""Thirteen cards in three rows: how strong they are, what is a foul, and rows by themselves.

The front has three cards, middle and back five each; none may be stronger than the row behind it
(rules.md D). Strengths are those of `engine.kit.ranking`, which compare across rows: a front is a
pair, three of a kind or heights, and the cards that it lacks count less than any others.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import combinations
from typing import NamedTuple, get_args

from engine.kit.ranking import CATEGORY_BITS, place, rank, rank3_ints, rank5_ints
from engine.values.actions import RowName
from engine.values.cards import DECK, Card
from engine.values.draft import FULL, Draft, Kept, Rows

ROWS: tuple[RowName, ...] = get_args(RowName)
FRONT, MIDDLE, BACK = range(3)
CARDS = sum(FULL)


class Board(NamedTuple):
    """The strengths of three full rows."""

    front: int
    middle: int
    back: int

    @property
    def fouled(self) -> bool:
        """Whether a row is stronger than the one behind it; equal ones are right."""
        return self.middle > self.back or self.front > self.middle


def board_ints(front: Sequence[int], middle: Sequence[int], back: Sequence[int]) -> Board:
    """The strengths of rows of 3, 5 and 5 different cards, given as their places in DECK.

    For loops over arrangements: nothing is checked.
    """
    return Board(rank3_ints(*front), rank5_ints(*middle), rank5_ints(*back))


def board(rows: Sequence[Sequence[Card]]) -> Board:
    """The strengths of rows, front first.

    ValueError unless they have 3, 5 and 5 cards, all known and different.
    """
    if tuple(map(len, rows)) != FULL:
        raise ValueError("no rows of three, five and five")
    places = [[place(card) for card in row] for row in rows]
    if len({card for row in places for card in row}) != CARDS:
        raise ValueError("a card is there twice")
    return board_ints(*places)


def three_rows(cards: Sequence[Card]) -> Rows:
    """The rows of thirteen cards that are given one row after the other, front first."""
    return tuple(cards[:3]), tuple(cards[3:8]), tuple(cards[8:])


def misplaced(rows: Sequence[Sequence[Card]]) -> tuple[RowName, ...]:
    """The rows, front first, that are stronger than the one behind; only full ones are compared.

    Enough for a check while rows are being set. ValueError for an unknown card or one that is there
    twice in a row.
    """
    strengths = [
        rank(row) if len(row) == size else None for row, size in zip(rows, FULL, strict=True)
    ]
    found = []
    for at in (FRONT, MIDDLE):
        here, behind = strengths[at], strengths[at + 1]
        if here is not None and behind is not None and here > behind:
            found.append(ROWS[at])
    return tuple(found)


def kept(before: Kept | None, now: Draft) -> Kept:
    """What to keep once a seat's draft is `now`; a full one without a foul is remembered."""
    if now.complete and not board(now.rows).fouled:
        return Kept(now, now)
    return Kept(now, None if before is None else before.right)


def arranged(cards: Collection[Card], draft: object = None) -> Rows:
    """Rows for a seat that sets none itself: never a foul where that can be helped (rules.md D).

    The rows of the draft as they are if they are complete and right, else the last that were, else
    what lies in it completed. Without a draft, or where none of that is right, sorted: the
    strongest five behind, of the others the strongest five in the middle. Of more than thirteen
    cards some are left out.
    ValueError for fewer, an unknown card, or one that is there twice.
    """
    if len(cards) < CARDS or len(set(cards)) != len(cards):
        raise ValueError("too few cards, or one is there twice")
    held = Kept(draft) if isinstance(draft, Draft) else draft
    if isinstance(held, Kept):
        if held.now.complete and held.now.within(cards) and not board(held.now.rows).fouled:
            return held.now.rows
        if held.right is not None and held.right.within(cards):
            return held.right.rows
        if held.now.within(cards):
            found = completed(cards, held.now)
            if found is not None:
                return found
    found = completed(cards, Draft())
    # Of thirteen cards the strongest five, then of eight the strongest five: nothing is left for
    # the front that would be stronger.
    assert found is not None
    return found


def completed(cards: Iterable[Card], draft: Draft) -> Rows | None:
    """The draft filled up from `cards` without a foul; None: it can't be.

    The back becomes as strong as it can, then the middle, then the front. The draft is within the
    cards, which are 13 or more, known and different.
    """
    front, middle, back = ([place(card) for card in row] for row in draft.rows)
    laid = {*front, *middle, *back}
    tray = [one for one in map(place, cards) if one not in laid]
    for behind, last in _fives(back, tray):
        left = [one for one in tray if one not in last]
        for between, center in _fives(middle, left):
            if between > behind:
                continue
            rest = [one for one in left if one not in center]
            best = max(
                (
                    (strength, three)
                    for three in combinations(rest, 3 - len(front))
                    if (strength := rank3_ints(*front, *three)) <= between
                ),
                default=None,
            )
            if best is not None:
                rows = (*front, *best[1]), (*middle, *center), (*back, *last)
                one, two, three = (tuple(DECK[at] for at in row) for row in rows)
                return one, two, three
    return None


def _fives(lying: list[int], tray: list[int]) -> list[tuple[int, tuple[int, ...]]]:
    """What can be added to a row to make five, with the strength of it, the strongest first."""
    added = combinations(tray, 5 - len(lying))
    return sorted(((rank5_ints(*lying, *more), more) for more in added), reverse=True)


def laid_well(lying: Sequence[Sequence[Card]], hand: Iterable[Card]) -> tuple[Card, RowName]:
    """A card of the hand and a row with room for it, for a seat that lays none itself.

    As far as the rows go they stay in order, equal cards come together, and the front fills last.
    ValueError if there is no card or no room.
    """

    def worth(card: Card, at: int) -> tuple[int, ...]:
        rows = [(*row, card) if place == at else tuple(row) for place, row in enumerate(lying)]
        front, middle, back = (rank(row) if row else 0 for row in rows)
        ordered = (front <= middle) + (middle <= back)
        made = (back >> CATEGORY_BITS) + (middle >> CATEGORY_BITS)
        return ordered, made, FULL[at] - len(lying[at]), at, place(card) % 13

    choices = [
        (card, at) for card in hand for at in range(3) if len(lying[at]) < FULL[at] and card.known
    ]
    card, at = max(choices, key=lambda choice: worth(*choice))
    return card, ROWS[at]
