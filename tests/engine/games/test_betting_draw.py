"""5-card draw: the exchange, its stub that runs out, bets after it (rules.md C.7, D5)."""

from typing import Any

import pytest

from engine.values import offers
from engine.values.actions import Call, Discard
from engine.values.cards import DECK, Card, Hidden, cards
from engine.values.events import Acted, Dealt, Event, Phase, Posted, Reshuffled
from engine.values.offers import Barred
from engine.values.secret import redact
from engine.values.view import Note
from engine.values.why import Why
from tests.engine.games.betting_table import Table

HANDS = {0: "AsAd7c5h2d", 1: "KsKdQc9h3d", 2: "JhTh8d6s4c"}


def drawing(**given: Any) -> Table:
    """Three players who have called; the exchange begins left of the dealer."""
    named: dict[str, Any] = {"structure": "split", "hands": HANDS, "board": "9c9dJs"}
    return Table("draw5", (200,) * 3, **{**named, **given}).play("c c c")


def test_the_exchange_goes_round_from_the_left_of_the_dealer() -> None:
    table = drawing()
    assert table.view.phase == "draw"
    assert table.offers == (offers.Discard(cards(HANDS[0])),)
    assert table.game.offers(table.state, 1) == (Barred("discard", Why("not_your_turn")),)
    table.play("d7c5h2d")
    assert table.state.held(0) == cards("AsAd9c9dJs")
    assert table.turn == 1
    assert table.game.offers(table.state, 0) == ()
    table.play("d dJh")
    assert table.view.phase == "after_draw"
    assert table.turn == 0


def test_standing_pat_changes_nothing() -> None:
    """DR-02."""
    table = drawing().play("d")
    assert table.state.held(0) == cards(HANDS[0])
    assert Note("drew", 0, {"cards": 0}) in table.view.notes
    assert drawing().game.default(drawing().state, 0, None) == Discard(())


def test_everybody_reads_how_many_cards_and_nobody_which() -> None:
    table = drawing()
    events = table.act(0, Discard(cards("7c5h2d")))
    assert tuple(redact(event, 0) for event in events) == (
        Acted(0, Discard(cards("7c5h2d"))),
        Dealt("hand.0", 0, cards("9c9dJs")),
    )
    for audience in (None, 1, 2):
        acted, dealt = (redact(event, audience) for event in events)
        assert acted == Acted(0, Discard((Hidden(),) * 3))
        assert dealt == Dealt("hand.0", 0, (Hidden(),) * 3)
    table.play("d d")
    drew = [note for note in table.view.notes if note.code == "drew"]
    assert drew == [Note("drew", seat, {"cards": count}) for seat, count in enumerate((3, 0, 0))]


@pytest.mark.parametrize("text", ["Kc", "7c7c", "AsAd7c5h2dKs"])
def test_only_own_cards_are_put_away_and_each_once(text: str) -> None:
    table = drawing()
    assert table.refused(0, Discard(cards(text))) == Why("not_your_cards")


def test_cards_are_exchanged_once_and_nothing_is_bet_meanwhile() -> None:
    table = drawing().play("d")
    assert table.refused(0, Discard(())) == Why("not_your_turn")
    assert table.refused(1, Call(10)) == Why("no_such_action")


@pytest.mark.parametrize(("draw_bets", "bet"), [("small_big", 20), ("small_small", 10)])
def test_bets_after_the_draw(draw_bets: str, bet: int) -> None:
    """D5."""
    table = drawing(bet=10, top=20, draw_bets=draw_bets).play("d d d")
    assert table.raises == (bet, bet)


def test_whoever_is_all_in_draws_too_and_hands_stay_hidden_until_then() -> None:
    table = Table("draw5", (100,) * 3, hands=HANDS, board="9c9dJs").play("a c c")
    assert table.view.phase == "draw"
    assert table.shown == []
    table.play("d7c5h2d d d")
    assert table.result is not None
    assert sorted(table.shown) == [0, 1, 2]
    assert table.stacks == (300, 0, 0)


def test_folded_players_draw_nothing() -> None:
    table = Table("draw5", (200,) * 3, hands=HANDS).play("f c c")
    assert table.turn == 0
    table.play("d d")
    assert table.view.phase == "after_draw"


def drawn_by_all(players: int) -> Table:
    """Everybody exchanges all five cards."""
    table = Table("draw5", (200,) * players).play("c " * players)
    while table.view.phase == "draw":
        assert table.turn is not None
        table.act(table.turn, Discard(table.state.hands[table.turn].value))
    return table


def reshuffles(table: Table) -> dict[int, int]:
    """While which seat was served the stub was made anew, and of how many cards."""
    seat, found = 0, {}
    for event in table.events:
        if isinstance(event, Acted) and isinstance(event.action, Discard):
            seat = event.seat
        if isinstance(event, Reshuffled):
            found[seat] = event.cards
    return found


