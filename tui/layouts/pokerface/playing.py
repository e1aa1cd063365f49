"""The table of Pokerface while a deal runs (ux 5.3)."""

from typing import NamedTuple

from rich.cells import cell_len

from engine.kit.ranking import describe
from engine.values.cards import Card, Suit
from engine.values.view import Note
from tui.canvas import cards
from tui.canvas.cells import cut
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Pen, Span, Spans, span_len
from tui.layouts import absence
from tui.layouts.pokerface.seen import ROUNDS, Seen, fact


class Plan(NamedTuple):
    """Which row and column everything begins at, for one size of the window."""

    width: int  # of the table, without a panel beside it
    large: bool
    score: int
    heads: int
    cards: int
    rack: int
    matrix: int
    bar: int
    prompt: int
    buttons: int
    hint: int
    hand_x: int
    facts_x: int
    rack_x: int


def plan(width: int, height: int) -> Plan:
    """The places for a table of that width in a window of that height."""
    if height < 30:
        return Plan(width, False, 1, 2, 3, 7, 10, 17, 18, 20, 21, 40, 53, 15)
    if height < 36:
        return Plan(width, True, 1, 2, 3, 9, 12, 20, 21, 23, 25, 48, 66, 17)
    return Plan(width, True, 2, 4, 5, 12, 16, 25, 27, 29, 31, 48, 66, 17)


COLUMNS = {"c": 18, "d": 26, "h": 34, "s": 42}  # of the matrix, a round each
LAST = 52  # where the matrix says what a player did last
STEP = 11  # from token to token on the rack
NAME = 10  # cells of a name on the rack


def draw_playing(pen: Pen, seen: Seen, place: Plan) -> None:
    """Everything of a running deal but title, time, drawers and footer."""
    score_row(pen, seen, place, progress(seen, pen))
    _cards(pen, seen, place)
    if seen.suit:
        _rack(pen, seen, place, seen.suit)
    _matrix(pen, seen, place)


# ── score and round ────────────────────────────────────────────────────────────────────────────


def score_row(pen: Pen, seen: Seen, place: Plan, right: list[Spans]) -> None:
    """Successes and failures, and behind them the first of `right` that fits."""
    x = pen.spans(1, place.score, score_spans(seen, pen.palette))
    for candidate in right:
        start = min(33, place.width - 1 - span_len(candidate))
        if start >= x + 2:
            pen.spans(start, place.score, candidate)
            return


def score_spans(seen: Seen, palette: Palette) -> Spans:
    """Successes and failures as marks."""
    words = seen.words
    good, wins = seen.count("successes")
    bad, losing = seen.count("failures")
    good, bad = _before_the_end(seen, good, bad)
    return (
        (words("pokerface.successes") + " ", palette.muted),
        ("●" * good, palette.good),
        ("○" * (wins - good), palette.muted),
        ("  " + words("pokerface.failures") + " ", palette.muted),
        ("✗" * bad, palette.bad),
        ("○" * (losing - bad), palette.muted),
    )


def _before_the_end(seen: Seen, good: int, bad: int) -> tuple[int, int]:
    """The score without this deal while its showdown has not yet said how it ends."""
    outcome = seen.outcome()
    if outcome is None or not seen.revealing() or seen.told():
        return good, bad
    return (good - 1, bad) if outcome.code == "success" else (good, bad - 1)


