"""Hostile peers for a real server, who know what it owes them: every answer, and the fault."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

from protocol.codec import encode
from protocol.connection import ClientConnection, ServerConnection, WrongVersion
from protocol.errors import Malformed
from protocol.messages import VERSION, Bye, FromClient, Hello, No, Ok, Prove, Welcome
from tests.protocol.frames import Frames, pack
from tests.protocol.traffic import FROM_CLIENTS

# How long to wait for what is owed, in seconds: far longer than anything takes.
PATIENCE = 20.0
# How many frames one connection sends at most.
MOST = 150


def owes_proof(heard: list[Any]) -> bool:
    """Whether nothing but a proof may come after what was heard."""
    if len(heard) != 1 or not isinstance(heard[0], Hello):
        return False
    return heard[0].public_key is not None and heard[0].proved is None


class Volley(Struct):
    """What one connection sends, and what it has to be told for that."""

    data: bytes
    frames: int
    hello: Hello | None
    requests: list[int]
    bye: tuple[str, object] | None

    @property
    def shared(self) -> bool:
        """Whether somebody else may come as the same person, and end this session."""
        return self.hello is not None and self.hello.proved is not None


class Attacker:
    """One connection after the other, with an account to come back to, until `stop` frames.

    `sent` counts frames, `met` what the server answered; `guests` and `keys` are the accounts
    that it had to make.
    """

    def __init__(
        self, seed: int, code: str, table: str, way_in: int | Path, others: Sequence[str] = ()
    ) -> None:
        """`way_in` is a TCP port or the trusted socket; `table` is what it would like to harm."""
        self.sent = 0
        self.met: Counter[str] = Counter()
        self.guests = 0
        self.keys: set[str] = set()
        self._code = code
        self._way_in = way_in
        self._rng = Random(seed)
        hints: dict[str, Sequence[object]] = {
            "table": (table, table, table, *others),
            "version": (VERSION,),
            "deal": (0, 1, 2),
            "decision": (0, 1, 2, 3),
            "game": ("pokerface", "holdem", "canasta"),
            "seats": (3, 4),
            "chips": (None, 1, 400, 1000),
            "code": (code, code, "none-such"),
            "key": ("once-only", "once-more"),
        }
        self._frames = Frames(self._rng, FROM_CLIENTS, FromClient, hints)

    async def run(self, stop: int) -> None:
        """Attack; AssertionError, with what was sent, if something owed did not come."""
        while self.sent < stop:
            volley = self._volley()
            try:
                async with asyncio.timeout(PATIENCE):
                    await self._fire(volley)
            except Exception as error:
                error.add_note(f"after {self.sent} frames: {volley.data!r}")
                raise
            self.sent += volley.frames

    # ── what is sent ───────────────────────────────────────────────────────────────────────────

    def _volley(self) -> Volley:
        trusted = isinstance(self._way_in, Path)
        mirror = ServerConnection(trusted)
        sent: list[bytes] = []
        heard: list[Any] = []
        bye: tuple[str, object] | None = None
        nothing = 0
        while len(sent) < MOST and nothing < 2:
            sent.append(self._next(first=not sent, proving=owes_proof(heard)))
            try:
                got = mirror.receive_data(sent[-1])
            except Malformed as fault:
                got = list(fault.before)  # type: ignore[arg-type]
                wrong = isinstance(fault, WrongVersion)
                bye = ("version", None) if wrong else ("malformed", fault.code)
            heard += got
            nothing = 0 if got else nothing + 1
            if bye is not None:
                # What comes after nonsense is not even looked at.
                sent.append(self._frames.valid())
                break
        hello = mirror.hello
        if owes_proof(heard):
            # It is never welcomed.
            hello = None
        requests = [one.id for one in heard if not isinstance(one, Hello | Prove)]
        return Volley(b"".join(sent), len(sent) - (bye is not None), hello, requests, bye)

    def _next(self, first: bool, proving: bool) -> bytes:
        chance = self._rng.random()
        if proving and chance < 0.9:
            return pack(self._frames.inventor.of(Prove))
        if first:
            if chance < 0.8:
                return encode(Hello(VERSION, name="Mallory", code=self._code))
            return pack(self._frames.inventor.of(Hello)) if chance < 0.95 else self._frames.frame()
        # What can't be read ends the connection, so most of it can.
        if chance < 0.02:
            return self._frames.frame()
        message = self._frames.message()
        while message["type"] in {"hello", "prove"}:
            message = self._frames.message()
        return pack(message)

    # ── what comes of it ───────────────────────────────────────────────────────────────────────

    async def _fire(self, volley: Volley) -> None:
        if isinstance(self._way_in, Path):
            reader, writer = await asyncio.open_unix_connection(self._way_in)
        else:
            reader, writer = await asyncio.open_connection("127.0.0.1", self._way_in)
        try:
            place = 0
            while place < len(volley.data):
                length = 1 + int(self._rng.random() ** 2 * 30_000)
                writer.write(volley.data[place : place + length])
                place += length
            await self._listen(reader, volley)
            self._note_account(volley.hello)
        finally:
            # Half of them just hang up, the others close; neither says goodbye.
            if self._rng.random() < 0.5:
                writer.transport.abort()
            else:
                writer.close()

    async def _listen(self, reader: asyncio.StreamReader, volley: Volley) -> None:
        client = ClientConnection()
        answered: list[int] = []
        owed, replaced = volley.hello is not None, False
        while owed or len(answered) < len(volley.requests) or volley.bye is not None:
            try:
                data = await reader.read(65536)
            except ConnectionResetError:
                # With the rest of its nonsense unread, a peer may miss what it is told about it.
                assert volley.bye is not None
                assert answered == volley.requests[: len(answered)]
                self.met["reset"] += 1
                return
            if not data or replaced:
                break
            for message in client.receive_data(data):
                self._count(message)
                if isinstance(message, Ok | No):
                    answered.append(message.id)
                elif isinstance(message, Welcome):
                    owed = False
                elif isinstance(message, Bye):
                    told = (message.why.code, message.why.facts.get("code"))
                    if told == ("replaced", None) and volley.shared:
                        replaced = True
                    else:
                        assert told == volley.bye, told
        assert not owed
        asked = volley.requests[: len(answered)] if replaced else volley.requests
        assert answered == asked

    def _count(self, message: object) -> None:
        what = message.why.code if isinstance(message, No | Bye) else type(message).__name__
        self.met[what] += 1

    def _note_account(self, hello: Hello | None) -> None:
        if hello is None:
            return
        if hello.proved is not None and hello.proved.key is not None:
            self.keys.add(hello.proved.key)
        elif hello.code != self._code:
            self.guests += 1
