"""Indian Poker's part of the deal record (records.md)."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.game import AnyGame, Setup
from engine.games.indian import Indian
from engine.games.indian.flow import filled
from engine.games.indian.hands import in_order, named, strength
from engine.games.indian.options import Options
from engine.games.indian.state import Carry, State
from engine.record import chips
from engine.record.errors import RecordError
from engine.record.header import MOST_CHIPS, amounts, changed, rules, switch, whole
from engine.record.single import SingleForm
from engine.record.told import Told
from engine.values.events import Shown

Header = Mapping[str, Any]

# What stands under keys of its own is no rule.
RULES = tuple(name for name in Options.__struct_fields__ if name not in {"ante", "max_bet"})
MAX_BET = 5


class IndianForm(SingleForm):
    """How a deal of Indian Poker is recorded. Amounts of the header are in p order."""

    game: AnyGame = Indian()

    def names(self, header: Header) -> tuple[str, ...]:
        """As many as there are stacks; `players` may say who they are."""
        return chips.names(header)

    def options(self, header: Header, variant: str) -> Struct:
        """What `_rules` says, and the greatest bet; with more cards than one the highest win."""
        found = rules(header, Options, RULES)
        assert isinstance(found, Options)
        if found.wins != found.winning:
            raise RecordError(0, "bad_rule", key="wins")
        # What is played for is whatever it was: a table's bounds are not a record's.
        return replace(found, max_bet=whole(header, "_max_bet", MAX_BET, MOST_CHIPS, least=1))

    def setup(self, header: Header, options: Struct, players: int) -> Setup:
        """Stacks, antes and what was left in the pot, as the header says; the last player deals."""
        antes = _reversed(amounts(header, "antes") if "antes" in header else (0,) * players)
        if len(antes) != players:
            raise RecordError(0, "bad_value", key="antes")
        carry = Carry(
            stacks=amounts(header, "starting_stacks", least=1),
            antes=antes,
            pot=whole(header, "_pot", 0, MOST_CHIPS),
            # A game of our own: unless it says otherwise it is played by our rule.
            ante_matched=switch(header, "ante_trimming_status", default=True),
        )
        return Setup(players=players, button=players - 1, carry=carry)

    def keys(self, options: Struct, setup: Setup) -> dict[str, object]:
        """Antes and stacks, greatest bet, pot, and the rules that are not the usual ones."""
        assert isinstance(options, Options)
        assert isinstance(setup.carry, Carry)
        n = setup.players
        carry = filled(setup.carry, options, n)
        seats = [(setup.button + player) % n for player in range(1, n + 1)]
        keys: dict[str, object] = {
            "ante_trimming_status": carry.ante_matched,
            "antes": _reversed(tuple(carry.antes[seat] for seat in seats)),
            "starting_stacks": [carry.stacks[seat] for seat in seats],
            "_max_bet": options.max_bet,
        }
        if carry.pot:
            keys["_pot"] = carry.pot
        own = changed(options, RULES)
        if options.wins != options.winning:
            own.pop("wins")
        return {**keys, "_rules": own} if own else keys

    def showable(self, state: State) -> tuple[int, ...]:
        """Open hands."""
        return state.opened

    def summary(self, told: Told) -> dict[str, Any]:
        """Stacks, pots, what was returned or left, the hands that were compared."""
        state = told.state
        assert isinstance(state, State)
        stacks = chips.stacks(state.began, told.events)
        found: dict[str, Any] = {
            "net": [now - then for now, then in zip(stacks, state.began, strict=True)],
            "finishing_stacks": stacks,
        }
        if told.complete:
            found["pots"] = chips.pots(state.awards)
        if back := chips.returned(told.events):
            found["returned"] = back
        if state.options.match_pot and told.complete:
            found["next_pot"] = state.left
        found["hands"] = _hands(told, state)
        return found


def _reversed(by_player: tuple[int, ...]) -> tuple[int, ...]:
    """Forced bets of two players stand the other way round."""
    return by_player[::-1] if len(by_player) == 2 else by_player


def _hands(told: Told, state: State) -> list[dict[str, str]]:
    """The hands that were shown to be compared, best first, as far as they are known."""
    opened = {event.seat for event in told.events if isinstance(event, Shown)}
    contending = state.live if len(state.live) > 1 else ()
    hands = {
        seat: told.hands[seat]
        for seat in contending
        if seat in opened and all(card.known for card in told.hands[seat])
    }
    options = state.options
    worth = {seat: strength(hand, options) for seat, hand in hands.items()}
    sign = 1 if options.winning == "low" else -1
    return [
        {
            "player": f"p{seat + 1}",
            "name": named(hands[seat], options).name,
            "cards": "".join(map(str, in_order(hands[seat]))),
        }
        for seat in sorted(hands, key=lambda seat: sign * worth[seat])
    ]
