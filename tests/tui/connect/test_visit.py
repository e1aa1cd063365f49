"""`pokertui connect` up to the app: the certificate, the key, and who one is then."""

import asyncio
import errno
import io
import socket
import ssl
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from engine.values.why import Fact, Why
from protocol.messages import VERSION, Account, Bye, Hello, Welcome
from server import listen, tls
from server.config import Config
from server.run import Server
from tests.e2e.terminal import Terminal as Pty
from tests.server.conftest import config as config  # noqa: PLC0414 — a fixture
from tests.server.keys import Pair, keygen, needs_keygen
from tests.tui.connect.agents import forget, needs_agent, ssh_agent
from tests.tui.screens.visit import GERMAN
from tests.tui.ssh.rig import empty_home, hosting, needs_ssh, on_pty, openssh
from tests.tui.test_link import Peer
from tui import settings
from tui.app import CHANGED, LOST, PokerApp
from tui.connect import line, pins, visit
from tui.connect.line import NotSigned, line_to
from tui.connect.place import Place
from tui.connect.visit import Wish, connect
from tui.conversation import PASSING
from tui.link import LinkEnded
from tui.locale import Words
from tui.shell import Usage
from tui.ssh.apps import poker_app

ENGLISH = Words("en")
USUAL, TRUSTING = Wish(), Wish(trust=True)
OTHER = "SHA256:" + "x" * 43


class Person:
    """Somebody at a terminal: what they answer when asked, and where the app would have been."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.pins = home / "config" / pins.FILE
        self.settings = home / "config" / "settings.json"
        self.apps: list[PokerApp] = []
        self.then: Callable[[PokerApp], Awaitable[None]] | None = None

    async def show(self, app: PokerApp) -> int:
        """In place of the app."""
        self.apps.append(app)
        try:
            if self.then is not None:
                await self.then(app)
        finally:
            await app.line.close()
        return 0

    async def connect(self, where: str | int, wish: Wish = USUAL, answer: str = "") -> Welcome:
        """Do it, answering so if something is asked; the server's welcome. Usage if it fails."""
        text = f"127.0.0.1:{where}" if isinstance(where, int) else where
        sys.stdin = io.StringIO(answer)
        await asyncio.to_thread(connect, text, None, ENGLISH, wish)
        welcome = self.apps[-1].line.link.welcome
        assert welcome is not None
        return welcome

    @property
    def greeting(self) -> str:
        """What the lobby would say first."""
        return self.apps[-1].begin.greeting

    async def refused(self, where: str | int, wish: Wish = USUAL, answer: str = "") -> Usage:
        """Do it in vain; why."""
        shown = len(self.apps)
        with pytest.raises(Usage) as over:
            await self.connect(where, wish, answer)
        assert len(self.apps) == shown
        return over.value


