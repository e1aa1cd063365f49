"""Tables where people play for points and come and go: what is said of chairs and the next deal."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.games import BY_ID
from engine.match import specs_of
from engine.values.options import Value
from engine.values.why import Why
from protocol.messages import ChairInfo, Clock, PointsInfo
from tests.tui.layouts.arranging_deals import arranging, at_table
from tests.tui.layouts.drawn import DE
from tests.tui.openface_tables import picture
from tui.canvas.palette import palette
from tui.canvas.scene import GoOn, Scene
from tui.layouts import layout, points
from tui.layouts.waiting import can_fill, option_list, waiting_lines


def waiting(*wishes: Any, free: int = 0, stage: Any = "waiting") -> Scene:
    """A table without a deal; the first chair is the viewer's."""
    scene = at_table()
    chairs = [ChairInfo("person", "Anna", points=PointsInfo(3, wish=wish)) for wish in wishes]
    chairs += [ChairInfo("empty")] * free
    table = replace(scene.table, stage=stage, view=None, offers=(), chairs=tuple(chairs))
    return replace(scene, table=table)


def lines(scene: Scene) -> list[str]:
    said = waiting_lines(scene, palette("true"), DE)
    return ["".join(text for text, _ in line) for line in said]


def test_two_are_enough() -> None:
    said = lines(waiting("play", free=3))
    assert said[0] == "Es fehlt noch jemand. b füllt mit Bots auf."
    assert "Noch 3 Plätze sind frei. Zwei Spieler genügen." in said
    assert can_fill(waiting("play", free=3).table)
    # Bots come between two deals as well, but not where nobody is missing.
    assert can_fill(waiting("play", "play", free=1, stage="between").table)
    assert not can_fill(waiting("play", "play", stage="between").table)


def test_the_next_deal_begins_by_itself() -> None:
    scene = waiting("play", "play", stage="between")
    scene = replace(scene, table=replace(scene.table, next=Clock(4_000, 6_000)))
    assert lines(scene)[0] == "Nächste Runde in 4 s"


@pytest.mark.parametrize(
    ("wish", "playing", "wanted", "key"),
    [
        ("play", True, "", "Pause"),
        ("rest", True, "Nach dieser Runde machst du Pause. s nimmt das zurück.", "weiterspielen"),
        ("leave", True, "Nach dieser Runde gehst du.", None),
        ("rest", False, "Du machst Pause. s bringt dich zurück.", "weiterspielen"),
    ],
)
def test_whether_one_is_dealt_in(wish: Any, playing: bool, wanted: str, key: str | None) -> None:
    scene = at_table(arranging(ready=()))
    chair = replace(scene.table.chairs[0], points=PointsInfo(0, wish=wish))
    table = replace(scene.table, chairs=(chair, *scene.table.chairs[1:]))
    if not playing:
        table = replace(table, stage="between")
    assert points.sentence(table, DE) == wanted
    button = points.rest_button(table, DE)
    assert (None if button is None else button.label) == key


def test_who_leaves_is_told_that_the_round_counts() -> None:
    running = at_table(arranging(ready=())).table
    assert points.leaving(running, DE).startswith("Diese Runde spielt der Tisch für dich zu Ende")
    assert points.may_rest_instead(running)
    over = waiting("play", "play", stage="between").table
    assert points.leaving(over, DE) == "Dein Platz wird frei, und deine Punkte gehen mit dir."
    assert not points.may_rest_instead(over)


def test_chairs_that_sit_out_are_marked() -> None:
    said = lines(waiting("play", "rest", "leave"))
    assert [line.endswith(("Pause", "geht")) for line in said[1:4]] == [False, True, True]


def test_of_an_own_table_the_values_stand_in_the_table_alone() -> None:
    values: dict[str, Value] = {spec.name: spec.default for spec in specs_of(BY_ID["chinese"])}
    said = option_list(values | {"royalties": "own", "front_three": 6}, "chinese", DE)
    assert said == "1 Punkt je Reihe, Scoop +3 · eigene Prämien · 10 Runden"


@pytest.mark.parametrize("game", ["chinese", "openface"])
def test_a_deal_that_was_cancelled_is_told(game: str) -> None:
    scene = at_table() if game == "chinese" else picture()
    table = replace(scene.table, stage="between", cancelled=Why("fault"), offers=(), clock=None)
    scene = replace(scene, table=table)
    drawn = layout(game).draw(scene, (80, 24), palette("true"), DE)
    assert any("ging etwas schief. Er zählt nicht." in run.text for row in drawn for run in row)
    assert isinstance(layout(game).press(scene, "space", DE), GoOn)
