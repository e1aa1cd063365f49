"""Open-face and Pineapple in the app: cards are one's own until Enter, then sent one by one."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from engine.kit.rows import ROWS
from engine.values.cards import Card
from engine.values.chance import Dice
from engine.values.draft import Draft
from engine.values.offers import real
from protocol.messages import Act
from server.run import Server
from tests.server.client import Client, open_table
from tests.tui.screens.sitting import at_table, my_turn
from tests.tui.screens.visit import BRISK, Visit, guest, visit
from tui.start import Pace

BEN, ANNA = range(2)


@asynccontextmanager
async def playing(
    server: Server, game: str = "pineapple", *, pace: Pace = BRISK, reconnects: bool = False
) -> AsyncIterator[tuple[Visit, Client]]:
    """Ben without a screen and Anna at hers, whose turn it is to lay her first five cards."""
    async with AsyncExitStack() as stack:
        ben = await stack.enter_async_context(guest(server, "Ben"))
        await open_table(ben, game=game, seats=2)
        session = visit(server, pace=pace, reconnects=reconnects)
        visited = await stack.enter_async_context(session)
        await visited.sees("Küche")
        await visited.press("enter")
        await at_table(visited)
        await visited.until(lambda: visited.view.stage == "running")
        await ben_plays(visited, ben)
        yield visited, ben


async def ben_plays(visited: Visit, ben: Client) -> None:
    """Ben lays what he has, anywhere, until it is Anna's turn."""
    while not real(visited.view.offers):
        view = await ben.view(lambda view: bool(real(view.offers)) or ANNA in acting(view))
        if not real(view.offers):
            break
        offer = real(view.offers)[0]
        await ben.request(
            Act,
            table=view.id,
            deal=view.deal,
            decision=view.decision,
            action=offer.sample(Dice(bytes(32))),
        )
    await my_turn(visited)


def acting(view: Any) -> tuple[int, ...]:
    return view.view.to_act if view.view else ()


def rows(visited: Visit, seat: int = ANNA) -> list[tuple[Card, ...]]:
    """What lies in somebody's rows."""
    assert visited.view.view is not None
    zones = [visited.view.view.zone(f"{name}.{seat}") for name in ROWS]
    return [tuple(c for c in zone.cells if isinstance(c, Card)) for zone in zones if zone]


def fresh(visited: Visit) -> tuple[Card, ...]:
    """The cards that Anna has to lay."""
    assert visited.view.view is not None
    zone = visited.view.view.zone(f"hand.{ANNA}")
    return tuple(c for c in zone.cells if isinstance(c, Card)) if zone else ()


async def test_a_turn_of_pineapple_by_keys(server: Server) -> None:
    async with playing(server, reconnects=True) as (visited, ben):
        # Five cards: two behind, two in the middle, one in front.
        seq, told = visited.view.seq, len(ben.pushes)
        tray = visited.scene.ui.sorting
        assert tray is not None
        order = tray.tray
        await visited.press("3", "3", "2", "2", "enter")
        await visited.sees("! Eine Karte liegt noch nirgends.")
        await visited.press("1")
        await visited.sees("Alle liegen. Enter macht es fest")
        assert (visited.view.seq, len(ben.pushes)) == (seq, told)
        await visited.press("enter")
        await visited.until(lambda: not real(visited.view.offers) and not visited.table.ui.pending)
        assert rows(visited) == [order[4:], order[2:4], order[:2]]
        await ben_plays(visited, ben)
        # Three cards: the second goes away, the others behind and to the middle.
        first, second, third = fresh(visited)
        await visited.press("right", "0", "2", "3")
        await visited.sees("(verdeckt)")
        # What is held over rows outlasts a broken line; the last is taken back and held anew.
        link = visited.app.line.link
        visited.hang_up()
        await visited.until(lambda: visited.app.line.link is not link)
        await visited.goes_to("table")
        await my_turn(visited)
        assert visited.view.draft == Draft(middle=(third,), back=(first,))
        await visited.press("u", "3", "enter")
        await visited.until(lambda: not real(visited.view.offers) and not visited.table.ui.pending)
        assert rows(visited) == [order[4:], (*order[2:4], third), (*order[:2], first)]
        assert visited.view.view is not None
        away = visited.view.view.zone(f"away.{ANNA}")
        assert away is not None
        assert away.cells == (second,)
        told_ben = await ben.view(lambda view: BEN in acting(view))
        assert told_ben.view is not None
        unseen = told_ben.view.zone(f"away.{ANNA}")
        assert unseen is not None
        assert not isinstance(unseen.cells[0], Card)
