"""One of a few things, chosen from a list in a box: a game, a number of people, saved settings."""

from collections.abc import Callable, Sequence

from msgspec import Struct
from rich.cells import cell_len

from tui.canvas.cells import Row, cut
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.paint import Page

STEPS = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8, "home": -9999, "end": 9999}
WIDTH = 78


class Item(Struct, frozen=True):
    """What can be chosen: its value, what it is called, what there is to say about it.

    `group` is the head over the first of several such; "": there is none.
    """

    value: str
    name: str
    note: str = ""
    group: str = ""


class PickScreen(CanvasScreen[str]):
    """Ends with the chosen item's value, or None.

    `drop`: an item can be removed, by a key pressed twice; it says why one can't be, or "".
    """

    NAME = "pick"

    def __init__(
        self,
        title: str,
        items: Sequence[Item],
        chosen: str = "",
        done: str = "",
        keep: Callable[[str], str] | None = None,
        drop: Callable[[str], None] | None = None,
    ) -> None:
        """`done` is what Enter does; `keep` says why an item can't be dropped."""
        super().__init__()
        self._title, self._items, self._done_label = title, tuple(items), done
        values = [item.value for item in self._items]
        self._at = values.index(chosen) if chosen in values else 0
        self._keep, self._drop = keep, drop
        self._dropping = ""
        self._message = ""
        self._first = 0

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    @property
    def _chosen(self) -> Item | None:
        return self._items[self._at] if self._items else None

    def key(self, key: str, character: str | None) -> bool:
        """Arrows choose."""
        self._message = ""
        if key != "x":
            self._dropping = ""
        if key not in STEPS:
            return False
        self._move(STEPS[key])
        return True

    def _move(self, by: int) -> None:
        self._at = max(0, min(len(self._items) - 1, self._at + by))

    def commands(self) -> tuple[Command, ...]:
        """Take it, move, remove it, go back."""
        words, item = self.words, self._chosen
        listed = [
            command(
                "pick.done",
                "enter",
                self._done_label or words("lobby.typed.done"),
                self._done,
                shown="Enter",
                enabled=item is not None,
                reason=words("lobby.pick.none"),
            ),
            command(
                "pick.move",
                "down",
                words("lobby.palette.move"),
                lambda: self._move(1),
                shown="↑ ↓",
                rank=2,
            ),
        ]
        if self._drop is not None and item is not None:
            why = self._keep(item.value) if self._keep is not None else ""
            label = words("lobby.pick.drop")
            listed.append(
                command("pick.drop", "x", label, self._dropped, rank=1, enabled=not why, reason=why)
            )
        back = words("lobby.create.back")
        listed.append(command("pick.back", "escape q", back, self.leave, shown="Esc"))
        listed += [
            command("app.help", "question_mark", words("lobby.key.help"), self._help, rank=3),
            command("app.redraw", "ctrl+l", "", self.house.repaint),
        ]
        return tuple(listed)

    def _help(self) -> None:
        self.house.open_help(self)

    def _done(self) -> None:
        item = self._chosen
        if item is not None:
            self.dismiss(item.value)

    def _dropped(self) -> None:
        item = self._chosen
        if item is None or self._drop is None:
            return
        if self._dropping != item.value:
            self._dropping = item.value
            self._message = self.words("lobby.pick.drop_again", name=item.name)
            return
        self._dropping = ""
        self._drop(item.value)

    def show(self, items: Sequence[Item], message: str = "") -> None:
        """List these from now on, and say something."""
        self._items = tuple(items)
        self._move(0)
        self._message = message
        self.redraw()

    def explain(self, text: str) -> None:
        """Said under the list."""
        self._message = text

    def leave(self) -> None:
        """Nothing chosen."""
        self.dismiss(None)

    def clicked(self, x: int, y: int) -> None:
        """A click on a line chooses it."""
        for row, index in enumerate(self._rows(self.canvas.size.height)):
            if row + 2 == y and index is not None:
                self._at = index

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    def _rows(self, height: int) -> list[int | None]:
        """Which item is in each row of the box; None is a head."""
        lines: list[int | None] = []
        for index, item in enumerate(self._items):
            if item.group and (index == 0 or self._items[index - 1].group != item.group):
                lines.append(None)
            lines.append(index)
        room = max(1, height - 5)
        at = lines.index(self._at) if self._at in lines else 0
        self._first = max(0, min(self._first, at, len(lines) - 1))
        # The head over the first one is seen with it.
        if self._first == at and at > 0 and lines[at - 1] is None:
            self._first -= 1
        self._first = max(self._first, at - room + 1)
        return lines[self._first : self._first + room]

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The list in its box, what was refused, and the keys."""
        page = Page(size, self.palette, self.words)
        width = min(page.width - 2, WIDTH)
        rows = self._rows(page.height)
        page.frame(1, 1, width, len(rows) + 2, self._title)
        widest = max((cell_len(item.name) for item in self._items), default=0)
        for y, index in enumerate(rows, 2):
            if index is None:
                continue
            item = self._items[index]
            if item.group and (y > 2 and rows[y - 3] is None):
                page.put(3, y - 1, item.group, page.palette.faint, width - 4)
            on = index == self._at
            if on:
                page.band(2, y, width - 2, page.palette.turn)
                page.put(3, y, "▸", page.looks.strong_accent)
            name = page.looks.strong if on else page.palette.text
            page.put(5, y, cut(item.name, width - 6), name)
            x = 5 + min(widest, width - 6) + 2
            page.put(x, y, item.note, page.palette.muted, max(0, width - x - 1))
        if self._first:
            page.put(width, 2, "↑", page.palette.muted)
        if rows and rows[-1] is not None and rows[-1] < len(self._items) - 1:
            page.put(width, 1 + len(rows), "↓", page.palette.muted)
        if not self._items:
            page.put(3, 2, self.words("lobby.pick.none"), page.palette.muted, width - 4)
        if self._message:
            page.put(2, page.height - 2, self._message, page.palette.bad, page.width - 3)
        page.keys((entry.button for entry in self.commands()), self.house.turn_elsewhere())
        return page.rows()
