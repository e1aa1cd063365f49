"""The ways to a table from the lobby: a seat, a place in its queue, its code, a call."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from protocol.messages import Create, Find, Join, Ok, Queue, Request, TableInfo, Wake, Watch
from tui import waits
from tui.link import new_key
from tui.screens.buy import BuyScreen, Offer
from tui.screens.pick import Item, PickScreen
from tui.screens.typed import TypedScreen

if TYPE_CHECKING:
    from tui.screens.lobby import LobbyScreen

CODE = 16  # letters of a table's code, with whatever stands between them


class Way(NamedTuple):
    """What a key does for a table: its label, and why it can't; "": it can."""

    label: str
    why: str = ""


class Ways:
    """What the lobby's keys do for the chosen table."""

    def __init__(self, lobby: "LobbyScreen") -> None:
        self._lobby = lobby

    # ── what keys say ──────────────────────────────────────────────────────────────────────────

    def sit(self, table: TableInfo) -> Way:
        """What Enter does."""
        words, room = self._lobby.words, self._lobby.house.room
        why = words("why.table_broken") if table.status == "broken" else ""
        if table.id in room.own:
            return Way(words("lobby.key.back"), why)
        if waits.place(room, table.id) is not None and waits.held(room, table.id) is None:
            return Way(words("lobby.key.unqueue"))
        if waits.queues(table) and waits.held(room, table.id) is None:
            return Way(words("lobby.key.queue"), why)
        return Way(words("lobby.key.sit"), why)

    def watch(self, table: TableInfo) -> Way:
        """What looking on would be."""
        words = self._lobby.words
        barred = not table.spectators and table.id not in self._lobby.house.room.own
        return Way(words("lobby.key.watch"), words("why.no_spectators") if barred else "")

    def wake(self, table: TableInfo) -> Way:
        """What being called would be."""
        words = self._lobby.words
        if table.id in self._lobby.house.room.own:
            return Way(words("lobby.key.wake"), words("why.already_seated"))
        enough = table.taken - table.bots >= table.seats
        return Way(words("lobby.key.wake"), words("why.enough_sit") if enough else "")

    # ── what they do ───────────────────────────────────────────────────────────────────────────

    def take(self, table: TableInfo) -> None:
        """Sit down, come back, or stand in the queue or no more."""
        room = self._lobby.house.room
        if table.id in room.own and self._lobby.house.tables.has(table.id):
            self._lobby.house.open_table(table.id)
        elif table.id in room.own:
            self._lobby.enter(Join(id=0, key=new_key(), table=table.id), table.id)
        elif waits.held(room, table.id) is not None:
            self._sit(table, None)
        elif waits.place(room, table.id) is not None:
            self._ask(Queue(id=0, table=table.id, on=False))
        elif waits.queues(table):
            self._with_code(table, lambda code: self._ask(Queue(0, table.id, code=code), table.id))
        else:
            self._with_code(table, lambda code: self._sit(table, code))

    def look(self, table: TableInfo) -> None:
        """Look on."""
        if self._lobby.house.tables.has(table.id):
            self._lobby.house.open_table(table.id)
            return

        def looking(code: str | None) -> None:
            self._lobby.enter(Watch(id=0, table=table.id, code=code), table.id)

        self._with_code(table, looking)

    def _sit(self, table: TableInfo, code: str | None) -> None:
        name = table.id

        def bought(chips: int | None) -> None:
            if chips is not None:
                self._lobby.enter(Join(0, new_key(), name, chips=chips, code=code), name)

        if table.buy_in is None:
            self._lobby.enter(Join(id=0, key=new_key(), table=name, code=code), name)
            return
        offer = Offer(*table.buy_in, purse=self._lobby.house.room.account.chips)
        title = self._lobby.words("cash.buy.sit", table=table.name)
        self._lobby.house.push_screen(BuyScreen(title, offer), bought)

    def _with_code(self, table: TableInfo, then: Callable[[str | None], None]) -> None:
        """Go on with the table's code, asking for it where it is not known."""
        words, room = self._lobby.words, self._lobby.house.room
        if not table.private or table.id in room.own or waits.place(room, table.id):
            then(None)
            return
        if table.id in room.codes:
            then(room.codes[table.id])
            return

        def typed(code: str | None) -> None:
            if code is not None:
                room.codes[table.id] = code
                then(code)

        title = words("lobby.code.of", table=table.name)
        self._lobby.house.push_screen(self._typed(title), typed)

    def _typed(self, title: str) -> TypedScreen:
        words = self._lobby.words
        return TypedScreen(title, words("lobby.code.label"), words("lobby.code.note"), CODE)

    def by_code(self) -> None:
        """To the table whose code is typed, wherever it is in the list."""

        def typed(code: str | None) -> None:
            if code is not None:
                self._lobby.errand(lambda: self._finding(code))

        self._lobby.house.push_screen(self._typed(self._lobby.words("lobby.code.title")), typed)

    async def _finding(self, code: str) -> None:
        house = self._lobby.house
        answer = await house.ask_server(Find(id=0, code=code))
        if not isinstance(answer, Ok) or answer.table is None:
            if answer is not None and not isinstance(answer, Ok):
                self._lobby.explain(house.refusal(answer))
                self._lobby.redraw()
            return
        house.room.codes[answer.table] = code
        self._lobby.choose(answer.table)
        found = self._lobby.selected
        if found is not None and found.id == answer.table:
            # Not as this errand: what follows is one of its own.
            house.call_later(self.take, found)

    def call_me(self, table: TableInfo) -> None:
        """Ask with how many people at the table one wants to be called."""
        words, room = self._lobby.words, self._lobby.house.room
        people, already = table.taken - table.bots, waits.wanted(room, table.id)
        items = [
            Item(str(count), words("lobby.wake.people", n=count))
            for count in range(max(1, people + 1), table.seats + 1)
        ]
        if items:
            full = words("lobby.wake.full", n=table.seats)
            items[-1] = Item(str(table.seats), full)
        if already:
            items.append(Item("0", words("lobby.wake.never")))

        def chosen(value: str | None) -> None:
            if value is not None:
                self._ask(Wake(id=0, table=table.id, people=int(value)))

        title = words("lobby.wake.title", table=table.name)
        picked = PickScreen(title, items, str(already), words("lobby.wake.do"))
        self._lobby.house.push_screen(picked, chosen)

    def _ask(self, message: Request, coded: str = "") -> None:
        self._lobby.errand(lambda: self._asking(message, coded))

    async def _asking(self, message: Request, coded: str) -> None:
        answer = await self._lobby.house.ask_server(message)
        if answer is not None and not isinstance(answer, Ok):
            self.refused(answer.why.code, coded)
            self._lobby.explain(self._lobby.house.refusal(answer))
        self._lobby.redraw()

    def refused(self, code: str, table: str) -> None:
        """A code that was wrong is asked for again the next time."""
        if code in ("wrong_code", "needs_code"):
            self._lobby.house.room.codes.pop(table, None)


Entering = Join | Watch | Create
