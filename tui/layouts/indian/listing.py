"""The table as a list, a line a player; and in a window too small for either (ux 5.13, 5.18)."""

from collections.abc import Sequence

from rich.cells import cell_len

from tui.canvas import cards
from tui.canvas.cells import cut, padded, wrapped
from tui.canvas.compact import draw_list
from tui.canvas.palette import Face, Palette, bold
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.canvas.scene import Button
from tui.layouts import absence
from tui.layouts.betting.chips import short
from tui.layouts.indian.amount import field_line
from tui.layouts.indian.deeds import label_of, last_line
from tui.layouts.indian.facts import best_line, hand_word, short_hint
from tui.layouts.indian.foreheads import chips_word, middle_line, others
from tui.layouts.indian.own import asked_spans
from tui.layouts.indian.places import Plan
from tui.layouts.indian.seen import Seen

NAME, BADGE, CHIPS, BET, DEED, CARDS = 3, 16, 22, 29, 31, 44  # columns, ends of numbers
PLAYERS = 3  # the row of the first player
SECONDS = 9  # cells that the clock takes at the end of a small window's prompt


def draw_listing(pen: Pen, seen: Seen, place: Plan) -> None:
    """Everybody at the table, a line a player in the order of seats."""
    palette, words = pen.palette, pen.words
    pot: Spans = ((words("betting.pot", chips=words.number(seen.pot)), bold(palette.accent)),)
    more = middle_line(seen, palette, place.width - 40)
    gap: Spans = (("   ", palette.text),) if more else ()
    pen.spans(1, 1, (*pot, *gap, *more))
    pen.right(1, ((ranking_word(seen), palette.muted),), place.width - 1)
    pen.band(1, 2, place.width - 2, palette.head)
    for x, key in ((NAME, "player"), (DEED, "deed"), (CARDS, "cards")):
        pen.put(x, 2, words(f"betting.list.{key}"), palette.muted)
    if seen.ranking.cards > 1:
        pen.put(_hand_column(seen), 2, words("indian.list.hand"), palette.muted)
    pen.right(2, ((words("indian.list.chips"), palette.muted),), CHIPS)
    pen.right(2, ((words("betting.list.bet"), palette.muted),), BET + 1)
    for y, seat in enumerate(range(len(seen.view.seats)), PLAYERS):
        _player(pen, seen, place, y, seat)


def ranking_word(seen: Seen) -> str:
    """Which hand wins, in few words."""
    ranking, words = seen.ranking, seen.words
    if ranking.cards == 1:
        return words(f"indian.wins.{ranking.wins}")
    order = "_traditional" if ranking.traditional else ""
    return words(f"indian.wins.of_{ranking.cards}{order}")


def _hand_column(seen: Seen) -> int:
    return CARDS + 4 * seen.ranking.cards + 1


def _player(pen: Pen, seen: Seen, place: Plan, y: int, seat: int) -> None:
    palette, words = pen.palette, pen.words
    shown = seen.view.seats[seat]
    live = shown.status in {"in", "all_in"}
    acting = seat in seen.view.to_act and not seen.declaring
    if acting:
        pen.band(1, y, place.width - 2, palette.turn)
    text = palette.text if live else palette.faint
    pen.put(1, y, str(seat + 1), palette.muted)
    if seen.empty(seat):
        pen.put(NAME, y, words("cash.chair.free"), palette.faint)
        return
    style = palette.accent if seat == seen.me else text
    name = cut(seen.name(seat), BADGE - NAME - 1)
    pen.put(NAME, y, name, bold(style) if live else style)
    if "dealer" in shown.markers:
        pen.put(BADGE, y, words("common.dealer"), palette.badge)
    if shown.status != "out":
        pen.right(y, ((short(seen.stack(seat), 5, words), text),), CHIPS)
        bet = "●" + short(seen.bet(seat), 5, words) if seen.bet(seat) else "–"
        pen.right(y, ((bet, palette.accent if seen.bet(seat) else text),), BET)
    if acting:
        pen.put(DEED, y, "▸ " + words("betting.list.turn"), bold(palette.accent))
    else:
        label, look = label_of(seen, seat, palette, CARDS - DEED - 1)
        pen.put(DEED, y, cut(label, CARDS - DEED - 1), look)
    x = pen.spans(CARDS, y, hand_spans(seen, seat, palette, odd=y % 2 == 0))
    if seen.ranking.cards > 1:
        room = place.width - 1 - _hand_column(seen)
        pen.put(max(x + 1, _hand_column(seen)), y, hand_word(seen, seat, room), text)


