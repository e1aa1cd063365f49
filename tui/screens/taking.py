"""A spectator's way to a chair: `j` sits down, or waits for a chair where none is free."""

from typing import TYPE_CHECKING

from protocol.messages import Join, No, Queue, Request, TableView
from tui import waits
from tui.link import new_key
from tui.screens.base import Command, command
from tui.screens.buy import BuyScreen, Offer

if TYPE_CHECKING:
    from tui.screens.table import TableScreen


class Taking:
    """What one table's spectator does to get a chair."""

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen

    def commands(self, view: TableView) -> tuple[Command, ...]:
        """The key, for those who only look on and are promised nothing."""
        if view.me is not None or view.promised is not None:
            return ()
        words = self._screen.words
        label = words(f"lobby.key.{self._what(view)}")
        broken = words("why.table_broken") if view.stage == "broken" else ""
        return (command("table.take", "j", label, self._take, enabled=not broken, reason=broken),)

    def _what(self, view: TableView) -> str:
        room = self._screen.house.room
        if waits.held(room, view.id) is not None:
            return "sit"
        if waits.place(room, view.id) is not None:
            return "unqueue"
        free = any(chair.kind != "person" for chair in view.chairs)
        return "sit" if free else "queue"

    def _take(self) -> None:
        view = self._screen.view
        if view is None:
            return
        what = self._what(view)
        if what != "sit":
            self._ask(Queue(id=0, table=view.id, on=what == "queue"))
        elif view.buy_in is None:
            self._ask(Join(id=0, key=new_key(), table=view.id))
        else:
            self._buy(view)

    def _buy(self, view: TableView) -> None:
        house = self._screen.house
        assert view.buy_in is not None

        def bought(chips: int | None) -> None:
            if chips is not None:
                self._ask(Join(id=0, key=new_key(), table=view.id, chips=chips))

        offer = Offer(*view.buy_in, purse=house.room.account.chips)
        title = self._screen.words("cash.buy.sit", table=view.name)
        house.push_screen(BuyScreen(title, offer), bought)

    def _ask(self, message: Request) -> None:
        self._screen.errand(lambda: self._asking(message))

    async def _asking(self, message: Request) -> None:
        screen = self._screen
        answer = await screen.house.ask_server(message)
        if isinstance(answer, No):
            screen.explain(screen.house.refusal(answer, screen.table))
        elif isinstance(message, Queue) and answer is not None:
            place = waits.place(screen.house.room, screen.table)
            if place is not None:
                screen.explain(screen.words("lobby.status.queued", place=place.place))
        screen.redraw()
