"""What a session over SSH costs: the real app at a real server, in an SSH host of its own."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

from engine.values.actions import Take
from protocol.messages import Act
from tests.bench import Line
from tests.bench.ssh_rig import HostProcess, Seen, SshClient, ssh_house
from tests.server.client import Client, open_table

SESSIONS = 60
ACTIONS = 20
IDLE = 10  # seconds of doing nothing


def bench() -> Iterable[Line]:
    """Memory, login and updates a session; all look on at one table while somebody acts."""
    return asyncio.run(_all())


async def _all() -> list[Line]:
    with tempfile.TemporaryDirectory() as folder:
        return [line async for line in _measure(Path(folder))]


async def _measure(folder: Path) -> AsyncIterator[Line]:
    async with ssh_house(folder) as (_, host), await Client.unix(folder / "host.sock") as player:
        await player.hello("player")
        options = {"all_at_once": True}
        table = await open_table(player, options=options, bots="now", seats=4)
        await _warm_up(host)
        base, spent = host.memory, host.cpu
        clients = [SshClient() for _ in range(SESSIONS)]
        for number, client in enumerate(clients):
            await client.login(host.port, f"look{number}")
            await client.until(_lobby)
        login = (host.cpu - spent) / SESSIONS
        yield Line(
            "SSH: login to first full screen, CPU",
            f"{login * 1e3:.0f} ms",
            "≤ 150 ms",
            login <= 0.15,
        )
        yield Line("SSH: memory of the host process with nobody in it", f"{base:.0f} MB")
        for client in clients:
            client.press("w")
            await client.until(_table)
        session = (host.memory - base) / SESSIONS
        yield Line(
            f"SSH: memory a session at a table, {SESSIONS} of them",
            f"{session:.2f} MB",
            "≤ 2 MB",
            session <= 2,
        )
        idle = await _idle(host)
        yield Line(f"SSH: {SESSIONS} sessions doing nothing, CPU of a core", f"{idle:.1%}")
        spent = host.cpu
        sent = sum(client.seen.bytes for client in clients)
        for number in range(ACTIONS):
            await _act(player, table, number % 2 + 1, clients)
        update = (host.cpu - spent) / (ACTIONS * SESSIONS)
        size = (sum(client.seen.bytes for client in clients) - sent) / (ACTIONS * SESSIONS)
        yield Line(
            "SSH: an update of a table, CPU with encryption",
            f"{update * 1e3:.2f} ms, {size / 1024:.1f} KB",
            "≤ 2.5 ms",
            update <= 0.0025,
        )
        hundred = 100 * update + 100 / SESSIONS * idle
        yield Line(
            "SSH: 100 sessions at one update a second (reckoned)",
            f"{hundred:.0%} of a core",
            "≤ 25 % of a core",
            hundred <= 0.25,
        )
        for client in clients:
            await client.close()


async def _warm_up(host: HostProcess) -> None:
    """Fill the caches that all sessions share."""
    for number in range(2):
        client = SshClient()
        await client.login(host.port, f"warm{number}")
        await client.until(_lobby)
        client.press("w")
        await client.until(_table)
        await client.close()


async def _idle(host: HostProcess) -> float:
    spent = host.cpu
    await asyncio.sleep(IDLE)
    return (host.cpu - spent) / IDLE


async def _act(player: Client, table: str, token: int, clients: list[SshClient]) -> None:
    """One action at the table, and every screen redrawn."""
    view = player.table
    assert view is not None
    assert view.view is not None
    before = [client.seen.bytes for client in clients]
    await player.ask(
        Act,
        table=table,
        deal=view.deal,
        decision=view.decision,
        action=Take(token=token, holder=None),
    )
    for client, had in zip(clients, before, strict=True):
        await client.until(lambda seen, had=had: seen.bytes > had)  # type: ignore[misc]


def _lobby(seen: Seen) -> bool:
    return b"pokertui" in seen.tail and b"player" in seen.tail


def _table(seen: Seen) -> bool:
    return b"Pokerface" in seen.tail and b"River" in seen.tail
