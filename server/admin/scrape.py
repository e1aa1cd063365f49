"""A page of numbers on a port of this machine: as much HTTP as a scraper needs.

One short request, one answer, and the line is closed. Whoever sends more, or takes it too slowly,
is cut off; nobody waits for them meanwhile.
"""

import asyncio
from collections.abc import Callable

from server import listen
from server.config import ConfigError

# Bytes of a request, seconds for all of it, and how many are answered at once.
_LONGEST = 8192
_SECONDS = 5.0
_AT_ONCE = 8

_END = b"\r\n\r\n"
_TYPE = "text/plain; version=0.0.4; charset=utf-8"


async def serve(where: str, text: Callable[[], str], seconds: float = _SECONDS) -> asyncio.Server:
    """Answer `GET /metrics` with `text()`; ConfigError for an address that others can reach."""
    if not listen.is_private(where):
        raise ConfigError("metrics_not_local", address=where)
    open_ones: set[Scrape] = set()
    return await listen.tcp(where, lambda: Scrape(text, open_ones, seconds))


class Scrape(asyncio.Protocol):
    """One connection."""

    def __init__(self, text: Callable[[], str], among: "set[Scrape]", seconds: float) -> None:
        self._text = text
        self._among = among
        self._seconds = seconds
        self._heard = b""
        self._answered = False
        self._transport: asyncio.Transport | None = None
        self._end: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody is there."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        if len(self._among) >= _AT_ONCE:
            transport.abort()
            return
        self._among.add(self)
        self._end = asyncio.get_running_loop().call_later(self._seconds, transport.abort)

    def data_received(self, data: bytes) -> None:
        """A part of the request, whose head is all that matters."""
        if self._answered:
            return
        self._heard += data
        if len(self._heard) > _LONGEST:
            self._answer(431, "Request Header Fields Too Large")
        elif _END in self._heard or b"\n\n" in self._heard:
            self._reply()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._among.discard(self)
        if self._end is not None:
            self._end.cancel()

    def _reply(self) -> None:
        method, _, rest = self._heard.partition(b"\r")[0].partition(b" ")
        path = rest.partition(b" ")[0].partition(b"?")[0]
        if method not in {b"GET", b"HEAD"}:
            self._answer(405, "Method Not Allowed")
        elif path not in {b"/metrics", b"/"}:
            self._answer(404, "Not Found")
        else:
            self._answer(200, "OK", self._text(), head=method == b"HEAD")

    def _answer(self, code: int, said: str, text: str = "", head: bool = False) -> None:
        assert self._transport is not None
        self._answered = True
        body = (text or f"{said}\n").encode()
        lines = (
            f"HTTP/1.0 {code} {said}",
            f"Content-Type: {_TYPE}",
            f"Content-Length: {len(body)}",
            "Connection: close",
        )
        self._transport.write("\r\n".join(lines).encode() + _END + (b"" if head else body))
        # What was written still goes out, for as long as there is time.
        self._transport.close()
