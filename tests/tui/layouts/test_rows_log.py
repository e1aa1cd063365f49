"""A deal of Chinese poker told in sentences, the same from the table and from its record."""

from itertools import cycle
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from engine.game import AnyGame, Setup
from engine.games.chinese.closed import Chinese
from engine.games.chinese.closed import Options as ClosedOptions
from engine.games.chinese.open_state import Options, PineappleOptions
from engine.games.chinese.openface import OpenFace, Pineapple
from engine.games.chinese.state import Carry
from engine.kit.shuffle import shuffle
from engine.play import at_random, walk
from engine.values.actions import Declare, Surrender
from engine.values.chance import Dice
from engine.values.secret import redact
from engine.values.why import Why
from protocol.messages import PastDeal, PlayedDeal
from tests.tui.deals import scene_of
from tests.tui.layouts.rows_deals import (
    ANNA,
    BEN,
    CP_BEN,
    NAMES,
    PICTURE,
    closed,
    opened,
    picture,
    pineapple,
    scene,
)
from tests.tui.layouts.rows_drawn import EN, TRUE, drawn, told
from tests.tui.layouts.test_generated import LONG, ODD, SIZES, checked
from tests.tui.layouts.test_rows_result import DRAGON, OF_02
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Explain, GoOn, Point, Scene
from tui.layouts import rows
from tui.layouts.rows.counting import counted
from tui.layouts.rows.seen import known
from tui.locale import Words
from tui.notices import Notice
from tui.screens.record_page import hands
from tui.screens.record_page import scene_of as past_scene

DE = Words("de")

CLOSED = """
── Runde 3/10 ──
Jeder bekommt 13 Karten.
Anna bekommt A♣ K♠ K♦ D♦ 9♣ 9♥ 8♠ 8♥ 8♦ 5♥ 4♣ 4♦ 3♠
Anna ist fertig.
Ben ist fertig.
Carla ist fertig.
Dan ist fertig.
── Aufgedeckt ──
Anna zeigt A♣ D♦ 5♥ | K♠ K♦ 9♣ 9♥ 3♠ | 8♠ 8♥ 8♦ 4♣ 4♦
Ben zeigt 6♠ 6♦ K♣ | D♠ D♣ 7♦ 7♣ 2♠ | B♥ 10♥ 6♥ 3♥ 2♥
Carla zeigt K♥ B♠ 9♦ | A♥ A♠ B♦ 10♦ 2♣ | 7♠ 6♣ 5♠ 4♥ 3♦
Dan zeigt 10♠ 10♣ 2♦ | 9♠ 8♣ 7♥ 5♦ 4♠ | A♦ D♥ B♣ 5♣ 3♣
Anna: A D 5 / Zwei Paare K 9 / Full House 8
Ben: Paar 6 / Zwei Paare D 7 / Flush B
Carla: K B 9 / Paar A / Straße 7
Dan hat verlegt: Vorne schlägt die Mitte.
Ben zahlt Anna 1: Vorne −1, Mitte +1, Hinten +1.
Carla zahlt Anna 6: alle drei Reihen +3, Scoop +3.
Dan zahlt Anna 6: verlegt, alle drei Reihen +3, Scoop +3.
Carla zahlt Ben 6: alle drei Reihen +3, Scoop +3.
Dan zahlt Ben 6: verlegt, alle drei Reihen +3, Scoop +3.
Dan zahlt Carla 6: verlegt, alle drei Reihen +3, Scoop +3.
Anna +13 · Ben +11 · Carla −6 · Dan −18
"""


def test_a_closed_deal() -> None:
    assert told(picture()) == CLOSED.splitlines()[1:]


def test_giving_up_and_special_hands() -> None:
    options: Any = {"special_hands": True, "surrender": 3}
    table = closed((Declare("dragon"), CP_BEN, Surrender(3)), {ANNA: DRAGON}, **options)
    lines = told(scene(table, BEN))
    at = lines.index("── Aufgedeckt ──")
    assert lines[at + 1 : at + 4] == [
        "Anna sagt eine Sonderhand an: Drache, zählt 13.",
        "Carla gibt auf, Preis 3.",
        "Anna zeigt A♣ K♠ D♥ B♦ 10♦ 9♠ 8♥ 7♠ 6♣ 5♠ 4♥ 3♦ 2♣",
    ]
    assert lines[-4:] == [
        "Carla zahlt Ben 3: aufgegeben.",
        "Ben zahlt Anna 13: Sonderhand Drache.",
        "Carla zahlt Anna 13: Sonderhand Drache.",
        "Anna +26 · Ben −10 · Carla −16",
    ]


