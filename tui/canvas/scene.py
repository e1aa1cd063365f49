"""What a layout draws and acts on: the table as received, and where the hands of its viewer are."""

from typing import Literal

from msgspec import Struct

from engine.values.actions import Action
from engine.values.cards import Card
from engine.values.events import Event
from engine.values.options import OptionSpec
from protocol.messages import Choice, Said, TableView
from tui.canvas.sorting import Sorting
from tui.notices import Notice

Drawer = Literal["log", "phrases", "chat", "info"]


class Amount(Struct, frozen=True):
    """What stands in the open amount field, in chips (None: nothing yet).

    `typed`: digits were typed, and more are put behind them; else the first digit begins anew.
    """

    value: int | None
    typed: bool = False


class Planned(Struct, frozen=True):
    """What to do when the turn comes; known to nobody else, and dropped rather than guessed.

    It holds while the deal, the phase and the highest bet in front of a seat stay as they were
    when it was chosen (rules.md C.13, HR-4).
    """

    action: Action
    deal: int
    phase: str
    high: int


class Ghost(Struct, frozen=True):
    """A card held over a place of the square before it is laid, in the deal of that number.

    card: one of the viewer's hand. cell: the place, row by row. column: one typed whose row is
    still to come. Known to nobody else: what it says of the hand is what the game forbids to say.
    """

    deal: int
    card: Card | None = None
    cell: int | None = None
    column: int | None = None


class Marked(Struct, frozen=True):
    """Own cards that are to be exchanged; known to nobody else until they are sent.

    They are meant for one decision of one deal, and for no other.
    """

    cards: tuple[Card, ...]
    deal: int
    decision: int


class Ui(Struct, frozen=True):
    """The viewer's side of the screen; nothing in it is sent.

    cursor: the chosen place on the layout's own control (its meaning is the layout's).
    guarded: a question has just arrived, action keys rest for a moment. pending: an action is on
    its way. message: the answer to the last key, in words, until the next key. latency in ms.
    slow: an answer of the server is overdue. seconds: what is left of the clock, counted down by
    the client; vote_in: seconds until a vote about somebody missing, next_in: until the next deal,
    ends_in: until the end of a match by time, likewise. revealed: how many hands of the showdown
    are shown so far (None: all). scroll: lines scrolled back in an open drawer. typed: the chat
    line so far, typed_at: the character that the cursor is before (None: at the end). unread:
    things said since the chat was seen. amount: the open amount field. planned: what to do when the
    turn comes. marked: own cards marked for an exchange (None: nothing is chosen yet). ghost: a
    card held over the square. sorting: cards on their way into three rows. listed: lines in place
    of a table, where the layout has both. at_once: what a place is typed for lies there without
    Enter; calls_at_once: a large call takes one key. purse: the viewer's chips besides those at
    tables (None: not known). past: the deal is one that is looked back on, and nobody chooses.
    """

    cursor: int | None = None
    guarded: bool = False
    pending: bool = False
    message: str | None = None
    latency: int | None = None
    slow: bool = False
    seconds: int | None = None
    vote_in: int | None = None
    next_in: int | None = None
    ends_in: int | None = None
    revealed: int | None = None
    drawer: Drawer | None = None
    scroll: int = 0
    typed: str = ""
    typed_at: int | None = None
    unread: int = 0
    amount: Amount | None = None
    planned: Planned | None = None
    marked: Marked | None = None
    ghost: Ghost | None = None
    sorting: Sorting | None = None
    listed: bool = False
    at_once: bool = False
    calls_at_once: bool = False
    purse: int | None = None
    past: bool = False


class Scene(Struct, frozen=True):
    """All that a frame of a table is made from.

    `players` are the names of the deal's seats: somebody who has left since, or whose chair
    another has taken, still played it. Where it is empty the chairs' names are meant. `missed` is
    the first of the events that happened while there was no line to the server. `notices` are what
    happened at the table beside the deal. `specs` are the options of its game.
    """

    table: TableView
    events: tuple[Event, ...] = ()
    said: tuple[Said, ...] = ()
    ui: Ui = Ui()
    players: tuple[str, ...] = ()
    missed: int | None = None
    notices: tuple[Notice, ...] = ()
    specs: tuple[OptionSpec, ...] = ()


class Button(Struct, frozen=True):
    """A key with what it does, as the action bar or the footer prints it.

    `id` is the binding's (`pf.take`); `keys` are shown before the label. Disabled buttons stay
    in their place, dimmed, and `reason` says why when the key is pressed. `rank` orders what is
    dropped first when the row is too narrow: the highest goes first.
    """

    id: str
    keys: str
    label: str
    enabled: bool = True
    reason: str = ""
    tone: Literal["normal", "good", "gold", "danger"] = "normal"
    rank: int = 0


# ── what a key press leads to ──────────────────────────────────────────────────────────────────


class Act(Struct, frozen=True):
    """Send this action."""

    action: Action


class Series(Struct, frozen=True):
    """Send these actions one after the other, each for the question that stands by then.

    Once one of them is refused, or no longer offered, those behind it are not sent.
    """

    actions: tuple[Action, ...]


class Point(Struct, frozen=True):
    """Move the cursor."""

    cursor: int


class Explain(Struct, frozen=True):
    """Nothing can be done; say why."""

    text: str


class GoOn(Struct, frozen=True):
    """Ready for the next deal, or skip the reveal."""


class Vote(Struct, frozen=True):
    """Vote on whoever is missing, in the ballot of that number."""

    ballot: int
    choice: Choice


class TakeBack(Struct, frozen=True):
    """Be there again: take the seat back from a bot, or say that one is only late."""


class Confirm(Struct, frozen=True):
    """Say what is about to become final; Enter does it, or the key `again`, and no other key.

    `heeded`: only Enter, and only after a moment in which it can be read.
    """

    text: str
    then: Vote | Act | Series
    again: str | None = None
    heeded: bool = False


class Fill(Struct, frozen=True):
    """Open the amount field, put another amount into it, or close it (None)."""

    amount: Amount | None


class Plan(Struct, frozen=True):
    """Remember what to do when the turn comes, or forget it (None)."""

    planned: Planned | None


class Hold(Struct, frozen=True):
    """Hold a card over another place of the square, or put it back (None)."""

    ghost: Ghost | None


class Mark(Struct, frozen=True):
    """Mark these cards for an exchange, or forget all marks (None)."""

    marked: Marked | None


class Sort(Struct, frozen=True):
    """Arrange the cards so, or forget the arrangement (None)."""

    sorting: Sorting | None


class Turn(Struct, frozen=True):
    """Show the table as a list, or as a table again."""

    listed: bool


Press = (
    Act
    | Series
    | Point
    | Explain
    | GoOn
    | Vote
    | TakeBack
    | Confirm
    | Fill
    | Plan
    | Mark
    | Hold
    | Sort
    | Turn
)
