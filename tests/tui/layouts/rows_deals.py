"""Deals of Chinese poker, closed and open, played to their end for the screen."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.game import AnyGame
from engine.games.chinese.closed import Chinese
from engine.games.chinese.closed import Options as ClosedOptions
from engine.games.chinese.open_state import Options, PineappleOptions
from engine.games.chinese.openface import OpenFace, Pineapple
from engine.kit.rows import ROWS
from engine.values.actions import Action, Lay, SetRows
from engine.values.cards import DECK, Card, cards
from engine.values.secret import redact
from protocol.messages import ChairInfo, Clock, PointsInfo, TableView
from tests.engine.games.chinese_table import Table, hand, rows_set
from tui.canvas.scene import Scene, Ui

NAMES = ("Anna", "Ben", "Carla", "Dan")
ANNA, BEN, CARLA, DAN = range(4)

# The picture of ux 5.11; Anna and Ben are CP-01 of rules.md.
CP_ANNA = "Ac Qd 5h | Ks Kd 9c 9h 3s | 8s 8h 8d 4c 4d"
CP_BEN = "6s 6d Kc | Qs Qc 7d 7c 2s | Jh Th 6h 3h 2h"
CP_CARLA = "Kh Js 9d | Ah As Jd Td 2c | 7s 6c 5s 4h 3d"
CP_DAN = "Ts Tc 2d | 9s 8c 7h 5d 4s | Qh Jc Ad 5c 3c"
PICTURE = (CP_ANNA, CP_BEN, CP_CARLA, CP_DAN)
TOTALS = (21, 4, -3, -22)

Choice = str | Action


def closed(
    choices: Sequence[Choice], dealt: Mapping[int, str] | None = None, **options: Any
) -> Table:
    """A closed deal in which everybody sets rows, or does something else with `dealt` cards."""
    given = dict(dealt or {})
    hands = [
        given.get(seat, hand(c) if isinstance(c, str) else "") for seat, c in enumerate(choices)
    ]
    taken = {card for text in hands for card in cards(text)}
    spare = iter([card for card in DECK if card not in taken])
    deck = "".join(text or "".join(next(spare).code for _ in range(13)) for text in hands)
    table = Table(Chinese(), ClosedOptions(**options), len(choices), deck)
    for seat, choice in enumerate(choices):
        table.act(seat, rows_set(choice) if isinstance(choice, str) else choice)
    return table


def opened(rows: Sequence[str], at_once: Sequence[int] = (), **options: Any) -> Table:
    """An open-face deal in which everybody lays rows, the back first; some are in Fantasyland."""
    game = OpenFace()
    return _laid(game, Options(**options), [_cards(text) for text in rows], at_once)


def pineapple(rows: Sequence[str], away: Sequence[str], **options: Any) -> Table:
    """A deal of Pineapple, in which everybody throws away the cards of `away` one after another."""
    table = Table(
        Pineapple(),
        PineappleOptions(**options),
        len(rows),
        _in_threes([_cards(text) for text in rows], [cards(text) for text in away]),
    )
    laid = [dict(_cards(text)) for text in rows]
    while table.view.phase != "over":
        seat = table.view.to_act[0]
        own = table.state.hands[seat].value
        card = next((one for one in own if one in laid[seat]), None)
        if card is None:
            table.throws(seat, own[0].code)
        else:
            table.act(seat, Lay(card, laid[seat][card]))
    return table


def _cards(text: str) -> list[tuple[Card, Any]]:
    """The cards of three rows, each with its row, from the back to the front."""
    rows = [cards(row) for row in text.split("|")]
    named = [(card, name) for name, row in zip(ROWS, rows, strict=True) for card in row]
    return named[::-1]


def _laid(
    game: AnyGame, options: Struct, rows: Sequence[list[tuple[Card, Any]]], at_once: Sequence[int]
) -> Table:
    land = at_once or (0,) * len(rows)
    order: list[Card] = []
    for number, (first, more) in enumerate([(0, 5), *((5 + n, 1) for n in range(8))]):
        for seat, own in enumerate(rows):
            if land[seat]:
                order += [card for card, _ in own] if not number else []
            else:
                order += [card for card, _ in own[first : first + more]]
    table = Table(game, options, len(rows), "".join(card.code for card in order), at_once)
    laid = [dict(own) for own in rows]
    while table.view.phase != "over":
        seat = table.view.to_act[0]
        if land[seat]:
            sets = [tuple(card for card, row in rows[seat][::-1] if row == name) for name in ROWS]
            table.act(seat, SetRows(*sets))
            continue
        card = table.state.hands[seat].value[0]
        table.act(seat, Lay(card, laid[seat][card]))
    return table


def _in_threes(rows: Sequence[list[tuple[Card, Any]]], away: Sequence[Sequence[Card]]) -> str:
    order = [card for own in rows for card, _ in own[:5]]
    for number in range(4):
        for own, thrown in zip(rows, away, strict=True):
            order += [card for card, _ in own[5 + 2 * number : 7 + 2 * number]]
            order.append(thrown[number])
    return "".join(card.code for card in order)


def scene(
    table: Table,
    me: int | None = ANNA,
    *,
    totals: Sequence[int] = (),
    names: Sequence[str] = NAMES,
    number: int = 3,
    rounds: int = 10,
    stage: Any = None,
    next_in: int | None = 8,
    watching: int = 0,
    **ui: Any,
) -> Scene:
    """What `me` receives of a deal; `totals` are the points of the match, else the deal's."""
    over = table.game.result(table.state) is not None
    net = table.result.net if over else (0,) * len(table.state.hands)
    points = list(totals) or list(net)
    options = {name: getattr(table.state.options, name) for name in fields(table)}
    stage = stage or ("between" if over else "running")
    chairs = tuple(
        ChairInfo("person", name, points=PointsInfo(own))
        for name, own in zip(names, points, strict=False)
    )
    shown = TableView(
        id="t1",
        name="Küche",
        game=table.game.id,
        options={**options, "rounds": rounds},
        seq=1,
        chairs=chairs,
        me=me,
        stage=stage,
        deal=4,
        number=number,
        ended="finished" if stage == "over" else None,
        view=redact(table.view, me),
        offers=() if me is None or over else table.game.offers(table.state, me),
        decision=0 if me is None else table.game.decision(table.state, me),
        chat="free",
        watching=watching,
        next=None if next_in is None or not over else Clock(next_in * 1000, 10_000),
    )
    events = tuple(redact(event, me) for event in table.events)
    return Scene(shown, events, players=tuple(names[: len(chairs)]), ui=Ui(latency=24, **ui))


def fields(table: Table) -> tuple[str, ...]:
    return tuple(table.state.options.__struct_fields__)


def picture(me: int | None = ANNA, **how: Any) -> Scene:
    """The picture of ux 5.11."""
    return scene(closed(PICTURE, royalties="usual"), me, totals=TOTALS, **how)


def more(scene: Scene, **ui: Any) -> Scene:
    """The scene with another side of its viewer."""
    return replace(scene, ui=replace(scene.ui, **ui))
