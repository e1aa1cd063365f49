"""Options: what this person likes better, in force at once and kept with the account (ux 5.17)."""

from functools import partial
from typing import TYPE_CHECKING

from engine.values.cards import cards
from tui.canvas.cards import inline, token
from tui.canvas.cells import Row, Style
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.options_lines import OptionLine, OptionLines
from tui.screens.paint import Page

if TYPE_CHECKING:
    from tui.app import PokerApp

LABEL = 22  # columns of the lines' names
TOP = 2  # the row of the first line
BELOW = 5  # rows of the frame under the lines: a blank, the sample, a rule, what was said, the edge


def settings(house: "PokerApp") -> tuple[Command, ...]:
    """Every value that is not in force, to be chosen without going through the lines."""
    return tuple(
        command(
            f"options.{line.id}.{value}",
            "",
            f"{line.label}: {label}",
            partial(house.prefer, **{line.id: value}),
        )
        for line in _lines(house)
        for place, (value, label) in enumerate(zip(line.values, line.labels, strict=True))
        if place != line.chosen and not line.why
    )


def _lines(house: "PokerApp", game: str | None = None) -> tuple[OptionLine, ...]:
    found, now = house.liking.found, house.terminal
    return OptionLines(house.preferences, found, now, house.words, game).all()


