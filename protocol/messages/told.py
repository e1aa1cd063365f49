"""What the server says: answers, and what it pushes."""

from typing import Literal

from msgspec import Struct

from engine.values.draft import Draft
from engine.values.events import Event
from engine.values.level import Level
from engine.values.manners import Manners
from engine.values.offers import Barred, Offer
from engine.values.options import OptionSpec, Value
from engine.values.view import View
from engine.values.why import Why
from protocol.messages.chairs import ChairInfo
from protocol.messages.clock import Clock
from protocol.messages.common import (
    PATIENCE,
    Blob,
    Choice,
    MatchKind,
    PhraseCode,
    Preference,
    Preferred,
    TableChat,
)
from protocol.messages.waiting import Called, Template, Waits


class GameInfo(Struct, frozen=True):
    """A game that can be played here; players from lo to hi.

    `match`: `cooperative`, where every chair is needed, `cash` and `points`, with people who come
    and go, or `freezeout`, with equal chips until one has them all. `presets` are names of whole
    rule sets, with the options that they set. `levels` are how well its bots can play, the weakest
    first. `scores`: its deals are for points, and there is a list of the best.
    """

    id: str
    lo: int
    hi: int
    options: tuple[OptionSpec, ...]
    manners: Manners
    bots: bool
    match: MatchKind = "cooperative"
    presets: dict[str, dict[str, Value]] = {}
    levels: tuple[Level, ...] = ()
    scores: bool = False


class Account(Struct, frozen=True):
    """Who this session is. `code` is how a guest comes back, told to nobody else.

    `chips` is what the account has besides what lies on tables, `prefs` what its owner likes
    better, as the clients have had it kept.
    """

    id: str
    name: str
    guest: bool
    code: str | None = None
    chips: int = 0
    prefs: dict[Preference, Preferred] = {}


class KeyInfo(Struct, frozen=True):
    """A key of one's account: its fingerprint, since when (Unix time in seconds).

    `here`: this session has proved it.
    """

    key: str
    added: int
    here: bool = False


class Invitation(Struct, frozen=True):
    """A code by which another key becomes one's own, once; `seconds` are left for that."""

    code: str
    seconds: int


class Challenge(Struct, frozen=True, tag="challenge"):
    """The answer to a hello with a public key: what its signature is to be about."""

    nonce: Blob


class Welcome(Struct, frozen=True, tag="welcome"):
    """Says who one is. `held` are tables where the account has a seat and is not leaving it.

    `unproved`: why the public key in hello did not count, so that one is no more than a guest.
    """

    version: int
    server: str
    account: Account
    games: tuple[GameInfo, ...]
    held: tuple[str, ...] = ()
    unproved: Why | None = None


class PastDeal(Struct, frozen=True):
    """A finished deal as a list shows it; `at` is Unix time in milliseconds of its end.

    `name` is the table's, `number` counts within its match, `scored` says how it ended. `points`:
    what it brought the reader, in a list of deals: points where they were played for, in a
    freeze-out chips, those that the deal itself moved.
    """

    table: str
    deal: int
    at: int
    name: str
    game: str
    number: int
    scored: Why
    points: int | None = None


class PlayedDeal(Struct, frozen=True):
    """A finished deal as the player in `seat` was told it, all of it.

    `names` are those of the deal's seats as they were called then, "" for who is not known.
    """

    past: PastDeal
    seat: int
    names: tuple[str, ...]
    options: dict[str, Value]
    events: tuple[Event, ...]


class DealStep(Struct, frozen=True):
    """A finished deal as it once lay there: its view, and how many of its events had happened.

    `offers` are what the reader could do then.
    """

    happened: int
    view: View
    offers: tuple[Offer | Barred, ...] = ()


class DealSteps(Struct, frozen=True):
    """Steps of a finished deal, from the one of number `first` on; `of` is how many there are.

    All seats in them are those of the deal, as in a PlayedDeal.
    """

    first: int
    of: int
    steps: tuple[DealStep, ...]


class Tally(Struct, frozen=True):
    """What a team's deals of one game and one variant add up to: `won` of them reached the target.

    `total` are all their points together.
    """

    played: int
    won: int
    total: int


