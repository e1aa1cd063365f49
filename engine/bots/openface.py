"""A player of the open-face games: lays where it brings most in deals that might follow.

Of all ways to lay a turn's cards those that seem best by what has been learned (openface_play) are
tried: the board is laid to its end with cards drawn from those unseen, again and again, and what
is worth less is given up on the way. What a full board brings is counted against boards that the
others may come to have by what they show, with the table's own royalties and what Fantasyland is
worth. There all ways to set the rows are searched.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from msgspec import Struct

from engine.bots.openface_play import FIRST, LATER, Lying, Player, Way, Worth, lying_of
from engine.bots.openface_values import values
from engine.bots.openface_worth import Others, Terms
from engine.kit.field import learned
from engine.kit.ranking import place
from engine.kit.rows import ROWS, Board
from engine.kit.royalties import Kind
from engine.kit.splits import best
from engine.values import actions
from engine.values.actions import Action
from engine.values.cards import DECK, Card
from engine.values.chance import Dice
from engine.values.events import Events
from engine.values.offers import Lay, Offers, SetRows, Throw, real
from engine.values.view import View

# Ways that are tried of the first five cards and of any later turn, and how many turns are laid to
# try them.
TRIED_FIRST, TRIED = 12, 6
WORK: dict[Kind, int] = {"openface": 8_000, "pineapple": 2_500}
MOST = 300  # deals at most that a way is tried in

OTHERS = 24  # boards that each of the others may have


class Plan(Struct, frozen=True):
    """What the bot is about to lay: cards, as their places in DECK, and their rows."""

    laying: tuple[tuple[int, int], ...] = ()


class Seen(NamedTuple):
    """What a player sees; cards are their places in DECK.

    `others` are the boards of the others, None in Fantasyland. `unseen` may still come.
    """

    terms: Terms
    hand: tuple[int, ...]
    mine: Lying
    others: tuple[Lying | None, ...]
    unseen: tuple[int, ...]
    first: bool

    @property
    def laid(self) -> int:
        """How many cards of the hand are laid in this turn, from now on."""
        thrown = self.terms.kind == "pineapple" and not self.first
        return len(self.hand) - thrown


class Layer:
    """The bot of one game for `engine.bots.BOTS`.

    It answers always, in Fantasyland at once: to wait for what others lay would keep them waiting.
    It remembers the turn that it has thought out, and thinks anew without.
    ValueError for a view that is not that of a player who has something to lay.
    """

    def __init__(self, kind: Kind, work: float = 1.0) -> None:
        """`work`: the part of the usual work that it does."""
        self._kind: Kind = kind
        self._turns = int(WORK[kind] * work)

    def __call__(
        self, view: View, events: Events, offers: Offers, memory: Struct | None, chance: bytes, /
    ) -> tuple[Action | None, Struct | None]:
        """The next card of the turn, the one to throw away, or all rows."""
        for offer in real(offers):
            if isinstance(offer, Throw):
                return actions.Throw(offer.cards[0]), None
            if isinstance(offer, SetRows):
                return _set(_read(view, offer.cards, self._kind), offer.cards, Dice(chance)), None
            if isinstance(offer, Lay):
                seen = _read(view, offer.cards, self._kind)
                laying = memory.laying if isinstance(memory, Plan) else ()
                held = {card for card, _ in laying} <= {*seen.hand}
                if not laying or len(laying) != seen.laid or not held:
                    laying = _thought_out(seen, self._turns, Dice(chance))
                (card, row), *rest = laying
                return actions.Lay(DECK[card], ROWS[row]), Plan(tuple(rest))
        raise ValueError("no view of somebody who is to lay")


OPENFACE = Layer("openface")
PINEAPPLE = Layer("pineapple")


# ── reading ────────────────────────────────────────────────────────────────────────────────────


def _read(view: View, hand: Sequence[Card], kind: Kind) -> Seen:
    owner = {
        cell: zone.owner
        for zone in view.zones
        if zone.owner is not None
        for cell in zone.cells
        if isinstance(cell, Card) and cell.known
    }
    seats = {owner.get(card) for card in hand}
    seat = seats.pop() if len(seats) == 1 else None
    counting = next((note for note in view.notes if note.code == "counting"), None)
    counter = view.counter("round")
    if seat is None or counting is None or counter is None:
        raise ValueError("no view of somebody who is to lay")
    inside = {note.seat for note in view.notes if note.code == "in_fantasyland"}
    facts = counting.facts
    gone = {place(card) for card in owner}
    return Seen(
        terms=Terms(kind, str(facts["royalties"]), int(facts["cards"]), bool(facts["progressive"])),
        hand=tuple(map(place, hand)),
        mine=_lying(view, seat),
        others=tuple(
            None if other in inside else _lying(view, other)
            for other in range(len(view.seats))
            if other != seat
        ),
        unseen=tuple(card for card in range(52) if card not in gone),
        first=counter.value == 1,
    )


def _lying(view: View, seat: int) -> Lying:
    rows = []
    for name in ROWS:
        zone = view.zone(f"{name}.{seat}")
        cells = zone.cells if zone is not None else ()
        rows.append([place(cell) for cell in cells if isinstance(cell, Card) and cell.known])
    return lying_of(rows)


# ── thinking ───────────────────────────────────────────────────────────────────────────────────


@cache
def _player(kind: Kind) -> Player:
    return Player(kind, values(kind))


def _thought_out(seen: Seen, work: int, dice: Dice) -> tuple[tuple[int, int], ...]:
    """The cards to lay in this turn with their rows, those behind first."""
    player = _player(seen.terms.kind)
    most = TRIED_FIRST if seen.first else TRIED
    seem = sorted(player.seem(seen.mine, seen.hand, seen.laid), reverse=True)[:most]
    way = seem[0][1]
    if len(seem) > 1:
        worth = _against(seen, dice).worth
        way = _best(seen, [way for _, way in seem], worth, work, dice)
    return tuple(
        (card, row) for row in (2, 1, 0) for at, card in enumerate(seen.hand) if way[row] >> at & 1
    )


def _best(seen: Seen, tried: Sequence[Way], worth: Worth, work: int, dice: Dice) -> Way:
    """The best of those ways, the worse half given up again and again."""
    kind = seen.terms.kind
    player = _player(kind)
    boards = {way: seen.mine.after(seen.hand, way) for way in tried}
    turns = boards[tried[0]].turns(kind)
    total = dict.fromkeys(tried, 0.0)
    left = [*tried]
    need = LATER[kind][0] * turns
    if need <= 1:
        # Every card that may come, or none.
        futures = [(card,) for card in seen.unseen] if need else [()]
        for way, lying in boards.items():
            total[way] = sum(worth(*player.finish(lying, cards, worth)) for cards in futures)
        return max(left, key=total.__getitem__)
    halvings = (len(left) - 1).bit_length()
    while len(left) > 1:
        deals = min(max(work // (halvings * turns * len(left)), 1), MOST)
        for _ in range(deals):
            cards = _drawn(seen.unseen, need, dice)
            for way in left:
                total[way] += worth(*player.finish(boards[way], cards, worth))
        left.sort(key=total.__getitem__, reverse=True)
        del left[(len(left) + 1) // 2 :]
    return left[0]


def _against(seen: Seen, dice: Dice, *, inside: bool = False) -> Others:
    """Boards that the others may end with by what they show."""
    player = _player(seen.terms.kind)
    boards: list[Board] = []
    for lying in seen.others:
        if lying is None:
            boards += _landed()
        elif not sum(lying.room):
            boards += [player.filled(lying, (), _plain)] * OTHERS
        else:
            need = min(len(seen.unseen), FIRST + 12)
            boards += [
                player.filled(lying, _drawn(seen.unseen, need, dice), _plain) for _ in range(OTHERS)
            ]
    return Others(boards, seen.terms, inside=inside)


def _plain(front: int, middle: int, back: int) -> float:
    """Enough for others' last cards: no foul, then strong rows from the front."""
    return front if front <= middle <= back else -1


def _set(seen: Seen, hand: Sequence[Card], dice: Dice) -> Action:
    """All rows in Fantasyland."""
    others = _against(seen, dice, inside=True)
    (split,) = best(hand, others.legal)
    return actions.SetRows(*split.rows)


@cache
def _landed() -> list[Board]:
    """Boards set in Fantasyland: much like those of players who set all cards at any time."""
    boards = learned()
    return [*boards[:: len(boards) // OTHERS]][:OTHERS]


def _drawn(cards: Sequence[int], count: int, dice: Dice) -> list[int]:
    """So many of the cards, in the order in which they are drawn."""
    pool = [*cards]
    for at in range(count):
        other = at + dice.below(len(pool) - at)
        pool[at], pool[other] = pool[other], pool[at]
    return pool[:count]
