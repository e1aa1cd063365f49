"""What hands of one, two, three and five cards are worth and called (rules.md E)."""

from collections.abc import Sequence

from engine.games.indian.options import Options
from engine.kit import brag, ranking
from engine.kit.ranking import HandName
from engine.values.cards import RANKS, Card


def strength(cards: Sequence[Card], options: Options) -> int:
    """How high a hand is; ValueError while a card of it is unknown."""
    if options.cards == 3:
        return brag.rank(cards, traditional=options.order == "traditional")
    # One card, and whether two are a pair, is decided as with five.
    return ranking.rank(cards)


def named(cards: Sequence[Card], options: Options) -> HandName:
    """The name of a hand; ValueError as for `strength`."""
    found = strength(cards, options)
    return brag.name_of(found) if options.cards == 3 else ranking.name_of(found)


def in_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of a hand as they are shown: what makes it first, then from the top."""
    if len(cards) == 5:
        return ranking.best_five(cards)
    if len(cards) == 3:
        return brag.in_order(cards)
    return tuple(sorted(cards, key=lambda card: RANKS.index(card.rank), reverse=True))
