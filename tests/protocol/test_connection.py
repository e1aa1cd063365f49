"""Both ends of a connection joined in memory, and what each refuses."""

import gc
import weakref
from typing import Any, get_args

import msgpack  # type: ignore[import-untyped]
import pytest

from engine.values.actions import Pass
from engine.values.cards import Card, Cell, Hidden
from engine.values.events import Acted, Dealt, Phase
from engine.values.secret import Secret, sealed
from engine.values.view import Zone
from engine.values.why import Why
from protocol.codec import CLIENT_KINDS, FROM_CLIENT, FROM_SERVER, SERVER_KINDS, encode
from protocol.connection import ClientConnection, ServerConnection, farewell
from protocol.errors import Malformed
from protocol.messages import (
    OLDEST,
    VERSION,
    Account,
    Bye,
    Challenge,
    DealEvents,
    FromClient,
    FromServer,
    Hello,
    No,
    Ok,
    Ping,
    Prove,
    Proved,
)
from tests.protocol.traffic import FROM_CLIENTS, FROM_SERVERS, TABLE

HELLO = Hello(version=VERSION)


def pack(value: object) -> bytes:
    packed: bytes = msgpack.packb(value)
    return packed


def unpack(data: bytes) -> dict[str, Any]:
    value: dict[str, Any] = msgpack.unpackb(data)
    return value


def greeted(trusted: bool = False) -> ServerConnection:
    end = ServerConnection(trusted)
    assert end.receive_data(encode(HELLO)) == [HELLO]
    return end


def fault(data: bytes, end: ServerConnection | ClientConnection | None = None) -> Malformed:
    end = end or greeted()
    # Without pytest.raises, which keeps what it caught until the collector comes.
    try:
        end.receive_data(data)
    except Malformed as caught:
        return caught
    raise AssertionError("nothing was refused")


def drip(data: bytes, piece: int) -> tuple[Malformed, int]:
    """Feed `data` in pieces: the fault, and how many bytes had been taken before it."""
    end = greeted()
    for start in range(0, len(data), piece):
        try:
            end.receive_data(data[start : start + piece])
        except Malformed as refused:
            return refused, start
    raise AssertionError("all of it was taken")


def code(value: object) -> str:
    return fault(pack(value)).code


PING = {"type": "ping", "id": 1}
BUY: dict[str, object] = {"type": "buy", "id": 1, "key": "12345678", "table": "t"}
ACT = {"type": "act", "id": 1, "table": "t", "deal": 1, "decision": 1}


# ── joined ends ────────────────────────────────────────────────────────────────────────────────


def test_traffic_covers_every_message() -> None:
    assert {type(message) for message in FROM_CLIENTS} == set(get_args(FromClient))
    assert {type(message) for message in FROM_SERVERS} == set(get_args(FromServer))


def test_every_message_arrives_at_the_server_as_sent() -> None:
    server, client = ServerConnection(trusted=True), ClientConnection()
    stream = b"".join(client.send(message) for message in FROM_CLIENTS)
    assert server.receive_data(stream) == list(FROM_CLIENTS)
    assert server.hello == FROM_CLIENTS[0]


def test_every_message_arrives_at_the_client_as_sent() -> None:
    server, client = ServerConnection(), ClientConnection()
    stream = b"".join(server.send(message) for message in FROM_SERVERS)
    assert client.receive_data(stream) == list(FROM_SERVERS)
    assert client.welcome == FROM_SERVERS[1]


def test_bytes_one_by_one_make_the_same_messages() -> None:
    server, client = ServerConnection(trusted=True), ClientConnection()
    up = b"".join(client.send(message) for message in FROM_CLIENTS)
    down = b"".join(server.send(message) for message in FROM_SERVERS)
    got = [message for byte in up for message in server.receive_data(bytes([byte]))]
    assert got == list(FROM_CLIENTS)
    told = [message for byte in down for message in client.receive_data(bytes([byte]))]
    assert told == list(FROM_SERVERS)


def test_nothing_arrives_from_nothing() -> None:
    assert ServerConnection().receive_data(b"") == []
    assert ClientConnection().receive_data(b"") == []


# ── handshake ──────────────────────────────────────────────────────────────────────────────────


def test_hello_comes_first() -> None:
    assert fault(encode(Ping(1)), ServerConnection()).code == "hello_first"


def test_hello_comes_once() -> None:
    assert fault(encode(HELLO)).code == "hello_twice"


