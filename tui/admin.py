"""`pokertui admin`: what operators ask a running server for, in words and tables, or as JSON."""

import argparse
import json
import re
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engine.values.why import Why
from protocol.admin import (
    About,
    Announce,
    Answer,
    Backup,
    Ban,
    Bans,
    Close,
    Deed,
    Done,
    Inlet,
    Kick,
    Mute,
    Not,
    PenaltyLine,
    PlayerLine,
    Players,
    Rekey,
    ResetName,
    Status,
    TableLine,
    Tables,
    TheAccount,
    TheBans,
    ThePlayers,
    TheStatus,
    TheTables,
    Unban,
    Unmute,
    encode,
)
from protocol.errors import Malformed
from tui.locale import Words
from tui.shell import Parser, Usage, say

SOCKET = "admin.sock"
# Where a server that systemd runs keeps its state.
SERVICE = Path("/var/lib/pokertui")

# Exit codes beside 0 and that of wrong use.
REFUSED = 1
NOBODY = 5

# Seconds that an answer may take; a backup takes as long as it takes.
PATIENCE = 30.0

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 24 * 3600, "w": 7 * 24 * 3600}
FOR = frozenset({"for", "für"})

# Puts a backup in the place of a state directory's log; where the old one lies, or why not.
Restore = Callable[[Path, Path], Path | None]


class Failed(Exception):
    """A code of topic `admin` with its facts: nothing has changed."""

    def __init__(self, code: str, **facts: str) -> None:
        super().__init__(code, facts)
        self.why = Why(code, dict(facts))


class _Argument(Struct, frozen=True):
    """An argument of a deed: what it is called in its `--help`, and how many words it takes."""

    name: str
    shown: str
    many: str | None = None


_REASON = _Argument("words", "REASON", "*")
_FOR_REASON = _Argument("words", "[for 1h] REASON", "*")

# What can be done, in the order of the help.
DEEDS: dict[str, tuple[_Argument, ...]] = {
    "status": (),
    "tables": (),
    "players": (),
    "account": (_Argument("who", "NAME"),),
    "kick": (_Argument("who", "NAME"), _REASON),
    "mute": (_Argument("who", "NAME"), _FOR_REASON),
    "unmute": (_Argument("who", "NAME"),),
    "ban": (_Argument("whom", "KEY|ADDRESS|NAME"), _FOR_REASON),
    "bans": (),
    "unban": (_Argument("whom", "KEY|ADDRESS|NAME"),),
    "announce": (_Argument("words", "TEXT", "+"),),
    "close": (_Argument("table", "TABLE"), _REASON),
    "reset-name": (_Argument("who", "NAME"),),
    "rekey": (_Argument("who", "NAME"),),
    "backup": (_Argument("file", "FILE"),),
    "restore": (_Argument("file", "FILE"),),
}


def arguments(parser: Parser, words: Words) -> None:
    """Teach the parser of `pokertui admin` all deeds."""
    parser.usage = f"pokertui admin [--state DIR | --socket PATH] [--json] {words('cli.command')} …"
    parser.epilog = words("admin.epilog")
    parser.add_argument("--state", type=Path, metavar="DIR", help=words("admin.state"))
    parser.add_argument("--socket", type=Path, metavar="PATH", help=words("admin.socket"))
    parser.add_argument("--json", action="store_true", help=words("admin.json"))
    parser.set_defaults(deed=None)
    parts = parser.add_subparsers(
        title=words("cli.commands"), metavar=words("cli.command"), prog="pokertui admin"
    )
    for name, taken in DEEDS.items():
        about = words(f"admin.do.{name}")
        one: Parser = parts.add_parser(name, help=about, description=about, add_help=False)
        one.speak(words).set_defaults(deed=name)
        for argument in taken:
            one.add_argument(
                argument.name,
                metavar=argument.shown,
                nargs=argument.many,
                default=[] if argument.many == "*" else None,
                help=words(f"admin.take.{argument.name}"),
            )


