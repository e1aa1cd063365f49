"""The encrypted way in: its certificate from the first start on (F7), and who knocks there."""

import asyncio
import contextlib
import logging
import socket
import ssl
import subprocess
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from cryptography import x509
from msgspec.structs import replace

from protocol.codec import encode
from protocol.messages import VERSION, Hello, Next, Ping, TableView, Watch
from server import listen, tls
from server.config import Config, ConfigError
from server.run import Server
from server.tls import FILE
from tests.server.client import Client, open_table, play
from tests.server.keys import Pair, needs_keygen, sha256
from tests.server.test_identity import known, unknown
from tests.tui.ssh.test_hostkeys import as_ordinary_user, mode, open_way_to
from tui.locale import Words


@pytest.fixture
async def encrypted(config: Config, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Server]:
    """A running server that everybody could reach; only this machine can, in a test."""
    monkeypatch.setattr(listen, "is_private", lambda where: False)
    async with Server(config) as running:
        yield running


# ── the certificate ────────────────────────────────────────────────────────────────────────────


def test_a_certificate_is_made_once_and_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    first = tls.load(tmp_path)
    assert mode(tmp_path / FILE) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [FILE]
    certificate = x509.load_pem_x509_certificate((tmp_path / FILE).read_bytes())
    assert certificate.not_valid_after_utc.year == 9999
    assert first.fingerprint in caplog.text
    assert "PRIVATE" not in caplog.text
    assert tls.load(tmp_path).fingerprint == first.fingerprint
    assert tls.fingerprint_in(tmp_path) == first.fingerprint


def test_a_key_that_others_can_read_is_repaired_with_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    tls.load(tmp_path)
    (tmp_path / FILE).chmod(0o644)
    tls.load(tmp_path)
    assert mode(tmp_path / FILE) == 0o600
    assert str(tmp_path / FILE) in caplog.text
    assert "644" in caplog.text


def said(error: ConfigError) -> str:
    """The sentence for whoever starts the server."""
    return Words("en")(f"start.{error.code}", **error.facts)


def test_a_certificate_that_cannot_be_read_is_named_with_a_remedy(tmp_path: Path) -> None:
    tls.load(tmp_path)
    (tmp_path / FILE).chmod(0o000)
    open_way_to(tmp_path)
    with as_ordinary_user(), pytest.raises(ConfigError) as refused:
        tls.load(tmp_path)
    assert refused.value.code == "tls_unreadable"
    assert str(tmp_path / FILE) in said(refused.value)


def test_a_folder_that_cannot_be_written_is_named_with_a_remedy(tmp_path: Path) -> None:
    state = tmp_path / "state"
    state.mkdir(mode=0o555)
    open_way_to(tmp_path)
    with as_ordinary_user(), pytest.raises(ConfigError) as refused:
        tls.load(state)
    assert refused.value.code == "tls_unwritable"
    assert f"Make {state} writable" in said(refused.value)
    assert not list(state.iterdir())


