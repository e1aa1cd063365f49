"""Pokerquadrat: two partners build ten poker hands in one square, without a word (rules.md B).

The whole game in one file. A deal is a match of its own: the square is full, and the target was
reached or not. Whoever sits left of the dealer begins.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from engine.game import MatchKind, Result, Setup, What
from engine.kit.square import CELLS, NAMES, SIDE, Line, cell_name, lines
from engine.values import actions, offers
from engine.values.actions import Action
from engine.values.cards import DECK, UNKNOWN, Card, Cell, Empty
from engine.values.chance import Chance
from engine.values.events import Acted, Dealt, Event, Events, Phase, Scored
from engine.values.manners import Manners
from engine.values.offers import Barred, Offers, admitted
from engine.values.options import Value
from engine.values.secret import Secret, sealed
from engine.values.view import Counter, Note, SeatView, View, Zone
from engine.values.why import Facts, Illegal, Why

PLAYERS = 2
TARGETS = (45, 60, 75)  # easy, normal, hard

Hand = tuple[Card, ...]
Grid = tuple[Card | Empty, ...]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The points that win, and the two variants, freely combined."""

    target: Annotated[int, Meta(ge=1, le=500, extra={"usual": TARGETS})] = 60
    open_hands: bool = False
    hand_size: Literal[3, 2] = 3


class Carry(Struct, frozen=True, forbid_unknown_fields=True):
    """Nothing: no deal hands anything to the next."""


class State(Struct, frozen=True):
    """One deal. `stock` are the cards yet to be drawn, the next one first."""

    options: Options
    dealer: int
    hands: tuple[Secret[Hand], ...]
    stock: Secret[Hand]
    grid: Grid = (Empty(),) * CELLS
    decisions: tuple[int, ...] = (1,) * PLAYERS

    @property
    def placed(self) -> int:
        """How many cards lie in the square, 0…25."""
        return sum(isinstance(cell, Card) for cell in self.grid)

    @property
    def turn(self) -> int | None:
        """The seat that places next; None once the square is full."""
        placed = self.placed
        return None if placed == CELLS else (self.dealer + 1 + placed) % PLAYERS


Step = tuple[State, Events]


