"""No line: what was on the screen, frozen, and the box that says when it is tried again."""

from math import ceil
from time import localtime, monotonic, strftime
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from textual import events

from protocol.messages import ChairInfo, TableView
from tui.canvas.cells import Row, wrapped
from tui.canvas.dim import dimmed
from tui.canvas.frame import button_spans
from tui.canvas.palette import Palette, bold
from tui.canvas.scene import Button
from tui.conversation import Outage
from tui.locale import Words
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.paint import Page

if TYPE_CHECKING:
    from tui.room import Room

BOX = (52, 10)  # columns and rows, as in ux.md 5.16
LEAST = (30, 12)  # a window that has room for a box
TICK = 0.5  # seconds


class Frozen(Struct, frozen=True):
    """All that a frame of the box is made from.

    `below` are the rows of what was on the screen. `left`: seconds to the next try, None while
    there is one. `back`: there is a line again. `seat`: what becomes of the person's seat.
    """

    below: tuple[Row, ...]
    outage: Outage
    left: float | None
    back: bool
    seat: tuple[str, ...]
    buttons: tuple[Button, ...]


class ReconnectScreen(CanvasScreen[None]):
    """Lies over everything while there is no line; no key reaches what is below.

    It goes once it is told that it may, as soon as nothing lies over it.
    """

    NAME = "reconnect"
    BANNER = False

    def __init__(self) -> None:
        super().__init__()
        self._pictures: dict[Size, tuple[Row, ...]] = {}
        self._back = False
        self._over = False

    def on_mount(self) -> None:
        """Count the seconds."""
        self.set_interval(TICK, self.redraw)

    def on_screen_resume(self, event: events.ScreenResume) -> None:
        """Whatever lay over it is gone."""
        if self._over:
            self.dismiss()

    def changed(self) -> None:
        """The outage is another one: the next try, or what it came to."""
        self._back = False
        self.redraw()

    def say_back(self) -> None:
        """There is a line again; keys rest a moment longer."""
        self._back = True
        self.redraw()

    def go(self) -> None:
        """Give way to what is below."""
        self._over = True
        if self.is_current:
            self.dismiss()

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    def commands(self) -> tuple[Command, ...]:
        """Try now, or give up; nothing else, and nothing once there is a line again."""
        redraw = command("app.redraw", "ctrl+l", "", self.house.repaint)
        if self._back:
            return (redraw,)
        words = self.words
        now = command(
            "link.now", "enter", words("link.key.now"), self.house.line.hurry, shown="Enter"
        )
        return (now, command("app.leave", "q", words("link.key.quit"), self.leave), redraw)

    def leave(self) -> None:
        """To the shell, with the reason and the way back."""
        outage = self.house.line.outage
        if outage is not None:
            self.house.part(outage.why)

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The frozen picture and the box (ux.md 5.16)."""
        outage = self.house.line.outage
        picture = self._pictures.get(size)
        if picture is None:
            self._pictures = {size: self._picture(size)}
            picture = self._pictures[size]
        if outage is None:
            return picture
        left = None if outage.due is None else max(0.0, outage.due - monotonic())
        shown = Frozen(
            below=picture,
            outage=outage,
            left=left,
            back=self._back,
            seat=seat_lines(self.house.room, self.words),
            buttons=tuple(entry.button for entry in self.commands()),
        )
        return draw(shown, size, self.palette, self.words)

    def _picture(self, size: Size) -> tuple[Row, ...]:
        """What lies below, once: nothing in it moves any more."""
        stack = self.app.screen_stack
        place = stack.index(self) if self in stack else len(stack)
        shown: list[CanvasScreen[Any]] = [s for s in stack[:place] if isinstance(s, CanvasScreen)]
        rows: tuple[Row, ...] = ()
        for screen in shown:
            sheet = screen.has_class("sheet")
            height = min(size[1], screen.canvas.size.height) if sheet else size[1]
            drawn = screen.draw((size[0], height))
            rows = (*rows[: size[1] - height], *drawn)
        return dimmed(rows, self.palette)


def seat_lines(room: "Room", words: Words) -> tuple[str, ...]:
    """What becomes of the seat meanwhile, as far as it is known; nothing without one."""
    seated = [known.view for known in room.tables.values() if known.view.me is not None]
    if not seated:
        return (words("link.seat.held"),) if room.held else ()
    view = seated[-1]
    lines = [words("link.seat.held")]
    info = room.game(view.game)
    if view.stage != "running" or info is None:
        return tuple(lines)
    if info.manners.absence == "default":
        lines.append(words.at(view.game)("link.seat.default"))
    elif any(_somebody(chair, seat, view) for seat, chair in enumerate(view.chairs)):
        minutes, seconds = divmod(view.patience, 60)
        lines.append(words("link.seat.vote", time=f"{minutes}:{seconds:02}"))
    else:
        lines.append(words("link.seat.waits"))
    return tuple(lines)


def _somebody(chair: ChairInfo, seat: int, view: TableView) -> bool:
    return chair.kind == "person" and chair.here and seat != view.me


def draw(shown: Frozen, size: Size, palette: Palette, words: Words) -> tuple[Row, ...]:
    """The whole screen: the frozen rows, the title in red, the box in the middle."""
    page = Page(size, palette, words)
    for y, row in enumerate(shown.below[: page.height]):
        x = 0
        for run in row:
            x = page.put(x, y, run.text, run.style)
    _title(page, shown)
    width, height = min(BOX[0], page.width), BOX[1]
    if page.width < LEAST[0] or page.height < LEAST[1]:
        _lines(page, shown)
    else:
        _box(page, ((page.width - width) // 2, (page.height - height) // 2), width, shown)
    page.keys(shown.buttons)
    return page.rows()


def _title(page: Page, shown: Frozen) -> None:
    words, palette = page.words, page.palette
    page.band(0, 0, page.width, palette.failed)
    x = page.put(1, 0, "✗ ", bold(palette.bad))
    key = f"link.broken.{shown.outage.why.code}"
    said = words(key if words.has(key) else "link.broken")
    x = page.put(x, 0, said, bold(palette.text), page.width - x - 1)
    as_of = words("link.as_of", time=strftime("%H:%M:%S", localtime(shown.outage.since)))
    if x + 2 + len(as_of) < page.width:
        page.right(0, ((as_of, palette.text),))


def _box(page: Page, place: tuple[int, int], width: int, shown: Frozen) -> None:
    (x, y), palette = place, page.palette
    for row in range(y, y + BOX[1]):
        page.band(x, row, width, palette.drawer)
        page.put(x, row, "┃", palette.bad)
        page.put(x + width - 1, row, "┃", palette.bad)
    page.put(x, y, f"┏{'━' * (width - 2)}┓", palette.bad)
    page.put(x, y + BOX[1] - 1, f"┗{'━' * (width - 2)}┛", palette.bad)
    page.put(x + 2, y, f" {page.words('link.title')} ", bold(palette.text), width - 4)
    inner = width - 6
    page.put(x + 3, y + 2, _attempt(page.words, shown), palette.text, inner)
    outage = shown.outage
    passed = 1.0 if shown.left is None else 1 - shown.left / outage.pause
    full = round(inner * min(1.0, max(0.0, passed)))
    page.put(x + 3, y + 3, "━" * full, palette.good if shown.back else palette.bad)
    page.put(x + 3 + full, y + 3, "─" * (inner - full), palette.faint)
    rows = [text for line in shown.seat for text in wrapped(line, inner)]
    for row, text in enumerate(rows[:3], y + 4):
        page.put(x + 3, row, text, palette.muted)
    column = x + 3
    for button in shown.buttons:
        if button.label:
            tone = button if button.id != "link.now" else _good(button)
            column = page.spans(column, y + 7, button_spans(tone, palette)) + 2


def _good(button: Button) -> Button:
    return Button(button.id, button.keys, button.label, tone="good")


def _lines(page: Page, shown: Frozen) -> None:
    """A window too small for a box: the same in plain rows over the upper part."""
    for row, text in enumerate((_attempt(page.words, shown), *shown.seat), 1):
        if row < page.height - 1:
            page.band(0, row, page.width, page.palette.drawer)
            page.put(1, row, text, page.palette.text, page.width - 2)


def _attempt(words: Words, shown: Frozen) -> str:
    if shown.back:
        return words("link.back")
    number = shown.outage.attempt
    if shown.left is None:
        return words("link.trying", number=number)
    return words("link.attempt", number=number, seconds=ceil(shown.left))
