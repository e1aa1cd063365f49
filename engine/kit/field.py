"""What rows are worth against a field of boards: the mean of what is won of each of them.

Counted as `engine.kit.settling` counts two boards, but for all of them at once: every row knows
which boards it beats and which beat it as sets, and who beats all three, or two, is in their
intersections.

What players who set well have was learned by `engine.kit.field_training`: the file holds a
thousand boards in rising order, all fronts, then all middles, then all backs, four bytes each,
little-endian, compressed.
"""

import pkgutil
import struct
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from engine.kit.rows import Board
from engine.kit.settling import SCOOP, Scoring

FILE = "field.bin"

_Boards = int  # a set of them as bits


class _Against(NamedTuple):
    """What a row wins of the whole field, whom it beats and who beats it."""

    points: int
    won: _Boards
    lost: _Boards


class Field:
    """Boards without a foul, one at least, as they are counted at one table."""

    def __init__(self, boards: Sequence[Board], scoring: Scoring) -> None:
        self._scoring = scoring
        self._size = len(boards)
        self._rows = [_Row(boards, at, scoring) for at in range(3)]

    def worth(self, front: int, middle: int, back: int) -> float:
        """Points from one opponent, rows of these strengths being no foul."""
        rows = self._rows
        one, two, three = rows[0][front], rows[1][middle], rows[2][back]
        if self._scoring.two_four:
            won = one.won & two.won | three.won & (one.won | two.won)
            lost = one.lost & two.lost | three.lost & (one.lost | two.lost)
            extra = won.bit_count() - lost.bit_count()
        else:
            won, lost = one.won & two.won & three.won, one.lost & two.lost & three.lost
            extra = SCOOP * (won.bit_count() - lost.bit_count())
        return (one.points + two.points + three.points + extra) / self._size


class _Row(dict[int, _Against]):
    """One row against those of the field, by its strength; reckoned when first asked."""

    def __init__(self, boards: Sequence[Board], at: int, scoring: Scoring) -> None:
        super().__init__()
        order = sorted(range(len(boards)), key=lambda number: boards[number][at])
        self._strengths = [boards[number][at] for number in order]
        self._at = at
        self._scoring = scoring
        # Of the boards in order so far: which they are, and what they win where they do.
        self._below: list[_Boards] = [0]
        self._earned = [0]
        self._on_top = 0
        for number, strength in zip(order, self._strengths, strict=True):
            royalty = scoring.royalties.of(at, strength)
            earns = 1 if scoring.on_top else royalty or 1
            self._on_top += royalty if scoring.on_top else 0
            self._below.append(self._below[-1] | 1 << number)
            self._earned.append(self._earned[-1] + earns)

    def __missing__(self, strength: int) -> _Against:
        weaker = bisect_left(self._strengths, strength)
        weaker_or_equal = bisect_right(self._strengths, strength)
        royalty = self._scoring.royalties.of(self._at, strength)
        paid = self._earned[-1] - self._earned[weaker_or_equal]
        if self._scoring.on_top:
            points = weaker - paid + royalty * len(self._strengths) - self._on_top
        else:
            points = weaker * (royalty or 1) - paid
        lost = self._below[-1] ^ self._below[weaker_or_equal]
        found = self[strength] = _Against(points, self._below[weaker], lost)
        return found


# ── what was learned ───────────────────────────────────────────────────────────────────────────


def packed(boards: Sequence[Board]) -> bytes:
    """The file's bytes."""
    rows = zip(*sorted(boards), strict=True)
    return zlib.compress(b"".join(struct.pack(f"<{len(row)}I", *row) for row in rows), 9)


def unpacked(data: bytes) -> tuple[Board, ...]:
    """The boards that `packed` wrote."""
    raw = zlib.decompress(data)
    count = len(raw) // 12
    strengths = struct.unpack(f"<{3 * count}I", raw)
    rows = (strengths[at * count : (at + 1) * count] for at in range(3))
    return tuple(map(Board, *rows))


@cache
def learned() -> tuple[Board, ...]:
    """Boards of players who set well, read when first asked for; RuntimeError: no file."""
    data = pkgutil.get_data(__package__, FILE)
    if data is None:
        raise RuntimeError(f"{FILE} is not there")
    return unpacked(data)
