"""Hands of draw: which cards to exchange, and what the others may hold by how many they drew."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import NamedTuple

from engine.bots.betting_hands import (
    MOST_TRIED,
    Layer,
    Luck,
    Places,
    Rival,
    Sides,
    chips_won,
    hands_of,
    open_hands,
    own_hand,
    samples_for,
    tries,
)
from engine.kit.ranking import CATEGORY_BITS, HIGH_CARD, STRAIGHT, place, rank5_ints
from engine.values import actions
from engine.values.cards import Card
from engine.values.events import Acted, Events, Reshuffled
from engine.values.view import View

SIZE = 5

# A hand is looked at before and after the exchange.
_COST = 3.0

# What four to a flush, and in a row open at both ends, are worth before the exchange, in categories
# of a hand: as much as a high pair.
_FOUR_SUITED, _FOUR_IN_A_ROW = 1.65, 1.5

# How many ways to exchange are left after so many samples of each; the work they are meant for.
_ROUNDS = ((8, 30), (3, 100), (1, 300))
_WORK = 1_500

# How often cards are picked that somebody may have kept, before it is given up.
_PICKS = 8


class Draw(NamedTuple):
    """Five cards, all of them hidden, exchanged once."""

    def read(self, view: View, events: Events, seat: int) -> "DrawCards":
        """What `seat` knows of the cards; ValueError unless it sees its hand."""
        hands = open_hands(view, seat, SIZE)
        drew = {
            note.seat: int(count)
            for note in view.notes
            if note.code == "drew"
            and note.seat is not None
            and isinstance(count := note.facts["cards"], int)
        }
        mine = own_hand(view, seat, range(SIZE, SIZE + 1))
        return DrawCards(mine, _put_away(events, seat), hands, drew, view.phase)


class DrawCards(NamedTuple):
    """A hand, what was put away of it, hands that lie open, how many cards each has drawn."""

    mine: Places
    put_away: Places
    hands: dict[int, Places]
    drew: dict[int, int]
    phase: str

    @property
    def first(self) -> bool:
        """Whether nobody has exchanged cards yet."""
        return self.phase == "before_draw"

    @property
    def last(self) -> bool:
        """Whether all have exchanged their cards."""
        return self.phase not in {"before_draw", "draw"}

    def share(
        self, rivals: Sequence[Rival], layers: Sequence[Layer], work: int, chance: bytes
    ) -> float:
        """The expected share of the layers' chips; `work` counts hands of five cards."""
        deals = _Deals(self, rivals, samples_for(work, rivals, _COST), chance)
        keeps = self.mine if self.last else kept(self.mine)
        missing = SIZE - len(keeps)
        chips, done = 0.0, 0
        for others, rest in deals.hands():
            done += 1
            chips += chips_won(layers, Sides(rank5_ints(*keeps, *rest[:missing])), others)
        return chips / max(done, 1) / sum(layer.chips for layer in layers)

    def away(self, rivals: Sequence[Rival], work: int, chance: bytes) -> Places:
        """The cards without which, and with others for them, the hand beats all rivals most often.

        Ways to exchange that do well in a few samples are looked at more closely. Chips still to
        come are won from those who get something: rivals have the better of one hand more.
        """
        rivals = [Rival(rival.seat, rival.claims + 1, rival.stays) for rival in rivals]
        deals = _Deals(self, rivals, samples_for(work, rivals, _COST), chance)
        best = sorted(
            max((other.high for other in others.values()), default=0) for others, _ in deals.hands()
        )
        # Where nothing loses, what anybody would do comes first.
        choices = [kept(self.mine)]
        choices += [keeps for size in range(SIZE + 1) for keeps in combinations(self.mine, size)]
        dead = frozenset(self.mine)
        unseen = [card for card in range(52) if card not in dead]
        scale = work / _WORK
        numbers = [max(10, int(number * scale)) for _, number in _ROUNDS]
        luck = Luck(dead, SIZE, sum(numbers), 0, chance)
        for (left, _), number in zip(_ROUNDS, numbers, strict=True):
            draws = [luck.cards() for _ in range(number)]
            draws = [drawn for drawn in draws if len(drawn) >= SIZE]
            choices.sort(key=lambda keeps: _beats(keeps, draws, unseen, best), reverse=True)
            choices = choices[:left]
        return tuple(card for card in self.mine if card not in choices[0])

    def opened(self) -> tuple[Sides, dict[int, Sides]]:
        """The hands that lie open, and the own one."""
        others = {seat: Sides(rank5_ints(*hand)) for seat, hand in self.hands.items()}
        return Sides(rank5_ints(*self.mine)), others


