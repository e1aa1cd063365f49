"""What a table is opened with: options of the game and of its kind of match, and the match."""

import msgspec
import pytest
from msgspec import Struct

from engine import match as matches
from engine.game import AnyGame
from engine.games import GAMES, betting
from engine.games.betting.state import Options as BettingOptions
from engine.games.pokerface import Options, Pokerface
from engine.match import (
    Cash,
    Freezeout,
    FreezeoutTerms,
    Match,
    Points,
    PointsTerms,
    Terms,
    specs_of,
    typed,
)
from engine.values.options import specs

POKERFACE = Pokerface()
HOLDEM = betting.GAMES[0]
STUD_RULES = {"stud_tie", "stud_opener", "odd_chip"}


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_tables_options_are_the_games_and_the_matchs(game: AnyGame) -> None:
    all_ = specs_of(game)
    assert len({spec.name for spec in all_}) == len(all_)
    kinds: dict[str, type[Struct]] = {
        "cash": Terms,
        "points": PointsTerms,
        "freezeout": FreezeoutTerms,
    }
    kind = kinds.get(game.match)
    terms = () if kind is None else specs(kind)
    lacks = {"hints"} if game.match == "cash" and game.id != "indian_holdem" else set()
    if game.id in ("stud7", "stud7_hilo", "stud5", "soko"):
        # Without blinds there is no choice of how the button moves.
        lacks.add("button")
    terms = tuple(spec for spec in terms if spec.name not in lacks)
    assert all_ == specs(game.Options) + terms
    usual = {spec.name: spec.default for spec in all_}
    options, found = typed(game, usual)
    assert (options, found) == typed(game, {})
    assert options == game.Options()
    assert found == (None if kind is None else kind())


def test_values_go_to_whom_they_belong() -> None:
    values: dict[str, int | str] = {"bet": 4, "structure": "pot", "least": 20, "button": "dead"}
    assert typed(HOLDEM, values) == (
        BettingOptions(bet=4, structure="pot"),
        Terms(least=20, button="dead"),
    )
    assert typed(POKERFACE, {"soft_landing": True}) == (Options(soft_landing=True), None)


@pytest.mark.parametrize(
    ("game", "values"),
    [
        (HOLDEM, {"soft_landing": True}),
        (HOLDEM, {"bet": 0}),
        (HOLDEM, {"bet": True}),
        (HOLDEM, {"least": 0}),
        (HOLDEM, {"most": "much"}),
        (HOLDEM, {"button": "gone"}),
        (POKERFACE, {"least": 40}),
        (POKERFACE, {"soft_landing": 1}),
    ],
)
def test_other_names_and_values_are_refused(game: AnyGame, values: dict[str, int | str]) -> None:
    with pytest.raises(msgspec.ValidationError):
        typed(game, values)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_game_says_which_match_it_makes(game: AnyGame) -> None:
    options, terms = typed(game, {})
    seats = game.players[-1]
    match = matches.new(game, options, seats, 1, terms)
    kinds: dict[str, type] = {
        "cash": Cash,
        "points": Points,
        "cooperative": Match,
        "freezeout": Freezeout,
    }
    assert isinstance(match, kinds[game.match])
    assert (match.kind, match.dealer, len(match.chairs)) == (game.match, 1, seats)
    with pytest.raises(ValueError, match="is not played by"):
        matches.new(game, options, 11, 1, terms)


@pytest.mark.parametrize(
    ("game", "options", "terms"),
    [
        (HOLDEM, BettingOptions(), None),
        (HOLDEM, Options(), Terms()),
        (HOLDEM, BettingOptions(), Terms(least=50, most=40)),
        (POKERFACE, Options(), Terms()),
    ],
)
def test_wrong_matches(game: AnyGame, options: Struct, terms: Terms | None) -> None:
    with pytest.raises(ValueError, match=r"cash match|not played for chips|no buy-in"):
        matches.new(game, options, 3, 0, terms)


def test_presets_set_the_rules_and_nothing_else() -> None:
    """records.md: what tournament directors have otherwise, under the structures that know it."""
    assert POKERFACE.presets == {}
    for game in betting.GAMES:
        assert set(game.presets) == {"house", "tda"}
        rules = {"min_raise", "spread_raise", "cap_heads_up"}
        rules |= STUD_RULES if game.row.stud else {"cap_counts_blind"}
        rules |= {"draw_bets"} & {spec.name for spec in specs_of(game)}
        rules |= {"open_pair_big_bet"} if game.id == "stud7" else set()
        rules |= {"reveal"} if game.id == "indian_holdem" else set()
        for preset in game.presets.values():
            assert set(preset) == rules
            typed(game, preset)
        assert typed(game, game.presets["house"]) == typed(game, {})
        house, tda = game.presets["house"], game.presets["tda"]
        other = {name: tda[name] for name in tda if tda[name] != house[name]}
        ties = {"stud_tie": "position", "odd_chip": "suit"} if game.row.stud else {}
        assert other == {"min_raise": "last", "spread_raise": "last", **ties}
