"""The betting games' part of the deal record: PHH's, with more variants (records.md)."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from engine.game import AnyGame, Setup
from engine.games.betting import Betting
from engine.games.betting.options import AnyOptions, options_of
from engine.games.betting.showdown import order_of_showing
from engine.games.betting.state import State
from engine.record import betting_header, betting_told, chips, script
from engine.record.betting_header import STRUCTURES
from engine.record.notation import Line
from engine.record.told import Asked, Told
from engine.values.cards import UNKNOWN, Card
from engine.values.chance import Chance

Header = Mapping[str, Any]

KINDS = {
    "holdem": "T",
    "omaha": "O",
    "omaha_hilo": "O/8",
    "stud7": "7S",
    "stud7_hilo": "7S/8",
    "stud5": "5S",
    "soko": "SK",
    "draw5": "5D",
    "indian_holdem": "I",
}
LETTERS = {structure: letter for letter, structure in STRUCTURES.items()}
# Variants that other programs write too: what they leave open is as tournament directors have it.
FOREIGN = ("FT", "NT", "PO", "FO/8", "F7S", "F7S/8")


class BettingForm:
    """How a deal of a betting game is recorded. Amounts of the header are in p order."""

    def __init__(self, game: Betting) -> None:
        self.game: AnyGame = game
        self.row = game.row
        # Cards that others see open by themselves.
        self.shows: bool = not game.row.forehead

    def variants(self) -> tuple[str, ...]:
        """Its kind under every structure that it is played by."""
        kind = KINDS[self.game.id]
        return tuple(LETTERS[structure] + kind for structure in self.row.structures)

    def variant(self, options: Struct, setup: Setup) -> str:
        """The structure's letter and the kind."""
        assert isinstance(options, AnyOptions)
        return LETTERS[options.structure] + KINDS[self.game.id]

    def names(self, header: Header) -> tuple[str, ...]:
        """As many as there are stacks; `players` may say who they are."""
        return chips.names(header)

    def options(self, header: Header, variant: str) -> Struct:
        """Structure and stakes, and the rules of the preset with those that `_rules` sets."""
        preset = "tda" if variant in FOREIGN else "house"
        kind, structure = options_of(self.row), STRUCTURES[variant[0]]
        return betting_header.options(header, kind, structure, preset)

    def setup(self, header: Header, options: Struct, players: int) -> Setup:
        """Stacks and forced bets as the header says; hands are shown as the lines say."""
        assert isinstance(options, AnyOptions)
        return betting_header.setup(header, options, players)

    def keys(self, options: Struct, setup: Setup) -> dict[str, object]:
        """PHH's keys, the preset, and what differs from it."""
        assert isinstance(options, AnyOptions)
        return betting_header.keys(options, setup)

    def chance(self, lines: Sequence[Line], players: int) -> Chance:
        """Street by street the cards for each player, p1 first, and then the board's.

        Where it depends on the play who gets cards: line by line.
        """
        if self.row.stud or self.row.draws:
            return script.in_order(lines)
        streets = self.row.streets
        size = sum(street.down for street in streets)
        board = script.board(lines)[: sum(street.board for street in streets)]
        hands = script.filled(script.first_hands(lines, size), board, lines)
        deck: list[Card] = []
        for player in range(1, players + 1):
            deck += hands.get(player, (UNKNOWN,) * size)
        return script.chance((*deck, *board))

    def asked(self, state: State) -> Asked | None:
        """At a showdown whoever has not decided: in turn, with somebody all-in as they like."""
        if state.phase != "show":
            return None
        done = state.opened + state.mucked
        seats = tuple(seat for seat in order_of_showing(state) if seat not in done)
        return Asked(seats, free=any(not state.stacks[seat] for seat in state.live))

    def showable(self, state: State) -> tuple[int, ...]:
        """Open hands; after the end also that of whoever won without showing, and saw it."""
        if state.phase == "over" and not self.row.forehead:
            return tuple(seat for seat in state.live if seat not in state.mucked)
        return state.opened

    def meanwhile(self, state: State, seat: int) -> bool:
        """Never: everybody sees the cards of the moment first."""
        return False

    def summary(self, told: Told) -> dict[str, Any]:
        """Stacks, pots, what was returned, the hands that were shown, lows where they count."""
        return betting_told.summary(told)
