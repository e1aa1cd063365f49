"""A player of the betting games: folds, calls and raises by what each is worth.

The share of the pot that the hand will win is sampled against the hands of those still in
(board_hands, stud_hands, draw_hands). What a call, a check or one of a few raises is worth in chips
follows from it by simple models of what the others do: a rival folds the more often the more it
costs, and one who calls anyway holds the better hand. The best one is chosen. How often others are
thought to fold changes with the chance, by which close decisions and bluffs are mixed.
"""

from collections.abc import Iterable
from math import log
from typing import NamedTuple

from msgspec import Struct

from engine.bots.betting_hands import Kind, Layer, Rival, won
from engine.bots.betting_table import Table, heard, layers_of, read
from engine.bots.board_hands import Board
from engine.bots.draw_hands import Draw
from engine.bots.stud_hands import Stud
from engine.kit.pots import clockwise
from engine.values import actions
from engine.values.actions import Action
from engine.values.cards import DECK
from engine.values.events import Events
from engine.values.offers import (
    BringIn,
    Call,
    Check,
    Discard,
    Fold,
    Muck,
    Offers,
    Raise,
    Show,
    real,
)
from engine.values.view import View


class Grade(NamedTuple):
    """How well a bot plays.

    `work` is how many hands it ranks for a decision, `reads` how far it believes what others
    show by betting (0: not at all, 1: fully), `hope` the part of the pot by which it overrates
    staying in.
    """

    work: int
    reads: float
    hope: float


WEAK = Grade(work=300, reads=0.0, hope=0.12)
MIDDLE = Grade(work=600, reads=0.25, hope=0.06)
STRONG = Grade(work=1_500, reads=1.0, hope=0.0)

# The chance that a rival calls is the pot's odds to the power of a fear between these two.
FEAR = (0.2, 0.9)

# How much stronger those are who call, by the logarithm of what they had to pay.
TOUGHER = 0.5

# How likely somebody comes along who has not put anything in of his own will yet.
FRESH = 0.75

# What a share of the pot is worth when there are cards to come: acting last, and before others.
LAST, EARLY = 0.97, 0.88

# How much strength can be shown in a deal at most.
MOST_CLAIMS = 2.0

# Raises that are weighed, as parts of the pot; all-in only where it is at most so much of it.
SIZES = (0.5, 1.0)
ALL_IN = 2.0


class Bettor:
    """The bot of one game for `engine.bots.BOTS`; it needs no memory.

    It answers always. ValueError for a view that is not that of the player to act.
    """

    def __init__(self, kind: Kind, grade: Grade = STRONG) -> None:
        self._kind = kind
        self._grade = grade

    def __call__(
        self, view: View, events: Events, offers: Offers, memory: Struct | None, chance: bytes, /
    ) -> tuple[Action | None, Struct | None]:
        """What is worth most, by the models above."""
        table = read(view, events, self._kind)
        if any(isinstance(offer, Show | Muck) for offer in real(offers)):
            return actions.Show() if _may_win(table) else actions.Muck(), None
        return _decided(table, events, offers, self._grade, chance), None


HOLDEM = Bettor(Board(2))
OMAHA = Bettor(Board(4, omaha=True))
OMAHA_HILO = Bettor(Board(4, omaha=True, low=True))
STUD7 = Bettor(Stud())
STUD7_HILO = Bettor(Stud(low=True))
STUD5 = Bettor(Stud(down=1, whole=5))
SOKO = Bettor(Stud(down=1, whole=5, soko=True))
DRAW5 = Bettor(Draw())


def _may_win(table: Table) -> bool:
    """Whether the hand still wins something against those that lie open."""
    mine, others = table.cards.opened()
    for layer in layers_of(table, table.bet(table.seat)):
        if layer.chips and won(mine, [others[seat] for seat in layer.seats if seat in others]):
            return True
    return False


# ── the decision ───────────────────────────────────────────────────────────────────────────────


