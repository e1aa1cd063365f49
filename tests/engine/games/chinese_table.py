"""A deal of the Chinese family on a test's table: cards that are known, and who does what."""

from collections.abc import Sequence
from typing import Any

import pytest

from engine.game import AnyGame, Result, Setup
from engine.games.chinese.state import Carry
from engine.values.actions import Action, Lay, RowName, SetRows, Throw
from engine.values.cards import DECK, Card, Cell, card, cards
from engine.values.chance import Chance
from engine.values.events import Events
from engine.values.secret import redact
from engine.values.view import View
from engine.values.why import Illegal, Why


class Table:
    """The last seat deals, so that seats are players in turn."""

    def __init__(
        self, game: AnyGame, options: Any, players: int, dealt: str, at_once: Sequence[int] = ()
    ) -> None:
        known = cards(dealt)
        deck = (*known, *(one for one in DECK if one not in known))
        setup = Setup(players, players - 1, Carry(tuple(at_once)))
        self.game = game
        self.state, self.events = game.new(options, setup, Chance(deck, b""))

    def act(self, seat: int, action: Action) -> Events:
        self.state, events = self.game.apply(self.state, seat, action)
        self.events += events
        return events

    def sets(self, seat: int, text: str) -> Events:
        return self.act(seat, rows_set(text))

    def lays(self, seat: int, text: str) -> Events:
        """Cards with rows, as `Ac front Kd back`."""
        events: Events = ()
        words = text.split()
        rows: dict[str, RowName] = {"front": "front", "middle": "middle", "back": "back"}
        for code, row in zip(words[::2], words[1::2], strict=True):
            events += self.act(seat, Lay(card(code), rows[row]))
        return events

    def throws(self, seat: int, code: str) -> Events:
        return self.act(seat, Throw(card(code)))

    def refused(self, seat: int, action: Action) -> Why:
        with pytest.raises(Illegal) as caught:
            self.game.apply(self.state, seat, action)
        return caught.value.why

    @property
    def view(self) -> View:
        return self.game.view(self.state)

    @property
    def result(self) -> Result:
        result = self.game.result(self.state)
        assert result is not None
        return result

    @property
    def next_at_once(self) -> tuple[int, ...]:
        """The cards that everybody gets at once in the next deal."""
        carry = self.result.carry
        assert isinstance(carry, Carry)
        return carry.at_once

    def cells(self, zone: str, seat: int | None) -> tuple[Cell, ...]:
        """A zone as a seat sees it."""
        found = redact(self.view, seat).zone(zone)
        assert found is not None
        return found.cells

    def notes(self, code: str, seat: int | None = None) -> list[dict[str, Any]]:
        return [
            dict(note.facts)
            for note in self.view.notes
            if note.code == code and seat in (None, note.seat)
        ]

    def default(self, seat: int, draft: object = None) -> Action:
        action = self.game.default(self.state, seat, draft)
        assert action is not None
        return action


def rows_set(text: str) -> SetRows:
    front, middle, back = (cards(row) for row in text.split("|"))
    return SetRows(front, middle, back)


def hand(text: str) -> str:
    """The cards of rows, as they are dealt."""
    return text.replace("|", "").replace(" ", "")


def shown(cells: Sequence[Cell]) -> str:
    return "".join(str(cell) for cell in cells if isinstance(cell, Card))
