"""Tables with a code, without spectators, without chat: who comes in, and what is said there."""

from pathlib import Path

from protocol.messages import (
    Chat,
    Find,
    Join,
    Leave,
    Lobby,
    Proved,
    Queue,
    Say,
    Wake,
    Watch,
    WatchLobby,
)
from server.config import Config
from server.run import Server
from tests.server.client import Client, open_table, sit
from tests.server.test_limits import HERE, THERE, limited
from tests.server.test_spectators import close, people


async def private(creator: Client, **fields: object) -> tuple[str, str]:
    """A table with a code, and the code."""
    table = await open_table(creator, entry="code", **fields)  # type: ignore[arg-type]
    view = await creator.view(lambda view: view.id == table)
    assert view.private
    assert view.code is not None
    return table, view.code


async def test_nobody_comes_in_without_the_code(server: Server) -> None:
    clients = await people(server, "Anna", "Ben", "Carla")
    anna, ben, carla = clients
    table, code = await private(anna)
    await ben.ask(WatchLobby)
    lobby = await ben.wait_for(lambda one: isinstance(one, Lobby) and bool(one.tables))
    assert isinstance(lobby, Lobby)
    # It is listed, and nothing in the list tells the code.
    assert [(line.id, line.private) for line in lobby.tables] == [(table, True)]
    assert code.encode() not in ben.raw
    assert await ben.refused(Join, table=table) == "needs_code"
    assert await ben.refused(Watch, table=table) == "needs_code"
    assert await ben.refused(Join, table=table, code="aaaa-aaaa") == "wrong_code"
    # However it is typed.
    await ben.ask(Join, table=table, code=code.upper().replace("-", " "))
    assert (await ben.view(lambda view: view.me is not None)).code == code
    await carla.ask(Watch, table=table, code=code)
    # Who only looks on is not told it again, and does not have to say it again to sit down.
    assert (await carla.view()).code is None
    await carla.ask(Join, table=table)
    await close(*clients)


async def test_a_code_says_which_table_it_is(server: Server) -> None:
    clients = await people(server, "Anna", "Ben")
    anna, ben = clients
    await open_table(anna)
    table, code = await private(anna)
    assert (await ben.ask(Find, code=code)).table == table
    assert await ben.refused(Find, code="") == "wrong_code"
    await ben.ask(Join, table=table, code=code)
    await close(*clients)


async def test_the_code_outlasts_a_restart(config: Config) -> None:
    async with Server(config) as server:
        anna = (await people(server, "Anna"))[0]
        table, code = await private(anna, spectators=False, chat="off")
        back = anna.welcome
        await anna.close()
    assert back is not None
    async with (
        Server(config) as server,
        await Client.tcp(server.port) as anna,
        await Client.tcp(server.port) as ben,
    ):
        await anna.hello(code=back.account.code)
        await ben.hello("Ben")
        assert await ben.refused(Join, table=table) == "needs_code"
        assert await ben.refused(Watch, table=table, code=code) == "no_spectators"
        await sit(anna, table)
        view = await anna.view()
        assert (view.code, view.spectators, view.chat) == (code, False, "off")
        await ben.ask(Join, table=table, code=code)


async def test_codes_of_tables_are_not_guessed_for_long(config: Config, tmp_path: Path) -> None:
    path = tmp_path / "host.sock"
    async with (
        Server(limited(config, guesses_each=2, guesses_seconds=1e6)),
        await Client.unix(path) as here,
        await Client.unix(path) as there,
    ):
        await here.hello("Anna", proved=Proved(None, HERE))
        await there.hello("Ben", proved=Proved(None, THERE))
        table, code = await private(there)
        # What is right is no guess, however often.
        for _ in range(3):
            assert (await here.ask(Find, code=code)).table == table
        assert await here.refused(Find, code="one") == "wrong_code"
        assert await here.refused(Join, table=table, code="two") == "wrong_code"
        assert await here.refused(Join, table=table, code=code) == "too_many_guesses"
        assert await there.refused(Find, code="three") == "wrong_code"


async def test_a_right_code_is_not_said_without_end(config: Config) -> None:
    async with Server(limited(config, changes_per_second=1e-6, changes_burst=3)) as server:
        (anna,) = await people(server, "Anna")
        _, code = await private(anna)
        await anna.ask(Find, code=code)
        await anna.ask(Find, code=code)
        assert await anna.refused(Find, code=code) == "too_many_requests"
        await close(anna)


async def test_who_waits_at_a_private_table_says_the_code_once(server: Server) -> None:
    clients = await people(server, "Anna", "Ben", "Carla")
    anna, ben, carla = clients
    table, code = await private(anna, game="pokerquadrat", seats=2)
    await ben.ask(Join, table=table, code=code)
    assert await carla.refused(Queue, table=table) == "needs_code"
    await carla.ask(Queue, table=table, code=code)
    await ben.ask(Leave, table=table)
    await carla.ask(Join, table=table)
    await close(*clients)


async def test_nobody_looks_on_where_that_is_not_wanted(server: Server) -> None:
    clients = await people(server, "Anna", "Ben")
    anna, ben = clients
    table = await open_table(anna, spectators=False)
    assert await ben.refused(Watch, table=table) == "no_spectators"
    await ben.ask(Wake, table=table, people=2)
    await ben.ask(Join, table=table)
    # One's own table one may see.
    await ben.ask(Watch, table=table)
    assert (await ben.view()).spectators is False
    await close(*clients)


async def test_a_table_may_be_without_chat(server: Server) -> None:
    clients = await people(server, "Anna", "Ben")
    anna, ben = clients
    table = await open_table(anna, chat="off")
    await ben.ask(Watch, table=table)
    for client in clients:
        assert (await client.view()).chat == "off"
        assert await client.refused(Chat, table=table, text="hello") == "chat_off"
        assert await client.refused(Say, table=table, phrase="short_break") == "chat_off"
    await close(*clients)


async def test_a_table_may_have_the_sentences_alone(server: Server) -> None:
    clients = await people(server, "Anna", "Ben")
    anna, ben = clients
    table = await open_table(anna, game="holdem", seats=2, chat="phrases")
    assert await anna.refused(Chat, table=table, text="hello") == "chat_rests"
    await anna.ask(Say, table=table, phrase="short_break")
    await ben.ask(Watch, table=table)
    assert await ben.refused(Chat, table=table, text="hello") == "chat_rests"
    await ben.ask(Say, table=table, phrase="short_break")
    await ben.ask(Join, table=table)
    view = await ben.view(lambda view: view.stage == "running")
    assert (view.chat, view.talk) == ("phrases", "phrases")
    await close(*clients)
