"""The bots that don't see their own cards: sound choices, what they heed, and whole deals."""

from functools import partial
from typing import Any

import pytest

from engine.bots import BOTS
from engine.bots.indian import INDIAN, INDIAN_HOLDEM
from engine.bots.indian_others import read
from engine.bots.indian_sight import Ranking, Sight, by_board, by_cards, own_seat
from engine.game import Setup
from engine.games.indian.state import Carry
from engine.values.actions import Action, Call, Fold, In, Out, Raise
from engine.values.chance import Dice
from engine.values.events import Events
from engine.values.offers import Offers
from engine.values.secret import redact
from engine.values.view import View
from tests.engine.bots.deals import Guest, play
from tests.engine.bots.indian_deals import HOLDEM, Opponent, deals, random_player
from tests.engine.bots.indian_deals import INDIAN as GAME
from tests.engine.games.betting_table import Table as Holdem
from tests.engine.games.indian_cases import carried
from tests.engine.games.indian_table import Table

CHANCES = [bytes([number]) * 32 for number in range(0, 256, 17)]


def seen(table: Table | Holdem, seat: int) -> tuple[View, Events]:
    """What a seat sees, and what has happened, as it is told."""
    return redact(table.view, seat), tuple(redact(event, seat) for event in table.events)


def answers(table: Table | Holdem, seat: int | None = None) -> list[Action | None]:
    """What the bot does by many chances, as whoever is to act."""
    if seat is None:
        seat = table.state.turn
        assert seat is not None
    given: Offers
    if isinstance(table, Holdem):
        bot, given = INDIAN_HOLDEM, table.offers
    else:
        bot, given = INDIAN, GAME.offers(table.state, seat)
    view, events = seen(table, seat)
    return [bot(view, events, given, None, chance)[0] for chance in CHANCES]


def share(found: list[Action | None], kind: type) -> float:
    return sum(isinstance(action, kind) for action in found) / len(found)


def better(table: Table | Holdem, rival: int) -> float:
    """How likely the seat to act thinks its hand to be better than that of `rival`."""
    view, events = seen(table, table.state.turn or 0)
    look = by_board if isinstance(table, Holdem) else by_cards
    sight: Sight = look(view, own_seat(view), CHANCES[3])
    weights = read(sight, view, events)
    wins = total = 0.0
    for row in sight.now:
        pairs = zip(row.mine, weights, strict=True)
        known = [(mine, its) for mine, its in pairs if mine is not None]
        wins += sum(its for mine, its in known if mine > row.others[rival])
        total += sum(its for _, its in known)
    return wins / total


# ── choices ────────────────────────────────────────────────────────────────────────────────────


def test_who_sees_only_low_cards_stays() -> None:
    assert Fold() not in answers(Table("6c 4d 3h 5s").play("2 c c"))
    assert Fold() not in answers(Table("5c 3d 2h 4s").play("5 c c"))


def test_who_sees_an_ace_that_raises_does_not_pay() -> None:
    """Only another ace would not lose."""
    assert set(answers(Table("9c Ad").play("1 6"))) == {Fold()}
    assert set(answers(Table("9c Ad 3h 4s").play("1 6 f f"))) == {Fold()}


def test_nothing_is_folded_that_costs_nothing() -> None:
    for hands in ("9c Ad Kh", "9c 2d 3h"):
        assert Fold() not in answers(Table(hands))


def test_the_lowest_wins_where_it_is_played_so() -> None:
    assert Fold() not in answers(Table("9c Ad", wins="low").play("1 6"))
    assert set(answers(Table("9c 2d", wins="low").play("1 6"))) == {Fold()}


def test_between_a_high_and_a_low_card_nothing_is_won() -> None:
    """Of those who are all-in nobody can be made to fold."""
    squeezed = Table("7c Ad 2h", wins="high_low", stacks=(50, 6, 6)).play("c 5 c")
    assert set(answers(squeezed)) == {Fold()}
    # Beside cards from the middle alone one wins one half or the other.
    assert Fold() not in answers(Table("7c 8d 8h 7s", wins="high_low").play("c 1 c c"))


@pytest.mark.parametrize(
    ("own", "strong", "weak"),
    [
        ("9s4h", "KcKd", "7c2d"),
        ("9s4h5c", "AcAdAh", "7c4d2h"),
        ("9s4h5c8cTd", "AcAdAhKcKd", "7c5d4d3c2h"),
    ],
)
def test_hands_of_several_cards_are_told_apart(own: str, strong: str, weak: str) -> None:
    assert set(answers(Table(f"{own} {strong}").play("1 6"))) == {Fold()}
    assert Fold() not in answers(Table(f"{own} {weak}").play("c 2"))


def test_three_cards_go_by_the_order_agreed_upon() -> None:
    """Beside three threes: only three of another kind can win, or nothing can."""
    found = {
        order: by_cards(seen(Table("9s4h5c 3c3d3h", brag_order=order), 0)[0], 0, CHANCES[0])
        for order in ("natural", "traditional")
    }
    heights = [sight.now[0].others[1] for sight in found.values()]
    assert heights[0] < Ranking(3).strength((4, 17, 30)) < heights[1]


def test_bots_do_not_raise_each_other_for_ever() -> None:
    """Two who see the lowest cards, one chip after the other, and no end to the raises."""
    table = Table("3c 2d", stacks=(1_000, 1_000), max_bet=1).play("1 2 3 4")
    assert share(answers(table), Raise) > 0.5
    for to in range(5, 30):
        found = answers(table)
        if to > 13:
            assert set(map(type, found)) == {Call}
        table.play(str(to))


