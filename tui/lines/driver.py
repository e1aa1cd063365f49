"""A session in lines over a conversation with a server; where its lines go to is the caller's."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from engine.values.why import Why
from protocol.messages import FromServer, Join, No, Ok, Request, Watch, WatchLobby
from tui import waits
from tui.conversation import Connect, Conversation, Unheard
from tui.lines.core import Session
from tui.lines.voice import Voice
from tui.lines.world import Then
from tui.link import Link, LinkEnded, new_key
from tui.locale import Lang
from tui.preferences import read, terminal_for
from tui.room import Room
from tui.start import Play
from tui.terminal import Terminal


class Talk:
    """One person's session from hello to its end.

    `link` has said hello; `connect` makes another line when that one breaks. `out` takes each line
    that is said. `patient`: what is typed is a script, and waits until something is asked.
    """

    def __init__(
        self,
        link: Link,
        terminal: Terminal,
        out: Callable[[str], None],
        *,
        connect: Connect | None = None,
        play: Play | None = None,
        patient: bool = False,
        greeting: str = "",
    ) -> None:
        assert link.welcome is not None, "the link says hello before the session begins"
        likes = read(link.welcome.account.prefs)
        terminal = terminal_for(likes, terminal)
        self.line = Conversation(link, connect)
        letters = None if likes.letters == "auto" else likes.letters
        self.voice = Voice(terminal.lang, ascii=terminal.ascii, letters=letters)
        self.session = Session(
            Room(link.welcome, alone=terminal.local),
            self.voice,
            self,
            play=play,
            alone=terminal.local,
            patient=patient,
            greeting=greeting,
        )
        self._out = out
        self._tasks: set[asyncio.Task[None]] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._over: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    @property
    def lang(self) -> Lang:
        """The language that is spoken."""
        return self.voice.words.lang

    async def run(self) -> int:
        """Talk to the end, and hang up; the exit code."""
        self.line.listen(self._told, self._ended, lambda: None)
        try:
            self.session.begin()
            return await self._over
        finally:
            if self._timer is not None:
                self._timer.cancel()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            await asyncio.shield(self.line.close())

    def typed(self, line: str) -> None:
        """A line came."""
        if not self._over.done():
            self.session.typed(line)
            self._wait_for_time()

    def hang_up(self) -> None:
        """No line will come any more."""
        if not self._over.done():
            self.session.hang_up()

    # ── the session's world ────────────────────────────────────────────────────────────────────

    def say(self, line: str) -> None:
        """One line to whoever listens."""
        self._out(line)

    def ask(self, request: Request, then: Then) -> None:
        """Send a request; `then` is called with the answer."""
        self._begin(self._asking(request, then))

    def end(self, code: int) -> None:
        """The session is over."""
        if not self._over.done():
            self._over.set_result(code)

    def now(self) -> float:
        """Seconds on the loop's clock."""
        return asyncio.get_running_loop().time()

    async def _asking(self, request: Request, then: Then) -> None:
        answer: Ok | No | None
        try:
            answer = await self.line.request(request)
        except LinkEnded:
            answer = None
        except Unheard:
            answer = No(id=0, why=Why("unheard"))
        then(answer)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="lines")
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            self._fail(fault)

    def _fail(self, fault: BaseException) -> None:
        if not self._over.done():
            self._over.set_exception(fault)

    # ── the server ─────────────────────────────────────────────────────────────────────────────

    def _told(self, message: FromServer) -> None:
        if self._over.done():
            return
        try:
            self.session.told(message)
        except Exception as fault:
            # The link's reader must not be ended by it: the session is.
            self._fail(fault)
            return
        self._wait_for_time()

    def _ended(self, why: Why) -> None:
        if self._over.done():
            return
        if self.line.mends(why):
            self.session.lost()
            self._begin(self._mend())
        else:
            self.session.part(why)

    async def _mend(self) -> None:
        gone: list[str] = []
        try:
            account = self.session.room.account
            await self.line.mend(account, lambda link: self._resume(link, gone), lambda: None)
        except LinkEnded as over:
            self.session.part(over.why)
            return
        if gone:
            self.session.left(gone[0])
        self.session.back()

    async def _resume(self, link: Link, gone: list[str]) -> None:
        """Look at what one looked at; what is there no more is told in `gone`."""
        assert link.welcome is not None
        session = self.session
        waited = session.room.waits
        session.room.renew(link.welcome)
        self.line.attend(link)
        gone.clear()
        here = None if session.table is None else session.table.id
        # One may have stepped out of others, and is told of one's turns there.
        for other in {*session.room.tables} & {*session.room.held} - {here}:
            await link.request(Join(id=0, key=new_key(), table=other))
        for again in waits.again(waited, session.room):
            # A server that was restarted knows of nobody who waits; another keeps their places.
            await link.request(again)
        if session.table is None:
            await link.request(WatchLobby(id=0, on=True))
            return
        table = session.table.id
        answer: Ok | No | None = None
        if table in session.room.held:
            answer = await link.request(Join(id=0, key=new_key(), table=table))
        if not isinstance(answer, Ok):
            code = session.room.codes.get(table)
            answer = await link.request(Watch(id=0, table=table, code=code))
        if isinstance(answer, No):
            gone.append(self.voice.words("link.table_gone"))

    # ── time ───────────────────────────────────────────────────────────────────────────────────

    def _wait_for_time(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        due = self.session.due
        if due is not None and not self._over.done():
            self._timer = asyncio.get_running_loop().call_at(due, self._tick)

    def _tick(self) -> None:
        self._timer = None
        if not self._over.done():
            self.session.tick()
            self._wait_for_time()
