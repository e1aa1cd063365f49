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
# What a host exits with when it can't start at all, its reason printed.
_CANNOT_START = 1


class Supervisor:
    """Keeps `config.ssh_processes` SSH hosts running while it is entered.

    `running` are the processes by number. `failed` is set, and `problem` says why, when the
    very first start of one was impossible.
    """

    def __init__(self, config: Config) -> None:
        self._config = config
        self._tasks: list[asyncio.Task[None]] = []
        self.running: dict[int, Process] = {}
        self.failed = asyncio.Event()
        self.problem: ConfigError | None = None

    async def __aenter__(self) -> "Supervisor":
        if self._config.ssh is not None:
            for number in range(self._config.ssh_processes):
                self._tasks.append(asyncio.create_task(self._keep(number), name=f"ssh {number}"))
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

    async def _keep(self, number: int) -> None:
        pause = _FIRST_PAUSE
        loop = asyncio.get_running_loop()
        if number > 0:
            await self._host_key()
        first = True
        while True:
            began = loop.time()
            try:
                code = await self._host(number)
            except OSError as error:
                # The system may well have a process to spare a little later.
                ended = f"has no process: {error.strerror}"
            else:
                if first and code == _CANNOT_START:
                    self.problem = ConfigError("the SSH host can't start")
                    self.failed.set()
                    return
                first = False
                ended = f"ended with {code}"
            pause = _FIRST_PAUSE if loop.time() - began > _WELL else pause
            log.error("SSH host %d %s, again in %.0f s", number, ended, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    async def _host(self, number: int) -> int:
        # The pipe is never written to: it closes when this process ends, however it ends, and
        # then the host does too and leaves the port to the next server.
        process = await asyncio.create_subprocess_exec(*command(self._config), stdin=PIPE)
        self.running[number] = process
        try:
            return await process.wait()
        except asyncio.CancelledError:
            await _end(process)
            raise
        finally:
            del self.running[number]

    async def _host_key(self) -> None:
        # The first host makes the key that all of them share.
        while not self._has_host_key():  # noqa: ASYNC110 — a file sets off no event
            await asyncio.sleep(0.05)

    def _has_host_key(self) -> bool:
        return any(self._config.state.glob("ssh_host_*_key"))


def command(config: Config) -> list[str]:
    """The command line of one SSH host; ConfigError without its socket or address."""
    if config.ssh is None or config.host_socket is None:
        raise ConfigError("an SSH host needs an address to listen on and the server's socket")
    # -P: a file called like a module, in whatever directory this runs, is not ours.
    line = [sys.executable, "-P", "-m", "tui.cli", "ssh"]
    line += ["--host-sock", str(config.host_socket), "--listen", config.ssh]
    line += ["--state", str(config.state), "--child"]
    return [*line, "--reuse-port"] if config.ssh_processes > 1 else line


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
