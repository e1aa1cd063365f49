"""One connection: its bytes, its account, its requests one after the other."""

import asyncio
import logging
import socket
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

from engine.values.why import Why
from protocol.admin import Way
from protocol.connection import ServerConnection, farewell
from protocol.errors import ByeCode, Malformed, RefusalCode, Refused
from protocol.messages import (
    Bye,
    FromClient,
    FromServer,
    Hello,
    No,
    Ok,
    Ping,
    Prove,
    Request,
)
from protocol.rates import Bucket
from server import desk
from server.caller import Caller
from server.door import Turned
from server.faults import report
from server.house import House
from server.login import log_in
from server.outbox import Outbox

if TYPE_CHECKING:
    from server.accounts import Person
    from server.table.task import TableTask

log = logging.getLogger(__name__)

# Closing waits this long, in seconds, for a reader to take what it is owed.
_LINGER = 2.0
# A client is dead when so many looks in a row found nothing heard (cases.md F1). A server that was
# itself asleep missed no more than one of them.
_LOOKS = 3
# Bytes that the system may hold for a reader; more than any one view.
_SEND_BUFFER = 64 * 1024

Heard = FromClient | Malformed | None


# Where arriving bytes are put first, one connection's after another's. Left to itself, the loop
# asks the system for new pages for every single read, and gives them back.
# What comes encrypted is put in piece by piece: a slice has to be the thing itself.
_ARRIVALS = memoryview(bytearray(64 * 1024))


