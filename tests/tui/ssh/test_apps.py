"""The card room itself over SSH: the real app, the real server, real clients."""

import asyncio
import logging
import re
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import asyncssh
import pytest

from engine.values.why import Why
from protocol.admin import Ban
from protocol.connection import ServerConnection
from protocol.messages import VERSION, Bye
from server.admin.office import Office
from server.config import Config
from server.run import Server
from tests.tui.ssh.rig import PATIENCE, hosting, looking, until
from tests.tui.ssh.test_session import given_back
from tui.locale.de.link import WORDS as GERMAN_LINK
from tui.locale.de.ssh import WORDS as GERMAN
from tui.locale.en.preferences import WORDS
from tui.locale.en.ssh import WORDS as ENGLISH
from tui.locale.en.why import WORDS as WHY
from tui.ssh.apps import poker_app, preload


@asynccontextmanager
async def card_room(folder: Path) -> AsyncIterator[Server]:
    """A server whose trusted socket is where the host looks for it."""
    config = Config(
        state=folder / "server", listen=None, host_socket=folder / "host.sock", bot_pause=0
    )
    async with Server(config) as server:
        yield server


async def test_a_guest_sees_the_lobby_and_leaves(tmp_path: Path) -> None:
    async with (
        card_room(tmp_path),
        hosting(tmp_path, poker_app, server=False) as rig,
        looking(rig.port) as client,
    ):
        await client.wait("Lobby ·")
        client.send("q")
        assert await client.wait_end() == 0
        given_back(client.raw, ENGLISH["bye"])


