"""What open cards come to, who begins and why, and what a street is played for, in words."""

from engine.kit.ranking import HandName
from engine.values.cards import RANKS, Card
from tui.canvas import cards
from tui.canvas.palette import Palette
from tui.canvas.pen import Spans
from tui.layouts.betting.hands import LOWS, known, showing
from tui.layouts.betting.seen import Seen
from tui.layouts.stakes import number
from tui.locale import Words


def shows(seen: Seen, seat: int) -> str:
    """What a seat's open cards come to: `Paar Neunen`, `vier Karo`; nothing of less than two."""
    up = known(seen.up(seat))
    name = showing(seen.kind, up)
    if name is None or len(up) < 2:
        return ""
    words = seen.words
    if name.name == "high_card" and len(up) > 2:
        if len({card.suit for card in up}) == 1:
            return words(f"stud.suited.{len(up)}", suit=words(f"cards.suit.{up[0].suit}"))
        if (top := _top_of_row(up)) is not None:
            return words(f"stud.row.{len(up)}", rank=words(f"cards.rank.{top}"))
    return _named(name, words)


def _named(name: HandName, words: Words) -> str:
    first = name.ranks[0]
    second = name.ranks[1] if len(name.ranks) > 1 else first
    return words(
        f"stud.shows.{name.name}",
        first=words(f"cards.rank.{first}"),
        many=words(f"cards.ranks.{first}"),
        a=cards.letter(first, words),
        b=cards.letter(second, words),
    )


def _top_of_row(up: tuple[Card, ...]) -> str | None:
    """The highest rank of cards that are all in a row, where the ace may be the lowest."""
    for order in (RANKS, "A" + RANKS[:-1]):
        places = sorted(order.index(card.rank) for card in up)
        if places == list(range(places[0], places[0] + len(up))):
            return order[places[-1]]
    return None


def opens(seen: Seen, seat: int) -> str:
    """Why a seat begins the street, or for whom it does; nothing of all others."""
    words, opener = seen.words, seen.opener
    if opener is None or seen.over:
        return ""
    if seat == opener[0]:
        return words(f"stud.opens.{opener[1]}")
    if seat == stands_in(seen):
        return words("stud.opens.instead", name=seen.name(opener[0]))
    return ""


def stands_in(seen: Seen) -> int | None:
    """Who begins because whose cards say so has no chips left; None: nobody has to."""
    return next((note.seat for note in seen.notes("passed_on")), None)


def begins(seen: Seen) -> str:
    """Who begins the street and why, in a sentence; nothing where nobody can bet any more."""
    words, opener = seen.words, seen.opener
    if opener is None or seen.over:
        return ""
    instead = stands_in(seen)
    why = words(f"stud.opens.{opener[1]}")
    if instead is None:
        return words("stud.begins", name=seen.name(opener[0]), why=why)
    return words("stud.begins_instead", name=seen.name(instead), opener=seen.name(opener[0]))


def stake(seen: Seen) -> str:
    """What a bet of the street is under a limit: `Satz 40`; nothing under pot limit."""
    words, options = seen.words, seen.table.options
    if seen.structure not in {"split", "spread"} or seen.view.phase not in seen.kind.streets:
        return ""
    low = seen.unit
    top = max(low, number(options, "top", 2 * low))
    if seen.structure == "spread":
        chips = f"{words.number(low)}–{words.number(top)}"
    elif seen.kind.streets.index(seen.view.phase) > 1:
        chips = words.number(top)
    elif _open_pair(seen) and low < top:
        chips = words("stud.stake_or", low=words.number(low), high=words.number(top))
    else:
        chips = words.number(low)
    return words("stud.stake", chips=chips)


def _open_pair(seen: Seen) -> bool:
    """Whether a pair lies open on fourth street where it allows the big bet (rules.md D11)."""
    if not seen.table.options.get("open_pair_big_bet") or seen.view.phase != seen.kind.streets[1]:
        return False
    return any(len({card.rank for card in known(seen.up(seat))}) == 1 for seat in seen.live())


def raises(seen: Seen) -> str:
    """How many raises the street has had, of how many: `Erhöhungen 1/3`; the bet is none."""
    counter = seen.view.counter("raises")
    if counter is None or counter.of is None:
        return ""
    count = max(0, counter.value - 1)
    return seen.words("stud.raises", count=count, most=counter.of - 1)


def low_text(seen: Seen, seat: int) -> str:
    """The low of a hand that the viewer sees, or whether there can be one yet."""
    words, held = seen.words, seen.holding(seat)
    if held.low:
        return " ".join(cards.letter(rank, words) for rank in held.low)
    seven = (*known(seen.hand(seat)), *known(seen.board))
    ranks = {card.rank for card in seven if card.rank in LOWS}
    if len(ranks) + seen.kind.size - len(seven) >= 5:
        return words("betting.no_low.open")
    return words("betting.no_low.none")


def dead(seen: Seen) -> tuple[Card, ...]:
    """The open cards of whoever has folded, clockwise from the viewer's left."""
    gone = [seat for seat in seen.order if seen.view.seats[seat].status == "folded"]
    return tuple(card for seat in gone for card in known(seen.up(seat)))


def common_spans(seen: Seen, palette: Palette) -> Spans:
    """The card that is everybody's last one, where the cards did not suffice for all."""
    if not known(seen.board):
        return ()
    shown = cards.inline_spans(seen.board, palette, seen.words)
    return ((seen.words("stud.common") + " ", palette.muted), *shown)
