"""What the others do on seeing a hand, and so what their acts say about it.

The model of a player: he counts how likely he wins by what he sees, opens and raises the more
often the more likely it is, and folds the more often the less the pot pays for it. Now and then he
does anything at all.
"""

from collections.abc import Iterable, Iterator
from math import exp, sqrt
from typing import NamedTuple

from engine.bots.indian_sight import Sight
from engine.values import actions
from engine.values.actions import Action
from engine.values.events import Acted, Dealt, Events, Phase, Posted
from engine.values.view import View

# How likely somebody acts without a thought, and declares so: who thinks of what others think is in
# where he should be out.
CARELESS, SLY = 0.08, 0.5

# By how much of an even share the chance to win is above it when somebody bets as often as not, and
# when he raises a bet.
OPENS, RAISES = 0.3, 0.5

# About how far the chance is from there when he does so three times out of four, heads-up; and how
# far where he declares.
DOUBT, MAYBE = 0.08, 0.1


class Reply(NamedTuple):
    """How likely somebody folds and raises, for each own hand that is supposed."""

    folds: list[float]
    raises: list[float]


def opens(chances: Iterable[float], players: int) -> list[float]:
    """How likely somebody bets who could check, by the chance to win that he sees."""
    return _mixed(chances, _above(players, OPENS), _doubt(players))


def replies(chances: list[float], players: int, odds: float, *, may_raise: bool = True) -> Reply:
    """What somebody does who has to pay that part of the pot to stay in."""
    folds = [1 - stays for stays in _mixed(chances, odds, _doubt(players))]
    if not may_raise:
        return Reply(folds, [0.0] * len(folds))
    above = max(_above(players, RAISES), odds)
    raised = _mixed(chances, above, _doubt(players))
    return Reply(folds, [(1 - f) * r for f, r in zip(folds, raised, strict=True)])


def entering(sight: Sight, seat: int, price: float) -> list[float]:
    """How likely somebody declares to be in, where losing costs that part of the pot.

    He thinks that each of those he sees comes as often as not.
    """
    sums = [0.0] * len(sight.weights)
    for row in sight.now:
        seen = sorted((its for one, its in row.others.items() if one != seat), reverse=True)
        tops = [row.better(its) for its in seen]
        sums = [
            part + _alone(sorted((*tops, above)))
            for part, above in zip(sums, row.above, strict=True)
        ]
    wins = [part / len(sight.now) for part in sums]
    return _mixed(wins, price / (1 + price), MAYBE, SLY)


def _alone(better: Iterable[float]) -> float:
    """How likely nobody better comes, by how likely it is to beat each, the best one first."""
    chance = last = 0.0
    alone = 1.0
    for one in better:
        chance += (one - last) * alone
        last, alone = one, alone / 2
    return chance + (1 - last) * alone


def _above(players: int, part: float) -> float:
    even = 1 / players
    return even * (1 + part)


def _doubt(players: int) -> float:
    return DOUBT * sqrt(2 / players)


def _mixed(
    chances: Iterable[float], middle: float, doubt: float, careless: float = CARELESS
) -> list[float]:
    """How likely somebody does what he does as often as not when his chance is `middle`."""
    sure = 1 - careless
    return [careless / 2 + sure / (1 + exp((middle - chance) / doubt)) for chance in chances]


# ── what has been done ─────────────────────────────────────────────────────────────────────────


class Deed(NamedTuple):
    """What somebody did: among whom, at a board of so many cards, for which part of the pot.

    `raised`: how many bets and raises there had been on the street, a blind among them.
    """

    seat: int
    action: Action
    live: tuple[int, ...]
    board: int
    odds: float
    raised: int


def deeds(events: Events, players: int) -> Iterator[Deed]:
    """All acts of a deal's betting, in order."""
    live = tuple(range(players))
    bets = [0] * players
    pot = board = raised = 0
    for event in events:
        if isinstance(event, Phase):
            bets = [0] * players
            raised = 0
        elif isinstance(event, Dealt) and event.zone == "board":
            board += len(event.cells)
        elif isinstance(event, Posted):
            pot += event.chips
            if event.kind == "blind":
                bets[event.seat] += event.chips
                raised = 1
        elif isinstance(event, Acted):
            seat, action = event.seat, event.action
            owed = max(bets) - bets[seat]
            paid = 0
            if isinstance(action, actions.Call):
                owed = paid = action.price
            elif isinstance(action, actions.Raise):
                paid = action.to - bets[seat]
            yield Deed(seat, action, live, board, owed / (pot + owed) if owed else 0.0, raised)
            raised += isinstance(action, actions.Raise)
            pot += paid
            bets[seat] += paid
            if isinstance(action, actions.Fold):
                live = tuple(one for one in live if one != seat)


def read(sight: Sight, view: View, events: Events) -> list[float]:
    """How likely each own hand is, after what the others did on seeing it; all together 1."""
    weights = sight.weights
    counted = view.counter("raises")
    cap = counted.of if counted else None
    for deed in deeds(events, len(view.seats)):
        if deed.seat == sight.seat:
            continue
        # Who could not raise has not said by a call that he did not want to.
        may_raise = view.seats[deed.seat].status != "all_in" and (cap is None or deed.raised < cap)
        chances = sight.chances(deed.seat, deed.live, deed.board)
        told = _told(deed, chances, may_raise=may_raise)
        weights = [its * one for its, one in zip(weights, told, strict=True)]
        total = sum(weights)
        weights = [its / total for its in weights]
    return weights


def _told(deed: Deed, chances: list[float], *, may_raise: bool) -> list[float]:
    """How likely that act was, for each own hand."""
    players = len(deed.live)
    raised = isinstance(deed.action, actions.Raise)
    if not deed.odds:
        if isinstance(deed.action, actions.Fold):
            # Who folds for nothing is not there.
            return [1.0] * len(chances)
        bets = opens(chances, players)
        return bets if raised else [1 - one for one in bets]
    may_raise = may_raise or raised
    folds, raises = replies(chances, players, deed.odds, may_raise=may_raise)
    if raised:
        return raises
    if isinstance(deed.action, actions.Fold):
        return folds
    return [1 - fold - one for fold, one in zip(folds, raises, strict=True)]
