"""The best scores of a game for points: a list for every variant, one's own teams marked."""

from collections.abc import Mapping
from typing import Any

from engine.values.options import OptionSpec, Value
from protocol.messages import GameInfo, No, ScoreList, Scores
from tui.canvas.cells import Row
from tui.layouts.options import in_force
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.scores_page import Line, Shown, draw


class ScoresScreen(CanvasScreen[None]):
    """Begins at the variant that it was opened for; arrows choose another."""

    NAME = "scores"

    def __init__(self, info: GameInfo, scores: ScoreList) -> None:
        """`scores` is the list to begin with, as the server told it."""
        super().__init__()
        self._info = info
        self._scores = scores
        self._options = {**scores.options}
        # Values that somebody has scored by; what was shown once can be found again.
        self._known: dict[str, set[Value]] = {}
        self._line = 0
        self._message = ""
        self._learn(scores)

    def _learn(self, scores: ScoreList) -> None:
        for options in (*scores.variants, scores.options):
            for name, value in options.items():
                self._known.setdefault(name, set()).add(value)

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    def key(self, key: str, character: str | None) -> bool:
        """Arrows choose a line and its value."""
        self._message = ""
        if key in ("up", "down"):
            self._move(1 if key == "down" else -1)
        elif key in ("left", "right"):
            self._turn(1 if key == "right" else -1)
        else:
            return False
        return True

    def commands(self) -> tuple[Command, ...]:
        """Another line, another value, back."""
        words = self.words
        return (
            command(
                "scores.value",
                "right",
                words("scores.key.value"),
                lambda: self._turn(1),
                shown="← →",
                rank=2,
            ),
            command(
                "scores.line",
                "down",
                words("scores.key.line"),
                lambda: self._move(1),
                shown="↑ ↓",
                rank=3,
            ),
            command("scores.back", "escape s q", words("scores.key.back"), self.leave, shown="Esc"),
            self.help_command(),
            command("app.redraw", "ctrl+l", "", self.house.repaint),
        )

    def explain(self, text: str) -> None:
        """Said in the row above the keys."""
        self._message = text

    def _move(self, by: int) -> None:
        self._line = max(0, min(len(self._lines) - 1, self._line + by))

    def _turn(self, by: int) -> None:
        lines = self._lines
        if not lines:
            return
        line = lines[min(self._line, len(lines) - 1)]
        at = max(0, min(len(line.values) - 1, line.at + by))
        self._options[line.spec.name] = line.values[at]
        self.errand(self._catch_up)

    async def _catch_up(self) -> None:
        """Ask until what is told is what was chosen last: keys may be faster than the way."""
        while self._options != self._scores.options:
            wanted = {**self._options}
            answer = await ask(self, self._info.id, wanted)
            if answer is None:
                # What is shown stays what the list is of.
                self._options = {**self._scores.options}
                break
            self._learn(answer)
            self._scores = answer
            if answer.options != wanted and self._options == wanted:
                self._options = {**answer.options}
            self.redraw()
        self.redraw()

    @property
    def _lines(self) -> tuple[Line, ...]:
        """The options that mean something beside the others, each with its values."""
        return tuple(
            Line(spec, values, values.index(self._options[spec.name]))
            for spec in self._info.options
            if spec.name in self._options and in_force(spec, self._options)
            for values in (self._values(spec),)
        )

    def _values(self, spec: OptionSpec) -> tuple[Value, ...]:
        now = self._options[spec.name]
        if spec.kind == "number":
            known: set[Any] = {*spec.usual, *self._known.get(spec.name, ()), now}
            return tuple(sorted(known))
        given = (False, True) if spec.kind == "switch" else tuple(spec.choices)
        return given if now in given else (*given, now)

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The lines of the options, the list of what is chosen."""
        lines = self._lines
        shown = Shown(
            game=self._info.id,
            lines=lines,
            line=min(self._line, max(0, len(lines) - 1)),
            # Between two lists there is none: an old one beside a new choice would be a lie.
            scores=self._scores if self._scores.options == self._options else None,
            message=self._message,
            waiting=self.house.turn_elsewhere(),
            buttons=tuple(entry.button for entry in self.commands()),
        )
        return draw(shown, size, self.palette, self.words)


async def ask(
    screen: CanvasScreen[Any], game: str, options: Mapping[str, Value]
) -> ScoreList | None:
    """The scores of a variant; None if there are none to be had, and `screen` says why."""
    answer = await screen.house.ask_server(Scores(id=0, game=game, options=dict(options)))
    if isinstance(answer, No):
        screen.explain(screen.house.refusal(answer))
        return None
    return None if answer is None else answer.scores


async def show_scores(screen: CanvasScreen[Any], game: str, options: Mapping[str, Value]) -> None:
    """Show the scores of a variant over `screen`, which says why if they can't be had."""
    house = screen.house
    info = house.room.game(game)
    scores = await ask(screen, game, options)
    # Something else may have come up meanwhile, and keys go there.
    if info is not None and scores is not None and house.screen is screen:
        house.push_screen(ScoresScreen(info, scores))
    screen.redraw()
