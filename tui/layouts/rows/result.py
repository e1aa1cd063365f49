"""A deal laid open: all rows, who has what of whom, everybody's points (ux 5.11)."""

from collections.abc import Iterable
from typing import NamedTuple

from rich.cells import cell_len

from engine.kit.rows import ROWS
from engine.kit.settling import Pair
from engine.kit.special import VALUES
from engine.values.cards import Cell
from tui.canvas import cards, say
from tui.canvas.cells import cut, wrapped
from tui.canvas.compact import too_small
from tui.canvas.drawers import talk
from tui.canvas.frame import bar, box
from tui.canvas.palette import Face, bold
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.canvas.scene import Scene
from tui.layouts.rows.keys import buttons
from tui.layouts.rows.listing import draw_small
from tui.layouts.rows.log import log
from tui.layouts.rows.seen import Ending, Result, by_rank, by_suit, chosen, in_order, known
from tui.layouts.rows.standing import draw_standing, match_line
from tui.layouts.rows.words import (
    answer,
    foul_word,
    hand_word,
    land_line,
    noteworthy,
    paid,
    points_span,
    status,
    status_style,
)
from tui.layouts.stakes import number

WIDE = 110  # columns from which there is more than the table
WIDEST = 84  # columns of the table where there is more
HIGH = 30  # rows from which nothing is crowded
NAME = 1
COLUMNS = (14, 31, 56)  # of the three rows
LARGE = (2, 22, 54)  # of the three rows in bigger cards, which leave no room beside them
ENDS = (25, 35, 45, 55, 65, 75)  # columns behind the figures of a comparison
EACH = 17  # columns from one player's points to the next one's
CHAT = 9  # rows of the box with what was said


class Plan(NamedTuple):
    """Which row everything begins at, and how many there are from hand to hand."""

    large: bool
    head: int
    step: int
    pairs: int
    sums: int
    said: int
    answer: int
    bar: int

    @property
    def columns(self) -> tuple[int, ...]:
        """Where the three rows of cards begin."""
        return LARGE if self.large else COLUMNS

    def hand(self, at: int) -> int:
        """The first row of a hand."""
        return self.head + 1 + self.step * at

    @property
    def named(self) -> int:
        """Rows from a hand's first one to the names of its rows."""
        return 4 if self.large else 1


def draw_result(pen: Pen, seen: Result, scene: Scene) -> None:
    """Everything between the title and the footer, its keys too, in any window."""
    if too_small((pen.width, pen.height)):
        draw_small(pen, seen, scene)
        return
    width = WIDEST if pen.width >= WIDE else pen.width
    said = _sentences(pen, seen, scene, width - 3)
    place = _plan((pen.width, pen.height), len(seen.endings), len(said))
    _hands(pen, seen, scene, place, width)
    _pairs(pen, seen, scene, place, width)
    _everybody(pen, seen, scene, place.sums)
    said_last = answer(scene, pen.palette, pen.words)
    room = place.answer + (not said_last) - place.said
    if len(said) > room:
        said = _sentences(pen, seen, scene, width - 3, room)
    top = place.said + (len(said) < room)
    for y, line in enumerate(said[:room], top):
        pen.spans(2, y, clipped(line, width - 3))
    pen.spans(1, place.answer, clipped(said_last, width - 2))
    bar(pen, place.bar, width, buttons(scene, pen.words), 1, scene.ui.guarded)
    if pen.width >= WIDE:
        _side(pen, scene, width + 1)


def _plan(size: tuple[int, int], count: int, said: int) -> Plan:
    """The rows: with bigger cards where they fit, else apart where there is room for sentences."""
    end = size[1] - 2
    room = end - 1
    below = count + 5  # comparisons with head and sum, everybody's points
    ways = ((5, 1, said), (5, 1, 2), (5, 0, 2), (3, 1, said + 1), (2, 1, 0))
    for step, gap, least in ways[0 if size[0] >= WIDE else 3 :]:
        need = 1 + step * count - (step == 3) + gap + below
        if need + least <= room:
            break
    top = 1 + (size[1] >= HIGH and need + least < room)
    pairs = top + need - below
    sums = pairs + count + 3
    return Plan(step == 5, top, step, pairs, sums, sums + 2, end - 1, end)


