"""Pokerquadrat's part of the deal record (records.md)."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from engine.game import AnyGame, Setup
from engine.games.pokerquadrat import Carry, Options, Pokerquadrat, State
from engine.kit.square import SIDE, cards_in, line
from engine.record import script
from engine.record.header import changed, rules, texts
from engine.record.notation import Line
from engine.record.told import Asked, Told
from engine.values.chance import Chance
from engine.values.events import Scored


class PokerquadratForm:
    """How a deal of Pokerquadrat is recorded; p1 begins."""

    game: AnyGame = Pokerquadrat()
    shows: bool = False

    def variants(self) -> tuple[str, ...]:
        """Its one code."""
        return ("pokerquadrat",)

    def variant(self, options: Struct, setup: Setup) -> str:
        """Always `pokerquadrat`: its variants are rules."""
        return "pokerquadrat"

    def names(self, header: Mapping[str, Any]) -> tuple[str, ...]:
        """As `players` says, which has to be there."""
        return texts(header, "players")

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

    def chance(self, lines: Sequence[Line], players: int) -> Chance:
        """Card after card as dealt; the unknown ones as far as they are placed later."""
        return script.in_order(lines)

    def asked(self, state: State) -> Asked | None:
        """Nobody: hands count for nothing at the end."""
        return None

    def showable(self, state: State) -> tuple[int, ...]:
        """Nobody's: what is left in the hands stays there."""
        return ()

    def meanwhile(self, state: State, seat: int) -> bool:
        """Never: everybody sees the cards of the moment first."""
        return False

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
