"""What matters is readable from the text alone: turns, dealer, folded, all-in, the end (E10)."""

import re
from collections.abc import Iterator, Sequence

import pytest

from engine.game import AnyGame
from engine.games import GAMES
from engine.values.why import Why
from protocol.messages import Stage
from tests.tui.played import ONLOOKER, moments
from tui.app import words_of
from tui.canvas.palette import palette
from tui.canvas.scene import Scene, Ui
from tui.layouts import layout

SIZES = ((80, 24), (120, 36), (60, 18))
BETTING = [game for game in GAMES if game.match == "cash"]
# All that says that somebody is out of a deal, in German.
OUT = ("Fold", "gefoldet", "steigt aus", "ausgestiegen")
SEEDS = [pytest.param((b"1",), id="one"), pytest.param((b"2", b"7", b"9"), marks=pytest.mark.soak)]


def drawn(
    game: AnyGame, seeds: tuple[bytes, ...], stages: Sequence[Stage]
) -> Iterator[tuple[Scene, list[str], bool]]:
    """Deals without any colour or look, and whether the window has room for a table."""
    for seed in seeds:
        for turn, played in enumerate(moments(game, min(6, game.players[-1]), seed)):
            size, ascii = SIZES[turn % len(SIZES)], turn % 2 == 1
            for who in ("a", ONLOOKER):
                scene = played.scene(who, Ui(listed=turn % 4 == 3))
                if scene.table.stage not in stages or scene.table.view is None:
                    continue
                words, colours = words_of("de", ascii), palette("mono", ascii)
                rows = layout(game.id).draw(scene, size, colours, words)
                lines = ["".join(run.text for run in row) for row in rows]
                yield scene, lines, size[1] >= 24


@pytest.mark.parametrize("seeds", SEEDS)
@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in BETTING])
def test_a_betting_table(game: AnyGame, seeds: tuple[bytes, ...]) -> None:
    seen = 0
    for scene, lines, whole in drawn(game, seeds, ["running"]):
        table, text = scene.table, "\n".join(lines)
        if table.view is None or table.pause is not None:
            continue
        seen += 1
        for seat in table.view.to_act:
            # Of all that change cards at the same time, the list says what each of them does.
            name = table.chairs[seat].name
            assert re.search(rf"[▸>] ?{name}\b|[▸>]\d|{name}.*am Zug", text), (name, text)
        for seat, one in enumerate(table.view.seats):
            mine = seat == table.me
            if "dealer" in one.markers and (whole or mine):
                beside = near(lines, table.chairs[seat].name)
                assert re.search(r"(?<!\w)[DG](?!\w)(?![♠♡♢♣])", beside), text
            if one.status == "folded" and (whole or mine):
                assert any(word in text for word in OUT), text
            if one.status == "all_in" and table.view.phase != "draw":
                assert re.search("all-in", text, re.IGNORECASE), text
    assert seen > 9


def near(lines: list[str], name: str) -> str:
    """The rows around a name, wherever it stands."""
    found = [y for y, line in enumerate(lines) if name in line]
    return "\n".join("\n".join(lines[max(0, y - 1) : y + 2]) for y in found)


@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in GAMES])
def test_how_it_ended(game: AnyGame) -> None:
    for scene, lines, _ in drawn(game, (b"1",), ["between", "over"]):
        text = "\n".join(lines)
        view = scene.table.view
        assert view is not None
        for seat, one in enumerate(view.seats):
            if "winner" in one.markers:
                assert scene.table.chairs[seat].name in text, text
        scored = scene.table.history[-1].scored
        if scored.code in ("success", "failure"):
            assert ends(scored, text), text


def ends(why: Why, text: str) -> bool:
    """Whether the text says whether that was a success."""
    said = {"success": "(Erfolg|gewonnen|✓)", "failure": "(Fehlschlag|verloren|✗|x )"}
    return re.search(said[why.code], text) is not None