# ── hands ──────────────────────────────────────────────────────────────────────────────────────


def _hands(pen: Pen, seen: Result, scene: Scene, place: Plan, width: int) -> None:
    palette, words = pen.palette, pen.words
    for digit, (x, row) in enumerate(zip(place.columns, ROWS, strict=True), 1):
        pen.put(x, place.head, f"{digit} {words(f'rows.{row}')}", palette.muted)
    shown = chosen(scene, seen)
    for at, seat in enumerate(seen.around(scene.table.me)):
        ending, y = seen.of(seat), place.hand(at)
        if seat == shown:
            for line in range(y, y + place.named + 1):
                pen.band(0, line, width, palette.turn)
            # A sign too, where it is not the viewer, whom the sum below names first.
            if seat != scene.table.me or palette.brackets:
                pen.put(0, y, "▸", palette.accent)
        style = palette.accent if seat in {scene.table.me, shown} else palette.text
        name = cut(say.player(scene, seat, words), COLUMNS[0] - NAME - 1)
        end = pen.put(NAME, y, name, bold(style))
        x, line = (end + 2, y) if place.large else (NAME, y + 1)
        pen.spans(x, line, clipped(_below_name(pen, seen, ending), COLUMNS[0] - NAME))
        if ending.rows:
            _rows(pen, seen, ending, place, y)
        else:
            _no_rows(pen, scene, ending, place, y)


def _below_name(pen: Pen, seen: Result, ending: Ending) -> Spans:
    """That somebody was in Fantasyland, and royalties that come on top."""
    palette, words = pen.palette, pen.words
    spans: list[Span] = []
    if ending.inside:
        spans.append((words("rows.inside"), palette.special))
    if ending.royalties and not seen.in_rows:
        spans += [(" ", palette.text)] if spans else []
        said = words("rows.royalties", points=ending.royalties)
        if span_len(spans) + cell_len(said) >= COLUMNS[0] - NAME:
            said = words("rows.royalties_brief", points=ending.royalties)
        spans.append((said, palette.muted))
    return tuple(spans)


def _rows(pen: Pen, seen: Result, ending: Ending, place: Plan, y: int) -> None:
    palette, words = pen.palette, pen.words
    for x, row in zip(place.columns, ending.rows, strict=True):
        _cards(pen, place, (x, y), in_order(row.cells))
        if ending.fouled:
            continue
        end = pen.put(x, y + place.named, hand_word(row, words), palette.muted)
        if row.royalty:
            earned = words("rows.in_row" if seen.in_rows else "rows.on_top", points=row.royalty)
            style = palette.muted if seen.in_rows else palette.good
            pen.put(end + 1, y + place.named, earned, style)
    if ending.fouled:
        x = pen.put(place.columns[0], y + place.named, status(ending, words), bold(palette.bad))
        pen.put(x + 2, y + place.named, foul_word(ending, words), palette.muted)


def _no_rows(pen: Pen, scene: Scene, ending: Ending, place: Plan, y: int) -> None:
    """The thirteen cards of a special hand, or what giving up has cost."""
    palette, words, x = pen.palette, pen.words, place.columns[0]
    face: Face = "wins" if ending.special else "dead"
    _cards(pen, place, (x, y), whole(ending), face)
    style = bold(status_style(ending, palette))
    end = pen.put(x, y + place.named, status(ending, words), style)
    pen.put(end + 2, y + place.named, price_word(ending, scene, pen), palette.muted)


def _cards(
    pen: Pen, place: Plan, at: tuple[int, int], cells: Iterable[Cell], face: Face = "normal"
) -> None:
    x, y = at
    for column, cell in enumerate(cells):
        if place.large:
            cards.small(pen, x + 6 * column, y + 1, cell, face)
        else:
            cards.inline(pen, x + 4 * column, y, cell, face)


