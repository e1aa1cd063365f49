"""A disk that is full, gone or locked under a running server: a pause, and nothing lost."""

import asyncio
import contextlib
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import pytest

from engine.values.chance import Dice
from engine.values.offers import real
from protocol.messages import (
    VERSION,
    Act,
    Create,
    Hello,
    Join,
    No,
    Ok,
    Ping,
    Rename,
    TableView,
    WatchLobby,
)
from server.log import Log
from tests.server.breaking import UNSYNCED, Fault, Limited, Locked, Moved, small_disk
from tests.server.client import Client, cooperative, open_table, play, sit
from tests.server.test_process import end, start

NAMES = ("Anna", "Ben", "Carla")


@pytest.fixture(params=["limited", "locked", "moved", "full"])
def fault(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Fault]:
    """Each way to fail."""
    state = tmp_path / "state"
    match request.param:
        case "limited":
            yield Limited(state)
        case "locked":
            yield Locked(state)
        case "moved":
            yield Moved(state)
        case _:
            with small_disk(tmp_path) as disk:
                yield disk


async def stop(process: Process) -> str:
    """SIGKILL, as at a power cut; what the process had to complain about until then."""
    process.kill()
    _, complaints = await process.communicate()
    return complaints.decode()


@contextlib.asynccontextmanager
async def company(path: Path, codes: dict[str, str]) -> AsyncIterator[tuple[Client, ...]]:
    """Three people, new ones or with the codes that they got before."""
    async with contextlib.AsyncExitStack() as stack:
        clients = []
        for name in NAMES:
            client = await stack.enter_async_context(await Client.unix(path))
            welcome = await client.hello(name, code=codes.get(name))
            codes[name] = welcome.account.code or ""
            clients.append(client)
        yield tuple(clients)


def plays(view: TableView) -> bool:
    """A deal is on the table, and it goes on."""
    return view.stage == "running" and view.pause is None


async def turn(clients: tuple[Client, ...]) -> Client:
    """Whoever has something to decide, once somebody has."""
    while True:
        for client in clients:
            view = await client.view(plays)
            if real(view.offers):
                return client
        # The others' views are on their way.
        await clients[0].ask(Ping)


async def decide(client: Client, view: TableView) -> Ok | No:
    """Act on what a view offers; the answer."""
    action = cooperative(view, real(view.offers)).sample(Dice(bytes(32)))
    return await client.request(
        Act, table=view.id, deal=view.deal, decision=view.decision, action=action
    )


async def move(clients: tuple[Client, ...]) -> None:
    """One decision, seen by everybody."""
    actor = await turn(clients)
    question = await actor.view()
    answer = await decide(actor, question)
    assert isinstance(answer, Ok), answer
    for client in clients:
        await client.view(lambda view: view.seq > question.seq)


def kept(view: TableView) -> tuple[object, ...]:
    """What of a view has to be there again after a restart."""
    return (view.stage, view.deal, view.number, view.me, view.view, view.offers, view.decision)


