"""A whole match over TCP, by people and by bots."""

import asyncio

from protocol.messages import Fill, TableView
from server.run import Server
from tests.server.client import Client, open_table, play, sit


async def test_four_people_play_a_match_to_its_end(server: Server) -> None:
    clients = [await Client.tcp(server.port) for _ in range(4)]
    for client, name in zip(clients, ("Anna", "Ben", "Carla", "Dan"), strict=True):
        await client.hello(name)
    table = await open_table(clients[0], seats=4)
    for client in clients[1:]:
        await sit(client, table)
    ends = await asyncio.gather(*(play(client) for client in clients))
    for seat, end in enumerate(ends):
        assert end.me == seat
        assert end.stage == "over"
        assert end.ended in {"won", "lost"}
        assert 3 <= end.number <= 5
        assert len(end.history) == end.number
        assert [chair.name for chair in end.chairs] == ["Anna", "Ben", "Carla", "Dan"]
    for client in clients:
        await client.close()


async def test_one_person_plays_against_bots(server: Server) -> None:
    async with await Client.tcp(server.port) as client:
        await client.hello("Anna")
        table = await open_table(client, seats=4)
        assert client.table is not None
        assert client.table.stage == "waiting"
        await client.ask(Fill, table=table)
        end = await play(client)
        assert end.stage == "over"
        assert [chair.kind for chair in end.chairs] == ["person", "bot", "bot", "bot"]


async def test_every_view_has_a_higher_number(server: Server) -> None:
    async with await Client.tcp(server.port) as client:
        await client.hello("Anna")
        await open_table(client, seats=3, bots="now")
        await play(client, deals=1)
        numbers = [view.seq for view in client.all(TableView)]
        assert numbers == sorted(set(numbers))
