"""Where clients come in: plain TCP on this machine, the SSH hosts' socket, an inherited one."""

import asyncio
import contextlib
import errno
import ipaddress
import os
import socket
import stat
from collections.abc import Callable
from pathlib import Path

from server.config import ConfigError, address

Factory = Callable[[], asyncio.BufferedProtocol]

# A dead peer is noticed within a minute: three probes, fifteen seconds apart (cases.md F1).
_KEEPALIVE = (
    ("TCP_KEEPIDLE", 15),
    ("TCP_KEEPINTVL", 15),
    ("TCP_KEEPCNT", 3),
)
_LONGEST_PATH = 100


async def tcp(where: str, factory: Factory) -> asyncio.Server:
    """Listen on a loopback address; ConfigError for any other, or if it can't be had."""
    host, port = address(where)
    if not _loopback(host):
        # Nothing would be encrypted.
        raise ConfigError("not_local", address=where)
    loop = asyncio.get_running_loop()
    try:
        server = await loop.create_server(factory, host, port, start_serving=False, backlog=512)
    except OSError as error:
        raise _unable(where, error) from None
    for listening in server.sockets:
        _keep_alive(listening)
    return server


async def unix(path: Path, factory: Factory) -> asyncio.Server:
    """Listen on a Unix socket that only its owner may use; ConfigError if it can't be had."""
    if len(str(path).encode()) > _LONGEST_PATH:
        raise ConfigError("socket_path", path=str(path))
    _clear(path)
    loop = asyncio.get_running_loop()
    try:
        server = await loop.create_unix_server(factory, str(path), start_serving=False, backlog=512)
        _owner_only(path)
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


def _owner_only(path: Path) -> None:
    path.chmod(0o600)


def _loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _keep_alive(listening: socket.socket) -> None:
    # Accepted connections inherit these from the listening socket.
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in _KEEPALIVE:
        if hasattr(socket, name):
            listening.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
