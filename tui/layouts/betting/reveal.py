"""Cards that are dealt after the last bet, street by street: what has come is shown in steps.

The server tells it all at once, for nobody has anything to decide any more. The screen opens the
hands first, then a street at a time (ux 5.14); nothing is shown that has not been told. A hand that
all see but its owner turns over for the owner last (ux 5.13).
"""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from engine.values.cards import Empty, Hidden
from engine.values.events import Dealt, Event, Paid, Phase, Scored, Shown
from engine.values.view import SeatView, Zone
from tui.canvas.scene import Scene
from tui.layouts.betting.kinds import STREETS, Kind, kind_of

# Whoever lost all their chips may leave too few for another deal.
_ENDED = {"between", "over", "waiting"}


def steps(scene: Scene) -> int:
    """In how many steps the end of the deal is shown; 0: all at once."""
    view = scene.table.view
    if view is None or view.phase != "over" or scene.table.stage not in _ENDED:
        return 0
    hidden = len(_hidden(scene))
    return hidden + 1 if hidden else 0


def revealing(scene: Scene) -> bool:
    """Whether steps are still to come."""
    return scene.ui.revealed is not None and scene.ui.revealed < steps(scene)


def is_staged(scene: Scene) -> bool:
    """Whether the scene is one of the steps."""
    view = scene.table.view
    return view is not None and view.phase in STREETS and scene.table.stage in _ENDED


def staged(scene: Scene) -> Scene:
    """The scene as far as it is revealed: hands open, no pot paid, the late streets to come."""
    view = scene.table.view
    assert view is not None
    hidden = _hidden(scene)[max(0, (scene.ui.revealed or 0) - 1) :]
    cut = hidden[0] if hidden else len(scene.events)
    kind = kind_of(scene.table.game)
    own = scene.table.me if kind.forehead else None
    events = tuple(
        event
        for event in scene.events[:cut]
        if not (isinstance(event, Shown) and event.seat == own)
    )
    streets = (event.code for event in reversed(events) if isinstance(event, Phase))
    phase = next((code for code in streets if code in STREETS), kind.streets[0])
    won: dict[int, int] = {}
    for note in view.notes:
        chips = note.facts.get("chips")
        if note.code == "won" and note.seat is not None and isinstance(chips, int):
            won[note.seat] = won.get(note.seat, 0) + chips
    gone: Counter[str] = Counter()
    for event in scene.events[cut:]:
        if isinstance(event, Dealt):
            gone[event.zone] += len(event.cells)
    shown = replace(
        view,
        phase=phase,
        zones=tuple(_turned(_without(zone, gone[zone.id], kind), own) for zone in view.zones),
        seats=tuple(_before(one, won.get(seat, 0)) for seat, one in enumerate(view.seats)),
        notes=(),
    )
    # Until all of it lies there nothing else is shown.
    table = replace(scene.table, view=shown, stage="between")
    return replace(scene, table=table, events=events)


def _hidden(scene: Scene) -> list[int]:
    """Where what is shown step by step begins: late streets, then the viewer's own hand."""
    events = scene.events
    late = _late(events)
    if not kind_of(scene.table.game).forehead:
        return late
    result = next((at for at, event in enumerate(events) if _is_result(event)), len(events))
    own = any(isinstance(e, Shown) and e.seat == scene.table.me for e in events[:result])
    return [*late, result] if own else late


def _is_result(event: Event) -> bool:
    return isinstance(event, Scored) or (isinstance(event, Paid) and event.source == "pot")


def _late(events: Sequence[Event]) -> list[int]:
    """Where the streets begin whose cards came after hands had been opened."""
    opened = next((at for at, event in enumerate(events) if isinstance(event, Shown)), len(events))
    return [
        at
        for at, event in enumerate(events[:-1])
        if at > opened and isinstance(event, Phase) and isinstance(events[at + 1], Dealt)
    ]


def _without(zone: Zone, gone: int, kind: Kind) -> Zone:
    """The zone before its last cards came; only a board of hold'em's keeps their places."""
    if not gone:
        return zone
    places = (Empty(),) * gone if zone.id == "board" and not kind.stud else ()
    return replace(zone, cells=(*zone.cells[:-gone], *places))


def _turned(zone: Zone, seat: int | None) -> Zone:
    """The zone with a hand of that seat face down for its owner."""
    if seat is None or zone.kind != "hand" or zone.owner != seat:
        return zone
    return replace(zone, cells=(Hidden(),) * len(zone.cells))


def _before(seat: SeatView, won: int) -> SeatView:
    """A seat before it was paid."""
    if seat.stack is None:
        return seat
    stack = seat.stack - won
    status = "all_in" if seat.status == "in" and stack == 0 else seat.status
    return replace(seat, stack=stack, status=status)
