"""Finished deals step by step: how they lay on the table, for those who played them."""

import asyncio
import logging
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING

from engine.game import AnyGame
from engine.play import Moment, retold
from engine.values.why import Illegal
from protocol import codec
from protocol.errors import Refused
from protocol.journal import way
from protocol.messages import DealStep, DealSteps, Ok, Steps
from server import records
from server.house import House
from server.store import FinishedRow
from server.table import saved

if TYPE_CHECKING:
    from server.sessions import Session

log = logging.getLogger(__name__)

# So many bytes of steps, and one step more, are told at once: others have the line in between.
_PART = 48 * 1024
# A deal that told more events than this is not played again: it would keep the processor from
# everybody, and nobody would go through it step by step.
_MOST_EVENTS = 2000


async def told(house: House, session: "Session", request: Steps) -> bytes:
    """The answer with the steps that are asked for, redacted for this account's seat of the deal.

    The deal is played again, by what it told and the chance that it had. Refused no_record as for
    its record, no_steps if it can't be played again, too_many_requests.
    """
    if not session.steps.take():
        raise Refused("too_many_requests")
    row, seat = await records.played(house, session, request)
    # It takes a while; nobody waits for it but those who look back as well.
    async with house.retelling:
        found = await asyncio.to_thread(_answer, row, seat, request, house.games)
    if found is None:
        raise Refused("no_steps")
    return found


def _answer(
    row: FinishedRow, seat: int, request: Steps, games: Mapping[str, AnyGame]
) -> bytes | None:
    """The bytes for `seat`; None if the deal can't be played again."""
    game = games.get(row.past.game)
    if game is None or game.rules != row.rules:
        return None
    try:
        moments = _moments(row, game)
    except (saved.Unreadable, Illegal, ValueError) as failure:
        # Its message stays out: it may hold somebody's cards.
        kind, place = type(failure).__name__, way(failure)
        past = row.past
        log.warning("table %s, deal %d has no steps: %s at %s", past.table, past.deal, kind, place)
        return None
    if moments is None:
        return None
    steps = DealSteps(
        request.first,
        len(moments),
        tuple(_part(game, moments, seat, request.first, request.count)),
    )
    return codec.encode(Ok(request.id, request.table, steps=steps), seat)


def _moments(row: FinishedRow, game: AnyGame) -> tuple[Moment, ...] | None:
    events = saved.events_opened(row.events)
    if len(events) > _MOST_EVENTS:
        return None
    options, setup = saved.began(row.before, game)
    chance = saved.chance_of(row.deck, row.seed)
    return tuple(retold(game, options, setup, chance, events))


def _part(
    game: AnyGame, moments: tuple[Moment, ...], seat: int, first: int, count: int
) -> Iterator[DealStep]:
    """Up to `count` steps from the one of number `first` on, as many as go at once."""
    happened = sum(len(moment.events) for moment in moments[:first])
    size = 0
    for moment in islice(moments, first, first + count):
        happened += len(moment.events)
        offers = game.offers(moment.state, seat)
        step = DealStep(happened, game.view(moment.state), offers)
        yield step
        size += len(codec.encoder(seat).encode(step))
        if size > _PART:
            return
