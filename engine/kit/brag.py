"""How strong three cards are by themselves, as at Three-Card Brag (rules.md E).

Three of a kind, straight flush, straight, flush, pair, high card: with three cards a straight is
rarer than a flush. A strength is built as in `engine.kit.ranking`, on a scale of its own: only
hands of three cards compare, and only by the same order.
"""

from collections.abc import Iterable

from engine.kit import ranking
from engine.kit.ranking import ACE, CATEGORY_BITS, HandName, Name
from engine.values.cards import RANKS, Card

# From the lowest.
ORDER: tuple[Name, ...] = (
    "high_card",
    "pair",
    "flush",
    "straight",
    "straight_flush",
    "three_of_a_kind",
)
# Ace, two and three are the run to the three; no other run goes over the ace.
_WHEEL = [ACE, 3, 2]
# By the traditional order A-2-3 is the best run and 333 the best triple, above all aces.
_BEST = ACE + 1


def rank(cards: Iterable[Card], *, traditional: bool = False) -> int:
    """The strength of three cards; ValueError unless they are three, known and different."""
    cards = tuple(cards)
    if len(cards) != 3:
        raise ValueError(f"{len(cards)} cards can't be ranked, only 3")
    usual = ranking.rank(cards)
    name = ranking.NAMES[usual >> CATEGORY_BITS]
    heights = [usual >> shift & 0xF for shift in (16, 12, 8)]
    suited = len({card.suit for card in cards}) == 1
    if name == "three_of_a_kind":
        if traditional and heights[0] == 3:
            heights = [_BEST, 0, 0]
    elif name == "high_card":
        if run := _run(heights):
            best = traditional and heights == _WHEEL
            heights = [_BEST if best else run, 0, 0]
            name = "straight_flush" if suited else "straight"
        elif suited:
            name = "flush"
    first, second, third = heights
    return ORDER.index(name) << CATEGORY_BITS | first << 16 | second << 12 | third << 8


def _run(heights: list[int]) -> int:
    """The top rank of three different ranks in a row; 0 if they are none."""
    if heights == _WHEEL:
        return 3
    return heights[0] if heights[0] - heights[2] == 2 else 0


def name_of(strength: int) -> HandName:
    """The name of three cards of that strength, by either order."""
    heights = [height for shift in (16, 12, 8) if (height := strength >> shift & 0xF)]
    letters = "".join(RANKS[(3 if height == _BEST else height) - 2] for height in heights)
    return HandName(ORDER[strength >> CATEGORY_BITS], letters)


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Three cards as they are shown: what there is more of first, then from the top; 3 2 A last."""
    cards = tuple(cards)
    letters = [card.rank for card in cards]
    low = set(letters) == {"A", "2", "3"}

    def key(card: Card) -> tuple[int, int]:
        height = 0 if low and card.rank == "A" else RANKS.index(card.rank) + 2
        return letters.count(card.rank), height

    return tuple(sorted(cards, key=key, reverse=True))
