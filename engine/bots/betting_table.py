"""What a bot of the betting games reads off the table beside the cards: seats, pots, bets."""

from typing import NamedTuple

from engine.bots.betting_hands import Cards, Kind, Layer
from engine.values import actions
from engine.values.events import Acted, Events, Phase, Posted
from engine.values.view import SeatView, View

# What a raise says about a hand: the more, the more of the pot it costs, but never more than one.
# What a call of as much says beside it, and what is left of all this once cards are exchanged: how
# many they were says it better.
LEAST_SAID = 0.2
CALLED = 0.5
EXCHANGED = 0.5


class Table(NamedTuple):
    """What the bot reads off a view; `live` are the others still in.

    `before` is the seat left of which the action begins on later streets, None if unknown.
    """

    seat: int
    cards: Cards
    live: tuple[int, ...]
    before: int | None
    seats: tuple[SeatView, ...]
    pots: tuple[Layer, ...]

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
        every = range(len(self.seats))
        return sum(pot.chips for pot in self.pots) + sum(map(self.bet, every))


def read(view: View, events: Events, kind: Kind) -> Table:
    """The table as the player to act sees it; ValueError for anybody else's view."""
    if len(view.to_act) != 1:
        raise ValueError("no view of the player to act")
    seat = view.to_act[0]
    numbered = list(enumerate(view.seats))
    live = tuple(one for one, its in numbered if its.status in ("in", "all_in") and one != seat)
    return Table(
        seat=seat,
        cards=kind.read(view, events, seat),
        live=live,
        before=_before(view),
        seats=view.seats,
        pots=tuple(
            Layer(pot.chips, frozenset(pot.seats) & frozenset(live))
            for pot in view.pots
            if seat in pot.seats
        ),
    )


def _before(view: View) -> int | None:
    """The button, or in stud the seat right of whose open cards begin: it may well stay so."""
    opener = next((note.seat for note in view.notes if note.code == "opens"), None)
    if opener is not None:
        return (opener - 1) % len(view.seats)
    return next((one for one, its in enumerate(view.seats) if "dealer" in its.markers), None)


def layers_of(table: Table, total: int) -> list[Layer]:
    """The chips in the middle by the rivals who can win them, if the seat has put in `total`.

    What is in front of the others above that goes back to them, or to others.
    """
    layers = list(table.pots)
    shorts = {table.bet(seat) for seat in table.live if not table.able(seat)}
    below = 0
    for level in sorted({short for short in shorts if 0 < short < total} | {total}):
        bets = [total if s == table.seat else table.bet(s) for s in range(len(table.seats))]
        chips = sum(min(bet, level) - min(bet, below) for bet in bets)
        seats = frozenset(s for s in table.live if table.able(s) or table.bet(s) >= level)
        layers.append(Layer(chips, seats))
        below = level
    return layers


def heard(events: Events) -> tuple[dict[int, float], set[int]]:
    """How much strength each seat has shown by calls and raises, and who has acted at all.

    What the rules demand, blinds and a bring-in, says nothing.
    """
    claims: dict[int, float] = {}
    entered: set[int] = set()
    bets: dict[int, int] = {}
    pot = 0
    for event in events:
        if isinstance(event, Phase):
            bets.clear()
            if event.code == "draw":
                claims = {seat: EXCHANGED * said for seat, said in claims.items()}
        elif isinstance(event, Posted):
            pot += event.chips
            if event.kind == "blind":
                bets[event.seat] = bets.get(event.seat, 0) + event.chips
        elif isinstance(event, Acted):
            seat, action = event.seat, event.action
            if isinstance(action, actions.BringIn):
                bets[seat] = action.price
                pot += action.price
                continue
            entered.add(seat)
            paid = 0
            if isinstance(action, actions.Raise):
                paid = action.to - bets.get(seat, 0)
            elif isinstance(action, actions.Call):
                paid = action.price
            if paid:
                said = min(1.0, LEAST_SAID + paid / pot) if pot else 1.0
                called = isinstance(action, actions.Call)
                claims[seat] = claims.get(seat, 0.0) + said * (CALLED if called else 1.0)
            bets[seat] = bets.get(seat, 0) + paid
            pot += paid
    return claims, entered
