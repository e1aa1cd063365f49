"""Chinese poker: everybody sets thirteen cards in three rows, unseen and at the same time."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from engine.game import MatchKind, Result, Setup, What
from engine.games.chinese import told
from engine.games.chinese.state import (
    Carry,
    Hand,
    around,
    cells,
    checked,
    deck,
    misset,
    row_after_row,
    rows_of,
)
from engine.kit import royalties
from engine.kit.rows import CARDS, ROWS, arranged, board
from engine.kit.royalties import Royalties
from engine.kit.settling import SURRENDER, Outcome, Scoring, net, settled
from engine.kit.special import VALUES, specials
from engine.values import actions, offers
from engine.values.actions import Action, Declare, SetRows, Surrender
from engine.values.cards import Cell, Empty
from engine.values.chance import Chance
from engine.values.draft import FULL
from engine.values.events import Acted, Chose, Dealt, Event, Events, Phase, Shown
from engine.values.manners import Manners
from engine.values.offers import Barred, Offer, Offers, Verb, admitted
from engine.values.options import Value
from engine.values.secret import Secret, sealed
from engine.values.view import Counter, Note, SeatView, View, Zone
from engine.values.why import Facts, Illegal, Why

Choice = SetRows | Surrender | Declare

Own = Annotated[
    int,
    Meta(ge=0, le=100, extra={"only": {"royalties": ("own",)}, "usual": tuple(range(11))}),
]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """How rows are counted, and what may be done instead of setting them.

    The six values are those of an own table of royalties; 0: that row earns its unit alone.
    `surrender` is its price from every opponent, 0: nobody can.
    """

    scoring: Literal["scoop", "2-4"] = "scoop"
    royalties: Literal["none", "usual", "hawaiian", "own"] = "none"
    front_three: Own = 3
    middle_full_house: Own = 2
    middle_four: Own = 7
    middle_straight_flush: Own = 9
    back_four: Own = 4
    back_straight_flush: Own = 5
    surrender: Annotated[int, Meta(ge=0, le=100, extra={"usual": (0, 3)})] = 0
    special_hands: bool = False

    @property
    def table(self) -> Royalties:
        """What rows earn."""
        if self.royalties == "own":
            return royalties.closed(**{name: getattr(self, name) for name in royalties.OWN})
        return royalties.CLOSED[self.royalties]

    @property
    def counting(self) -> Scoring:
        """How rows are counted."""
        return Scoring(self.table, two_four=self.scoring == "2-4", price=self.surrender)


class State(Struct, frozen=True):
    """One deal. `choices` are sealed until the last has arrived; `arrived` is their order."""

    options: Options
    dealer: int
    hands: tuple[Secret[Hand], ...]
    choices: tuple[Secret[Choice] | None, ...]
    arrived: tuple[int, ...] = ()

    @property
    def over(self) -> bool:
        """Whether everybody has chosen."""
        return len(self.arrived) == len(self.hands)


Step = tuple[State, Events]


class Chinese:
    """The rules of one deal of Chinese poker."""

    id: str = "chinese"
    rules: int = 1
    players: range = range(2, 5)
    Options: type[Struct] = Options
    Carry: type[Struct] = Carry
    manners: Manners = Manners(talk="free", absence="default", clock=90)
    match: MatchKind = "points"
    presets: Mapping[str, Mapping[str, Value]] = {}
    scores: bool = False

    def new(self, options: Any, setup: Setup, chance: Chance) -> Step:
        """Thirteen cards for everybody from left of the dealer; the rest stays unseen.

        Cards that the deck does not have are unknown. ValueError for a wrong number of players,
        dealer, options or carry, or a card that comes twice.
        """
        if any(checked(self.players, Options, options, setup).at_once):
            raise ValueError("nobody gets cards at once here, everybody does")
        cards, n = deck(chance), setup.players
        hands: list[Secret[Hand]] = [Secret((), ())] * n
        order = around(setup.button, n)
        for place, seat in enumerate(order):
            hands[seat] = Secret(cards[CARDS * place : CARDS * (place + 1)], (seat,))
        state = State(options, setup.button, tuple(hands), (None,) * n)
        dealt = (Dealt(f"hand.{seat}", seat, cells(hands[seat])) for seat in order)
        return state, (Phase("deal"), *dealt)

    def offers(self, state: State, seat: int) -> Offers:
        """Rows of the thirteen cards; where it is played so, to surrender or to declare."""
        if state.over or not 0 <= seat < len(state.hands):
            return ()
        price, special = state.options.surrender, state.options.special_hands
        if state.choices[seat] is not None:
            verbs: list[Verb] = ["set"]
            verbs += ["surrender"] if price else []
            verbs += ["declare"] if special else []
            return tuple(Barred(verb, Why("already_set")) for verb in verbs)
        hand = state.hands[seat].value
        found: list[Offer | Barred] = [offers.SetRows(tuple(c for c in hand if c.known))]
        if price:
            found.append(offers.Surrender(price))
        if special:
            names = _specials(hand)
            no = Barred("declare", Why("no_special_hand"))
            found.append(offers.Declare(names) if names else no)
        return tuple(found)

    def decision(self, state: State, seat: int) -> int:
        """The number of the seat's question: there is one."""
        return 1 if state.choices[seat] is None else 2

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The state after an action; Illegal says best why nothing admits it.

        Rows may be a foul. Nothing of a choice is told but that it was made, until all are.
        """
        if not isinstance(action, SetRows | Surrender | Declare) or not admitted(
            self.offers(state, seat), action
        ):
            raise _refusal(state, seat, action)
        choices = list(state.choices)
        choices[seat] = Secret(action, (seat,))
        state = replace(state, choices=tuple(choices), arrived=(*state.arrived, seat))
        chose = Chose(seat)
        return state, (chose, *_revealed(state)) if state.over else (chose,)

    def happen(self, state: State, what: What) -> Step:
        """Nothing."""
        return state, ()

    def default(self, state: State, seat: int, draft: object) -> Action | None:
        """What was last set in the draft without a foul, or is made of it, or sorted rows.

        None where there is nothing to decide, or cards are unknown.
        """
        if state.over or state.choices[seat] is not None:
            return None
        hand = state.hands[seat].value
        return SetRows(*arranged(hand, draft)) if all(card.known for card in hand) else None

    def view(self, state: State) -> View:
        """Hands and rows of everybody, sealed for all but their owner until the reveal."""
        seats = range(len(state.hands))
        return View(
            phase="over" if state.over else "arrange",
            to_act=tuple(seat for seat in seats if state.choices[seat] is None),
            zones=tuple(zone for seat in seats for zone in _zones(state, seat)),
            seats=tuple(
                SeatView(
                    markers=(
                        *(("dealer",) if seat == state.dealer else ()),
                        *(("ready",) if state.choices[seat] is not None else ()),
                    )
                )
                for seat in seats
            ),
            counters=(Counter("ready", len(state.arrived), len(seats)),),
            notes=_notes(state),
        )

    def result(self, state: State) -> Result | None:
        """What everybody gets of all others; None until the last has chosen."""
        if not state.over:
            return None
        pairs = settled(outcomes(state), state.options.counting)
        return Result(net(pairs, len(state.hands)), Carry())


def outcomes(state: State) -> tuple[Outcome, ...]:
    """What each seat of a finished deal has ended with."""
    return tuple(_outcome(state, seat) for seat in range(len(state.hands)))


def chosen(state: State, seat: int) -> Choice:
    """What a seat of a finished deal has chosen."""
    choice = state.choices[seat]
    assert choice is not None
    return choice.value


def _outcome(state: State, seat: int) -> Outcome:
    match chosen(state, seat):
        case SetRows() as choice:
            return board(rows_of(choice))
        case Surrender():
            return SURRENDER
        case Declare(special):
            # The most valuable thing that the hand is, as far as it is known.
            hand = state.hands[seat].value
            return specials(hand)[0] if all(card.known for card in hand) else special


def _specials(hand: Hand) -> tuple[actions.SpecialName, ...]:
    """What the hand may be called: anything, where some of it is unknown."""
    return specials(hand) if all(card.known for card in hand) else tuple(VALUES)


def _revealed(state: State) -> Events:
    """All choices in the order in which they came, the rows and special hands, the points."""
    events: list[Event] = [Phase("reveal")]
    events += [Acted(seat, chosen(state, seat)) for seat in state.arrived]
    for seat in around(state.dealer, len(state.hands)):
        choice = chosen(state, seat)
        if isinstance(choice, SetRows):
            events.append(Shown(seat, row_after_row(rows_of(choice))))
        elif isinstance(choice, Declare):
            events.append(Shown(seat, state.hands[seat].value))
    return (*events, *told.counted(outcomes(state), state.options.counting))


def _refusal(state: State, seat: int, action: Action) -> Illegal:
    """Why no offer admits the action: the reason that helps most."""
    if not 0 <= seat < len(state.hands):
        return Illegal("no_such_seat")
    if state.over:
        return Illegal("deal_over")
    played = {
        SetRows: True,
        Surrender: state.options.surrender > 0,
        Declare: state.options.special_hands,
    }
    if not played.get(type(action)):
        return Illegal("no_such_action")
    if state.choices[seat] is not None:
        return Illegal("already_set")
    if isinstance(action, Surrender):
        return Illegal("price_changed", price=state.options.surrender)
    if isinstance(action, Declare):
        return Illegal("no_special_hand")
    assert isinstance(action, SetRows)
    return misset(action, state.hands[seat].value)


def _notes(state: State) -> tuple[Note, ...]:
    """How it is counted, so that whoever plays by views knows it, and in the end what was won.

    `counting`: the scoring and the royalties by their options, an own table with its values.
    """
    options = state.options
    facts: Facts = {"scoring": options.scoring, "royalties": options.royalties}
    if options.royalties == "own":
        facts |= {name: getattr(options, name) for name in royalties.OWN}
    found = (Note("counting", None, facts),)
    return (*found, *told.notes(outcomes(state), options.counting)) if state.over else found


def _zones(state: State, seat: int) -> tuple[Zone, ...]:
    """The hand as it was dealt, and the rows.

    Until the reveal the rows of everybody who has chosen look alike to others, rows or none.
    """
    choice, hand = state.choices[seat], state.hands[seat]
    rows: list[tuple[Cell, ...]] = [(Empty(),) * size for size in FULL]
    held = cells(hand)
    if choice is not None:
        if isinstance(choice.value, SetRows):
            rows = [*rows_of(choice.value)]
            held = () if state.over else held
        elif state.over and isinstance(choice.value, Declare):
            held = hand.value
        if not state.over:
            rows = [tuple(sealed(cell, choice.seen_by) for cell in row) for row in rows]
    return (
        Zone(f"hand.{seat}", "hand", seat, held),
        *(Zone(f"{name}.{seat}", "row", seat, row) for name, row in zip(ROWS, rows, strict=True)),
    )
