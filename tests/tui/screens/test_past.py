"""Looking back: the last deal of a table, the list of all, and the record to be kept."""

import json
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from engine.game import Setup
from engine.games import BY_ID
from engine.games import pokerquadrat as square
from engine.games.betting.state import Carry as StudCarry
from engine.games.pokerface import Options, Pokerface, Score
from engine.games.pokerquadrat import Pokerquadrat
from engine.kit.shuffle import shuffle
from engine.play import at_random, play, walk
from engine.record import replay_text, write
from engine.values.cards import Card, Hidden
from engine.values.chance import Dice
from engine.values.events import Acted, Counted, Dealt, Scored, Shown
from engine.values.secret import redact
from engine.values.why import Why
from protocol.messages import Past, PastDeal, PlayedDeal, Record
from server.log import Write
from server.run import Server
from tests.engine.games.chips import Carry, Chips
from tests.engine.games.chips import Options as ChipsOptions
from tests.server.client import Client, open_table
from tests.server.client import play as play_on
from tests.tui.screens.sitting import QUICK, at_table, dealt, my_turn, play_deal
from tests.tui.screens.test_looks import SIZES, check
from tests.tui.screens.visit import BRISK, ENGLISH, GERMAN, Visit, visit
from tui.canvas.cards import names
from tui.canvas.palette import Depth, palette
from tui.canvas.plain import plain_words
from tui.locale import LANGS, Lang, Words
from tui.programs import keep
from tui.replay import run
from tui.screens.past import PastScreen, ended
from tui.screens.record import RecordScreen, file_name
from tui.screens.record_page import Picture, draw, hands, lately, moment, outcome, story, written
from tui.start import Start

STUD = BY_ID["stud7"]
LONG = ("Frédéric-Max", "Anna-Kathrin", "Ben-Benjamin", "Carla-Sophie", "Daniel-David", "Eva")


def finished(seed: int = 1, seat: int = 2, options: Options | None = None) -> PlayedDeal:
    """A whole deal of six as one of them saw it."""
    game, n = Pokerface(), len(LONG)
    options = options or Options()
    setup, dice = Setup(n, 3, Score(1, 1)), Dice(bytes([seed]))
    events = play(game, options, setup, shuffle(bytes([seed]) * 32), at_random(dice)).events
    scored = events[-1]
    assert isinstance(scored, Scored)
    past = PastDeal("t1", 7, 1_700_000_000_000, "Küche", game.id, 3, Why(scored.code, scored.facts))
    values = {name: getattr(options, name) for name in options.__struct_fields__}
    told = tuple(redact(event, seat) for event in events)
    return PlayedDeal(past, seat, LONG, values, told)


def record_of(played: PlayedDeal) -> str:
    """Its record."""
    setup = Setup(len(LONG), 3, Score(1, 1))
    return write(Pokerface(), Options(), setup, played.names, played.events)


def told(played: PlayedDeal, lang: Lang = "de", ascii: bool = False) -> list[str]:
    """The story as plain lines."""
    spans = story(played, palette("true", ascii), Words(lang))
    return ["".join(text for text, _ in line) for line in spans]


# ── the picture ────────────────────────────────────────────────────────────────────────────────


def test_the_story_tells_who_had_what_and_how_it_went() -> None:
    played = finished()
    words, lines = Words("de"), told(played)
    shown = {event.seat: event.cells for event in played.events if isinstance(event, Shown)}
    assert lines[0] == words(f"past.scored.{played.past.scored.code}")
    order = [event.seat for event in played.events if isinstance(event, Dealt) and event.seat]
    assert [seat for seat, _ in hands(played) if seat] == order
    for row, (seat, cells) in zip(lines[2:], hands(played), strict=False):
        assert cells == shown[seat]
        assert row.startswith(LONG[seat])
        assert row.split()[1:] == names(cells, words).split()
    story_of = "\n".join(lines[2 + len(LONG) :])
    assert story_of.index("♣") < story_of.index("Flop") < story_of.index("River")
    assert story_of.index("Showdown") < story_of.index(f"{LONG[2]} zeigt")