def run(parsed: argparse.Namespace, words: Words, states: Sequence[Path], restore: Restore) -> int:
    """Do what was asked for; the exit code.

    `states` are the state directories where a server may be looked for if none is named.
    """
    if parsed.deed is None:
        raise Usage(words("admin.no_deed", known=", ".join(DEEDS)))
    state = parsed.state or next(
        (one for one in states if (one / SOCKET).exists()), states[0] if states else SERVICE
    )
    answer: Answer
    try:
        if parsed.deed == "restore":
            kept = restore(state, Path(parsed.file))
            answer = Done(Why("restored", {"path": parsed.file, "state": str(state)}))
            if kept is not None:
                answer = Done(Why("restored_over", {"path": parsed.file, "kept": str(kept)}))
        else:
            answer = ask(parsed.socket or state / SOCKET, deed(parsed, words))
    except Failed as failed:
        answer = Not(failed.why)
    if parsed.json:
        # In ASCII: whatever reads it, and a terminal obeys nothing of it.
        print(json.dumps(msgspec.to_builtins(answer)), flush=True)
    elif isinstance(answer, Not):
        say(f"pokertui: {_said(answer.why, words)}", sys.stderr)
    else:
        say("\n".join(lines(answer, words)), sys.stdout)
    if not isinstance(answer, Not):
        return 0
    return NOBODY if answer.why.code in {"no_server", "hung_up"} else REFUSED


def deed(parsed: argparse.Namespace, words: Words) -> Deed:
    """What the command line asks for; Usage if that is nothing."""
    match parsed.deed:
        case "status":
            return Status()
        case "tables":
            return Tables()
        case "players":
            return Players()
        case "account":
            return About(parsed.who)
        case "kick":
            return Kick(parsed.who, " ".join(parsed.words))
        case "mute":
            return Mute(parsed.who, *_until(parsed.words, words))
        case "unmute":
            return Unmute(parsed.who)
        case "ban":
            return Ban(parsed.whom, *_until(parsed.words, words))
        case "bans":
            return Bans()
        case "unban":
            return Unban(parsed.whom)
        case "announce":
            return Announce(" ".join(parsed.words))
        case "close":
            return Close(parsed.table, " ".join(parsed.words))
        case "reset-name":
            return ResetName(parsed.who)
        case "rekey":
            return Rekey(parsed.who)
        case "backup":
            return Backup(str(Path(parsed.file).absolute()))
        case other:
            raise ValueError(other)


def _until(said: Sequence[str], words: Words) -> tuple[int | None, str]:
    """For how many seconds (None: for good) and why, of `for 1h30m because of that`."""
    if not said or said[0] not in FOR:
        return None, " ".join(said)
    given = said[1] if len(said) > 1 else ""
    if not re.fullmatch(r"(\d{1,6}[smhdw])+", given):
        raise Usage(words("admin.bad_time", text=given))
    parts = re.findall(r"(\d+)([smhdw])", given)
    seconds = sum(int(number) * UNITS[unit] for number, unit in parts)
    if not 1 <= seconds <= 10 * 366 * UNITS["d"]:
        raise Usage(words("admin.bad_time", text=given))
    return seconds, " ".join(said[2:])


def ask(path: Path, wanted: Deed) -> Answer:
    """The answer of the server behind that socket; Failed if there is none."""
    inlet = Inlet(server=False)
    try:
        told = encode(wanted)
    except UnicodeEncodeError:
        raise Failed("not_text") from None
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(None if isinstance(wanted, Backup) else PATIENCE)
        try:
            line.connect(str(path))
            line.sendall(told)
            while data := line.recv(65536):
                for answer in inlet.take(data):
                    return answer  # type: ignore[no-any-return]
        except (FileNotFoundError, ConnectionRefusedError):
            raise Failed("no_server", path=str(path)) from None
        except OSError as error:
            why = error.strerror or str(error)
            raise Failed("unreachable", path=str(path), why=why) from None
        except Malformed as fault:
            raise Failed("not_ours", path=str(path), why=fault.code) from None
    raise Failed("hung_up", path=str(path))


# ── in words ───────────────────────────────────────────────────────────────────────────────────


def lines(answer: Answer, words: Words) -> list[str]:
    """What an answer says, line by line."""
    match answer:
        case TheStatus():
            return _status(answer, words)
        case TheTables():
            return _table("tables", [_table_row(one, words) for one in answer.tables], words)
        case ThePlayers():
            return _table("players", [_player_row(one, words) for one in answer.players], words)
        case TheBans():
            return _table("bans", [_penalty(one, words) for one in answer.penalties], words)
        case TheAccount():
            return _account(answer, words)
        case Done() | Not():
            why = answer.what if isinstance(answer, Done) else answer.why
            return [_said(why, words)]
        case _:
            raise ValueError(answer)