async def test_a_key_is_an_account_that_is_found_again(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with card_room(tmp_path), hosting(tmp_path, poker_app, server=False) as rig:
        async with looking(rig.port, user="anna", client_keys=[key]) as client:
            await client.wait("Lobby ·")
            client.send("q")
            await client.wait_end()
        async with looking(rig.port, user="play", client_keys=[key]) as client:
            await client.wait("Lobby ·")


@pytest.mark.parametrize(
    ("rights", "none"), [(3, rb"[34]8;[25];"), (4, rb"\x1b\[([0-9]+;)*(3|4|9|10)[0-9][;m]")]
)
async def test_preferred_colours_are_all_that_the_next_session_is_sent(
    tmp_path: Path, rights: int, none: bytes
) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with card_room(tmp_path), hosting(tmp_path, poker_app, server=False) as rig:
        async with looking(rig.port, client_keys=[key]) as client:
            await client.wait("Lobby ·")
            assert re.search(none, client.raw)
            client.send("o")
            await client.wait(WORDS["about"])
            client.send("\x1b[B" * 4 + "\x1b[C" * rights)
            await client.wait(WORDS["kept"])
            client.send("o")
        async with looking(rig.port, client_keys=[key]) as again:
            await again.wait("Lobby ·")
            assert re.search(none, again.raw) is None


async def test_the_newest_session_wins_and_the_old_terminal_is_given_back(tmp_path: Path) -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with (
        card_room(tmp_path),
        hosting(tmp_path, poker_app, server=False) as rig,
        looking(rig.port, client_keys=[key]) as old,
    ):
        await old.wait("Lobby ·")
        async with looking(rig.port, client_keys=[key]) as new:
            await new.wait("Lobby ·")
            await old.wait_end()
            given_back(old.raw, WHY["replaced"])
            assert not new.looker.closed.is_set()


async def test_the_host_outlives_a_restart_of_the_server(tmp_path: Path) -> None:
    async with hosting(tmp_path, poker_app, server=False) as rig:
        async with card_room(tmp_path), looking(rig.port, env={"LANG": "de_DE.UTF-8"}) as client:
            await client.wait("Lobby ·")
        # The server is gone, the session ends with a sentence, the host stays.
        async with asyncio.timeout(20):
            await client.looker.closed.wait()
        await until(lambda: not rig.house.sessions)
        async with looking(rig.port, env={"LANG": "de_DE.UTF-8"}) as later:
            await later.wait(GERMAN["waiting"][:40])
            async with card_room(tmp_path):
                await later.wait("Lobby ·")
                later.send("q")
                await later.wait_end()


@pytest.mark.parametrize("keyed", [True, False])
async def test_a_session_outlives_a_restart_of_the_server(tmp_path: Path, keyed: bool) -> None:
    keys = [asyncssh.generate_private_key("ssh-ed25519")] if keyed else []
    async with (
        hosting(tmp_path, poker_app, server=False) as rig,
        AsyncExitStack() as sitting,
    ):
        async with card_room(tmp_path):
            entering = looking(rig.port, env={"LANG": "de_DE.UTF-8"}, client_keys=keys)
            client = await sitting.enter_async_context(entering)
            await client.wait("Lobby ·")
            client.send("b\r")
            await client.wait(lambda text: "Pokerface" in text and "4/4" in text)
        await client.wait(GERMAN_LINK["broken.stopping"])
        async with card_room(tmp_path) as server:
            client.send("\r")
            await client.wait(
                lambda text: "Pokerface" in text and GERMAN_LINK["broken.stopping"] not in text
            )
            # The same person at the same table, and nobody else.
            assert len(server.house.sessions) == 1
            assert len(server.house.tables) == 1
            client.send("q")
            await client.wait("Enter")
            client.send("\r")
            await client.wait("Lobby ·")
            client.send("q")
            assert await client.wait_end() == 0


async def test_who_does_not_wait_for_the_server_is_told_why(tmp_path: Path) -> None:
    async with hosting(tmp_path, poker_app, server=False) as rig:
        room = card_room(tmp_path)
        await room.__aenter__()
        async with looking(rig.port, env={"LANG": "de_DE.UTF-8"}) as client:
            await client.wait("Lobby ·")
            await room.__aexit__(None, None, None)
            await client.wait(GERMAN_LINK["broken.stopping"])
            client.send("q")
            assert await client.wait_end() == 1
            given_back(client.raw, GERMAN_LINK["stopping"])


@pytest.mark.parametrize("lang", ["de_DE.UTF-8", "en_GB.UTF-8"])
async def test_one_key_leads_to_a_hand(tmp_path: Path, lang: str) -> None:
    """Somebody new, in 16 colours: login, Enter, two cards, a fold, and the hand goes on."""
    german = lang.startswith("de")
    async with (
        card_room(tmp_path),
        hosting(tmp_path, poker_app, server=False) as rig,
        looking(rig.port, term="xterm", env={"LANG": lang}, new=True) as client,
    ):
        await client.wait("Willkommen / Welcome")
        assert ("sofort spielen" if german else "play at once") in client.text
        client.send("\r")
        hint = "f c r sind deine Tasten" if german else "f c r are your keys"
        text = await client.wait(hint)
        assert "6/6" in text
        # Keys rest for a moment after a question; whoever may check for nothing is asked first.
        async with asyncio.timeout(PATIENCE):
            while hint in client.text:
                client.send("f")
                client.looker.changed.clear()
                await client.looker.changed.wait()
        await client.wait("~anna")
        assert b"38;" not in client.raw
        assert b"48;" not in client.raw


async def test_two_keys_lead_to_a_table_against_bots(tmp_path: Path) -> None:
    async with (
        card_room(tmp_path),
        hosting(tmp_path, poker_app, server=False) as rig,
        looking(rig.port) as client,
    ):
        await client.wait("Lobby ·")
        client.send("b\r")
        await client.wait(lambda text: "Pokerface" in text and "4/4" in text)


async def test_another_protocol_is_told_with_code_3(tmp_path: Path) -> None:
    async def old(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(100)
        server = ServerConnection()
        writer.write(server.send(Bye(Why("version", {"mine": 99, "yours": VERSION}))))
        writer.close()

    async with (
        await asyncio.start_unix_server(old, tmp_path / "host.sock"),
        hosting(tmp_path, poker_app, server=False) as rig,
        looking(rig.port) as client,
    ):
        assert await client.wait_end() == 3
        assert "99" in client.text
        assert str(VERSION) in client.text
        assert b"\x1b" not in client.raw


def test_everything_is_imported_before_the_first_session() -> None:
    preload()
    for name in ("lobby", "table", "create", "help"):
        assert f"tui.screens.{name}" in sys.modules
    assert "tui.layouts.pokerface" in sys.modules


async def test_a_banned_key_is_told_so_with_reason_and_end(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with (
        card_room(tmp_path) as server,
        hosting(tmp_path, poker_app, server=False) as rig,
    ):
        office = Office(server.house, "anna")
        async with looking(rig.port, user="kim", client_keys=[key]) as client:
            await client.wait("kim")
            # Who plays is shown out with the sentence, and the terminal given back.
            await office.do(Ban(key.get_fingerprint(), 7 * 24 * 3600, "Betrug"))
            assert await client.wait_end() == 1
            sentence = client.raw.rpartition(b"\x1b[?1049l")[2].decode().strip()
            assert sentence.startswith("You are banned from this server until 20")
            assert sentence.endswith(" UTC. Reason: Betrug")
            given_back(client.raw, sentence)
        async with looking(rig.port, client_keys=[key], env={"LANG": "de_DE.UTF-8"}) as client:
            assert await client.wait_end() == 1
            told = client.raw.decode()
            assert "Du bist auf diesem Server bis 20" in told
            assert "Grund: Betrug" in told
        async with looking(rig.port, user="guest") as client:
            await client.wait("guest")
    assert "logged in as 'kim' with a key." in caplog.text
    assert key.get_fingerprint() not in caplog.text
