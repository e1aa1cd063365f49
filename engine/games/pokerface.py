"""Pokerface: a team says with numbered tokens how its hands compare (rules.md A).

The whole game in one file, as every game of the house: options, the deal, its rounds and their
end, the showdown, the view.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Literal, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import replace

from engine.game import MatchKind, Result, Setup, What
from engine.kit.ranking import best_five, describe, rank7
from engine.values import actions, offers
from engine.values.actions import Action
from engine.values.cards import UNKNOWN, Card, Cell, Empty, Suit, Token
from engine.values.chance import Chance
from engine.values.events import Acted, Dealt, Event, Events, Moved, Phase, Scored, Shown
from engine.values.manners import Manners
from engine.values.offers import Barred, Offers, admitted
from engine.values.options import Value
from engine.values.secret import Secret, sealed
from engine.values.view import Counter, Marker, Note, SeatView, View, Zone
from engine.values.why import Facts, Illegal, Why, WhyCode

ROUNDS: tuple[Suit, ...] = ("c", "d", "h", "s")
BOARD = (0, 3, 4, 5)  # cards that lie open in the round of each suit
SHOWDOWN = len(ROUNDS)
LAPS = 3  # full laps of a round in turns before the emergency brake
WINS = 3  # successes that win the match

Hand = tuple[Card, ...]
Rack = tuple[int | None, ...]  # the holder of each token of a suit, in number order


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """The three variants of the game, freely combined."""

    all_at_once: bool = False
    rising_stakes: bool = False
    soft_landing: bool = False


class Score(Struct, frozen=True, forbid_unknown_fields=True):
    """Deals of this match that ended well and badly so far."""

    successes: int = 0
    failures: int = 0


class State(Struct, frozen=True):
    """One deal. `street` is the round's place in ROUNDS, SHOWDOWN at the end.

    `racks` holds one rack for every round begun. `turn`, `turns` (of this round) and `passes`
    (in a row) serve the rounds in turns, `ready` and `moves` (of this round) those where all act
    at once. `strengths` are the hands' at the showdown, empty while cards are missing for it.
    """

    options: Options
    dealer: int
    score: Score
    hands: tuple[Secret[Hand], ...]
    board: Secret[Hand]
    latest: tuple[Note | None, ...]
    ready: tuple[bool, ...]
    decisions: tuple[int, ...]
    street: int = -1
    racks: tuple[Rack, ...] = ()
    turn: int = 0
    turns: int = 0
    passes: int = 0
    moves: int = 0
    brake: bool = False
    strengths: tuple[int, ...] = ()


Step = tuple[State, Events]


class Drop(NamedTuple):
    """The first token whose hand is weaker than the one revealed just before it."""

    seat: int
    token: int
    below_seat: int
    below_token: int


class Pokerface:
    """The rules of one deal of Pokerface."""

    id: str = "pokerface"
    rules: int = 1
    players: range = range(3, 7)
    Options: type[Struct] = Options
    Carry: type[Struct] = Score
    manners: Manners = Manners(talk="quiet", absence="pause", clock=None)
    match: MatchKind = "cooperative"
    presets: Mapping[str, Mapping[str, Value]] = {}
    scores: bool = False

    def new(self, options: Any, setup: Setup, chance: Chance) -> Step:
        """The first round, or the first that rising stakes leave; p1 (left of the dealer) first.

        Cards that the deck does not have are unknown. ValueError for a wrong number of players,
        dealer, options or carry, or a card that comes twice.
        """
        n = setup.players
        if n not in self.players or not 0 <= setup.button < n:
            raise ValueError(f"no deal for {n} players with dealer {setup.button}")
        if not isinstance(options, Options) or not isinstance(setup.carry, Score):
            raise ValueError("options or carry of another game")
        needed = 2 * n + BOARD[-1]
        deck = (chance.deck + (UNKNOWN,) * needed)[:needed]
        known = [card for card in deck if card.known]
        if len(set(known)) < len(known):
            raise ValueError("a card comes twice")
        hands: list[Secret[Hand]] = [Secret((), ())] * n
        order = [(setup.button + 1 + place) % n for place in range(n)]
        for place, seat in enumerate(order):
            hands[seat] = Secret(deck[2 * place : 2 * place + 2], (seat,))
        state = State(
            options=options,
            dealer=setup.button,
            score=setup.carry,
            hands=tuple(hands),
            board=Secret(deck[2 * n :], ()),
            latest=(None,) * n,
            ready=(False,) * n,
            decisions=(0,) * n,
        )
        dealt = (Dealt(f"hand.{seat}", seat, _cells(state.hands[seat])) for seat in order)
        state, events = _next_round(state)
        return state, (Phase("deal"), *dealt, *events)

    def offers(self, state: State, seat: int) -> Offers:
        """A Take for every token that the seat may take, then pass (or ready when all at once)."""
        if state.street == SHOWDOWN or not 0 <= seat < len(state.hands):
            return ()
        if not state.options.all_at_once and seat != state.turn:
            why = Why("not_your_turn")
            return (Barred("take", why), Barred("pass", why))
        rack = state.racks[-1]
        takes = tuple(
            offers.Take(number, holder)
            for number, holder in enumerate(rack, 1)
            if holder != seat and not (state.brake and holder is not None)
        )
        last: offers.Offer | Barred
        if state.options.all_at_once:
            if seat not in rack:
                last = Barred("ready", Why("no_token"))
            elif state.ready[seat]:
                last = Barred("ready", Why("already_ready"))
            else:
                last = offers.Ready(state.moves)
        else:
            last = offers.Pass() if seat in rack else Barred("pass", Why("no_token"))
        return (*takes, last)

    def decision(self, state: State, seat: int) -> int:
        """The number of the seat's question: in turns with each act and round, else the round's."""
        return state.decisions[seat]

    def apply(self, state: State, seat: int, action: Action) -> Step:
        """The state after an action; Illegal says best why nothing admits it."""
        if not admitted(self.offers(state, seat), action):
            raise _refusal(state, seat, action)
        events: Events = (Acted(seat, action),)
        if isinstance(action, actions.Take):
            state, more = _take(state, seat, action.token)
        elif isinstance(action, actions.Pass):
            state, more = _noted(replace(state, passes=state.passes + 1), Note("passed", seat)), ()
        else:
            state, more = replace(state, ready=_with(state.ready, seat, True)), ()
        state, rest = _go_on(state, seat)
        return state, (*events, *more, *rest)

    def happen(self, state: State, what: What) -> Step:
        """Nothing: without its people a deal waits, it never plays for them."""
        return state, ()

    def default(self, state: State, seat: int, draft: object) -> Action | None:
        """None: a token taken for somebody would be false information (rules.md A)."""
        return None

    def view(self, state: State) -> View:
        """Hands sealed until the showdown, the open board, every token of the rounds begun."""
        over = state.street == SHOWDOWN
        if over:
            phase = "showdown"
        else:
            phase = f"{'brake' if state.brake else 'tokens'}.{ROUNDS[state.street]}"
        return View(
            phase=phase,
            to_act=_to_act(state),
            zones=_zones(state),
            seats=tuple([SeatView(markers=_markers(state, seat)) for seat in _seats(state)]),
            counters=_counters(state),
            notes=_notes(state),
        )

    def result(self, state: State) -> Result | None:
        """The new score; won or lost when that ends the match. None without all cards known."""
        if not state.strengths:
            return None
        score = _score(state)
        ended: Literal["won", "lost"] | None = None
        if score.successes >= WINS:
            ended = "won"
        elif score.failures >= losing(state.options):
            ended = "lost"
        return Result(net=(0,) * len(state.hands), carry=score, ended=ended)


# ── a move, and what follows from it ───────────────────────────────────────────────────────────


def losing(options: Options) -> int:
    """Failures that lose the match."""
    return 4 if options.soft_landing else 3


def rounds(options: Options, successes: int) -> tuple[Suit, ...]:
    """The suits of a deal's token rounds: rising stakes drop ♣, then ♥ too (rules.md A)."""
    if not options.rising_stakes or successes == 0:
        return ROUNDS
    dropped = {"c", "h"} if successes >= 2 else {"c"}
    return tuple(s for s in ROUNDS if s not in dropped)


