"""The viewer's three rows and tray, what the rows are, and whether they are in order (ux 5.10)."""

from engine.kit.rows import ROWS, misplaced
from engine.values.cards import Empty
from engine.values.draft import FULL
from tui.canvas.frame import LAST, LOW, box, seconds_left, spread
from tui.canvas.palette import bold
from tui.canvas.pen import Pen, Span, Spans, clipped
from tui.layouts import absence
from tui.layouts.arranging.looks import Look, draw_looks, plain, row_looks, stride
from tui.layouts.arranging.rows import checks, draw_label, earned, name_lines, outlook
from tui.layouts.arranging.tray import draw_tray
from tui.layouts.chinese.places import CARDS, CHECK, Plan
from tui.layouts.chinese.seen import Seen

LEFT = 1
CARDS_IN_ROWS = sum(FULL)


def draw_board(pen: Pen, seen: Seen, place: Plan) -> None:
    """Everything about the viewer's own cards, from the prompt to the tray."""
    draw_prompt(pen, seen, place)
    for row in range(3):
        _row(pen, seen, place, row)
    if place.check:
        _check_box(pen, seen, place)
    elif place.line:
        pen.spans(LEFT, place.line, clipped(check_line(pen, seen), place.width - 2))
    if seen.sorting is not None:
        draw_tray(
            pen,
            place.tray,
            seen.sorting,
            columns=(LEFT, CARDS, place.names),
            width=place.width,
            large=place.large,
        )
    else:
        _waits(pen, seen, place)


# ── the prompt ─────────────────────────────────────────────────────────────────────────────────


def draw_prompt(pen: Pen, seen: Seen, place: Plan) -> None:
    """What is to be done, and how long there is for it."""
    time = time_spans(pen, seen)
    start = pen.right(place.prompt, time, place.width - 1)
    pen.spans(LEFT, place.prompt, clipped(asked(pen, seen), start - LEFT - 1))


def asked(pen: Pen, seen: Seen) -> Spans:
    """What is to be done, or for whom the viewer waits."""
    palette, words = pen.palette, pen.words
    if rests := absence.prompt(seen.scene, palette, words):
        return rests
    if seen.sorting is not None:
        return (
            (words("chinese.sort", count=len(seen.sorting.cards)), palette.text),
            ("   " + words("chinese.order"), palette.muted),
        )
    if seen.chosen:
        return (
            (f"✓ {words('chinese.ready')}  ", bold(palette.good)),
            (wait_word(seen), palette.muted),
        )
    return ((words("chinese.no_cards"), palette.muted),)


def wait_word(seen: Seen) -> str:
    """Who has not chosen yet."""
    names = [seen.name(seat) for seat in seen.missing]
    return seen.words("chinese.waits", names=spread(names, seen.words)) if names else ""


def time_spans(pen: Pen, seen: Seen) -> Spans:
    """What is left of the clock: `1:24`; nothing without one."""
    if seen.table.clock is None:
        return ()
    seconds, palette = seconds_left(seen.scene), pen.palette
    said = absence.minutes(seconds)
    if seen.sorting is None:
        return ((said, palette.muted),)
    if seconds > LOW:
        return ((said, bold(palette.accent)),)
    return ((f"! {said}", bold(palette.bad) if seconds <= LAST else palette.bad),)


# ── the rows ───────────────────────────────────────────────────────────────────────────────────


def looks(seen: Seen, row: int) -> tuple[Look, ...]:
    """A row as it is arranged so far, or as it was set."""
    if seen.sorting is not None:
        return row_looks(seen.sorting, row)
    return plain((Empty(),) * 5 if seen.me is None else seen.row(seen.me, row))


def _row(pen: Pen, seen: Seen, place: Plan, row: int) -> None:
    palette = pen.palette
    y = place.row(row)
    draw_label(pen, LEFT, y + place.large, row, live=seen.sorting is not None)
    draw_looks(pen, CARDS, y, looks(seen, row), large=place.large)
    kind, *more = lines_of(seen, row, place.room)
    style = palette.bad if ROWS[row] in misplaced(seen.rows) else palette.text
    pen.spans(place.names, y + place.large, clipped(((kind, bold(style)),), place.room))
    for line, text in enumerate((text for text in more if text), y + place.large + 1):
        style = palette.muted if line == y + place.large + 1 else palette.faint
        pen.spans(place.names, line, clipped(((text, style),), place.room))


def lines_of(seen: Seen, row: int, room: int) -> tuple[str, str, str]:
    """What a row is in three lines; the last one what it could become, where the table says so."""
    cards, now = seen.rows[row], seen.sorting
    kind, detail, further = name_lines(cards, row, room, seen.words)
    if now is not None and seen.hints and not now.ghosts:
        further = outlook(cards, row, now.tray, room, seen.words) or further
    return kind, detail, further


