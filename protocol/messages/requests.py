"""What a client says: hello, who it is, and its requests."""

from typing import Annotated

from msgspec import Meta, Struct

from engine.values.actions import Action
from engine.values.draft import Draft
from engine.values.level import Level
from engine.values.options import Value
from protocol.messages.common import (
    PATIENCE,
    Blob,
    BotFill,
    ChatText,
    Chips,
    Choice,
    ClockSeconds,
    Entry,
    Fingerprint,
    Id,
    Key,
    Patience,
    PhraseCode,
    Portions,
    Preference,
    Preferred,
    ShortText,
    TableChat,
    TableId,
)
from protocol.messages.waiting import DropTemplate, Find, KeepTemplate, Queue, Templates, Wake


class Proved(Struct, frozen=True, forbid_unknown_fields=True):
    """What an SSH host has proved of its client: the key's fingerprint, the address."""

    key: Fingerprint | None
    address: Annotated[str, Meta(max_length=128)]


class Hello(Struct, frozen=True, tag="hello", forbid_unknown_fields=True):
    """The first message. `name` is wished for, `code` comes back to a guest's account.

    `public_key` is whom one will prove to be: a challenge comes, and is answered with Prove.
    """

    version: Annotated[int, Meta(ge=0, le=2**31)]
    client: ShortText = ""
    lang: Annotated[str, Meta(max_length=16)] = "en"
    name: ShortText | None = None
    code: ShortText | None = None
    proved: Proved | None = None
    public_key: Blob | None = None


class Prove(Struct, frozen=True, tag="prove", forbid_unknown_fields=True):
    """The answer to a challenge, and the second message: the key's signature."""

    signature: Blob


class WatchLobby(Struct, frozen=True, tag="watch_lobby", forbid_unknown_fields=True):
    """Begin or end the pushes of the lobby."""

    id: Id
    on: bool = True


class Create(Struct, frozen=True, tag="create", forbid_unknown_fields=True):
    """Open a table, own it and sit down at it. `key` makes a repeat harmless.

    `clock`: seconds for a decision (None: as is usual in the game, without a limit in cooperative
    ones). `patience`: seconds that the table waits for somebody absent before those who are there
    vote. `chips`: what one buys in for where there are chips (None: as much as the table allows
    and one has). `level`: how well its bots play (None: as usual). `entry`: by `code` only those
    come in who are told it. `spectators`: others may look on. `chat`: what may be said when no deal
    keeps anybody from it; `off` is off for sentences too.
    """

    id: Id
    key: Key
    game: ShortText
    name: ShortText
    seats: Annotated[int, Meta(ge=1, le=23)]
    options: dict[str, Value] = {}
    bots: BotFill = "none"
    clock: ClockSeconds | None = None
    patience: Patience = PATIENCE
    chips: Chips | None = None
    level: Level | None = None
    entry: Entry = "open"
    spectators: bool = True
    chat: TableChat = "free"


class Join(Struct, frozen=True, tag="join", forbid_unknown_fields=True):
    """Sit down (seat None: the first free one), or come back to the seat held.

    `chips` is what one buys in for, as in Create. `code` is the table's, where it takes one.
    """

    id: Id
    key: Key
    table: TableId
    seat: Annotated[int, Meta(ge=0, le=22)] | None = None
    chips: Chips | None = None
    code: ShortText | None = None


class Watch(Struct, frozen=True, tag="watch", forbid_unknown_fields=True):
    """Look on as a spectator; a player who watches sees what the seat sees. `code` as in Join."""

    id: Id
    table: TableId
    code: ShortText | None = None


class Leave(Struct, frozen=True, tag="leave", forbid_unknown_fields=True):
    """Get up for good, or stop looking on. A running cooperative deal is cancelled by it.

    Chips that lie in a deal come home after it.
    """

    id: Id
    key: Key
    table: TableId


class Buy(Struct, frozen=True, tag="buy", forbid_unknown_fields=True):
    """Buy chips where one sits; those bought during one's deal count after it."""

    id: Id
    key: Key
    table: TableId
    chips: Chips


class Rest(Struct, frozen=True, tag="rest", forbid_unknown_fields=True):
    """Sit out from the next deal on, or be dealt in again."""

    id: Id
    table: TableId
    on: bool


class Post(Struct, frozen=True, tag="post", forbid_unknown_fields=True):
    """Post the blinds that one owes as soon as that can be, or wait for the big blind."""

    id: Id
    table: TableId
    now: bool


class Reserve(Struct, frozen=True, tag="reserve", forbid_unknown_fields=True):
    """Take a portion of one's time reserve for the decision that stands.

    `left`: portions that one saw left, so that a repeat takes no second one.
    """

    id: Id
    table: TableId
    deal: Id
    decision: Id
    left: Portions


class Fill(Struct, frozen=True, tag="fill", forbid_unknown_fields=True):
    """Seat bots in the empty seats, for whoever sits at the table."""

    id: Id
    key: Key
    table: TableId


class Act(Struct, frozen=True, tag="act", forbid_unknown_fields=True):
    """Decide: for this deal, this decision, and with what was relied on inside the action.

    With a `key` it can be sent again: a repeat gets the first answer.
    """

    id: Id
    table: TableId
    deal: Id
    decision: Id
    action: Action
    key: Key | None = None


