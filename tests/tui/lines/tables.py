"""Sessions in lines without a server: a world that hears and answers, a table of hold'em."""

from typing import Any

from engine.values import offers
from engine.values.cards import Hidden, cards
from engine.values.offers import Barred, Offers
from engine.values.view import PotView, SeatView, View, Zone
from engine.values.why import Why
from protocol.messages import (
    VERSION,
    Account,
    CashInfo,
    ChairInfo,
    Join,
    No,
    Ok,
    Request,
    TableView,
    Welcome,
)
from tui.lines.core import Session
from tui.lines.voice import Voice
from tui.lines.world import Then
from tui.locale import Lang
from tui.room import Room

FOLD, CHECK = offers.Fold(), offers.Check()


class World:
    """Hears, and answers what is asked when it is told to."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.asked: list[Request] = []
        self.thens: list[Then] = []
        self.ended: int | None = None
        self.time = 100.0

    def say(self, line: str) -> None:
        self.said.append(line)

    def ask(self, request: Request, then: Then) -> None:
        self.asked.append(request)
        self.thens.append(then)

    def end(self, code: int) -> None:
        self.ended = code

    def now(self) -> float:
        return self.time

    def heard(self) -> list[str]:
        said, self.said = self.said, []
        return said

    def answer(self, answer: Ok | No | None = None) -> None:
        self.thens.pop(0)(answer or Ok(id=0))


def at(
    asked: Offers,
    lang: Lang = "en",
    held: str = "QdTs",
    stage: Any = "running",
    patient: bool = False,
    **more: Any,
) -> tuple[Session, World, TableView]:
    """A session at a table of hold'em where these offers stand; everything before was heard."""
    account = Account("me", "Anna", guest=True, code="secret")
    room = Room(Welcome(VERSION, "test", account, (), held=("t",)))
    world = World()
    session = Session(room, Voice(lang, ascii=True), world, patient=patient)
    session.begin()
    assert isinstance(world.asked.pop(), Join)
    world.answer(Ok(id=0, table="t"))
    view = View(
        phase="flop",
        to_act=(0,) if offers.real(asked) else (1,),
        zones=(
            Zone("board", "board", None, cards("Qc8h8s")),
            Zone("hand.0", "hand", 0, cards(held)),
            Zone("hand.1", "hand", 1, (Hidden(), Hidden())),
        ),
        seats=(SeatView(stack=980, bet=20), SeatView(stack=400, bet=400, markers=("dealer",))),
        pots=(PotView(450, (0, 1)),),
    )
    table = TableView(
        id="t",
        name="Kitchen",
        game="holdem",
        options={"structure": "no_limit", "bet": 20},
        seq=1,
        chairs=(
            ChairInfo("person", "Anna", cash=CashInfo(1000)),
            ChairInfo("person", "Ben", cash=CashInfo(800)),
        ),
        me=0,
        stage=stage,
        deal=1,
        number=1,
        ended=None,
        view=view,
        offers=asked,
        decision=3,
        chat="free",
        **more,
    )
    session.told(table)
    world.asked.clear()
    return session, world, table


TURN: Offers = (FOLD, offers.Call(380), offers.Raise(760, 1000))
BARRED: Offers = (Barred("fold", Why("not_your_turn")),)
