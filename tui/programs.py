"""The programs that show the app in this terminal, on a server of one's own or one elsewhere."""

import asyncio
import ipaddress
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from engine.values.level import Level
from engine.values.options import Value
from protocol.messages import VERSION, Account, Hello
from tui import settings as kept
from tui.app import LOST, REFUSED_VERSION, PokerApp, run, words_of
from tui.embedded import NoServer, own_server
from tui.link import SILENCE_MENDED, Link, LinkEnded
from tui.locale import Lang, Words
from tui.screens.speech import ended
from tui.shell import Usage, say
from tui.start import Play, Start
from tui.terminal import Terminal, is_dumb, terminal_of

PORT = 7000
MOST_BOTS = 22
PATIENCE = 10.0  # seconds for a server elsewhere to answer


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


def own(lang: Lang | None, words: Words, play: Play | None = None) -> int:
    """Show the app on a server of one's own, at `play` or in the lobby; the exit code."""
    file = kept.settings_file()
    known = kept.load(file)
    terminal = _terminal(lang or (known.lang if known else None), words)
    return asyncio.run(_own(terminal, file, known, play))


async def _own(
    terminal: Terminal, file: Path, known: kept.Settings | None, play: Play | None
) -> int:
    before = known or kept.Settings()

    def chosen(lang: Lang, account: Account) -> None:
        kept.save(file, kept.Settings(lang=lang, name=account.name, code=account.code))

    words = words_of(terminal.lang)
    try:
        async with own_server(kept.state_dir()) as (link, place):
            try:
                welcome = await link.hello(_hello(terminal, before.name, before.code))
            except LinkEnded as over:
                raise NoServer(words("cli.own_log", file=place / "server.log")) from over
            account = welcome.account
            if account.code != before.code and place == kept.state_dir():
                # Whoever plays again is the same person, with the same name.
                kept.save(file, replace(before, name=account.name, code=account.code))
            first = before.lang is None and play is None
            start = Start(play=play, first=first, chosen=chosen, keep=keep)
            return await _show(PokerApp(link, terminal, start))
    except NoServer as error:
        raise Usage(words("cli.no_own_server", why=error), 1) from error


def connect(
    address: str, lang: Lang | None, words: Words, *, name: str | None, code: str | None
) -> int:
    """Show the app on the server at HOST[:PORT]; the exit code. Usage if there is none."""
    host, port = _address(address, words)
    terminal = _terminal(lang, words)
    return asyncio.run(_visit(host, port, replace(terminal, local=False), words, name, code))


async def _visit(
    host: str, port: int, terminal: Terminal, words: Words, name: str | None, code: str | None
) -> int:
    address = f"{host}:{port}"
    try:
        link = await line_to(host, port, _hello(terminal, name, code))
    except LinkEnded as over:
        ending = REFUSED_VERSION if over.why.code == "version" else LOST
        raise Usage(ended(words, over.why), ending) from over
    except (OSError, TimeoutError) as error:
        why = words(f"cli.{'refused' if isinstance(error, ConnectionRefusedError) else 'timeout'}")
        raise Usage(words("link.no_server", address=address, why=why), LOST) from error

    async def again(account: Account) -> Link:
        return await line_to(host, port, _hello(app.terminal, account.name, account.code))

    app = PokerApp(link, terminal, Start(keep=keep), connect=again)
    return await _show(app)


async def line_to(host: str, port: int, hello: Hello) -> Link:
    """A line to the server there that has said hello; OSError, TimeoutError or LinkEnded."""
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection(host, port)
        link = Link(reader, writer, SILENCE_MENDED)
        try:
            await link.hello(hello)
        except BaseException:
            await link.close()
            raise
    return link


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


def _address(text: str, words: Words) -> tuple[str, int]:
    """Host and port; only this machine, as long as nothing on the line is encrypted."""
    host, port = text, str(PORT)
    if text.startswith("["):
        host, _, rest = text[1:].partition("]")
        port = rest.removeprefix(":") or port
    elif text.count(":") == 1:
        host, _, port = text.partition(":")
    if not port.isascii() or not port.isdecimal() or not 0 < int(port) < 65536 or not host:
        raise Usage(words("cli.bad_address", address=text))
    if host != "localhost":
        try:
            near = ipaddress.ip_address(host).is_loopback
        except ValueError:
            near = False
        if not near:
            raise Usage(words("cli.not_here", host=host))
    return host, int(port)


def _terminal(lang: Lang | None, words: Words) -> Terminal:
    """The terminal of this process; Usage where the app can't be shown."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Usage(words("cli.no_terminal"))
    if is_dumb(os.environ):
        raise Usage(words("cli.dumb"))
    return terminal_of(os.environ, lang, local=True)


def _hello(terminal: Terminal, name: str | None, code: str | None) -> Hello:
    return Hello(
        version=VERSION,
        client="pokertui",
        lang=terminal.lang,
        name=name or os.environ.get("USER"),
        code=code,
    )


async def _show(app: PokerApp) -> int:
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