def test_what_was_never_seen_stays_hidden() -> None:
    played = finished()
    unshown = tuple(event for event in played.events if not isinstance(event, Shown))
    played = replace(played, events=unshown)
    for seat, cells in hands(played):
        assert all(isinstance(cell, Card if seat == played.seat else Hidden) for cell in cells)
    rows = told(played)[2 : 2 + len(LONG)]
    assert sum("▓▓▓ ▓▓▓" in row for row in rows) == len(LONG) - 1


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("depth", get_args(Depth))
@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("size", [(80, 24), (60, 18)])
def test_it_is_drawn_everywhere(
    lang: Lang, depth: Depth, ascii: bool, size: tuple[int, int]
) -> None:
    played, colours = finished(), palette(depth, ascii)
    words = plain_words(lang) if ascii else Words(lang)
    lines = story(played, colours, words)
    height = size[1] - 4
    for scroll in range(0, len(lines), height):
        shown = Picture(past=played.past, lines=lines, scroll=scroll, zone=UTC)
        rows = ["".join(run.text for run in row) for row in draw(shown, size, colours, words)]
        assert len(rows) == size[1]
        for row in rows[1:-1]:
            # Nothing is cut off, whatever people are called.
            assert "…" not in row
            assert "~" not in row
        if ascii:
            assert "".join(rows).isascii()
        assert f"{words('past.deal', number=3)} " in rows[0]
        assert rows[1].strip().startswith(moment(words, played.past.at, UTC))


@pytest.mark.parametrize("lang", LANGS)
def test_a_game_without_a_layout_of_its_own_is_told_too(lang: Lang) -> None:
    game, n = Chips(), 4
    setup, dice = Setup(n, 0, Carry()), Dice(b"chips")
    events = play(game, ChipsOptions(), setup, shuffle(bytes(32)), at_random(dice)).events
    own = tuple(redact(event, 1) for event in events)
    past = PastDeal("t1", 7, 1_700_000_000_000, "Küche", game.id, 3, Why("paid"))
    lines = told(PlayedDeal(past, 1, LONG[:n], {}, own), lang)
    assert lines[0] == "paid"
    assert sum(line.startswith(LONG[:n]) for line in lines[2 : 2 + n]) == n
    acted = [LONG[event.seat] for event in own if isinstance(event, Acted)]
    log = iter(lines[2 + n :])
    # Everybody's deeds are told, in their order.
    assert all(any(line.startswith(name) for line in log) for name in acted)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_square_is_told_with_its_points_and_what_was_left(seat: int) -> None:
    game, setup = Pokerquadrat(), Setup(2, 1, square.Carry())
    deal = play(game, square.Options(), setup, shuffle(bytes(32)), at_random(Dice(b"square")))
    own = tuple(redact(event, seat) for event in deal.events)
    scored = next(event for event in own if isinstance(event, Scored))
    points = scored.facts["points"]
    why = Why(scored.code, scored.facts)
    past = PastDeal("t1", 7, 1_700_000_000_000, "Küche", game.id, 1, why)
    played = PlayedDeal(past, seat, LONG[:2], {}, own)
    ended = "geschafft" if scored.code == "success" else "verfehlt"
    assert told(played)[0] == f"{points} von 60: {ended}"
    assert told(played, "en")[0].startswith(f"{points} of 60: ")
    assert outcome(Words("de"), game.id, why, "past")[2:] == f"{points} von 60"
    assert outcome(Words("de"), game.id, Why("success"), "past") == "Erfolg"
    # Three cards and two are left over; the partner's nobody ever saw.
    assert [len(cells) for _, cells in hands(played)] == [2, 3]
    for owner, cells in hands(played):
        assert all(isinstance(cell, Card if owner == seat else Hidden) for cell in cells)


@pytest.mark.parametrize(("points", "said"), [(1_013, "+1.013"), (-6, "−6"), (0, "0")])
def test_the_list_says_what_a_deal_brought(points: int, said: str) -> None:
    past = replace(finished().past, game="chinese", scored=Why("counted"), points=points)
    assert ended(Words("de"), past) == said
    assert ended(Words("de"), replace(past, points=None)) == "gezählt"


def test_a_deal_for_points_is_headed_by_what_everybody_has_got() -> None:
    events = (Counted(0, 13), Counted(1, -6), Counted(2, -7), Scored("counted"))
    past = PastDeal("t1", 7, 1_700_000_000_000, "Küche", "chinese", 3, Why("counted"))
    lines = told(PlayedDeal(past, 1, ("Anna", "Ben", "Carla"), {}, events))
    assert lines[0] == "Anna +13 · Ben −6 · Carla −7"


def test_cards_that_lay_open_are_told_too() -> None:
    """Two face down and one open, from others as from oneself."""
    game, n = STUD, 3
    setup = Setup(n, 0, StudCarry(stacks=(100,) * n))
    moment = next(walk(game, game.Options(), setup, shuffle(bytes(32)), at_random(Dice(b"s"))))
    own = tuple(redact(event, 1) for event in moment.events)
    past = PastDeal("t1", 7, 1_700_000_000_000, "Küche", game.id, 3, Why("folded"))
    played = PlayedDeal(past, 1, LONG[:n], {}, own)
    seen = {seat: sum(isinstance(cell, Card) for cell in cells) for seat, cells in hands(played)}
    assert seen == {0: 1, 1: 3, 2: 1}
    assert told(played)[0] == "ohne Showdown"
    assert sum("▓▓▓ ▓▓▓  " in row or "▓▓▓ ▓▓▓ 10" in row for row in told(played)[2:5]) == 2


