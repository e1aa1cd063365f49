"""Pokerface's showdown, rising stakes, soft landing by their vectors (rules.md A)."""

from itertools import pairwise

import phevaluator
import pytest

from engine.game import Result, Setup
from engine.games.pokerface import Options, Score
from engine.kit.shuffle import shuffle
from engine.play import at_random, play
from engine.values.actions import Pass, Take
from engine.values.cards import Card, Token, cards
from engine.values.chance import Dice
from engine.values.events import Dealt, Phase, Scored, Shown
from engine.values.secret import redact
from engine.values.view import Counter, Note
from engine.values.why import Facts, Why
from tests.engine.games.pokerface_table import (
    FAILURE,
    GAME,
    SEED_BOARD,
    SEED_DECK,
    SEED_HANDS,
    SUCCESS,
    Table,
    deal,
    score_of,
)

# ── showdowns ──────────────────────────────────────────────────────────────────────────────────


def test_pf_01_the_seeds_showdown_is_a_success() -> None:
    table = Table(4, 0, SEED_DECK).to_the_end({0: 1, 1: 2, 2: 3, 3: 4})
    assert table.result == Result(net=(0, 0, 0, 0), carry=SUCCESS)
    best = {seat: table.view.zone(f"best.{seat}") for seat in range(4)}
    assert {
        seat: "".join(cell.rank for cell in zone.cells if isinstance(cell, Card))
        for seat, zone in best.items()
        if zone is not None
    } == {0: "88Q76", 1: "88AQJ", 2: "QQ88T", 3: "55588"}
    assert {zone and (zone.kind, zone.owner) for zone in best.values()} == {
        ("row", 0),
        ("row", 1),
        ("row", 2),
        ("row", 3),
    }
    facts = {note.seat: note.facts for note in table.notes("hand")}
    assert [facts[seat]["name"] for seat in range(4)] == [
        "pair",
        "pair",
        "two_pair",
        "full_house",
    ]
    assert [facts[seat]["order"] for seat in range(4)] == [1, 2, 3, 4]
    assert [facts[seat]["compare"] for seat in range(4)] == ["first", *["stronger"] * 3]
    assert table.notes("success") == [Note("success")]
    assert table.notes("failure") == []


def test_pf_02_a_weaker_hand_on_a_higher_token_fails() -> None:
    hands = SEED_HANDS | {1: "4h2d"}
    table = Table(4, 0, deal(hands, SEED_BOARD, dealer=0)).to_the_end({0: 1, 1: 2, 2: 3, 3: 4})
    assert table.result == Result(net=(0, 0, 0, 0), carry=FAILURE)
    drop: Facts = {"seat": 1, "token": 2, "below_seat": 0, "below_token": 1}
    assert table.notes("failure") == [Note("failure", None, drop)]
    assert table.events[-1] == Scored("failure", {**drop, "successes": 0, "failures": 1})
    # Everybody is revealed all the same (rules.md A).
    assert len([event for event in table.events if isinstance(event, Shown)]) == 4
    facts = {note.seat: note.facts for note in table.notes("hand")}
    assert facts[1]["compare"] == "weaker"
    assert facts[2]["compare"] == facts[3]["compare"] == "stronger"


@pytest.mark.parametrize(
    ("order", "outcome"),
    [("ZXY", SUCCESS), ("ZYX", SUCCESS), ("XZY", FAILURE)],
)
def test_pf_14_equal_straights_lie_in_either_order(order: str, outcome: Score) -> None:
    names = "XYZ"
    hands = {0: "JdTh", 1: "JsTc", 2: "6s5d"}
    table = Table(3, 2, deal(hands, "9c8d7h2s2c", dealer=2))
    table.to_the_end({names.index(name): token for token, name in enumerate(order, 1)})
    assert score_of(table.result) == outcome
    facts = {note.seat: note.facts for note in table.notes("hand")}
    if outcome == SUCCESS:
        top = names.index(order[2])
        assert facts[top]["compare"] == "equal"


