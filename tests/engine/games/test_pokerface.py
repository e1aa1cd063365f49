"""Pokerface by its vectors (rules.md A) and the examples of its seed."""

from itertools import pairwise
from typing import Any

import phevaluator
import pytest
from msgspec import Struct

from engine.game import Gone, Result, Setup, TimeUp
from engine.games.pokerface import Options, Pokerface, Rack, Score, State
from engine.kit.shuffle import shuffle
from engine.play import Act, at_random, play, scripted, walk
from engine.values import actions, offers
from engine.values.actions import Action, Pass, Ready, Take
from engine.values.cards import Card, Empty, Hidden, Token, cards
from engine.values.chance import Chance, Dice
from engine.values.events import Acted, Dealt, Events, Moved, Phase, Scored, Shown
from engine.values.manners import Manners
from engine.values.offers import Barred, real
from engine.values.secret import redact
from engine.values.view import Counter, Note, View
from engine.values.why import Facts, Illegal, Why

GAME = Pokerface()
SEED = bytes(32)


class Table:
    """A deal that a test plays on, step by step."""

    def __init__(
        self,
        n: int,
        dealer: int,
        deck: str | None = None,
        score: Score = Score(),  # noqa: B008
        **options: bool,
    ) -> None:
        chance = shuffle(SEED) if deck is None else Chance(cards(deck), SEED)
        self.n = n
        self.state, self.events = GAME.new(Options(**options), Setup(n, dealer, score), chance)

    def act(self, seat: int, action: Action) -> Events:
        self.state, events = GAME.apply(self.state, seat, action)
        self.events += events
        return events

    def take(self, seat: int, token: int) -> Events:
        """Take a token from wherever it lies."""
        return self.act(seat, Take(token, self.rack()[token - 1]))

    def pass_(self, *seats: int) -> None:
        for seat in seats:
            self.act(seat, Pass())

    def ready(self, *seats: int) -> None:
        for seat in seats:
            self.act(seat, Ready(self.state.moves))

    def refused(self, seat: int, action: Action) -> Why:
        before = self.state
        with pytest.raises(Illegal) as caught:
            GAME.apply(self.state, seat, action)
        assert self.state is before
        return caught.value.why

    def offers(self, seat: int) -> offers.Offers:
        return GAME.offers(self.state, seat)

    @property
    def view(self) -> View:
        return GAME.view(self.state)

    def to_act(self) -> tuple[int, ...]:
        return self.view.to_act

    def rack(self, suit: str | None = None) -> tuple[int | None, ...]:
        """The holder of each token, of the running round or of a suit."""
        name = suit or self.view.phase.partition(".")[2]
        zone = self.view.zone(f"tokens.{name}")
        assert zone is not None
        held = []
        for number, cell in enumerate(zone.cells, 1):
            assert isinstance(cell, Token)
            assert (cell.suit, cell.number) == (name, number)
            held.append(cell.holder)
        return tuple(held)

    def counter(self, name: str) -> Counter | None:
        return self.view.counter(name)

    def notes(self, code: str) -> list[Note]:
        return [note for note in self.view.notes if note.code == code]

    def note(self, seat: int) -> Note | None:
        return next((note for note in self.view.notes if note.seat == seat), None)

    def quick_round(self, tokens: dict[int, int]) -> None:
        """A round in turns in which each seat takes its token and everybody passes."""
        order = [(self.state.dealer + 1 + place) % self.n for place in range(self.n)]
        for seat in order:
            self.take(seat, tokens[seat])
        self.pass_(*order)

    def to_the_end(self, tokens: dict[int, int]) -> "Table":
        while self.view.phase != "showdown":
            self.quick_round(tokens)
        return self

    @property
    def result(self) -> Result | None:
        return GAME.result(self.state)


def deal(hands: dict[int, str], board: str, dealer: int) -> str:
    """A deck in the order of records.md: p1 sits left of the dealer; then the board."""
    n = len(hands)
    return "".join(hands[(dealer + 1 + place) % n] for place in range(n)) + board


def named(result: Result | None) -> Any:
    assert result is not None
    return result.carry


SUCCESS = Score(successes=1)
FAILURE = Score(failures=1)

# ── by dice ────────────────────────────────────────────────────────────────────────────────────

