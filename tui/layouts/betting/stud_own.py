"""The viewer's own cards in stud, what they come to, and what others see of them (ux 5.8)."""

from rich.cells import cell_len

from engine.values.cards import Cell, Empty
from tui.canvas import cards
from tui.canvas.cells import cut
from tui.canvas.drawers import talk
from tui.canvas.frame import seconds_span, time_bar
from tui.canvas.palette import Face, Palette, bold
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.layouts import absence, cash
from tui.layouts.betting.chips import short
from tui.layouts.betting.deeds import last_line
from tui.layouts.betting.labels import badge_of, badge_style, label_of
from tui.layouts.betting.places import Plan
from tui.layouts.betting.seen import Seen
from tui.layouts.betting.stud_places import facts_x, slots
from tui.layouts.betting.stud_words import dead, low_text, opens, shows
from tui.layouts.betting.table import cost_line, reserve_spans

_LEAST_BAR = 8  # cells of time that still say something


def draw_own(pen: Pen, seen: Seen, place: Plan, me: int) -> None:
    """The viewer's cards as they were dealt, with facts beside and labels below.

    An open drawer that would cover them leaves them a row.
    """
    palette = pen.palette
    status = seen.view.seats[me].status
    folded = status in {"out", "folded"}
    if place.tight and seen.scene.ui.drawer:
        _brief(pen, seen, place, me)
        return
    if not folded:
        surface = palette.turn if seen.mine else palette.play
        for row in range(place.own, place.label + 1):
            pen.band(0, row, place.width, surface)
    card = cards.large if place.large else cards.small
    columns = slots(seen.kind, large=place.large)
    if status != "out":
        face: Face = "dead" if folded else "normal"
        for x, cell in zip(columns, _slots(seen, me), strict=True):
            card(pen, x, place.own, cell, face)
        _labels(pen, seen, place, me, columns)
    _facts(pen, seen, place, me)


def _slots(seen: Seen, me: int) -> tuple[Cell, ...]:
    """Every place of the hand, the common card in the last one."""
    hand = (*seen.hand(me), *seen.board)
    return (*hand, *(Empty(),) * (seen.kind.size - len(hand)))[: seen.kind.size]


def _labels(pen: Pen, seen: Seen, place: Plan, me: int, columns: tuple[int, ...]) -> None:
    """Which cards are hidden from others, which lie open, and which one is still to come."""
    palette, words, kind = pen.palette, pen.words, seen.kind
    size, wide = len(columns), 7 if place.large else 5
    ends = columns[-1] + wide
    ups = columns[kind.down]
    opened = words("stud.up")
    if kind.low and (text := shows(seen, me)):
        opened = opens(seen, me) or words("stud.up_shows", hand=text)
    last = ""
    if seen.board:
        last = words("stud.common")
    elif size > 5:
        last = words("stud.last", number=size)
    down = pen.put(columns[0], place.label, words("stud.down"), palette.muted)
    pen.put(down, place.label, _rule(ups - down), palette.muted)
    start = ends - cell_len(last)
    opened = cut(opened, start - ups - (1 if last else 0))
    x = pen.put(ups, place.label, opened, palette.muted)
    pen.put(x, place.label, _rule(start - x), palette.muted)
    pen.put(start, place.label, last, palette.muted)


def _rule(width: int) -> str:
    """A line between two labels, a blank at each end."""
    return f" {'─' * (width - 2)} " if width > 2 else " " * max(0, width)


def _facts(pen: Pen, seen: Seen, place: Plan, me: int) -> None:
    palette = pen.palette
    x = facts_x(seen.kind, large=place.large)
    room = place.width - 1 - x
    lines: list[Spans] = [_who(seen, me, palette, brief=place.large)]
    if place.large:
        lines.append(_chips(seen, me, palette))
    if seen.view.seats[me].status == "out":
        lines.append(((cash.sentence(seen.scene, pen.words), palette.text),))
    else:
        lines += _hand_lines(seen, me, palette, room, labelled=not place.large)
    for row, line in enumerate(lines[: place.label + 1 - place.own], place.own):
        pen.spans(x, row, clipped(line, room))


def _who(seen: Seen, me: int, palette: Palette, *, brief: bool) -> Spans:
    words = seen.words
    name = cut(seen.name(me), 10)
    spans: list[Span] = [("▸ ", bold(palette.accent))] if seen.mine else []
    spans += [(name, bold(palette.accent)), (f"  {words('common.you')}", palette.muted)]
    if not brief:
        spans += [("  ", palette.text), *_chips(seen, me, palette)]
    if badge := badge_of(seen, me):
        spans += [("  ", palette.text), (badge, badge_style(badge, palette))]
    status = seen.view.seats[me].status
    if status != "in":
        label, style = label_of(seen, me, palette)
        spans.append(("  " + label, style))
    return tuple(spans)


