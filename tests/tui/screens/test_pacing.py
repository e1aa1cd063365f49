"""Keys that rest, the bell, and hands shown one by one (ux 4.6, 4.10, 5.4)."""

from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace
from textual import events

from protocol.messages import Clock
from server.run import Server
from tests.tui.layouts import betting_deals, rows_deals
from tests.tui.screens.sitting import (
    QUICK,
    dealt,
    newer,
    play_deal,
    take_turn,
    three,
    until_my_turn,
)
from tests.tui.screens.visit import GERMAN, Visit, visit
from tui.canvas.scene import Ui
from tui.screens import pacing
from tui.start import Pace


async def test_keys_rest_while_a_question_has_just_arrived(server: Server) -> None:
    async with three(server, Pace(guard=3600, reveal=0.01)) as (visited, others):
        await until_my_turn(visited, others)
        await visited.until(lambda: visited.table.ui.guarded)
        seq = visited.view.seq
        await visited.press("1", "enter", "2", "p")
        # What was pressed was not kept for later either.
        visited.table._pacing.unguard()
        await visited.pilot.pause()
        assert visited.view.seq == seq
        assert not visited.table.ui.pending
        await visited.press("1")
        await visited.until(lambda: visited.view.seq > seq)


async def test_hands_are_revealed_one_after_another_and_space_shows_all(server: Server) -> None:
    async with visit(server, start=QUICK, pace=Pace(guard=0, reveal=3600)) as visited:
        await dealt(visited)
        await play_deal(visited)
        await visited.until(partial(shown, visited, 1))
        visited.table._pacing.show_next()
        assert shown(visited, 2)
        await visited.press("space")
        assert shown(visited, None)
        # A tick that was on its way shows none of them anew.
        visited.table._pacing.show_next()
        assert shown(visited, None)
        seq = visited.view.seq
        await visited.press("space")
        await visited.until(partial(newer, visited, seq))


def shown(visited: Visit, hands: int | None) -> bool:
    """Whether so many hands of the showdown are shown (None: all)."""
    return visited.table.ui.revealed == hands


async def test_without_motion_everything_is_shown_at_once(server: Server) -> None:
    still = replace(GERMAN, motion=False)
    async with visit(server, still, start=QUICK, pace=Pace(guard=0, reveal=3600)) as visited:
        await dealt(visited)
        await play_deal(visited)
        assert visited.table.ui.revealed is None


class Clockwork:
    """A table's screen, as far as seconds are counted for it, ticking when it is told to."""

    ui = Ui()
    tick: Callable[[], None]

    def __init__(self) -> None:
        self.hurried = 0
        self.house = SimpleNamespace(tables=SimpleNamespace(hurry=self._hurry))

    def _hurry(self, screen: object) -> None:
        self.hurried += 1

    def set_interval(self, seconds: float, tick: Callable[[], None]) -> None:
        self.tick = tick

    def redraw(self) -> None:
        """Nothing is drawn here."""


def test_all_times_that_are_told_run_down(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(pacing, "monotonic", lambda: now)
    made: Any = Clockwork()
    # What is left when it is told, each in the view alone and counted down.
    for told, counted in (("clock", "seconds"), ("next", "next_in"), ("ends", "ends_in")):
        view = replace(rows_deals.picture().table, **{"next": None, told: Clock(61_000, 90_000)})
        pacing.Pacing(made).count_down(view)
        assert getattr(made.ui, counted) == 61
        now += 2.5
        made.tick()
        assert getattr(made.ui, counted) == 59


def test_who_has_ten_seconds_left_is_called_once_more(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(pacing, "monotonic", lambda: now)
    made: Any = Clockwork()
    asked = replace(betting_deals.holdem10().table, clock=Clock(12_000, 25_000))
    paced = pacing.Pacing(made)
    paced.count_down(asked)
    for _ in range(12):
        now += 1
        made.tick()
    assert made.hurried == 1
    # The reserve makes no third call of it, nor does a question that comes late from the start.
    paced.count_down(replace(asked, clock=Clock(12_000, 30_000)))
    now += 5
    made.tick()
    assert made.hurried == 1
    paced.count_down(replace(asked, decision=asked.decision + 1, clock=Clock(8_000, 8_000)))
    made.tick()
    assert made.hurried == 1
    # Nobody is called because of somebody else's time.
    paced.count_down(replace(asked, offers=(), clock=Clock(12_000, 25_000)))
    now += 5
    made.tick()
    assert made.hurried == 1


async def test_a_bell_for_somebody_who_may_not_be_looking(server: Server) -> None:
    rung: list[bool] = []
    async with three(server) as (visited, others):
        await take_turn(visited, others)
        visited.app.bell = lambda: rung.append(True)  # type: ignore[method-assign]
        visited.app.presence._last_key = float("-inf")
        await until_my_turn(visited, others)
        await visited.until(lambda: len(rung) == 1)
        # Somebody who has just pressed a key is there.
        await take_turn(visited, others)
        await until_my_turn(visited, others)
        assert len(rung) == 1
        # Wherever the terminal tells of its focus, that decides.
        await take_turn(visited, others)
        visited.app.post_message(events.AppBlur())
        await until_my_turn(visited, others)
        await visited.until(lambda: len(rung) == 2)
