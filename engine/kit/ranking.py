"""How strong a hand is, which five cards make it, and its name as facts (rules.md F).

A strength is an int that compares like the hand: a category in bits 20…23, then up to five
ranks (2…14) of four bits each, in the order in which they decide. Equal strengths tie; five
cards have 7,462 different ones. Ranks that a category does not need, and cards that are not
there, are zeros, so that hands of three and of five cards compare rank by rank too.

Every card has a key, and the keys of a hand add up to all that decides: how often each rank
occurs, and how many cards each suit has. So hands that share cards share their sum, and one
look-up answers. The table fills as it is used (49,205 sums of seven cards at most), which keeps
importing free.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Literal, get_args

from msgspec import Struct

from engine.values.cards import DECK, RANKS, Card

Name = Literal[
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
    # At Soko only (engine.kit.soko).
    "four_straight",
    "four_flush",
]
NAMES: tuple[Name, ...] = get_args(Name)

# Categories, the first names in their order; a royal flush is the straight flush to the ace.
(
    HIGH_CARD,
    PAIR,
    TWO_PAIR,
    THREE_OF_A_KIND,
    STRAIGHT,
    FLUSH,
    FULL_HOUSE,
    FOUR_OF_A_KIND,
    STRAIGHT_FLUSH,
) = range(9)

ACE = 14
CATEGORY_BITS = 20

# Three bits count each rank, four bits above them each suit. A suit's count begins at three, so
# that its fifth card sets its highest bit.
_SUITS_AT = 39
_RANK_PART = (1 << _SUITS_AT) - 1
_START = 0x3333 << _SUITS_AT
_FIVE_SUITED = 0x8888 << _SUITS_AT
_KEYS = tuple(1 << 3 * (place % 13) | 1 << _SUITS_AT + 4 * (place // 13) for place in range(52))

_PLACE = {card.code: place for place, card in enumerate(DECK)}

HOLDINGS: tuple[tuple[int, int], ...] = tuple(combinations(range(52), 2))
"""All 1,326 pairs of hole cards as places in DECK, the lower first."""


class HandName(Struct, frozen=True):
    """A hand's name, and the rank letters that decide inside it, in their order.

    `high_card AKQ32` · `pair 8Q76` · `two_pair Q8T` · `three_of_a_kind T52` · `straight 5` (its
    top card) · `flush AK984` · `full_house 58` (fives over eights) · `four_of_a_kind KA` ·
    `straight_flush 9` · `royal_flush A`. Fewer than five cards give fewer letters.
    """

    name: Name
    ranks: str


class _Strengths(dict[int, int]):
    """Strength by the rank part of a sum of keys, flushes aside; learned when first asked."""

    def __missing__(self, counts: int) -> int:
        strength = self[counts] = _of_counts(counts)
        return strength


_STRENGTHS = _Strengths()


def rank7_ints(a: int, b: int, c: int, d: int, e: int, f: int, g: int) -> int:
    """The strength of the best five of seven different cards, given as their places in DECK.

    For loops over hands: nothing is checked.
    """
    key = _START + _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e] + _KEYS[f] + _KEYS[g]
    if key & _FIVE_SUITED:
        return _of_suit(key, (a, b, c, d, e, f, g))
    return _STRENGTHS[key & _RANK_PART]


def rank5_ints(a: int, b: int, c: int, d: int, e: int) -> int:
    """The strength of five different cards, given as their places in DECK; nothing is checked."""
    key = _START + _KEYS[a] + _KEYS[b] + _KEYS[c] + _KEYS[d] + _KEYS[e]
    if key & _FIVE_SUITED:
        return _of_suit(key, (a, b, c, d, e))
    return _STRENGTHS[key & _RANK_PART]


def rank3_ints(a: int, b: int, c: int) -> int:
    """The strength of three different cards, given as their places in DECK; nothing is checked.

    Three of a kind, a pair or heights: a front row knows no straights and no flushes.
    """
    return _STRENGTHS[_KEYS[a] + _KEYS[b] + _KEYS[c] & _RANK_PART]


def rank_holdings(board: Sequence[int]) -> list[int]:
    """The strength of every holding with a board of five, in the order of HOLDINGS.

    0 where the holding needs a card of the board. Cards are places in DECK; nothing is checked.
    """
    keys, strengths, flush = _KEYS, _STRENGTHS, _FIVE_SUITED
    taken = set(board)
    shared = _START + sum(keys[place] for place in board)
    found = []
    for a, b in HOLDINGS:
        if a in taken or b in taken:
            found.append(0)
            continue
        key = shared + keys[a] + keys[b]
        if key & flush:
            found.append(_of_suit(key, (a, b, *board)))
        else:
            found.append(strengths[key & _RANK_PART])
    return found


class AnyFive:
    """Ranks hands over one board by the best five of all their cards, as in hold'em.

    For loops over hands: cards are places in DECK, seven at most together; nothing is checked.
    """

    __slots__ = ("_board", "_shared")

    def __init__(self, board: Sequence[int]) -> None:
        self._board = board
        self._shared = _START + sum(_KEYS[place] for place in board)

    def rank(self, own: Sequence[int]) -> int:
        """The strength of `own` with the board."""
        key = self._shared
        for card in own:
            key += _KEYS[card]
        if key & _FIVE_SUITED:
            return _of_suit(key, (*own, *self._board))
        return _STRENGTHS[key & _RANK_PART]


class TwoAndThree:
    """Ranks hands over one board by exactly two own and three common cards, as in Omaha.

    For loops over hands: cards are places in DECK, three to five on the board, two or more own
    ones; nothing is checked. Suits are only looked at where three of one lie on the board.
    """

    __slots__ = ("_suit", "_suited", "_threes")

    def __init__(self, board: Sequence[int]) -> None:
        self._threes = {
            _KEYS[a] + _KEYS[b] + _KEYS[c] & _RANK_PART for a, b, c in combinations(board, 3)
        }
        by_suit = [[card for card in board if card // 13 == suit] for suit in range(4)]
        most = max(by_suit, key=len)
        self._suit = most[0] // 13 if len(most) >= 3 else None
        self._suited = tuple(combinations(most, 3))

    def rank(self, own: Sequence[int]) -> int:
        """The strength of `own` with the board."""
        strengths = _STRENGTHS
        twos = {_KEYS[a] + _KEYS[b] & _RANK_PART for a, b in combinations(own, 2)}
        best = max([strengths[two + three] for two in twos for three in self._threes])
        if self._suit is not None:
            mine = [card for card in own if card // 13 == self._suit]
            for a, b in combinations(mine, 2):
                for c, d, e in self._suited:
                    best = max(best, rank5_ints(a, b, c, d, e))
        return best


def place(card: Card) -> int:
    """The card's place in DECK, 0…51 (13 · suit + rank); ValueError for an unknown card."""
    try:
        return _PLACE[card.code]
    except KeyError:
        raise ValueError(f"{card.code} can't be ranked") from None


