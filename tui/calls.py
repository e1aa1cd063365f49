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
        """Say what somebody is called for, ring once, and be silent once a chair is theirs."""
        if isinstance(push, Called):
            self._chair = push.table if push.why.code == "chair_free" else ""
            said = waits.said(push, self._app.words)
            self._app.announce(said)
            self._app.alerts.call(said)
        elif isinstance(push, Waits) and self._chair and not self._held:
            self._chair = ""
            self._app.banner.hide()

    @property
    def _held(self) -> bool:
        return waits.held(self._app.room, self._chair) is not None
