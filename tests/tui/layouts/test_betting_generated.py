"""Betting deals thrown by dice, every state drawn for every viewer, as test_generated does."""

import re
from itertools import cycle, islice
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from engine.games.betting.options import DrawOptions
from engine.games.betting.state import Carry, Options
from engine.values.actions import Discard
from engine.values.cards import RANKS, SUITS, Card
from engine.values.events import Acted, Dealt
from engine.values.offers import admitted
from protocol.messages import CashInfo, ChairInfo
from tests.tui.deals import moments, scene_of
from tests.tui.layouts.betting_deals import BY_ID
from tests.tui.layouts.cash_tables import FREE, cash_scene, sitting
from tests.tui.layouts.test_generated import LONG, ODD, SIZES, checked
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import (
    Act,
    Amount,
    Confirm,
    Explain,
    Fill,
    Mark,
    Marked,
    Plan,
    Scene,
    Ui,
)
from tui.layouts import cash, layout
from tui.layouts.betting import Betting
from tui.locale import Words

DE, EN = Words("de"), Words("en")
KEYS = (
    *"0123456789fcrbamhdpkvwx",
    "enter",
    "escape",
    "space",
    "left",
    "right",
    "up",
    "down",
    "plus",
)
NAMES = (*LONG, "Jörg-Peter", "한한한한한한", "É", "Wolfgang-Ama")
# How many deals an ordinary run draws, and the soak.
DEALS = [pytest.param(3, id="some"), pytest.param(30, id="many", marks=pytest.mark.soak)]
RICH = Carry(stacks=(12_345_678, 9_999_999, 1_000_000, 123_456, 40, 999_999, 7_000, 1, 55_555, 10))


def cases() -> list[Any]:
    made = [
        ("holdem", 10, Options(bet=20), RICH),
        ("holdem", 2, Options(structure="split"), Carry(stacks=(35, 400))),
        ("holdem", 6, Options(structure="spread", top=40, ante=1), Carry(stacks=(90,) * 6)),
        ("omaha", 4, Options(structure="pot"), Carry(stacks=(300, 20, 500, 40))),
        ("omaha_hilo", 9, Options(structure="pot", bet=25), Carry()),
        ("omaha_hilo", 3, Options(structure="no"), Carry(stacks=(7, 50, 90))),
        ("draw5", 8, DrawOptions(structure="pot", bet=20), RICH),
        ("draw5", 5, DrawOptions(structure="split"), Carry(stacks=(300, 20, 500, 40, 200))),
        ("draw5", 2, DrawOptions(structure="no"), Carry(stacks=(35, 400))),
    ]
    return [pytest.param(*case, id=f"{case[0]}-{case[1]}-{case[2].structure}") for case in made]


def carried(carry: Carry, players: int) -> Carry:
    return replace(carry, stacks=carry.stacks[:players])


def pressed_keys(scene: Scene) -> None:
    """Every key leads to something offered or to words; enabled buttons to no explanation."""
    drawing, offers = Betting(), scene.table.offers
    answers = {key: drawing.press(scene, key, DE) for key in KEYS}
    for key, answer in answers.items():
        then = answer.then if isinstance(answer, Confirm) else answer
        if isinstance(then, Act):
            assert admitted(offers, then.action), (key, then)
        elif isinstance(answer, Explain):
            assert answer.text
    for button in drawing.buttons(scene, DE):
        assert button.enabled or button.reason
        key = {"Enter": "enter", "Esc": "escape", "Space": "space"}.get(button.keys, button.keys)
        if button.id.startswith("bet.") and button.enabled and button.id != "bet.view":
            assert isinstance(answers[key], Act | Confirm | Fill | Plan), button
        elif button.id.startswith("bet.") and not button.enabled:
            assert isinstance(answers[key], Explain), button
        elif button.id.startswith("draw."):
            key = "1" if button.id == "draw.cards" else key
            wanted = Act | Confirm | Mark if button.enabled else Explain
            assert isinstance(answers[key], wanted), button


def with_marks(scene: Scene, turn: int) -> Scene:
    """The scene with some of the viewer's own cards marked, where they are exchanged."""
    view, me = scene.table.view, scene.table.me
    if view is None or view.phase != "draw" or me is None or turn % 3 == 2:
        return scene
    zone = view.zone(f"hand.{me}")
    own = [cell for cell in zone.cells if isinstance(cell, Card)] if zone else []
    marked = Marked(tuple(own[turn % 4 :: 2]), scene.table.deal, scene.table.decision)
    return replace(scene, ui=replace(scene.ui, marked=marked, cursor=turn % 7))


def ui(turn: int, drawer: Any) -> Ui:
    """A viewer's side of the screen, some of it in the middle of something."""
    amounts = (None, Amount(0), Amount(turn * 7), Amount(10**8, typed=True), Amount(None))
    return Ui(
        guarded=turn % 4 == 1,
        pending=turn % 4 == 2,
        message="王 [b]x[/b] " * 9 if turn % 5 == 3 else None,
        latency=1234,
        drawer=drawer,
        scroll=turn,
        typed="und dann " * min(turn, 44),
        unread=turn,
        amount=amounts[turn % len(amounts)],
        listed=turn % 3 == 1,
    )


