"""Whatever arrives, an end answers with messages or with Malformed, however it was cut."""

import msgpack  # type: ignore[import-untyped]
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.codec import encode
from protocol.connection import ClientConnection, ServerConnection
from protocol.errors import Malformed
from tests.protocol.traffic import FROM_CLIENTS, FROM_SERVERS

UP = b"".join(encode(message) for message in FROM_CLIENTS)
DOWN = b"".join(encode(message) for message in FROM_SERVERS)

Outcome = tuple[list[object], str | None]


def outcome(end: ServerConnection | ClientConnection, pieces: list[bytes]) -> Outcome:
    messages: list[object] = []
    for piece in pieces:
        try:
            messages += end.receive_data(piece)
        except Malformed as fault:
            return [*messages, *fault.before], fault.code
    return messages, None


@st.composite
def mutated(draw: st.DrawFn, stream: bytes) -> bytes:
    """Real traffic with a few bytes changed, moved, doubled or lost."""
    data = bytearray(stream)
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(data)))
        removed = draw(st.sampled_from([0, 0, 1, 1, 2, 9, 200]))
        put = draw(
            st.binary(max_size=3)
            | st.sampled_from([b"\x91" * 1100, b"\xc1", b"\xdd\xff\xff\xff\xff", b"\xc0", b"\x80"])
            | st.integers(0, len(stream)).map(lambda start: stream[start : start + 40])
        )
        data[place : place + removed] = put
    return bytes(data)


values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**64 - 1) | st.text() | st.binary(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text() | st.binary(), inner),
    max_leaves=20,
).map(msgpack.packb)

streams = st.one_of(st.binary(), values, mutated(UP), mutated(DOWN), st.binary().map(UP.__add__))


def check(data: bytes, cut: int) -> None:
    pieces = [data[:cut], data[cut:]]
    single = [data[place : place + 1] for place in range(len(data))]
    for make in (ServerConnection, lambda: ServerConnection(trusted=True), ClientConnection):
        whole = outcome(make(), [data])
        assert outcome(make(), pieces) == whole
        assert outcome(make(), single) == whole


@settings(max_examples=100, deadline=None)
@given(streams, st.integers(0, 2000))
def test_any_bytes_make_messages_or_a_fault(data: bytes, cut: int) -> None:
    check(data, cut)


@pytest.mark.soak
@settings(max_examples=20_000, deadline=None)
@given(streams, st.integers(0, 2000))
def test_any_bytes_for_long(data: bytes, cut: int) -> None:
    check(data, cut)
