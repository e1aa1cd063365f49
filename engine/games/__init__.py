"""The games of the house: the explicit list."""

from engine.game import AnyGame
from engine.games import betting, chinese, indian
from engine.games.pokerface import Pokerface
from engine.games.pokerquadrat import Pokerquadrat

GAMES: tuple[AnyGame, ...] = (
    Pokerface(),
    Pokerquadrat(),
    *betting.GAMES,
    *chinese.GAMES,
    *indian.GAMES,
)
BY_ID: dict[str, AnyGame] = {game.id: game for game in GAMES}
