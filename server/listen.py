"""Where clients come in: TLS, TCP on this machine, the SSH hosts' socket, an inherited one."""

import asyncio
import contextlib
import errno
import ipaddress
import logging
import os
import socket
import ssl
import stat
from asyncio import sslproto
from collections.abc import Callable, Coroutine
from functools import partial
from pathlib import Path
from typing import Any

from server.config import ConfigError, address
from server.door import Door, Turned, home_of

log = logging.getLogger(__name__)

Factory = Callable[[], asyncio.BaseProtocol]

# A dead peer is noticed within a minute: three probes, fifteen seconds apart (cases.md F1).
_KEEPALIVE = (
    ("TCP_KEEPIDLE", 15),
    ("TCP_KEEPINTVL", 15),
    ("TCP_KEEPCNT", 3),
)
_LONGEST_PATH = 100
_BACKLOG = 512
# Seconds until connections are accepted again when the system had no file for one.
_NO_FILES = 1.0
# Seconds that a client may take to answer that a connection is being closed.
_GOODBYE = 2.0
# "Access denied", fatal, as a record that nothing came before.
_DENIED = bytes((21, 3, 3, 0, 2, 2, 49))
# Bytes: as much as TLS puts in one piece.
_RECORD = 16 * 1024


def is_private(where: str) -> bool:
    """Whether only this machine reaches an address, so that nothing has to be encrypted there."""
    host = address(where)[0]
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def is_long(path: Path) -> bool:
    """Whether the system takes no socket of so long a path."""
    return len(str(path).encode()) > _LONGEST_PATH


async def tcp(where: str, factory: Factory) -> asyncio.Server:
    """Listen without encryption; ConfigError if the address can't be had."""
    host, port = address(where)
    loop = asyncio.get_running_loop()
    try:
        server = await loop.create_server(
            factory, host, port, start_serving=False, backlog=_BACKLOG
        )
    except OSError as error:
        raise _unable(where, error) from None
    for listening in server.sockets:
        _keep_alive(listening)
    return server


async def tls(
    where: str,
    factory: Factory,
    context: ssl.SSLContext,
    door: Door,
    spawn: Callable[[Coroutine[Any, Any, None], str], asyncio.Task[None]],
    seconds: float,
) -> "Encrypted":
    """Listen with encryption; ConfigError if the address can't be had.

    `door` counts the handshakes, each of which may take so many `seconds` in a task of `spawn`'s.
    """
    host, port = address(where)
    loop = asyncio.get_running_loop()
    try:
        known = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        family, _, _, _, place = known[0]
        # Every address is every address, also those of the older kind.
        both = host == "::" and socket.has_dualstack_ipv6()
        listening = socket.create_server(
            place[:2], family=family, backlog=_BACKLOG, dualstack_ipv6=both
        )
    except OSError as error:
        raise _unable(where, error) from None
    listening.setblocking(False)
    _keep_alive(listening)
    # What asyncio keeps for each encrypted connection to read into: a quarter of a megabyte, if
    # nobody says that clients send less.
    sslproto.SSLProtocol.max_size = _RECORD
    return Encrypted(listening, factory, context, door, spawn, seconds)


