"""The way out to one reader: at once, the newest view only, and nothing to one who is gone."""

import asyncio
import logging
import socket
from collections.abc import Iterator

import pytest

from server.config import Limits
from server.outbox import Outbox


class Line(asyncio.Transport):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.sent: list[bytes] = []

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Keep it."""
        self.sent.append(bytes(data))

    def is_closing(self) -> bool:
        """It stands."""
        return False


@pytest.fixture
def pair() -> Iterator[tuple[socket.socket, socket.socket]]:
    """Two ends of a connection."""
    here, there = socket.socketpair()
    yield here, there
    here.close()
    there.close()


def never() -> None:
    """Nobody here is too slow."""
    raise AssertionError("too slow")


def test_a_reader_who_keeps_up_gets_everything_in_order() -> None:
    line = Line()
    outbox = Outbox(line, Limits(), never)
    outbox.put(b"ok ")
    outbox.show("table", b"view ")
    outbox.flush()
    outbox.show("table", b"newer")
    outbox.flush()
    assert b"".join(line.sent) == b"ok view newer"


async def test_a_reader_who_is_behind_gets_the_newest_view_only() -> None:
    line = Line()
    outbox = Outbox(line, Limits(), never)
    outbox.pause()
    outbox.show("table", b"old ")
    outbox.put(b"said ")
    outbox.show("table", b"new")
    outbox.flush()
    assert line.sent == []
    outbox.resume()
    assert b"".join(line.sent) == b"said new"


async def test_nothing_is_written_to_a_connection_that_has_ended(
    pair: tuple[socket.socket, socket.socket], caplog: pytest.LogCaptureFixture
) -> None:
    # A whole room may go at once: until the loop has told of every single end, each one who
    # leaves is news for all the others.
    here, there = pair
    loop = asyncio.get_running_loop()
    transport, _ = await loop.create_connection(asyncio.Protocol, sock=here)
    outbox = Outbox(transport, Limits(), never)
    there.close()
    with caplog.at_level(logging.WARNING, "asyncio"):
        for number in range(9):
            outbox.put(b"somebody left")
            outbox.show("table", b"view %d" % number)
            outbox.flush()
    assert caplog.records == []
    transport.abort()
