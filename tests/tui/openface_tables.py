"""Deals of open-face and Pineapple as a client receives them: real ones, with the cards given."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engine.games.chinese.open_state import Options, PineappleOptions
from engine.games.chinese.openface import OpenFace, Pineapple
from engine.kit.rows import ROWS
from engine.values.actions import Lay, RowName, Throw
from engine.values.cards import DECK, Card, cards
from engine.values.draft import Draft
from protocol.messages import ChairInfo, Clock, PointsInfo
from tests.engine.games.chinese_table import Table
from tests.tui.deals import scene_of
from tui.canvas.scene import Scene, Ui
from tui.canvas.sorting import begun

NAMES = ("Anna", "Ben", "Carla", "Dan")
ANNA, BEN, CARLA, DAN = range(4)
FIRST, AWAY = 5, 3  # cards of the first turn, and of a later one of Pineapple

# The pictures of ux 5.12, with as many cards as everybody has by then.
BOARDS = (
    "Ks | AcAd6d | 8s8c3s2h",
    "QsQd | 7h7c | AhTh9h4h",
    "Kc | 9d9s5c5d | JsJcJd",
    "",
)
BOARDS_OF_THREE = ("Ks | AcAd6d | 8s8c4d", "QsQd | 7h7c | AhTh9h", "Kc | 9d9s5c | JsJcJd")


def classic(
    boards: Sequence[str], fresh: str = "", at_once: Sequence[int] = (), **options: Any
) -> Table:
    """Open-face, everybody's rows as given, and seat 0 to lay `fresh`."""
    game = Table(OpenFace(), Options(**options), len(boards), "", at_once)
    return _played(game, Options(**options), boards, fresh, at_once)


def pineapple(
    boards: Sequence[str], fresh: str = "", at_once: Sequence[int] = (), **options: Any
) -> Table:
    """The same in Pineapple."""
    given = PineappleOptions(**options)
    return _played(
        Table(Pineapple(), given, len(boards), "", at_once), given, boards, fresh, at_once
    )


def _played(
    table: Table, options: Any, boards: Sequence[str], fresh: str, at_once: Sequence[int]
) -> Table:
    laid = [_cards(text) for text in boards]
    new = cards(fresh)
    taken = {card for board in laid for card, _ in board} | set(new)
    spare = iter([card for card in DECK if card not in taken])
    inside = [*at_once, *(0,) * (len(boards) - len(at_once))]
    deck = "".join(card.code for card in _dealt(table.game.id, laid, inside, new, spare))
    table = Table(table.game, options, len(boards), deck, at_once)
    places = [dict(board) for board in laid]
    while any(places):
        seat = table.state.turn
        if seat is None or not places[seat]:
            break
        for card in table.state.hands[seat].value:
            row = places[seat].pop(card, None)
            table.act(seat, Throw(card) if row is None else Lay(card, row))
    return table


def _dealt(
    game: str,
    boards: Sequence[Sequence[tuple[Card, RowName]]],
    inside: Sequence[int],
    new: Sequence[Card],
    spare: Iterator[Card],
) -> Iterator[Card]:
    """The deck that gives everybody their cards in turn, then seat 0 the new ones."""
    each = 2 if game == "pineapple" else 1
    turns = [0, *range(FIRST, max(map(len, boards)), each)]
    for start in turns:
        for seat, board in enumerate(boards):
            if inside[seat]:
                yield from (next(spare) for _ in range(0 if start else inside[seat]))
                continue
            count = each if start else FIRST
            yield from (card for card, _ in board[start : start + count])
            if start and each > 1:
                yield next(spare)
    yield from new
    yield from spare


def _cards(text: str) -> list[tuple[Card, RowName]]:
    """The cards of three rows, each with its row, from the back to the front."""
    rows = [cards(row) for row in text.split("|")] if text else []
    named = list(zip(rows, ROWS, strict=False))
    return [(card, name) for row, name in reversed(named) for card in row]


def seen_by(
    table: Table,
    me: int | None = ANNA,
    *,
    held: Draft | None = None,
    names: Sequence[str] = NAMES,
    number: int = 5,
    options: Mapping[str, Any] | None = None,
    seconds: int | None = None,
    points: Sequence[int] = (8, -7, 3, -4),
    **ui: Any,
) -> Scene:
    """What somebody sees, with cards held over their rows."""
    count = len(table.view.seats)
    scene = scene_of(table.game, table.state, me, names[:count], table.events, table.state.options)
    chairs = tuple(
        ChairInfo("person", name, points=PointsInfo(won))
        for name, won in zip(names[:count], points, strict=False)
    )
    clock = None if seconds is None else Clock(seconds * 1000, 45_000)
    given = {"rounds": 10, "hints": False, **scene.table.options, **(options or {})}
    shown = replace(
        scene.table, chairs=chairs, number=number, options=given, clock=clock, chat="free"
    )
    sorting = begun(shown, held)
    return replace(scene, table=shown, ui=Ui(latency=24, sorting=sorting, seconds=seconds, **ui))


def picture(**changes: Any) -> Scene:
    """Four players, one in Fantasyland; Anna holds her king over the front."""
    table = classic(BOARDS, "Kh", (0, 0, 0, 13))
    return seen_by(table, held=Draft(front=cards("Kh")), seconds=22, **changes)


def picture_of_three(**changes: Any) -> Scene:
    """Pineapple: two of Anna's three cards have a place, the third goes away."""
    table = pineapple(BOARDS_OF_THREE, "Kh3sJh")
    held = Draft(front=cards("Kh"), back=cards("3s"))
    return seen_by(table, held=held, seconds=22, **changes)
