"""What a table shows: to everybody the same frame, to each seat its own question."""

from collections.abc import Mapping, Set
from typing import Literal, TypedDict

from msgspec import Struct
from msgspec.structs import replace

from engine.match import Cash, Freezeout, Points
from engine.values.draft import Draft
from engine.values.offers import Offers
from engine.values.why import Why
from protocol.messages import (
    Ballot,
    BallotVote,
    Best,
    CashInfo,
    ChairInfo,
    Clock,
    FreezeoutInfo,
    Pause,
    PointsInfo,
    Stage,
    TableInfo,
    TableStatus,
    TableView,
)
from server import codes
from server.table import seating, tempo
from server.table.decide import due
from server.table.state import Deal, Table, bot_name, is_bot

Talk = Literal["phrases", "free", "watchers", "off"]

# So many of those who look on are named; the others are counted.
_WATCHERS = 20

NOBODY = ChairInfo(kind="empty", here=False)


class Company(Struct, frozen=True):
    """Who is at the table besides its state: names by account, who is here, who looks on.

    `names` are for those who sit there, and in a quiet deal as they were when it began; `present`
    are today's, for those who only look on to call each other by. `guests` are those of `names`
    who are known by no key, `unknown` those of `present`.
    """

    names: Mapping[str, str]
    present: Mapping[str, str]
    here: frozenset[str]
    watchers: tuple[str, ...]
    guests: Set[str] = frozenset()
    unknown: Set[str] = frozenset()


class Moment(Struct, frozen=True):
    """How a table is at this moment, besides its state.

    `broken`: it is quarantined. `stalled`: nothing can be written. `vote_in`: milliseconds until
    those who are here are asked about who is missing. `clocks` are those of the questions, by
    account, `next` is that of the rest between two deals, `ends` that of a match by time. `best` is
    what those have scored who played the deal on the table, once it is over. `drafts` are what is
    kept for accounts, each told to its owner alone.
    """

    broken: bool = False
    stalled: bool = False
    vote_in: int | None = None
    clocks: Mapping[str, Clock] = {}
    next: Clock | None = None
    ends: Clock | None = None
    best: Best | None = None
    drafts: Mapping[str, Draft] = {}

    @property
    def clock(self) -> Clock | None:
        """The clock for all who have none of their own: until then the deal waits at most."""
        return max(self.clocks.values(), key=lambda clock: clock.left, default=None)


def frame(
    table: Table, seq: int, company: Company, seated: tuple[ChairInfo, ...], moment: Moment
) -> TableView:
    """The table as all who sit there see it, secrets still labelled; `seated` are its `chairs`.

    What is somebody's own is as nobody has it. Any exception is the game's own fault.
    """
    deal = None if moment.broken else table.deal
    now = stage(table, moment.broken)
    return TableView(
        id=table.id,
        name=table.name,
        game=table.game.id,
        options=table.values,
        seq=seq,
        chairs=seated,
        me=None,
        stage=now,
        deal=table.deals,
        number=table.match.number,
        ended=table.match.ended,
        view=None
        if deal is None
        else seating.view(table.game.view(deal.state), deal, len(table.chairs)),
        offers=(),
        decision=0,
        chat=may_say(table, sits=True),
        history=table.history,
        clock=moment.clock,
        watching=len(company.watchers),
        cancelled=table.cancelled,
        pause=_pause(table, moment),
        patience=table.patience,
        watchers=_named(company, company.names),
        guests=_guests(company, company.names, company.guests),
        limit=table.clock,
        next=moment.next,
        ends=moment.ends,
        last=table.match.last,
        winners=table.match.winners if isinstance(table.match, Freezeout) else (),
        pot=_pot(table),
        buy_in=_buy_in(table),
        best=moment.best,
        private=table.code is not None,
        code=None if table.code is None else codes.spaced(table.code),
        spectators=table.spectators,
        talk=table.chat,
        players=() if deal is None or now == "running" else _players(deal, company, seated),
    )