def rank5(cards: Iterable[Card]) -> int:
    """The strength of five cards; ValueError unless they are five, known and different."""
    return rank5_ints(*_places(cards, 5, 5))


def rank7(cards: Iterable[Card]) -> int:
    """The strength of the best five of seven; ValueError unless seven, known and different."""
    return rank7_ints(*_places(cards, 7, 7))


def rank(cards: Iterable[Card]) -> int:
    """The strength of the best five of one to seven cards.

    Fewer than five have pairs, threes, fours and heights only: no straights and no flushes.
    ValueError for other numbers, an unknown card, or one that is there twice.
    """
    return _of_places(_places(cards, 1, 7))


def rank_two_and_three(own: Sequence[Card], board: Sequence[Card]) -> int:
    """The strength of the best five of exactly two own and three common cards, as in Omaha.

    ValueError for an unknown card, one that is there twice, or too few of either.
    """
    mine, common = _places(own, 2, 7), _places(board, 3, 5)
    if set(mine) & set(common):
        raise ValueError("a card is there twice")
    return TwoAndThree(common).rank(mine)


def name_of(strength: int) -> HandName:
    """The name of a hand of that strength."""
    category, decisive = strength >> CATEGORY_BITS, _decisive(strength)
    royal = category == STRAIGHT_FLUSH and decisive[0] == ACE
    letters = "".join(RANKS[height - 2] for height in decisive)
    return HandName("royal_flush" if royal else NAMES[category], letters)


def describe(cards: Iterable[Card]) -> HandName:
    """The name of the best hand in one to seven cards.

    With two to four cards that is what they are so far: two hole cards are a pair or a high card
    (`pair 8`, `high_card QT`). ValueError as for `rank`.
    """
    return name_of(rank(cards))