def test_a_public_key_is_proved_next() -> None:
    naming = encode(Hello(VERSION, public_key=b"key"))
    end = ServerConnection()
    assert end.receive_data(naming + encode(Prove(b"sig")) + encode(Ping(1)))[1:] == [
        Prove(b"sig"),
        Ping(1),
    ]
    end = ServerConnection()
    end.receive_data(naming)
    assert fault(encode(Ping(1)), end).code == "prove_first"
    end = ServerConnection()
    end.receive_data(naming)
    assert fault(naming, end).code == "hello_twice"


def test_nothing_is_proved_unasked() -> None:
    assert fault(encode(Prove(b"")), ServerConnection()).code == "hello_first"
    assert fault(encode(Prove(b""))).code == "prove_unasked"
    end = ServerConnection()
    end.receive_data(encode(Hello(VERSION, public_key=b"key")) + encode(Prove(b"sig")))
    assert fault(encode(Prove(b"sig")), end).code == "prove_unasked"


@pytest.mark.parametrize(
    ("seen", "same"), [("SHA256:one", True), ("SHA256:other", False), (None, False)]
)
def test_both_ends_speak_of_the_same_line(seen: str | None, same: bool) -> None:
    server, client = ServerConnection(certificate="SHA256:one"), ClientConnection(seen)
    server.receive_data(client.send(Hello(VERSION, public_key=b"key")))
    assert client.receive_data(server.challenge(bytes(32))) == [Challenge(bytes(32))]
    assert client.statement is not None
    assert (client.statement == server.statement) == same


def test_every_challenge_is_about_something_else() -> None:
    naming = encode(Hello(VERSION, public_key=b"key"))
    said = set()
    for nonce in (bytes(32), bytes(31) + b"\1"):
        server = ServerConnection()
        server.receive_data(naming)
        server.challenge(nonce)
        said.add(server.statement)
    assert len(said) == 2


@pytest.mark.parametrize("number", [OLDEST - 2, OLDEST - 1, VERSION + 1])
def test_another_version_is_told_both_numbers(number: int) -> None:
    hello = {"type": "hello", "version": number, "field of a later version": [1]}
    refused = fault(pack(hello), ServerConnection())
    assert farewell(refused) == Bye(Why("version", {"mine": VERSION, "yours": number}))


def test_no_version_is_another_version() -> None:
    refused = fault(pack({"type": "hello"}), ServerConnection())
    assert farewell(refused) == Bye(Why("version", {"mine": VERSION, "yours": 0}))


@pytest.mark.parametrize("number", [2**40, True, "1", None, 1.0])
def test_a_version_that_is_no_number_is_malformed(number: object) -> None:
    refused = fault(pack({"type": "hello", "version": number}), ServerConnection())
    assert refused.code == "bad_field"
    assert farewell(refused).why.code == "malformed"


@pytest.mark.parametrize("number", range(OLDEST, VERSION + 1))
def test_every_version_from_the_oldest_on_connects(number: int) -> None:
    assert ServerConnection().receive_data(encode(Hello(version=number)))


def test_only_a_trusted_listener_takes_a_proved_key() -> None:
    hello = Hello(version=VERSION, proved=Proved(key="SHA256:abc", address="::1"))
    assert ServerConnection(trusted=True).receive_data(encode(hello)) == [hello]
    assert fault(encode(hello), ServerConnection()).code == "not_from_here"


# ── what the server refuses ────────────────────────────────────────────────────────────────────


def test_a_dead_connection_stays_dead() -> None:
    end = greeted()
    first = fault(b"\xc1", end)
    assert first.code == "not_msgpack"
    again = fault(encode(Ping(1)), end)
    assert (again.code, again.detail, again.before) == (first.code, first.detail, ())
    wrong = ServerConnection()
    hello = pack({"type": "hello", "version": VERSION + 1})
    assert farewell(fault(hello, wrong)) == farewell(fault(hello, wrong))


@pytest.mark.parametrize("end", [ServerConnection, ClientConnection])
def test_a_dead_connection_holds_nothing(
    end: type[ServerConnection] | type[ClientConnection],
) -> None:
    # Nor does it wait for the collector: what hostile peers send piles up meanwhile.
    gc.disable()
    try:
        connection = end()
        gone = weakref.ref(connection)
        for _ in range(2):
            fault(b"\x81\xa1a" * 4000, connection)
        del connection
        assert gone() is None
    finally:
        gc.enable()


def test_messages_ahead_of_the_fault_are_kept() -> None:
    refused = fault(encode(Ping(1)) + encode(Ping(2)) + b"\xc1")
    assert refused.before == (Ping(1), Ping(2))


