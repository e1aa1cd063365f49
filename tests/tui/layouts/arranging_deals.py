"""Deals of Chinese Poker that are being arranged, by the very keys of their table."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine.games.chinese.closed import Chinese, Options
from engine.values.actions import Action
from protocol.messages import Clock
from tests.engine.games.chinese_table import Table, hand, rows_set
from tests.tui.layouts.drawn import DE
from tests.tui.layouts.rows_deals import PICTURE, scene
from tui.canvas.scene import Scene, Sort
from tui.canvas.sorting import begun
from tui.layouts import layout

# Digits that lay Anna's cards as in the picture of ux 5.10: A D 5, K K 9 9, 8 8 8 are laid; her
# tray is sorted by rank, so that every digit answers A K K D 9 9 8 8 8 5, and 4 4 3 are left.
DIGITS = "1221223331"
ALL = "1221223331332"


def arranging(
    hands: Sequence[str] = PICTURE,
    ready: Sequence[int] = (1,),
    acts: Sequence[tuple[int, Action]] = (),
    **options: Any,
) -> Table:
    """A deal with those hands, which some have set already as they are written."""
    deck = "".join(map(hand, hands))
    table = Table(Chinese(), Options(**options), len(hands), deck)
    for seat in ready:
        table.act(seat, rows_set(hands[seat]))
    for seat, action in acts:
        table.act(seat, action)
    return table


def at_table(
    table: Table | None = None,
    keys: Sequence[str] = (),
    me: int | None = 0,
    hints: bool = True,
    clock: int | None = 84,
    **ui: Any,
) -> Scene:
    """What somebody sees of such a deal after some keys."""
    made = scene(table or arranging(royalties="usual"), me, totals=(8, -7, 3, -4), **ui)
    shown = replace(made.table, options={**made.table.options, "hints": hints})
    if clock is not None:
        shown = replace(shown, clock=Clock(clock * 1000, 90_000))
    made = replace(made, table=shown)
    made = replace(made, ui=replace(made.ui, sorting=begun(shown, shown.draft)))
    return pressed(made, *keys)


def pressed(shown: Scene, *keys: str) -> Scene:
    """The scene after keys that arrange cards."""
    for key in keys:
        press = layout("chinese").press(shown, key, DE)
        assert isinstance(press, Sort), (key, press)
        shown = replace(shown, ui=replace(shown.ui, sorting=press.sorting))
    return shown


def picture(me: int | None = 0, **how: Any) -> Scene:
    """The picture of ux 5.10: three cards of Anna's are left, the second suggestion was seen."""
    return at_table(None, (*DIGITS,), me, **how)
