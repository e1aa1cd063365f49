"""Tables at which somebody is missing, made by hand from the wireframe of Pokerface."""

from collections.abc import Mapping

from msgspec.structs import replace

from engine.values.why import Why
from protocol.messages import Ballot, BallotVote, ChairInfo, Choice, Pause, TableView
from tests.tui import scenes
from tests.tui.scenes import ANNA, BEN, NAMES
from tui.canvas.scene import Scene, Ui


def people(*away: int, bots: tuple[int, ...] = (), owner: int = ANNA) -> tuple[ChairInfo, ...]:
    """Six people, some of them away, some played for by a bot."""
    return tuple(
        ChairInfo("person", name, here=seat not in away, stand_in=seat in bots, owner=seat == owner)
        for seat, name in enumerate(NAMES)
    )


def ballot(
    votes: Mapping[int, Choice] | None = None,
    asked: tuple[int, ...] = (0, 2, 3, 4, 5),
    choices: tuple[Choice, ...] = ("wait", "bot", "cancel"),
) -> Ballot:
    """An open vote."""
    given = tuple(BallotVote(seat, choice) for seat, choice in (votes or {}).items())
    return Ballot(3, choices, asked, given)


def absent(*seats: int, left: int | None = 42_000, vote: Ballot | None = None) -> Pause:
    """Somebody is away; a vote comes, or is open."""
    return Pause(Why("absent"), seats or (BEN,), None if vote else left, vote)


def late(*seats: int, vote: Ballot | None = None) -> Pause:
    """The clock has run out on somebody."""
    return Pause(Why("late"), seats or (BEN,), None, vote)


def resting(pause: Pause, *, me: int | None = ANNA, **changes: object) -> TableView:
    """The table of the wireframe in Ben's turn, resting."""
    missing = pause.seats if pause.why.code == "absent" else ()
    view = scenes.turn_view(me=me, to_act=(BEN,))
    return replace(
        scenes.table(view, me=me, people=people(*missing)), **({"pause": pause} | changes)
    )


def scene(pause: Pause, *, me: int | None = ANNA, ui: Ui | None = None, **changes: object) -> Scene:
    """The same as a scene."""
    return Scene(resting(pause, me=me, **changes), ui=ui or Ui(latency=24))
