"""What Textual, and asyncssh, assume of a process with one app in it, put right for many.

`patch_process` once before the first app, `fit` for every app before it runs.
"""

import asyncio
import gc
import sys
from functools import lru_cache, wraps
from itertools import count
from typing import Any

from asyncssh import SSHServerConnection
from asyncssh.connection import SSHConnection
from asyncssh.constants import MSG_IGNORE
from rich.console import Console, RenderableType
from textual import constants
from textual._styles_cache import StylesCache
from textual._xterm_parser import XTermParser
from textual.app import App

from tui.colours import SYSTEMS, Colourless, keep_colours_apart
from tui.terminal import Terminal

# A full collection takes as long as it takes to look at all who are there: not for each who goes.
ENDED_TOGETHER = 8
_ended = count(1)


class _Nowhere:
    """A file that keeps nothing: what Textual prints on leaving is not for the host's terminal."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return False


def patch_process() -> None:
    """Put the process right; a second time changes nothing."""
    _keep_task_factory()
    _let_go()
    keep_colours_apart()
    _ignore_debugging()
    _send_no_fillers()


def settle() -> None:
    """Leave what start-up has made out of every later garbage collection.

    A full collection with many sessions stops all of them, and what never dies need not be looked
    at. Frames leave thousands of cells behind that need no collector, so that it comes seldom;
    for ended apps, which would pile up, it comes by itself (`ended`).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 40)


def ended() -> None:
    """Tell that an app has ended: of every few that have, what they leave is collected at once."""
    if not next(_ended) % ENDED_TOGETHER:
        gc.collect()


def fit(app: App[Any], terminal: Terminal, size: tuple[int, int]) -> list[str]:
    """Make `app` one of many: its console is its client's, its last words come back in a list.

    The list fills when the app ends, with the plain sentences of `app.exit(message=…)`.
    """
    app.console = Console(
        color_system=SYSTEMS[terminal.depth],
        file=_Nowhere(),  # type: ignore[arg-type]  # rich asks for no more than this of a file
        force_terminal=True,
        markup=True,
        highlight=False,
        emoji=False,
        legacy_windows=False,
        safe_box=False,
        soft_wrap=False,
        width=size[0],
        height=size[1],
        _environ={},
    )
    # A crash is logged by its session: a printed traceback would show the locals, cards too.
    app.error_console = Console(file=_Nowhere(), _environ={})  # type: ignore[arg-type]
    app.no_color = terminal.depth == "mono"
    app._filters = [kept for kept in app._filters if type(kept).__name__ not in _SERVERS_FILTERS]
    if app.no_color:
        app._filters.append(Colourless())
    if not terminal.motion:
        app.animation_level = "none"
    # Apps end in another order than they began, so each would put back somebody else's stdout.
    app._capture_stdout = sys.__stdout__  # type: ignore[assignment]
    app._capture_stderr = sys.__stderr__  # type: ignore[assignment]
    said: list[str] = []
    renderables: list[RenderableType] = app._exit_renderables

    def hand_over() -> None:
        said.extend(one for one in renderables if isinstance(one, str))
        renderables.clear()

    def end() -> None:
        # Textual would render a traceback with all locals here, at the cost of every session.
        app._close_messages_no_wait()

    app._print_error_renderables = hand_over  # type: ignore[method-assign]
    app._fatal_error = end  # type: ignore[method-assign]
    return said


# Set by the NO_COLOR of the host, which says nothing about the client's terminal.
_SERVERS_FILTERS = frozenset({"NoColor", "Monochrome"})


def _keep_task_factory() -> None:
    # On Python ≥ 3.12 the first app makes all tasks of the loop eager: asyncssh's handshakes
    # then wait for ever. Textual looks for the factory by name and does without it.
    if hasattr(asyncio, "eager_task_factory"):
        del asyncio.eager_task_factory


def _let_go() -> None:
    # Caches on methods have `self` in their keys: a parser that has read a key keeps its last
    # event and so its app, about 4 MB; a widget's cache of rows keeps the rows of a whole screen.
    _share(XTermParser, "_parse_extended_key", XTermParser(False))
    _share(StylesCache, "get_inner_outer", StylesCache())


def _share(owner: type, name: str, nobody: object) -> None:
    """Cache a method that does not depend on its object once for all objects."""
    cached = vars(owner)[name]
    if not hasattr(cached, "cache_info"):
        return
    method = cached.__wrapped__

    @lru_cache(maxsize=1024)
    def result(*arguments: object) -> object:
        return method(nobody, *arguments)

    @wraps(method)
    def shared(self: object, *arguments: object) -> object:
        return result(*arguments)

    setattr(owner, name, shared)


def _ignore_debugging() -> None:
    # Read from the host's environment when Textual was imported, perhaps by somebody else.
    for name, value in {
        "DEBUG": False,
        "PRESS": "",
        "SCREENSHOT_DELAY": -1,
        "LOG_FILE": None,
    }.items():
        setattr(constants, name, value)


def _send_no_fillers() -> None:
    # An empty packet goes before each, encrypted and written by itself, against an attack on
    # ciphers in CBC mode: the house takes none of those.
    def send_packet(self: SSHServerConnection, pkttype: int, *args: bytes, **options: Any) -> None:
        if pkttype != MSG_IGNORE:
            SSHConnection.send_packet(self, pkttype, *args, **options)

    SSHServerConnection.send_packet = send_packet  # type: ignore[method-assign,assignment]
