"""The open hands of a deal of Pokerface, and how the match stands (ux 5.4)."""

from typing import NamedTuple

from engine.kit.ranking import NAMES, HandName
from engine.values.view import Note
from protocol.messages import DealScore
from tui.canvas import cards
from tui.canvas.cells import cut
from tui.canvas.frame import answered, bar, box
from tui.canvas.palette import Face, Palette, bold
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.layouts import absence
from tui.layouts.pokerface.keys import buttons, path_row
from tui.layouts.pokerface.playing import Plan, score_row
from tui.layouts.pokerface.seen import ROUNDS, Seen, fact, past
from tui.locale import Words

NAME, OWN, BEST, TEXT, MARK = 6, 16, 26, 47, 68  # columns of a revealed hand


class Rows(NamedTuple):
    """Which row everything begins at, for one height of the window."""

    score: int
    board: int
    hands: int
    box: int
    buttons: int
    below: int


def _rows(height: int) -> Rows:
    if height < 30:
        return Rows(1, 2, 6, 18, 21, 22)
    if height < 36:
        return Rows(1, 2, 8, 21, 25, 27)
    return Rows(2, 4, 11, 25, 29, 31)


def draw_showdown(pen: Pen, seen: Seen, place: Plan) -> None:
    """Board, hands revealed so far, the outcome, and what can be done next."""
    palette, words = pen.palette, pen.words
    spade = cards.SUITS["s"]
    rows = _rows(pen.height)
    order = ((words("pokerface.order", suit=spade), palette.muted),)
    score_row(pen, seen, place._replace(score=rows.score), [])
    pen.right(rows.score, order, place.width - 1)
    for column, cell in enumerate(seen.board()):
        if place.large:
            cards.large(pen, 22 + 8 * column, rows.board, cell)
        else:
            cards.small(pen, 25 + 6 * column, rows.board, cell)
    hands = seen.revealed()
    over = seen.over and not seen.revealing()
    step = 1 if over else 2
    for row, hand in enumerate(hands[: seen.shown()]):
        # Cards right above each other take turns in colour, or they would melt into one.
        face: Face = "alternate" if over and row % 2 else "normal"
        _hand(pen, seen, place, rows.hands + step * row, hand, face)
    if over:
        past = past_lines(seen.table.history, len(hands), palette, words)
        top = rows.hands + len(hands)
        top += top + len(past) < rows.box
        for y, line in enumerate(past, top):
            pen.spans(2, y, clipped(line, place.width - 3))
    _outcome(pen, seen, place, rows.box, over=over)
    shown = buttons(seen.scene, words)
    bar(pen, rows.buttons, place.width, shown, 1, seen.scene.ui.guarded)
    pen.spans(1, rows.below, clipped(below(pen, seen), place.width - 2))


def _hand(pen: Pen, seen: Seen, place: Plan, y: int, hand: Note, face: Face) -> None:
    palette, words = pen.palette, pen.words
    seat = hand.seat if hand.seat is not None else 0
    compare = str(hand.facts.get("compare"))
    failed = compare == "weaker"
    if failed:
        pen.band(1, y, place.width - 2, palette.failed)
    elif seat == seen.me:
        pen.band(1, y, place.width - 2, palette.turn)
    cards.token(pen, 2, y, fact(hand, "order"), palette.tokens["s"])
    name = palette.accent if seat == seen.me else palette.text
    pen.put(NAME, y, cut(seen.name(seat), OWN - NAME - 1), bold(name))
    for column, cell in enumerate(seen.hand(seat)):
        cards.inline(pen, OWN + 4 * column, y, cell, face)
    best = seen.view.zone(f"best.{seat}")
    for column, cell in enumerate(best.cells if best else ()):
        cards.inline(pen, BEST + 4 * column, y, cell, face)
    pen.put(TEXT, y, cut(hand_text(hand, words), MARK - TEXT - 1), palette.text)
    if compare in {"stronger", "equal", "weaker"}:
        style = bold(palette.bad) if failed else palette.good
        pen.put(MARK, y, words(f"pokerface.compare.{compare}"), style)


def hand_text(hand: Note, words: Words) -> str:
    """The hand of a showdown's note, named in at most 20 cells."""
    name, ranks = hand.facts.get("name"), hand.facts.get("ranks")
    known = next((known for known in NAMES if known == name), None)
    if known is None or not isinstance(ranks, str):
        return ""
    return cards.hand_short(HandName(known, ranks), words)


