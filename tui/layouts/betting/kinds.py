"""What the screen knows of each betting game: its streets, open cards, how hands are made."""

from typing import NamedTuple


class Kind(NamedTuple):
    """A game of the family.

    `two_and_three`: a hand is exactly two own and three common cards. `low`: a low shares the pot.
    `soko`: four of a suit and four in a row count. `streets` are the codes of its betting rounds
    and of the exchange, in order. `down`: how many own cards lie face down before the first open
    one, in stud; 0 elsewhere. `size`: how many own cards there are at the end. `forehead`: all see
    a hand but its owner.
    """

    two_and_three: bool = False
    low: bool = False
    soko: bool = False
    streets: tuple[str, ...] = ("preflop", "flop", "turn", "river")
    down: int = 0
    size: int = 2
    forehead: bool = False

    @property
    def stud(self) -> bool:
        """Whether own cards lie open, and say who begins."""
        return self.down > 0

    @property
    def draws(self) -> bool:
        """Whether cards are exchanged."""
        return "draw" in self.streets


_SEVEN = ("street_3", "street_4", "street_5", "street_6", "street_7")
_FIVE = ("street_2", "street_3", "street_4", "street_5")
_HOLDEM = Kind()
_KINDS = {
    "omaha": Kind(two_and_three=True, size=4),
    "omaha_hilo": Kind(two_and_three=True, low=True, size=4),
    "stud7": Kind(streets=_SEVEN, down=2, size=7),
    "stud7_hilo": Kind(low=True, streets=_SEVEN, down=2, size=7),
    "stud5": Kind(streets=_FIVE, down=1, size=5),
    "soko": Kind(soko=True, streets=_FIVE, down=1, size=5),
    "indian_holdem": Kind(forehead=True),
    "draw5": Kind(streets=("before_draw", "draw", "after_draw"), size=5),
}
# The codes of all streets, whatever the game.
STREETS = frozenset(street for kind in (_HOLDEM, *_KINDS.values()) for street in kind.streets)


def kind_of(game: str) -> Kind:
    """What is known of that game; of one that nobody knows, what holds for hold'em."""
    return _KINDS.get(game, _HOLDEM)


def begins_listed(game: str) -> bool:
    """Whether a game's table is a list until its viewer wants it otherwise (ux 2.3).

    In stud everybody's open cards are needed.
    """
    return kind_of(game).stud
