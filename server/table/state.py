"""A table's state: the match, the running deal, who sits where. Frozen values only."""

from typing import Any

from msgspec import Struct

from engine.game import AnyGame
from engine.match import Match
from engine.values.chance import Chance
from engine.values.events import Events
from engine.values.options import Value
from engine.values.why import Why
from protocol.messages import DealScore

# Who sits in a chair or plays a deal: an account's id, or a bot's name behind this.
BOT = "bot:"


class Deal(Struct, frozen=True):
    """One deal, running or just over: its number at this table, its luck, and how it stands.

    `binding` names the occupant that each deal seat belongs to, for as long as the deal is
    remembered: whoever takes a chair later is not bound, and sees nothing of it.
    """

    id: int
    rules: int
    binding: tuple[str, ...]
    chance: Chance
    state: Any
    events: Events


class Table(Struct, frozen=True):
    """All of a table that lasts. `options` are typed, `values` are the same as names and values.

    `deals` counts the deals begun here. `deal` is the running one or, until the next begins, the
    last. `cancelled` says why the last deal ended without result. `bots_later`: bots were promised
    and have not come; the first deal ends that, so that no snapshot has it.
    """

    id: str
    name: str
    game: AnyGame
    options: Struct
    values: dict[str, Value]
    chairs: tuple[str | None, ...]
    match: Match
    deals: int = 0
    deal: Deal | None = None
    history: tuple[DealScore, ...] = ()
    cancelled: Why | None = None
    closed: Why | None = None
    bots_later: bool = False

    @property
    def running(self) -> Deal | None:
        """The running deal."""
        return self.deal if self.match.running else None

    def chair_of(self, occupant: str) -> int | None:
        """The chair where `occupant` sits."""
        return self.chairs.index(occupant) if occupant in self.chairs else None

    def bound(self, occupant: str) -> int | None:
        """The seat that `occupant` has in the deal on the table."""
        if self.deal is None or occupant not in self.deal.binding:
            return None
        return self.deal.binding.index(occupant)

    @property
    def empty(self) -> tuple[int, ...]:
        """The empty chairs."""
        return tuple(seat for seat, occupant in enumerate(self.chairs) if occupant is None)

    @property
    def people(self) -> tuple[str, ...]:
        """The accounts that sit here, in seat order."""
        return tuple(one for one in self.chairs if one is not None and not is_bot(one))

    @property
    def bots(self) -> tuple[str, ...]:
        """The bots that sit here, in seat order."""
        return tuple(one for one in self.chairs if one is not None and is_bot(one))


def is_bot(occupant: str) -> bool:
    """Whether an occupant is a bot."""
    return occupant.startswith(BOT)


def bot_name(occupant: str) -> str:
    """What a bot is called."""
    return occupant.removeprefix(BOT)
