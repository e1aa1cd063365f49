"""What a session knows of its server: the newest lobby, and the tables it is told about."""

from time import monotonic

from msgspec import Struct
from msgspec.structs import replace

from engine.values.events import Event
from protocol.messages import (
    Account,
    Closed,
    DealEvents,
    FromServer,
    GameInfo,
    Lobby,
    Ok,
    Renamed,
    Said,
    TableView,
    Waits,
    Welcome,
)
from tui.guests import called, marked
from tui.notices import Notice, notices

SAID_KEPT = 100
NOTICES_KEPT = 100


class Table(Struct, frozen=True):
    """One table as told so far: its newest view, the running deal's events, the last talk.

    `heard` counts everything that others said here. `players` are the names of the deal's seats,
    as long as it is the one in the view. `missed` is the first of the events that happened while
    there was no line, None where nothing did. `notices` are what happened beside the deal in the
    view.
    """

    view: TableView
    players: tuple[str, ...] = ()
    deal: int = 0
    events: tuple[Event, ...] = ()
    missed: int | None = None
    said: tuple[Said, ...] = ()
    heard: int = 0
    notices: tuple[Notice, ...] = ()


class Room:
    """One session's picture of the server, built from what it pushes. No screen, no I/O."""

    def __init__(self, welcome: Welcome, alone: bool = False) -> None:
        """`alone`: nobody else is at this server, and it means nothing to be a guest there."""
        self._alone = alone
        self.lobby: Lobby | None = None
        self.tables: dict[str, Table] = {}
        self.closed: dict[str, Closed] = {}
        self._early: dict[str, DealEvents] = {}
        # Tables as they were when the line broke, until they are told again.
        self._before: dict[str, Table] = {}
        # Tables left in the middle of a deal, where chips still lie.
        self.left: set[str] = set()
        # What is waited for, and when that was told; codes of tables that were right.
        self.waits = Waits()
        self.waits_at = 0.0
        self.codes: dict[str, str] = {}
        self.renew(welcome)

    def renew(self, welcome: Welcome) -> None:
        """Begin again on another line: what is known stays until it is told anew."""
        self.server = welcome.server
        self.account: Account = welcome.account
        self.games: tuple[GameInfo, ...] = welcome.games
        self.held: tuple[str, ...] = welcome.held
        self._early.clear()
        # Whoever waits for nothing any more is not told so.
        self.waits = Waits()
        # A line that broke soon after the last one told less than was known before.
        self._before = self.tables | self._before

    @property
    def own(self) -> tuple[str, ...]:
        """The tables where this person has a seat: the ones held, and those that were told."""
        seated = [name for name, known in self.tables.items() if known.view.me is not None]
        return tuple(dict.fromkeys((*self.held, *seated)))

    def game(self, game: str) -> GameInfo | None:
        """What the server says of a game, if it has it."""
        return next((info for info in self.games if info.id == game), None)

    @property
    def chips_matter(self) -> bool:
        """Whether something is played for chips here."""
        return any(info.match == "cash" for info in self.games)

    def came_home(self) -> bool:
        """Whether the lobby tells that a deal which was left is over, so that its chips are back.

        True once for each such table.
        """
        if self.lobby is None:
            return False
        names = {self.account.name, called(self.account)}
        still = {table.id for table in self.lobby.tables if names.intersection(table.players)}
        back = self.left - still
        self.left -= back
        return bool(back)

    def receive(self, message: FromServer) -> str | None:
        """Take a push in; the table that it is about, None for the lobby."""
        if not self._alone:
            known = self.tables.get(message.table) if isinstance(message, Said) else None
            message = marked(message, () if known is None else known.view.chairs)
        match message:
            case Lobby():
                self.lobby = message
                return None
            case TableView():
                self._seen(message)
                return message.id
            case DealEvents():
                self._happened(message)
                return message.table
            case Said():
                self._spoken(message)
                return message.table
            case Closed():
                self.tables.pop(message.table, None)
                self._before.pop(message.table, None)
                self.closed[message.table] = message
                self.held = tuple(table for table in self.held if table != message.table)
                return message.table
            case Renamed():
                self.account = message.account
                return None
            case Waits():
                self.waits, self.waits_at = message, monotonic()
                return None
            case _:
                return None

    def answered(self, ok: Ok) -> None:
        """Take in what an answer says of the account."""
        if ok.account is not None:
            if ok.account.id != self.account.id:
                # Somebody else's seats now, even if there are none.
                self.held = ok.held
            self.account = ok.account

    def caught_up(self, table: str) -> None:
        """What was missed at a table has been read."""
        known = self.tables.get(table)
        if known is not None:
            self.tables[table] = replace(known, missed=None)

    def forget(self, table: str) -> None:
        """A table that this session left: nothing of it is kept."""
        self.tables.pop(table, None)
        self.closed.pop(table, None)
        self._before.pop(table, None)
        self.held = tuple(held for held in self.held if held != table)

    def _seen(self, view: TableView) -> None:
        known = self.tables.get(view.id)
        if known is None:
            self.closed.pop(view.id, None)
            known = Table(view=view)
        elif view.id in self._before:
            # Another line counts anew.
            del self._before[view.id]
        elif view.seq < known.view.seq:
            return
        players = known.players
        if view.stage == "running" or view.deal != known.view.deal or not players:
            # Who comes after a deal is told who played it where others sit there now.
            players = view.players or tuple(chair.name for chair in view.chairs)
        told = _noticed(known, view)
        self.tables[view.id] = replace(known, view=view, players=players, notices=told)
        early = self._early.pop(view.id, None)
        if early is not None:
            self._happened(early)

    def _happened(self, told: DealEvents) -> None:
        known = self.tables.get(told.table)
        if known is None:
            # The events may come before the first view of their table.
            self._early = {told.table: told}
            return
        # A new deal, or all of it once more, begins at its first event.
        same = told.deal == known.deal
        kept = known.events[: told.first] if same else ()
        events = (*kept, *told.events)
        missed = known.missed if same else None
        before = self._before.get(told.table)
        if before is not None:
            seen = len(before.events) if told.deal == before.deal else 0
            missed = seen if len(events) > seen else None
        self.tables[told.table] = replace(known, deal=told.deal, events=events, missed=missed)

    def _spoken(self, said: Said) -> None:
        known = self.tables.get(said.table)
        if known is not None:
            own = said.seat is not None and said.seat == known.view.me
            self.tables[said.table] = replace(
                known,
                said=(*known.said, said)[-SAID_KEPT:],
                heard=known.heard + (not own),
            )


def _noticed(known: Table, view: TableView) -> tuple[Notice, ...]:
    """The notices once the table is as in `view`; those of an earlier deal are kept no longer."""
    at = len(known.events) if known.deal == view.deal else 0
    kept = known.notices if known.view.deal == view.deal else ()
    fresh = (replace(notice, at=at) for notice in notices(known.view, view))
    return (*kept, *fresh)[-NOTICES_KEPT:]
