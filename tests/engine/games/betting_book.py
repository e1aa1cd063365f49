"""The rules of the betting games once more, kept beside a deal as somebody with a pencil would.

Written from rules.md C.2 to C.11 alone, seat by seat and chip by chip, without the engine's kit;
what hands are worth is pokerkit's word, but for Soko's. Seats are from the left of the dealer,
antes are all equal, and odd chips go by position.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Any

import pokerkit

from engine.games.betting.options import StudOptions
from engine.games.betting.rows import Row

ORDER = "23456789TJQKA"
SUITS = "cdhs"
Cards = Sequence[str]


def height(card: str) -> int:
    return ORDER.index(card[0]) + 2


class Book:
    """Who has to act, what it costs and what may be raised, street by street; who gets what."""

    def __init__(self, row: Row, options: Any, stacks: Sequence[int]) -> None:
        self.row, self.options = row, options
        self.n = len(stacks)
        self.stacks = list(stacks)
        self.put = [0] * self.n
        self.live = list(range(self.n))
        self.missing = 0
        self.stub = 52
        self.street = -1
        for seat in range(self.n):
            self._pay(seat, options.antes)

    def _pay(self, seat: int, chips: int) -> int:
        paid = min(chips, self.stacks[seat])
        self.stacks[seat] -= paid
        self.put[seat] += paid
        return paid

    # ── a street ──

    def begin(self, ups: Sequence[Cards] = ()) -> None:
        """A street, its cards dealt; in stud `ups` are everybody's open ones."""
        self.street += 1
        street, options = self.row.streets[self.street], self.options
        structure = options.structure
        big = street.big and getattr(options, "draw_bets", "small_big") == "small_big"
        top = max(options.bet, options.top)
        self.unit = top if structure == "split" and big else options.bet
        self.most = top
        self.double = 0
        if self.street == 1 and getattr(options, "open_pair_big_bet", False):
            pairs = [seat for seat in self.live if ups[seat][0][0] == ups[seat][1][0]]
            self.double = top if pairs and structure == "split" else 0
        self.limited = structure in {"split", "spread"}
        self.bets = [0] * self.n
        self.high = self.full = self.level = self.counted = 0
        self.step = self.unit
        self.acted: dict[int, tuple[int, int]] = {}
        self.free = len(self.live) == 2
        before = self.n - 1
        if self.street == 0 and not isinstance(options, StudOptions):
            before = self._blinds()
        elif self.street:
            self.missing = 0
        self.passed = False
        if self.row.stud:
            best = self._opener(ups)
            before = best - 1
            self.passed = not self.stacks[best]
        self.opening = self.row.stud and self.street == 0
        self.turn = self._next(before)
        self.first = self.turn

    def _blinds(self) -> int:
        small, big = self.options.blinds
        first, second = (0, 1) if self.n > 2 else (1, 0)
        for seat, chips in ((first, small), (second, big)):
            self.bets[seat] = self._pay(seat, chips)
            self.missing += chips - self.bets[seat]
        self.high = self.full = self.level = big
        self.counted = int(self.options.cap_counts_blind)
        return second

    def _opener(self, ups: Sequence[Cards]) -> int:
        if self.street == 0:
            high = self.options.stud_opener == "high"
            if self.options.stud_opener == "structure":
                high = self.options.structure == "pot"
            by_card = sorted(self.live, key=lambda seat: (height(ups[seat][0]), ups[seat][0][1]))
            return by_card[-1 if high else 0]
        worth = {seat: self._showing(ups[seat]) for seat in self.live}
        best = [seat for seat in self.live if worth[seat] == max(worth.values())]
        if self.options.stud_tie == "suit":
            best.sort(key=lambda seat: _suits(ups[seat]))
        return best[-1 if self.options.stud_tie == "suit" else 0]

    def _showing(self, up: Cards) -> Any:
        return soko(up) if self.row.hand == "soko" and len(up) == 4 else _kinds(up)

    def _next(self, after: int) -> int | None:
        """C.5: who has not acted, or owes; nobody where one alone could bet and owes nothing."""
        if len(self.live) == 1:
            return None
        able = [seat for seat in self.live if self.stacks[seat]]
        if len(able) == 1 and self.bets[able[0]] >= max(self.bets[seat] for seat in self.live):
            return None
        for place in range(1, self.n + 1):
            seat = (after + place) % self.n
            if seat in able and (seat not in self.acted or self.bets[seat] < self.high):
                return seat
        return None

    def price(self) -> int:
        assert self.turn is not None
        return min(self.high - self.bets[self.turn], self.stacks[self.turn])

    def raises(self) -> tuple[int, ...] | None:
        """The least and the most that may be raised to, and between them all, or none (`step`)."""
        seat = self.turn
        assert seat is not None
        options, own = self.options, self.bets[seat]
        everything = own + self.stacks[seat]
        if everything <= self.high or not any(self.stacks[o] for o in self.live if o != seat):
            return None
        if self.limited and self.counted >= 4 and (options.cap_heads_up or not self.free):
            return None
        if seat in self.acted:
            level, counted = self.acted[seat]
            again = self.counted > counted if self.limited else self.level - level >= self.step
            if not again:
                return None
        step = 1
        if options.structure == "split":
            low = high = self.full + self.step
            if self.double > self.step:
                high, step = self.full + self.double, self.double - self.step
        elif options.structure == "spread":
            low, high = self.full + self.step, self.full + self.most
        else:
            low = self.level + self.step
            others = sum(self.put) - own + self.missing
            high = everything if options.structure == "no" else others + 2 * self.high
        if self.opening and options.structure == "pot":
            high = low
        if self.opening and min(high, everything) <= options.brings:
            # No more than the bring-in itself.
            return None
        high = max(low, high)
        return min(low, everything), min(high, everything), step

    # ── a decision ──

    def folds(self) -> None:
        assert self.turn is not None
        self.live.remove(self.turn)
        self._done(self.turn)

    def calls(self) -> None:
        assert self.turn is not None
        self.bets[self.turn] += self._pay(self.turn, self.price())
        self._done(self.turn)

    def brings_in(self) -> None:
        """C.8: no bet, unless it is as high as one; short or not, others owe all of it."""
        assert self.turn is not None
        full = self.options.brings
        self.bets[self.turn] = self._pay(self.turn, full)
        self.high = full
        if full == self.unit:
            self.full, self.level, self.counted = full, full, 1
        self._done(self.turn)

    def raises_to(self, total: int) -> None:
        seat = self.turn
        assert seat is not None
        self._pay(seat, total - self.bets[seat])
        self.bets[seat] = total
        grown = total - (self.full if self.limited else self.level)
        if (2 * grown if self.limited else grown) >= self.step:
            self.full = total
            self.counted += 1
            rule = {"spread": "spread_raise", "split": ""}.get(self.options.structure, "min_raise")
            if rule and getattr(self.options, rule) == "last":
                self.step = max(self.step, grown)
            if self.double and grown >= self.double:
                self.step = self.double
        self.high = self.level = total
        self._done(seat)

    def _done(self, seat: int) -> None:
        self.acted[seat] = self.level, self.counted
        if len(self.live) == 2 and self.counted < 4:
            self.free = True
        if self.high:
            self.opening = False
        self.turn = self._next(seat)

    # ── the end ──

    def paid(self, hands: Sequence[Cards], board: Cards) -> list[int]:
        """The stacks after the deal: what nobody matched goes back, pots chip by chip (C.11)."""
        stacks, put = list(self.stacks), list(self.put)
        most = max(put)
        if put.count(most) == 1 and put.index(most) in self.live:
            seat = put.index(most)
            back = most - sorted(put)[-2]
            put[seat] -= back
            stacks[seat] += back
        pots: list[tuple[list[int], int]] = []
        for chip in range(max(put)):
            able = [seat for seat in self.live if put[seat] > chip]
            chips = sum(paid > chip for paid in put)
            if pots and (not able or pots[-1][0] == able):
                able, before = pots.pop()
                chips += before
            pots.append((able, chips))
        for able, chips in pots:
            for seat, won in self._shares(able, chips, hands, board).items():
                stacks[seat] += won
        return stacks

    def _shares(
        self, able: list[int], chips: int, hands: Sequence[Cards], board: Cards
    ) -> Counter[int]:
        if len(able) == 1:
            return Counter({able[0]: chips})
        high = {seat: self._worth(hands[seat], board) for seat in able}
        best = [seat for seat in able if high[seat] == max(high.values())]
        low = {seat: self._low(hands[seat], board) for seat in able} if self.row.low else {}
        lows = [one for one in low.values() if one is not None]
        lowest = [seat for seat, one in low.items() if lows and one == min(lows)]
        if not lowest or lowest == best:
            return _even(best, chips)
        return _even(best, (chips + 1) // 2) + _even(lowest, chips // 2)

    def _worth(self, hand: Cards, board: Cards) -> Any:
        if self.row.hand == "soko":
            return soko(hand)
        kind = {"any": pokerkit.StandardHighHand, "omaha": pokerkit.OmahaHoldemHand}[self.row.hand]
        return kind.from_game("".join(hand), "".join(board))

    def _low(self, hand: Cards, board: Cards) -> list[int] | None:
        fives: list[Cards] = list(combinations([*hand, *board], 5))
        if self.row.hand == "omaha":
            fives = [
                (*two, *three) for two in combinations(hand, 2) for three in combinations(board, 3)
            ]
        heights = [sorted(("A2345678" + ORDER).index(card[0]) for card in five) for five in fives]
        found = [one[::-1] for one in heights if len(set(one)) == 5 and one[-1] < 8]
        return min(found, default=None)


def _even(winners: list[int], chips: int) -> Counter[int]:
    share, odd = divmod(chips, len(winners))
    return Counter({seat: share + (place < odd) for place, seat in enumerate(winners)})


# ── cards that lie open, and Soko ──────────────────────────────────────────────────────────────


def _kinds(cards: Cards) -> list[tuple[int, int]]:
    """How many of a kind, then how high: straights and flushes count for nothing."""
    many = Counter(height(card) for card in cards)
    groups = sorted(((count, rank) for rank, count in many.items()), reverse=True)
    return [(count, 0) for count, _ in groups] + [(0, rank) for _, rank in groups]


def _suits(cards: Cards) -> list[str]:
    many = Counter(card[0] for card in cards)
    low = {height(card) for card in cards} == {14, 2, 3, 4}
    order = sorted(
        cards, key=lambda card: (many[card[0]], not (low and card[0] == "A"), height(card), card[1])
    )
    return [card[1] for card in reversed(order)]


def soko(cards: Cards) -> tuple[int, list[Any]]:
    """C.9: the category, the higher the better, and what decides inside it."""
    heights = sorted(map(height, cards), reverse=True)
    many = sorted(Counter(heights).values(), reverse=True)
    by_kind: list[Any] = [rank for count, rank in _kinds(cards) if not count]
    whole = len(cards) == 5
    flush = whole and len({card[1] for card in cards}) == 1
    top = _row_of(heights) if whole else 0
    suited = max(Counter(card[1] for card in cards).values())
    if flush and top:
        return 11, [top]
    for category, pattern in ((10, [4]), (9, [3, 2])):
        if many[: len(pattern)] == pattern:
            return category, by_kind
    if flush:
        return 8, heights
    if top:
        return 7, [top]
    for category, pattern in ((6, [3]), (5, [2, 2])):
        if many[: len(pattern)] == pattern:
            return category, by_kind
    if suited == 4:
        suit = Counter(card[1] for card in cards).most_common(1)[0][0]
        four = sorted((height(card) for card in cards if card[1] == suit), reverse=True)
        return 4, four + [height(card) for card in cards if card[1] != suit]
    rows = []
    for left in combinations(heights, 4):
        if found := _row_of(list(left)):
            other = list(heights)
            for rank in left:
                other.remove(rank)
            rows.append([found, *other])
    if rows:
        return 3, max(rows)
    return (2 if many[0] == 2 else 1), by_kind


def _row_of(heights: list[int]) -> int:
    """The top card of cards in a row, 0 if they are not; an ace may be the lowest."""
    for ranks in (heights, sorted((1 if rank == 14 else rank for rank in heights), reverse=True)):
        if [ranks[0] - place for place in range(len(ranks))] == ranks:
            return ranks[0]
    return 0
