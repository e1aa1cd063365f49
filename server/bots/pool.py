"""The bots' thinking, in a process of its own with a limit on time."""

import asyncio
import contextlib
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from time import perf_counter

import msgspec

from engine.values.level import Level
from server.bots.calls import Answer, Question, registry


class BotFailed(Exception):
    """A bot raised, died or thought too long; the message says which, and nothing of its cards."""


class Pool:
    """One worker process that answers one question after the other, started when first needed.

    So all bots together use at most one core, at low priority; a bot that does not answer
    within `seconds` is killed with its worker, and the next question gets a new one.
    """

    def __init__(
        self, path: str, seconds: float, took: Callable[[float], None] = lambda seconds: None
    ) -> None:
        """`path` names the bots by game, `package.module:NAME`.

        `took` is called with the seconds of every decision.
        """
        self._took = took
        self._path = path
        self._seconds = seconds
        self._levels = {game: tuple(levels) for game, levels in registry(path).items()}
        self._questions: asyncio.Queue[tuple[Question, asyncio.Future[Answer]]] = asyncio.Queue()
        # Whoever asks may give up at any moment, so the worker belongs to a task of its own.
        self._task = asyncio.create_task(self._run(), name="bots")
        self._worker: Process | None = None

    def plays(self, game: str) -> bool:
        """Whether there is a bot for the game."""
        return game in self._levels

    def levels(self, game: str) -> tuple[Level, ...]:
        """How well the game's bots can play, the weakest first; none without bots."""
        return self._levels.get(game, ())

    async def ask(self, question: Question) -> Answer:
        """The bot's answer; BotFailed if there is none."""
        if self._task.done():
            raise BotFailed("the server stops")
        answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._questions.put_nowait((question, answer))
        return await answer

    async def close(self) -> None:
        """End the worker."""
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        try:
            while True:
                question, answer = await self._questions.get()
                # Nobody waits for it any more when its deal or its table has ended.
                if answer.done():
                    continue
                began = perf_counter()
                try:
                    found = await self._think(question)
                except BotFailed as failure:
                    if not answer.done():
                        answer.set_exception(failure)
                else:
                    self._took(perf_counter() - began)
                    if not answer.done():
                        answer.set_result(found)
        finally:
            await self._kill()

    async def _think(self, question: Question) -> Answer:
        try:
            if self._worker is None:
                self._worker = await self._start()
            async with asyncio.timeout(self._seconds):
                answer = await self._exchange(self._worker, question)
        except (TimeoutError, OSError, EOFError, msgspec.DecodeError) as failure:
            await self._kill()
            raise BotFailed(type(failure).__name__) from None
        if answer.fault is not None:
            raise BotFailed(answer.fault)
        return answer

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            # -P: a file called like a module, in whatever directory this runs, is not ours.
            *(sys.executable, "-P", "-m", "server.bots.worker", self._path),
            stdin=PIPE,
            stdout=PIPE,
        )

    async def _exchange(self, worker: Process, question: Question) -> Answer:
        if worker.stdin is None or worker.stdout is None:
            raise EOFError
        body = msgspec.msgpack.encode(question)
        worker.stdin.write(len(body).to_bytes(4, "big") + body)
        await worker.stdin.drain()
        head = await worker.stdout.readexactly(4)
        reply = await worker.stdout.readexactly(int.from_bytes(head, "big"))
        return msgspec.msgpack.decode(reply, type=Answer)

    async def _kill(self) -> None:
        worker, self._worker = self._worker, None
        if worker is None:
            return
        with contextlib.suppress(ProcessLookupError):
            worker.kill()
        if worker.stdin is not None:
            worker.stdin.close()
        # Reads its output to the end too, so that the pipe is closed.
        await worker.communicate()
