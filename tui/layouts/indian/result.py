"""The end of a deal of Indian Poker: who had what, who got what of each pot and why (ux 5.13).

One card each stays where it was, above its name, and the viewer's own turns over at the left.
Several cards are a line a player, the winner first.
"""

from rich.cells import cell_len

from engine.values.cards import Cell, Empty, Hidden
from tui.canvas import cards
from tui.canvas.cells import cut, padded, wrapped
from tui.canvas.compact import draw_list, too_small
from tui.canvas.frame import bar, time_bar
from tui.canvas.palette import Face, Palette, bold
from tui.canvas.pen import Pen, Span, Spans, clipped, folded, span_len
from tui.canvas.scene import Scene
from tui.layouts import absence, freezeout
from tui.layouts.betting.chips import short
from tui.layouts.betting.payout import hand_name, share
from tui.layouts.betting.seen import fact
from tui.layouts.betting.words import highlighted
from tui.layouts.indian.after import buttons
from tui.layouts.indian.payout import explained, net, opened, paid
from tui.layouts.indian.places import Plan, plan
from tui.layouts.indian.reveal import revealing, staged
from tui.layouts.indian.seen import Seen, see
from tui.layouts.indian.words import hand_text
from tui.locale import Words

NAME, CARDS = 4, 16  # columns of a hand in a line
LEFT = 4  # the column of one's own card, where it is a large one
BESIDE = 4  # columns between that card and what is said beside it
WON = 9  # cells of an amount at the end of a line


def title_parts(scene: Scene, words: Words) -> list[str]:
    """What a title says of a finished deal: its number, and that this is its end."""
    table = scene.table
    if freezeout.is_ended(table) and not revealing(scene):
        over = "match_over"
    else:
        over = "showdown" if _compared(scene) else "result"
    return [freezeout.deal_word(table, words), words(f"freezeout.{over}")]


def _compared(scene: Scene) -> bool:
    view = scene.table.view
    return view is not None and sum(one.status in {"in", "all_in"} for one in view.seats) > 1


def draw_result(pen: Pen, seen: Seen, scene: Scene) -> None:
    """Everything between the title and the footer, its keys too, in any window."""
    hidden = revealing(scene)
    shown = see(staged(scene), pen.words) if hidden else seen
    assert shown is not None
    if too_small((pen.width, pen.height)):
        _draw_small(pen, shown, scene, hidden=hidden)
        return
    place = plan(pen.width, pen.height)
    if shown.ranking.cards == 1:
        _draw_foreheads(pen, shown, place, hidden=hidden)
    else:
        _draw_lines(pen, shown, place, hidden=hidden)
    time_bar(pen, place.bar, place.width, scene, mine=False)
    row = place.log
    for line in _below(scene, pen.palette, pen.words, hidden=hidden):
        if row < place.buttons:
            pen.spans(1, row, clipped(line, place.width - 2))
            row += 1
    bar(pen, place.buttons, place.width, buttons(scene, pen.words), 1, scene.ui.guarded)
    pen.spans(1, place.answer, clipped(_answer(pen, scene), place.width - 2))


# ── what is said ───────────────────────────────────────────────────────────────────────────────


def _headline(pen: Pen, seen: Seen, place: Plan, *, hidden: bool) -> None:
    """The row under the title: who has won the match, or what is looked at; which hands win."""
    palette, words = pen.palette, pen.words
    wins = words(f"indian_told.wins.{'best' if seen.ranking.cards > 1 else seen.ranking.wins}")
    many = "one" if seen.ranking.cards == 1 else "many"
    said: Spans = ()
    if hidden:
        said = ((words(f"indian_told.turning_{many}"), palette.text),)
    elif text := freezeout.match_line(seen.table, words):
        said = ((text, bold(palette.accent)),)
    elif len(opened(seen)) == len(seen.dealt()):
        said = ((words("indian_told.all_open"), palette.muted),)
    elif opened(seen):
        said = ((words(f"indian_told.compared_{many}"), palette.muted),)
    end = pen.spans(1, 1, clipped(said, place.width - 2))
    if end + 2 + cell_len(wins) < place.width:
        pen.right(1, ((wins, palette.muted),), place.width - 1)


