"""The table machine: a state, a command and who gives it make the next state. Pure.

Whatever it refuses raises Illegal or Refused, and the given state still stands.
"""

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from engine import match
from engine.game import AnyGame
from engine.match import AnyTerms, Cash, Freezeout, Match
from engine.values.why import Illegal, Why
from protocol.errors import Refused
from server.table import absence, chairs, money, playing, tempo
from server.table.commands import (
    Act,
    Arrange,
    Away,
    Back,
    Begin,
    Buy,
    CallVote,
    Close,
    Command,
    Free,
    GetUp,
    Next,
    Open,
    Over,
    Post,
    Reserve,
    Rest,
    SeatBots,
    Sit,
    StandIn,
    TimeUp,
    Void,
    Vote,
)
from server.table.money import voided
from server.table.state import BOT, Table
from server.table.step import Step


def opened(command: Open, game: AnyGame, options: Struct, terms: AnyTerms | None = None) -> Table:
    """A table as it is opened, all chairs empty.

    ValueError for seats that the game lacks, or terms that make no match.
    """
    made = match.new(game, options, command.seats, command.button, terms)
    return Table(
        id=command.table,
        name=command.name,
        game=game,
        options=options,
        values=command.options,
        chairs=(None,) * command.seats,
        match=made,
        bots_later=command.bots_later,
        owner=command.owner,
        clock=command.clock,
        patience=command.patience,
        level=command.level,
        code=command.code,
        spectators=command.spectators,
        chat=command.chat,
    )


def decide(table: Table, command: Command, by: str) -> Step:
    """The step that `command`, given by `by`, makes.

    `by` is an account's id, a bot, or the house itself (`clock`). Raises Illegal for what the
    game or the match forbids and Refused for what the table declines.
    """
    step = chairs.kept(_decided(table, command, by))
    return replace(step, table=chairs.alone(step.table))


def _decided(table: Table, command: Command, by: str) -> Step:
    match command:
        case Sit():
            return chairs.sit(table, command, by)
        case SeatBots():
            return _seat_bots(table, command.names)
        case GetUp():
            return _get_up(table, by, command)
        case Free():
            return _free(table, command)
        case Buy():
            bought = money.cash(table).buy(_chair(table, by), command.chips)
            moves = money.bought(table, by, command.chips)
            return Step(replace(table, match=bought), moves=moves)
        case Rest():
            return Step(_rest(table, by, command.on))
        case Post():
            posting = money.cash(table).post(_chair(table, by), command.now)
            return Step(replace(table, match=posting))
        case Reserve():
            return Step(tempo.reserved(table, command))
        case Next():
            return Step(_next(table, by, command.deal))
        case Begin():
            return playing.begin(table, command)
        case Over():
            return Step(tempo.over(table))
        case Act():
            return playing.act(table, by, command)
        case StandIn():
            return playing.stand_in(table, command)
        case TimeUp():
            return playing.time_up(table, command)
        case Away():
            return _changed(table, money.present(absence.away(table, command.accounts)))
        case Back():
            return _changed(table, money.present(absence.back(table, command.accounts)))
        case CallVote():
            return Step(absence.called(table))
        case Vote():
            return _changed(table, absence.voted(table, by, command))
        case Arrange():
            return Step(_arranged(table, by, command.patience))
        case Void():
            return playing.void(table, Why(command.why))
        case Close():
            return _close(table, Why(command.why))
        case Open():
            raise ValueError("a table is opened once")
        case _:
            assert_never(command)


def due(table: Table) -> bool:
    """Whether the next deal can begin, once bots have chips: they never play among themselves."""
    if not table.match.running:
        table = money.stocked(table)
    if not table.match.startable:
        return False
    people = (seat for seat, one in enumerate(table.chairs) if one in table.people)
    return any(table.match.wants(seat) for seat in people)


def _seat_bots(table: Table, names: tuple[str, ...]) -> Step:
    if table.running is not None and not table.flows:
        raise Refused("deal_running")
    if not table.empty or not names:
        raise Refused("nothing_to_fill")
    chips = table.match.bounds[1] if isinstance(table.match, Cash) else 0
    step = Step(replace(table, bots_later=False))
    for seat, name in zip(table.empty, names, strict=not table.flows):
        step = chairs.seated(step, seat, BOT + name, chips)
    return step


def _get_up(table: Table, who: str, command: GetUp) -> Step:
    if table.promised(who) is not None:
        return chairs.declined(table, who)
    seat = _chair(table, who)
    over = table.running is not None and not table.flows
    if over:
        # Nobody may play for somebody else, so without one of them there is no result (rules.md A).
        table, _ = voided(table, Why("left", {"name": command.name, "seat": seat}))
    table, moves = money.left(table, seat)
    return playing.without_leavers(Step(table, over=over, moves=moves), {who: command.kept})


def _free(table: Table, command: Free) -> Step:
    account = command.account
    if table.running is not None and table.bound(account) is not None and not table.flows:
        raise Refused("deal_running")
    if account not in table.absence.out:
        raise Refused("not_seated")
    table, moves = money.left(table, _chair(table, account))
    return playing.without_leavers(Step(table, moves=moves), {account: command.kept})


def _next(table: Table, who: str, deal: int) -> Table:
    seat = _chair(table, who)
    if deal != table.deals:
        raise Refused("deal_changed")
    if not table.flows:
        return replace(table, match=table.match.ready(seat))
    if table.running is not None:
        raise Illegal("deal_running")
    return tempo.eager(table, who) if table.match.wants(seat) else table


def _rest(table: Table, who: str, on: bool) -> Table:
    match, seat = table.match, _chair(table, who)
    if isinstance(match, Match):
        raise Refused("no_chips")
    if not on:
        return replace(table, match=match.ready(seat))
    if isinstance(match, Freezeout):
        raise Refused("no_rest")
    return replace(table, match=match.rest(seat))


def _close(table: Table, why: Why) -> Step:
    step = Step(table)
    if table.running is not None and table.cash:
        # Whatever lies in it belongs to somebody.
        step = playing.void(table, why)
    moves = step.moves + money.closed(step.table)
    return replace(step, table=replace(step.table, closed=why), moves=moves)


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
