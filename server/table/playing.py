"""A deal at the table, move by move: begun, decided, run out of time, ended. Pure."""

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from engine.match import Cash
from engine.values.actions import Action
from engine.values.draft import Kept
from engine.values.events import Events, Scored
from engine.values.offers import real
from engine.values.why import Illegal, Why
from protocol.errors import Refused
from protocol.messages import DealScore
from server.table import absence, drafts, money, tempo
from server.table.commands import Act, Begin, StandIn, TimeUp
from server.table.money import finished, voided
from server.table.state import Deal, Table, is_bot
from server.table.step import Step, joined

# So many of a person's last decisions are known by their keys.
_KEYS = 8
# Where people come and go a match may never end: so many of its last deals' scores are told.
_HISTORY = 20
# A deal of more events is cancelled. Played all at once a round ends only when all agree, so one
# person alone could make it endless, and all of a deal is told in one piece to whoever comes back.
# A move a second for an hour is still within it.
MOST_EVENTS = 4000

NOTHING: Mapping[str, Kept | None] = {}


def begin(table: Table, command: Begin) -> Step:
    fresh = table.match.ended is not None
    first = fresh or table.match.number == 0
    begun, following = table.match.start(table.game, table.options)
    state, events = table.game.new(following.options, following.setup, command.chance)
    deal = Deal(
        id=command.deal,
        rules=table.game.rules,
        binding=tuple(table.chairs[seat] or "" for seat in following.seats),
        seats=following.seats,
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
        tempo=tempo.begun(table, command.deal),
        begun=command.at if first else table.begun,
    )
    return without_leavers(_moved(table, deal, state, events))


def act(table: Table, who: str, command: Act) -> Step:
    seat = table.reads(who)
    if table.deal is not None and table.deal.id == command.deal and not table.match.running:
        return _keyed(_afterwards(table, table.deal, seat, command), who, command.key)
    deal = _asked_deal(table, command.deal)
    if seat is None:
        raise Refused("not_seated")
    if who in table.absence.missing + table.absence.late:
        # Who answers is there: that ends the waiting, and what a bot did for them.
        table = money.present(absence.back(table, (who,)))
    if table.paused:
        raise Refused("paused")
    step = _played(table, deal, seat, command.decision, command.action)
    step = _in_time(step, who)
    return _keyed(step, who, command.key)


def stand_in(table: Table, command: StandIn) -> Step:
    deal = _asked_deal(table, command.deal)
    seat = table.bound(command.account)
    if table.paused or seat is None or command.account not in table.absence.stand_ins:
        raise Refused("paused")
    return _played(table, deal, seat, command.decision, command.action)


def time_up(table: Table, command: TimeUp) -> Step:
    """Play what is safe for whoever it may be played for; the others are late (rules.md A)."""
    deal = _asked_deal(table, command.deal)
    if table.paused:
        raise Refused("paused")
    slow: list[str] = []
    kept = dict(command.kept)
    step = Step(table)
    for account, decision in command.asked:
        seat = step.table.bound(account)
        if seat is None or step.over or table.game.decision(deal.state, seat) != decision:
            continue
        action = table.game.default(deal.state, seat, kept.get(account))
        if action is None:
            slow.append(account)
            continue
        turn = drafts.turn(step.table, seat)
        step = joined(step, _played(step.table, deal, seat, decision, action))
        step = _laid(step, seat, turn, kept.get(account))
        step = _counted(step, account)
        deal = step.table.deal or deal
    if slow and not step.over:
        step = replace(step, table=absence.late(step.table, tuple(slow)))
    return step


def void(table: Table, why: Why) -> Step:
    if table.running is None:
        raise Refused("no_deal")
    table, moves = voided(table, why)
    return Step(table, over=True, moves=moves)


def without_leavers(step: Step, kept: Mapping[str, Kept | None] = NOTHING) -> Step:
    """The step once what is safe was played for whoever nobody waits for, as soon as it is their
    turn: who has left, and in a freeze-out who was not there when the deal began.

    `kept` is what they had arranged, by account.
    """
    while (deal := step.table.running) is not None:
        unmanned = step.table.match.unmanned
        gone = (seat for seat, at in enumerate(deal.seats) if unmanned(at))
        held = ((seat, kept.get(deal.binding[seat])) for seat in gone)
        actions = ((seat, step.table.game.default(deal.state, seat, one)) for seat, one in held)
        seat, action = next(((seat, one) for seat, one in actions if one is not None), (0, None))
        if action is None:
            break
        state, events = step.table.game.apply(deal.state, seat, action)
        step = joined(step, _moved(step.table, deal, state, events))
    return step


def _laid(step: Step, seat: int, turn: int, kept: Kept | None) -> Step:
    """The step once a seat that lays one card after the other has laid all of that turn."""
    while not step.over and drafts.asks(step.table, seat) is not None:
        deal, game = step.table.running, step.table.game
        if deal is None or drafts.turn(step.table, seat) != turn:
            break
        action = game.default(deal.state, seat, kept)
        if action is None:
            break
        decision = game.decision(deal.state, seat)
        step = joined(step, _played(step.table, deal, seat, decision, action))
    return step


def _afterwards(table: Table, deal: Deal, seat: int | None, command: Act) -> Step:
    """What may still be done once a deal is over: a hand shown, no chips moved."""
    if seat is None or not real(table.game.offers(deal.state, seat)):
        raise Refused("deal_changed")
    if command.decision != table.game.decision(deal.state, seat):
        raise Illegal("stale")
    state, events = table.game.apply(deal.state, seat, command.action)
    deal = replace(deal, state=state, events=(*deal.events, *events))
    return Step(replace(table, deal=deal), events, told=True)


def _in_time(step: Step, who: str) -> Step:
    match, seat = step.table.match, step.table.chair_of(who)
    if not isinstance(match, Cash) or seat is None or is_bot(who):
        return step
    after = match.acted(seat)
    return step if after is match else replace(step, table=replace(step.table, match=after))


def _keyed(step: Step, who: str, key: str | None) -> Step:
    if key is None:
        return step
    return replace(step, table=replace(step.table, keys=_with_key(step.table, who, key)))


def _counted(step: Step, account: str) -> Step:
    """The step once the match knows whose clock has run out; who is gone has a chair no more."""
    match, seat = step.table.match, step.table.chair_of(account)
    if not isinstance(match, Cash) or seat is None:
        return step
    return replace(step, table=replace(step.table, match=match.late(seat)))


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
    return without_leavers(_moved(table, deal, state, events))


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
            table, moves = voided(table, Why("endless"))
            return Step(table, events, over=True, moves=moves)
        return Step(table, events)
    scored = next((one for one in reversed(deal.events) if isinstance(one, Scored)), None)
    why = Why("over") if scored is None else Why(scored.code, scored.facts)
    table, moves = finished(table, result)
    history = (*table.history, DealScore(table.match.number, why))
    if table.flows:
        history = history[-_HISTORY:]
    return Step(replace(table, history=history), events, over=True, moves=moves)
