"""What somebody has with tables where they do not sit: codes, queues, calls, and saved settings."""

from typing import Annotated

from msgspec import Meta, Struct

from engine.values.options import Value
from engine.values.why import Why
from protocol.messages.clock import Clock
from protocol.messages.common import Id, ShortText, TableId

TemplateName = Annotated[str, Meta(min_length=1, max_length=64)]


class Find(Struct, frozen=True, tag="find", forbid_unknown_fields=True):
    """Ask which table has that code; ok names it, and join, watch and queue take the code."""

    id: Id
    code: ShortText


class Queue(Struct, frozen=True, tag="queue", forbid_unknown_fields=True):
    """Wait for a chair at a full table, or (`on` false) no more. `code` is as in Join."""

    id: Id
    table: TableId
    on: bool = True
    code: ShortText | None = None


class Wake(Struct, frozen=True, tag="wake", forbid_unknown_fields=True):
    """Be called once so many people sit at a table; 0: never mind."""

    id: Id
    table: TableId
    people: Annotated[int, Meta(ge=0, le=23)]


class Template(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings of a new table, saved by name. Which `values` there are is the client's business."""

    name: TemplateName
    game: ShortText
    values: dict[ShortText, Value] = {}


class Templates(Struct, frozen=True, tag="templates", forbid_unknown_fields=True):
    """Ask for one's saved settings."""

    id: Id


class KeepTemplate(Struct, frozen=True, tag="keep_template", forbid_unknown_fields=True):
    """Save settings, in place of those of the same name and game."""

    id: Id
    template: Template


class DropTemplate(Struct, frozen=True, tag="drop_template", forbid_unknown_fields=True):
    """Forget saved settings."""

    id: Id
    name: TemplateName
    game: ShortText


class Place(Struct, frozen=True):
    """A place in a queue, counted from 1.

    `held`: a chair is free, and kept for this account until that time is over.
    """

    table: str
    place: int
    held: Clock | None = None


class Wakeup(Struct, frozen=True):
    """How many people have to sit at a table for this account to be called."""

    table: str
    people: int


class Waits(Struct, frozen=True, tag="waits"):
    """All that this account waits for. The newest wins."""

    places: tuple[Place, ...] = ()
    wakes: tuple[Wakeup, ...] = ()


class Called(Struct, frozen=True, tag="called"):
    """Something that was waited for has happened at the table called `name`.

    `chair_free` (facts: seconds), `chair_passed` (time was up), `people_sit` (facts: people), or
    why the table is gone.
    """

    table: str
    name: str
    why: Why
