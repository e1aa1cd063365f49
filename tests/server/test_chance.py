"""Nobody foresees the cards, and nobody from outside chooses them (cases.md D7)."""

from pathlib import Path

from engine.values.cards import DECK
from server.clock import SystemClock
from server.config import Config
from server.house import World, random_chance
from server.run import Server
from tests.server.client import Client, open_table


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
