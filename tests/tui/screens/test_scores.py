"""The best scores on the screen: a list for every variant, one's own teams marked."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import get_args

import pytest
from rich.cells import cell_len

from engine import match
from engine.games.pokerquadrat import Pokerquadrat
from engine.values.options import Value
from protocol.messages import Score, ScoreList, Tally
from server.log import Write
from server.run import Server
from tests.tui.screens.test_looks import SIZES, check
from tests.tui.screens.test_pokerquadrat import pair, play_to_the_end
from tests.tui.screens.visit import ENGLISH, Visit, visit
from tui.canvas.palette import Depth, palette
from tui.canvas.plain import plain_words
from tui.locale import LANGS, Lang, Words
from tui.screens.scores import ScoresScreen
from tui.screens.scores_page import Line, Shown, draw

AT = 1_762_128_000_000  # the third of November 2025
LONG = ("Frédéric-Max", "Anna-Kathrin")
SPECS = {spec.name: spec for spec in match.specs_of(Pokerquadrat())}
LINES = (
    Line(SPECS["target"], (45, 60, 75), 1),
    Line(SPECS["open_hands"], (False, True), 0),
    Line(SPECS["hand_size"], (3, 2), 0),
)


def listed(count: int = 10) -> ScoreList:
    """The best of many, the fourth of them one's own, as is one that comes after them."""
    best = tuple(
        Score(place + 1, LONG, (), 80 - place, AT, Tally(12, 5, 700) if place == 3 else None)
        for place in range(count)
    )
    own = (*best[3:4], Score(14, ("Anna",), ("normal",), 52, AT, Tally(3, 0, 121)))
    return ScoreList({}, best, own, ())


def drawn(
    scores: ScoreList | None,
    size: tuple[int, int] = (80, 24),
    lang: Lang = "de",
    depth: Depth = "true",
    ascii: bool = False,
) -> list[str]:
    words = plain_words(lang) if ascii else Words(lang)
    shown = Shown("pokerquadrat", LINES, 0, scores)
    rows = draw(shown, size, palette(depth, ascii), words)
    return ["".join(run.text for run in row) for row in rows]


# ── the picture ────────────────────────────────────────────────────────────────────────────────


def test_rank_team_points_and_day_and_ones_own_with_its_sums() -> None:
    rows = [row.split() for row in drawn(listed())]
    assert ["Platz", "Wer", "Punkte", "Tag"] in rows
    assert ["1", "Frédéric-Max", "und", "Anna-Kathrin", "80", "3.11.2025"] in rows
    # Her own is marked, wherever it stands.
    assert ["•", "4", "Frédéric-Max", "und", "Anna-Kathrin", "77", "3.11.2025"] in rows
    assert ["Platz", "Mit", "dir", "Punkte", "Tag", "Schnitt", "geschafft"] in rows
    own = "• 14 Anna und Bot, mittel 52 3.11.2025 40 0 von 3"
    assert own.split() in rows


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("depth", get_args(Depth))
@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 18)])
def test_nothing_is_cut_off(size: tuple[int, int], ascii: bool, depth: Depth, lang: Lang) -> None:
    rows = drawn(listed(), size, lang, depth, ascii)
    assert len(rows) == size[1]
    for row in rows:
        assert cell_len(row) == size[0]
        # Whoever has little room knows who one's own team is.
        assert "…" not in row or (size[0] < 80 and row.startswith(("•", "*")))
        assert not ascii or row.isascii()
    text = "\n".join(rows)
    assert "80" in text
    assert "52" in text


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [0, 1, 10])
def test_every_size_is_filled_exactly(size: tuple[int, int], count: int) -> None:
    for scores in (listed(count), ScoreList({}, (), (), ()), None):
        rows = drawn(scores, size)
        assert [cell_len(row) for row in rows] == [size[0]] * size[1]


def test_a_low_window_keeps_the_best_and_one_of_ones_own() -> None:
    rows = [row.split() for row in drawn(listed(), (60, 12))]
    assert any(row[:1] == ["1"] for row in rows)
    assert sum(row[:1] == ["•"] for row in rows) >= 1
    assert ["Platz", "Mit", "dir", "Punkte", "Schnitt", "geschafft"] in rows


def test_an_empty_list_says_so() -> None:
    empty = ScoreList({}, (), (), ())
    assert "noch niemand" in "\n".join(drawn(empty, (60, 18), "de"))
    assert "Nobody" in "\n".join(drawn(empty, (60, 18), "en"))


