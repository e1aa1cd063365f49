"""The client that everybody has, in a real terminal."""

import asyncio
import os
import shutil
from asyncio.subprocess import PIPE
from pathlib import Path

import pytest

from tests.e2e.terminal import Terminal as Pty
from tests.tui.ssh.rig import empty_home, hosting, needs_ssh, on_pty, openssh
from tests.tui.ssh.test_session import given_back
from tui.locale.de.ssh import WORDS as GERMAN
from tui.locale.en.ssh import WORDS as ENGLISH

pytestmark = needs_ssh


async def ended(pty: Pty) -> int:
    return await asyncio.to_thread(pty.wait_end, 20)


async def test_one_plays_resizes_and_gets_ones_terminal_back(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig:
        with Pty(openssh(tmp_path, rig.port), empty_home(tmp_path)) as pty:
            screen = await on_pty(pty, "size=80x24")
            assert "hello anna in en" in screen
            pty.press("a", "up")
            await on_pty(pty, "keys=2 last=up")
            pty.resize(100, 30)
            await on_pty(pty, "size=100x30")
            pty.press("q")
            assert await ended(pty) == 0
            given_back(bytes(pty.raw), ENGLISH["bye"])


async def test_the_language_and_the_colours_come_along(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig:
        send = ("-o", "SendEnv=LANG LC_*", "-o", "SetEnv=COLORTERM=truecolor")
        command = openssh(tmp_path, rig.port, *send)
        with Pty(command, empty_home(tmp_path, LC_ALL="de_DE.UTF-8")) as pty:
            await on_pty(pty, "hello anna in de")
            pty.press("q")
            assert await ended(pty) == 0
            assert b"38;2;" in pty.raw
            given_back(bytes(pty.raw), GERMAN["bye"])


async def test_stopping_the_host_leaves_a_clean_terminal(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig:
        with Pty(openssh(tmp_path, rig.port), empty_home(tmp_path)) as pty:
            await on_pty(pty, "size=")
            await rig.house.stop()
            assert await ended(pty) == 1
            given_back(bytes(pty.raw), ENGLISH["stopping"])


async def without_terminal(command: list[str], folder: Path) -> tuple[int, str]:
    client = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, stdout=PIPE, stderr=PIPE, env=empty_home(folder)
    )
    async with asyncio.timeout(20):
        out, errors = await client.communicate()
    assert out == b""
    assert client.returncode is not None
    return client.returncode, errors.decode()


async def test_a_command_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig:
        command = [*openssh(tmp_path, rig.port, tty=False), "ls"]
        code, errors = await without_terminal(command, tmp_path)
    assert (code, errors) == (2, ENGLISH["no_commands"] + "\n")


@pytest.mark.parametrize("program", ["sftp", "scp", "scp -O"])
async def test_no_files_are_copied(tmp_path: Path, program: str) -> None:
    name, *options = program.split()
    if shutil.which(name) is None:
        pytest.skip(f"needs {name} of the OpenSSH client")
    async with hosting(tmp_path) as rig:
        shared = openssh(tmp_path, rig.port, tty=False)[1:-1]
        shared[shared.index("-p")] = "-P"
        target = "anna@127.0.0.1:/etc/passwd"
        command = [name, *options, *shared, target, str(tmp_path / "stolen")]
        code, errors = await without_terminal(command, tmp_path)
    if "unknown option" in errors:
        pytest.skip(f"this {name} has no {' '.join(options)}")
    assert code != 0
    assert (ENGLISH["no_commands"] if options else ENGLISH["no_files"]) in errors
    assert not (tmp_path / "stolen").exists()


@pytest.mark.parametrize("wish", [("-R", "0:127.0.0.1:1"), ("-W", "127.0.0.1:22"), ("-w", "any")])
async def test_nothing_is_forwarded(tmp_path: Path, wish: tuple[str, str]) -> None:
    async with hosting(tmp_path) as rig:
        command = openssh(
            tmp_path, rig.port, "-o", "ExitOnForwardFailure=yes", "-N", *wish, tty=False
        )
        if wish[0] == "-W":
            command.remove("-N")
        code, errors = await without_terminal(command, tmp_path)
    assert code == 255
    assert errors


async def test_agent_and_x11_stay_at_home_and_one_plays_all_the_same(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig:
        env = empty_home(tmp_path, SSH_AUTH_SOCK=str(tmp_path / "agent"), DISPLAY=":0")
        with Pty(openssh(tmp_path, rig.port, "-A", "-X"), env) as pty:
            await on_pty(pty, "size=")
            (session,) = rig.house.sessions
            assert session._connection.get_agent_path() is None
            assert session._channel.get_x11_display() is None
            pty.press("q")
            assert await ended(pty) == 0


async def test_a_local_port_leads_nowhere(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig:
        local = f"{tmp_path}/local:127.0.0.1:{rig.port}"
        with Pty(openssh(tmp_path, rig.port, "-L", local), empty_home(tmp_path)) as pty:
            await on_pty(pty, "size=")
            reader, writer = await asyncio.open_unix_connection(tmp_path / "local")
            assert await reader.read() == b""
            writer.close()
            pty.press("a", "q")
            assert await ended(pty) == 0


async def test_old_mouse_bytes_from_a_real_terminal(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig:
        with Pty(openssh(tmp_path, rig.port), empty_home(tmp_path), (150, 40)) as pty:
            await on_pty(pty, "size=150x40")
            os.write(pty._fd, b"\x1b[M\x23\x84\x28")
            pty.press("c")
            await on_pty(pty, "keys=1 last=c")
            pty.press("q")
            await ended(pty)
