"""The end of a betting deal: open hands, who got what of each pot and why (ux 5.14)."""

from typing import NamedTuple

from rich.cells import cell_len

from engine.kit import soko
from engine.kit.ranking import rank5
from engine.values.cards import Card, Cell
from tui.canvas import cards
from tui.canvas.cells import cut, wrapped
from tui.canvas.frame import answered, bar, time_bar
from tui.canvas.palette import Face, Palette, bold
from tui.canvas.pen import Pen, Spans, clipped, span_len
from tui.canvas.scene import Button
from tui.layouts import absence, cash
from tui.layouts.betting import forehead
from tui.layouts.betting.hands import Holding, known
from tui.layouts.betting.payout import explained, hand_name, low_of, share
from tui.layouts.betting.places import Plan
from tui.layouts.betting.seen import Seen, fact
from tui.layouts.betting.stud_words import common_spans
from tui.layouts.betting.words import highlighted, low_ranks

NAME, OWN = 4, 16  # columns of a revealed hand
WAYS = (3, 2, 1)  # rows of a hand, as there is room


class Rows(NamedTuple):
    """Which row everything begins at."""

    pot: int
    board: int
    head: int
    bar: int


def draw_showdown(pen: Pen, seen: Seen, place: Plan, buttons: list[Button]) -> None:
    """Board, open hands, what every pot came to, and what can be done next."""
    tail = result_lines(seen, pen.palette, place.width - 4)
    hands = shown_order(seen)
    bare = seen.kind.stud or not seen.board
    rows, step = _fitting(pen.height, place.large, len(hands), len(tail), bare=bare)
    _board(pen, seen, place, rows, hands[:1])
    y = rows.head
    if hands:
        _head(pen, seen, place, y)
        draw = _stud_hand if seen.kind.stud else _hand
        for seat in hands:
            if y + step > rows.bar:
                break
            draw(pen, seen, place, y + 1, seat, step)
            y += step
        y += 1
    if step < 3 and rows.bar - y > len(tail):
        y += 1
    for line in tail:
        if y >= rows.bar:
            break
        pen.spans(2, y, line)
        y += 1
    chairs = chair_lines(seen, pen.palette, place.width - 4)
    if y + len(chairs) <= rows.bar:
        y = max(y, min(y + 1, rows.bar - len(chairs)))
        for row, line in enumerate(chairs, y):
            pen.spans(2, row, line)
    time_bar(pen, rows.bar, place.width, seen.scene, mine=False)
    bar(pen, rows.bar + 1, place.width, buttons, 1, seen.scene.ui.guarded)
    said = answer(pen, seen) or cash.between(seen.scene, pen.palette, pen.words)
    pen.spans(1, rows.bar + 2, clipped(said, place.width - 2))


def _fitting(height: int, large: bool, hands: int, tail: int, *, bare: bool) -> tuple[Rows, int]:
    """The rows, and how many a hand takes, so that hands and sentences fit if they can.

    `bare`: there is no board, which leaves its rows to the hands.
    """
    end = height - 4
    tall = Rows(2, 3, 9 if large else 8, end)
    # Where all that is too much the board lies in one row.
    flat = Rows(1, 2, 4, end)
    if bare:
        tall, flat = Rows(2, 2, 4, end), Rows(1, 1, 2, end)
    for rows in (tall, flat):
        for step in WAYS:
            if 1 + hands * step + tail <= end - rows.head:
                return rows, step
    return flat, 1