class Keep(Struct, frozen=True, tag="keep", forbid_unknown_fields=True):
    """Rows of one's own as they lie so far, for the table to keep: the last ones count.

    Made of the cards that the decision is about; a clock that runs out plays them.
    """

    id: Id
    table: TableId
    deal: Id
    decision: Id
    draft: Draft


class Next(Struct, frozen=True, tag="next", forbid_unknown_fields=True):
    """Ready for the deal after `deal` (0 before the first)."""

    id: Id
    table: TableId
    deal: Id


class Vote(Struct, frozen=True, tag="vote", forbid_unknown_fields=True):
    """What shall become of a seat whose player is missing; another choice replaces the first."""

    id: Id
    table: TableId
    ballot: Id
    choice: Choice


class Here(Struct, frozen=True, tag="here", forbid_unknown_fields=True):
    """Take one's own seat back from the bot that plays it, or say that one is still there."""

    id: Id
    table: TableId


class Arrange(Struct, frozen=True, tag="arrange", forbid_unknown_fields=True):
    """The table's owner sets how long it waits for somebody absent, in seconds."""

    id: Id
    table: TableId
    patience: Patience


class Record(Struct, frozen=True, tag="record", forbid_unknown_fields=True):
    """Ask for the record of a finished deal that one has played."""

    id: Id
    table: TableId
    deal: Id


class Steps(Struct, frozen=True, tag="steps", forbid_unknown_fields=True):
    """Ask for a finished deal that one has played as it lay on the table, step by step.

    `first` is the first step wanted, from 0 as the deal began; at most `count` of them come, and
    perhaps fewer.
    """

    id: Id
    table: TableId
    deal: Id
    first: Annotated[int, Meta(ge=0, le=9999)] = 0
    count: Annotated[int, Meta(ge=1, le=100)] = 100


class Past(Struct, frozen=True, tag="past", forbid_unknown_fields=True):
    """Ask for the finished deals that one has played, the newest first, `before` that moment."""

    id: Id
    before: Id | None = None


class Scores(Struct, frozen=True, tag="scores", forbid_unknown_fields=True):
    """Ask for the best scores in a game with these options (the others as usual), and one's own."""

    id: Id
    game: ShortText
    options: dict[str, Value] = {}


class Say(Struct, frozen=True, tag="say", forbid_unknown_fields=True):
    """A fixed sentence; `to` is the table seat it speaks to, where it speaks to one."""

    id: Id
    table: TableId
    phrase: PhraseCode
    to: Annotated[int, Meta(ge=0, le=22)] | None = None


class Chat(Struct, frozen=True, tag="chat", forbid_unknown_fields=True):
    """Free text at a table where talk is free now."""

    id: Id
    table: TableId
    text: ChatText


class Rename(Struct, frozen=True, tag="rename", forbid_unknown_fields=True):
    """Another name for the account."""

    id: Id
    name: ShortText


class Return(Struct, frozen=True, tag="return", forbid_unknown_fields=True):
    """Come back to the account of a guest's code; the session goes on as that account."""

    id: Id
    code: ShortText


class Invite(Struct, frozen=True, tag="invite", forbid_unknown_fields=True):
    """Ask for a code by which another key becomes one's own; an earlier one is good no more."""

    id: Id


class Unite(Struct, frozen=True, tag="unite", forbid_unknown_fields=True):
    """Bring one's key to the account that asked for the code; the session goes on as that account.

    The account that one had gives way, and has to be empty.
    """

    id: Id
    code: ShortText


class Keys(Struct, frozen=True, tag="keys", forbid_unknown_fields=True):
    """Ask for the keys of one's account."""

    id: Id


class Disown(Struct, frozen=True, tag="disown", forbid_unknown_fields=True):
    """Remove a key, by its fingerprint, from one's account; never the last one."""

    id: Id
    public_key: Fingerprint


class Purse(Struct, frozen=True, tag="purse", forbid_unknown_fields=True):
    """Ask for one's chips, and (`refill`) for what the house gives once a day to who has few."""

    id: Id
    refill: bool = False


class Prefer(Struct, frozen=True, tag="prefer", forbid_unknown_fields=True):
    """Keep with the account what one likes better, by names; None forgets one of them.

    The others stay as they are. What names and values mean is the clients' business.
    """

    id: Id
    prefs: dict[Preference, Preferred | None]


class Ping(Struct, frozen=True, tag="ping", forbid_unknown_fields=True):
    """Answered at once with ok; the client measures the way."""

    id: Id


Request = (
    WatchLobby
    | Create
    | Join
    | Watch
    | Leave
    | Buy
    | Rest
    | Post
    | Reserve
    | Fill
    | Act
    | Keep
    | Next
    | Vote
    | Here
    | Arrange
    | Record
    | Steps
    | Past
    | Scores
    | Say
    | Chat
    | Rename
    | Return
    | Invite
    | Unite
    | Keys
    | Disown
    | Purse
    | Find
    | Queue
    | Wake
    | Templates
    | KeepTemplate
    | DropTemplate
    | Prefer
    | Ping
)
FromClient = Hello | Prove | Request
