"""An exchange of cards in the app: marks are one's own until Enter, and end with their question."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.games import BY_ID
from engine.values import actions
from engine.values.cards import Card, cards
from engine.values.offers import Call, Discard, real
from engine.values.why import Why
from protocol.messages import Act, PastDeal, PlayedDeal
from server.config import Config
from server.run import Server
from tests.server.client import Client, open_table
from tests.tui.layouts.betting_deals import DRAWN, NAMES, draw6
from tests.tui.layouts.drawn import DE
from tests.tui.screens.sitting import at_table, my_turn
from tests.tui.screens.test_betting import ben_acts, next_deal, phase, seats
from tests.tui.screens.visit import BRISK, Visit, guest, visit
from tui.canvas.palette import palette
from tui.screens.record_page import hands, story
from tui.start import Pace

BEN, ANNA = range(2)


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Server]:
    """A house that has draw."""
    config = Config(state=tmp_path / "state", listen="127.0.0.1:0", bot_pause=0, lobby_pause=0)
    async with Server(config, games=BY_ID) as running:
        yield running


@asynccontextmanager
async def drawing(
    server: Server,
    button: int,
    *,
    all_in: bool = False,
    reconnects: bool = False,
) -> AsyncIterator[tuple[Visit, Client]]:
    """Ben without a screen and Anna at hers, where `button` deals, and the exchange begins."""
    async with AsyncExitStack() as stack:
        ben = await stack.enter_async_context(guest(server, "Ben"))
        await open_table(ben, game="draw5", seats=2)
        session = visit(server, pace=BRISK, reconnects=reconnects)
        visited = await stack.enter_async_context(session)
        await visited.sees("Küche")
        await visited.press("enter")
        await visited.goes_to("buy")
        # Fewer chips than Ben has.
        await visited.press("5", "0", "0", "enter")
        await at_table(visited)
        await visited.until(lambda: visited.view.stage == "running")
        if "dealer" not in seats(visited)[button].markers:
            await next_deal(visited, ben)
        if button == ANNA:
            await my_turn(visited)
            await visited.press(*(("a", "enter") if all_in else ("c",)))
            view = await ben.view(lambda view: bool(real(view.offers)))
            price = next((o.price for o in real(view.offers) if isinstance(o, Call)), None)
            await ben_acts(ben, actions.Check() if price is None else actions.Call(price))
        else:
            await ben_acts(ben, actions.Call(5))
            await my_turn(visited)
            await visited.press("c")
        await visited.until(lambda: phase(visited) == "draw" and not visited.table.ui.pending)
        yield visited, ben


def own(visited: Visit) -> list[Card]:
    """Anna's cards."""
    assert visited.view.view is not None
    zone = visited.view.view.zone(f"hand.{ANNA}")
    return [cell for cell in zone.cells if isinstance(cell, Card)] if zone else []


def drew(visited: Visit) -> dict[int | None, Any]:
    """Who has exchanged how many."""
    assert visited.view.view is not None
    return {
        note.seat: note.facts["cards"] for note in visited.view.view.notes if note.code == "drew"
    }


def marks(visited: Visit) -> set[Card] | None:
    """What is marked on Anna's screen."""
    marked = visited.table.ui.marked
    return None if marked is None else set(marked.cards)


async def ben_exchanges(ben: Client, count: int = 0) -> None:
    """Ben puts the first of his cards away."""
    view = await ben.view(lambda view: any(isinstance(o, Discard) for o in real(view.offers)))
    (offer,) = [one for one in real(view.offers) if isinstance(one, Discard)]
    await ben_acts(ben, actions.Discard(offer.cards[:count]))


async def test_cards_are_marked_and_exchanged(server: Server) -> None:
    async with drawing(server, BEN) as (visited, ben):
        await my_turn(visited)
        before = own(visited)
        seq, told = visited.view.seq, len(ben.pushes)
        await visited.press("3", "5", "right", "space", "5")
        await visited.sees("Zwei Karten gehen weg, verdeckt. Danach gilt der Tausch.")
        # Nobody hears of it before Enter.
        assert (visited.view.seq, len(ben.pushes)) == (seq, told)
        assert marks(visited) == {before[1], before[2]}
        await visited.press("enter")
        await visited.until(lambda: ANNA in drew(visited) and not visited.table.ui.pending)
        assert drew(visited) == {ANNA: 2}
        assert own(visited)[:3] == [before[0], before[3], before[4]]
        assert not {before[1], before[2]} & set(own(visited))
        assert marks(visited) is None
        await visited.sees("Du hast 2 Karten getauscht.")
        await visited.press("4", "enter")
        await visited.sees("! Du hast 2 Karten getauscht.")
        await ben_exchanges(ben, 3)
        await visited.until(lambda: phase(visited) == "after_draw")
        await visited.sees("tauscht 3")
        # What others put away never came here, and is not in the log.
        await visited.press("l")
        await visited.sees("Ben tauscht 3")
        assert "Ben tauscht 3:" not in visited.text
        assert "Anna tauscht 2: " in visited.text


