"""The end of a deal as lines, one a player, the winner first: several cards, and small windows."""

from itertools import zip_longest

from rich.cells import cell_len

from engine.values.cards import Cell, Hidden
from tui.canvas import cards
from tui.canvas.cells import cut, padded, wrapped
from tui.canvas.palette import Face, Palette, bold
from tui.canvas.pen import Pen, Span, Spans, clipped, folded, span_len
from tui.layouts import freezeout
from tui.layouts.betting.payout import share
from tui.layouts.betting.seen import fact
from tui.layouts.indian.ending import (
    did,
    face_of,
    hand_word,
    lying,
    sentences,
    winners,
    won_style,
    won_word,
)
from tui.layouts.indian.places import Plan
from tui.layouts.indian.seen import Seen

NAME, CARDS = 4, 16  # columns of a hand in a line


def shown_order(seen: Seen) -> list[int]:
    """All who were dealt in: who has won the main pot first, then by hand, who folded last."""

    def key(seat: int) -> tuple[int, bool, int, int]:
        pots = [fact(note, "pot") for note in seen.notes("won") if note.seat == seat]
        held = seen.cards(seat)
        strength = seen.ranking.strength(held) if len(held) == seen.ranking.cards else 0
        if seen.ranking.wins == "low":
            strength = -strength
        gone = seen.view.seats[seat].status == "folded"
        return min(pots, default=len(seen.view.pots) + 1), gone, -strength, seat

    around = seen.order if seen.me is None else (*seen.order, seen.me)
    return sorted(
        (seat for seat in sorted({*around, seen.bottom}) if seat in seen.dealt()), key=key
    )


def draw_lines(pen: Pen, seen: Seen, place: Plan, *, hidden: bool) -> None:
    """Heads, a line a player, and under them what the deal came to and what everybody has."""
    palette, words = pen.palette, pen.words
    seats = shown_order(seen)
    said = sentences(seen, palette, place.width - 4, hidden=hidden)
    chips = freezeout.standing(seen.scene, palette, words)
    lines = [*said, *folded(chips, place.width - 4)]
    top = 3 if 2 + len(seats) + 1 + len(lines) <= place.bar - 2 else 2
    step = 2 if 2 * len(seats) + 2 + len(lines) <= place.bar - top else 1
    pen.band(1, top, place.width - 2, palette.head)
    pen.put(NAME, top, words("common.player"), palette.muted)
    pen.put(CARDS, top, words("betting.cards"), palette.muted)
    pen.put(_hand_x(seen), top, words("indian_told.hand"), palette.muted)
    pen.right(top, ((words("betting.wins"), palette.muted),), place.width - 2)
    for at, seat in enumerate(seats):
        _draw_line(pen, seen, place, top + 1 + step * at, seat, odd=step == 1 and at % 2 == 1)
    y = top + 1 + step * len(seats)
    y += y + len(lines) < place.bar and step == 1
    for row, line in enumerate(lines[: place.bar - y], y):
        pen.spans(2, row, clipped(line, place.width - 4))


def _hand_x(seen: Seen) -> int:
    return CARDS + 4 * seen.ranking.cards + 1


def _draw_line(pen: Pen, seen: Seen, place: Plan, y: int, seat: int, *, odd: bool) -> None:
    palette = pen.palette
    best, folded_ = seat in winners(seen), seen.view.seats[seat].status == "folded"
    if seat == seen.me:
        pen.band(1, y, place.width - 2, palette.turn)
    if best:
        pen.put(2, y, "★", palette.accent)
    style = bold(palette.accent if best or seat == seen.me else palette.text)
    dealer = "dealer" in seen.view.seats[seat].markers
    name = cut(seen.name(seat), CARDS - NAME - (3 if dealer else 1))
    pen.put(NAME, y, name, palette.muted if folded_ else style)
    if dealer:
        pen.put(CARDS - 2, y, pen.words("common.dealer"), palette.badge)
    face = face_of(seen, seat)
    face = "alternate" if odd and face == "normal" else face
    for column, cell in enumerate(lying(seen, seat)):
        _inline(pen, CARDS + 4 * column, y, cell, face, own=seat == seen.me)
    end = pen.right(y, (won_style(seen, seat, palette),), place.width - 2)
    text, look = did(seen, seat, palette, 10)
    pots = "" if seen.matching else share(seen, seat)[1]
    hand = hand_word(seen, seat)
    spans: list[Span] = [(hand, palette.muted if folded_ else palette.text)] if hand else []
    if text:
        spans.append((("  " if spans else "") + text, look))
    x = pen.spans(_hand_x(seen), y, clipped(spans, max(0, end - _hand_x(seen) - 1)))
    if pots and x + 2 + cell_len(pots) < end:
        pen.right(y, ((pots, palette.muted),), end - 2)


