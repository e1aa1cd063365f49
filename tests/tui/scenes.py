"""Tables as a client receives them, made by hand: the wireframes of Pokerface and their kin."""

from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from engine.values.cards import Cell, Empty, Hidden, Suit, Token, cards
from engine.values.offers import Barred, Offer, Pass, Take
from engine.values.options import Value
from engine.values.view import Counter, Marker, Note, SeatView, View, Zone
from engine.values.why import Why
from protocol.messages import ChairInfo, Clock, DealScore, TableView
from tui.canvas.scene import Scene, Ui

# Seats in the order of the pictures: Ben sits left of Anna, who looks.
NAMES = ("Anna", "Ben", "Carla", "Dan", "Eva", "Frédéric")
ANNA, BEN, CARLA, DAN, EVA, FREDERIC = range(6)

Stage = Literal["waiting", "running", "between", "over", "broken"]


def rack(suit: Suit, holders: Sequence[int | None]) -> Zone:
    """The tokens 1… of a suit with their holders."""
    tokens = tuple(Token(suit, number, holder) for number, holder in enumerate(holders, 1))
    return Zone(f"tokens.{suit}", "rack", None, tokens)


def board(text: str) -> Zone:
    """The board with some cards turned up."""
    lying: tuple[Cell, ...] = cards(text)
    return Zone("board", "board", None, (lying + (Empty(),) * 5)[:5])


def hand(seat: int, text: str | None) -> Zone:
    """A seat's cards, hidden where there is no text."""
    cells: tuple[Cell, ...] = (Hidden(), Hidden()) if text is None else cards(text)
    return Zone(f"hand.{seat}", "hand", seat, cells)


def chairs(names: Sequence[str] = NAMES, ready: int = 0) -> tuple[ChairInfo, ...]:
    """People, the first `ready` of them ready."""
    return tuple(ChairInfo("person", name, ready=i < ready) for i, name in enumerate(names))


def scored(number: int, code: str, **facts: int) -> DealScore:
    """An earlier deal's score."""
    return DealScore(number, Why(code, dict(facts)))


PAST = (
    scored(1, "success", successes=1, failures=0),
    scored(2, "failure", successes=1, failures=1, seat=3, token=4, below_seat=2, below_token=3),
    scored(3, "success", successes=2, failures=1),
)


def table(
    view: View | None,
    *,
    me: int | None = ANNA,
    offers: tuple[Offer | Barred, ...] = (),
    stage: Stage = "running",
    people: tuple[ChairInfo, ...] | None = None,
    options: Mapping[str, Value] | None = None,
    number: int = 4,
    ended: str | None = None,
    history: tuple[DealScore, ...] = PAST,
    clock: Clock | None = None,
    watching: int = 0,
    name: str = "WG-Runde",
    game: str = "pokerface",
) -> TableView:
    """A table of six people around a view."""
    return TableView(
        id="t1",
        name=name,
        game=game,
        options=dict(options or {}),
        seq=1,
        chairs=chairs() if people is None else people,
        me=me,
        stage=stage,
        deal=4,
        number=number,
        ended=ended,
        view=view,
        offers=offers,
        decision=7,
        chat="free" if stage in {"between", "over", "waiting"} else "phrases",
        history=history,
        clock=clock,
        watching=watching,
    )


def seats(count: int, dealer: int = BEN, ready: Sequence[int] = ()) -> tuple[SeatView, ...]:
    """Deal seats with a dealer and those who agreed."""
    made = []
    for seat in range(count):
        markers: tuple[Marker, ...] = ("dealer",) if seat == dealer else ()
        made.append(SeatView(markers=(*markers, "ready") if seat in ready else markers))
    return tuple(made)


