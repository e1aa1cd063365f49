"""What is told beside the square while a deal runs: points, hands, the decision, moves (ux 5.5)."""

from collections.abc import Sequence
from typing import NamedTuple

from rich.cells import cell_len

from engine.kit.square import POINTS, SIDE, cell_name
from tui.canvas import cards
from tui.canvas.cells import cut, wrapped
from tui.canvas.drawers import talk
from tui.canvas.frame import answered, bar, seconds_span, time_bar
from tui.canvas.palette import bold
from tui.canvas.pen import Pen, Spans, clipped, span_len
from tui.layouts import absence
from tui.layouts.pokerquadrat.board import Plan
from tui.layouts.pokerquadrat.decision import box_rows, draw_decision
from tui.layouts.pokerquadrat.log import Move, move_line
from tui.layouts.pokerquadrat.seen import Seen

TABLE = 5  # rows of the table of points


class Slots(NamedTuple):
    """The rows of the panel."""

    score: int
    hand: int
    box: int
    said: int  # two rows: the latest, or the answer to a key
    turn: int


def slots(place: Plan, height: int) -> Slots:
    """The rows in a window of that height."""
    top = place.top
    down = place.size[1]
    # Beside large cards the partner's stand beside one's own, else below them.
    below = top + 4 + down + (3 if place.large else 5)
    last = height - 2
    return Slots(top, top + 4, below, last - 2, last)


def draw_panel(pen: Pen, seen: Seen, place: Plan, moves: Sequence[Move]) -> None:
    """The right side of a running deal."""
    rows = slots(place, pen.height)
    draw_score(pen, seen, place, rows.score)
    if seen.me is None:
        _both_hands(pen, seen, place, rows.hand)
    else:
        _own_hand(pen, seen, place, rows.hand)
    if seen.resting:
        _resting(pen, seen, place, rows.box)
    elif seen.me is not None:
        draw_decision(pen, seen, place, rows.box)
        if seen.table.clock is not None and not _apart(seen, seen.partner, pen):
            time_bar(pen, rows.box - 1, place.width, seen.scene, seen.mine, place.panel)
    answer = folded(answer_spans(seen, pen), place.width)[:3]
    begun = seen.resting or seen.me is not None
    top = rows.box + (box_rows(place) + 1 if begun else 0)
    # Where the moves are listed the last of them needs no row of its own.
    listed = _further(pen, place, top, rows.said - (len(answer) > 1), moves)
    _said(pen, seen, place, rows.said, answer, () if listed else moves[-1:])
    if len(answer) < 3:
        _turn(pen, seen, place, rows.turn)


# ── points ─────────────────────────────────────────────────────────────────────────────────────


def draw_score(pen: Pen, seen: Seen, place: Plan, y: int) -> None:
    """Points of the target with a bar, moves, and both sums."""
    palette, words = pen.palette, pen.words
    points, target = seen.count("points"), seen.count("target")
    pen.spans(place.panel, y, score_spans(seen, pen))
    full = min(place.width, round(place.width * points / max(1, target)))
    pen.put(place.panel, y + 1, "━" * full, palette.good if points >= target else palette.accent)
    pen.put(place.panel + full, y + 1, "━" * (place.width - full), palette.track)
    pen.spans(place.panel, y + 2, sums(seen, pen))
    stock: Spans = (
        (words("pokerquadrat.stock") + " ", palette.muted),
        (str(seen.count("stock")), palette.text),
    )
    if not seen.done:
        pen.right(y + 2 if place.large else y + 4, stock, place.panel + place.width)


def score_spans(seen: Seen, pen: Pen) -> Spans:
    """`Punkte 18 von 60   Zug 13/25`."""
    palette, words = pen.palette, pen.words
    placed = seen.view.counter("placed")
    most = (placed.of if placed else None) or len(seen.cells)
    move = min(most, seen.count("placed") + 1)
    return (
        (words("pokerquadrat.points") + " ", palette.muted),
        (str(seen.count("points")), bold(palette.accent)),
        (" " + words("pokerquadrat.of", target=seen.count("target")), palette.muted),
        ("   " + words("pokerquadrat.move") + " ", palette.muted),
        (str(move), palette.text),
        (f"/{most}", palette.muted),
    )


def sums(seen: Seen, pen: Pen) -> Spans:
    """What the rows and what the columns bring so far."""
    palette, words = pen.palette, pen.words
    rows = sum(line.points for line in seen.lines[:SIDE])
    columns = sum(line.points for line in seen.lines[SIDE:])
    return (
        (words("pokerquadrat.rows") + " ", palette.muted),
        (str(rows), palette.text),
        ("  " + words("pokerquadrat.columns") + " ", palette.muted),
        (str(columns), palette.text),
    )


