"""Which variants there are, and each game's own part of its record."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from engine.game import AnyGame, Setup
from engine.record.notation import Hand, Line
from engine.record.pokerface import PokerfaceForm
from engine.values.chance import Chance
from engine.values.events import Events

Header = Mapping[str, Any]


class Form(Protocol):
    """What a game's records have of their own. Player number p is deal seat p − 1 in all of it."""

    game: AnyGame

    def variant(self, options: Struct, setup: Setup) -> str:
        """The code of `variant` for a deal."""
        ...

    def setup(self, header: Header, options: Struct, players: int) -> Setup:
        """The deal's setup from its header; RecordError at action 0."""
        ...

    def keys(self, setup: Setup) -> dict[str, int]:
        """The header's own keys for a deal, without those at their defaults."""
        ...

    def chance(self, lines: Sequence[Line], players: int) -> Chance:
        """A deck by which the game deals what these lines say; unknown where they say nothing.

        Lines that can't be (a second hand for somebody) are left for the replay to refuse.
        """
        ...

    def summary(self, events: Events, hands: Sequence[Hand]) -> dict[str, Any]:
        """What the events tell, by the keys of the replay's output beside the common ones."""
        ...


FORMS: dict[str, Form] = {"pokerface": PokerfaceForm()}
BY_GAME: dict[str, Form] = {form.game.id: form for form in FORMS.values()}


def game_of(id: str) -> AnyGame | None:
    """The game of that id, if its deals can be recorded."""
    form = BY_GAME.get(id)
    return None if form is None else form.game


_TWO_STRUCTURES = {"T", "O", "O/8", "5D", "I"}
_STUDS = {"7S", "7S/8", "5S", "SK"}

# Variants of the format whose games move in later.
LATER = (
    {structure + kind for structure in "NPFS" for kind in _TWO_STRUCTURES}
    | {structure + kind for structure in "PFS" for kind in _STUDS}
    | {"indian", "pokerquadrat", "chinese", "openface", "pineapple"}
)