def _inline(pen: Pen, x: int, y: int, cell: Cell, face: Face, *, own: bool) -> None:
    if own and isinstance(cell, Hidden):
        pen.put(x, y, *cards.own_chip(pen.palette))
    else:
        cards.inline(pen, x, y, cell, face)


# ── small windows ──────────────────────────────────────────────────────────────────────────────


def listed(pen: Pen, seen: Seen, room: int, *, hidden: bool) -> list[Spans]:
    """The same in a small window; where it is too low for all, some share a line."""
    palette, words = pen.palette, pen.words
    said = sentences(seen, palette, room, hidden=hidden)
    ended = "" if hidden else freezeout.match_line(seen.table, words)
    lines: list[Spans] = folded(((ended, bold(palette.accent)),), room) if ended else []
    seats = shown_order(seen)
    spare = pen.height - 9 - len(lines) - len(said)
    shown, gone = seats, list[str]()
    while len(shown) + len(gone) > spare and seen.view.seats[shown[-1]].status == "folded":
        # As many of those who had folded as need be share a row.
        shown = shown[:-1]
        gone = wrapped(_gone(seen, seats[len(shown) :]), room)
    spare -= len(gone)
    if len(shown) > spare and seen.ranking.cards == 1:
        half = room // 2
        for left, right in zip_longest(shown[::2], shown[1::2]):
            line = clipped(_line(seen, left, palette, 0), half)
            if right is not None:
                gap = (" " * (half - span_len(line)), palette.text)
                line = (*line, gap, *clipped(_line(seen, right, palette, 0), room - half))
            lines.append(line)
    else:
        whole = shown if len(shown) <= spare else shown[: max(1, spare - 1)]
        for at, seat in enumerate(whole):
            lines.append(_line(seen, seat, palette, room, odd=at % 2 == 1))
        more = [f"{seen.name(seat)} {won_word(seen, seat)}" for seat in shown[len(whole) :]]
        lines += [((" · ".join(more), palette.muted),)] if more else []
    return [*lines, *said, *(((line, palette.faint),) for line in gone)]


def _gone(seen: Seen, seats: list[int]) -> str:
    """Who had folded, or was out, in one sentence."""
    words, names = seen.words, ", ".join(seen.name(seat) for seat in seats)
    if seen.matching:
        return words("indian_told.declared.out", names=names)
    return words(f"indian_told.do.{'fold' if len(seats) == 1 else 'fold_many'}", name=names)


def _line(seen: Seen, seat: int, palette: Palette, room: int, *, odd: bool = False) -> Spans:
    """`★ Eva   K♦  +29  König`: with the hand in words, and what the seat did.

    Where there is no room for both the hand of whoever could win is named; where none, nothing.
    """
    best, folded_ = seat in winners(seen), seen.view.seats[seat].status == "folded"
    style = bold(palette.accent) if best or seat == seen.me else palette.text
    face = face_of(seen, seat)
    face = "alternate" if odd and face == "normal" else face
    spans: list[Span] = [("★ " if best else "  ", palette.accent)]
    spans.append((padded(seen.name(seat), 10) + " ", palette.muted if folded_ else style))
    cells = lying(seen, seat)
    if seat == seen.me and any(isinstance(cell, Hidden) for cell in cells):
        spans += cards.own_chips(len(cells), palette)
    else:
        spans += cards.inline_spans(cells, palette, seen.words, face)
    text, look = won_style(seen, seat, palette)
    spans.append((" " + text.rjust(5) + " ", look))
    if not room:
        return tuple(spans)
    left = room - span_len(spans) - 1
    hand, deed = hand_word(seen, seat, min(20, left)), did(seen, seat, palette, 20)
    both = cell_len(hand) + 2 + cell_len(deed[0]) <= left
    if hand and (both or not folded_):
        spans.append((" " + hand, palette.muted if folded_ else palette.text))
    if deed[0] and (both or folded_ or not hand):
        spans.append(("  " + deed[0], deed[1]))
    return tuple(spans)
