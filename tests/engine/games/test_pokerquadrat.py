"""Pokerquadrat: the deal, turns and refusals, the end, and what everybody sees of it."""

from typing import Any

import pytest
from msgspec import Struct

from engine.game import Gone, Result, Setup, TimeUp
from engine.games.pokerquadrat import Carry, Options, Pokerquadrat
from engine.kit.shuffle import shuffle
from engine.kit.square import cell_called, cell_name
from engine.values.actions import Action, Pass, Place
from engine.values.cards import DECK, Card, Empty, Hidden, card, cards
from engine.values.chance import Chance
from engine.values.events import Acted, Dealt, Events, Phase, Scored
from engine.values.manners import Manners
from engine.values.offers import Barred
from engine.values.offers import Place as PlaceOffer
from engine.values.secret import redact
from engine.values.view import Counter, Note, View
from engine.values.why import Illegal, Why

GAME = Pokerquadrat()
SEED = bytes(32)

# rules.md B: the square that the seed's example ends with, and cases.md C7.
EXAMPLE = "KsKh7hKc7d5s5h8s5c5d6s6hTh6c3dQs4h9c9dQdAsQh6d4cAd"
C7 = "TsJsQsKsAs9hThJhQhKhAc2d3h4s5c2c2h2s7d7c8d8c9d9c3d"


class Table:
    """A deal that a test plays on, step by step."""

    def __init__(self, dealer: int = 1, deck: str | None = None, **options: Any) -> None:
        chance = shuffle(SEED) if deck is None else Chance(cards(deck), SEED)
        setup = Setup(2, dealer, Carry())
        self.state, self.events = GAME.new(Options(**options), setup, chance)

    def act(self, seat: int, action: Action) -> Events:
        self.state, events = GAME.apply(self.state, seat, action)
        self.events += events
        return events

    def place(self, seat: int, code: str, cell: str) -> Events:
        return self.act(seat, Place(card(code), cell_called(cell)))

    def refused(self, seat: int, action: Action) -> Why:
        before = self.state
        with pytest.raises(Illegal) as caught:
            GAME.apply(self.state, seat, action)
        assert self.state is before
        return caught.value.why

    @property
    def view(self) -> View:
        return GAME.view(self.state)

    def hand(self, seat: int, audience: int | None) -> tuple[Any, ...]:
        zone = redact(self.view, audience).zone(f"hand.{seat}")
        assert zone is not None
        return zone.cells

    def counter(self, name: str) -> int:
        found = self.view.counter(name)
        assert found is not None
        return found.value

    def fill(self) -> "Table":
        """Everybody lays the first card on the first free cell, to the end."""
        while self.view.to_act:
            (seat,) = self.view.to_act
            (offer,) = GAME.offers(self.state, seat)
            assert isinstance(offer, PlaceOffer)
            self.act(seat, Place(offer.cards[0], offer.cells[0]))
        return self

    @property
    def result(self) -> Result | None:
        return GAME.result(self.state)


def square(text: str, **options: Any) -> Table:
    """A whole deal that ends with this square, filled from cell to cell."""
    laid = cards(text)
    size = options.get("hand_size", 3)
    others = [one for one in DECK if one not in laid]
    # Each draws what they will lay `size` turns of their own later.
    order = [laid[turn] for place in (0, 1) for turn in range(place, 2 * size, 2)]
    order += [laid[turn] if turn < 25 else others.pop() for turn in range(2 * size, 24 + 2 * size)]
    table = Table(1, "".join(map(str, order)), **options)
    for turn, one in enumerate(laid):
        table.act(turn % 2, Place(one, turn))
    return table


# ── the deal ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("size", "stock"), [(3, 46), (2, 48)])
def test_each_gets_a_hand_and_the_rest_is_the_stock(size: int, stock: int) -> None:
    table = Table(1, "KsKh7h5s5h8s" if size == 3 else "KsKh5s5h", hand_size=size)
    assert table.events[0] == Phase("deal")
    dealt = [event for event in table.events if isinstance(event, Dealt)]
    assert [(event.zone, event.seat, len(event.cells)) for event in dealt] == [
        ("hand.0", 0, size),
        ("hand.1", 1, size),
    ]
    assert table.hand(0, 0) == cards("KsKh7h")[:size]
    assert table.hand(1, 1) == cards("5s5h8s")[:size]
    assert table.counter("stock") == stock
    assert table.view.phase == "place"


