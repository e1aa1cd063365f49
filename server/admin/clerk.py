"""The socket for operators: whoever may open it is asked for nothing else."""

import asyncio
import logging
import pwd
import socket
import struct
from collections.abc import Callable
from pathlib import Path

from engine.values.why import Why
from protocol.admin import Inlet, Not, encode
from protocol.errors import Malformed
from server import listen
from server.admin.office import Office
from server.house import House

log = logging.getLogger(__name__)

_MOST = 64 * 1024


async def serve(path: Path, house: House) -> asyncio.Server:
    """Answer operators at `path`, which belongs to this user alone; ConfigError."""

    def met(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        house.spawn(_talk(reader, writer, house), "operator")

    return await listen.unix(path, _factory(met))


def _factory(
    met: Callable[[asyncio.StreamReader, asyncio.StreamWriter], None],
) -> Callable[[], asyncio.BaseProtocol]:
    return lambda: asyncio.StreamReaderProtocol(asyncio.StreamReader(_MOST), met)


async def _talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, house: House) -> None:
    office = Office(house, _operator(writer.get_extra_info("socket")))
    inlet = Inlet(server=True)
    try:
        while data := await reader.read(_MOST):
            for deed in inlet.take(data):
                writer.write(encode(await office.do(deed)))
                await writer.drain()
    except Malformed as fault:
        writer.write(encode(Not(Why("malformed", {"code": fault.code, "detail": fault.detail}))))
    except ConnectionError:
        # What was asked for is done all the same.
        pass
    finally:
        writer.close()


def _operator(connection: socket.socket) -> str:
    """What whoever opened the socket is called on this machine."""
    if not hasattr(socket, "SO_PEERCRED"):
        return "operator"
    asked = struct.Struct("3i")
    told = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, asked.size)
    user = int(asked.unpack(told)[1])
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)
