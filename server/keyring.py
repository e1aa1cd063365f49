"""The keys of one's account: one more by a code that another device shows, one less, the list."""

import math
from contextlib import suppress
from typing import TYPE_CHECKING

from protocol.errors import Refused
from protocol.messages import Disown, Invitation, Invite, KeyInfo, Keys, Ok, Unite
from server.accounts import INVITED
from server.house import House

if TYPE_CHECKING:
    from server.sessions import Session


async def serve(house: House, session: "Session", request: Invite | Unite | Keys | Disown) -> None:
    """Do what `request` asks; what it raises refuses it."""
    match request:
        case Invite():
            code = await house.people.invite(session.person)
            session.tell(Ok(request.id, invitation=Invitation(code, INVITED)))
        case Unite():
            await _unite(house, session, request)
        case Keys():
            session.tell(Ok(request.id, keys=await _told(house, session)))
        case Disown():
            await house.people.disown(session.person, request.public_key)
            session.tell(Ok(request.id, keys=await _told(house, session)))


async def _unite(house: House, session: "Session", request: Unite) -> None:
    if session.key is None or session.person.guest:
        raise Refused("no_key")
    if wait := house.door.type_code(session.home):
        raise Refused("too_many_guesses", minutes=math.ceil(wait / 60))
    given_up = session.account
    person = await house.people.unite(session.person, session.key, request.code)
    house.waiters.forget(given_up)
    session.become(person)
    for table in house.seats_of(person.id):
        house.tables[table].renamed()
    chips = 0
    # It has happened, whether the purse can be read at this moment or not.
    with suppress(Refused):
        chips = await house.bank.chips(person.id)
    session.tell(Ok(request.id, account=person.told(chips), held=house.held(person.id)))
    house.waiters.came(session, person.id)


async def _told(house: House, session: "Session") -> tuple[KeyInfo, ...]:
    keys = await house.people.keys(session.person)
    return tuple(KeyInfo(one.key, one.added, one.key == session.key) for one in keys)
