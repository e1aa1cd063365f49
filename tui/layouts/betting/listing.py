"""The betting table as a list, a line a player; and in a window too small for either (ux 5.18)."""

from collections.abc import Sequence

from tui.canvas import cards
from tui.canvas.cells import cut, padded, wrapped
from tui.canvas.compact import draw_list
from tui.canvas.frame import seconds_span
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.canvas.scene import Button
from tui.layouts import absence, cash
from tui.layouts.betting import exchange, forehead
from tui.layouts.betting.amount import field_line
from tui.layouts.betting.chips import short
from tui.layouts.betting.deeds import last_line
from tui.layouts.betting.hands import known
from tui.layouts.betting.labels import badge_of, label_of, own_signs, turn_sign
from tui.layouts.betting.payout import share
from tui.layouts.betting.places import Plan
from tui.layouts.betting.planning import marked
from tui.layouts.betting.seen import Seen
from tui.layouts.betting.showdown import answer, name_text, result_lines, shown_order
from tui.layouts.betting.stud_small import stud_lines
from tui.layouts.betting.stud_words import begins
from tui.layouts.betting.table import cost_line, pots_line, reserve_spans
from tui.layouts.betting.words import low_ranks

NUMBER, NAME, BADGE, STACK, BET, DEED, CARDS = 5, 8, 19, 28, 37, 39, 53  # columns, ends of numbers
MADE = CARDS + 9  # the column of what an open hand has come to
APART = 4  # columns that what is right of the badges moves where badge and stack would touch
SECONDS = 9  # cells that the clock takes at the end of a small window's prompt
PLAYERS = 3  # the row of the first player
MARKS = 3  # rows of own cards that are exchanged, with one that is blank


def under_list(seen: Seen) -> int:
    """How many rows there are between the time bar and the buttons."""
    return 4 if seen.kind.forehead else 3


def draw_listing(pen: Pen, seen: Seen, place: Plan) -> None:
    """Everything of a running deal above the time bar, a line a player in the order of seats."""
    palette, words = pen.palette, pen.words
    x = pen.spans(1, 1, _street(seen, palette, words.number(seen.pot)))
    for column, cell in enumerate(seen.board):
        cards.inline(pen, x + 4 * column, 1, cell)
    apart = _apart(seen)
    heads = (
        (NUMBER - 3, "seat"),
        (NAME, "player"),
        (DEED + apart, "deed"),
        (CARDS + apart, "cards"),
    )
    pen.band(1, 2, place.width - 2, palette.head)
    for x, key in heads:
        pen.put(x, 2, words(f"betting.list.{key}"), palette.muted)
    if forehead.sees(seen):
        pen.put(MADE + apart, 2, words("indian_holdem.others.hand"), palette.muted)
    pen.right(2, ((words("betting.list.stack"), palette.muted),), STACK + apart)
    pen.right(2, ((words("betting.list.bet"), palette.muted),), BET + apart)
    for row, seat in enumerate(range(len(seen.view.seats)), PLAYERS):
        _player(pen, seen, place, row, seat, apart)
    counts = {seat: exchange.before(seen, seat) for seat in seen.live()}
    if any(count is not None for count in counts.values()):
        pen.right(2, ((words("exchange.list"), palette.muted),), place.width - 1)
        for seat, count in counts.items():
            said = "" if count is None else str(count)
            pen.right(PLAYERS + seat, ((said, palette.text),), place.width - 1)
    if exchange.marking(seen):
        for y, line in enumerate(exchange.lines(seen, palette, place.width), place.bar - MARKS):
            pen.spans(1, y, line)
    if place.large:
        # Room enough for what the pots are made of.
        y = PLAYERS + len(seen.view.seats) + 1
        pen.spans(2, y, clipped(pots_line(seen, palette, place.width - 4), place.width - 4))


def _street(seen: Seen, palette: Palette, pot: str) -> Spans:
    words = seen.words
    return (
        (words(f"betting.street.{seen.view.phase}").upper(), bold(palette.text)),
        ("   ", palette.text),
        (words("betting.pot", chips=pot), bold(palette.accent)),
        (f"   {words('betting.board')}      " if seen.board else "", palette.muted),
    )


