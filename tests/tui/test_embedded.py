"""A server of one's own: a child process behind a socket pair."""

import asyncio
import os
from pathlib import Path

import pytest

from protocol.messages import VERSION, Create, Hello, Ok
from tui.embedded import NoServer, own_server
from tui.link import new_key

HELLO = Hello(VERSION, "test", "en", "Anna")


def children() -> set[int]:
    """The processes that this one has started and not yet buried."""
    path = Path(f"/proc/{os.getpid()}/task")
    return {
        int(child) for task in path.iterdir() for child in (task / "children").read_text().split()
    }


async def test_it_serves_and_ends_with_its_user(tmp_path: Path) -> None:
    before = children()
    async with own_server(tmp_path / "own") as (link, _):
        welcome = await link.hello(HELLO)
        assert welcome.account.name == "Anna"
        answer = await link.request(
            Create(id=0, key=new_key(), game="pokerface", name="x", seats=3, bots="now")
        )
        assert isinstance(answer, Ok)
        assert len(children() - before) >= 1
    assert children() == before
    assert (tmp_path / "own" / "server.log").read_text() == ""


async def test_two_games_side_by_side_keep_apart(tmp_path: Path) -> None:
    async with own_server(tmp_path / "own") as (first, _):
        await first.hello(HELLO)
        async with own_server(tmp_path / "own") as (second, _):
            await second.hello(HELLO)
            assert first.welcome is not None
            assert second.welcome is not None
    assert (tmp_path / "own-2").is_dir()


async def test_games_started_at_the_same_moment_keep_apart(tmp_path: Path) -> None:
    async def play() -> Path:
        async with own_server(tmp_path / "own") as (link, place):
            await link.hello(HELLO)
            await together.wait()
            return place

    together = asyncio.Barrier(4)
    places = await asyncio.gather(*(play() for _ in range(4)))
    assert len(set(places)) == 4


async def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    with pytest.raises(NoServer, match="file"):
        async with own_server(blocked / "own"):
            pass


async def test_files_where_one_plays_are_not_taken_for_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Somebody's downloads, in which a file happens to be called like one of our packages.
    (tmp_path / "server.py").write_text("raise SystemExit('taken for ours')\n", "utf-8")
    monkeypatch.chdir(tmp_path)
    async with own_server(tmp_path / "own") as (link, _):
        await link.hello(HELLO)
        assert link.welcome is not None
    assert (tmp_path / "own" / "server.log").read_text() == ""


async def test_the_child_ends_when_its_user_is_gone(tmp_path: Path) -> None:
    """Even where nobody says goodbye: the socket is what it lives by."""
    before = children()
    async with own_server(tmp_path / "own") as (link, _):
        await link.hello(HELLO)
        (child,) = children() - before
        link._writer.transport.abort()
        async with asyncio.timeout(10):
            while _alive(child):  # noqa: ASYNC110 — another process's end has no event here
                await asyncio.sleep(0.01)


def _alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"
