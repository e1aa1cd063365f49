"""Pokerface: how a deal is dealt, what its view and events hold, what the table may do."""

import pytest
from msgspec import Struct

from engine.game import Gone, Result, Setup, TimeUp
from engine.games.pokerface import Options, Score, State
from engine.kit.shuffle import shuffle
from engine.play import Act, play, scripted
from engine.values.actions import Pass, Take
from engine.values.cards import Card, Empty, Hidden, Token, cards
from engine.values.chance import Chance
from engine.values.events import Dealt, Phase, Scored, Shown
from engine.values.manners import Manners
from engine.values.secret import redact
from engine.values.view import Counter
from engine.values.why import Why
from tests.engine.games.pokerface_table import (
    GAME,
    SEED,
    SEED_BOARD,
    SEED_DECK,
    SEED_HANDS,
    SUCCESS,
    Table,
    deal,
    pf_03,
)

# ── the deal ───────────────────────────────────────────────────────────────────────────────────


def test_cards_are_dealt_from_the_deck_in_the_order_of_the_record() -> None:
    table = Table(4, 0, SEED_DECK)
    assert SEED_DECK.startswith("AsJdQdTs5s5h7d6h")
    dealt = [event for event in table.events if isinstance(event, Dealt)]
    assert [(event.zone, event.seat) for event in dealt] == [
        ("hand.1", 1),
        ("hand.2", 2),
        ("hand.3", 3),
        ("hand.0", 0),
    ]
    for event in dealt:
        assert event.seat is not None
        assert redact(event, event.seat).cells == cards(SEED_HANDS[event.seat])
        others = {0, 1, 2, 3, None} - {event.seat}
        assert {redact(event, other).cells for other in others} == {(Hidden(), Hidden())}


def test_first_view_of_a_deal() -> None:
    table = Table(4, 0, SEED_DECK)
    view = redact(table.view, 3)
    assert view.phase == "tokens.c"
    assert view.to_act == (1,)
    assert [zone.id for zone in view.zones] == [
        "board",
        "hand.0",
        "hand.1",
        "hand.2",
        "hand.3",
        "tokens.c",
    ]
    board, anna, _, _, dan, rack = view.zones
    assert (board.kind, board.owner, board.cells) == ("board", None, (Empty(),) * 5)
    assert (anna.kind, anna.owner, anna.cells) == ("hand", 0, (Hidden(), Hidden()))
    assert (dan.kind, dan.owner, dan.cells) == ("hand", 3, cards("5s5h"))
    assert (rack.kind, rack.owner) == ("rack", None)
    assert rack.cells == tuple(Token("c", number, None) for number in (1, 2, 3, 4))
    assert [seat.markers for seat in view.seats] == [("dealer",), (), (), ()]
    assert {seat.stack for seat in view.seats} == {None}
    assert view.pots == ()
    assert view.counters == (
        Counter("successes", 0, 3),
        Counter("failures", 0, 3),
        Counter("lap", 1, 3),
        Counter("passes", 0, 4),
    )
    assert view.notes == ()
    assert table.result is None


def test_board_comes_with_its_rounds_and_tokens_stay() -> None:
    table = Table(4, 0, SEED_DECK)
    tokens = {0: 1, 1: 2, 2: 3, 3: 4}
    seen = []
    while table.view.phase != "showdown":
        board = table.view.zone("board")
        assert board is not None
        seen.append((table.view.phase, [c.code for c in board.cells if isinstance(c, Card)]))
        table.quick_round(tokens)
    assert seen == [
        ("tokens.c", []),
        ("tokens.d", ["Qc", "8h", "8s"]),
        ("tokens.h", ["Qc", "8h", "8s", "5d"]),
        ("tokens.s", ["Qc", "8h", "8s", "5d", "3c"]),
    ]
    assert [table.rack(suit) for suit in "cdhs"] == [(0, 1, 2, 3)] * 4
    assert [e.cells for e in table.events if isinstance(e, Dealt) and e.zone == "board"] == [
        cards("Qc8h8s"),
        cards("5d"),
        cards("3c"),
    ]


def test_events_of_a_whole_deal() -> None:
    table = Table(3, 2, deal({0: "AsAd", 1: "KsKd", 2: "QsQd"}, "2c3c4d5d7h", dealer=2))
    tokens = {2: 1, 1: 2, 0: 3}
    table.to_the_end(tokens)
    phases = [event for event in table.events if isinstance(event, Phase)]
    assert phases == [
        Phase("deal"),
        *(Phase("tokens", {"suit": suit}) for suit in "cdhs"),
        Phase("showdown"),
    ]
    order = [type(event).__name__ for event in table.events]
    one_round = ["Acted"] * 6
    assert order == [
        "Phase",
        *["Dealt"] * 3,
        "Phase",
        *one_round,
        *["Dealt", "Phase", *one_round] * 3,
        "Phase",
        *["Shown"] * 3,
        "Scored",
    ]
    assert [event for event in table.events if isinstance(event, Shown)] == [
        Shown(2, cards("QsQd")),
        Shown(1, cards("KsKd")),
        Shown(0, cards("AsAd")),
    ]
    assert table.events[-1] == Scored("success", {"successes": 1, "failures": 0})


