"""Whatever arrives, an end answers with messages or with Malformed, however it was cut."""

import gc
import secrets
import sys
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any, get_args

import msgpack  # type: ignore[import-untyped]
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from protocol.codec import CLIENT_KINDS, SERVER_KINDS, encode
from protocol.connection import ClientConnection, ServerConnection, farewell
from protocol.errors import Malformed, MalformedCode
from protocol.messages import VERSION, FromClient, FromServer, Hello, Prove
from tests.protocol.frames import Frames, pack
from tests.protocol.kept import EACH, SEEDS, STREAMS
from tests.protocol.traffic import FROM_CLIENTS, FROM_SERVERS

UP = b"".join(encode(message) for message in FROM_CLIENTS)
DOWN = b"".join(encode(message) for message in FROM_SERVERS)
HELLO = encode(Hello(VERSION))
PROVING = encode(Hello(VERSION, public_key=b""))

End = ServerConnection | ClientConnection
Outcome = tuple[list[object], str | None]

ENDS: dict[str, Callable[[], End]] = {
    "server": ServerConnection,
    "host socket": lambda: ServerConnection(trusted=True),
    "client": ClientConnection,
}


def outcome(end: End, pieces: list[bytes]) -> Outcome:
    """What an end makes of a stream; any exception but Malformed escapes."""
    messages: list[object] = []
    for piece in pieces:
        try:
            messages += end.receive_data(piece)
        except Malformed as fault:
            messages += fault.before
            _check_fault(end, fault)
            return messages, fault.code
    return messages, None


def _check_fault(end: End, fault: Malformed) -> None:
    """It has a code and a detail fit to be shown, it can be told, and nothing comes after it."""
    assert fault.code in get_args(MalformedCode)
    assert fault.detail.isprintable()
    assert len(fault.detail) <= 400
    told = ClientConnection().receive_data(encode(farewell(fault)))
    assert told == [farewell(fault)]
    assert _refusal(end) == (fault.code, fault.detail, ())


def _refusal(end: End) -> tuple[object, ...]:
    # Without pytest.raises: whoever keeps a caught exception is kept by it until the collector
    # comes, and nothing here is to need the collector.
    try:
        end.receive_data(HELLO)
    except Malformed as fault:
        return fault.code, fault.detail, fault.before
    raise AssertionError("it went on after a fault")


# ── by the thousand ────────────────────────────────────────────────────────────────────────────


def proving(messages: list[object]) -> bool:
    """Whether a hello with a public key has just come."""
    last = messages[-1] if messages else None
    return isinstance(last, Hello) and last.public_key is not None


class Barrage:
    """Frames at one of the ends, each to one that is between two messages or just within one.

    `sent` counts frames, `met` what came of them: messages by their types, faults by their codes.
    """

    def __init__(self, seed: int) -> None:
        self.sent = 0
        self.met: dict[str, Counter[str]] = {name: Counter() for name in ENDS}
        self._rng = Random(seed)
        up = Frames(self._rng, FROM_CLIENTS, FromClient, {"version": (VERSION,)})
        down = Frames(self._rng, FROM_SERVERS, FromServer)
        self._frames = {"server": up, "host socket": up, "client": down}

    def run(self, frames: int) -> None:
        """Send so many; an AssertionError or what escaped names the stream."""
        while self.sent < frames:
            name = self._frames["server"].inventor.pick(tuple(ENDS))
            stream: list[bytes] = []
            try:
                self._check_cuts(name, stream, self._stream(name, stream))
            except Exception as error:
                error.add_note(f"{name} after {self.sent} frames: {b''.join(stream)!r}")
                raise

    def _stream(self, name: str, stream: list[bytes]) -> Outcome:
        """One connection of at most forty frames, put into `stream` as they are sent."""
        end, met, frames = ENDS[name](), self.met[name], self._frames[name]
        messages: list[object] = []
        nothing, start = 0, self._rng.random()
        for number in range(40):
            if name != "client" and number == 0 and start < 0.9:
                # Most get in: what is refused at the door says little about the house.
                usual = HELLO if start < 0.75 else PROVING
                stream.append(usual if start < 0.8 else pack(frames.inventor.of(Hello)))
            elif number == 1 and proving(messages) and self._rng.random() < 0.8:
                stream.append(pack(frames.inventor.of(Prove)))
            else:
                stream.append(frames.frame())
            self.sent += stream[-1] is not HELLO and stream[-1] is not PROVING
            got, fault = outcome(end, stream[-1:])
            met.update(type(message).__name__ for message in got)
            messages += got
            if fault is not None:
                met[fault] += 1
                return messages, fault
            # It waits for the rest of a message. One that never comes takes all that follows.
            nothing = 0 if got else nothing + 1
            if nothing == 2:
                break
        return messages, None

    def _check_cuts(self, name: str, stream: list[bytes], whole: Outcome) -> None:
        data = b"".join(stream)
        pieces = []
        if self._rng.random() < 0.04:
            pieces = [data[place : place + 1] for place in range(len(data))][:5000]
            pieces.append(data[len(pieces) :])
        else:
            start = 0
            while start < len(data):
                length = 1 + int(self._rng.random() ** 3 * 2000)
                pieces.append(data[start : start + length])
                start += length
        assert outcome(ENDS[name](), pieces) == whole


