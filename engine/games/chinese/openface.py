"""Open-face Chinese poker and Pineapple: cards are laid one after the other, for good (rules.md D).

First five, then one by one, in Pineapple three of which one is thrown away unseen. Who has earned
Fantasyland arranges all cards of the next deal at once, unseen, while the others go on.
"""

from collections.abc import Mapping
from typing import Any, cast

from msgspec import Struct
from msgspec.structs import replace

from engine.game import MatchKind, Result, Setup, What
from engine.games.chinese.open_flow import go_on, lay, set_rows, throw
from engine.games.chinese.open_state import (
    Options,
    PineappleOptions,
    State,
    Step,
    at_once_in,
    boards,
    lands,
)
from engine.games.chinese.open_view import view
from engine.games.chinese.state import Carry, Hand, checked, deck, misset
from engine.kit.rows import ROWS, arranged, laid_well
from engine.kit.royalties import Kind
from engine.kit.settling import net, settled
from engine.values import offers
from engine.values.actions import Action, Lay, RowName, SetRows, Throw
from engine.values.chance import Chance
from engine.values.draft import FULL, Draft, Kept, Rows
from engine.values.events import Phase
from engine.values.manners import Manners
from engine.values.offers import Barred, Offers, admitted
from engine.values.options import Value
from engine.values.secret import Secret
from engine.values.view import View
from engine.values.why import Illegal, Why


class OpenFace:
    """The rules of one deal of open-face Chinese poker."""

    id: str = "openface"
    rules: int = 1
    players: range = range(2, 5)
    Options: type[Struct] = Options
    Carry: type[Struct] = Carry
    manners: Manners = Manners(talk="free", absence="default", clock=45)
    match: MatchKind = "points"
    presets: Mapping[str, Mapping[str, Value]] = {}
    scores: bool = False
    kind: Kind = "openface"

    def new(self, options: Any, setup: Setup, chance: Chance) -> Step:
        """The first cards for whoever is left of the dealer; all others get theirs in turn.

        Cards that the deck does not have are unknown. ValueError for a wrong number of players,
        dealer, options or carry, or a card that comes twice.
        """
        carry = checked(self.players, self.Options, options, setup)
        n = setup.players
        at_once = carry.at_once or (0,) * n
        if not set(at_once) <= at_once_in(self.kind, options):
            raise ValueError("so many cards at once are not given")
        state = State(
            kind=self.kind,
            options=options,
            dealer=setup.button,
            land=at_once,
            stock=Secret(deck(chance), ()),
            hands=tuple(Secret((), (seat,)) for seat in range(n)),
            rows=(((), (), ()),) * n,
            inside=(None,) * n,
            away=tuple(Secret((), (seat,)) for seat in range(n)),
            decisions=(1,) * n,
        )
        state, events = go_on(state)
        return state, (Phase("deal"), *events)

    def offers(self, state: State, seat: int) -> Offers:
        """A card into a row with room, or the last of three away; in Fantasyland all rows."""
        if state.over or not 0 <= seat < len(state.hands):
            return ()
        hand = tuple(card for card in state.hands[seat].value if card.known)
        if state.land[seat]:
            if state.inside[seat] is not None:
                return (Barred("set", Why("already_set")),)
            if not state.hands[seat].value:
                return (Barred("set", Why("not_your_turn")),)
            return (offers.SetRows(hand),)
        if seat != state.turn:
            return (Barred("lay", Why("not_your_turn")),)
        if state.throws:
            away = offers.Throw(state.hands[seat].value)
            return (Barred("lay", Why("throw_first")), away)
        laying = offers.Lay(hand, _room(state.rows[seat]))
        if state.kind == "pineapple" and state.round:
            return (laying, Barred("throw", Why("lay_first")))
        return (laying,)

    def decision(self, state: State, seat: int) -> int:
        """The number of the seat's question; it rises with each act of the seat."""
        return state.decisions[seat]

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The state after an action; Illegal says best why nothing admits it.

        Rows may become a foul.
        """
        if not admitted(self.offers(state, seat), action):
            raise _refusal(state, seat, action)
        decisions = tuple(n + (at == seat) for at, n in enumerate(state.decisions))
        state = replace(state, decisions=decisions)
        match action:
            case Lay(card, row):
                return lay(state, seat, card, row)
            case Throw(card):
                return throw(state, seat, card)
            case _:
                return set_rows(state, seat, cast(SetRows, action))

    def happen(self, state: State, what: What) -> Step:
        """Nothing."""
        return state, ()

    def default(self, state: State, seat: int, draft: object) -> Action | None:
        """The next card as the draft has it, else where it does least harm; rows in Fantasyland.

        None where there is nothing to decide, or cards are unknown.
        """
        hand = state.hands[seat].value
        if state.over or not hand or not all(card.known for card in hand):
            return None
        if state.land[seat]:
            return SetRows(*arranged(hand, draft))
        if seat != state.turn:
            return None
        if state.throws:
            return Throw(hand[0])
        lying = state.rows[seat]
        return _drafted(lying, hand, draft) or Lay(*laid_well(lying, hand))

    def view(self, state: State) -> View:
        """Open rows for all; cards yet to be laid, thrown away or set unseen for their owner."""
        return view(state)

    def result(self, state: State) -> Result | None:
        """What everybody gets of all others, and Fantasyland; None while a row has room."""
        if not state.over:
            return None
        pairs = settled(boards(state), state.counting)
        return Result(net(pairs, len(state.hands)), Carry(lands(state)))


class Pineapple(OpenFace):
    """The rules of one deal of Pineapple."""

    id: str = "pineapple"
    players: range = range(2, 4)
    Options: type[Struct] = PineappleOptions
    kind: Kind = "pineapple"


def _refusal(state: State, seat: int, action: Action) -> Illegal:
    """Why no offer admits the action: the reason that helps most."""
    if not 0 <= seat < len(state.hands):
        return Illegal("no_such_seat")
    if state.over:
        return Illegal("deal_over")
    if state.land[seat]:
        if not isinstance(action, SetRows):
            return Illegal("no_such_action")
        if state.inside[seat] is not None:
            return Illegal("already_set")
        hand = state.hands[seat].value
        return misset(action, hand) if hand else Illegal("not_your_turn")
    if not isinstance(action, Lay | Throw) or (
        isinstance(action, Throw) and state.kind != "pineapple"
    ):
        return Illegal("no_such_action")
    if seat != state.turn:
        return Illegal("not_your_turn")
    if isinstance(action, Throw):
        if not state.round:
            return Illegal("no_such_action")
        return Illegal("not_your_cards" if state.throws else "lay_first")
    if state.throws:
        return Illegal("throw_first")
    if not action.card.known or action.card not in state.hands[seat].value:
        return Illegal("not_your_cards")
    return Illegal("row_full", row=action.row)


def _drafted(lying: Rows, hand: Hand, draft: object) -> Lay | None:
    """The first card of the hand that the draft has laid into a row with room."""
    now = draft.now if isinstance(draft, Kept) else draft
    if not isinstance(now, Draft):
        return None
    rows = zip(ROWS, now.rows, strict=True)
    laid = ((card, name) for name, row in rows for card in row)
    room = _room(lying)
    return next((Lay(card, name) for card, name in laid if card in hand and name in room), None)


def _room(rows: Rows) -> tuple[RowName, ...]:
    """The rows with room."""
    return tuple(n for n, row, size in zip(ROWS, rows, FULL, strict=True) if len(row) < size)
