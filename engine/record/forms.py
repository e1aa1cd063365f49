"""Which variants there are, and each game's own part of its record."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from msgspec import Struct

from engine.game import AnyGame, Setup
from engine.games import betting
from engine.games.chinese.openface import OpenFace, Pineapple
from engine.record.betting import BettingForm
from engine.record.chinese import ChineseForm
from engine.record.indian import IndianForm
from engine.record.notation import Line
from engine.record.openface import OpenFaceForm
from engine.record.pokerface import PokerfaceForm
from engine.record.pokerquadrat import PokerquadratForm
from engine.record.told import Asked, Told
from engine.values.chance import Chance

Header = Mapping[str, Any]


class Form(Protocol):
    """What a game's records have of their own. Player number p is deal seat p − 1 in all of it."""

    game: AnyGame
    shows: bool  # hands are shown, and mucked, by lines of their own

    def variants(self) -> tuple[str, ...]:
        """Every code of `variant` that is this game's."""
        ...

    def variant(self, options: Struct, setup: Setup) -> str:
        """The code of `variant` for a deal."""
        ...

    def names(self, header: Header) -> tuple[str, ...]:
        """The players' names, as many as there are players, "" for who is not named."""
        ...

    def options(self, header: Header, variant: str) -> Struct:
        """The deal's options from its header; RecordError at action 0, here as in the others."""
        ...

    def setup(self, header: Header, options: Struct, players: int) -> Setup:
        """The deal's setup from its header; the last player deals."""
        ...

    def keys(self, options: Struct, setup: Setup) -> dict[str, object]:
        """The header's own keys for a deal, `_rules` last; those at their defaults may miss."""
        ...

    def chance(self, lines: Sequence[Line], players: int) -> Chance:
        """A deck by which the game deals what these lines say; unknown where they say nothing.

        Lines that can't be (a second hand for somebody) are left for the replay to refuse.
        """
        ...

    def asked(self, state: Any) -> Asked | None:
        """Who has yet to decide whether to show; None: nobody ever, or not yet, or no longer."""
        ...

    def showable(self, state: Any) -> tuple[int, ...]:
        """Seats whose hands may be shown without a decision: they lie open, or have won."""
        ...

    def meanwhile(self, state: Any, seat: int) -> bool:
        """Whether the seat decides whenever it likes, also while somebody else's cards are due."""
        ...

    def summary(self, told: Told) -> dict[str, Any]:
        """What came of it, by the keys of the replay's output beside the common ones."""
        ...


_FORMS: tuple[Form, ...] = (
    PokerfaceForm(),
    PokerquadratForm(),
    ChineseForm(),
    OpenFaceForm(OpenFace()),
    OpenFaceForm(Pineapple()),
    IndianForm(),
    *map(BettingForm, betting.GAMES),
)
FORMS: dict[str, Form] = {variant: form for form in _FORMS for variant in form.variants()}
BY_GAME: dict[str, Form] = {form.game.id: form for form in _FORMS}


def game_of(id: str) -> AnyGame | None:
    """The game of that id, if its deals can be recorded."""
    form = BY_GAME.get(id)
    return None if form is None else form.game