def test_whoever_sits_left_of_the_dealer_begins() -> None:
    assert Table(dealer=1).view.to_act == (0,)
    first = Table(dealer=0)
    assert first.view.to_act == (1,)
    assert [e.seat for e in first.events if isinstance(e, Dealt)] == [1, 0]
    assert [seat.markers for seat in first.view.seats] == [("dealer",), ()]


def test_the_first_view() -> None:
    view = redact(Table().view, None)
    grid, *hands = view.zones
    assert (grid.id, grid.kind, grid.owner, grid.columns) == ("grid", "grid", None, 5)
    assert grid.cells == (Empty(),) * 25
    assert [(zone.id, zone.kind, zone.owner) for zone in hands] == [
        ("hand.0", "hand", 0),
        ("hand.1", "hand", 1),
    ]
    assert view.counters == (
        Counter("placed", 0, 25),
        Counter("stock", 46),
        Counter("target", 60),
        Counter("points", 0),
    )
    assert view.notes == ()


def test_what_is_no_deal() -> None:
    good = Setup(2, 0, Carry())
    for options, setup in (
        (Options(), Setup(3, 0, Carry())),
        (Options(), Setup(1, 0, Carry())),
        (Options(), Setup(2, 2, Carry())),
        (Options(), Setup(2, -1, Carry())),
        (Options(), Setup(2, 0, Other())),
        (Other(), good),
    ):
        with pytest.raises(ValueError, match=r".+"):
            GAME.new(options, setup, shuffle(SEED))
    with pytest.raises(ValueError, match="twice"):
        GAME.new(Options(), good, Chance(cards("AsAs"), SEED))


class Other(Struct, frozen=True):
    """Something that belongs to another game."""


# ── turns ──────────────────────────────────────────────────────────────────────────────────────


def test_pq_07_the_beginner_places_thirteen_cards_and_the_partner_twelve() -> None:
    table = square(EXAMPLE)
    seats = [event.seat for event in table.events if isinstance(event, Acted)]
    assert [seats[turn - 1] for turn in (1, 12, 13, 25)] == [0, 1, 0, 0]
    assert (seats.count(0), seats.count(1)) == (13, 12)


def test_a_card_is_laid_for_good_and_the_next_one_drawn() -> None:
    table = Table(1, "KsKh7h5s5h8s7dKc")
    events = table.place(0, "Kh", "b3")
    assert events[0] == Acted(0, Place(card("Kh"), 11))
    drawn = events[1]
    assert isinstance(drawn, Dealt)
    assert (drawn.zone, drawn.seat) == ("hand.0", 0)
    assert redact(drawn, 0).cells == cards("7d")
    assert {redact(drawn, other).cells for other in (1, None)} == {(Hidden(),)}
    assert table.hand(0, 0) == cards("Ks7h7d")
    assert table.hand(0, 1) == table.hand(0, None) == (Hidden(),) * 3
    grid = table.view.zone("grid")
    assert grid is not None
    assert [cell_name(at) for at, cell in enumerate(grid.cells) if isinstance(cell, Card)] == ["b3"]
    assert table.view.to_act == (1,)
    assert (table.counter("placed"), table.counter("stock")) == (1, 45)


def test_any_free_cell_will_do_and_any_card_of_the_hand() -> None:
    table = Table(1, "KsKh7h5s5h8s7dKc")
    table.place(0, "Ks", "c3")
    (offer,) = GAME.offers(table.state, 1)
    assert offer == PlaceOffer(cards("5s5h8s"), tuple(cell for cell in range(25) if cell != 12))
    assert GAME.offers(table.state, 0) == (Barred("place", Why("not_your_turn")),)
    assert GAME.offers(table.state, 2) == GAME.offers(table.state, -1) == ()


