"""How the lobby looks (ux 5.1): the list, the description beside it, the rows below."""

from collections.abc import Iterable

from msgspec import Struct
from rich.cells import cell_len

from protocol.messages import GameInfo, TableInfo
from tui import waits
from tui.canvas.cells import Row, Style, wrapped
from tui.canvas.palette import Palette
from tui.canvas.scene import Button
from tui.layouts.options import in_force
from tui.locale import Words
from tui.room import Room
from tui.screens.line import Line
from tui.screens.paint import Page
from tui.screens.speech import (
    RANGE,
    buy_in,
    game_name,
    option_name,
    option_value,
    parts_about,
    settings,
    variant,
    yields,
)

SIDE = 36  # columns of the description beside the list, from WIDE on
WIDE = 110
NARROW = 60  # columns below which the list keeps to name, seats and status
BELOW = 5  # rows under the list: a rule, what is chosen (two), what is said, the keys

Size = tuple[int, int]

_SHORT = {"coop": "coop_short"}  # where all categories share a row


# What can be done about the chosen table, named beside it where there is room.
ABOUT = ("lobby.sit", "lobby.watch", "lobby.wake", "lobby.rules")

KINDS = ("coop", "poker", "chinese", "indian")  # as they are listed
INDIAN = ("indian", "indian_holdem")  # nobody sees their own cards there


def category(info: GameInfo) -> str:
    """The kind of a game that the lobby groups by."""
    if info.id in INDIAN:
        return "indian"
    if info.match == "points":
        return "chinese"
    return "coop" if info.manners.absence == "pause" else "poker"


def by_kind(games: Iterable[GameInfo]) -> tuple[GameInfo, ...]:
    """Games as they are listed: kind after kind, first the one that its kind is called after."""
    return tuple(
        sorted(games, key=lambda info: (KINDS.index(category(info)), info.id not in KINDS))
    )


TRAINING = "training"


def belongs(room: Room, table: TableInfo, wanted: str | None) -> bool:
    """Whether a table is listed under a category; None is all of them.

    Where all but one are bots somebody trains; that table is among those of its kind as well.
    """
    if wanted == TRAINING:
        return table.bots > 0 and table.taken - table.bots <= 1
    info = room.game(table.game)
    return wanted is None or (info is not None and category(info) == wanted)


