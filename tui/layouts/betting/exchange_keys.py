"""The keys of the exchange (ux 4.5): cards are marked, and nothing is sent before Enter."""

from engine.values import actions
from engine.values.cards import Card
from tui.canvas.scene import Act, Button, Confirm, Explain, Mark, Marked, Point, Press
from tui.layouts.betting import exchange
from tui.layouts.betting.seen import Seen

CARDS, GO, KEEP = "draw.cards", "draw.go", "draw.keep"
_BETS = {"f", "c", "r", "b", "a"}
_STEPS = {"left": -1, "right": 1}
_TOGGLES = {"up", "down", "space"}


def buttons(seen: Seen, why: str) -> tuple[Button, ...]:
    """What can be done about the own cards; `why` Enter rests where it is not the viewer's turn."""
    if not exchange.marking(seen):
        return ()
    words = seen.words
    found = (
        Button(CARDS, "1–5", words("exchange.toggle"), tone="good", rank=1),
        Button(GO, "Enter", exchange.label(seen), seen.mine, "" if seen.mine else why, "gold"),
    )
    if not exchange.marks(seen):
        return found
    return (*found, Button(KEEP, "0", words("exchange.stand"), rank=2))


def press(seen: Seen, key: str, why: str) -> Press | None:
    """What a key means to whoever is in while cards are exchanged."""
    words = seen.words
    if not exchange.marking(seen):
        done = key in _BETS or key == "enter" or (len(key) == 1 and key in "012345")
        return Explain(exchange.own_drawn(seen) or why) if done else None
    cards = exchange.hand(seen)
    if len(key) == 1 and key in "12345" and int(key) <= len(cards):
        return _toggled(seen, cards[int(key) - 1])
    if key == "0":
        return _marked(seen, ())
    if key in _STEPS:
        return Point(max(0, min(len(cards) - 1, exchange.cursor(seen) + _STEPS[key])))
    if key in _TOGGLES:
        return _toggled(seen, cards[exchange.cursor(seen)])
    if key == "escape":
        return Mark(None) if exchange.touched(seen) else None
    if key == "enter":
        return _press_enter(seen, why)
    return Explain(words("exchange.only")) if key in _BETS else None


def _press_enter(seen: Seen, why: str) -> Press:
    if not seen.mine:
        return Explain(why)
    go = Act(actions.Discard(exchange.marks(seen)))
    # What is final takes a key of its own before it (ux 4.10), and here none was pressed.
    if not exchange.touched(seen):
        return Confirm(seen.words("exchange.confirm"), go)
    return go


def _toggled(seen: Seen, card: Card) -> Mark:
    chosen = exchange.marks(seen)
    others = tuple(one for one in chosen if one != card)
    return _marked(seen, others if card in chosen else (*chosen, card))


def _marked(seen: Seen, cards: tuple[Card, ...]) -> Mark:
    return Mark(Marked(cards, seen.table.deal, seen.table.decision))
