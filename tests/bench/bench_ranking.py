"""Seven-card rankings a second, beside pokerkit in the same run."""

import random
from collections.abc import Iterable

import pokerkit

from engine.kit.ranking import rank7, rank7_ints, rank_holdings
from engine.values.cards import DECK
from tests.bench import Line, cpu

HANDS = 200_000
HANDS_OF_CARDS = 20_000
HANDS_OF_POKERKIT = 400
BOARDS = 100


def bench() -> Iterable[Line]:
    """Ours as places and as cards, whole boards, and pokerkit."""
    dice = random.Random(1)
    hands = [tuple(dice.sample(range(52), 7)) for _ in range(HANDS)]

    def ours() -> None:
        for a, b, c, d, e, f, g in hands:
            rank7_ints(a, b, c, d, e, f, g)

    ours()  # the table fills
    rate = HANDS / cpu(ours)
    yield Line("7-card ranking, warm", f"{rate / 1e6:.2f} M/s", "≥ 1 M/s", rate >= 1e6)

    dealt = [tuple(DECK[place] for place in hand) for hand in hands[:HANDS_OF_CARDS]]
    rate_cards = HANDS_OF_CARDS / cpu(lambda: [rank7(cards) for cards in dealt])
    yield Line("7-card ranking of cards, checked", f"{rate_cards / 1e3:.0f} k/s")

    per_board = cpu(lambda: [rank_holdings(hand[:5]) for hand in hands[:BOARDS]]) / BOARDS
    yield Line("all 1,326 holdings on a board", f"{per_board * 1e3:.2f} ms")

    texts = ["".join(card.code for card in cards) for cards in dealt[:HANDS_OF_POKERKIT]]
    theirs = HANDS_OF_POKERKIT / cpu(
        lambda: [pokerkit.StandardHighHand.from_game(text) for text in texts]
    )
    ratio = rate / theirs
    yield Line("7-card ranking ÷ pokerkit", f"{ratio:.0f} ×", "≥ 200 ×", ratio >= 200)
