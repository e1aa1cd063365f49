"""Chinese poker counted once more, row by row, with somebody else's ranking (rules.md D)."""

from collections.abc import Sequence
from itertools import permutations

from phevaluator import evaluate_cards

from engine.values.cards import RANKS, Card

Board = Sequence[Sequence[Card]]

# The worst and the best of 7,462 hands that are a high card, a pair, three of a kind, as the
# evaluator numbers them, negative so that more is better.
CLASSES = {1: (-7462, -6186), 2: (-6185, -3326), 3: (-2467, -1610)}


def kinds(front: Sequence[Card]) -> list[tuple[int, int]]:
    """How often each height comes, the most frequent and highest first."""
    heights = [RANKS.index(one.rank) for one in front]
    return sorted({(heights.count(h), h) for h in heights}, reverse=True)


def five(row: Sequence[Card]) -> int:
    return -int(evaluate_cards(*map(str, row)))


def fouled(board: Board) -> bool:
    front, middle, back = board
    if five(middle) > five(back):
        return True
    worst, best = CLASSES[kinds(front)[0][0]]
    value = five(middle)
    return value < worst or (value <= best and kinds(front) > kinds(middle))


def points(boards: Sequence[Board]) -> list[int]:
    """What everybody wins without royalties: a unit a row, three more for all of them."""
    total = [0] * len(boards)
    for one, other in permutations(range(len(boards)), 2):
        total[one] += _pair(boards[one], boards[other])
    return total


def _pair(one: Board, other: Board) -> int:
    foul, theirs = fouled(one), fouled(other)
    if foul or theirs:
        return 0 if foul and theirs else -6 if foul else 6
    fronts = kinds(one[0]), kinds(other[0])
    signs = [(fronts[0] > fronts[1]) - (fronts[0] < fronts[1])]
    for mine, yours in ((five(one[at]), five(other[at])) for at in (1, 2)):
        signs.append((mine > yours) - (mine < yours))
    return sum(signs) + (3 if sum(signs) == 3 else -3 if sum(signs) == -3 else 0)
