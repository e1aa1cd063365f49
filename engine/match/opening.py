"""What a table is opened with: its options, those of the game and those of its kind of match."""

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from engine.game import AnyGame, MatchKind
from engine.games.betting.options import AnyOptions, ForeheadOptions
from engine.match import cash, cooperative, freezeout, points
from engine.match.cash import Cash, Terms
from engine.match.cooperative import Match
from engine.match.freezeout import Freezeout, FreezeoutTerms
from engine.match.points import Points, PointsTerms
from engine.values.options import OptionSpec, Value, specs

AnyTerms = Terms | PointsTerms | FreezeoutTerms
SomeMatch = Match | Cash | Points | Freezeout

_TERMS: Mapping[MatchKind, type[Terms] | type[PointsTerms] | type[FreezeoutTerms]] = {
    "cash": Terms,
    "points": PointsTerms,
    "freezeout": FreezeoutTerms,
}


def specs_of(game: AnyGame) -> tuple[OptionSpec, ...]:
    """All options of a table of the game: the game's own, then those of its kind of match."""
    own = specs(game.Options)
    kind = _TERMS.get(game.match)
    terms = () if kind is None else specs(kind)
    usual = game.Options()
    if isinstance(usual, AnyOptions):
        # Without blinds nobody can go without one: the button always moves on. Who sees the own
        # hand is told what it comes to, and counts alone.
        lacks = {"button"} if usual.blinds is None else set()
        lacks |= set() if isinstance(usual, ForeheadOptions) else {"hints"}
        terms = tuple(spec for spec in terms if spec.name not in lacks)
    assert not {spec.name for spec in own} & {spec.name for spec in terms}
    return own + terms


def typed(game: AnyGame, values: Mapping[str, Value]) -> tuple[Struct, AnyTerms | None]:
    """The game's options and the match's terms from values by name; what is missing is as usual.

    None: matches of this kind have no terms. msgspec.ValidationError for a name or a value that
    there is not.
    """
    kind = _TERMS.get(game.match)
    names = () if kind is None else kind.__struct_fields__
    own = {name: value for name, value in values.items() if name not in names}
    options: Struct = msgspec.convert(own, game.Options)
    if kind is None:
        return options, None
    return options, msgspec.convert({n: values[n] for n in names if n in values}, kind)


def new(
    game: AnyGame, options: Struct, seats: int, button: int, terms: AnyTerms | None
) -> SomeMatch:
    """A match of the game's kind with empty chairs; the first deal's dealer is at `button`.

    ValueError for chairs that the game can't fill, no such button, or terms that leave no range or
    are not of that kind.
    """
    if game.match == "cash":
        if not isinstance(terms, Terms) or not isinstance(options, AnyOptions):
            raise ValueError(f"no cash match of {game.id} by these options and terms")
        return cash.new(game, options, seats, button, terms)
    if game.match == "points":
        if not isinstance(terms, PointsTerms):
            raise ValueError(f"no match of {game.id} by these terms")
        return points.new(game, seats, button, terms)
    if game.match == "freezeout":
        if not isinstance(terms, FreezeoutTerms):
            raise ValueError(f"no freeze-out of {game.id} by these terms")
        return freezeout.new(game, seats, button, terms)
    if terms is not None:
        raise ValueError(f"{game.id} is not played for chips or points")
    return cooperative.new(game, seats, button)
