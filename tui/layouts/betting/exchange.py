"""The exchange of 5-card draw: what everybody did, what the viewer has marked, and its words."""

from engine.values.cards import Card
from tui.canvas.cards import inline_spans
from tui.canvas.cells import Style
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Span, Spans
from tui.canvas.plans import is_meant
from tui.layouts import absence
from tui.layouts.betting.hands import known
from tui.layouts.betting.seen import Seen
from tui.locale import Words

CARD = 10  # columns from one card to the next in a line of cards with their marks


# ── everybody ──────────────────────────────────────────────────────────────────────────────────


def runs(seen: Seen) -> bool:
    """Whether cards are exchanged now."""
    return seen.view.phase == "draw"


def drawn(count: int, words: Words) -> str:
    """How many cards somebody has exchanged: `tauscht 3`, `bleibt (0)`."""
    return words("exchange.draws", cards=count) if count else words("exchange.pat")


def did(seen: Seen, seat: int, palette: Palette) -> Span:
    """What a seat that is still in has exchanged, or that it waits for its turn."""
    count = seen.drew(seat)
    if count is not None:
        return drawn(count, seen.words), palette.muted
    if seat in seen.view.to_act:
        return seen.words("betting.did.thinks"), palette.accent
    return seen.words("exchange.waits"), palette.muted


def before(seen: Seen, seat: int) -> int | None:
    """How many cards a seat still in exchanged before the bets that are made now; None: no draw."""
    live = seen.view.seats[seat].status in {"in", "all_in"}
    return seen.drew(seat) if live and not runs(seen) else None


# ── the viewer ─────────────────────────────────────────────────────────────────────────────────


def marking(seen: Seen) -> bool:
    """Whether the viewer's own exchange is still to come, so that cards can be marked."""
    if seen.me is None or seen.own is None or not runs(seen) or seen.over:
        return False
    if seen.scene.ui.past:
        return False
    hand, table = seen.hand(seen.me), seen.table
    live = seen.own.status in {"in", "all_in"} and table.stage == "running"
    whole = bool(hand) and len(known(hand)) == len(hand)
    return live and whole and seen.drew(seen.me) is None and not absence.stood_in(table)


def hand(seen: Seen) -> tuple[Card, ...]:
    """The viewer's own cards."""
    return () if seen.me is None else known(seen.hand(seen.me))


def touched(seen: Seen) -> bool:
    """Whether the viewer has chosen something, be it to keep all cards."""
    marked = seen.scene.ui.marked
    return marked is not None and is_meant(marked, seen.table)


def marks(seen: Seen) -> tuple[Card, ...]:
    """Which of the own cards are marked, in their order."""
    marked = seen.scene.ui.marked
    if marked is None or not touched(seen):
        return ()
    return tuple(card for card in hand(seen) if card in marked.cards)


def cursor(seen: Seen) -> int:
    """The place of the card that the cursor is at."""
    return max(0, min(len(hand(seen)) - 1, seen.scene.ui.cursor or 0))


def verb(seen: Seen, card: Card) -> str:
    """What becomes of a card: `halten`, `tauschen`."""
    return seen.words("exchange.swap" if card in marks(seen) else "exchange.keep")


def sentence(seen: Seen, room: int) -> str:
    """What Enter leads to, and that it is final where there is room to say so."""
    words = seen.words
    said = words(f"exchange.away.{len(marks(seen))}")
    whole = f"{said} {words('exchange.final')}"
    return whole if len(whole) <= room else said


def label(seen: Seen) -> str:
    """What Enter is called: `2 tauschen`, `alle halten`."""
    count = len(marks(seen))
    return seen.words("exchange.go", cards=count) if count else seen.words("exchange.stand")


def own_drawn(seen: Seen) -> str:
    """What the viewer has exchanged while others still do; nothing for anybody else."""
    count = None if seen.me is None else seen.drew(seen.me)
    if count is None or not runs(seen) or seen.over:
        return ""
    key = "many" if count > 1 else str(count)
    return seen.words(f"exchange.yours.{key}", cards=count)


# ── cards with their marks in lines of text ────────────────────────────────────────────────────


def lines(seen: Seen, palette: Palette, room: int) -> list[Spans]:
    """The own cards with their digits, and under each what becomes of it; briefer where narrow."""
    words, chosen, at = seen.words, marks(seen), cursor(seen)
    narrow = room < CARD * len(hand(seen))
    upper: list[Span] = []
    under: list[Span] = []
    for place, card in enumerate(hand(seen)):
        goes = card in chosen
        face = inline_spans((card,), palette, words, "dead" if goes else "normal")
        digit = (str(place + 1), bold(palette.accent))
        if narrow:
            upper += [digit, *face, ("✗" if goes else " ", palette.bad)]
            continue
        pointer = ("▸" if place == at else " ", bold(palette.accent))
        upper += [pointer, digit, (" ", palette.text), *face, (" " * (CARD - 6), palette.text)]
        style: Style = palette.bad if goes else palette.muted
        under.append((f" {verb(seen, card)}".ljust(CARD), style))
    return [tuple(upper)] if narrow else [tuple(upper), tuple(under)]
