"""A showdown in two steps: first all other hands, then one's own turns over (ux 5.13).

The server tells it all at once, for nobody has anything to decide any more. Until the viewer's own
cards lie open nothing is shown of who has won.
"""

from msgspec.structs import replace

from engine.values.cards import Hidden
from engine.values.events import Event, Paid, Posted, Scored, Shown
from engine.values.view import PotView, SeatView, View, Zone
from protocol.messages import ChairInfo, TableView
from tui.canvas.scene import Scene
from tui.layouts.betting.hands import known

STEPS = 2
# Whoever lost all their chips may leave too few for another deal.
_ENDED = {"between", "over", "waiting"}


def steps(scene: Scene) -> int:
    """In how many steps the end of the deal is shown; 0: all at once."""
    table = scene.table
    view, me = table.view, table.me
    if view is None or me is None or view.phase != "over" or table.stage not in _ENDED:
        return 0
    own = next((zone for zone in view.zones if zone.owner == me), None)
    return STEPS if own is not None and known(own.cells) else 0


def revealing(scene: Scene) -> bool:
    """Whether the viewer's own cards are still to be turned over."""
    return scene.ui.revealed is not None and scene.ui.revealed < steps(scene)


def staged(scene: Scene) -> Scene:
    """The scene before that: the own cards hidden, no pot paid, and no match over."""
    table = scene.table
    view, me = table.view, table.me
    assert view is not None
    won, paid = _sums(view, "won"), _sums(view, "matched")
    seats = tuple(
        _before(one, won.get(seat, 0) - paid.get(seat, 0)) for seat, one in enumerate(view.seats)
    )
    shown = replace(
        view,
        zones=tuple(_hidden(zone) if zone.owner == me else zone for zone in view.zones),
        seats=seats,
        # What lies there now is the next deal's where some have paid for it.
        pots=(PotView(sum(won.values()), ()),) if paid else view.pots,
        notes=tuple(
            note
            for note in view.notes
            if note.code not in {"won", "matched"} and (note.code != "hand" or note.seat != me)
        ),
    )
    chairs = tuple(_poorer(chair, seats, seat) for seat, chair in enumerate(table.chairs))
    staged: TableView = replace(
        table, view=shown, chairs=chairs, ended=None, winners=(), pot=0, stage="between"
    )
    events = tuple(event for event in scene.events if not _late(event, me))
    return replace(scene, table=staged, events=events)


def _sums(view: View, code: str) -> dict[int, int]:
    """What the seats have won, or paid for the next pot."""
    sums: dict[int, int] = {}
    for note in view.notes:
        chips = note.facts.get("chips")
        if note.code == code and note.seat is not None and isinstance(chips, int):
            sums[note.seat] = sums.get(note.seat, 0) + chips
    return sums


def _hidden(zone: Zone) -> Zone:
    return replace(zone, cells=(Hidden(),) * len(zone.cells))


def _before(seat: SeatView, won: int) -> SeatView:
    """A seat before it was paid."""
    if seat.stack is None:
        return seat
    markers = tuple(marker for marker in seat.markers if marker != "winner")
    return replace(seat, stack=seat.stack - won, markers=markers)


def _poorer(chair: ChairInfo, seats: tuple[SeatView, ...], seat: int) -> ChairInfo:
    """A chair with the chips of its seat in the deal, if it has a part in it."""
    stack = seats[seat].stack if seat < len(seats) and seats[seat].status != "out" else None
    if chair.freezeout is None or stack is None:
        return chair
    return replace(chair, freezeout=replace(chair.freezeout, stack=stack))


def _late(event: Event, me: int | None) -> bool:
    """Whether an event says what the own cards have come to."""
    match event:
        case Shown(seat):
            return seat == me
        case Paid(source="pot") | Posted(kind="match") | Scored():
            return True
        case _:
            return False