# ── in the app ─────────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def lobby(server: Server, *scores: tuple[str, int]) -> AsyncIterator[Visit]:
    """A session in the lobby; each of the scores is somebody's, by the options in JSON."""
    for number, (variant, points) in enumerate(scores):
        row = (f"t{number}", 1, AT, "pokerquadrat", variant, '["b","c"]', '["Ben","Carla"]', points)
        insert = "INSERT INTO scores VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)"
        await server.house.log.append([Write(insert, row)])
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        yield visited


def variant(target: int, hand_size: int = 3) -> str:
    return f'{{"hand_size":{hand_size},"open_hands":false,"target":{target}}}'


def shown(visited: Visit) -> dict[str, Value]:
    assert isinstance(visited.screen, ScoresScreen)
    return visited.screen._scores.options


async def test_one_key_of_the_lobby_lists_them_and_arrows_choose_the_variant(
    server: Server,
) -> None:
    scores = ((variant(60), 63), (variant(75), 76), (variant(66), 67), (variant(75, 2), 50))
    async with lobby(server, *scores) as visited:
        await visited.press("s")
        await visited.goes_to("scores")
        await visited.sees("Ben und Carla")
        assert "63" in visited.text
        # A target that only some have played for stands between the usual ones.
        await visited.press("right")
        await visited.until(lambda: shown(visited)["target"] == 66)
        await visited.sees("67")
        await visited.press("right", "right", "right")
        await visited.sees("76")
        await visited.press("down", "down", "right")
        await visited.sees("50")
        assert shown(visited) == {"target": 75, "hand_size": 2, "open_hands": False}
        await visited.press("up", "right")
        await visited.sees("noch niemand")
        await visited.press("escape")
        await visited.goes_to("lobby")


async def test_help_of_the_lists_names_their_keys(server: Server) -> None:
    async with visit(server) as visited:
        for opened, at, key in (("s", "scores", "Wert"), ("h", "past", "ansehen")):
            await visited.goes_to("lobby")
            await visited.press(opened)
            await visited.goes_to(at)
            await visited.press("question_mark")
            await visited.goes_to("help")
            assert key in visited.text
            await visited.press("escape")
            await visited.goes_to(at)
            await visited.press("escape")


async def test_keys_faster_than_the_way_end_at_what_was_chosen_last(server: Server) -> None:
    async with lobby(server, (variant(75), 76)) as visited:
        await visited.press("s")
        await visited.goes_to("scores")
        await visited.press("right", "left", "left", "right", "right", "right")
        await visited.sees("76")
        assert shown(visited)["target"] == 75


async def test_it_is_not_asked_without_end(server: Server) -> None:
    async with lobby(server) as visited:
        await visited.press("s")
        await visited.goes_to("scores")
        before = shown(visited)
        held = next(iter(server.house.sessions.values()))
        taken = [held.changes.take() for _ in range(100)]
        assert not taken[-1]
        await visited.press("right")
        await visited.sees("Langsam: zu viel auf einmal.")
        # What is shown is still what is told of.
        assert shown(visited) == before
        assert "noch niemand" in visited.text


@pytest.mark.parametrize("size", SIZES)
async def test_every_size(server: Server, size: tuple[int, int]) -> None:
    async with lobby(server, (variant(60), 63)) as visited:
        await visited.press("s")
        await visited.goes_to("scores")
        await visited.resize(*size)
        for key in ("right", "down", "right", "up", "left"):
            await visited.press(key)
            check(visited, size)


async def test_at_the_end_of_a_game_the_table_says_what_it_was_and_leads_to_the_list(
    server: Server,
) -> None:
    async with pair(server, options={"target": 45}) as (visited, ben):
        await play_to_the_end(visited, ben)
        await visited.sees("Euer erstes Ergebnis")
        best = visited.view.best
        assert best is not None
        await visited.press("s")
        await visited.goes_to("scores")
        await visited.sees("Ben und Anna")
        assert shown(visited)["target"] == 45
        assert visited.text.count(f" {best.points} ") >= 2
        await visited.press("escape")
        await visited.goes_to("table")
    async with visit(server, ENGLISH, name="Eve") as eve:
        await eve.press("s")
        await eve.goes_to("scores")
        await eve.press("left")
        await eve.sees("Ben and Anna")
        assert "With you" not in eve.text