def _take(state: State, seat: int, token: int) -> Step:
    """The token comes to the seat, its own one goes to the centre; every agreement ends."""
    rack = list(state.racks[-1])
    origin = rack[token - 1]
    moved: Events = ()
    if seat in rack:
        own = rack.index(seat)
        rack[own] = None
        moved = (Moved(own + 1, seat, None),)
    rack[token - 1] = seat
    if origin is None:
        state = _noted(state, Note("took", seat, {"token": token}))
    else:
        state = _noted(state, Note("robbed", seat, {"token": token, "from": origin}))
        state = _noted(state, Note("lost", origin, {"token": token, "by": seat}))
    state = replace(
        state,
        racks=(*state.racks[:-1], tuple(rack)),
        passes=0,
        moves=state.moves + 1,
        ready=(False,) * len(state.hands),
    )
    return state, moved


def _go_on(state: State, seat: int) -> Step:
    """What the move of `seat` leads to: the next seat, the brake, the next round, the showdown."""
    n = len(state.hands)
    if state.options.all_at_once:
        return _next_round(state) if all(state.ready) else (state, ())
    state = replace(state, decisions=_with(state.decisions, seat, state.decisions[seat] + 1))
    if state.brake:
        return _brake(state)
    state = replace(state, turns=state.turns + 1)
    if state.passes == n:
        return _next_round(state)
    if state.turns == LAPS * n:
        begins = Phase("brake", {"suit": ROUNDS[state.street]})
        state, events = _brake(replace(state, brake=True))
        return state, (begins, *events)
    return replace(state, turn=(seat + 1) % n), ()