@pytest.mark.parametrize("width", [56, 76, 200])
def test_the_text_can_be_copied_from_the_screen(width: int) -> None:
    record = record_of(finished())
    rows = written(record, width)
    assert all(len(row) <= width for row in rows)
    assert tomllib.loads("\n".join(rows)) == tomllib.loads(record)


@pytest.mark.parametrize(("lang", "said"), [("de", "14.11.2023 22:13"), ("en", "2023-11-14 22:13")])
def test_a_moment_in_both_languages(lang: Lang, said: str) -> None:
    assert moment(Words(lang), 1_700_000_000_000, UTC) == said


@pytest.mark.parametrize(
    ("now", "said"),
    [
        (datetime(2023, 11, 14, 23, 59, tzinfo=UTC), "22:13"),
        (datetime(2023, 11, 15, tzinfo=UTC), "14.11.2023 22:13"),
        (datetime(2024, 11, 14, 23, tzinfo=UTC), "14.11.2023 22:13"),
    ],
)
def test_of_the_same_day_only_the_time_is_said(now: datetime, said: str) -> None:
    assert lately(Words("de"), 1_700_000_000_000, now, UTC) == said


def test_a_file_stays_where_it_belongs() -> None:
    past = replace(finished().past, table="../../etc/pass\x1b wd")
    assert file_name(past) == "pokertui-_etc_pass_wd-7.phh"


# ── at a table ─────────────────────────────────────────────────────────────────────────────────