def _apart(seen: Seen) -> int:
    """How far the columns move, so that a blank is left of every stack."""
    room = STACK - BADGE
    for seat in range(len(seen.view.seats)):
        badge = badge_of(seen, seat)
        if badge and len(badge) + 1 + len(short(seen.stack(seat), 8, seen.words)) > room:
            return APART
    return 0


def _player(pen: Pen, seen: Seen, place: Plan, y: int, seat: int, apart: int) -> None:
    palette, words = pen.palette, pen.words
    shown = seen.view.seats[seat]
    acting = seat in seen.view.to_act
    live = shown.status in {"in", "all_in"}
    if acting:
        pen.band(1, y, place.width - 2, palette.turn)
    text = palette.text if live else palette.faint
    pen.right(y, ((str(seat + 1), palette.muted),), NUMBER)
    name = palette.accent if seat == seen.me else text
    if seen.empty(seat):
        pen.put(NAME, y, words("cash.chair.free"), palette.faint)
        return
    pen.put(NAME, y, cut(seen.name(seat), BADGE - NAME - 1), bold(name) if live else name)
    pen.put(BADGE, y, badge_of(seen, seat)[:4], palette.muted)
    pen.right(y, ((short(seen.stack(seat), 8, words), text),), STACK + apart)
    bet = short(seen.bet(seat), 8, words) if seen.bet(seat) else "–"
    pen.right(y, ((bet, palette.accent if seen.bet(seat) else text),), BET + apart)
    label, style = label_of(seen, seat, palette)
    if acting:
        pen.put(DEED + apart, y, "▸", bold(palette.accent))
        pen.put(DEED + apart + 2, y, words("betting.list.turn"), bold(palette.accent))
    else:
        pen.put(DEED + apart, y, cut(label, CARDS - DEED - 1), style)
    if forehead.sees(seen):
        # Cards right above each other take turns in colour, or they would melt into one.
        hand = forehead.chips(seen, seat, palette, odd=seat % 2 == 1)
        pen.spans(CARDS + apart, y, hand)
        if live:
            pen.put(MADE + apart, y, forehead.made(seen, seat), text)
    elif live:
        pen.spans(CARDS + apart, y, cards.inline_spans(seen.hand(seat), palette, words))


def hand_text(seen: Seen, seat: int) -> str:
    """A hand named in few words, with its low."""
    words, held = seen.words, seen.holding(seat)
    if held.name is None:
        return ""
    text = cards.hand_line(held.name, words)
    return (
        f"{text} · {words('betting.low_head')} {low_ranks(held.low, words)}" if held.low else text
    )


def own_text(seen: Seen, me: int) -> str:
    """The viewer's hand named, or why there is none; with what was bought meanwhile."""
    chips = cash.own(seen.table)
    out = seen.view.seats[me].status == "out"
    said = [cash.sentence(seen.scene, seen.words) if out else hand_text(seen, me)]
    if chips is not None:
        said += [cash.comes(chips, seen.words)]
        said += [seen.words("cash.then_rests_short")] if chips.wish == "rest" and not out else []
    return " · ".join(part for part in said if part)


def draw_own_rows(pen: Pen, seen: Seen, place: Plan, y: int) -> None:
    """Under the list: own hand, what staying in costs, and what happened last."""
    palette, words = pen.palette, pen.words
    seconds = seconds_span(seen.scene, palette, words, seen.mine)
    if more := reserve_spans(seen, palette):
        seconds = (*more, ("   ", palette.text), *seconds)
    pen.right(y, seconds, place.width - 1)
    room = place.width - 3 - span_len(seconds)
    if seen.me is not None:
        named = own_text(seen, seen.me)
        out = seen.own is not None and seen.own.status == "out"
        you: Spans = () if out else ((words("betting.list.you") + " ", bold(palette.accent)),)
        line: Spans = ((named, palette.text),)
        if seen.kind.forehead and not named:
            you, line = (), forehead.sight_line(seen, palette, room)
        if facts := forehead.fact_lines(seen, palette, room, place.width - 2):
            you, line = ((named + "  ", palette.text),) if named else (), facts[0]
        pen.spans(1, y, clipped((*you, *line), room))
    pen.spans(1, y + 1, clipped(cost_line(seen, palette, room), room))
    pen.spans(1, y + 2, last_line(seen, palette, place.width - 2))
    if seen.kind.forehead:
        pen.spans(1, y + 3, forehead.count_line(seen, palette, place.width - 2))


