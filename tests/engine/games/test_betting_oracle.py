"""Random deals of every betting game that pokerkit knows end there as here (betting_oracle)."""

import pytest

from engine.games.betting import GAMES, Betting
from tests.engine.games.betting_oracle import HANDS, PARTED, STRUCTURES, duels, possible

KINDS = [
    (game, structure)
    for game in GAMES
    if game.id in HANDS
    for structure in game.row.structures
    if structure in STRUCTURES
]
# Omaha takes pokerkit several times as long.
DEALS = {"holdem": 30, "omaha": 6, "omaha_hilo": 6}


@pytest.mark.filterwarnings("ignore:A card being dealt:UserWarning")
@pytest.mark.parametrize(("game", "structure"), KINDS, ids=lambda part: getattr(part, "id", part))
def test_both_play_the_same_deal(game: Betting, structure: str) -> None:
    deals = DEALS.get(game.id, 15)
    met = duels(game, structure, deals)
    assert met["decisions"] > 5 * deals
    assert sum(met[name] for name in PARTED) < deals / 3
    assert set(met) <= possible(game, structure)


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore:A card being dealt:UserWarning")
@pytest.mark.parametrize(("game", "structure"), KINDS, ids=lambda part: getattr(part, "id", part))
def test_both_play_many_deals(game: Betting, structure: str) -> None:
    met = duels(game, structure, 2000 if game.id == "holdem" else 1000, b"soak")
    assert set(met) <= possible(game, structure)