def _brake(state: State) -> Step:
    """Let the next seat without token choose; the only one left gets the last token by itself."""
    rack = state.racks[-1]
    n = len(state.hands)
    order = ((state.dealer + 1 + place) % n for place in range(n))
    without = [seat for seat in order if seat not in rack]
    if len(without) > 1:
        return replace(state, turn=without[0]), ()
    given: Events = ()
    if without:
        last = rack.index(None)
        state = replace(state, racks=(*state.racks[:-1], _with(rack, last, without[0])))
        given = (Moved(last + 1, None, without[0]),)
    state, events = _next_round(state)
    return state, (*given, *events)


def _next_round(state: State) -> Step:
    """Turn the board's cards up to the next round that is played, and begin it, or show down."""
    n = len(state.hands)
    played = rounds(state.options, state.score.successes)
    events: list[Event] = []
    street = state.street + 1
    while street < SHOWDOWN:
        turned = state.board.value[BOARD[max(street - 1, 0)] : BOARD[street]]
        if turned:
            events.append(Dealt("board", None, turned))
        if ROUNDS[street] in played:
            break
        street += 1
    state = replace(
        state,
        street=street,
        turn=(state.dealer + 1) % n,
        turns=0,
        passes=0,
        moves=0,
        brake=False,
        latest=(None,) * n,
        ready=(False,) * n,
        decisions=tuple(number + 1 for number in state.decisions),
    )
    if street == SHOWDOWN:
        return _show(state)
    events.append(Phase("tokens", {"suit": ROUNDS[street]}))
    return replace(state, racks=(*state.racks, (None,) * n)), tuple(events)


def _show(state: State) -> Step:
    """Open every hand in the order of the last tokens; count the deal if all cards are known."""
    shown = (Shown(seat, state.hands[seat].value) for seat in _revealed(state))
    events: Events = (Phase("showdown"), *shown)
    sevens = [_seven(state, seat) for seat in _seats(state)]
    if not all(card.known for seven in sevens for card in seven):
        return state, events
    state = replace(state, strengths=tuple(rank7(seven) for seven in sevens))
    score, drop = _score(state), _drop(state)
    facts: Facts = {"successes": score.successes, "failures": score.failures}
    scored = Scored("failure", drop._asdict() | facts) if drop else Scored("success", facts)
    return state, (*events, scored)


def _drop(state: State) -> Drop | None:
    """The first hand that is weaker than the one just before it; None: a success."""
    for token, (below, seat) in enumerate(pairwise(_revealed(state)), 2):
        if state.strengths[seat] < state.strengths[below]:
            return Drop(seat, token, below, token - 1)
    return None


def _score(state: State) -> Score:
    """The score with this deal counted."""
    old = state.score
    if _drop(state):
        return replace(old, failures=old.failures + 1)
    return replace(old, successes=old.successes + 1)


def _refusal(state: State, seat: int, action: Action) -> Illegal:
    """Why no offer admits the action: the reason that helps most."""
    at_once = state.options.all_at_once
    if not 0 <= seat < len(state.hands):
        return Illegal("no_such_seat")
    if state.street == SHOWDOWN:
        return Illegal("deal_over")
    if not isinstance(action, actions.Take | (actions.Ready if at_once else actions.Pass)):
        return Illegal("no_such_action")
    if not at_once and seat != state.turn:
        return Illegal("not_your_turn")
    rack = state.racks[-1]
    if isinstance(action, actions.Take):
        if action.token > len(rack):
            return Illegal("no_such_token", token=action.token)
        holder = rack[action.token - 1]
        if holder == seat:
            return Illegal("own_token", token=action.token)
        if state.brake and holder is not None:
            return Illegal("centre_only")
        where = -1 if holder is None else holder
        return Illegal("token_moved", token=action.token, holder=where)
    code: WhyCode = "stale"
    if seat not in rack:
        code = "no_token"
    elif state.ready[seat]:
        code = "already_ready"
    return Illegal(code)


