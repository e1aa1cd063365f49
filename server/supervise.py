"""The SSH hosts of `pokertui serve`: processes of their own, started, restarted and stopped."""

import asyncio
import contextlib
import logging
import sys
from asyncio.subprocess import PIPE, Process
from types import TracebackType

from server.config import Config, ConfigError

log = logging.getLogger(__name__)

# Seconds until a host that ended is started again: doubled each time, from the first to the last.
_FIRST_PAUSE = 1.0
_LONGEST_PAUSE = 30.0
# A host that ran for so long, in seconds, has started well.
_WELL = 60.0
# Seconds that a host has to say goodbye before it is killed.
_GOODBYE = 5.0
# A host gives a sign of life every ten seconds. So many without one, twice in a row, and it hangs
# and is killed; once only, and it may be this process that was held up.
_SILENCE = 30.0
# What a host exits with when it can't start at all, its reason printed. Only one that has never
# listened says that by it: later on it is a fault like others.
_CANNOT_START = 1


class Supervisor:
    """Keeps `config.ssh_processes` SSH hosts running while it is entered.

    In `lang` a host that can't start says why.
    `running` are the processes by number. `ready` is set once each of them has listened; `failed`
    is set, and `problem` says why, when one never could.
    """

    def __init__(self, config: Config, lang: str = "en") -> None:
        self._config = config
        self._lang = lang
        self._tasks: list[asyncio.Task[None]] = []
        self.running: dict[int, Process] = {}
        self._listened: set[int] = set()
        self.ready = asyncio.Event()
        self.failed = asyncio.Event()
        self.problem: ConfigError | None = None

    async def __aenter__(self) -> "Supervisor":
        if self._config.ssh is None:
            self.ready.set()
            return self
        self._start(0)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task

    def _start(self, number: int) -> None:
        self._tasks.append(asyncio.create_task(self._keep(number), name=f"ssh {number}"))

    def _listens(self, number: int) -> None:
        first = not self._listened
        self._listened.add(number)
        if first:
            # The first host has made the key that all of them share.
            for other in range(1, self._config.ssh_processes):
                self._start(other)
        if len(self._listened) == self._config.ssh_processes:
            self.ready.set()

    async def _keep(self, number: int) -> None:
        pause = _FIRST_PAUSE
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            try:
                code = await self._host(number)
            except OSError as error:
                # The system may well have a process to spare a little later.
                ended = f"has no process: {error.strerror}"
            else:
                if code == _CANNOT_START and number not in self._listened:
                    self.problem = ConfigError("ssh_host")
                    self.failed.set()
                    return
                ended = f"ended with {code}"
            pause = _FIRST_PAUSE if loop.time() - began > _WELL else pause
            log.error("SSH host %d %s, again in %.0f s", number, ended, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _host(self, number: int) -> int:
        # The pipe to it is never written to: it closes when this process ends, however it ends,
        # and then the host does too and leaves the port to the next server. On the pipe from it
        # comes a line when it listens, and then others for as long as it is alive.
        process = await asyncio.create_subprocess_exec(
            *command(self._config, self._lang), stdin=PIPE, stdout=PIPE
        )
        assert process.stdout is not None
        self.running[number] = process
        try:
            if await process.stdout.readline():
                self._listens(number)
                if await _hangs(process.stdout):
                    log.error("SSH host %d does not answer any more and is killed", number)
                    process.kill()
            return await process.wait()
        except asyncio.CancelledError:
            await _end(process)
            raise
        finally:
            del self.running[number]


def command(config: Config, lang: str) -> list[str]:
    """The command line of one SSH host; ConfigError without its socket or address."""
    if config.ssh is None or config.host_socket is None:
        raise ConfigError("ssh_host_unreachable")
    # -P: a file called like a module, in whatever directory this runs, is not ours.
    line = [sys.executable, "-P", "-m", "tui.cli", "ssh"]
    line += ["--host-sock", str(config.host_socket), "--listen", config.ssh]
    line += ["--state", str(config.state), "--child", "--lang", lang]
    line += ["--log", config.log]
    if config.file is not None:
        line += ["--config", str(config.file)]
    return [*line, "--reuse-port"] if config.ssh_processes > 1 else line


async def _hangs(signs: asyncio.StreamReader) -> bool:
    """Whether the signs of life cease before they end."""
    missed = 0
    while missed < 2:
        try:
            async with asyncio.timeout(_SILENCE):
                if not await signs.readline():
                    return False
        except TimeoutError:
            missed += 1
        else:
            missed = 0
    return True


async def _end(process: Process) -> None:
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(_GOODBYE):
            await process.wait()
    except TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