VARIANTS = [
    Options(all_at_once=at_once, rising_stakes=rising)
    for at_once in (False, True)
    for rising in (False, True)
]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
@pytest.mark.parametrize("n", GAME.players)
def test_tokens_lie_where_they_can_and_rounds_end_when_they_must(n: int, options: Options) -> None:
    for number in range(6):
        seed = bytes([number, n])
        dealer, score = number % n, Score(number % 3, 0)
        setup = Setup(n, dealer, score)
        finished: tuple[Rack, ...] = ()
        acts = brakes = 0
        for moment in walk(GAME, options, setup, shuffle(seed), at_random(Dice(seed))):
            racks = moment.state.racks
            for rack in racks:
                held = [seat for seat in rack if seat is not None]
                assert len(set(held)) == len(held)
            assert racks[: len(finished)] == finished, "a finished round changed"
            acts += any(isinstance(event, Acted) for event in moment.events)
            brakes += any(e.code == "brake" for e in moment.events if isinstance(e, Phase))
            if len(racks) > len(finished) + 1 or GAME.result(moment.state):
                finished = racks[: len(racks) - (GAME.result(moment.state) is None)]
                assert set(finished[-1]) == set(range(n)), "a round ended without everybody"
                assert acts >= 2 * n
                if not options.all_at_once:
                    # Three laps; then the brake, with a choice for all but one at most.
                    assert acts < 4 * n
                    assert brakes <= (acts >= 3 * n)
                    assert brakes >= (acts > 3 * n)
                acts = brakes = 0


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
    assert named(played.result) == (SUCCESS if good else FAILURE)
    order = {
        note.facts["order"]: note.facts["compare"] for note in view.notes if note.seat is not None
    }
    assert [order[place] for place in range(2, n + 1)] == [
        "equal" if low == high else "stronger" if low < high else "weaker"
        for low, high in pairwise(strengths)
    ]


# ── the deal ───────────────────────────────────────────────────────────────────────────────────

SEED_BOARD = "Qc8h8s5d3c"
# Anna sits at 0, then Ben, Carla, Dan; Anna deals, so Ben is p1 and she is the last.
SEED_HANDS = {0: "7d6h", 1: "AsJd", 2: "QdTs", 3: "5s5h"}
SEED_DECK = deal(SEED_HANDS, SEED_BOARD, dealer=0)


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
    assert named(table.result) == outcome
    facts = {note.seat: note.facts for note in table.notes("hand")}
    if outcome == SUCCESS:
        top = names.index(order[2])
        assert facts[top]["compare"] == "equal"


@pytest.mark.parametrize("tokens", [(1, 2, 3), (3, 2, 1), (2, 3, 1)])
def test_pf_15_a_royal_flush_on_the_board_makes_any_order_right(tokens: tuple[int, ...]) -> None:
    table = Table(3, 0, "2c3d4h5c9d9h" + "AsKsQsJsTs")
    table.to_the_end(dict(enumerate(tokens)))
    assert named(table.result) == SUCCESS
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
    assert named(table.result) == outcome
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
    assert named(table.result) == outcome
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


# ── a token round in turns ─────────────────────────────────────────────────────────────────────


def pf_03() -> Table:
    """The seed's example of a round: Anna 0 deals for Ben 1, Carla 2, Dan 3."""
    table = Table(4, 0)
    table.take(1, 4)
    table.take(2, 2)
    table.take(3, 4)
    return table


def test_pf_03_the_seeds_example_of_a_round() -> None:
    table = pf_03()
    assert table.rack() == (None, 2, None, 3)
    table.take(0, 1)
    table.take(1, 3)
    table.pass_(2, 3, 0)
    assert table.view.phase == "tokens.c"
    assert table.counter("passes") == Counter("passes", 3, 4)
    table.pass_(1)
    assert table.view.phase == "tokens.d"
    assert table.rack("c") == (0, 2, 1, 3)
    acted = [event for event in table.events if isinstance(event, Acted)]
    assert len(acted) == 9
    assert acted[2] == Acted(3, Take(4, 1))


def test_pf_04_the_robbed_may_not_pass() -> None:
    table = pf_03()
    table.take(0, 1)
    assert Barred("pass", Why("no_token")) in table.offers(1)
    assert table.refused(1, Pass()) == Why("no_token")


