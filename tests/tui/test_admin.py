"""`pokertui admin`: what is asked for, what is said, exit codes; a server's process with it."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import get_args

import pytest

from engine.values.why import Why
from protocol.admin import (
    Announce,
    Answer,
    Ban,
    Close,
    Deed,
    Done,
    Kick,
    Mute,
    Not,
    PenaltyLine,
    PlayerLine,
    TableLine,
    TheAccount,
    TheBans,
    ThePlayers,
    TheStatus,
    TheTables,
)
from protocol.messages.told import Stage
from tests.tui.test_cli import environment, shell
from tui import admin
from tui.cli import main
from tui.locale import LANGS, Lang, Words
from tui.shell import Parser, Usage

BAN = PenaltyLine("ban", "203.0.113.7", "", 1_700_000_000, 1_700_086_400, "Spam", "root")
MUTE = PenaltyLine("mute", "a1", "Änne", 1_700_000_000, None, "", "root")


def parsed(*said: str, lang: Lang = "en") -> Deed:
    """What a command line asks for."""
    words = Words(lang)
    parser = Parser(prog="pokertui admin", add_help=False).speak(words)
    admin.arguments(parser, words)
    return admin.deed(parser.parse_args(said), words)


@pytest.mark.parametrize(
    ("said", "deed"),
    [
        (("kick", "Anna"), Kick("Anna")),
        (("kick", "Anna", "be", "kind"), Kick("Anna", "be kind")),
        (("mute", "Anna"), Mute("Anna")),
        (("mute", "Anna", "for", "1h"), Mute("Anna", 3600)),
        (("mute", "Anna", "for", "1h30m", "too", "loud"), Mute("Anna", 5400, "too loud")),
        (("mute", "Anna", "forever", "young"), Mute("Anna", None, "forever young")),
        (("ban", "SHA256:x", "for", "7d", "spam"), Ban("SHA256:x", 7 * 86400, "spam")),
        (("ban", "::1", "für", "2w"), Ban("::1", 14 * 86400)),
        (("ban", "203.0.113.7"), Ban("203.0.113.7")),
        (("announce", "Good", "evening"), Announce("Good evening")),
        (("close", "a1b2", "it", "is", "late"), Close("a1b2", "it is late")),
    ],
)
def test_what_the_command_line_asks_for(said: tuple[str, ...], deed: Deed) -> None:
    assert parsed(*said) == deed


@pytest.mark.parametrize("time", ["", "1", "h", "0s", "1y", "999999w", "-1h", "1.5h"])
def test_what_is_no_length_of_time(time: str) -> None:
    with pytest.raises(Usage) as wrong:
        admin._until(["for", time] if time else ["for"], Words("en"))
    assert wrong.value.code == 2
    assert time in str(wrong.value)


@pytest.mark.parametrize("lang", LANGS)
def test_every_deed_is_in_the_help_and_has_a_help(
    lang: Lang, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--lang", lang, "admin", "--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    for deed in admin.DEEDS:
        assert f"\n    {deed} " in told or f"\n    {deed}\n" in told
        assert Words(lang).has(f"admin.do.{deed}")
        with pytest.raises(SystemExit) as ended:
            main(["--lang", lang, "admin", deed, "--help"])
        assert ended.value.code == 0
        assert f"usage: pokertui admin {deed}" in capsys.readouterr().out


@pytest.mark.parametrize("lang", LANGS)
def test_wrong_use_is_told(lang: Lang, capsys: pytest.CaptureFixture[str]) -> None:
    for said in ((), ("nothing",), ("mute", "x", "for", "ever")):
        assert main(["--lang", lang, "admin", "--state", "/nowhere", *said]) == 2
        told = capsys.readouterr()
        assert told.out == ""
        assert told.err.startswith("pokertui: ")


ANSWERS: tuple[Answer, ...] = (
    TheStatus("0.1.0", 93_784, 3, 4, 2, 50 * 2**20, 3 * 2**20, 0, 1),
    TheStatus("0.1.0", 5, 0, 0, 0, 2**20, 900, 0, 0, "the disk is full"),
    TheTables(()),
    TheTables(
        tuple(
            TableLine(f"t{stage}", "Küche", "pokerface", stage, ("Anna", "Ben"), 1, 0, 7)
            for stage in get_args(Stage)
        )
    ),
    ThePlayers(()),
    ThePlayers(
        (
            PlayerLine("a1", "Anna", True, None, "connect", "203.0.113.7", ("t1",), 61),
            PlayerLine("a2", "Ben\x1b[2J", False, "SHA256:x", "ssh", "::1", (), 0),
            PlayerLine("a3", "Kim", False, None, "own", "", (), 7_200),
        )
    ),
    TheBans(()),
    TheBans((BAN, MUTE)),
    TheAccount("a1", "Änne", ("SHA256:x",), True, 1_700_000_000, 10_000, ("t1",), (MUTE,)),
    TheAccount("a1", "Änne", (), False, 1_700_000_000, 10_000, (), ()),
)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("answer", ANSWERS)
def test_every_answer_is_told_line_by_line(lang: Lang, answer: Answer) -> None:
    lines = admin.lines(answer, Words(lang))
    assert lines
    for line in lines:
        assert line.isprintable()
        assert line == line.rstrip()


def test_columns_are_as_wide_as_they_have_to_be() -> None:
    assert admin.lines(TheBans((BAN, MUTE)), Words("en")) == [
        "KIND  OF           NAME  SINCE                 UNTIL                 BY    REASON",
        "ban   203.0.113.7  -     2023-11-14 22:13 UTC  2023-11-15 22:13 UTC  root  Spam",
        "mute  a1           Änne  2023-11-14 22:13 UTC  for good              root  -",
    ]


def test_lengths_and_sizes() -> None:
    spans = [0, 59, 60, 3_599, 3_600, 90_000, 86_400 * 400 + 60]
    assert [admin.span(one) for one in spans] == [
        "0 s",
        "59 s",
        "1 min",
        "59 min 59 s",
        "1 h",
        "1 d 1 h",
        "400 d 1 min",
    ]
    words = Words("de")
    sizes = [admin.size(count, words) for count in (0, 1023, 1024, 2**20, 2**40)]
    assert sizes == ["0 B", "1023 B", "1 KiB", "1 MiB", "1.048.576 MiB"]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (
            Done(Why("banned", {"whom": "Eva", "gone": 1, "until": 1_700_000_000, "address": "x"})),
            "Eva is banned until 2023-11-14 22:13 UTC. Sessions ended: 1. "
            "That was a guest, who can come back as another: the address was x.",
        ),
        (Done(Why("muted", {"name": "A\x1b"})), "A? is muted for good."),
        (Done(Why("backed_up", {"path": "/b", "bytes": 2**21})), "Written to /b: 2 MiB."),
        # what the wire knows as well
        (Not(Why("storage")), "That could not be stored, so it did not happen."),
        (Not(Why("unheard of")), "That can't be done (unheard of)."),
    ],
)
def test_what_was_done_or_not_in_a_sentence(answer: Answer, said: str) -> None:
    assert admin.lines(answer, Words("en")) == [said]


def test_nobody_there_is_an_exit_code_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = ["--lang", "en", "admin", "--state", str(tmp_path)]
    assert main([*line, "status"]) == admin.NOBODY
    assert capsys.readouterr().err.startswith("pokertui: No server runs there")
    assert main([*line, "--json", "status"]) == admin.NOBODY
    told = json.loads(capsys.readouterr().out)
    assert told["why"] == {"code": "no_server", "facts": {"path": str(tmp_path / "admin.sock")}}
    assert main([*line, "kick", "\udcff"]) == admin.REFUSED
    assert capsys.readouterr().err == "pokertui: That is no text in UTF-8.\n"


@contextmanager
def serving(home: Path, state: Path) -> Iterator[list[str]]:
    """A server's own process, answering operators; the events that it has logged as JSON."""
    logged: list[str] = []
    program = [sys.executable, "-m", "tui.cli", "--lang", "en", "serve", "--state", str(state)]
    with subprocess.Popen(
        [*program, "--listen", "127.0.0.1:0", "--config", str(home / "config.toml")],
        env=environment(home),
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            assert process.stderr is not None
            while "Ctrl+C" not in (line := process.stderr.readline()):
                assert line, "it ended"
                if line.startswith("{"):
                    logged.append(json.loads(line)["event"])
            yield logged
        finally:
            process.terminate()
            process.communicate(timeout=30)


def test_a_server_is_operated_backed_up_and_restored(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    state, copy = tmp_path / "s", tmp_path / "copy"
    (tmp_path / "config.toml").write_text('log = "json"\n')
    operate = ("admin", "--lang", "en", "--state", str(state))
    with serving(tmp_path, state) as logged:
        assert logged == ["started"]
        socket = state / "admin.sock"
        assert socket.stat().st_mode & 0o777 == 0o600
        status = shell(tmp_path, *operate, "--json", "status")
        assert (status.returncode, status.stderr) == (0, "")
        assert json.loads(status.stdout)["type"] == "the_status"
        assert main([*operate, "ban", "203.0.113.7", "for", "1d", "spam"]) == 0
        assert capsys.readouterr().out.startswith("203.0.113.7 is banned until ")
        assert main([*operate, "backup", str(copy)]) == 0
        assert main([*operate, "unban", "203.0.113.7"]) == 0
        assert main([*operate, "unban", "203.0.113.7"]) == 1
        assert main([*operate, "restore", str(copy)]) == 1
        assert "is using" in capsys.readouterr().err
    assert not socket.exists()
    log = state / "log.sqlite3"
    with closing(sqlite3.connect(log)) as database:
        assert list(database.execute("SELECT * FROM penalties")) == []
    assert main([*operate, "restore", str(copy)]) == 0
    with closing(sqlite3.connect(log)) as database:
        assert list(database.execute("SELECT subject, reason FROM penalties")) == [
            ("address:203.0.113.7", "spam")
        ]
    assert len(list(state.glob("log.sqlite3.before-*"))) == 1
