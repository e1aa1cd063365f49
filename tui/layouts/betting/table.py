"""The betting table: seats round the board, pots, and the viewer's own cards (ux 5.6, 5.7)."""

from rich.cells import cell_len

from engine.values.cards import Cell, Hidden
from protocol.messages import RESERVE
from tui.canvas import cards
from tui.canvas.cells import cut
from tui.canvas.frame import seconds_span
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.keymap import printed
from tui.layouts import cash
from tui.layouts.betting import exchange, forehead
from tui.layouts.betting.chips import price_line, short
from tui.layouts.betting.hands import known, low_chance
from tui.layouts.betting.labels import badge_of, badge_style, label_of
from tui.layouts.betting.places import Plan, seats
from tui.layouts.betting.seen import Seen
from tui.layouts.betting.words import highlighted, low_ranks
from tui.locale import Words

NAME = 10  # cells of a name
CLOSE = 6  # cells of two cards side by side, at most


def draw_table(pen: Pen, seen: Seen, place: Plan) -> None:
    """Everything of a running deal above the time bar, but for own cards that are exchanged."""
    draws = seen.kind.draws
    found = seats(place, len(seen.order), upper=draws)
    for seat, (x, y) in zip(seen.order, found, strict=True):
        draw_seat(pen, seen, place, seat, x, y)
    draw_board(pen, seen, place)
    if seen.me is None:
        draw_seat(pen, seen, place, seen.bottom, place.edge[2], place.own - draws)
    elif not exchange.marking(seen):
        draw_own(pen, seen, place, seen.me)


# ── seats ──────────────────────────────────────────────────────────────────────────────────────


def draw_seat(pen: Pen, seen: Seen, place: Plan, seat: int, x: int, y: int) -> None:
    """A seat in three rows: who, what they have, what they did last and what lies before them.

    After the exchange, below what it did since, how many cards it has exchanged. Between what an
    open hand has come to, where all but its owner see it.
    """
    palette, words = pen.palette, pen.words
    shown = seen.view.seats[seat]
    if seen.empty(seat):
        pen.put(x + 1, y, words("cash.chair.free"), palette.faint)
        return
    acting = seat in seen.view.to_act
    live = shown.status in {"in", "all_in"}
    width = place.seat
    turned = forehead.sees(seen)
    made = forehead.made(seen, seat) if turned and live else ""
    last = y + 2 + bool(made)
    if live:
        for row in range(last + 1 - y):
            pen.band(x, y + row, width, palette.turn if acting else palette.play)
    if acting:
        pen.put(x, y, "▸", bold(palette.accent))
    badge = badge_of(seen, seat)
    room = min(width - 2 - (len(badge) + 1 if badge else 0), NAME + 2)
    name = bold(palette.text) if live else palette.muted
    pen.put(x + 1, y, cut(seen.name(seat), min(room, NAME)), name)
    if badge:
        pen.put(x + width - 1 - len(badge), y, badge, badge_style(badge, palette))
    stack = short(seen.stack(seat), width - (CLOSE + 3 if turned else 4), words)
    if shown.status == "all_in" and exchange.runs(seen):
        stack = words("betting.did.all_in")  # below stands what becomes of the cards
    pen.put(x + 1, y + 1, stack, palette.text if live else palette.muted)
    if turned:
        room = width - 3 - cell_len(stack)
        forehead.draw_seat_cards(pen, seen, seat, x + width - 1, y + 1, room)
        pen.put(x + 1, y + 2, made, palette.text)
    elif live:
        _cards(pen, seen.hand(seat), x + width - 2, y + 1, width - 3 - cell_len(stack))
    label, style = label_of(seen, seat, palette)
    if seen.bet(seat):
        # A bet gives way to the word beside it, down to five cells.
        if label == words("betting.did.fold") and cell_len(label) > width - 8:
            label = words("betting.did.fold_short")
        bet = "●" + short(seen.bet(seat), max(5, width - 4 - cell_len(label)), words)
        pen.put(x + width - 1 - cell_len(bet), last, bet, bold(palette.accent))
        pen.put(x + 1, last, cut(label, width - 3 - cell_len(bet)), style)
    else:
        pen.put(x + 1, last, cut(label, width - 2), style)
    if (count := exchange.before(seen, seat)) is not None:
        # What it has done since stands above it.
        row = y + 2 + (bool(label) or bool(seen.bet(seat)))
        pen.put(x + 1, row, exchange.drawn(count, words), palette.muted)