def hand_spans(seen: Seen, seat: int, palette: Palette, *, odd: bool = False) -> Spans:
    """A hand as small cards: the viewer's with `?`, folded ones dimmed, backs where unseen.

    `odd`: in another colour than the line above.
    """
    if seen.view.seats[seat].status == "out":
        return ()
    if seat == seen.me and not seen.cards(seat):
        return cards.own_chips(seen.ranking.cards, palette)
    face: Face = "alternate" if odd else "normal"
    face = "dead" if seen.view.seats[seat].status == "folded" else face
    return cards.inline_spans(seen.cards(seat) or seen.hand(seat), palette, seen.words, face)


# ── too small for the table ────────────────────────────────────────────────────────────────────


def draw_compact(pen: Pen, seen: Seen, shown: Sequence[Button], answer: Spans) -> None:
    """The list of a small window, or below 60×18 what still fits."""
    palette, scene = pen.palette, seen.scene
    amount, message = scene.ui.amount, answer
    room = pen.width - SECONDS
    if rests := absence.prompt(scene, palette, pen.words):
        asked = rests
    elif amount is not None and seen.raising is not None:
        asked = field_line(seen, amount, palette, room)
    elif seen.mine:
        asked = asked_spans(seen, palette, room) or (
            (short_hint(seen) or best_line(seen, room), palette.muted),
        )
    else:
        asked = asked_spans(seen, palette, room)
    if not scene.ui.message:
        message = absence.tally(scene, palette, pen.words) or message
    message = message or last_line(seen, palette, pen.width - 2)
    if scene.ui.message and span_len(message) > pen.width - 2:
        # What the next key does must not be cut off: the answer begins above the buttons.
        first, *rest = wrapped(f"! {scene.ui.message}", room)
        asked = ((first, palette.bad),)
        message = ((f"  {' '.join(rest)}", palette.bad),)
    draw_list(pen, scene, _lines(pen, seen), asked, shown, message, mine=seen.mine)


def _lines(pen: Pen, seen: Seen) -> list[Spans]:
    """One's own line with the pot, then a line for everybody else."""
    palette, words = pen.palette, pen.words
    pot: Span = (words("betting.pot", chips=words.number(seen.pot)), bold(palette.accent))
    lines: list[Spans] = []
    if seen.me is None or not seen.still_in:
        lines.append((pot, (f"   {ranking_word(seen)}", palette.muted)))
    else:
        bet = f"  ●{words.number(seen.bet(seen.me))}" if seen.bet(seen.me) else ""
        lines.append(
            (
                *hand_spans(seen, seen.me, palette),
                (f"  {seen.name(seen.me)} ", bold(palette.accent)),
                (chips_word(seen, seen.me, 20), palette.text),
                (bet + "   ", palette.accent),
                pot,
            )
        )
    rivals = others(seen)
    for row, seat in enumerate(rivals):
        lines.append(_rival(seen, seat, palette, pen.width - 2, odd=row % 2 == 1))
    return lines


def _rival(seen: Seen, seat: int, palette: Palette, room: int, *, odd: bool) -> Spans:
    """`▸Frédéric   31 10♠  geht mit ●6`; of five cards what they come to, in place of a deed."""
    words, shown = seen.words, seen.view.seats[seat]
    live = shown.status in {"in", "all_in"}
    text = palette.text if live else palette.faint
    chips = "" if shown.status == "out" else short(seen.stack(seat), 6, words)
    spans: list[Span] = [
        ("▸" if seat in seen.view.to_act else " ", bold(palette.accent)),
        (padded(cut(seen.name(seat), 10), 10), bold(text) if live else text),
        (chips.rjust(7) + "  ", text),
        *hand_spans(seen, seat, palette, odd=odd),
        ("  ", text),
    ]
    if "dealer" in shown.markers:
        spans += [(words("common.dealer"), palette.badge), (" ", text)]
    label: Span = label_of(seen, seat, palette, 14)
    if seen.bet(seat):
        label = (f"{label[0]} ●{short(seen.bet(seat), 6, words)}", label[1])
    left = room - span_len(spans)
    if seen.ranking.cards > 1 and (named := hand_word(seen, seat, min(20, left))):
        if cell_len(named) + 2 + cell_len(label[0]) <= left:
            return (*spans, (f"{named}  ", text), label)
        if seen.ranking.cards == 5:
            return (*spans, (named, text))
    return clipped((*spans, label), room)