def test_pf_06_with_an_empty_centre_a_holder_robs_or_passes() -> None:
    table = Table(3, 2)
    for seat, token in ((0, 1), (1, 2), (2, 3)):
        table.take(seat, token)
    assert real(table.offers(0)) == (offers.Take(2, 1), offers.Take(3, 2), offers.Pass())
    assert table.refused(0, Take(1, None)) == Why("own_token", {"token": 1})
    assert table.refused(0, Take(2, None)) == Why("token_moved", {"token": 2, "holder": 1})


def test_pf_07_and_08_what_is_given_back_can_be_taken_next() -> None:
    table = Table(3, 0)
    table.take(1, 2)
    table.take(2, 1)
    table.take(0, 3)
    assert table.take(1, 3) == (Acted(1, Take(3, 0)), Moved(2, 1, None))
    assert table.rack() == (2, None, 1)
    assert table.take(2, 2) == (Acted(2, Take(2, None)), Moved(1, 2, None))
    assert table.rack() == (None, 2, 1)
    table.take(0, 1)
    table.pass_(1, 2)
    assert table.view.phase == "tokens.c"
    assert len([event for event in table.events if isinstance(event, Acted)]) == 8
    assert table.counter("passes") == Counter("passes", 2, 3)
    assert table.counter("lap") == Counter("lap", 3, 3)


def test_pf_10_the_fastest_end_is_two_laps() -> None:
    table = Table(4, 3)
    for seat in range(4):
        table.take(seat, seat + 1)
    table.pass_(0, 1, 2)
    assert table.view.phase == "tokens.c"
    table.pass_(3)
    assert table.view.phase == "tokens.d"


def test_pf_12_the_last_to_change_passes_too() -> None:
    table = Table(3, 2)
    table.take(0, 1)
    table.take(1, 2)
    table.take(2, 2)
    table.pass_(0)
    table.take(1, 3)
    table.pass_(2, 0)
    assert table.view.phase == "tokens.c"
    table.pass_(1)
    assert table.view.phase == "tokens.d"


def test_one_puts_back_before_taking_so_the_own_token_is_no_choice() -> None:
    table = Table(3, 2)
    table.take(0, 1)
    table.take(1, 2)
    table.take(2, 3)
    assert table.refused(0, Take(1, 0)) == Why("own_token", {"token": 1})
    assert all(offer.token != 1 for offer in table.offers(0) if isinstance(offer, offers.Take))


def test_offers_and_refusals_in_turns() -> None:
    table = Table(3, 2)
    assert real(table.offers(0)) == tuple(offers.Take(t, None) for t in (1, 2, 3))
    for other in (1, 2):
        assert real(table.offers(other)) == ()
        assert Barred("pass", Why("not_your_turn")) in table.offers(other)
        assert table.refused(other, Take(1, None)) == Why("not_your_turn")
        assert table.refused(other, Pass()) == Why("not_your_turn")
    assert table.refused(0, Take(4, None)) == Why("no_such_token", {"token": 4})
    assert table.refused(0, Take(1, 2)) == Why("token_moved", {"token": 1, "holder": -1})
    assert table.refused(0, Ready(0)) == Why("no_such_action")
    assert table.refused(0, actions.Fold()) == Why("no_such_action")
    assert table.refused(3, Pass()) == Why("no_such_seat")
    assert table.refused(-1, Pass()) == Why("no_such_seat")
    assert table.offers(3) == table.offers(-1) == ()


def test_latest_acts_are_noted() -> None:
    table = pf_03()
    assert table.note(2) == Note("took", 2, {"token": 2})
    assert table.note(3) == Note("robbed", 3, {"token": 4, "from": 1})
    assert table.note(1) == Note("lost", 1, {"token": 4, "by": 3})
    assert table.note(0) is None
    table.take(0, 1)
    table.take(1, 3)
    assert table.note(1) == Note("took", 1, {"token": 3})
    table.pass_(2)
    assert table.note(2) == Note("passed", 2)
    table.pass_(3, 0, 1)
    assert table.view.notes == ()


# ── the emergency brake ────────────────────────────────────────────────────────────────────────


