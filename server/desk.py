"""The front desk: what each request of a session does, and which table gets it."""

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

import msgspec

from engine import match
from engine.game import AnyGame
from engine.values.chance import Dice
from engine.values.level import USUAL
from engine.values.options import OptionSpec, Value
from engine.values.why import Illegal
from protocol.errors import Refused
from protocol.messages import (
    Act,
    Arrange,
    Buy,
    Chat,
    Create,
    Disown,
    DropTemplate,
    Fill,
    Find,
    GameInfo,
    Here,
    Invite,
    Join,
    Keep,
    KeepTemplate,
    Keys,
    Leave,
    Next,
    Ok,
    Past,
    Ping,
    Post,
    Prefer,
    Purse,
    Queue,
    Record,
    Rename,
    Reserve,
    Rest,
    Return,
    Say,
    ScoreList,
    Scores,
    Steps,
    Templates,
    Unite,
    Vote,
    Wake,
    Watch,
    WatchLobby,
)
from server import (
    codes,
    entrance,
    keyring,
    preferences,
    records,
    scores,
    steps,
    store,
    templates,
)
from server.door import Turned
from server.house import House
from server.table.commands import Open
from server.table.decide import opened
from server.table.task import TableTask
from server.text import TABLE_NAME_CELLS, clean

if TYPE_CHECKING:
    from server.sessions import Session


# Random bytes of a table's code: friends type it, and wrong ones are limited.
_CODE = 5

# What one table answers by itself, most of all that is asked.
AtTable = Watch | Act | Keep | Next | Vote | Here | Arrange | Rest | Post | Reserve | Say | Chat
# What is done once, however often it is asked for.
Once = Create | Join | Leave | Buy | Fill
OfKeys = Invite | Unite | Keys | Disown
OfTemplates = Templates | KeepTemplate | DropTemplate
OfTables = Find | Queue | Wake
Looks = Record | Steps | Past | Scores
AtDesk = (
    WatchLobby
    | Once
    | OfTables
    | OfTemplates
    | Looks
    | Rename
    | Return
    | OfKeys
    | Purse
    | Prefer
    | Ping
)


def games(house: House) -> tuple[GameInfo, ...]:
    """What can be played here."""
    return tuple(
        GameInfo(
            id=game.id,
            lo=game.players.start,
            hi=game.players.stop - 1,
            options=match.specs_of(game),
            manners=game.manners,
            bots=house.pool.plays(game.id),
            levels=house.pool.levels(game.id),
            match=game.match,
            presets={name: dict(values) for name, values in game.presets.items()},
            scores=game.scores,
        )
        for game in house.games.values()
    )


async def serve(house: House, session: "Session", request: AtDesk) -> None:
    """Do what `request` asks, or refuse it; it is answered either way."""
    try:
        await _serve(house, session, request)
    except (Illegal, Refused) as refusal:
        session.no(request, refusal.why)
    session.flush()


def pass_on(
    house: House, session: "Session", request: AtTable, answered: Callable[[], None]
) -> bool:
    """Hand a request to its table, which calls `answered` later; False: it is refused already."""
    try:
        _table(house, request.table).put(session, request, answered)
    except Refused as refusal:
        session.no(request, refusal.why)
        return False
    return True


async def _serve(house: House, session: "Session", request: AtDesk) -> None:
    match request:
        case Ping():
            session.ok(request)
        case WatchLobby():
            session.ok(request)
            if request.on:
                house.lobby.watch(session)
            else:
                house.lobby.leave(session)
        case Create() | Join() | Leave() | Buy() | Fill():
            await _once(house, session, request)
        case Find():
            # Right codes are not counted, and all tables are looked through for each.
            _sparing(session)
            session.ok(request, entrance.found(house, session, request.code))
        case Queue():
            _sparing(session)
            house.waiters.queue(session, _table(house, request.table), request)
        case Wake():
            _sparing(session)
            house.waiters.wake(session, _table(house, request.table), request)
        case Templates() | KeepTemplate() | DropTemplate():
            _sparing(session)
            await templates.serve(house, session, request)
        case Record():
            # It costs what sitting down costs: a question to the log's file.
            _sparing(session)
            told = await records.told(house, session, request)
            session.tell(Ok(request.id, request.table, record=told.text, played=told.played))
        case Steps():
            session.put(await steps.told(house, session, request))
        case Past():
            _sparing(session)
            session.tell(Ok(request.id, deals=await records.past(house, session, request)))
        case Scores():
            _sparing(session)
            session.tell(Ok(request.id, scores=await _scores(house, session, request)))
        case Rename():
            _sparing(session)
            # What somebody is called can be read by all, as what they write.
            house.penalties.let_write(session.account)
            # Before: what has been done can't be refused any more.
            chips = await house.bank.chips(session.account)
            await house.people.rename(session.person, request.name)
            session.tell(Ok(request.id, account=session.person.told(chips)))
            for table in house.seats_of(session.account):
                house.tables[table].renamed()
        case Return():
            _sparing(session)
            await _return(house, session, request)
        case Invite() | Unite() | Keys() | Disown():
            _sparing(session)
            await keyring.serve(house, session, request)
        case Purse():
            _sparing(session)
            ask = house.bank.refill if request.refill else house.bank.chips
            chips = await ask(session.account)
            session.tell(Ok(request.id, account=session.person.told(chips)))
        case Prefer():
            await preferences.serve(house, session, request)
        case _:
            assert_never(request)


