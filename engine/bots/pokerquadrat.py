"""Partners at Pokerquadrat (rules.md B): what a card on a cell is worth to its row and column.

The easy one puts a plain value on every line and looks no further: the greatest gain, among equal
ones by lot. The normal one knows from play what lines become, counts the cards that are left, and
asks of its best moves what the partner could answer. Neither guesses the partner's hand from his
play: that gives nothing that could be measured.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain
from math import comb
from operator import add, mul
from typing import NamedTuple

from msgspec import Struct

from engine.bots.square_lines import Left, Line, guess, key, points, shape
from engine.bots.square_values import values
from engine.kit.ranking import place
from engine.kit.square import CELLS, LINES, SIDE, cards_in, crossing
from engine.values import actions
from engine.values.actions import Action
from engine.values.cards import DECK, Card
from engine.values.chance import Dice
from engine.values.events import Events
from engine.values.offers import Offers, Place, real
from engine.values.view import View

# The easy one: what a card that is missing leaves of the points of a flush and of a straight.
FADE = 0.42
STANDING = {0: 0, 1: 16, 2: 6, 3: 3}  # points by pattern; any other is a pair

# The normal one: so many moves are thought through, with one of so many cards as the answer, and of
# the best that one could lay oneself so much counts.
TRIED = 6
ONE_OF = 2
NEXT = 0.3


class Seen(NamedTuple):
    """What a player sees, cards as their places in DECK: ten lines, free cells, both hands.

    `partner` is empty where hands are secret.
    """

    lines: tuple[Line, ...]
    free: tuple[int, ...]
    hand: tuple[int, ...]
    partner: tuple[int, ...] = ()


class Move(NamedTuple):
    """A card on a cell, and what speaks for it, in points."""

    card: int
    cell: int
    worth: float


def easy(
    view: View, events: Events, offers: Offers, memory: Struct | None, chance: bytes, /
) -> tuple[Action | None, Struct | None]:
    """The easy bot for `engine.bots.BOTS`; ValueError for a view without a square or a turn."""
    return _chosen(greedy(_read(view, offers)), chance), None


def normal(
    view: View, events: Events, offers: Offers, memory: Struct | None, chance: bytes, /
) -> tuple[Action | None, Struct | None]:
    """The normal bot for `engine.bots.BOTS`; ValueError for a view without a square or a turn."""
    return _chosen(farsighted(_read(view, offers)), chance), None


def _read(view: View, offers: Offers) -> Seen:
    grid = view.zone("grid")
    offer = next((one for one in real(offers) if isinstance(one, Place)), None)
    if grid is None or len(grid.cells) != CELLS or offer is None:
        raise ValueError("no view of somebody who is to place")
    lines = tuple(
        tuple(sorted(map(place, cards_in(grid.cells, number)))) for number in range(len(LINES))
    )
    shown = (cell for zone in view.zones if zone.kind == "hand" for cell in zone.cells)
    open_cards = {place(cell) for cell in shown if isinstance(cell, Card) and cell.known}
    hand = tuple(sorted(map(place, offer.cards)))
    return Seen(lines, offer.cells, hand, tuple(sorted(open_cards.difference(hand))))


def _chosen(moves: Sequence[Move], chance: bytes) -> Action:
    """The best move, one of them by lot where they are as good as each other."""
    best = max(move.worth for move in moves)
    good = [move for move in moves if move.worth > best - 1e-9]
    card, cell, _ = Dice(chance).choice(good)
    return actions.Place(DECK[card], cell)


# ── easy ───────────────────────────────────────────────────────────────────────────────────────


def standing(line: Line) -> float:
    """What the easy bot thinks that a line is worth.

    A full line its points, any other the most of: the points of its ranks so far; from two cards
    on, if they are of one suit, a flush's points, and if they lie within a straight, a straight's,
    both less with every card that is missing.
    """
    if len(line) == SIDE:
        return points(line)
    form = shape(line)
    worth: float = STANDING.get(form.pattern, 1)
    if form.cards > 1:
        faded = FADE ** (SIDE - form.cards)
        worth = max(worth, 5 * faded if form.suit is not None else 0)
        worth = max(worth, 12 * faded if form.runs else 0)
    return worth


def greedy(seen: Seen) -> list[Move]:
    """All moves, by what they add to their row and column."""
    now = [standing(line) for line in seen.lines]
    moves = []
    for card in seen.hand:
        gains = [
            0.0 if len(line) == SIDE else standing(_with(line, card)) - worth
            for line, worth in zip(seen.lines, now, strict=True)
        ]
        for cell in seen.free:
            row, column = crossing(cell)
            moves.append(Move(card, cell, gains[row] + gains[column]))
    return moves


# ── normal ─────────────────────────────────────────────────────────────────────────────────────


class _Outlook:
    """What lines are worth with so many cards in the square, and what further cards would add."""

    def __init__(self, lines: Sequence[Line], placed: int, left: Left) -> None:
        self._lines = lines
        self._placed = placed
        self._left = left
        self._known = values()

    def worth(self, number: int) -> float:
        """What the line of that number is worth as it is."""
        line = self._lines[number]
        return points(line) if len(line) == SIDE else self._value(line, number)

    def gains(self, number: int, worth: float, cards: Sequence[int]) -> list[float]:
        """What each of the cards would add to the line that is worth so much; 0 if it is full."""
        line, left = self._lines[number], self._left
        if len(line) == SIDE:
            return [0.0] * len(cards)
        suit = shape(line).suit
        # Of cards that don't suit the line those of a rank are all alike.
        found: dict[int, float] = {}
        gains = []
        for card in cards:
            alike = card if not line or card // 13 == suit else -1 - card % 13
            gain = found.get(alike)
            if gain is None:
                more = _with(line, card)
                if len(more) == SIDE:
                    gain = points(more) - worth
                else:
                    left.take(card)
                    gain = self._value(more, number) - worth
                    left.give(card)
                found[alike] = gain
            gains.append(gain)
        return gains

    def _value(self, line: Line, number: int) -> float:
        form = shape(line)
        value = self._known.get(key(form, number >= SIDE, self._placed, self._left))
        return guess(form) if value is None else value


def learned(seen: Seen) -> list[Move]:
    """All moves, by what all lines are worth after them as far as learning has shown."""
    left = Left({*chain.from_iterable(seen.lines)})
    outlook = _Outlook(seen.lines, CELLS - len(seen.free) + 1, left)
    moves = []
    for card in seen.hand:
        left.take(card)
        now = [outlook.worth(number) for number in range(len(LINES))]
        left.give(card)
        gains = [outlook.gains(number, worth, (card,))[0] for number, worth in enumerate(now)]
        stay = sum(now)
        for cell in seen.free:
            row, column = crossing(cell)
            moves.append(Move(card, cell, stay + gains[row] + gains[column]))
    return moves


def farsighted(seen: Seen) -> list[Move]:
    """The moves that seem best, by what the square is worth after the partner's answer to them.

    The partner is thought to lay the best of a hand of unseen cards, each as likely, or of the hand
    that lies open. What one could lay oneself from the rest of one's hand counts in part.
    """
    moves = sorted(learned(seen), key=lambda move: -move.worth)[:TRIED]
    if len(seen.free) == 1 or len(moves) == 1:
        return moves
    lying = {*chain.from_iterable(seen.lines)}
    unseen = tuple(card for card in range(len(DECK)) if card not in {*lying, *seen.hand})
    answers = _Answers(seen, lying, seen.partner or unseen[::ONE_OF])
    return [Move(card, cell, answers.worth(card, cell)) for card, cell, _ in moves]


class _Answers:
    """What the partner can make of the square after a move."""

    def __init__(self, seen: Seen, lying: set[int], cards: Sequence[int]) -> None:
        """`cards` are those that the partner may have, or has where they are open."""
        self._seen = seen
        self._cards = cards
        self._left = Left(lying)
        # Lines of a full square need no stage.
        self._placed = min(CELLS - len(seen.free) + 2, CELLS - 1)
        self._shares = [1.0]
        if not seen.partner:
            self._shares = _best_of(len(seen.hand), len(cards))
        self._stays: dict[int, list[float]] = {}
        self._kept = self._gains(seen.lines, range(len(LINES)), (*cards, *seen.hand))

    def worth(self, card: int, cell: int) -> float:
        """What the square is worth after that move, the answer and a part of the move then.

        What cards add to lines that the move does not touch is the same for all moves: that it
        takes a card away from them is in what the lines are worth without.
        """
        mine = [other for other in self._seen.hand if other != card]
        cards = (*self._cards, *mine)
        gone = len(self._cards) + self._seen.hand.index(card)
        crossed = crossing(cell)
        lines = list(self._seen.lines)
        for number in crossed:
            lines[number] = _with(lines[number], card)
        self._left.take(card)
        stay = self._stays.get(card)
        if stay is None:
            before = _Outlook(self._seen.lines, self._placed, self._left)
            stay = self._stays[card] = [before.worth(number) for number in range(len(LINES))]
        after = _Outlook(lines, self._placed, self._left)
        now = sum(stay) + sum(after.worth(number) - stay[number] for number in crossed)
        changed = dict(zip(crossed, self._gains(lines, crossed, cards), strict=True))
        self._left.give(card)
        gains = [
            changed.get(number) or [*kept[:gone], *kept[gone + 1 :]]
            for number, kept in enumerate(self._kept)
        ]
        sums = [
            list(map(add, gains[at // SIDE], gains[SIDE + at % SIDE]))
            for at in self._seen.free
            if at != cell
        ]
        best = sums[0] if len(sums) == 1 else list(map(max, *sums))
        theirs = sorted(best[: len(self._cards)], reverse=True)
        answer: float = sum(map(mul, theirs, self._shares))
        later = max(best[len(self._cards) :], default=0.0)
        return now + answer + NEXT * later

    def _gains(
        self, lines: Sequence[Line], numbers: Iterable[int], cards: Sequence[int]
    ) -> list[list[float]]:
        """For each of those lines what each card would add to it."""
        outlook = _Outlook(lines, self._placed, self._left)
        found: dict[tuple[Line, bool], list[float]] = {}
        for number in numbers:
            like = lines[number], number >= SIDE
            if like not in found:
                found[like] = outlook.gains(number, outlook.worth(number), cards)
        return [found[lines[number], number >= SIDE] for number in numbers]


@cache
def _best_of(hand: int, cards: int) -> list[float]:
    """How likely each of the cards, the best first, is the best of a hand of them."""
    every = comb(cards, hand)
    return [comb(cards - 1 - better, hand - 1) / every for better in range(cards)]


def _with(line: Line, *cards: int) -> Line:
    return tuple(sorted((*line, *cards)))
