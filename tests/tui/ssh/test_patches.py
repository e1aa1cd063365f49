"""What Textual assumes of a process with one app in it."""

import asyncio
import gc
import subprocess
import sys
import weakref
from pathlib import Path

import pytest
from asyncssh import SSHClientConnection
from asyncssh.constants import MSG_IGNORE, MSG_USERAUTH_SUCCESS
from rich.color import ColorSystem
from rich.style import Style
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.color import Color
from textual.strip import Strip

import tui
from tests.tui.ssh.rig import hosting, looking, until
from tui.ssh.host import clean_environment
from tui.ssh.patches import ENDED_TOGETHER, ended, patch_process, settle


async def test_no_app_makes_the_loops_tasks_eager(tmp_path: Path) -> None:
    def eager(*args: object, **kwargs: object) -> None:
        raise AssertionError("the loop's tasks were made eager")

    # Python 3.12 and later have one; before, Textual would find this one just as well.
    vars(asyncio)["eager_task_factory"] = eager
    patch_process()
    assert not hasattr(asyncio, "eager_task_factory")
    async with hosting(tmp_path) as rig, looking(rig.port) as first:
        await first.wait("size=")
        assert asyncio.get_running_loop().get_task_factory() is None
        async with looking(rig.port, user="ben") as second:
            await second.wait("size=")


def test_a_parser_that_read_keys_can_go() -> None:
    patch_process()
    parser = XTermParser(False)
    assert len(list(parser.feed("a\x1b[A\x1b[97;5u"))) == 3
    gone = weakref.ref(parser)
    for _ in parser.feed(""):
        pass
    del parser
    gc.collect()
    assert gone() is None


def test_a_widgets_rows_can_go() -> None:
    patch_process()
    rows = StylesCache()
    black, white = Color.parse("black"), Color.parse("white")
    inner, outer = rows.get_inner_outer(black, white)
    assert (inner.background, outer.background) == (white, black)
    gone = weakref.ref(rows)
    del rows
    gc.collect()
    assert gone() is None


async def test_an_app_that_took_keys_and_clicks_can_go(tmp_path: Path) -> None:
    async with hosting(tmp_path) as rig:
        async with looking(rig.port) as client:
            await client.wait("size=")
            client.send(b"ab\x1b[A\x1b[<0;5;1M\x1b[<0;5;1m")
            await client.wait("keys=3")
            client.send("q")
            await client.wait_end()
        await until(lambda: not rig.house.sessions)
        gone = weakref.ref(rig.apps.pop())

        def collected() -> bool:
            gc.collect()
            return gone() is None

        await until(collected)


def test_a_style_and_a_blank_are_written_for_each_terminal() -> None:
    patch_process()
    style = Style.parse("#aa0000 on #0000aa")
    true = Strip.render_style(style, "x", ColorSystem.TRUECOLOR)
    assert true == "\x1b[38;2;170;0;0;48;2;0;0;170mx\x1b[0m"
    assert Strip.render_style(style, "x", ColorSystem.STANDARD) == "\x1b[31;44mx\x1b[0m"
    assert Strip.render_style(style, "x", ColorSystem.TRUECOLOR) == true
    assert Strip.blank(3, style) is not Strip.blank(3, style)


async def test_prints_come_out_whichever_session_ends_first(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = sys.stdout
    async with (
        hosting(tmp_path) as rig,
        looking(rig.port) as first,
        looking(rig.port, user="ben") as second,
    ):
        await first.wait("size=")
        await second.wait("size=")
        first.send("q")
        await first.wait_end()
        second.send("q")
        await second.wait_end()
        await until(lambda: not rig.house.sessions)
        print("said by the host", file=sys.__stdout__)
    assert "said by the host" in capfd.readouterr().out
    sys.stdout = before


def test_the_hosts_environment_speaks_for_nobody() -> None:
    env = {
        "PATH": "/bin",
        "LANG": "C",
        "COLORTERM": "truecolor",
        "NO_COLOR": "1",
        "ESCDELAY": "1",
        "TEXTUAL_DEBUG": "1",
        "TEXTUAL_ANIMATIONS": "full",
        "TERM_PROGRAM": "iTerm.app",
    }
    clean_environment(env)
    assert env == {"PATH": "/bin", "LANG": "C", "TEXTUAL_ANIMATIONS": "none"}


def test_the_host_is_told_before_textual_reads_the_environment() -> None:
    code = "import sys, tui.cli, tui.ssh.host; print({'textual', 'asyncssh'} & set(sys.modules))"
    said = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert said.stdout == "set()\n"


def test_what_start_up_has_made_is_not_collected_again() -> None:
    threshold, before = gc.get_threshold(), gc.get_freeze_count()
    settle()
    assert gc.get_freeze_count() > before
    gc.set_threshold(*threshold)


def test_ended_apps_do_not_pile_up() -> None:
    class App:
        def __init__(self) -> None:
            self.itself = self

    left = [weakref.ref(App()) for _ in range(ENDED_TOGETHER)]
    gc.disable()
    try:
        for _ in left:
            ended()
    finally:
        gc.enable()
    assert not [app for app in left if app() is not None]


def test_no_screen_ends_the_process() -> None:
    # SystemExit in a handler passes through the event loop and takes all sessions along.
    for part in ("app.py", "link.py", "room.py", "screens", "canvas", "layouts"):
        path = Path(tui.__file__).parent / part
        for file in [path] if path.is_file() else path.rglob("*.py"):
            text = file.read_text()
            for end in ("sys.exit", "SystemExit", "os._exit", "raise KeyboardInterrupt"):
                assert end not in text, f"{file}: {end}"


async def test_no_packets_are_sent_that_say_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    patch_process()
    kinds: list[int] = []

    def note(client: SSHClientConnection, kind: int, *_: object) -> None:
        kinds.append(kind)

    monkeypatch.setattr(SSHClientConnection, "log_received_packet", note)
    async with hosting(tmp_path) as rig, looking(rig.port) as client:
        await client.wait("size=")
    assert MSG_USERAUTH_SUCCESS in kinds
    assert MSG_IGNORE not in kinds
