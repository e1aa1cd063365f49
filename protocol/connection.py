"""The conversation without its sockets: bytes in, messages out, at both ends.

Neither end reads or writes anything itself: feed what arrived, send what is returned.
"""

from collections.abc import Callable
from typing import TypeVar

from msgspec.structs import replace

from engine.values.why import Why
from protocol import codec
from protocol.codec import Limits, Raw, Reader
from protocol.errors import Malformed
from protocol.messages import (
    OLDEST,
    VERSION,
    Bye,
    Challenge,
    FromClient,
    FromServer,
    Hello,
    Welcome,
)
from protocol.proof import statement

M = TypeVar("M")


class WrongVersion(Malformed):
    """A hello in a protocol that this server does not speak; `yours` 0: no number given."""

    def __init__(self, yours: int) -> None:
        super().__init__("bad_field", f"version {yours} is not in {OLDEST}…{VERSION}")
        self.yours = yours


def farewell(fault: Malformed) -> Bye:
    """The goodbye to a client whose bytes were refused."""
    if isinstance(fault, WrongVersion):
        return Bye(Why("version", {"mine": VERSION, "yours": fault.yours}))
    return Bye(Why("malformed", {"code": fault.code, "detail": fault.detail}))


def _again(fault: Malformed) -> Malformed:
    """The same once more, for whoever goes on sending: nothing came before it."""
    if isinstance(fault, WrongVersion):
        return WrongVersion(fault.yours)
    return Malformed(fault.code, fault.detail)


class _Inlet:
    """What either end does with bytes, until the first fault."""

    def __init__(self, limits: Limits) -> None:
        self._reader: Reader | Malformed = Reader(limits)

    def take(self, data: bytes, admit: Callable[[Raw], M | None]) -> list[M]:
        """The messages in `data` that `admit` makes something of; Malformed as of the first fault.

        Nothing that came is held any more after a fault.
        """
        if isinstance(self._reader, Malformed):
            raise _again(self._reader)
        messages: list[M] = []
        try:
            for raw in self._reader.feed(data):
                if (message := admit(raw)) is not None:
                    messages.append(message)
        except Malformed as fault:
            fault.before = tuple(messages)
            # One that was never raised: the other keeps alive all that it came through.
            self._reader = _again(fault)
            raise
        return messages


class ServerConnection:
    """The server's end of one connection.

    trusted: the listener may take a client's word for whom it has proved (the SSH host's socket).
    certificate: the fingerprint of the one that encrypts the line, None if nothing does.
    longest: the bytes that a client's message may have.
    `hello` is the client's first message once it has arrived; if it names a public key, the second
    is Prove, whose signature is to be about `statement`.
    """

    def __init__(
        self,
        trusted: bool = False,
        certificate: str | None = None,
        longest: int = codec.FROM_CLIENT.message,
    ) -> None:
        self.hello: Hello | None = None
        self.statement: bytes | None = None
        self._trusted = trusted
        self._certificate = certificate
        self._proving = False
        self._inlet = _Inlet(replace(codec.FROM_CLIENT, message=longest))

    def receive_data(self, data: bytes) -> list[FromClient]:
        """The messages that `data` completes, in order.

        Raises Malformed, and from then on always: the connection is dead, say `farewell` and
        close it. Messages that had come whole before the fault, in the same `data`, are in its
        `before`.
        """
        return self._inlet.take(data, self._admit)

    def send(self, message: FromServer, seat: int | None = None) -> bytes:
        """The bytes of `message` for a reader in deal seat `seat` (None: a spectator)."""
        return codec.encode(message, seat)

    def challenge(self, nonce: bytes) -> bytes:
        """The bytes that ask whoever named a public key to prove it; `nonce` is never used again.

        `statement` is from then on what has to be signed.
        """
        assert self.hello is not None
        assert self.hello.public_key is not None
        self.statement = statement(nonce, self.hello.public_key, self._certificate)
        return self.send(Challenge(nonce))

    def _admit(self, raw: Raw) -> FromClient:
        if (raw["type"] == "hello") != (self.hello is None):
            raise Malformed("hello_first" if self.hello is None else "hello_twice")
        if (raw["type"] == "prove") != self._proving:
            raise Malformed("prove_first" if self._proving else "prove_unasked")
        if self.hello is None:
            _check_version(raw)
        message = codec.from_client(raw)
        if isinstance(message, Hello):
            if message.proved is not None and not self._trusted:
                raise Malformed("not_from_here")
            self.hello = message
        # Where a host has proved a key there is nothing left to prove.
        self._proving = (
            isinstance(message, Hello) and message.public_key is not None and message.proved is None
        )
        return message


def _check_version(raw: Raw) -> None:
    # Before the other fields are looked at: another version may well have others.
    yours = raw.get("version", 0)
    if type(yours) is int and abs(yours) < 2**31 and not OLDEST <= yours <= VERSION:
        raise WrongVersion(yours)


class ClientConnection:
    """The client's end of one connection; `welcome` says who one is.

    certificate: the fingerprint of the server's, which encrypts the line, None if nothing does.
    `statement` is what the signature of the public key in hello has to be about, once the server
    has asked for it.
    """

    def __init__(self, certificate: str | None = None) -> None:
        self.welcome: Welcome | None = None
        self.statement: bytes | None = None
        self._certificate = certificate
        self._public_key: bytes | None = None
        self._inlet = _Inlet(codec.FROM_SERVER)

    def receive_data(self, data: bytes) -> list[FromServer]:
        """The messages that `data` completes, in order, without kinds that this client can't read.

        Raises Malformed, and from then on always: what speaks there is no such server.
        """
        return self._inlet.take(data, self._admit)

    def send(self, message: FromClient) -> bytes:
        """The bytes of `message`."""
        if isinstance(message, Hello):
            self._public_key = message.public_key
        return codec.encode(message)

    def _admit(self, raw: Raw) -> FromServer | None:
        message = codec.from_server(raw)
        if isinstance(message, Welcome):
            self.welcome = message
        elif isinstance(message, Challenge) and self._public_key is not None:
            self.statement = statement(message.nonce, self._public_key, self._certificate)
        return message