def whole(ending: Ending) -> tuple[Cell, ...]:
    """All cards of somebody without rows as they are read, or their backs."""
    hand = known(ending.hand)
    if not hand:
        return ending.hand
    return by_suit(hand) if ending.special == "three_flushes" else by_rank(hand)


def price_word(ending: Ending, scene: Scene, pen: Pen) -> str:
    """What a special hand is worth, or what was to be paid for giving up.

    That it is of everybody, or to everybody, is said where it was.
    """
    words = pen.words
    if ending.special:
        points = VALUES[ending.special]
        paid, each, some = points, "of_each", "counts"
    else:
        points = number(scene.table.options, "surrender", 0)
        paid, each, some = -points, "to_each", "price"
    alike = all(pair.points == paid for pair in ending.pairs.values())
    return words(f"rows.{each if alike else some}", points=words.number(points))


# ── who has what of whom ───────────────────────────────────────────────────────────────────────


def _pairs(pen: Pen, seen: Result, scene: Scene, place: Plan, width: int) -> None:
    palette, words, y = pen.palette, pen.words, place.pairs
    shown = chosen(scene, seen)
    pen.band(1, y, width - 2, palette.head)
    pen.put(2, y, words("rows.against"), palette.muted)
    heads = (*ROWS, extra_key(seen), "royalty", "sum")
    for end, head in zip(ENDS, heads, strict=True):
        pen.right(y, ((words(f"rows.{head}"), palette.muted),), end)
    others = [seat for seat in seen.around(scene.table.me) if seat != shown]
    for row, seat in enumerate(others, y + 1):
        pair = seen.of(shown).pairs.get(seat, Pair())
        _named(pen, scene, seen.of(seat), row)
        for end, span in zip(ENDS, figures(pen, seen, pair), strict=True):
            pen.right(row, (span,), end)
    y += len(others) + 1
    pen.put(1, y, "─" * (width - 2), palette.faint)
    _named(pen, scene, seen.of(shown), y + 1)
    text, style = points_span(seen.of(shown).points, palette, words, "0")
    pen.right(y + 1, ((text, bold(style)),), ENDS[-1])


def _named(pen: Pen, scene: Scene, ending: Ending, y: int) -> None:
    """A name, and what sets the ending apart, as far as there is room before the figures."""
    palette, words = pen.palette, pen.words
    # Without rows there are dots in place of figures.
    room = ENDS[0] - (7 if ending.rows else 4)
    said = status(ending, words)
    style = status_style(ending, palette)
    if not said and ending.seat == scene.table.me:
        style = palette.accent
    name = say.player(scene, ending.seat, words)
    if cell_len(name) + 2 + cell_len(said) > room:
        said = said[:1]
    end = pen.put(2, y, cut(name, room - (2 + cell_len(said) if said else 0)), bold(style))
    pen.put(end + 2, y, said, bold(style))


def extra_key(seen: Result) -> str:
    """What the points beside the rows are called."""
    if not seen.only_rows:
        return "extra"
    return "two_four" if seen.two_four else "scoop"


def figures(pen: Pen, seen: Result, pair: Pair) -> tuple[Span, ...]:
    """A comparison's points: three rows, what is extra, royalties on top, all of it."""
    palette, words = pen.palette, pen.words
    royalty = points_span(pair.royalties, palette, words)
    if seen.in_rows and any(abs(points) > 1 for points in pair[: len(ROWS)]):
        royalty = words("rows.included"), palette.muted
    text, style = points_span(pair.points, palette, words)
    rows = [points_span(points, palette, words) for points in pair[: len(ROWS)]]
    return (*rows, points_span(pair.extra, palette, words), royalty, (text, bold(style)))


# ── everybody ──────────────────────────────────────────────────────────────────────────────────


