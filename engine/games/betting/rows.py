"""The variants of the betting games: a game is a row of data (rules.md C.1).

Streets say what is dealt and how high the fixed bets are, `hand` how a hand is made of the cards.
A new game of the family is a new row here, and nothing else while its streets are of this kind.
"""

from typing import Literal

from msgspec import Struct

from engine.kit.betting import Structure

HandKind = Literal["any", "omaha"]

ALL: tuple[Structure, ...] = ("no", "pot", "split", "spread")


class Street(Struct, frozen=True):
    """One betting round and what is dealt before it: own cards face down, cards on the board.

    `big`: in split limit the big bet is made.
    """

    name: str
    down: int = 0
    board: int = 0
    big: bool = False


class Row(Struct, frozen=True):
    """A variant: players, streets, structures, how a hand is made, whether a low shares the pot."""

    id: str
    players: range
    streets: tuple[Street, ...]
    hand: HandKind
    low: bool = False
    structures: tuple[Structure, ...] = ALL


def _board_game(id: str, down: int, hand: HandKind, low: bool = False) -> Row:
    streets = (
        Street("preflop", down=down),
        Street("flop", board=3),
        Street("turn", board=1, big=True),
        Street("river", board=1, big=True),
    )
    return Row(id, range(2, 11), streets, hand, low)


HOLDEM = _board_game("holdem", 2, "any")
OMAHA = _board_game("omaha", 4, "omaha")
OMAHA_HILO = _board_game("omaha_hilo", 4, "omaha", low=True)

ROWS: tuple[Row, ...] = (HOLDEM, OMAHA, OMAHA_HILO)
