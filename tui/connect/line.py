"""A line to a server: encrypted by a certificate that is known, or plain on this machine."""

import asyncio
import ssl
from collections.abc import Collection

from engine.values.why import Why
from protocol.messages import Hello
from protocol.proof import fingerprint
from tui.connect.place import Place
from tui.link import SILENCE_MENDED, Link, LinkEnded, Sign

PATIENCE = 10.0  # seconds for a server to answer
# Seconds for it to answer that a line is hung up; a dead one never does.
_GOODBYE = 2.0

# What a server says that has too many connections to encrypt one more for whoever asks.
_DENIED = "TLSV1_ALERT_ACCESS_DENIED"


class NotEncrypted(OSError):
    """What answers there does not speak TLS as it should; the message is the library's."""


class NotSigned(TimeoutError):
    """The server waits no longer for the key, whose agent perhaps asks its owner first."""


class Changed(LinkEnded):
    """The server does not have a certificate that is known, but the one `shown`.

    Nothing has been said to it. What it says itself is never this, whatever it says.
    """

    def __init__(self, shown: str) -> None:
        super().__init__(Why("changed", {"shown": shown}))
        self.shown = shown


async def certificate_of(place: Place) -> str:
    """The fingerprint of the certificate that is shown there now.

    OSError, NotEncrypted; LinkEnded `turned` if the server has no time for this address.
    """
    async with asyncio.timeout(PATIENCE):
        _, writer, shown = await _encrypted(place)
        writer.transport.abort()
    return shown


async def line_to(
    place: Place,
    hello: Hello,
    known: Collection[str] | None = None,
    sign: Sign | None = None,
) -> Link:
    """A line to the server there that has said hello; OSError, TimeoutError or LinkEnded.

    `known`: the fingerprints of which its certificate has to have one, else Changed or
    NotEncrypted; None: nothing is encrypted. `sign` signs for the public key in hello: NotSigned
    if that takes too long.
    """
    async with asyncio.timeout(PATIENCE) as patience:
        link = await _line_to(place, known)
        try:
            await link.hello(hello, sign)
        except BaseException:
            await link.close()
            if patience.expired() and link.signing:
                raise NotSigned from None
            raise
    return link


async def _line_to(place: Place, known: Collection[str] | None) -> Link:
    if known is None:
        reader, writer = await _opened(place)
        return Link(reader, writer, SILENCE_MENDED)
    reader, writer, shown = await _encrypted(place)
    if shown not in known:
        writer.transport.abort()
        raise Changed(shown)
    return Link(reader, writer, SILENCE_MENDED, shown)


async def _opened(
    place: Place, context: ssl.SSLContext | None = None
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    seconds = None if context is None else _GOODBYE

    async def at(host: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            host, place.port, ssl=context, ssl_shutdown_timeout=seconds
        )

    if place.host != "localhost":
        return await at(place.host)
    # Servers listen on the first of these unless they are told otherwise: then anybody on this
    # machine could listen on the second, and where nothing is encrypted nothing says who answers.
    try:
        return await at("127.0.0.1")
    except ConnectionRefusedError as refused:
        try:
            return await at("::1")
        except ssl.SSLError:
            raise
        except OSError:
            raise refused from None


async def _encrypted(place: Place) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, str]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    # Who the server is, its certificate says as a whole: nobody else vouches for it.
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    try:
        reader, writer = await _opened(place, context)
    except ssl.SSLError as error:
        if error.reason == _DENIED:
            raise LinkEnded(Why("turned")) from error
        raise NotEncrypted(error.reason or str(error)) from error
    certificate = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
    return reader, writer, fingerprint(certificate)