def test_among_eight_the_raises_end_sooner() -> None:
    """Who sees nothing above an eight raises a bet, and stays in after three of them."""
    table = Table("2c 3d 3s 4d 5h 6s 7c 8d").play("5")
    assert share(answers(table), Raise) > 0.5
    assert share(answers(table.play("10 15")), Call) == 1


def test_close_decisions_are_mixed_and_the_same_chance_gives_the_same() -> None:
    table = Table("9c 8d 7s 5h")
    assert len(set(answers(table))) > 1
    assert answers(table) == answers(table)


# ── in or out ──────────────────────────────────────────────────────────────────────────────────


def test_who_sees_low_cards_is_in_and_who_sees_aces_is_out() -> None:
    def found(hands: str, **given: Any) -> list[Action | None]:
        return answers(Table(hands, match_pot=True, **given), 0)

    assert set(found("9c 4d 3h")) == {In(3)}
    # Now and then everybody stays out for fear of the ace.
    assert share(found("9c Ad Kh", pot=20), Out) > 0.7
    assert set(found("9c 4d 3h", pot=20, match_limit=6)) == {In(6)}
    assert set(found("9cTd 4d3h 7h2c")) == {In(3)}


def test_a_cheap_pot_is_worth_more_tries() -> None:
    dear = Table("9c Jd 5h", match_pot=True, pot=40)
    cheap = Table("9c Jd 5h", match_pot=True, pot=40, match_limit=4)
    assert share(answers(cheap, 0), In) > share(answers(dear, 0), In)


# ── what others do ─────────────────────────────────────────────────────────────────────────────


def test_what_others_do_on_seeing_a_hand_is_heeded() -> None:
    """The same cards in sight: who folds has seen something high, who raises has not."""
    folded, raised = Table("9c 8d Tc 7h").play("1 f f"), Table("9c 8d Tc 7h").play("1 6 11")
    assert better(folded, 0) > better(raised, 0) + 0.3
    folded, raised = (
        Table("9c 8d Tc 7h", wins="low").play("1 f f"),
        Table("9c 8d Tc 7h", wins="low").play("1 6 11"),
    )
    assert better(folded, 0) > better(raised, 0) + 0.3


def test_it_is_heeded_over_a_board_too() -> None:
    hands = {0: "KdTs", 1: "8s6d", 2: "Qs9c", 3: "5h4c"}

    def table(words: str) -> Holdem:
        found = Holdem("indian_holdem", (1_000,) * 4, hands=hands, board="2c7h9dTdAc")
        return found.play(f"c c c c  c c c c  c c c c  {words}")

    assert better(table("20 f f"), 0) > better(table("20 40 60"), 0) + 0.2


def test_the_own_cards_change_nothing() -> None:
    usual = answers(Table("9c Jd 5h"))
    assert all(answers(Table(f"{own} Jd 5h")) == usual for own in ("2c", "Ac"))
    declared = answers(Table("9c Jd 5h", match_pot=True), 0)
    assert answers(Table("2c Jd 5h", match_pot=True), 0) == declared
    hands = {0: "9s9d", 1: "KdTs"}

    def looks(own: str) -> tuple[View, Events]:
        return seen(Holdem("indian_holdem", hands={**hands, 2: own}), 2)

    (view, events), other = looks("AsAd"), looks("7h2d")
    assert (view, events) == other


def test_views_of_others_are_refused() -> None:
    table = Table("9c Jd 5h")
    given = GAME.offers(table.state, 0)
    for reader in (1, None):
        view = redact(table.view, reader)
        with pytest.raises(ValueError, match="player to act"):
            INDIAN(view, (), given, None, CHANCES[0])


# ── whole deals ────────────────────────────────────────────────────────────────────────────────


def test_both_games_have_a_bot() -> None:
    assert {GAME.id, HOLDEM.id} <= {*BOTS}


def test_deals_of_bots_end_and_keep_to_the_offers() -> None:
    _many_deals(32)
    _many_holdem_deals((2, 4))


@pytest.mark.soak
def test_a_great_many_deals_end_and_keep_to_the_offers() -> None:
    _many_deals(1_000)
    _many_holdem_deals((2, 3, 6, 10) * 2)


def _many_deals(count: int) -> None:
    """All bots in the first half of the deals, then with somebody who does anything at all."""
    for number, case in enumerate(carried(count, b"bots")):
        setup = Setup(case.players, case.button, case.carry)
        guests: dict[int, Guest] = {}
        if 2 * number >= count:
            guests = {0: partial(random_player, Dice(case.seed))}
        result = play(GAME, INDIAN, setup, case.seed, case.options, guests=guests)
        assert isinstance(result.carry, Carry)
        assert sum(result.net) + result.carry.pot == case.carry.pot


def _many_holdem_deals(tables: tuple[int, ...]) -> None:
    for structure in ("split", "spread", "pot", "no"):
        for number, players in enumerate(tables):
            stacks = tuple(7 + 83 * ((seat + number) % players) ** 2 for seat in range(players))
            setup = Setup(players, number % players, HOLDEM.Carry(stacks=stacks))
            seed = f"{structure} {number}".encode()
            options = HOLDEM.Options(structure=structure, ante=number % 2)
            guests: dict[int, Guest] = {}
            if number % 2:
                guests = {0: partial(random_player, Dice(seed))}
            assert sum(play(HOLDEM, INDIAN_HOLDEM, setup, seed, options, guests=guests).net) == 0


@pytest.mark.parametrize("against", ["random", "counter"])
@pytest.mark.parametrize("options", [{}, {"match_pot": True}])
def test_it_beats_simple_players(against: Opponent, options: dict[str, Any]) -> None:
    """By the same chance always; tests/bench has more deals and the other variants."""
    players, count = (4, 25) if options else (2, 50)
    tally = deals(GAME, INDIAN, players, count, against=against, **options)
    assert tally.mean > 2 * tally.error