async def test_a_disk_that_fails_costs_a_pause(fault: Fault, tmp_path: Path) -> None:
    path = tmp_path / "host.sock"
    codes: dict[str, str] = {}
    process = await start(fault.state, path, fault.inside)
    async with company(path, codes) as clients:
        anna, ben, carla = clients
        table = await open_table(anna)
        await sit(ben, table)
        await sit(carla, table)
        for _ in range(4):
            await move(clients)
        actor = await turn(clients)
        question = await actor.view()
        before = [kept(await client.view()) for client in clients]

        fault.strike(process.pid)
        answer = await decide(actor, question)
        assert isinstance(answer, No)
        assert answer.why.code == "storage"
        for client, was in zip(clients, before, strict=True):
            paused = await client.view(lambda view: view.pause is not None)
            assert paused.pause is not None
            assert paused.pause.why.code == "storage"
            assert kept(paused)[:5] == was[:5]
        # Whatever needs no disk goes on, whatever does is refused: nobody waits for an answer.
        await ben.ask(Ping)
        await ben.ask(WatchLobby, on=True)
        assert await ben.refused(Create, game="pokerface", name="x", seats=3) == "storage"
        again = await decide(actor, question)
        assert isinstance(again, No)
        assert again.why.code == "storage"
        async with await Client.unix(path) as dan:
            dan.write(Hello(VERSION, "test", "en", "Dan"))
            assert await dan.bye() == "storage"
        async with await Client.unix(path) as back:
            welcome = await back.hello(code=codes["Ben"])
            assert welcome.held == (table,)
            assert await ben.bye() == "replaced"
            await back.ask(Join, table=table)
            paused = await back.view()
            assert paused.pause is not None
            assert paused.pause.why.code == "storage"
            present = (anna, back, carla)

            fault.mend(process.pid)
            for client, was in zip(present, before, strict=True):
                assert kept(await client.view(plays)) == was
            for _ in range(3):
                await move(present)
            await back.ask(Rename, name="Benedikt")
            last = [kept(await client.view()) for client in present]
            complaints = await stop(process)
    assert complaints.count("nothing can be written") == 1, complaints
    assert complaints.count("it can be written again") == 1, complaints
    assert "Traceback" not in complaints
    process = await start(fault.state, path, fault.inside)
    async with company(path, codes) as clients:
        for client in clients:
            await sit(client, table)
        assert [kept(await client.view(plays)) for client in clients] == last
        await asyncio.gather(*(play(client, deals=1) for client in clients))
    await end(process, signal.SIGTERM)


# ── at the start ───────────────────────────────────────────────────────────────────────────────


async def complaint(state: Path, inside: Sequence[str] = ()) -> str:
    """What `pokertui serve` says when it can't begin; AssertionError if it does, or says more."""
    line = ["serve", "--lang", "en", "--state", str(state), "--listen", "127.0.0.1:0"]
    process = await asyncio.create_subprocess_exec(
        *(*inside, sys.executable, "-m", "tui.cli", *line), stdout=PIPE, stderr=PIPE
    )
    async with asyncio.timeout(20):
        out, errors = await process.communicate()
    assert process.returncode == 1
    (sentence, *logged) = reversed((out + errors).decode().splitlines())
    assert all("ERROR nothing can be written" in line for line in logged), logged
    assert sentence.startswith("pokertui: ")
    return sentence


async def test_a_server_does_not_start_on_a_disk_that_is_full_or_read_only(tmp_path: Path) -> None:
    path = tmp_path / "host.sock"
    with small_disk(tmp_path) as disk:
        # Full before there is a log, and full with one.
        disk.strike(0)
        full = f"in {disk.state}/log.sqlite3 cannot be written: the disk is full. Make room"
        assert full in await complaint(disk.state, disk.inside)
        disk.mend(0)
        process = await start(disk.state, path, disk.inside)
        async with await Client.unix(path) as anna:
            code = (await anna.hello("Anna")).account.code
        await stop(process)
        disk.strike(0)
        assert full in await complaint(disk.state, disk.inside)
        disk.mend(0)
        disk.run("mount", "-o", "remount,ro", str(disk.disk))
        assert "Read-only file system" in await complaint(disk.state, disk.inside)
        disk.run("mount", "-o", "remount,rw", str(disk.disk))
        process = await start(disk.state, path, disk.inside)
        async with await Client.unix(path) as anna:
            assert (await anna.hello(code=code)).account.name == "Anna"
        await end(process, signal.SIGTERM)


async def test_a_server_does_not_start_on_a_locked_file(tmp_path: Path) -> None:
    state, path = tmp_path / "state", tmp_path / "host.sock"
    await end(await start(state, path), signal.SIGTERM)
    shell = Locked(state)
    shell.strike(0)
    assert f"in {state}/log.sqlite3 are locked: another program" in await complaint(state)
    shell.mend(0)
    await end(await start(state, path), signal.SIGTERM)


# ── a sync that fails ──────────────────────────────────────────────────────────────────────────


