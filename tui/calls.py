"""What somebody is called for while they wait: said over every screen, until it is over."""

from typing import TYPE_CHECKING

from protocol.messages import Called, FromServer, Waits
from tui import waits

if TYPE_CHECKING:
    from tui.app import PokerApp


class Calls:
    """The calls of one session."""

    def __init__(self, app: "PokerApp") -> None:
        self._app = app
        # The table whose free chair was called out last.
        self._chair = ""

    def told(self, push: FromServer) -> None:
        """Say what somebody is called for, and ring once; a chair's call stands while it is."""
        if isinstance(push, Called):
            said = waits.said(push, self._app.words)
            if push.why.code == "chair_free":
                self._chair = push.table
                self._app.announce(said)
                self._app.alerts.call(said)
            else:
                self._app.alerts.notice(said)
        elif isinstance(push, Waits) and self._chair and not self._held:
            self._chair = ""
            self._app.banner.hide()

    @property
    def _held(self) -> bool:
        return waits.held(self._app.room, self._chair) is not None
