"""The list of a stud table, two rows a player: every open card, and what the open ones come to.

Under the list lie the viewer's own cards (ux 5.8).
"""

from typing import NamedTuple

from engine.values.cards import Cell
from tui.canvas import cards
from tui.canvas.cells import cut
from tui.canvas.palette import Face, Palette, bold
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.layouts.betting.chips import short
from tui.layouts.betting.hands import known
from tui.layouts.betting.labels import badge_of, badge_style, label_of
from tui.layouts.betting.places import WIDEST, Plan
from tui.layouts.betting.seen import Seen
from tui.layouts.betting.stud_own import draw_own
from tui.layouts.betting.stud_words import common_spans, opens, raises, shows, stake
from tui.layouts.betting.table import pots_line

NAME = 2
ROOM = 10  # cells of a name


class Columns(NamedTuple):
    """Where everything of a row begins; `stack` is where it ends."""

    stack: int
    left: int  # the cards, or that they are folded
    down: int
    up: int
    deed: int
    bet: int


def columns(place: Plan, down: int) -> Columns:
    """The columns of a table with so many cards face down before the open ones."""
    if place.width == WIDEST:
        return Columns(21, 24, 32 - 4 * down, 34, 56, 74)
    return Columns(20, 22, 30 - 4 * down, 30, 52, 68)


def draw_stud(pen: Pen, seen: Seen, place: Plan) -> None:
    """Everything of a running deal above the time."""
    airy = place.top > 1
    pen.spans(1, place.top, head_line(seen, pen.palette, place.width - 2, airy=airy))
    for seat, y in zip(everybody(seen), place.players, strict=True):
        draw_player(pen, seen, place, y, seat)
    if seen.me is not None:
        draw_own(pen, seen, place, seen.me)


def everybody(seen: Seen) -> tuple[int, ...]:
    """The seats that have rows: all but the viewer's own."""
    return seen.order if seen.me is not None else (seen.bottom, *seen.order)


# ── what is played for ─────────────────────────────────────────────────────────────────────────