def progress(seen: Seen, pen: Pen) -> list[Spans]:
    """Round, street, lap and passes; shorter and shorter."""
    palette, words = pen.palette, pen.words
    begun = list(seen.racks)
    head: list[Span] = [(words("pokerface.round") + " ", palette.muted)]
    for suit in ROUNDS:
        gap = " " if suit != ROUNDS[0] else ""
        if suit == seen.suit:
            head += [(gap, palette.muted), (f"[{cards.SUITS[suit]}]", bold(palette.suits[suit]))]
        elif suit in seen.skipped:
            head.append((gap + "–", palette.faint))
        else:
            style = palette.muted if suit in begun else palette.faint
            head.append((gap + cards.SUITS[suit], style))
    street: Span = (" " + words(f"pokerface.street.{seen.suit}"), palette.text)
    if seen.brake:
        stage: list[Span] = [("  " + words("pokerface.brake"), bold(palette.accent))]
        more: list[Span] = []
    elif seen.open:
        ready, of = seen.count("ready")
        stage = [("  " + words("pokerface.agreed", ready=ready, of=of), palette.text)]
        more = []
    else:
        lap, laps = seen.count("lap")
        passes, of = seen.count("passes")
        last = lap == laps and laps > 0
        text = words("pokerface.lap_last" if last else "pokerface.lap", lap=lap, of=laps)
        stage = [("  " + text, bold(palette.accent) if last else palette.muted)]
        more = [(" · " + words("pokerface.passed", passes=passes, of=of), palette.muted)]
    return [
        (*head, street, *stage, *more),
        (*head, street, *stage),
        (*head, *stage),
        tuple((text.lstrip(), style) for text, style in stage),
    ]


# ── cards ──────────────────────────────────────────────────────────────────────────────────────


def _cards(pen: Pen, seen: Seen, place: Plan) -> None:
    palette, words = pen.palette, pen.words
    card = cards.large if place.large else cards.small
    step = 8 if place.large else 6
    pen.put(2, place.heads, words("pokerface.centre"), palette.faint)
    board = seen.board()
    for column, cell in enumerate(board):
        card(pen, 2 + step * column, place.cards, cell)
    if seen.me is None:
        return
    hand = seen.hand(seen.me)
    pen.put(place.hand_x, place.heads, words("pokerface.your_hand"), palette.faint)
    for column, cell in enumerate(hand):
        card(pen, place.hand_x + step * column, place.cards, cell)
    known = [c for c in (*hand, *board) if isinstance(c, Card) and c.known]
    if len(known) < 2 or not all(isinstance(c, Card) and c.known for c in hand):
        return
    kind, detail, further = cards.hand_lines(describe(known), words)
    room = place.width - 1 - place.facts_x
    lines: list[Span] = [(kind, bold(palette.text))]
    lines += [(line, palette.text) for line in _folded(detail, room, place.large)]
    lines.append((further, palette.muted))
    top = place.cards + place.large
    for row, (text, style) in enumerate(line for line in lines if line[0]):
        pen.put(place.facts_x, top + row, cut(text, room), style)


def _folded(text: str, room: int, large: bool) -> list[str]:
    """`text` in one line, or in two where there is height for it and it is too wide."""
    if not large or cell_len(text) <= room or " " not in text:
        return [text]
    head, _, tail = text.rpartition(" ")
    return [head, tail]


# ── rack ───────────────────────────────────────────────────────────────────────────────────────


def _rack(pen: Pen, seen: Seen, place: Plan, suit: Suit) -> None:
    palette, words = pen.palette, pen.words
    label = words("pokerface.tokens", suit=cards.SUITS[suit])
    pen.put(2, place.rack, label, bold(palette.suits[suit]))
    for number, holder in enumerate(seen.rack, 1):
        x = place.rack_x + STEP * (number - 1)
        if holder is None:
            name = words("pokerface.centre")
            style = bold(palette.good)
        elif holder == seen.me:
            name, style = words("pokerface.yours"), palette.faint
        else:
            name, style = cut(seen.name(holder), NAME), palette.muted
        chosen = number == seen.cursor
        token = palette.token_chosen if chosen else palette.tokens[suit]
        if chosen:
            for row in (0, 1):
                pen.band(x - 2, place.rack + row, max(9, cell_len(name) + 1), palette.turn)
            pen.put(x - 2, place.rack, "▸", bold(palette.accent))
            style = bold(palette.good) if holder is None else palette.text
        elif holder is not None and holder == seen.me:
            token = palette.token_own
        cards.token(pen, x, place.rack, number, token)
        pen.put(x - 1, place.rack + 1, name, style)


# ── matrix ─────────────────────────────────────────────────────────────────────────────────────


