"""Many deals of one betting bot against simple players, for tests and benches."""

from collections.abc import Iterator
from functools import partial
from typing import Literal

from msgspec import Struct

from engine.bots import Bot
from engine.game import Setup
from engine.games.betting import GAMES
from engine.games.betting.state import Options
from engine.values import actions
from engine.values.actions import Action
from engine.values.chance import Dice
from engine.values.offers import Call, Check, Offers, real
from engine.values.view import View
from tests.engine.bots.deals import Guest, play

Opponent = Literal["caller", "random"]

BY_ID = {game.id: game for game in GAMES}


class Tally(Struct):
    """What the bot won in each deal, in big blinds, and the CPU seconds of each decision."""

    won: list[float]
    spent: list[float]

    @property
    def mean(self) -> float:
        """Big blinds won in a deal."""
        return sum(self.won) / len(self.won)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        spread = sum((one - self.mean) ** 2 for one in self.won) / (len(self.won) - 1)
        return float((spread / len(self.won)) ** 0.5)


def caller(view: View, offers: Offers) -> Action:
    """Checks or calls whatever happens."""
    found = next(offer for offer in real(offers) if isinstance(offer, Check | Call))
    return actions.Call(found.price) if isinstance(found, Call) else actions.Check()


def random_player(dice: Dice, view: View, offers: Offers) -> Action:
    """Takes any offer, each as likely."""
    return dice.choice(real(offers)).sample(dice)


def deals(
    game_id: str,
    bot: Bot,
    players: int,
    number: int,
    *,
    against: Opponent,
    options: Options | None = None,
) -> Tally:
    """That many deals of `bot` in changing places; all others are `caller` or `random`."""
    game = BY_ID[game_id]
    tally = Tally([], [])
    options = options or Options()
    dice = Dice(f"{game_id} {players} {against}".encode())
    guest: Guest = caller if against == "caller" else partial(random_player, dice)
    for index, seed in zip(range(number), seeds(dice), strict=False):
        seat = index % players
        guests = {other: guest for other in range(players) if other != seat}
        setup = Setup(players, index // players % players, game.Carry())
        result = play(game, bot, setup, seed, options, guests=guests, spent=tally.spent)
        tally.won.append(result.net[seat] / options.bet)
    return tally


def seeds(dice: Dice) -> Iterator[bytes]:
    """Fresh chances without end."""
    while True:
        yield dice.seed()
