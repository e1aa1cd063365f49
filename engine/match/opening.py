"""What a table is opened with: its options, those of the game and those of its kind of match."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from engine.game import AnyGame
from engine.games.betting.state import AnyOptions
from engine.match import cash, cooperative
from engine.match.cash import Cash, Terms
from engine.match.cooperative import Match
from engine.values.options import OptionSpec, Value, specs


def specs_of(game: AnyGame) -> tuple[OptionSpec, ...]:
    """All options of a table of the game: the game's own, then those of its kind of match."""
    own = specs(game.Options)
    terms = specs(Terms) if game.match == "cash" else ()
    usual = game.Options()
    if isinstance(usual, AnyOptions) and usual.blinds is None:
        # Without blinds nobody can go without one: the button always moves on.
        terms = tuple(spec for spec in terms if spec.name != "button")
    assert not {spec.name for spec in own} & {spec.name for spec in terms}
    return own + terms


def typed(game: AnyGame, values: Mapping[str, Value]) -> tuple[Struct, Terms | None]:
    """The game's options and the match's terms from values by name; what is missing is as usual.

    None: matches of this kind have no terms. msgspec.ValidationError for a name or a value that
    there is not.
    """
    names = Terms.__struct_fields__ if game.match == "cash" else ()
    own = {name: value for name, value in values.items() if name not in names}
    options: Struct = msgspec.convert(own, game.Options)
    if game.match == "cooperative":
        return options, None
    return options, msgspec.convert({n: values[n] for n in names if n in values}, Terms)


def new(
    game: AnyGame, options: Struct, seats: int, button: int, terms: Terms | None
) -> Cash | Match:
    """A match of the game's kind with empty chairs; the first deal's dealer is at `button`.

    ValueError for chairs that the game can't fill, no such button, or terms that leave no range or
    are not of that kind.
    """
    if game.match == "cash":
        if terms is None or not isinstance(options, AnyOptions):
            raise ValueError(f"no cash match of {game.id} by these options and terms")
        return cash.new(game, options, seats, button, terms)
    if terms is not None:
        raise ValueError(f"{game.id} is not played for chips")
    return cooperative.new(game, seats, button)
