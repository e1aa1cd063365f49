"""One message of every kind, as real as they get."""

from msgspec.structs import replace

from engine.values import offers
from engine.values.actions import Call, Fold, Pass, Raise, Ready, Show, Take
from engine.values.cards import Card, Cell, Empty, Hidden, Token, cards
from engine.values.draft import Draft
from engine.values.events import Acted, Dealt, Moved, Paid, Phase, Posted, Scored, Shown
from engine.values.manners import Manners
from engine.values.offers import Barred
from engine.values.options import OptionSpec
from engine.values.secret import sealed
from engine.values.view import Counter, Note, PotView, SeatView, View, Zone
from engine.values.why import Why
from protocol.messages import (
    VERSION,
    Account,
    Act,
    Announced,
    Arrange,
    Ballot,
    BallotVote,
    Best,
    Buy,
    Bye,
    CashInfo,
    ChairInfo,
    Challenge,
    Chat,
    Clock,
    Closed,
    Create,
    DealEvents,
    DealScore,
    DealStep,
    DealSteps,
    Disown,
    Fill,
    FromClient,
    FromServer,
    GameInfo,
    Hello,
    Here,
    Invitation,
    Invite,
    Join,
    Keep,
    KeyInfo,
    Keys,
    Leave,
    Lobby,
    Next,
    No,
    Ok,
    Past,
    PastDeal,
    Pause,
    Ping,
    PlayedDeal,
    Post,
    Prefer,
    Prove,
    Purse,
    Record,
    Rename,
    Renamed,
    Reserve,
    Rest,
    Return,
    Said,
    Say,
    Score,
    ScoreList,
    Scores,
    Steps,
    TableInfo,
    TableView,
    Tally,
    Unite,
    Vote,
    Watch,
    WatchLobby,
    Welcome,
)

KEY = "0123456789abcdef"

FROM_CLIENTS: tuple[FromClient, ...] = (
    Hello(VERSION, "test", "de", "Anna", "K7QM-2XPD", public_key=b"\0\0\0\x0bssh-ed25519\xff"),
    Prove(b"\0\0\0\x0bssh-ed25519\0\xff"),
    WatchLobby(1),
    Create(2, KEY, "pokerface", "Küchentisch", 4, {"soft_landing": True, "n": 3, "w": "x"}, "now"),
    Join(3, KEY, "t1", 2),
    Join(4, KEY, "t1"),
    Watch(5, "t1"),
    Fill(6, KEY, "t1"),
    Next(7, "t1", 0),
    Act(8, "t1", 1, 3, Take(4, None)),
    Act(9, "t1", 1, 4, Take(4, 2)),
    Act(10, "t1", 1, 5, Pass()),
    Act(11, "t1", 1, 6, Ready(12)),
    Act(12, "t1", 1, 6, Fold()),
    Act(13, "t1", 1, 6, Raise(400)),
    Say(14, "t1", "your_turn", 3),
    Chat(15, "t1", "gut gespielt ♥"),
    Rename(16, "Änne"),
    Return(17, "K7QM-2XPD"),
    Invite(33),
    Unite(34, "k7qm-2xpd"),
    Keys(35),
    Disown(36, "SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU"),
    Leave(18, KEY, "t1"),
    Act(19, "t1", 1, 7, Pass(), KEY),
    Vote(20, "t1", 1, "bot"),
    Here(21, "t1"),
    Arrange(22, "t1", 90),
    Record(23, "t1", 1),
    Steps(23, "t1", 1),
    Steps(24, "t1", 1, 40, 20),
    Past(24, 1_700_000_000_000),
    Past(25),
    Create(26, KEY, "pokerface", "Eile", 3, {}, "later", 30, 20),
    Create(27, KEY, "holdem", "Chips", 6, {"structure": "pot", "least": 20}, chips=500),
    Join(28, KEY, "t2", 5, 2**40),
    Buy(29, KEY, "t2", 1),
    Rest(30, "t2", True),
    Rest(31, "t2", False),
    Post(32, "t2", True),
    Reserve(33, "t2", 1, 2, 2),
    Act(34, "t2", 1, 2, Call(10)),
    Act(35, "t2", 1, 3, Show(), KEY),
    Purse(36),
    Purse(37, True),
    Scores(38, "pokerquadrat"),
    Scores(39, "pokerquadrat", {"target": 75, "open_hands": True}),
    Keep(40, "t3", 1, 1, Draft()),
    Keep(41, "t3", 1, 1, Draft(cards("2h3c"), (), cards("AcKcQcJcTc"))),
    Prefer(45, {"deck": "two", "bell": False, "view.holdem": None, "n": -1}),
    Ping(2**53),
)