def test_what_the_rules_refuse() -> None:
    table = Table(1, "KsKh7h5s5h8s7dKc")
    assert table.refused(1, Place(card("5s"), 0)) == Why("not_your_turn")
    assert table.refused(0, Place(card("5s"), 0)) == Why("not_your_cards")
    assert table.refused(0, Place(card("??"), 0)) == Why("not_your_cards")
    assert table.refused(0, Pass()) == Why("no_such_action")
    assert table.refused(2, Place(card("Ks"), 0)) == Why("no_such_seat")
    table.place(0, "Ks", "a1")
    assert table.refused(0, Place(card("Ks"), 1)) == Why("not_your_turn")
    assert table.refused(1, Place(card("5s"), 0)) == Why("cell_taken", {"cell": "a1"})
    table.place(1, "5s", "b1")
    assert table.refused(0, Place(card("Ks"), 2)) == Why("not_your_cards")
    over = Table().fill()
    assert over.refused(1, Place(DECK[0], 0)) == Why("deal_over")
    assert GAME.offers(over.state, 0) == GAME.offers(over.state, 1) == ()


def test_decisions_rise_with_ones_own_cards() -> None:
    table = Table(1, "KsKh7h5s5h8s7dKc")
    numbers = [[GAME.decision(table.state, seat) for seat in (0, 1)]]
    for seat, code, cell in ((0, "Ks", "a1"), (1, "5s", "a2"), (0, "Kh", "b1")):
        table.place(seat, code, cell)
        numbers.append([GAME.decision(table.state, seat) for seat in (0, 1)])
    assert numbers == [[1, 1], [2, 1], [2, 2], [3, 2]]


def test_nobody_is_played_for_and_nobody_is_hurried() -> None:
    table = Table()
    assert GAME.default(table.state, 0, None) is None
    assert GAME.happen(table.state, TimeUp(0)) == (table.state, ())
    assert GAME.happen(table.state, Gone(1)) == (table.state, ())
    assert GAME.manners == Manners(talk="quiet", absence="pause", clock=None)


# ── the example of the rules ───────────────────────────────────────────────────────────────────


def test_the_position_after_twelve_cards() -> None:
    """rules.md B: the 5h is the third five of row 2 and the third heart of column b."""
    laid = "Ks Kh 5s Kc 6s 7h 6h 5c Qs 6c As 8s"
    where = "a1 b1 a2 d1 a3 c1 b3 d2 a4 d3 a5 c2"
    table = Table(1, _dealing(laid.split(), "5h9c7d"))
    for number, (code, cell) in enumerate(zip(laid.split(), where.split(), strict=True)):
        table.place(number % 2, code, cell)
    assert table.counter("placed") == 12
    assert table.view.to_act == (0,)
    assert table.hand(0, 0) == cards("5h9c7d")
    # Kings, fives and sixes as they stand: three, two and three of a kind; column a is a flush.
    assert table.counter("points") == 6 + 1 + 6 + 5
    table.place(0, "5h", "b2")
    assert table.counter("points") == 6 + 6 + 6 + 5


