"""What reaches the app from the conversation with the server, in the order in which it happened."""

from textual.message import Message

from engine.values.why import Why
from protocol.messages import FromServer


class Pushed(Message, bubble=False):
    """The server told something."""

    def __init__(self, message: FromServer) -> None:
        super().__init__()
        self.push = message


class Ended(Message, bubble=False):
    """The line to the server is over."""

    def __init__(self, why: Why) -> None:
        super().__init__()
        self.why = why


class Slowed(Message, bubble=False):
    """The line has become slow, or is so no more."""
