"""Learns what boards good players set: `python -m engine.kit.field_training`.

Every one of many hands is set sorted at first. Then round after round a part of them, by lot, is
set anew as is best against all the others as they lie, until little changes. Counted without
royalties; what those change is little.

The same boards come of it every time, in some minutes; how many change is printed meanwhile.
"""

from pathlib import Path

from engine.kit.field import FILE, Field, packed
from engine.kit.rows import CARDS, Board, arranged, board
from engine.kit.settling import Scoring
from engine.kit.splits import best
from engine.values.cards import DECK
from engine.values.chance import Dice

HANDS = 1_000
ROUNDS = (1, 1 / 2, 1 / 2, 1 / 2, 1 / 4, 1 / 4, 1 / 4, 1 / 4)  # the part that is set anew
SEED = b"field"


def train(hands: int, *, aloud: bool = False) -> list[Board]:
    """The boards that so many hands become; `aloud`: how many change is printed."""
    dice = Dice(SEED)
    held = [dice.shuffled(DECK)[:CARDS] for _ in range(hands)]
    boards = [board(arranged(cards)) for cards in held]
    for part in ROUNDS:
        field = Field(boards, Scoring())
        anew = dice.shuffled(range(hands))[: round(part * hands)]
        found = {number: best(held[number], field.worth)[0].board for number in anew}
        if aloud:
            changed = sum(boards[number] != one for number, one in found.items())
            print(f"{changed} of {len(found)}", flush=True)
        boards = [found.get(number, one) for number, one in enumerate(boards)]
    return boards


def main() -> None:
    """Train, and write the boards into the file that is read."""
    boards = train(HANDS, aloud=True)
    Path(__file__).with_name(FILE).write_bytes(packed(boards))


if __name__ == "__main__":
    main()