# ── the view ───────────────────────────────────────────────────────────────────────────────────


def _to_act(state: State) -> tuple[int, ...]:
    if state.street == SHOWDOWN:
        return ()
    if state.options.all_at_once:
        return tuple(seat for seat, ready in enumerate(state.ready) if not ready)
    return (state.turn,)


def _zones(state: State) -> tuple[Zone, ...]:
    over = state.street == SHOWDOWN
    turned = BOARD[min(state.street, SHOWDOWN - 1)]
    board: tuple[Cell, ...] = state.board.value[:turned]
    board += (Empty(),) * (BOARD[-1] - turned)
    hands = (
        Zone(f"hand.{seat}", "hand", seat, hand.value if over else _cells(hand))
        for seat, hand in enumerate(state.hands)
    )
    played = rounds(state.options, state.score.successes)
    racks = (
        Zone(f"tokens.{suit}", "rack", None, _tokens(suit, rack))
        for suit, rack in zip(played, state.racks, strict=False)
    )
    best = (
        Zone(f"best.{seat}", "row", seat, best_five(_seven(state, seat)))
        for seat in (_seats(state) if state.strengths else ())
    )
    return (Zone("board", "board", None, board), *hands, *racks, *best)


def _markers(state: State, seat: int) -> tuple[Marker, ...]:
    markers: tuple[Marker, ...] = ("dealer",) if seat == state.dealer else ()
    return (*markers, "ready") if state.ready[seat] else markers


def _counters(state: State) -> tuple[Counter, ...]:
    n = len(state.hands)
    score = _score(state) if state.strengths else state.score
    counters = (
        Counter("successes", score.successes, WINS),
        Counter("failures", score.failures, losing(state.options)),
    )
    if state.street == SHOWDOWN:
        return counters
    if state.options.all_at_once:
        agreed = sum(state.ready)
        return (*counters, Counter("ready", agreed, n), Counter("moves", state.moves))
    lap = min(state.turns // n + 1, LAPS)
    return (*counters, Counter("lap", lap, LAPS), Counter("passes", state.passes, n))


def _notes(state: State) -> tuple[Note, ...]:
    notes = [
        Note("ready", seat) if ready else latest
        for seat, (ready, latest) in enumerate(zip(state.ready, state.latest, strict=True))
    ]
    said = [note for note in notes if note is not None]
    played = rounds(state.options, state.score.successes)
    if played is not ROUNDS:
        said += [Note("skipped", None, {"suit": suit}) for suit in ROUNDS if suit not in played]
    if state.strengths:
        said += _showdown_notes(state)
    return tuple(said)


def _showdown_notes(state: State) -> list[Note]:
    """Every hand's name with how it compares to the one just before, and the deal's outcome."""
    notes: list[Note] = []
    before: int | None = None
    for order, seat in enumerate(_revealed(state), 1):
        strength = state.strengths[seat]
        if before is None:
            compare = "first"
        elif strength == before:
            compare = "equal"
        else:
            compare = "stronger" if strength > before else "weaker"
        named = describe(_seven(state, seat))
        facts: Facts = {"name": named.name, "ranks": named.ranks}
        notes.append(Note("hand", seat, facts | {"order": order, "compare": compare}))
        before = strength
    drop = _drop(state)
    notes.append(Note("failure", None, {**drop._asdict()}) if drop else Note("success"))
    return notes


# ── small things ───────────────────────────────────────────────────────────────────────────────


def _seats(state: State) -> range:
    return range(len(state.hands))


def _seven(state: State, seat: int) -> Hand:
    return state.hands[seat].value + state.board.value


def _tokens(suit: Suit, rack: Rack) -> tuple[Cell, ...]:
    return tuple([Token(suit, number, holder) for number, holder in enumerate(rack, 1)])


def _revealed(state: State) -> tuple[int, ...]:
    """The seats in the order of their last tokens, every one held."""
    return cast(tuple[int, ...], state.racks[-1])


def _cells(hand: Secret[Hand]) -> tuple[Cell, ...]:
    return tuple([sealed(card, hand.seen_by) for card in hand.value])


def _noted(state: State, note: Note) -> State:
    return replace(state, latest=_with(state.latest, cast(int, note.seat), note))


def _with(items: tuple[Any, ...], place: int, item: object) -> tuple[Any, ...]:
    return (*items[:place], item, *items[place + 1 :])
