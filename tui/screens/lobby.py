"""The lobby: all tables, what each is, and the ways to a seat."""

from collections.abc import Sequence
from functools import partial

from textual.timer import Timer

from protocol.messages import Ok, Past, TableInfo
from tui import entry, waits
from tui.canvas.cells import Row
from tui.canvas.scene import Button
from tui.screens import quick
from tui.screens.at_table import AtTable, listed
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.line import Line, line
from tui.screens.lobby_page import KINDS, TRAINING, Shown, belongs, category, draw
from tui.screens.past import PastScreen
from tui.screens.pick import PickScreen
from tui.screens.scores import show_scores
from tui.screens.speech import game_name, yields
from tui.screens.ways import Entering, Ways

ORDER = {"waiting": 0, "running": 1, "full": 2, "broken": 3}


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
        self._ways = Ways(self)
        self._counting: Timer | None = None

    def on_mount(self) -> None:
        """Count the time of a chair that is held."""
        self._count_down()

    def room_changed(self, table: str | None) -> None:
        """The list has changed, or a chair is held."""
        super().room_changed(table)
        self._count_down()

    def _count_down(self) -> None:
        # A timer for each session that has nothing to count would cost a host of many.
        if self._counting is None and self._held:
            self._counting = self.set_interval(1.0, self._tick)

    def _tick(self) -> None:
        if not self._held and self._counting is not None:
            self._counting.stop()
            self._counting = None
        self.redraw()

    @property
    def _held(self) -> dict[str, int]:
        """The tables where a chair is held for this person, and for how many seconds."""
        room = self.house.room
        left = ((one.table, waits.held(room, one.table)) for one in room.waits.places)
        return {table: seconds for table, seconds in left if seconds is not None}

    # ── what there is ──────────────────────────────────────────────────────────────────────────

    @property
    def tables(self) -> list[TableInfo]:
        """The tables that the filter and the category leave, best first."""
        lobby = self.house.room.lobby
        wanted, held = self._filter.text.casefold() if self._filter else "", self._held
        own = self.house.room.own
        return sorted(
            (
                table
                for table in (lobby.tables if lobby else ())
                if wanted in self._searched(table)
                and belongs(self.house.room, table, self._category)
            ),
            key=lambda table: (
                table.id not in own,
                table.id not in held,
                ORDER["running" if table.status == "full" and yields(table) else table.status],
                table.name.casefold(),
                table.id,
            ),
        )

    @property
    def selected(self) -> TableInfo | None:
        """The table that the keys are about."""
        return self._chosen(self.tables)

    def _chosen(self, tables: Sequence[TableInfo]) -> TableInfo | None:
        chosen = next((table for table in tables if table.id == self._selected), None)
        return chosen or (tables[0] if tables else None)

    @property
    def categories(self) -> list[str]:
        """The kinds of games, where there is more than one to choose from."""
        there = {category(info) for info in self.house.room.games}
        kinds = [name for name in KINDS if name in there]
        if any(info.bots for info in self.house.room.games):
            kinds.append(TRAINING)
        return kinds if len(there) > 1 else []

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
        # Nobody else comes to a server of one's own.
        alone = self.house.terminal.local
        listed: list[Command] = []
        if table is not None:
            ways = self._ways
            doings = [
                ("lobby.sit", "enter", "Enter", ways.sit(table), self._sit, 1),
                ("lobby.watch", "w", "w", ways.watch(table), self._watch, 5),
            ]
            if not alone:
                doings.append(("lobby.wake", "z", "z", ways.wake(table), self._wake, 11))
            for id, key, shown, way, run, rank in doings:
                able = not way.why
                listed.append(
                    command(
                        *(id, key, way.label, run),
                        shown=shown,
                        rank=rank,
                        enabled=able,
                        reason=way.why,
                    )
                )
        listed.append(command("lobby.new", "plus", words("lobby.key.new"), self._new, rank=2))
        if any(info.bots for info in self.house.room.games):
            listed.append(command("lobby.bots", "b", words("lobby.key.bots"), self._quick, rank=3))
        if self.house.room.lobby and self.house.room.lobby.tables:
            listed.append(
                command("lobby.filter", "slash", words("lobby.key.filter"), self._search, rank=7)
            )
        if not alone:
            by_code = self._ways.by_code
            listed.append(command("lobby.code", "c", words("lobby.key.code"), by_code, rank=12))
        listed += [
            command("lobby.rules", "i", words("lobby.key.rules"), self._rules, rank=4),
            command("lobby.profile", "p", words("lobby.key.profile"), self._profile, rank=6),
            command("lobby.past", "h", words("lobby.key.past"), self._look_back, rank=9),
            command("app.options", "o", words("preferences.key"), self.house.open_options, rank=8),
            *self._listing(),
            *self.house.tables.commands(),
            command(
                "lobby.move", "down", words("lobby.key.move"), self._down, shown="↑ ↓", rank=14
            ),
            *self._sorting(),
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
        if self.house.room.game("pokerface") is not None:
            listed.append(command("lobby.guide", "g", words("guide.play"), self._guide, rank=13))
        return tuple(listed)

    def _down(self) -> None:
        self._move(1)

    def _sorting(self) -> tuple[Command, ...]:
        """The digits of the categories, where there are any."""
        if not self.categories:
            return ()
        shown = f"1–{len(self.categories) + 1}"
        label = self.words("lobby.key.category")
        ask = self.words("common.which_key", keys=shown)
        run = partial(self.explain, ask)
        return (command("lobby.category", "", label, run, shown=shown, rank=15),)

    def _guide(self) -> None:
        entry.begin(self.house, "guide", self)

    def _listing(self) -> list[Command]:
        """The scores, where a game is for points: the chosen table's, else the first one's."""
        games = [info.id for info in self.house.room.games if info.scores]
        if not games:
            return []
        table = self.selected
        known = table is not None and table.game in games
        game, options = (table.game, table.options) if table and known else (games[0], {})
        return [
            command(
                "lobby.scores",
                "s",
                self.words("lobby.key.scores"),
                lambda: self.errand(lambda: show_scores(self, game, options)),
                rank=10,
            )
        ]

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
        if self.house.room.own:
            self.house.ask_to_quit()
        else:
            self.house.quit()

    def _help(self) -> None:
        table = self.selected
        self.house.open_help(self, table.game if table else None, at=self._listed(table))

    def _rules(self) -> None:
        table = self.selected
        game = table.game if table else None
        self.house.open_help(self, game, tab="rules", at=self._listed(table))

    def _listed(self, table: TableInfo | None) -> AtTable | None:
        return None if table is None else listed(table, self.house.room.game(table.game))

    def _new(self) -> None:
        self.house.open_create()

    def _profile(self) -> None:
        self.house.open_profile()

    def _look_back(self) -> None:
        self.errand(self._looking_back)

    async def _looking_back(self) -> None:
        answer = await self.house.ask_server(Past(id=0))
        if isinstance(answer, Ok):
            self.house.push_screen(PastScreen(answer.deals))
        elif answer is not None:
            self._message = self.house.refusal(answer)
            self.redraw()

    def _sit(self) -> None:
        table = self.selected
        if table is not None:
            self._ways.take(table)

    def _watch(self) -> None:
        table = self.selected
        if table is not None:
            self._ways.look(table)

    def _wake(self) -> None:
        table = self.selected
        if table is not None:
            self._ways.call_me(table)

    def _quick(self) -> None:
        """Ask which game to play with bots: the selected table's, or the first of the category."""
        table, words = self.selected, self.words
        listed = quick.games(self.house.room.games, table.game if table else None, self._category)

        def chosen(game: str | None) -> None:
            if game is not None:
                self.play_with_bots(game)

        items = quick.items(listed, words)
        picked = PickScreen(words("lobby.quick.title"), items, done=words("lobby.quick.do"))
        self.house.push_screen(picked, chosen)

    def play_with_bots(self, game: str) -> None:
        """Open a table of one's own with bots, as usual in that game."""
        info = self.house.room.game(game)
        if info is not None:
            self.enter(quick.table(info, self.house.table_name()), None)

    def choose(self, table: str) -> None:
        """Go to a table in the list, whatever it was narrowed by."""
        self._filter, self._filtering, self._category = None, False, None
        self._selected = table

    def enter(self, message: Entering, table: str | None) -> None:
        """Ask to be shown a table, and go there."""
        self.errand(lambda: self._entering(message, table))

    async def _entering(self, message: Entering, table: str | None) -> None:
        answer = await self.house.ask_server(message)
        if isinstance(answer, Ok):
            name = answer.table or table
            if name is not None:
                self.house.open_table(name)
        elif answer is not None:
            self._ways.refused(answer.why.code, table or "")
            self._message = self.house.refusal(answer)
            self.redraw()

    def clicked(self, x: int, y: int) -> None:
        """A click on a row chooses it."""
        size = (self.canvas.size.width, self.canvas.size.height)
        if y == 0 and self.house.tables.clicked(x, size):
            return
        table = self.shown.table_at(y, size[1])
        if table is not None:
            self._selected = table.id

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    @property
    def shown(self) -> Shown:
        """What there is to see now."""
        words, house = self.words, self.house
        buttons = tuple(entry.button for entry in self.commands())
        if self._filtering:
            # Letters go into the filter: nothing else works now.
            buttons = (
                Button("", "Enter", words("lobby.key.filter_done")),
                Button("", "Esc", words("lobby.key.filter_off")),
            )
        tables = tuple(self.tables)
        return Shown(
            room=house.room,
            tables=tables,
            chosen=self._chosen(tables),
            kinds=tuple(self.categories),
            category=self._category,
            filter=self._filter,
            filtering=self._filtering,
            message=self._message,
            chairs=self._held,
            local=house.terminal.local,
            right_of_title=house.right_of_title(),
            buttons=buttons,
        )

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The lobby as drawn in ux.md 5.1."""
        rows = draw(self.shown, size, self.palette, self.words)
        return self.house.tables.titled(rows, size, self.house.right_of_title())
