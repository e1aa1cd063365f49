"""What a full open-face board brings against those that others may come to have, in points.

It is counted for one opponent: what all of them pay grows with their number, whatever is laid.
What they earn themselves by royalties on top has to be paid in any case and is left out.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from engine.kit.rows import Board
from engine.kit.royalties import NONE, OPEN, Kind, Royalties, land
from engine.kit.settling import SCOOP

# What cards at once in the next deal are worth from every opponent, with what comes of it later:
# measured by the bots' own deals. With more cards than these one has what seventeen are worth.
LAND: Mapping[Kind, Mapping[int, float]] = {
    "openface": {13: 10.0},
    "pineapple": {14: 13.0, 15: 20.0, 16: 27.0, 17: 40.0},
}


class Terms(NamedTuple):
    """How a table counts: `cards` are those of Fantasyland, 0: it is not played."""

    kind: Kind
    royalties: str = "usual"
    cards: int = 13
    progressive: bool = False

    @property
    def table(self) -> Royalties:
        """What rows earn."""
        return NONE if self.royalties == "none" else OPEN

    def later(self, board: Board, *, inside: bool) -> float:
        """What a board is worth in the next deal."""
        if not self.cards:
            return 0.0
        cards = land(board, self.kind, inside=inside, progressive=self.progressive)
        return LAND[self.kind][cards] if cards else 0.0


class Others:
    """Boards that opponents may end with, each as likely."""

    def __init__(self, boards: Sequence[Board], terms: Terms, *, inside: bool = False) -> None:
        self._terms = terms
        self._inside = inside
        self._replaced = terms.royalties == "replace"
        self._table = terms.table
        legal = [board for board in boards if not board.fouled]
        self._count = len(boards)
        self._fouled = len(boards) - len(legal)
        self._rows: list[list[int]] = []
        self._masks: list[list[int]] = []
        self._costs: list[list[int]] = []
        for row in range(3):
            order = sorted([(board[row], at) for at, board in enumerate(legal)])
            costs = [self._unit(row, strength) for strength, _ in order]
            self._rows.append([strength for strength, _ in order])
            # Boards by the weakest so many of a row, and what the rest of them take for it.
            self._masks.append([*accumulate((1 << at for _, at in order), int.__or__, initial=0)])
            self._costs.append([*accumulate(costs[::-1], initial=0)][::-1])
        self._all = (1 << len(legal)) - 1
        self._foul = -(sum(costs[0] for costs in self._costs) + SCOOP * len(legal)) / self._count

    def _unit(self, row: int, strength: int) -> int:
        """What winning a row with that strength pays."""
        return (self._table.of(row, strength) or 1) if self._replaced else 1

    def worth(self, front: int, middle: int, back: int) -> float:
        """What rows of these strengths bring."""
        if middle > back or front > middle:
            return self._foul
        return self.legal(front, middle, back)

    def legal(self, front: int, middle: int, back: int) -> float:
        """The same of rows that are no foul; a front that is too strong counts as the middle."""
        board = Board(min(front, middle), middle, back)
        total = 0
        won = lost = self._all
        for row, strength in enumerate(board):
            strengths, masks = self._rows[row], self._masks[row]
            below, upto = bisect_left(strengths, strength), bisect_right(strengths, strength)
            won &= masks[below]
            lost &= ~masks[upto]
            unit = self._unit(row, strength) if self._replaced else 1
            total += (below + self._fouled) * unit - self._costs[row][upto]
        total += SCOOP * (won.bit_count() + self._fouled - lost.bit_count())
        points = total / self._count + self._terms.later(board, inside=self._inside)
        return points if self._replaced else points + self._table.total(board)