@pytest.mark.parametrize("end", [ServerConnection, ClientConnection])
def test_messages_ahead_of_the_fault_are_told_once(
    end: type[ServerConnection] | type[ClientConnection],
) -> None:
    connection = end()
    whole = encode(Hello(VERSION)) if isinstance(connection, ServerConnection) else encode(Ok(1))
    told: list[object] = []
    for data in (whole + b"\xc1", b"\xc1", whole):
        with pytest.raises(Malformed) as raised:
            connection.receive_data(data)
        told += raised.value.before
    assert len(told) == 1


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "not_a_message"),
        (b"SSH-2.0-OpenSSH_9.6\r\n", "not_a_message"),
        (b"\x16\x03\x01\x02\x00\x01\x00", "not_a_message"),  # a TLS client hello
        (b"\xc1", "not_msgpack"),
        (b"\x81\xa4type\xa2\xff\xff", "not_msgpack"),  # no UTF-8
        (b"\x81\xa4type\xa3\xed\xa0\x80", "not_msgpack"),  # half a surrogate pair
        (b"\x81\xa4type\xd4\x05\x00", "not_msgpack"),  # an extension type
        (b"\x81\xa4type\xc7\x00\x05", "not_msgpack"),  # one without content
        (b"\x81\xa4type\xd6\xff\x00\x00\x00\x00", "not_msgpack"),  # a timestamp
        (b"\x81\x01\x02", "not_a_message"),
        (b"\x81\xc4\x04type\xa4ping", "not_a_message"),  # bytes for a key
        (b"\x81\x90\x02", "not_a_message"),
        (b"\x81\x81\x01\x02\x02", "not_a_message"),
        (b"\x82\xa4type\xa4ping\xa2id\x81\x01\x01", "not_a_message"),  # a number for an inner key
        (b"\x82\xa4type\xa4ping\xa2id\x81\xc4\x01a\x01", "not_a_message"),
        (b"\x90", "not_a_message"),
        (b"\x80", "not_a_message"),
        (b"\xc0", "not_a_message"),
        (b"\x81\xa4type\x01", "not_a_message"),
        (b"\x81\xa4type\xa4pong", "unknown_message"),
        (b"\x81\xa4type\xa7welcome", "unknown_message"),  # the server's own
        (b"\xdd\xff\xff\xff\xff", "too_large"),
        (b"\xdf\xff\xff\xff\xff", "too_large"),
        (b"\x81\xd9\xff" + b"a" * 255 + b"\xdd\x00\x00\x00\x41", "too_large"),
    ],
)
def test_bytes_that_are_no_message(data: bytes, expected: str) -> None:
    for end in (greeted(), ServerConnection()):
        if expected == "unknown_message" and end.hello is None:
            continue
        assert fault(data, end).code == expected
    refused, _ = drip(data, 1)
    assert refused.code == expected


@pytest.mark.parametrize(
    ("value", "place"),
    [
        (PING | {"more": 1}, "more"),
        ({"type": "ping"}, "id"),
        (PING | {"id": True}, "$.id"),
        (PING | {"id": 1.0}, "$.id"),
        (PING | {"id": "1"}, "$.id"),
        (PING | {"id": -1}, "$.id"),
        (PING | {"id": 2**53 + 1}, "$.id"),
        (PING | {"id": None}, "$.id"),
        (PING | {"id": b"1"}, "$.id"),
        ({"type": "chat", "id": 1, "table": "t", "text": b"bytes"}, "$.text"),
        ({"type": "chat", "id": 1, "table": "t", "text": "x" * 401}, "$.text"),
        ({"type": "chat", "id": 1, "table": "", "text": "x"}, "$.table"),
        ({"type": "say", "id": 1, "table": "t", "phrase": "i_have_aces"}, "$.phrase"),
        ({"type": "join", "id": 1, "key": "k" * 8, "table": "t", "seat": 23}, "$.seat"),
        ({"type": "join", "id": 1, "key": "short", "table": "t"}, "$.key"),
        (ACT | {"action": {"type": "take", "token": 14, "holder": None}}, "$.action.token"),
        (ACT | {"action": {"type": "take", "token": True, "holder": None}}, "$.action.token"),
        (ACT | {"action": {"type": "take", "token": 1}}, "$.action"),
        (ACT | {"action": {"type": "take", "token": 1, "holder": None, "more": 1}}, "$.action"),
        (ACT | {"action": {"type": "dance"}}, "$.action"),
        (ACT | {"action": ["pass"]}, "$.action"),
        (ACT | {"action": {"type": "raise", "to": 12.5}}, "$.action.to"),
        (BUY | {"chips": 0}, "$.chips"),
        (BUY | {"chips": -1}, "$.chips"),
        (BUY | {"chips": 2**40 + 1}, "$.chips"),
        (BUY | {"chips": True}, "$.chips"),
        (BUY | {"chips": 1.0}, "$.chips"),
        (BUY | {"chips": "1"}, "$.chips"),
        (BUY | {"chips": None}, "$.chips"),
        ({"type": "buy", "id": 1, "table": "t", "chips": 1}, "key"),
        ({"type": "join", "id": 1, "key": "12345678", "table": "t", "chips": 0}, "$.chips"),
        ({"type": "rest", "id": 1, "table": "t"}, "on"),
        ({"type": "post", "id": 1, "table": "t", "now": 1}, "$.now"),
        ({"type": "reserve", "id": 1, "table": "t", "deal": 1}, "decision"),
        ({"type": "reserve", "id": 1, "table": "t", "deal": 1, "decision": 2}, "left"),
        ({"type": "purse", "id": 1, "refill": None}, "$.refill"),
    ],
)
def test_a_field_out_of_its_bounds_is_named(value: dict[str, object], place: str) -> None:
    refused = fault(pack(value))
    assert refused.code == "bad_field"
    assert place in refused.detail
    assert refused.detail.startswith(str(value["type"]))


