"""Pokerface's part of the deal record (records.md)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from engine.game import AnyGame, Setup
from engine.games.pokerface import BOARD, WINS, Options, Pokerface, Score, losing
from engine.kit.ranking import best_five, describe, rank7
from engine.record.header import whole
from engine.record.notation import Deal, Hand, Line, Show, shown_hand
from engine.values.actions import Take
from engine.values.cards import UNKNOWN, Card, Suit
from engine.values.chance import Chance
from engine.values.events import Acted, Dealt, Events, Moved, Phase, Scored, Shown
from engine.values.secret import opened_all

HOLE = 2


class PokerfaceForm:
    """How a deal of Pokerface is recorded."""

    game: AnyGame = Pokerface()

    def variant(self, options: Struct, setup: Setup) -> str:
        """Always `pokerface`: its variants are rules."""
        return "pokerface"

    def setup(self, header: Mapping[str, Any], options: Struct, players: int) -> Setup:
        """The last player deals; successes and failures so far, fewer than end a match."""
        assert isinstance(options, Options)
        score = Score(
            successes=whole(header, "_successes", 0, most=WINS - 1),
            failures=whole(header, "_failures", 0, most=losing(options) - 1),
        )
        return Setup(players=players, button=players - 1, carry=score)

    def keys(self, setup: Setup) -> dict[str, int]:
        """The score so far, where there is one."""
        score = setup.carry
        assert isinstance(score, Score)
        keys = {"_successes": score.successes, "_failures": score.failures}
        return {key: value for key, value in keys.items() if value}

    def chance(self, lines: Sequence[Line], players: int) -> Chance:
        """Two cards for each player, p1 first, then the board."""
        hands: dict[int, Hand] = {}
        board: Hand = ()
        for line in lines:
            if isinstance(line, Deal) and line.player is None:
                board += line.cards
            elif isinstance(line, Deal) and len(line.cards) == HOLE:
                hands.setdefault(line.player or 0, line.cards)
        for line in lines:
            if isinstance(line, Show) and line.cards is not None and line.player in hands:
                full = shown_hand(hands[line.player], line.cards)
                if full is not None and not _twice(hands | {line.player: full}, board):
                    hands[line.player] = full
        deck: list[Card] = []
        for player in range(1, players + 1):
            deck += hands.get(player, (UNKNOWN,) * HOLE)
        deck += board[: BOARD[-1]]
        # A line that deals a card again is refused when its turn comes; no deck can say it.
        single = (UNKNOWN if card in deck[:place] else card for place, card in enumerate(deck))
        return Chance(deck=tuple(single), seed=bytes(32))

    def summary(self, events: Events, hands: Sequence[Hand]) -> dict[str, Any]:
        """Hands shown, the outcome, and who holds which token of every round begun."""
        scored = [event for event in events if isinstance(event, Scored)]
        return {
            "hands": _hands(events, hands),
            "success": scored[0].code == "success" if scored else None,
            "tokens": _tokens(events, len(hands)),
        }


def _twice(hands: Mapping[int, Hand], board: Hand) -> bool:
    known = Counter(card for cards in (*hands.values(), board) for card in cards if card.known)
    return any(times > 1 for times in known.values())


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
