"""One SSH connection: let in, identified, given sessions, refused everything else politely."""

import asyncio
import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import asyncssh
from asyncssh.constants import (
    DISC_BY_APPLICATION,
    DISC_NO_MORE_AUTH_METHODS_AVAILABLE,
    OPEN_ADMINISTRATIVELY_PROHIBITED,
    OPEN_RESOURCE_SHORTAGE,
)

from protocol.journal import facts
from tui.locale import LANGS
from tui.ssh.identity import Identity
from tui.ssh.log import log, quoted, report
from tui.ssh.portions import Portions
from tui.ssh.session import Session, words_of

if TYPE_CHECKING:
    from tui.ssh.house import House

# Bytes of input that a client may send ahead: more than anyone types, little to keep.
WINDOW = 32 * 1024
PACKET = 16 * 1024

NO_FORWARDING = "this is a card room, nothing is forwarded here"


def said(key: str, **facts: object) -> str:
    """A sentence in every language: before there is a session nobody knows which is theirs."""
    return " / ".join(words_of(lang)(f"ssh.{key}", **facts) for lang in LANGS)


class Visitor(asyncssh.SSHServer):
    """The server's side of one connection."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._connection: asyncssh.SSHServerConnection | None = None
        self._identity = Identity(self._misproved)
        self._user = ""
        # What asyncssh asks after an attempt that failed, to tell what else there is.
        self._listing = False
        self._failures = self._passwords = self._keys = 0
        self._stranger = False
        self._sessions = 0
        self._idle: asyncio.TimerHandle | None = None
        self._portions: Portions | None = None
        self.address = "?"

    # ── the connection ────────────────────────────────────────────────────────────────────────

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """Let the connection in, or drop it before any work is done for it."""
        self._connection = conn
        self.address = str(conn.get_extra_info("peername", ("?",))[0])
        self._stranger = not self._house.closing and self._house.door.knock(self.address)
        if not self._stranger:
            self._house.murmur("Too many connections: %s turned away.", self.address)
            self._turn_away(conn)
            return
        self._house.connections.add(conn)
        transport = conn._transport
        assert transport is not None
        clock = asyncio.get_running_loop().time
        self._portions = Portions(
            transport, conn.data_received, self._house.pace, clock, lambda: self._stranger
        )
        conn.data_received = self._portions.put  # type: ignore[method-assign]

    def _turn_away(self, conn: asyncssh.SSHServerConnection) -> None:
        # A server may say lines before it says that it speaks SSH (RFC 4253 4.2).
        if conn._transport is not None and not self._house.closing:
            conn._transport.write(said("too_many").encode() + b"\r\n")
        conn.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it off."""
        if self._stranger:
            self._stranger = False
            self._house.door.depart(self.address)
            self._house.murmur("%s left before logging in: %s.", self.address, exc or "closed")
        if exc is not None and not isinstance(exc, asyncssh.Error | OSError):
            # asyncssh keeps what its callbacks raise to itself; here it would be our own fault.
            report(f"connection of {self.address}", exc)
        self._stop_idling()
        if self._portions is not None:
            self._portions.close()
            self._portions = None
        if self._connection is not None:
            self._house.connections.discard(self._connection)
            self._connection = None

    @property
    def fingerprint(self) -> str | None:
        """The proved key's fingerprint; None for a guest."""
        return self._identity.fingerprint

    @property
    def user(self) -> str:
        """The SSH user name as it was sent."""
        return self._user

    # ── who is it ─────────────────────────────────────────────────────────────────────────────

    async def begin_auth(self, username: str) -> bool:
        """A (new) user name: any is welcome, and nothing is proved yet.

        Whoever tried a lot that was wrong waits, whatever the name is.
        """
        self._user = username
        self._identity.forget()
        delay = self._house.door.delay(self.address)
        if delay > self._house.config.limits.login_timeout / 2:
            self._send_away("%s has to wait.", said("wait", seconds=math.ceil(delay)))
        elif delay:
            await asyncio.sleep(delay)
        return True

    def public_key_auth_supported(self) -> bool:
        """Yes."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Any key is welcome; it counts when its signature is verified."""
        self._keys += 1
        if self._keys == self._house.config.limits.keys:
            self._tire()
        self._identity.offered(key)
        return True

    def kbdint_auth_supported(self) -> bool:
        """Yes: it is how people without a key come in.

        asyncssh asks this for every attempt that fails, to tell what else there is, and nowhere
        else can failures be counted.
        """
        self._listing = True
        self._failures += 1
        if self._failures == self._house.config.limits.failures:
            self._tire()
        return True

    def password_auth_supported(self) -> bool:
        """No; whoever tries all the same is noticed, for asyncssh asks for every attempt.

        It asks as well when it lists what there is, the last of all.
        """
        if not self._listing:
            self._passwords += 1
            self._house.door.fail(self.address)
            if self._passwords == self._house.config.limits.passwords:
                self._tire()
        self._listing = False
        return False

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        """No questions: a guest."""
        self._identity.forget()
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        """No answers to no questions."""
        self._identity.forget()
        return not responses

    def auth_completed(self) -> None:
        """Logged in: no longer a stranger."""
        if self._stranger:
            self._stranger = False
            self._house.door.depart(self.address)
        log.info(
            "%s logged in as %s with %s.",
            self.address,
            quoted(self._user),
            "a key" if self.fingerprint else "no key",
            extra=facts("login", address=self.address, key=int(self.fingerprint is not None)),
        )
        self._begin_idling()

    def _misproved(self) -> None:
        self._house.door.fail(self.address)

    def _tire(self) -> None:
        self._send_away("%s tried too often to log in.", said("tired"))

    def _send_away(self, note: str, why: str) -> None:
        if self._connection is not None:
            self._house.murmur(note, self.address)
            self._connection.disconnect(DISC_NO_MORE_AUTH_METHODS_AVAILABLE, why)

    # ── what may be done ──────────────────────────────────────────────────────────────────────

    def session_requested(
        self,
    ) -> tuple[asyncssh.SSHServerChannel[bytes], asyncssh.SSHServerSession[bytes]]:
        """A session, unless this connection has enough of them."""
        if (
            self._connection is None
            or self._sessions >= self._house.config.limits.sessions_a_connection
        ):
            raise asyncssh.ChannelOpenError(OPEN_RESOURCE_SHORTAGE, said("sessions"))
        self._sessions += 1
        self._stop_idling()
        channel = self._connection.create_server_channel(
            encoding=None, window=WINDOW, max_pktsize=PACKET
        )
        return channel, Session(self._house, self, self._connection)

    def session_over(self) -> None:
        """One of the sessions has ended."""
        self._sessions -= 1
        if self._sessions == 0:
            self._begin_idling()

    def connection_requested(
        self, dest_host: str, dest_port: int, orig_host: str, orig_port: int
    ) -> bool:
        """Refuse -L and -W with a sentence."""
        raise asyncssh.ChannelOpenError(OPEN_ADMINISTRATIVELY_PROHIBITED, NO_FORWARDING)

    def unix_connection_requested(self, dest_path: str) -> bool:
        """Refuse -L to a socket with a sentence."""
        raise asyncssh.ChannelOpenError(OPEN_ADMINISTRATIVELY_PROHIBITED, NO_FORWARDING)

    def server_requested(self, listen_host: str, listen_port: int) -> bool:
        """Refuse -R."""
        return False

    # ── connections that do nothing ───────────────────────────────────────────────────────────

    def _begin_idling(self) -> None:
        # `ssh -N` would otherwise stay for ever: asyncssh's login timer ends with the login.
        self._stop_idling()
        if self._connection is not None:
            self._idle = asyncio.get_running_loop().call_later(
                self._house.config.limits.idle, self._idled
            )

    def _stop_idling(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    def _idled(self) -> None:
        if self._connection is not None:
            self._connection.disconnect(DISC_BY_APPLICATION, said("idle"))