class OptionsScreen(CanvasScreen[None]):
    """The lines; what lies below goes on meanwhile, and looks as it is wanted afterwards."""

    NAME = "options"

    def __init__(self, game: str | None = None) -> None:
        """`game`: whose table is below, where that has two views."""
        super().__init__()
        self._game = game
        self._at = 0
        self._first = 0  # of the rows of lines, the first that is shown
        self._changed = False
        self._message = ""

    @property
    def lines(self) -> tuple[OptionLine, ...]:
        """What can be preferred, as it is now."""
        return _lines(self.house, self._game)

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    def key(self, key: str, character: str | None) -> bool:
        """Up and down change the line, left and right the value; Enter goes round."""
        self._message = ""
        if key in ("up", "shift+tab", "down", "tab"):
            self._move(-1 if key in ("up", "shift+tab") else 1)
            return True
        if key in ("left", "right"):
            self._step(1 if key == "right" else -1)
            return True
        if key in ("enter", "space"):
            self._step(1, around=True)
            return True
        if key in ("home", "end"):
            self._at = 0 if key == "home" else len(self.lines) - 1
            return True
        return False

    def _move(self, by: int) -> None:
        self._at = max(0, min(len(self.lines) - 1, self._at + by))

    def _step(self, by: int, around: bool = False) -> None:
        line = self.lines[self._at]
        if line.why:
            self.explain(line.why)
            return
        count = len(line.values)
        to = (line.chosen + by) % count if around else max(0, min(count - 1, line.chosen + by))
        if to != line.chosen:
            self._changed = True
            self.house.prefer(**{line.id: line.values[to]})

    def commands(self) -> tuple[Command, ...]:
        """Choose, or go back."""
        words, house = self.words, self.house
        return (
            command(
                "options.value",
                "enter space",
                words("preferences.key.value"),
                lambda: self._step(1, around=True),
                shown="← →",
                rank=1,
            ),
            command(
                "options.line",
                "down",
                words("preferences.key.line"),
                lambda: self._move(1),
                shown="↑ ↓",
                rank=2,
            ),
            command(
                "options.back", "escape o q", words("preferences.key.back"), self.leave, shown="Esc"
            ),
            command("options.keys", "k", words("keys.open"), self._keys, rank=3),
            command("app.help", "question_mark", words("lobby.key.help"), self._help),
            command("app.palette", "colon ctrl+p", "", house.open_palette, shown=":"),
            command("app.redraw", "ctrl+l", "", house.repaint),
        )

    def _keys(self) -> None:
        from tui.screens.own_keys import OwnKeysScreen

        self.house.push_screen(OwnKeysScreen())

    def _help(self) -> None:
        self.house.open_help(self)

    def leave(self) -> None:
        """Back to what is below."""
        self.dismiss(None)

    def explain(self, text: str) -> None:
        """Said under the lines until the next key."""
        self._message = text

    def clicked(self, x: int, y: int) -> None:
        """A click on a line goes there, a second one to its next value."""
        rows = self._rows(self.size.height)
        row = y - TOP + self._first
        if y < TOP or row >= len(rows):
            return
        if rows[row][0] == self._at:
            self._step(1, around=True)
        else:
            self._at = rows[row][0]

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    def _rows(self, height: int) -> list[tuple[int, bool]]:
        """The rows of lines: which line it is, and whether the row says what that is about.

        Under every line where there is room for that, else under the one that keys are about.
        """
        count = len(self.lines)
        roomy = 2 * count <= self._room(height)
        return [
            (at, about)
            for at in range(count)
            for about in ((False, True) if roomy or at == self._at else (False,))
        ]

    @staticmethod
    def _room(height: int) -> int:
        """How many rows of lines are shown."""
        return max(2, height - 2 - TOP - BELOW + 1)

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The form in the manner of ux.md 5.2."""
        words = self.words
        page = Page(size, self.palette, words)
        width, bottom = min(page.width - 2, 100), page.height - 2
        page.frame(1, 1, width, bottom, words("preferences.heading"))
        lines, rows, room = self.lines, self._rows(page.height), self._room(page.height)
        chosen = rows.index((self._at, True))
        # The line itself, what it is about, and as much of the others as there is room for.
        self._first = max(min(self._first, chosen - 1), chosen - room + 1, 0)
        for y, (at, about) in enumerate(rows[self._first : self._first + room], TOP):
            if about:
                note = lines[at].why or lines[at].note
                page.put(5, y, note, page.palette.muted, width - 6)
            else:
                self._draw_line(page, y, lines[at], at == self._at, width)
        page.more(width, (TOP, TOP + room - 1), (self._first > 0, self._first + room < len(rows)))
        self._draw_sample(page, bottom - 3, width)
        page.rule(bottom - 2, 3, width - 4)
        text, style = self._said(page)
        page.put(3, bottom - 1, text, style, width - 4)
        page.keys((entry.button for entry in self.commands()), self.house.turn_elsewhere())
        return page.rows()

    def _draw_line(self, page: Page, y: int, line: OptionLine, on: bool, width: int) -> None:
        palette, values = page.palette, 5 + LABEL
        page.put(3, y, "▸" if on else " ", page.looks.strong_accent)
        page.put(5, y, line.label, page.looks.strong if on else palette.muted, LABEL - 1)
        if line.why:
            page.put(values + 1, y, "   ".join(line.labels), palette.faint, width - values)
            return
        page.choices((values, y), line.labels, line.chosen, on, width - values)

    def _draw_sample(self, page: Page, y: int, end: int) -> None:
        """Cards, tokens and colours as they look now, as far as they fit before column `end`."""
        x = page.put(5, y, self.words("preferences.sample"), page.palette.muted, LABEL - 1)
        x = 6 + LABEL
        for card in cards("As Kh Qd Jc Ts"):
            inline(page, x, y, card)
            x += 4
        x += 2
        for number, suit in enumerate("chsd", 1):
            if x + 3 > end:
                break
            token(page, x, y, number, page.palette.tokens[suit])
            x += 4

    def _said(self, page: Page) -> tuple[str, Style]:
        words, liking = self.words, self.house.liking
        if self._message:
            return self._message, page.palette.bad
        if liking.unkept:
            return words("preferences.unkept", why=liking.unkept), page.palette.bad
        if liking.sending:
            return words("preferences.sending"), page.palette.muted
        if self._changed:
            return words("preferences.kept"), page.palette.good
        return words("preferences.about"), page.palette.muted
