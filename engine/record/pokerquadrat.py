"""Pokerquadrat's part of the deal record (records.md)."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from engine.game import AnyGame, Setup
from engine.games.pokerquadrat import Carry, Options, Pokerquadrat, State
from engine.kit.square import SIDE, cards_in, line
from engine.record.header import changed, rules
from engine.record.single import SingleForm
from engine.record.told import Told
from engine.values.events import Scored


class PokerquadratForm(SingleForm):
    """How a deal of Pokerquadrat is recorded; p1 begins."""

    game: AnyGame = Pokerquadrat()

    def options(self, header: Mapping[str, Any], variant: str) -> Struct:
        """What `_rules` says."""
        return rules(header, Options, Options.__struct_fields__)

    def setup(self, header: Mapping[str, Any], options: Struct, players: int) -> Setup:
        """The last player deals."""
        return Setup(players=players, button=players - 1, carry=Carry())

    def keys(self, options: Struct, setup: Setup) -> dict[str, object]:
        """The rules that are not the usual ones."""
        own = changed(options, Options.__struct_fields__)
        return {"_rules": own} if own else {}

    def showable(self, state: State) -> tuple[int, ...]:
        """Nobody's: what is left in the hands stays there."""
        return ()

    def summary(self, told: Told) -> dict[str, Any]:
        """Points of the rows from the top, of the columns from the left; unfinished lines 0."""
        assert isinstance(told.state, State)
        full = (cards_in(told.state.grid, place) for place in range(2 * SIDE))
        points = [line(cards).points if len(cards) == SIDE else 0 for cards in full]
        scored = [event for event in told.events if isinstance(event, Scored)]
        return {
            "rows": points[:SIDE],
            "columns": points[SIDE:],
            "total": sum(points),
            "won": scored[0].code == "success" if scored else None,
        }