# ── hands ──────────────────────────────────────────────────────────────────────────────────────


def _own_hand(pen: Pen, seen: Seen, place: Plan, y: int) -> None:
    palette, words = pen.palette, pen.words
    pen.put(place.panel, y, words("pokerquadrat.your_hand"), palette.muted)
    draw = cards.large if place.large else cards.small
    across, down = place.size
    for at, card in enumerate(seen.own()):
        x = place.panel + (across + 3) * at
        chosen = card == seen.ghost.card
        draw(pen, x, y + 1, card, "chosen" if chosen else "normal")
        if seen.scene.ui.past:
            continue
        middle = x + across // 2
        pen.put(middle, y + 1 + down, str(at + 1), bold(palette.accent))
        if chosen:
            pen.put(middle - 1, y + 1 + down, "▲", bold(palette.accent))
    if place.large:
        room = place.width - 34
        held = hand_line(seen, seen.partner, pen, room)
        pen.spans(place.panel + 34, y, held[:1])
        pen.spans(place.panel + 34, y + 1, held[1:])
        pen.spans(place.panel + 34, y + 3, clipped(_apart(seen, seen.partner, pen), room))
    else:
        held = hand_line(seen, seen.partner, pen, place.width)
        pen.spans(place.panel, y + down + 3, held)
        apart = _apart(seen, seen.partner, pen)
        pen.spans(place.panel, y + down + 4, clipped(apart, place.width))


def _both_hands(pen: Pen, seen: Seen, place: Plan, y: int) -> None:
    for row, seat in enumerate(range(len(seen.view.seats))):
        held = hand_line(seen, seat, pen, place.width)
        pen.spans(place.panel, y + 1 + 2 * row, held)
        apart = clipped(_apart(seen, seat, pen), place.width)
        pen.spans(place.panel, y + 2 + 2 * row, apart)


def hand_line(seen: Seen, seat: int, pen: Pen, room: int) -> Spans:
    """Whose hand it is, and its cards: backs, or open ones where both play with open hands."""
    palette, words = pen.palette, pen.words
    held = cards.inline_spans(seen.hand(seat), palette, words)
    rest = cell_len(words("pokerquadrat.holds", name=""))
    most = max(4, room - span_len(held) - 2 - rest)
    name = words("pokerquadrat.holds", name=cut(seen.name(seat), most))
    return ((name + (" " if room < 24 else "  "), palette.muted), *held)


def _apart(seen: Seen, seat: int, pen: Pen) -> Spans:
    said = " · ".join(absence.seat_words(seen.table, seat, pen.words))
    return ((said, pen.palette.special),) if said else ()


# ── somebody is missing ─────────────────────────────────────────────────────────────────────────


def _resting(pen: Pen, seen: Seen, place: Plan, y: int) -> None:
    """Why nothing goes on, and the vote on it, in the place of the decision."""
    palette, words, scene = pen.palette, pen.words, seen.scene
    time_bar(pen, y, place.width, scene, mine=False, x=place.panel)
    lines = folded(absence.prompt(scene, palette, words), place.width)[:3]
    for row, line in enumerate(lines, y + 1):
        pen.spans(place.panel, row, line)
    y += len(lines) + 1
    shown = absence.votes(scene, words)
    if shown:
        used, _ = bar(pen, y, place.width, shown, 3, scene.ui.guarded, place.panel - 1)
        y += used
    else:
        for line in folded(absence.tally(scene, palette, words), place.width)[:2]:
            pen.spans(place.panel, y, line)
            y += 1


def folded(spans: Spans, room: int) -> list[Spans]:
    """Spans in rows of at most `room` cells, each span in a row of its own where it must be."""
    if not spans or span_len(spans) <= room:
        return [spans] if spans else []
    lines: list[Spans] = []
    for text, style in spans:
        lines += [((part, style),) for part in wrapped(text.strip(" ·"), room)]
    return lines


# ── points of hands, and moves ─────────────────────────────────────────────────────────────────


