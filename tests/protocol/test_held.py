"""What an end holds of a stream: no more than one message may be, however it comes."""

import gc
import tracemalloc
from collections.abc import Iterator

import pytest

from protocol.codec import encode
from protocol.connection import ClientConnection, ServerConnection
from protocol.errors import Malformed
from protocol.messages import VERSION, Hello, Ok, Ping

End = ServerConnection | ClientConnection

KIB = 1024
# What a message may be, by the protocol's specification.
FROM_CLIENT, FROM_SERVER = 64 * KIB, 4 * KIB * KIB

# The dearest byte is one that makes a whole map: 64 bytes and a place in its list.
DEAREST = 80

# Whatever else an end and a fault cost, and what Python keeps for the next ones.
SLACK = 64 * KIB

HELLO = encode(Hello(VERSION))


def endless(item: bytes, size: int) -> bytes:
    """A message of lists in lists, all within their limits, that goes on for at least `size`."""
    inner = b"\xdc\x00\x40" + item * 64
    outer = b"\xdc\x00\x40" + inner * 64
    return b"\x81\xa1x\xdc\x00\x40" + outer * (size // len(outer) + 1)


ITEMS = {
    "maps": b"\x80",
    "lists": b"\x90",
    "strings": b"\xa1x",
    "long strings": b"\xda\x0f\xff" + b"x" * 4095,
    "bytes": b"\xc5\x0f\xff" + bytes(4095),
    "numbers": b"\xcf" + b"\xee" * 8,
    "fractions": b"\xcb" + b"\x40" * 8,
}


@pytest.fixture(autouse=True)
def _traced() -> Iterator[None]:
    """Count what is asked for, by the unpacker too; what only the collector would free counts."""
    gc.collect()
    gc.disable()
    tracemalloc.start()
    yield
    tracemalloc.stop()
    gc.enable()


def held() -> int:
    return tracemalloc.get_traced_memory()[0]


def taken(end: End, data: bytes, piece: int) -> int:
    """How many bytes of `data` an end takes, in pieces, until it is too large; −1: other fault."""
    view = memoryview(data)
    for start in range(0, len(data), piece):
        try:
            assert end.receive_data(bytes(view[start : start + piece])) == []
        except Malformed as fault:
            return start if fault.code == "too_large" else -1
    raise AssertionError("it took everything")


@pytest.mark.parametrize("piece", [700, 64 * KIB, KIB * KIB])
@pytest.mark.parametrize("item", ITEMS)
def test_a_client_that_never_ends_a_message_costs_what_one_may(item: str, piece: int) -> None:
    data = endless(ITEMS[item], 1024 * KIB)
    end = ServerConnection()
    assert end.receive_data(HELLO)
    before = held()
    tracemalloc.reset_peak()
    assert 0 <= taken(end, data, piece) <= FROM_CLIENT
    assert tracemalloc.get_traced_memory()[1] - before < DEAREST * FROM_CLIENT + 2 * piece + SLACK
    # With the fault it lets go of all of it, though it lives on.
    assert held() - before < SLACK


def test_a_server_that_never_ends_a_message_costs_what_one_may() -> None:
    data = endless(ITEMS["long strings"], 16 * KIB * KIB)
    end = ClientConnection()
    before = held()
    tracemalloc.reset_peak()
    assert 0 <= taken(end, data, 64 * KIB) <= FROM_SERVER
    assert tracemalloc.get_traced_memory()[1] - before < 4 * FROM_SERVER
    assert held() - before < SLACK


@pytest.mark.parametrize("piece", [700, 64 * KIB, KIB * KIB])
def test_what_was_read_is_not_held(piece: int) -> None:
    server, client = ServerConnection(), ClientConnection()
    server.receive_data(HELLO)
    up = encode(Ping(2**53)) * 15_000
    down = encode(Ok(2**53, "t" * 16)) * 10_000
    # A buffer that had to grow stays, twice as large as what it had to take.
    for end, data, most in ((server, up, FROM_CLIENT), (client, down, piece)):
        before = held()
        for start in range(0, len(data), piece):
            end.receive_data(data[start : start + piece])
        assert held() - before < 2 * most + SLACK


def test_an_end_that_hears_nothing_or_little_costs_next_to_nothing() -> None:
    before = held()
    ends: list[End] = [ServerConnection() for _ in range(12)]
    ends += [ClientConnection() for _ in range(12)]
    for end in ends[:12]:
        end.receive_data(HELLO)
        for _ in range(200):
            end.receive_data(encode(Ping(1)) * 10)
    assert held() - before < len(ends) * 64 * KIB
