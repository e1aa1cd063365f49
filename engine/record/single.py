"""What the records of games have in common that are one variant: the rest of them are rules."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from engine.game import AnyGame, Setup
from engine.record import script
from engine.record.header import texts
from engine.record.notation import Line
from engine.record.told import Asked
from engine.values.chance import Chance


class SingleForm:
    """The common part of `engine.record.forms.Form`; hands open by the rules alone."""

    game: AnyGame
    shows: bool = False

    def variants(self) -> tuple[str, ...]:
        """Its one code, the game's id."""
        return (self.game.id,)

    def variant(self, options: Struct, setup: Setup) -> str:
        """Always the game's id: its variants are rules."""
        return self.game.id

    def names(self, header: Mapping[str, Any]) -> tuple[str, ...]:
        """As `players` says, which has to be there."""
        return texts(header, "players")

    def chance(self, lines: Sequence[Line], players: int) -> Chance:
        """Card after card as dealt; the unknown ones as far as a later line names them."""
        return script.in_order(lines)

    def asked(self, state: Any) -> Asked | None:
        """Nobody: no hand is shown by choice."""
        return None

    def meanwhile(self, state: Any, seat: int) -> bool:
        """Never: all cards of the moment are dealt first."""
        return False
