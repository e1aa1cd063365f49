"""The bot of the betting games: sound choices on views made by hand, and whole deals."""

import hashlib
from functools import partial
from itertools import product

import pytest
from msgspec import Struct

from engine.bots import BOTS
from engine.bots.betting import HOLDEM, MIDDLE, OMAHA, OMAHA_HILO, WEAK, Bettor
from engine.bots.betting_hands import Kind
from engine.bots.board_hands import Board
from engine.bots.draw_hands import Draw
from engine.bots.stud_hands import Stud
from engine.game import Setup
from engine.games.betting.state import Carry
from engine.values import actions, offers
from engine.values.actions import Action
from engine.values.cards import Cell, Empty, Hidden, cards
from engine.values.chance import Dice
from engine.values.events import Acted, Events, Phase, Posted
from engine.values.offers import Offers
from engine.values.view import PotView, SeatView, Status, View, Zone
from tests.engine.bots.betting_deals import BY_ID, Opponent, deals, random_player
from tests.engine.bots.deals import Guest, play

CHANCES = [bytes([number]) * 32 for number in range(0, 256, 17)]
KINDS: dict[str, Kind] = {
    "holdem": Board(2),
    "omaha": Board(4, omaha=True),
    "omaha_hilo": Board(4, omaha=True, low=True),
    "stud7": Stud(),
    "stud7_hilo": Stud(low=True),
    "stud5": Stud(down=1, whole=5),
    "soko": Stud(down=1, whole=5, soko=True),
    "draw5": Draw(),
}


class Chair(Struct, frozen=True):
    """A seat: chips behind it and in front of it, and its cards where they lie open."""

    stack: int
    bet: int = 0
    status: Status = "in"
    cards: str = ""


