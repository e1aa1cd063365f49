"""A table's state: the match, the running deal, who sits where. Frozen values only."""

from typing import Any

from msgspec import Struct

from engine.game import AnyGame
from engine.match import Cash, SomeMatch
from engine.values.chance import Chance
from engine.values.events import Events
from engine.values.level import USUAL, Level
from engine.values.options import Value
from engine.values.why import Why
from protocol.messages import PATIENCE, Choice, DealScore, TableChat

# Who sits in a chair or plays a deal: an account's id, or a bot's name behind this.
BOT = "bot:"


class Deal(Struct, frozen=True):
    """One deal, running or just over: its number at this table, its luck, and how it stands.

    `binding` names the occupant that each deal seat belongs to, for as long as the deal is
    remembered: whoever takes a chair later is not bound, and sees nothing of it. `seats` are the
    chairs of the deal seats.
    """

    id: int
    rules: int
    binding: tuple[str, ...]
    seats: tuple[int, ...]
    chance: Chance
    state: Any
    events: Events


class Absence(Struct, frozen=True):
    """Who keeps the others waiting, and what those decide about it (rules.md A, Leaving).

    `missing` are accounts with a chair who are not connected and count as absent; `late` are here,
    but let the clock run out. `stand_ins` are those of both that a bot plays for until they are
    back. `ballot` is the number of the last vote, `open` whether it still is one, `votes` who is
    for what.
    """

    missing: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    stand_ins: tuple[str, ...] = ()
    ballot: int = 0
    open: bool = False
    votes: tuple[tuple[str, Choice], ...] = ()

    @property
    def out(self) -> tuple[str, ...]:
        """Accounts that can't be reckoned with and that no bot plays for."""
        if not self.missing and not self.late:
            return ()
        return tuple(one for one in self.missing + self.late if one not in self.stand_ins)


class Tempo(Struct, frozen=True):
    """What people do about time where they play for chips.

    `spent` are portions of the time reserve that accounts have used. `extra` are those that the
    decision which stands has got: of whom, in which deal, which decision, how many. `eager` are the
    accounts that want the next deal at once.
    """

    spent: tuple[tuple[str, int], ...] = ()
    extra: tuple[str, int, int, int] | None = None
    eager: tuple[str, ...] = ()


class Promise(Struct, frozen=True):
    """The chair of a bot that is an account's once the running deal is over.

    `chips` are those that they sit down with; the table has them already.
    """

    account: str
    seat: int
    chips: int


class Table(Struct, frozen=True):
    """All of a table that lasts. `options` are typed, `values` are the same as names and values,
    and with them the terms of its match.

    `owner` is the account that the table belongs to, always somebody who sits there. `clock` is
    the time for a decision, `patience` how long somebody absent is waited for before a vote, both
    in seconds. `level` is how well its bots play. `keys` are accounts with the client keys of their
    last decisions, so that a repeat is known. `code` is what those have to know who come, None: all
    may. `spectators`: one may look on. `chat` is what may be said when no deal keeps anybody from
    it.

    `deals` counts the deals begun here. `begun` is when the first one of the match began, in
    milliseconds of Unix time. `deal` is the running one or, until the next begins, the last.
    `cancelled` says why the last deal ended without result. `bots_later`: bots were promised and
    have not come; the first deal ends that, so that no snapshot has it. Nor has one `promises`,
    which are kept as soon as no deal runs.
    """

    id: str
    name: str
    game: AnyGame
    options: Struct
    values: dict[str, Value]
    chairs: tuple[str | None, ...]
    match: SomeMatch
    deals: int = 0
    deal: Deal | None = None
    history: tuple[DealScore, ...] = ()
    cancelled: Why | None = None
    closed: Why | None = None
    bots_later: bool = False
    owner: str | None = None
    clock: int | None = None
    patience: int = PATIENCE
    level: Level = USUAL
    absence: Absence = Absence()
    keys: tuple[tuple[str, str], ...] = ()
    tempo: Tempo = Tempo()
    promises: tuple[Promise, ...] = ()
    begun: int | None = None
    code: str | None = None
    spectators: bool = True
    chat: TableChat = "free"

    @property
    def running(self) -> Deal | None:
        """The running deal."""
        return self.deal if self.match.running else None

    def chair_of(self, occupant: str) -> int | None:
        """The chair where `occupant` sits."""
        return self.chairs.index(occupant) if occupant in self.chairs else None

    def promised(self, account: str) -> Promise | None:
        """What `account` was promised until the running deal is over."""
        return next((one for one in self.promises if one.account == account), None)

    def bound(self, occupant: str) -> int | None:
        """The seat that `occupant` has in the deal on the table."""
        if self.deal is None or occupant not in self.deal.binding:
            return None
        return self.deal.binding.index(occupant)

    def reads(self, occupant: str) -> int | None:
        """The deal seat whose cards `occupant` is shown; whoever has left looks on."""
        return None if self.chair_of(occupant) is None else self.bound(occupant)

    @property
    def cash(self) -> bool:
        """Whether people play for chips here."""
        return isinstance(self.match, Cash)

    @property
    def flows(self) -> bool:
        """Whether people come and go: two are enough for a deal, for chips or for points."""
        return self.match.flows

    @property
    def quiet(self) -> bool:
        """Whether a deal runs in which nobody may hint at anything (rules.md A, Talk)."""
        return self.running is not None and self.game.manners.talk != "free"

    @property
    def paused(self) -> bool:
        """Whether the running deal rests until somebody is back: in games with such manners."""
        deal = self.running
        if deal is None or not self.waits:
            return False
        out = self.absence.out
        return bool(out) and not set(out).isdisjoint(deal.binding)

    @property
    def waits(self) -> bool:
        """Whether this game waits for people, instead of playing what is safe for them."""
        return self.game.manners.absence == "pause"

    def plays(self, occupant: str) -> bool:
        """Whether a bot plays the seat of `occupant`."""
        return is_bot(occupant) or occupant in self.absence.stand_ins

    @property
    def asked(self) -> tuple[str, ...]:
        """Who has a say in a vote: the people in the chairs that can be reckoned with."""
        away = self.absence.missing + self.absence.late
        return tuple(one for one in self.people if one not in away)

    @property
    def choices(self) -> tuple[Choice, ...]:
        """What a vote can be about now; without a running deal there is nothing to cancel."""
        return ("wait", "bot", "cancel") if self.running is not None else ("wait", "bot")

    @property
    def empty(self) -> tuple[int, ...]:
        """The empty chairs."""
        return tuple(seat for seat, occupant in enumerate(self.chairs) if occupant is None)

    @property
    def people(self) -> tuple[str, ...]:
        """The accounts that sit here, in seat order."""
        return tuple(one for one in self.chairs if one is not None and not is_bot(one))

    @property
    def expected(self) -> tuple[str, ...]:
        """The accounts that sit here, and those that will when the deal is over."""
        if not self.promises:
            return self.people
        return self.people + tuple(promise.account for promise in self.promises)

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
