"""A deal of an open-face game as a value, and what it has come to once all rows are full."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.games.chinese.state import Hand
from engine.kit import royalties
from engine.kit.rows import Board, board
from engine.kit.royalties import LAND, Kind, land
from engine.kit.settling import Scoring
from engine.values.draft import Rows
from engine.values.events import Events
from engine.values.secret import Secret

FIRST = 5
LATER: Mapping[Kind, tuple[int, ...]] = {"openface": (1,) * 8, "pineapple": (3,) * 4}
MOST_AT_ONCE = 17


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What rows earn: on top of all else, nothing, or in place of a won row's unit; Fantasyland."""

    royalties: Literal["usual", "none", "replace"] = "usual"
    fantasyland: bool = True


class PineappleOptions(Options, frozen=True, forbid_unknown_fields=True):
    """The same, and whether better fronts get more cards in Fantasyland."""

    progressive: Annotated[bool, Meta(extra={"only": {"fantasyland": (True,)}})] = False


class State(Struct, frozen=True):
    """One deal. `number` counts the turns that have been dealt to: round · players + place.

    `land` are the cards that each seat gets at once. `rows` lie open; those that were set in
    Fantasyland are in `inside` until the end. `away` are the cards thrown away.
    """

    kind: Kind
    options: Options
    dealer: int
    land: tuple[int, ...]
    stock: Secret[Hand]
    hands: tuple[Secret[Hand], ...]
    rows: tuple[Rows, ...]
    inside: tuple[Secret[Rows] | None, ...]
    away: tuple[Secret[Hand], ...]
    decisions: tuple[int, ...]
    number: int = -1

    @property
    def counts(self) -> tuple[int, ...]:
        """Cards of each round's turn."""
        return (FIRST, *LATER[self.kind])

    @property
    def turn(self) -> int | None:
        """The seat that lays cards; None where the deal waits for Fantasyland alone, or is over."""
        n = len(self.hands)
        if self.number >= n * len(self.counts):
            return None
        return (self.dealer + 1 + self.number % n) % n

    @property
    def round(self) -> int:
        """The number of the round, from 0; the last one's when nobody has a turn any more."""
        return min(self.number // len(self.hands), len(self.counts) - 1)

    @property
    def setting(self) -> tuple[int, ...]:
        """The seats in Fantasyland that have yet to set their rows."""
        return tuple(
            seat
            for seat, (count, rows) in enumerate(zip(self.land, self.inside, strict=True))
            if count and rows is None
        )

    @property
    def over(self) -> bool:
        """Whether all rows are full."""
        return self.turn is None and not self.setting

    @property
    def throws(self) -> bool:
        """Whether whose turn it is has laid two of three cards, and throws the last away."""
        turn = self.turn
        if self.kind != "pineapple" or turn is None or not self.round:
            return False
        return len(self.hands[turn].value) == 1

    @property
    def counting(self) -> Scoring:
        """How rows are counted."""
        table = royalties.NONE if self.options.royalties == "none" else royalties.OPEN
        return Scoring(table, on_top=self.options.royalties != "replace")


Step = tuple[State, Events]


def at_once_in(kind: Kind, options: Options) -> set[int]:
    """How many cards a seat may get at once by these options; 0: it plays as usual."""
    if not options.fantasyland:
        return {0}
    if isinstance(options, PineappleOptions) and options.progressive:
        return {0, *range(LAND[kind], MOST_AT_ONCE + 1)}
    return {0, LAND[kind]}


def all_rows(state: State, seat: int) -> Rows:
    """A seat's rows, those that it has set in Fantasyland too."""
    inside = state.inside[seat]
    return state.rows[seat] if inside is None else inside.value


def boards(state: State) -> tuple[Board, ...]:
    """The strengths of everybody's rows in a finished deal."""
    return tuple(board(all_rows(state, seat)) for seat in seats(state))


def lands(state: State) -> tuple[int, ...]:
    """The cards that each seat of a finished deal gets at once in the next one."""
    if not state.options.fantasyland:
        return (0,) * len(state.hands)
    progressive = isinstance(state.options, PineappleOptions) and state.options.progressive
    return tuple(
        land(one, state.kind, inside=state.land[seat] > 0, progressive=progressive)
        for seat, one in enumerate(boards(state))
    )


def seats(state: State) -> range:
    """The seats of a deal."""
    return range(len(state.hands))
