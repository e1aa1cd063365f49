"""Real deals as a client receives them: each state as the scene of a seat or a spectator."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from engine.game import AnyGame, Setup
from engine.kit.shuffle import shuffle
from engine.play import at_random, walk
from engine.values.chance import Dice
from engine.values.events import Events
from engine.values.secret import redact
from engine.values.why import Why
from protocol.messages import ChairInfo, DealScore, TableView
from tui.canvas.scene import Scene, Ui


def scene_of(
    game: AnyGame,
    state: Any,
    me: int | None,
    names: Sequence[str],
    events: Events = (),
    options: Struct | None = None,
    ui: Ui | None = None,
) -> Scene:
    """What `me` (None: a spectator) receives of a state."""
    result = game.result(state)
    stage: Any = "running"
    if result is not None:
        stage = "over" if result.ended else "between"
    view = redact(game.view(state), me)
    offers = () if me is None or result is not None else game.offers(state, me)
    scored = next((note for note in view.notes if note.code in {"success", "failure"}), None)
    history = () if scored is None else (DealScore(1, Why(scored.code, dict(scored.facts))),)
    values = {} if options is None else {f: getattr(options, f) for f in options.__struct_fields__}
    shown = TableView(
        id="t",
        name="Küche",
        game=game.id,
        options=values,
        seq=1,
        chairs=tuple(ChairInfo("person", name) for name in names),
        me=me,
        stage=stage,
        deal=1,
        number=1,
        ended=result.ended if result else None,
        view=view,
        offers=offers,
        decision=0 if me is None else game.decision(state, me),
        chat="phrases" if stage == "running" else "free",
        history=history,
    )
    return Scene(shown, tuple(redact(event, me) for event in events), ui=ui or Ui(latency=8))


def moments(
    game: AnyGame, options: Struct, players: int, carry: Struct, seed: bytes
) -> Iterator[tuple[Any, Events]]:
    """Every state of a deal thrown by dice, with all that happened up to it."""
    happened: Events = ()
    setup = Setup(players, button=len(seed) % players, carry=carry)
    chooser = at_random(Dice(seed + b"choices"), calm=1)
    for moment in walk(game, options, setup, shuffle(seed), chooser):
        happened += moment.events
        yield moment.state, happened
