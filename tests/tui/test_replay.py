"""`pokertui replay`: output and exit code, for records that play back and for those that fail."""

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.record import replay_text
from tui.locale import LANGS, Lang, Words
from tui.replay import run

RECORDS = Path(__file__).parent.parent / "records"
GOOD = str(RECORDS / "seed.phh")


@pytest.fixture
def bad(tmp_path: Path) -> str:
    file = tmp_path / "bad.phh"
    text = Path(GOOD).read_text("utf-8").replace('"p2 take 3"', '"p2 take 2"', 1)
    file.write_text(text, "utf-8")
    return str(file)


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_json_is_one_object_a_line_in_the_order_given(
    bad: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    missing = str(tmp_path / "missing.phh")
    files = [bad, GOOD, missing, str(tmp_path), str(binary), GOOD]
    assert run(files, True, replay_text) == 1
    shown = capsys.readouterr()
    assert shown.err == ""
    told = objects(shown.out)
    assert [one["file"] for one in told] == files
    assert told[0] == {
        "file": bad,
        "variant": "pokerface",
        "complete": False,
        "error_action": 6,
        "error": "token_moved",
    }
    for place in (2, 3, 4):
        assert told[place] == {
            "file": files[place],
            "variant": None,
            "complete": False,
            "error_action": 0,
            "error": "no_file" if place == 2 else "unreadable",
        }
    assert told[1] == told[5]
    assert told[1]["complete"] is True
    assert told[1]["success"] is True


def test_files_that_all_play_back_leave_exit_code_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    early = tmp_path / "early.phh"
    early.write_text('variant = "pokerface"\nplayers = ["", "", ""]\nactions = []', "utf-8")
    assert run([GOOD, str(early)], True, replay_text) == 0
    assert [one["complete"] for one in objects(capsys.readouterr().out)] == [True, False]
    assert run([], True, replay_text) == 0


def test_a_fault_of_our_own_stops_no_other_file(capsys: pytest.CaptureFixture[str]) -> None:
    def faulty(text: str) -> dict[str, Any]:
        faults.append(1)
        if len(faults) == 1:
            raise KeyError(text)
        return replay_text(text)

    faults: list[int] = []
    assert run([GOOD, GOOD], True, faulty) == 1
    assert [one.get("error") for one in objects(capsys.readouterr().out)] == ["fault", None]


@pytest.mark.parametrize(
    ("lang", "why"),
    [("en", "action 6: token 2 is with p1."), ("de", "Aktion 6: Marke 2 liegt bei p1.")],
)
def test_faults_in_words_go_to_stderr(
    lang: Lang, why: str, bad: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([bad, GOOD], False, replay_text, Words(lang)) == 1
    shown = capsys.readouterr()
    assert shown.err == f"{bad}: {why}\n"
    first, *rest = shown.out.splitlines()
    assert first.startswith(f"{GOOD}: pokerface")
    assert any("2 3 4 1" in line for line in rest)
    assert any("5s5h5d8h8s" in line for line in rest)


SIDE_POT = """
variant = "NT"
_preset = "house"
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [100, 500, 1000]
actions = ["d dh p1 AsAd", "d dh p2 KsKd", "d dh p3 QsQd", "p3 cbr 1000", "p1 cc", "p2 cc",
  "p3 sm QsQd", "p1 sm AsAd", "p2 sm KsKd", "d db 2c7h9d", "d db 3s", "d db Jc"]
"""
# An odd chip in the high half; p2 and p3 share the low one.
HALVED = """
variant = "PO/8"
blinds_or_straddles = [5, 10, 0]
min_bet = 10
starting_stacks = [100, 100, 100]
actions = ["d dh p1 KhKdQhQd", "d dh p2 As2sJhTd", "d dh p3 Ad2dJdTh",
  "p3 cbr 35", "p1 cc", "p2 cc",
  "d db Kc3s4h", "p1 cc", "p2 cc", "p3 cc", "d db 7c", "p1 cc", "p2 cc", "p3 cc",
  "d db 9s", "p1 cc", "p2 cc", "p3 cc"]
"""


@pytest.mark.parametrize(
    ("text", "lang", "told"),
    [
        (
            SIDE_POT,
            "de",
            [
                "Gewonnen und verloren: +200 +300 -500",
                "500 zurück an p3",
                "Hauptpot 300: p1 300",
                "Seitenpot 800: p2 800",
                "Stacks am Ende: 300 800 500",
            ],
        ),
        (
            HALVED,
            "en",
            [
                "p2 low: 7432A",
                "p3 low: 7432A",
                "Pot 105: high p1 53; low p2 26, p3 26",
                "Final stacks: 118 91 91",
            ],
        ),
    ],
)
def test_a_deal_with_chips_is_told_pot_by_pot(
    text: str, lang: Lang, told: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "chips.phh"
    file.write_text(text, "utf-8")
    assert run([str(file)], False, replay_text, Words(lang)) == 0
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert [line for line in lines if line in told] == told


SQUARE = """
variant = "pokerquadrat"
players = ["Anna", "Ben"]
actions = ["d dh p1 KsKh7h", "d dh p2 5s5h8s", "p1 place Ks a1"]
"""


def test_a_square_is_told_line_by_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "square.phh"
    file.write_text(SQUARE, "utf-8")
    assert run([str(file)], False, replay_text, Words("de")) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{file}: pokerquadrat, vorzeitig beendet.",
        "  Reihen 0 0 0 0 0; Spalten 0 0 0 0 0; zusammen 0.",
    ]
    file.write_text(SQUARE.replace("a1", 'a1", "d dh p1 7d", "p2 place 5s a1'), "utf-8")
    assert run([str(file)], False, replay_text, Words("de")) == 1
    assert capsys.readouterr().err.strip().endswith("Aktion 5: auf a1 liegt schon eine Karte.")
    file.write_text(SQUARE.replace(', "Ben"', ""), "utf-8")
    assert run([str(file)], False, replay_text, Words("de")) == 1
    assert capsys.readouterr().err.strip().endswith("dieses Spiel ist für 2 Spieler.")


CHINESE = """
variant = "chinese"
players = ["Anna", "Ben", "Carla"]
_rules = { special_hands = true, surrender = 3 }
actions = ["d dh p1 3s4c4d5h8d8h8s9c9hAcKdKsQd", "d dh p2 2h5s6c7d9dTcJdQhKh8c3d4hAs",
  "d dh p3 2d2s3c3h4s5c5d6d6h6s7c7hTs", "p3 surrender", "p2 declare dragon",
  "p1 set AcQd5h KsKd9c9h3s 8s8h8d4c4d"]
"""


def test_rows_and_what_is_done_instead(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "chinese.phh"
    file.write_text(CHINESE, "utf-8")
    assert run([str(file)], False, replay_text, Words("de")) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{file}: chinese, zu Ende gespielt.",
        "  Gewonnen und verloren: -10 +26 -16",
        "  p1: vorn AcQd5h, Mitte KsKd9c9h3s, hinten 8s8h8d4c4d",
        "  p2 sagt an: Drache",
        "  p3 hat aufgegeben",
    ]


INDIAN = """
variant = "indian"
_rules = { match_pot = true }
_pot = 4
antes = [1, 1, 1]
starting_stacks = [50, 50, 50]
actions = ["d dh p1 Kd", "d dh p2 9s", "d dh p3 Ah", "p3 out", "p1 in", "p2 in"]
"""


def test_a_pot_that_is_left_for_the_next_deal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "indian.phh"
    file.write_text(INDIAN, "utf-8")
    assert run([str(file)], False, replay_text, Words("de")) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{file}: indian, zu Ende gespielt."
    assert lines[1] == "  Gewonnen und verloren: +4 -4 +0"
    assert "  Im Pot für das nächste Spiel: 4" in lines
    assert lines[-1].endswith(": 54 46 50")


def test_a_deal_with_chips_that_stops_early_has_no_pots(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "early.phh"
    file.write_text(SIDE_POT.replace(', "p1 cc", "p2 cc",\n', ', "p1 cc"]\n#'), "utf-8")
    assert run([str(file)], False, replay_text, Words("de")) == 0
    out = capsys.readouterr().out
    assert "pot" not in out.lower()
    # What lies in the middle counts as gone.
    assert "Stacks: 0 490 0" in out


def test_what_is_wrong_with_a_whole_file_or_its_header_is_action_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = str(tmp_path / "missing.phh")
    header = tmp_path / "header.phh"
    header.write_text('variant = "whist"\nplayers = ["", "", ""]\nactions = []', "utf-8")
    assert run([missing, str(header)], False, replay_text, Words("de")) == 1
    assert capsys.readouterr().err.splitlines() == [
        f"{missing}: Aktion 0: diese Datei gibt es nicht.",
        f"{header}: Aktion 0: eine Spielart „whist“ gibt es nicht.",
    ]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the header lacks “variant”."),
        ('variant = "pokerface"\nactions = []', "the header lacks “players”."),
        ('variant = "whist"\nactions = []', "whist"),
        ('variant = "PI"\nactions = []', "the header lacks “min_bet”."),
        ('variant = "NT"\nactions = []', "the header lacks “min_bet”."),
        ('variant = "pokerface"\nplayers = ["", ""]\nactions = []', "3"),
        ('variant = "pokerface"\nplayers = 3\nactions = []', "“players” can't have this value."),
        (
            'variant = "pokerface"\nplayers = ["", "", ""]\n_rules = {x = 1}\nactions = []',
            "“x” is no rule of this game.",
        ),
        (
            'variant = "pokerface"\nplayers = ["", "", ""]\nactions = []\n'
            "[_rules]\nall_at_once = 1",
            "the rule “all_at_once” can't have this value.",
        ),
        ("no record", ""),
    ],
)
def test_a_bad_header_is_said_in_words(
    text: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "header.phh"
    file.write_text(text, "utf-8")
    assert run([str(file)], False, replay_text, Words("en")) == 1
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith(f"{file}: action 0: ")
    assert why in shown.err
    assert len(shown.err.splitlines()) == 1


@pytest.mark.parametrize("lang", LANGS)
def test_every_fault_of_a_record_has_its_sentence(lang: Lang) -> None:
    from typing import get_args

    from engine.record.errors import RecordCode

    words = Words(lang)
    for code in (*get_args(RecordCode), "no_file", "unreadable", "fault"):
        assert words.has(f"record.{code}"), code


def test_nothing_in_a_file_reaches_the_terminal_raw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "\x1b]0;pwn\x07.phh"
    file.write_text('variant = "\\u001b[2J\\u202E"', "utf-8")
    assert run([str(file)], False, replay_text) == 1
    shown = capsys.readouterr().err
    assert shown.removesuffix("\n").isprintable()
    assert "[2J" in shown


def test_a_terminal_without_utf8_is_served(bad: str, monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", out)
    assert run([GOOD, bad, str(RECORDS)], False, replay_text, Words("de")) == 1
    out.seek(0)
    assert "die Datei l?sst sich nicht lesen" in out.read()