def _put_away(events: Events, seat: int) -> Places:
    """The cards that a seat has put away and that nobody can have got since."""
    away: Places = ()
    for event in events:
        if isinstance(event, Reshuffled):
            away = ()
        elif (
            isinstance(event, Acted)
            and event.seat == seat
            and isinstance(event.action, actions.Discard)
        ):
            away = tuple(place(card) for card in event.action.cards if isinstance(card, Card))
    return away


def _beats(keeps: Places, draws: list[list[int]], unseen: list[int], best: Sequence[int]) -> float:
    """How often cards with others drawn to them beat the best of the rivals' hands, 0…1.

    `best` are samples of that, in order; one card is drawn as each that there is.
    """
    missing = SIZE - len(keeps)
    if not missing:
        ends = [rank5_ints(*keeps)]
    elif missing == 1:
        ends = [rank5_ints(*keeps, *one) for one in combinations(unseen, 1)]
    else:
        ends = [rank5_ints(*keeps, *drawn[:missing]) for drawn in draws]
    below = sum(bisect_left(best, end) + bisect_right(best, end) for end in ends)
    return below / max(2 * len(ends) * len(best), 1)


# ── what is kept by rule ───────────────────────────────────────────────────────────────────────


def kept(hand: Sequence[int]) -> Places:
    """What anybody would keep: all from a straight up, what is there twice, four to one, the best.

    Four of a kind stay as they are, too.
    """
    category = rank5_ints(*hand) >> CATEGORY_BITS
    if category >= STRAIGHT:
        return tuple(hand)
    if category > HIGH_CARD:
        heights = [card % 13 for card in hand]
        return tuple(card for card in hand if heights.count(card % 13) > 1)
    return _suited(hand) or _in_a_row(hand) or (max(hand, key=lambda card: card % 13),)


