"""Options are data, read off their type."""

from typing import Annotated, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from engine.games import GAMES as PLAYED
from engine.games import betting
from engine.values.options import OptionSpec, specs

GAMES = tuple(dict.fromkeys((*PLAYED, *betting.GAMES)))


class Everything(Struct, frozen=True, forbid_unknown_fields=True):
    switch: bool = True
    word: Literal["low", "high"] = "high"
    count: Literal[2, 3] = 3
    number: Annotated[int, Meta(ge=0, le=75)] = 60
    open_ended: Annotated[int, Meta(ge=1)] = 1
    wanted: Annotated[int, Meta(ge=1, le=99, extra={"usual": (5, 10)})] = 10
    bound: Annotated[bool, Meta(extra={"only": {"word": ("low",)}})] = False
    bound_number: Annotated[
        Annotated[int, Meta(ge=1, le=9)], Meta(extra={"only": {"switch": (True,), "count": (2, 3)}})
    ] = 5


def test_every_kind() -> None:
    assert specs(Everything) == (
        OptionSpec("switch", "switch", True),
        OptionSpec("word", "choice", "high", choices=("low", "high")),
        OptionSpec("count", "choice", 3, choices=(2, 3)),
        OptionSpec("number", "number", 60, lo=0, hi=75),
        OptionSpec("open_ended", "number", 1, lo=1),
        OptionSpec("wanted", "number", 10, lo=1, hi=99, usual=(5, 10)),
        OptionSpec("bound", "switch", False, only={"word": ("low",)}),
        OptionSpec(
            "bound_number", "number", 5, lo=1, hi=9, only={"switch": (True,), "count": (2, 3)}
        ),
    )


def test_an_option_may_mean_something_only_beside_values_of_others() -> None:
    free, *_, bound, both = specs(Everything)
    assert free.in_force({"word": "high"})
    assert bound.in_force({"word": "low"})
    assert not bound.in_force({"word": "high"})
    assert both.in_force({"switch": True, "count": 2})
    assert not both.in_force({"switch": False, "count": 2})


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_an_option_is_bound_to_there_is(game: object) -> None:
    by_name = {spec.name: spec for spec in specs(game.Options)}  # type: ignore[attr-defined]
    for spec in by_name.values():
        for name, wanted in spec.only.items():
            assert set(wanted) < set(by_name[name].choices or (False, True))


def test_a_spec_survives_the_wire() -> None:
    for spec in specs(Everything):
        assert msgspec.msgpack.decode(msgspec.msgpack.encode(spec), type=OptionSpec) == spec


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
