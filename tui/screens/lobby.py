"""The lobby: all tables, what each is, and the ways to a seat."""

from rich.cells import cell_len

from protocol.messages import Create, GameInfo, Join, Ok, TableInfo, Watch
from tui.canvas.cells import Row
from tui.link import new_key
from tui.locale import Words
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.line import Line, line
from tui.screens.paint import Page, wrapped
from tui.screens.speech import about, game_name, option_name, option_value, variant

ORDER = {"waiting": 0, "running": 1, "full": 2, "broken": 3}
SIDE = 36  # columns of the description beside the list, from WIDE on
WIDE = 110
QUICK_BOTS = 3


def category(info: GameInfo) -> str:
    """The kind of a game that the lobby groups by."""
    return "coop" if info.manners.absence == "pause" else "poker"


class LobbyScreen(CanvasScreen[None]):
    """The list of tables. It opens tables and comes back when they are left."""

    NAME = "lobby"

    def __init__(self) -> None:
        super().__init__()
        self._selected: str | None = None
        self._filter: Line | None = None
        self._filtering = False
        self._category: str | None = None
        self._message = ""
        self._busy = False

    # ── what there is ──────────────────────────────────────────────────────────────────────────

    @property
    def tables(self) -> list[TableInfo]:
        """The tables that the filter and the category leave, best first."""
        lobby = self.house.room.lobby
        wanted = self._filter.text.casefold() if self._filter else ""
        return sorted(
            (
                table
                for table in (lobby.tables if lobby else ())
                if wanted in self._searched(table) and self._category in (None, self._kind(table))
            ),
            key=lambda table: (
                table.id not in self.house.room.held,
                ORDER[table.status],
                table.name.casefold(),
                table.id,
            ),
        )

    @property
    def selected(self) -> TableInfo | None:
        """The table that the keys are about."""
        tables = self.tables
        chosen = next((table for table in tables if table.id == self._selected), None)
        return chosen or (tables[0] if tables else None)

    @property
    def categories(self) -> list[str]:
        """The kinds of games, where there is more than one to choose from."""
        kinds = list(dict.fromkeys(category(info) for info in self.house.room.games))
        return kinds if len(kinds) > 1 else []

    def _kind(self, table: TableInfo) -> str | None:
        info = self.house.room.game(table.game)
        return category(info) if info else None

    def _searched(self, table: TableInfo) -> str:
        return (
            f"{table.name} {game_name(self.words, table.game)} {' '.join(table.players)}".casefold()
        )

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    @property
    def typing(self) -> bool:
        """Whether the filter is being typed."""
        return self._filtering

    def key(self, key: str, character: str | None) -> bool:
        """Typing goes into the filter, arrows move the choice."""
        self._message = ""
        if self._filtering:
            self._type(key, character)
            return True
        step = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -9999, "end": 9999}
        if key in step:
            self._move(step[key])
            return True
        if key == "escape" and self._filter is not None:
            self._filter = None
            return True
        kinds = self.categories
        if kinds and key.isdigit() and 1 <= int(key) <= len(kinds) + 1:
            self._category = None if key == "1" else kinds[int(key) - 2]
            return True
        return False

    def pasted(self, text: str) -> None:
        """Into the filter, while it is typed."""
        if self._filtering and self._filter is not None:
            self._filter = self._filter.typed(text)

    def commands(self) -> tuple[Command, ...]:
        """Everything that the lobby can do now."""
        words = self.words
        table = self.selected
        listed: list[Command] = []
        if table is not None:
            seated = table.id in self.house.room.held
            label = words("lobby.key.back") if seated else words("lobby.key.sit")
            full = table.taken >= table.seats and not seated
            reason = words("why.table_full") if full else ""
            if table.status == "broken":
                reason = words("why.table_broken")
            listed += [
                command(
                    "lobby.sit",
                    "enter",
                    label,
                    self._sit,
                    shown="Enter",
                    rank=1,
                    enabled=not reason,
                    reason=reason,
                ),
                command("lobby.watch", "w", words("lobby.key.watch"), self._watch, rank=5),
            ]
        listed.append(command("lobby.new", "plus", words("lobby.key.new"), self._new, rank=2))
        if any(info.bots for info in self.house.room.games):
            listed.append(command("lobby.bots", "b", words("lobby.key.bots"), self._quick, rank=3))
        if self.house.room.lobby and self.house.room.lobby.tables:
            listed.append(
                command("lobby.filter", "slash", words("lobby.key.filter"), self._search, rank=7)
            )
        listed += [
            command("lobby.rules", "i", words("lobby.key.rules"), self._rules, rank=4),
            command("lobby.profile", "p", words("lobby.key.profile"), self._profile, rank=6),
            command("app.help", "question_mark", words("lobby.key.help"), self._help),
            command(
                "app.palette",
                "colon ctrl+p",
                words("lobby.key.palette"),
                self.house.open_palette,
                shown=":",
                rank=8,
            ),
            command("app.leave", "q", words("lobby.key.quit"), self.leave, rank=1),
            command("app.redraw", "ctrl+l", "", self.house.repaint),
        ]
        return tuple(listed)

    def explain(self, text: str) -> None:
        """Said in the row above the footer."""
        self._message = text

    def _move(self, by: int) -> None:
        tables = self.tables
        if not tables:
            return
        ids = [table.id for table in tables]
        now = ids.index(self._selected) if self._selected in ids else 0
        self._selected = ids[max(0, min(len(ids) - 1, now + by))]

    def _search(self) -> None:
        self._filter = self._filter or line("", 40)
        self._filtering = True

    def _type(self, key: str, character: str | None) -> None:
        assert self._filter is not None
        if key in ("enter", "escape"):
            self._filtering = False
            if key == "escape" or not self._filter.text:
                self._filter = None
            return
        if key in ("up", "down"):
            self._move(1 if key == "down" else -1)
            return
        edited = self._filter.pressed(key)
        if edited is None and character:
            edited = self._filter.typed(character)
        self._filter = edited or self._filter

    def leave(self) -> None:
        """End the session; with a seat held, ask first."""
        if self.house.room.held:
            words = self.words
            self.house.ask(
                words("lobby.quit.title"),
                words("lobby.quit.held"),
                words("lobby.quit.yes"),
                self.house.quit,
            )
        else:
            self.house.quit()

    def _help(self) -> None:
        table = self.selected
        self.house.open_help(self, table.game if table else None)

    def _rules(self) -> None:
        table = self.selected
        self.house.open_help(self, table.game if table else None, tab="rules")

    def _new(self) -> None:
        self.house.open_create()

    def _profile(self) -> None:
        self.house.open_profile()

    def _sit(self) -> None:
        table = self.selected
        if table is not None:
            self._enter(Join(id=0, key=new_key(), table=table.id), table.id)

    def _watch(self) -> None:
        table = self.selected
        if table is not None:
            self._enter(Watch(id=0, table=table.id), table.id)

    def _quick(self) -> None:
        """A table of one's own against bots: of the selected table's game, else the first's."""
        table = self.selected
        games = [info for info in self.house.room.games if info.bots]
        info = next((info for info in games if table and info.id == table.game), games[0])
        seats = min(info.hi, max(info.lo, QUICK_BOTS + 1))
        self._enter(
            Create(
                id=0,
                key=new_key(),
                game=info.id,
                name=self.house.table_name(),
                seats=seats,
                bots="now",
            ),
            None,
        )

    def _enter(self, message: Join | Watch | Create, table: str | None) -> None:
        if not self._busy:
            self.run_worker(self._entering(message, table))

    async def _entering(self, message: Join | Watch | Create, table: str | None) -> None:
        self._busy = True
        try:
            answer = await self.house.ask_server(message)
        finally:
            self._busy = False
        if isinstance(answer, Ok):
            name = answer.table or table
            if name is not None:
                self.house.open_table(name)
        elif answer is not None:
            self._message = self.house.refusal(answer)
            self.redraw()

    def clicked(self, x: int, y: int) -> None:
        """A click on a row chooses it."""
        tables = self.tables
        index = y - self._top - 1
        if 0 <= index < len(tables):
            self._selected = tables[self._first + index].id

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The lobby as drawn in ux.md 5.1."""
        words, house = self.words, self.house
        page = Page(size, self.palette, self.words)
        lobby = house.room.lobby
        count = len(lobby.tables) if lobby else 0
        page.title(
            "♠ pokertui",
            _head(words, count, lobby.people if lobby else 1),
            house.right_of_title(),
        )
        wide = page.width >= WIDE
        list_width = page.width - SIDE if wide else page.width
        self._draw_categories(page)
        bottom = page.height - 4
        self._draw_list(page, list_width, bottom)
        table = self.selected
        if wide:
            self._draw_side(page, list_width, bottom, table)
        page.rule(bottom)
        self._draw_about(page, bottom + 1, table)
        self._draw_last(page, bottom + 2)
        if self._filtering:
            page.keys(
                [
                    command(
                        "", "", words("lobby.key.filter_done"), self.leave, shown="Enter"
                    ).button,
                    command("", "", words("lobby.key.filter_off"), self.leave, shown="Esc").button,
                ]
            )
        else:
            page.keys(entry.button for entry in self.commands())
        return page.rows()

    @property
    def _top(self) -> int:
        return 2 if self.categories else 1

    _first = 0

    def _draw_categories(self, page: Page) -> None:
        kinds = self.categories
        if not kinds:
            return
        lobby = self.house.room.lobby
        tables = lobby.tables if lobby else ()
        x = 1
        for number, kind in enumerate([None, *kinds], 1):
            count = sum(kind in (None, self._kind(table)) for table in tables)
            label = f" {number} {self.words('lobby.category.' + (kind or 'all'))} {count} "
            style = page.looks.chosen if kind == self._category else page.palette.muted
            x = page.put(x, 1, label, style) + 1

    def _draw_list(self, page: Page, width: int, bottom: int) -> None:
        words = self.words
        top = self._top
        columns = _columns(width)
        page.band(0, top, width, page.palette.head)
        for name, x in zip(("table", "game", "variant", "seats", "status"), columns, strict=True):
            page.put(x, top, words(f"lobby.column.{name}"), page.palette.muted)
        tables = self.tables
        if not tables:
            key = "lobby.empty" if not self._filter else "lobby.no_match"
            for row, text in enumerate(wrapped(words(key), width - 4)):
                page.put(2, top + 2 + row, text, page.palette.text)
            return
        chosen = self.selected
        room = bottom - top - 1
        at = next(i for i, table in enumerate(tables) if chosen and table.id == chosen.id)
        self._first = max(0, min(at - room // 2, len(tables) - room))
        for row, table in enumerate(tables[self._first : self._first + room], top + 1):
            self._draw_table(page, row, width, columns, table, table is chosen)

    def _draw_table(
        self, page: Page, y: int, width: int, columns: tuple[int, ...], table: TableInfo, on: bool
    ) -> None:
        words = self.words
        if on:
            page.band(0, y, width, page.palette.turn)
            page.put(0, y, "▸", page.looks.strong_accent)
        text = page.palette.text
        muted = text if on else page.palette.muted
        held = table.id in self.house.room.held
        texts = (
            (table.name, page.looks.strong),
            (game_name(words, table.game), text),
            (variant(words, table, self.house.room.game(table.game)), muted),
            (f"{table.taken}/{table.seats}", text),
            (
                words("lobby.status.held" if held else f"lobby.status.{table.status}"),
                page.looks.status(table.status),
            ),
        )
        ends = (*columns[1:], width)
        for (said, style), x, end in zip(texts, columns, ends, strict=True):
            page.put(x, y, said, style, end - x - 1)

    def _draw_side(self, page: Page, x: int, bottom: int, table: TableInfo | None) -> None:
        words = self.words
        for y in range(self._top, bottom):
            page.put(x, y, "│", page.palette.faint)
        if table is None:
            return
        info = self.house.room.game(table.game)
        width = page.width - x - 3
        lines = [
            (table.name, page.palette.accent),
            (game_name(words, table.game), page.palette.muted),
        ]
        lines.append(("", page.palette.text))
        names = [*table.players, *[words("lobby.bot")] * max(0, table.taken - len(table.players))]
        for seat in range(table.seats):
            if seat < len(names):
                lines.append((f"{seat + 1} {names[seat]}", page.palette.text))
            else:
                lines.append((f"{seat + 1} {words('lobby.seat_free')}", page.palette.faint))
        lines.append(("", page.palette.text))
        for spec in info.options if info else ():
            value = table.options.get(spec.name, spec.default)
            said = option_value(words, table.game, spec.name, value)
            for part in wrapped(f"{option_name(words, table.game, spec.name)}: {said}", width):
                lines.append((part, page.palette.muted))
        for y, (text, style) in zip(range(self._top, bottom), lines, strict=False):
            page.put(x + 2, y, text, style, width)

    def _draw_about(self, page: Page, y: int, table: TableInfo | None) -> None:
        if table is None:
            return
        x = page.put(1, y, table.name, page.palette.accent, page.width // 3)
        said = about(self.words, table, self.house.room.game(table.game))
        page.put(x + 2, y, said, page.palette.text, page.width - x - 3)

    def _draw_last(self, page: Page, y: int) -> None:
        words = self.words
        account = self.house.room.account
        if self._filtering and self._filter is not None:
            x = page.put(1, y, f"/ {words('lobby.filter')} ", page.palette.accent)
            page.field(x, y, self._filter.text, self._filter.at, page.width - x - 1)
        elif self._message:
            page.put(1, y, self._message, page.palette.bad, page.width - 2)
        elif self._filter is not None:
            page.put(1, y, words("lobby.filtered", text=self._filter.text), page.palette.muted, 78)
        elif account.guest and account.code and not self.house.terminal.local:
            said = words("lobby.guest", code=account.code)
            page.put(1, y, said, page.palette.muted, page.width - 2)


def _head(words: Words, tables: int, people: int) -> str:
    said = words("lobby.tables.one") if tables == 1 else words("lobby.tables", n=tables)
    return words("lobby.head", tables=said, people=people)


def _columns(width: int) -> tuple[int, ...]:
    """Where the columns begin: table, game, variant, seats, status."""
    fixed = cell_len("10/10  ") + 12
    left = width - 1 - fixed
    return (1, 1 + left * 27 // 100, 1 + left * 52 // 100, 1 + left, 1 + left + 9)