def _matrix(pen: Pen, seen: Seen, place: Plan) -> None:
    palette, words = pen.palette, pen.words
    y = place.matrix
    pen.band(1, y, place.width - 2, palette.head)
    pen.put(2, y, words("common.player"), palette.muted)
    for suit in ROUNDS:
        if suit in seen.skipped:
            pen.put(COLUMNS[suit] - 1, y, words("pokerface.skipped"), palette.faint)
            continue
        current = suit == seen.suit
        pen.put(COLUMNS[suit], y, cards.SUITS[suit], palette.suits[suit])
        name = words(f"pokerface.street.{suit}")
        pen.put(COLUMNS[suit] + 2, y, name, bold(palette.text) if current else palette.muted)
    pen.put(LAST, y, words("pokerface.last"), palette.muted)
    longest = max((cell_len(seen.name(seat)) for seat in seen.order), default=0)
    dealer_x = 13 if longest <= 9 else 16
    for row, seat in enumerate(seen.order, y + 1):
        _player(pen, seen, place, row, seat, dealer_x)


def _player(pen: Pen, seen: Seen, place: Plan, y: int, seat: int, dealer_x: int) -> None:
    palette = pen.palette
    acting = seat in seen.view.to_act and not seen.open
    if acting:
        pen.band(1, y, place.width - 2, palette.turn)
        pen.put(2, y, "▸", bold(palette.accent))
    name = bold(palette.accent if seat == seen.me else palette.text)
    pen.put(3, y, cut(seen.name(seat), 12), name)
    if "dealer" in seen.view.seats[seat].markers:
        pen.put(dealer_x, y, pen.words("common.dealer"), palette.badge)
    before: int | None = None
    for suit in ROUNDS:
        if suit in seen.skipped:
            continue
        held = seen.held(suit, seat)
        _place(pen, seen, y, suit, seat, before)
        before = held
    text, style = note_of(seen, seat, palette, place.width - 1 - LAST)
    if acting:
        # Faint is too dark for the band of whose turn it is (ux 3.2).
        style = {palette.muted: palette.text, palette.faint: palette.muted}.get(style, style)
    pen.put(LAST, y, text, style)


def _place(pen: Pen, seen: Seen, y: int, suit: Suit, seat: int, before: int | None) -> None:
    """One round of one player: the token held, and how it compares to the round before."""
    palette = pen.palette
    x = COLUMNS[suit]
    held = seen.held(suit, seat)
    if suit not in seen.racks:
        pen.put(x, y, "·", palette.muted)
    elif held is None:
        lost = seen.notes.get(seat)
        bad = lost is not None and lost.code == "lost"
        pen.put(x, y, "–", bold(palette.bad) if bad else palette.muted)
    else:
        if suit == seen.suit:
            cards.token(pen, x - 1, y, held, palette.tokens[suit])
        else:
            pen.put(x, y, f"{held}{cards.SUITS[suit]}", palette.suits[suit])
        if before is not None:
            sign = "▲" if held > before else "▼" if held < before else "="
            pen.put(x + 3, y, sign, palette.muted)


def note_of(seen: Seen, seat: int, palette: Palette, room: int) -> Span:
    """What a player did last in this round, in at most `room` cells."""
    words = seen.words
    apart = absence.seat_words(seen.table, seat, words)
    note = seen.notes.get(seat)
    if apart and not (seen.bot_plays(seat) and note is not None):
        return cut(" · ".join(apart), room), palette.special
    if note is None:
        held = seen.suit is not None and seen.held(seen.suit, seat) is not None
        return "" if held else cut(words("pokerface.note.none"), room), palette.faint
    style = palette.bad if note.code == "lost" else palette.muted
    if not seen.bot_plays(seat):
        return _note_text(note, seen, room), style
    bot = words("absence.bot_prefix")
    return bot + _note_text(note, seen, room - cell_len(bot)), palette.special


def _note_text(note: Note, seen: Seen, room: int) -> str:
    words = seen.words
    key = f"pokerface.note.{note.code}"
    if not words.has(key):
        return cut(note.code, room)
    facts: dict[str, object] = {"token": fact(note, "token"), "name": ""}
    if note.code == "robbed":
        left = room - cell_len(words(key, **facts))
        facts["name"] = cut(seen.name(fact(note, "from")), left)
    return cut(words(key, **facts), room)