def _players(deal: Deal, company: Company, seated: tuple[ChairInfo, ...]) -> tuple[str, ...]:
    """Who played a deal that is over, by chair; nothing where they all sit there still."""
    names = [chair.name for chair in seated]
    sitting = tuple(names)
    for occupant, chair in zip(deal.binding, deal.seats, strict=True):
        names[chair] = _name(occupant, company)
    return () if tuple(names) == sitting else tuple(names)


def from_outside(
    table: Table, framed: TableView, company: Company, promised: int | None = None
) -> TableView:
    """The same for all who only look on; `promised` is the chair that they are waiting for."""
    watchers = _named(company, company.present)
    guests = _guests(company, company.present, company.unknown)
    chat = may_say(table, sits=False)
    best = framed.best and replace(framed.best, tally=None)
    framed = replace(framed, chat=chat, watchers=watchers, guests=guests, best=best)
    return replace(framed, promised=promised, code=None)


def _pause(table: Table, moment: Moment) -> Pause | None:
    if moment.broken:
        return None
    if moment.stalled:
        return Pause(Why("storage"))
    absence = table.absence
    out = absence.out
    if not out or table.empty or not table.waits:
        return None
    seats = tuple(seat for seat, one in enumerate(table.chairs) if one in out)
    ballot = None
    if absence.open:
        chairs = {one: seat for seat, one in enumerate(table.chairs)}
        ballot = Ballot(
            number=absence.ballot,
            choices=table.choices,
            asked=tuple(chairs[one] for one in table.asked),
            votes=tuple(BallotVote(chairs[one], choice) for one, choice in absence.votes),
        )
    code = "absent" if set(out) & set(absence.missing) else "late"
    return Pause(Why(code), seats, moment.vote_in, ballot)


class Own(TypedDict):
    """What of a frame is somebody's own."""

    me: int | None
    offers: Offers
    decision: int
    clock: Clock | None
    draft: Draft | None


OWN = tuple(Own.__annotations__)


def own(
    table: Table,
    framed: TableView,
    me: int,
    seat: int | None,
    clock: Clock | None = None,
    draft: Draft | None = None,
) -> Own:
    """What somebody in chair `me` with deal seat `seat` has of their own in the frame.

    A seat with a question gets its offers, its `clock` and the `draft` kept for it; whoever is not
    bound to the deal sees of it what a spectator sees.
    """
    deal = table.deal
    if seat is None or deal is None or framed.stage == "broken":
        return Own(me=me, offers=(), decision=0, clock=framed.clock, draft=None)
    return Own(
        me=me,
        offers=table.game.offers(deal.state, seat) if _may_act(table, framed, seat) else (),
        decision=table.game.decision(deal.state, seat),
        clock=clock or framed.clock,
        draft=draft,
    )


def _named(company: Company, names: Mapping[str, str]) -> tuple[str, ...]:
    if not company.watchers:
        return ()
    return tuple(names[one] for one in company.watchers if one in names)[:_WATCHERS]


def _guests(company: Company, names: Mapping[str, str], guests: Set[str]) -> tuple[int, ...]:
    """Which of those whom `_named` names are guests."""
    told = [one for one in company.watchers if one in names][:_WATCHERS]
    return tuple(place for place, one in enumerate(told) if one in guests)


def _may_act(table: Table, framed: TableView, seat: int) -> bool:
    """Whether the deal waits for nobody else; whoever is only late ends that with an answer."""
    if framed.pause is None and not table.absence.stand_ins:
        return True
    occupant = "" if table.running is None else table.running.binding[seat]
    if occupant in table.absence.stand_ins:
        return False
    if framed.pause is None:
        return True
    return framed.pause.why.code != "storage" and table.absence.out == (occupant,)


