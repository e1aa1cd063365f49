"""What a full open-face board brings against those that others may come to have, in points.

It is counted for one opponent: what all of them pay grows with their number, whatever is laid.
What they earn themselves by royalties on top has to be paid in any case and is left out.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from engine.kit.field import Field
from engine.kit.rows import Board
from engine.kit.royalties import NONE, OPEN, Kind, land
from engine.kit.settling import Scoring, versus

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
    def scoring(self) -> Scoring:
        """How rows are counted."""
        return Scoring(NONE if self.royalties == "none" else OPEN, self.royalties != "replace")

    def later(self, board: Board, *, inside: bool) -> float:
        """What a board is worth in the next deal."""
        if not self.cards:
            return 0.0
        cards = land(board, self.kind, inside=inside, progressive=self.progressive)
        return LAND[self.kind][cards] if cards else 0.0


class Others:
    """Boards that opponents may end with, one at least, each as likely."""

    def __init__(self, boards: Sequence[Board], terms: Terms, *, inside: bool = False) -> None:
        """`inside`: the board that is to be worth something is set in Fantasyland."""
        self._terms = terms
        self._inside = inside
        scoring = terms.scoring
        legal = [board for board in boards if not board.fouled]
        self._legal = len(legal) / len(boards)
        self._field = Field(legal or [_WEAKEST], scoring)
        paid = [scoring.royalties.total(board) if scoring.on_top else 0 for board in legal]
        self._paid = sum(paid) / len(boards)
        lost = sum(versus(_FOUL, board, scoring).points for board in legal)
        self._foul = lost / len(boards) + self._paid

    def worth(self, front: int, middle: int, back: int) -> float:
        """What rows of these strengths bring."""
        if middle > back or front > middle:
            return self._foul
        return self.legal(front, middle, back)

    def legal(self, front: int, middle: int, back: int) -> float:
        """The same of rows that are no foul; a front that is too strong counts as the middle."""
        board = Board(min(front, middle), middle, back)
        points = self._legal * self._field.worth(*board) + self._paid
        if self._legal < 1:
            points += (1 - self._legal) * versus(board, _FOUL, self._terms.scoring).points
        return points + self._terms.later(board, inside=self._inside)


_WEAKEST, _FOUL = Board(0, 0, 0), Board(1, 0, 0)
