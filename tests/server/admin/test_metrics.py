"""What Prometheus reads: its text format, true numbers, and nothing for whoever asks otherwise."""

import asyncio
import re
from collections import Counter

import pytest
from msgspec.structs import replace

from protocol.messages import Chat, Say
from server.admin.metrics import Histogram, Metrics, Now, text
from server.admin.scrape import serve
from server.config import Config, ConfigError
from server.run import Server
from tests.server.client import Client, open_table, play

# A line of the format (prometheus.io, exposition formats): a name, labels, a number.
LINE = re.compile(r'[a-z_:][a-z0-9_:]*(\{[a-z_]+="[^"\\\n]*"\})? -?[0-9.e+-]+')


async def fetch(port: int, request: bytes) -> tuple[str, str]:
    """The head and the body of what is answered."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    try:
        answer = (await asyncio.wait_for(reader.read(), 20)).decode()
    finally:
        writer.close()
    head, _, body = answer.partition("\r\n\r\n")
    return head, body


def port_of(server: asyncio.Server) -> int:
    return int(server.sockets[0].getsockname()[1])


def read(body: str) -> dict[str, float]:
    """The numbers of a page; AssertionError where it is none."""
    assert body.endswith("\n")
    numbers: dict[str, float] = {}
    typed: set[str] = set()
    for line in body.splitlines():
        if line.startswith("# "):
            _, kind, name, _ = line.split(" ", 3)
            assert kind in {"HELP", "TYPE"}
            typed.add(name)
            continue
        assert LINE.fullmatch(line), line
        name, value = line.rsplit(" ", 1)
        assert name not in numbers
        numbers[name] = float(value)
        assert re.sub(r"(_bucket|_sum|_count)?(\{.*)?$", "", name) in typed or name in typed
    return numbers


def test_a_histogram_counts_up_to_its_bounds() -> None:
    histogram = Histogram((0.1, 0.5))
    for seconds in (0.05, 0.1, 0.3, 7.0):
        histogram.add(seconds)
    assert list(histogram.lines("x")) == [
        'x_bucket{le="0.1"} 2',
        'x_bucket{le="0.5"} 3',
        'x_bucket{le="+Inf"} 4',
        "x_sum 7.450000",
        "x_count 4",
    ]


def test_the_page_of_a_server_that_has_done_nothing_is_one() -> None:
    numbers = read(text(Metrics(), Now(Counter(), sessions=0)))
    assert numbers["pokertui_sessions"] == 0
    assert numbers['pokertui_commit_seconds_bucket{le="+Inf"}'] == 0


async def test_what_has_happened_is_counted(config: Config) -> None:
    config = replace(config, metrics="127.0.0.1:0")
    async with Server(config) as server, await Client.tcp(server.port) as anna:
        counting = server._counting
        assert counting is not None
        await anna.hello("Anna")
        table = await open_table(anna, bots="now")
        await play(anna, deals=1)
        assert await anna.refused(Chat, table=table, text=" ") == "empty_text"
        assert await anna.refused(Say, table="none", phrase="short_break") == "unknown_table"
        async with await Client.tcp(server.port) as stranger:
            stranger.write_bytes(b"\xc1")
            assert await stranger.bye() == "malformed"
        head, body = await fetch(port_of(counting), b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
    assert head.startswith("HTTP/1.0 200 OK\r\n")
    assert f"Content-Length: {len(body)}" in head
    numbers = read(body)
    assert numbers["pokertui_sessions"] == 1
    assert numbers["pokertui_logins_total"] == 1
    assert numbers['pokertui_tables{game="pokerface"}'] == 1
    assert numbers['pokertui_deals_total{game="pokerface"}'] == 1
    # Four rounds, and everybody takes a token in each.
    assert numbers['pokertui_actions_total{game="pokerface"}'] >= 12
    assert numbers['pokertui_refusals_total{code="empty_text"}'] == 1
    assert numbers['pokertui_refusals_total{code="unknown_table"}'] == 1
    assert numbers['pokertui_logins_refused_total{code="malformed"}'] == 1
    assert numbers["pokertui_commit_seconds_count"] > 0
    assert numbers["pokertui_bot_seconds_count"] > 0
    assert numbers["pokertui_outbox_drops_total"] == 0


@pytest.mark.parametrize("where", ["0.0.0.0:9100", "192.0.2.1:9100", "[::]:9100", "host:9100"])
async def test_numbers_are_told_on_this_machine_only(config: Config, where: str) -> None:
    with pytest.raises(ConfigError) as failed:
        async with Server(replace(config, metrics=where)):
            pass
    assert failed.value.code == "metrics_not_local"


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (b"GET /metrics HTTP/1.0\r\n\r\n", 200),
        (b"GET /metrics?x=1 HTTP/1.1\nHost: x\n\n", 200),
        (b"HEAD /metrics HTTP/1.0\r\n\r\n", 200),
        (b"GET /elsewhere HTTP/1.0\r\n\r\n", 404),
        (b"POST /metrics HTTP/1.0\r\n\r\n", 405),
        (b"\r\n\r\n", 405),
        (b"GET /metrics HTTP/1.0\r\nX: " + b"x" * 9000, 431),
    ],
)
async def test_as_much_http_as_a_scraper_needs(request_: bytes, code: int) -> None:
    async with await serve("127.0.0.1:0", lambda: "page\n") as server:
        await server.start_serving()
        head, body = await fetch(port_of(server), request_)
    assert head.startswith(f"HTTP/1.0 {code} ")
    assert (body == "page\n") is (code == 200 and not request_.startswith(b"HEAD"))


async def test_who_is_slow_is_cut_off_and_holds_up_nobody() -> None:
    async with await serve("127.0.0.1:0", lambda: "x" * 2**24, seconds=0.2) as server:
        await server.start_serving()
        port = port_of(server)
        # Says nothing; asks and never reads; sends on without end.
        silent = await asyncio.open_connection("127.0.0.1", port)
        deaf = await asyncio.open_connection("127.0.0.1", port, limit=1024)
        deaf[1].write(b"GET /metrics HTTP/1.0\r\n\r\n")
        assert await asyncio.wait_for(silent[0].read(), 20) == b""
        # What the system held for it comes, and then the end of the line, long before the page's.
        came = await asyncio.wait_for(deaf[0].read(), 20)
        assert 0 < len(came) < 2**24
        head, _ = await fetch(port, b"GET /elsewhere HTTP/1.0\r\n\r\n")
        assert head.startswith("HTTP/1.0 404 ")
        for _, writer in (silent, deaf):
            writer.close()


async def test_more_than_some_at_once_are_hung_up_on() -> None:
    async with await serve("127.0.0.1:0", lambda: "page\n") as server:
        await server.start_serving()
        port = port_of(server)
        waiting = [await asyncio.open_connection("127.0.0.1", port) for _ in range(8)]
        head, _ = await fetch(port, b"")
        assert head == ""
        waiting[0][1].write(b"GET / HTTP/1.0\r\n\r\n")
        assert (await waiting[0][0].read()).endswith(b"page\n")
        for _, writer in waiting:
            writer.close()
