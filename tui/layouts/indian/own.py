"""The viewer's strip: the cards that all others see, chips, and what can be known (ux 5.13)."""

from engine.values.cards import RANKS, Card
from tui.canvas import cards
from tui.canvas.cells import Style
from tui.canvas.frame import seconds_span, spread
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.layouts import freezeout
from tui.layouts.betting.words import highlighted
from tui.layouts.indian.deeds import label_of
from tui.layouts.indian.facts import against, best_line, fitting, hand_word, hint_line
from tui.layouts.indian.foreheads import chips_word
from tui.layouts.indian.places import Plan
from tui.layouts.indian.seen import Seen

LEFT = 4  # the column of one's own card
BESIDE = 4  # columns between the cards and what is said beside them
BRIEF = 16  # cells of a hand among several


def draw_own(pen: Pen, seen: Seen, place: Plan, me: int) -> None:
    """The strip beside or under the others."""
    palette = pen.palette
    playing = seen.still_in
    if playing:
        surface = palette.turn if seen.mine else palette.play
        for row in range(place.own, place.own + place.strip):
            pen.band(0, row, place.width, surface)
    x = _draw_cards(pen, seen, place, folded=not playing) if place.top else 1
    seconds = seconds_span(seen.scene, palette, pen.words, seen.mine)
    room = place.width - 1 - x
    who = clipped(who_spans(seen, me, palette), room - (span_len(seconds) + 1 if seconds else 0))
    pen.spans(x, place.own, who)
    pen.right(place.own, seconds, place.width - 1)
    lines = own_lines(seen, me, palette, room, sight=bool(place.top))
    for row, line in enumerate(lines[: place.strip - 1], place.own + 1):
        pen.spans(x, row, clipped(line, room))


def _draw_cards(pen: Pen, seen: Seen, place: Plan, *, folded: bool) -> int:
    """Backs with `?`; the column of what is said beside them."""
    if seen.own is not None and seen.own.status == "out":
        return LEFT
    count = seen.ranking.cards
    size = cards.LARGE if count == 1 or place.large else cards.SMALL
    top = place.own + (0 if size == cards.LARGE else 1)
    for at in range(count):
        cards.own_hidden(pen, LEFT + (size[0] + 1) * at, top, size, dead=folded)
    return LEFT + (size[0] + 1) * count - 1 + BESIDE


def who_spans(seen: Seen, me: int, palette: Palette) -> Spans:
    """Who one is, one's chips, what one has put in, and what one did."""
    words = seen.words
    spans: list[Span] = [
        ("▸ " if seen.mine else "  ", bold(palette.accent)),
        (seen.name(me), bold(palette.accent)),
        (f"  {words('common.you')}  ", palette.muted),
        (chips_word(seen, me, 20), bold(palette.text)),
    ]
    if seen.bet(me):
        spans.append((f"   {words('betting.list.bet')} ", palette.muted))
        spans.append((words.number(seen.bet(me)), palette.text))
    if "dealer" in seen.view.seats[me].markers:
        spans += [("   ", palette.text), (words("common.dealer"), palette.badge)]
    if not seen.mine:
        text, style = label_of(seen, me, palette, 20)
        # Whose turn it is, and that one has folded, stands below; here, what one did.
        if text and me not in seen.view.to_act and seen.view.seats[me].status != "folded":
            spans.append((f"   {text}", style))
    return tuple(spans)


def own_lines(
    seen: Seen, me: int, palette: Palette, room: int, *, sight: bool = True
) -> list[Spans]:
    """What one sees, the best against one, what that comes to, and what it is waited for.

    A list says already what one sees: `sight` is left out there.
    """
    words = seen.words
    if seen.view.seats[me].status == "out":
        return [((freezeout.sentence(seen.table, words), palette.text),)]
    lines = [sight_line(seen, palette, room)] if sight else []
    if seen.view.seats[me].status == "folded":
        revealed = seen.table.options.get("reveal") is True
        key = "indian.own_revealed" if revealed else "indian.own_stays"
        lines.append(((words(key), palette.muted),))
    else:
        if text := best_line(seen, room):
            head, _, value = text.rpartition(": ")
            split = ((f"{head}: ", palette.muted), (value, palette.text))
            lines.append(split if head else ((text, palette.muted),))
        if text := hint_line(seen):
            lines.append(highlighted(text, palette.muted, palette.text))
    if asked := asked_spans(seen, palette, room):
        lines.append(asked)
    return lines


def sight_line(seen: Seen, palette: Palette, room: int) -> Spans:
    """`Du siehst   K♦ D♥ B♣`; of several cards each, the hands that are still in."""
    words, strong = seen.words, palette.text
    head: Span = (words("indian.you_see") + "   ", palette.muted)
    if seen.ranking.cards == 1:
        shown = [seen.cards(seat) for seat in seen.dealt() if seat != seen.me]
        each = sorted((card for one in shown for card in one), key=_height, reverse=True)
        style: Style = bold(palette.text)
        text = " ".join(cards.name(card, words) for card in each)
        spans = tuple((part, bold(look)) for part, look in cards.coloured(text, style, palette))
        return (head, *spans)
    hands: list[Span] = [head]
    for seat in against(seen):
        dot = " · " if len(hands) > 1 else ""
        hand: Spans = (
            (f"{dot}{seen.name(seat)} ", palette.muted),
            (hand_word(seen, seat, BRIEF), strong),
        )
        if len(hands) > 1 and span_len((*hands, *hand)) > room:
            # The best are named; all of them lie above.
            break
        hands += hand
    return clipped(hands, room)


def _height(card: Card) -> int:
    return RANKS.index(card.rank)


def asked_spans(seen: Seen, palette: Palette, room: int) -> Spans:
    """What being in may cost; or whom the deal waits for."""
    words = seen.words
    if seen.declaring and seen.entering is not None:
        price = words.number(seen.entering.price)
        said = [words(f"indian.{key}", price=price) for key in ("price", "price_short")]
        return highlighted(fitting(said, room), palette.muted, palette.text)
    if seen.mine or seen.table.pause is not None:
        return ()
    return ((waits_for(seen, room), palette.muted),) if seen.view.to_act else ()


def waits_for(seen: Seen, room: int) -> str:
    """Whose turn it is, or who has still to declare, in words; only how many if they are many."""
    words = seen.words
    names = [seen.name(seat) for seat in seen.view.to_act if seat != seen.me]
    if not names:
        return ""
    if seen.declaring:
        counted = words("indian.waits_count", count=len(names))
        key = "indian.waits" if len(names) > 1 else "indian.waits_one"
        return fitting((words(key, names=spread(names, words)), counted), room)
    return words("common.their_turn", name=names[0])
