"""Hands that all see but their owner: what the others hold, and what one's own may still beat.

Everything here comes from cards that the viewer sees; of the own hand nothing is known.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from rich.cells import cell_len

from engine.kit.ranking import AnyFive, HandName, place, rank
from engine.values.cards import DECK, RANKS, Card, Hidden
from tui.canvas import cards
from tui.canvas.cells import wrapped
from tui.canvas.frame import spread
from tui.canvas.palette import Palette
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.layouts.betting.hands import known
from tui.layouts.betting.seen import Seen
from tui.layouts.betting.words import highlighted
from tui.locale import Words

UNSEEN = "? ?"  # a hand in words, for its owner
_RANKS = RANKS[::-1]
_HIGHEST = _RANKS[:3]  # those whose cards are counted before there is a board


class Best(NamedTuple):
    """The best of the other hands that are still in: whose, what it comes to, how high it is."""

    seats: tuple[int, ...]
    name: HandName
    strength: int


class Count(NamedTuple):
    """Of so many hands that one may hold, how many beat the best other one, how many tie with it.

    With a whole board that is what they do; before, what they would do with the board as it is.
    """

    hands: int
    beat: int
    tie: int


def sees(seen: Seen) -> bool:
    """Whether the viewer plays such a deal, and so sees the hands of the others."""
    own = seen.own
    return seen.kind.forehead and own is not None and own.status != "out"


def unseen_own(seen: Seen) -> bool:
    """Whether the viewer was dealt a hand that only the others see."""
    return sees(seen) and any(isinstance(cell, Hidden) for cell in seen.hand(seen.me or 0))


def best(seen: Seen) -> Best | None:
    """The best of the others' hands; None before there is a board."""
    board = known(seen.board)
    if not board or not sees(seen):
        return None
    held = {seat: known(seen.hand(seat)) for seat in seen.live() if seat != seen.me}
    ranked = {seat: rank((*own, *board)) for seat, own in held.items() if len(own) == 2}
    if not ranked:
        return None
    top = max(ranked.values())
    seats = tuple(seat for seat in seen.order if ranked.get(seat) == top)
    name = seen.holding(seats[0]).name
    return None if name is None else Best(seats, name, top)


def unseen(seen: Seen) -> tuple[Card, ...]:
    """The cards that the viewer sees nowhere: two of them are the own ones."""
    there = {card for zone in seen.view.zones for card in known(zone.cells)}
    return tuple(card for card in DECK if card not in there)


def count(board: Sequence[Card], strength: int, hidden: Sequence[Card]) -> Count:
    """How the hands that can be made of the hidden cards stand against one of that strength."""
    return _count(tuple(map(place, board)), strength, tuple(map(place, hidden)))


@lru_cache(maxsize=256)
def _count(board: tuple[int, ...], strength: int, hidden: tuple[int, ...]) -> Count:
    """By places in the deck; remembered, for a frame is drawn every second."""
    ranks = AnyFive(board)
    found = [ranks.rank(hand) for hand in combinations(hidden, 2)]
    return Count(len(found), sum(one > strength for one in found), found.count(strength))


# ── in words ───────────────────────────────────────────────────────────────────────────────────


def made(seen: Seen, seat: int) -> str:
    """What another hand comes to with the board, in at most 14 cells; nothing without a board."""
    name = seen.holding(seat).name
    if name is None or not known(seen.board):
        return ""
    first = name.ranks[0]
    second = name.ranks[1] if len(name.ranks) > 1 else first
    return seen.words(
        f"indian_holdem.made.{name.name}",
        many=seen.words(f"cards.ranks.{first}"),
        a=cards.letter(first, seen.words),
        b=cards.letter(second, seen.words),
    )


def best_line(seen: Seen, palette: Palette, room: int) -> Spans:
    """The best of the others' hands; before there is a board, the cards that one sees."""
    found = best(seen)
    if found is None:
        return sight_line(seen, palette, room)
    words = seen.words
    names = spread([seen.name(seat) for seat in found.seats], words)
    for key in ("best", "best_short"):
        head = words(f"indian_holdem.others.{key}", names=names)
        for hand in (cards.hand_line(found.name, words), cards.hand_short(found.name, words)):
            line: Spans = ((head + ": ", palette.muted), (hand, palette.text))
            if span_len(line) <= room:
                return line
    return clipped(line, room)


def sight_line(seen: Seen, palette: Palette, room: int) -> Spans:
    """`Du siehst A♠ K♦ D♥`: all hands but the own one, the highest cards first."""
    words = seen.words
    order = sorted(_others(seen), key=DECK.index)
    order.sort(key=lambda card: _RANKS.index(card.rank))
    if not order:
        return ()
    head: Span = (words("indian_holdem.others.sees") + " ", palette.muted)
    text = cards.names(tuple(order), words)
    return clipped((head, *cards.coloured(text, palette.text, palette)), room)


