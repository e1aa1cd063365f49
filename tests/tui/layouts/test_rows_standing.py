"""How a match for points stands, in a box of any size."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.messages import ChairInfo, Clock, PointsInfo
from tests.tui.layouts.rows_deals import PICTURE, closed, picture, scene
from tests.tui.layouts.rows_drawn import DE, EN, TRUE, text
from tui.canvas.pen import Pen
from tui.canvas.scene import Scene
from tui.layouts import rows


def box(shown: Scene, width: int = 34, height: int = 0, words: Any = DE) -> list[str]:
    pen = Pen(40, 12, TRUE, words)
    end = rows.draw_standing(pen, 2, 1, width, shown, height)
    assert not any(line.strip() for line in (pen.text()[0], *pen.text()[end:]))
    return [line[2 : 2 + width] for line in pen.text()[1:end]]


def test_names_points_and_rounds() -> None:
    assert box(picture()) == [
        "╭─ Stand ────────────────────────╮",
        "│ Anna                       +21 │",
        "│ Ben                         +4 │",
        "│ Carla                       −3 │",
        "│ Dan                        −22 │",
        "│ 3 von 10 Runden gespielt       │",
        "╰────────────────────────────────╯",
    ]


def test_the_running_round_is_not_played_yet() -> None:
    lines = box(scene(closed(PICTURE), stage="running"))
    assert "2 von 10 Runden gespielt" in lines[-2]
    lines = box(scene(closed(PICTURE), stage="running", number=2, rounds=0), words=EN)
    assert "1 deal played" in lines[-2]


def test_a_match_by_time_says_what_is_left_and_which_round_is_the_last() -> None:
    shown = picture()
    left = replace(shown.table, options={"rounds": 0}, ends=Clock(11 * 60_000 + 1, 1_800_000))
    assert "3 Runden · noch 12 min" in box(replace(shown, table=left))[-2]
    # It is counted down between what the table tells.
    counted = replace(shown, table=left, ui=replace(shown.ui, ends_in=9 * 60))
    assert "3 Runden · noch 9 min" in box(counted)[-2]
    last = replace(shown.table, stage="running", last=True)
    assert rows.title_parts(last, DE)[0] == "letzte Runde (3)"
    assert rows.title_parts(replace(last, number=10), DE)[0] == "Runde 10/10"


def test_a_low_box_leaves_out_the_rounds_first() -> None:
    lines = box(picture(), height=6)
    assert len(lines) == 6
    assert "Dan" in lines[4]
    assert len(box(picture(), height=4)) == 4


def test_the_end_has_a_star_and_chairs_their_state() -> None:
    shown = scene(closed(PICTURE), totals=(3, 3, -6, 0), stage="over", number=10)
    lines = box(shown)
    assert [line[2:8] for line in lines[1:5]] == ["★ Anna", "★ Ben ", "Carla ", "Dan   "]
    chairs = (
        *shown.table.chairs[:2],
        ChairInfo("person", "Carla", points=PointsInfo(-6, wish="rest")),
        ChairInfo("empty"),
        ChairInfo("person", "Wolfgang-Amadeus", points=PointsInfo(0, at_once=14)),
    )
    shown = replace(shown, table=replace(shown.table, chairs=chairs))
    lines = box(shown)
    assert "Carla Pause" in lines[3]
    assert lines[4].startswith("│ Wolfgang-Amadeus FL ")
    assert len(lines) == 7
    assert "Wolfgan…" in box(shown, width=14)[4]


def test_the_match_is_over_though_the_next_one_lacks_a_player() -> None:
    shown = scene(closed(PICTURE[:2]), stage="over", number=10, next_in=None)
    alone = replace(shown, table=replace(shown.table, stage="waiting"))
    assert rows.title_parts(alone.table, DE) == ["Runde 10/10", "Match zu Ende"]
    assert [line[2:8] for line in box(alone)[1:3]] == ["★ Anna", "Ben   "]
    assert "Match zu Ende: Anna gewinnt mit +1, 2 Punkte vor Ben." in "\n".join(text(alone))
    # The next one's first deal has nothing of it.
    again = replace(alone.table, stage="running", ended=None)
    assert rows.title_parts(again, DE)[1] == "Ergebnis"


@pytest.mark.parametrize("width", [1, 4, 8])
def test_no_width_is_too_small(width: int) -> None:
    assert len(box(picture(), width)) == 7
