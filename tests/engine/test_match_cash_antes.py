"""A cash match of a game with antes and no blinds: nobody owes anything (rules.md C.2, C.4)."""

import msgspec
import pytest

from engine.game import Result
from engine.games.betting import GAMES, Betting
from engine.games.betting.options import StudOptions
from engine.games.betting.state import Carry
from engine.kit.shuffle import shuffle
from engine.match import Cash, Next, Terms, cash, opening
from engine.play import at_random, play
from engine.values.chance import Dice
from engine.values.why import Illegal
from tests.engine.games.betting_table import BY_ID, OWN_CARD_GAMES

STUD = BY_ID["stud7"]
OPTIONS = opening.typed(STUD, {"structure": "split", "bet": 10, "top": 20})[0]


def table(*chairs: int, button: int = 0, terms: Terms | None = None) -> Cash:
    assert isinstance(OPTIONS, StudOptions)
    match = cash.new(STUD, OPTIONS, 6, button, terms or Terms())
    for chair in chairs:
        match = match.sit(chair, 500)
    return match


def over(match: Cash) -> tuple[Cash, Next]:
    """The match after a deal in which nothing was won."""
    match, deal = match.start(STUD, OPTIONS)
    carry = deal.setup.carry
    assert isinstance(carry, Carry)
    unchanged = Result((0,) * len(deal.seats), Carry(stacks=carry.stacks))
    return match.finish(unchanged)[0], deal


def test_a_deal_has_antes_and_a_dealer() -> None:
    match, deal = table(1, 3, 4, button=2).start(STUD, OPTIONS)
    assert deal.seats == (1, 3, 4)
    assert deal.setup.carry == Carry(stacks=(500,) * 3, antes=(1,) * 3)
    assert (match.dealer, deal.setup.button) == (3, 1)
    state, _ = STUD.new(deal.options, deal.setup, shuffle(bytes(32)))
    assert sum(state.put) == 3


def test_the_dealer_moves_on_to_the_next_who_plays() -> None:
    match, dealers = table(0, 2, 5), []
    for _ in range(5):
        match, _ = over(match)
        dealers.append(match.dealer)
    assert dealers == [0, 2, 5, 0, 2]
    match = match.leave(5)[0]
    match, _ = over(match)
    assert match.dealer == 0


@pytest.mark.parametrize("button", ["moving", "dead"])
def test_who_comes_or_comes_back_is_dealt_in_at_once(button: str) -> None:
    terms = Terms(button="dead" if button == "dead" else "moving")
    match, _ = over(table(0, 2, terms=terms))
    match = match.sit(4, 500)
    assert not match.chairs[4].owes
    match, deal = over(match)
    assert deal.seats == (0, 2, 4)
    match = match.rest(2)
    for _ in range(4):
        match, deal = over(match)
        assert deal.seats == (0, 4)
    assert not match.chairs[2].owes
    match, deal = over(match.ready(2))
    assert deal.seats == (0, 2, 4)


def test_a_deal_that_never_was_leaves_the_dealer() -> None:
    match = table(0, 2, 5)
    first, _ = match.start(STUD, OPTIONS)
    again, _ = first.void()
    assert again.start(STUD, OPTIONS)[0].dealer == first.dealer
    match, _ = over(match)
    second, _ = match.start(STUD, OPTIONS)
    assert second.void()[0].start(STUD, OPTIONS)[0].dealer == second.dealer


def test_one_buys_in_by_the_small_bet() -> None:
    match = table()
    assert match.bounds == (400, 1000)
    with pytest.raises(Illegal):
        match.sit(0, 399)
    with pytest.raises(Illegal):
        table(1).start(STUD, OPTIONS)


def test_chips_stay_at_the_table_deal_after_deal() -> None:
    match, played = table(0, 1, 2, 3, 4, 5), 0
    while match.startable and played < 40:
        match, deal = match.start(STUD, OPTIONS)
        seed = played.to_bytes(32, "big")
        told = play(STUD, deal.options, deal.setup, shuffle(seed), at_random(Dice(seed)))
        assert told.result is not None
        match, backs = match.finish(told.result)
        assert backs == ()
        assert sum(chair.stack for chair in match.chairs) == 3000
        played += 1
    assert played > 5


@pytest.mark.parametrize("game", OWN_CARD_GAMES, ids=lambda game: game.id)
def test_a_table_of_every_such_game_can_be_opened(game: Betting) -> None:
    specs = {spec.name: spec for spec in opening.specs_of(game)}
    assert set(specs["structure"].choices) == set(game.row.structures)
    options, terms = opening.typed(game, {})
    match = opening.new(game, options, 2, 0, terms)
    assert isinstance(match, Cash)
    match = match.sit(0, 500).sit(1, 500)
    assert match.start(game, options)[1].seats == (0, 1)


@pytest.mark.parametrize("structure", ["no", "pot", "split", "spread"])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_stud_is_not_played_without_a_limit(game: Betting, structure: str) -> None:
    """C.1: limit and pot limit for stud and Soko, all structures for the others."""
    if structure == "no" and game.id in {"stud7", "stud7_hilo", "stud5", "soko"}:
        with pytest.raises(msgspec.ValidationError, match="structure"):
            opening.typed(game, {"structure": structure})
    else:
        options, _ = opening.typed(game, {"structure": structure})
        assert isinstance(options, game.Options)
