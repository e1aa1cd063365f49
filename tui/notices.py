"""What happens at a table beside its deals, told from one view of it to the next.

Who is away, a vote and what came of it, a seat given up, another owner: none of it is an event of
a game, so it is read off two views that follow on each other. Where a view in between was passed
over, what it alone would have told is not told.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from protocol.messages import ChairInfo, Choice, TableView

NoticeCode = Literal[
    "away",  # names nobody can reckon with: the line has been gone for too long
    "late",  # the clock has run out
    "again",  # whoever was late has the time once more
    "back",  # plays for themselves again
    "called",  # a vote is open
    "voted",  # with a choice
    "decided_wait",
    "decided_bot",
    "decided_cancel",
    "freed",  # the chair of somebody who stayed away is free
    "left",
    "owner",  # the table belongs to somebody else now
    "storage",  # nothing can be written
    "resumed",  # it can be again
]


class Notice(Struct, frozen=True):
    """One thing that happened at a table: to or by the person of that name in `seat`, if any.

    `at` is the number of the deal's events that had happened before.
    """

    code: NoticeCode
    seat: int | None = None
    name: str = ""
    choice: Choice | None = None
    at: int = 0


def notices(old: TableView, new: TableView) -> tuple[Notice, ...]:
    """What happened between two views of one table, the causes before what they led to."""
    if _stalled(old) or _stalled(new):
        # Nobody's absence shows while the table rests for another reason, and nothing changes.
        return tuple(_storage(old, new))
    return (
        *_votes(old, new),
        *_gone(old, new),
        *_decided(old, new),
        *_back(old, new),
        *_absent(old, new),
        *_called(old, new),
        *_owner(old, new),
    )


def _out(view: TableView) -> frozenset[int]:
    return frozenset() if view.pause is None else frozenset(view.pause.seats)


def _same(old: TableView, new: TableView, seat: int) -> ChairInfo | None:
    """The chair, if the same person sits there in both views."""
    if seat >= min(len(old.chairs), len(new.chairs)):
        return None
    before, after = old.chairs[seat], new.chairs[seat]
    if before.kind != "person" or after.kind != "person" or before.name != after.name:
        return None
    return after


def _stayed(old: TableView, new: TableView) -> Iterator[tuple[int, ChairInfo, ChairInfo]]:
    """The people who sit where they sat, as they were and as they are."""
    for seat, before in enumerate(old.chairs):
        after = _same(old, new, seat)
        if after is not None:
            yield seat, before, after


def _votes(old: TableView, new: TableView) -> Iterator[Notice]:
    ballot = None if new.pause is None else new.pause.ballot
    if ballot is None:
        return
    earlier = None if old.pause is None else old.pause.ballot
    known = earlier.votes if earlier is not None and earlier.number == ballot.number else ()
    for vote in ballot.votes:
        chair = _same(old, new, vote.seat)
        if vote not in known and chair is not None:
            yield Notice("voted", vote.seat, chair.name, vote.choice)


def _gone(old: TableView, new: TableView) -> Iterator[Notice]:
    for seat, before in enumerate(old.chairs[: len(new.chairs)]):
        after = new.chairs[seat]
        if before.kind != "person" or (after.kind == "person" and after.name == before.name):
            continue
        if after.kind == "person" and after.here and before.here:
            continue  # another name, as it seems, and not another person
        yield Notice("left" if before.here else "freed", seat, before.name)


def _decided(old: TableView, new: TableView) -> Iterator[Notice]:
    voted = new.cancelled is not None and new.cancelled.code == "voted"
    if voted and old.stage == "running" and new.stage != "running":
        yield Notice("decided_cancel")
        return
    for seat, before, after in _stayed(old, new):
        if after.stand_in and not before.stand_in:
            yield Notice("decided_bot", seat, after.name)
    ballot = None if old.pause is None else old.pause.ballot
    if ballot is None or new.pause is None or new.pause.ballot is not None:
        return
    # A vote that nobody is left to give ends as well, but nothing counts down to another then.
    if new.pause.left is not None and _out(old) & _out(new):
        yield Notice("decided_wait")


def _back(old: TableView, new: TableView) -> Iterator[Notice]:
    missing = old.pause is not None and old.pause.why.code == "absent"
    for seat, before, after in _stayed(old, new):
        if after.stand_in or seat in _out(new) or not after.here:
            continue
        was_out = missing and seat in _out(old) and not before.here
        if before.stand_in or was_out:
            yield Notice("back", seat, after.name)
        elif seat in _out(old) and old.view == new.view and new.stage == "running":
            yield Notice("again", seat, after.name)


def _absent(old: TableView, new: TableView) -> Iterator[Notice]:
    for seat in sorted(_out(new) - _out(old)):
        chair = _same(old, new, seat)
        if chair is not None:
            yield Notice("late" if chair.here else "away", seat, chair.name)


def _called(old: TableView, new: TableView) -> Iterator[Notice]:
    ballot = None if new.pause is None else new.pause.ballot
    earlier = None if old.pause is None else old.pause.ballot
    if ballot is not None and (earlier is None or earlier.number != ballot.number):
        yield Notice("called")


def _owner(old: TableView, new: TableView) -> Iterator[Notice]:
    owners = [seat for seat, chair in enumerate(old.chairs) if chair.owner]
    for seat, chair in enumerate(new.chairs):
        if owners and chair.owner and seat not in owners:
            yield Notice("owner", seat, chair.name)


def _storage(old: TableView, new: TableView) -> Iterator[Notice]:
    before, after = _stalled(old), _stalled(new)
    if after and not before:
        yield Notice("storage")
    elif before and not after and new.stage != "broken":
        yield Notice("resumed")


def _stalled(view: TableView) -> bool:
    return view.pause is not None and view.pause.why.code == "storage"
