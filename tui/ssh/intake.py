"""What a stranger's keyboard sends, made safe and small before it becomes Textual's messages.

Bytes in, messages out; no clock and no channel in here. The driver says when input has been quiet.
"""

import re
from codecs import getincrementaldecoder
from collections.abc import Iterable, Iterator

from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message

# Nothing that one may paste here is longer: chat takes 400 characters.
PASTE_CAP = 8192  # bytes

_PASTE_END = b"\x1b[201~"
_SPECIAL = re.compile(rb"\x1b\[(?:M|200~)")
_TAIL = 5  # bytes of _SPECIAL's longest match that may lie before a chunk
_PIECE = 64  # characters parsed before the number of events is looked at again


class Intake:
    """The input of one session: `put` bytes, `take` messages.

    Old-style mouse reports become blanks that the parser drops (cases E2); a paste is cut at
    PASTE_CAP; an unfinished one ends when input rests; text that is not UTF-8 never raises.
    """

    def __init__(self) -> None:
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._parser = XTermParser(False)
        self._text = ""
        self._tail = b""
        self._mouse_bytes = 0
        self._pasted: int | None = None
        self._held = b""

    @property
    def waiting(self) -> bool:
        """Whether there is input that has not been taken yet."""
        return bool(self._text)

    @property
    def pasting(self) -> bool:
        """Whether a paste has begun and not ended."""
        return self._pasted is not None

    def put(self, data: bytes) -> None:
        """Add what arrived; its text waits until it is taken."""
        while data:
            if self._mouse_bytes:
                data = self._blank(data)
            elif self._pasted is not None:
                data = self._paste(data, self._pasted)
            else:
                data = self._type(data)

    def take(self, limit: int) -> list[Message]:
        """The next messages, about `limit` of them at most (a few more where one key is many)."""
        taken: list[Message] = []
        while self._text and len(taken) < limit:
            piece, self._text = self._text[:_PIECE], self._text[_PIECE:]
            taken += self._read(self._parser.feed(piece))
        return taken

    def rest(self) -> list[Message]:
        """Input has been quiet for longer than an escape sequence takes: a lone Esc is a key."""
        if self._mouse_bytes:
            self._blank(b" " * self._mouse_bytes)
        return [*self.take(_PIECE), *self._read(self._parser.tick())]

    def end_paste(self) -> None:
        """Input has been quiet for so long that the paste's end will not come any more."""
        if self._pasted is not None:
            self._finish_paste()

    def close(self) -> None:
        """End the parser, which otherwise keeps its last event, and so the app, alive."""
        for _ in self._read(self._parser.feed("")):
            pass
        self._text = ""

    def _type(self, data: bytes) -> bytes:
        seen = self._tail + data
        match = _SPECIAL.search(seen)
        if match is None:
            self._forward(data)
            self._tail = seen[-_TAIL:]
            return b""
        end = match.end() - len(self._tail)
        self._forward(data[:end])
        self._tail = b""
        if match.group().endswith(b"M"):
            self._mouse_bytes = 3
        else:
            self._pasted = 0
        return data[end:]

    def _blank(self, data: bytes) -> bytes:
        count = min(self._mouse_bytes, len(data))
        self._forward(b" " * count)
        self._mouse_bytes -= count
        return data[count:]

    def _paste(self, data: bytes, pasted: int) -> bytes:
        seen, self._held = self._held + data, b""
        end = seen.find(_PASTE_END)
        if end >= 0:
            self._add_paste(seen[:end], pasted)
            self._finish_paste()
            return seen[end + len(_PASTE_END) :]
        kept = next((n for n in range(_TAIL, 0, -1) if seen.endswith(_PASTE_END[:n])), 0)
        self._held = seen[len(seen) - kept :]
        self._add_paste(seen[: len(seen) - kept], pasted)
        return b""

    def _add_paste(self, text: bytes, pasted: int) -> None:
        room = max(0, PASTE_CAP - pasted)
        # An escape inside would begin a sequence of its own.
        self._forward(text[:room].replace(b"\x1b", b""))
        self._pasted = pasted + len(text)

    def _finish_paste(self) -> None:
        self._pasted, self._held = None, b""
        self._forward(_PASTE_END)

    def _forward(self, data: bytes) -> None:
        self._text += self._decoder.decode(data)

    def _read(self, source: Iterable[Message]) -> Iterator[Message]:
        # Numbers that are no characters, and whatever else a stranger sends: the parser raises and
        # is dead afterwards, its successor goes on.
        try:
            for message in source:
                yield _printable(message) if isinstance(message, events.Paste) else message
        except Exception:
            self._parser = XTermParser(False)


def _printable(paste: events.Paste) -> events.Paste:
    text = "".join(c for c in paste.text if c.isprintable() or c in "\n\t")
    return events.Paste(text)
