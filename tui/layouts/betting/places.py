"""Which row and column everything of a betting table begins at, for one size of the window."""

from typing import NamedTuple


class Plan(NamedTuple):
    """The places of a table `width` cells wide; rows but for the columns that say so."""

    width: int
    large: bool
    top: int  # the seats of the upper edge
    middle: int
    low: int
    pot: int
    board: int
    street: int
    pots: int
    own: int  # the viewer's cards
    bar: int
    log: int
    buttons: int
    presets: int
    answer: int
    seat: int  # columns of a seat
    edge: tuple[int, ...]  # columns of the five places of the upper edge
    # In stud: what they are under the own cards; the first rows of the players, from the viewer's
    # left on; whether what is below the cards has so few rows that they are shared.
    label: int = 0
    players: tuple[int, ...] = ()
    tight: bool = False

    @property
    def centre(self) -> int:
        """The column that the board is centred on."""
        return self.width // 2 - 1

    @property
    def board_x(self) -> int:
        """The column of the first card of the board."""
        return self.centre - (19 if self.large else 14)

    @property
    def card(self) -> int:
        """Columns from one card to the next."""
        return 8 if self.large else 6

    @property
    def rim(self) -> bool:
        """Whether there is room for a rim above and below the own cards."""
        return self.bar - self.own > self.own_rows

    @property
    def own_rows(self) -> int:
        """The height of a card."""
        return 5 if self.large else 3

    @property
    def votes(self) -> int:
        """The row of an open vote."""
        return self.presets if self.tight else self.buttons + 1

    @property
    def drawer(self) -> int | None:
        """The row that a drawer opens at where it covers more than what is below the cards."""
        return self.own + 1 if self.tight else None

    @property
    def exchange(self) -> int:
        """The own cards while they are exchanged: three rows are below them, and a rim."""
        return self.bar - self.own_rows - 4

    def facts(self, cards: int) -> int:
        """The column beside so many own cards."""
        return 2 + self.card * cards + (2 if self.large else 1)


_NARROW = (15, (0, 16, 32, 48, 65))
_WIDE = (16, (0, 17, 34, 51, 68))
WIDEST = 84


def plan(width: int, height: int) -> Plan:
    """The places for a table of that width in a window of that height, from 80×24 up."""
    width = min(width, WIDEST)
    columns = _WIDE if width == WIDEST else _NARROW
    width = width if width == WIDEST else 80
    if height < 30:
        return Plan(width, False, 1, 5, 9, 5, 6, 10, 11, 13, 16, 17, 19, 21, 22, *columns)
    if height < 36:
        return Plan(width, True, 1, 5, 10, 5, 6, 11, 12, 14, 20, 21, 23, 25, 27, *columns)
    return Plan(width, True, 2, 7, 13, 6, 8, 14, 15, 20, 26, 27, 28, 30, 32, *columns)


def turned(place: Plan) -> Plan:
    """The places of a table whose seats have a row below them, for what their open hands are."""
    return place._replace(low=min(place.low, place.own - 4 - place.rim))


def without_board(place: Plan) -> Plan:
    """The places of a table whose middle has no cards.

    A seat has a row below it, for what it has exchanged.
    """
    middle = max(place.middle, place.top + 5)
    return place._replace(middle=middle, street=place.pot + 1, pots=place.pot + 2)


# Places round the table clockwise from the viewer's left, the viewer's own left out: two at the
# left edge, five above, two at the right. So many others take these of them.
_TAKEN = {
    1: (4,),
    2: (2, 6),
    3: (1, 4, 7),
    4: (1, 2, 6, 7),
    5: (1, 2, 4, 6, 7),
    6: (1, 2, 3, 5, 6, 7),
    7: (0, 1, 2, 4, 6, 7, 8),
    8: (0, 1, 2, 3, 5, 6, 7, 8),
    9: (0, 1, 2, 3, 4, 5, 6, 7, 8),
}
# Where the own cards need the room between the lowest ones.
_UPPER = {
    **_TAKEN,
    3: (2, 4, 6),
    4: (2, 3, 5, 6),
    5: (2, 3, 4, 5, 6),
    7: (1, 2, 3, 4, 5, 6, 7),
}


def seats(place: Plan, others: int, *, upper: bool = False) -> tuple[tuple[int, int], ...]:
    """Column and row of each other seat, clockwise from the viewer's left; up to nine.

    `upper`: up to seven, none of them beside the own cards.
    """
    left, right = place.edge[0], place.edge[-1]
    everywhere = (
        (left, place.low),
        (left, place.middle),
        *((x, place.top) for x in place.edge),
        (right, place.middle),
        (right, place.low),
    )
    taken = _UPPER if upper else _TAKEN
    return tuple(everywhere[at] for at in taken.get(others, taken[9])[:others])