EVENTS = DealEvents(
    table="t1",
    deal=1,
    first=0,
    events=(
        Phase("hole"),
        Dealt("board", None, cards("Qc8h8s")),
        Phase("tokens", {"suit": "c"}),
        Acted(1, Take(4, None)),
        Moved(2, None, 3),
        Shown(0, cards("AsTd")),
        Scored("success", {"successes": 1}),
    ),
)


CASH_EVENTS = DealEvents(
    table="t2",
    deal=1,
    first=0,
    events=(
        Phase("deal"),
        Posted(2, 5, "blind"),
        Posted(5, 10, "blind"),
        Acted(2, Raise(30)),
        Acted(5, Fold()),
        Paid(2, 20, "uncalled"),
        Paid(2, 20, "pot"),
        Scored("folded"),
    ),
)


def table(hand: tuple[Cell, ...]) -> TableView:
    return TableView(
        id="t1",
        name="Küchentisch",
        game="pokerface",
        options={"soft_landing": True},
        seq=7,
        chairs=(ChairInfo("person", "Anna"), ChairInfo("bot", "Bot"), ChairInfo("empty")),
        me=0,
        stage="running",
        deal=1,
        number=1,
        ended=None,
        view=View(
            phase="tokens.c",
            to_act=(0,),
            zones=(
                Zone("hand.0", "hand", 0, hand),
                Zone("centre", "stack", None, (Token("c", 1, None), Token("c", 2, 1))),
                Zone("board", "board", None, (Card("Qc"),)),
            ),
            seats=(SeatView(markers=("dealer",)), SeatView(stack=100, bet=5), SeatView("out")),
            counters=(Counter("successes", 1, 3),),
            notes=(Note("must_take", 0, {"left": 2}),),
        ),
        offers=(offers.Take(1, None), offers.Take(2, 1), Barred("pass", Why("no_token"))),
        decision=3,
        chat="phrases",
        history=(DealScore(1, Why("success", {"weakest": 0})),),
        clock=Clock(9000, 30000),
        watching=2,
        pause=Pause(
            Why("absent"), (1,), None, Ballot(1, ("wait", "bot"), (0,), (BallotVote(0, "wait"),))
        ),
        watchers=("Max", "Mia"),
    )


TABLE = table(tuple(sealed(card, {0}) for card in cards("AsTd")))
SPECTATED = table((Hidden(), Hidden()))

# Hold'em in two of four chairs: one is empty, and who sits in another has just come.
CASH = TableView(
    id="t2",
    name="Chips",
    game="holdem",
    options={"structure": "no", "bet": 10, "least": 40},
    seq=2**31,
    chairs=(
        ChairInfo("person", "Anna", cash=CashInfo(495, 300, "leave", reserve=2, buy=(1, 700))),
        ChairInfo("empty", here=False),
        ChairInfo("bot", "Bot", ready=True, cash=CashInfo(1000)),
        ChairInfo("person", "Ben", cash=CashInfo(400, owes=True, posting=True, buy=(1, 600))),
    ),
    me=0,
    stage="running",
    deal=1,
    number=1,
    ended=None,
    view=View(
        phase="flop",
        to_act=(0,),
        zones=(
            Zone("board", "board", None, (*cards("Qc8h8s"), Empty(), Empty())),
            Zone("hand.0", "hand", 0, cards("AsTd")),
            Zone("hand.2", "hand", 2, (Hidden(), Hidden())),
        ),
        seats=(
            SeatView(stack=475, bet=0, markers=("small_blind",)),
            SeatView("out"),
            SeatView(stack=950, bet=30, markers=("dealer", "big_blind")),
            SeatView("out"),
        ),
        pots=(PotView(40, (0, 2)),),
    ),
    offers=(
        offers.Fold(),
        Barred("check", Why("cannot_check", {"price": 30})),
        offers.Call(30),
        offers.Raise(60, 475),
    ),
    decision=4,
    chat="phrases",
    clock=Clock(24_000, 25_000),
    limit=25,
    next=Clock(6000, 6000),
    buy_in=(400, 1000),
)

