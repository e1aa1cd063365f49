"""Chinese poker's part of the deal record, and what its open games share with it (records.md)."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from engine.game import AnyGame, Setup
from engine.games.chinese.closed import Chinese, Options, State, chosen, outcomes
from engine.games.chinese.state import Carry, Hand, rows_of
from engine.kit.rows import ROWS, Board
from engine.kit.royalties import OWN
from engine.kit.settling import Outcome, Scoring, settled
from engine.record.errors import RecordError
from engine.record.header import changed, rules
from engine.record.single import SingleForm
from engine.record.told import Told
from engine.values.actions import Declare, SetRows, Surrender

# The values of an own table of royalties are one rule in a record.
RULES = tuple(name for name in Options.__struct_fields__ if name not in OWN)


class ChineseForm(SingleForm):
    """How a deal of Chinese poker is recorded."""

    game: AnyGame = Chinese()

    def options(self, header: Mapping[str, Any], variant: str) -> Struct:
        """What `_rules` says; a table of royalties, where values that miss are 0, is an own one."""
        table = header.get("_rules")
        royalties = table.get("royalties") if isinstance(table, dict) else None
        if royalties == "own":
            raise RecordError(0, "bad_rule", key="royalties")
        if not isinstance(table, dict) or not isinstance(royalties, dict):
            return rules(header, Options, RULES)
        others = {name: value for name, value in table.items() if name != "royalties"}
        options = rules({"_rules": others}, Options, RULES)
        if not set(royalties) <= set(OWN):
            raise RecordError(0, "bad_rule", key="royalties")
        own = {**msgspec.structs.asdict(options), **dict.fromkeys(OWN, 0), **royalties}
        try:
            return msgspec.convert({**own, "royalties": "own"}, Options)
        except msgspec.ValidationError:
            raise RecordError(0, "bad_rule", key="royalties") from None

    def setup(self, header: Mapping[str, Any], options: Struct, players: int) -> Setup:
        """The last player deals."""
        return Setup(players=players, button=players - 1, carry=Carry())

    def keys(self, options: Struct, setup: Setup) -> dict[str, object]:
        """The rules that are not the usual ones."""
        own = changed(options, RULES)
        if own.get("royalties") == "own":
            own["royalties"] = {name: getattr(options, name) for name in OWN}
        return {"_rules": own} if own else {}

    def showable(self, state: State) -> tuple[int, ...]:
        """Whoever has not surrendered, once all have chosen."""
        seats = range(len(state.hands)) if state.over else ()
        return tuple(seat for seat in seats if not isinstance(chosen(state, seat), Surrender))

    def summary(self, told: Told) -> dict[str, Any]:
        """What everybody ended with, and what they have of each other; zeros before the end."""
        state = told.state
        assert isinstance(state, State)
        ended = outcomes(state) if told.complete else ()
        hands = [_ended(state, seat) for seat in range(len(ended))]
        return {
            "hands": [{"player": f"p{seat + 1}", **hand} for seat, hand in enumerate(hands)],
            **compared(ended, state.options.counting, len(state.hands)),
        }


def compared(ended: Sequence[Outcome], scoring: Scoring, players: int) -> dict[str, Any]:
    """The rows of every pair of players, and who has fouled; zeros where nothing has ended."""
    pairs = settled(ended, scoring)
    rows: dict[str, dict[str, int]] = {}
    for one in range(players):
        for other in range(one + 1, players):
            pair = pairs.get((one, other))
            points = pair[:4] if pair is not None else (0,) * 4
            rows[f"p{one + 1}-p{other + 1}"] = dict(zip((*ROWS, "extra"), points, strict=True))
    fouls = [isinstance(one, Board) and one.fouled for one in ended] or [False] * players
    return {"rows": rows, "fouls": fouls}


def rows_text(rows: Sequence[Hand]) -> dict[str, str]:
    """The cards of three rows by their names."""
    return {name: "".join(map(str, row)) for name, row in zip(ROWS, rows, strict=True)}


def _ended(state: State, seat: int) -> dict[str, Any]:
    choice, outcome = chosen(state, seat), outcomes(state)[seat]
    match choice:
        case SetRows():
            return rows_text(rows_of(choice))
        case Declare():
            return {"special": outcome}
        case Surrender():
            return {"surrender": True}
