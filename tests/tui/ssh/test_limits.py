"""Strangers at the port: silent, noisy, many (cases F1, F2, F4)."""

import asyncio
import logging
import os
import signal
import struct
from pathlib import Path

import asyncssh
import pytest

from tests.crossing import crosses
from tests.e2e.terminal import Terminal as Pty
from tests.tui.ssh.rig import (
    connected,
    empty_home,
    hosting,
    looking,
    needs_ssh,
    on_pty,
    openssh,
    until,
)
from tui.locale.en.ssh import WORDS as ENGLISH
from tui.ssh.door import Limits

# Where each is crossed, with its name in the test; a field of Limits without a line is a fault.
CROSSED = {
    "sessions": "test_limits.test_no_seat_left_is_told_politely",
    "sessions_an_address": "test_limits.test_no_seat_left_is_told_politely",
    "sessions_a_connection": "test_limits.test_a_connection_has_so_many_sessions",
    "strangers": "test_limits.test_strangers_are_so_many_and_the_log_stays_short",
    "strangers_an_address": "test_limits.test_strangers_are_so_many_and_the_log_stays_short",
    "knocks": "test_limits.test_knocking_too_often_means_waiting",
    "knocks_a_second": "test_limits.test_knocking_too_often_means_waiting",
    "knocks_in_all": "test_limits.test_knocking_too_often_means_waiting",
    "knocks_in_all_a_second": "test_limits.test_knocking_too_often_means_waiting",
    "logins": "test_limits.test_sessions_that_begin_too_often_are_told_how_long",
    "logins_a_second": "test_limits.test_sessions_that_begin_too_often_are_told_how_long",
    "logins_in_all": "test_limits.test_sessions_that_begin_too_often_are_told_how_long",
    "logins_in_all_a_second": "test_limits.test_sessions_that_begin_too_often_are_told_how_long",
    "passwords": "test_guessing.test_passwords_on_one_connection_are_so_many",
    "failures": "test_identity.test_passwords_are_not_asked_for_and_guessing_ends",
    "keys": "test_guessing.test_keys_that_are_only_offered_are_so_many",
    "tries_free": "test_guessing.test_who_guesses_waits_and_others_do_not",
    "tries_delay": "test_guessing.test_who_guesses_waits_and_others_do_not",
    "tries_delay_most": "test_guessing.test_who_guesses_waits_and_others_do_not",
    "tries_forgotten": "test_guessing.test_who_guesses_waits_and_others_do_not",
    "login_timeout": "test_limits.test_silence_is_hung_up_on",
    "keepalive": "test_limits.test_a_stopped_client_is_found_dead",
    "keepalives_missed": "test_limits.test_a_stopped_client_is_found_dead",
    "idle": "test_limits.test_a_connection_without_sessions_is_closed",
    "wait_for_server": "test_session.test_waiting_ends_some_time",
    "columns": "test_limits.test_a_window_is_drawn_up_to_its_limits",
    "rows": "test_limits.test_a_window_is_drawn_up_to_its_limits",
}


@pytest.mark.parametrize("limit", Limits.__struct_fields__)
def test_every_limit_is_crossed_by_a_test(limit: str) -> None:
    module, _, name = CROSSED[limit].partition(".")
    assert crosses(Path(__file__).with_name(f"{module}.py"), name, limit)


