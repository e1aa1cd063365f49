"""What a table shows: to everybody the same frame, to each seat its own question."""

from collections.abc import Mapping
from typing import TypedDict

from msgspec import Struct

from engine.values.offers import Offers
from protocol.messages import ChairInfo, Stage, TableInfo, TableStatus, TableView
from server.table.state import Table, bot_name, is_bot

NOBODY = ChairInfo(kind="empty", here=False)


class Company(Struct, frozen=True):
    """Who is at the table besides its state: names by account, who is here, how many look on."""

    names: Mapping[str, str]
    here: frozenset[str]
    watching: int


def frame(
    table: Table, seq: int, company: Company, seated: tuple[ChairInfo, ...], broken: bool
) -> TableView:
    """The table as a spectator sees it, secrets still labelled; `seated` are its `chairs`.

    Any exception is the game's own fault.
    """
    running = table.running
    deal = None if broken else table.deal
    return TableView(
        id=table.id,
        name=table.name,
        game=table.game.id,
        options=table.values,
        seq=seq,
        chairs=seated,
        me=None,
        stage=_stage(table, broken),
        deal=table.deals,
        number=table.match.number,
        ended=table.match.ended,
        view=None if deal is None else table.game.view(deal.state),
        offers=(),
        decision=0,
        chat="free" if running is None or talks_freely(table) else "phrases",
        history=table.history,
        watching=company.watching,
        cancelled=table.cancelled,
    )


class Own(TypedDict):
    """What of a frame is somebody's own."""

    me: int | None
    offers: Offers
    decision: int


OWN = tuple(Own.__annotations__)


def own(table: Table, framed: TableView, me: int | None, seat: int | None) -> Own:
    """What somebody in chair `me` with deal seat `seat` has of their own in the frame.

    A seat with a question gets its offers; whoever is not bound to the deal sees what a
    spectator sees, sitting in a chair or not.
    """
    running = table.running
    if seat is None or running is None or framed.stage == "broken":
        return Own(me=me, offers=(), decision=0)
    return Own(
        me=me,
        offers=table.game.offers(running.state, seat),
        decision=table.game.decision(running.state, seat),
    )


def chairs(table: Table, company: Company) -> tuple[ChairInfo, ...]:
    """Who sits where."""
    return tuple(_chair(table, seat, company) for seat in range(len(table.chairs)))


def talks_freely(table: Table) -> bool:
    """Whether people may say what they like even during a deal."""
    return table.game.manners.talk == "free"


def info(table: Table, company: Company, broken: bool) -> TableInfo:
    """The table's line in the lobby."""
    return TableInfo(
        id=table.id,
        name=table.name,
        game=table.game.id,
        options=table.values,
        seats=len(table.chairs),
        taken=len(table.chairs) - len(table.empty),
        bots=len(table.bots),
        players=tuple(_name(one, company) for one in table.chairs if one is not None),
        status=_status(table, broken),
        watching=company.watching,
    )


def _stage(table: Table, broken: bool) -> Stage:
    if broken:
        return "broken"
    if table.match.running:
        return "running"
    if table.empty:
        # Whatever was before: nothing goes on until somebody sits down there.
        return "waiting"
    return "between" if table.match.ended is None else "over"


def _status(table: Table, broken: bool) -> TableStatus:
    if broken:
        return "broken"
    if table.match.running:
        return "running"
    return "waiting" if table.empty else "full"


def _chair(table: Table, seat: int, company: Company) -> ChairInfo:
    occupant = table.chairs[seat]
    if occupant is None:
        return NOBODY
    bot = is_bot(occupant)
    return ChairInfo(
        kind="bot" if bot else "person",
        name=_name(occupant, company),
        here=bot or occupant in company.here,
        ready=table.match.chairs[seat].ready,
    )


def _name(occupant: str, company: Company) -> str:
    return bot_name(occupant) if is_bot(occupant) else company.names.get(occupant, "")
