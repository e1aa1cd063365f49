"""From a seed to a deal's luck."""

from collections.abc import Sequence

from engine.values.cards import DECK, Card
from engine.values.chance import Chance, Dice


def shuffle(seed: bytes, cards: Sequence[Card] = DECK) -> Chance:
    """The chance of one deal from 32 secret bytes: `cards` in random order and a seed for later."""
    dice = Dice(seed)
    return Chance(deck=dice.shuffled(cards), seed=dice.seed())