# ── in order ───────────────────────────────────────────────────────────────────────────────────


def check_spans(pen: Pen, seen: Seen, *, brief: bool) -> list[Span]:
    """The two comparisons: `✓ V ≤ M`, or with whole names."""
    palette, words = pen.palette, pen.words
    kind = "letter" if brief else "row"
    found: list[Span] = []
    for check in checks(seen.rows):
        before, behind = (words(f"arranging.{kind}.{ROWS[check.row + at]}") for at in (0, 1))
        sign = {True: "✓", False: "✗", None: "·"}[check.right]
        style = {True: palette.good, False: palette.bad, None: palette.muted}[check.right]
        found.append((f"{sign} {words('chinese.in_order', before=before, behind=behind)}", style))
    return found


def left_span(pen: Pen, seen: Seen, *, brief: bool) -> Span:
    """How many cards are still to be laid."""
    left = CARDS_IN_ROWS - sum(map(len, seen.rows))
    if not left:
        return pen.words("chinese.complete"), pen.palette.good
    key = "left_brief" if brief else "left_one" if left == 1 else "left"
    return pen.words(f"chinese.{key}", count=left), pen.palette.muted


def royalty_spans(pen: Pen, seen: Seen, *, brief: bool) -> list[Span]:
    """The royalties of the rows that are full; nothing where there are none at this table."""
    if not seen.royalties:
        return []
    key = "royalties_brief" if brief else "royalties"
    points = earned(seen.rows, seen.counting.royalties)
    style = pen.palette.accent if points else pen.palette.muted
    return [(pen.words(f"chinese.{key}", points=points), style)]


def check_line(pen: Pen, seen: Seen) -> Spans:
    """All of it in one row."""
    parts = [
        *check_spans(pen, seen, brief=True),
        left_span(pen, seen, brief=False),
        *royalty_spans(pen, seen, brief=False),
    ]
    gap = ("   ", pen.palette.text)
    return tuple(span for part in parts for span in (part, gap))[:-1]


def _check_box(pen: Pen, seen: Seen, place: Plan) -> None:
    palette = pen.palette
    top, high = place.rows, 2 * place.step + 3
    heading = (pen.words("chinese.check"), palette.muted)
    box(pen, (place.check, top), (CHECK, high), palette.faint, heading)
    parts = [
        *check_spans(pen, seen, brief=True),
        left_span(pen, seen, brief=True),
        *royalty_spans(pen, seen, brief=True),
    ]
    for row, span in enumerate(parts, 1):
        pen.spans(place.check + 2, top + 2 * row, clipped((span,), CHECK - 3))


# ── after the choice ───────────────────────────────────────────────────────────────────────────


def _waits(pen: Pen, seen: Seen, place: Plan) -> None:
    """In place of the tray: that the choice stands, and for whom the reveal waits."""
    palette, words = pen.palette, pen.words
    pen.put(0, place.tray, "─" * place.width, palette.faint)
    if not seen.chosen or seen.me is None:
        return
    set_rows = any(seen.rows)
    heading = words("chinese.set" if set_rows else "chinese.no_rows")
    pen.put(2, place.tray, f" {heading} ", palette.muted)
    if set_rows:
        for row, text in enumerate((wait_word(seen), words("chinese.then")), place.tray + 2):
            pen.spans(CARDS, row, clipped(((text, palette.muted),), place.width - CARDS - 1))
        return
    hand = plain(seen.unset)
    step = stride(len(hand), place.width - 2, large=place.large)
    draw_looks(pen, LEFT, place.tray + 1, hand, large=place.large, step=step)


# ── the others ─────────────────────────────────────────────────────────────────────────────────


def state_span(pen: Pen, seen: Seen, seat: int) -> Span:
    """What a seat is doing: `fertig ✓`, `sortiert …`."""
    palette, words = pen.palette, pen.words
    if seen.ready(seat):
        return f"{words('chinese.state.ready')} ✓", palette.good
    chair = seen.table.chairs[seat] if seat < len(seen.table.chairs) else None
    if chair is not None and chair.kind == "person" and not chair.here:
        return words("common.away"), palette.muted
    return f"{words('chinese.state.sorts')} …", palette.muted


def people_spans(pen: Pen, seen: Seen) -> Spans:
    """Everybody else and what they are doing, in one row."""
    spans: list[Span] = []
    for seat in seen.others:
        spans += [("   ", pen.palette.text)] if spans else []
        spans += [(f"{seen.name(seat)} ", pen.palette.text), state_span(pen, seen, seat)]
    return tuple(spans)
