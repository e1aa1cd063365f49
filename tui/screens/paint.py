"""What the screens beside the table are painted with: heads, footers, lists, choices, text."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from tui.canvas.cells import Style, cut, padded
from tui.canvas.frame import footer
from tui.canvas.palette import Palette
from tui.canvas.pen import Pen
from tui.canvas.plain import clean, spelled
from tui.canvas.scene import Button
from tui.locale import Words
from tui.screens.looks import Looks

Size = tuple[int, int]


class Page(Pen):
    """A pen for a whole screen. Whatever is put on it may come from people."""

    def __init__(self, size: Size, palette: Palette, words: Words) -> None:
        super().__init__(*size, palette, words)
        self.looks = Looks(palette)

    def put(self, x: int, y: int, text: str, style: Style, width: int | None = None) -> int:
        """Write text, cut to `width` cells (None: not cut); the column behind it."""
        shown = clean(text)
        if self.palette.ascii:
            shown = spelled(shown)
        return super().put(x, y, shown if width is None else cut(shown, width), style)

    def rule(self, y: int, x: int = 0, width: int | None = None) -> None:
        """A thin line over a row, or a part of it."""
        self.put(x, y, "─" * (self.width if width is None else width), self.palette.faint)

    def more(self, x: int, rows: tuple[int, int], there: tuple[bool, bool]) -> None:
        """Marks at the first and the last of a list's rows: there is more above, and below."""
        for y, mark, is_there in zip(rows, "↑↓", there, strict=True):
            if is_there:
                self.put(x, y, mark, self.palette.muted)

    def title(self, name: str, about: str, right: str) -> None:
        """The top row: where one is, about what, and what stands at the right edge."""
        self.band(0, 0, self.width, self.palette.head)
        tail = cell_len(right)
        x = self.put(1, 0, name, self.looks.strong_accent)
        self.put(x + 3, 0, about, self.palette.text, max(0, self.width - x - 3 - tail - 3))
        self.put(self.width - tail - 1, 0, right, self.palette.muted)

    def keys(self, buttons: Iterable[Button], right: str = "") -> None:
        """The bottom row: keys that work here, whole ones only; the highest rank goes first."""
        shown = [button for button in buttons if button.label and button.enabled]
        # Names of tables come from people; some keys are always to be read.
        said = cut(right, self.width // 2)
        room = self.width - cell_len(said) - 2 if said else None
        footer(self, self.height - 1, shown, room)
        if said:
            self.put(
                self.width - cell_len(said) - 1, self.height - 1, said, self.looks.strong_accent
            )

    def choices(
        self,
        place: tuple[int, int],
        labels: Sequence[str],
        chosen: int,
        focused: bool,
        width: int,
        beyond: str = "",
    ) -> None:
        """Values side by side, the chosen one inverted; closer together where room is short.

        Where they don't fit even so, the row begins as late as the chosen one needs it to. `beyond`
        can't be chosen: it stands dimmed behind the others, if there is room.
        """
        x, y = place
        sizes = [cell_len(label) + 2 for label in labels]
        gap = 1 if sum(sizes) + len(sizes) - 1 <= width else 0
        first = 0
        while (
            first < chosen and sum(size + gap for size in sizes[first : chosen + 1]) > width + gap
        ):
            first += 1
        end = x + width
        for index, label in enumerate(labels[first:], first):
            left, right = self.looks.marks if index == chosen else (" ", " ")
            shown = f"{left}{label}{right}"
            if x + cell_len(shown) > end:
                if index != chosen or x >= end:
                    break
                # Rather a part of what is chosen than nothing.
                shown = cut(shown, end - x)
            style = self.palette.muted
            if index == chosen:
                style = self.looks.chosen if focused else self.looks.kept
            x = self.put(x, y, shown, style) + gap
        if beyond and x + cell_len(beyond) + 2 <= end:
            self.put(x, y, f" {beyond} ", self.palette.faint)

    def field(self, x: int, y: int, text: str, at: int | None, width: int) -> None:
        """A text being typed, its cursor before character `at` (None: not being typed)."""
        if width < 1:
            return
        self.band(x, y, width, self.palette.field)
        start = 0
        if at is not None:
            while cell_len(text[start:at]) >= width:
                start += 1
        self.put(x, y, padded(text[start:], width), self.palette.text)
        if at is not None:
            here = x + cell_len(text[start:at])
            self.put(here, y, text[at] if at < len(text) else " ", self.looks.cursor)

    def frame(
        self, x: int, y: int, width: int, height: int, title: str = "", focused: bool = True
    ) -> None:
        """A box with its title in the upper edge, its inside blanked; gold where keys go there."""
        for row in range(y, y + height):
            self.band(x, row, width, self.palette.back)
        style = self.palette.accent if focused else self.palette.faint
        self.put(x, y, f"╭{'─' * (width - 2)}╮", style)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, "│", style)
            self.put(x + width - 1, row, "│", style)
        self.put(x, y + height - 1, f"╰{'─' * (width - 2)}╯", style)
        if title:
            self.put(x + 2, y, f" {title} ", self.looks.strong_accent, width - 4)