class Best(Struct, frozen=True):
    """The most points that a team has made by the options of its table, and when it first did.

    `at` is Unix time in milliseconds, `fresh`: it was in the deal on the table. `tally`: not for
    those who only look on.
    """

    points: int
    at: int
    fresh: bool
    tally: Tally | None = None


class Score(Struct, frozen=True):
    """The best of a team in a list, at Unix time `at` in milliseconds.

    `rank` counts from 1, the same for equal points. `names` are what its people were called then,
    `bots` how the others play, who are none. `tally`: only of one's own teams.
    """

    rank: int
    names: tuple[str, ...]
    bots: tuple[Level, ...]
    points: int
    at: int
    tally: Tally | None = None


class ScoreList(Struct, frozen=True):
    """The best teams of a game by `options`, and the reader's own ones, the best first.

    `variants` are the options that anybody has scored by, those of most teams first.
    """

    options: dict[str, Value]
    best: tuple[Score, ...]
    own: tuple[Score, ...]
    variants: tuple[dict[str, Value], ...]


class Ok(Struct, frozen=True, tag="ok"):
    """A request was done; `table` names the table that it made or entered.

    `account` follows rename, return, unite, purse and whatever moves chips, `record` is the text
    that was asked for and `played` the same as events, `deals` are the past ones, `scores` the
    best. `steps` are those of a finished deal. `invitation` follows invite, `keys` keys and disown,
    `templates` templates and what changes them.
    """

    id: int
    table: str | None = None
    account: Account | None = None
    held: tuple[str, ...] = ()
    record: str | None = None
    deals: tuple[PastDeal, ...] = ()
    played: PlayedDeal | None = None
    scores: ScoreList | None = None
    invitation: Invitation | None = None
    keys: tuple[KeyInfo, ...] = ()
    templates: tuple[Template, ...] = ()
    steps: DealSteps | None = None


class No(Struct, frozen=True, tag="no"):
    """A request was refused, and why; nothing changed."""

    id: int
    why: Why


class Bye(Struct, frozen=True, tag="bye"):
    """The server ends the connection, and why."""

    why: Why


TableStatus = Literal["waiting", "running", "full", "broken"]


class TableInfo(Struct, frozen=True):
    """A table as the lobby lists it; `taken` counts people and bots.

    Where no chair is empty a bot gets up for whoever comes; `promised` counts the bots that do so
    already, when the deal is over. `buy_in`: the least and the most chips that one sits down with,
    where there are any. `guests`: which of `players` are guests, counted from 0. `private`: it
    takes a code to come in; `spectators`: one may look on. `limit`: seconds for a decision.
    `later`: bots come to the empty chairs after a while. `queue`: how many wait for a chair.
    """

    id: str
    name: str
    game: str
    options: dict[str, Value]
    seats: int
    taken: int
    bots: int
    players: tuple[str, ...]
    status: TableStatus
    watching: int = 0
    buy_in: tuple[int, int] | None = None
    promised: int = 0
    guests: tuple[int, ...] = ()
    private: bool = False
    spectators: bool = True
    limit: int | None = None
    later: bool = False
    queue: int = 0


class Lobby(Struct, frozen=True, tag="lobby"):
    """All tables, and how many people are on the server. The newest wins."""

    tables: tuple[TableInfo, ...]
    people: int


class BallotVote(Struct, frozen=True):
    """What the person in a chair is for."""

    seat: int
    choice: Choice


class Ballot(Struct, frozen=True):
    """A vote that is open: its number, what can be chosen, who is asked, and their votes.

    More than half of those asked decide.
    """

    number: int
    choices: tuple[Choice, ...]
    asked: tuple[int, ...]
    votes: tuple[BallotVote, ...] = ()


class Pause(Struct, frozen=True):
    """The table rests. `why`: `absent` or `late` (of `seats`), `storage` (nothing can be written).

    `left`: milliseconds until a vote opens, when this was sent; None: none will, or one is open.
    """

    why: Why
    seats: tuple[int, ...] = ()
    left: int | None = None
    ballot: Ballot | None = None


class DealScore(Struct, frozen=True):
    """How an earlier deal of this match ended: the code of its Scored event, with facts."""

    number: int
    scored: Why


Stage = Literal["waiting", "running", "between", "over", "broken"]