class Encrypted:
    """What listens with TLS: like an asyncio.Server, but for what comes before a session.

    A connection is a session's, and can be told something, only when TLS stands. Until then it is
    counted here, and whoever has too many of them, or takes too long, is hung up on.
    """

    def __init__(
        self,
        listening: socket.socket,
        factory: Factory,
        context: ssl.SSLContext,
        door: Door,
        spawn: Callable[[Coroutine[Any, Any, None], str], asyncio.Task[None]],
        seconds: float,
    ) -> None:
        self.sockets = (listening,)
        self._listening = listening
        self._factory = factory
        self._context = context
        self._door = door
        self._spawn = spawn
        self._seconds = seconds
        self._accepting: asyncio.Task[None] | None = None

    async def start_serving(self) -> None:
        """Take what comes."""
        self._accepting = self._spawn(self._accept(), "accepting")
        # Only when nobody waits at it any more.
        self._accepting.add_done_callback(lambda _: self._listening.close())

    def close(self) -> None:
        """Take nothing any more; a second time does nothing."""
        if self._accepting is None:
            self._listening.close()
        else:
            self._accepting.cancel()

    async def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, peer = await loop.sock_accept(self._listening)
            except ConnectionError:
                continue
            except OSError as error:
                # As when this process has too many files open: others will be closed.
                log.error("nobody is let in for a moment: %s", os.strerror(error.errno or 0))
                await asyncio.sleep(_NO_FILES)
                continue
            home = home_of(peer[0])
            if not self._lets_in(home):
                self._turn_away(connection)
                continue
            task = self._spawn(self._shake_hands(connection, home), "handshake")
            task.add_done_callback(partial(self._shaken, connection, home))

    def _lets_in(self, home: str) -> bool:
        """Whether there may be one more from `home`; if so it is counted."""
        try:
            self._door.arrive(home)
        except Turned as turned:
            self._door.note(turned.code, home)
            return False
        if self._door.begin(home):
            return True
        self._door.begun(home)
        self._door.note("full", home)
        return False

    def _turn_away(self, connection: socket.socket) -> None:
        # Nothing is encrypted yet: all that can be told is an alert of TLS, for which nothing has
        # to be reckoned.
        with contextlib.suppress(OSError):
            connection.send(_DENIED)
        connection.close()

    def _shaken(self, connection: socket.socket, home: str, task: asyncio.Task[None]) -> None:
        self._door.begun(home)
        if task.cancelled():
            # Before it had begun it would close nothing.
            connection.close()

    async def _shake_hands(self, connection: socket.socket, home: str) -> None:
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                self._factory,
                connection,
                ssl=self._context,
                ssl_handshake_timeout=self._seconds,
                ssl_shutdown_timeout=_GOODBYE,
            )
        except OSError:
            # No TLS, none that is new enough, or nothing at all.
            self._door.note("no_tls", home)


async def unix(path: Path, factory: Factory, shared: bool = False) -> asyncio.Server:
    """Listen on a Unix socket that only its owner may use; ConfigError if it can't be had.

    Where `shared`, a directory that hands its group on (setgid) opens it to that group: so it is
    agreed by whoever made the directory that SSH hosts may be another user's.
    """
    if is_long(path):
        raise ConfigError("socket_path", path=str(path))
    _clear(path)
    loop = asyncio.get_running_loop()
    try:
        server = await loop.create_unix_server(
            factory, str(path), start_serving=False, backlog=_BACKLOG
        )
        _guard(path, shared)
    except OSError as error:
        raise _unable(str(path), error) from None
    return server


def at_port(where: str, port: int) -> str:
    """The address `where` with another port."""
    return f"{where.rpartition(':')[0]}:{port}"


def settled(where: str) -> str:
    """`where` with a port that is free now in place of port 0; ConfigError if none can be had.

    For a listener in another process, which could not tell what it was given.
    """
    host, port = address(where)
    if port:
        return where
    try:
        family, kind, _, _, found = socket.getaddrinfo(host, 0, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as probe:
            probe.bind(found)
            return at_port(where, probe.getsockname()[1])
    except OSError as error:
        raise _unable(where, error) from None


def _unable(where: str, error: OSError) -> ConfigError:
    if error.errno == errno.EADDRINUSE:
        return ConfigError("taken", address=where)
    # asyncio puts the address into its message once more: the system's own words will do. Errors
    # of looking up a name are negative, and have their words with them.
    if error.errno is not None and error.errno > 0:
        return ConfigError("unable_to_listen", address=where, why=os.strerror(error.errno))
    return ConfigError("unable_to_listen", address=where, why=error.strerror or str(error))


async def inherited(fd: int, factory: Factory) -> asyncio.BaseTransport:
    """Talk over a connected socket that the parent process opened."""
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_accepted_socket(factory, socket.socket(fileno=fd))
    return transport


def _clear(path: Path) -> None:
    # A socket that an ended server left behind. The state directory is locked: nobody uses it.
    with contextlib.suppress(FileNotFoundError):
        if stat.S_ISSOCK(path.lstat().st_mode):
            path.unlink()


def _guard(path: Path, shared: bool) -> None:
    handed_on = shared and path.parent.stat().st_mode & stat.S_ISGID
    path.chmod(0o660 if handed_on else 0o600)


def _keep_alive(listening: socket.socket) -> None:
    # Accepted connections inherit these from the listening socket.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _KEEPALIVE:
        if hasattr(socket, name):
            listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
