"""What the owner of an account likes better: names and values that only the clients understand."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from protocol.errors import Refused
from protocol.messages import Ok, Prefer, Preferred
from server import registry
from server.house import House

if TYPE_CHECKING:
    from server.sessions import Session


async def serve(house: House, session: "Session", request: Prefer) -> None:
    """Keep what `request` changes; Refused too_many_preferences, too_many_requests, storage."""
    if not session.keeps.take():
        raise Refused("too_many_requests")
    person, most = session.person, house.config.limits.preferences_each
    if len(merged(person.prefs, request.prefs)) > most:
        raise Refused("too_many_preferences", most=most)
    # Before: what has been done can't be refused any more.
    chips = await house.bank.chips(person.id)
    await house.log.append([registry.prefer(person.id, request.prefs)])
    person.prefs = merged(person.prefs, request.prefs)
    session.tell(Ok(request.id, account=person.told(chips)))


def merged(
    prefs: Mapping[str, Preferred], changes: Mapping[str, Preferred | None]
) -> dict[str, Preferred]:
    """`prefs` with the changes; None takes one away."""
    now = {**prefs, **changes}
    return {name: value for name, value in now.items() if value is not None}
