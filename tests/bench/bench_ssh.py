"""What a session over SSH costs: the real app at a real server, in SSH hosts of its own."""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

from engine.values.actions import Take
from protocol.messages import Act
from tests.bench import Line
from tests.bench.ssh_rig import HostProcess, Seen, SshClient, ssh_houses
from tests.server.client import Client, open_table

SESSIONS = 100
ACTIONS = 20
IDLE = 10  # seconds of doing nothing


def bench() -> Iterable[Line]:
    """Memory, login and updates a session; all look on at one table while somebody acts."""
    for hosts in (1, 2):
        yield from asyncio.run(_all(hosts))


async def _all(hosts: int) -> list[Line]:
    with tempfile.TemporaryDirectory() as folder:
        return [line async for line in _measure(Path(folder), hosts)]


async def _measure(folder: Path, count: int) -> AsyncIterator[Line]:
    name = "SSH" if count == 1 else f"SSH, {count} hosts on one port"
    async with (
        ssh_houses(folder, count) as (_, hosts),
        await Client.unix(folder / "host.sock") as player,
    ):
        await player.hello("Petra")
        options = {"all_at_once": True}
        table = await open_table(player, options=options, bots="now", seats=4)
        await _warm_up(hosts)
        bases, spent = _memory(hosts), _cpu(hosts)
        sockets = [host.sockets for host in hosts]
        clients = [SshClient() for _ in range(SESSIONS)]
        for number, client in enumerate(clients):
            await client.login(hosts[0].port, f"look{number}")
            await client.until(_first)
        login = (_cpu(hosts) - spent) / SESSIONS
        # One to the client, one to the server.
        shares = [(host.sockets - had) // 2 for host, had in zip(hosts, sockets, strict=True)]
        if count > 1:
            yield Line(f"{name}: sessions of each", " + ".join(map(str, shares)))
        yield Line(
            f"{name}: login to first full screen, CPU",
            f"{login * 1e3:.0f} ms",
            "≤ 150 ms",
            login <= 0.15,
        )
        yield Line(f"{name}: memory with nobody in it", f"{bases / count:.0f} MB a process")
        for client in clients:
            client.press("3")
            await client.until(_lobby)
            client.press("w")
            await client.until(_table)
        session = (_memory(hosts) - bases) / SESSIONS
        yield Line(
            f"{name}: memory a session at a table, {SESSIONS} of them",
            f"{session:.2f} MB",
            "≤ 2 MB",
            session <= 2,
        )
        idle = await _idle(hosts)
        yield Line(f"{name}: {SESSIONS} sessions doing nothing, CPU of a core", f"{idle:.1%}")
        spent = _cpu(hosts)
        sent = sum(client.seen.bytes for client in clients)
        for number in range(ACTIONS):
            await _act(player, table, number % 2 + 1, clients)
        update = (_cpu(hosts) - spent) / (ACTIONS * SESSIONS)
        size = (sum(client.seen.bytes for client in clients) - sent) / (ACTIONS * SESSIONS)
        yield Line(
            f"{name}: an update of a table, CPU with encryption",
            f"{update * 1e3:.2f} ms, {size / 1024:.1f} KB",
            "≤ 2.5 ms",
            update <= 0.0025,
        )
        busy = SESSIONS * update + idle
        yield Line(
            f"{name}: {SESSIONS} sessions at one update a second",
            f"{busy:.0%} of a core",
            "≤ 25 % of a core",
            busy <= 0.25,
        )
        for client in clients:
            await client.close()


def _cpu(hosts: list[HostProcess]) -> float:
    return sum(host.cpu for host in hosts)


def _memory(hosts: list[HostProcess]) -> float:
    return sum(host.memory for host in hosts)


async def _warm_up(hosts: list[HostProcess]) -> None:
    """Fill the caches that all sessions share, in each host, wherever the system sends us."""
    for number in range(2 if len(hosts) == 1 else 8 * len(hosts)):
        client = SshClient()
        await client.login(hosts[0].port, f"warm{number}")
        await client.until(_first)
        client.press("3")
        await client.until(_lobby)
        client.press("w")
        await client.until(_table)
        await client.close()


async def _idle(hosts: list[HostProcess]) -> float:
    spent = _cpu(hosts)
    await asyncio.sleep(IDLE)
    return (_cpu(hosts) - spent) / IDLE


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


def _first(seen: Seen) -> bool:
    """Whether what newcomers are asked is there, to its last choice."""
    return b" lobby " in seen.tail


def _lobby(seen: Seen) -> bool:
    return b"pokertui" in seen.tail and b"Petra" in seen.tail


def _table(seen: Seen) -> bool:
    return b"Pokerface" in seen.tail and b"River" in seen.tail
