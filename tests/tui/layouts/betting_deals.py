"""Betting deals played for the screen: the pictures of ux 5.6, 5.7 and 5.14, and any others."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine.game import Setup
from engine.games.betting import GAMES
from engine.games.betting.options import DrawOptions
from engine.games.betting.state import Carry, Options
from engine.values import actions
from engine.values.actions import Action
from engine.values.cards import DECK, Card, cards
from engine.values.chance import Chance
from engine.values.events import Events
from engine.values.secret import redact
from protocol.messages import ChairInfo, Clock, TableView
from tests.tui.layouts.drawn import DE
from tui.canvas.cells import Row
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Scene, Ui
from tui.layouts.betting import Betting
from tui.locale import Words

BY_ID = {game.id: game for game in GAMES}

NAMES = (
    "Anna",
    "Ben",
    "Carla",
    "Dan",
    "Eva",
    "Frédéric",
    "Greta",
    "Hannes",
    "Ines",
    "Jörg-Peter",
)
ANNA, BEN, CARLA, DAN, EVA, FREDERIC, GRETA, HANNES, INES, JOERG = range(10)
FOLD, CHECK = actions.Fold(), actions.Check()
call, raise_to = actions.Call, actions.Raise


def deal(
    game_id: str,
    stacks: Sequence[int],
    hands: dict[int, str],
    board: str,
    acts: Sequence[Action],
    options: Options | None = None,
    button: int = 0,
) -> tuple[Any, Events]:
    """A deal after some acts of whoever is to act; hands that nobody names are dealt any cards."""
    game = BY_ID[game_id]
    options = options or Options()
    down = game.row.streets[0].down
    n = len(stacks)
    named = cards("".join(hands.values()) + board)
    free = iter([card for card in DECK if card not in named])
    deck: list[Card] = []
    for step in range(1, n + 1):
        seat = (button + step) % n
        own = cards(hands[seat]) if seat in hands else [next(free) for _ in range(down)]
        deck += own
    deck += cards(board)
    deck += free
    setup = Setup(n, button=button, carry=Carry(stacks=tuple(stacks)))
    state, events = game.new(options, setup, Chance(tuple(deck), b""))
    for action in acts:
        assert state.turn is not None, action
        state, more = game.apply(state, state.turn, action)
        events += more
    return state, events


def scene(
    game_id: str,
    dealt: tuple[Any, Events],
    me: int | None = ANNA,
    number: int = 1284,
    clock: int | None = None,
    watching: int = 0,
    **ui: Any,
) -> Scene:
    """What `me` receives of it; `clock` in seconds of 29."""
    game, (state, events) = BY_ID[game_id], dealt
    over = game.result(state) is not None
    options = state.options
    names = NAMES[: len(state.stacks)]
    table = TableView(
        id="t1",
        name="Küche",
        game=game_id,
        options={name: getattr(options, name) for name in options.__struct_fields__},
        seq=1,
        chairs=tuple(ChairInfo("person", name) for name in names),
        me=me,
        stage="between" if over else "running",
        deal=4,
        number=number,
        ended=None,
        view=redact(game.view(state), me),
        offers=() if me is None or over else game.offers(state, me),
        decision=0 if me is None else game.decision(state, me),
        chat="free",
        clock=None if clock is None else Clock(clock * 1000, 29_000),
        watching=watching,
    )
    seen = tuple(redact(event, me) for event in events)
    return Scene(table, seen, ui=Ui(latency=24, seconds=clock, **ui))


def more(scene: Scene, **ui: Any) -> Scene:
    """The scene with another side of its viewer."""
    return replace(scene, ui=replace(scene.ui, **ui))


TEN = (2560, 1920, 925, 2210, 1675, 3120, 460, 980, 1665, 1320)
LAST_RAISE = Options(bet=20, top=40, min_raise="last")
# Anna, Ben, Carla limp, Dan folds, Eva limps, Frédéric folds, Greta limps, Hannes and Ines fold.
PREFLOP: tuple[Action, ...] = (
    *(call(20),) * 3,
    FOLD,
    call(20),
    FOLD,
    call(20),
    FOLD,
    FOLD,
    CHECK,
)
FLOP: tuple[Action, ...] = (
    CHECK,  # Jörg-Peter
    raise_to(60),  # Anna
    call(60),  # Ben
    FOLD,  # Carla
    raise_to(180),  # Eva
    raise_to(440),  # Greta, all-in
    FOLD,  # Jörg-Peter
)
BOARD = "Qc8h8s5d8d"
HANDS = {ANNA: "QdTs", EVA: "AhQh", GRETA: "KdKc"}


def holdem10(me: int | None = ANNA, **how: Any) -> Scene:
    """The picture of ux 5.6: ten players, Anna faces 380."""
    dealt = deal("holdem", TEN, HANDS, BOARD, (*PREFLOP, *FLOP), LAST_RAISE, HANNES)
    return scene("holdem", dealt, me, **how)


def showdown10(me: int | None = ANNA, **how: Any) -> Scene:
    """The picture of ux 5.14: Greta all-in in front, Anna and Eva share what lies beside."""
    acts = (*PREFLOP, *FLOP, call(380), FOLD, call(260), CHECK, CHECK)
    river = (raise_to(180), call(180))
    dealt = deal("holdem", TEN, HANDS, BOARD, (*acts, *river), LAST_RAISE, HANNES)
    return scene("holdem", dealt, me, **how)


def omaha10(me: int | None = ANNA, **how: Any) -> Scene:
    """The picture of ux 5.7: the same on the turn of Omaha hi/lo under pot limit."""
    options = Options(structure="pot", bet=20, top=40, min_raise="last")
    hands = {ANNA: "AhQd4d2c"}
    acts = (
        *PREFLOP,
        *(CHECK,) * 6,
        CHECK,
        raise_to(60),
        call(60),
        FOLD,
        raise_to(180),
        raise_to(440),
        FOLD,
    )
    dealt = deal("omaha_hilo", TEN, hands, "Qc8h3s5d9s", acts, options, HANNES)
    return scene("omaha_hilo", dealt, me, number=311, **how)


DRAW_HAND = "QdQs9h5c2s"
# Dan raises to 22, all but Carla call.
BEFORE_DRAW: tuple[Action, ...] = (raise_to(22), *(call(22),) * 3, call(17), FOLD)


def draw6(*acts: Action, me: int | None = ANNA, **how: Any) -> Scene:
    """The picture of ux 5.9: Ben has exchanged three, Dan none, Eva one, Frédéric two."""
    options = DrawOptions(structure="pot", bet=10, top=20)
    hands = {
        ANNA: DRAW_HAND,
        BEN: "KsKd8c7h6h",
        CARLA: "Js9s8s7s3s",
        DAN: "Ah4h5h6c7c",
        EVA: "TcTdThTs2c",
        FREDERIC: "AcAd8d9dJd",
    }
    stacks = (1142, 862, 915, 1232, 497, 342)
    came = "2d2hKc3c3d3h4c4d"
    acts = (*BEFORE_DRAW, *(acts or DRAWN))
    dealt = deal("draw5", stacks, hands, came, acts, options)
    return scene("draw5", dealt, me, number=9, **how)


def put(text: str = "") -> Action:
    """These cards are put away for others."""
    return actions.Discard(cards(text))


# Clockwise from the left of the dealer, who is Anna.
DRAWN: tuple[Action, ...] = (put("8c7h6h"), put(), put("2c"), put("9dJd"))


def rows(
    scene: Scene,
    width: int = 80,
    height: int = 24,
    depth: Depth = "true",
    words: Words = DE,
    *,
    ascii: bool = False,
) -> tuple[Row, ...]:
    return Betting().draw(scene, (width, height), palette(depth, ascii), words)


def text(
    scene: Scene, width: int = 80, height: int = 24, words: Words = DE, *, ascii: bool = False
) -> list[str]:
    drawn = rows(scene, width, height, words=words, ascii=ascii)
    return ["".join(run.text for run in row).rstrip() for row in drawn]
