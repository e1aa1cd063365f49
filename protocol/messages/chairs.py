"""Who sits in a chair, and what they have there."""

from typing import Literal

from msgspec import Struct


class CashInfo(Struct, frozen=True):
    """The chips of a chair, and whether its player is dealt in.

    `stack` is without what the running deal has changed, `coming` was bought during it and counts
    after it. `wish`: to be dealt in, to sit out, or to leave after the deal. `owes`: blinds went by
    or the player is new, so that the big blind is waited for, or (`posting`) all of it posted.
    `slow`: sits out because two clocks in a row ran out.
    `reserve`: portions of extra time that are left. `buy`: the least and the most chips that can be
    bought now; None: none.
    """

    stack: int
    coming: int = 0
    wish: Literal["play", "rest", "leave"] = "play"
    owes: bool = False
    posting: bool = False
    reserve: int = 0
    buy: tuple[int, int] | None = None
    slow: bool = False


class PointsInfo(Struct, frozen=True):
    """The points of a chair in this match, and whether its player is dealt in.

    `wish` is as with chips. `at_once` are cards that the player gets at once in the next deal.
    """

    points: int
    wish: Literal["play", "rest", "leave"] = "play"
    at_once: int = 0


class FreezeoutInfo(Struct, frozen=True):
    """The chips of a chair in this freeze-out, and what its player wants.

    `stack` is without what the running deal has changed. `playing`: they have a part in this match,
    and are out of it without chips; whoever has none is in the next one. `wish`: to play, or to
    leave after the deal.
    """

    stack: int
    playing: bool = False
    wish: Literal["play", "leave"] = "play"


class ChairInfo(Struct, frozen=True):
    """A table seat: who sits there. Names are cleaned by the server and still never markup.

    `here`: connected. `ready`: wants the next deal. `stand_in`: a bot plays for whoever sits there,
    until they are back. `owner`: the table is theirs. `cash`: where there are chips. `points`:
    where people play for them. `freezeout`: where all begin with as many.
    """

    kind: Literal["empty", "person", "bot"]
    name: str = ""
    here: bool = True
    ready: bool = False
    stand_in: bool = False
    owner: bool = False
    cash: CashInfo | None = None
    points: PointsInfo | None = None
    freezeout: FreezeoutInfo | None = None
