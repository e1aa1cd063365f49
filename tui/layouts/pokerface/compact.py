"""Pokerface in a window too small for the table: a list with every action (ux 5.18)."""

from collections.abc import Sequence

from engine.kit.ranking import describe
from engine.values.cards import Card
from tui.canvas import cards
from tui.canvas.cells import padded
from tui.canvas.compact import draw_list
from tui.canvas.palette import Face, Palette, bold
from tui.canvas.pen import Pen, Span, Spans
from tui.canvas.scene import Button
from tui.layouts import absence
from tui.layouts.pokerface.playing import note_of, progress, score_spans
from tui.layouts.pokerface.prompt import hint, prompt
from tui.layouts.pokerface.seen import ROUNDS, Seen, fact
from tui.layouts.pokerface.showdown import below, hand_text, outcome_text, past_lines


def draw_compact(pen: Pen, seen: Seen, shown: Sequence[Button]) -> None:
    """The list, or below 60×18 what still fits: whose turn, tokens, keys."""
    palette = pen.palette
    if seen.showdown:
        lines = _showdown(seen, palette)
        asked, answer = outcome_text(seen, palette, pen.width - 2), below(pen, seen)
    else:
        lines = _playing(pen, seen)
        asked, answer = prompt(pen, seen), hint(pen, seen)
        # No room for both: the keys that act now, or how the vote stands.
        shown = [one for one in shown if absence.is_vote(one)] or shown
        if not seen.scene.ui.message:
            answer = absence.tally(seen.scene, palette, pen.words) or answer
    draw_list(pen, seen.scene, lines, asked, shown, answer)


def _playing(pen: Pen, seen: Seen) -> list[Spans]:
    palette, words = pen.palette, pen.words
    lines: list[Spans] = []
    board = [cell for cell in seen.board() if isinstance(cell, Card)]
    if seen.me is not None:
        hand = seen.hand(seen.me)
        line = [*cards.inline_spans(hand, palette, words)]
        known = [c for c in (*hand, *board) if isinstance(c, Card) and c.known]
        if known:
            line.append(("  " + cards.hand_line(describe(known), words), palette.text))
        lines.append(tuple(line))
    middle = (words("pokerface.centre") + "  ", palette.muted)
    free = [str(n) for n, holder in enumerate(seen.rack, 1) if holder is None]
    tokens = " ".join(f"({n})" for n in free)
    lines.append(
        (middle, *cards.inline_spans(board, palette, words), ("  " + tokens, bold(palette.good)))
    )
    lines.append((*score_spans(seen, palette), ("  ", palette.text), *progress(seen, pen)[-1]))
    lines += [_player(seen, seat, palette) for seat in seen.order]
    return lines


def _player(seen: Seen, seat: int, palette: Palette) -> Spans:
    """One player: turn, name, the tokens of the rounds so far, the latest move."""
    acting = seat in seen.view.to_act and not seen.open
    style = palette.accent if seat == seen.me else palette.text
    line: list[Span] = [
        ("▸" if acting else " ", bold(palette.accent)),
        (padded(seen.name(seat), 12) + " ", bold(style)),
    ]
    dealer = "dealer" in seen.view.seats[seat].markers
    line.append((seen.words("common.dealer") if dealer else " ", palette.text))
    for suit in ROUNDS:
        if suit not in seen.racks:
            continue
        held = seen.held(suit, seat)
        if held is None:
            line.append(("  – ", palette.muted))
        elif suit == seen.suit:
            line += [(" ", palette.text), (f"({held})", palette.tokens[suit])]
        else:
            line.append((f" {held}{cards.SUITS[suit]} ", palette.suits[suit]))
    text, last = note_of(seen, seat, palette, 27)
    return (*line, ("  " + text, last))


def _showdown(seen: Seen, palette: Palette) -> list[Spans]:
    words = seen.words
    lines: list[Spans] = [
        (*score_spans(seen, palette),),
        cards.inline_spans(seen.board(), palette, words),
    ]
    for row, hand in enumerate(seen.revealed()[: seen.shown()]):
        seat = hand.seat if hand.seat is not None else 0
        compare = str(hand.facts.get("compare"))
        sign = {"weaker": "✗ ", "first": "  "}.get(compare, "✓ ")
        style = palette.bad if compare == "weaker" else palette.good
        face: Face = "normal" if row % 2 else "alternate"
        lines.append(
            (
                (f"({fact(hand, 'order')})", palette.tokens["s"]),
                (" " + padded(seen.name(seat), 12) + " ", bold(palette.text)),
                *cards.inline_spans(seen.hand(seat), palette, words, face),
                (" ", palette.text),
                (sign, style),
                (hand_text(hand, words), palette.text),
            )
        )
    if seen.over and not seen.revealing():
        lines += past_lines(seen.table.history, len(seen.order), palette, words)
    return lines