def _outcome(pen: Pen, seen: Seen, place: Plan, y: int, *, over: bool) -> None:
    """The box that says how the deal went: from the first weaker hand on, or at the end."""
    palette = pen.palette
    outcome = seen.outcome()
    if outcome is None or not seen.told():
        return
    style = palette.good if outcome.code == "success" else palette.bad
    if over:
        style = palette.good if seen.table.ended == "won" else palette.bad
    box(pen, (1, y), (place.width - 2, 3), style)
    room = place.width - 6
    pen.spans(3, y + 1, clipped(outcome_text(seen, palette, room), room))


def outcome_text(seen: Seen, palette: Palette, room: int) -> Spans:
    """How the deal went, as far as it is told already, and how the match stands.

    The match comes last and is left out where the line would be wider than `room` cells: the
    row of marks says it too.
    """
    outcome, words = seen.outcome(), seen.words
    if outcome is None or not seen.told():
        return ()
    if seen.over and not seen.revealing():
        return _end_text(seen, outcome, palette)
    good, _ = seen.count("successes")
    bad, _ = seen.count("failures")
    score = (" " + words("pokerface.score", successes=good, failures=bad), palette.muted)
    said = (*_head(outcome.code, palette, words), _what(seen, outcome, palette))
    return (*said, score) if span_len((*said, score)) <= room else said


def _head(code: str, palette: Palette, words: Words) -> Spans:
    sign, style = ("✓", palette.good) if code == "success" else ("✗", palette.bad)
    return ((f"{sign} ", style), (words(f"pokerface.{code}") + "  ", bold(style)))


def _what(seen: Seen, outcome: Note, palette: Palette) -> Span:
    words = seen.words
    if outcome.code == "success":
        text = words("pokerface.success_text", count=len(seen.revealed()))
    else:
        text = words(
            "pokerface.failure_text",
            name=seen.name(fact(outcome, "seat")),
            token=fact(outcome, "token"),
            below=seen.name(fact(outcome, "below_seat")),
            below_token=fact(outcome, "below_token"),
        )
    return text, palette.text


def _end_text(seen: Seen, outcome: Note, palette: Palette) -> Spans:
    words = seen.words
    good, _ = seen.count("successes")
    bad, _ = seen.count("failures")
    won = seen.table.ended == "won"
    sign, style = ("✓", palette.good) if won else ("✗", palette.bad)
    text = words("pokerface.won" if won else "pokerface.lost", successes=good, failures=bad)
    return ((f"{sign} ", style), (text + "  ", bold(style)), _what(seen, outcome, palette))


def past_lines(
    history: tuple[DealScore, ...], count: int, palette: Palette, words: Words
) -> list[Spans]:
    """The match's deals so far, one a line: number, outcome, where it failed."""
    width = max(len(words("pokerface.success")), len(words("pokerface.failure"))) + 2
    lines: list[Spans] = []
    for score in history:
        code = score.scored.code
        if code not in {"success", "failure"}:
            continue
        sign, style = ("✓", palette.good) if code == "success" else ("✗", palette.bad)
        if code == "success":
            text = words("pokerface.all_right", count=count)
        else:
            token, below = past(score, "token"), past(score, "below_token")
            text = words("pokerface.beaten", token=token, below_token=below) if token > 0 else ""
        lines.append(
            (
                (f"{score.number} ", palette.text),
                (f"{sign} {words(f'pokerface.{code}').ljust(width)}", style),
                (text, palette.text),
            )
        )
    return lines


def below(pen: Pen, seen: Seen) -> Spans:
    """The last row: an answer to the last key, who is missing, or two players' tokens by round."""
    palette, words = pen.palette, pen.words
    if told := answered(seen.scene, palette, words):
        return told
    hands = seen.revealed()
    if seen.revealing() or not hands:
        return ()
    if rests := absence.prompt(seen.scene, palette, words):
        tally = absence.tally(seen.scene, palette, words)
        return (*rests, ("  ", palette.text), *tally) if tally else rests
    row = path_row(seen)
    chosen = [hands[row], *([hands[row - 1]] if row else [])]
    spans: list[Span] = [(words("pokerface.path") + " ", palette.muted)]
    for place, hand in enumerate(chosen):
        seat = hand.seat if hand.seat is not None else 0
        if place:
            spans.append(("    ", palette.muted))
        path = " ".join(
            f"{held}{cards.SUITS[suit]}"
            for suit in ROUNDS
            if (held := seen.held(suit, seat)) is not None
        )
        spans.append((f"{seen.name(seat)}: ", palette.text))
        spans += cards.coloured(path, palette.muted, palette)
    return tuple(spans)
