"""The command line: the one place that puts server, client and hosts together.

Everything is imported only where it is needed, so that `--help` answers at once.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from engine.values.level import Level
from tui.locale import LANGS, Lang, Words
from tui.locale.rules import written
from tui.shell import NoHome, Parser, Usage, say

if TYPE_CHECKING:
    from server.config import Config

DEFAULT_GAME = "pokerface"
COMMANDS = ("play", "connect", "serve", "ssh", "replay", "rules")

Command = Callable[[argparse.Namespace, Words], int]


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
        say(f"pokertui: {wrong}", sys.stderr)
        return wrong.code
    except NoHome:
        say(f"pokertui: {words('cli.no_home')}", sys.stderr)
        return 1
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
    parser.set_defaults(command=_lobby, lang=None)
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

    games = ", ".join(written())
    play = part("play", _play)
    play.add_argument(
        "game", nargs="?", default=DEFAULT_GAME, help=words("cli.play.game", games=games)
    )
    play.add_argument("--bots", type=int, help=words("cli.play.bots"))
    play.add_argument("--level", choices=get_args(Level), help=words("cli.play.level"))
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
    host.add_argument("--child", action="store_true", help=words("cli.ssh.child"))

    replay = part("replay", _replay)
    replay.add_argument("files", nargs="+", metavar="FILE", help=words("cli.replay.file"))
    replay.add_argument("--json", action="store_true", help=words("cli.replay.json"))

    rules = part("rules", _rules)
    rules.add_argument(
        "game", nargs="?", default=DEFAULT_GAME, help=words("cli.rules.game", games=games)
    )
    return parser


# ── the app ────────────────────────────────────────────────────────────────────────────────────


def _lobby(parsed: argparse.Namespace, words: Words) -> int:
    from tui import programs

    return programs.own(parsed.lang, words)


def _play(parsed: argparse.Namespace, words: Words) -> int:
    from tui import programs

    wish = programs.wish(parsed.game, parsed.bots, parsed.option, words, parsed.level)
    return programs.own(parsed.lang, words, wish)


def _connect(parsed: argparse.Namespace, words: Words) -> int:
    from tui import programs

    return programs.connect(parsed.host, parsed.lang, words, name=parsed.name, code=parsed.code)


# ── servers ────────────────────────────────────────────────────────────────────────────────────


def _serve(parsed: argparse.Namespace, words: Words) -> int:
    import asyncio
    import logging

    from server.config import ConfigError, load
    from server.run import serve

    _heed_hangups()
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
        return asyncio.run(
            serve(config, lambda known: say(_ways_in(known, words), sys.stderr), words.lang)
        )
    except ConfigError as error:
        raise Usage(words(f"start.{error.code}", **error.facts), 1) from error


def _ways_in(config: "Config", words: Words) -> str:
    said = [words("cli.serving.state", state=config.state)]
    if config.listen:
        said.append(words("cli.serving.listen", address=config.listen))
    if config.ssh:
        said.append(way_in(config.ssh, words))
    return "\n".join([*said, words("cli.serving.stop")])


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
    from tui.settings import state_dir

    return state_dir("server")


def _heed_hangups() -> None:
    """A terminal that goes away ends a server; where there is none, SIGHUP means nothing.

    To a service it says "read your configuration again", which cannot be done: ending everybody's
    game instead would be the wrong answer. The SSH hosts that a server starts inherit this.
    """
    import signal

    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)


def _ssh(parsed: argparse.Namespace, words: Words) -> int:
    from tui.ssh import host

    _heed_hangups()
    settings = {"listen": parsed.listen} if parsed.listen else {}
    config = host.SshConfig(
        host_sock=parsed.host_sock,
        state=parsed.state or _server_state(),
        reuse_port=parsed.reuse_port,
        child=parsed.child,
        lang=words.lang,
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

    from tui.locale.rules import rules, written
    from tui.screens.prose import plain, styled

    known = rules(parsed.game, words.lang)
    if known is None:
        listed = ", ".join(written(words.lang))
        raise Usage(words("cli.no_rules", game=parsed.game, games=listed))
    if sys.stdout.isatty():
        width = min(80, shutil.get_terminal_size().columns - 2)
        bold = os.environ.get("TERM", "") not in ("", "dumb")
        text = styled(known, width) if bold else plain(known, width)
    else:
        text = plain(known, 78)
    say(text, sys.stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main())
