"""A player of the betting games with a board: folds, calls and raises by what each is worth.

The share of the pot that the hand will win is sampled against the hands of those still in
(betting_hands). What a call, a check or one of a few raises is worth in chips follows from it by
simple models of what the others do: a rival folds the more often the more it costs, and one who
calls anyway holds the better hand. The best one is chosen. How often others are thought to fold
changes with the chance, by which close decisions and bluffs are mixed.
"""

from collections.abc import Iterable
from math import log
from typing import NamedTuple

from msgspec import Struct

from engine.bots.betting_hands import Kind, Layer, Rival, Sides, Spot, share, sides, won
from engine.kit.pots import clockwise
from engine.kit.ranking import place
from engine.values import actions
from engine.values.actions import Action
from engine.values.cards import Card
from engine.values.events import Acted, Events, Phase, Posted
from engine.values.offers import Call, Muck, Offers, Raise, Show, real
from engine.values.view import SeatView, View


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

# What a raise says about a hand: the more, the more of the pot it costs, but never more than one.
# What a call of as much says beside it; what can be said in a deal at most.
LEAST_SAID = 0.2
CALLED = 0.5
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
        table = _read(view, self._kind)
        if any(isinstance(offer, Show | Muck) for offer in real(offers)):
            return actions.Show() if _may_win(table, self._kind) else actions.Muck(), None
        return _decided(table, events, offers, self._kind, self._grade, chance), None


HOLDEM = Bettor(Kind(2))
OMAHA = Bettor(Kind(4, omaha=True))
OMAHA_HILO = Bettor(Kind(4, omaha=True, low=True))


# ── what lies on the table ─────────────────────────────────────────────────────────────────────


class Table(NamedTuple):
    """What the bot reads off a view; `hands` are the others' open ones, `live` who is still in."""

    seat: int
    mine: tuple[int, ...]
    board: tuple[int, ...]
    hands: dict[int, tuple[int, ...]]
    live: tuple[int, ...]
    button: int | None
    seats: tuple[SeatView, ...]
    pots: tuple[Layer, ...]

    def bet(self, seat: int) -> int:
        """What a seat has put in on this street."""
        return self.seats[seat].bet or 0

    def most(self, seat: int) -> int:
        """The street total that a seat can reach."""
        return self.bet(seat) + (self.seats[seat].stack or 0)

    def able(self, seat: int) -> bool:
        """Whether a seat still in has chips to bet."""
        return self.seats[seat].status == "in"

    @property
    def middle(self) -> float:
        """All chips in the middle, those in front of the seats included."""
        every = range(len(self.seats))
        return sum(pot.chips for pot in self.pots) + sum(map(self.bet, every))


def _read(view: View, kind: Kind) -> Table:
    hands = {
        zone.owner: tuple(place(cell) for cell in zone.cells if isinstance(cell, Card))
        for zone in view.zones
        if zone.kind == "hand" and zone.owner is not None
    }
    hands = {seat: hand for seat, hand in hands.items() if len(hand) == kind.own}
    board = view.zone("board")
    if len(view.to_act) != 1 or view.to_act[0] not in hands or board is None:
        raise ValueError("no view of the player to act")
    seat = view.to_act[0]
    numbered = list(enumerate(view.seats))
    live = tuple(one for one, its in numbered if its.status in ("in", "all_in") and one != seat)
    return Table(
        seat=seat,
        mine=hands.pop(seat),
        board=tuple(place(cell) for cell in board.cells if isinstance(cell, Card)),
        hands=hands,
        live=live,
        button=next((one for one, its in numbered if "dealer" in its.markers), None),
        seats=view.seats,
        pots=tuple(
            Layer(pot.chips, frozenset(pot.seats) & frozenset(live))
            for pot in view.pots
            if seat in pot.seats
        ),
    )


def _layers(table: Table, total: int) -> list[Layer]:
    """The chips in the middle by the rivals who can win them, if the seat has put in `total`.

    What is in front of the others above that goes back to them, or to others.
    """
    layers = list(table.pots)
    shorts = {table.bet(seat) for seat in table.live if not table.able(seat)}
    below = 0
    for level in sorted({short for short in shorts if 0 < short < total} | {total}):
        bets = [total if s == table.seat else table.bet(s) for s in range(len(table.seats))]
        chips = sum(min(bet, level) - min(bet, below) for bet in bets)
        seats = frozenset(s for s in table.live if table.able(s) or table.bet(s) >= level)
        layers.append(Layer(chips, seats))
        below = level
    return layers