def _suited(hand: Sequence[int]) -> Places:
    """Four cards of a suit, else none."""
    suits = [card // 13 for card in hand]
    most = max(suits, key=suits.count)
    return tuple(card for card in hand if card // 13 == most) if suits.count(most) == 4 else ()


def _in_a_row(hand: Sequence[int]) -> Places:
    """Four cards in a row to which there is one at both ends, of five different ranks; else none.

    From two to five the ace is below, from ten to king above: neither end is missing.
    """
    line = sorted(hand, key=lambda card: card % 13)
    for four in (line[:4], line[1:]):
        low, high = four[0] % 13, four[-1] % 13
        if high - low == 3 and high < 12:
            return tuple(four)
    return ()


def _worth(hand: Sequence[int]) -> float:
    """What somebody sees in a hand before the exchange."""
    worth = rank5_ints(*hand) / (1 << CATEGORY_BITS)
    if worth < 1:
        if _suited(hand):
            return _FOUR_SUITED
        if _in_a_row(hand):
            return _FOUR_IN_A_ROW
    return worth


# ── what others hold ───────────────────────────────────────────────────────────────────────────


class _Deals:
    """Samples of what the rivals have after the exchange."""

    def __init__(
        self, cards: DrawCards, rivals: Sequence[Rival], samples: int, chance: bytes
    ) -> None:
        self._samples = samples
        self._drew = cards.drew
        self._read = [rival for rival in rivals if rival.seat in cards.drew]
        self._unread = [rival for rival in rivals if rival.seat not in cards.drew]
        self._dead = frozenset((*cards.mine, *cards.put_away))
        self._least = SIZE * (len(rivals) + 1)
        needed = self._least + SIZE * (MOST_TRIED - 1)
        coins = 2 * len(self._unread) + (2 + 4 * _PICKS * MOST_TRIED) * len(self._read)
        self._luck = Luck(self._dead, needed, samples, coins, chance)

    def hands(self) -> Iterator[tuple[dict[int, Sides], list[int]]]:
        """The hands of those who stay, by seat, and the cards that are left."""
        for _ in range(self._samples):
            pool = self._luck.cards()
            if len(pool) < self._least:
                continue
            others, gone = {}, {*self._dead}
            for seat, claims, stays in self._read:
                if self._luck.happens(stays):
                    hand = self._having_drawn(self._drew[seat], claims, pool, gone)
                    others[seat] = Sides(rank5_ints(*hand))
                    gone.update(hand)
            pool = [card for card in pool if card not in gone]
            hands, pool = hands_of(self._unread, pool, SIZE, self._luck, lambda seat: _worth)
            for seat, before in hands.items():
                keeps = kept(before)
                missing = SIZE - len(keeps)
                others[seat] = Sides(rank5_ints(*keeps, *pool[:missing]))
                pool = pool[missing:] + [card for card in before if card not in keeps]
            yield others, pool

    def _having_drawn(self, count: int, claims: float, pool: list[int], gone: set[int]) -> Places:
        """A hand of somebody who has drawn so many cards, of none that are gone."""
        best: Places = ()
        strength, at = 0, 0
        for _ in range(1 + tries(claims, self._luck)):
            keeps = self._keeping(count, gone)
            missing = SIZE - len(keeps)
            drawn = [card for card in pool[at:] if card not in gone and card not in keeps][:missing]
            if len(drawn) < missing:
                break
            at += missing
            hand = (*keeps, *drawn)
            if (value := rank5_ints(*hand)) > strength:
                best, strength = hand, value
        return best

    def _keeping(self, count: int, gone: set[int]) -> Places:
        """What somebody may have kept who has drawn so many cards; none if it is hard to find."""
        for _ in range(_PICKS):
            at, part = self._luck.below(100), 0
            for percent, many in _keeps(count):
                part += percent
                if at < part:
                    keeps = many[self._luck.below(len(many))]
                    if gone.isdisjoint(keeps):
                        return keeps
                    break
        return ()


@cache
def _keeps(drawn: int) -> tuple[tuple[int, tuple[Places, ...]], ...]:
    """What is kept by those who draw so many cards, in groups of so many per cent."""
    if drawn == 0:
        # Few stand pat with less.
        return (95, (*_straights(), *_suited_of(SIZE), *_full_houses())), (5, ((),))
    if drawn == 1:
        two_pairs = tuple(
            (*one, *other)
            for low, high in combinations(range(13), 2)
            for one, other in product(_of_rank(low, 2), _of_rank(high, 2))
        )
        suited = tuple(_suited_of(4))
        in_a_row = tuple(four for low in range(9) for four in _row(low, 4))
        return (55, two_pairs), (25, suited), (20, in_a_row)
    if drawn == 2:
        threes = tuple(three for height in range(13) for three in _of_rank(height, 3))
        kickers = tuple(
            (*pair, 13 * suit + 12)
            for height in range(12)
            for pair in _of_rank(height, 2)
            for suit in range(4)
        )
        return (70, threes), (30, kickers)
    if drawn == 3:
        return ((100, tuple(pair for height in range(13) for pair in _of_rank(height, 2))),)
    if drawn == 4:
        return ((100, tuple((card,) for card in range(52) if card % 13 >= 11)),)
    return ((100, ((),)),)


def _of_rank(height: int, many: int) -> tuple[Places, ...]:
    return tuple(combinations(range(height, 52, 13), many))


def _row(low: int, size: int) -> Iterator[Places]:
    """Cards in a row from a rank up; the ace is the rank below the two as well."""
    return product(*(range(height % 13, 52, 13) for height in range(low, low + size)))


def _straights() -> Iterator[Places]:
    for low in range(-1, 9):
        yield from _row(low, SIZE)


def _suited_of(size: int) -> Iterator[Places]:
    for suit in range(4):
        yield from combinations(range(13 * suit, 13 * suit + 13), size)


def _full_houses() -> Iterator[Places]:
    for height, other in product(range(13), repeat=2):
        if height != other:
            for three, pair in product(_of_rank(height, 3), _of_rank(other, 2)):
                yield *three, *pair
