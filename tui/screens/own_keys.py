"""One's own keys: every letter that can be another, changed by pressing the new one (ux 5.17)."""

from typing import NamedTuple

from tui.canvas.cells import Row, Style
from tui.keymap import ACTS, PLACES, Act, given, key_of, refused, swapped
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.paint import Page

STEPS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -9999, "end": 9999}
TOP, BELOW = 2, 4  # rows of the frame over the list, and under it
LABEL = 34  # columns of an act's name


class Clash(NamedTuple):
    """A letter that an act was to have, and the act that has it."""

    key: str
    other: Act


class OwnKeysScreen(CanvasScreen[None]):
    """The acts by place. Enter waits for a letter; what would do two things is refused."""

    NAME = "keys"

    def __init__(self) -> None:
        super().__init__()
        self._acts = sorted(ACTS, key=lambda act: PLACES.index(act.places[0]))
        self._at = 0
        self._asking = False
        self._clash: Clash | None = None
        self._message = ""
        self._good = False

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    @property
    def spelling(self) -> bool:
        """Letters are what is chosen here."""
        return True

    @property
    def typing(self) -> bool:
        """Whether the next letter is an act's."""
        return self._asking

    @property
    def _act(self) -> Act:
        return self._acts[self._at]

    @property
    def _mine(self) -> dict[str, str]:
        return self.palette.keys

    def key(self, key: str, character: str | None) -> bool:
        """Arrows choose an act, then a letter is its."""
        if self._asking:
            self._answered(key)
            return True
        clash, self._clash, self._message = self._clash, None, ""
        if key in STEPS:
            self._at = max(0, min(len(self._acts) - 1, self._at + STEPS[key]))
            return True
        if clash is not None and key == "enter":
            self._swap(clash)
            return True
        if key == "backspace":
            self._take(given(self._act, self._act.key, self._mine))
            return True
        return False

    def _answered(self, key: str) -> None:
        self._asking, self._message = False, ""
        if key in ("escape", "enter"):
            return
        act, words = self._act, self.words
        why = refused(act, key, self._mine)
        if isinstance(why, Act):
            other = words(f"keys.act.{why.id}")
            self._clash = Clash(key, why)
            self.explain(words("keys.clash", key=key, other=other))
        elif why is not None:
            self.explain(words(f"keys.refused.{why}", key=key if len(key) == 1 else "?"))
        else:
            self._take(given(act, key, self._mine))

    def _swap(self, clash: Clash) -> None:
        both = swapped(self._act, clash.key, clash.other, self._mine)
        if both is None:
            self.explain(self.words("keys.no_swap"))
        else:
            self._take(both)

    def _take(self, wanted: dict[str, str]) -> None:
        """Have these letters, and no others."""
        kept = self.house.preferences.keys
        gone = {f"key.{name}": None for name in kept if name not in wanted}
        fresh = {f"key.{name}": key for name, key in wanted.items() if kept.get(name) != key}
        if gone or fresh:
            self.house.prefer(**{**gone, **fresh})
        self._message, self._good = self.words("preferences.kept"), True

    def commands(self) -> tuple[Command, ...]:
        """Change, put back, leave."""
        words = self.words
        back = "" if self._asking else "escape q"
        listed = [
            command("keys.change", "enter", words("keys.key.change"), self._ask, shown="Enter"),
            command(
                "keys.move", "down", words("preferences.key.line"), self._down, shown="↑ ↓", rank=3
            ),
            command(
                "keys.reset",
                "backspace",
                words("keys.key.reset"),
                lambda: self._take(given(self._act, self._act.key, self._mine)),
                shown=words("keys.backspace"),
                rank=2,
            ),
            command("keys.reset_all", "0", words("keys.key.reset_all"), self._reset_all, rank=1),
            command("keys.back", back, words("preferences.key.back"), self.leave, shown="Esc"),
        ]
        if not self._asking:
            listed.append(self.help_command())
        return tuple(listed)

    def _down(self) -> None:
        self._at = min(len(self._acts) - 1, self._at + 1)

    def _ask(self) -> None:
        self._asking, self._message = True, ""

    def _reset_all(self) -> None:
        self._take({})

    def leave(self) -> None:
        """Back to the options."""
        self.dismiss(None)

    def explain(self, text: str) -> None:
        """Said under the list until the next key."""
        self._message, self._good = text, False

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    def _rows(self) -> list[tuple[str, int | None]]:
        """Heads and acts: the text, and which act it is."""
        rows: list[tuple[str, int | None]] = []
        place = ""
        for number, act in enumerate(self._acts):
            if act.places[0] != place:
                place = act.places[0]
                rows.append((self.words(f"keys.place.{place}"), None))
            rows.append((self.words(f"keys.act.{act.id}"), number))
        return rows

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The list in the manner of the options."""
        words = self.words
        page = Page(size, self.palette, words)
        width, bottom = min(page.width - 2, 100), page.height - 2
        page.frame(1, 1, width, bottom, words("keys.heading"))
        rows, room = self._rows(), max(1, bottom - TOP - BELOW + 2)
        chosen = next(y for y, row in enumerate(rows) if row[1] == self._at)
        first = max(0, min(chosen - room // 2, len(rows) - room))
        for y, (text, number) in enumerate(rows[first : first + room], TOP):
            if number is None:
                page.put(3, y, text, page.palette.faint, width - 4)
            else:
                self._draw_act(page, y, text, self._acts[number], number == self._at)
        page.more(width, (TOP, TOP + room - 1), (first > 0, first + room < len(rows)))
        page.rule(bottom - 2, 3, width - 4)
        text, style = self._said(page)
        page.put(3, bottom - 1, text, style, width - 4)
        page.keys((entry.button for entry in self.commands()), self.house.turn_elsewhere())
        return page.rows()

    def _draw_act(self, page: Page, y: int, text: str, act: Act, on: bool) -> None:
        palette, key = page.palette, key_of(act, self._mine)
        page.put(3, y, "▸" if on else " ", page.looks.strong_accent)
        page.put(5, y, text, page.looks.strong if on else palette.muted, LABEL - 6)
        shown = "…" if on and self._asking else key
        left, right = page.looks.marks if on else (" ", " ")
        page.put(LABEL, y, f"{left}{shown}{right}", page.looks.chosen if on else palette.text)
        if key != act.key:
            note = self.words("keys.was", key=act.key)
            page.put(LABEL + 5, y, note, palette.faint, page.width - LABEL - 8)

    def _said(self, page: Page) -> tuple[str, Style]:
        palette = page.palette
        if self._asking:
            act = self.words(f"keys.act.{self._act.id}")
            return self.words("keys.ask", act=act), page.looks.strong_accent
        if self._message:
            return self._message, palette.good if self._good else palette.bad
        return self.words("keys.about"), palette.muted