@pytest.mark.parametrize("tokens", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_pf_15_a_royal_flush_on_the_board_makes_any_order_right(tokens: tuple[int, ...]) -> None:
    table = Table(3, 0, "2c3d4h5c9d9h" + "AsKsQsJsTs")
    table.to_the_end(dict(enumerate(tokens)))
    assert score_of(table.result) == SUCCESS
    assert sorted(str(note.facts["compare"]) for note in table.notes("hand")) == [
        "equal",
        "equal",
        "first",
    ]


@pytest.mark.parametrize(
    ("tokens", "outcome"),
    [((1, 2, 3, 4), SUCCESS), ((3, 1, 2, 4), SUCCESS), ((1, 2, 4, 3), FAILURE)],
)
def test_pf_16_two_pairs_on_the_board(tokens: tuple[int, ...], outcome: Score) -> None:
    hands = {0: "Jc9d", 1: "2c2d", 2: "Qd3c", 3: "Ad3h"}
    table = Table(4, 3, deal(hands, "AhAcKdKsQh", dealer=3))
    table.to_the_end(dict(enumerate(tokens)))
    assert score_of(table.result) == outcome
    first = {note.seat: note.facts["name"] for note in table.notes("hand")}
    assert first == {0: "two_pair", 1: "two_pair", 2: "two_pair", 3: "full_house"}


@pytest.mark.parametrize(
    ("tokens", "outcome", "wrong"),
    [
        ((3, 2, 4, 1), SUCCESS, []),
        ((2, 3, 4, 1), SUCCESS, []),
        ((4, 2, 3, 1), FAILURE, [0]),
    ],
)
def test_ties_and_who_lies_wrong(tokens: tuple[int, ...], outcome: Score, wrong: list[int]) -> None:
    # A and B tie with ace high, C has a pair, D less than all (cases.md C10).
    hands = {0: "Ah3d", 1: "As4d", 2: "9d3c", 3: "7h6h"}
    table = Table(4, 3, deal(hands, "KcQd9s5h2c", dealer=3))
    table.to_the_end(dict(enumerate(tokens)))
    assert score_of(table.result) == outcome
    assert [n.seat for n in table.notes("hand") if n.facts["compare"] == "weaker"] == wrong


def test_all_hands_are_open_and_nobody_may_act_after_the_showdown() -> None:
    table = Table(4, 0, SEED_DECK).to_the_end({0: 1, 1: 2, 2: 3, 3: 4})
    stranger = redact(table.view, None)
    for seat, hand in SEED_HANDS.items():
        zone = stranger.zone(f"hand.{seat}")
        assert zone is not None
        assert zone.cells == cards(hand)
    assert stranger.phase == "showdown"
    assert stranger.to_act == ()
    assert [counter.id for counter in stranger.counters] == ["successes", "failures"]
    assert table.offers(1) == ()
    assert table.refused(1, Pass()) == Why("deal_over")
    assert table.refused(1, Take(1, 0)) == Why("deal_over")


# ── rising stakes, soft landing ────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("successes", "suits", "skipped"), [(0, "cdhs", ""), (1, "dhs", "c"), (2, "ds", "ch")]
)
@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize("failures", [0, 2])
def test_pf_18_rising_stakes(
    successes: int, suits: str, skipped: str, at_once: bool, failures: int
) -> None:
    score = Score(successes, failures)
    table = Table(3, 2, score=score, rising_stakes=True, all_at_once=at_once)
    while table.view.phase != "showdown":
        notes = table.notes("skipped")
        assert [note.facts["suit"] for note in notes] == list(skipped)
        for seat in range(3):
            table.take(seat, seat + 1)
        (table.ready if at_once else table.pass_)(0, 1, 2)
    rounds = [e.facts["suit"] for e in table.events if isinstance(e, Phase) and e.facts]
    assert rounds == list(suits)
    boards = [e for e in table.events if isinstance(e, Dealt) and e.zone == "board"]
    assert [len(event.cells) for event in boards] == [3, 1, 1]
    assert table.view.zone("tokens.c") is None or not skipped
    order = [
        event.zone if isinstance(event, Dealt) else event.code
        for event in table.events
        if isinstance(event, Phase) or (isinstance(event, Dealt) and event.zone == "board")
    ]
    assert (
        order
        == {
            0: [
                "deal",
                "tokens",
                "board",
                "tokens",
                "board",
                "tokens",
                "board",
                "tokens",
                "showdown",
            ],
            1: ["deal", "board", "tokens", "board", "tokens", "board", "tokens", "showdown"],
            2: ["deal", "board", "tokens", "board", "board", "tokens", "showdown"],
        }[successes]
    )


def test_without_rising_stakes_every_round_is_played() -> None:
    table = Table(3, 2, score=Score(2, 0))
    assert table.view.phase == "tokens.c"
    assert table.notes("skipped") == []


@pytest.mark.parametrize(
    ("score", "soft", "good", "after", "ended"),
    [
        (Score(1, 2), False, True, Score(2, 2), None),
        (Score(2, 2), False, True, Score(3, 2), "won"),
        (Score(2, 2), False, False, Score(2, 3), "lost"),
        (Score(2, 2), True, False, Score(2, 3), None),
        (Score(2, 3), True, False, Score(2, 4), "lost"),
        (Score(2, 3), True, True, Score(3, 3), "won"),
    ],
)
def test_the_match_ends_with_three_successes_or_too_many_failures(
    score: Score, soft: bool, good: bool, after: Score, ended: str | None
) -> None:
    deck = deal({0: "AsAd", 1: "KsKd", 2: "QsQd"}, "2c3c4d5d7h", dealer=2)
    table = Table(3, 2, deck, score=score, soft_landing=soft)
    most = 4 if soft else 3
    assert table.counter("failures") == Counter("failures", score.failures, most)
    assert table.counter("successes") == Counter("successes", score.successes, 3)
    table.to_the_end({2: 1, 1: 2, 0: 3} if good else {0: 1, 1: 2, 2: 3})
    assert table.result is not None
    assert (table.result.carry, table.result.ended) == (after, ended)
    assert table.counter("failures") == Counter("failures", after.failures, most)
    assert table.counter("successes") == Counter("successes", after.successes, 3)


@pytest.mark.parametrize("number", range(30))
def test_the_showdown_agrees_with_another_evaluator(number: int) -> None:
    n = 3 + number % 4
    seed = bytes([number, 99])
    played = play(
        GAME, Options(), Setup(n, number % n, Score()), shuffle(seed), at_random(Dice(seed))
    )
    view = GAME.view(played.state)
    board, last = view.zone("board"), view.zone("tokens.s")
    assert board is not None
    assert last is not None
    strengths = []
    for token in last.cells:
        assert isinstance(token, Token)
        hand, best = view.zone(f"hand.{token.holder}"), view.zone(f"best.{token.holder}")
        assert hand is not None
        assert best is not None
        seven = phevaluator.evaluate_cards(*map(str, (*hand.cells, *board.cells)))
        assert phevaluator.evaluate_cards(*map(str, best.cells)) == seven
        strengths.append(-seven)
    good = all(low <= high for low, high in pairwise(strengths))
    assert score_of(played.result) == (SUCCESS if good else FAILURE)
    order = {
        note.facts["order"]: note.facts["compare"] for note in view.notes if note.seat is not None
    }
    assert [order[place] for place in range(2, n + 1)] == [
        "equal" if low == high else "stronger" if low < high else "weaker"
        for low, high in pairwise(strengths)
    ]