def test_the_detail_obeys_no_terminal() -> None:
    refused = fault(pack({"type": "\x1b]0;pwn\x07\x9b31m\u202e" + "x" * 300}))
    assert refused.code == "unknown_message"
    assert refused.detail.isprintable()
    assert len(refused.detail) <= 200


# ── limits ─────────────────────────────────────────────────────────────────────────────────────


def chats(size: int) -> bytes:
    """One message of exactly `size` bytes, wrong only in a field that nobody knows."""
    filler: dict[str, Any] = PING | {"a": [b""] * 64}
    for place in range(64):
        missing = size - len(pack(filler))
        if missing > 0:
            filler["a"][place] = b"x" * min(missing, 4096)
    while (extra := len(pack(filler)) - size) > 0:
        full = max(range(64), key=lambda place: len(filler["a"][place]))
        filler["a"][full] = filler["a"][full][:-extra]
    packed = pack(filler)
    assert len(packed) == size
    return packed


def test_a_message_may_fill_the_limit_and_no_byte_more() -> None:
    most = FROM_CLIENT.message
    assert fault(chats(most)).code == "bad_field"
    assert fault(chats(most + 1)).code == "too_large"


def test_the_limit_counts_from_the_last_complete_message() -> None:
    end = greeted()
    ping = encode(Ping(1))
    many = FROM_CLIENT.message // len(ping) * 3
    assert len(end.receive_data(ping * many)) == many
    most = chats(FROM_CLIENT.message)
    assert fault(ping + most, end).code == "bad_field"


@pytest.mark.parametrize("piece", [1000, 4096, 2**20])
def test_a_message_that_never_ends_is_cut_off(piece: int) -> None:
    endless = b"\x81\xa4type\xdc\x00\x40" + (b"\xc5\x10\x00" + b"x" * 4096) * 40
    refused, fed = drip(endless, piece)
    assert refused.code == "too_large"
    assert fed <= FROM_CLIENT.message


@pytest.mark.parametrize(
    "value",
    [
        PING | {"id": "x" * 4097},
        PING | {"id": b"x" * 4097},
        PING | {"id": [0] * 65},
        PING | {str(number): 0 for number in range(65)},
    ],
)
def test_strings_arrays_and_maps_are_bounded(value: object) -> None:
    assert code(value) == "too_large"


def nested(levels: int) -> dict[str, Any]:
    value: Any = 0
    for _ in range(levels - 1):
        value = [value]
    return PING | {"id": value}


def test_nesting_is_bounded() -> None:
    assert code(nested(FROM_CLIENT.depth)) == "bad_field"
    assert code(nested(FROM_CLIENT.depth + 1)) == "too_deep"


@pytest.mark.parametrize("levels", [500, 1000, 1100, 60000])
@pytest.mark.parametrize("opener", [b"\x91", b"\x81\xa1a"])
def test_deep_nesting_is_refused_at_both_ends(levels: int, opener: bytes) -> None:
    bomb = b"\x81\xa4type" + opener * levels + b"\xc0"
    expected = (
        {"too_deep"} if levels * len(opener) < FROM_CLIENT.message else {"too_deep", "too_large"}
    )
    assert fault(bomb).code in expected
    with pytest.raises(Malformed, match="too_deep"):
        ClientConnection().receive_data(bomb)