async def test_standing_pat_is_asked_for_where_nothing_was_chosen(server: Server) -> None:
    async with drawing(server, BEN) as (visited, _):
        await my_turn(visited)
        before = own(visited)
        await visited.press("enter")
        await visited.sees("! Keine Karte gewählt: Enter hält alle fünf")
        await visited.press("escape", "enter", "c")
        assert drew(visited) == {}
        await visited.sees("! Jetzt wird getauscht: 1–5 wählt Karten, Enter tauscht.")
        await visited.press("0", "enter")
        await visited.until(lambda: drew(visited) == {ANNA: 0})
        assert own(visited) == before


async def test_marks_from_before_the_turn_wait_for_enter(server: Server) -> None:
    async with drawing(server, ANNA) as (visited, ben):
        before = own(visited)
        await visited.press("1", "2", "enter")
        await visited.sees("! ~Ben ist dran.")
        await ben_exchanges(ben)
        await my_turn(visited)
        assert drew(visited) == {BEN: 0}
        assert marks(visited) == set(before[:2])
        await visited.sees("bleibt (0)")
        await visited.press("enter")
        await visited.until(lambda: drew(visited) == {BEN: 0, ANNA: 2})


async def test_a_finger_on_its_way_sends_nothing(server: Server) -> None:
    """Enter was meant for whatever was asked before: keys rest for a moment."""
    async with drawing(server, ANNA) as (visited, ben):
        await visited.press("1")
        slow = Pace(guard=3600, reveal=0.01)
        visited.app.begin = replace(visited.app.begin, pace=slow)
        await ben_exchanges(ben)
        await visited.until(lambda: bool(real(visited.view.offers)))
        assert visited.table.ui.guarded
        await visited.press("enter", "enter")
        assert drew(visited) == {BEN: 0}
        assert not visited.table.ui.pending


async def test_marks_end_with_their_decision(server: Server) -> None:
    """Anna marks, and her seat stands pat all the same, as when her time is up."""
    async with drawing(server, BEN) as (visited, ben):
        await my_turn(visited)
        deal = visited.view.deal
        await visited.press("1", "2")
        await stands_pat(visited)
        await visited.until(lambda: drew(visited) == {ANNA: 0})
        assert marks(visited) is None
        await ben_exchanges(ben)
        await my_turn(visited)
        assert visited.view.deal == deal
        assert marks(visited) is None


async def stands_pat(visited: Visit) -> None:
    """The seat exchanges nothing, whatever is marked."""
    view = visited.view
    visited.table.send(
        Act(
            id=0,
            table=view.id,
            deal=view.deal,
            decision=view.decision,
            action=actions.Discard(()),
            key="elsewhere",
        )
    )
    await visited.pause()


async def test_whoever_is_all_in_exchanges_with_enter_too(server: Server) -> None:
    """Enter buys chips for whoever has none left, but not while cards are exchanged for the pot."""
    async with drawing(server, ANNA, all_in=True) as (visited, ben):
        assert seats(visited)[ANNA].status == "all_in"
        await ben_exchanges(ben)
        await my_turn(visited)
        await visited.press("2", "4", "5", "enter")
        await visited.until(lambda: visited.view.stage != "running")
        assert drew(visited) == {BEN: 0, ANNA: 3}
        await visited.sees("Showdown")


async def test_marks_outlast_a_broken_line(server: Server) -> None:
    """The question that they are meant for is the same; keys rest as before a new one."""
    async with drawing(server, BEN, reconnects=True) as (visited, _):
        await my_turn(visited)
        before = own(visited)
        await visited.press("2")
        link = visited.app.line.link
        visited.hang_up()
        await visited.until(lambda: visited.app.line.link is not link)
        await visited.goes_to("table")
        await my_turn(visited)
        assert own(visited) == before
        assert marks(visited) == {before[1]}
        await visited.press("enter")
        await visited.until(lambda: drew(visited) == {ANNA: 1})


async def test_clicks_and_sizes_change_no_mark(server: Server) -> None:
    async with drawing(server, BEN) as (visited, _):
        await my_turn(visited)
        before = own(visited)
        await visited.press("1")
        await visited.resize(60, 18)
        await visited.sees("Eine Karte geht weg, verdeckt.")
        await visited.press("v")
        await visited.resize(120, 36)
        await visited.press("5")
        assert marks(visited) == {before[0], before[4]}
        row = next(y for y, line in enumerate(visited.lines) if "2 tauschen" in line)
        await visited.pilot.click(offset=(visited.lines[row].index("2 tauschen"), row))
        await visited.until(lambda: drew(visited) == {ANNA: 2})


def test_a_hand_looked_back_on_is_what_came_of_the_exchange() -> None:
    """Five cards everybody, known or not; what went away stands in the story, for its owner."""
    at = draw6(*DRAWN, actions.Discard(cards("9h5c")))
    past = PastDeal("t1", 4, 0, "Küche", "draw5", 9, Why("played"))
    played = PlayedDeal(past, 0, at.players or NAMES[:6], {}, at.events)
    held = dict(hands(played))
    assert {len(cells) for cells in held.values()} == {5}
    assert held[0] == cards("QdQs2s4c4d")
    told = ["".join(text for text, _ in line) for line in story(played, palette("mono"), DE)]
    assert "Anna tauscht 2: 9♥ 5♣" in told
    assert "Ben tauscht 3" in told
