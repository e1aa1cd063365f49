"""The end of a deal of Indian Poker: who had what, who got what of each pot and why (ux 5.13).

One card each stays where it was, above its name, and the viewer's own turns over at the left.
Several cards are a line a player, the winner first.
"""

from rich.cells import cell_len

from engine.values.cards import Empty
from tui.canvas import cards
from tui.canvas.cells import cut
from tui.canvas.compact import draw_list, too_small
from tui.canvas.drawers import talk
from tui.canvas.frame import answered, bar, time_bar
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.canvas.scene import Scene
from tui.layouts import absence, freezeout
from tui.layouts.indian.after import buttons
from tui.layouts.indian.ending import (
    between,
    did,
    face_of,
    hand_word,
    lying,
    sentences,
    winners,
    won_style,
)
from tui.layouts.indian.foreheads import chips_word, others
from tui.layouts.indian.lines import draw_lines, listed
from tui.layouts.indian.listing import ranking_word
from tui.layouts.indian.payout import opened
from tui.layouts.indian.places import Plan, plan
from tui.layouts.indian.reveal import revealing, staged
from tui.layouts.indian.seen import Seen, see
from tui.locale import Words

LEFT = 4  # the column of one's own card, where it is a large one
BESIDE = 4  # columns between that card and what is said beside it


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
        _headline(pen, shown, place, hidden=hidden)
        draw_lines(pen, shown, place, hidden=hidden)
    time_bar(pen, place.bar, place.width, scene, mine=False)
    row, one = place.log, shown.ranking.cards == 1
    for line in _below(scene, pen.palette, pen.words, hidden=hidden, one=one):
        if row < place.buttons:
            pen.spans(1, row, clipped(line, place.width - 2))
            row += 1
    bar(pen, place.buttons, place.width, buttons(scene, pen.words), 1, scene.ui.guarded)
    said = answer(pen, scene, _rests(scene, pen.palette, pen.words))
    pen.spans(1, place.answer, clipped(said, place.width - 2))


# ── what is said ───────────────────────────────────────────────────────────────────────────────


def _headline(pen: Pen, seen: Seen, place: Plan, *, hidden: bool) -> None:
    """The row under the title: who has won the match, or what is looked at; which hands win."""
    palette, words = pen.palette, pen.words
    wins = ranking_word(seen)
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


def _below(scene: Scene, palette: Palette, words: Words, *, hidden: bool, one: bool) -> list[Spans]:
    """Under the time: what concerns one's own chair and the next deal; what all have in the end.

    `one`: of one card each, where no line of its own says that.
    """
    if hidden:
        return []
    said = [between(scene, palette, words)]
    if one and freezeout.is_ended(scene.table):
        said.insert(0, freezeout.standing(scene, palette, words))
    return [line for line in said if span_len(line)]


def answer(pen: Pen, scene: Scene, rests: Spans = ()) -> Spans:
    """The answer to the last key, else what is worth knowing; `rests`: that somebody is missing."""
    palette, words = pen.palette, pen.words
    if told := answered(scene, palette, words) or rests:
        return told
    if told := absence.hint(scene, palette, words) or absence.notice(scene, palette, words):
        return told
    said = talk(pen, scene)
    return said[-1] if said else ()


def _rests(scene: Scene, palette: Palette, words: Words) -> Spans:
    """Who is missing, and how many have voted."""
    rests, tally = absence.prompt(scene, palette, words), absence.tally(scene, palette, words)
    return (*rests, ("  ", palette.text), *tally) if rests and tally else rests


# ── one card each: above the names ─────────────────────────────────────────────────────────────


def _draw_foreheads(pen: Pen, seen: Seen, place: Plan, *, hidden: bool) -> None:
    palette, words = pen.palette, pen.words
    _headline(pen, seen, place, hidden=hidden)
    seats = others(seen)
    room = place.room(len(seats))
    for seat, centre in zip(seats, place.columns(len(seats)), strict=True):
        _draw_seat(pen, seen, place, seat, centre, room)
    total = sum(pot.chips for pot in seen.view.pots)
    if total:
        key = "indian_told.new_pot" if seen.notes("matched") else "betting.pot"
        pot = words(key, chips=words.number(total))
        pen.put(place.centre - cell_len(pot) // 2, place.pot, pot, bold(palette.accent))
    x = _draw_own(pen, seen, place)
    lines = sentences(seen, palette, place.width - 1 - x, hidden=hidden)
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
    draw(pen, left, place.top, (lying(seen, seat) or (Empty(),))[0], face_of(seen, seat))
    if "dealer" in seen.view.seats[seat].markers:
        pen.put(left - 2, place.top, words("common.dealer"), palette.badge)
    best, playing = seat in winners(seen), seen.view.seats[seat].status in {"in", "all_in"}
    style = bold(palette.accent if best else palette.text) if playing else palette.muted
    star = "★ " if best else ""
    name = cut(star + seen.name(seat), room)
    _centred(pen, centre, place.name, (name, style))
    _centred(pen, centre, place.name + 1, (chips_word(seen, seat, room), palette.muted))
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
        cards.large(pen, LEFT, place.own, own[0], face_of(seen, me))
    else:
        cards.own_hidden(pen, LEFT, place.own, size)
    return LEFT + size[0] + BESIDE


def _who(seen: Seen, me: int, palette: Palette) -> Spans:
    """Who one is, one's chips, what one has won and with what."""
    words = seen.words
    star = "★ " if me in winners(seen) else "  "
    spans: list[Span] = [
        (star + seen.name(me), bold(palette.accent)),
        (f"  {words('common.you')}  ", palette.muted),
        (chips_word(seen, me, 20), bold(palette.text)),
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


# ── small windows ──────────────────────────────────────────────────────────────────────────────


def _draw_small(pen: Pen, seen: Seen, scene: Scene, *, hidden: bool) -> None:
    palette, words, room = pen.palette, pen.words, pen.width - 2
    asked = () if hidden else between(scene, palette, words)
    said = answer(pen, scene, _rests(scene, palette, words))
    draw_list(
        pen,
        scene,
        listed(pen, seen, room, hidden=hidden),
        asked,
        buttons(scene, words),
        said,
        mine=False,
    )
