"""One SSH host process: the listener, everybody inside, and how they all leave."""

import asyncio
import errno
from contextlib import suppress
from typing import TYPE_CHECKING

import asyncssh

from tui.ssh.door import Door
from tui.ssh.errors import StartError
from tui.ssh.hostkeys import load_host_keys
from tui.ssh.log import Murmur, log
from tui.ssh.portions import Pace
from tui.ssh.visitor import Visitor

if TYPE_CHECKING:
    from tui.ssh.host import SshConfig
    from tui.ssh.lines import TalkFactory
    from tui.ssh.session import AppFactory, Session

LEAVE_TIME = 3.0  # seconds that clients may take for their last bytes
HANG_UP_TIME = 1.0  # seconds of these until the host hangs up


class House:
    """The process. `start` listens; `stop` ends every session with a sentence."""

    def __init__(
        self,
        config: "SshConfig",
        make_app: "AppFactory",
        make_talk: "TalkFactory | None" = None,
    ) -> None:
        """`make_talk` None: the card room's own sessions in lines."""
        clock = asyncio.get_running_loop().time
        self.config = config
        self.make_app = make_app
        self._make_talk = make_talk
        self.door = Door(config.limits, clock)
        self.murmur = Murmur(clock)
        self.pace = Pace()
        self.sessions: set[Session] = set()
        self.connections: set[asyncssh.SSHServerConnection] = set()
        self.closing = False
        self._listener: asyncssh.SSHAcceptor | None = None

    @property
    def make_talk(self) -> "TalkFactory":
        """Makes sessions in lines."""
        if self._make_talk is None:
            from tui.ssh.apps import poker_talk

            self._make_talk = poker_talk
        return self._make_talk

    @property
    def port(self) -> int:
        """The port that is listened on."""
        assert self._listener is not None
        return self._listener.get_port()

    async def start(self) -> None:
        """Listen; StartError if that is not possible."""
        limits = self.config.limits
        keys = load_host_keys(self.config.state)
        address, port = self.config.address()
        try:
            self._listener = await asyncssh.listen(
                address,
                port,
                server_factory=lambda: Visitor(self),
                config=None,
                server_host_keys=keys,
                # Announces the others to people who know the first: that is how keys change.
                send_server_host_keys=True,
                server_version="pokertui",
                reuse_port=self.config.reuse_port or None,
                backlog=256,
                line_editor=False,
                encoding=None,
                allow_pty=True,
                agent_forwarding=False,
                x11_forwarding=False,
                sftp_factory=None,
                allow_scp=False,
                gss_host=None,
                host_based_auth=False,
                # Nobody can log in so, and it is not offered; but it is noticed who tries.
                password_auth=True,
                public_key_auth=True,
                kbdint_auth=True,
                # What is left takes a millisecond, and every client has some of it. Large primes,
                # or a new RSA key for whoever asks for one, hold up everybody else.
                kex_algs="-*sha1*,*diffie-hellman*,rsa*,gss*,curve448*",
                encryption_algs="-*cbc*",
                mac_algs="-*sha1*",
                # A few bytes can be inflated to many before anybody looks at them.
                compression_algs=["none"],
                login_timeout=limits.login_timeout,
                keepalive_interval=limits.keepalive,
                keepalive_count_max=limits.keepalives_missed,
            )
        except OSError as error:
            raise unable_to_listen(error, self.config.listen) from error
        log.info("Listening on %s port %d.", address or "all addresses", self.port)

    async def stop(self) -> None:
        """End all sessions, wait a moment for slow clients, and close."""
        self.closing = True
        if self._listener is not None:
            self._listener.close()
        log.info("Stopping: %d sessions end.", len(self.sessions))
        playing = [session.end("ssh.stopping") for session in list(self.sessions)]
        with suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_TIME):
                await asyncio.gather(*playing, return_exceptions=True)
                # Clients hang up by themselves once they have their exit code; hung up on before,
                # they would call it an error.
                await self._gone(HANG_UP_TIME)
                for connection in list(self.connections):
                    connection.close()
                await self._gone(None)
        for connection in list(self.connections):
            connection.abort()
        if self._listener is not None:
            await self._listener.wait_closed()

    async def _gone(self, seconds: float | None) -> None:
        waits = [asyncio.ensure_future(one.wait_closed()) for one in self.connections]
        if waits:
            _, waiting = await asyncio.wait(waits, timeout=seconds)
            for wait in waiting:
                wait.cancel()


def unable_to_listen(error: OSError, listen: str) -> StartError:
    """Why listening there failed."""
    where = f"*{listen}" if listen.startswith(":") else listen
    if error.errno == errno.EADDRINUSE:
        return StartError("taken", address=where)
    if error.errno in (errno.EACCES, errno.EPERM):
        return StartError("reserved", address=where)
    if error.errno == errno.EADDRNOTAVAIL:
        return StartError("no_such_address", address=where)
    return StartError("unable_to_listen", address=where, why=error.strerror or str(error))
