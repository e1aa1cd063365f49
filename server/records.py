"""Finished deals, given to those who played them: which there are, and what each of them saw."""

import asyncio
import logging
from datetime import UTC, datetime, time
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from engine import record
from protocol.errors import Refused
from protocol.messages import Past, PastDeal, PlayedDeal, Record, Steps
from server import store
from server.house import House
from server.store import FinishedRow
from server.table import saved

if TYPE_CHECKING:
    from server.sessions import Session

log = logging.getLogger(__name__)

# So many past deals are told of at once.
_MOST = 50
# No reader takes a longer string than this, in bytes (protocol.codec.FROM_SERVER). A record has
# some 15 bytes an action, so no deal that was meant seriously comes near.
_MOST_TEXT = 64 * 1024
# Later than any moment.
_EVER = 2**53


class Told(Struct, frozen=True):
    """A finished deal as one of its players saw it, as events and as the text of records.md."""

    text: str
    played: PlayedDeal


async def told(house: House, session: "Session", request: Record) -> Told:
    """The deal that is asked for, with what this account's seat was allowed to see.

    It is made from the events that were kept with it and plays nothing again, so that later rules
    change nothing of it. Refused no_record to whoever has not played it, while it runs, after it
    was cancelled, and where its game has no records or they can't be read any more.
    """
    row, seat = await played(house, session, request)
    # Long deals take a while; nobody else waits for it.
    found = await asyncio.to_thread(_told, row, seat)
    if found is None:
        raise Refused("no_record")
    return found


async def played(
    house: House, session: "Session", request: Record | Steps
) -> tuple[FinishedRow, int]:
    """The deal that is asked for, and this account's seat of it.

    Refused no_record to whoever has not played it, while it runs and after it was cancelled.
    """
    row = await house.log.read(
        lambda database: store.finished_deal(database, request.table, request.deal)
    )
    if row is None or session.account not in row.binding:
        raise Refused("no_record")
    return row, row.binding.index(session.account)


async def past(house: House, session: "Session", request: Past) -> tuple[PastDeal, ...]:
    """The last finished deals of this account, the newest first."""
    before = _EVER if request.before is None else request.before
    account = session.account
    return await house.log.read(lambda database: store.past_deals(database, account, before, _MOST))


def _told(row: FinishedRow, seat: int) -> Told | None:
    """What `seat` saw; None if there is no record of it."""
    deal = row.past
    game = record.game_of(deal.game)
    if game is None:
        return None
    try:
        options, setup = saved.began(row.before, game)
        events = saved.events_for(row.events, seat)
    except saved.Unreadable as failure:
        log.warning("table %s, deal %d has no record: %s", deal.table, deal.deal, failure)
        return None
    text = record.write(game, options, setup, row.names, events, _about(deal))
    if len(text.encode()) > _MOST_TEXT:
        return None
    values = msgspec.to_builtins(options)
    return Told(text, PlayedDeal(deal, seat, row.names, values, events))


def _about(deal: PastDeal) -> dict[str, str | int | time]:
    """Where and when it was, in the keys that PHH has for it."""
    ended = datetime.fromtimestamp(deal.at / 1000, UTC)
    return {
        "table": deal.name,
        "hand": deal.deal,
        "year": ended.year,
        "month": ended.month,
        "day": ended.day,
        "time": ended.time(),
        "time_zone": "UTC",
    }
