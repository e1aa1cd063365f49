"""The table machine: a state, a command and who gives it make the next state. Pure.

Whatever it refuses raises Illegal or Refused, and the given state still stands.
"""

from typing import Any, assert_never

from msgspec import Struct
from msgspec.structs import replace

from engine import match
from engine.game import AnyGame
from engine.values.actions import Action
from engine.values.events import Events, Scored
from engine.values.why import Illegal, Why
from protocol.errors import Refused
from protocol.messages import DealScore
from server.table import absence
from server.table.commands import (
    Act,
    Arrange,
    Away,
    Back,
    Begin,
    CallVote,
    Close,
    Command,
    Free,
    GetUp,
    Next,
    Open,
    SeatBots,
    Sit,
    StandIn,
    TimeUp,
    Void,
    Vote,
)
from server.table.ended import finished, voided
from server.table.state import BOT, Deal, Table, is_bot

# So many of a person's last decisions are known by their keys.
_KEYS = 8
# A deal of more events is cancelled. Played all at once a round ends only when all agree, so one
# person alone could make it endless, and all of a deal is told in one piece to whoever comes back.
# A move a second for an hour is still within it.
MOST_EVENTS = 4000


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
        match=match.cooperative.new(game, command.seats, command.button),
        bots_later=command.bots_later,
        owner=command.owner,
        clock=command.clock,
        patience=command.patience,
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
        case Free():
            return Step(_free(table, command.account))
        case Next():
            return Step(_next(table, by, command.deal))
        case Begin():
            return _begin(table, command)
        case Act():
            return _act(table, by, command)
        case StandIn():
            return _stand_in(table, command)
        case TimeUp():
            return _time_up(table, command)
        case Away():
            return _changed(table, absence.away(table, command.accounts))
        case Back():
            return _changed(table, absence.back(table, command.accounts))
        case CallVote():
            return Step(absence.called(table))
        case Vote():
            return _changed(table, absence.voted(table, by, command))
        case Arrange():
            return Step(_arranged(table, by, command.patience))
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
    owner = table.owner if table.owner is not None or is_bot(who) else who
    return replace(table, match=sat, chairs=chairs, owner=owner)


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
        table = voided(table, Why("left", {"name": name, "seat": seat}))
    return Step(_emptied(table, seat, who), over=over)


def _free(table: Table, account: str) -> Table:
    if table.running is not None:
        raise Refused("deal_running")
    if account not in table.absence.out:
        raise Refused("not_seated")
    return _emptied(table, _chair(table, account), account)


def _emptied(table: Table, seat: int, account: str) -> Table:
    chairs = (*table.chairs[:seat], None, *table.chairs[seat + 1 :])
    keys = tuple(key for key in table.keys if key[0] != account)
    table = replace(table, match=match.leave(table.match, seat), chairs=chairs, keys=keys)
    return absence.forgotten(table, account, seat)


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
    deal = _asked_deal(table, command.deal)
    seat = table.bound(who)
    if seat is None:
        raise Refused("not_seated")
    if who in table.absence.missing + table.absence.late:
        # Who answers is there: that ends the waiting, and what a bot did for them.
        table = absence.back(table, (who,))
    if table.paused:
        raise Refused("paused")
    step = _played(table, deal, seat, command.decision, command.action)
    if command.key is None:
        return step
    return replace(step, table=replace(step.table, keys=_with_key(table, who, command.key)))


def _stand_in(table: Table, command: StandIn) -> Step:
    deal = _asked_deal(table, command.deal)
    seat = table.bound(command.account)
    if table.paused or seat is None or command.account not in table.absence.stand_ins:
        raise Refused("paused")
    return _played(table, deal, seat, command.decision, command.action)


def _time_up(table: Table, command: TimeUp) -> Step:
    """Play what is safe for whoever it may be played for; the others are late (rules.md A)."""
    deal = _asked_deal(table, command.deal)
    if table.paused:
        raise Refused("paused")
    slow: list[str] = []
    step = Step(table)
    for account, decision in command.asked:
        seat = step.table.bound(account)
        if seat is None or step.over or table.game.decision(deal.state, seat) != decision:
            continue
        action = table.game.default(deal.state, seat, None)
        if action is None:
            slow.append(account)
            continue
        after = _played(step.table, deal, seat, decision, action)
        step = replace(after, events=(*step.events, *after.events))
        deal = after.table.deal or deal
    if slow and not step.over:
        step = replace(step, table=absence.late(step.table, tuple(slow)))
    return step


def _asked_deal(table: Table, number: int) -> Deal:
    deal = table.running
    if deal is None:
        raise Refused("no_deal" if number == table.deals + 1 else "deal_changed")
    if number != deal.id:
        raise Refused("deal_changed")
    return deal


def _played(table: Table, deal: Deal, seat: int, decision: int, action: Action) -> Step:
    if decision != table.game.decision(deal.state, seat):
        raise Illegal("stale")
    state, events = table.game.apply(deal.state, seat, action)
    return _moved(table, deal, state, events)


def _with_key(table: Table, who: str, key: str) -> tuple[tuple[str, str], ...]:
    own = [one for one in table.keys if one[0] == who]
    others = tuple(one for one in table.keys if one[0] != who)
    return (*others, *own[-_KEYS + 1 :], (who, key))


def _moved(table: Table, deal: Deal, state: Any, events: Events) -> Step:
    deal = replace(deal, state=state, events=(*deal.events, *events))
    table = replace(table, deal=deal)
    result = table.game.result(state)
    if result is None:
        if len(deal.events) > MOST_EVENTS:
            return Step(voided(table, Why("endless")), events, over=True)
        return Step(table, events)
    scored = next((one for one in reversed(deal.events) if isinstance(one, Scored)), None)
    why = Why("over") if scored is None else Why(scored.code, scored.facts)
    table = finished(table, result)
    table = replace(table, history=(*table.history, DealScore(table.match.number, why)))
    return Step(table, events, over=True)


def _void(table: Table, why: Why) -> Table:
    if table.running is None:
        raise Refused("no_deal")
    return voided(table, why)


def _changed(before: Table, after: Table) -> Step:
    """A step that may have cancelled the running deal."""
    return Step(after, over=before.running is not None and after.running is None)


def _arranged(table: Table, who: str, patience: int) -> Table:
    if who != table.owner:
        raise Refused("not_owner")
    if table.quiet:
        # Everybody sees the number, and a number can mean a hand.
        raise Refused("deal_running")
    return replace(table, patience=patience)


def _chair(table: Table, who: str) -> int:
    seat = table.chair_of(who)
    if seat is None:
        raise Refused("not_seated")
    return seat
