"""The variants of the betting games: a game is a row of data (rules.md C.1).

Streets say what is dealt and how high the fixed bets are, `hand` how a hand is made of the cards.
A new game of the family is a new row here, and nothing else while its streets are of this kind.
"""

from typing import Literal

from msgspec import Struct

from engine.kit.betting import Structure

HandKind = Literal["any", "omaha", "soko"]

ALL: tuple[Structure, ...] = ("no", "pot", "split", "spread")
# Stud is played at a limit or for the pot (rules.md C.1).
NOT_NO_LIMIT: tuple[Structure, ...] = ("pot", "split", "spread")


class Street(Struct, frozen=True):
    """One betting round and what comes before it: own cards down and up, cards on the board.

    `draw`: before it everybody exchanges cards once. `big`: in split limit the big bet is made.
    """

    name: str
    down: int = 0
    up: int = 0
    board: int = 0
    draw: bool = False
    big: bool = False


class Row(Struct, frozen=True):
    """A variant: players, streets, structures, how a hand is made, whether a low shares the pot.

    `stud`: antes and a bring-in in place of blinds, and open cards say who begins. `open_pair`: an
    open pair may allow the big bet one street early (rules.md D11). `forehead`: everybody sees the
    own cards of all others, and not theirs (rules.md E).
    """

    id: str
    players: range
    streets: tuple[Street, ...]
    hand: HandKind
    low: bool = False
    structures: tuple[Structure, ...] = ALL
    stud: bool = False
    open_pair: bool = False
    forehead: bool = False

    @property
    def draws(self) -> bool:
        """Whether cards are exchanged."""
        return any(street.draw for street in self.streets)


def _board_game(
    id: str, down: int, hand: HandKind, low: bool = False, forehead: bool = False
) -> Row:
    streets = (
        Street("preflop", down=down),
        Street("flop", board=3),
        Street("turn", board=1, big=True),
        Street("river", board=1, big=True),
    )
    return Row(id, range(2, 11), streets, hand, low, forehead=forehead)


def _seven_stud(id: str, low: bool = False) -> Row:
    streets = (
        Street("street_3", down=2, up=1),
        Street("street_4", up=1),
        Street("street_5", up=1, big=True),
        Street("street_6", up=1, big=True),
        Street("street_7", down=1, big=True),
    )
    return Row(id, range(2, 9), streets, "any", low, NOT_NO_LIMIT, stud=True, open_pair=not low)


def _five_stud(id: str, hand: HandKind) -> Row:
    streets = (
        Street("street_2", down=1, up=1),
        Street("street_3", up=1),
        Street("street_4", up=1, big=True),
        Street("street_5", up=1, big=True),
    )
    return Row(id, range(2, 9), streets, hand, structures=NOT_NO_LIMIT, stud=True)


HOLDEM = _board_game("holdem", 2, "any")
OMAHA = _board_game("omaha", 4, "omaha")
OMAHA_HILO = _board_game("omaha_hilo", 4, "omaha", low=True)
STUD7 = _seven_stud("stud7")
STUD7_HILO = _seven_stud("stud7_hilo", low=True)
STUD5 = _five_stud("stud5", "any")
SOKO = _five_stud("soko", "soko")
DRAW5 = Row(
    "draw5",
    range(2, 9),
    (Street("before_draw", down=5), Street("after_draw", draw=True, big=True)),
    "any",
)
INDIAN_HOLDEM = _board_game("indian_holdem", 2, "any", forehead=True)

ROWS: tuple[Row, ...] = (
    HOLDEM,
    OMAHA,
    OMAHA_HILO,
    STUD7,
    STUD7_HILO,
    STUD5,
    SOKO,
    DRAW5,
    INDIAN_HOLDEM,
)
