"""A player of the games in which everybody sees all cards but their own.

Which hands the own one can be follows from the cards in sight and from what the others did on
seeing it (`indian_others`). For each of them all that will happen is supposed: who folds, calls or
raises on seeing it, and who wins among those who stay. What a check, a call or a raise is worth in
chips is the mean of that, and so bluffs come by themselves, for a hand that looks strong to the
others need not be. How much the others are thought to fear a price changes with the chance, by
which close decisions are mixed.
"""

from collections.abc import Callable, Sequence
from math import exp
from typing import NamedTuple

from msgspec import Struct

from engine.bots.indian_others import Reply, entering, opens, read, replies
from engine.bots.indian_sight import Sight, by_board, by_cards, own_seat
from engine.values import actions
from engine.values.actions import Action
from engine.values.events import Acted, Events, Phase
from engine.values.offers import Call, Check, Fold, In, Offer, Offers, Raise, real
from engine.values.view import SeatView, View

# By what the price is multiplied that others are thought to fear.
FEAR = (0.8, 1.25)

# Raises that are weighed, as parts of the pot, where there are many; all-in only where it is at
# most so much of it.
FEW = 6
SIZES = (0.5, 1.0)
ALL_IN = 2.0

# Raises of a street after which there are no more: where there is no end to them, two who both see
# little would go on for ever. The more are in the less each knows of why the others raise: among
# many it ends sooner, but not before the third.
ENOUGH, AT_LEAST = 24, 3

# How much of a pot that is left for the next deal counts.
LEFT = 0.8

# The part of the price by which being in may be worse than being out, and yet is chosen once in
# four.
MIXED = 0.08


class Forehead:
    """The bot of one game for `engine.bots.BOTS`; it needs no memory.

    It answers always. ValueError for a view that is not that of a player to act.
    """

    def __init__(self, sight: Callable[[View, int, bytes], Sight]) -> None:
        self._sight = sight

    def __call__(
        self, view: View, events: Events, offers: Offers, memory: Struct | None, chance: bytes, /
    ) -> tuple[Action | None, Struct | None]:
        """What is worth most, by the models above."""
        sight = self._sight(view, own_seat(view), chance)
        priced = next((offer for offer in real(offers) if isinstance(offer, In)), None)
        if priced is not None:
            return _declared(view, sight, priced.price, chance), None
        table = _read(view, events, sight, offers, chance)
        return _decided(table, real(offers)), None


INDIAN = Forehead(by_cards)
INDIAN_HOLDEM = Forehead(by_board)


# ── in or out ──────────────────────────────────────────────────────────────────────────────────


def _declared(view: View, sight: Sight, price: int, chance: bytes) -> Action:
    """In the more often the more it is worth: nobody shall know. What costs nothing is taken."""
    if not price:
        return actions.In(0)
    gain = _gain(view, sight, price) / price
    likely = 1 / (1 + exp(-max(-30.0, min(30.0, gain / MIXED))))
    return actions.In(price) if chance[1] < 256 * likely else actions.Out()


def _gain(view: View, sight: Sight, price: int) -> float:
    """What being in is worth more than being out, in chips."""
    pot = sum(lying.chips for lying in view.pots)
    others = [seat for seat in range(len(view.seats)) if seat != sight.seat]
    come = {
        seat: entering(sight, seat, min(pot, view.seats[seat].stack or 0) / max(pot, 1))
        for seat in others
    }
    # A chip that is left lies there for everybody alike.
    later = LEFT / len(view.seats)
    gain = 0.0
    for i, its in enumerate(sight.weights):
        shares, beaten = [], 1.0
        nobody = 1.0
        for seat in others:
            nobody *= 1 - come[seat][i]
        for row in sight.now:
            mine, wins, equal = row.mine[i], 1.0, 0.0
            assert mine is not None
            for seat in others:
                if row.others[seat] > mine:
                    wins *= 1 - come[seat][i]
                elif row.others[seat] == mine:
                    equal += come[seat][i]
            shares.append(wins / (1 + equal))
            beaten -= wins
        if len(shares) > 1:
            # Who is the best both ways has been counted twice.
            beaten += nobody
        beaten = max(beaten, 0.0)
        # If he stays out the pot is left only where nobody else comes.
        gain += its * (sum(shares) / len(shares) * pot - beaten * price * (1 - later))
        gain -= its * nobody * pot * later
    return gain


# ── betting ────────────────────────────────────────────────────────────────────────────────────


class Layer(NamedTuple):
    """Chips in the middle, what each rival adds to them by staying, and who can win them."""

    chips: float
    adds: dict[int, int]