def _cards(pen: Pen, cells: tuple[Cell, ...], end: int, y: int, room: int) -> None:
    """A hand in a seat, its last cell before column `end`: backs, or cards that lie open."""
    palette = pen.palette
    if (open_cards := known(cells)) and len(open_cards) == len(cells):
        text = "".join(cards.name(card, pen.words) for card in open_cards)
        if cell_len(text) <= room:
            pen.spans(end - cell_len(text), y, cards.coloured(text, palette.text, palette))
        return
    # Backs stand apart where there is room for it; four of them never have it.
    apart = len(cells) == 2 and room >= 6
    whole = len(cells) == 5 and room > 5
    size = 5 if apart or whole else 2 * min(len(cells), 2) if room >= 5 or len(cells) > 2 else 2
    if size + 1 > room:
        return
    if apart:
        pen.put(end - 5, y, "▓▓", palette.pattern)
        pen.put(end - 2, y, "▓▓", palette.pattern)
    else:
        pen.put(end - size, y, "▓" * size, palette.pattern)


# ── board and pots ─────────────────────────────────────────────────────────────────────────────


def draw_board(pen: Pen, seen: Seen, place: Plan) -> None:
    """Pot, board, street and how the pot is made up."""
    palette, words = pen.palette, pen.words
    pot = words("betting.pot", chips=words.number(seen.pot))
    _centred(pen, place, place.pot, ((pot, bold(palette.accent)),))
    card = cards.large if place.large else cards.small
    for column, cell in enumerate(seen.board):
        card(pen, place.board_x + place.card * column, place.board, cell)
    _centred(pen, place, place.street, street_line(seen, palette))
    # Between the seats at both edges.
    room = place.width - 2 * place.seat - 4
    _centred(pen, place, place.pots, pots_line(seen, palette, room))


def street_line(seen: Seen, palette: Palette) -> Spans:
    """The street, who is still in, and what can come of the board."""
    words, count = seen.words, len(seen.dealt())
    if exchange.runs(seen):
        return ((words("exchange.head"), palette.muted),)
    spans: list[Span] = [
        (words(f"betting.street.{seen.view.phase}").upper(), palette.text),
        ("  ·  ", palette.muted),
        (words("betting.in", live=len(seen.live()), count=count), palette.muted),
    ]
    raises = seen.view.counter("raises")
    if raises is not None:
        text = words("betting.raises", count=raises.value, most=raises.of or 0)
        spans += [("  ·  ", palette.muted), (text, palette.muted)]
    chance = low_chance(seen.board) if seen.kind.low else None
    if chance is not None:
        spans += [("  ·  ", palette.muted), (words(f"betting.low.{chance}"), palette.muted)]
    return tuple(spans)


def pots_line(seen: Seen, palette: Palette, room: int) -> Spans:
    """Main pot, side pots and bets, in at most `room` cells; nothing where one number says it."""
    words, pots = seen.words, seen.view.pots
    if not pots or (len(pots) == 1 and not seen.bets):
        return ()
    bets = words("betting.and_bets", chips=words.number(seen.bets)) if seen.bets else ""
    if len(pots) == 1:
        text = words("betting.main_pot", chips=words.number(pots[0].chips)) + bets
        return ((text, palette.faint),)
    main, sides = pots[0].chips, pots[1:]
    parts = [words("betting.main_short", chips=words.number(main))]
    parts += [words("betting.side_short", chips=words.number(pot.chips)) for pot in sides]
    total = words.number(sum(pot.chips for pot in sides))
    few = [parts[0], words("betting.sides", count=len(sides), chips=total)]
    for chosen in (parts, few):
        text = " · ".join(chosen) + bets
        if cell_len(text) <= room:
            return ((text, palette.faint),)
    return ((cut(" · ".join(few), room), palette.faint),)