def _everybody(pen: Pen, seen: Result, scene: Scene, y: int) -> None:
    """What the deal has brought to each, and what they have in the match."""
    palette, words = pen.palette, pen.words
    pen.put(2, y, words("rows.all"), palette.muted)
    seats = seen.around(scene.table.me)
    names = {seat: say.player(scene, seat, words) for seat in seats}
    won = {seat: points_span(seen.of(seat).points, palette, words, "0") for seat in seats}
    total = {seat: total_span(scene, seat, pen) for seat in seats}
    head = words("rows.total")
    both = [*won.values(), *total.values()]
    longest = max(cell_len(text) for text, _ in both)
    wide = max(cell_len(text) for text in (head, *names.values())) + 1 + longest
    wide = min(EACH - 1, max(wide, 10))
    for at, seat in enumerate(seats):
        x = 12 + EACH * at
        style = palette.accent if seat == scene.table.me else palette.text
        text, colour = won[seat]
        start = pen.right(y, ((text, bold(colour)),), x + wide)
        pen.put(x, y, cut(names[seat], start - x - 1), bold(style))
        if total[seat][0]:
            start = pen.right(y + 1, (total[seat],), x + wide)
            pen.put(x, y + 1, cut(head, start - x - 1), palette.muted)


def total_span(scene: Scene, seat: int, pen: Pen) -> Span:
    """What somebody has in the match; nothing for who is not there any more."""
    chair = scene.table.chairs[seat] if seat < len(scene.table.chairs) else None
    if chair is None or chair.points is None or chair.name != say.player(scene, seat, pen.words):
        return "", pen.palette.muted
    text, _ = points_span(chair.points.points, pen.palette, pen.words, "0")
    return text, pen.palette.muted


# ── sentences ──────────────────────────────────────────────────────────────────────────────────


def _sentences(pen: Pen, seen: Result, scene: Scene, room: int, most: int = 0) -> list[Spans]:
    """The end of the match or the next Fantasyland, then who pays the chosen one what for what.

    `most` lines, where there is no room for all: of the comparisons the one that is most worth it.
    """
    palette, words = pen.palette, pen.words
    lines: list[Spans] = []
    if over := match_line(scene, words):
        lines.append(((over, bold(palette.accent)),))
    elif land := land_line(seen.endings, scene, words):
        lines += [((line, palette.special),) for line in wrapped(land, room)]
    shown = chosen(scene, seen)
    zero = words("rows.zero")
    if most:
        text = paid(seen, shown, noteworthy(seen, shown), scene, words)
        both = f"{zero} {text}"
        text = both if cell_len(both) <= room else text
        told = wrapped(text, room)
        told = told if len(lines[:1]) + len(told) <= most else [text]
        return [*lines[:1], *(((line, palette.muted),) for line in told)]
    for seat in seen.around(scene.table.me):
        if seat != shown:
            told = wrapped(paid(seen, shown, seat, scene, words), room)
            lines += [((line, palette.muted),) for line in told]
    return [*lines, ((zero, palette.faint),)]


# ── beside the table ───────────────────────────────────────────────────────────────────────────


def _side(pen: Pen, scene: Scene, x: int) -> None:
    """How the match stands, the deal as it went, and what people said."""
    palette, words = pen.palette, pen.words
    width, end = pen.width - x, pen.height - 1
    top = draw_standing(pen, x, 1, width, scene)
    said = end - CHAT if end - CHAT > top + 4 else end
    box(pen, (x, top), (width, said - top), palette.faint, (words("common.log"), palette.muted))
    room = max(0, said - top - 2)
    lines = log(scene, palette, words, width - 4)
    for y, line in enumerate(lines[-room:] if room else (), top + 1):
        pen.spans(x + 2, y, clipped(line, width - 4))
    if said == end:
        return
    box(pen, (x, said), (width, CHAT), palette.faint, (words("common.chat"), palette.muted))
    for y, line in enumerate(talk(pen, scene)[-(CHAT - 2) :], said + 1):
        pen.spans(x + 2, y, clipped(line, width - 4))
