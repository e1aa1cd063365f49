"""Everybody else with their cards above their names, as on foreheads (ux 5.13)."""

from rich.cells import cell_len

from engine.values.cards import Card, Cell, Empty
from tui.canvas import cards
from tui.canvas.cells import cut
from tui.canvas.palette import Face, Palette, bold
from tui.canvas.pen import Pen, Spans, clipped, span_len
from tui.layouts.betting.chips import short
from tui.layouts.indian.deeds import label_of
from tui.layouts.indian.places import Plan
from tui.layouts.indian.seen import Seen

BAND = 15  # cells of the band under whoever is to act, where there is room for them
BETWEEN = 3  # cells between the cards of neighbours: a gap, and room for the dealer's mark


def draw_others(pen: Pen, seen: Seen, place: Plan) -> None:
    """All who sit at the table but the viewer, in the order of play from the viewer's left."""
    seats = others(seen)
    for seat, centre in zip(seats, place.columns(len(seats)), strict=True):
        _draw_seat(pen, seen, place, seat, centre, place.room(len(seats)))
    _draw_middle(pen, seen, place)


def others(seen: Seen) -> tuple[int, ...]:
    """The chairs that are drawn: those that somebody sits in, but the viewer's own."""
    everybody = seen.order if seen.me is not None else (seen.bottom, *seen.order)
    return tuple(seat for seat in everybody if not seen.empty(seat))


def _draw_seat(pen: Pen, seen: Seen, place: Plan, seat: int, centre: int, room: int) -> None:
    palette, words = pen.palette, pen.words
    shown = seen.view.seats[seat]
    live = shown.status in {"in", "all_in"}
    acting = seat in seen.view.to_act and not seen.declaring
    if acting:
        across = min(room, BAND)
        for row in range(place.name, place.name + 4):
            pen.band(centre - across // 2, row, across, palette.turn)
    face: Face = "normal" if live else "dead"
    left, top = _draw_cards(pen, place, lying(seen, seat), centre, room, face)
    if "dealer" in shown.markers:
        pen.put(left - 2, top, words("common.dealer"), palette.badge)
    name = cut(seen.name(seat), room - (2 if acting and room > 9 else 0))
    style = bold(palette.text) if live else palette.muted
    who: Spans = ((name, style),)
    if acting:
        who = (("▸ ", bold(palette.accent)), (name, bold(palette.accent)))
    centred(pen, centre, place.name, clipped(who, room))
    if shown.status != "out":
        chips = chips_word(seen, seat, room)
        centred(pen, centre, place.name + 1, ((chips, palette.muted),))
    label, look = label_of(seen, seat, palette, room)
    centred(pen, centre, place.name + 2, ((cut(label, room), look),))
    if seen.bet(seat):
        bet = "●" + short(seen.bet(seat), room - 1, words)
        centred(pen, centre, place.name + 3, ((bet, palette.accent),))


def chips_word(seen: Seen, seat: int, room: int) -> str:
    """What a seat has left: `48 Chips`, or the number alone where there is no room."""
    chips = seen.stack(seat)
    text = seen.words(
        "indian.chip" if chips == 1 else "indian.chips", chips=seen.words.number(chips)
    )
    return text if cell_len(text) <= room else short(chips, room, seen.words)


def lying(seen: Seen, seat: int) -> tuple[Cell, ...]:
    """The cards of a seat as they are read, backs where they can't be seen."""
    if seen.view.seats[seat].status == "out":
        return (Empty(),)
    return seen.cards(seat) or seen.hand(seat)


def _draw_cards(
    pen: Pen, place: Plan, hand: tuple[Cell, ...], centre: int, room: int, face: Face
) -> tuple[int, int]:
    """A hand above its name, as large as there is room for; the column and the row it begins at."""
    bottom = place.name
    sizes = (cards.LARGE, cards.SMALL) if place.large else (cards.SMALL,)
    for width, high in sizes:
        across = (width + 1) * len(hand) - 1
        if len(hand) == 1 or across <= room + 1 - BETWEEN:
            draw = cards.large if (width, high) == cards.LARGE else cards.small
            for at, cell in enumerate(hand):
                draw(pen, centre - across // 2 + (width + 1) * at, bottom - high, cell, face)
            return centre - across // 2, bottom - high
    left = centre - place.card[0] // 2
    _draw_fan(pen, hand, (left, place.top), place.card, face)
    return left, place.top


def _draw_fan(
    pen: Pen, hand: tuple[Cell, ...], place: tuple[int, int], size: tuple[int, int], face: Face
) -> None:
    """Cards one over the other: of each its upper edge, of the last all that is left."""
    (x, top), (width, high) = place, size
    for at, cell in enumerate(hand):
        rows = range(top + at, top + (at + 1 if at < len(hand) - 1 else high))
        if not (isinstance(cell, Card) and cell.known):
            for row in rows:
                pen.put(x, row, "▓" * width, pen.palette.pattern)
            continue
        # Neighbours differ in their colour, where there are colours.
        look: Face = "alternate" if face == "normal" and at % 2 else face
        style = pen.palette.face(cell.suit, look)
        for row in rows:
            text = f" {cards.name(cell, pen.words)}" if row == top + at else ""
            pen.put(x, row, text.ljust(width), style)


def _draw_middle(pen: Pen, seen: Seen, place: Plan) -> None:
    """All chips in the middle, and what they are made of where one number does not say it."""
    palette, words = pen.palette, pen.words
    pot = words("betting.pot", chips=words.number(seen.pot))
    centred(pen, place.centre, place.pot, ((pot, bold(palette.accent)),))
    centred(pen, place.centre, place.pot + 1, middle_line(seen, palette, place.width - 2))


def middle_line(seen: Seen, palette: Palette, room: int) -> Spans:
    """Side pots, and how many bets there may still be; who has declared."""
    words, parts = seen.words, []
    if seen.declaring:
        counter = seen.view.counter("ready")
        if counter is not None:
            facts = {"ready": counter.value, "count": counter.of or 0}
            parts.append((words("indian.declared_of", **facts), palette.muted))
        return tuple(parts)
    if sides := sides_word(seen):
        parts.append((sides, palette.faint))
    if raises := seen.view.counter("raises"):
        dot = "  ·  " if parts else ""
        text = words("betting.raises", count=raises.value, most=raises.of or 0)
        parts.append((dot + text, palette.muted))
    return clipped(parts, room)


def sides_word(seen: Seen) -> str:
    """Main pot and side pots as far as they have come, once somebody is all-in for less."""
    words, put = seen.words, seen.put
    levels = sorted({put[seat] for seat in seen.live() if seen.view.seats[seat].status == "all_in"})
    if not levels or levels[0] == max(put):
        return ""
    parts: list[int] = []
    for level in (*levels, max(put)):
        chips = sum(min(chips, level) for chips in put) - sum(parts)
        parts += [chips] if chips else []
    if len(parts) < 2 or sum(parts) != seen.pot:
        return ""
    said = [words("betting.main_short", chips=words.number(parts[0]))]
    said += [words("betting.side_short", chips=words.number(chips)) for chips in parts[1:]]
    return " · ".join(said)


def centred(pen: Pen, centre: int, y: int, spans: Spans) -> None:
    """Write spans around a column."""
    pen.spans(centre - span_len(spans) // 2, y, spans)
