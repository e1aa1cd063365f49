"""Where everything lies in a window of some size (ux 2.2, 5.13)."""

from typing import NamedTuple

from tui.canvas import cards

WIDE = 110  # columns from which the log has a panel of its own
WIDEST = 84  # columns of the table beside a panel, or in a window that has them


class Plan(NamedTuple):
    """Which row everything of a table `width` cells wide begins at.

    `top`: the cards of the others, above their names; 0: they are a list. `pot`: all chips in the
    middle, and below it what they are made of. `own`: the viewer's strip. `field`: the three rows
    of the amount field.
    """

    width: int
    large: bool
    top: int
    pot: int
    own: int
    bar: int
    log: int
    buttons: int
    field: int
    answer: int

    @property
    def card(self) -> tuple[int, int]:
        """Columns and rows of a card of the others."""
        return cards.LARGE if self.large else cards.SMALL

    @property
    def name(self) -> int:
        """The row of the names, under the cards."""
        return self.top + self.card[1]

    @property
    def centre(self) -> int:
        """The column in the middle."""
        return self.width // 2

    @property
    def strip(self) -> int:
        """How many rows the viewer's strip has."""
        return cards.LARGE[1] if self.top else 4

    def columns(self, others: int) -> tuple[int, ...]:
        """The middle column of every other seat, spread evenly from the left."""
        room = self.width - 3
        return tuple(1 + room * (2 * place + 1) // (2 * others) for place in range(others))

    def room(self, others: int) -> int:
        """Cells of a seat, with one that parts it from the next."""
        return (self.width - 3) // max(1, others) - 1


def plan(width: int, height: int) -> Plan:
    """The places in a window of that size, which is not too small for the table."""
    across = _across(width)
    if height < 30:
        return Plan(across, False, 3, 11, 13, 18, 19, 21, 20, 22)
    if height < 36:
        return Plan(across, True, 3, 13, 16, 21, 22, 24, 24, 27)
    return Plan(across, True, 4, 15, 19, 26, 27, 29, 29, 32)


def listed(width: int, height: int) -> Plan:
    """The same for the list: a line a player, up to eight of them."""
    across = _across(width)
    if height < 30:
        return Plan(across, False, 0, 1, 12, 16, 17, 19, 19, 22)
    return Plan(across, False, 0, 1, 15, 20, 21, 23, 23, 26)


def _across(width: int) -> int:
    if width >= WIDE:
        # The panel keeps 25 columns at least; the table has four more where there is room for both.
        return WIDEST if width >= WIDE + 8 else 80
    return WIDEST if width >= WIDEST else 80
