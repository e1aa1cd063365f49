"""The picture of a line that is away, from what it shows alone (ux 5.16)."""

import time
from typing import get_args

import pytest
from msgspec.structs import replace

from engine.values.manners import Manners
from engine.values.why import Why
from protocol.messages import Account, ChairInfo, GameInfo, TableView, Welcome
from tests.tui import scenes
from tests.tui.layouts.drawn import rows, style_at
from tui.canvas.cells import Row
from tui.canvas.dim import dimmed
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Button
from tui.conversation import Outage
from tui.locale import Words
from tui.room import Room
from tui.screens.reconnect import Frozen, draw, seat_lines

DE, EN = Words("de"), Words("en")
OUTAGE = Outage(Why("lost"), since=1_700_000_000.0, attempt=3, pause=4, due=0.0)
BUTTONS = (
    Button("link.now", "Enter", "jetzt versuchen"),
    Button("app.leave", "q", "zur Shell"),
)
WAITS = (DE("link.seat.held"), DE("link.seat.waits"))

BOX = """
              ┏━ Neu verbinden ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
              ┃                                                  ┃
              ┃  Versuch 3 · nächster in 4 s                     ┃
              ┃  ──────────────────────────────────────────────  ┃
              ┃  Dein Platz ist reserviert.                      ┃
              ┃  Der Durchgang wartet auf dich.                  ┃
              ┃                                                  ┃
              ┃   Enter jetzt versuchen    q zur Shell           ┃
              ┃                                                  ┃
              ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
"""


def frozen(depth: Depth = "true", width: int = 80, height: int = 24) -> Frozen:
    """Anna's turn, frozen, with the third try in 4 s."""
    below = dimmed(rows(scenes.turn(), width, height, depth), palette(depth))
    return Frozen(below, OUTAGE, 4.0, back=False, seat=WAITS, buttons=BUTTONS)


def text(drawn: tuple[Row, ...]) -> list[str]:
    """The rows without their colours."""
    return ["".join(run.text for run in row) for row in drawn]


def picture(shown: Frozen, width: int = 80, height: int = 24, words: Words = DE) -> list[str]:
    """The rows as they are drawn in true colours."""
    return text(draw(shown, (width, height), palette("true"), words))


def test_the_box_lies_in_the_middle_of_the_frozen_table() -> None:
    drawn, below = picture(frozen()), text(rows(scenes.turn()))
    for y, line in enumerate(BOX.strip("\n").split("\n"), 7):
        assert drawn[y][14:66] == line[14:], y
        assert (drawn[y][:14], drawn[y][66:]) == (below[y][:14], below[y][66:])
    as_of = time.strftime("%H:%M:%S", time.localtime(OUTAGE.since))
    assert drawn[0] == " ✗ Verbindung unterbrochen" + f"Stand {as_of} · eingefroren ".rjust(54)
    assert drawn[23].rstrip() == " Enter jetzt versuchen  q zur Shell"
    for y in (*range(1, 7), *range(17, 23)):
        assert drawn[y] == below[y]


@pytest.mark.parametrize(("left", "full"), [(4.0, 0), (3.0, 12), (1.0, 34), (0.0, 46)])
def test_the_line_fills_until_the_next_try(left: float, full: int) -> None:
    drawn = picture(replace(frozen(), left=left))
    assert drawn[10][17:63] == "━" * full + "─" * (46 - full)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"left": 0.2}, "Versuch 3 · nächster in 1 s"),
        ({"left": None}, "Versuch 3 · läuft …"),
        ({"left": None, "back": True}, "Wieder verbunden."),
    ],
)
def test_what_is_being_done_is_said(change: dict[str, object], said: str) -> None:
    assert picture(replace(frozen(), **change))[9][17:63].rstrip() == said


def test_a_server_that_said_goodbye_is_told_as_such() -> None:
    shown = replace(frozen(), outage=replace(OUTAGE, why=Why("stopping")))
    assert picture(shown)[0].startswith(" ✗ Der Server wurde beendet ")


@pytest.mark.parametrize("words", [DE, EN])
@pytest.mark.parametrize(
    ("width", "height"), [(200, 60), (120, 36), (60, 18), (52, 12), (40, 12), (29, 11), (20, 6)]
)
def test_every_window_tells_the_try_and_the_keys(words: Words, width: int, height: int) -> None:
    below = dimmed(rows(scenes.turn(), width, height), palette("true"))
    buttons = (
        Button("link.now", "Enter", words("link.key.now")),
        Button("app.leave", "q", words("link.key.quit")),
    )
    seat = (words("link.seat.held"), words("link.seat.vote", time="10:00"))
    shown = Frozen(below, OUTAGE, 4.0, back=False, seat=seat, buttons=buttons)
    drawn = picture(shown, width, height, words)
    assert len(drawn) == height
    assert all(len(line) == width for line in drawn)
    assert " 3 ·" in "\n".join(drawn)
    assert "Enter" in drawn[-1] or "q " in drawn[-1]
    if width >= 52:
        assert any(seat[1] in line for line in drawn)


@pytest.mark.parametrize("depth", get_args(Depth))
def test_what_is_frozen_looks_it_at_every_depth(depth: Depth) -> None:
    alive = rows(scenes.turn(), depth=depth)
    drawn = draw(frozen(depth), (80, 24), palette(depth), DE)
    # A card of Anna's hand, and her name.
    for y, x in ((3, 40), (16, 3)):
        assert style_at(drawn, y, x) != style_at(alive, y, x)


# ── the seat meanwhile ─────────────────────────────────────────────────────────────────────────


def known(view: TableView | None, absence: str = "pause", held: bool = True) -> Room:
    """What a session knows that was told of that table."""
    manners = Manners("quiet", absence, None)  # type: ignore[arg-type]
    game = GameInfo("pokerface", 3, 6, (), manners, bots=True)
    account = Account("a", "Anna", guest=True)
    room = Room(Welcome(1, "s", account, (game,), held=("t1",) if held else ()))
    if view is not None:
        room.receive(view)
    return room


BOTS = (ChairInfo("person", "Anna"), *(ChairInfo("bot", "Ada") for _ in range(5)))
PLAYING = scenes.table(scenes.turn_view())


@pytest.mark.parametrize(
    ("room", "said"),
    [
        (known(None, held=False), ()),
        (known(scenes.table(scenes.turn_view(), me=None), held=False), ()),
        (known(None), ("held",)),
        (known(replace(PLAYING, stage="between")), ("held",)),
        (known(PLAYING), ("held", "vote")),
        (known(replace(PLAYING, chairs=BOTS)), ("held", "waits")),
        (known(PLAYING, "default"), ("held", "default")),
    ],
)
def test_what_becomes_of_the_seat_is_said_as_far_as_it_is_known(
    room: Room, said: tuple[str, ...]
) -> None:
    for words in (DE, EN):
        expected = tuple(words(f"link.seat.{key}", time="1:00") for key in said)
        assert seat_lines(room, words) == expected
