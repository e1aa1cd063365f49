"""Pokerface's part of the deal record (records.md)."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from engine.game import AnyGame, Setup
from engine.games.pokerface import (
    BOARD,
    SHOWDOWN,
    WINS,
    Options,
    Pokerface,
    Score,
    State,
    losing,
)
from engine.kit.ranking import best_five, describe, rank7
from engine.record import script
from engine.record.header import changed, rules, whole
from engine.record.notation import Hand, Line
from engine.record.single import SingleForm
from engine.record.told import Told
from engine.values.actions import Take
from engine.values.cards import UNKNOWN, Card, Suit
from engine.values.chance import Chance
from engine.values.events import Acted, Dealt, Events, Moved, Phase, Scored, Shown
from engine.values.secret import opened_all

HOLE = 2


class PokerfaceForm(SingleForm):
    """How a deal of Pokerface is recorded."""

    game: AnyGame = Pokerface()

    def options(self, header: Mapping[str, Any], variant: str) -> Struct:
        """What `_rules` says."""
        return rules(header, Options, Options.__struct_fields__)

    def setup(self, header: Mapping[str, Any], options: Struct, players: int) -> Setup:
        """The last player deals; successes and failures so far, fewer than end a match."""
        assert isinstance(options, Options)
        score = Score(
            successes=whole(header, "_successes", 0, most=WINS - 1),
            failures=whole(header, "_failures", 0, most=losing(options) - 1),
        )
        return Setup(players=players, button=players - 1, carry=score)

    def keys(self, options: Struct, setup: Setup) -> dict[str, object]:
        """The score so far, where there is one, and the rules that are not the usual ones."""
        score = setup.carry
        assert isinstance(score, Score)
        so_far = {"_successes": score.successes, "_failures": score.failures}
        keys: dict[str, object] = {key: value for key, value in so_far.items() if value}
        if own := changed(options, Options.__struct_fields__):
            keys["_rules"] = own
        return keys

    def chance(self, lines: Sequence[Line], players: int) -> Chance:
        """Two cards for each player, p1 first, then the board."""
        board = script.board(lines)
        hands = script.filled(script.first_hands(lines, HOLE), board, lines)
        deck: list[Card] = []
        for player in range(1, players + 1):
            deck += hands.get(player, (UNKNOWN,) * HOLE)
        return script.chance((*deck, *board[: BOARD[-1]]))

    def showable(self, state: State) -> tuple[int, ...]:
        """All of them at the showdown."""
        return tuple(range(len(state.hands))) if state.street == SHOWDOWN else ()

    def summary(self, told: Told) -> dict[str, Any]:
        """Hands shown, the outcome, and who holds which token of every round begun."""
        scored = [event for event in told.events if isinstance(event, Scored)]
        return {
            "hands": _hands(told.events, told.hands),
            "success": scored[0].code == "success" if scored else None,
            "tokens": _tokens(told.events, len(told.hands)),
        }


def _hands(events: Events, hands: Sequence[Hand]) -> list[dict[str, str]]:
    shown = sorted(event.seat for event in events if isinstance(event, Shown))
    board = _board(events)
    sevens = {seat: hands[seat] + board for seat in shown}
    known = [seat for seat, seven in sevens.items() if all(card.known for card in seven)]
    known.sort(key=lambda seat: -rank7(sevens[seat]))
    return [
        {
            "player": f"p{seat + 1}",
            "name": describe(sevens[seat]).name,
            "cards": "".join(map(str, best_five(sevens[seat]))),
        }
        for seat in known
    ]


def _board(events: Events) -> Hand:
    cells = [
        cell
        for event in events
        if isinstance(event, Dealt) and event.seat is None
        for cell in opened_all(event.cells)
    ]
    return tuple(cell for cell in cells if isinstance(cell, Card))


def _tokens(events: Events, players: int) -> dict[str, list[int | None]]:
    racks: dict[Suit, dict[int, int | None]] = {}
    rack: dict[int, int | None] = {}
    for event in events:
        match event:
            case Phase("tokens", {"suit": "c" | "d" | "h" | "s" as suit}):
                rack = racks[suit] = {}
            case Acted(seat, Take(token, _)):
                rack[token] = seat
            case Moved(token, _, target):
                rack[token] = target
            case _:
                pass
    return {suit: _by_seat(rack, players) for suit, rack in racks.items()}


def _by_seat(rack: Mapping[int, int | None], players: int) -> list[int | None]:
    held = {seat: token for token, seat in rack.items()}
    return [held.get(seat) for seat in range(players)]
