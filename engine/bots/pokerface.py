"""A Pokerface player that reads everybody's tokens (rules.md A).

What another player may hold is weighed by the tokens held in every round so far: a holding that
beats a share u of all holdings stands in place k of n (0 the weakest) with the binomial chance
B(n − 1, u). From that follows how likely the own hand beats each player's, and from this how
likely it is right where a token would put it, the others standing where their tokens put them
and whoever has none anywhere among the tokens left. The bot wants the likeliest place; it robs
somebody only for a place that is much likelier than what it has or can have in peace.
"""

from collections.abc import Iterable
from operator import mul
from typing import NamedTuple

from msgspec import Struct

from engine.bots.holdings import Board, Holding, duels, standing
from engine.kit.ranking import place
from engine.values import actions
from engine.values.actions import Action
from engine.values.cards import Card, Token
from engine.values.chance import Dice
from engine.values.events import Acted, Events, Phase
from engine.values.offers import Offers, Pass, Ready, Take, real
from engine.values.view import View

# Cards on the board in the round of each suit.
BOARD = {"c": 0, "d": 3, "h": 4, "s": 5}

# How many times likelier a place must be: to change for a token of the centre, and to rob
# somebody of it before the river and on it.
CHANGE = 1.1
ROB_EARLY = 2.5
ROB = 4.0

# Nothing is certain about others, so that of places that can't be right one is still the best.
DOUBT = 0.01

# So often a bot gives its token up for another one, or robs somebody, in a round; then it keeps
# what it has, or takes from the centre. A round among bots comes to an end by that, also where
# all act at once and nobody counts laps.
PATIENCE = 3

Rack = tuple[int | None, ...]


class Memory(Struct, frozen=True):
    """How often the bot gave its token up or robbed somebody in the round of that phase."""

    phase: str
    changes: int


class Table(NamedTuple):
    """What the bot reads off a view. `racks`: the token holders of the rounds begun, by suit."""

    seat: int
    mine: Holding
    board: Board
    racks: dict[str, Rack]

    @property
    def rack(self) -> Rack:
        """The holders of the running round's tokens, the weakest first."""
        return list(self.racks.values())[-1]


def decide(
    view: View, events: Events, offers: Offers, memory: Struct | None, chance: bytes, /
) -> tuple[Action | None, Struct | None]:
    """The bot for `engine.bots.BOTS`.

    It answers in turns always, and waits only where all act at once and it has said that it is
    ready. Without memory it begins to count its changes anew. ValueError for a view that is not a
    player's of a running deal.
    """
    table = _read(view)
    changes = 0
    if isinstance(memory, Memory) and memory.phase == view.phase:
        changes = memory.changes
    beats = _beats(table, _last_taken(events))
    chosen = _choose(table, beats, offers, may_change=changes < PATIENCE)
    if isinstance(chosen, Take) and (table.seat in table.rack or chosen.holder is not None):
        changes += 1
    action = chosen.sample(Dice(chance)) if chosen else None
    return action, Memory(view.phase, changes)


def _read(view: View) -> Table:
    open_hands = [
        (zone.owner, cards)
        for zone in view.zones
        if zone.kind == "hand"
        and len(cards := [cell for cell in zone.cells if isinstance(cell, Card)]) == 2
    ]
    board = view.zone("board")
    racks = {
        zone.id.removeprefix("tokens."): tuple(
            cell.holder for cell in zone.cells if isinstance(cell, Token)
        )
        for zone in view.zones
        if zone.kind == "rack"
    }
    if len(open_hands) != 1 or board is None or not racks:
        raise ValueError("no player's view of a running deal")
    seat, cards = open_hands[0]
    if seat is None:
        raise ValueError("a hand without owner")
    low, high = sorted(map(place, cards))
    seen = tuple(place(cell) for cell in board.cells if isinstance(cell, Card))
    return Table(seat, (low, high), seen, racks)


def _choose(
    table: Table, beats: dict[int, float], offers: Offers, *, may_change: bool
) -> Take | Pass | Ready | None:
    """The offer to take up; None: none of them."""
    rack = table.rack
    stay = next((offer for offer in real(offers) if isinstance(offer, Pass | Ready)), None)
    own = rack.index(table.seat) + 1 if table.seat in rack else None
    if own and not may_change:
        return stay
    best: Take | Pass | Ready | None = stay
    hurdle = CHANGE * _fit(table, beats, own) if own else -1.0
    takes = [offer for offer in real(offers) if isinstance(offer, Take)]
    for offer in takes:
        if offer.holder is None and (fit := _fit(table, beats, offer.token)) > hurdle:
            best, hurdle = offer, fit
    if best is stay and own:
        hurdle /= CHANGE
    if not may_change:
        return best
    hurdle *= ROB if len(table.board) == 5 else ROB_EARLY
    for offer in takes:
        if offer.holder is not None and (fit := _fit(table, beats, offer.token)) > hurdle:
            best, hurdle = offer, fit
    return best


def _last_taken(events: Events) -> dict[int, int]:
    """The token that each seat took last in the running round, whoever holds it now."""
    taken: dict[int, int] = {}
    for event in events:
        if isinstance(event, Phase) and event.code == "tokens":
            taken.clear()
        elif isinstance(event, Acted) and isinstance(event.action, actions.Take):
            taken[event.seat] = event.action.token
    return taken


def _beats(table: Table, taken: dict[int, int]) -> dict[int, float]:
    """For each other seat: how likely the own hand ends up stronger than theirs.

    Who was robbed in this round still showed by his last token where he sees himself.
    """
    players = len(table.rack)
    possible, wins = duels(table.board, table.mine)
    beats = {}
    for seat in range(players):
        if seat == table.seat:
            continue
        claims = tuple(
            (table.board[: BOARD[suit]], rack.index(seat))
            for suit, rack in table.racks.items()
            if seat in rack
        )
        if seat not in table.rack and seat in taken:
            claims += ((table.board, taken[seat] - 1),)
        weights = standing(claims, players)
        total = sum(map(mul, weights, possible))
        chance = sum(map(mul, weights, wins)) / total if total else 0.5
        beats[seat] = min(max(chance, DOUBT), 1 - DOUBT)
    return beats


def _fit(table: Table, beats: dict[int, float], token: int) -> float:
    """How likely the own hand is right with that token.

    Its last holder is without one then, and the own one so far is free.
    """
    fit = 1.0
    free_below = 0
    without = set(beats)
    for number, holder in enumerate(table.rack, 1):
        if number == token:
            continue
        if holder is None or holder == table.seat:
            free_below += number < token
        else:
            fit *= beats[holder] if number < token else 1 - beats[holder]
            without.remove(holder)
    return fit * _places(beats[seat] for seat in without)[free_below]


def _places(chances: Iterable[float]) -> list[float]:
    """How likely each number of these chances, independent of one another, comes true."""
    likely = [1.0]
    for chance in chances:
        more = [0.0, *(p * chance for p in likely)]
        same = [*(p * (1 - chance) for p in likely), 0.0]
        likely = [a + b for a, b in zip(more, same, strict=True)]
    return likely