def view(mine: str, board: str, pot: int, *chairs: Chair, phase: str = "bet") -> View:
    """A table on which seat 0 acts and seat 1 deals; the pot is of the streets before."""
    open_board: tuple[Cell, ...] = cards(board)
    hands: list[Zone] = []
    for seat, chair in enumerate(chairs):
        own = mine if seat == 0 else chair.cards
        cells: tuple[Cell, ...] = cards(own) if own else (Hidden(),) * (len(mine) // 2)
        hands.append(Zone(f"hand.{seat}", "hand", seat, cells))
    live = tuple(seat for seat, chair in enumerate(chairs) if chair.status != "folded")
    return View(
        phase=phase,
        to_act=(0,),
        zones=(
            Zone("board", "board", None, open_board + (Empty(),) * (5 - len(open_board))),
            *hands,
        ),
        seats=tuple(
            SeatView(chair.status, chair.stack, chair.bet, ("dealer",) if seat == 1 else ())
            for seat, chair in enumerate(chairs)
        ),
        pots=(PotView(pot, live),) if pot else (),
    )


def facing(price: int, lo: int, hi: int) -> Offers:
    stay = offers.Call(price) if price else offers.Check()
    return (offers.Fold(), stay, offers.Raise(lo, hi)) if lo else (offers.Fold(), stay)


def answers(
    table: View, possible: Offers, events: Events = (), bot: Bettor = HOLDEM
) -> list[Action | None]:
    """What the bot does by many chances."""
    return [bot(table, events, possible, None, chance)[0] for chance in CHANCES]


# ── choices ────────────────────────────────────────────────────────────────────────────────────


def test_a_bad_hand_is_folded_against_a_big_bet() -> None:
    table = view("7s2h", "AcKd9h", 40, Chair(960), Chair(860, 100))
    assert set(answers(table, facing(100, 200, 960))) == {actions.Fold()}


def test_nothing_is_folded_that_costs_nothing() -> None:
    table = view("7s2h", "AcKd9h", 40, Chair(960), Chair(960))
    assert actions.Fold() not in answers(table, facing(0, 10, 960))


def test_the_nuts_are_never_folded_and_often_raised() -> None:
    table = view("AsKs", "QsJsTs4d2h", 400, Chair(800), Chair(400, 400))
    found = answers(table, facing(400, 800, 800))
    assert set(found) == {actions.Raise(800)}


def test_pot_odds_decide() -> None:
    # A flush draw with one card to come wins about every fifth time.
    cheap = view("8s5s", "KsQs4d2h", 400, Chair(500), Chair(0, 20, "all_in"))
    dear = view("8s5s", "KsQs4d2h", 40, Chair(500), Chair(0, 500, "all_in"))
    assert actions.Fold() not in answers(cheap, facing(20, 0, 0))
    assert set(answers(dear, facing(500, 0, 0))) == {actions.Fold()}


def test_what_others_showed_counts() -> None:
    # The same price and pot: after raises on every street a weak pair is not good any more.
    table = view("5s5h", "KcTd4s7h2c", 200, Chair(500), Chair(300, 200))
    raised = (
        Posted(0, 10, "blind"),
        Acted(1, actions.Raise(30)),
        Phase("flop"),
        Acted(1, actions.Raise(60)),
        Phase("turn"),
        Acted(1, actions.Raise(100)),
        Phase("river"),
        Acted(1, actions.Raise(200)),
    )
    assert actions.Fold() not in answers(table, facing(200, 0, 0))
    assert set(answers(table, facing(200, 0, 0), raised)) == {actions.Fold()}


def test_before_the_flop_good_hands_raise_and_bad_ones_fold() -> None:
    chairs = [Chair(1_000), Chair(1_000), Chair(995, 5), Chair(990, 10)]
    possible = facing(10, 20, 1_000)
    aces = answers(view("AsAh", "", 0, *chairs), possible)
    assert all(isinstance(action, actions.Raise) for action in aces)
    assert set(answers(view("7s2h", "", 0, *chairs), possible)) == {actions.Fold()}


def test_more_opponents_make_a_hand_worth_less() -> None:
    # A pair against one, and against seven who have all called.
    one = view("5s5h", "KcTd4s7h2c", 100, Chair(500), Chair(450, 50))
    called = [Chair(450, 50)] * 7
    many = view("5s5h", "KcTd4s7h2c", 100, Chair(500), *called)
    assert actions.Fold() not in answers(one, facing(50, 0, 0))
    assert set(answers(many, facing(50, 0, 0))) == {actions.Fold()}


def test_close_decisions_are_mixed() -> None:
    table = view("Ah2s", "QcTd4s", 60, Chair(500), Chair(500))
    assert len(set(answers(table, facing(0, 10, 500)))) > 1


def test_a_fixed_raise_is_the_raise_offered() -> None:
    table = view("AsKs", "QsJsTs4d2h", 400, Chair(800), Chair(780, 20))
    assert set(answers(table, facing(20, 40, 40))) == {actions.Raise(40)}


def test_steps_of_a_raise_are_kept() -> None:
    table = view("AsKs", "QsJsTs4d2h", 137, Chair(811), Chair(777, 20))
    possible = (offers.Fold(), offers.Call(20), offers.Raise(40, 811, 25))
    for action in answers(table, possible):
        assert action is not None
        assert offers.admitted(possible, action)


def test_omaha_and_hi_lo_know_their_hands() -> None:
    chairs = (Chair(500), Chair(400, 100))
    possible = facing(100, 0, 0)
    # One spade is no flush; the best low takes half.
    bare = view("As5d5h4c", "QsJs8s9s2d", 60, *chairs)
    low = view("Ad2dTh9h", "3s5s8s8cKs", 600, *chairs)
    assert set(answers(bare, possible, bot=OMAHA)) == {actions.Fold()}
    assert actions.Fold() not in answers(low, possible, bot=OMAHA_HILO)
    claims = (Posted(0, 10, "blind"), *(Acted(1, actions.Raise(100)),) * 3)
    assert actions.Fold() not in answers(low, facing(400, 0, 0), claims, bot=OMAHA_HILO)
    folded = answers(low, facing(400, 0, 0), claims, bot=OMAHA).count(actions.Fold())
    assert folded > len(CHANCES) / 2


def test_the_same_chance_gives_the_same_answer() -> None:
    table = view("Ah2s", "QcTd4s", 60, Chair(500), Chair(500))
    assert answers(table, facing(0, 10, 500)) == answers(table, facing(0, 10, 500))


# ── the showdown ───────────────────────────────────────────────────────────────────────────────

ASKED = (offers.Show(), offers.Muck())


@pytest.mark.parametrize(
    ("other", "expected"),
    [("9s9d", actions.Muck()), ("7s7d", actions.Show()), ("", actions.Show())],
)
def test_hands_are_shown_that_may_win(other: str, expected: Action) -> None:
    table = view("8s8d", "KcTd4s5h2c", 200, Chair(500), Chair(500, cards=other), phase="showdown")
    assert answers(table, ASKED)[0] == expected


def test_half_a_pot_is_worth_showing() -> None:
    chairs = (Chair(500), Chair(500, cards="8h8dKhQd"))
    table = view("Ad2dTh9h", "3s5s8s8cKs", 600, *chairs, phase="showdown")
    assert answers(table, ASKED, bot=OMAHA_HILO)[0] == actions.Show()
    assert answers(table, ASKED, bot=OMAHA)[0] == actions.Muck()


def test_a_side_pot_is_worth_showing() -> None:
    # The open hand is better but all-in: it cannot win what the last street added.
    chairs = (Chair(300, 100), Chair(0, 0, "all_in", "9s9d"), Chair(300, 100))
    table = view("8s8d", "KcTd4s5h2c", 200, *chairs, phase="showdown")
    assert answers(table, ASKED)[0] == actions.Show()


# ── views that are none ────────────────────────────────────────────────────────────────────────


def test_views_of_others_are_refused() -> None:
    chairs = (Chair(500), Chair(500))
    spectators = view("", "KcTd4s", 60, *chairs)
    with pytest.raises(ValueError, match="player to act"):
        answers(spectators, facing(0, 10, 500))
    with pytest.raises(ValueError, match="player to act"):
        answers(view("AsKsQsJs", "KcTd4s", 60, *chairs), facing(0, 10, 500))


# ── whole deals ────────────────────────────────────────────────────────────────────────────────


PLAYED = [(name, structure) for name in KINDS for structure in BY_ID[name].row.structures]


def test_every_betting_game_has_a_bot() -> None:
    # Who does not see their own cards is another kind of player.
    assert {*KINDS} == {*BY_ID} - {"indian_holdem"}
    assert {*BY_ID} <= {*BOTS}


@pytest.mark.parametrize(("name", "structure"), PLAYED)
def test_deals_of_bots_end_and_keep_to_the_offers(name: str, structure: str) -> None:
    _many_deals(name, structure, 4)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "structure"), PLAYED)