def _sentences(seen: Seen, palette: Palette, room: int, *, hidden: bool) -> list[Spans]:
    """What the deal came to, in rows of at most `room` cells."""
    if hidden:
        return []
    rows: list[Spans] = []
    for sentence in explained(seen):
        for line in wrapped(sentence, room):
            rows.append(highlighted(line, palette.text, bold(palette.text)))
    return rows


def _below(scene: Scene, palette: Palette, words: Words, *, hidden: bool) -> list[Spans]:
    """Under the time: what concerns one's own chair and the next deal; what all have in the end."""
    if hidden:
        return []
    said = [freezeout.between(scene, palette, words)]
    if scene.table.me is not None and scene.table.stage != "waiting":
        # When it goes on stands in the button.
        said = [((freezeout.sentence(scene.table, words), palette.text),)]
    if freezeout.is_ended(scene.table):
        said.insert(0, freezeout.standing(scene, palette, words))
    return [line for line in said if span_len(line)]


def _answer(pen: Pen, scene: Scene) -> Spans:
    """An answer to the last key, or who is missing."""
    palette, words, ui = pen.palette, pen.words, scene.ui
    if ui.message:
        return ((f"! {ui.message}", palette.bad),)
    if ui.pending:
        return ((words("common.sending"), palette.muted),)
    if rests := absence.prompt(scene, palette, words):
        tally = absence.tally(scene, palette, words)
        return (*rests, ("  ", palette.text), *tally) if tally else rests
    return absence.hint(scene, palette, words) or absence.notice(scene, palette, words)


def won_word(seen: Seen, seat: int) -> str:
    """What a seat has got of the pots, `+29`; with what it paid where it did for the next one."""
    words = seen.words
    if seen.matching:
        chips = net(seen, seat)
        got = any(note.seat == seat for note in seen.notes("won"))
        return words.signed(chips) if got or paid(seen, seat) else ""
    total, _ = share(seen, seat)
    return f"+{words.number(total)}" if total else ""


def won_style(seen: Seen, seat: int, palette: Palette) -> Span:
    """The same with its colour."""
    text = won_word(seen, seat)
    return text, bold(palette.bad if text.startswith("−") else palette.good)


def winners(seen: Seen) -> set[int]:
    """Who got something of the main pot."""
    found = (note for note in seen.notes("won") if fact(note, "pot") == 0)
    return {note.seat for note in found if note.seat is not None}


def lying(seen: Seen, seat: int) -> tuple[Cell, ...]:
    """The cards of a seat as they are read, backs where they can't be seen."""
    if seen.view.seats[seat].status == "out":
        return ()
    return seen.cards(seat) or tuple(Hidden() for _ in seen.hand(seat))


def _face(seen: Seen, seat: int) -> Face:
    if seat in winners(seen):
        return "wins"
    return "dead" if seen.view.seats[seat].status == "folded" else "normal"


def did(seen: Seen, seat: int, palette: Palette, room: int) -> Span:
    """What a seat did that sets it apart: it has folded, was in or out, or has no part in it."""
    words, status = seen.words, seen.view.seats[seat].status
    if apart := absence.seat_words(seen.table, seat, words):
        return apart[0], palette.special
    if status == "out":
        return freezeout.tag(seen.table, seat, words), palette.faint
    if seen.matching:
        inside = status != "folded"
        text = words(f"indian_told.did.{'in' if inside else 'out'}")
        return text, palette.text if inside else palette.faint
    if status != "folded":
        return "", palette.muted
    text = words("indian_told.did.fold")
    return (text if cell_len(text) <= room else words("indian_told.did.fold_short")), palette.faint


def hand_word(seen: Seen, seat: int, room: int = 30) -> str:
    """What the open cards of a seat come to; nothing where the viewer does not see them."""
    note = next((one for one in seen.notes("hand") if one.seat == seat), None)
    name = seen.named(seat) if note is None else hand_name(note)
    return "" if name is None else hand_text(name, seen.ranking.cards, seen.words, room)


# ── one card each: above the names ─────────────────────────────────────────────────────────────


