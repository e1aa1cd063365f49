"""The command line: the one place that puts server, client and hosts together.

Everything is imported only where it is needed, so that `--help` answers at once.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn, TextIO

from tui.locale import LANGS, Lang, Words

if TYPE_CHECKING:
    from engine.values.options import Value
    from tui.app import Play, PokerApp
    from tui.settings import Settings
    from tui.terminal import Terminal

PORT = 7000
DEFAULT_GAME, DEFAULT_BOTS = "pokerface", 3
COMMANDS = ("play", "connect", "serve", "ssh", "replay", "rules")

Command = Callable[[argparse.Namespace, Words], int]


class Usage(Exception):
    """Something was asked that can't be done; the message is a sentence for the shell."""

    def __init__(self, text: str, code: int = 2) -> None:
        super().__init__(text)
        self.code = code


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and how to use it in the reader's language."""

    def speak(self, words: Words) -> "Parser":
        """Take headings and the help on help from `words`; itself."""
        self._positionals.title = words("cli.arguments")
        self._optionals.title = words("cli.options")
        self.add_argument("-h", "--help", action="help", help=words("cli.help"))
        self.add_argument("--lang", choices=LANGS, help=words("cli.lang"))
        return self

    def error(self, message: str) -> NoReturn:
        """End with exit code 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code: 0, 1 a fault, 2 wrong use, 3 a version mismatch."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    words = Words(_language(arguments))
    try:
        _known_command(arguments, words)
        parsed, strange = _parser(words).parse_known_args(arguments)
        if strange:
            raise Usage(words("cli.strange", text=" ".join(strange)))
        command: Command = parsed.command
        return command(parsed, words)
    except Usage as wrong:
        _say(f"pokertui: {wrong}", sys.stderr)
        return wrong.code
    except BrokenPipeError:
        # Whoever read the output had enough.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return 130


def _language(arguments: Sequence[str]) -> Lang:
    from tui.terminal import terminal_of

    asked = None
    for place, argument in enumerate(arguments):
        if argument == "--lang" and place + 1 < len(arguments):
            asked = arguments[place + 1]
        elif argument.startswith("--lang="):
            asked = argument.partition("=")[2]
    return terminal_of(os.environ, asked).lang


def _known_command(arguments: Sequence[str], words: Words) -> None:
    """Refuse a first word that is no command; argparse would do so in its own language."""
    rest = iter(arguments)
    for argument in rest:
        if argument == "--lang":
            next(rest, None)
        elif not argument.startswith("-"):
            if argument not in COMMANDS:
                known = ", ".join(COMMANDS)
                raise Usage(words("cli.no_command", text=argument, known=known))
            return


def _parser(words: Words) -> Parser:
    command = words("cli.command")
    parser = Parser(
        prog="pokertui",
        usage=f"%(prog)s [-h] [--lang {{{','.join(LANGS)}}}] [{command} …]",
        description=words("cli.about"),
        epilog=words("cli.epilog"),
        add_help=False,
    ).speak(words)
    parser.set_defaults(command=_lobby)
    parts = parser.add_subparsers(title=words("cli.commands"), metavar=command, prog="pokertui")

    def part(name: str, command: Command) -> argparse.ArgumentParser:
        made: Parser = parts.add_parser(
            name,
            help=words(f"cli.{name}"),
            description=words(f"cli.{name}"),
            add_help=False,
        )
        made.speak(words).set_defaults(command=command)
        return made

    play = part("play", _play)
    play.add_argument("game", nargs="?", default=DEFAULT_GAME, help=words("cli.play.game"))
    play.add_argument("--bots", type=int, default=DEFAULT_BOTS, help=words("cli.play.bots"))
    play.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help=words("cli.play.option"),
    )

    connect = part("connect", _connect)
    connect.add_argument("host", metavar="HOST[:PORT]", help=words("cli.connect.host"))
    connect.add_argument("--name", help=words("cli.connect.name"))
    connect.add_argument("--code", help=words("cli.connect.code"))

    serve = part("serve", _serve)
    serve.add_argument("--state", type=Path, metavar="DIR", help=words("cli.serve.state"))
    serve.add_argument("--listen", metavar="ADDR:PORT", help=words("cli.serve.listen"))
    serve.add_argument("--ssh", metavar="ADDR:PORT", help=words("cli.serve.ssh"))
    serve.add_argument(
        "--ssh-processes", type=int, metavar="N", help=words("cli.serve.ssh_processes")
    )
    serve.add_argument("--config", type=Path, metavar="FILE", help=words("cli.serve.config"))

    host = part("ssh", _ssh)
    host.add_argument(
        "--host-sock", type=Path, required=True, metavar="PATH", help=words("cli.ssh.sock")
    )
    host.add_argument("--listen", metavar="ADDR:PORT", help=words("cli.ssh.listen"))
    host.add_argument("--state", type=Path, metavar="DIR", help=words("cli.ssh.state"))
    host.add_argument("--reuse-port", action="store_true", help=words("cli.ssh.reuse"))

    replay = part("replay", _replay)
    replay.add_argument("files", nargs="+", metavar="FILE", help=words("cli.replay.file"))
    replay.add_argument("--json", action="store_true", help=words("cli.replay.json"))

    rules = part("rules", _rules)
    rules.add_argument("game", nargs="?", default=DEFAULT_GAME, help=words("cli.rules.game"))
    return parser


# ── the app ────────────────────────────────────────────────────────────────────────────────────


def _terminal(parsed: argparse.Namespace, words: Words, remembered: str | None) -> "Terminal":
    from tui.terminal import is_dumb, terminal_of

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Usage(words("cli.no_terminal"))
    if is_dumb(os.environ):
        raise Usage(words("cli.dumb"))
    return terminal_of(os.environ, parsed.lang or remembered, local=True)


def _lobby(parsed: argparse.Namespace, words: Words) -> int:
    return _own(parsed, words, None)


def _play(parsed: argparse.Namespace, words: Words) -> int:
    from tui.app import Play

    options = dict(_option(text, words) for text in parsed.option)
    if not 1 <= parsed.bots <= 22:
        raise Usage(words("cli.bad_bots"))
    return _own(parsed, words, Play(game=parsed.game, bots=parsed.bots, options=options))


def _option(text: str, words: Words) -> "tuple[str, Value]":
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


def _own(parsed: argparse.Namespace, words: Words, play: "Play | None") -> int:
    """The app on an embedded server."""
    import asyncio

    from tui import settings as kept

    file = kept.settings_file()
    known = kept.load(file)
    terminal = _terminal(parsed, words, known.lang if known else None)
    return asyncio.run(_own_game(terminal, file, known, play))


async def _own_game(
    terminal: "Terminal", file: Path, known: "Settings | None", play: "Play | None"
) -> int:
    from msgspec.structs import replace

    from protocol.messages import VERSION, Account, Hello
    from tui import settings as kept
    from tui.app import PokerApp, Start, words_of
    from tui.embedded import NoServer, own_server
    from tui.link import LinkEnded
    from tui.locale import Lang

    before = known or kept.Settings()

    def chosen(lang: Lang, account: Account) -> None:
        kept.save(file, kept.Settings(lang=lang, name=account.name, code=account.code))

    words = words_of(terminal.lang)
    hello = Hello(
        version=VERSION,
        client="pokertui",
        lang=terminal.lang,
        name=before.name or os.environ.get("USER"),
        code=before.code,
    )
    try:
        async with own_server(kept.state_dir()) as (link, place):
            try:
                account = (await link.hello(hello)).account
            except LinkEnded as over:
                raise NoServer(words("cli.own_log", file=place / "server.log")) from over
            if account.code != before.code and place == kept.state_dir():
                # Whoever plays again is the same person, with the same name.
                kept.save(file, replace(before, name=account.name, code=account.code))
            first = before.lang is None and play is None
            start = Start(play=play, first=first, chosen=chosen)
            return await _show(PokerApp(link, terminal, start))
    except NoServer as error:
        raise Usage(words("cli.no_own_server", why=error), 1) from error


def _connect(parsed: argparse.Namespace, words: Words) -> int:
    import asyncio

    host, port = _address(parsed.host, words)
    terminal = _terminal(parsed, words, None)
    return asyncio.run(_visit(parsed, words, terminal, host, port))


async def _visit(
    parsed: argparse.Namespace, words: Words, terminal: "Terminal", host: str, port: int
) -> int:
    import asyncio

    from msgspec.structs import replace

    from protocol.messages import VERSION, Hello
    from tui.app import LOST, REFUSED_VERSION, PokerApp, Start
    from tui.link import Link, LinkEnded
    from tui.screens.speech import ended

    address = f"{host}:{port}"
    try:
        async with asyncio.timeout(10):
            reader, writer = await asyncio.open_connection(host, port)
    except (OSError, TimeoutError) as error:
        why = words(f"cli.{'refused' if isinstance(error, ConnectionRefusedError) else 'timeout'}")
        raise Usage(words("link.no_server", address=address, why=why), LOST) from error
    link = Link(reader, writer)
    hello = Hello(
        version=VERSION,
        client="pokertui",
        lang=terminal.lang,
        name=parsed.name or os.environ.get("USER"),
        code=parsed.code,
    )
    try:
        async with asyncio.timeout(10):
            await link.hello(hello)
        return await _show(PokerApp(link, replace(terminal, local=False), Start()))
    except TimeoutError as error:
        why = words("cli.timeout")
        raise Usage(words("link.no_server", address=address, why=why), LOST) from error
    except LinkEnded as over:
        code = REFUSED_VERSION if over.why.code == "version" else LOST
        raise Usage(ended(words, over.why), code) from over
    finally:
        await link.close()


def _address(text: str, words: Words) -> tuple[str, int]:
    """Host and port; only this machine, as long as nothing on the line is encrypted."""
    import ipaddress

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


async def _show(app: "PokerApp") -> int:
    """Run the app in this terminal and say in the shell why it ended."""
    from tui.app import run

    code = await run(app)
    if app.farewell:
        _say(app.farewell, sys.stderr if code else sys.stdout)
    return code


# ── servers ────────────────────────────────────────────────────────────────────────────────────


def _serve(parsed: argparse.Namespace, words: Words) -> int:
    import asyncio
    import logging

    from server.config import ConfigError, load
    from server.run import serve

    state = parsed.state
    if state is None and parsed.config is None:
        state = _server_state()
    logging.basicConfig(
        level=logging.INFO, format="%(asctime)s %(levelname)s %(message)s", stream=sys.stderr
    )
    logging.getLogger("asyncssh").setLevel(logging.WARNING)
    try:
        config = load(
            parsed.config,
            state=state,
            listen=parsed.listen,
            ssh=parsed.ssh,
            ssh_processes=parsed.ssh_processes,
        )
        said = [words("cli.serving.state", state=config.state)]
        if config.listen:
            said.append(words("cli.serving.listen", address=config.listen))
        if config.ssh:
            said.append(way_in(config.ssh, words))
        text = "\n".join([*said, words("cli.serving.stop")])
        return asyncio.run(serve(config, lambda: _say(text, sys.stderr)))
    except ConfigError as error:
        raise Usage(str(error), 1) from error


def way_in(address: str, words: Words) -> str:
    """How people come by ssh to a server that answers at that address."""
    import ipaddress
    import socket

    host, _, port = address.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    try:
        known = ipaddress.ip_address(host or "::")
    except ValueError:
        here = host == "localhost"
    else:
        here = known.is_loopback
        if here:
            host = "localhost"
        elif known.is_unspecified:
            host = socket.gethostname()
    return words(f"cli.serving.ssh{'_here' if here else ''}", host=host, port=port)


def _server_state() -> Path:
    from platformdirs import user_state_path

    return user_state_path("pokertui") / "server"


def _ssh(parsed: argparse.Namespace, words: Words) -> int:
    from tui.ssh import host

    settings = {"listen": parsed.listen} if parsed.listen else {}
    config = host.SshConfig(
        host_sock=parsed.host_sock,
        state=parsed.state or _server_state(),
        reuse_port=parsed.reuse_port,
        **settings,
    )
    return host.main(config)


# ── without a terminal ─────────────────────────────────────────────────────────────────────────


def _replay(parsed: argparse.Namespace, words: Words) -> int:
    from engine.record import replay_text
    from tui import replay

    return replay.run(parsed.files, parsed.json, replay_text, words)


def _rules(parsed: argparse.Namespace, words: Words) -> int:
    import shutil

    from tui.locale.rules import rules
    from tui.screens.prose import plain, styled

    known = rules(parsed.game, words.lang)
    if known is None:
        raise Usage(words("cli.no_rules", game=parsed.game))
    if sys.stdout.isatty():
        width = min(80, shutil.get_terminal_size().columns - 2)
        bold = os.environ.get("TERM", "") not in ("", "dumb")
        text = styled(known, width) if bold else plain(known, width)
    else:
        text = plain(known, 78)
    _say(text, sys.stdout)
    return 0


def _say(text: str, stream: TextIO) -> None:
    """Print with question marks for what the stream can't write; suits become letters."""
    encoding = stream.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        from tui.canvas.plain import letters, spelled

        text = letters(spelled(text)).encode(encoding, "replace").decode(encoding)
    print(text, file=stream, flush=True)


if __name__ == "__main__":
    sys.exit(main())
