"""What can be done to a table: one closed union, written to the log as it is."""

from msgspec import Struct

from engine.values.actions import Action
from engine.values.chance import Chance
from engine.values.draft import Kept
from engine.values.level import USUAL, Level
from engine.values.options import Value
from protocol.messages import PATIENCE, Choice, TableChat


class Open(Struct, frozen=True, tag="open"):
    """A table begins: its game, its options as names and values, its first dealer, its owner.

    `bots_later`: bots shall come to the chairs that are still empty after a while. `clock` and
    `patience` are in seconds, as in Table. `level` is how well its bots play. `code`, `spectators`
    and `chat` are as in Table.
    """

    table: str
    name: str
    game: str
    seats: int
    options: dict[str, Value]
    button: int
    bots_later: bool = False
    owner: str | None = None
    clock: int | None = None
    patience: int = PATIENCE
    level: Level = USUAL
    code: str | None = None
    spectators: bool = True
    chat: TableChat = "free"


class Sit(Struct, frozen=True, tag="sit"):
    """Somebody sits down with so many chips; seat None: in the first empty chair."""

    seat: int | None = None
    chips: int = 0


class SeatBots(Struct, frozen=True, tag="bots"):
    """Bots of these names sit down in empty chairs, in seat order, with chips of the house."""

    names: tuple[str, ...]


class GetUp(Struct, frozen=True, tag="leave"):
    """Somebody leaves for good, called `name` at that moment.

    `later`: chips lie in the running deal, so that the chair is theirs until its end. `kept` is
    what was kept of the rows that they were arranging.
    """

    name: str
    later: bool = False
    kept: Kept | None = None


class Buy(Struct, frozen=True, tag="buy"):
    """Somebody buys chips."""

    chips: int


class Rest(Struct, frozen=True, tag="rest"):
    """Somebody sits out from the next deal on, or wants to be dealt in again."""

    on: bool


class Post(Struct, frozen=True, tag="post"):
    """Somebody posts the blinds that are owed, or waits for the big one."""

    now: bool


class Reserve(Struct, frozen=True, tag="reserve"):
    """A portion of an account's time reserve is taken for this decision."""

    account: str
    deal: int
    decision: int


class Free(Struct, frozen=True, tag="free"):
    """The chair of somebody who has been away for too long is free again, between deals.

    Where there are chips, the deal that they lie in need not be over yet. `kept` is as in GetUp.
    """

    account: str
    kept: Kept | None = None


class Next(Struct, frozen=True, tag="next"):
    """Somebody is ready for the deal after `deal`."""

    deal: int


class Begin(Struct, frozen=True, tag="deal"):
    """The next deal begins, at that moment in milliseconds of Unix time.

    Its chance lies in the deal's own row, not in the log's.
    """

    deal: int
    chance: Chance
    at: int = 0


class Over(Struct, frozen=True, tag="over"):
    """The time that the match was to have is over: the running deal is its last."""


class Act(Struct, frozen=True, tag="act", omit_defaults=True):
    """A decision: of which deal, which question, and what; `key` is the client's own mark on it."""

    deal: int
    decision: int
    action: Action
    key: str | None = None


class StandIn(Struct, frozen=True, tag="stand_in"):
    """A bot's decision for somebody whom the others let it play for."""

    account: str
    deal: int
    decision: int
    action: Action


class TimeUp(Struct, frozen=True, tag="time_up"):
    """The clock of this question ran out for these accounts.

    `kept` is what was kept of the rows that some of them were arranging.
    """

    deal: int
    asked: tuple[tuple[str, int], ...]
    kept: tuple[tuple[str, Kept], ...] = ()


class Away(Struct, frozen=True, tag="away"):
    """These accounts are not connected any more, and count as absent from now on."""

    accounts: tuple[str, ...]


class Back(Struct, frozen=True, tag="back"):
    """These accounts are there again."""

    accounts: tuple[str, ...]


class CallVote(Struct, frozen=True, tag="call_vote"):
    """Those who are there have waited long enough and are asked."""


class Vote(Struct, frozen=True, tag="vote"):
    """What somebody is for, in the vote of that number."""

    ballot: int
    choice: Choice


class Arrange(Struct, frozen=True, tag="arrange"):
    """How long the table waits for somebody absent, in seconds."""

    patience: int


class Void(Struct, frozen=True, tag="void"):
    """The running deal is cancelled without result; why is a code."""

    why: str


class Close(Struct, frozen=True, tag="close"):
    """The table is gone; why is a code."""

    why: str


Command = (
    Open
    | Sit
    | SeatBots
    | GetUp
    | Buy
    | Rest
    | Post
    | Reserve
    | Free
    | Next
    | Begin
    | Over
    | Act
    | StandIn
    | TimeUp
    | Away
    | Back
    | CallVote
    | Vote
    | Arrange
    | Void
    | Close
)
