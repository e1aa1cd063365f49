"""The title of somebody with several tables: a tab for each, and what waits there (ux 5.16)."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace
from rich.cells import cell_len

from tui.canvas.cells import Row, cut
from tui.canvas.frame import LAST, LOW
from tui.canvas.palette import Palette, bold
from tui.canvas.plain import clean, spelled
from tui.locale import Words
from tui.screens.paint import Page

LEAST = (60, 18)  # the smallest window whose title has tabs
SHORT = 6  # cells that a table's name keeps where there are many


class Tab(Struct, frozen=True):
    """One table in the title; `waits` for this person, for so many seconds (None: no clock).

    `seated`: else one looks on. `shown`: it is what the screen shows. `unread`: what was said there
    while it was not.
    """

    table: str
    name: str
    waits: bool = False
    seconds: int | None = None
    seated: bool = True
    shown: bool = False
    unread: int = 0


class Laid(Struct, frozen=True):
    """A tab and where it stands in the row: from column `x` on, so many cells."""

    tab: Tab
    x: int
    text: str
    mark: str

    @property
    def end(self) -> int:
        """The column behind it."""
        return self.x + 2 + cell_len(self.text) + cell_len(self.mark)


def laid(tabs: Sequence[Tab], width: int, palette: Palette, words: Words, x: int = 0) -> list[Laid]:
    """Where the tabs stand in a row: names are cut first, then the first ones left out.

    The one that is shown always has its place.
    """
    tabs = [replace(tab, name=_spelt(tab.name, palette)) for tab in tabs]
    longest = max((cell_len(tab.name) for tab in tabs), default=0)
    for name_cells in range(max(longest, SHORT), SHORT - 1, -1):
        placed = _placed(tabs, name_cells, words, x)
        if not placed or placed[-1].end <= width:
            return placed
    first = 0
    shown = next((place for place, tab in enumerate(tabs) if tab.shown), 0)
    while first < shown:
        first += 1
        placed = _placed(tabs, SHORT, words, x, first)
        if placed[shown - first].end <= width:
            break
    return [one for one in placed if one.end <= width]


def _placed(
    tabs: Sequence[Tab], name_cells: int, words: Words, x: int, first: int = 0
) -> list[Laid]:
    placed: list[Laid] = []
    for number, tab in enumerate(tabs[first:], first + 1):
        one = Laid(tab, x, f"{number} {cut(tab.name, name_cells)}", _mark(tab, words))
        placed.append(one)
        x = one.end
    return placed


def _spelt(name: str, palette: Palette) -> str:
    """A name as it is put on the page, so that it can be measured."""
    return spelled(clean(name)) if palette.ascii else clean(name)


def _mark(tab: Tab, words: Words) -> str:
    talk = f" t{tab.unread if tab.unread != 2 else '²'}" if tab.unread else ""
    if not tab.waits:
        # Where one only looks on there is never anything to do.
        return (" ✓" if tab.seated and not tab.shown else "") + talk
    sign = "▸" if tab.shown else "●"
    if tab.seconds is None:
        return f" {sign}{talk}"
    if tab.seconds <= LOW:
        sign = f"{sign} !"
    return f" {sign} {words('common.seconds', seconds=tab.seconds)}{talk}"


def row(
    tabs: Sequence[Tab],
    right: Sequence[str],
    width: int,
    palette: Palette,
    words: Words,
    home: str = "",
) -> Row:
    """The title's row: `home` (where one is before all tabs), the tabs, and the parts at the right.

    Of those the first are dropped where the row is too narrow, then all.
    """
    page = Page((width, 1), palette, words)
    page.band(0, 0, width, palette.head)
    before, behind = page.looks.marks
    x = page.put(0, 0, f"{before}{home}{behind}", page.looks.chosen) if home else 0
    placed = laid(tabs, width, palette, words, x)
    for one in placed:
        _put(page, one)
    end = placed[-1].end if placed else x
    parts = list(right)
    while parts and end + 2 + cell_len(" · ".join(parts)) > width - 1:
        parts.pop(0)
    if parts:
        page.right(0, ((" · ".join(parts), palette.muted),))
    return page.rows()[0]


def _put(page: Page, one: Laid) -> None:
    palette, tab = page.palette, one.tab
    left, right = page.looks.marks if tab.shown else (" ", " ")
    if tab.shown:
        style = mark = page.looks.chosen
    elif tab.waits:
        style = mark = page.looks.strong_accent
    else:
        style = mark = palette.muted if tab.seated else palette.special
    if tab.waits and tab.seconds is not None and tab.seconds <= LOW and not tab.shown:
        mark = bold(palette.bad) if tab.seconds <= LAST else palette.bad
    x = page.put(one.x, 0, f"{left}{one.text}", style)
    x = page.put(x, 0, one.mark, mark)
    page.put(x, 0, right, style)


def tab_at(
    tabs: Sequence[Tab], x: int, width: int, palette: Palette, words: Words, home: str = ""
) -> str | None:
    """The table whose tab a click in that column hits; "" for what stands before the tabs."""
    begins = cell_len(home) + 2 if home else 0
    if x < begins:
        return ""
    placed = laid(tabs, width, palette, words, begins)
    return next((one.tab.table for one in placed if one.x <= x < one.end), None)
