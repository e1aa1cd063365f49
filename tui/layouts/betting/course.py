"""What the events of a betting deal come to: who did what, for how much, and with what is left.

An event says only what the rules need: that somebody is all-in with it, or that a raise is the
first bet of its street, follows from those before it.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from engine.values import actions
from engine.values.events import Acted, Event, Paid, Phase, Posted
from engine.values.view import View
from tui.layouts.betting.kinds import STREETS, Kind

Deed = Literal[
    "ante",
    "blind",
    "dead",
    "bring_in",
    "fold",
    "check",
    "call",
    "bet",
    "raise",
    "draw",
    "show",
    "muck",
]

# What is posted before anybody acts.
FORCED: frozenset[Deed] = frozenset({"ante", "blind", "dead"})

_POSTED: dict[str, Deed] = {"ante": "ante", "dead": "dead"}
_FREE: dict[type, Deed] = {
    actions.Fold: "fold",
    actions.Check: "check",
    actions.Discard: "draw",
    actions.Show: "show",
    actions.Muck: "muck",
}


class Told(NamedTuple):
    """One thing that a seat did.

    `chips`: what a call or a forced bet costs, or the street's total that a bet or raise comes
    to. `pot`: all chips in the middle after it. `all_in`: it was the last of the seat's chips.
    `cards`: how many were exchanged.
    """

    place: int  # of its event
    street: str
    seat: int
    deed: Deed
    chips: int
    pot: int
    all_in: bool
    cards: int = 0


def course(events: Sequence[Event], view: View | None, kind: Kind) -> tuple[Told, ...]:
    """Everything that seats did, in order; all-ins are known only where the stacks are."""
    left = _began(events, view)
    bets: dict[int, int] = {}
    street, pot = kind.streets[0], 0
    told: list[Told] = []
    for place, event in enumerate(events):
        if isinstance(event, Phase) and event.code in STREETS:
            street, bets = event.code, {}
        elif isinstance(event, Paid) and event.source == "uncalled":
            pot -= event.chips
        paid, deed, chips = _one(event, bets)
        if deed is None or not isinstance(event, Acted | Posted):
            continue
        seat = event.seat
        pot += paid
        if deed not in {"ante", "dead"}:
            bets[seat] = bets.get(seat, 0) + paid
        all_in = False
        if seat in left:
            left[seat] -= paid
            all_in = paid > 0 and left[seat] == 0
        told.append(Told(place, street, seat, deed, chips, pot, all_in, _exchanged(event)))
    return tuple(told)


def _one(event: Event, bets: dict[int, int]) -> tuple[int, Deed | None, int]:
    """What an event costs its seat, what it is called, and the chips to be told."""
    if isinstance(event, Posted):
        return event.chips, _POSTED.get(event.kind, "blind"), event.chips
    if not isinstance(event, Acted):
        return 0, None, 0
    action = event.action
    if isinstance(action, actions.Call):
        return action.price, "call", action.price
    if isinstance(action, actions.BringIn):
        return action.price, "bring_in", action.price
    if isinstance(action, actions.Raise):
        deed: Deed = "raise" if any(bets.values()) else "bet"
        return action.to - bets.get(event.seat, 0), deed, action.to
    return 0, _FREE.get(type(action)), 0


def _exchanged(event: Event) -> int:
    if isinstance(event, Acted) and isinstance(event.action, actions.Discard):
        return len(event.action.cards)
    return 0


def _began(events: Sequence[Event], view: View | None) -> dict[int, int]:
    """What every seat had when the deal began: what it has now, and what it put in since."""
    if view is None or not events or events[0] != Phase("deal"):
        return {}
    stacks = {seat: one.stack for seat, one in enumerate(view.seats) if one.stack is not None}
    bets: dict[int, int] = {}
    for event in events:
        if isinstance(event, Phase) and event.code in STREETS:
            bets = {}
        paid, deed, _ = _one(event, bets)
        if isinstance(event, Acted | Posted) and event.seat in stacks:
            stacks[event.seat] += paid
            if deed not in {"ante", "dead"}:
                bets[event.seat] = bets.get(event.seat, 0) + paid
        elif isinstance(event, Paid) and event.seat in stacks:
            stacks[event.seat] -= event.chips
    return stacks