def _further(pen: Pen, place: Plan, top: int, end: int, moves: Sequence[Move]) -> bool:
    """The table of points and the latest moves where there is height for them; whether moves."""
    if place.side:
        return False
    if end - top >= TABLE:
        pen.put(place.panel, top, pen.words("pokerquadrat.table"), pen.palette.muted)
        draw_points(pen, place.panel, top + 1, place.width)
        top += TABLE + 1
    rows = end - top
    if rows < 2 or not moves:
        return False
    pen.put(place.panel, top, pen.words("pokerquadrat.moves"), pen.palette.muted)
    for y, move in enumerate(reversed(moves[-rows:]), top + 1):
        pen.spans(place.panel, y, clipped(move_line(move, pen), place.width))
    return True


def draw_points(pen: Pen, x: int, y: int, width: int) -> None:
    """What each hand brings, in two columns of four."""
    palette, words = pen.palette, pen.words
    names = [name for name, points in POINTS.items() if points and name != "royal_flush"]
    half = (width - 1) // 2
    for at, name in enumerate(names):
        left = x + (half + 1) * (at // 4)
        row = y + at % 4
        pen.put(left, row, words(f"pokerquadrat.row.{name}"), palette.text)
        pen.right(row, ((str(POINTS[name]), palette.accent),), left + min(half, 20))


# ── what was said and done last ────────────────────────────────────────────────────────────────


def _said(
    pen: Pen, seen: Seen, place: Plan, y: int, answer: Sequence[Spans], latest: Sequence[Move]
) -> None:
    """The answer to the last key, or the last card laid and what is heard."""
    palette, words = pen.palette, pen.words
    for row, line in enumerate(answer, y + (len(answer) == 1)):
        pen.spans(place.panel, row, clipped(line, place.width))
    heard: list[Spans] = [] if answer else _heard(seen, pen, place.width)
    if latest and max(len(answer), len(heard)) < 2:
        pen.spans(place.panel, y, clipped(latest_spans(latest[0], seen, pen), place.width))
    if answer:
        return
    quiet = "pokerquadrat.quiet" if seen.me is not None else "pokerquadrat.watching"
    heard = heard or [((words(quiet), palette.muted),)]
    for row, line in enumerate(heard, y + (len(heard) == 1)):
        pen.spans(place.panel, row, clipped(line, place.width))


def _heard(seen: Seen, pen: Pen, room: int) -> list[Spans]:
    """What has just happened at the table, or was said last, in at most two rows."""
    scene = seen.scene
    if happened := absence.notice(scene, pen.palette, pen.words):
        return folded(happened, room)[:2]
    if not scene.said:
        return []
    name, *rest = talk(pen, scene)[-1]
    before = cell_len(name[0]) + 1
    first, *more = wrapped(rest[-1][0], room, before) or [""]
    style = rest[-1][1]
    return [(name, (" " + first, style)), *(((line, style),) for line in more[:1])]


def answer_spans(seen: Seen, pen: Pen) -> Spans:
    """The answer to the last key, why the table waits for the viewer, or about a vote."""
    palette, words, scene = pen.palette, pen.words, seen.scene
    if told := answered(scene, palette, words):
        return told
    if seen.mine and scene.table.pause is not None:
        rests = absence.prompt(scene, palette, words)
        return tuple((text.strip(), style) for text, style in rests[1:]) or rests
    return absence.hint(scene, palette, words)


def latest_spans(move: Move, seen: Seen, pen: Pen) -> Spans:
    """The last card laid: `Ben legte B♦ auf c5`."""
    palette, words = pen.palette, pen.words
    mine = move.seat == seen.me
    card = cards.name(move.card, words)
    text = words(
        "pokerquadrat.laid_you" if mine else "pokerquadrat.laid",
        name=seen.name(move.seat),
        card=card,
        cell=cell_name(move.cell),
    )
    return cards.coloured(text, palette.text, palette)


def _turn(pen: Pen, seen: Seen, place: Plan, y: int) -> None:
    """Whose turn it is, and how long there is."""
    palette, words = pen.palette, pen.words
    end = place.panel + place.width
    said = clipped(turn_spans(seen, pen), place.width)
    x = pen.spans(place.panel, y, said)
    time = seconds_span(seen.scene, palette, words, seen.mine)
    if not time:
        time = ((words("pokerquadrat.no_clock"), palette.faint),)
    if x + 1 + span_len(time) <= end:
        pen.right(y, time, end)


def turn_spans(seen: Seen, pen: Pen) -> Spans:
    """`▸ Du bist dran`, or whose turn it is."""
    palette, words = pen.palette, pen.words
    if seen.mine:
        return ((f"▸ {words('common.your_turn')}", bold(palette.accent)),)
    acting = seen.view.to_act
    if not acting:
        return ()
    return ((words("common.their_turn", name=seen.name(acting[0])), palette.muted),)
