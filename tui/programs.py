"""The app in this terminal, on a server of one's own; and what it shares with one elsewhere."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from msgspec.structs import replace

from engine.values.level import Level
from engine.values.options import Value
from protocol.messages import VERSION, Account, Hello
from tui import settings as kept
from tui.app import PokerApp, run, words_of
from tui.conversation import Connect
from tui.embedded import NoServer, own_server
from tui.link import Link, LinkEnded
from tui.locale import Lang, Words
from tui.preferences import read
from tui.shell import Usage, say
from tui.start import Play, Start
from tui.terminal import Terminal, is_dumb, terminal_of

MOST_BOTS = 22


def wish(
    game: str, bots: int | None, options: Sequence[str], words: Words, level: Level | None = None
) -> Play:
    """A game as asked for in the shell, options as `name=value`; Usage if that is none."""
    wanted = dict(_option(text, words) for text in options)
    if bots is not None and not 1 <= bots <= MOST_BOTS:
        raise Usage(words("cli.bad_bots"))
    return Play(game=game, bots=bots, options=wanted, level=level)


def _option(text: str, words: Words) -> tuple[str, Value]:
    name, sign, value = text.partition("=")
    name = name.strip().replace("-", "_")
    if not name or (sign and not value):
        raise Usage(words("cli.bad_option", option=text))
    if not sign:
        return name, True
    switch = {"on": True, "true": True, "yes": True, "off": False, "false": False, "no": False}
    if value.lower() in switch:
        return name, switch[value.lower()]
    return name, int(value) if value.lstrip("-").isdecimal() else value


def own(lang: Lang | None, words: Words, play: Play | None = None, *, plain: bool = False) -> int:
    """Show the app on a server of one's own, at `play` or in the lobby; the exit code.

    `plain`: in lines instead.
    """
    file = kept.settings_file()
    known = kept.load(file)
    spoken = lang or (known.lang if known else None)
    plain = is_plain(plain)
    terminal = terminal_of(os.environ, spoken) if plain else this_terminal(spoken, words)
    terminal = replace(terminal, spoken=lang is not None)
    return asyncio.run(_own(terminal, file, known, play, plain))


async def _own(
    terminal: Terminal, file: Path, known: kept.Settings | None, play: Play | None, plain: bool
) -> int:
    before = known or kept.Settings()

    def chosen(lang: Lang, account: Account) -> None:
        kept.change(file, lambda now: replace(now, lang=lang, name=account.name, code=account.code))

    words = words_of(terminal.lang)
    try:
        async with own_server(kept.state_dir()) as (link, place):
            try:
                welcome = await link.hello(introduction(terminal, before.name, before.code))
            except LinkEnded as over:
                raise NoServer(words("cli.own_log", file=place / "server.log")) from over
            account = welcome.account
            if account.code != before.code and place == kept.state_dir():
                # Whoever plays again is the same person, with the same name.
                kept.change(file, lambda now: replace(now, name=account.name, code=account.code))
            if plain or read(account.prefs).plain:
                return await in_lines(link, terminal, play=play)
            first = before.lang is None and play is None
            start = Start(play=play, first=first, chosen=chosen, keep=keep)
            return await show(PokerApp(link, terminal, start))
    except NoServer as error:
        raise Usage(words("cli.no_own_server", why=error), 1) from error


def keep(name: str, text: str) -> None:
    """Put a text into a new file here; OSError if it can't be, or another file is called so."""
    file, data = Path(name), text.encode()
    if file.is_file() and file.read_bytes() == data:
        # Kept twice is kept once.
        return
    with file.open("xb") as new:
        try:
            new.write(data)
            new.flush()
        except OSError:
            # Half of it is nothing, and would stand in the way of the whole.
            file.unlink()
            raise


def is_plain(asked: bool) -> bool:
    """Whether this session is one in lines: it was asked for, or the terminal can do no more."""
    if asked or os.environ.get("TERM") == "dumb":
        return True
    return is_dumb(os.environ) and sys.stdin.isatty() and sys.stdout.isatty()


def this_terminal(lang: Lang | None, words: Words) -> Terminal:
    """The terminal of this process; Usage where the app can't be shown."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Usage(words("cli.no_terminal"))
    return terminal_of(os.environ, lang, local=True)


def introduction(terminal: Terminal, name: str | None, code: str | None) -> Hello:
    """What this program says first; the name is the user's where none is wished for."""
    return Hello(
        version=VERSION,
        client="pokertui",
        lang=terminal.lang,
        name=name or os.environ.get("USER"),
        code=code,
    )


async def in_lines(
    link: Link,
    terminal: Terminal,
    *,
    connect: Connect | None = None,
    play: Play | None = None,
    greeting: str = "",
) -> int:
    """Talk in lines on the standard input and output; the exit code."""
    from tui.lines.driver import Talk
    from tui.lines.local import converse

    def make(out: Callable[[str], None], script: bool) -> Talk:
        return Talk(
            link,
            terminal,
            out,
            connect=connect,
            play=play,
            patient=script,
            greeting=greeting,
        )

    try:
        return await converse(make, terminal)
    except Exception:
        # What went wrong tells nothing of what this process knows.
        say(words_of(terminal.lang)("link.crashed"), sys.stderr)
        return 1


async def show(app: PokerApp) -> int:
    """Run the app in this terminal and say in the shell why it ended."""
    # Ended from outside, it still gives the terminal back; the code is the one that shells use.
    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, app.exit, 128 + signal.SIGTERM)
    try:
        code = await run(app)
    finally:
        loop.remove_signal_handler(signal.SIGTERM)
    if app.farewell:
        say(app.farewell, sys.stderr if code else sys.stdout)
    return code