def test_eight_players_who_all_draw_five() -> None:
    """DR-01: the third, the fifth and the seventh wait for a shuffle, two cards are left."""
    table = drawn_by_all(8)
    assert reshuffles(table) == {2: 10, 4: 10, 6: 10}
    assert len(table.state.deck.value) == 2
    nobody_gets_back_what_he_put_away(table)
    everything_is_there(table)


def test_six_players_who_all_draw_five() -> None:
    """B13d: 22 are left; the fifth gets the rest and some of what the first four put away."""
    table = drawn_by_all(6)
    assert reshuffles(table) == {4: 20}
    nobody_gets_back_what_he_put_away(table)
    everything_is_there(table)


def nobody_gets_back_what_he_put_away(table: Table) -> None:
    put: dict[int, set[Card]] = {}
    for event in opened(table):
        if isinstance(event, Acted) and isinstance(event.action, Discard):
            put[event.seat] = {card for card in event.action.cards if isinstance(card, Card)}
        if isinstance(event, Dealt) and event.seat is not None and event.seat in put:
            assert not put[event.seat] & {cell for cell in event.cells if isinstance(cell, Card)}


def opened(table: Table) -> tuple[Event, ...]:
    """Events with all cards that their own seat sees."""
    return tuple(redact(event, getattr(event, "seat", None)) for event in table.events)


def everything_is_there(table: Table) -> None:
    state = table.state
    held = [card for hand in state.hands for card in hand.value]
    away = [card for put in state.away.value for card in put]
    assert sorted(map(str, (*held, *away, *state.deck.value))) == sorted(map(str, DECK))


def test_folded_hands_are_shuffled_in_as_well() -> None:
    table = Table("draw5", (200,) * 8).play("f " * 2 + "c " * 6)
    while table.view.phase == "draw":
        assert table.turn is not None
        table.act(table.turn, Discard(table.state.hands[table.turn].value))
    # 12 cards for two and a half players; then two folded hands and what two have put away.
    assert next(iter(reshuffles(table).values())) == 20
    everything_is_there(table)
    assert Phase("after_draw") in table.events


# ── who acts, and for how much ─────────────────────────────────────────────────────────────────


def test_blinds_are_posted_and_the_first_round_begins_left_of_them() -> None:
    """C.2, C.3; the exchange and the bets after it begin left of the dealer."""
    table = Table("draw5", (200,) * 4, structure="split", bet=10, top=20)
    assert [(event.seat, event.chips) for event in table.events if isinstance(event, Posted)] == [
        (0, 5),
        (1, 10),
    ]
    assert (table.turn, table.price, table.raises) == (2, 10, (20, 20))
    table.play("c c f c")
    assert (table.view.phase, table.turn) == ("draw", 1)
    table.play("d d d")
    assert (table.view.phase, table.turn) == ("after_draw", 1)


def test_heads_up_the_dealer_bets_first_and_draws_last() -> None:
    table = Table("draw5", (200,) * 2)
    assert (table.turn, table.state.put) == (1, (10, 5))
    table.play("c c")
    assert table.turn == 0
    table.play("d d")
    assert (table.view.phase, table.turn) == ("after_draw", 0)


def test_the_big_blind_is_the_bet_of_the_cap() -> None:
    """C.4: 10, 20, 30, 40; after the draw 20 to 80."""
    table = Table("draw5", (500,) * 3, structure="split", bet=10, top=20).play("20 30 40")
    assert table.raises is None
    table.play("c c d d d 20 40 60 80")
    assert table.raises is None


def test_pot_limit_and_spread_limit_after_the_draw() -> None:
    """C.6: nothing is bet yet, so the pot is the most; C.4: 10 to 50 in any round."""
    table = Table("draw5", (500,) * 3, structure="pot").play("c c c d d d")
    assert table.raises == (10, 30)
    assert table.play("30").raises == (40, 120)
    spread = Table("draw5", (500,) * 3, structure="spread", bet=10, top=50)
    assert spread.raises == (20, 60)
    assert spread.play("c c c d d d").raises == (10, 50)


def test_an_all_in_of_less_than_half_a_bet_counts_as_everywhere() -> None:
    """C.5: 14 after 10 is completed to 20."""
    table = Table("draw5", (200, 200, 14), structure="split", bet=10, top=20).play("a")
    assert table.raises == (20, 20)
    assert table.play("c").price == 4


def test_whoever_was_discarded_from_does_not_read_what_another_is_dealt_again() -> None:
    """C.7, C.12: cards that come back from the pile are as secret as any."""
    table = drawn_by_all(8)
    for audience in (None, *range(8)):
        for event in table.events:
            if isinstance(event, Dealt) and event.seat not in {None, audience}:
                assert set(redact(event, audience).cells) == {Hidden()}