def _decided(table: Table, events: Events, offers: Offers, grade: Grade, chance: bytes) -> Action:
    possible = real(offers)
    low, high = FEAR
    fear = low + (high - low) * chance[0] / 255
    stay = next((offer for offer in possible if isinstance(offer, Call | BringIn)), None)
    price = stay.price if stay else 0
    total = table.bet(table.seat) + price
    claims, entered = heard(events)
    fresh = frozenset(table.live) - entered if table.cards.first else frozenset()
    rivals = tuple(
        Rival(
            seat,
            grade.reads * min(claims.get(seat, 0.0), MOST_CLAIMS),
            _stays(table, seat, total, fear, fresh=seat in fresh),
        )
        for seat in table.live
    )
    if any(isinstance(offer, Discard) for offer in possible):
        away = table.cards.away(rivals, grade.work, chance)
        return actions.Discard(tuple(DECK[place] for place in away))
    layers = layers_of(table, total)
    # Who still owes something adds it if he comes along.
    owed = sum(
        rival.stays * (min(total, table.most(rival.seat)) - table.bet(rival.seat))
        for rival in rivals
        if table.able(rival.seat) and table.bet(rival.seat) < total
    )
    layers[-1] = Layer(layers[-1].chips + owed, layers[-1].seats)
    pot = sum(layer.chips for layer in layers)
    part = table.cards.share(rivals, layers, grade.work, chance) if pot else 0.0
    choices: list[tuple[float, Action]] = []
    stays = (part * _realised(table, total) + grade.hope) * pot - price
    for offer in possible:
        if isinstance(offer, Fold) and price:
            choices.append((0.0, actions.Fold()))
        elif isinstance(offer, Check):
            choices.append((stays, actions.Check()))
        elif isinstance(offer, Call):
            choices.append((stays, actions.Call(price)))
        elif isinstance(offer, BringIn):
            choices.append((stays, actions.BringIn(price)))
        elif isinstance(offer, Raise):
            mean = sum(rival.stays for rival in rivals)
            one = part ** (1 / max(mean, 1.0))
            for to in _sizes(table, offer, total):
                choices.append((_raise_worth(table, to, one, fear, fresh), actions.Raise(to)))
    return max(choices, key=lambda choice: choice[0])[1]


def _stays(table: Table, seat: int, total: int, fear: float, *, fresh: bool) -> float:
    """How likely a seat pays what it takes to a street total; 1 where it pays nothing more."""
    pays = min(total, table.most(seat)) - table.bet(seat)
    if pays <= 0:
        return 1.0
    odds = table.middle / (table.middle + pays)
    return float(odds**fear) * (FRESH if fresh else 1.0)


def _realised(table: Table, total: int) -> float:
    """What part of its share a hand gets that is played on: less, if others act after it."""
    rivals = [seat for seat in table.live if table.able(seat)]
    if table.cards.last or not rivals or table.most(table.seat) <= total:
        return 1.0
    if table.before is None:
        return EARLY
    last = clockwise((*rivals, table.seat), table.before, len(table.seats))[-1]
    return LAST if last == table.seat else EARLY


def _sizes(table: Table, offer: Raise, total: int) -> Iterable[int]:
    """Street totals that are worth a thought, all of them inside the offer."""
    rivals = [table.most(seat) for seat in table.live if table.able(seat)]
    pot = table.middle + total - table.bet(table.seat)
    # More than anybody can call comes back: it only looks like more.
    most = max(min(offer.hi, max(rivals, default=offer.hi)), offer.lo)
    wanted = [total + int(pot * size) for size in SIZES]
    if most - total <= ALL_IN * pot:
        wanted.append(most)
    within = [min(max(to, offer.lo), most) for to in wanted]
    steps = [to if to == offer.hi else to - (to - offer.lo) % offer.step for to in within]
    return dict.fromkeys(steps)


def _raise_worth(table: Table, to: int, one: float, fear: float, fresh: frozenset[int]) -> float:
    """What a raise to a street total is worth in chips; `one` is the chance against one rival.

    Whoever is all-in stays; the others call or fold, each for himself.
    """
    own = to - table.bet(table.seat)
    pot = table.middle
    fixed = sum(not table.able(seat) for seat in table.live)
    able = [seat for seat in table.live if table.able(seat)]
    pays = [max(0, min(to, table.most(seat)) - table.bet(seat)) for seat in able]
    likely = [1.0]
    for seat in able:
        calls = _stays(table, seat, to, fear, fresh=seat in fresh)
        likely = [
            a * calls + b * (1 - calls) for a, b in zip([0.0, *likely], [*likely, 0.0], strict=True)
        ]
    each = sum(pays) / max(len(pays), 1)
    against = one ** (1 + TOUGHER * log(1 + each / pot)) if pot else one
    worth = likely[0] * one**fixed * pot
    for callers in range(1, len(likely)):
        wins = against ** (callers + fixed)
        worth += likely[callers] * (wins * (pot + own + callers * each) - own)
    return worth
