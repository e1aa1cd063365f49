"""Learns by playing what lines of the square are worth: `python -m engine.bots.square_training`.

Two players with three cards each lay what seems best, at first with so much error that they try
everything, in the end with none. What a line counts when the square is full moves the worth of
every key that it had on the way: a mean at first, later one that forgets.

The same numbers come of it every time. GAMES take the better part of an hour; how the play of both
gets better is printed meanwhile.
"""

import sys
from pathlib import Path

from engine.bots.square_lines import Left, Line, guess, key, points, shape
from engine.bots.square_values import FILE, packed

GAMES = 400_000
ERROR = 7.0  # points, from end to end, in the first game
LEAST_STEP = 0.0007
TRUSTED = 5  # so often a key must have been seen to be believed alone
SEED = 1

_WORD = 2**64 - 1


class Stream:
    """Quick even numbers (xorshift128+), the same from the same seed; Dice would take longer."""

    def __init__(self, seed: int) -> None:
        self._a, self._b = seed, 6789
        for _ in range(20):
            self._next()

    def _next(self) -> int:
        a, b = self._a, self._b
        self._a = b
        a ^= a << 23 & _WORD
        self._b = a ^ b ^ a >> 17 ^ b >> 26
        return self._b + b & _WORD

    def below(self, n: int) -> int:
        """A number from 0 to n − 1; n small."""
        return (self._next() >> 32) * n >> 32

    def part(self) -> float:
        """A number from 0 to 1."""
        return (self._next() >> 11) * 2.0**-53


class Learning:
    """What has been learned so far."""

    def __init__(self) -> None:
        self.worth: dict[int, float] = {}
        self.seen: dict[int, int] = {}
        self._guess: dict[int, float] = {}

    def value(self, line: Line, column: bool, placed: int, left: Left) -> float:
        """What the line is worth, in points."""
        if len(line) == 5:
            return points(line)
        return self.known(self.number(line, column, placed, left))

    def number(self, line: Line, column: bool, placed: int, left: Left) -> int:
        """The key of an unfinished line."""
        form = shape(tuple(sorted(line)))
        number = key(form, column, placed, left)
        if number not in self._guess:
            self._guess[number] = guess(form)
        return number

    def known(self, number: int) -> float:
        """What a key is worth; a guess as far as it has been seen too seldom."""
        seen = self.seen.get(number, 0)
        if seen >= TRUSTED:
            return self.worth[number]
        known = self.worth.get(number, 0.0) * seen + self._guess[number] * (TRUSTED - seen)
        return known / TRUSTED

    @property
    def trusted(self) -> tuple[int, ...]:
        """The keys that have been seen often enough."""
        return tuple(number for number, seen in self.seen.items() if seen >= TRUSTED)

    def learn(self, path: list[int], end: int) -> None:
        """From the keys that a line had on its way, and its points in the end."""
        for number in reversed(path):
            seen = self.seen[number] = self.seen.get(number, 0) + 1
            step = max(1.0 / seen, LEAST_STEP)
            worth = self.worth.get(number, 0.0)
            self.worth[number] = worth + step * (end - worth)


class Game:
    """A game of the two, each taking the card and the cell that seem best but for an error."""

    def __init__(self, stream: Stream) -> None:
        deck = list(range(52))
        for last in range(51, 0, -1):
            other = stream.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        self._stream = stream
        self._hands = [deck[:3], deck[3:6]]
        self._stock = iter(deck[6:])
        self._lines: list[Line] = [()] * 10
        self._free = list(range(25))
        self._left = Left()

    def play(self, learning: Learning, error: float) -> int:
        """Play it and learn from it; the points."""
        paths: list[list[int]] = [[] for _ in self._lines]
        for placed in range(25):
            hand = self._hands[placed % 2]
            place, cell = self._best(learning, hand, placed + 1, error)
            card = hand[place]
            self._left.take(card)
            self._free.remove(cell)
            for crossed in (cell // 5, 5 + cell % 5):
                self._lines[crossed] = (*self._lines[crossed], card)
            hand[place] = next(self._stock)
            for number, line in enumerate(self._lines):
                if len(line) < 5:
                    paths[number].append(learning.number(line, number >= 5, placed + 1, self._left))
        total = 0
        for path, line in zip(paths, self._lines, strict=True):
            end = points(line)
            learning.learn(path, end)
            total += end
        return total

    def _best(
        self, learning: Learning, hand: list[int], placed: int, error: float
    ) -> tuple[int, int]:
        best, chosen = -1e9, (0, 0)
        left, value = self._left, learning.value
        for place, card in enumerate(hand):
            left.take(card)
            stay, gains = 0.0, []
            for number, line in enumerate(self._lines):
                now = value(line, number >= 5, placed, left)
                stay += now
                full = len(line) == 5
                gains.append(0.0 if full else value((*line, card), number >= 5, placed, left) - now)
            left.give(card)
            for cell in self._free:
                seems = stay + gains[cell // 5] + gains[5 + cell % 5]
                seems += error * (self._stream.part() - 0.5)
                if seems > best + 1e-9:
                    best, chosen = seems, (place, cell)
        return chosen


def train(games: int, seed: int = SEED, *, aloud: bool = False) -> Learning:
    """What so many games teach; `aloud`: how they go is printed."""
    learning, stream = Learning(), Stream(seed)
    total = 0
    for number in range(games):
        total += Game(stream).play(learning, ERROR * (1 - number / games))
        if aloud and (number + 1) % 1000 == 0:
            print(f"{number + 1} games, {total / 1000:.2f} points", flush=True)
            total = 0
    return learning


def main(games: int) -> None:
    """Train, and write what was learned into the file that the bot reads."""
    learning = train(games, aloud=True)
    values = {number: learning.worth[number] for number in learning.trusted}
    Path(__file__).with_name(FILE).write_bytes(packed(values))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
