"""How the list of scores looks: which variant it is of, the best teams, one's own ones."""

from msgspec import Struct
from rich.cells import cell_len

from engine.values.options import OptionSpec, Value
from protocol.messages import Score, ScoreList
from tui.canvas.cells import Row, Style, wrapped
from tui.canvas.frame import spread
from tui.canvas.palette import Palette
from tui.canvas.scene import Button
from tui.layouts.best import day
from tui.locale import Words
from tui.screens.paint import Page
from tui.screens.speech import game_name, option_name, option_value

LABEL = 18  # columns of an option's name
RANK = 7  # columns of the list, those of its numbers standing right
POINTS, DAY, AVERAGE, WON = 8, 12, 9, 11
NARROW = 80  # columns below which one's own teams have no day and the others no sums
SMALL = 56  # columns below which one's own have no average either
ROOMY = 22  # rows from which on the parts are set apart
BELOW = 2  # rows under the list: what is said, the keys

Size = tuple[int, int]


class Line(Struct, frozen=True):
    """An option with the values that there may be a list of, and the one that is shown."""

    spec: OptionSpec
    values: tuple[Value, ...]
    at: int


class Shown(Struct, frozen=True):
    """What the screen shows; `scores` None: not told yet. `line`: the chosen one of `lines`."""

    game: str
    lines: tuple[Line, ...]
    line: int
    scores: ScoreList | None
    message: str = ""
    waiting: str = ""
    buttons: tuple[Button, ...] = ()


def draw(shown: Shown, size: Size, palette: Palette, words: Words) -> tuple[Row, ...]:
    """All rows of a screen of that size."""
    page = _Picture(shown, size, palette, words)
    page.paint()
    return page.rows()


def team(words: Words, score: Score) -> str:
    """Who scored it: `Anna und Ben`, `Anna und Bot, mittel`."""
    bots = [words(key) if words.has(key := f"scores.bot.{bot}") else bot for bot in score.bots]
    return spread((*score.names, *bots), words)


class _Picture(Page):
    def __init__(self, shown: Shown, size: Size, palette: Palette, words: Words) -> None:
        super().__init__(size, palette, words)
        self.shown = shown
        self.gap = int(self.height >= ROOMY)

    def paint(self) -> None:
        """Everything, from the title to the keys."""
        shown, words = self.shown, self.words
        self.title(words("scores.title"), game_name(words, shown.game), shown.waiting)
        y = 1 + self._options(1) + self.gap
        bottom = self.height - BELOW
        if shown.scores is not None:
            self._list(shown.scores, y, bottom)
        if bottom > 0:
            self.put(2, bottom, shown.message, self.palette.bad, self.width - 4)
        self.keys(shown.buttons)

    def _options(self, y: int) -> int:
        """A line for each option; how many there was room for, the chosen one among them."""
        room = max(1, self.height - BELOW - 4)
        first = max(0, self.shown.line - room + 1)
        lines = self.shown.lines[first : first + room]
        for row, line in enumerate(lines, first):
            chosen = row == self.shown.line
            name = option_name(self.words, self.shown.game, line.spec.name)
            if chosen:
                self.put(0, y, "▸", self.looks.strong_accent)
            style = self.palette.text if chosen else self.palette.muted
            self.put(2, y, name, style, LABEL - 1)
            labels = [
                option_value(self.words, self.shown.game, line.spec.name, value)
                for value in line.values
            ]
            x = 2 + LABEL
            self.choices((x, y), labels, line.at, chosen, max(0, self.width - x - 1))
            y += 1
        return len(lines)

    def _list(self, scores: ScoreList, y: int, bottom: int) -> None:
        own = len(scores.own)
        # The best come first; where there is little room one's own keep a row or two.
        needed = 1 + max(1, len(scores.best))
        left = bottom - y - needed - self.gap
        kept = min(own, max(left - 1, min(2, (bottom - y) // 4))) if own else 0
        until = bottom - (kept + 1 + self.gap if kept else 0)
        self._head(y, "scores.column.team")
        if not scores.best:
            for row, text in enumerate(wrapped(self.words("scores.none"), self.width - 4), y + 1):
                if row < until:
                    self.put(2, row, text, self.palette.text)
            return
        for row, score in zip(range(y + 1, until), scores.best, strict=False):
            self._score(row, score)
            y = row
        if not kept:
            return
        y += 1 + self.gap
        self._head(y, "scores.own", own=True)
        for row, score in zip(range(y + 1, bottom), scores.own[:kept], strict=False):
            self._score(row, score, own=True)

    def _columns(self, own: bool) -> dict[str, int]:
        """Where the columns of numbers end, the first one first."""
        widths = {"points": POINTS, "day": DAY}
        if self.width >= NARROW or own:
            widths |= {"average": AVERAGE, "won": WON}
        if self.width < NARROW and own:
            del widths["day"]
        if self.width < SMALL:
            widths.pop("average", None)
        end = self.width - 2 - sum(widths.values())
        return {name: (end := end + width) for name, width in widths.items()}

    def _head(self, y: int, team: str, own: bool = False) -> None:
        words, style = self.words, self.palette.muted
        self.band(0, y, self.width, self.palette.head)
        self.put(2, y, words("scores.column.rank"), style)
        self.put(2 + RANK, y, words(team), style)
        for name, end in self._columns(own).items():
            if own or name in ("points", "day"):
                self._right(y, end, words(f"scores.column.{name}"), style)

    def _score(self, y: int, score: Score, own: bool = False) -> None:
        words, palette, sums = self.words, self.palette, score.tally
        if sums is not None:
            self.put(0, y, "•", self.looks.strong_accent)
        self.put(2, y, str(score.rank).rjust(3), palette.muted)
        columns = self._columns(own)
        room = max(0, columns["points"] - POINTS - RANK - 2)
        style = palette.text if sums is None else self.looks.strong
        self.put(2 + RANK, y, team(words, score), style, room)
        texts = {"points": str(score.points), "day": day(words, score.at)}
        if own and sums is not None:
            texts["average"] = str(round(sums.total / max(1, sums.played)))
            texts["won"] = words("scores.reached", won=sums.won, played=sums.played)
        for name, end in columns.items():
            style = palette.muted if name == "day" else palette.text
            self._right(y, end, texts.get(name, ""), style)

    def _right(self, y: int, end: int, text: str, style: Style) -> None:
        self.put(max(0, end - cell_len(text)), y, text, style)