@pytest.mark.skipif(not UNSYNCED, reason="no way known to make fsync fail on this system")
async def test_a_server_that_can_not_say_what_it_wrote_stops(tmp_path: Path) -> None:
    state, path = tmp_path / "state", tmp_path / "host.sock"
    process = await start(state, path, prelude=UNSYNCED)
    async with await Client.unix(path) as anna:
        code = (await anna.hello("Anna")).account.code
        table = await open_table(anna)
        process.send_signal(signal.SIGUSR1)
        asking = asyncio.create_task(anna.request(Create, game="pokerface", name="x", seats=3))
        assert await anna.bye() == "fault"
        with pytest.raises(AssertionError):
            await asking
    async with asyncio.timeout(10):
        _, complaints = await process.communicate()
    assert process.returncode == 1
    assert "a commit failed" in complaints.decode()
    assert "Traceback" not in complaints.decode()
    process = await start(state, path)
    async with await Client.unix(path) as anna:
        assert table in (await anna.hello(code=code)).held
    await end(process, signal.SIGTERM)


# ── a thousand entries ─────────────────────────────────────────────────────────────────────────

# Appends entries of all sizes, forty at a time, while its own disk fails at random: in the midst
# of a page, in the midst of a batch, while another program writes. Says of each how it went.
WRITER = """
import asyncio, contextlib, random, resource, sqlite3, sys
from pathlib import Path
from protocol.errors import Refused
from server.log import Log, Write

path, dice = Path(sys.argv[1]), random.Random(int(sys.argv[2]))
_, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
shell = sqlite3.connect(path, isolation_level=None)
numbers = iter(range(10**9))

def fail_or_mend():
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    if shell.in_transaction:
        shell.execute("ROLLBACK")
    what = dice.random()
    if what < 0.4:
        size = path.with_name(path.name + "-wal").stat().st_size
        most = dice.choice((size, dice.randrange(size + 50_000)))
        resource.setrlimit(resource.RLIMIT_FSIZE, (most + dice.randrange(5000), hard))
    elif what < 0.43:
        with contextlib.suppress(sqlite3.Error):
            shell.execute("BEGIN IMMEDIATE")

async def entries(log):
    for number in numbers:
        size = int(10 ** dice.uniform(1, 4.5))
        row = (str(number), number, "x" * size)
        try:
            await log.append([
                Write("INSERT INTO tables (id, opened) VALUES (?, ?)", row[:2]),
                Write("INSERT INTO log VALUES (?, ?, 0, 'x', ?)", row),
            ])
            print("+", number, flush=True)
        except Refused:
            print("-", number, flush=True)
        if dice.random() < 0.05:
            fail_or_mend()

async def main():
    log = Log(path, lambda failure: print("!", failure, flush=True))
    await asyncio.gather(*(entries(log) for _ in range(40)))

asyncio.run(main())
"""


@pytest.mark.parametrize("seed", [1, 2])
async def test_what_was_acknowledged_is_what_is_found(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "log.sqlite3"
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", WRITER, str(path), str(seed)), stdout=PIPE, stderr=PIPE
    )
    assert process.stdout is not None
    told: dict[str, set[int]] = {"+": set(), "-": set()}
    async with asyncio.timeout(60):
        while len(told["+"]) < 1000 or len(told["-"]) < 100:
            mark, number = (await process.stdout.readline()).split()
            told[mark.decode()].add(int(number))
        process.kill()
        # What it said until it was dead counts too.
        for line in (await process.communicate())[0].splitlines():
            mark, number = line.split()
            told[mark.decode()].add(int(number))
    log = Log(path, lambda failure: None)
    found = await log.read(lambda database: set(database.execute("SELECT opened FROM tables")))
    rows = await log.read(lambda database: set(database.execute("SELECT seq FROM log")))
    sound = await log.read(lambda database: database.execute("PRAGMA integrity_check").fetchall())
    await log.close()
    assert rows == found
    assert sound == [("ok",)]
    numbers = {number for (number,) in found}
    assert told["+"] <= numbers
    assert not told["-"] & numbers
    # At most what was on its way, one entry of each of the forty.
    assert len(numbers - told["+"]) <= 40