class TableView(Struct, frozen=True, tag="table"):
    """A whole table as this session may see it; the newest wins.

    `seq` rises with every change. `me` is the session's own table seat (None: spectator). All seats
    in the view, the events and the offers are table seats; whoever is not dealt in is `out` in the
    view. `deal` is unique at the table,
    `number` counts within the match. `stage`: waiting for players (a chair is empty), a deal
    running, between two deals, or the match over. `ended` says how the last match ended, until the
    next begins. `cancelled` says why the last deal ended without result: `left` (facts: name,
    seat), `voted`, `endless` (it had too many events), `rules` (the program was renewed meanwhile)
    or `fault` (the log could not be replayed). `pause` says why nothing goes on; while a deal runs
    nobody has an offer then, but those who are only late. `chat`: what may be said now, `watchers`
    among those who look on. `watchers` are names of those who look on, not all where they are many:
    `watching` counts. `guests`: which of `watchers` are guests, counted from 0.
    `limit`: seconds that the table gives for a decision (None: as long as one likes), while
    `clock` is that of the decision that stands. `next`: the time until the next deal begins by
    itself. `ends`: the time of a match by time, after which no deal begins; `last`: the match ends
    with the running deal. `buy_in`: the least and the most chips that one sits down with, where
    there are any. `best`: once a deal for points is over, the best of those who played it.
    `promised`: the chair that is the spectator's own when the running deal is over.
    `draft`: what the table keeps of the rows that one is arranging, for the decision that stands.
    `winners`: the chairs that have won a freeze-out, until the next begins. `pot`: chips that a
    deal has left for the next one, told between the two.
    `private`: it takes a code to come in, and `code` tells it to those who sit there. `spectators`:
    one may look on. `talk` is what the table has been opened for: sentences alone, or nothing.
    `players`: once a deal is over and somebody else has taken a chair of it, the names of those who
    played it, by chair.
    """

    id: str
    name: str
    game: str
    options: dict[str, Value]
    seq: int
    chairs: tuple[ChairInfo, ...]
    me: int | None
    stage: Stage
    deal: int
    number: int
    ended: str | None
    view: View | None
    offers: tuple[Offer | Barred, ...]
    decision: int
    chat: Literal["phrases", "free", "watchers", "off"]
    history: tuple[DealScore, ...] = ()
    clock: Clock | None = None
    watching: int = 0
    cancelled: Why | None = None
    pause: Pause | None = None
    patience: int = PATIENCE
    watchers: tuple[str, ...] = ()
    limit: int | None = None
    next: Clock | None = None
    buy_in: tuple[int, int] | None = None
    best: Best | None = None
    promised: int | None = None
    draft: Draft | None = None
    ends: Clock | None = None
    last: bool = False
    winners: tuple[int, ...] = ()
    pot: int = 0
    guests: tuple[int, ...] = ()
    private: bool = False
    code: str | None = None
    spectators: bool = True
    talk: TableChat = "free"
    players: tuple[str, ...] = ()


class DealEvents(Struct, frozen=True, tag="events"):
    """What happened in a deal, redacted for this session; `first` is the index of the first.

    Joining late, or again, brings all of the running deal from 0.
    """

    table: str
    deal: int
    first: int
    events: tuple[Event, ...]


class Said(Struct, frozen=True, tag="said"):
    """Somebody spoke at a table: a phrase (with whom it speaks to) or text.

    `among`: `watchers`, where only those who look on hear it. `guest`: whoever spoke is one.
    """

    table: str
    name: str
    seat: int | None
    phrase: PhraseCode | None = None
    to: str | None = None
    text: str | None = None
    among: Literal["all", "watchers"] = "all"
    guest: bool = False


class Closed(Struct, frozen=True, tag="closed"):
    """A table is gone; facts say why."""

    table: str
    why: Why


class Announced(Struct, frozen=True, tag="announced"):
    """Whoever runs the server says something to everybody who is there."""

    text: str


class Renamed(Struct, frozen=True, tag="renamed"):
    """Whoever runs the server calls this session's account otherwise."""

    account: Account


FromServer = (
    Challenge
    | Welcome
    | Ok
    | No
    | Bye
    | Lobby
    | TableView
    | DealEvents
    | Said
    | Closed
    | Announced
    | Renamed
    | Waits
    | Called
)