def pf_11() -> Table:
    table = Table(4, 3)
    for seat in range(4):
        table.take(seat, seat + 1)
    table.pass_(0, 1, 2)
    table.take(3, 1)  # from seat 0
    table.take(0, 4)  # which seat 3 gave back
    table.take(1, 3)  # from seat 2
    table.take(2, 4)  # from seat 0
    assert table.rack() == (3, None, 1, 2)
    table.take(3, 3)  # from seat 1
    return table


def test_pf_11_the_brake_and_its_last_token() -> None:
    table = pf_11()
    assert table.view.phase == "brake.c"
    assert table.events[-1] == Phase("brake", {"suit": "c"})
    assert table.rack() == (None, None, 3, 2)
    assert table.to_act() == (0,)
    assert real(table.offers(0)) == (offers.Take(1, None), offers.Take(2, None))
    assert Barred("pass", Why("no_token")) in table.offers(0)
    for other in (1, 2, 3):
        assert real(table.offers(other)) == ()
        assert table.refused(other, Take(1, None)) == Why("not_your_turn")
    assert table.refused(0, Take(3, 3)) == Why("centre_only")
    assert table.refused(0, Take(4, None)) == Why("centre_only")
    assert table.refused(0, Take(1, 2)) == Why("token_moved", {"token": 1, "holder": -1})
    assert table.refused(0, Pass()) == Why("no_token")
    assert table.counter("lap") == Counter("lap", 3, 3)
    events = table.take(0, 2)
    assert events[:2] == (Acted(0, Take(2, None)), Moved(1, None, 1))
    assert table.rack("c") == (1, 0, 3, 2)
    assert table.view.phase == "tokens.d"
    assert table.to_act() == (0,)


def test_brake_with_one_seat_without_token_asks_nobody() -> None:
    table = Table(3, 2)
    for seat in range(3):
        table.take(seat, seat + 1)
    table.pass_(0, 1)
    table.take(2, 1)  # from seat 0, gives 3 back
    table.take(0, 3)
    table.pass_(1)
    events = table.take(2, 2)  # from seat 1, gives 1 back
    assert events[:4] == (
        Acted(2, Take(2, 1)),
        Moved(1, 2, None),
        Phase("brake", {"suit": "c"}),
        Moved(1, None, 1),
    )
    assert table.rack("c") == (1, 2, 0)
    assert table.view.phase == "tokens.d"


def test_brake_where_everybody_holds_a_token_just_ends_the_round() -> None:
    table = Table(3, 2)
    table.take(0, 1)
    table.take(1, 2)
    table.take(2, 2)
    table.pass_(0)
    table.take(1, 3)
    table.pass_(2)
    table.take(0, 3)  # from seat 1, gives 1 back
    table.take(1, 1)
    events = table.act(2, Pass())
    assert events[:2] == (Acted(2, Pass()), Phase("brake", {"suit": "c"}))
    assert isinstance(events[2], Dealt)
    assert table.rack("c") == (1, 2, 0)
    assert table.view.phase == "tokens.d"


def test_brake_of_the_last_round_leads_to_the_showdown() -> None:
    table = Table(4, 3)
    for _ in range(3):
        table.quick_round({0: 1, 1: 2, 2: 3, 3: 4})
    for seat in range(4):
        table.take(seat, seat + 1)
    table.pass_(0, 1, 2)
    for seat, token in ((3, 1), (0, 4), (1, 3), (2, 4), (3, 3)):
        table.take(seat, token)
    assert table.view.phase == "brake.s"
    table.take(0, 2)
    assert table.view.phase == "showdown"
    assert table.result is not None


# ── decisions ──────────────────────────────────────────────────────────────────────────────────


def test_decision_rises_when_the_seat_acts_and_when_the_round_changes() -> None:
    table = Table(3, 2)

    def numbers() -> list[int]:
        return [GAME.decision(table.state, seat) for seat in range(3)]

    first = numbers()
    table.take(0, 1)
    assert numbers() == [first[0] + 1, first[1], first[2]]
    table.take(1, 2)
    table.take(2, 3)
    table.pass_(0, 1)
    before = numbers()
    table.pass_(2)
    after = numbers()
    assert all(new > old for new, old in zip(after, before, strict=True))