def _may_win(table: Table, kind: Kind) -> bool:
    """Whether the hand still wins something against those that lie open."""
    on_board = sides(kind, table.board)
    mine = on_board(table.mine)
    for layer in _layers(table, table.bet(table.seat)):
        rivals: list[Sides] = [on_board(table.hands[s]) for s in layer.seats if s in table.hands]
        if layer.chips and won(mine, rivals):
            return True
    return False


# ── the decision ───────────────────────────────────────────────────────────────────────────────


def _decided(
    table: Table, events: Events, offers: Offers, kind: Kind, grade: Grade, chance: bytes
) -> Action:
    possible = real(offers)
    call = next((offer for offer in possible if isinstance(offer, Call)), None)
    raises = next((offer for offer in possible if isinstance(offer, Raise)), None)
    low, high = FEAR
    fear = low + (high - low) * chance[0] / 255
    total = table.bet(table.seat) + (call.price if call else 0)
    claims, entered = _heard(events)
    rivals = tuple(
        Rival(
            seat,
            grade.reads * min(claims.get(seat, 0.0), MOST_CLAIMS),
            _stays(table, seat, total, fear, fresh=seat not in entered and not table.board),
        )
        for seat in table.live
    )
    layers = _layers(table, total)
    # Who still owes something adds it if he comes along.
    owed = sum(
        rival.stays * (min(total, table.most(rival.seat)) - table.bet(rival.seat))
        for rival in rivals
        if table.able(rival.seat) and table.bet(rival.seat) < total
    )
    layers[-1] = Layer(layers[-1].chips + owed, layers[-1].seats)
    part = share(Spot(kind, table.mine, table.board, rivals, tuple(layers)), grade.work, chance)
    pot = sum(layer.chips for layer in layers)
    price = call.price if call else 0
    choices: list[tuple[float, Action]] = [(0.0, actions.Fold())] if call else []
    stays = (part * _realised(table, total) + grade.hope) * pot - price
    choices.append((stays, actions.Call(price) if call else actions.Check()))
    if raises is not None:
        mean = sum(rival.stays for rival in rivals)
        one = part ** (1 / max(mean, 1.0))
        for to in _sizes(table, raises, total):
            choices.append((_raise_worth(table, to, one, fear, entered), actions.Raise(to)))
    return max(choices, key=lambda choice: choice[0])[1]


def _heard(events: Events) -> tuple[dict[int, float], set[int]]:
    """How much strength each seat has shown by calls and raises, and who has acted at all."""
    claims: dict[int, float] = {}
    entered: set[int] = set()
    bets: dict[int, int] = {}
    pot = 0
    for event in events:
        if isinstance(event, Phase):
            bets.clear()
        elif isinstance(event, Posted):
            pot += event.chips
            if event.kind == "blind":
                bets[event.seat] = bets.get(event.seat, 0) + event.chips
        elif isinstance(event, Acted):
            seat, action = event.seat, event.action
            entered.add(seat)
            paid = 0
            if isinstance(action, actions.Raise):
                paid = action.to - bets.get(seat, 0)
            elif isinstance(action, actions.Call):
                paid = action.price
            if paid:
                said = min(1.0, LEAST_SAID + paid / pot) if pot else 1.0
                called = isinstance(action, actions.Call)
                claims[seat] = claims.get(seat, 0.0) + said * (CALLED if called else 1.0)
            bets[seat] = bets.get(seat, 0) + paid
            pot += paid
    return claims, entered


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
    if len(table.board) == 5 or not rivals or table.most(table.seat) <= total:
        return 1.0
    if table.button is None:
        return EARLY
    last = clockwise((*rivals, table.seat), table.button, len(table.seats))[-1]
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


def _raise_worth(table: Table, to: int, one: float, fear: float, entered: set[int]) -> float:
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
        calls = _stays(table, seat, to, fear, fresh=seat not in entered and not table.board)
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
