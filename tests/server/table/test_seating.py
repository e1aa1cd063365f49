"""Deal seats told as chairs, in everything that has a seat in it."""

from msgspec.structs import replace

from engine.kit.shuffle import shuffle
from engine.values.actions import BringIn, Discard, Fold
from engine.values.cards import UNKNOWN, Hidden
from engine.values.events import (
    Acted,
    Dealt,
    Event,
    Moved,
    Paid,
    Phase,
    Posted,
    Reshuffled,
    Scored,
    Shown,
)
from engine.values.view import Note, PotView, SeatView, View, Zone
from server.table import seating
from server.table.commands import Begin, Sit
from server.table.state import Deal
from tests.server.table.books import Book, empty


def deal(*chairs: int) -> Deal:
    """A deal that people in these chairs play."""
    made = Book(empty())
    for number, chair in enumerate(chairs):
        made.does(Sit(chair, 500), f"p{number}")
    made.does(Begin(1, shuffle(bytes(32))))
    assert made.table.deal is not None
    assert made.table.deal.seats == chairs
    return made.table.deal


TOLD: tuple[tuple[Event, Event], ...] = (
    (Phase("flop"), Phase("flop")),
    (Dealt("hand.1", 1, (Hidden(),)), Dealt("hand.2", 2, (Hidden(),))),
    (Dealt("board", None, (UNKNOWN,)), Dealt("board", None, (UNKNOWN,))),
    (Acted(2, Fold()), Acted(5, Fold())),
    (Moved(3, 0, 2), Moved(3, 0, 5)),
    (Moved(3, None, 1), Moved(3, None, 2)),
    (Moved(3, 1, None), Moved(3, 2, None)),
    (Shown(1, (UNKNOWN,)), Shown(2, (UNKNOWN,))),
    (Posted(2, 10, "blind"), Posted(5, 10, "blind")),
    (Paid(0, 15, "pot"), Paid(0, 15, "pot")),
    (Scored("over"), Scored("over")),
    # Stud's open cards and bring-in, the exchange of draw.
    (Dealt("up.2", 2, (UNKNOWN,)), Dealt("up.5", 5, (UNKNOWN,))),
    (Posted(1, 1, "ante"), Posted(2, 1, "ante")),
    (Acted(1, BringIn(5)), Acted(2, BringIn(5))),
    (Acted(2, Discard((Hidden(),) * 3)), Acted(5, Discard((Hidden(),) * 3))),
    (Reshuffled(12), Reshuffled(12)),
)


def test_events() -> None:
    gaps = deal(0, 2, 5)
    seats, chairs = (tuple(one) for one in zip(*TOLD, strict=True))
    assert seating.events(seats, gaps, 6) == chairs
    # Where all chairs play there is nothing to change.
    assert seating.events(seats, replace(gaps, seats=(0, 1, 2)), 3) is seats


def test_a_view() -> None:
    gaps = deal(1, 3, 4)
    told = View(
        phase="flop",
        to_act=(2, 0),
        zones=(
            Zone("board", "board", None, (UNKNOWN,)),
            *(Zone(f"hand.{seat}", "hand", seat, (Hidden(),)) for seat in range(3)),
        ),
        seats=tuple(SeatView(stack=seat) for seat in range(3)),
        pots=(PotView(30, (0, 2)), PotView(5, (1,))),
        notes=(Note("won", 2, {"chips": 7}), Note("split")),
    )
    shown = seating.view(told, gaps, 6)
    assert shown.to_act == (4, 1)
    assert [(zone.id, zone.owner) for zone in shown.zones] == [
        ("board", None),
        ("hand.1", 1),
        ("hand.3", 3),
        ("hand.4", 4),
    ]
    assert [(seat.status, seat.stack) for seat in shown.seats] == [
        ("out", None),
        ("in", 0),
        ("out", None),
        ("in", 1),
        ("in", 2),
        ("out", None),
    ]
    assert [pot.seats for pot in shown.pots] == [(1, 4), (3,)]
    assert [note.seat for note in shown.notes] == [4, None]
    assert seating.view(told, replace(gaps, seats=(0, 1, 2)), 3) is told