def test_an_open_deal_has_a_line_a_turn() -> None:
    lines = told(scene(opened(OF_02), BEN), EN)
    assert lines[1:4] == [
        "Anna lays 5♥ 5♠ A♠ A♦ A♣ in the back.",
        "Ben lays 8♥ J♠ J♥ J♦ J♣ in the back.",
        "Anna lays 3♠ in the middle.",
    ]
    assert "Anna lays 2♦ in front." in lines
    assert lines[-1] == "In Fantasyland in the next deal: Anna (13 cards)."


def test_a_card_thrown_away_is_named_to_its_owner() -> None:
    table = pineapple(OF_02, ("2h3h4h7h", "2s3c4c4d"))
    lines = told(scene(table, BEN))
    assert "Anna legt 3♠ 4♠ in die Mitte und wirft eine Karte verdeckt weg." in lines
    assert "Ben legt 2♣ 7♠ in die Mitte und wirft 2♠ verdeckt weg." in lines
    others = "\n".join(told(scene(table, None)))
    assert "2♠" not in others
    assert "2♥" not in others


def test_fantasyland_stays_face_down_until_the_end() -> None:
    table = opened(OF_02, (13, 0))
    lines = told(scene(table, BEN))
    land = lines.index("Anna ist im Fantasyland: 13 Karten auf einmal.")
    rows_set = lines.index("Anna hat im Fantasyland gesetzt, verdeckt bis zum Ende.")
    shown = lines.index("Anna zeigt K♣ K♠ 2♦ | 9♣ 9♦ 9♥ 4♠ 3♠ | A♣ A♦ A♠ 5♠ 5♥")
    assert land < rows_set < lines.index("── Aufgedeckt ──") < shown
    own = told(scene(table, ANNA))
    assert own[own.index("Anna hat im Fantasyland gesetzt, verdeckt bis zum Ende.") + 1] == (
        "K♣ K♠ 2♦ | 9♣ 9♦ 9♥ 4♠ 3♠ | A♣ A♦ A♠ 5♠ 5♥"
    )


def test_who_is_waited_for_and_what_one_holds() -> None:
    game, options = OpenFace(), Options()
    moments = walk(game, options, Setup(2, 1, Carry()), shuffle(b"w"), at_random(Dice(b"w")))
    first = next(moments)
    lines = told(scene_of(game, first.state, 0, NAMES[:2], first.events, options))
    assert lines[1].startswith("Anna bekommt ")
    assert lines[-1] == "▸ Anna ist dran."
    lines = told(scene_of(game, first.state, 1, NAMES[:2], first.events, options))
    assert lines[1:] == ["▸ Anna ist dran."]
    two = closed(PICTURE[:2])
    state, events = two.game.new(two.state.options, Setup(2, 1, Carry()), shuffle(b"w"))
    lines = told(scene_of(two.game, state, None, NAMES[:2], events, two.state.options))
    assert lines[-1] == "▸ Anna und Ben sortieren noch."


def test_what_happened_beside_the_deal_stands_where_it_happened() -> None:
    shown = scene(opened(OF_02), BEN)
    # After the third of Anna's first five cards.
    gone = replace(shown, notices=(Notice("away", ANNA, "Anna", at=5),), missed=9)
    lines = told(gone)
    notice = next(at for at, line in enumerate(lines) if "Anna" in line and "legt" not in line)
    assert lines[notice - 1].startswith("Anna legt ")
    assert lines[notice + 1].startswith("Anna legt ")
    assert DE("link.missed") in lines


def test_long_lines_are_folded() -> None:
    for room in (74, 31):
        lines = rows.log(picture(), TRUE, DE, room)
        widths = [sum(len(text) for text, _ in line) for line in lines]
        assert max(widths) <= room


# ── deals thrown by dice ───────────────────────────────────────────────────────────────────────

