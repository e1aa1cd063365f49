"""What every pair of hole cards is worth on a board: exact on the river, by run-outs before it.

Lists run over HOLDINGS; a board is its cards' places in DECK. The run-outs of a board follow from
the board alone, so its tables are worked out once and serve every bot of a process.
"""

from functools import lru_cache
from math import comb
from operator import mul

from engine.bots.opening import ORDER, shape, shares
from engine.kit.ranking import HOLDINGS, rank_holdings
from engine.values.chance import Dice

Board = tuple[int, ...]
Holding = tuple[int, int]
Claim = tuple[Board, int]
"""A place, 0 the weakest, and the board that a player saw when choosing it."""

RUNOUTS = {3: 12, 4: 12, 5: 1}
_KEPT = 64  # boards whose tables are kept: some 150 KB each


@lru_cache(_KEPT)
def runouts(board: Board) -> tuple[list[int], ...]:
    """Strengths of all holdings for each run-out of the board; 0 where it has one of the cards."""
    dice = Dice(b"run-outs" + bytes(board))
    rest = [place for place in range(52) if place not in board]
    missing = 5 - len(board)
    return tuple(
        rank_holdings((*board, *dice.shuffled(rest)[:missing])) for _ in range(RUNOUTS[len(board)])
    )


@lru_cache(_KEPT)
def percentiles(board: Board) -> list[float]:
    """The share of all holdings that each one is expected to beat, spread evenly over 0…1.

    0 for holdings that need a card of the board.
    """
    if not board:
        return shares([169.0 - ORDER.index(shape(holding)) for holding in HOLDINGS])
    spread = [shares(strengths) for strengths in runouts(board)]
    mean = [sum(one) / (sum(map(bool, one)) or 1) for one in zip(*spread, strict=True)]
    return shares(mean)


@lru_cache(4 * _KEPT)
def standing(claims: tuple[Claim, ...], players: int) -> list[float]:
    """How likely each holding stands in all those places, one after the other, among `players`."""
    if not claims:
        return [1.0] * len(HOLDINGS)
    *earlier, (board, k) = claims
    others = players - 1
    ways = comb(others, k)
    now = [ways * u**k * (1 - u) ** (others - k) for u in percentiles(board)]
    return list(map(mul, standing(tuple(earlier), players), now)) if earlier else now


@lru_cache(4 * _KEPT)
def duels(board: Board, mine: Holding) -> tuple[list[float], list[float]]:
    """Whether another player can have each holding (1 or 0), and if so, whether `mine` is better.

    A tie counts one half. Before the river the better one is that which beats more holdings.
    """
    worth = percentiles(board)
    own = worth[HOLDINGS.index(mine)]
    free = {*range(52)}.difference(board, mine)
    possible = [float(a in free and b in free) for a, b in HOLDINGS]
    wins = [can * ((own > u) + (own >= u)) / 2 for can, u in zip(possible, worth, strict=True)]
    return possible, wins