def barrage(seed: int, frames: int) -> Barrage:
    """A whole run; `seed` is printed with whatever fails."""
    print(f"seed {seed}")
    running = Barrage(seed)
    running.run(frames)
    return running


@pytest.mark.parametrize("seed", SEEDS)
def test_no_frame_makes_anything_but_messages_or_a_fault(seed: int) -> None:
    running = barrage(seed, EACH)
    assert running.sent >= EACH
    # It was no blank cartridge: every type was understood, and everything there is to refuse met.
    for name, kinds in (
        ("server", CLIENT_KINDS),
        ("host socket", CLIENT_KINDS),
        ("client", SERVER_KINDS),
    ):
        met = running.met[name]
        assert not {kind.__name__ for kind in kinds.values()} - set(met)
        codes = set(get_args(MalformedCode)) - {"not_from_here"}
        if name == "client":
            codes -= {"hello_first", "hello_twice", "unknown_message"}
            codes -= {"prove_first", "prove_unasked"}
        assert not codes - set(met)
    assert running.met["server"]["not_from_here"]
    assert not running.met["host socket"]["not_from_here"]


@pytest.mark.soak
def test_no_frame_of_millions() -> None:
    for _ in range(160):
        barrage(secrets.randbits(48), EACH)


def test_frames_leave_nothing_behind() -> None:
    running = Barrage(7)
    running.run(EACH // 20)
    gc.collect()
    gc.disable()
    try:
        before = sys.getallocatedblocks()
        running.run(EACH // 4)
        after = sys.getallocatedblocks()
    finally:
        gc.enable()
    assert after - before < 1000


# ── each type, each cut ────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("tag", [*CLIENT_KINDS, *SERVER_KINDS])
def test_whatever_is_valid_is_read_as_it_is(tag: str) -> None:
    up = tag in CLIENT_KINDS
    frames = Frames(Random(tag), FROM_CLIENTS, FromClient | FromServer)
    kind = (CLIENT_KINDS | SERVER_KINDS)[tag]
    for _ in range(100):
        message: Any = frames.inventor.of(kind)
        if tag == "hello":
            message["version"] = VERSION
        data = pack(message)
        end: End = ServerConnection(trusted=True) if up else ClientConnection()
        if up and tag != "hello":
            end.receive_data(PROVING if tag == "prove" else HELLO)
        (read,) = end.receive_data(data)
        assert type(read) is kind
        # Written again and read again it is the same: nothing was lost on the way.
        other: End = ServerConnection(trusted=True) if up else ClientConnection()
        if up and tag != "hello":
            other.receive_data(PROVING if tag == "prove" else HELLO)
        again = encode(read)
        cut = frames.inventor.below(len(again))
        assert other.receive_data(again[:cut]) == []
        assert other.receive_data(again[cut:]) == [read]


# ── and as hypothesis thinks them up ───────────────────────────────────────────────────────────


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
    for make in ENDS.values():
        whole = outcome(make(), [data])
        assert outcome(make(), pieces) == whole
        assert outcome(make(), single) == whole


@pytest.mark.parametrize("stream", STREAMS, ids=range(len(STREAMS)))
def test_what_was_kept(stream: bytes) -> None:
    for cut in (0, 1, len(stream) // 2, max(0, len(stream) - 1)):
        check(stream, cut)


# The same every time, so that a red run is red again; the long one looks further each time.
@settings(max_examples=100, deadline=None, derandomize=True, database=None)
@example(STREAMS[1], 1)
@example(b"\xc7\x00\xff", 1)
@given(streams, st.integers(0, 2000))
def test_any_bytes_make_messages_or_a_fault(data: bytes, cut: int) -> None:
    check(data, cut)


@pytest.mark.soak
@settings(max_examples=20_000, deadline=None, print_blob=True)
@given(streams, st.integers(0, 2000))
def test_any_bytes_for_long(data: bytes, cut: int) -> None:
    check(data, cut)
