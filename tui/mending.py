"""What an app does while its line is away, and how it is where it was once there is another."""

import asyncio
from typing import TYPE_CHECKING

from protocol.messages import Join, Leave, No, Ok, Request, Watch, WatchLobby
from tui import waits
from tui.link import Link, LinkEnded, new_key
from tui.screens.reconnect import ReconnectScreen

if TYPE_CHECKING:
    from tui.app import PokerApp
    from tui.screens.table import TableScreen


class Mending:
    """One outage of an app, from the end of a line to the next one.

    Everything on the screen stays; what the session looked at it is made to look at again. A
    request that waits for its answer is sent again only after that, so that it finds the session
    where it was asked from.
    """

    def __init__(self, app: "PokerApp") -> None:
        self._app = app
        self._box = ReconnectScreen()

    async def run(self) -> None:
        """Show the box until there is a line again, or end the app when there will be none."""
        app, box = self._app, self._box
        await app.push_screen(box)
        try:
            await app.line.mend(app.room.account, self._resume, box.changed)
        except LinkEnded as over:
            app.part(over.why)

    async def _resume(self, link: Link) -> None:
        from tui.screens.lobby import LobbyScreen

        app, box = self._app, self._box
        assert link.welcome is not None
        waited = app.room.waits
        app.room.renew(link.welcome)
        app.liking.told(link.welcome.account.prefs)
        app.line.attend(link)
        stack = app.screen_stack
        gone: list[tuple[TableScreen, str]] = []
        for screen in app.tables.screens:
            refused = await self._look_again(link, screen.table)
            if refused is not None:
                gone.append((screen, self._farewell(refused)))
        if app.tables.shown is None and any(isinstance(screen, LobbyScreen) for screen in stack):
            await link.request(WatchLobby(id=0, on=True))
        for again in waits.again(waited, app.room):
            # A server that was restarted knows of nobody who waits; another keeps their places.
            await link.request(again)
        # A finger on its way to the box must not land on what is below.
        box.say_back()
        await asyncio.sleep(app.begin.pace.guard)
        if link.ended is not None:
            raise LinkEnded(link.ended)
        box.go()
        for below in app.pages:
            below.line_back()
        for screen, notice in gone:
            screen.give_up(notice)

    async def _look_again(self, link: Link, table: str) -> No | None:
        """Be shown a table again, in the seat if there is one; the refusal if it can't be."""
        if table in self._app.room.held:
            answer = await link.request(Join(id=0, key=new_key(), table=table))
            if isinstance(answer, Ok):
                return None
        elif any(_leaves(request, table) for request in self._app.line.asked):
            # It was left, and only the answer is still to come.
            return None
        code = self._app.room.codes.get(table)
        answer = await link.request(Watch(id=0, table=table, code=code))
        return answer if isinstance(answer, No) else None

    def _farewell(self, refused: No) -> str:
        if refused.why.code == "unknown_table":
            return self._app.words("link.table_gone")
        return self._app.refusal(refused)


def _leaves(request: Request, table: str) -> bool:
    return isinstance(request, Leave) and request.table == table
