"""Learns by playing what open-face boards are worth: `python -m engine.bots.openface_training`.

One board after the other is laid by what has been learned, at first with so much error that all is
tried, in the end with none. What a board brings on the whole against one of those laid before
moves the worth of all that it was on the way.

The same numbers come of it every time. GAMES of each kind take five to ten minutes; how the boards
get better is printed meanwhile.
"""

import sys
from collections import deque
from pathlib import Path
from typing import NamedTuple, get_args

from engine.bots.openface_play import FIRST, LATER, Lying, Player, Worth
from engine.bots.openface_rows import five, long, short, three
from engine.bots.openface_values import file, keys, lost, packed
from engine.bots.openface_worth import Others, Terms
from engine.bots.square_training import Stream
from engine.kit.rows import Board
from engine.kit.royalties import LAND, OPEN, Kind

GAMES = 250_000
ERROR = 10.0  # points, from end to end, in the first game
TRIED = 0.2
DARED = 0.1  # so often the first cards are laid with Fantasyland in mind
HOPE = 4.0  # what rows seem to add that were never seen
STEP, LEAST_STEP = 0.1, 0.004
TRUSTED = 8  # so often a number must have been seen to be kept
AGO = 0.6  # how much of what is learned comes from the end, turn by turn
SEED = 1
RECENT = 400
BATCH = 250
REPORT = 10_000

TEMPTING = 4.0  # how much more Fantasyland is worth at first, so that the way there is learned
QUEEN = 10

KINDS: tuple[Kind, ...] = get_args(Kind)


class Tempted(NamedTuple):
    """What boards bring against others, with more for Fantasyland."""

    others: Others
    terms: Terms
    more: float

    def worth(self, front: int, middle: int, back: int) -> float:
        """It for rows of these strengths."""
        later = self.terms.later(Board(front, middle, back), inside=False)
        return self.others.worth(front, middle, back) + self.more * later


class Learning:
    """What has been learned so far."""

    def __init__(self) -> None:
        self.worth: dict[int, float] = {}
        self.seen: dict[int, int] = {}

    def learn(self, path: list[tuple[int, ...]], end: float, least: float) -> None:
        """From the numbers of a board after each turn, and what it brought."""
        worth, seen = self.worth, self.seen
        target = end
        for found in reversed(path):
            value = sum([worth.get(key, 0.0) for key in found])
            error = target - value
            for key in found:
                count = seen[key] = seen.get(key, 0) + 1
                worth[key] = worth.get(key, 0.0) + max(STEP / (1 + count / 20), least) * error
            target = AGO * target + (1 - AGO) * value

    @property
    def trusted(self) -> dict[int, float]:
        """The values of what has been seen often enough."""
        return {key: worth for key, worth in self.worth.items() if self.seen[key] >= TRUSTED}


class Game:
    """A board laid card by card, where it seems best but for an error."""

    def __init__(self, stream: Stream) -> None:
        deck = list(range(52))
        for last in range(51, 34, -1):
            other = stream.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        self._cards = deck[:34:-1]
        self._stream = stream
        self.path: list[tuple[int, ...]] = []

    def play(self, player: Player, error: float, worth: Worth) -> Board:
        """Lay all thirteen."""
        kind = player.kind
        dealt, count = LATER[kind]
        first = self._cards[:FIRST]
        if self._stream.part() < DARED:
            lying = _dared(player, first)
            self._learns(lying)
        else:
            lying = self._lay(player, Lying(), first, FIRST, error)
        last = lying.turns(kind) - 1
        for turn in range(last):
            hand = self._cards[FIRST + dealt * turn : FIRST + dealt * (turn + 1)]
            lying = self._lay(player, lying, hand, count, error)
        return player.finish(lying, self._cards[FIRST + dealt * last :], worth)

    def _lay(
        self, player: Player, lying: Lying, hand: list[int], count: int, error: float
    ) -> Lying:
        seem = player.seem(lying, hand, count)
        part = self._stream.part
        if (tried := part()) < TRIED:
            error *= 3 if tried < TRIED / 4 else 1
            seem = [(seems + error * (part() - 0.5), way) for seems, way in seem]
        lying = lying.after(hand, max(seem)[1])
        self._learns(lying)
        return lying

    def _learns(self, lying: Lying) -> None:
        rows = three(short(lying.sums[0])), five(long(lying.sums[1])), five(long(lying.sums[2]))
        if not lost(*rows):
            self.path.append(keys(sum(lying.room), *rows))


def _dared(player: Player, hand: list[int]) -> Lying:
    """The first cards with two from queens up in front, or one, if there are so many."""
    high = sum(1 << at for at, card in enumerate(hand) if card % 13 >= QUEEN)
    seem = [
        (min((way[0] & high).bit_count(), 2), seems, way)
        for seems, way in player.seem(Lying(), hand, FIRST)
    ]
    return Lying().after(hand, max(seem)[2])


def train(kind: Kind, games: int, seed: int = SEED, *, aloud: bool = False) -> Learning:
    """What so many games teach; `aloud`: how they go is printed.

    Each BATCH of games is laid by what was known before it, against the boards laid of late.
    """
    learning, stream, terms = Learning(), Stream(seed), Terms(kind, cards=LAND[kind])
    recent = deque([Board(0, 0, 0)], maxlen=RECENT)
    said = Said()
    for number in range(games):
        left = 1 - number / games
        if number % BATCH == 0:
            player = Player(kind, learning.worth, HOPE)
            others = Others([*recent], terms)
        worth = Tempted(others, terms, TEMPTING * max(2 * left - 1, 0.0)).worth
        game = Game(stream)
        board = game.play(player, ERROR * left, worth)
        recent.append(board)
        learning.learn(game.path, worth(*board), LEAST_STEP * left)
        said.add(board, terms)
        if aloud and (number + 1) % REPORT == 0:
            print(number + 1, said, flush=True)
            said = Said()
    return learning


class Said:
    """What is told of the training: means of boards."""

    def __init__(self) -> None:
        self._boards = self._fouls = self._lands = self._royalties = 0

    def add(self, board: Board, terms: Terms) -> None:
        """One more."""
        self._boards += 1
        self._fouls += board.fouled
        self._lands += terms.later(board, inside=False) > 0
        self._royalties += OPEN.total(board)

    def __str__(self) -> str:
        parts = (self._fouls, self._lands, self._royalties)
        fouls, lands, royalties = (part / self._boards for part in parts)
        return f"games; fouls {fouls:.3f}, Fantasyland {lands:.3f}, royalties {royalties:.2f}"


def main(kind: Kind, games: int) -> None:
    """Train, and write what was learned into the file that the bots read."""
    learning = train(kind, games, aloud=True)
    Path(__file__).with_name(file(kind)).write_bytes(packed(learning.trusted))


if __name__ == "__main__":
    for each in KINDS:
        main(each, int(sys.argv[1]) if len(sys.argv) > 1 else GAMES)
