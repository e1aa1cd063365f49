"""The part of the open-face games in the deal record (records.md)."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from engine.game import AnyGame, Setup
from engine.games.chinese.open_state import Options, State, all_rows, at_once_in, boards, lands
from engine.games.chinese.openface import OpenFace
from engine.games.chinese.state import Carry
from engine.record.chinese import compared, rows_text
from engine.record.errors import RecordError
from engine.record.header import amounts, changed, rules
from engine.record.single import SingleForm
from engine.record.told import Told


class OpenFaceForm(SingleForm):
    """How a deal of an open-face game is recorded."""

    def __init__(self, game: OpenFace) -> None:
        self.game: AnyGame = game
        self._kind = game.kind

    def options(self, header: Mapping[str, Any], variant: str) -> Struct:
        """What `_rules` says."""
        return rules(header, self.game.Options, self.game.Options.__struct_fields__)

    def setup(self, header: Mapping[str, Any], options: Struct, players: int) -> Setup:
        """The last player deals; who is in Fantasyland, with as many cards as the rules give."""
        assert isinstance(options, Options)
        key = "_fantasyland"
        at_once = amounts(header, key) if key in header else (0,) * players
        if len(at_once) != players or not set(at_once) <= at_once_in(self._kind, options):
            raise RecordError(0, "bad_value", key=key)
        return Setup(players=players, button=players - 1, carry=Carry(at_once))

    def keys(self, options: Struct, setup: Setup) -> dict[str, object]:
        """Who is in Fantasyland, and the rules that are not the usual ones."""
        assert isinstance(setup.carry, Carry)
        at_once, n = setup.carry.at_once, setup.players
        keys: dict[str, object] = {}
        if any(at_once):
            keys["_fantasyland"] = [at_once[(setup.button + p) % n] for p in range(1, n + 1)]
        if own := changed(options, self.game.Options.__struct_fields__):
            keys["_rules"] = own
        return keys

    def showable(self, state: State) -> tuple[int, ...]:
        """Everybody once all rows are full."""
        return tuple(range(len(state.hands))) if state.over else ()

    def meanwhile(self, state: State, seat: int) -> bool:
        """Whoever has got all cards for Fantasyland, while the others go on."""
        inside = state.inside[seat] is not None
        return state.land[seat] > 0 and (inside or len(state.hands[seat].value) > 0)

    def summary(self, told: Told) -> dict[str, Any]:
        """Rows, royalties, what all have of each other, the next Fantasyland; zeros before."""
        state = told.state
        assert isinstance(state, State)
        n, scoring = len(state.hands), state.counting
        ended = boards(state) if told.complete else ()
        on_top = [scoring.royalties.total(one) if scoring.on_top else 0 for one in ended]
        return {
            "hands": [
                {"player": f"p{seat + 1}", **rows_text(all_rows(state, seat))}
                for seat in range(len(ended))
            ],
            **compared(ended, scoring, n),
            "royalties": on_top or [0] * n,
            "fantasyland": list(lands(state)) if ended else [0] * n,
        }
