"""Which key one comes with: one that was asked for, one that the server knows, or the first."""

import base64
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Literal

from msgspec import Struct

from protocol.messages import BLOB
from protocol.proof import KINDS, cut, fingerprint, kind_of
from tui.connect import agent
from tui.connect.agent import AgentKey
from tui.link import CannotSign, Sign
from tui.settings import Known

# What people's keys are called where nobody says anything else, the first one counts.
DEFAULTS = ("id_ed25519", "id_ecdsa", "id_rsa")

_MOST = 64 * 1024  # bytes of a file that may be a key
_OPENSSH = re.compile(
    rb"-----BEGIN OPENSSH PRIVATE KEY-----(.+?)-----END OPENSSH PRIVATE KEY-----", re.DOTALL
)
_MAGIC = b"openssh-key-v1\0"

NoKeyCode = Literal[
    "key_unreadable",  # facts: file, why
    "key_none",  # facts: file
    "key_kind",  # facts: file, kind
    "key_public",  # facts: file; the agent does not have it either
    "key_locked",  # facts: file
    "key_gone",  # facts: fingerprint
]


class NoKey(Exception):
    """The key that is wanted can't be had: `code` and `facts` say why, topic `identity`."""

    def __init__(self, code: NoKeyCode, **facts: str) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class Key(Struct, frozen=True):
    """A key that is there to sign with.

    `public_key` as SSH writes it; `label` what a person calls it; `file` where it is from, None for
    the agent's.
    """

    public_key: bytes
    label: str
    file: str | None
    sign: Sign

    @property
    def fingerprint(self) -> str:
        """How OpenSSH names it."""
        return fingerprint(self.public_key)


class Found(Struct, frozen=True):
    """The key to come with, None: as a guest; `locked`: a default key that has a passphrase."""

    key: Key | None
    locked: Path | None = None


class Keys:
    """The keys of one person: those of their agent, and files.

    `socket` is the agent's, None if there is none; `unlock` puts a file's key into an agent of our
    own, asking for its passphrase, and answers with its socket, None if that can't be.
    """

    def __init__(
        self, env: Mapping[str, str], home: Path, unlock: Callable[[Path], str | None]
    ) -> None:
        self._socket = env.get("SSH_AUTH_SOCK") or None
        self._folder = home / ".ssh"
        self._unlock = unlock

    async def named(self, file: Path) -> Key:
        """The key of a file: a private one, or a public one whose other half the agent has; NoKey.

        A passphrase is asked for unless the agent has the key too.
        """
        try:
            with file.open("rb") as opened:
                data = opened.read(_MOST)
        except OSError as error:
            why = error.strerror or str(error)
            raise NoKey("key_unreadable", file=str(file), why=why) from None
        if (public := _public_line(data)) is not None:
            _check(file, public)
            key = await self._of_agent(public)
            if key is None:
                raise NoKey("key_public", file=str(file))
            return key
        if not _is_locked(data):
            return _of_file(file, data)
        # Who has it in the agent need not type anything.
        public = _public_of(data) or _beside(file)
        if public is not None:
            _check(file, public)
            key = await self._of_agent(public)
            if key is not None:
                return key
        return await self._unlocked(file)

    async def known(self, known: Known) -> Key:
        """The key that a server knows; NoKey `key_gone` if it is not here."""
        for one in await self._agents():
            if fingerprint(one.public_key) == known.fingerprint:
                return self._at(one)
        if known.file is not None:
            try:
                key = await self.named(Path(known.file))
            except NoKey as no:
                if no.code == "key_locked":
                    raise
            else:
                if key.fingerprint == known.fingerprint:
                    return key
        raise NoKey("key_gone", fingerprint=known.fingerprint)

    async def usual(self) -> Found:
        """The agent's first key, or the first of the usual files that needs no passphrase."""
        for one in await self._agents():
            return Found(self._at(one))
        locked: Path | None = None
        for name in DEFAULTS:
            file = self._folder / name
            try:
                data = file.read_bytes()
                if _is_locked(data):
                    locked = locked or file
                    continue
                return Found(_of_file(file, data))
            except (OSError, NoKey):
                continue
        return Found(None, locked)

    async def _agents(self) -> tuple[AgentKey, ...]:
        return () if self._socket is None else await agent.keys_of(self._socket)

    async def _of_agent(self, public_key: bytes) -> Key | None:
        for one in await self._agents():
            if one.public_key == public_key:
                return self._at(one)
        return None

    def _at(self, one: AgentKey) -> Key:
        assert self._socket is not None
        return _agents_key(one, self._socket, None)

    async def _unlocked(self, file: Path) -> Key:
        socket = self._unlock(file)
        for one in () if socket is None else await agent.keys_of(socket):
            assert socket is not None
            return _agents_key(one, socket, file)
        raise NoKey("key_locked", file=str(file))


