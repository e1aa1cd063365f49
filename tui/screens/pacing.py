"""What a table does by the clock: keys rest, seconds run down, hands are shown one by one."""

from math import ceil
from time import monotonic
from typing import TYPE_CHECKING

from msgspec.structs import replace
from textual.timer import Timer

from engine.values.offers import Call, real
from protocol.messages import TableView
from tui.canvas.frame import LOW

if TYPE_CHECKING:
    from tui.screens.table import TableScreen

# Deal, decision, price and vote: another value is another question.
Question = tuple[int, int, int | None, int | None]


class Pacing:
    """The timers of one table's screen; what they come to is written in the screen's `ui`."""

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen
        self._guard: Timer | None = None
        self._heed: Timer | None = None
        self._counted: TableView | None = None
        self._clock_end = 0.0
        self._vote_at = 0.0
        self._next_at = 0.0
        self._ends_at = 0.0
        self._ticking: Timer | None = None
        self._reveal: Timer | None = None
        self._revealed_deal: int | None = None
        self._unhurried: Question | None = None  # the last one that there was time for
        self._hurried: Question | None = None
        self._steps = 0

    # ── a new question ─────────────────────────────────────────────────────────────────────────

    def asked(self) -> None:
        """Action keys rest for a moment: a finger on its way has not seen the question yet."""
        self._screen.ui = replace(self._screen.ui, cursor=None)
        self._rest(self._screen.house.begin.pace.guard)

    def jumped(self) -> None:
        """They rest a little longer where another table was shown just now."""
        self._rest(self._screen.house.begin.pace.jump)

    def _rest(self, rest: float) -> None:
        self._screen.ui = replace(self._screen.ui, guarded=rest > 0)
        if self._guard is not None:
            self._guard.stop()
        if rest > 0:
            self._guard = self._screen.set_timer(rest, self.unguard)

    def unguard(self) -> None:
        """Action keys work again."""
        self._guard = None
        self._screen.ui = replace(self._screen.ui, guarded=False)
        self._screen.redraw()

    # ── a warning ──────────────────────────────────────────────────────────────────────────────

    @property
    def heeding(self) -> bool:
        """Whether a warning has just been said, and can't be overridden yet."""
        return self._heed is not None

    def warned(self) -> None:
        """Enter rests for a moment: a warning is to be read."""
        self.heeded()
        if self._screen.house.begin.pace.heed > 0:
            self._heed = self._screen.set_timer(self._screen.house.begin.pace.heed, self.heeded)

    def heeded(self) -> None:
        """Enter can override it now."""
        if self._heed is not None:
            self._heed.stop()
            self._heed = None

    # ── time to think ──────────────────────────────────────────────────────────────────────────

    def count_down(self, view: TableView) -> None:
        """Count the clock, and what is told of other times to come, down in whole seconds."""
        if view is self._counted:
            return
        # Equal times in another view are other times: what was left then is left anew.
        self._counted = view
        if self._ticking is not None:
            self._ticking.stop()
            self._ticking = None
        now = monotonic()
        if view.clock is not None:
            self._clock_end = now + view.clock.left / 1000
        if view.pause is not None and view.pause.left is not None:
            self._vote_at = now + view.pause.left / 1000
        if view.next is not None:
            self._next_at = now + view.next.left / 1000
        if view.ends is not None:
            self._ends_at = now + view.ends.left / 1000
        if self._runs(view):
            self._ticking = self._screen.set_interval(1.0, self._tick)
        self._tick()

    def _runs(self, view: TableView) -> bool:
        votes = view.pause is not None and view.pause.left is not None
        return votes or any(one is not None for one in (view.clock, view.next, view.ends))

    def _tick(self) -> None:
        view, now = self._counted, monotonic()
        seconds = vote_in = next_in = ends_in = None
        if view is not None and view.clock is not None:
            seconds = max(0, ceil(self._clock_end - now))
        if view is not None and view.pause is not None and view.pause.left is not None:
            vote_in = max(0, ceil(self._vote_at - now))
        if view is not None and view.next is not None:
            next_in = max(0, ceil(self._next_at - now))
        if view is not None and view.ends is not None:
            ends_in = max(0, ceil(self._ends_at - now))
        if seconds is not None and view is not None:
            self._hurry(view, seconds)
        self._screen.ui = replace(
            self._screen.ui, seconds=seconds, vote_in=vote_in, next_in=next_in, ends_in=ends_in
        )
        self._screen.redraw()

    def _hurry(self, view: TableView, seconds: int) -> None:
        """Call once more for each question when its time gets short, if it was long before."""
        question = question_of(view)
        if question is None or view.clock is None:
            return
        if seconds > LOW:
            self._unhurried = question
        elif question == self._unhurried and question != self._hurried and seconds:
            self._hurried = question
            self._screen.house.tables.hurry(self._screen)

    # ── a showdown ─────────────────────────────────────────────────────────────────────────────

    def show_hands(self, view: TableView, at_once: bool) -> None:
        """Begin to show a showdown that has just come, step by step; `at_once`: all as it lies."""
        scene = self._screen.scene
        self._steps = 0 if scene is None else self._screen.game_layout.steps(scene)
        if not self._steps:
            self._revealed_deal = None
            self.show_all()
            return
        if self._revealed_deal == view.deal:
            return
        self._revealed_deal = view.deal
        house = self._screen.house
        # Who comes to a table at its showdown sees it as it lies.
        if not at_once and house.terminal.motion:
            self._screen.ui = replace(self._screen.ui, revealed=1, cursor=None)
            self._reveal = self._screen.set_interval(house.begin.pace.reveal, self.show_next)

    def show_next(self) -> None:
        """Show one step more."""
        if self._reveal is None:
            # A timer that is late by a whole step ticks once more after it was stopped.
            return
        shown = (self._screen.ui.revealed or 0) + 1
        if shown >= self._steps:
            self.show_all()
        else:
            self._screen.ui = replace(self._screen.ui, revealed=shown)
        self._screen.redraw()

    def show_all(self) -> None:
        """Show everything from now on."""
        if self._reveal is not None:
            self._reveal.stop()
            self._reveal = None
        self._screen.ui = replace(self._screen.ui, revealed=None)


def question_of(view: TableView) -> Question | None:
    """What stands before this seat: another value means another question. None: nothing does."""
    # A hand may still be shown after the deal, but nobody waits for that.
    offers = real(view.offers) if view.stage == "running" else ()
    ballot = None if view.pause is None else view.pause.ballot
    vote = None if ballot is None or view.me not in ballot.asked else ballot.number
    if not offers and vote is None:
        return None
    price = next((offer.price for offer in offers if isinstance(offer, Call)), None)
    return (view.deal, view.decision if offers else 0, price, vote)