@pytest.fixture
def person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Person:
    """Somebody without keys, in a home of their own."""
    made = Person(tmp_path / "home")
    made.home.mkdir()
    monkeypatch.setenv("HOME", str(made.home))
    monkeypatch.setenv("USER", "anna")
    monkeypatch.delenv("SSH_AUTH_SOCK", raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(visit, "show", made.show)
    monkeypatch.setattr(visit, "this_terminal", lambda lang, words: replace(GERMAN, lang="en"))
    monkeypatch.setattr(pins, "pins_file", lambda: made.pins)
    monkeypatch.setattr(settings, "settings_file", lambda: made.settings)
    return made


@asynccontextmanager
async def serving(
    config: Config, monkeypatch: pytest.MonkeyPatch, encrypted: bool = True
) -> AsyncIterator[Server]:
    """A server; one that is encrypted is far away, though it is on this machine."""
    with monkeypatch.context() as patched:
        if encrypted:
            patched.setattr(listen, "is_private", lambda where: False)
        server = Server(config)
        await server.start()
    try:
        yield server
    finally:
        await server.stop()


@pytest.fixture
async def far(config: Config, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    """An encrypted server, which is somewhere else for its clients."""
    monkeypatch.setattr(Place, "near", False)
    async with serving(config, monkeypatch) as server:
        yield server


def shown(server: Server) -> str:
    """The fingerprint that the server says."""
    return tls.fingerprint_in(server.config.state)


# ── which server it is ─────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("answer", ["yes\n", "Y\n", "what?\n\nyes\n", "fingerprint"])
async def test_a_server_is_asked_about_once(
    far: Server, person: Person, capsys: pytest.CaptureFixture[str], answer: str
) -> None:
    said = f"{shown(far)}\n" if answer == "fingerprint" else answer
    assert (await person.connect(far.port, answer=said)).account.guest
    told = capsys.readouterr().err
    assert shown(far) in told
    assert f"127.0.0.1:{far.port}" in told
    assert told.count("yes/no") == len(said.splitlines())
    assert person.pins.read_text() == f"127.0.0.1:{far.port} {shown(far)}\n"
    await person.connect(far.port)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("answer", ["no\n", "", f"{OTHER}\nN\n"])
async def test_a_server_that_nobody_trusts_is_left_alone(
    far: Server, person: Person, answer: str
) -> None:
    assert (await person.refused(far.port, answer=answer)).code == LOST
    assert not person.pins.exists()
    assert not far.house.people._present


async def test_scripts_trust_or_know(far: Server, person: Person) -> None:
    refused = await person.refused(far.port, Wish(fingerprint=OTHER, trust=True))
    assert refused.code == CHANGED
    assert shown(far) in str(refused)
    assert OTHER in str(refused)
    assert not person.pins.exists()
    await person.connect(far.port, Wish(fingerprint=shown(far)))
    person.pins.unlink()
    await person.connect(far.port, TRUSTING)
    assert shown(far) in person.pins.read_text()


async def test_a_changed_certificate_is_refused_with_the_ways_out(
    config: Config, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Place, "near", False)
    async with serving(config, monkeypatch) as server:
        known, port = shown(server), server.port
        await person.connect(port, TRUSTING)
    (config.state / tls.FILE).unlink()
    async with serving(replace(config, listen=f"127.0.0.1:{port}"), monkeypatch) as server:
        assert shown(server) != known
        for wish in (USUAL, TRUSTING):
            refused = await person.refused(port, wish)
            assert refused.code == CHANGED
            for fact in (known, shown(server), str(person.pins), "line 1"):
                assert fact in str(refused)
        assert not server.house.people._present
        # One way out: whoever runs it has said that it is right.
        await person.connect(port, Wish(fingerprint=shown(server)))
        await person.connect(port)
        assert known not in person.pins.read_text()


async def test_a_changed_certificate_ends_a_session_that_comes_back(far: Server) -> None:
    place = Place("127.0.0.1", far.port)
    with pytest.raises(LinkEnded) as over:
        await line_to(place, Hello(VERSION), (OTHER,))
    assert over.value.why == Why("changed", {"shown": shown(far)})
    assert over.value.why.code not in PASSING


async def test_what_does_not_answer_encrypted_is_told_nothing(
    config: Config, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(config, monkeypatch, encrypted=False) as server:
        with monkeypatch.context() as far:
            far.setattr(Place, "near", False)
            refused = await person.refused(server.port, TRUSTING)
            assert refused.code == LOST
            assert "TLS" in str(refused)
        # Nor is this machine's, once it was encrypted, or shall be.
        refused = await person.refused(server.port, Wish(fingerprint=OTHER))
        assert "TLS" in str(refused)
        person.pins.parent.mkdir()
        person.pins.write_text(f"127.0.0.1:{server.port} {OTHER}\n")
        refused = await person.refused(server.port)
        assert refused.code == CHANGED
        assert str(person.pins) in str(refused)
        assert not server.house.people._present


async def test_a_line_to_what_is_not_encrypted_may_be_tried_again(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As all that a line can't be made for: a server that comes back is looked for once more.
    async with serving(config, monkeypatch, encrypted=False) as server:
        with pytest.raises(OSError, match="WRONG_VERSION"):
            await line_to(Place("127.0.0.1", server.port), Hello(VERSION), (OTHER,))


async def test_this_machines_server_is_plain_or_encrypted(
    config: Config, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(config, monkeypatch, encrypted=False) as server:
        await person.connect(server.port)
        assert not person.pins.exists()
    async with serving(config, monkeypatch) as server:
        await person.refused(server.port)
        await person.connect(server.port, answer="y\n")
        await person.connect(server.port)
        assert shown(server) in person.pins.read_text()


async def test_nobody_else_on_this_machine_comes_before_its_server(config: Config) -> None:
    met: list[bytes] = []

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        met.append(await reader.read(1))
        writer.close()

    server = Server(config)
    async with server:
        place = Place("localhost", server.port)
        try:
            other = await asyncio.start_server(talk, "::1", place.port)
        except OSError:
            pytest.skip("needs IPv6")
        link = await line_to(place, Hello(VERSION))
        await link.close()
        assert not met
    # Who listens there alone may be the server.
    async with other:
        with pytest.raises(LinkEnded):
            await line_to(place, Hello(VERSION))
    assert met
    with pytest.raises(ConnectionRefusedError):
        await line_to(place, Hello(VERSION))


async def test_something_else_on_this_machine_is_no_server(person: Person) -> None:
    async def web(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(10)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async with await asyncio.start_server(web, "127.0.0.1", 0) as listening:
        refused = await person.refused(listening.sockets[0].getsockname()[1], TRUSTING)
    assert "no pokertui server" in str(refused)
    assert not person.pins.exists()


@asynccontextmanager
async def answering(
    talk: Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]],
    context: ssl.SSLContext | None = None,
) -> AsyncIterator[int]:
    """The port of somebody on this machine who answers so, and hangs up in the end."""
    writers: list[asyncio.StreamWriter] = []

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers.append(writer)
        await talk(reader, writer)

    async with await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context) as listening:
        yield listening.sockets[0].getsockname()[1]
        for writer in writers:
            writer.transport.abort()
            with suppress(OSError):
                await writer.wait_closed()


HOSTILE = "\x1b]0;mine\x07\x1b[2J"


@pytest.mark.parametrize("code", ["changed", "not_signed", "full", "news"])
@pytest.mark.parametrize("facts", [{}, {"shown": HOSTILE, "why": HOSTILE, "most": HOSTILE}])
async def test_a_goodbye_is_said_in_our_own_words(
    person: Person, code: str, facts: dict[str, Fact]
) -> None:
    peer = Peer(lambda message: [Bye(Why(code, facts))])
    async with answering(peer.talk) as port:
        refused = await person.refused(port)
    assert refused.code == LOST
    assert str(refused).isprintable()


async def test_a_way_back_is_no_way_into_the_terminal(person: Person) -> None:
    async def leave(app: PokerApp) -> None:
        app.finish(0)

    account = Account("a", "Anna", guest=True, code=f"abcd{HOSTILE}")
    peer = Peer(lambda message: [Welcome(VERSION, "test", account, (), held=("table",))])
    person.then = leave
    async with answering(peer.talk) as port:
        await person.connect(port)
    assert "abcd" in person.apps[-1].farewell
    assert person.apps[-1].farewell.isprintable()


async def test_a_line_that_is_dead_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = tls.load(tmp_path)
    monkeypatch.setattr(line, "PATIENCE", 0.5)
    monkeypatch.setattr(line, "_GOODBYE", 0.05)

    async def deaf(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        assert isinstance(writer.transport, asyncio.Transport)
        writer.transport.pause_reading()

    async with asyncio.timeout(20), answering(deaf, certificate.context) as port:
        place = Place("127.0.0.1", port)
        with pytest.raises(TimeoutError):
            await line_to(place, Hello(VERSION), (certificate.fingerprint,))


async def test_a_key_that_is_asked_too_long_is_not_a_server_that_does_not_answer(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(line, "PATIENCE", 0.5)

    async def never(data: bytes) -> bytes:
        await asyncio.Event().wait()
        return data

    async with Server(config) as server:
        with pytest.raises(NotSigned):
            await line_to(
                Place("127.0.0.1", server.port), Hello(VERSION, public_key=b"key"), sign=never
            )


async def test_what_is_known_that_cannot_be_read_is_said(far: Server, person: Person) -> None:
    person.pins.mkdir(parents=True)
    refused = await person.refused(far.port, TRUSTING)
    assert str(person.pins) in str(refused)


async def test_what_cannot_be_remembered_is_said_and_one_plays(
    far: Server, person: Person, capsys: pytest.CaptureFixture[str]
) -> None:
    person.pins.parent.write_text("no folder")
    await person.connect(far.port, TRUSTING)
    assert str(person.pins) in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            ConnectionRefusedError(errno.ECONNREFUSED, "Connect call failed ('127.0.0.1', 7000)"),
            "cli.refused",
        ),
        (
            OSError(f"Multiple exceptions: [Errno {errno.ECONNREFUSED}] Connect …, [Errno 111] …"),
            "cli.refused",
        ),
        (socket.gaierror(-2, "Name or service not known"), "cli.no_host"),
        (TimeoutError(), "cli.timeout"),
        (NotSigned(), "identity.not_signed"),
    ],
)
def test_why_nobody_answers_is_said(error: Exception, said: str) -> None:
    assert ENGLISH(said) in str(visit.away(Place("cards.example", 7000), ENGLISH, error))
    unreachable = OSError(101, "Network is unreachable")
    assert "unreachable" in str(visit.away(Place("cards.example", 7000), ENGLISH, unreachable))


# ── who one is ─────────────────────────────────────────────────────────────────────────────────


def key_of(person: Person, pair: Pair, name: str = "id_ed25519") -> Path:
    """Put a pair's private half where people have it."""
    folder = person.home / ".ssh"
    folder.mkdir(exist_ok=True)
    (folder / name).write_bytes(pair.file.read_bytes())
    return folder / name


@needs_keygen
async def test_a_key_is_who_one_is_and_is_remembered(
    far: Server, person: Person, tmp_path: Path
) -> None:
    pair = Pair(tmp_path)
    file = key_of(person, pair)
    first = await person.connect(far.port, TRUSTING)
    assert not first.account.guest
    assert "~/.ssh/id_ed25519" in person.greeting
    assert first.account.name in person.greeting
    key_of(person, Pair(tmp_path, "ecdsa", 256), "id_ecdsa")
    file.rename(person.home / "moved")
    # Another key would be another person: nobody becomes that without saying so.
    refused = await person.refused(far.port)
    assert refused.code == 2
    assert pair.fingerprint in str(refused)
    again = await person.connect(far.port, Wish(identity=person.home / "moved"))
    assert again.account.id == first.account.id
    assert (await person.connect(far.port)).account.id == first.account.id
    guest = await person.connect(far.port, Wish(guest=True))
    assert guest.account.guest
    assert person.greeting == ""
    assert (await person.connect(far.port)).account.id == first.account.id
    code = guest.account.code
    assert (await person.connect(far.port, Wish(code=code))).account.id == guest.account.id


@needs_ssh
@needs_keygen
async def test_one_key_is_one_person_by_ssh_and_by_connect(
    far: Server, person: Person, tmp_path: Path
) -> None:
    pair = Pair(tmp_path)
    key_of(person, pair)
    async with hosting(tmp_path, poker_app, server=False) as rig:
        command = openssh(tmp_path, rig.port, "-i", str(pair.file))
        with Pty(command, empty_home(tmp_path)) as pty:
            await on_pty(pty, "anna")
            (there,) = far.house.sessions
            here = await person.connect(far.port, TRUSTING)
            assert here.account.id == there
            assert here.account.name == "anna"
            # The newest session wins, on whichever way.
            assert await asyncio.to_thread(pty.wait_end, 20) == 1


@needs_agent
async def test_an_agents_key_comes_back_after_a_broken_line(
    far: Server, person: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts: list[Account] = []
    ends: list[str] = []

    async def come_back(app: PokerApp) -> None:
        assert app.line._connect is not None
        link = await app.line._connect(app.room.account)
        assert link.welcome is not None
        accounts.append(link.welcome.account)
        await link.close()
        await asyncio.to_thread(forget, agent)
        try:
            await app.line._connect(app.room.account)
        except LinkEnded as over:
            ends.append(over.why.code)

    with ssh_agent(tmp_path, Pair(tmp_path)) as agent:
        monkeypatch.setenv("SSH_AUTH_SOCK", agent)
        person.then = come_back
        welcome = await person.connect(far.port, TRUSTING)
    assert "anna@home" in person.greeting
    assert [account.id for account in accounts] == [welcome.account.id]
    assert ends == ["not_signed"]


@needs_keygen
async def test_a_weak_key_leaves_a_guest_who_is_told(
    far: Server, person: Person, tmp_path: Path
) -> None:
    key_of(person, Pair(tmp_path, "rsa", 1024), "id_rsa")
    assert (await person.connect(far.port, TRUSTING)).account.guest
    assert "1024" in person.greeting
    assert not person.settings.exists()


def test_why_a_key_does_not_count_is_said_whatever_a_server_calls_it() -> None:
    for why in (Why("too_young", {"days": 3}), Why("weak_key")):
        assert f"({why.code})" in visit.unproved(ENGLISH, why)


@needs_keygen
async def test_a_key_with_a_passphrase_is_named_and_not_asked_for(
    far: Server, person: Person, tmp_path: Path
) -> None:
    file = key_of(person, Pair(tmp_path))
    file.chmod(0o600)
    keygen("-q", "-p", "-P", "", "-N", "secret", "-f", str(file))
    assert (await person.connect(far.port, TRUSTING)).account.guest
    assert "~/.ssh/id_ed25519" in person.greeting


@pytest.mark.parametrize("wish", [Wish(guest=True), Wish(code="abc")])
async def test_a_key_is_not_a_guests(person: Person, wish: Wish) -> None:
    refused = await person.refused("cards.example", replace(wish, identity=Path("key")))
    assert (refused.code, "--identity" in str(refused)) == (2, True)