@pytest.mark.parametrize(
    ("players", "button"), [(2, 0), (7, 0), (3, 3), (3, -1)], ids=["two", "seven", "high", "low"]
)
def test_wrong_setups_are_refused(players: int, button: int) -> None:
    with pytest.raises(ValueError, match="no deal for"):
        GAME.new(Options(), Setup(players, button, Score()), shuffle(SEED))


def test_options_and_carry_of_another_game_are_refused() -> None:
    class Other(Struct, frozen=True):
        pass

    with pytest.raises(ValueError, match="another game"):
        GAME.new(Other(), Setup(3, 0, Score()), shuffle(SEED))
    with pytest.raises(ValueError, match="another game"):
        GAME.new(Options(), Setup(3, 0, Other()), shuffle(SEED))


def test_a_card_that_comes_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="twice"):
        Table(3, 0, "AsAdKsKdQsAs")


# ── what the table does, and what a record may lack ────────────────────────────────────────────


def test_nobody_is_played_for() -> None:
    table = pf_03()
    for what in (TimeUp(), TimeUp(0), Gone(0)):
        assert GAME.happen(table.state, what) == (table.state, ())
    assert all(GAME.default(table.state, seat, None) is None for seat in range(4))


@pytest.mark.parametrize(
    "deck",
    ["", "AsJdQdTs5s5h7d6h", "AsJd??Ts5s5h7d6hQc8h8s5d3c", "AsJdQdTs5s5h7d6hQc8h8s5d??"],
    ids=["none", "no board", "a hole card", "the river"],
)
def test_a_deal_with_unknown_cards_is_played_but_not_decided(deck: str) -> None:
    table = Table(4, 0, deck).to_the_end({0: 1, 1: 2, 2: 3, 3: 4})
    assert table.view.phase == "showdown"
    assert table.result is None
    assert all(table.offers(seat) == () for seat in range(4))
    assert table.refused(1, Pass()) == Why("deal_over")
    assert not any(isinstance(event, Scored) for event in table.events)
    assert table.view.zone("best.0") is None
    assert table.view.notes == ()
    assert redact(table.view, None).to_act == ()


def test_manners() -> None:
    assert GAME.manners == Manners(talk="quiet", absence="pause", clock=None)
    assert GAME.players == range(3, 7)


def test_the_record_of_the_seeds_deal() -> None:
    """The example of records.md: p1 Ben … p4 Anna, here at the seats 0 … 3."""

    def quick(tokens: str) -> list[Act]:
        taken = [Act(seat, Take(int(token), None)) for seat, token in enumerate(tokens)]
        return taken + [Act(seat, Pass()) for seat in range(4)]

    diamonds = [
        *(Act(seat, Take(token, None)) for seat, token in ((0, 4), (1, 2))),
        Act(2, Take(4, 0)),
        *(Act(seat, Take(token, None)) for seat, token in ((3, 1), (0, 3))),
        *(Act(seat, Pass()) for seat in (1, 2, 3, 0)),
    ]
    script = [*quick("2341"), *diamonds, *quick("2341"), *quick("2341")]
    chance = Chance(cards("AsJdQdTs5s5h7d6h" + SEED_BOARD), b"")
    played = play(GAME, Options(), Setup(4, 3, Score()), chance, scripted(script))
    assert played.result == Result((0, 0, 0, 0), SUCCESS)
    assert len(played.entries) == len(script)
    view = GAME.view(played.state)
    tokens = {}
    for suit in "cdhs":
        zone = view.zone(f"tokens.{suit}")
        assert zone is not None
        held = {c.holder: c.number for c in zone.cells if isinstance(c, Token)}
        tokens[suit] = [held[seat] for seat in range(4)]
    assert tokens == {
        "c": [2, 3, 4, 1],
        "d": [3, 2, 4, 1],
        "h": [2, 3, 4, 1],
        "s": [2, 3, 4, 1],
    }


def test_secrets_do_not_show_in_a_repr() -> None:
    table = Table(3, 0, "AsAdKsKdQsQd2c3c4d5d7h")
    assert isinstance(table.state, State)
    assert "As" not in repr(table.state)
    assert "7h" not in repr(table.state)
