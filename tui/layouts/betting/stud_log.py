"""Cards of stud in the log, in lines that fit its panel: what a street deals, what is shown."""

from collections.abc import Callable, Iterator, Sequence

from rich.cells import cell_len

from engine.values.cards import Card
from engine.values.events import Dealt, Event
from tui.canvas import cards
from tui.canvas.cells import wrapped
from tui.layouts.betting.hands import known
from tui.locale import Words

ROOM = 31  # cells of a line of the log's panel
INDENT = "  "  # of what belongs to the line before


def dealt(
    events: Sequence[Event], place: int, me: int | None, name: Callable[[int], str], words: Words
) -> Iterator[str]:
    """The lines of all cards that come one after the other from `place` on; `name` of a seat.

    Nothing where an earlier event has told them.
    """
    if place and isinstance(events[place - 1], Dealt):
        return
    mine: list[Card] = []
    others: list[str] = []
    for event in events[place:]:
        if not isinstance(event, Dealt):
            break
        fresh = known(event.cells)
        if event.seat is None:
            yield words("stud.common_card", cards=cards.names(fresh, words))
        elif event.zone.startswith("hand") and event.seat == me:
            mine += fresh
        elif fresh:
            # Cards that come to a hand which lies open, too.
            others.append(f"{name(event.seat)} {cards.names(fresh, words)}")
    if mine:
        key = "betting.log.hand" if len(mine) > 1 else "stud.card"
        yield words(key, cards=cards.names(tuple(mine), words))
    yield from _packed(others)


def shown(text: str, made: str) -> Iterator[str]:
    """The lines of a hand that is opened, and under it what it has come to, empty: not yet."""
    first, *more = wrapped(text, ROOM)
    yield first
    parts = [*more, *made.split(" · ")] if made else more
    for line in _packed(parts, ROOM - len(INDENT)):
        yield INDENT + line


def _packed(parts: Sequence[str], room: int = ROOM) -> Iterator[str]:
    """The parts one behind the other, as many lines as they take."""
    line = ""
    for part in parts:
        longer = f"{line} · {part}" if line else part
        if line and cell_len(longer) > room:
            yield line
            longer = part
        line = longer
    if line:
        yield line


def opened_with(events: Sequence[Event], seat: int) -> Card | None:
    """The card that lay open in front of a seat on the first street."""
    for event in events:
        if isinstance(event, Dealt) and event.seat == seat and event.zone.startswith("up"):
            return next(iter(known(event.cells)), None)
    return None
