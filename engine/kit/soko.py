"""How strong a hand is at Soko, where four of a suit and four in a row beat a pair (rules.md C.9).

A strength is built as in `engine.kit.ranking`, on a scale of its own: only hands of Soko compare.
Four cards, as they lie open before the last bets, are ranked as far as they go.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations

from engine.kit import ranking
from engine.kit.ranking import ACE, CATEGORY_BITS, PAIR, HandName, Name
from engine.values.cards import DECK, RANKS, Card

# From the lowest; straight flush and royal flush are one category here as there.
ORDER: tuple[Name, ...] = (
    "high_card",
    "pair",
    "four_straight",
    "four_flush",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)
FOUR_STRAIGHT, FOUR_FLUSH = ORDER.index("four_straight"), ORDER.index("four_flush")
_RANKS_PART = (1 << CATEGORY_BITS) - 1
# Two categories lie between a pair and what beats it elsewhere.
_BETWEEN = 2 << CATEGORY_BITS

# Four bits count each suit.
_SUITS = tuple(1 << 4 * (place // 13) for place in range(52))
_FOUR_SUITED = 0x4444


def rank(cards: Iterable[Card]) -> int:
    """The strength of one to five cards at Soko.

    ValueError for other numbers, an unknown card, or one that is there twice.
    """
    cards = tuple(cards)
    if len(cards) > 5:
        raise ValueError(f"{len(cards)} cards can't be ranked, only 1 to 5")
    usual = ranking.rank(cards)
    if usual >> CATEGORY_BITS <= PAIR and (found := _four(cards)) is not None:
        category, four, others = found
        # Four of a suit decide by all their ranks, four in a row by the top one.
        decisive = four if category == FOUR_FLUSH else four[:1]
        return _strength(category, (*decisive, *map(_height, others)))
    name = ranking.NAMES[usual >> CATEGORY_BITS]
    return ORDER.index(name) << CATEGORY_BITS | usual & _RANKS_PART


def rank_ints(a: int, b: int, c: int, d: int, e: int) -> int:
    """The strength of five different cards at Soko, given as their places in DECK.

    For loops over hands: nothing is checked.
    """
    usual = ranking.rank5_ints(a, b, c, d, e)
    category = usual >> CATEGORY_BITS
    if category > PAIR:
        return usual + _BETWEEN
    suits = _SUITS[a] + _SUITS[b] + _SUITS[c] + _SUITS[d] + _SUITS[e]
    ranks = 1 << a % 13 | 1 << b % 13 | 1 << c % 13 | 1 << d % 13 | 1 << e % 13
    ladder = ranks << 1 | ranks >> 12  # the ace stands below the two as well
    if suits & _FOUR_SUITED or ladder & ladder >> 1 & ladder >> 2 & ladder >> 3:
        return rank([DECK[place] for place in (a, b, c, d, e)])
    return usual


def name_of(strength: int) -> HandName:
    """The name of a hand of that strength; `four_flush KQ862`, `four_straight 79`."""
    category = strength >> CATEGORY_BITS
    if category in {FOUR_STRAIGHT, FOUR_FLUSH}:
        heights = (strength >> shift & 0xF for shift in (16, 12, 8, 4, 0))
        return HandName(ORDER[category], "".join(RANKS[height - 2] for height in heights if height))
    usual = ranking.NAMES.index(ORDER[category])
    return ranking.name_of(usual << CATEGORY_BITS | strength & _RANKS_PART)


def in_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Five cards as they are shown: what makes the hand first. ValueError as for `rank`."""
    five = tuple(cards)
    if rank(five) >> CATEGORY_BITS in {FOUR_STRAIGHT, FOUR_FLUSH}:
        found = _four(five)
        assert found is not None
        _, four, others = found
        left = [card for card in five if card not in others]
        return (*sorted(left, key=lambda card: four.index(_low_height(card, four))), *others)
    return ranking.best_five(five)


def _four(cards: Sequence[Card]) -> tuple[int, tuple[int, ...], tuple[Card, ...]] | None:
    """Four of a suit or else in a row: the category, their heights from the top, other cards."""
    for category, fits in ((FOUR_FLUSH, _suited), (FOUR_STRAIGHT, _in_a_row)):
        for four in combinations(cards, 4):
            heights = fits(four)
            if heights is not None:
                return category, heights, tuple(card for card in cards if card not in four)
    return None


def _suited(four: Sequence[Card]) -> tuple[int, ...] | None:
    if len({card.suit for card in four}) > 1:
        return None
    return tuple(sorted(map(_height, four), reverse=True))


def _in_a_row(four: Sequence[Card]) -> tuple[int, ...] | None:
    heights = sorted(map(_height, four), reverse=True)
    if heights == [ACE, 4, 3, 2]:
        heights = [4, 3, 2, 1]
    top = heights[0]
    return tuple(heights) if heights == list(range(top, top - 4, -1)) else None


def _height(card: Card) -> int:
    return RANKS.index(card.rank) + 2


def _low_height(card: Card, four: Sequence[int]) -> int:
    """The card's height among `four`, where an ace may be the lowest."""
    height = _height(card)
    return 1 if height == ACE and ACE not in four else height


def _strength(category: int, decisive: Sequence[int]) -> int:
    strength = category
    for height in (*decisive, 0, 0, 0, 0, 0)[:5]:
        strength = strength << 4 | height
    return strength