def _others(seen: Seen) -> tuple[Card, ...]:
    return tuple(card for seat in seen.order for card in known(seen.hand(seat)))


def count_line(seen: Seen, palette: Palette, room: int) -> Spans:
    """How the own hand may stand, counted for everybody where the table has agreed on help."""
    words = seen.words
    if not seen.hints or not unseen_own(seen) or seen.me not in seen.live():
        return ()
    hidden, found, board = unseen(seen), best(seen), known(seen.board)
    if found is None:
        if board or not _others(seen):
            return ()
        there = " · ".join(_so_many(hidden, rank, words) for rank in _HIGHEST)
        text = words("indian_holdem.others.unseen", count=len(hidden), there=there)
    else:
        told = count(board, found.strength, hidden)
        key = "count" if len(board) == 5 else "count_now"
        facts = {
            "hands": words.number(told.hands),
            "beat": words.number(told.beat),
            "tie": words.number(told.tie),
        }
        text = words(f"indian_holdem.others.{key}", **facts)
        if cell_len(text) > room:
            text = words(f"indian_holdem.others.{key}_short", **facts)
    return clipped(highlighted(text, palette.muted, palette.text), room)


def _so_many(hidden: Sequence[Card], letter: str, words: Words) -> str:
    """How many of the cards have that rank: `3 Asse`, `1 König`."""
    there = sum(card.rank == letter for card in hidden)
    key = "rank" if there == 1 else "ranks"
    return f"{there} {words(f'cards.{key}.{letter}')}"


def fact_lines(seen: Seen, palette: Palette, first: int, room: int) -> list[Spans]:
    """What stands beside the own cards in place of their name; `first`: cells of the first row."""
    if not unseen_own(seen) or seen.me not in seen.live():
        return []
    return [best_line(seen, palette, first), count_line(seen, palette, room)]


def folded_lines(seen: Seen, palette: Palette, room: int) -> list[Spans]:
    """Who has folded, with the cards that all others still see; nothing where nobody has."""
    gone = [
        f"{seen.name(seat)} {cards.names(known(seen.hand(seat)), seen.words)}".rstrip()
        for seat in seen.dealt()
        if seat not in seen.live()
    ]
    if not gone:
        return []
    text = f"{seen.words('indian_holdem.others.folded')} {', '.join(gone)}"
    return [((line, palette.faint),) for line in wrapped(text, room)]


def held_lines(seen: Seen, shown: Sequence[int], palette: Palette, room: int) -> list[Spans]:
    """After the deal: what whoever won by folds had, and who folded what, as the viewer saw it."""
    words = seen.words
    lines: list[Spans] = []
    for seat in seen.live():
        held = cards.names(known(seen.hand(seat)), words)
        if held and seat not in shown and seat != seen.me:
            text = words("indian_holdem.others.had", name=seen.name(seat), cards=held)
            lines.append(clipped(cards.coloured(text, palette.text, palette), room))
    return lines + folded_lines(seen, palette, room)


# ── cards ──────────────────────────────────────────────────────────────────────────────────────


def chips(seen: Seen, seat: int, palette: Palette, *, odd: bool = False) -> Spans:
    """A hand in a line: open, dim once it is folded, `?` on its backs for its owner.

    `odd`: in another colour than the line above.
    """
    cells = seen.hand(seat)
    if seat == seen.me and any(isinstance(cell, Hidden) for cell in cells):
        return cards.own_chips(len(cells), palette)
    if seat not in seen.live():
        return cards.inline_spans(known(cells), palette, seen.words, "dead")
    return cards.inline_spans(cells, palette, seen.words, "alternate" if odd else "normal")


def draw_seat_cards(pen: Pen, seen: Seen, seat: int, end: int, y: int, room: int) -> None:
    """A hand in a seat, its last cell before column `end`, as large as there is room for."""
    held = known(seen.hand(seat))
    if not held:
        return
    live = seat in seen.live()
    whole = chips(seen, seat, pen.palette)
    text, faint = cards.names(held, pen.words), pen.palette.faint
    apart = (
        cards.coloured(text, faint, pen.palette)
        if live
        else tuple((part, faint) for part in re.split("( )", text))
    )
    close = tuple(span for span in apart if span[0] != " ")
    for spans in (whole, apart, close):
        if span_len(spans) <= room or spans is close:
            pen.spans(end - span_len(spans), y, spans)
            return