def _chips(seen: Seen, me: int, palette: Palette) -> Spans:
    """What the viewer has, what is coming to it, what lies in the middle of it."""
    words = seen.words
    spans: list[Span] = [(short(seen.stack(me), 9, words), bold(palette.text))]
    chips = cash.own(seen.table)
    if chips is not None and chips.coming:
        said = words("cash.coming_short", chips=short(chips.coming, 9, words))
        spans.append((f"  {said}", palette.good))
    if seen.bet(me):
        spans.append((f"  {words('betting.bet')} ", palette.muted))
        spans.append((short(seen.bet(me), 9, words), palette.text))
    return tuple(spans)


def _hand_lines(seen: Seen, me: int, palette: Palette, room: int, *, labelled: bool) -> list[Spans]:
    """The hand, its low, what it shows, and what is dead.

    `labelled`: what the cards show stands under them already where there is a low.
    """
    words = seen.words
    held, shown = seen.holding(me), shows(seen, me)
    lines: list[Spans] = []
    if held.name is not None:
        name = cards.hand_line(held.name, words)
        if cell_len(name) > room:
            name = cards.hand_short(held.name, words)
        lines.append(((name, palette.text),))
    why = opens(seen, me)
    if why and not shown:
        # On the first street there is no low yet that is worth a word.
        lines.append(((why, palette.info),))
    elif seen.kind.low and (held.low or seen.view.seats[me].status != "folded"):
        style = palette.good if held.low else palette.muted
        head = words("betting.low_head") + " "
        lines.append(((head, palette.muted), (low_text(seen, me), style)))
    if not (seen.kind.low and labelled) and why and shown:
        text = f"{why}: {shown}"
        lines.append(((text if cell_len(text) <= room else why, palette.info),))
    elif not (seen.kind.low and labelled) and shown:
        before, _, after = words("stud.you_show", hand="\0").partition("\0")
        lines.append(((before, palette.muted), (shown, palette.text), (after, palette.muted)))
    # What is dead stands below, whether there is a hand or not.
    lines += [()] * (2 + (seen.kind.low and not labelled) - len(lines))
    lines.append(dead_line(seen, palette, room))
    return lines


def dead_line(seen: Seen, palette: Palette, room: int) -> Spans:
    """`tot: 2♥ 7♠ 4♠`, whole cards only; nothing where nobody has folded."""
    words = seen.words
    head = words("stud.dead") + " "
    names = [cards.name(card, words) for card in dead(seen)]
    for count in range(len(names), 0, -1):
        text = " ".join(names[:count]) + (" …" if count < len(names) else "")
        if cell_len(head) + cell_len(text) <= room:
            return ((head, palette.muted), *cards.coloured(text, palette.muted, palette))
    return ()


def _brief(pen: Pen, seen: Seen, place: Plan, me: int) -> None:
    palette = pen.palette
    pen.band(0, place.own, place.width, palette.play)
    x = pen.spans(1, place.own, cards.inline_spans(seen.hand(me), palette, pen.words)) + 2
    lines = _hand_lines(seen, me, palette, place.width - 1 - x, labelled=False)
    spans: list[Span] = list(_who(seen, me, palette, brief=True))
    for line in lines[: 1 + seen.kind.low]:
        spans += [("  ", palette.text), *line]
    pen.spans(x, place.own, clipped(spans, place.width - 1 - x))


# ── time ───────────────────────────────────────────────────────────────────────────────────────


def draw_time(pen: Pen, seen: Seen, place: Plan) -> None:
    """What is asked, or whose turn it is, with the time that is left for it."""
    scene, palette, words = seen.scene, pen.palette, pen.words
    asked = absence.prompt(scene, palette, words) or _asked(seen, palette)
    right = seconds_span(scene, palette, words, seen.mine)
    if more := reserve_spans(seen, palette, brief=True):
        right = (*more, ("  ", palette.text), *right)
    start = place.width - 1 - span_len(right)
    x = pen.spans(1, place.bar, clipped(asked, start - 3)) + 2 if asked else 0
    end = start - 2 if right else place.width
    if end - x >= _LEAST_BAR:
        time_bar(pen, place.bar, end - x, scene, seen.mine, x)
    pen.spans(start, place.bar, right)


def _asked(seen: Seen, palette: Palette) -> Spans:
    if seen.mine:
        return cost_line(seen, palette)
    words, turn = seen.words, seen.view.to_act
    if not turn or seen.table.pause is not None:
        return ()
    return ((words("betting.log.turn", name=seen.name(turn[0])), palette.muted),)


def happened(pen: Pen, seen: Seen, place: Plan) -> Spans:
    """What was done last; where it shares its row, what was said last too."""
    room = place.width - 2
    said = talk(pen, seen.scene)
    if not place.tight or not said:
        return last_line(seen, pen.palette, room)
    last = clipped(said[-1], room // 3)
    done = last_line(seen, pen.palette, room - span_len(last) - 4)
    return (*done, ("    " if done else "", pen.palette.muted), *last)