class Pokerquadrat:
    """The rules of one deal of Pokerquadrat."""

    id: str = "pokerquadrat"
    rules: int = 1
    players: range = range(PLAYERS, PLAYERS + 1)
    Options: type[Struct] = Options
    Carry: type[Struct] = Carry
    manners: Manners = Manners(talk="quiet", absence="pause", clock=None)
    match: MatchKind = "cooperative"
    presets: Mapping[str, Mapping[str, Value]] = {}

    def new(self, options: Any, setup: Setup, chance: Chance) -> Step:
        """Both hands, the beginner's (left of the dealer) first; the rest is the stock.

        Cards that the deck does not have are unknown. ValueError for a wrong number of players,
        dealer, options or carry, or a card that comes twice.
        """
        if setup.players != PLAYERS or not 0 <= setup.button < PLAYERS:
            raise ValueError(f"no deal for {setup.players} players with dealer {setup.button}")
        if not isinstance(options, Options) or not isinstance(setup.carry, Carry):
            raise ValueError("options or carry of another game")
        deck = (chance.deck + (UNKNOWN,) * len(DECK))[: len(DECK)]
        known = [card for card in deck if card.known]
        if len(set(known)) < len(known):
            raise ValueError("a card comes twice")
        size = options.hand_size
        hands: list[Secret[Hand]] = [Secret((), ())] * PLAYERS
        order = [(setup.button + 1 + place) % PLAYERS for place in range(PLAYERS)]
        for place, seat in enumerate(order):
            hand = deck[size * place : size * (place + 1)]
            hands[seat] = Secret(hand, _seen_by(options, seat))
        state = State(
            options=options,
            dealer=setup.button,
            hands=tuple(hands),
            stock=Secret(deck[size * PLAYERS :], ()),
        )
        dealt = (Dealt(f"hand.{seat}", seat, _cells(state.hands[seat])) for seat in order)
        return state, (Phase("deal"), *dealt)

    def offers(self, state: State, seat: int) -> Offers:
        """Any card of the hand on any free cell, for the seat whose turn it is."""
        if state.turn is None or not 0 <= seat < PLAYERS:
            return ()
        if seat != state.turn:
            return (Barred("place", Why("not_your_turn")),)
        free = tuple(cell for cell, lying in enumerate(state.grid) if isinstance(lying, Empty))
        known = tuple(card for card in state.hands[seat].value if card.known)
        return (offers.Place(known, free),)

    def decision(self, state: State, seat: int) -> int:
        """The number of the seat's question; it rises with each card that the seat places."""
        return state.decisions[seat]

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The state after an action; Illegal says best why nothing admits it."""
        if not isinstance(action, actions.Place) or not admitted(self.offers(state, seat), action):
            raise _refusal(state, seat, action)
        return _place(state, seat, action)

    def happen(self, state: State, what: What) -> Step:
        """Nothing: without its people a deal waits, it never plays for them."""
        return state, ()

    def default(self, state: State, seat: int, draft: object) -> Action | None:
        """None: a card laid for somebody would say what nobody meant."""
        return None

    def view(self, state: State) -> View:
        """The square for all, each hand for whoever may see it, and the points as they stand."""
        over = state.turn is None
        standing = lines(state.grid)
        hands = (
            Zone(f"hand.{seat}", "hand", seat, _cells(hand))
            for seat, hand in enumerate(state.hands)
        )
        return View(
            phase="over" if over else "place",
            to_act=() if state.turn is None else (state.turn,),
            zones=(Zone("grid", "grid", None, state.grid, columns=SIDE), *hands),
            seats=tuple(
                SeatView(markers=("dealer",) if seat == state.dealer else ())
                for seat in range(PLAYERS)
            ),
            counters=(
                Counter("placed", state.placed, CELLS),
                Counter("stock", len(state.stock.value)),
                Counter("target", state.options.target),
                Counter("points", sum(line.points for line in standing)),
            ),
            notes=_notes(state, standing) if over else (),
        )

    def result(self, state: State) -> Result | None:
        """Won with the target or more, lost with less; None while a cell is free."""
        if state.turn is not None:
            return None
        won = _scored(state, lines(state.grid)).code == "success"
        return Result(net=(0,) * PLAYERS, carry=Carry(), ended="won" if won else "lost")


def _place(state: State, seat: int, action: actions.Place) -> Step:
    """The card comes to lie for good, the next one of the stock into the hand.

    Nobody draws after the last card: what is left in hands and stock counts for nothing.
    """
    events: list[Event] = [Acted(seat, action)]
    grid = (*state.grid[: action.cell], action.card, *state.grid[action.cell + 1 :])
    hand = tuple(card for card in state.hands[seat].value if card != action.card)
    state = replace(
        state,
        grid=grid,
        decisions=tuple(n + (at == seat) for at, n in enumerate(state.decisions)),
    )
    if state.turn is None:
        events.append(_scored(state, lines(grid)))
    else:
        drawn, *rest = state.stock.value
        hand = (*hand, drawn)
        seen_by = _seen_by(state.options, seat)
        events.append(Dealt(f"hand.{seat}", seat, (sealed(drawn, seen_by),)))
        state = replace(state, stock=Secret(tuple(rest), ()))
    held = Secret(hand, _seen_by(state.options, seat))
    hands = tuple(held if at == seat else other for at, other in enumerate(state.hands))
    return replace(state, hands=hands), tuple(events)


def _refusal(state: State, seat: int, action: Action) -> Illegal:
    """Why no offer admits the action: the reason that helps most."""
    if not 0 <= seat < PLAYERS:
        return Illegal("no_such_seat")
    if state.turn is None:
        return Illegal("deal_over")
    if not isinstance(action, actions.Place):
        return Illegal("no_such_action")
    if seat != state.turn:
        return Illegal("not_your_turn")
    if not action.card.known or action.card not in state.hands[seat].value:
        return Illegal("not_your_cards")
    return Illegal("cell_taken", cell=cell_name(action.cell))


def _scored(state: State, standing: tuple[Line, ...]) -> Scored:
    """The sum of the ten lines against the target, which equality reaches."""
    points = [line.points for line in standing]
    facts: Facts = {
        "points": sum(points),
        "target": state.options.target,
        "rows": sum(points[:SIDE]),
        "columns": sum(points[SIDE:]),
    }
    return Scored("success" if sum(points) >= state.options.target else "failure", facts)


def _notes(state: State, standing: tuple[Line, ...]) -> tuple[Note, ...]:
    """What each line of the full square is worth, then the outcome."""
    told = [
        Note("line", None, _told(name, line)) for name, line in zip(NAMES, standing, strict=True)
    ]
    scored = _scored(state, standing)
    return (*told, Note(scored.code, None, scored.facts))


def _told(name: str, line: Line) -> Facts:
    hand = line.name
    return {
        "line": name,
        "name": hand.name if hand else "",
        "ranks": hand.ranks if hand else "",
        "points": line.points,
    }


def _seen_by(options: Options, seat: int) -> tuple[int, ...]:
    return tuple(range(PLAYERS)) if options.open_hands else (seat,)


def _cells(hand: Secret[Hand]) -> tuple[Cell, ...]:
    return tuple([sealed(card, hand.seen_by) for card in hand.value])