async def test_h_shows_the_last_deal_of_the_table(
    server: Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = tmp_path / "kept"
    folder.mkdir()
    monkeypatch.chdir(folder)
    async with visit(server, start=replace(QUICK, keep=keep)) as visited:
        await dealt(visited)
        await my_turn(visited)
        await visited.press("h")
        await visited.sees("Hier hast du noch keinen Durchgang zu Ende gespielt.")
        await play_deal(visited)
        await visited.until(lambda: visited.table.ui.revealed is None)
        assert "h Rückblick" in visited.lines[-1]
        scored = visited.view.history[0].scored
        await visited.press("h")
        await visited.goes_to("replay")
        await visited.press("l")
        await visited.goes_to("record")
        assert visited.lines[0].startswith(" Rückblick   Runde von Anna · Pokerface · Durchgang 1")
        assert visited.lines[2].strip() == visited.app.words(f"past.scored.{scored.code}")
        # A deal keeps names as they are stored; whether one is a guest's is told of who is there.
        names = {chair.name.removeprefix("~") for chair in visited.view.chairs}
        assert visited.lines[4].split()[0] in names
        first = visited.lines
        await visited.press("end")
        assert visited.lines[2:-2] != first[2:-2]
        assert "Stand" in "\n".join(visited.lines[-6:])
        await visited.press("home")
        assert visited.lines == first
        await check_keys(visited)
        await visited.press("y")
        await visited.sees('variant = "pokerface"')
        await visited.press("w")
        await visited.sees("Gespeichert: pokertui-")
        (file,) = folder.iterdir()
        assert file.name == f"pokertui-{visited.view.id}-1.phh"
        await visited.press("escape")
        await visited.goes_to("replay")
        await visited.press("h")
        await visited.goes_to("table")
    assert run([str(file)], True, replay_text) == 0
    replayed = json.loads(capsys.readouterr().out)
    assert (replayed["complete"], replayed["success"]) == (True, scored.code == "success")


async def check_keys(visited: Visit) -> None:
    """Every key that the bottom row prints does something."""
    for entry in visited.screen.commands():
        if not entry.button.label:
            continue
        assert f"{entry.button.keys} {entry.button.label}" in visited.lines[-1]
        if entry.keys[0] in ("escape", "question_mark"):
            continue
        before = visited.lines
        await visited.press(entry.keys[0])
        await visited.until(lambda seen=before: visited.lines != seen)  # type: ignore[misc]
        if entry.keys[0] == "y":
            await visited.press("y")
    await visited.press("home")


async def test_what_can_not_be_kept_is_said(server: Server) -> None:
    def full(name: str, text: str) -> None:
        raise OSError(28, "No space left on device")

    async with visit(server, ENGLISH, start=replace(QUICK, keep=full)) as visited:
        await at_table(visited)
        visited.app.push_screen(RecordScreen(finished(), record_of(finished())))
        await visited.goes_to("record")
        await visited.press("w")
        await visited.sees("pokertui-t1-7.phh can't be saved: No space left on device")


async def test_elsewhere_nothing_is_written_to_the_disk(server: Server) -> None:
    async with visit(server, GERMAN) as visited:
        await visited.goes_to("lobby")
        visited.app.push_screen(RecordScreen(finished(), record_of(finished())))
        await visited.goes_to("record")
        assert "speichern" not in visited.text
        await visited.press("w")
        assert visited.at("record")
        await visited.press("y")
        await visited.sees("Umschalttaste")


async def test_whoever_only_looks_on_is_told_that_there_is_none(server: Server) -> None:
    async with await Client.tcp(server.port) as ben:
        await ben.hello("Ben")
        await open_table(ben, bots="now")
        await play_on(ben, deals=1)
        async with visit(server) as visited:
            await visited.sees("Küche")
            await visited.press("w")
            await at_table(visited)
            assert "Rückblick" not in visited.lines[-1]
            await visited.press("h")
            await visited.sees("Hier hast du noch keinen Durchgang zu Ende gespielt.")


# ── the list ───────────────────────────────────────────────────────────────────────────────────


async def test_the_lobby_leads_to_every_deal(server: Server) -> None:
    async with await Client.tcp(server.port) as anna:
        code = (await anna.hello("Anna")).account.code
        await open_table(anna, bots="now")
        await play_on(anna, deals=1)
        (deal,) = (await anna.ask(Past)).deals
        answer = await anna.ask(Record, table=deal.table, deal=1)
        me = anna.welcome.account.id if anna.welcome else ""
        # More than one answer holds, with a game that this build has no words for.
        writes = []
        for number in range(2, 72):
            row = (deal.table, number, number, "Alt", "bluff", number, '{"code":"all_gone"}', "[]")
            writes.append(Write("INSERT INTO finished VALUES (?, ?, ?, ?, ?, ?, ?, ?)", row))
            sql = "INSERT INTO players VALUES (?, ?, ?, ?, NULL)"
            writes.append(Write(sql, (me, number, deal.table, number)))
        await server.house.log.append(writes)
    async with visit(server, code=code, start=Start(pace=BRISK)) as visited:
        await at_table(visited)
        await visited.press("q", "enter")
        await visited.goes_to("lobby")
        await visited.press("h")
        await visited.goes_to("past")
        assert isinstance(visited.screen, PastScreen)
        first = visited.lines[2]
        assert first.startswith("▸")
        assert moment(visited.app.words, deal.at) in first
        assert "Küche" in first
        assert "all gone" in visited.lines[3]
        await visited.press("enter")
        await visited.goes_to("replay")
        await visited.press("l")
        await visited.goes_to("record")
        assert visited.lines[2].strip() == visited.app.words(f"past.scored.{deal.scored.code}")
        assert answer.played is not None
        assert all(name in visited.text for name in answer.played.names)
        await visited.press("q", "q")
        await visited.goes_to("past")
        await visited.press("end")
        await visited.until(lambda: len(visited.screen._deals) == 71)  # type: ignore[attr-defined]
        await visited.press("end")
        chosen = next(line for line in visited.lines if line.startswith("▸"))
        assert " 2  " in chosen
        # There is no game of that name to make a record of.
        await visited.press("enter")
        await visited.sees("keine Aufzeichnung")
        await visited.press("escape")
        await visited.goes_to("lobby")


@pytest.mark.parametrize("size", [(80, 24), (60, 18), (30, 6)])
async def test_a_list_of_nothing_says_so(server: Server, size: tuple[int, int]) -> None:
    async with visit(server, ENGLISH, size=size) as visited:
        await visited.press("h")
        await visited.goes_to("past")
        assert "You have not played" in visited.text
        await visited.press("down", "enter")
        # What Enter would look at is not there, and that is said again.
        assert visited.at("past")
        assert sum("You have not played" in line for line in visited.lines) > 1 or size[1] < 18
        await visited.press("h")
        await visited.goes_to("lobby")


async def test_a_deal_at_every_size(server: Server) -> None:
    async with visit(server) as visited:
        await visited.goes_to("lobby")
        visited.app.push_screen(RecordScreen(finished(), record_of(finished())))
        await visited.goes_to("record")
        for size in SIZES[::2]:
            await visited.resize(*size)
            for key in ("down", "end", "y", "pagedown", "y"):
                await visited.press(key)
                check(visited, size)
