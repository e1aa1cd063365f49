"""Where the cards of a turn are to go, card by card: one alone, or three of which one goes away.

Cards stand in the order in which they came; the digit keys lay the one that the cursor is at,
wherever it lies now. What is to be thrown away is marked in the arrangement.
"""

from typing import Literal

from msgspec.structs import replace

from engine.kit.rows import ROWS
from engine.values import actions
from engine.values.actions import Action
from engine.values.cards import Card
from tui.canvas import sorting as sort
from tui.canvas.sorting import TRAY, Sorting, Stop

Enough = Literal["enough"]  # two cards lie already


def at(now: Sorting) -> Card:
    """The card that the keys are about."""
    return now.at or next(iter(now.tray), now.cards[-1])


def away(now: Sorting) -> Card | None:
    """The card that is thrown away: the marked one, or what is left over; None: not chosen yet."""
    if not now.rest:
        return None
    if now.marked:
        return now.marked[0]
    return now.tray[0] if not now.left and now.tray else None


def step(now: Sorting, by: int) -> Sorting:
    """The cursor at the next card, or the one before (−1); round at the ends."""
    place = now.cards.index(at(now)) + by
    return _pointed(now, now.cards[place % len(now.cards)])


def put(now: Sorting, row: int) -> Sorting | Stop | Enough:
    """The card is held over a row; the cursor goes to the next that is nowhere yet."""
    card = at(now)
    if now.rest and not now.left and now.row_of(card) is None:
        return "enough"
    kept = tuple(one for one in now.marked if one != card)
    moved = sort.lay(_pointed(replace(now, marked=()), card), row)
    return moved if isinstance(moved, Stop) else _onwards(replace(moved, marked=kept), card)


def throw(now: Sorting) -> Sorting:
    """The card is the one that goes away, back from its row if it was held over one."""
    card = at(now)
    back = sort.back(_pointed(replace(now, marked=()), card))
    left = now if isinstance(back, Stop) else back
    return _onwards(replace(left, marked=(card,)), card)


def held(now: Sorting) -> tuple[Card, ...]:
    """The cards that are held over rows."""
    return tuple(card for row in now.draft.rows for card in row)


def take_back(now: Sorting) -> Sorting | Stop:
    """The last card that was held over a row is nowhere again, or none is to be thrown away."""
    if not now.before and not held(now) and now.marked:
        return replace(now, marked=())
    undone = sort.undo(now)
    if isinstance(undone, Stop):
        return undone
    kept = tuple(card for card in now.marked if card in undone.tray)
    returned = [card for card in undone.tray if card not in now.tray]
    marked = replace(undone, marked=kept)
    return _pointed(marked, returned[0]) if returned else marked


def done(now: Sorting) -> tuple[Action, ...]:
    """What makes all of it fast, one after the other: every card laid, then one thrown away."""
    laid: list[Action] = [
        actions.Lay(card, ROWS[row]) for row, cards in enumerate(now.draft.rows) for card in cards
    ]
    card = away(now)
    return tuple(laid) if card is None else (*laid, actions.Throw(card))


def _pointed(now: Sorting, card: Card) -> Sorting:
    row = now.row_of(card)
    line = TRAY if row is None else row
    return replace(now, line=line, place=now.lying(line).index(card))


def _onwards(now: Sorting, card: Card) -> Sorting:
    """The cursor at the next card that is nowhere yet; at what goes away where there is none."""
    start = now.cards.index(card) + 1
    order = (*now.cards[start:], *now.cards[:start])
    nowhere = [one for one in order if one in now.tray and one not in now.marked]
    if nowhere:
        return _pointed(now, nowhere[0])
    left = away(now)
    return _pointed(now, card if left is None else left)
