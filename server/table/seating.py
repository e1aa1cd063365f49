"""From the seats of a deal to the chairs of its table: all that is told speaks of chairs.

Secrets keep the deal seats that may see them: redaction follows the deal, not the furniture.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.values.events import Dealt, Event, Events, Moved, Phase, Reshuffled, Scored
from engine.values.view import Note, SeatView, View, Zone
from server.table.state import Deal

# A chair that is not dealt in.
OUT = SeatView(status="out")


def everywhere(deal: Deal, chairs: int) -> bool:
    """Whether every chair plays, so that seats are chairs."""
    return len(deal.seats) == chairs


def view(told: View, deal: Deal, chairs: int) -> View:
    """A deal's view with chairs for seats, those that are not dealt in `out`."""
    if everywhere(deal, chairs):
        return told
    seats = deal.seats
    around = [OUT] * chairs
    for seat, chair in enumerate(seats):
        around[chair] = told.seats[seat]
    return replace(
        told,
        to_act=tuple(seats[seat] for seat in told.to_act),
        zones=tuple(_zone(zone, seats) for zone in told.zones),
        seats=tuple(around),
        pots=tuple(
            replace(pot, seats=tuple(seats[seat] for seat in pot.seats)) for pot in told.pots
        ),
        notes=tuple(_note(note, seats) for note in told.notes),
    )


def events(told: Events, deal: Deal, chairs: int) -> Events:
    """A deal's events with chairs for seats."""
    if everywhere(deal, chairs):
        return told
    return tuple(_event(event, deal.seats) for event in told)


def _zone(zone: Zone, seats: Sequence[int]) -> Zone:
    if zone.owner is None:
        return zone
    return replace(zone, id=_named(zone.id, seats[zone.owner]), owner=seats[zone.owner])


def _note(note: Note, seats: Sequence[int]) -> Note:
    if note.seat is None:
        return note
    seat = seats[note.seat]
    against = note.facts.get("against")
    if isinstance(against, int):
        return replace(note, seat=seat, facts={**note.facts, "against": seats[against]})
    return replace(note, seat=seat)


def _named(zone: str, chair: int) -> str:
    """The id of a seat's zone, which ends with the seat, as its chair's."""
    kind, _, _ = zone.rpartition(".")
    return f"{kind}.{chair}"


def _event(event: Event, seats: Sequence[int]) -> Event:
    match event:
        case Phase() | Reshuffled() | Scored():
            return event
        case Dealt():
            if event.seat is None:
                return event
            chair = seats[event.seat]
            return replace(event, zone=_named(event.zone, chair), seat=chair)
        case Moved():
            origin, target = event.origin, event.target
            return replace(
                event,
                origin=None if origin is None else seats[origin],
                target=None if target is None else seats[target],
            )
        case _:
            return replace(event, seat=seats[event.seat])