def test_the_client_takes_larger_messages() -> None:
    many = DealEvents(table="t", deal=1, first=0, events=(Phase("p"),) * 20_000)
    packed = encode(many)
    assert FROM_CLIENT.message < len(packed) < FROM_SERVER.message
    assert ClientConnection().receive_data(packed) == [many]
    with pytest.raises(Malformed, match="too_large"):
        ClientConnection().receive_data(pack({"type": "x", "a": [b"x" * 65536] * 65}))


# ── what the client puts up with ───────────────────────────────────────────────────────────────


def test_the_client_ignores_unknown_kinds_and_fields() -> None:
    end = ClientConnection()
    assert end.receive_data(pack({"type": "fireworks", "id": 3})) == []
    ok = {
        "type": "ok",
        "id": 3,
        "since": 2,
        "account": {"id": "a", "name": "n", "guest": True, "x": 1},
    }
    assert end.receive_data(pack(ok)) == [Ok(3, account=Account("a", "n", True))]


def test_an_unknown_event_keeps_its_place() -> None:
    raw = unpack(encode(DealEvents("t", 1, 4, (Phase("tokens"), Acted(0, Pass())))))
    raw["events"][1]["action"]["gently"] = True
    raw["events"].insert(1, {"type": "sneezed", "seat": 2})
    assert ClientConnection().receive_data(pack(raw)) == [
        DealEvents("t", 1, 4, (Phase("tokens"), Phase("unknown"), Phase("unknown")))
    ]


def test_an_unknown_offer_is_no_offer() -> None:
    raw = unpack(encode(TABLE))
    raw["offers"].insert(0, {"type": "declare", "what": "dragon"})
    (table,) = ClientConnection().receive_data(pack(raw))
    assert table == ClientConnection().receive_data(encode(TABLE))[0]


@pytest.mark.parametrize(
    "value", [{"type": "ok", "id": "3"}, {"type": "events"}, {"type": "table", "offers": 3}, [1]]
)
def test_the_client_refuses_what_no_server_says(value: object) -> None:
    end = ClientConnection()
    with pytest.raises(Malformed):
        end.receive_data(pack(value))
    with pytest.raises(Malformed):
        end.receive_data(encode(No(1, Why("stale"))))


# ── redaction ──────────────────────────────────────────────────────────────────────────────────


def seen(seat: int | None) -> FromServer:
    (message,) = ClientConnection().receive_data(ServerConnection().send(TABLE, seat))
    return message


def test_secrets_are_redacted_while_they_are_written() -> None:
    hand = (Card("As"), Card("Td"))
    assert TABLE.view is not None
    backs = (Hidden(), Hidden())
    views: list[tuple[int | None, tuple[Cell, ...]]] = [(0, hand), (1, backs), (None, backs)]
    for seat, cells in views:
        message = seen(seat)
        assert isinstance(message, type(TABLE))
        assert message.view is not None
        assert message.view.zones[0] == Zone("hand.0", "hand", 0, cells)
        assert message.view.zones[1:] == TABLE.view.zones[1:]
    assert b"As" not in ServerConnection().send(TABLE, 1)
    assert b"As" not in ServerConnection().send(TABLE)


def test_events_are_redacted_too() -> None:
    dealt = DealEvents("t", 1, 0, (Dealt("hand.1", 1, (sealed(Card("Kc"), {1}),)),))
    assert b"Kc" in ServerConnection().send(dealt, 1)
    assert b"Kc" not in ServerConnection().send(dealt, 0)
    assert b"Kc" not in ServerConnection().send(dealt)


def test_what_is_no_value_of_the_wire_crashes() -> None:
    stray: Any = object()
    with pytest.raises(NotImplementedError):
        ServerConnection().send(Ok(1, table=stray))


def test_cells_are_arrays_and_messages_maps() -> None:
    raw = unpack(ServerConnection().send(TABLE, 0))
    assert raw["type"] == "table"
    assert raw["view"]["zones"][0]["cells"] == [["card", "As"], ["card", "Td"]]
    assert raw["view"]["zones"][1]["cells"] == [["token", "c", 1, None], ["token", "c", 2, 1]]
    assert raw["offers"][0] == {"type": "take", "token": 1, "holder": None}


def test_tags_are_disjoint() -> None:
    assert not CLIENT_KINDS.keys() & SERVER_KINDS.keys()


def test_a_secret_hides_in_logs() -> None:
    assert "As" not in repr(TABLE)
    assert "As" not in repr(Secret(Card("As"), {0}))
