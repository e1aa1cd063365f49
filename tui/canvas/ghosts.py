"""A card held over the square before it is laid: how long what was chosen can still be meant."""

from msgspec.structs import replace

from engine.kit.square import CELLS, SIDE
from engine.values.cards import Empty
from protocol.messages import TableView
from tui.canvas.scene import Ghost


def kept(ghost: Ghost | None, table: TableView) -> Ghost | None:
    """What is left of a ghost as the table lies now; None where nothing is.

    It goes with its deal, and when its card has been laid; its place goes when a card lies there,
    and a column when it is full.
    """
    view = table.view
    if ghost is None or view is None or table.me is None:
        return None
    if table.stage != "running" or ghost.deal != table.deal:
        return None
    hand = view.zone(f"hand.{table.me}")
    if ghost.card is not None and (hand is None or ghost.card not in hand.cells):
        return None
    if ghost.cell is not None and not _free(ghost.cell, table):
        ghost = replace(ghost, cell=None)
    if ghost.column is not None and not any(
        _free(cell, table) for cell in range(ghost.column, CELLS, SIDE)
    ):
        ghost = replace(ghost, column=None)
    return None if ghost == Ghost(ghost.deal) else ghost


def overlaid(ghost: Ghost | None, table: TableView) -> int | None:
    """The ghost's place, if somebody else's card has come to lie there in this deal."""
    view = table.view
    if ghost is None or ghost.cell is None or view is None or table.me is None:
        return None
    hand = view.zone(f"hand.{table.me}")
    laid = ghost.card is not None and (hand is None or ghost.card not in hand.cells)
    if laid or ghost.deal != table.deal or table.stage != "running":
        return None
    return None if _free(ghost.cell, table) else ghost.cell


def _free(cell: int, table: TableView) -> bool:
    grid = table.view.zone("grid") if table.view else None
    return grid is not None and cell < len(grid.cells) and isinstance(grid.cells[cell], Empty)