class Shown(Struct, frozen=True):
    """What the lobby shows.

    tables: the listed ones, in their order; chosen: one of them, None without any. kinds: the
    categories to choose from, `category` the chosen one (None: all). filter: what the list is
    filtered by, `filtering` whether it is being typed. message: said above the keys. chairs: those
    held for this person, by table, for so many seconds.
    """

    room: Room
    tables: tuple[TableInfo, ...] = ()
    chosen: TableInfo | None = None
    kinds: tuple[str, ...] = ()
    category: str | None = None
    filter: Line | None = None
    filtering: bool = False
    message: str = ""
    chairs: dict[str, int] = {}
    local: bool = True
    right_of_title: str = ""
    buttons: tuple[Button, ...] = ()

    @property
    def top(self) -> int:
        """The row of the list's head."""
        return 2 if self.kinds else 1

    def listed(self, height: int) -> range:
        """Which of the tables have a row on a screen that is so high; the chosen one always."""
        count = len(self.tables)
        room = max(0, height - BELOW - self.top - 1)
        at = next((i for i, table in enumerate(self.tables) if table is self.chosen), 0)
        first = max(0, min(at - room // 2, count - room))
        return range(first, min(count, first + room))

    def table_at(self, y: int, height: int) -> TableInfo | None:
        """The table in row y of a screen that is so high; None where there is none."""
        listed, row = self.listed(height), y - self.top - 1
        return self.tables[listed[row]] if 0 <= row < len(listed) else None


def draw(shown: Shown, size: Size, palette: Palette, words: Words) -> tuple[Row, ...]:
    """All rows of a screen of that size."""
    picture = _Picture(shown, size, palette, words)
    picture.paint()
    return picture.rows()


class _Picture(Page):
    def __init__(self, shown: Shown, size: Size, palette: Palette, words: Words) -> None:
        super().__init__(size, palette, words)
        self.shown = shown
        self.room = shown.room
        lobby = shown.room.lobby
        self.tables = lobby.tables if lobby else ()
        self.people = lobby.people if lobby else 1

    def paint(self) -> None:
        """Everything, from the title to the keys."""
        head = _head(self.words, len(self.tables), self.people)
        self.title("♠ pokertui", head, self.shown.right_of_title)
        wide = self.width >= WIDE
        list_width = self.width - SIDE if wide else self.width
        bottom = self.height - BELOW
        self._categories()
        self._list(list_width)
        if wide:
            self._side(list_width, bottom)
        self.rule(bottom)
        self._about(bottom + 1)
        self._last(bottom + 3)
        self.keys(self.shown.buttons)

    def _categories(self) -> None:
        if not self.shown.kinds:
            return
        names = (None, *self.shown.kinds)
        labels = [
            f" {number} {self.words('lobby.category.' + _SHORT.get(name, name))}"
            for number, name in enumerate((name or "all" for name in names), 1)
        ]
        counted = [
            f"{label} {sum(belongs(self.room, table, name) for table in self.tables)} "
            for name, label in zip(names, labels, strict=True)
        ]
        # In a narrow window all names rather than how many tables there are of each.
        fit = sum(map(cell_len, counted)) + len(counted) <= self.width
        x = 1
        for name, label in zip(names, counted if fit else labels, strict=True):
            style = self.looks.chosen if name == self.shown.category else self.palette.muted
            x = self.put(x, 1, label if fit else f"{label} ", style) + fit

    def _list(self, width: int) -> None:
        words = self.words
        top = self.shown.top
        columns = _columns(width)
        self.band(0, top, width, self.palette.head)
        for name, (x, room) in columns.items():
            if name != "code":
                self.put(x, top, words(f"lobby.column.{name}"), self.palette.muted, room)
        tables = self.shown.tables
        if not tables:
            key = "lobby.empty" if not self.shown.filter else "lobby.no_match"
            for row, text in enumerate(wrapped(words(key), width - 4)):
                self.put(2, top + 2 + row, text, self.palette.text)
            return
        for y, index in enumerate(self.shown.listed(self.height), top + 1):
            table = tables[index]
            self._table(y, width, columns, table, table is self.shown.chosen)

    def _table(
        self, y: int, width: int, columns: dict[str, tuple[int, int]], table: TableInfo, on: bool
    ) -> None:
        words = self.words
        if on:
            self.band(0, y, width, self.palette.turn)
            self.put(0, y, "▸", self.looks.strong_accent)
        text = self.palette.text
        muted = text if on else self.palette.muted
        status: str = table.status
        if status == "full" and yields(table):
            status = "yields"
        texts = {
            "table": (table.name, self.looks.strong),
            "game": (game_name(words, table.game), text),
            "variant": (variant(words, table, self.room.game(table.game)), muted),
            "seats": (_seats(table), text),
            "status": self._standing(table, status),
            "code": (words("lobby.private") if table.private else "", self.palette.special),
        }
        status_at, room = columns["status"]
        if cell_len(texts["status"][0]) > room:
            # What this person has there is said whole, over the code that they know.
            columns = {**columns, "status": (status_at, width - status_at - 1)}
            del texts["code"]
        for name in texts.keys() & columns.keys():
            x, room = columns[name]
            self.put(x, y, *texts[name], room)

    def _standing(self, table: TableInfo, status: str) -> tuple[str, Style]:
        """How a table stands, or what this person has there."""
        words, place = self.words, waits.place(self.room, table.id)
        if table.id in self.shown.chairs:
            left = words("lobby.status.chair", seconds=self.shown.chairs[table.id])
            return left, self.looks.strong_accent
        if table.id in self.room.own:
            return words("lobby.status.held"), self.looks.status(status)
        if place is not None:
            return words("lobby.status.queued", place=place.place), self.palette.info
        return words(f"lobby.status.{status}"), self.looks.status(status)

    def _side(self, x: int, bottom: int) -> None:
        words = self.words
        for y in range(self.shown.top, bottom):
            self.put(x, y, "│", self.palette.faint)
        table = self.shown.chosen
        if table is None:
            return
        info = self.room.game(table.game)
        width = self.width - x - 3
        lines = [
            (table.name, self.palette.accent),
            (game_name(words, table.game), self.palette.muted),
        ]
        lines.append(("", self.palette.text))
        names = [*table.players, *[words("lobby.bot")] * max(0, table.taken - len(table.players))]
        for seat in range(table.seats):
            if seat < len(names):
                lines.append((f"{seat + 1} {names[seat]}", self.palette.text))
            else:
                lines.append((f"{seat + 1} {words('lobby.seat_free')}", self.palette.faint))
        lines.append(("", self.palette.text))
        if table.buy_in is not None:
            lines.append((buy_in(words, table.buy_in), self.palette.muted))
        lines += [(part, self.palette.muted) for part in settings(words, table)]
        for spec in info.options if info else ():
            value = table.options.get(spec.name, spec.default)
            if spec.name in RANGE or not in_force(spec, table.options):
                continue
            said = option_value(words, table.game, spec.name, value)
            for part in wrapped(f"{option_name(words, table.game, spec.name)}: {said}", width):
                lines.append((part, self.palette.muted))
        top, keys = self.shown.top, [one for one in self.shown.buttons if one.id in ABOUT]
        for y, (text, style) in zip(range(top, bottom), lines, strict=False):
            self.put(x + 2, y, text, style, width)
        for y, button in zip(range(top + len(lines) + 1, bottom), keys, strict=False):
            style = self.palette.text if button.enabled else self.palette.faint
            self.put(x + 2, y, button.keys, self.palette.accent if button.enabled else style)
            self.put(x + 9, y, button.label, style, width - 7)

    def _about(self, y: int) -> None:
        table = self.shown.chosen
        if table is None:
            return
        x = self.put(1, y, table.name, self.palette.accent, self.width // 3) + 2
        own = table.id in self.room.own
        parts = parts_about(self.words, table, self.room.game(table.game), own)
        if people := waits.wanted(self.room, table.id):
            parts.append(self.words("lobby.wake.wanted", n=people))
        # What has no room in the first row begins the second, whole.
        said = parts[0]
        while len(parts) > 1 and cell_len(f"{said} · {parts[1]}") <= self.width - x - 1:
            said = f"{said} · {parts.pop(1)}"
        self.put(x, y, said, self.palette.text, self.width - x - 1)
        self.put(x, y + 1, " · ".join(parts[1:]), self.palette.text, self.width - x - 1)

    def _last(self, y: int) -> None:
        words, typed = self.words, self.shown.filter
        account = self.room.account
        if self.shown.filtering and typed is not None:
            x = self.put(1, y, f"/ {words('lobby.filter')} ", self.palette.accent)
            self.field(x, y, typed.text, typed.at, self.width - x - 1)
        elif self.shown.message:
            self.put(1, y, self.shown.message, self.palette.bad, self.width - 2)
        elif said := self._chair():
            self.put(1, y, said, self.looks.strong_accent, self.width - 2)
        elif typed is not None:
            self.put(1, y, words("lobby.filtered", text=typed.text), self.palette.muted, 78)
        elif account.guest and account.code and not self.shown.local:
            # A code that is cut brings nobody back: rather fewer words around it.
            texts = [words(f"lobby.guest{size}", code=account.code) for size in ("", "_short")]
            texts.append(account.code)
            said = next((text for text in texts if cell_len(text) <= self.width - 2), texts[-1])
            self.put(1, y, said, self.palette.muted, self.width - 2)

    def _chair(self) -> str:
        """That a chair is held somewhere, and for how long."""
        for table in self.tables:
            if (seconds := self.shown.chairs.get(table.id)) is not None:
                return self.words("lobby.chair", table=table.name, seconds=seconds)
        return ""


def _head(words: Words, tables: int, people: int) -> str:
    said = words("lobby.tables.one") if tables == 1 else words("lobby.tables", n=tables)
    return words("lobby.head", tables=said, people=people)


def _seats(table: TableInfo) -> str:
    """How many chairs are taken: people and bots apart where a bot's is to be had, `2+6/8`."""
    if not yields(table):
        return f"{table.taken}/{table.seats}"
    return f"{table.taken - table.bots}+{table.bots}/{table.seats}"


def _columns(width: int) -> dict[str, tuple[int, int]]:
    """Where each column begins and how wide it is; a narrow list tells no game and no variant.

    What stands where there is no code may go on over that column.
    """
    left = width - 1 - cell_len("1+9/10  ") - 16
    begins = {"table": 1, "seats": 1 + left, "status": 1 + left + 8, "code": width - 5}
    if width >= NARROW:
        # A table's name may be 24 cells wide; at 80 columns all of it is seen.
        begins |= {"game": 1 + left * 46 // 100, "variant": 1 + left * 71 // 100}
    order = sorted(begins, key=begins.__getitem__)
    ends = [*(begins[name] for name in order[1:]), width]
    return {
        name: (begins[name], end - begins[name] - 1) for name, end in zip(order, ends, strict=True)
    }
