"""Where everything of a stud table lies: as a list of players, and as seats round the middle."""

from collections.abc import Sequence

from tui.layouts.betting.kinds import Kind
from tui.layouts.betting.places import Plan, plan

AIRY = 36  # rows from which the list has room for blank ones
TALL = 30  # rows from which own cards are large
PANEL = 5  # rows of a seat
_LEAST = 3  # rows below the own cards: actions, time, and what happened last
_ROOMY = 6  # rows from which each thing has its own


def slots(kind: Kind, *, large: bool) -> tuple[int, ...]:
    """The columns of the own cards, with a gap where they change between down and up.

    Seven small ones leave no room for gaps.
    """
    step = 8 if large else 6
    gaps = {kind.down: 1, kind.size - 1: 1} if large and kind.size > 5 else {}
    if kind.size == 5:
        gaps = {1: 2 if large else 3}
    columns, x = [], 1
    for place in range(kind.size):
        x += gaps.get(place, 0)
        columns.append(x)
        x += step
    return tuple(columns)


def facts_x(kind: Kind, *, large: bool) -> int:
    """The column beside the own cards."""
    return slots(kind, large=large)[-1] + (9 if large else 8)


def listed(width: int, height: int, kind: Kind, players: int, *, strip: bool) -> Plan:
    """The list: two rows a player, under them the viewer's own cards (`strip`).

    With fewer players the rows lie further apart, and the cards stay where they are.
    """
    base = plan(width, height)
    large = height >= TALL and facts_x(kind, large=True) + 24 <= base.width
    head = 2 if height >= AIRY else 1
    first = head + (2 if height >= AIRY else 1)
    cards = (6 if large else 4) if strip else 0
    own = base.own if strip else base.bar
    end = height - 1

    def spread(pitch: int) -> bool:
        return players * pitch - pitch + 2 <= own - first

    wide = next((pitch for pitch in (4, 3) if spread(pitch)), None)
    pitch = wide or 2
    if wide is None and first + 3 * players + cards + 4 <= end:
        pitch, own = 3, first + 3 * players
    elif wide is None and not spread(2):
        own = first + 2 * players
    used = players * pitch - pitch + 2
    top = first + max(0, own - first - used) // 2 if wide else first
    rows = tuple(top + pitch * place for place in range(players))
    return _below(base, own, own + cards, end)._replace(large=large, top=head, players=rows)


def table(width: int, height: int, kind: Kind, *, strip: bool) -> Plan:
    """Seats round the middle: five places above, one at each side, the viewer below."""
    base = plan(width, height)
    large = height >= TALL and facts_x(kind, large=True) + 24 <= base.width
    side = 11 if height >= AIRY else base.top + PANEL + 1
    cards = (6 if large else 4) if strip else PANEL
    own = base.own if strip or height >= TALL else base.own - 1
    placed = _below(base, own, own + cards, height - 1)
    return placed._replace(large=large, middle=side, low=side)


def _below(base: Plan, own: int, start: int, end: int) -> Plan:
    """The rows from `start` on, before the footer at `end`: time, actions, presets, answers."""
    spare = end - start
    base = base._replace(own=own, label=start - 1)
    if spare >= _ROOMY:
        gap = spare > _ROOMY
        buttons = start + 2 + gap
        return base._replace(
            bar=start,
            log=start + 1,
            buttons=buttons,
            presets=buttons + 2,
            answer=buttons + 3,
            tight=False,
        )
    first = start + (spare > _LEAST)
    last = first + 2
    answer = last + (spare > _LEAST + 1)
    return base._replace(
        bar=first + 1, log=last, buttons=first, presets=last, answer=answer, tight=True
    )


# Which of the places a table of so many others takes: left, five above, right, clockwise.
_TAKEN: Sequence[tuple[int, ...]] = (
    (),
    (3,),
    (1, 5),
    (0, 3, 6),
    (0, 2, 4, 6),
    (0, 1, 3, 5, 6),
    (0, 1, 2, 4, 5, 6),
    (0, 1, 2, 3, 4, 5, 6),
)


def seats(place: Plan, others: int) -> tuple[tuple[int, int], ...]:
    """Column and row of each other seat, clockwise from the viewer's left; up to seven."""
    left, right = place.edge[0], place.edge[-1]
    everywhere = (
        (left, place.middle),
        *((x, place.top) for x in place.edge),
        (right, place.middle),
    )
    return tuple(everywhere[at] for at in _TAKEN[min(others, 7)])