@pytest.mark.parametrize(
    "part", ["nothing", "half", "key", "certificate", "garbage", "other", "old"]
)
def test_half_a_certificate_is_none(tmp_path: Path, part: str) -> None:
    tls.load(tmp_path)
    whole = (tmp_path / FILE).read_bytes()
    key, head, rest = whole.partition(b"-----BEGIN CERTIFICATE-----")
    (tmp_path / "other").mkdir()
    tls.load(tmp_path / "other")
    text = {
        "nothing": b"",
        "half": whole[: len(whole) // 2],
        "key": key,
        "certificate": head + rest,
        "old": whole.replace(b" CERTIFICATE", b" X509 CERTIFICATE"),
        "garbage": b"\x00\xff" * 100,
        "other": (tmp_path / "other" / FILE).read_bytes().partition(head)[0] + head + rest,
    }[part]
    (tmp_path / FILE).write_bytes(text)
    with pytest.raises(ConfigError) as refused:
        tls.load(tmp_path)
    assert refused.value.code == "tls_unusable"
    assert str(tmp_path / FILE) in said(refused.value)
    # It is the operator's: nothing puts another in its place.
    assert (tmp_path / FILE).read_bytes() == text


def test_what_a_cut_off_start_left_behind_goes(tmp_path: Path) -> None:
    (tmp_path / f".{FILE}.0123.new").write_bytes(b"half a key")
    # What somebody keeps beside it is theirs.
    (tmp_path / f".{FILE}.bak").write_bytes(b"the old one")
    tls.load(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {FILE, f".{FILE}.bak"}


def test_a_key_with_a_passphrase_is_refused_without_asking(tmp_path: Path) -> None:
    certified = ["-x509", "-newkey", "rsa:2048", "-passout", "pass:secret", "-subj", "/CN=x"]
    keys = ["-keyout", str(tmp_path / "key"), "-out", str(tmp_path / "cert")]
    made = subprocess.run(
        ["openssl", "req", *certified, *keys], capture_output=True, check=False
    ).returncode
    if made != 0:
        pytest.skip("needs openssl")
    (tmp_path / FILE).write_bytes(
        (tmp_path / "key").read_bytes() + (tmp_path / "cert").read_bytes()
    )
    (tmp_path / FILE).chmod(0o600)
    with pytest.raises(ConfigError) as refused:
        tls.load(tmp_path)
    assert refused.value.code == "tls_unusable"


# ── the way in ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("where", ["127.0.0.1:1", "localhost:7000", "[::1]:7000", ":7000"])
def test_only_this_machine_reaches_loopback(where: str) -> None:
    assert listen.is_private(where)


@pytest.mark.parametrize("where", ["0.0.0.0:1", "[::]:1", "192.0.2.1:1", "cards.example:1"])
def test_everybody_else_is_encrypted(where: str) -> None:
    assert not listen.is_private(where)


@pytest.mark.parametrize("where", ["0.0.0.0:0", "[::]:0"])
async def test_every_address_is_answered_encrypted_only(config: Config, where: str) -> None:
    async with Server(replace(config, listen=where)) as server:
        async with await Client.tls(server.port) as client:
            assert client.certificate == tls.fingerprint_in(config.state)
            await client.hello("Anna")
            await client.ask(Ping)
        async with await Client.tcp(server.port) as plain:
            plain.write(Hello(2))
            await hung_up(plain)
            assert not plain.pushes


async def test_a_table_is_played_over_tls(encrypted: Server) -> None:
    async with await Client.tls(encrypted.port) as client:
        await client.hello("Anna")
        await open_table(client, bots="now")
        view = await client.view(lambda view: view.stage == "running")
        assert isinstance(view, TableView)


async def test_much_at_once_comes_whole(encrypted: Server) -> None:
    # More than one record of TLS, which are taken out one after the other.
    async with await Client.tls(encrypted.port) as client:
        await client.hello("Anna")
        pings = [Ping(2**50 + number) for number in range(900)]
        data = b"".join(client._connection.send(ping) for ping in pings)
        assert len(data) > 2**14
        client.write_bytes(data)
        await client.until(lambda: len(client._answers) == len(pings))
        assert list(client._answers) == [ping.id for ping in pings]


async def test_older_tls_is_refused(encrypted: Server) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    with pytest.raises((ssl.SSLError, ConnectionResetError)):
        await asyncio.open_connection("127.0.0.1", encrypted.port, ssl=context)


@needs_keygen
async def test_a_key_is_proved_to_this_certificate_only(encrypted: Server, tmp_path: Path) -> None:
    pair = Pair(tmp_path)
    async with await Client.tls(encrypted.port) as client:
        account = known(await client.login(pair))
    # Somebody in the middle shows a certificate of their own, and hands on what comes.
    for theirs in (sha256(b"another certificate"), None):
        async with await Client.tls(encrypted.port) as middle:
            nonce = await middle.challenged(pair.public)
            guest = unknown(await middle.prove(pair.sign(nonce, theirs)), "wrong_signature")
            assert guest.id != account.id


async def test_a_reader_that_stops_is_closed_and_delays_nobody(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listen, "is_private", lambda where: False)
    limits = replace(config.limits, slow_seconds=0.2)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    async with (
        Server(replace(config, limits=limits)) as server,
        await Client.tls(server.port) as anna,
    ):
        await anna.hello("Anna")
        table = await open_table(anna, bots="now")
        plain = socket.socket()
        plain.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plain.connect(("127.0.0.1", server.port))
        stuck = await asyncio.to_thread(context.wrap_socket, plain)
        stuck.sendall(encode(Hello(VERSION)) + encode(Watch(1, table)))
        await anna.view(lambda view: view.watching == 1)
        # It reads nothing of all that it is shown.
        while (end := await play(anna)).watching:
            await anna.ask(Next, table=table, deal=end.deal)
            await anna.view(lambda view: view.stage == "running" or not view.watching)
        stuck.close()


# ── those who don't come in ────────────────────────────────────────────────────────────────────


async def hung_up(client: Client) -> None:
    """Return when the server has ended the connection."""
    await client.until(lambda: client.closed)


async def until_none_begins(server: Server) -> None:
    """Return when no handshake is under way."""
    async with asyncio.timeout(20):
        while server.house.door._beginning:  # noqa: ASYNC110 — nothing announces it
            await asyncio.sleep(0)


async def test_who_speaks_no_tls_is_hung_up_on_and_the_others_play_on(
    encrypted: Server, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    async with await Client.tls(encrypted.port) as client:
        await client.hello("Anna")
        for noise in (b"GET / HTTP/1.1\r\n\r\n", b"\x16\x03\x01\xff\xff" + bytes(70_000), b"\xff"):
            async with await Client.tcp(encrypted.port) as other:
                other.write_bytes(noise)
                if noise == b"\xff":
                    other._writer.write_eof()
                await hung_up(other)
        await until_none_begins(encrypted)
        await client.ask(Ping)
    assert caplog.text.count("goodbye to this machine: no_tls") == 3


async def test_half_a_handshake_ends_in_time(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listen, "is_private", lambda where: False)
    limits = replace(config.limits, hello_seconds=0.05)
    async with Server(replace(config, limits=limits)) as server:
        async with await Client.tcp(server.port) as silent:
            await hung_up(silent)
        await until_none_begins(server)


@pytest.mark.parametrize("limit", ["handshakes", "handshakes_each"])
async def test_who_begins_too_much_is_hung_up_on(
    config: Config, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(listen, "is_private", lambda where: False)
    limits = replace(config.limits, **{limit: 2})
    async with Server(replace(config, limits=limits)) as server, contextlib.AsyncExitStack() as all:
        begun = [await all.enter_async_context(await Client.tcp(server.port)) for _ in range(2)]
        async with await Client.tcp(server.port) as third:
            await hung_up(third)
        assert not any(one.closed for one in begun)
        await begun[0].close()
        async with asyncio.timeout(20):
            while server.house.door._beginning.total() > 1:  # noqa: ASYNC110 — nothing announces it
                await asyncio.sleep(0)
        async with await Client.tls(server.port) as client:
            await client.hello("Anna")


async def test_a_handshake_does_not_hold_up_the_end(
    config: Config, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listen, "is_private", lambda where: False)
    async with Server(config) as server:
        begun = [await Client.tcp(server.port) for _ in range(3)]
    for one in begun:
        await hung_up(one)
        await one.close()
