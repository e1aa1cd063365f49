"""Many deals of one betting bot against simple players, for tests and benches."""

from collections.abc import Iterator
from functools import partial
from typing import Literal, cast

from msgspec import Struct

from engine.bots import Bot
from engine.game import Setup
from engine.games.betting.state import AnyOptions
from engine.kit.ranking import name_of, rank
from engine.values import actions
from engine.values.actions import Action
from engine.values.cards import Card
from engine.values.chance import Dice
from engine.values.offers import BringIn, Call, Check, Discard, Offers, real
from engine.values.view import View
from tests.engine.bots.deals import Guest, play
from tests.engine.games.betting_table import BY_ID

__all__ = ["BY_ID", "Opponent", "Tally", "caller", "deals", "random_player", "seeds"]

Opponent = Literal["caller", "random"]


class Tally(Struct):
    """What the bot won in each deal, in the game's units, and the CPU seconds of each decision.

    Units are big blinds where it is for chips, points or antes elsewhere.
    """

    won: list[float]
    spent: list[float]

    @property
    def mean(self) -> float:
        """Units won in a deal."""
        return sum(self.won) / len(self.won)

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        spread = sum((one - self.mean) ** 2 for one in self.won) / (len(self.won) - 1)
        return float((spread / len(self.won)) ** 0.5)


def caller(view: View, offers: Offers) -> Action:
    """Checks or calls whatever happens; exchanges what makes no pair, nothing from a straight."""
    for offer in real(offers):
        if isinstance(offer, Call):
            return actions.Call(offer.price)
        if isinstance(offer, BringIn):
            return actions.BringIn(offer.price)
        if isinstance(offer, Discard):
            return actions.Discard(_unpaired(offer.cards))
    assert any(isinstance(offer, Check) for offer in real(offers))
    return actions.Check()


def _unpaired(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    if name_of(rank(hand)).name in {"straight", "flush", "straight_flush", "royal_flush"}:
        return ()
    ranks = [card.rank for card in hand]
    return tuple(card for card in hand if ranks.count(card.rank) == 1)


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
    options: AnyOptions | None = None,
) -> Tally:
    """That many deals of `bot` in changing places; all others are `caller` or `random`."""
    game = BY_ID[game_id]
    tally = Tally([], [])
    if options is None:
        options = cast(AnyOptions, game.Options())
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
