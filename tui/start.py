"""How a session begins, and how fast its tables are."""

from collections.abc import Callable

from msgspec import Struct

from engine.values.level import Level
from engine.values.options import Value
from protocol.messages import Account
from tui.locale import Lang


class Play(Struct, frozen=True):
    """A table to begin at: a game with bots, and with options as the wire names them.

    `bots` None: as many as are usual for the game. `level` None: they play as well as is usual.
    """

    game: str
    bots: int | None = None
    options: dict[str, Value] = {}
    level: Level | None = None


class Pace(Struct, frozen=True):
    """Seconds that a table takes for people's sake.

    guard: how long action keys rest when a question has just arrived, jump: when another table is
    shown (ux 4.10). reveal: how long
    each hand of a showdown stands before the next (ux 5.4). heed: how long a warning stands before
    Enter can override it (ux 4.8).
    """

    guard: float = 0.35
    reveal: float = 0.7
    heed: float = 1.0
    jump: float = 0.5


class Start(Struct, frozen=True):
    """How a session begins: in the lobby, or straight at a table; `first`: whoever is new is
    asked for language and name first.

    `chosen` is told the language and the account after the first run, to be kept for next time.
    `keep` puts a text into a new file of that name, in the folder that the program was started in,
    or raises OSError; None where that folder is not the person's. `greeting` is said in the lobby.
    """

    play: Play | None = None
    first: bool = False
    chosen: Callable[[Lang, Account], None] | None = None
    pace: Pace = Pace()
    keep: Callable[[str, str], None] | None = None
    greeting: str = ""
