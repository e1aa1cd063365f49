"""What a hand comes to in each game: its name, the five cards that play, its low."""

from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from engine.kit import soko
from engine.kit.low import low, low_of_two_and_three, ranks_of
from engine.kit.ranking import HandName, best_five, describe, name_of, rank, rank5
from engine.values.cards import Card, Cell
from tui.layouts.betting.kinds import Kind

LOWS = "A2345678"


class Holding(NamedTuple):
    """A hand as far as it has come; `five` are the cards that play, none before there are five.

    `low` are the ranks of its low from the top, empty: no low. `low_own` are the own cards in it
    where only some of them are.
    """

    name: HandName | None
    five: tuple[Card, ...] = ()
    low: str = ""
    low_own: tuple[Card, ...] = ()


def known(cells: Sequence[Cell]) -> tuple[Card, ...]:
    """The cards among the cells that can be seen."""
    return tuple(cell for cell in cells if isinstance(cell, Card) and cell.known)


def holding(kind: Kind, own: Sequence[Cell], board: Sequence[Cell]) -> Holding:
    """What those own cards come to with that board; nothing where a card of them is hidden."""
    mine, common = known(own), known(board)
    if not mine or len(mine) < len(own):
        return Holding(None)
    if not kind.two_and_three:
        return _of_any((*mine, *common), kind)
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


def _of_any(cards: tuple[Card, ...], kind: Kind) -> Holding:
    """What cards come to of which any five make the hand."""
    whole = len(cards) >= 5
    if kind.soko:
        return Holding(soko.name_of(soko.rank(cards)), soko.in_order(cards) if whole else ())
    found = Holding(describe(cards), best_five(cards) if whole else ())
    best = low(cards) if kind.low else None
    return found if best is None else found._replace(low=ranks_of(best))


def showing(kind: Kind, up: Sequence[Cell]) -> HandName | None:
    """What open cards come to by themselves: how many of a kind, and ranks (rules.md C.3).

    At Soko four of them may be four of a suit or in a row. None where there are none.
    """
    cards = known(up)
    if not cards:
        return None
    if kind.soko and len(cards) == 4:
        return soko.name_of(soko.rank(cards))
    return name_of(rank(cards))


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