def _board(pen: Pen, seen: Seen, place: Plan, rows: Rows, best: list[int]) -> None:
    palette, words = pen.palette, pen.words
    total = sum(pot.chips for pot in seen.view.pots)
    pot = words("betting.pot", chips=words.number(total))
    if seen.kind.stud:
        # Seldom there is one card of everybody's.
        common = common_spans(seen, palette)
        line: Spans = (
            (pot, bold(palette.accent)),
            ("   " if common else "", palette.text),
            *common,
        )
        pen.spans(place.centre - span_len(line) // 2, rows.pot, line)
        return
    pen.put(place.centre - cell_len(pot) // 2, rows.pot, pot, bold(palette.accent))
    used = seen.holding(best[0]).five if best else ()
    flat = rows.head == 4
    for column, cell in enumerate(seen.board):
        face = _face(cell, used)
        if flat:
            cards.inline(pen, place.centre - 9 + 4 * column, rows.board, cell, face)
        elif place.large:
            cards.large(pen, place.board_x + place.card * column, rows.board, cell, face)
        else:
            cards.small(pen, place.board_x + place.card * column, rows.board, cell, face)


def _face(cell: Cell, used: tuple[Card, ...]) -> Face:
    """A card of the board that the best hand plays, or leaves out."""
    if not used:
        return "normal"
    return "wins" if cell in used else "dead"


def shown_order(seen: Seen) -> list[int]:
    """The seats whose hands lie open: the winner of the main pot first, losers last."""
    first: dict[int, tuple[int, int]] = {}
    for note in seen.notes("won"):
        seat = note.seat or 0
        pot, chips = fact(note, "pot"), fact(note, "chips")
        first.setdefault(seat, (pot, -chips))
    seats = [note.seat or 0 for note in seen.notes("hand")]
    last = (len(seen.view.pots), 0)
    return sorted(seats, key=lambda seat: (first.get(seat, last), -_strength(seen, seat)))


def _strength(seen: Seen, seat: int) -> int:
    five = seen.holding(seat).five
    if seen.kind.soko:
        return soko.rank(five)
    return rank5(five) if five else 0


def _head(pen: Pen, seen: Seen, place: Plan, y: int) -> None:
    palette, words = pen.palette, pen.words
    pen.band(1, y, place.width - 2, palette.head)
    pen.put(2, y, words("common.player"), palette.muted)
    pen.put(OWN, y, words("betting.cards"), palette.muted)
    best = "exchange.hand" if seen.kind.draws else "betting.best"
    pen.put(_best_x(seen), y, words(best), palette.muted)
    pen.right(y, ((words("betting.wins"), palette.muted),), place.width - 1)


def _best_x(seen: Seen) -> int:
    if seen.kind.stud:
        # The best hand is marked among the own cards, and named beside them.
        return OWN + 4 * seen.kind.size + 1
    count = max((len(seen.hand(seat)) for seat in range(len(seen.view.seats))), default=2)
    return OWN + 4 * count + 3


def _hand(pen: Pen, seen: Seen, place: Plan, y: int, seat: int, step: int) -> None:
    palette, words = pen.palette, pen.words
    total, pots = share(seen, seat)
    _named_row(pen, seen, place, y, seat, step)
    face: Face = "alternate" if step == 1 and _odd_row(seen, seat) else "normal"
    held, x = seen.holding(seat), _best_x(seen)
    # Where all own cards play they stand in the order of the hand, and once.
    twice = not seen.kind.draws
    for column, cell in enumerate(seen.hand(seat) if twice or not held.five else held.five):
        cards.inline(pen, OWN + 4 * column, y, cell, face)
    for column, card in enumerate(held.five if twice else ()):
        cards.inline(pen, x + 4 * column, y, card, face)
    won = f"+{words.number(total)}" if total else ""
    end = pen.right(y, ((won, bold(palette.good)),), place.width - 1)
    if step == 1 or not twice:
        x += 21 * twice
        name = name_text(seen, seat, held, brief=twice)
        pen.spans(x, y, clipped(((name, palette.text),), end - x - (not twice)))
    if step == 1:
        return
    end = pen.right(y + 1, ((pots, palette.muted),), place.width - 1)
    if twice:
        line: Spans = ((name_text(seen, seat, held), palette.text),)
        pen.spans(x, y + 1, clipped(line, max(0, end - x - 1)))


def _named_row(pen: Pen, seen: Seen, place: Plan, y: int, seat: int, step: int) -> bool:
    """Whose hand it is; whether it wins something of the main pot, which a star says."""
    palette = pen.palette
    mine = seat == seen.played
    if mine:
        for row in range(min(step, 2)):
            pen.band(1, y + row, place.width - 2, palette.turn)
    main = any(n.seat == seat and fact(n, "pot") == 0 for n in seen.notes("won"))
    if main:
        pen.put(2, y, "★", palette.accent)
    style = bold(palette.accent if main or mine else palette.text)
    pen.put(NAME, y, cut(seen.name(seat), OWN - NAME - 1), style)
    return main


def _stud_hand(pen: Pen, seen: Seen, place: Plan, y: int, seat: int, step: int) -> None:
    """A hand whose cards are all one's own: those that play are marked, the others are dim."""
    palette, words = pen.palette, pen.words
    total, pots = share(seen, seat)
    main = _named_row(pen, seen, place, y, seat, step)
    usual: Face = "alternate" if step == 1 and _odd_row(seen, seat) else "normal"
    plays: Face = "wins" if main else usual
    used = _used(seen, seat)
    for column, cell in enumerate((*seen.hand(seat), *known(seen.board))):
        face = plays if cell in used or not used else "dead"
        cards.inline(pen, OWN + 4 * column, y, cell, face)
    won = f"+{words.number(total)}" if total else ""
    end = pen.right(y, ((won, bold(palette.good)),), place.width - 1)
    held, x = seen.holding(seat), _best_x(seen)
    room = end - x - 1
    if step == 1:
        text = name_text(seen, seat, held, brief=True)
        pen.spans(x, y, clipped(((text, palette.text),), room))
        return
    text, low = name_text(seen, seat, held, low=False), low_of(seen, seat)
    if cell_len(text) > room:
        text = name_text(seen, seat, held, brief=True, low=False)
    pen.spans(x, y, clipped(((text, palette.text),), room))
    spans: Spans = ()
    if low:
        head = words("betting.low_head") + " "
        spans = ((head, palette.muted), (low_ranks(low, words), palette.text))
    left = pen.spans(x, y + 1, spans) + 2 * bool(low)
    # Which pots is told below in sentences too; the low is not to be cut for it.
    room = place.width - 1 - left
    row = y + 1 + (step > 2 and cell_len(pots) > room)
    shown = cut(pots, room if row == y + 1 else place.width - 1 - x)
    pen.right(row, ((shown, palette.muted),), place.width - 1)


def _used(seen: Seen, seat: int) -> tuple[Card, ...]:
    """The cards that play: the hand's, or the low's where nothing but that wins."""
    held = seen.holding(seat)
    won = [note for note in seen.notes("won") if note.seat == seat and "high" in note.facts]
    if not held.low or not won or any(fact(note, "high") > 0 for note in won):
        return held.five
    every = (*known(seen.hand(seat)), *known(seen.board))
    return tuple(next(card for card in every if card.rank == rank) for rank in held.low)


def _odd_row(seen: Seen, seat: int) -> bool:
    """Cards right above each other take turns in colour, or they would melt into one."""
    order = shown_order(seen)
    return order.index(seat) % 2 == 1


def name_text(
    seen: Seen, seat: int, held: Holding, *, brief: bool = False, low: bool = True
) -> str:
    """An open hand's name, and its low unless that stands elsewhere."""
    words = seen.words
    note = next((n for n in seen.notes("hand") if n.seat == seat), None)
    name = held.name if note is None else hand_name(note)
    if name is None:
        return ""
    text = cards.hand_short(name, words) if brief else cards.hand_line(name, words)
    ranks = low_of(seen, seat) if low else ""
    return f"{text} · {words('betting.low_head')} {low_ranks(ranks, words)}" if ranks else text


def result_lines(seen: Seen, palette: Palette, room: int) -> list[Spans]:
    """What every pot came to, what went back, and who did not come to the showdown."""
    lines: list[Spans] = []
    for sentence in explained(seen):
        first, *more = wrapped(sentence, room)
        lines.append(highlighted(first, palette.text, bold(palette.text)))
        lines += [highlighted(line, palette.text, bold(palette.text)) for line in more]
    if seen.played is not None and seen.hand(seen.played) and seen.played not in shown_order(seen):
        own = cards.names(seen.hand(seen.played), seen.words)
        text = seen.words("betting.your_cards", cards=own or forehead.UNSEEN)
        if not own:
            text += f" · {seen.words('indian_holdem.others.only')}"
        lines.append(cards.coloured(text, palette.muted, palette))
    if seen.kind.forehead:
        return lines + forehead.held_lines(seen, shown_order(seen), palette, room)
    for seat in seen.dealt():
        # Shown without having to: after everybody else had folded, or where it could not win.
        open_cards = known(seen.hand(seat))
        shown = bool(known(seen.down(seat)))
        if seat != seen.played and shown and seat not in shown_order(seen):
            text = seen.words(
                "betting.log.shown",
                name=seen.name(seat),
                cards=cards.names(open_cards, seen.words),
            )
            lines.append(cards.coloured(text, palette.text, palette))
    lines += [((line, palette.faint),) for line in wrapped(_others(seen), room)]
    return lines


def chair_lines(seen: Seen, palette: Palette, room: int) -> list[Spans]:
    """What everybody has now, and who is not in the next deal."""
    if not cash.is_cash(seen.table):
        return []
    said = seen.words("cash.stacks", stacks=cash.stacks(seen.table, seen.words))
    return [((line, palette.muted),) for line in wrapped(said, room)]


def _others(seen: Seen) -> str:
    """Who folded, and who gave up unseen at the showdown."""
    words = seen.words
    mucked = {told.seat for told in seen.told if told.deed == "muck"}
    seats = [seat for seat, one in enumerate(seen.view.seats) if one.status == "folded"]
    said = []
    for key, chosen in (
        ("betting.folded", [seat for seat in seats if seat not in mucked]),
        ("betting.mucked", [seat for seat in seats if seat in mucked]),
    ):
        if chosen:
            said.append(words(key, names=", ".join(seen.name(seat) for seat in chosen)))
    return " · ".join(said)


def answer(pen: Pen, seen: Seen) -> Spans:
    """An answer to the last key, or who is missing."""
    palette, words = pen.palette, pen.words
    if told := answered(seen.scene, palette, words):
        return told
    if rests := absence.prompt(seen.scene, palette, words):
        tally = absence.tally(seen.scene, palette, words)
        return (*rests, ("  ", palette.text), *tally) if tally else rests
    return absence.notice(seen.scene, palette, words)