def called(file: Path) -> str:
    """How people write that file."""
    try:
        return f"~/{file.relative_to(Path.home())}"
    except (ValueError, RuntimeError):
        return str(file)


def _agents_key(one: AgentKey, socket: str, file: Path | None) -> Key:
    async def sign(data: bytes) -> bytes:
        return await agent.sign(socket, one.public_key, data)

    if file is not None:
        return Key(one.public_key, called(file), str(file), sign)
    return Key(one.public_key, one.comment or fingerprint(one.public_key), None, sign)


def _of_file(file: Path, data: bytes) -> Key:
    """The key of a file without a passphrase; NoKey."""
    import asyncssh

    try:
        key = asyncssh.import_private_key(data)
    except ValueError:
        # No key, one that is locked all the same, or one whose numbers don't go together.
        raise NoKey("key_none", file=str(file)) from None
    _check(file, key.public_data)
    algorithm = b"rsa-sha2-512" if key.get_algorithm() == "ssh-rsa" else key.algorithm

    async def sign(data: bytes) -> bytes:
        try:
            return key.sign(data, algorithm)
        except ValueError as error:
            raise CannotSign(str(error)) from error

    return Key(key.public_data, called(file), str(file), sign)


def _check(file: Path, public_key: bytes) -> None:
    try:
        kind = kind_of(public_key)
    except ValueError:
        raise NoKey("key_none", file=str(file)) from None
    if kind not in KINDS:
        raise NoKey("key_kind", file=str(file), kind=kind)
    if len(public_key) > BLOB:
        # There is no room for it in a hello.
        raise NoKey("key_kind", file=str(file), kind=f"{kind}, {len(public_key)} B")


def _public_line(data: bytes) -> bytes | None:
    """The key of a line as in `id_….pub`; None if that is none."""
    words = data.split()
    try:
        blob = base64.b64decode(words[1], validate=True) if len(words) > 1 else b""
        return blob if kind_of(blob).encode() == words[0] else None
    except ValueError:
        return None


def _beside(file: Path) -> bytes | None:
    try:
        return _public_line(file.with_name(f"{file.name}.pub").read_bytes())
    except OSError:
        return None


def _is_locked(data: bytes) -> bool:
    """Whether a private key has a passphrase."""
    fields = _fields(data)
    if fields is not None:
        return cut(fields)[0] != b"none"
    # Older forms say so in a line of their own, or in their name.
    return b"ENCRYPTED" in data


def _public_of(data: bytes) -> bytes | None:
    """The public half, which a private key with a passphrase says all the same."""
    fields = _fields(data)
    if fields is None:
        return None
    try:
        for _ in range(3):
            fields = cut(fields)[1]
        return cut(fields[4:])[0]
    except ValueError:
        return None


def _fields(data: bytes) -> bytes | None:
    """What OpenSSH's form of a private key consists of; None if it is another form."""
    found = _OPENSSH.search(data)
    try:
        inner = base64.b64decode(found[1]) if found else b""
        if not inner.startswith(_MAGIC):
            return None
        fields = inner[len(_MAGIC) :]
        cut(fields)
    except ValueError:
        return None
    return fields
