"""The command line: the one place that puts server, client and hosts together.

Everything is imported only where it is needed, so that `--help` answers at once.
"""

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from engine.values.level import Level
from tui.locale import LANGS, Lang, Words
from tui.locale.rules import written
from tui.shell import NoHome, Parser, Usage, say

if TYPE_CHECKING:
    from server.config import Config
    from tui.ssh.door import Limits as SshLimits

DEFAULT_GAME = "pokerface"
COMMANDS = ("play", "connect", "serve", "ssh", "admin", "replay", "rules")

# The table that SSH hosts read in a server's file of settings.
SSH_LIMITS = "ssh_limits"

Command = Callable[[argparse.Namespace, Words], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; the exit code.

    0, 1 a fault, 2 wrong use, 3 a version mismatch, 4 a server that is not the one known.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    words = Words(_language(arguments))
    try:
        _known_command(arguments, words)
        parsed, strange = _parser(words, arguments).parse_known_args(arguments)
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
    first = _word(rest, {"--lang"})
    if first is not None and first not in COMMANDS:
        raise Usage(words("cli.no_command", text=first, known=", ".join(COMMANDS)))
    if first == "admin":
        from tui.admin import DEEDS

        deed = _word(rest, {"--lang", "--state", "--socket"})
        if deed is not None and deed not in DEEDS:
            raise Usage(words("admin.no_such_deed", text=deed, known=", ".join(DEEDS)))


def _word(arguments: Iterator[str], valued: set[str]) -> str | None:
    """The next argument that is no option, nor the value of one of those."""
    for argument in arguments:
        if argument in valued:
            next(arguments, None)
        elif not argument.startswith("-"):
            return argument
    return None


def _parser(words: Words, arguments: Sequence[str] = ()) -> Parser:
    command = words("cli.command")
    parser = Parser(
        prog="pokertui",
        usage=f"%(prog)s [-h] [--lang {{{','.join(LANGS)}}}] [{command} …]",
        description=words("cli.about"),
        epilog=words("cli.epilog"),
        add_help=False,
    ).speak(words)
    parser.set_defaults(command=_lobby, lang=None, plain=False)
    plain = words("cli.plain")
    parser.add_argument("--plain", action="store_true", help=plain)
    parts = parser.add_subparsers(title=words("cli.commands"), metavar=command, prog="pokertui")

    def part(name: str, command: Command) -> Parser:
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
    # Said before the command or behind it: not said here changes nothing.
    play.add_argument("--plain", action="store_true", default=argparse.SUPPRESS, help=plain)

    connect = part("connect", _connect)
    connect.add_argument("host", metavar="HOST[:PORT]", help=words("cli.connect.host"))
    connect.add_argument("--name", help=words("cli.connect.name"))
    connect.add_argument("--code", help=words("cli.connect.code"))
    connect.add_argument(
        "--identity", type=Path, metavar="FILE", help=words("cli.connect.identity")
    )
    connect.add_argument("--guest", action="store_true", help=words("cli.connect.guest"))
    connect.add_argument("--fingerprint", metavar="SHA256:…", help=words("cli.connect.fingerprint"))
    connect.add_argument("--trust-first-use", action="store_true", help=words("cli.connect.trust"))
    connect.add_argument("--plain", action="store_true", default=argparse.SUPPRESS, help=plain)

    serve = part("serve", _serve)
    serve.add_argument("--state", type=Path, metavar="DIR", help=words("cli.serve.state"))
    serve.add_argument("--listen", metavar="ADDR:PORT", help=words("cli.serve.listen"))
    serve.add_argument("--ssh", metavar="ADDR:PORT", help=words("cli.serve.ssh"))
    serve.add_argument(
        "--ssh-processes", type=int, metavar="N", help=words("cli.serve.ssh_processes")
    )
    serve.add_argument("--host-sock", type=Path, metavar="PATH", help=words("cli.serve.sock"))
    serve.add_argument("--config", type=Path, metavar="FILE", help=words("cli.serve.config"))
    serve.add_argument("--check", type=Path, metavar="FILE", help=words("cli.serve.check"))
    serve.add_argument("--print-config", action="store_true", help=words("cli.serve.print"))

    host = part("ssh", _ssh)
    host.add_argument(
        "--host-sock", type=Path, required=True, metavar="PATH", help=words("cli.ssh.sock")
    )
    host.add_argument("--listen", metavar="ADDR:PORT", help=words("cli.ssh.listen"))
    host.add_argument("--state", type=Path, metavar="DIR", help=words("cli.ssh.state"))
    host.add_argument("--config", type=Path, metavar="FILE", help=words("cli.ssh.config"))
    host.add_argument("--reuse-port", action="store_true", help=words("cli.ssh.reuse"))
    host.add_argument("--child", action="store_true", help=words("cli.ssh.child"))
    host.add_argument("--log", choices=("text", "json"), help=words("cli.ssh.log"))

    admin = part("admin", _admin)
    _deeds(arguments, admin, words)

    replay = part("replay", _replay)
    replay.add_argument("files", nargs="+", metavar="FILE", help=words("cli.replay.file"))
    replay.add_argument("--json", action="store_true", help=words("cli.replay.json"))

    rules = part("rules", _rules)
    rules.add_argument("game", nargs="?", help=words("cli.rules.game", games=games))
    return parser


def _deeds(arguments: Sequence[str], parser: Parser, words: Words) -> None:
    """What `pokertui admin` can do, for whoever has said that."""
    if "admin" in arguments:
        from tui import admin

        admin.arguments(parser, words)


# ── the app ────────────────────────────────────────────────────────────────────────────────────


def _lobby(parsed: argparse.Namespace, words: Words) -> int:
    from tui import programs

    return programs.own(parsed.lang, words, plain=parsed.plain)


def _play(parsed: argparse.Namespace, words: Words) -> int:
    from tui import programs

    wish = programs.wish(parsed.game, parsed.bots, parsed.option, words, parsed.level)
    return programs.own(parsed.lang, words, wish, plain=parsed.plain)


def _connect(parsed: argparse.Namespace, words: Words) -> int:
    from tui.connect.visit import Wish, connect

    wish = Wish(
        name=parsed.name,
        code=parsed.code,
        identity=parsed.identity,
        guest=parsed.guest,
        fingerprint=parsed.fingerprint,
        trust=parsed.trust_first_use,
    )
    return connect(parsed.host, parsed.lang, words, wish, plain=parsed.plain)


# ── servers ────────────────────────────────────────────────────────────────────────────────────


def _serve(parsed: argparse.Namespace, words: Words) -> int:
    import asyncio

    from protocol import journal
    from server.config import ConfigError
    from server.run import serve

    if parsed.check is not None or parsed.print_config:
        return _tell_settings(parsed, words)
    try:
        config, _ = _settings(parsed.config, parsed)
        _heed_hangups()
        _tell_where_it_hangs()
        journal.start(config.log)
        return asyncio.run(
            serve(config, lambda known: say(ways_in(known, words), sys.stderr), words.lang)
        )
    except ConfigError as error:
        raise Usage(words(f"start.{error.code}", **error.facts), 1) from error


def _settings(file: Path | None, parsed: argparse.Namespace) -> "tuple[Config, SshLimits]":
    """What a server and its SSH hosts are told, by a file and by the command line; ConfigError."""
    from server.config import load, section
    from tui.ssh.door import Limits

    state = parsed.state
    if state is None and file is None:
        state = _server_state()
    config = load(
        file,
        others=(SSH_LIMITS,),
        state=state,
        listen=parsed.listen,
        ssh=parsed.ssh,
        ssh_processes=parsed.ssh_processes,
        host_socket=parsed.host_sock,
    )
    return config, Limits() if file is None else section(file, SSH_LIMITS, Limits)


def _tell_settings(parsed: argparse.Namespace, words: Words) -> int:
    """Say whether a file of settings can be used, or all the settings that would be in force."""
    from server.config import ConfigError
    from server.settings import written

    file = parsed.check or parsed.config
    try:
        config, limits = _settings(file, parsed)
    except ConfigError as error:
        raise Usage(words(f"start.{error.code}", **error.facts), 1) from error
    if parsed.print_config:
        told = written(config, frozenset({"file"}))
        say(f"{told}\n[{SSH_LIMITS}]\n{written(limits)}".rstrip(), sys.stdout)
    else:
        say(words("cli.serve.good", file=file), sys.stdout)
    return 0


def ways_in(config: "Config", words: Words) -> str:
    """What whoever runs a server has to know of it, now that it answers."""
    from server import listen, tls

    said = [words("cli.serving.state", state=config.state)]
    if config.listen and listen.is_private(config.listen):
        said.append(words("cli.serving.listen", address=config.listen))
    elif config.listen:
        host, port = _reached(config.listen)[:2]
        said.append(words("cli.serving.tls", address=f"{host}:{port}"))
        known = tls.fingerprint_in(config.state)
        said.append(words("cli.serving.certificate", fingerprint=known))
    if config.ssh:
        said.append(way_in(config.ssh, words))
    return "\n".join([*said, words("cli.serving.stop")])


def way_in(address: str, words: Words) -> str:
    """How people come by ssh to a server that answers at that address."""
    host, port, here = _reached(address)
    host = host.removeprefix("[").removesuffix("]")
    return words(f"cli.serving.ssh{'_here' if here else ''}", host=host, port=port)


def _reached(address: str) -> tuple[str, str, bool]:
    """What people type to reach an address, and its port; whether only this machine does."""
    import ipaddress
    import socket

    host, _, port = address.rpartition(":")
    try:
        known = ipaddress.ip_address(host.removeprefix("[").removesuffix("]") or "::")
    except ValueError:
        return host, port, host == "localhost"
    if known.is_loopback:
        return "localhost", port, True
    return socket.gethostname() if known.is_unspecified else host, port, False


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


def _tell_where_it_hangs() -> None:
    """When a service manager ends this process with SIGABRT, since it does not answer any more.

    Files, lines and functions are printed, and no value: that might be a card.
    """
    import faulthandler

    # To the standard error as the system knows it.
    faulthandler.enable(2)


def _ssh(parsed: argparse.Namespace, words: Words) -> int:
    from server import notify
    from server.config import ConfigError, load, section
    from tui.ssh import host

    state = parsed.state or _server_state()
    given = {"listen": parsed.listen, "log": parsed.log}
    if parsed.config is not None:
        try:
            stated = load(parsed.config, others=(SSH_LIMITS,), state=state)
            given["limits"] = section(parsed.config, SSH_LIMITS, host.Limits)
        except ConfigError as error:
            raise Usage(words(f"start.{error.code}", **error.facts), 1) from error
        # The form of the log is one for all processes; addresses are each one's own.
        given["log"] = parsed.log or stated.log
    settings = {name: value for name, value in given.items() if value}
    config = host.SshConfig(
        host_sock=parsed.host_sock,
        state=state,
        reuse_port=parsed.reuse_port,
        child=parsed.child,
        lang=words.lang,
        **settings,
    )
    _heed_hangups()
    _tell_where_it_hangs()
    return host.main(config, manager=notify)


def _admin(parsed: argparse.Namespace, words: Words) -> int:
    from tui import admin
    from tui.settings import state_dir

    states = [admin.SERVICE]
    with suppress(NoHome):
        states.insert(0, state_dir("server"))
    return admin.run(parsed, words, states, _restore)


def _restore(state: Path, file: Path) -> Path | None:
    import time

    from server.backup import NoCopy, restore
    from server.config import ConfigError
    from server.run import locked
    from tui.admin import Failed

    try:
        with locked(state, None):
            return restore(state, file, time.time())
    except NoCopy as failed:
        raise Failed(failed.code, **failed.facts) from None
    except ConfigError as error:
        code = "restore_in_use" if error.code == "state_in_use" else "restore_state"
        raise Failed(code, **error.facts) from None


# ── without a terminal ─────────────────────────────────────────────────────────────────────────


def _replay(parsed: argparse.Namespace, words: Words) -> int:
    from engine.record import replay_text
    from tui import replay

    return replay.run(parsed.files, parsed.json, replay_text, words)


def _rules(parsed: argparse.Namespace, words: Words) -> int:
    from tui import rulebook

    return rulebook.run(parsed.game, words)


if __name__ == "__main__":
    sys.exit(main())