def test_decision_is_the_rounds_when_all_act_at_once() -> None:
    table = Table(3, 2, all_at_once=True)
    first = [GAME.decision(table.state, seat) for seat in range(3)]
    for seat, token in ((0, 1), (1, 1), (0, 2), (2, 3)):
        table.take(seat, token)
    table.ready(0, 1)
    assert [GAME.decision(table.state, seat) for seat in range(3)] == first
    table.ready(2)
    later = [GAME.decision(table.state, seat) for seat in range(3)]
    assert later == [number + 1 for number in first]


# ── all at once ────────────────────────────────────────────────────────────────────────────────


def at_once() -> Table:
    table = Table(4, 3, all_at_once=True)
    for seat in range(4):
        table.take(seat, seat + 1)
    return table


def test_all_at_once_everybody_may_act() -> None:
    table = Table(4, 3, all_at_once=True)
    assert table.to_act() == (0, 1, 2, 3)
    for seat in range(4):
        assert table.offers(seat) == (
            *(offers.Take(token, None) for token in (1, 2, 3, 4)),
            Barred("ready", Why("no_token")),
        )
    table.take(2, 1)
    assert real(table.offers(2)) == (
        *(offers.Take(token, None) for token in (2, 3, 4)),
        offers.Ready(1),
    )
    assert offers.Take(1, 2) in table.offers(0)
    assert table.refused(0, Ready(1)) == Why("no_token")
    assert table.refused(0, Pass()) == Why("no_such_action")
    assert table.counter("lap") is None
    assert table.counter("passes") is None
    assert table.counter("moves") == Counter("moves", 1)


def test_pf_22_a_robbery_clears_every_agreement() -> None:
    table = at_once()
    table.ready(0, 1, 2)
    assert table.counter("ready") == Counter("ready", 3, 4)
    assert table.to_act() == (3,)
    assert [seat.markers for seat in table.view.seats] == [
        ("ready",),
        ("ready",),
        ("ready",),
        ("dealer",),
    ]
    assert table.note(1) == Note("ready", 1)
    table.take(3, 1)
    assert table.counter("ready") == Counter("ready", 0, 4)
    assert table.to_act() == (0, 1, 2, 3)
    assert not any("ready" in seat.markers for seat in table.view.seats)
    assert table.note(0) == Note("lost", 0, {"token": 1, "by": 3})
    assert table.note(1) == Note("took", 1, {"token": 2})
    assert table.refused(0, Ready(5)) == Why("no_token")
    assert table.refused(1, Ready(4)) == Why("stale")
    table.take(0, 4)
    table.ready(0, 1, 2, 3)
    assert table.view.phase == "tokens.d"
    assert table.rack("c") == (3, 1, 2, 0)


def test_pf_23_two_take_the_same_token_at_once() -> None:
    table = Table(4, 3, all_at_once=True)
    table.act(0, Take(3, None))
    assert table.refused(1, Take(3, None)) == Why("token_moved", {"token": 3, "holder": 0})
    assert table.rack() == (None, None, 0, None)
    table.act(1, Take(3, 0))
    assert table.rack() == (None, None, 1, None)


def test_agreeing_twice_is_refused_and_the_agreed_may_still_take() -> None:
    table = at_once()
    table.ready(2)
    assert Barred("ready", Why("already_ready")) in table.offers(2)
    assert table.refused(2, Ready(4)) == Why("already_ready")
    table.take(2, 4)
    assert table.counter("ready") == Counter("ready", 0, 4)


def test_no_brake_where_all_act_at_once() -> None:
    table = Table(3, 2, all_at_once=True)
    for seat, token in enumerate((1, 2, 3)):
        table.take(seat, token)
    for _ in range(10):
        table.take(0, 2)
        table.take(1, 1)
        table.take(0, 1)
        table.take(1, 2)
    assert table.view.phase == "tokens.c"
    assert table.counter("moves") == Counter("moves", 43)


def test_all_at_once_a_whole_deal() -> None:
    hands = {0: "AsAd", 1: "KsKd", 2: "QsQd"}
    table = Table(3, 2, deal(hands, "2c3c4d5d7h", dealer=2), all_at_once=True)
    for _ in range(4):
        for seat, token in ((2, 1), (0, 3), (1, 2)):
            table.take(seat, token)
        table.ready(1, 2, 0)
    assert named(table.result) == SUCCESS


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