async def answer(port: int, data: bytes) -> bytes:
    """What the port says to `data` until it hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    said = b""
    try:
        async with asyncio.timeout(20):
            writer.write(data)
            while more := await reader.read(65536):
                said += more
    except OSError:
        pass
    finally:
        writer.close()
    return said


async def test_nonsense_is_hung_up_on_and_the_others_play_on(tmp_path: Path) -> None:
    nonsense = [
        b"GET / HTTP/1.1\r\nHost: example\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc",
        b"\x00" * 10_000_000,
        b"SSH-1.5-old\r\n",
        b"SSH-2.0-new\r\n" + struct.pack(">I", 2**31) + b"x" * 1000,
        b"SSH-2.0-\xff\xff\r\n",
        b"SSH-2.0-" + b"x" * 10_000 + b"\r\n",
        b"\r\n" * 100_000,
    ]
    async with (
        hosting(tmp_path, limits=Limits(knocks=1000, login_timeout=2)) as rig,
        looking(rig.port) as client,
    ):
        await client.wait("size=")
        talks = asyncio.gather(*(answer(rig.port, noise) for noise in nonsense))
        client.send("a")
        await client.wait("keys=1")
        for said in await talks:
            assert said.startswith(b"SSH-2.0-pokertui\r\n") or not said
        client.send("b")
        await client.wait("keys=2")
        await until(lambda: rig.house.door.strangers == 0)


async def test_silence_is_hung_up_on(tmp_path: Path) -> None:
    async with hosting(tmp_path, limits=Limits(login_timeout=0.3)) as rig:
        assert await answer(rig.port, b"") == b"SSH-2.0-pokertui\r\n"
        await until(lambda: rig.house.door.strangers == 0)


@pytest.mark.parametrize("limit", ["strangers", "strangers_an_address"])
async def test_strangers_are_so_many_and_the_log_stays_short(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, limit: str
) -> None:
    caplog.set_level(logging.INFO, "pokertui.ssh")
    limits = Limits(knocks=1000, **{limit: 5})
    async with hosting(tmp_path, limits=limits) as rig:
        streams = [await asyncio.open_connection("127.0.0.1", rig.port) for _ in range(100)]
        greetings = await asyncio.gather(
            *(reader.read(1000) for reader, _ in streams), return_exceptions=True
        )
        greeted = [said for said in greetings if isinstance(said, bytes)]
        assert greeted.count(b"SSH-2.0-pokertui\r\n") == 5
        # The others are told, where they listen, before anything is agreed on.
        words = ENGLISH["too_many"].encode()
        assert any(words in said and b"SSH-2.0" not in said for said in greeted)
        assert rig.house.door.strangers == 5
        for _, writer in streams:
            writer.close()
        await until(lambda: rig.house.door.strangers == 0)
        async with looking(rig.port) as client:
            await client.wait("size=")
    assert len(caplog.records) < 40


async def test_a_login_makes_room_for_the_next_stranger(tmp_path: Path) -> None:
    limits = Limits(knocks=1000, strangers_an_address=1)
    async with (
        hosting(tmp_path, limits=limits) as rig,
        looking(rig.port) as first,
        looking(rig.port, user="ben") as second,
    ):
        await first.wait("size=")
        await second.wait("size=")


@pytest.mark.parametrize(
    "limits",
    [
        Limits(knocks=2, knocks_a_second=0.001),
        Limits(knocks_in_all=2, knocks_in_all_a_second=0.001),
    ],
    ids=["an address", "in all"],
)
async def test_knocking_too_often_means_waiting(tmp_path: Path, limits: Limits) -> None:
    async with hosting(tmp_path, limits=limits) as rig, connected(rig.port) as first:
        async with connected(rig.port):
            pass
        with pytest.raises((asyncssh.ConnectionLost, ConnectionError)):
            async with connected(rig.port):
                pass
        # Whoever is in is not concerned.
        await first.create_session(asyncssh.SSHClientSession, term_type="xterm")


@pytest.mark.parametrize(
    "limits",
    [
        Limits(logins=1, logins_a_second=0.001),
        Limits(logins_in_all=1, logins_in_all_a_second=0.001),
    ],
    ids=["an address", "in all"],
)
async def test_sessions_that_begin_too_often_are_told_how_long(
    tmp_path: Path, limits: Limits
) -> None:
    async with hosting(tmp_path, limits=limits) as rig, looking(rig.port) as first:
        await first.wait("size=")
        async with looking(rig.port, user="ben") as second:
            assert await second.wait_end() == 2
            assert second.raw.decode() == ENGLISH["hasty"].format(seconds=1000) + "\r\n"
        first.send("a")
        await first.wait("keys=1")


async def test_a_window_is_drawn_up_to_its_limits(tmp_path: Path) -> None:
    limits = Limits(columns=100, rows=30)
    async with (
        hosting(tmp_path, limits=limits) as rig,
        looking(rig.port, size=(200, 80)) as client,
    ):
        await client.wait("size=100x30")
        client.channel.change_terminal_size(90, 80)
        await client.wait("size=90x30")


@pytest.mark.parametrize(
    "limits", [Limits(sessions=1), Limits(sessions_an_address=1)], ids=["in all", "an address"]
)
async def test_no_seat_left_is_told_politely(tmp_path: Path, limits: Limits) -> None:
    async with (
        hosting(tmp_path, limits=limits) as rig,
        looking(rig.port) as first,
    ):
        await first.wait("size=")
        async with looking(rig.port, user="ben") as second:
            assert await second.wait_end() == 2
            assert second.raw.decode() == ENGLISH["full"] + "\r\n"
        first.send("q")
        await first.wait_end()
        await until(lambda: rig.house.door.sessions == 0)
        async with looking(rig.port, user="ben") as third:
            await third.wait("size=")


async def test_a_connection_has_so_many_sessions(tmp_path: Path) -> None:
    limits = Limits(sessions_a_connection=2)
    async with hosting(tmp_path, limits=limits) as rig, connected(rig.port) as connection:
        for _ in range(2):
            await connection.create_session(asyncssh.SSHClientSession, term_type="xterm")
        with pytest.raises(asyncssh.ChannelOpenError, match="too many sessions"):
            await connection.create_session(asyncssh.SSHClientSession, term_type="xterm")


async def test_a_connection_without_sessions_is_closed(tmp_path: Path) -> None:
    async with hosting(tmp_path, limits=Limits(idle=0.2)) as rig:
        async with connected(rig.port) as connection:
            await connection.wait_closed()
        # One that plays is not idle, one that has played is.
        async with looking(rig.port) as client:
            await client.wait("size=")
            await asyncio.to_thread(lambda: None)
            client.send("q")
            assert await client.wait_end() == 0
            await client.connection.wait_closed()


async def test_a_stopped_client_is_found_dead(tmp_path: Path) -> None:
    limits = Limits(keepalive=0.1, keepalives_missed=3)
    async with hosting(tmp_path, limits=limits) as rig, looking(rig.port) as client:
        await client.wait("size=")
        transport = client.connection._transport
        assert transport is not None
        transport.pause_reading()
        await until(lambda: not rig.house.sessions)
        await until(lambda: not rig.house.connections)


@needs_ssh
async def test_a_stock_client_that_is_stopped_is_found_dead_and_another_goes_on(
    tmp_path: Path,
) -> None:
    limits = Limits(keepalive=0.2, keepalives_missed=3, knocks=1000)
    async with hosting(tmp_path, limits=limits) as rig, looking(rig.port, user="ben") as ben:
        await ben.wait("size=")
        with Pty(openssh(tmp_path, rig.port), empty_home(tmp_path)) as pty:
            await on_pty(pty, "size=")
            assert len(rig.house.sessions) == 2
            os.kill(pty.process.pid, signal.SIGSTOP)
            await until(lambda: len(rig.house.sessions) == 1)
            os.kill(pty.process.pid, signal.SIGCONT)
            assert await asyncio.to_thread(pty.wait_end, 20) == 255
        ben.send("a")
        await ben.wait("keys=1")


async def test_old_algorithms_are_not_offered(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig:
        reader, writer = await asyncio.open_connection("127.0.0.1", rig.port)
        writer.write(b"SSH-2.0-looker\r\n")
        await reader.readline()
        (length,) = struct.unpack(">I", await reader.readexactly(4))
        packet = await reader.readexactly(length)
        writer.close()
        await writer.wait_closed()
    offered = packet[18:].decode("latin-1")
    assert "kex-strict-s-v00@openssh.com" in offered
    for old in ("sha1", "cbc", "arcfour", "md5", "zlib"):
        assert old not in offered
    # Nor what takes long, and holds up everybody while it does.
    for slow in ("diffie-hellman", "rsa2048", "gss"):
        assert slow not in offered


def test_the_usual_limits_find_the_dead_in_time() -> None:
    limits = Limits()
    assert limits.keepalive * (limits.keepalives_missed + 1) <= 60
    assert 20 <= limits.login_timeout <= 30
