"""A result in a window too small for the table: the same as lines (ux 5.18)."""

from engine.kit.rows import ROWS
from engine.kit.settling import Pair
from tui.canvas import cards, say
from tui.canvas.cells import padded
from tui.canvas.compact import draw_list
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Pen, Span, Spans
from tui.canvas.scene import Scene
from tui.layouts.rows.keys import buttons
from tui.layouts.rows.seen import Ending, Result, by_rank, chosen, in_order, known
from tui.layouts.rows.standing import match_line, totals
from tui.layouts.rows.words import (
    answer,
    hand_word,
    land_line,
    noteworthy,
    paid,
    points_span,
    status,
    status_style,
)
from tui.locale import Words

NAME = 12


def draw_small(pen: Pen, seen: Result, scene: Scene) -> None:
    """The result between title and footer: lines, the sentence that says most, the keys."""
    palette, words = pen.palette, pen.words
    shown = chosen(scene, seen)
    asked: Spans = ((paid(seen, shown, noteworthy(seen, shown), scene, words), palette.text),)
    if over := match_line(scene, words):
        asked = ((over, bold(palette.accent)),)
    lines = result_lines(seen, scene, palette, words)
    said = answer(scene, palette, words)
    draw_list(pen, scene, lines, asked, buttons(scene, words), said, mine=False)


def result_lines(seen: Result, scene: Scene, palette: Palette, words: Words) -> list[Spans]:
    """Everybody's points and hands, the chosen one's cards and comparisons, the match."""
    shown = chosen(scene, seen)
    lines: list[Spans] = []
    for seat in seen.around(scene.table.me):
        ending = seen.of(seat)
        lines.append(_hand(ending, scene, palette, words, strong=seat == shown))
        if seat == shown and (laid := card_line(ending, palette, words)):
            lines.append((("   ", palette.text), *laid))
    lines += [
        _pair(seen, shown, seat, scene, palette, words)
        for seat in seen.around(scene.table.me)
        if seat != shown
    ]
    if land := land_line(seen.endings, scene, words):
        lines.append(((land, palette.special),))
    if not scene.ui.past:
        lines.append(((f"{words('rows.total')}: ", palette.muted), *totals(scene, palette, words)))
    return lines


def _hand(ending: Ending, scene: Scene, palette: Palette, words: Words, *, strong: bool) -> Spans:
    name = padded(say.player(scene, ending.seat, words), NAME)
    style = palette.accent if ending.seat == scene.table.me else palette.text
    text, colour = points_span(ending.points, palette, words, "0")
    said = status(ending, words)
    hands = said or " / ".join(hand_word(row, words) for row in ending.rows)
    return (
        ("▸" if strong else " ", palette.accent),
        (name, bold(style) if strong else style),
        (text.rjust(5), bold(colour)),
        ("  ", palette.text),
        (hands, status_style(ending, palette) if said else palette.muted),
    )


def card_line(ending: Ending, palette: Palette, words: Words) -> Spans:
    """The cards of somebody row after row as text, or all thirteen; none where they are hidden."""
    rows = [in_order(row.cells) for row in ending.rows] or [by_rank(known(ending.hand))]
    text = " | ".join(cards.names(tuple(row), words) for row in rows if row)
    return cards.coloured(text, palette.muted, palette)


def _pair(
    seen: Result, one: int, other: int, scene: Scene, palette: Palette, words: Words
) -> Spans:
    """A comparison in a line: `gegen Ben +1: Vorne −1, Mitte +1, Hinten +1`."""
    pair = seen.of(one).pairs.get(other, Pair())
    text, style = points_span(pair.points, palette, words, "0")
    name = say.player(scene, other, words)
    spans: list[Span] = [
        (f"   {words('rows.against')} {name} ", palette.muted),
        (text, bold(style)),
    ]
    kinds = [*ROWS, "two_four" if seen.two_four else "scoop", "royalty"]
    if not seen.only_rows:
        kinds[len(ROWS)] = "extra"
    gap = ": "
    for kind, points in zip(kinds, pair, strict=True):
        if points:
            spans += [
                (f"{gap}{words(f'rows.{kind}')} ", palette.muted),
                points_span(points, palette, words),
            ]
            gap = ", "
    return tuple(spans)