DEALS: list[tuple[AnyGame, Any, int, Carry]] = [
    (Chinese(), ClosedOptions(royalties="usual"), 4, Carry()),
    (Chinese(), ClosedOptions(surrender=3, special_hands=True, scoring="2-4"), 3, Carry()),
    (Chinese(), ClosedOptions(royalties="own", back_four=100, special_hands=True), 2, Carry()),
    (OpenFace(), Options(), 4, Carry((0, 13, 0, 0))),
    (OpenFace(), Options(royalties="replace", fantasyland=False), 2, Carry()),
    (Pineapple(), PineappleOptions(progressive=True), 3, Carry((17, 0, 0))),
]


def finished(deal: tuple[AnyGame, Any, int, Carry], seed: bytes, sensible: bool) -> Any:
    """The last state of a deal with all its events: by dice, or as a timeout would play it."""
    game, options, players, carry = deal
    setup = Setup(players, 0, carry)
    if not sensible:
        moments = list(walk(game, options, setup, shuffle(seed), at_random(Dice(seed))))
        return moments[-1].state, tuple(event for one in moments for event in one.events)
    state, events = game.new(options, setup, shuffle(seed))
    while (seats := game.view(state).to_act) and game.result(state) is None:
        action = game.default(state, seats[0], None)
        assert action is not None
        state, more = game.apply(state, seats[0], action)
        events += more
    return state, events


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: f"{deal[0].id}-{deal[2]}")
def test_any_result_for_any_viewer_on_any_screen(deal: tuple[AnyGame, Any, int, Carry]) -> None:
    game, options, players, _ = deal
    depths, sizes, odd = cycle(get_args(Depth)), cycle(SIZES), cycle(ODD)
    for turn in range(3):
        seed = bytes([turn, players]) * 4
        state, events = finished(deal, seed, sensible=turn % 2 == 0)
        points = game.result(state)
        assert points is not None
        for me in (*range(players), None)[turn % 2 :: 2]:
            shown = scene_of(game, state, me, LONG[:players], events, options)
            found = rows.see(shown)
            assert found is not None
            # The events alone say the same, however the rows came to lie there.
            again = counted(shown)
            assert again is not None
            assert strip(found.endings) == strip(again.endings)
            assert [one.points for one in found.endings] == list(points.net)
            for one in found.endings:
                assert sum(pair.points for pair in one.pairs.values()) == one.points
            shown = replace(shown, ui=replace(shown.ui, cursor=turn % players))
            for size in (next(sizes), next(sizes), next(odd)):
                colours = palette(next(depths), ascii=turn == 2)
                words = EN if turn == 1 else DE
                checked(drawn(shown, size, colours, words), size, colours)
            pressed(shown)


def strip(endings: Any) -> Any:
    """Endings without cards that nobody needs."""
    return [replace(one, hand=()) for one in endings]


def pressed(shown: Scene) -> None:
    """Arrows show somebody else, Space goes on or says why not."""
    assert isinstance(rows.press(shown, "left", DE), Point)
    answer = rows.press(shown, "space", DE)
    assert answer == GoOn() if shown.table.me is not None else answer is None
    assert not isinstance(answer, Explain)


# ── deals of the past ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("deal", DEALS, ids=lambda deal: f"{deal[0].id}-{deal[2]}")
def test_a_past_deal_tells_the_same_story(deal: tuple[AnyGame, Any, int, Carry]) -> None:
    game, options, players, _ = deal
    state, events = finished(deal, b"past", sensible=True)
    values = {name: getattr(options, name) for name in options.__struct_fields__}
    own = tuple(redact(event, 1) for event in events)
    past = PastDeal("t1", 7, 1_700_000_000_000, "Küche", game.id, 3, Why("counted"))
    played = PlayedDeal(past, 1, NAMES[:players], values, own)
    shown = scene_of(game, state, 1, NAMES[:players], events, options)
    shown = replace(shown, table=replace(shown.table, number=3, stage="over"))
    lines = told(past_scene(played))
    assert lines == told(shown)
    assert any(" zahlt " in line or " zahlen " in line for line in lines)
    assert len(dict(hands(played))) == players
    for _, cells in hands(played):
        assert len(cells) == len(known(cells)) == 13