class Session(asyncio.BufferedProtocol):
    """The server's end of one client, from connect to close."""

    def __init__(
        self, house: House, trusted: bool, parent: bool = False, certificate: str | None = None
    ) -> None:
        """`trusted`: it may say whose key it has proved.

        `certificate`: the fingerprint of what encrypts its line, None if nothing does. `parent`: it
        is the program that this server runs for, and may be stopped for as long as its user likes:
        nobody waits for it, and its end can't go unnoticed.
        """
        self.house = house
        self.tables: dict[TableTask, None] = {}
        # How somebody came, from where, and with which key, for operators.
        self.caller = Caller(house.door)
        self.way: Way = "own" if parent else "connect"
        self.key: str | None = None
        self.answers = 0
        self.lost = asyncio.Event()
        self._limits = limits = house.config.limits
        clock = asyncio.get_running_loop().time
        self.says = Bucket(limits.says_per_second, limits.says_burst, clock)
        self.changes = Bucket(limits.changes_per_second, limits.changes_burst, clock)
        self.keeps = Bucket(limits.keeps_per_second, limits.keeps_burst, clock)
        self.steps = Bucket(limits.steps_per_second, limits.steps_burst, clock)
        self._requests = Bucket(limits.requests_per_second, limits.requests_burst, clock)
        self._refused = 0
        self._active = clock()
        self._connection = ServerConnection(trusted, certificate, limits.message)
        self._encrypted = certificate is not None
        self._heard: deque[Heard] = deque()
        # Whether something is being done for this client; what it says meanwhile waits.
        self._busy = True
        # What the task does next. What a table answers by itself never wakes it.
        self._errand: asyncio.Future[Heard] | None = None
        self._transport: asyncio.Transport | None = None
        self._outbox: Outbox | None = None
        self._person: Person | None = None
        self._closing = False
        # It has sent what is no message: whatever comes after it is not even read.
        self._senseless = False
        self._linger: asyncio.TimerHandle | None = None
        self._parent = parent
        # Whether something has come since the last look, and how many looks in a row found nothing.
        self._stirred = True
        self._silent = 0
        self._look: asyncio.TimerHandle | None = None

    # ── the account ────────────────────────────────────────────────────────────────────────────

    @property
    def person(self) -> "Person":
        """Who this is; only after the welcome."""
        if self._person is None:
            raise RuntimeError("nobody has said hello yet")
        return self._person

    @property
    def account(self) -> str:
        """The account's id; only after the welcome."""
        return self.person.id

    @property
    def closing(self) -> bool:
        """Whether it has been told goodbye, or has hung up."""
        return self._closing

    @property
    def home(self) -> str | None:
        """What the client's address is counted as; None without one."""
        return self.caller.home

    @property
    def address(self) -> str:
        """The address that the client comes from; "" without one."""
        return self.caller.address

    @property
    def idle(self) -> int:
        """Seconds since the client wanted something."""
        return int(asyncio.get_running_loop().time() - self._active)

    @property
    def backlog(self) -> int:
        """Bytes that wait until the client takes them."""
        return 0 if self._outbox is None else self._outbox.backlog

    def become(self, person: "Person") -> bool:
        """Go on as `person`, held for this session; the account's older session ends.

        False for whoever has hung up meanwhile, or is banned: they become nobody, and end nobody's
        session.
        """
        if self._closing:
            self.house.people.release(person.id)
            return False
        # A key or a home may have been banned while this one was looked up.
        ban = self.house.penalties.ban(account=person.id, key=self.key, home=self.home)
        if ban is not None:
            self.house.people.release(person.id)
            self.end(Bye(ban.why))
            return False
        self._leave_account()
        older = self.house.sessions.get(person.id)
        self._person = person
        self.house.sessions[person.id] = self
        if older is not None:
            older.bye("replaced")
        self.house.lobby.changed()
        return True

    def _leave_account(self) -> None:
        for table in tuple(self.tables):
            table.lose(self)
        if self._person is None:
            return
        if self.house.sessions.get(self._person.id) is self:
            del self.house.sessions[self._person.id]
            self.house.lobby.changed()
            self.house.waiters.left(self._person.id)
        self.house.people.release(self._person.id)
        self._person = None

    # ── what it is sent ────────────────────────────────────────────────────────────────────────

    def ok(self, request: Request, table: str | None = None, chips: int | None = None) -> None:
        """Answer that a request was done, with the next flush: what it led to follows at once.

        `chips`: what the account has now, where that changed it.
        """
        account = None if chips is None or self._person is None else self._person.told(chips)
        self.answers += 1
        self.put(self._connection.send(Ok(request.id, table, account)))

    def no(self, request: Request, why: Why) -> None:
        """Answer that a request is refused."""
        self.answers += 1
        self.house.metrics.refusals[why.code] += 1
        self.tell(No(request.id, why))

    def tell(self, message: FromServer) -> None:
        """Send a message without secrets, now."""
        self.put(self._connection.send(message))
        self.flush()

    def put(self, data: bytes) -> None:
        """Send bytes, with the next flush."""
        if self._outbox is not None:
            self._outbox.put(data)

    def show(self, of: str, data: bytes, before: bytes = b"") -> None:
        """Send a view of `of`, now, in place of an older one that has not gone out.

        `before` goes out just before it, and is never left out.
        """
        if self._outbox is not None:
            self._outbox.show(of, data, before)

    def forget(self, of: str) -> None:
        """Leave out a view of `of` that has not gone out."""
        if self._outbox is not None:
            self._outbox.forget(of)

    def flush(self) -> None:
        """Hand to the transport what was put in."""
        if self._outbox is not None:
            self._outbox.flush()

    def bye(self, code: ByeCode, **facts: str | int) -> None:
        """End the connection and say why."""
        self.end(Bye(Why(code, dict(facts))))

    def end(self, goodbye: Bye) -> None:
        """End the connection with this goodbye."""
        if self._closing or self._transport is None:
            return
        self._closing = True
        if self._person is None:
            self.house.metrics.logins_refused[goodbye.why.code] += 1
        if goodbye.why.code != "stopping":
            self.house.door.note(goodbye.why.code, self.caller.place)
        self.flush()
        if self._outbox is not None:
            self._outbox.close()
        if not self._transport.is_closing():
            self._transport.write(self._connection.send(goodbye))
            self._transport.close()
            loop = asyncio.get_running_loop()
            self._linger = loop.call_later(_LINGER, self._transport.abort)
        self._heard.append(None)
        self._go_on()

    # ── the transport ──────────────────────────────────────────────────────────────────────────

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client is there."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        # What lies in the system's buffer is backlog too; left alone it grows to megabytes.
        sock = transport.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER)
        # So is what waits to be encrypted.
        transport.set_write_buffer_limits(high=_SEND_BUFFER)
        self._outbox = Outbox(transport, self._limits, self._too_slow, self.house.metrics.dropped)
        full = len(self.house.connected) >= self._limits.connections
        self.house.connected.add(self)
        self.house.spawn(self._run(), "session")
        if full:
            self.bye("full")
        elif sock.family != socket.AF_UNIX:
            address = transport.get_extra_info("peername")[0]
            with self._unless_turned():
                # What is encrypted has been counted before that cost anything.
                self.caller.arrive(address, counted=self._encrypted)

    @contextmanager
    def _unless_turned(self) -> Iterator[None]:
        try:
            yield
        except Turned as turned:
            self.bye(turned.code, **turned.facts)

    def get_buffer(self, sizehint: int) -> memoryview:
        """Where the bytes go that are there now; they are taken out before the next come."""
        return _ARRIVALS

    def buffer_updated(self, nbytes: int) -> None:
        """Bytes came."""
        self._receive(bytes(_ARRIVALS[:nbytes]))

    def _receive(self, data: bytes) -> None:
        self._stirred = True
        if self._closing or self._senseless:
            return
        try:
            self._heard.extend(self._connection.receive_data(data))
        except Malformed as fault:
            self._heard.extend(cast(tuple[FromClient, ...], fault.before))
            self._heard.append(fault)
            self._senseless = True
        behind = self._senseless or len(self._heard) > self._limits.waiting
        if behind and self._transport is not None:
            self._transport.pause_reading()
        self._go_on()

    def pause_writing(self) -> None:
        """The reader is behind."""
        if self._outbox is not None:
            self._outbox.pause()

    def resume_writing(self) -> None:
        """The reader has caught up."""
        if self._outbox is not None:
            self._outbox.resume()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        self._closing = True
        self.lost.set()
        if self._linger is not None:
            self._linger.cancel()
        if self._look is not None:
            self._look.cancel()
        if self._outbox is not None:
            self._outbox.close()
        self._heard.append(None)
        self._go_on()

    def _too_slow(self) -> None:
        self.bye("too_slow")

    def _listen(self) -> None:
        """End the connection when nothing comes any more: a line can be dead and still stand."""
        if self._closing:
            return
        # What it said and waits to be done is a sign of life as well: nothing more is read then.
        self._silent = 0 if self._stirred or self._heard else self._silent + 1
        self._stirred = False
        if self._silent == _LOOKS:
            self.bye("timeout")
            return
        pause = self._limits.silent_seconds / (_LOOKS + 1)
        self._look = asyncio.get_running_loop().call_later(pause, self._listen)

    # ── the conversation ───────────────────────────────────────────────────────────────────────

    async def _run(self) -> None:
        try:
            with self._unless_turned():
                await self._converse()
        except Malformed as fault:
            self.end(farewell(fault))
        except Refused as refusal:
            # Before there is an account, all that can be refused is the log's writing.
            log.warning("no welcome: %s", refusal.why.code)
            self.bye("storage")
        except Exception as fault:
            report(log, "session", fault)
            self.bye("fault")
        finally:
            self.house.lobby.leave(self)
            self._leave_account()
            self.house.connected.discard(self)
            self.caller.leave()
            if self._transport is not None and not self._closing:
                self._transport.abort()

    async def _converse(self) -> None:
        if not await log_in(self, self._connection):
            return
        if not self._parent:
            self._listen()
        while not self._closing:
            request = await self.hear()
            # What goes to a table was handed on, and never comes to here.
            if (
                request is None
                or isinstance(request, Hello | Prove | desk.AtTable)
                or self._closing
            ):
                return
            if self._in_time(request):
                await desk.serve(self.house, self, request)

    async def hear(self) -> FromClient | None:
        """What comes next, once it is there, that goes to no table; None if nothing will."""
        self._errand = asyncio.get_running_loop().create_future()
        self._done()
        heard = await self._errand
        if isinstance(heard, Malformed):
            raise heard
        return heard

    def _done(self) -> None:
        """Nothing is being done for this client now: what it said next is due."""
        self.flush()
        self._busy = False
        if self._heard:
            # In a turn of its own: whoever sends much at once lets the others have theirs.
            asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        """Do what was heard, in order, until there is something to wait for."""
        while self._heard and not self._busy:
            heard = self._heard.popleft()
            caught_up = not self._senseless and len(self._heard) <= self._limits.waiting // 4
            if caught_up and self._transport is not None:
                self._transport.resume_reading()
            if self._person is None or self._closing or not isinstance(heard, desk.AtTable):
                self._busy = True
                if self._errand is not None and not self._errand.done():
                    self._errand.set_result(heard)
            elif self._in_time(heard):
                self._busy = desk.pass_on(self.house, self, heard, self._done)

    def _in_time(self, request: Request) -> bool:
        """Whether a request may be done now; if not, it is refused."""
        if self._requests.take():
            self._refused = 0
            if not isinstance(request, Ping):
                self._active = asyncio.get_running_loop().time()
            return True
        self._hasty(request)
        return False

    def _hasty(self, request: Request) -> None:
        self._refused += 1
        if self._refused > self._limits.requests_refused:
            # Nobody is listening anyway.
            self.bye("too_slow")
            return
        code: RefusalCode = "too_many_requests"
        self.no(request, Why(code))