@pytest.mark.parametrize("deals", DEALS)
@pytest.mark.parametrize(("game_id", "players", "options", "carry"), cases())
def test_any_state_for_any_viewer_on_any_screen(
    game_id: str, players: int, options: Options, carry: Carry, deals: int
) -> None:
    game = BY_ID[game_id]
    drawing = layout(game_id)
    assert isinstance(drawing, Betting)
    depths = cycle(get_args(Depth))
    sizes, odd = cycle(SIZES), cycle(ODD)
    drawers: Any = cycle((None, None, "log", "chat", "info"))
    viewers = cycle((*range(players), None))
    seen = 0
    for seed in (bytes([number]) * 4 for number in range(deals)):
        states = list(moments(game, options, players, carried(carry, players), seed))
        # The end of a deal is always among them.
        for turn, (state, events) in enumerate([*islice(states, 24), states[-1]]):
            for _ in range(2):
                me, depth, size, drawer = next(viewers), next(depths), next(sizes), next(drawers)
                scene = scene_of(game, state, me, NAMES, events, options, ui(turn, drawer))
                scene = with_marks(scene, turn)
                colours = palette(depth, ascii=turn % 5 == 4)
                words = EN if turn % 3 == 2 else DE
                lines = checked(drawing.draw(scene, size, colours, words), size, colours)
                if size[0] >= 40:
                    keys = ("? ", "Space ", "Enter ", "> ", "▸ ", "0-9 ")
                    assert lines[-1].strip().startswith(keys), lines[-1]
                small = next(odd)
                checked(drawing.draw(scene, small, colours, words), small, colours)
                drawing.tell(scene, colours, words)
                pressed_keys(scene)
                seen += 1
    assert seen > 20


@pytest.mark.parametrize("me", [0, 3, None])
@pytest.mark.parametrize("game_id", ["holdem", "omaha_hilo", "draw5", "indian_holdem"])
def test_cards_that_a_viewer_may_not_see_are_nowhere(game_id: str, me: int | None) -> None:
    """Cards on the screen are the board's, one's own, and those that lie open."""
    game = BY_ID[game_id]
    options = game.Options()
    for state, events in moments(game, options, 5, Carry(stacks=(200,) * 5), b"leak"):
        scene = scene_of(game, state, me, ("Ann", "Bob", "Cid", "Dot", "Eve"), events)
        assert scene.table.view is not None
        cells = [cell for zone in scene.table.view.zones for cell in zone.cells]
        # One's own cards stay known to whoever has exchanged them.
        for event in scene.events:
            if isinstance(event, Dealt):
                cells += event.cells
            elif isinstance(event, Acted) and isinstance(event.action, Discard):
                cells += event.action.cards
        known = {cell.code for cell in cells if isinstance(cell, Card)}
        for size, listed in (((60, 18), False), ((80, 24), True), ((120, 36), False)):
            at = replace(scene, ui=Ui(listed=listed))
            screen = Betting().draw(at, size, palette("mono", ascii=True), EN)
            shown = "\n".join("".join(run.text for run in row) for row in screen)
            shown = re.sub(r"\b10(?=[cdhs]\b)", "T", shown)
            assert set(re.findall(rf"\b([{RANKS}][{SUITS}])\b", shown)) <= known


def at_ten_chairs(players: int, stacks: tuple[int, ...], turn: int) -> Any:
    """Chairs of which some play, and the others are in every way that there is out of the deal."""
    seats = tuple(range(turn % 3, turn % 3 + players))
    others = (
        FREE,
        sitting("Wolfgang-Ama", 9_999_999, owes=True),
        sitting("Émilie-Éloïs", 1_234, owes=True, posting=True),
        sitting("WWWWWWWWWWWW", 777, wish="rest", coming=12),
        sitting("[/red]b[b]:a", 0, buy=(800, 2_000)),
        sitting("Jörg-Peter", 40, wish="leave"),
        ChairInfo("bot", "É", cash=CashInfo(500)),
    )
    chairs = [others[(seat + turn) % len(others)] for seat in range(10)]
    for place, seat in enumerate(seats):
        wish: Any = ("play", "rest", "leave")[(seat + turn) % 3]
        chairs[seat] = sitting(
            NAMES[seat], stacks[place], wish=wish, reserve=turn % 3, coming=turn * 1_000
        )
    return seats, tuple(chairs)


@pytest.mark.parametrize(
    ("game_id", "players"),
    [("holdem", 2), ("holdem", 6), ("omaha_hilo", 4), ("draw5", 5), ("indian_holdem", 5)],
)
def test_any_state_at_a_table_with_chairs_out_of_the_deal(game_id: str, players: int) -> None:
    game = BY_ID[game_id]
    carry = carried(RICH, players)
    depths, sizes, odd = cycle(get_args(Depth)), cycle(SIZES), cycle(ODD)
    viewers = cycle((*range(10), None))
    seen = 0
    for seed in (bytes([number]) * 4 for number in range(5)):
        states = list(moments(game, game.Options(bet=20), players, carry, seed))
        for turn, dealt in enumerate([*islice(states, 24), states[-1]]):
            seats, chairs = at_ten_chairs(players, carry.stacks, turn)
            me = next(viewers)
            if me is not None and chairs[me].kind != "person":
                me = None
            over = game.result(dealt[0]) is not None
            stage = "waiting" if over and turn % 2 else None
            soon = 4 if over and stage is None else None
            how: Any = {"game_id": game_id, "stage": stage, "soon": soon, "purse": turn * 100}
            drawers: Any = (None, "log", "info")[turn % 3]
            clock = None if over else turn
            scene = cash_scene(dealt, seats, chairs, me, clock=clock, drawer=drawers, **how)
            scene = replace(scene, ui=replace(scene.ui, listed=turn % 4 == 1))
            depth, size, small = next(depths), next(sizes), next(odd)
            colours = palette(depth, ascii=turn % 5 == 4)
            words = EN if turn % 3 == 2 else DE
            checked(Betting().draw(scene, size, colours, words), size, colours)
            checked(Betting().draw(scene, small, colours, words), small, colours)
            pressed_keys(scene)
            ids = [button.id for button in cash.buttons(scene, words)]
            assert len(ids) == len(set(ids))
            seen += 1
    assert seen > 20
