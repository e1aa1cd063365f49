"""A finished deal looked back on, step by step, on the canvas that it was played on (ux 5.16)."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace
from textual.timer import Timer

from protocol.messages import No, Ok, Past, PastDeal, PlayedDeal, Record, Steps
from tui.canvas.cells import Row
from tui.canvas.scene import Turn
from tui.layouts import layout
from tui.layouts.betting.kinds import begins_listed
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.record import RecordScreen, kept
from tui.screens.record_page import lately
from tui.screens.reel import Reel, longer, scene_at, stages
from tui.screens.replay_page import Picture, draw
from tui.work import begin

STEP = 1.0  # seconds from one picture to the next while they are played
MOVES = {"left": -1, "right": 1, "pageup": -10, "pagedown": 10, "home": -9999, "end": 9999}


class ReplayScreen(CanvasScreen[None]):
    """A deal that is over, over whatever screen it was asked for from.

    Its steps come part by part, while the first ones are looked at already.
    """

    NAME = "replay"

    def __init__(self, reel: Reel, record: str, deals: Sequence[PastDeal] = ()) -> None:
        """`deals` are those that the arrows lead through, the newest first."""
        super().__init__()
        self._reel = reel
        self._record = record
        self._deals = tuple(deals) or (reel.played.past,)
        self._wanted = 0  # a picture that perhaps has not come yet
        self._hint = ""
        self._good = False
        self._player: Timer | None = None

    @property
    def at(self) -> int:
        """The picture that is shown: the wanted one, or until it has come the last one before."""
        return min(self._wanted, self._last)

    @property
    def _last(self) -> int:
        """The last picture that is there."""
        return len(self._reel.steps) + self._reel.reveals - 1

    # ── steps that are still to come ───────────────────────────────────────────────────────────

    def on_mount(self) -> None:
        """Ask for the steps that have not come yet."""
        self._read_on()

    def _read_on(self) -> None:
        if not self._reel.whole:
            begin(self, partial(self._reading, self._reel.played.past), "steps")

    def line_back(self) -> None:
        """What was asked for on the line that broke is asked for again."""
        self._read_on()
        self.redraw()

    async def _reading(self, deal: PastDeal) -> None:
        while not self._reel.whole:
            first = len(self._reel.steps)
            asked = Steps(id=0, table=deal.table, deal=deal.deal, first=first)
            answer = await self.house.ask_server(asked)
            if self._reel.played.past != deal:
                return
            if not isinstance(answer, Ok) or answer.steps is None or not answer.steps.steps:
                self._wanted = self.at
                if isinstance(answer, No):
                    self.explain(self.house.refusal(answer))
                self.redraw()
                return
            to_the_end = self._wanted == self._reel.pictures - 1
            self._reel = longer(self._reel, answer.steps)
            if to_the_end:
                self._wanted = self._reel.pictures - 1
            self.redraw()

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    def key(self, key: str, character: str | None) -> bool:
        """Arrows go from step to step and from deal to deal, digits to a part of the deal."""
        self._hint, self._good = "", False
        if key != "space":
            self._stop()
        if key in MOVES:
            self._go(self.at + MOVES[key])
        elif key in ("up", "down"):
            self._turn_over(1 if key == "up" else -1)
        elif key in tuple("123456789"):
            self._go_to_part(int(key) - 1)
        else:
            return False
        return True

    def _go(self, to: int) -> None:
        self._wanted = max(0, min(self._reel.pictures - 1, to))

    def _go_to_part(self, number: int) -> None:
        parts = stages(self._reel)
        if number < len(parts):
            self._go(parts[number].first)
        else:
            self.explain(self.words("past.no_part"))

    def _turned(self) -> Reel | None:
        """The same with the table as a list, or as a table again, where it has both."""
        scene = scene_at(self._reel, self.at)
        pressed = layout(scene.table.game).press(scene, "v", self.words)
        return replace(self._reel, listed=pressed.listed) if isinstance(pressed, Turn) else None

    def _turn(self) -> None:
        self._reel = self._turned() or self._reel

    # ── playing ────────────────────────────────────────────────────────────────────────────────

    def _play(self) -> None:
        """Let the pictures follow each other, from the first one again after the last; or stop."""
        if self._player is not None:
            self._stop()
        elif self.house.preferences.quiet:
            self.explain(self.words("past.quiet"))
        else:
            if self.at == self._reel.pictures - 1:
                self._wanted = 0
            self._player = self.set_interval(STEP, self.play_on)

    def play_on(self) -> None:
        """Show the next picture, where they are played."""
        if self._player is None:
            return
        self._wanted = min(self.at + 1, self._last)
        if self._wanted == self._reel.pictures - 1:
            self._stop()
        self.redraw()

    def _stop(self) -> None:
        if self._player is not None:
            self._player.stop()
            self._player = None

    # ── another deal ───────────────────────────────────────────────────────────────────────────

    def _turn_over(self, older: int) -> None:
        """Look at the deal before this one (1), or at the one after it (−1)."""
        self._hint, self._good = self.words("common.sending"), True
        self.errand(lambda: self._look_at(older))

    async def _look_at(self, older: int) -> None:
        here = self._reel.played.past
        places = [at for at, one in enumerate(self._deals) if _is(one, here)]
        at = (places[0] if places else 0) + older
        if at == len(self._deals):
            await self._ask_further()
        if not 0 <= at < len(self._deals):
            self.explain(self.words("past.last" if older < 0 else "past.first"))
        elif (other := await found(self, self._deals[at])) is not None:
            if other.reel is None:
                self.explain(self.words("why.no_steps"))
            else:
                self._reel, self._record, self._wanted = other.reel, other.record, 0
                self.explain("")
                self._read_on()
        self.redraw()

    async def _ask_further(self) -> None:
        """What was before the oldest deal that is known; of one table where all are of that one."""
        answer = await self.house.ask_server(Past(id=0, before=self._deals[-1].at))
        if isinstance(answer, Ok):
            tables = {one.table for one in self._deals}
            more = (one for one in answer.deals if len(tables) > 1 or one.table in tables)
            self._deals += tuple(more)

    # ── what can be done ───────────────────────────────────────────────────────────────────────

    def commands(self) -> tuple[Command, ...]:
        """Steps, parts, other deals; playing it; its story, its text, a file of it; going back."""
        words, reel = self.words, self._reel
        cash = reel.match == "cash"
        part = words("past.key.street" if cash else "past.key.part")
        deal = words("past.key.hand" if cash else "past.key.deal")
        parts = max(1, min(9, len(stages(reel))))
        play = words("past.key.pause" if self._player is not None else "past.key.play")
        listed = [
            command("replay.step", "right", words("past.key.step"), self._next, shown="← →"),
            command("replay.part", "", part, self._next_part, shown=f"1–{parts}", rank=3),
            command("replay.play", "space", play, self._play, shown="Space", rank=2),
            command(
                "replay.ends", "home", words("past.key.ends"), self._begin, shown="Home End", rank=9
            ),
            command("replay.deal", "up", deal, self._older, shown="↑ ↓", rank=4),
            command("replay.text", "y", words("past.key.copy"), self._copy, rank=5),
            command("replay.story", "l", words("past.key.log"), self._tell, rank=6),
            command("replay.back", "escape h q", words("past.key.back"), self.leave, shown="q"),
            command("app.help", "question_mark", "", self._help),
            command("app.palette", "colon ctrl+p", "", self.house.open_palette),
            command("app.redraw", "ctrl+l", "", self.house.repaint),
        ]
        if self.house.begin.keep is not None:
            keeping = command("record.keep", "w", words("past.key.keep"), self._keep, rank=7)
            listed.insert(7, keeping)
        if self._turned() is not None:
            turning = command("replay.view", "v", words("past.key.view"), self._turn, rank=8)
            listed.insert(7, turning)
        return tuple(listed)

    def _next(self) -> None:
        self._go(self.at + 1)

    def _begin(self) -> None:
        self._go(0)

    def _next_part(self) -> None:
        """The part after the one that is shown, the first one after the last."""
        later = (one.first for one in stages(self._reel) if one.first > self.at)
        self._go(next(later, 0))

    def _older(self) -> None:
        self._turn_over(1)

    def _tell(self) -> None:
        self.house.push_screen(RecordScreen(self._reel.played, self._record))

    def _copy(self) -> None:
        self.house.push_screen(RecordScreen(self._reel.played, self._record, text=True))

    def _keep(self) -> None:
        self._hint, self._good = kept(self.house, self._reel.played.past, self._record)

    def _help(self) -> None:
        self.house.open_help(self, self._reel.played.past.game)

    def explain(self, text: str) -> None:
        """Said below the steps until the next key."""
        self._hint, self._good = text, False

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The table as it lay there, and where one is."""
        shown = Picture(
            reel=self._reel,
            at=self.at,
            waits=self.at < self._wanted,
            hint=self._hint,
            good=self._good,
            waiting=self.house.turn_elsewhere(),
            buttons=tuple(entry.button for entry in self.commands()),
            when=lately(self.words, self._reel.played.past.at, datetime.now(UTC)),
        )
        return draw(shown, size, self.palette, self.words)