def head_line(seen: Seen, palette: Palette, room: int, *, airy: bool) -> Spans:
    """Street, pots, who is still in, what a bet is; what says least is left out if it must be."""
    words = seen.words
    street = words(f"betting.street.{seen.view.phase}").upper()
    pot: Spans = (
        (words("stud.pot") + " ", palette.muted),
        (words.number(seen.pot), bold(palette.accent)),
    )
    live, count = len(seen.live()), len(seen.dealt())
    people: Spans = ((words("betting.in", live=live, count=count), palette.muted),)
    parts = [pot, common_spans(seen, palette), _sides(seen, palette, room // 2)]
    parts += [people, _numbered(stake(seen), palette), _numbered(raises(seen), palette)]
    parts = [part for part in parts if part]
    between: Span = ("   " if airy else "  ·  ", palette.muted)
    for kept in (len(parts), len(parts) - 1, len(parts) - 2, 1):
        line: list[Span] = [(street, bold(palette.text)), ("   " if airy else "  ", palette.text)]
        for place, part in enumerate(parts[: max(1, kept)]):
            line += [between, *part] if place else part
        if span_len(line) <= room:
            return tuple(line)
    return clipped(line, room)


def _sides(seen: Seen, palette: Palette, room: int) -> Spans:
    if len(seen.view.pots) < 2:
        return ()
    return tuple((text, palette.muted) for text, _ in pots_line(seen, palette, room))


def _numbered(text: str, palette: Palette) -> Spans:
    """`Satz 40` with its number in the colour of text, a count of raises as it is."""
    head, _, number = text.rpartition(" ")
    if "/" in number or not head:
        return ((text, palette.muted),) if text else ()
    return ((head + " ", palette.muted), (number, palette.text))


# ── a player ───────────────────────────────────────────────────────────────────────────────────


def draw_player(pen: Pen, seen: Seen, place: Plan, y: int, seat: int) -> None:
    """Who, what they have, their cards, what they did; under the cards what these come to."""
    palette, words = pen.palette, pen.words
    if seen.empty(seat):
        pen.put(NAME, y, words("cash.chair.free"), palette.faint)
        return
    shown, at = seen.view.seats[seat], columns(place, seen.kind.down)
    live = shown.status in {"in", "all_in"}
    acting = seat in seen.view.to_act
    if acting:
        for row in (y, y + 1):
            pen.band(0, row, place.width, palette.turn)
        pen.put(1, y, "▸", bold(palette.accent))
    name = bold(palette.accent if acting else palette.text) if live else palette.faint
    pen.put(NAME, y, cut(seen.name(seat), ROOM), name)
    if badge := badge_of(seen, seat):
        pen.put(NAME, y + 1, badge, badge_style(badge, palette))
    stack = short(seen.stack(seat), 7, words)
    pen.right(y, ((stack, palette.text if live else palette.faint),), at.stack)
    if not live:
        _gone(pen, seen, at, y, seat)
        return
    draw_cards(pen, seen, seat, (at.down, at.up), y)
    label, style = label_of(seen, seat, palette)
    pen.put(at.deed, y, cut(label, at.bet - at.deed - 1), style)
    if seen.bet(seat):
        bet = "●" + short(seen.bet(seat), place.width - at.bet - 2, words)
        pen.put(at.bet, y, bet, palette.accent)
    _meaning(pen, seen, place, y + 1, seat)


def draw_cards(pen: Pen, seen: Seen, seat: int, at: tuple[int, int], y: int) -> None:
    """A hand as it was dealt; the common card stands in the place of the last one."""
    kind, (down, up) = seen.kind, at
    hidden, first = seen.down(seat), kind.down
    for column, cell in enumerate(hidden[:first]):
        cards.inline(pen, down + 4 * column, y, cell)
    rest: tuple[Cell, ...] = (*seen.up(seat), *hidden[first:])
    for column, cell in enumerate(rest):
        cards.inline(pen, up + 4 * column, y, cell)
    for cell in known(seen.board):
        face: Face = "alternate"
        pen.put(up + 4 * len(rest) - 1, y, "+", pen.palette.muted)
        cards.inline(pen, up + 4 * len(rest), y, cell, face)


def _gone(pen: Pen, seen: Seen, at: Columns, y: int, seat: int) -> None:
    """Who is in the deal no more: what lay open is dead, but everybody has seen it."""
    palette, words = pen.palette, pen.words
    status = seen.view.seats[seat].status
    label, style = label_of(seen, seat, palette)
    folded = words("betting.did.fold")
    if status == "out" or not seen.up(seat):
        pen.put(at.left, y, cut(label, at.bet - at.left - 1), style)
        return
    pen.put(at.left, y, folded, palette.faint)
    for column, card in enumerate(known(seen.up(seat))):
        pen.put(at.up + 4 * column, y, cards.name(card, words).rjust(3), palette.faint)
    if label != folded:
        pen.put(at.deed, y, cut(label, at.bet - at.deed - 1), style)
    if why := opens(seen, seat):
        pen.put(at.deed, y + 1, why, palette.faint)


def _meaning(pen: Pen, seen: Seen, place: Plan, y: int, seat: int) -> None:
    """What the open cards come to, or a hand that lies open; why this seat begins."""
    palette, words, at = pen.palette, pen.words, columns(place, seen.kind.down)
    why = opens(seen, seat)
    style = palette.info if why else palette.muted
    held = seen.holding(seat)
    if held.name is not None:
        text, style = cards.hand_line(held.name, words), palette.text
    else:
        text = shows(seen, seat)
        text = words("stud.shows", hand=text) if text else ""
    x = pen.put(at.up, y, text, style)
    if why:
        pen.put(max(at.deed, x + 2), y, why, palette.info)
