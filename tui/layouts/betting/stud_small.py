"""Stud in a window too small for its table: a line a player with all open cards (ux 5.18)."""

from collections.abc import Sequence

from tui.canvas import cards
from tui.canvas.cells import padded
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Pen, Span, Spans, span_len
from tui.layouts.betting.chips import short
from tui.layouts.betting.labels import label_of, own_signs, turn_sign
from tui.layouts.betting.seen import Seen
from tui.layouts.betting.stud_own import dead_line
from tui.layouts.betting.stud_words import begins, common_spans, stands_in

NARROW = 44  # columns below which a line has room for a name and the cards only


def stud_lines(pen: Pen, seen: Seen, rivals: Sequence[int], own: str) -> list[Spans]:
    """The viewer's hand, the street, everybody still in; what is dead where there is room.

    `own` is the name of the viewer's hand, or why there is none.
    """
    palette, words = pen.palette, pen.words
    lines: list[Spans] = []
    if seen.me is not None:
        hand = cards.inline_spans(seen.hand(seen.me), palette, words)
        lines.append((*hand, ("  " * bool(hand) + own, palette.text)))
    street = _street(seen, palette)
    others = [_player(seen, seat, palette, pen.width) for seat in rivals]
    sentence = begins(seen)
    room = pen.height - 9 - len(lines) - len(others)
    if seen.me is None:
        lines.append(street)
    elif room > 2:
        lines += [_self(seen, seen.me, palette), street]
    else:
        between: Span = ("  ·  ", palette.muted)
        lines.append((*_self(seen, seen.me, palette), between, *street))
    if sentence and len(lines) + len(others) < pen.height - 9:
        lines.append(((sentence, palette.info),))
    lines += others
    gone = dead_line(seen, palette, pen.width - 2)
    if gone and len(lines) < pen.height - 9:
        lines.append(gone)
    return lines


def _self(seen: Seen, me: int, palette: Palette) -> Spans:
    words = seen.words
    spans: list[Span] = [
        turn_sign(seen, me, palette),
        (seen.name(me) + " ", bold(palette.accent)),
        (short(seen.stack(me), 9, words), bold(palette.text)),
    ]
    if seen.bet(me):
        spans.append((" ●" + short(seen.bet(me), 9, words), palette.accent))
    if me == _first(seen):
        spans.append(("  " + words("stud.begins_short"), palette.info))
    return (*spans, *own_signs(seen, me, palette))


def _street(seen: Seen, palette: Palette) -> Spans:
    words = seen.words
    common = common_spans(seen, palette)
    return (
        (words(f"betting.street.{seen.view.phase}") + "  ", palette.muted),
        (words("betting.pot", chips=words.number(seen.pot)), bold(palette.accent)),
        ("  " if common else "", palette.muted),
        *common,
    )


def _player(seen: Seen, seat: int, palette: Palette, width: int) -> Spans:
    """`▸Greta    1.270 10♥  6♥  K♠  K♦  ●80 Call  beginnt`."""
    words = seen.words
    turn = "▸" if seat in seen.view.to_act else " "
    hand = seen.up(seat) if seen.holding(seat).name is None else seen.hand(seat)
    shown = cards.inline_spans(hand, palette, words)
    name: Spans = ((turn, bold(palette.accent)),)
    if width < NARROW:
        return (*name, (padded(seen.name(seat), 8) + " ", bold(palette.text)), *shown)
    spans: list[Span] = [
        *name,
        (padded(seen.name(seat), 10), bold(palette.text)),
        (short(seen.stack(seat), 7, words).rjust(8) + " ", palette.text),
        *shown,
        (" " * max(1, 17 - span_len(shown)), palette.text),
    ]
    if seen.bet(seat):
        spans.append(("●" + short(seen.bet(seat), 7, words) + " ", palette.accent))
    spans.append(label_of(seen, seat, palette))
    if seat == _first(seen):
        spans.append(("  " + words("stud.begins_short"), palette.info))
    return tuple(spans)


def _first(seen: Seen) -> int | None:
    """Who begins the street."""
    instead = stands_in(seen)
    return instead if instead is not None or seen.opener is None else seen.opener[0]
