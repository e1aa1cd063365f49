"""A stud table as seats round the middle, in which stands who begins and why (ux 2.3)."""

from tui.canvas import cards
from tui.canvas.cells import cut
from tui.canvas.palette import bold
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.layouts.betting.chips import short
from tui.layouts.betting.hands import known
from tui.layouts.betting.labels import badge_of, badge_style, label_of
from tui.layouts.betting.places import Plan
from tui.layouts.betting.seen import Seen
from tui.layouts.betting.stud_own import draw_own
from tui.layouts.betting.stud_places import PANEL, seats
from tui.layouts.betting.stud_words import begins, common_spans, raises, stake
from tui.layouts.betting.table import pots_line

NAME = 10  # cells of a name


def draw_round(pen: Pen, seen: Seen, place: Plan) -> None:
    """Everything of a running deal above the time."""
    for seat, (x, y) in zip(seen.order, seats(place, len(seen.order)), strict=True):
        draw_seat(pen, seen, place, seat, x, y)
    _middle(pen, seen, place)
    if seen.me is None:
        draw_seat(pen, seen, place, seen.bottom, place.edge[2], place.own)
    else:
        draw_own(pen, seen, place, seen.me)


def draw_seat(pen: Pen, seen: Seen, place: Plan, seat: int, x: int, y: int) -> None:
    """A seat in five rows: who, chips, cards face down, cards that lie open, the last action."""
    palette, words, width = pen.palette, pen.words, place.seat
    if seen.empty(seat):
        pen.put(x + 1, y, words("cash.chair.free"), palette.faint)
        return
    acting = seat in seen.view.to_act
    live = seen.view.seats[seat].status in {"in", "all_in"}
    if live:
        for row in range(PANEL):
            pen.band(x, y + row, width, palette.turn if acting else palette.play)
    if acting:
        pen.put(x, y, "▸", bold(palette.accent))
    name = bold(palette.text) if live else palette.muted
    pen.put(x + 1, y, cut(seen.name(seat), NAME), name)
    if badge := badge_of(seen, seat):
        pen.put(x + width - 1 - len(badge), y, badge, badge_style(badge, palette))
    stack = short(seen.stack(seat), 7, words)
    pen.put(x + 1, y + 1, stack, palette.text if live else palette.muted)
    if seen.bet(seat):
        bet = "●" + short(seen.bet(seat), max(5, width - 4 - len(stack)), words)
        pen.right(y + 1, ((bet, bold(palette.accent)),), x + width - 1)
    _seat_cards(pen, seen, seat, x, y + 2, live=live)
    label, style = label_of(seen, seat, palette)
    pen.put(x + 1, y + 4, cut(label, width - 2), style)


def _seat_cards(pen: Pen, seen: Seen, seat: int, x: int, y: int, *, live: bool) -> None:
    """Cards face down, under them those that lie open."""
    palette, words = pen.palette, pen.words
    if not live:
        for column, card in enumerate(known(seen.up(seat))):
            pen.put(x + 4 * column, y + 1, cards.name(card, words).rjust(3), palette.faint)
        return
    for column, cell in enumerate((*seen.down(seat), *known(seen.board))):
        cards.inline(pen, x + 4 * column, y, cell)
    for column, cell in enumerate(seen.up(seat)):
        cards.inline(pen, x + 4 * column, y + 1, cell)


def _middle(pen: Pen, seen: Seen, place: Plan) -> None:
    """Pot, street, what is played for, and whose open cards begin."""
    palette, words = pen.palette, pen.words
    room = place.width - 2 * place.seat - 4
    street = words(f"betting.street.{seen.view.phase}").upper()
    live, count = len(seen.live()), len(seen.dealt())
    dot: Span = ("  ·  ", palette.muted)
    played = [(text, palette.muted) for text in (stake(seen), raises(seen)) if text]
    lines: list[Spans] = [
        ((words("betting.pot", chips=words.number(seen.pot)), bold(palette.accent)),),
        (
            (street, palette.text),
            dot,
            (words("betting.in", live=live, count=count), palette.muted),
        ),
        (played[0], dot, played[1]) if len(played) > 1 else tuple(played),
        common_spans(seen, palette),
        ((begins(seen), palette.info),),
        pots_line(seen, palette, room),
    ]
    lines = [clipped(line, room) for line in lines if span_len(line)]
    for row, line in enumerate(lines[: PANEL + 1], place.middle):
        pen.spans(place.centre - span_len(line) // 2, row, line)