def _sparing(session: "Session") -> None:
    if not session.changes.take():
        raise Refused("too_many_requests")


async def _scores(house: House, session: "Session", request: Scores) -> ScoreList:
    options = _values(_game(house, request.game), request.options)
    account = session.account
    return await house.log.read(
        lambda database: scores.listed(database, account, request.game, options)
    )


async def _once(house: House, session: "Session", request: Once) -> None:
    """Do a request with a client's key, unless this account's was done already."""
    _sparing(session)
    mark = (session.account, request.key)
    while (other := house.repeats.get(mark)) is not None:
        await asyncio.shield(other)
    done = asyncio.get_running_loop().create_future()
    house.repeats[mark] = done
    try:
        first = await house.log.read(lambda database: store.answered(database, *mark))
        if first is not None:
            await _again(house, session, request, first[0])
        elif isinstance(request, Create):
            await _create(house, session, request)
        else:
            await _table(house, request.table).ask(session, request)
    finally:
        del house.repeats[mark]
        done.set_result(None)


async def _again(house: House, session: "Session", request: Once, table: str | None) -> None:
    """Answer a repeat as the first time, and show the table that it led to again.

    Refused table_closed if that is gone: whoever is told of a table waits to see it.
    """
    if isinstance(request, Leave | Buy | Fill):
        session.ok(request, table)
        return
    task = None if table is None else house.tables.get(table)
    if task is None:
        raise Refused("table_closed")
    await task.ask(session, Watch(id=request.id, table=task.table.id))


def _table(house: House, table: str) -> TableTask:
    task = house.tables.get(table)
    if task is None:
        raise Refused("unknown_table")
    return task


async def _create(house: House, session: "Session", request: Create) -> None:
    game = _game(house, request.game)
    if request.seats not in game.players:
        raise Refused("bad_seats", lo=game.players.start, hi=game.players.stop - 1)
    values = _values(game, request.options)
    if request.bots != "none" and not house.pool.plays(game.id):
        raise Refused("no_bots")
    if request.level is not None and request.level not in house.pool.levels(game.id):
        raise Refused("bad_level")
    limits = house.config.limits
    if len(house.seats_of(session.account)) >= limits.tables_each:
        raise Refused("too_many_tables", most=limits.tables_each)
    if len(house.tables) >= limits.tables:
        raise Refused("too_many_tables", most=limits.tables)
    table = house.world.ids()
    mute = house.penalties.mute(session.account)
    name = "" if mute is not None else clean(request.name, TABLE_NAME_CELLS)
    command = Open(
        table=table,
        name=name or session.person.name,
        game=game.id,
        seats=request.seats,
        options=values,
        # Who deals first is left to chance (rules.md A).
        button=Dice(house.world.chance(table, 0).seed).below(request.seats),
        bots_later=request.bots == "later",
        owner=session.account,
        clock=game.manners.clock if request.clock is None else request.clock,
        patience=request.patience,
        level=request.level or USUAL,
        code=codes.made(house.world.random(_CODE)) if request.entry == "code" else None,
        spectators=request.spectators,
        chat=request.chat,
    )
    try:
        made = opened(command, game, *match.typed(game, values))
    except ValueError:
        # Each of them is right by itself; together they are not.
        raise Refused("bad_options") from None
    task = TableTask(house, made, seq=1)
    task.start()
    await task.found(session, request, command)


def _game(house: House, name: str) -> AnyGame:
    game = house.games.get(name)
    if game is None:
        raise Refused("unknown_game")
    return game


def _values(game: AnyGame, given: dict[str, Value]) -> dict[str, Value]:
    """All options of a table, the given ones and the others as usual."""
    specs = {spec.name: spec for spec in match.specs_of(game)}
    for name, value in given.items():
        if name not in specs:
            raise Refused("unknown_option", name=clean(name, 64))
        try:
            match.typed(game, {name: value})
        except msgspec.ValidationError:
            raise Refused("bad_option", name=name, known=_known(specs[name])) from None
    parts = [msgspec.to_builtins(part) for part in match.typed(game, given) if part is not None]
    return {name: part[name] for part in parts for name in part if name in specs}


def _known(spec: OptionSpec) -> str:
    """What an option can be, as it is written on the command line."""
    if spec.kind == "choice":
        return ", ".join(map(str, spec.choices))
    return "on, off" if spec.kind == "switch" else f"{spec.lo}–{spec.hi}"


async def _return(house: House, session: "Session", request: Return) -> None:
    try:
        await session.caller.guess()
    except Turned:
        raise Refused("too_many_requests") from None
    person = await house.people.of_code(request.code)
    if person is None:
        raise Refused("wrong_code")
    session.caller.guessed()
    try:
        chips = await house.bank.chips(person.id)
    except Refused:
        house.people.release(person.id)
        raise
    session.become(person)
    session.tell(Ok(request.id, account=person.told(chips), held=house.held(person.id)))
    house.waiters.came(session, person.id)
