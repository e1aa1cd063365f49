"""From a deal's events to its record."""

import json
from collections.abc import Mapping, Sequence
from datetime import time

from msgspec import Struct

from engine.game import AnyGame, Setup
from engine.kit.rows import three_rows
from engine.record.forms import BY_GAME
from engine.record.notation import action_line, dealt_line
from engine.record.told import merged
from engine.values.actions import SetRows, Show
from engine.values.cards import UNKNOWN, Card, Cell
from engine.values.events import Acted, Dealt, Event, Shown
from engine.values.secret import opened_all

WIDTH = 100


def write(
    game: AnyGame,
    options: Struct,
    setup: Setup,
    names: Sequence[str],
    events: Sequence[Event],
    about: Mapping[str, str | int | time] | None = None,
) -> str:
    """The record of a deal, finished or running, from its events so far (records.md).

    `names` by deal seat, "" for who shall not be known. Events as the game made them give every
    card, redacted ones those that their reader may see, hands that were opened later among them.
    `about` are further keys of the header, which are for people and no part of the deal: PHH's
    `table`, `hand`, `day` and others like them. KeyError for a game that has no records.
    """
    form = BY_GAME[game.id]
    n = setup.players

    def player(seat: int) -> int:
        return (seat - setup.button - 1) % n + 1

    header: dict[str, object] = {"variant": form.variant(options, setup)}
    header["players"] = [names[(setup.button + p) % n] for p in range(1, n + 1)]
    header |= form.keys(options, setup)
    header |= about or {}
    # Where hands are opened without a line, the dealt ones have to say what became known.
    shown = {event.seat: opened_all(event.cells) for event in events if isinstance(event, Shown)}
    known = {} if form.shows else shown
    lines = []
    for event in merged(events):
        match event:
            case Dealt(_, None, cells):
                lines.append(dealt_line(None, _cards(opened_all(cells))))
            case Dealt(_, int(seat), cells):
                cards = _cards(opened_all(cells))
                if not all(card.known for card in cards) and len(known.get(seat, ())) == len(cards):
                    cards = _cards(known[seat])
                lines.append(dealt_line(player(seat), cards))
            case Acted(seat, SetRows() as rows):
                told = _told(rows, shown.get(seat, ()))
                if told is not None:
                    lines.append(action_line(player(seat), told, player))
            case Shown(seat, cells) if form.shows:
                lines.append(f"p{player(seat)} sm {''.join(map(str, _cards(opened_all(cells))))}")
            case Acted(_, Show()):
                pass  # told by what is shown
            case Acted(seat, action):
                lines.append(action_line(player(seat), action, player))
            case _:
                pass
    head = [f"{key} = {_toml(value)}" for key, value in header.items()]
    return "\n".join([*head, _actions(lines)]) + "\n"


def _cards(cells: Sequence[Cell]) -> tuple[Card, ...]:
    return tuple(cell if isinstance(cell, Card) else UNKNOWN for cell in cells)


def _told(rows: SetRows, shown: Sequence[Cell]) -> SetRows | None:
    """Rows that were set unseen as they were shown later; None: they have not been."""
    cells = opened_all((*rows.front, *rows.middle, *rows.back))
    cards = [cell for cell in cells if isinstance(cell, Card)]
    if len(cards) < len(cells):
        cards = [cell for cell in shown if isinstance(cell, Card)]
    return SetRows(*three_rows(cards)) if len(cards) == len(cells) else None


def _actions(lines: Sequence[str]) -> str:
    """The array of lines; rows of up to WIDTH characters, a new one for each street."""
    rows = [""]
    for line in lines:
        item = f'"{line}",'
        if rows[-1] and (line.startswith("d db") or len(rows[-1]) + len(item) > WIDTH - 3):
            rows.append("")
        rows[-1] += f" {item}" if rows[-1] else item
    return "\n  ".join(["actions = [", *filter(None, rows)]) + "\n]"


def _toml(value: object) -> str:
    if isinstance(value, dict):
        inner = ", ".join(f"{key} = {_toml(item)}" for key, item in value.items())
        return f"{{ {inner} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, time):
        return value.isoformat("seconds")
    return json.dumps(value)


def _quoted(text: str) -> str:
    """A TOML string without anything that a terminal or an editor would obey."""
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    if letter.isprintable():
        return letter
    # TOML knows no halves of surrogate pairs, not even escaped.
    code = 0xFFFD if 0xD800 <= ord(letter) <= 0xDFFF else ord(letter)
    return f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}"