def _dealing(laid: list[str], last: str) -> str:
    """A deck by which both lay these cards in turn, and the beginner then holds `last`."""
    known = [*cards("".join(laid)), *cards(last)]
    spare = [str(one) for one in DECK if one not in known]
    mine, theirs = laid[0::2] + [last[at : at + 2] for at in (0, 2, 4)], laid[1::2] + spare
    deck = [*mine[:3], *theirs[:3]]
    for turn in range(len(laid)):
        own = mine if turn % 2 == 0 else theirs
        deck.append(own[3 + turn // 2])
    return "".join(deck)


def test_pq_01_the_example_ends_with_63() -> None:
    table = square(EXAMPLE)
    assert table.events[-1] == Scored(
        "success", {"points": 63, "target": 60, "rows": 36, "columns": 27}
    )
    told = [note.facts for note in table.view.notes if note.code == "line"]
    assert [facts["line"] for facts in told] == [*"12345", *"abcde"]
    assert [facts["points"] for facts in told] == [10, 16, 6, 3, 1, 5, 5, 12, 0, 5]
    assert [facts["name"] for facts in told[:5]] == [
        "full_house",
        "four_of_a_kind",
        "three_of_a_kind",
        "two_pair",
        "pair",
    ]
    assert told[0]["ranks"] == "K7"
    assert table.view.notes[-1] == Note(
        "success", None, {"points": 63, "target": 60, "rows": 36, "columns": 27}
    )
    assert len(table.view.notes) == 11
    assert table.counter("points") == 63
    assert table.view.phase == "over"
    assert table.view.to_act == ()
    assert table.result == Result(net=(0, 0), carry=Carry(), ended="won")


# ── the end ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("target", "ended", "code"),
    [
        (60, "won", "success"),
        (63, "won", "success"),
        (64, "lost", "failure"),
        (75, "lost", "failure"),
    ],
)
def test_pq_05_the_target_itself_is_enough(target: int, ended: str, code: str) -> None:
    table = square(EXAMPLE, target=target)
    assert table.result is not None
    assert table.result.ended == ended
    (scored,) = (event for event in table.events if isinstance(event, Scored))
    assert (scored.code, scored.facts["target"]) == (code, target)


def test_c7_english_points() -> None:
    table = square(C7, target=87)
    scored = table.events[-1]
    assert isinstance(scored, Scored)
    assert (scored.facts["rows"], scored.facts["columns"]) == (85, 1)
    assert table.result is not None
    assert table.result.ended == "lost"


@pytest.mark.parametrize("open_hands", [False, True])
@pytest.mark.parametrize(("size", "stock", "held"), [(3, 22, 5), (2, 24, 3)])
def test_pq_04_what_is_left_over_without_the_last_draw(
    size: int, stock: int, held: int, open_hands: bool
) -> None:
    """27 cards in either variant: rules.md counts them after a draw that is omitted here."""
    table = Table(hand_size=size, open_hands=open_hands).fill()
    hands = [cell for seat in (0, 1) for cell in table.hand(seat, seat)]
    assert (table.counter("stock"), len(hands)) == (stock, held)
    assert stock + held == 27
    draws = [event for event in table.events if isinstance(event, Dealt)][2:]
    assert len(draws) == 24
    assert {len(event.cells) for event in draws} == {1}
    assert isinstance(table.events[-1], Scored)
    assert isinstance(table.events[-2], Acted)


def test_a_deal_goes_on_when_the_target_is_out_of_reach() -> None:
    table = Table(target=500)
    for left in range(25, 0, -1):
        assert GAME.result(table.state) is None
        (seat,) = table.view.to_act
        (offer,) = GAME.offers(table.state, seat)
        assert isinstance(offer, PlaceOffer)
        assert len(offer.cells) == left
        table.act(seat, Place(offer.cards[-1], offer.cells[-1]))
    assert table.result is not None
    assert table.result.ended == "lost"


# ── who sees what ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", [3, 2])
def test_open_hands_are_open_to_both_and_to_nobody_else(size: int) -> None:
    table = Table(open_hands=True, hand_size=size)
    for _ in range(6):
        for seat in (0, 1):
            assert table.hand(seat, 1 - seat) == table.hand(seat, seat)
            assert Hidden() not in table.hand(seat, seat)
            assert table.hand(seat, None) == (Hidden(),) * size
        (seat,) = table.view.to_act
        (offer,) = GAME.offers(table.state, seat)
        assert isinstance(offer, PlaceOffer)
        *_, drawn = table.act(seat, Place(offer.cards[0], offer.cells[0]))
        assert isinstance(drawn, Dealt)
        assert redact(drawn, 0).cells == redact(drawn, 1).cells != (Hidden(),)
        assert redact(drawn, None).cells == (Hidden(),)


def test_what_is_left_in_the_hands_stays_there() -> None:
    table = Table().fill()
    assert table.hand(0, 1) == (Hidden(),) * 2
    assert table.hand(1, 0) == (Hidden(),) * 3
    assert Hidden() not in table.hand(1, 1)


def test_the_stock_is_nobodys_to_see() -> None:
    """Another order of what lies face down changes nothing that anybody is told."""
    deck = DECK[::-1]
    tables = [
        GAME.new(Options(open_hands=True), Setup(2, 1, Carry()), Chance(order, SEED))
        for order in (deck, (*deck[:6], *deck[:5:-1]))
    ]
    for audience in (0, 1, None):
        seen = [(redact(GAME.view(state), audience), events) for state, events in tables]
        assert seen[0][0] == seen[1][0]
        assert len({repr([redact(event, audience) for event in one[1]]) for one in seen}) == 1
