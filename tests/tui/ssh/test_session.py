"""A session from its first byte to its last."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from socket import SO_RCVBUF, SO_SNDBUF, SOL_SOCKET
from typing import Any

import asyncssh
import pytest
from textual.app import App

from tests.tui.ssh.rig import (
    LAST_WORDS,
    Client,
    Guest,
    Looker,
    Small,
    connected,
    hosting,
    looking,
    serving,
    until,
)
from tui.locale.de.ssh import WORDS as GERMAN
from tui.locale.en.ssh import WORDS as ENGLISH
from tui.ssh.door import Limits
from tui.ssh.driver import BACKLOG_HIGH
from tui.ssh.session import WRITE_HIGH, NotWelcome, Visit

# What gives a terminal back (cases E3): each must come, the main screen after the keyboard.
GIVES_BACK = (
    b"\x1b[?1000l",
    b"\x1b[?1003l",
    b"\x1b[?1006l",
    b"\x1b[?2004l",
    b"\x1b[?1004l",
    b"\x1b[<u",
    b"\x1b[?25h",
    b"\x1b[?1049l",
)


def given_back(raw: bytes, line: str) -> None:
    """The last bytes switch off everything, and one plain line stays."""
    last = raw[raw.rindex(b"\x1b[?1000l") :]
    for sequence in GIVES_BACK:
        assert sequence in last
    assert last.index(b"\x1b[<u") < last.index(b"\x1b[?1049l")
    assert last.endswith(b"\x1b[?1049l" + line.encode() + b"\r\n")


async def test_first_frame_comes_without_a_resize(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig, looking(rig.port) as client:
        screen = await client.wait("size=80x24")
        assert "hello anna in en" in screen


async def test_the_language_is_the_clients(tmp_path: Path) -> None:
    async with (
        hosting(tmp_path) as rig,
        looking(rig.port, env={"LANG": "de_DE.UTF-8"}) as client,
    ):
        await client.wait("hello anna in de")
        client.send("q")
        assert await client.wait_end() == 0
        given_back(client.raw, GERMAN["bye"])


# ── ending ─────────────────────────────────────────────────────────────────────────────────────


async def test_quitting_gives_the_terminal_back(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig, looking(rig.port) as client:
        await client.wait("size=")
        assert b"\x1b[?1049h" in client.raw
        client.send("q")
        assert await client.wait_end() == 0
        given_back(client.raw, ENGLISH["bye"])


async def test_an_app_can_leave_a_sentence_and_a_code(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig, looking(rig.port) as client:
        await client.wait("size=")
        client.send("g")
        assert await client.wait_end() == 7
        given_back(client.raw, LAST_WORDS)


async def test_a_crash_gives_the_terminal_back_and_tells_nothing(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.INFO, "pokertui.ssh")
    async with (
        hosting(tmp_path) as rig,
        looking(rig.port) as client,
        looking(rig.port, user="ben") as other,
    ):
        await client.wait("size=")
        await other.wait("size=")
        client.send("x")
        assert await client.wait_end() == 1
        given_back(client.raw, ENGLISH["crashed"])
        assert b"Traceback" not in client.raw
        # The others play on.
        other.send("ab")
        await other.wait("keys=2 last=b")
    logged = caplog.text + "".join(capfd.readouterr())
    assert "RuntimeError" in logged
    assert "action_crash" in logged
    assert "queen of hearts" not in logged


async def test_an_app_that_fails_on_its_way_out_gives_the_terminal_back(tmp_path: Path) -> None:
    class Broken(Small):
        async def run_async(self, **options: Any) -> int | None:
            await super().run_async(**options)
            raise RuntimeError("after the end")

    @asynccontextmanager
    async def make(visit: Visit) -> AsyncIterator[App[Any]]:
        yield Broken(visit)

    async with hosting(tmp_path, make) as rig, looking(rig.port) as client:
        await client.wait("size=")
        client.send("q")
        assert await client.wait_end() == 1
        given_back(client.raw, ENGLISH["crashed"])


async def test_stopping_the_host_gives_every_terminal_back(tmp_path: Path) -> None:
    async with (
        hosting(tmp_path) as rig,
        looking(rig.port) as client,
        looking(rig.port, user="ben") as other,
    ):
        await client.wait("size=")
        await other.wait("size=")
        await rig.house.stop()
        for one in (client, other):
            assert await one.wait_end() == 1
            given_back(one.raw, ENGLISH["stopping"])


async def test_a_hanging_app_cannot_keep_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.ssh.session.END_TIME", 0.2)

    class Hanging(Small):
        async def on_key(self, event: object) -> None:  # type: ignore[override]
            await asyncio.Event().wait()

    @asynccontextmanager
    async def make(visit: Visit) -> AsyncIterator[App[Any]]:
        yield Hanging(visit)

    async with hosting(tmp_path, make) as rig, looking(rig.port) as client:
        await client.wait("size=")
        client.send("a")
        await rig.house.stop()
        assert await client.wait_end() == 1
        given_back(client.raw, ENGLISH["stopping"])


async def test_end_of_input_ends_the_session(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig, looking(rig.port) as client:
        await client.wait("size=")
        client.channel.write_eof()
        assert await client.wait_end() == 1
        given_back(client.raw, ENGLISH["input_ended"])


async def test_a_client_that_vanishes_takes_its_app_along(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig:
        async with looking(rig.port) as client:
            await client.wait("size=")
            client.connection.abort()
        await until(lambda: not rig.house.sessions)
        assert rig.house.door.sessions == 0
        assert not rig.apps[0].is_running


async def test_who_is_not_welcome_is_told_with_the_servers_reason(tmp_path: Path) -> None:
    @asynccontextmanager
    async def make(visit: Visit) -> AsyncIterator[App[Any]]:
        refusal = NotWelcome("Server speaks 2, you speak 1: please update.", 3)
        if visit.hello.version:
            raise refusal
        yield Small(visit)

    async with hosting(tmp_path, make) as rig, looking(rig.port) as client:
        assert await client.wait_end() == 3
        assert client.raw == b"Server speaks 2, you speak 1: please update.\r\n"


async def test_a_fault_before_the_app_is_told_too(tmp_path: Path) -> None:
    @asynccontextmanager
    async def make(visit: Visit) -> AsyncIterator[App[Any]]:
        if visit.hello.version:
            raise ZeroDivisionError
        yield Small(visit)

    async with hosting(tmp_path, make) as rig, looking(rig.port) as client:
        assert await client.wait_end() == 1
        assert client.raw.decode() == ENGLISH["crashed"] + "\r\n"


# ── the server away ────────────────────────────────────────────────────────────────────────────


async def test_without_a_server_one_waits_and_then_plays(tmp_path: Path) -> None:
    async with hosting(tmp_path, server=False) as rig, looking(rig.port) as client:
        await client.wait(ENGLISH["waiting"][:40])
        assert b"\x1b[?1049h" not in client.raw
        async with serving(tmp_path / "host.sock"):
            await client.wait("hello anna")
            client.send("q")
            await client.wait_end()


async def test_keys_typed_ahead_reach_the_app(tmp_path: Path) -> None:
    release = asyncio.Event()

    async with hosting(tmp_path) as rig:

        @asynccontextmanager
        async def make(visit: Visit) -> AsyncIterator[App[Any]]:
            await release.wait()
            async with rig.make(visit) as app:
                yield app

        rig.house.make_app = make
        async with looking(rig.port) as client:
            client.send("abq")
            client.channel.change_terminal_size(90, 30)
            await until(lambda: any(s._ahead == b"abq" for s in rig.house.sessions))
            await until(lambda: any(s._size == (90, 30) for s in rig.house.sessions))
            release.set()
            assert await client.wait_end() == 0
            assert rig.apps[0].keys[:2] == ["a", "b"]
            assert rig.apps[0].size == (90, 30)


async def test_waiting_can_be_given_up_by_hand(tmp_path: Path) -> None:
    async with hosting(tmp_path, server=False) as rig, looking(rig.port) as client:
        await client.wait(ENGLISH["waiting"][:40])
        client.send("\x03")
        assert await client.wait_end() == 0
        assert client.raw.decode().endswith(ENGLISH["bye"] + "\r\n")


async def test_waiting_ends_some_time(tmp_path: Path) -> None:
    limits = Limits(wait_for_server=0.0)
    async with (
        hosting(tmp_path, server=False, limits=limits) as rig,
        looking(rig.port) as client,
    ):
        assert await client.wait_end() == 1
        assert client.raw.decode().endswith(ENGLISH["gave_up"] + "\r\n")


# ── what there is not ──────────────────────────────────────────────────────────────────────────


async def run(port: int, **session: Any) -> Client:
    async with connected(port, client_factory=Guest) as connection:
        channel, looker = await connection.create_session(
            lambda: Looker((80, 24)), encoding=None, env={"LANG": "en"}, **session
        )
        client = Client(connection, channel, looker)
        await client.wait_end()
        return client


@pytest.mark.parametrize(
    ("session", "sentence"),
    [
        ({"command": "ls; rm -rf /"}, "no_commands"),
        ({"subsystem": "sftp"}, "no_files"),
        ({"subsystem": "netconf"}, "no_files"),
    ],
)
async def test_without_a_terminal_there_is_a_sentence(
    tmp_path: Path, session: dict[str, str], sentence: str
) -> None:
    async with hosting(tmp_path) as rig:
        client = await run(rig.port, **session)
    assert client.channel.get_exit_status() == 2
    assert client.looker.errors.decode() == ENGLISH[sentence] + "\n"
    assert client.raw == b""


async def test_nothing_is_forwarded(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig, connected(rig.port) as connection:
        with pytest.raises(asyncssh.ChannelOpenError, match="nothing is forwarded"):
            await connection.open_connection("127.0.0.1", 22)
        with pytest.raises(asyncssh.ChannelOpenError, match="nothing is forwarded"):
            await connection.open_unix_connection("/run/secret")
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("", 0, "127.0.0.1", 1)


async def test_no_agent_is_taken_along(tmp_path: Path) -> None:
    async with (
        hosting(tmp_path) as rig,
        looking(rig.port, agent_forwarding=True) as client,
    ):
        await client.wait("size=")
        (session,) = rig.house.sessions
        assert session._connection.get_agent_path() is None


# ── size ───────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("asked", "drawn"),
    [
        ((0, 0), "80x24"),
        ((20, 5), "20x5"),
        ((300, 90), "300x90"),
        ((2000, 1000), "320x100"),
    ],
)
async def test_any_size_is_drawn(tmp_path: Path, asked: tuple[int, int], drawn: str) -> None:
    async with hosting(tmp_path) as rig, looking(rig.port, size=asked) as client:
        await client.wait(lambda text: f"size={drawn}"[:20] in text)


async def test_the_size_follows_the_window(tmp_path: Path) -> None:
    async with (
        hosting(tmp_path) as rig,
        looking(rig.port) as client,
        looking(rig.port, user="ben") as other,
    ):
        await client.wait("size=80x24")
        await other.wait("size=80x24")
        for size in ((10, 3), (0, 0), (100, 30)):
            client.looker.screen.resize(size[1] or 24, size[0] or 80)
            client.channel.change_terminal_size(*size)
        await client.wait("size=100x30")
        other.send("a")
        assert "size=80x24" in await other.wait("keys=1")


async def test_two_hundred_window_changes_are_a_few(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig, looking(rig.port, size=(400, 200)) as client:
        await client.wait("size=")
        before = len(client.raw)
        for number in range(200):
            client.channel.change_terminal_size(60 + number % 60, 20 + number % 15)
        await client.wait("size=79x24")
        assert len(client.raw) - before < 200_000


async def test_a_window_that_is_as_large_as_before_is_drawn_anew(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig, looking(rig.port) as client:
        await client.wait("size=80x24")
        # The terminal has lost what lay outside while it was small.
        client.looker.screen.reset()
        assert "hello" not in client.text
        client.channel.change_terminal_size(20, 5)
        client.channel.change_terminal_size(80, 24)
        await client.wait("hello anna")


async def test_the_mouse_is_asked_for_again_after_a_resize_and_on_focus(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig, looking(rig.port) as client:
        await client.wait("size=80x24")
        first = client.raw.count(b"\x1b[?1000h")
        client.channel.change_terminal_size(70, 20)
        await client.wait("size=70x20")
        assert client.raw.count(b"\x1b[?1000h") == first + 1
        client.send(b"\x1b[I")
        await until(lambda: client.raw.count(b"\x1b[?1000h") == first + 2)


# ── input ──────────────────────────────────────────────────────────────────────────────────────


async def test_keys_clicks_and_escape_arrive(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig, looking(rig.port) as client:
        await client.wait("size=")
        client.send("ä")
        await client.wait("keys=1 last=ä")
        client.send(b"\x1b[A")
        await client.wait("keys=2 last=up")
        client.send(b"\x1b[<0;5;1M\x1b[<0;5;1m")
        await client.wait("clicks=1")
        client.send(b"\x1b")
        await client.wait("keys=3 last=escape")
        client.send(b"\x1a")
        await client.wait("keys=4 last=ctrl+z")


async def test_old_style_mouse_bytes_do_not_end_the_app(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig, looking(rig.port, size=(150, 40)) as client:
        await client.wait("size=")
        client.send(b"\x1b[M\x23\x84\x28c")
        await client.wait("keys=1 last=c")


async def test_a_huge_paste_costs_the_others_nothing(tmp_path: Path) -> None:
    async with (
        hosting(tmp_path) as rig,
        looking(rig.port) as client,
        looking(rig.port, user="ben") as other,
    ):
        await client.wait("size=")
        await other.wait("size=")
        client.send(b"\x1b[200~" + b"p" * 5_000_000)
        other.send("a")
        await other.wait("keys=1 last=a")
        # It never ends by itself, and yet the keys come back.
        await client.wait("pastes=1")
        assert len(rig.apps[0].pasted[0]) <= 8192
        client.send("a")
        await client.wait("keys=1 last=a")


async def test_a_file_sent_as_keys_is_slowed_down(tmp_path: Path) -> None:
    async with (
        hosting(tmp_path) as rig,
        looking(rig.port) as client,
        looking(rig.port, user="ben") as other,
    ):
        await client.wait("size=")
        await other.wait("size=")
        client.send(b"a" * 200_000)
        await until(lambda: len(rig.apps[0].keys) > 100)
        other.send("b")
        await other.wait("keys=1 last=b")
        assert len(rig.apps[0].keys) < 2_000
        (driver,) = (s._driver for s in rig.house.sessions if s._app is rig.apps[0])
        assert driver is not None
        assert len(driver._intake._text) < 100_000


# ── readers that are slow ──────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("window", [64 * 1024, 2**31 - 1])
async def test_a_slow_reader_is_bounded_and_ends_with_the_newest_frame(
    tmp_path: Path, window: int
) -> None:
    async with (
        hosting(tmp_path) as rig,
        looking(rig.port, window=window, size=(300, 90)) as client,
        looking(rig.port, user="ben") as other,
    ):
        await client.wait("size=")
        await other.wait("size=")
        (session,) = (s for s in rig.house.sessions if s._app is rig.apps[0])
        # Nothing is read any more, neither from the channel nor from the socket.
        transport = client.connection._transport
        assert transport is not None
        assert session._driver is not None
        transport.pause_reading()
        # The system's own buffers would take megabytes first.
        for end, side in ((client.connection, SO_RCVBUF), (session._connection, SO_SNDBUF)):
            end.get_extra_info("socket").setsockopt(SOL_SOCKET, side, 8192)
        most, stopped = 0, False
        while not (stopped and rig.apps[0].drawn == 1000):
            if rig.apps[0].drawn in (0, 1000):
                rig.apps[0].action_many()
            most = max(most, session._channel._send_buf_len + session.backlog())
            stopped = stopped or session._driver._batching
            await asyncio.sleep(0)
        assert most < 256 * 1024
        other.send("a")
        await other.wait("keys=1")
        transport.resume_reading()
        await client.wait("drawn=1000.")


async def test_a_backlog_without_end_drops_the_connection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tui.ssh.driver.BACKLOG_MOST", -1)
    async with hosting(tmp_path) as rig, looking(rig.port) as client:
        await client.looker.closed.wait()
        await until(lambda: not rig.house.sessions)


def test_the_bounds_fit_together() -> None:
    assert WRITE_HIGH + BACKLOG_HIGH < 256 * 1024


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def test_nothing_is_opened_or_written_on_the_host(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.chdir(tmp_path)
    async with hosting(tmp_path) as rig, looking(rig.port) as client:
        await client.wait("size=")
        app = rig.apps[0]
        app.call_later(app.open_url, "https://example.org")
        app.call_later(app.deliver_screenshot, path=str(tmp_path / "pictures"))
        client.send("a")
        await client.wait("keys=1")
    assert not opened
    # From Python 3.13 on a Unix socket's file goes with its listener.
    assert names(tmp_path) - {"host.sock"} == {"state"}


# ── terminals ──────────────────────────────────────────────────────────────────────────────────


async def test_two_depths_of_colour_do_not_mix(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig:
        true = {"LANG": "C.UTF-8", "COLORTERM": "truecolor"}
        async with (
            looking(rig.port, user="true", env=true) as first,
            looking(rig.port, user="ben") as second,
            looking(rig.port, user="old", term="linux") as third,
            looking(rig.port, user="mono", env={"NO_COLOR": "1", "LANG": "C.UTF-8"}) as fourth,
        ):
            for client in (first, second, third, fourth):
                await client.wait("size=")
                client.send("a")
                await client.wait("keys=1")
        assert b"38;2;" in first.raw
        assert b";2;" not in second.raw
        assert b"38;5;" in second.raw
        assert b";2;" not in third.raw
        assert b"8;5;" not in third.raw
        assert not re.search(rb"\x1b\[([0-9]+;)*(3|4|9|10)[0-9][;m]", fourth.raw)


async def test_a_terminal_that_is_not_utf8_gets_ascii(tmp_path: Path) -> None:
    class Accents(Small):
        def on_mount(self) -> None:
            super().on_mount()
            self.query_one("#hello").styles.border = ("round", "white")
            self.visit.writer.write(b"")

    @asynccontextmanager
    async def make(visit: Visit) -> AsyncIterator[App[Any]]:
        yield Accents(visit)

    async with (
        hosting(tmp_path, make) as rig,
        looking(rig.port, user="Jörg", env={"LANG": "de_DE.ISO-8859-1"}) as client,
    ):
        await client.wait("hello Jorg in de")
        assert client.raw.isascii()


async def test_variables_without_end_are_not_kept(tmp_path: Path) -> None:
    env = {f"V{number}": "x" * 100 for number in range(500)}
    async with hosting(tmp_path) as rig, looking(rig.port, env=env) as client:
        await client.wait("size=")
        (session,) = rig.house.sessions
        assert len(session._channel.get_environment()) <= 64


async def test_what_strangers_write_is_escaped_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    logging.getLogger("asyncssh").setLevel(logging.WARNING)
    async with hosting(tmp_path) as rig:
        async with looking(rig.port, user="ü" * 300, term="xterm\x1b[2J") as client:
            await client.wait("size=")
        await run(rig.port, command="\x1b]0;PWN\x07" * 100)
    for record in caplog.records:
        line = record.getMessage()
        assert line.isprintable()
        assert "\u202e" not in line
        assert len(line) < 300


async def test_keys_are_renegotiated_without_a_break(tmp_path: Path) -> None:
    async with (
        hosting(tmp_path) as rig,
        looking(rig.port, rekey_bytes="20k") as client,
    ):
        await client.wait("size=")
        client.send("m")
        await client.wait("drawn=1000.")
