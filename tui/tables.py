"""The tables of one session: several at once, each with a screen that is kept meanwhile."""

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from protocol.messages import TableView
from tui.canvas.cells import Row
from tui.canvas.frame import can_go_on, onlooker
from tui.canvas.plain import clean
from tui.canvas.scene import Scene
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.pacing import question_of
from tui.screens.speech import game_name
from tui.screens.tabs import LEAST, Tab, row, tab_at
from tui.work import begin

if TYPE_CHECKING:
    from tui.app import PokerApp
    from tui.screens.table import TableScreen


class Tables:
    """Where one is among one's tables, the lobby being the first, and how one goes on.

    The screen of a table lies over the lobby while it is shown; that of another is installed, lives
    on and takes in what is told, so that nothing on it is lost.
    """

    def __init__(self, app: "PokerApp") -> None:
        self._app = app
        self._screens: dict[str, TableScreen] = {}
        self._asking: list[str] = []  # tables that wait while another is shown, the first one first

    # ── what there is ──────────────────────────────────────────────────────────────────────────

    @property
    def screens(self) -> "tuple[TableScreen, ...]":
        """All of them, in the order in which they were come to."""
        return tuple(self._screens.values())

    @property
    def shown(self) -> "TableScreen | None":
        """The one that is shown, under whatever lies over it; None: the lobby is."""
        stack = self._app._screen_stack
        return next((screen for screen in self._screens.values() if screen in stack), None)

    @property
    def hidden(self) -> "tuple[TableScreen, ...]":
        """Those that are not shown."""
        shown = self.shown
        return tuple(screen for screen in self._screens.values() if screen is not shown)

    @property
    def has_lobby(self) -> bool:
        """Whether there is a lobby to go to: a session that began at a table ends with it."""
        return not self._app.ends_after_table

    def has(self, table: str) -> bool:
        """Whether one sits there or looks on, on a screen of this session."""
        return table in self._screens

    def __iter__(self) -> Iterator[Tab]:
        """The tabs of the title."""
        shown = self.shown
        for table, screen in self._screens.items():
            known = self._app.room.tables.get(table)
            if known is None:
                continue
            waits = question_of(known.view) is not None or _held_up(known.view)
            yield Tab(
                table=table,
                name=self.name(table),
                waits=waits,
                seconds=screen.ui.seconds if waits and known.view.clock is not None else None,
                seated=known.view.me is not None or known.view.promised is not None,
                shown=screen is shown,
                unread=0 if screen is shown else screen.ui.unread,
            )

    def name(self, table: str) -> str:
        """What a table is called here: by its name, or by its game where two have the same name."""
        known = self._app.room.tables.get(table)
        if known is None:
            return ""
        name = clean(known.view.name)
        others = (self._app.room.tables.get(one) for one in self._screens if one != table)
        if any(other is not None and clean(other.view.name) == name for other in others):
            return game_name(self._app.words, known.view.game)
        return name

    @property
    def _waiting(self) -> list[str]:
        """The tables where something is to be decided, in the order of the tabs."""
        return [tab.table for tab in self if tab.waits]

    @property
    def due(self) -> str:
        """Where one is to act, in a sentence: first where the screen is; "": nowhere."""
        tabs = self._asked_at
        return self._your_turn(tabs[0].table) if tabs else ""

    @property
    def _asked_at(self) -> list[Tab]:
        """Where there is a question: first where the screen is."""
        tables = self._app.room.tables
        asked = [tab for tab in self if question_of(tables[tab.table].view) is not None]
        return sorted(asked, key=lambda tab: not tab.shown)

    def turn(self) -> str:
        """That it is one's turn below what is shown, or at another table; "": it is not."""
        tabs = self._asked_at
        if not tabs:
            return ""
        if tabs[0].shown:
            return f"▸ {self._app.words('common.your_turn')}"
        return f"● {self._your_turn(tabs[0].table)}"

    def _your_turn(self, table: str) -> str:
        return self._app.words("tables.turn", table=self._called(table))

    def _called(self, table: str) -> str:
        """Its name in a sentence: with the number of its tab where that alone tells it apart."""
        names = {one: self.name(one) for one in self._screens}
        name = self.name(table)
        if list(names.values()).count(name) < 2:
            return name
        return f"{list(names).index(table) + 1} {name}"

    # ── going ──────────────────────────────────────────────────────────────────────────────────

    def open(self, table: str) -> None:
        """Show a table, one that was come to before or a new one."""
        from tui.screens.table import TableScreen

        known = self._screens.get(table)
        if known is not None:
            self._show(known)
            return
        screen = TableScreen(table)
        self._app.install_screen(screen, f"table {table}")
        before = self.shown
        self._screens[table] = screen
        self._lay(screen, before)

    def _show(self, screen: "TableScreen") -> None:
        before = self.shown
        if screen is not before:
            self._lay(screen, before)
        screen.come()

    def _lay(self, screen: "TableScreen", before: "TableScreen | None") -> None:
        app = self._app
        app.alerts.hush()
        if screen.table in self._asking:
            self._asking.remove(screen.table)
        if before is None:
            begin(app, partial(app.watch_lobby, False))
            app.push_screen(screen)
            return
        if before.table in self._waiting and before.table not in self._asking:
            # It is come back to once nothing is to be done here.
            self._asking.append(before.table)
        self._uncover(before)
        app.switch_screen(screen)

    def _uncover(self, screen: "TableScreen") -> None:
        """Whatever lies over a table goes with it."""
        while self._app.screen is not screen:
            self._app.pop_screen()

    def to_lobby(self) -> None:
        """Show the lobby; the tables stay."""
        shown = self.shown
        if shown is None:
            return
        self._uncover(shown)
        # Who goes there wants to be there: only what is asked from now on fetches them back.
        self._asking.clear()
        self._app.pop_screen()
        self._app.back_in_lobby("")
        view = shown.view
        if view is not None:
            key = "tables.kept" if view.me is not None else "tables.watched"
            name = self._called(shown.table)
            self._app.notice(self._app.words(key, table=name), ring=False)

    def over(self, screen: "TableScreen", notice: str) -> None:
        """A table was left, or is there no more: `notice` says why, for whoever did not do it."""
        if self._screens.get(screen.table) is not screen:
            return
        shown = self.shown is screen
        del self._screens[screen.table]
        if shown:
            self._uncover(screen)
            self._app.pop_screen()
            self._app.uninstall_screen(screen)
            self._app.back_in_lobby(notice)
            self._app.alerts.entitle()
            return
        self._app.uninstall_screen(screen)
        screen.remove()
        self._app.alerts.entitle()
        if notice:
            self._app.notice(f"{screen.called}: {notice}")

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    def commands(self) -> tuple[Command, ...]:
        """Back and forth among the tables, and to the one that waits; printed where there are some.

        Where the lobby is shown the tables are elsewhere; at the only table the lobby is.
        """
        words, several = self._app.words, bool(self._screens) and self.has_lobby
        why = "" if several else words("tables.none" if self.has_lobby else "tables.only")
        switch = words("tables.switch") if several else ""
        waiting = self._others_waiting
        due = words("tables.next") if several else ""
        return (
            command(
                "tables.after",
                "full_stop",
                switch,
                lambda: self.step(1),
                shown=", .",
                rank=6,
                enabled=several,
                reason=why,
            ),
            command(
                "tables.before",
                "comma",
                "",
                lambda: self.step(-1),
                enabled=several,
                reason=why,
            ),
            command(
                "tables.next",
                "n",
                due,
                self.go_to_waiting,
                rank=5,
                enabled=bool(waiting),
                reason=why or words("tables.nowhere"),
            ),
        )

    def listed(self) -> tuple[Command, ...]:
        """A way to each of the tables that are not shown, for the list of commands."""
        words, listed = self._app.words, []
        for number, tab in enumerate(self, 1):
            if not tab.shown:
                key = "tables.go_turn" if tab.waits else "tables.go"
                label = words(key, table=self._called(tab.table))
                going = partial(self._go, tab.table)
                listed.append(command(f"tables.go.{number}", "", label, going))
        return tuple(listed)

    def _go(self, table: str) -> None:
        """To a table, if it is still one's own."""
        if self.has(table):
            self.open(table)

    @property
    def _others_waiting(self) -> list[str]:
        """The tables that wait for one, but not the one that is shown, the next one first."""
        tables = list(self._screens)
        shown = self.shown
        if shown is not None:
            at = tables.index(shown.table)
            tables = tables[at + 1 :] + tables[:at]
        waiting = set(self._waiting)
        return [table for table in tables if table in waiting]

    def step(self, by: int) -> None:
        """To the next table, or the one before; the lobby is the first of them."""
        tables, shown = list(self._screens), self.shown
        at = 0 if shown is None else tables.index(shown.table) + 1
        to = (at + by) % (len(tables) + 1)
        if to == 0:
            self.to_lobby()
        else:
            self.open(tables[to - 1])

    def go_to_waiting(self) -> None:
        """To the next table where one is to act."""
        for table in self._others_waiting[:1]:
            self.open(table)

    def clicked(self, x: int, size: Size) -> bool:
        """A click into the title; whether it hit a tab."""
        if not self._titles(size):
            return False
        hit = tab_at(tuple(self), x, size[0], self._app.palette, self._app.words, self._home)
        if hit is None:
            return False
        if hit:
            self.open(hit)
        return True

    # ── what is told ───────────────────────────────────────────────────────────────────────────

    def asked(self, screen: "TableScreen") -> None:
        """A question has come up at a table: call whoever is elsewhere."""
        view = screen.view
        if view is None:
            return
        said = self._your_turn(screen.table)
        if screen is self.shown:
            self._app.alerts.call(said)
            return
        self._app.notice(said)
        if screen.table not in self._asking:
            self._asking.append(screen.table)

    def hurry(self, screen: "TableScreen") -> None:
        """Time gets short at a table: whoever may not be looking is called once more."""
        self._app.alerts.call(self._your_turn(screen.table))

    def begins(self, screen: "TableScreen") -> None:
        """A table that waited for players deals: tell whoever is elsewhere, and call them."""
        said = self._app.words("tables.starts", table=self._called(screen.table))
        if screen is self.shown:
            self._app.alerts.call(said)
        else:
            self._app.notice(said)

    def told(self, screen: "TableScreen") -> None:
        """Something has changed at a table: where it is not shown, its tab may have."""
        stack = self._app._screen_stack
        if stack and screen not in stack and isinstance(stack[-1], CanvasScreen):
            stack[-1].redraw()

    def looked(self) -> None:
        """Something was told, and the screens know it: jump to who waits, if that is preferred."""
        if not self._asking:
            return
        waiting = self._waiting
        self._asking = [table for table in self._asking if table in waiting]
        if self._asking and self._app.preferences.hop and self._free(waiting):
            self.open(self._asking.pop(0))

    def _free(self, waiting: list[str]) -> bool:
        """Whether nothing is being done here that a jump would interrupt."""
        stack, shown = self._app._screen_stack, self.shown
        screen = stack[-1] if stack else None
        if not isinstance(screen, CanvasScreen) or screen.typing:
            return False
        if shown is None:
            return screen.NAME == "lobby"
        return screen is shown and shown.table not in waiting

    # ── the title ──────────────────────────────────────────────────────────────────────────────

    @property
    def _home(self) -> str:
        return self._app.words("tables.lobby") if self.shown is None else ""

    def _titles(self, size: Size) -> bool:
        """Whether the title is one of tabs: at a table there have to be two, in the lobby one."""
        least = 1 if self.shown is None else 2
        return len(self._screens) >= least and size[0] >= LEAST[0] and size[1] >= LEAST[1]

    def titled(self, rows: tuple[Row, ...], size: Size, right: str = "") -> tuple[Row, ...]:
        """A screen's rows with the tabs as their first; `right` is what it has to say there."""
        if not self._titles(size) or not rows:
            return rows
        words, shown = self._app.words, self.shown
        view = None if shown is None else shown.view
        # Whoever looks on is told so, as in every title.
        first = (onlooker(view, words) if view is not None else "") or words("tables.keys")
        parts = [first, f"n {words('tables.next')}", f"? {words('common.help')}"]
        if right:
            parts = [f"n {words('tables.next')}", right]
        if self._app.alerts.toast:
            # A line lies over that end.
            parts = []
        tabs = row(tuple(self), parts, size[0], self._app.palette, words, self._home)
        return (tabs, *rows[1:])


def _held_up(view: TableView) -> bool:
    """Whether the next deal waits for this person, as for everybody who is not ready."""
    return view.stage == "between" and view.next is None and can_go_on(Scene(table=view))