def _draw_foreheads(pen: Pen, seen: Seen, place: Plan, *, hidden: bool) -> None:
    palette, words = pen.palette, pen.words
    _headline(pen, seen, place, hidden=hidden)
    around = seen.order if seen.me is not None else (seen.bottom, *seen.order)
    seats = [seat for seat in around if not seen.empty(seat)]
    room = place.room(len(seats))
    for seat, centre in zip(seats, place.columns(len(seats)), strict=True):
        _draw_seat(pen, seen, place, seat, centre, room)
    total = sum(pot.chips for pot in seen.view.pots)
    pot = words("betting.pot", chips=words.number(total))
    if total:
        pen.put(place.centre - cell_len(pot) // 2, place.pot, pot, bold(palette.accent))
    x = _draw_own(pen, seen, place)
    lines = _sentences(seen, palette, place.width - 1 - x, hidden=hidden)
    first = place.own
    if seen.me is not None:
        pen.spans(x, first, clipped(_who(seen, seen.me, palette), place.width - 1 - x))
        first += 1
    for row, line in enumerate(lines[: place.bar - first], first):
        pen.spans(x, row, line)


def _draw_seat(pen: Pen, seen: Seen, place: Plan, seat: int, centre: int, room: int) -> None:
    palette, words = pen.palette, pen.words
    width, _ = place.card
    draw = cards.large if place.large else cards.small
    left = centre - width // 2
    draw(pen, left, place.top, (lying(seen, seat) or (Empty(),))[0], _face(seen, seat))
    if "dealer" in seen.view.seats[seat].markers:
        pen.put(left - 2, place.top, words("common.dealer"), palette.badge)
    best, playing = seat in winners(seen), seen.view.seats[seat].status in {"in", "all_in"}
    style = bold(palette.accent if best else palette.text) if playing else palette.muted
    star = "★ " if best else ""
    name = cut(star + seen.name(seat), room)
    _centred(pen, centre, place.name, (name, style))
    chips = words.number(seen.stack(seat))
    named = words("indian_told.chip" if seen.stack(seat) == 1 else "indian_told.chips", chips=chips)
    chips = named if cell_len(named) <= room else short(seen.stack(seat), room, words)
    _centred(pen, centre, place.name + 1, (chips, palette.muted))
    text, look = did(seen, seat, palette, room)
    _centred(pen, centre, place.name + 2, (cut(text, room), look))
    _centred(pen, centre, place.name + 3, won_style(seen, seat, palette))


def _centred(pen: Pen, centre: int, y: int, span: Span) -> None:
    pen.spans(centre - cell_len(span[0]) // 2, y, (span,))


def _draw_own(pen: Pen, seen: Seen, place: Plan) -> int:
    """The viewer's strip with the card, turned over if it may be; the column of what is said."""
    me, size = seen.me, cards.LARGE
    if me is None or seen.view.seats[me].status == "out":
        return LEFT
    if seen.view.seats[me].status != "folded":
        for row in range(place.own, place.own + size[1]):
            pen.band(0, row, place.width, pen.palette.turn)
    own = seen.cards(me)
    if own:
        cards.large(pen, LEFT, place.own, own[0], _face(seen, me))
    else:
        cards.own_hidden(pen, LEFT, place.own, size)
    return LEFT + size[0] + BESIDE


def _who(seen: Seen, me: int, palette: Palette) -> Spans:
    """Who one is, one's chips, what one has won and with what."""
    words = seen.words
    star = "★ " if me in winners(seen) else "  "
    chips = words.number(seen.stack(me))
    named = words("indian_told.chip" if seen.stack(me) == 1 else "indian_told.chips", chips=chips)
    spans: list[Span] = [
        (star + seen.name(me), bold(palette.accent)),
        (f"  {words('common.you')}  ", palette.muted),
        (named, bold(palette.text)),
    ]
    won = won_style(seen, me, palette)
    spans += [("   ", palette.text), won] if won[0] else []
    if hand := hand_word(seen, me):
        spans.append((f"   {hand}", palette.text))
    if "dealer" in seen.view.seats[me].markers:
        spans += [("   ", palette.text), (words("common.dealer"), palette.badge)]
    text, style = did(seen, me, palette, 20)
    spans += [(f"   {text}", style)] if text else []
    return tuple(spans)


# ── several cards: a line a player ─────────────────────────────────────────────────────────────


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


def _draw_lines(pen: Pen, seen: Seen, place: Plan, *, hidden: bool) -> None:
    palette, words = pen.palette, pen.words
    _headline(pen, seen, place, hidden=hidden)
    seats = shown_order(seen)
    sentences = _sentences(seen, palette, place.width - 4, hidden=hidden)
    apart = [seat for seat, _ in enumerate(seen.view.seats) if seat not in seats]
    out = _out_line(seen, palette, [seat for seat in apart if not seen.empty(seat)])
    lines = [*sentences, *([out] if out else [])]
    top = 2
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
    pen.put(NAME, y, cut(seen.name(seat), CARDS - NAME - 1), palette.muted if folded_ else style)
    if "dealer" in seen.view.seats[seat].markers:
        pen.put(CARDS - 2, y, pen.words("common.dealer"), palette.badge)
    face = _face(seen, seat)
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
        pen.put(x, y, " ? ", pen.palette.card_back)
    else:
        cards.inline(pen, x, y, cell, face)


def _out_line(seen: Seen, palette: Palette, seats: list[int]) -> Spans:
    """Who has no part in the deal, and why."""
    said = [
        f"{seen.name(seat)} ({tag})"
        for seat in seats
        if (tag := freezeout.tag(seen.table, seat, seen.words))
    ]
    return ((" · ".join(said), palette.faint),) if said else ()


# ── small windows ──────────────────────────────────────────────────────────────────────────────


def _draw_small(pen: Pen, seen: Seen, scene: Scene, *, hidden: bool) -> None:
    palette, words, room = pen.palette, pen.words, pen.width - 2
    asked = () if hidden else freezeout.between(scene, palette, words)
    answer = _answer(pen, scene)
    draw_list(
        pen,
        scene,
        _listed(pen, seen, room, hidden=hidden),
        asked,
        buttons(scene, words),
        answer,
        mine=False,
    )


def _listed(pen: Pen, seen: Seen, room: int, *, hidden: bool) -> list[Spans]:
    palette, words = pen.palette, pen.words
    sentences = _sentences(seen, palette, room, hidden=hidden)
    ended = "" if hidden else freezeout.match_line(seen.table, words)
    lines: list[Spans] = folded(((ended, bold(palette.accent)),), room) if ended else []
    seats = shown_order(seen)
    spare = pen.height - 9 - len(lines) - len(sentences)
    shown = seats
    if len(seats) > spare:
        # Those who had folded share a row.
        shown = [seat for seat in seats if seen.view.seats[seat].status != "folded"]
    for at, seat in enumerate(shown):
        lines.append(_line(seen, seat, palette, odd=at % 2 == 1))
    lines += sentences
    if gone := [seat for seat in seats if seat not in shown]:
        said = " · ".join(f"{seen.name(seat)} {did(seen, seat, palette, 20)[0]}" for seat in gone)
        lines.append(((said, palette.faint),))
    return lines


def _line(seen: Seen, seat: int, palette: Palette, *, odd: bool) -> Spans:
    """`★ Eva   K♦  +29  König`."""
    best, folded_ = seat in winners(seen), seen.view.seats[seat].status == "folded"
    style = bold(palette.accent) if best or seat == seen.me else palette.text
    face = _face(seen, seat)
    face = "alternate" if odd and face == "normal" else face
    spans: list[Span] = [("★ " if best else "  ", palette.accent)]
    spans.append((padded(seen.name(seat), 10) + " ", palette.muted if folded_ else style))
    cells = lying(seen, seat)
    if seat == seen.me and any(isinstance(cell, Hidden) for cell in cells):
        spans += [
            (" ? ", palette.card_back) if at % 2 == 0 else (" ", palette.text)
            for at in range(2 * len(cells) - 1)
        ]
    else:
        spans += cards.inline_spans(cells, palette, seen.words, face)
    text, look = won_style(seen, seat, palette)
    spans.append((" " + text.rjust(5) + " ", look))
    hand, deed = hand_word(seen, seat, 20), did(seen, seat, palette, 20)
    spans += [(" " + hand, palette.muted if folded_ else palette.text)] if hand else []
    spans += [("  " + deed[0], deed[1])] if deed[0] else []
    return tuple(spans)
