"""What is dimmed keeps its text, and has only colours that its terminal has."""

from typing import get_args

import pytest

from tests.tui import scenes
from tests.tui.layouts.drawn import rows
from tui.canvas.cells import Run, Style
from tui.canvas.dim import dimmed
from tui.canvas.palette import Depth, palette

GREYS = {f"#{level:02x}{level:02x}{level:02x}" for level in range(8, 248, 10)}


@pytest.mark.parametrize("depth", get_args(Depth))
def test_the_text_stays(depth: Depth) -> None:
    alive = rows(scenes.showdown(), depth=depth)
    dead = dimmed(alive, palette(depth))
    assert [[run.text for run in row] for row in dead] == [
        [run.text for run in row] for row in alive
    ]
    assert not any(run.style.bold for row in dead for run in row)


def test_colours_go_towards_the_felt() -> None:
    run = Run("x", Style(fg="#ffffff", bg="#0f1513", bold=True))
    ((dim,),) = dimmed(((run,),), palette("true"))
    assert dim == Run("x", Style(fg="#7b7e7d", bg="#0f1513"))


def test_of_256_colours_it_takes_the_greys() -> None:
    dead = dimmed(rows(scenes.turn(), depth="256"), palette("256"))
    used = {c for row in dead for run in row for c in (run.style.fg, run.style.bg) if c}
    assert used <= GREYS
    assert len(used) > 3


def test_of_16_colours_it_takes_the_faint_one_on_the_felt() -> None:
    dead = dimmed(rows(scenes.turn(), depth="16"), palette("16"))
    assert {run.style for row in dead for run in row} == {Style(fg="bright_black", bg="black")}


def test_without_colours_it_is_dim() -> None:
    dead = dimmed(rows(scenes.turn(), depth="mono"), palette("mono"))
    assert all(run.style.dim for row in dead for run in row)