# ── too small for the table ────────────────────────────────────────────────────────────────────


def draw_compact(pen: Pen, seen: Seen, shown: Sequence[Button]) -> None:
    """The list of a small window, or below 60×18 what still fits."""
    palette, scene = pen.palette, seen.scene
    message = answer(pen, seen)
    if seen.over:
        asked = cash.between(scene, palette, pen.words)
        draw_list(pen, scene, _over_lines(pen, seen), asked, shown, message, mine=False)
        return
    amount = scene.ui.amount
    rests = absence.prompt(scene, palette, pen.words)
    if rests:
        asked = rests
    elif amount is not None and seen.raising is not None:
        asked = field_line(pen, seen, amount, pen.width - 2)
    else:
        asked = cost_line(seen, palette, pen.width - SECONDS)
    # No room for both: the keys that act now, or how the vote stands.
    shown = [one for one in shown if absence.is_vote(one)] or [marked(seen, one) for one in shown]
    if not scene.ui.message:
        message = absence.tally(scene, palette, pen.words) or message
    if not exchange.marking(seen):  # where little has room, it is for the own cards
        message = message or last_line(seen, palette, pen.width - 2)
    if seen.kind.stud and not message:
        message = ((begins(seen), palette.info),)
    if scene.ui.message and span_len(message) > pen.width - 2:
        # What the next key does must not be cut off: the answer begins where the price stands.
        first, *rest = wrapped(f"! {scene.ui.message}", pen.width - SECONDS)
        asked = ((first, palette.bad),)
        message = ((f"  {' '.join(rest)}", palette.bad),)
    draw_list(pen, scene, _lines(pen, seen), asked, shown, message, mine=seen.mine)


def _lines(pen: Pen, seen: Seen) -> list[Spans]:
    palette, words = pen.palette, pen.words
    if seen.kind.stud:
        own = "" if seen.me is None else own_text(seen, seen.me)
        return stud_lines(pen, seen, _rivals(seen), own)
    lines: list[Spans] = []
    if seen.me is not None:
        hand = cards.inline_spans(seen.hand(seen.me), palette, words)
        if seen.kind.forehead:
            hand = forehead.chips(seen, seen.me, palette)
        gap = "  " if hand else ""
        if exchange.marking(seen):
            lines += exchange.lines(seen, palette, pen.width - 2)
            hand, gap = (), ""
        lines.append((*hand, (gap + own_text(seen, seen.me), palette.text)))
        room = pen.width - 2
        if facts := forehead.fact_lines(seen, palette, room - span_len(lines[-1]), room):
            lines[-1] += facts[0]
            lines += [facts[1]] if facts[1] else []
        who: list[Span] = [turn_sign(seen, seen.me, palette)]
        who.append((seen.name(seen.me) + " ", bold(palette.accent)))
        who.append((words.number(seen.stack(seen.me)), bold(palette.text)))
        if seen.bet(seen.me):
            bet = f"   {words('betting.bet')} {words.number(seen.bet(seen.me))}"
            who.append((bet, palette.muted))
        lines.append((*who, *own_signs(seen, seen.me, palette)))
    board = cards.inline_spans(seen.board, palette, words)
    pot = words("betting.pot", chips=words.number(seen.pot))
    street = words(f"betting.street.{seen.view.phase}")
    lines.append(
        (
            (f"{street}  ", palette.muted),
            *board,
            ("   " if board else "", palette.muted),
            (pot, bold(palette.accent)),
        )
    )
    rivals = _rivals(seen)
    last = forehead.folded_lines(seen, palette, pen.width - 2) if forehead.sees(seen) else []
    # A line each while there is room for all, else one behind the other.
    if len(lines) + len(rivals) + len(last) <= pen.height - 9:
        return lines + [_still_in(seen, seat, palette) for seat in rivals] + last
    parts = [_in_short(seen, seat, palette) for seat in rivals]
    return lines + _in_rows(parts, pen.width - 2, palette) + last