PAST = PastDeal("t1", 1, 1_700_000_000_000, "Küche", "pokerface", 1, Why("success"))

TALLY = Tally(3, 1, 171)

SCORES = ScoreList(
    {"target": 60, "open_hands": False},
    (Score(1, ("Anna", "Ben"), (), 63, 1_700_000_000_000, TALLY),),
    (Score(7, ("Änne",), ("normal",), 0, 1_700_000_000_000),),
    ({"target": 60, "open_hands": False}, {"target": 75, "open_hands": True}),
)

FROM_SERVERS: tuple[FromServer, ...] = (
    Challenge(bytes(range(32))),
    Welcome(
        VERSION,
        "pokertui 0.1",
        Account("a1", "Anna", True, "K7QM-2XPD"),
        (
            GameInfo(
                "pokerface",
                3,
                6,
                (
                    OptionSpec("soft_landing", "switch", False),
                    OptionSpec("n", "number", 1, (), 0, 9),
                ),
                Manners("quiet", "pause", None),
                True,
            ),
            GameInfo(
                "holdem",
                2,
                10,
                (
                    OptionSpec("structure", "choice", "no", ("no", "pot", "split", "spread")),
                    OptionSpec("top", "number", 20, (), 1, 9, {"structure": ("split", "spread")}),
                ),
                Manners("phrases", "default", 25),
                False,
                "cash",
                {"house": {"top": 20}, "tda": {"top": 20}},
            ),
        ),
        ("t1",),
        Why("weak_key", {"bits": 1024, "least": 2048}),
    ),
    Ok(2, "t1"),
    Ok(16, None, Account("a1", "Änne", True), ("t1",)),
    Ok(23, record='variant = "pokerface"\n'),
    Ok(23, "t1", record="", played=PlayedDeal(PAST, 0, ("Anna", ""), {"n": 3}, EVENTS.events)),
    Ok(24, deals=(PAST,)),
    Ok(29, "t2", Account("a1", "Anna", True, chips=9_200)),
    Ok(46, account=Account("a1", "Anna", True, prefs={"deck": "two", "bell": True, "n": 2**63})),
    Ok(38, scores=SCORES),
    Ok(33, invitation=Invitation("k7qm-2xpd", 600)),
    Ok(35, keys=(KeyInfo("SHA256:2GcU2Vbr", 1_700_000_000, here=True), KeyInfo("SHA256:xyz", 9))),
    Ok(23, "t1", steps=DealSteps(40, 41, (DealStep(7, SPECTATED.view, SPECTATED.offers),)))
    if SPECTATED.view
    else Ok(23),
    No(29, Why("too_few_chips", {"have": 100, "need": 400})),
    No(8, Why("token_moved", {"token": 4, "holder": -1})),
    Lobby((TableInfo("t1", "Küchentisch", "pokerface", {}, 4, 2, 1, ("Anna",), "waiting", 1),), 3),
    Lobby((TableInfo("t2", "Chips", "holdem", {}, 4, 3, 1, (), "full", 0, (400, 1000)),), 3),
    SPECTATED,
    replace(SPECTATED, me=2, draft=Draft(back=cards("AsTd"))),
    replace(SPECTATED, ends=Clock(5, 1_800_000), last=True),
    replace(SPECTATED, best=Best(63, 1_700_000_000_000, True, TALLY)),
    EVENTS,
    CASH,
    CASH_EVENTS,
    Said("t1", "Anna", 0, "your_turn", "Ben"),
    Said("t1", "Gast", None, None, None, "hallo"),
    Said("t1", "Gast", None, None, None, "hallo", "watchers"),
    Closed("t1", Why("table_closed")),
    Announced("Gleich geht es weiter."),
    Renamed(Account("a1", "Player", False)),
    Bye(Why("stopping")),
)