def _centred(pen: Pen, place: Plan, y: int, spans: Spans) -> None:
    pen.spans(place.centre - span_len(spans) // 2, y, spans)


# ── the viewer ─────────────────────────────────────────────────────────────────────────────────


def draw_own(pen: Pen, seen: Seen, place: Plan, me: int) -> None:
    """Own cards, and beside them what they are, what one has, what staying in costs."""
    palette = pen.palette
    out = seen.view.seats[me].status == "out"
    folded = out or seen.view.seats[me].status == "folded"
    rows = place.own_rows
    if not folded:
        surface = palette.turn if seen.mine else palette.play
        rim = int(place.rim)
        for row in range(-rim, rows + rim):
            pen.band(0, place.own + row, place.width, surface)
    hand = seen.hand(me)
    card, size = (cards.large, cards.LARGE) if place.large else (cards.small, cards.SMALL)
    for column, cell in enumerate(hand):
        if seen.kind.forehead and isinstance(cell, Hidden):
            cards.own_hidden(pen, 2 + place.card * column, place.own, size)
        else:
            card(pen, 2 + place.card * column, place.own, cell, "dead" if folded else "normal")
    x = place.facts(len(hand))
    room = place.width - 1 - x
    seconds = seconds_span(seen.scene, palette, pen.words, seen.mine)
    # Four cards leave no room for the clock beside the name of the hand; five large ones leave none
    # for any time beside the name of the player, but a row between hand and price.
    row = place.own + (2 if place.large and seen.kind.draws else 0)
    below = len(hand) < 3
    pen.right(row + below, seconds, place.width - 1)
    end = place.width - 1 - (0 if below or not seconds else span_len(seconds) + 2)
    who, more = _who(seen, me, palette), reserve_spans(seen, palette)
    if span_len(who) + 2 + span_len(more) > end - x:
        more = reserve_spans(seen, palette, brief=True)
    begins = pen.right(row, more, end)
    left = begins - x - (1 if more or not below else 0) if row == place.own else room
    if span_len(who) > left:
        who = _who(seen, me, palette, tight=True)
    pen.spans(x, place.own, clipped(who, left))
    if out:
        said = cash.sentence(seen.scene, pen.words)
        pen.spans(x, place.own + 1, clipped(((said, palette.text),), room))
    lines = hand_lines(seen, me, palette, room, below, seconds)
    for row, line in enumerate(lines, place.own + 1):
        pen.spans(x, row, line)
    if seen.kind.forehead:
        if place.large and known(seen.board):
            pen.spans(x, place.own + 3, forehead.sight_line(seen, palette, room))
    elif place.large and not seen.kind.draws:
        five = seen.holding(me).five
        pen.spans(x, place.own + 3, cards.inline_spans(five, palette, pen.words))
    if price_beside(seen, palette, place):
        _price(pen, seen, x, place.own + rows - 1, room)


def price_beside(seen: Seen, palette: Palette, place: Plan) -> bool:
    """Whether what staying in costs stands beside the own cards, and not over the actions.

    Beside four small cards there is room for high and low only, beside five for short prices.
    """
    if place.large or seen.me is None:
        return True
    room = place.width - 1 - place.facts(len(seen.hand(seen.me)))
    if seen.kind.forehead and forehead.count_line(seen, palette, room):
        return False
    return not seen.kind.low and span_len(cost_line(seen, palette)) <= room


def _price(pen: Pen, seen: Seen, x: int, y: int, room: int) -> None:
    """What staying in costs; where the row is too short, what that needs has a row of its own."""
    line = cost_line(seen, pen.palette)
    if span_len(line) > room and seen.kind.draws and seen.mine:
        upper, _, lower = price_line(seen).partition(" · ")
        for row, text in enumerate((upper, lower), y - 1):
            spans = highlighted(text, pen.palette.muted, pen.palette.text)
            pen.spans(x, row, clipped(spans, room))
        return
    pen.spans(x, y, clipped(line, room))


def reserve_spans(seen: Seen, palette: Palette, *, brief: bool = False) -> Spans:
    """The key for more time, where there is some: `w  +30 s Reserve`; `brief`: in fewer words."""
    button = cash.reserve_button(seen.scene, seen.words)
    if button is None:
        return ()
    label = button.label
    if brief:
        label = seen.words("cash.reserve_short", seconds=RESERVE)
    keys = printed(button, palette.keys)
    return ((keys, bold(palette.accent)), (f"  {label}", palette.muted))


def _who(seen: Seen, me: int, palette: Palette, *, tight: bool = False) -> Spans:
    """Who one is, and one's chips; `tight`: nearer together, without what goes without saying."""
    words = seen.words
    gap = "  " if tight else "   "
    chips = cash.own(seen.table)
    spans: list[Span] = [
        ("▸ " if seen.mine else "  ", bold(palette.accent)),
        (seen.name(me), bold(palette.accent)),
        ("  " if tight else f"  {words('common.you')}  ", palette.muted),
        (words.number(seen.stack(me)), bold(palette.text)),
    ]
    if chips is not None and chips.coming:
        said = cash.comes(chips, words)
        if len(seen.hand(me)) > 2:
            said = words("cash.coming_short", chips=words.number(chips.coming))
        spans.append((f"  {said}", palette.good))
    if seen.bet(me):
        spans.append((f"{gap}{words('betting.bet')} ", palette.muted))
        spans.append((words.number(seen.bet(me)), palette.text))
    if (cards_drawn := exchange.before(seen, me)) is not None:
        spans.append((gap + exchange.drawn(cards_drawn, words), palette.muted))
    badge = badge_of(seen, me)
    if badge:
        spans += [(gap, palette.text), (badge, badge_style(badge, palette))]
    status = seen.view.seats[me].status
    if status == "all_in":
        spans.append((gap + words("betting.did.all_in"), palette.bad))
    elif status == "folded":
        spans.append((gap + words("betting.did.fold"), palette.muted))
    elif status == "out":
        spans.append((gap + label_of(seen, me, palette)[0], palette.muted))
    if chips is not None and chips.wish == "rest" and status != "out":
        spans.append((gap + words("cash.then_rests_short"), palette.muted))
    return tuple(spans)


def hand_lines(
    seen: Seen, me: int, palette: Palette, room: int, clocked: bool, seconds: Spans
) -> list[Spans]:
    """The own hand named: high, and low where the game has one.

    `clocked`: the seconds stand at the right end of the first of these rows.
    """
    words = seen.words
    held = seen.holding(me)
    first = room - (span_len(seconds) + 1 if clocked and seconds else 0)
    if seen.kind.forehead:
        return forehead.fact_lines(seen, palette, first, room)
    if held.name is None:
        return []
    if not seen.kind.two_and_three:
        name, (_, _, further) = (
            cards.hand_line(held.name, words),
            cards.hand_lines(held.name, words),
        )
        line: list[Span] = [(name, palette.text)]
        if further:
            line.append(("  " + further, palette.muted))
        return [clipped(line, first)]
    high: list[Span] = [(cards.hand_short(held.name, words), palette.text)]
    if seen.kind.low:
        high.insert(0, (words("betting.high") + " ", palette.muted))
    reminder = words("betting.two_and_three")
    gap = 31 - span_len(high)
    if gap > 0 and span_len(high) + gap + cell_len(reminder) <= first:
        high.append((" " * gap + reminder, palette.muted))
    lines = [clipped(high, first)]
    if seen.kind.low:
        lines.append(clipped(_low_line(seen, me, palette), room))
    return lines


def _low_line(seen: Seen, me: int, palette: Palette) -> Spans:
    words = seen.words
    held = seen.holding(me)
    head: Span = (words("betting.low_head") + " ", palette.muted)
    if not held.low:
        chance = low_chance(seen.board)
        text = "" if chance is None else words(f"betting.no_low.{chance}")
        return (head, (text, palette.muted)) if text else ()
    using = " ".join(cards.name(card, words) for card in held.low_own)
    return (
        head,
        (low_ranks(held.low, words), palette.good),
        (f"  {words('betting.with')}  ", palette.muted),
        *cards.coloured(using, palette.text, palette),
    )


def cost_line(seen: Seen, palette: Palette, room: int = 80) -> Spans:
    """What staying in costs, what becomes of marked cards, or whose turn it is."""
    words = seen.words
    if seen.mine and exchange.marking(seen):
        return ((exchange.sentence(seen, room), palette.muted),)
    if seen.mine:
        return highlighted(price_line(seen), palette.muted, palette.text)
    return ((waits_for(seen, words), palette.muted),)


def waits_for(seen: Seen, words: Words) -> str:
    """Whose turn it is, in words; nothing between turns."""
    if not seen.view.to_act or seen.table.pause is not None:
        return ""
    return words("common.their_turn", name=seen.name(seen.view.to_act[0]))
