"""What can be done to a table: one closed union, written to the log as it is."""

from msgspec import Struct

from engine.values.actions import Action
from engine.values.chance import Chance
from engine.values.options import Value


class Open(Struct, frozen=True, tag="open"):
    """A table begins: its game, its options as names and values, its first dealer.

    `bots_later`: bots shall come to the chairs that are still empty after a while.
    """

    table: str
    name: str
    game: str
    seats: int
    options: dict[str, Value]
    button: int
    bots_later: bool = False


class Sit(Struct, frozen=True, tag="sit"):
    """Somebody sits down; seat None: in the first empty chair."""

    seat: int | None = None


class SeatBots(Struct, frozen=True, tag="bots"):
    """Bots of these names sit down in the empty chairs, in seat order."""

    names: tuple[str, ...]


class GetUp(Struct, frozen=True, tag="leave"):
    """Somebody leaves for good, called `name` at that moment."""

    name: str


class Next(Struct, frozen=True, tag="next"):
    """Somebody is ready for the deal after `deal`."""

    deal: int


class Begin(Struct, frozen=True, tag="deal"):
    """The next deal begins. Its chance lies in the deal's own row, not in the log's."""

    deal: int
    chance: Chance


class Act(Struct, frozen=True, tag="act"):
    """A decision: of which deal, which question, and what."""

    deal: int
    decision: int
    action: Action


class Void(Struct, frozen=True, tag="void"):
    """The running deal is cancelled without result; why is a code."""

    why: str


class Close(Struct, frozen=True, tag="close"):
    """The table is gone; why is a code."""

    why: str


Command = Open | Sit | SeatBots | GetUp | Next | Begin | Act | Void | Close
