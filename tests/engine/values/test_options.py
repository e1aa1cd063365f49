"""Options are data, read off their type."""

from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from engine.games import GAMES
from engine.values.options import OptionSpec, specs


class Everything(Struct, frozen=True, forbid_unknown_fields=True):
    switch: bool = True
    word: Literal["low", "high"] = "high"
    count: Literal[2, 3] = 3
    number: Annotated[int, Meta(ge=0, le=75)] = 60
    open_ended: Annotated[int, Meta(ge=1)] = 1


def test_every_kind() -> None:
    assert specs(Everything) == (
        OptionSpec("switch", "switch", True),
        OptionSpec("word", "choice", "high", choices=("low", "high")),
        OptionSpec("count", "choice", 3, choices=(2, 3)),
        OptionSpec("number", "number", 60, lo=0, hi=75),
        OptionSpec("open_ended", "number", 1, lo=1),
    )


def test_what_cannot_be_drawn_is_refused() -> None:
    class Free(Struct, frozen=True):
        text: str = ""

    class Unbounded(Struct, frozen=True):
        number: int = 0

    for options, name in ((Free, "text"), (Unbounded, "number")):
        with pytest.raises(TypeError, match=f"option {name}"):
            specs(options)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_games_options_are_data_with_defaults(game: object) -> None:
    options = game.Options  # type: ignore[attr-defined]
    drawn = {spec.name: spec.default for spec in specs(options)}
    assert msgspec.convert(drawn, options) == options()
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**drawn, "no_such_option": True}, options)


def test_pokerfaces_options() -> None:
    pokerface = next(game for game in GAMES if game.id == "pokerface")
    assert specs(pokerface.Options) == (
        OptionSpec("all_at_once", "switch", False),
        OptionSpec("rising_stakes", "switch", False),
        OptionSpec("soft_landing", "switch", False),
    )
    for wrong in ("yes", 1, None):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"soft_landing": wrong}, pokerface.Options)
