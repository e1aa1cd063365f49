"""Tables with chips, whose chairs are not all in the deal, as their people see them."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine.values.chance import Chance
from engine.values.events import Events
from engine.values.offers import Offers
from engine.values.secret import redact
from protocol.messages import CashInfo, ChairInfo, Clock, TableView
from server.table import seating
from server.table.state import Deal
from tests.tui.layouts.betting_deals import BY_ID, NAMES
from tui.canvas.scene import Scene, Ui

BUY_IN = (800, 2_000)
FREE = ChairInfo("empty", here=False)


def sitting(name: str, stack: int, **cash: Any) -> ChairInfo:
    """Somebody with chips."""
    return ChairInfo("person", name, cash=CashInfo(stack, **cash))


def people(stacks: Sequence[int | None], **own: CashInfo) -> tuple[ChairInfo, ...]:
    """People of the usual names, empty chairs where there is no stack; `own` by name."""
    return tuple(
        FREE
        if stack is None
        else ChairInfo("person", name, cash=own.get(name.lower(), CashInfo(stack)))
        for name, stack in zip(NAMES, stacks, strict=False)
    )


def cash_scene(
    dealt: tuple[Any, Events],
    seats: Sequence[int],
    chairs: tuple[ChairInfo, ...],
    me: int | None,
    *,
    game_id: str = "holdem",
    stage: Any = None,
    clock: int | None = None,
    soon: int | None = None,
    offers: Offers | None = None,
    **ui: Any,
) -> Scene:
    """What chair `me` receives of a deal whose seats are the chairs `seats`.

    `clock` and `soon` in seconds: of the question, and until the next deal.
    """
    game, (state, events) = BY_ID[game_id], dealt
    over = game.result(state) is not None
    deal = Deal(
        id=4,
        rules=game.rules,
        binding=tuple(str(seat) for seat in seats),
        seats=tuple(seats),
        chance=Chance((), b""),
        state=state,
        events=events,
    )
    seat = seats.index(me) if me in seats else None
    view = seating.view(redact(game.view(state), seat), deal, len(chairs))
    told = seating.events(tuple(redact(event, seat) for event in events), deal, len(chairs))
    asked = () if seat is None or over else game.offers(state, seat)
    options = state.options
    shown = TableView(
        id="t1",
        name="Küche",
        game=game_id,
        options={name: getattr(options, name) for name in options.__struct_fields__},
        seq=1,
        chairs=chairs,
        me=me,
        stage=stage or ("between" if over else "running"),
        deal=4,
        number=1284,
        ended=None,
        view=view,
        offers=asked if offers is None else offers,
        decision=0 if seat is None else game.decision(state, seat),
        chat="free" if over else "phrases",
        clock=None if clock is None else Clock(clock * 1000, 29_000),
        next=None if soon is None else Clock(soon * 1000, 6_000),
        limit=25,
        buy_in=BUY_IN,
    )
    return Scene(shown, told, ui=Ui(latency=24, seconds=clock, next_in=soon, **ui))


def without_deal(
    chairs: tuple[ChairInfo, ...], me: int | None, stage: Any = "waiting", **ui: Any
) -> Scene:
    """A table at which nothing has been dealt yet."""
    shown = TableView(
        id="t1",
        name="Küche",
        game="holdem",
        options={"structure": "no", "bet": 20, "top": 40, "ante": 0, "min_raise": "blind"},
        seq=1,
        chairs=chairs,
        me=me,
        stage=stage,
        deal=0,
        number=0,
        ended=None,
        view=None,
        offers=(),
        decision=0,
        chat="free",
        limit=25,
        buy_in=BUY_IN,
    )
    return Scene(shown, ui=Ui(latency=24, **ui))


def as_chair(scene: Scene, seat: int, **cash: Any) -> Scene:
    """The scene with other chips in a chair."""
    chairs = list(scene.table.chairs)
    known = chairs[seat].cash
    assert known is not None
    chairs[seat] = replace(chairs[seat], cash=replace(known, **cash))
    return replace(scene, table=replace(scene.table, chairs=tuple(chairs)))