def _rivals(seen: Seen) -> list[int]:
    live = set(seen.live())
    everybody = seen.order if seen.me is not None else (seen.bottom, *seen.order)
    return [seat for seat in everybody if seat in live]


def _still_in(seen: Seen, seat: int, palette: Palette) -> Spans:
    """`▸Eva 1.475 ●180 Raise`."""
    words, text = seen.words, palette.text
    badge = badge_of(seen, seat)
    label, style = label_of(seen, seat, palette)
    turned = forehead.sees(seen)
    spans: list[Span] = [
        ("▸" if seat in seen.view.to_act else " ", bold(palette.accent)),
        (padded(seen.name(seat), 10) + " ", bold(palette.text)),
    ]
    if turned:  # what the table is about is not what a long row loses
        odd = _rivals(seen).index(seat) % 2 == 1
        spans += [*forehead.chips(seen, seat, palette, odd=odd), (" ", text)]
    spans += [
        (badge, palette.muted),
        (short(seen.stack(seat), 11 - max(2, len(badge)), words).rjust(12 - len(badge)), text),
        ("  ", text),
    ]
    if seen.bet(seat):
        spans.append(("●" + short(seen.bet(seat), 9, words) + "  ", palette.accent))
    if turned and seen.view.seats[seat].status != "all_in":
        label, style = forehead.made(seen, seat) or label, text
    spans.append((label, style))
    if (count := exchange.before(seen, seat)) is not None:
        gap = "  " if label else ""
        spans.append((gap + exchange.drawn(count, words), palette.muted))
    # Cards that lie open while the board is dealt out.
    if (held := known(seen.hand(seat))) and not turned:
        spans += [("  ", text), *cards.inline_spans(held, palette, words)]
    return tuple(spans)


def _in_short(seen: Seen, seat: int, palette: Palette) -> Spans:
    """`Eva 1.475 ●180`."""
    words = seen.words
    spans: list[Span] = [
        ("▸" if seat in seen.view.to_act else "", bold(palette.accent)),
        (cut(seen.name(seat), 10), bold(palette.text)),
    ]
    if forehead.sees(seen):
        text = " " + cards.names(seen.hand(seat), words)
        spans += cards.coloured(text, palette.text, palette)
    spans += [
        (" " + short(seen.stack(seat), 7, words), palette.muted),
    ]
    if seen.bet(seat):
        spans.append((" ●" + short(seen.bet(seat), 7, words), palette.accent))
    if seen.view.seats[seat].status == "all_in":
        spans.append((" " + words("betting.did.all_in"), palette.bad))
    if (count := seen.drew(seat)) is not None:
        spans.append((f" ({count})", palette.muted))
    return tuple(spans)


def _in_rows(parts: Sequence[Spans], room: int, palette: Palette) -> list[Spans]:
    """Players one behind the other, as many rows as they take."""
    rows: list[Spans] = []
    for part in parts:
        longer = (*rows[-1], (" · ", palette.muted), *part) if rows else ()
        if rows and span_len(longer) <= room:
            rows[-1] = longer
        else:
            rows.append(part)
    return rows


def _over_lines(pen: Pen, seen: Seen) -> list[Spans]:
    palette, words = pen.palette, pen.words
    board = known(seen.board)
    lines: list[Spans] = [cards.inline_spans(board, palette, words)] if board else []
    for row, seat in enumerate(shown_order(seen)):
        total, _ = share(seen, seat)
        won = f"+{words.number(total)}" if total else ""
        column = 8 if len(seen.hand(seat)) < 5 else 6
        name = bold(palette.accent if seat == seen.me else palette.text)
        lines.append(
            (
                (padded(seen.name(seat), 10) + " ", name),
                *cards.inline_spans(
                    # Of seven cards there is room for those that play.
                    seen.holding(seat).five if seen.kind.size > 5 else seen.hand(seat),
                    palette,
                    words,
                    "alternate" if row % 2 else "normal",
                ),
                (" " + won.rjust(column) + " ", bold(palette.good)),
                (name_text(seen, seat, seen.holding(seat), brief=True), palette.text),
            )
        )
    return lines + result_lines(seen, palette, pen.width - 2)