def _is(one: PastDeal, other: PastDeal) -> bool:
    return (one.table, one.deal) == (other.table, other.deal)


# ── the way to it ──────────────────────────────────────────────────────────────────────────────

AnyScreen = CanvasScreen[None] | CanvasScreen[str]


class Found(NamedTuple):
    """A finished deal as it was told, its record, and its first steps if it has any."""

    played: PlayedDeal
    record: str
    reel: Reel | None = None


async def found(screen: AnyScreen, deal: PastDeal) -> Found | None:
    """Ask for a deal and for its first steps; None: there is none, and `screen` explains it."""
    house = screen.house
    answer, steps = await asyncio.gather(
        house.ask_server(Record(id=0, table=deal.table, deal=deal.deal)),
        house.ask_server(Steps(id=0, table=deal.table, deal=deal.deal)),
    )
    if isinstance(answer, No):
        screen.explain(house.refusal(answer))
    if not isinstance(answer, Ok):
        return None
    if answer.played is None or answer.record is None:
        screen.explain(screen.words("why.no_record"))
        return None
    if not isinstance(steps, Ok) or steps.steps is None or not steps.steps.steps:
        return Found(answer.played, answer.record)
    info, view = house.room.game(deal.game), house.preferences.views.get(deal.game)
    reel = Reel(
        answer.played,
        of=steps.steps.of,
        match="cooperative" if info is None else info.match,
        listed=begins_listed(deal.game) if view is None else view == "list",
    )
    return Found(answer.played, answer.record, longer(reel, steps.steps))


async def show_record(screen: AnyScreen, deal: PastDeal, deals: Sequence[PastDeal] = ()) -> None:
    """Ask for a deal and show it over `screen`, which says why if that can't be had.

    `deals` are those around it, the newest first. What has no steps is told in lines.
    """
    house = screen.house
    there = await found(screen, deal)
    # If something else has come up meanwhile, keys go there.
    if there is not None and house.screen is screen:
        if there.reel is None:
            said = screen.words("why.no_steps")
            house.push_screen(RecordScreen(there.played, there.record, hint=said))
        else:
            house.push_screen(ReplayScreen(there.reel, there.record, deals))
    screen.redraw()


async def show_last(screen: CanvasScreen[str], table: str) -> None:
    """Show the last deal that was finished at a table, over `screen`, which says if there is none.

    It is looked for among the newest of all one's deals, wherever they were.
    """
    answer = await screen.house.ask_server(Past(id=0))
    if isinstance(answer, No):
        screen.explain(screen.house.refusal(answer))
    elif answer is not None:
        here = [deal for deal in answer.deals if deal.table == table]
        if here:
            await show_record(screen, here[0], here)
            return
        screen.explain(screen.words("past.none_here"))
    screen.redraw()
