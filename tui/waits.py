"""What this person waits for at tables where they do not sit, and what they are called for."""

from collections.abc import Callable, Iterator
from time import monotonic

from protocol.messages import Called, Place, Queue, Request, TableInfo, Waits, Wake
from tui.canvas import say
from tui.locale import Words
from tui.room import Room


def place(room: Room, table: str) -> Place | None:
    """This person's place in the queue of a table."""
    return next((one for one in room.waits.places if one.table == table), None)


def held(room: Room, table: str, now: Callable[[], float] = monotonic) -> int | None:
    """Seconds that a chair is still held there for this person; None: none is."""
    mine = place(room, table)
    if mine is None or mine.held is None:
        return None
    return max(0, round(mine.held.left / 1000 - (now() - room.waits_at)))


def wanted(room: Room, table: str) -> int:
    """With how many people at a table this person is to be called; 0: not at all."""
    return next((one.people for one in room.waits.wakes if one.table == table), 0)


def queues(table: TableInfo) -> bool:
    """Whether one more person has to wait there: no chair is free, or others wait for it."""
    free = table.seats - table.taken
    return (free or table.bots - table.promised) <= table.queue


def again(waited: Waits, room: Room) -> Iterator[Request]:
    """The requests to wait for the same once more."""
    for one in waited.places:
        yield Queue(id=0, table=one.table, code=room.codes.get(one.table))
    for wake in waited.wakes:
        yield Wake(id=0, table=wake.table, people=wake.people)


def said(call: Called, words: Words) -> str:
    """What somebody is called for, in a sentence."""
    key = f"lobby.called.{call.why.code}"
    if words.has(key):
        return words(key, table=call.name, **call.why.facts)
    return f"{call.name}: {say.why(call.why, words)}"
