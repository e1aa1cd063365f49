"""A line of cards with what the keys have done to them: cursor, marks, ghosts (ux 3.1, 4.8)."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.values.cards import Card, Cell, Empty
from engine.values.draft import FULL
from tui.canvas import cards
from tui.canvas.palette import Face, Palette, bold
from tui.canvas.pen import Pen, Span, Spans
from tui.canvas.sorting import TRAY, Sorting
from tui.locale import Words

CURSOR, MARKED, PICKED = "▲", "•", "x"


class Look(NamedTuple):
    """A card as it is drawn: its face, gold bars beside a ghost, and the signs under it."""

    cell: Cell
    face: Face = "normal"
    ghost: bool = False
    signs: str = ""


# ── what there is ──────────────────────────────────────────────────────────────────────────────


def plain(cells: Sequence[Cell]) -> tuple[Look, ...]:
    """Cells that no key changes."""
    return tuple(Look(cell) for cell in cells)


def row_looks(sorting: Sorting, row: int, lying: Sequence[Cell] = ()) -> tuple[Look, ...]:
    """A row of the draft behind what lies there for good, with its free places.

    Where a suggestion is held over it, the row as that has it: what would come is a ghost.
    """
    idea = sorting.shown if sorting.ghosts else None
    draft = sorting.draft.rows[row]
    if idea is None:
        looks = [_look(sorting, row, place, card) for place, card in enumerate(draft)]
    else:
        kept = [card for card in draft if card in idea[row]]
        looks = [Look(card) for card in kept]
        looks += [Look(card, "ghost", ghost=True) for card in idea[row] if card not in kept]
    looks = [*plain(lying), *looks]
    return (*looks, *plain((Empty(),) * (FULL[row] - len(looks))))


def ghost_row(sorting: Sorting, row: int, lying: Sequence[Cell] = ()) -> tuple[Look, ...]:
    """A row of cards that lie for good, and those of the draft as ghosts: not fast yet."""
    looks = [
        _look(sorting, row, place, card)._replace(ghost=True)
        for place, card in enumerate(sorting.draft.rows[row])
    ]
    looks = [look._replace(face="ghost") if look.face == "normal" else look for look in looks]
    looks = [*plain(lying), *looks]
    return (*looks, *plain((Empty(),) * (FULL[row] - len(looks))))


def tray_looks(sorting: Sorting) -> tuple[Look, ...]:
    """The cards of the tray; those that a suggestion holds over a row are pale."""
    idea = sorting.shown if sorting.ghosts else None
    laid = {card for row in idea or () for card in row}
    looks = [_look(sorting, TRAY, place, card) for place, card in enumerate(sorting.tray)]
    return tuple(look._replace(face="dead") if look.cell in laid else look for look in looks)


def _look(sorting: Sorting, line: int, place: int, card: Card) -> Look:
    here = (line, place) == (sorting.line, sorting.place) and not sorting.ghosts
    marked, picked = card in sorting.marked, card == sorting.picked
    signs = CURSOR * here + MARKED * marked + PICKED * picked
    face: Face = "chosen" if here else "wins" if marked or picked else "normal"
    return Look(card, face, signs=signs)


# ── as cards ───────────────────────────────────────────────────────────────────────────────────


def stride(count: int, width: int, *, large: bool) -> int:
    """The columns from card to card, so that `count` cards take at most `width` cells.

    A gap where there is room for it, then none, then each card covers part of the one before.
    """
    across, _ = cards.LARGE if large else cards.SMALL
    most = across + 1
    return most if count < 2 else max(1, min(most, (width - across) // (count - 1)))


def draw_looks(
    pen: Pen, x: int, y: int, looks: Sequence[Look], *, large: bool = False, step: int = 0
) -> None:
    """The cards from column x on, the signs in the row below; `step`: columns from card to card."""
    across, down = cards.LARGE if large else cards.SMALL
    step = step or across + 1
    for place, look in enumerate(looks):
        left = x + step * place
        face = look.face
        if step <= across and face == "normal" and place % 2:
            # Without a gap between them cards would melt into one.
            face = "alternate"
        (cards.large if large else cards.small)(pen, left, y, look.cell, face)
        if look.ghost:
            for row in range(y, y + down):
                pen.put(left - 1, row, "┃", pen.palette.accent)
                pen.put(left + across, row, "┃", pen.palette.accent)
        middle = left + (across // 2 if step > across else 1)
        pen.put(middle, y + down, look.signs, bold(pen.palette.accent))


# ── as text ────────────────────────────────────────────────────────────────────────────────────


def look_spans(looks: Sequence[Look], palette: Palette, words: Words) -> Spans:
    """The cards in one row, each with its sign before it, free places as dots."""
    spans: list[Span] = []
    for look in looks:
        sign = "┃" if look.ghost and not look.signs else _before(look.signs)
        spans.append((sign or " ", bold(palette.accent)))
        if isinstance(look.cell, Empty):
            spans.append((" · ", palette.faint))
        else:
            spans += cards.inline_spans((look.cell,), palette, words, look.face)
    return tuple(spans)


def _before(signs: str) -> str:
    """One sign of several: the cursor's arrow points at the card in a row of text."""
    return "▸" if CURSOR in signs else signs[:1]
