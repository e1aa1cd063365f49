"""Tables with chips for stories: a scripted deck, players by plain clients, a way in by ssh."""

import asyncio
import re
import sqlite3
import subprocess
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

from engine.values.actions import Action
from engine.values.cards import DECK, Card, cards
from engine.values.chance import Chance, Dice
from engine.values.offers import Offer, real
from protocol.messages import Act, Next, TableView
from server.config import Config
from tests.e2e.house import POKERTUI, environment, free_port
from tests.e2e.terminal import Terminal
from tests.server.client import Client

TWICE = "noch einmal c"
# Before choices for a turn that has not come yet.
BEFOREHAND = ("Vorauswahl", "In advance")

# Whoever reads it by a plain client: offers by their kinds, and what is done; None: wait.
Choose = Callable[[TableView, Mapping[str, Offer]], Action | None]


def first_button(button: int, seats: int) -> Chance:
    """The luck of a new table that puts the button there."""
    seeds = (bytes([number]) * 32 for number in range(256))
    seed = next(seed for seed in seeds if Dice(seed).below(seats) == button)
    return Chance(deck=DECK, seed=seed)


def stacked(order: Sequence[int], hands: Mapping[int, str], size: int, board: str) -> Chance:
    """A deck that gives seats, dealt `size` cards each in that order, these hands and this board.

    Who is not in `hands` gets what is left.
    """
    known = set(cards("".join(hands.values()) + board))
    rest = [card for card in DECK if card not in known]
    deck: list[Card] = []
    for seat in order:
        deck += cards(hands[seat]) if seat in hands else [rest.pop() for _ in range(size)]
    return Chance(deck=(*deck, *cards(board), *rest), seed=bytes(32))


async def follow(client: Client, choose: Choose, deals: int) -> None:
    """Act as `choose` says, and go on after each deal before number `deals`; runs until ended."""
    seen = 0

    def newer(view: TableView) -> bool:
        return view.seq > seen

    while True:
        view = await client.view(newer)
        seen = view.seq
        if view.stage != "running":
            ready = view.me is None or view.chairs[view.me].ready
            if view.deal < deals and not ready:
                await client.request(Next, table=view.id, deal=view.deal)
            continue
        offers = {type(offer).__name__: offer for offer in real(view.offers)}
        action = choose(view, offers) if offers else None
        if action is not None:
            where = {"table": view.id, "deal": view.deal, "decision": view.decision}
            await client.ask(Act, **where, action=action)


@asynccontextmanager
async def following(clients: Sequence[Client], choose: Choose, deals: int) -> AsyncIterator[None]:
    """Clients that `follow` as long as the context lasts."""
    tasks = [asyncio.create_task(follow(client, choose, deals)) for client in clients]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        ended = await asyncio.gather(*tasks, return_exceptions=True)
    for error in ended:
        if isinstance(error, Exception):
            raise error


def playing_for_chips(place: Path) -> Config:
    """A server that ssh hosts reach, where the next deal waits until all want to go on."""
    return Config(
        state=place / "state",
        listen="127.0.0.1:0",
        host_socket=place / "host.sock",
        between=600,
        lobby_pause=0,
    )


@asynccontextmanager
async def ssh_host(config: Config, place: Path) -> AsyncIterator[int]:
    """`pokertui ssh` as a process of its own on a server's socket; the port it listens at."""
    port = free_port()
    argv = [
        *(*POKERTUI, "ssh", "--child"),
        *("--host-sock", str(config.host_socket)),
        *("--listen", f"127.0.0.1:{port}"),
        *("--state", str(place / "ssh-state")),
    ]
    process = subprocess.Popen(  # noqa: ASYNC220 — it is read in a thread
        argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(place / "ssh-home")
    )
    assert process.stdout is not None
    try:
        assert await asyncio.to_thread(process.stdout.readline) == b"listening\n"
        yield port
    finally:
        await asyncio.to_thread(process.communicate)


async def sees(terminal: Terminal, what: str | Callable[[str], bool]) -> str:
    """The terminal's screen as soon as it holds `what`."""
    return await asyncio.to_thread(terminal.wait, what)


async def ends(terminal: Terminal) -> int:
    """The exit code of the terminal's program once it has ended."""
    return await asyncio.to_thread(terminal.wait_end)


async def reads(terminal: Terminal, *what: str) -> str:
    """The screen's words in one line, once all of that is among them."""
    return flowing(await sees(terminal, lambda text: all(one in flowing(text) for one in what)))


def flowing(text: str) -> str:
    """A screen's words in one line, however its rows break them, and without guests' marks."""
    return re.sub(r"~(?=[A-Z])", "", " ".join(text.split()))


def is_awake(terminal: Terminal, text: str) -> bool:
    """Whether it is one's turn and the keys of the action bar have woken up (bold then)."""
    lines = text.splitlines()
    row = next((row for row, line in enumerate(lines) if line.startswith("  f Fold ")), None)
    return row is not None and bool(terminal.screen.buffer[row][2].bold)


def live(terminal: Terminal, key: str) -> bool:
    """Whether the screen has that key with its words, awake (bold then), to act with at once."""
    with terminal.looking() as screen:
        for row, line in enumerate(screen.display):
            if (at := line.find(key)) >= 0 and not any(head in line for head in BEFOREHAND):
                return bool(screen.buffer[row][at].bold)
    return False


async def awake(terminal: Terminal) -> None:
    """Return once it is one's turn and the keys have woken up."""
    await sees(terminal, partial(is_awake, terminal))


async def insists(terminal: Terminal, warned: str) -> None:
    """Enter, again until the warning has stood long enough."""
    await sees(terminal, warned)
    while warned in terminal.text:
        terminal.press("enter")
        await asyncio.to_thread(terminal.listen, len(terminal.raw), 0.3)


def picture(text: str) -> list[str]:
    """All of a table on a screen but times, messages and keys: seats, board, pots, one's cards."""
    return [re.sub(r"\d+ s\b", "", line) for line in text.splitlines()[1:16]]


async def puts_in(terminal: Terminal, said: str = "c C") -> None:
    """When one's turn has come, check or call as the bar has `said`, asked twice if need be."""
    text = await sees(terminal, lambda text: is_awake(terminal, text) and said in text)
    terminal.press("c")

    def taken(now: str) -> bool:
        # Above there may be news already while the bar is still the old one.
        return picture(now) != picture(text) and not is_awake(terminal, now)

    now = await sees(terminal, lambda now: taken(now) or TWICE in now)
    if TWICE in now:
        terminal.press("c")
        await sees(terminal, taken)


def balances(state: Path) -> dict[str, int]:
    """What the ledger's file says that everybody has."""
    database = sqlite3.connect(next(state.glob("*.sqlite*")))
    try:
        return dict(database.execute("SELECT holder, chips FROM balances").fetchall())
    finally:
        database.close()