def test_a_great_many_deals_end_and_keep_to_the_offers(name: str, structure: str) -> None:
    _many_deals(name, structure, 500)


def _many_deals(name: str, structure: str, deals: int) -> None:
    """All bots in the first half of the deals, then with somebody who does anything at all."""
    game, bot = BY_ID[name], Bettor(KINDS[name], WEAK)
    options = game.Options(structure=structure, ante=1)
    most = game.players[-1]
    for number in range(deals):
        players = (2, 3, 6, most)[number % 4]
        # From less than a blind up, so that many are all-in; every second deal asks who shows.
        stacks = tuple(7 + 83 * ((seat + number) % players) ** 2 for seat in range(players))
        carry = Carry(stacks=stacks, ask=number % 2 == 1)
        seed = hashlib.sha256(f"{name} {structure} {number}".encode()).digest()
        guests: dict[int, Guest] = {}
        if 2 * number >= deals:
            guests = {0: partial(random_player, Dice(seed))}
        setup = Setup(players, number % players, carry)
        assert sum(play(game, bot, setup, seed, options, guests=guests).net) == 0


# One with a board and one that draws are enough for every run.
_PROVED = {("holdem", "caller"), ("draw5", "random")}
PROVED = [
    pytest.param(*pair, marks=[] if pair in _PROVED else pytest.mark.soak)
    for pair in product(KINDS, ("caller", "random"))
]


@pytest.mark.parametrize(("name", "against"), PROVED)
def test_it_beats_simple_players(name: str, against: Opponent) -> None:
    """By the same chance always; tests/bench has thousands of deals of the strong grade."""
    tally = deals(name, Bettor(KINDS[name], MIDDLE), 2, 150, against=against)
    assert tally.mean > 2 * tally.error
