"""The table machine: a state, a command and who gives it make the next state. Pure.

Whatever it refuses raises Illegal or Refused, and the given state still stands.
"""

from typing import Any, assert_never

from msgspec import Struct
from msgspec.structs import replace

from engine import match
from engine.game import AnyGame
from engine.match import Match
from engine.values.events import Events, Scored
from engine.values.why import Illegal, Why
from protocol.errors import Refused
from protocol.messages import DealScore
from server.table.commands import Act, Begin, Close, Command, GetUp, Next, Open, SeatBots, Sit, Void
from server.table.state import BOT, Deal, Table, is_bot


class Step(Struct, frozen=True):
    """A new state, and the events that led to it; `over` says that a deal ended with it."""

    table: Table
    events: Events = ()
    over: bool = False


def opened(command: Open, game: AnyGame, options: Struct) -> Table:
    """A table as it is opened, all chairs empty; ValueError for seats that the game lacks."""
    return Table(
        id=command.table,
        name=command.name,
        game=game,
        options=options,
        values=command.options,
        chairs=(None,) * command.seats,
        match=match.new(game, command.seats, command.button),
        bots_later=command.bots_later,
    )


def decide(table: Table, command: Command, by: str) -> Step:
    """The step that `command`, given by `by`, makes.

    `by` is an account's id, a bot, or the house itself (`clock`). Raises Illegal for what the
    game or the match forbids and Refused for what the table declines.
    """
    match command:
        case Sit():
            return Step(_sit(table, command.seat, by))
        case SeatBots():
            return Step(_seat_bots(table, command.names))
        case GetUp():
            return _get_up(table, by, command.name)
        case Next():
            return Step(_next(table, by, command.deal))
        case Begin():
            return _begin(table, command)
        case Act():
            return _act(table, by, command)
        case Void():
            return Step(_void(table, Why(command.why)), over=True)
        case Close():
            return Step(replace(table, closed=Why(command.why)))
        case Open():
            raise ValueError("a table is opened once")
        case _:
            assert_never(command)


def due(table: Table) -> bool:
    """Whether the next deal begins now."""
    return match.startable(table.match)


def _sit(table: Table, seat: int | None, who: str) -> Table:
    if table.chair_of(who) is not None:
        raise Refused("already_seated")
    if seat is None:
        if not table.empty:
            raise Refused("table_full")
        seat = table.empty[0]
    return _seated(table, seat, who)


def _seated(table: Table, seat: int, who: str) -> Table:
    sat = match.sit(table.match, seat)
    chairs = (*table.chairs[:seat], who, *table.chairs[seat + 1 :])
    return replace(table, match=sat, chairs=chairs)


def _seat_bots(table: Table, names: tuple[str, ...]) -> Table:
    if table.running is not None:
        raise Refused("deal_running")
    if not table.empty:
        raise Refused("nothing_to_fill")
    for seat, name in zip(table.empty, names, strict=True):
        table = _seated(table, seat, BOT + name)
    return replace(table, bots_later=False)


def _get_up(table: Table, who: str, name: str) -> Step:
    seat = _chair(table, who)
    over = table.running is not None
    if over:
        # Nobody may play for somebody else, so without one of them there is no result (rules.md A).
        table = _void(table, Why("left", {"name": name, "seat": seat}))
    chairs = (*table.chairs[:seat], None, *table.chairs[seat + 1 :])
    return Step(replace(table, match=match.leave(table.match, seat), chairs=chairs), over=over)


def _next(table: Table, who: str, deal: int) -> Table:
    seat = _chair(table, who)
    if deal != table.deals:
        raise Refused("deal_changed")
    return replace(table, match=match.ready(table.match, seat))


def _begin(table: Table, command: Begin) -> Step:
    fresh = table.match.ended is not None
    begun, setup = match.start(table.game, table.match)
    state, events = table.game.new(table.options, setup, command.chance)
    deal = Deal(
        id=command.deal,
        rules=table.game.rules,
        binding=tuple(occupant or "" for occupant in table.chairs),
        chance=command.chance,
        state=state,
        events=(),
    )
    table = replace(
        table,
        match=begun,
        deals=command.deal,
        history=() if fresh else table.history,
        cancelled=None,
        bots_later=False,
    )
    return _moved(table, deal, state, events)


def _act(table: Table, who: str, command: Act) -> Step:
    deal = table.running
    if deal is None:
        raise Refused("no_deal" if command.deal == table.deals + 1 else "deal_changed")
    if command.deal != deal.id:
        raise Refused("deal_changed")
    seat = table.bound(who)
    if seat is None:
        raise Refused("not_seated")
    if command.decision != table.game.decision(deal.state, seat):
        raise Illegal("stale")
    state, events = table.game.apply(deal.state, seat, command.action)
    return _moved(table, deal, state, events)


def _moved(table: Table, deal: Deal, state: Any, events: Events) -> Step:
    deal = replace(deal, state=state, events=(*deal.events, *events))
    table = replace(table, deal=deal)
    result = table.game.result(state)
    if result is None:
        return Step(table, events)
    scored = next((one for one in reversed(deal.events) if isinstance(one, Scored)), None)
    why = Why("over") if scored is None else Why(scored.code, scored.facts)
    table = replace(
        table,
        match=_bots_ready(table, match.finish(table.match, result)),
        history=(*table.history, DealScore(table.match.number, why)),
    )
    return Step(table, events, over=True)


def _void(table: Table, why: Why) -> Table:
    if table.running is None:
        raise Refused("no_deal")
    return voided(table, why)


def voided(table: Table, why: Why) -> Table:
    """The table with its running deal cancelled without result: the same dealer deals again."""
    return replace(
        table, match=_bots_ready(table, match.void(table.match)), deal=None, cancelled=why
    )


def _bots_ready(table: Table, after: Match) -> Match:
    # A bot never keeps people waiting.
    for seat, occupant in enumerate(table.chairs):
        if occupant is not None and is_bot(occupant):
            after = match.ready(after, seat)
    return after


def _chair(table: Table, who: str) -> int:
    seat = table.chair_of(who)
    if seat is None:
        raise Refused("not_seated")
    return seat
