"""Talk by a game's manners: fixed sentences during a quiet deal, free text between deals."""

import asyncio

from protocol.messages import Chat, Said, Say, Watch
from server.run import Server
from tests.server.client import Client, open_table, play, sit


async def test_during_a_quiet_deal_only_fixed_sentences(server: Server) -> None:
    clients = [await Client.tcp(server.port) for _ in range(4)]
    for client, name in zip(clients, ("Anna", "Ben", "Carla", "Dora"), strict=True):
        await client.hello(name)
    anna, ben, carla, guest = clients
    table = await open_table(anna)
    await sit(ben, table)
    await guest.ask(Watch, table=table)
    # Nobody plays yet: talk is free.
    await guest.ask(Chat, table=table, text="hallo \x1b[2J zusammen")
    said = await anna.wait_for(lambda one: isinstance(one, Said))
    assert said == Said(table, "Dora", None, text="hallo [2J zusammen", guest=True)
    await sit(carla, table)
    view = await anna.view(lambda view: view.stage == "running")
    assert view.chat == "phrases"
    assert await anna.refused(Chat, table=table, text="ich hab nichts") == "chat_rests"
    assert await guest.refused(Say, table=table, phrase="short_break") == "not_seated"
    await ben.ask(Say, table=table, phrase="short_break")
    said = await guest.wait_for(lambda one: isinstance(one, Said) and one.phrase is not None)
    assert said == Said(table, "Ben", 1, phrase="short_break", guest=True)
    # "Your turn" goes to whoever's turn it is, and to nobody else.
    assert view.view is not None
    (turn,) = view.view.to_act
    await carla.ask(Say, table=table, phrase="your_turn", to=turn)
    name = view.chairs[turn].name
    await anna.wait_for(
        lambda one: isinstance(one, Said) and (one.phrase, one.to) == ("your_turn", name)
    )
    other = (turn + 1) % 3
    for to in (other, None, 22):
        assert await carla.refused(Say, table=table, phrase="your_turn", to=to) == "unknown_phrase"
    await asyncio.gather(*(play(client, deals=1) for client in clients[:3]))
    assert (await anna.view()).chat == "free"
    await anna.ask(Chat, table=table, text="das war knapp " + "!" * 300)
    said = await ben.wait_for(lambda one: isinstance(one, Said) and (one.text or "")[:3] == "das")
    assert isinstance(said, Said)
    assert said.text is not None
    assert len(said.text) == 200
    assert await anna.refused(Chat, table=table, text=" \u200b ") == "empty_text"
    for client in clients:
        await client.close()


async def test_a_flood_of_talk_is_refused(server: Server) -> None:
    async with await Client.tcp(server.port) as anna:
        await anna.hello("Anna")
        table = await open_table(anna)
        answers = [await anna.request(Chat, table=table, text=str(n)) for n in range(8)]
        assert type(answers[-1]).__name__ == "No"
        assert await anna.refused(Chat, table=table, text="x") == "too_many_requests"


async def test_only_who_is_there_talks(server: Server) -> None:
    async with await Client.tcp(server.port) as anna, await Client.tcp(server.port) as ben:
        await anna.hello("Anna")
        await ben.hello("Ben")
        table = await open_table(anna)
        assert await ben.refused(Chat, table=table, text="x") == "not_watching"