def best_five(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The five of five to seven cards that play, as they are shown: what makes the hand first.

    Quads, trips and pairs come before kickers, everything else falls from the top; the wheel is
    5 4 3 2 A. Where suits don't matter the cards given first play, so give a player's own before
    the board. ValueError for other numbers, an unknown card, or one that is there twice.
    """
    cards = tuple(cards)
    strength = _of_places(_places(cards, 5, 7))
    category, top = strength >> CATEGORY_BITS, strength >> 16 & 0xF
    if category in {FLUSH, STRAIGHT_FLUSH}:
        suit = next(s for s in "cdhs" if sum(card.suit == s for card in cards) >= 5)
        cards = tuple(card for card in cards if card.suit == suit)
    if category in {STRAIGHT, STRAIGHT_FLUSH}:
        order = [(height if height > 1 else ACE, 1) for height in range(top, top - 5, -1)]
    else:
        order = list(zip(_decisive(strength), _MULTIPLES[category], strict=True))
    return tuple(
        card
        for height, most in order
        for card in [card for card in cards if RANKS.index(card.rank) + 2 == height][:most]
    )


# How many cards of each decisive rank play.
_MULTIPLES = {
    HIGH_CARD: (1, 1, 1, 1, 1),
    PAIR: (2, 1, 1, 1),
    TWO_PAIR: (2, 2, 1),
    THREE_OF_A_KIND: (3, 1, 1),
    FLUSH: (1, 1, 1, 1, 1),
    FULL_HOUSE: (3, 2),
    FOUR_OF_A_KIND: (4, 1),
}


def _places(cards: Iterable[Card], least: int, most: int) -> tuple[int, ...]:
    places = tuple(place(card) for card in cards)
    if not least <= len(places) <= most:
        wanted = str(least) if least == most else f"{least} to {most}"
        raise ValueError(f"{len(places)} cards can't be ranked, only {wanted}")
    if len(set(places)) < len(places):
        raise ValueError("a card is there twice")
    return places


def _of_places(places: Sequence[int]) -> int:
    key = _START + sum(_KEYS[place] for place in places)
    return _of_suit(key, places) if key & _FIVE_SUITED else _STRENGTHS[key & _RANK_PART]


def _of_suit(key: int, places: Sequence[int]) -> int:
    """The strength of a hand with five of a suit.

    Nothing else in it can count: of seven cards five with different ranks leave two, too few
    for a full house or four of a kind.
    """
    over = key & _FIVE_SUITED
    suit = (over.bit_length() - 1 - _SUITS_AT) // 4
    heights = 0
    for place in places:
        if place // 13 == suit:
            heights |= 1 << place % 13
    if top := _straight(heights):
        return _strength(STRAIGHT_FLUSH, [top])
    return _strength(FLUSH, [r + 2 for r in range(12, -1, -1) if heights >> r & 1])


def _of_counts(counts: int) -> int:
    """The strength of one to seven cards, told by how often each rank occurs."""
    by_count: dict[int, list[int]] = {1: [], 2: [], 3: [], 4: []}
    heights = 0
    for r in range(12, -1, -1):
        if count := counts >> 3 * r & 7:
            by_count[count].append(r + 2)
            heights |= 1 << r
    singles, pairs, threes, fours = by_count[1], by_count[2], by_count[3], by_count[4]
    everything = sorted(singles + pairs + threes + fours, reverse=True)

    def others(*used: int) -> list[int]:
        return [height for height in everything if height not in used]

    if fours:
        return _strength(FOUR_OF_A_KIND, [fours[0], *others(fours[0])[:1]])
    if threes and (full := sorted(threes[1:] + pairs, reverse=True)):
        return _strength(FULL_HOUSE, [threes[0], full[0]])
    if top := _straight(heights):
        return _strength(STRAIGHT, [top])
    if threes:
        return _strength(THREE_OF_A_KIND, [threes[0], *others(threes[0])[:2]])
    if len(pairs) > 1:
        high, low = pairs[:2]
        return _strength(TWO_PAIR, [high, low, *others(high, low)[:1]])
    if pairs:
        return _strength(PAIR, [pairs[0], *others(pairs[0])[:3]])
    return _strength(HIGH_CARD, singles)


def _straight(heights: int) -> int:
    """The top rank of the best straight in a set of ranks (bit 0: twos); 0 if there is none."""
    ladder = heights << 1 | heights >> 12  # the ace stands below the two as well
    for top in range(ACE, 4, -1):
        if ladder >> top - 5 & 0b11111 == 0b11111:
            return top
    return 0


def _strength(category: int, decisive: list[int]) -> int:
    strength = category
    for height in (*decisive[:5], 0, 0, 0, 0, 0)[:5]:
        strength = strength << 4 | height
    return strength


def _decisive(strength: int) -> tuple[int, ...]:
    heights = (strength >> shift & 0xF for shift in (16, 12, 8, 4, 0))
    return tuple(height for height in heights if height)