def _table_row(one: TableLine, words: Words) -> tuple[str, ...]:
    stage, people = words(f"admin.stage.{one.stage}"), ", ".join(one.people)
    numbers = (str(one.bots), str(one.watching))
    return (one.id, one.name, one.game, stage, str(one.deal), people, *numbers)


def _player_row(one: PlayerLine, words: Words) -> tuple[str, ...]:
    name = f"{one.name} ({words('admin.guest')})" if one.guest else one.name
    way, seats = words(f"admin.way.{one.way}"), ", ".join(one.seats)
    return (one.id, name, way, one.address, one.key or "", seats, span(one.idle))


def _status(status: TheStatus, words: Words) -> list[str]:
    from tui.canvas.cells import padded

    told = {
        "version": status.version,
        "up": span(status.up),
        "sessions": words("admin.sessions", people=status.sessions, lines=status.connections),
        "tables": words.number(status.tables),
        "memory": size(status.memory, words),
        "log": size(status.log, words),
        "backlog": words("admin.backlog", size=size(status.backlog, words), entries=status.waiting),
        "trouble": status.trouble or words("admin.no_trouble"),
    }
    width = max(len(words(f"admin.status.{name}")) for name in told)
    return [
        f"{padded(words(f'admin.status.{name}'), width)}  {said}" for name, said in told.items()
    ]


def _account(known: TheAccount, words: Words) -> list[str]:
    from tui.canvas.say import moment

    told = [
        words("admin.account", name=_safe(known.name), id=known.id),
        words("admin.here") if known.here else words("admin.seen", when=moment(known.seen, words)),
        words("admin.chips", chips=words.number(known.chips)),
    ]
    told += [words("admin.key", key=_safe(key)) for key in known.keys] or [words("admin.no_key")]
    told += [words("admin.seat", table=table) for table in known.seats]
    if known.penalties:
        told += _table("bans", [_penalty(one, words) for one in known.penalties], words)
    return told


def _penalty(one: PenaltyLine, words: Words) -> tuple[str, ...]:
    from tui.canvas.say import moment

    return (
        words(f"admin.kind.{one.kind}"),
        one.subject,
        one.name,
        moment(one.at, words),
        words("admin.for_good") if one.until is None else moment(one.until, words),
        one.by,
        one.reason,
    )


def _table(name: str, rows: Sequence[Sequence[str]], words: Words) -> list[str]:
    """Columns as wide as they have to be, under their heads; a sentence if there are no rows."""
    from rich.cells import cell_len

    from tui.canvas.cells import padded

    if not rows:
        return [words(f"admin.{name}.none")]
    heads = words(f"admin.{name}.heads").split("|")
    shown = [heads, *([_safe(cell) or "-" for cell in row] for row in rows)]
    widths = [max(cell_len(row[column]) for row in shown) for column in range(len(heads))]
    return [
        "  ".join(padded(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in shown
    ]


def _said(why: Why, words: Words) -> str:
    """What was done, or why not, in a sentence."""
    from tui.canvas.say import moment
    from tui.canvas.say import why as said

    facts: dict[str, Any] = {
        name: _safe(fact) if isinstance(fact, str) else fact for name, fact in why.facts.items()
    }
    key = f"admin.{why.code}"
    if not words.has(key):
        return said(why, words)
    if "bytes" in facts:
        facts["bytes"] = size(int(facts["bytes"]), words)
    if "until" in facts:
        key += "_until"
        facts["until"] = moment(int(facts["until"]), words)
    sentences = [words(key, **facts)]
    if facts.get("address"):
        sentences.append(words("admin.a_guest", address=facts["address"]))
    return " ".join(sentences)


def span(seconds: int) -> str:
    """A length of time in its two largest units: `3 d 4 h`."""
    parts: list[str] = []
    for unit, worth in (("d", 86400), ("h", 3600), ("min", 60), ("s", 1)):
        number, seconds = divmod(seconds, worth)
        if number or (unit == "s" and not parts):
            parts.append(f"{number} {unit}")
    return " ".join(parts[:2])


def size(count: int, words: Words) -> str:
    """So many bytes."""
    for unit, worth in (("MiB", 2**20), ("KiB", 2**10)):
        if count >= worth:
            return f"{words.number(count // worth)} {unit}"
    return f"{count} B"


def _safe(text: str) -> str:
    """`text` without anything that a terminal would obey."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