def may_say(table: Table, *, sits: bool) -> Talk:
    """What somebody who sits there or only looks on may say now (rules.md A, Talk)."""
    if table.chat == "off":
        return "off"
    if table.running is None:
        return table.chat
    if table.chat == "phrases":
        return "phrases"
    if not sits:
        return "watchers"
    return "free" if table.game.manners.talk == "free" else "phrases"


def chairs(table: Table, company: Company) -> tuple[ChairInfo, ...]:
    """Who sits where."""
    return tuple(_chair(table, seat, company) for seat in range(len(table.chairs)))


def info(table: Table, company: Company, broken: bool) -> TableInfo:
    """The table's line in the lobby."""
    sitting = [one for one in table.chairs if one is not None]
    return TableInfo(
        id=table.id,
        name=table.name,
        game=table.game.id,
        options=table.values,
        seats=len(table.chairs),
        taken=len(table.chairs) - len(table.empty),
        bots=len(table.bots),
        players=tuple(_name(one, company) for one in sitting),
        status=_status(table, broken),
        watching=len(company.watchers),
        buy_in=_buy_in(table),
        promised=len(table.promises),
        guests=tuple(place for place, one in enumerate(sitting) if one in company.guests),
        private=table.code is not None,
        spectators=table.spectators,
        limit=table.clock,
        later=table.bots_later,
    )


def _buy_in(table: Table) -> tuple[int, int] | None:
    return table.match.bounds if isinstance(table.match, Cash) else None


def stage(table: Table, broken: bool) -> Stage:
    """Where the table stands; `broken`: it is quarantined."""
    if broken:
        return "broken"
    if table.match.running:
        return "running"
    if not due(table) if table.flows else table.empty:
        # Whatever was before: nothing goes on until somebody sits down there.
        return "waiting"
    return "between" if table.match.ended is None else "over"


def _status(table: Table, broken: bool) -> TableStatus:
    if broken:
        return "broken"
    if table.match.running:
        return "running"
    return "waiting" if table.empty else "full"


def _chair(table: Table, seat: int, company: Company) -> ChairInfo:
    occupant = table.chairs[seat]
    if occupant is None:
        return NOBODY
    bot = is_bot(occupant)
    return ChairInfo(
        kind="bot" if bot else "person",
        name=_name(occupant, company),
        here=bot or occupant in company.here,
        ready=_ready(table, seat, occupant),
        stand_in=occupant in table.absence.stand_ins,
        owner=occupant == table.owner,
        cash=_cash(table, seat, occupant),
        points=_points(table, seat),
        freezeout=_freezeout(table, seat),
        guest=occupant in company.guests,
    )


def _ready(table: Table, seat: int, occupant: str) -> bool:
    if table.flows:
        return occupant in table.tempo.eager
    return table.match.chairs[seat].ready


def _cash(table: Table, seat: int, occupant: str) -> CashInfo | None:
    if not isinstance(table.match, Cash):
        return None
    match = table.match
    chair = match.chairs[seat]
    return CashInfo(
        stack=chair.stack,
        coming=chair.coming,
        wish=chair.wish,
        owes=chair.owes and match.number > 0,
        posting=chair.posting,
        reserve=tempo.left(table, occupant),
        buy=match.room(seat),
        slow=chair.slow,
    )


def _points(table: Table, seat: int) -> PointsInfo | None:
    if not isinstance(table.match, Points):
        return None
    chair = table.match.chairs[seat]
    return PointsInfo(chair.points, chair.wish, chair.at_once)


def _freezeout(table: Table, seat: int) -> FreezeoutInfo | None:
    if not isinstance(table.match, Freezeout):
        return None
    chair = table.match.chairs[seat]
    return FreezeoutInfo(chair.stack, chair.playing, chair.wish)


def _pot(table: Table) -> int:
    """What the last deal has left for the next one, once there will be one."""
    match = table.match
    if not isinstance(match, Freezeout) or match.running or match.ended is not None:
        return 0
    return match.pot


def _name(occupant: str, company: Company) -> str:
    return bot_name(occupant) if is_bot(occupant) else company.names.get(occupant, "")
