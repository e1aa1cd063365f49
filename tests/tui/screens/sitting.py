"""At a table in tests: the ways there, and turns taken as a person would."""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial

from engine.values.chance import Dice
from engine.values.offers import real
from protocol.messages import Act
from server.run import Server
from tests.server.client import Client, cooperative, open_table, sit
from tests.tui.screens.visit import BRISK, Visit, guest, visit
from tui.start import Pace, Play, Start

QUICK = Start(play=Play(game="pokerface", bots=2))


async def at_table(visited: Visit) -> None:
    """The table has come."""
    await visited.goes_to("table")
    await visited.until(lambda: visited.told)


async def dealt(visited: Visit) -> None:
    """The table has come, and cards are dealt."""
    await at_table(visited)
    await visited.until(lambda: visited.view.stage == "running")


async def my_turn(visited: Visit) -> None:
    """There is something to decide, and keys act."""
    await visited.until(
        lambda: (
            bool(real(visited.view.offers))
            and not visited.table.ui.guarded
            and not visited.table.ui.pending
        )
    )


def newer(visited: Visit, seq: int) -> bool:
    """Whether the table has changed since."""
    return visited.view.seq > seq


async def play_deal(visited: Visit) -> None:
    """Pass where that goes, else take the chosen token, until the deal is over."""
    while True:
        await visited.until(
            lambda: (
                visited.view.stage != "running"
                or bool(real(visited.view.offers) and not visited.table.ui.pending)
            )
        )
        if visited.view.stage != "running":
            return
        await my_turn(visited)
        passing = any(type(offer).__name__ == "Pass" for offer in real(visited.view.offers))
        seq = visited.view.seq
        await visited.press("p" if passing else "enter")
        await visited.until(partial(newer, visited, seq))


@asynccontextmanager
async def three(
    server: Server,
    pace: Pace = BRISK,
    names: Sequence[str] = ("Ben", "Carla"),
    reconnects: bool = False,
) -> AsyncIterator[tuple[Visit, list[Client]]]:
    """Anna at the screen and two others at one table; their turns are theirs to take."""
    async with AsyncExitStack() as stack:
        others = [await stack.enter_async_context(guest(server, name)) for name in names]
        table = await open_table(others[0])
        await sit(others[1], table)
        session = visit(server, pace=pace, reconnects=reconnects)
        visited = await stack.enter_async_context(session)
        await visited.sees("Küche")
        await visited.press("enter")
        await at_table(visited)
        await visited.until(lambda: visited.view.stage == "running")
        yield visited, others


async def until_my_turn(visited: Visit, others: list[Client]) -> None:
    """The others act until it is Anna's turn."""
    while not real(visited.view.offers):
        for client in others:
            view = client.table
            if view is None or not real(view.offers):
                continue
            action = cooperative(view, real(view.offers))
            await client.request(
                Act,
                table=view.id,
                deal=view.deal,
                decision=view.decision,
                action=action.sample(Dice(bytes(32))),
            )
        await visited.pause()


async def take_turn(visited: Visit, others: list[Client]) -> None:
    """Anna takes her turn, whatever the others do before."""
    await until_my_turn(visited, others)
    await my_turn(visited)
    decision = visited.view.decision
    await visited.press(
        "p" if any(type(o).__name__ == "Pass" for o in visited.view.offers) else "enter"
    )
    await visited.until(lambda: visited.view.decision != decision or not real(visited.view.offers))
