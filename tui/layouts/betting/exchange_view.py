"""The viewer's own cards while they are exchanged: far apart, each with its digit (ux 5.9)."""

from engine.kit.ranking import HandName
from tui.canvas import cards
from tui.canvas.cells import cut
from tui.canvas.frame import seconds_span
from tui.canvas.palette import bold
from tui.canvas.pen import Pen, Spans, clipped
from tui.layouts import cash
from tui.layouts.betting import exchange
from tui.layouts.betting.chips import short
from tui.layouts.betting.labels import badge_of, badge_style
from tui.layouts.betting.places import Plan
from tui.layouts.betting.seen import Seen
from tui.layouts.betting.table import NAME, reserve_spans

LEFT, CARDS, STEP = 2, 16, 10  # columns: of the text at the left, of the first card; between cards
MADE_OF = {"two_pair": 2, "full_house": 2}  # ranks that name a hand; elsewhere one
ROOM = CARDS - LEFT - 1  # cells of a text beside the cards


def draw_exchange(pen: Pen, seen: Seen, place: Plan, me: int) -> None:
    """The own cards with digits, what becomes of each, the cursor; beside them who one is."""
    palette = pen.palette
    rows = place.own_rows
    rim = place.large or len(seen.order) <= 5  # else there are seats right above
    surface = palette.turn if seen.mine else palette.play
    for y in range(place.exchange - rim, place.bar):
        pen.band(0, y, place.width, surface)
    chosen, at = exchange.marks(seen), exchange.cursor(seen)
    card_of = cards.large if place.large else cards.small
    middle = 3 if place.large else 2
    for column, card in enumerate(exchange.hand(seen)):
        x, y = CARDS + STEP * column, place.exchange
        goes = card in chosen
        card_of(pen, x, y, card, "dead" if goes else "normal")
        x, y = x + middle, y + rows
        pen.put(x, y, str(column + 1), bold(palette.accent))
        verb = exchange.verb(seen, card)
        pen.put(x - (len(verb) - 1) // 2, y + 1, verb, palette.bad if goes else palette.muted)
        if column == at:
            pen.put(x, y + 2, "▲", bold(palette.accent))
    _draw_facts(pen, seen, place, me)


def _draw_facts(pen: Pen, seen: Seen, place: Plan, me: int) -> None:
    palette, words, top = pen.palette, pen.words, place.exchange
    pen.put(LEFT, top, "▸ " if seen.mine else "  ", bold(palette.accent))
    pen.put(LEFT + 2, top, cut(seen.name(me), NAME), bold(palette.accent))
    badge = badge_of(seen, me)
    stack = short(seen.stack(me), ROOM - len(badge) - 2, words)
    x = pen.put(LEFT, top + 1, stack, bold(palette.text))
    if badge:
        pen.put(x + 2, top + 1, badge, badge_style(badge, palette))
    pen.spans(LEFT, top + 2, clipped(_state(pen, seen, me), ROOM))
    held = seen.holding(me)
    if held.name is not None:
        # Beside the digits a kicker would read as one of them.
        name, ranks = held.name.name, held.name.ranks
        made = HandName(name, ranks[: MADE_OF.get(name, 1)])
        text = cards.hand_short(made, words, ROOM)
        pen.put(LEFT, top + place.own_rows, text, palette.text)
    pen.right(top, seconds_span(seen.scene, palette, words, seen.mine), place.width - 1)
    pen.right(top + 1, reserve_spans(seen, palette, brief=True), place.width - 1)


def _state(pen: Pen, seen: Seen, me: int) -> Spans:
    """What there is to know of the own chips."""
    palette, words = pen.palette, pen.words
    chips = cash.own(seen.table)
    if seen.view.seats[me].status == "all_in":
        return ((words("betting.did.all_in"), palette.bad),)
    if chips is not None and chips.coming:
        said = words("cash.coming_short", chips=words.number(chips.coming))
        return ((said, palette.good),)
    if chips is not None and chips.wish == "rest":
        return ((words("cash.then_rests_short"), palette.muted),)
    return ()
