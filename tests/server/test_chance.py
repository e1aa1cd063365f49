"""Nobody foresees the cards, and nobody from outside chooses them (cases.md D7)."""

from pathlib import Path
from typing import Any

import msgpack  # type: ignore[import-untyped]
import pytest

from engine.values.cards import DECK
from engine.values.chance import Chance
from protocol.codec import CLIENT_KINDS
from protocol.messages import VERSION, Create
from server.clock import SystemClock
from server.config import Config
from server.house import World, random_chance
from server.run import Server
from tests.server.client import Client, open_table, play


class Frozen(SystemClock):
    """It is always the same moment."""

    def now(self) -> float:
        """Unix time in seconds."""
        return 1_800_000_000.0


def test_a_deal_is_a_whole_deck_and_never_the_same() -> None:
    decks = [random_chance("t", 1) for _ in range(50)]
    assert len({deal.deck for deal in decks}) == 50
    assert len({deal.seed for deal in decks}) == 50
    assert all(sorted(deal.deck, key=str) == sorted(DECK, key=str) for deal in decks)


async def test_two_servers_at_one_moment_deal_differently(tmp_path: Path) -> None:
    dealt = []
    for name in ("one", "two"):
        config = Config(state=tmp_path / name, listen="127.0.0.1:0", bot_pause=60)
        async with (
            Server(config, world=World(clock=Frozen())) as server,
            await Client.tcp(server.port) as anna,
        ):
            await anna.hello("Anna")
            table = await open_table(anna, bots="now")
            await anna.view(lambda view: view.stage == "running")
            deal = server.house.tables[table].table.deal
            assert deal is not None
            dealt.append(deal.chance)
    assert dealt[0].deck != dealt[1].deck
    assert dealt[0].seed != dealt[1].seed


async def test_every_deal_has_one_shuffle_of_its_own(config: Config) -> None:
    asked: list[tuple[str, int]] = []

    def chance(table: str, deal: int) -> Chance:
        asked.append((table, deal))
        return random_chance(table, deal)

    async with (
        Server(config, world=World(chance=chance)) as server,
        await Client.tcp(server.port) as anna,
    ):
        await anna.hello("Anna")
        table = await open_table(anna, bots="now")
        await play(anna, deals=3)
    # The first is for who deals first.
    assert asked == [(table, number) for number in range(4)]


SCRIPTED: dict[str, Any] = {"deck": [str(card) for card in DECK], "seed": bytes(32)}


@pytest.mark.parametrize("name", ["deck", "seed", "chance", "cards", "world", "button"])
async def test_no_message_chooses_cards(server: Server, name: str) -> None:
    wish = {"type": "create", "id": 1, "key": "script-it", "game": "pokerface", "name": "x"}
    script = {name: SCRIPTED.get(name, SCRIPTED["deck"])}
    hello = {"type": "hello", "version": VERSION}
    for said in (wish | {"seats": 3} | script, {"type": name, "id": 1} | script):
        async with await Client.tcp(server.port) as mallory:
            mallory.write_bytes(msgpack.packb(hello) + msgpack.packb(said))
            assert await mallory.bye() == "malformed"
    async with await Client.tcp(server.port) as mallory:
        await mallory.hello("Mallory")
        fields = {"game": "pokerface", "name": "x", "seats": 3, "options": {name: "As"}}
        assert await mallory.refused(Create, **fields) == "unknown_option"
    assert not server.house.tables


def test_what_clients_send_has_no_room_for_a_deck() -> None:
    fields = {field for kind in CLIENT_KINDS.values() for field in kind.__struct_fields__}
    assert not fields & {"deck", "seed", "chance", "cards", "cells", "shuffle"}
