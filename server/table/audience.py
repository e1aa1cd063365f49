"""Who looks at a table, and what each of them is sent: their own view, their own events."""

import operator
from collections.abc import Mapping, Set
from typing import TYPE_CHECKING, Any

from engine.values.events import Events
from protocol import codec
from protocol.messages import ChairInfo, Closed, DealEvents, Said
from protocol.sheet import Sheet
from server.lobby import Lobby
from server.table import seating, view
from server.table.state import Table
from server.table.view import Company, Moment

if TYPE_CHECKING:
    from server.sessions import Session


class Audience:
    """The sessions that look at one table, in the order of their coming.

    What is the same for all, and from one action to the next, is made once.
    """

    def __init__(self, names: Mapping[str, str], guests: Set[str], lobby: Lobby) -> None:
        """`names` are everybody's, by account, `guests` those of them without a key."""
        self._names = names
        self._guests = guests
        self._lobby = lobby
        self._viewers: dict[Session, str] = {}
        self._here: frozenset[str] = frozenset()
        self._shown = 0
        self._company = Company(names, names, frozenset(), ())
        # What people were called when the running quiet deal began, and the number of that deal.
        self._called: dict[str, str] = {}
        self._called_in = 0
        self._called_guests: frozenset[str] = frozenset()
        self._chairs: tuple[ChairInfo, ...] = ()
        # Who looks on, with the chair that they sit in and the deal seat that they see, and apart
        # from those the chair that somebody is promised.
        self._places: tuple[tuple[Session, int | None, int | None], ...] = ()
        self._promised: dict[Session, int] = {}
        # What those three were made from, compared by identity; None: somebody came, went or is
        # called otherwise.
        self._made_from: tuple[Any, ...] | None = None

    def __contains__(self, session: object) -> bool:
        return session in self._viewers

    def come(self, session: "Session", account: str, table: Table, whole: bool) -> None:
        """A session looks on from now on; `whole`: it is sent all of the deal on the table."""
        self._viewers[session] = account
        self._here = frozenset(self._viewers.values())
        self._made_from = None
        if table.deal is not None and whole:
            told = seating.events(table.deal.events, table.deal, len(table.chairs))
            events = DealEvents(table.id, table.deal.id, 0, told)
            session.put(codec.encode(events, table.reads(account)))

    def go(self, session: "Session", table: Table) -> bool:
        """A session looks on no more; whether it did."""
        session.forget(table.id)
        self._made_from = None
        known = self._viewers.pop(session, None) is not None
        self._here = frozenset(self._viewers.values())
        return known

    def renamed(self) -> None:
        """Somebody is called otherwise."""
        self._made_from = None

    def company(self, table: Table, broken: bool) -> Company:
        """Who is at the table, besides its state."""
        made_from = (
            table.chairs,
            table.match,
            table.match.running,
            table.absence,
            table.owner,
            table.tempo,
            table.promises,
            None if table.deal is None else table.deal.binding,
            broken,
        )
        if self._made_from is None or not all(map(operator.is_, made_from, self._made_from)):
            self._made_from = made_from
            watchers = tuple(one for one in self._viewers.values() if one not in table.people)
            names: Mapping[str, str] = self._names
            guests = self._guests
            if table.quiet:
                names, guests = self._as_called(table), self._called_guests
            self._company = Company(names, self._names, self._here, watchers, guests, self._guests)
            self._chairs = view.chairs(table, self._company)
            self._places = tuple(
                (session, table.chair_of(account), table.reads(account))
                for session, account in self._viewers.items()
            )
            seats = {promise.account: promise.seat for promise in table.promises}
            self._promised = {
                session: seats[account]
                for session, account in self._viewers.items()
                if account in seats
            }
            self._lobby.publish(view.info(table, self._company, broken))
        return self._company

    def _as_called(self, table: Table) -> Mapping[str, str]:
        """Names as they were when the running deal began: a new one could be a hint.

        Who looks on since then has none yet. Who sits down during a deal is called as at that
        moment.
        """
        begun = self._called_in == table.deals
        known = self._called if begun else {}
        at_once = table.people if begun else (*table.people, *self._viewers.values())
        marked = self._called_guests & known.keys()
        marked |= {one for one in at_once if one not in known and one in self._guests}
        self._called_guests = marked
        for one in at_once:
            known.setdefault(one, self._names.get(one, ""))
        self._called, self._called_in = known, table.deals
        return known

    @property
    def here(self) -> frozenset[str]:
        """The accounts that look on, from a chair or not."""
        return self._here

    def show(
        self,
        table: Table,
        moment: Moment,
        events: Events = (),
        first: int = 0,
        only: "Session | None" = None,
    ) -> None:
        """Send everybody the table, each their own, and the new events with the first one's index.

        `only`: nobody but this session, where nothing is new for the others.
        Any exception is the game's own fault, and somebody may have been sent nothing.
        """
        self._shown += 1
        company = self.company(table, moment.broken)
        framed = view.frame(table, self._shown, company, self._chairs, moment)
        news = _news(table, events, first)
        sheet = Sheet(framed, view.OWN)
        told = None if news is None else Sheet(news)
        # All who only look on see the same, but for the chair that one of them is promised.
        public: dict[int | None, tuple[bytes, bytes]] = {}
        for session, me, seat in self._places:
            if only is not None and session is not only:
                continue
            if me is None:
                chair = self._promised.get(session)
                if chair not in public:
                    outside = Sheet(view.from_outside(table, framed, company, chair))
                    public[chair] = _for(None, told), outside.to(None)
                before, shown = public[chair]
            else:
                before = _for(seat, told)
                account = self._viewers[session]
                clock, draft = moment.clocks.get(account), moment.drafts.get(account)
                shown = sheet.to(seat, **view.own(table, framed, me, seat, clock, draft))
            session.show(table.id, shown, before)

    def spread(self, message: Said, table: Table) -> None:
        """Send what was said to all who may hear it; it has no secrets."""
        data = codec.encode(message)
        for session, account in self._viewers.items():
            if message.among == "all" or table.chair_of(account) is None:
                session.put(data)
                session.flush()

    def close(self, message: Closed, table: Table) -> tuple["Session", ...]:
        """Send a last message and let everybody go; who they were."""
        sessions = tuple(self._viewers)
        for session in sessions:
            session.forget(table.id)
            session.tell(message)
        self._viewers.clear()
        self._here = frozenset()
        return sessions


def _news(table: Table, events: Events, first: int) -> DealEvents | None:
    deal = table.deal
    if deal is None or not events:
        return None
    return DealEvents(table.id, deal.id, first, seating.events(events, deal, len(table.chairs)))


def _for(seat: int | None, told: Sheet | None) -> bytes:
    return b"" if told is None else told.to(seat)