def turn_view(me: int | None = ANNA, **changes: object) -> View:
    """The picture of ux 5.3: six players, the round of hearts, Anna to act in lap 2."""
    view = View(
        phase="tokens.h",
        to_act=(ANNA,),
        zones=(
            board("Qc8h8s5d"),
            *(hand(s, "QdTs" if s == ANNA == me else None) for s in range(6)),
            rack("c", (FREDERIC, CARLA, BEN, ANNA, DAN, EVA)),
            rack("d", (CARLA, FREDERIC, ANNA, EVA, BEN, DAN)),
            rack("h", (CARLA, BEN, FREDERIC, ANNA, None, EVA)),
        ),
        seats=seats(6),
        counters=(
            Counter("successes", 2, 3),
            Counter("failures", 1, 3),
            Counter("lap", 2, 3),
            Counter("passes", 1, 6),
        ),
        notes=(
            Note("took", ANNA, {"token": 4}),
            Note("took", BEN, {"token": 2}),
            Note("passed", CARLA),
            Note("lost", DAN, {"token": 6, "by": EVA}),
            Note("robbed", EVA, {"token": 6, "from": DAN}),
            Note("passed", FREDERIC),
        ),
    )
    return replace(view, **changes)


TURN_OFFERS: tuple[Offer | Barred, ...] = (
    Take(1, CARLA),
    Take(2, BEN),
    Take(3, FREDERIC),
    Take(5, None),
    Take(6, EVA),
    Pass(),
)


def turn(**ui: object) -> Scene:
    """Anna's turn as drawn, without a clock."""
    return Scene(table(turn_view(), offers=TURN_OFFERS), ui=Ui(latency=24, **ui))  # type: ignore[arg-type]


SHOWDOWN_HANDS = (
    (CARLA, "7d6h", "8h8sQc7d6h", "pair", "8Q76", "first"),
    (FREDERIC, "AsJd", "8h8sAsQcJd", "pair", "8AQJ", "stronger"),
    (BEN, "AdJs", "8h8sAdQcJs", "pair", "8AQJ", "equal"),
    (ANNA, "QdTs", "QdQc8h8sTs", "two_pair", "Q8T", "stronger"),
    (DAN, "5s5h", "5s5h5d8h8s", "full_house", "58", "stronger"),
    (EVA, "8cKd", "8c8h8sKdQc", "three_of_a_kind", "8KQ", "weaker"),
)


def showdown_view() -> View:
    """The picture of ux 5.4: Eva is weaker than Dan."""
    hands = {seat: own for seat, own, *_ in SHOWDOWN_HANDS}
    return View(
        phase="showdown",
        to_act=(),
        zones=(
            board("Qc8h8s5d3c"),
            *(hand(seat, hands[seat]) for seat in range(6)),
            rack("c", (FREDERIC, CARLA, BEN, ANNA, DAN, EVA)),
            rack("d", (CARLA, FREDERIC, ANNA, EVA, BEN, DAN)),
            rack("h", (CARLA, DAN, FREDERIC, ANNA, BEN, EVA)),
            rack("s", (CARLA, FREDERIC, BEN, ANNA, DAN, EVA)),
            *(
                Zone(f"best.{seat}", "row", seat, cards(best))
                for seat, _, best, *_ in SHOWDOWN_HANDS
            ),
        ),
        seats=seats(6),
        counters=(Counter("successes", 2, 3), Counter("failures", 2, 3)),
        notes=(
            *(
                Note("hand", seat, {"name": n, "ranks": r, "order": o, "compare": c})
                for o, (seat, _, _, n, r, c) in enumerate(SHOWDOWN_HANDS, 1)
            ),
            Note(
                "failure",
                None,
                {"seat": EVA, "token": 6, "below_seat": DAN, "below_token": 5},
            ),
        ),
    )


def showdown(**ui: object) -> Scene:
    """The failed showdown as drawn: three are ready, Anna is not among them."""
    ready = {CARLA, DAN, EVA}
    people = tuple(ChairInfo("person", n, ready=s in ready) for s, n in enumerate(NAMES))
    shown = table(
        showdown_view(),
        stage="between",
        people=people,
        history=(
            *PAST,
            scored(
                4, "failure", successes=2, failures=2, seat=4, token=6, below_seat=3, below_token=5
            ),
        ),
    )
    return Scene(shown, ui=Ui(latency=24, **ui))  # type: ignore[arg-type]
