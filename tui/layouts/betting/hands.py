"""What a hand comes to in each game: its name, the five cards that play, its low."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from engine.kit.low import low_of_two_and_three, ranks_of
from engine.kit.ranking import HandName, best_five, describe, name_of, rank, rank5
from engine.values.cards import Card, Cell

LOWS = "A2345678"


class Kind(NamedTuple):
    """How a game makes hands: of exactly two own and three common cards, with a low besides."""

    two_and_three: bool
    low: bool


class Holding(NamedTuple):
    """A hand as far as it has come; `five` are the cards that play, none before there are five.

    `low` are the ranks of its low from the top, `low_own` the own cards in it; empty: no low.
    """

    name: HandName | None
    five: tuple[Card, ...] = ()
    low: str = ""
    low_own: tuple[Card, ...] = ()


_KINDS = {"omaha": Kind(True, False), "omaha_hilo": Kind(True, True)}


def kind_of(game: str) -> Kind:
    """How that game makes its hands."""
    return _KINDS.get(game, Kind(False, False))


def known(cells: Sequence[Cell]) -> tuple[Card, ...]:
    """The cards among the cells that can be seen."""
    return tuple(cell for cell in cells if isinstance(cell, Card) and cell.known)


def holding(kind: Kind, own: Sequence[Cell], board: Sequence[Cell]) -> Holding:
    """What those own cards come to with that board; nothing where a card of them is hidden."""
    mine, common = known(own), known(board)
    if not mine or len(mine) < len(own):
        return Holding(None)
    if not kind.two_and_three:
        cards = (*mine, *common)
        return Holding(describe(cards), best_five(cards) if len(cards) >= 5 else ())
    if len(common) < 3:
        return Holding(name_of(max(rank(two) for two in combinations(mine, 2))))
    five = max(
        ((*two, *three) for two in combinations(mine, 2) for three in combinations(common, 3)),
        key=rank5,
    )
    found = Holding(describe(five), best_five(five))
    if not kind.low:
        return found
    best = low_of_two_and_three(mine, common)
    if best is None:
        return found
    pairs = combinations(mine, 2)
    using = next(two for two in pairs if low_of_two_and_three(two, common) == best)
    return found._replace(low=ranks_of(best), low_own=using)


def low_chance(board: Sequence[Cell]) -> str | None:
    """What the board says of lows: `possible`, `open` (more cards are needed) or `none`.

    None before there is a board. A low needs three different ranks up to the eight on it.
    """
    common = known(board)
    if not common:
        return None
    ranks = {card.rank for card in common if card.rank in LOWS}
    if len(ranks) >= 3:
        return "possible"
    return "open" if len(ranks) + 5 - len(common) >= 3 else "none"