class Table(NamedTuple):
    """A decision of the betting: what is seen, how likely each own hand is, who is still in.

    `behind` are those who act after this if nobody bets; `further` is what a raise of somebody
    adds, 0 where there is none; `raises_left` is how many there may be.
    """

    sight: Sight
    weights: list[float]
    seats: tuple[SeatView, ...]
    live: tuple[int, ...]
    behind: frozenset[int]
    pots: tuple[Layer, ...]
    fear: float
    further: int
    raises_left: int

    @property
    def seat(self) -> int:
        """The own seat."""
        return self.sight.seat

    def bet(self, seat: int) -> int:
        """What a seat has put in on this street."""
        return self.seats[seat].bet or 0

    def most(self, seat: int) -> int:
        """The street total that a seat can reach."""
        return self.bet(seat) + (self.seats[seat].stack or 0)

    def able(self, seat: int) -> bool:
        """Whether a seat still in has chips to bet."""
        return self.seats[seat].status == "in"

    @property
    def middle(self) -> float:
        """All chips in the middle, those in front of the seats included."""
        return sum(pot.chips for pot in self.pots) + sum(map(self.bet, range(len(self.seats))))


def _read(view: View, events: Events, sight: Sight, offers: Offers, chance: bytes) -> Table:
    seats = view.seats
    live = tuple(
        seat
        for seat, its in enumerate(seats)
        if its.status in ("in", "all_in") and seat != sight.seat
    )
    low, high = FEAR
    acted, raised = _acted(events)
    counted = view.counter("raises")
    left = max(ENOUGH // (len(live) + 1), AT_LEAST) - raised
    if counted is not None and counted.of is not None:
        left = min(left, counted.of - counted.value)
    offer = next((offer for offer in real(offers) if isinstance(offer, Raise)), None)
    bets = [its.bet or 0 for its in seats]
    pots = tuple(
        Layer(pot.chips, dict.fromkeys((one for one in pot.seats if one in live), 0))
        for pot in view.pots
        if sight.seat in pot.seats
    )
    middle = sum(pot.chips for pot in pots) + sum(bets)
    further = 0
    if offer is not None:
        further = min(offer.hi - max(bets), max(offer.lo - max(bets), int(middle / 2)))
    return Table(
        sight=sight,
        weights=read(sight, view, events),
        seats=seats,
        live=live,
        behind=frozenset(live) - acted,
        pots=pots,
        fear=low + (high - low) * chance[0] / 255,
        further=further,
        raises_left=left,
    )


def _acted(events: Events) -> tuple[set[int], int]:
    """Who has acted on this street, and how many raises there were."""
    acted: set[int] = set()
    raised = 0
    for event in events:
        if isinstance(event, Phase):
            acted, raised = set(), 0
        elif isinstance(event, Acted):
            acted.add(event.seat)
            raised += isinstance(event.action, actions.Raise)
    return acted, raised


def _decided(table: Table, possible: Sequence[Offer]) -> Action:
    choices: list[tuple[float, Action]] = []
    for offer in possible:
        if isinstance(offer, Fold):
            choices.append((0.0, actions.Fold()))
        elif isinstance(offer, Check):
            # Never worse than to fold.
            choices.append((max(_worth(table, table.bet(table.seat)), 0.0) + 1e-9, actions.Check()))
        elif isinstance(offer, Call):
            total = table.bet(table.seat) + offer.price
            choices.append((_worth(table, total), actions.Call(offer.price)))
        elif isinstance(offer, Raise) and table.raises_left > 0:
            choices += [(_worth(table, to), actions.Raise(to)) for to in _sizes(table, offer)]
    return max(choices, key=lambda choice: choice[0])[1]


def _sizes(table: Table, offer: Raise) -> list[int]:
    """Street totals that are worth a thought, all of them inside the offer."""
    if offer.step == 1 and offer.hi - offer.lo < FEW:
        return [*range(offer.lo, offer.hi + 1)]
    high = max(map(table.bet, range(len(table.seats))))
    pot = table.middle + high - table.bet(table.seat)
    wanted = [offer.lo, *(high + int(pot * size) for size in SIZES)]
    if offer.hi - high <= ALL_IN * pot:
        wanted.append(offer.hi)
    within = [min(max(to, offer.lo), offer.hi) for to in wanted]
    steps = [to if to == offer.hi else to - (to - offer.lo) % offer.step for to in within]
    return [*dict.fromkeys(steps)]


def _worth(table: Table, to: int) -> float:
    """What it is worth in chips to have put in that much on this street: to call, check or raise.

    The others fold, stay or raise for themselves, each by what he sees. Who is raised folds or
    calls, by what that tells.
    """
    cost = to - table.bet(table.seat)
    found = _replies(table, to)
    calm = [1.0] * len(table.weights)
    for reply in found.values():
        calm = [one * (1 - r) for one, r in zip(calm, reply.raises, strict=True)]
    # How likely each one folds if nobody raises.
    folds = {
        seat: [f / (1 - r) for f, r in zip(*reply, strict=True)] for seat, reply in found.items()
    }
    won = _won(table, to, folds)
    columns = zip(table.weights, calm, won, strict=True)
    worth = sum(its * one * (chips - cost) for its, one, chips in columns)
    if not any(any(reply.raises) for reply in found.values()):
        return worth
    # Somebody raises: who it is, nobody knows yet, but he does not fold.
    folds = {
        seat: [
            fold * (1 - r / (1 - one)) if r else fold
            for fold, r, one in zip(folds[seat], reply.raises, calm, strict=True)
        ]
        for seat, reply in found.items()
    }
    more = min(to + table.further, table.most(table.seat))
    won = _won(table, more, folds)
    folded = called = 0.0
    for its, one, chips in zip(table.weights, calm, won, strict=True):
        folded -= its * (1 - one) * cost
        called += its * (1 - one) * (chips - more + table.bet(table.seat))
    return worth + max(folded, called)


def _replies(table: Table, to: int) -> dict[int, Reply]:
    """What each of the others does once the seat has put in that much on this street."""
    before = max(map(table.bet, range(len(table.seats))))
    high = max(to, before)
    capped = table.raises_left <= (to > before)
    beyond = not capped and table.further > 0 and table.most(table.seat) > to
    everybody = (*table.live, table.seat)
    none = [0.0] * len(table.weights)
    found = dict.fromkeys(table.live, Reply(none, none))
    for seat in filter(table.able, table.live):
        owed = max(0, min(high, table.most(seat)) - table.bet(seat))
        may_raise = beyond and table.most(seat) > high
        chances = table.sight.chances(seat, everybody)
        if owed:
            cost = to - table.bet(table.seat)
            odds = table.fear * owed / (table.middle + cost + owed)
            found[seat] = replies(chances, len(everybody), odds, may_raise=may_raise)
        elif may_raise and seat in table.behind:
            found[seat] = Reply(none, opens(chances, len(everybody)))
    return found


def _layers(table: Table, to: int) -> list[Layer]:
    """The chips that can be won by whoever has put in that much on this street."""
    put = {seat: table.bet(seat) for seat in range(len(table.seats)) if seat != table.seat}
    goal = {seat: max(put[seat], min(to, table.most(seat))) for seat in table.live}
    layers = list(table.pots)
    below = 0
    for level in sorted({min(one, to) for one in goal.values()} | {to}):
        if level <= below:
            continue
        chips = level - below + sum(max(0, min(bet, level) - below) for bet in put.values())
        adds = {
            seat: level - max(below, min(put[seat], level))
            for seat in table.live
            if goal[seat] >= level
        }
        layers.append(Layer(chips, adds))
        below = level
    merged: list[Layer] = []
    for layer in layers:
        if merged and merged[-1].adds.keys() == layer.adds.keys():
            last = merged.pop()
            adds = {seat: more + layer.adds[seat] for seat, more in last.adds.items()}
            merged.append(Layer(last.chips + layer.chips, adds))
        else:
            merged.append(layer)
    return merged


def _won(table: Table, to: int, folds: dict[int, list[float]]) -> list[float]:
    """For each own hand the chips that it wins on average, if the others fold so often."""
    sight = table.sight
    won = [0.0] * len(table.weights)
    layers = _layers(table, to)
    for row in sight.now:
        others = row.others
        order = sorted(table.live, key=lambda seat: -others[seat])
        for chips, adds in layers:
            rivals = [(others[seat], folds[seat], adds[seat]) for seat in order if seat in adds]
            for i, mine in enumerate(row.mine):
                if mine is None:
                    continue
                part, middle = 1.0, chips
                for its, folding, more in rivals:
                    if its > mine:
                        part *= folding[i]
                        if not part:
                            break
                    else:
                        stays = 1 - folding[i]
                        middle += more * stays
                        if its == mine:
                            part /= 1 + stays
                won[i] += part * middle
    return [chips / count for chips, count in zip(won, sight.counts, strict=True)]
