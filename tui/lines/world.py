"""What a session in lines needs of whoever drives it: somewhere to speak, a server, a clock."""

from collections.abc import Callable
from typing import Protocol

from protocol.messages import No, Ok, Request

# What is done with an answer; None: there will be none, and the session is told so by itself.
Then = Callable[[Ok | No | None], None]


class World(Protocol):
    """The outside of a session; nothing here blocks."""

    def say(self, line: str) -> None:
        """One line to whoever listens."""

    def ask(self, request: Request, then: Then) -> None:
        """Send a request; `then` is called with the answer, later."""

    def end(self, code: int) -> None:
        """The session is over."""

    def now(self) -> float:
        """Seconds on a clock that never goes back."""
