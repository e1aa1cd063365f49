"""Somebody is missing, at a real server: the stories as the people at their screens live them."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from time import monotonic

import pytest

from engine.values.offers import Pass, real
from engine.values.why import Why
from protocol.messages import Join, Leave, Said, Say, Vote, Watch
from server.config import Config
from server.house import World
from server.run import Server
from tests.server.client import Client, open_table
from tests.server.hands import Hands
from tests.server.sitting import act
from tests.tui.screens.sitting import at_table, newer
from tests.tui.screens.test_keys import check
from tests.tui.screens.visit import BRISK, PATIENCE, Visit, guest, visit
from tui.canvas.palette import palette
from tui.screens import pacing
from tui.start import Pace

ASKED = "Ben ist weg · Abstimmung: mehr als die Hälfte entscheidet"


class Evening:
    """Anna and Carla at their screens, Ben without one, at a table whose clock a test moves."""

    def __init__(
        self, hands: Hands, server: Server, anna: Visit, carla: Visit, ben: Client
    ) -> None:
        self.hands = hands
        self.server = server
        self.anna = anna
        self.carla = carla
        self.ben = ben
        assert ben.welcome is not None
        self.code = ben.welcome.account.code

    @property
    def here(self) -> tuple[Visit, Visit]:
        """Those who stay."""
        return self.anna, self.carla

    async def both_see(self, text: str) -> None:
        """Return once it stands on both screens."""
        for visited in self.here:
            await visited.sees(text)

    async def ben_hangs_up(self) -> None:
        """Ben's line breaks and stays so; Anna and Carla are told."""
        await self.ben.close()
        await self.anna.until(lambda: not self.anna.view.chairs[0].here)
        self.hands.move(self.server.config.blink)
        await self.both_see("Ben ist weg · Abstimmung in 0:30")

    async def patience_ends(self) -> None:
        """Nobody waits any longer: those who are here are asked."""
        self.hands.move(30)
        await self.both_see(ASKED)

    async def ben_votes(self, choice: str) -> None:
        """Ben, who is there, votes."""
        view = await self.ben.view(lambda view: bool(view.pause and view.pause.ballot))
        assert view.pause is not None
        assert view.pause.ballot is not None
        await self.ben.ask(Vote, table=view.id, ballot=view.pause.ballot.number, choice=choice)

    async def until_played(self, until: Callable[[], bool]) -> None:
        """Everybody who is there takes their turns until something holds."""
        async with asyncio.timeout(PATIENCE):
            while not until():
                table = None if self.ben.closed else self.ben.table
                if table is not None and real(table.offers) and not until():
                    await act(self.ben)
                for visited in self.here:
                    if real(visited.view.offers) and not until():
                        await move(visited)
                await self.anna.pause()


async def move(visited: Visit) -> None:
    """Pass if that is possible, else take the chosen token."""
    seq = visited.view.seq
    passing = any(isinstance(offer, Pass) for offer in visited.view.offers)
    await visited.press("p" if passing else "enter")
    await visited.until(partial(newer, visited, seq))


@asynccontextmanager
async def evening(
    tmp_path: Path, clock: int | None = None, pace: Pace = BRISK, bot_pause: float = 0
) -> AsyncIterator[Evening]:
    state = tmp_path / "state"
    config = Config(state=state, listen="127.0.0.1:0", bot_pause=bot_pause, lobby_pause=0)
    hands = Hands()
    async with AsyncExitStack() as stack:
        enter = stack.enter_async_context
        server = await enter(Server(config, world=World(clock=hands)))
        ben = await enter(guest(server, "Ben"))
        await open_table(ben, patience=30, clock=clock)
        visits = []
        for name in ("Anna", "Carla"):
            visited = await enter(visit(server, name=name, pace=pace))
            await visited.sees("Küche")
            await visited.press("enter")
            await at_table(visited)
            visits.append(visited)
        both = Evening(hands, server, visits[0], visits[1], ben)
        await both.anna.until(lambda: both.anna.view.stage == "running")
        await both.carla.until(lambda: both.carla.view.stage == "running")
        yield both


def codes(visited: Visit) -> list[str]:
    """What happened beside the deal."""
    return [notice.code for notice in visited.scene.notices]


def notes(visited: Visit) -> list[str]:
    """What stands at the end of each player's line."""
    return [line[52:].strip() for line in visited.lines[11:14]]


# ── somebody hangs up ──────────────────────────────────────────────────────────────────────────


async def test_one_hangs_up_a_bot_plays_and_they_come_back(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        anna, carla = night.here
        await night.ben_hangs_up()
        # Nothing can be done, and every key says why; the seat is marked in its place.
        await anna.press("p")
        await anna.sees("! ~Ben ist weg, der Durchgang ruht.")
        assert notes(anna)[-2] == "nicht da"
        await anna.press("m")
        await anna.sees("! Abgestimmt wird erst, wenn die Wartezeit um ist.")
        await night.patience_ends()
        await anna.sees("w warten 0/2    m Bot spielt für ~Ben 0/2    x abbrechen 0/2")
        with anna.app._context():
            check(anna.screen.commands())
        await anna.press("w")
        await anna.sees("w warten 1/2 ✓")
        await carla.sees("w warten 1/2    m")
        # Nothing is decided: another key is another vote.
        await anna.press("m")
        await anna.sees("m Bot spielt für ~Ben 1/2 ✓")
        await carla.press("m")
        await night.until_played(lambda: any(note.startswith("Bot: ") for note in notes(anna)))
        assert anna.view.chairs[0].stand_in
        # Ben logs in again, is led to the seat, and has the hand and the turn.
        async with visit(night.server, name="Ben", code=night.code) as ben:
            await at_table(ben)
            await anna.until(lambda: not anna.view.chairs[0].stand_in)
            assert (ben.view.me, ben.view.deal) == (0, 1)
            await night.until_played(lambda: bool(real(ben.view.offers)))
            await move(ben)
            await ben.press("p", "w")  # nobody is missing: a key of the vote is nothing
            assert ben.table.ui.message != "Abgestimmt wird erst, wenn die Wartezeit um ist."
        assert codes(anna)[:6] == ["away", "called", "voted", "voted", "decided_bot", "back"]
        await anna.press("l")
        await anna.sees("Protokoll ·")
        await anna.press(*["up"] * 40)
        log = "\n".join(anna.lines[18:22])
        assert "Ben ist weg" in log
        assert "Eine Abstimmung beginnt" in log


async def test_cancelling_a_deal_takes_a_second_key_from_whoever_decides(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        anna, carla = night.here
        await night.ben_hangs_up()
        await night.patience_ends()
        await anna.press("x")
        await carla.sees("x abbrechen 1/2")
        asked = "! Deine Stimme entscheidet. Enter bricht den Durchgang ab, Esc nicht."
        for no in ("escape", "n", "w"):
            await carla.press("x")
            await carla.sees(asked)
            await carla.press(no)
            assert asked not in carla.text
            await carla.press("j")
        await carla.sees("w warten 1/2 ✓")
        assert anna.view.stage == "running"
        # Enter answers what stands there, and nothing that stood there before.
        await carla.press("x")
        await carla.sees(asked)
        carla.table.explain("Etwas anderes.")
        await carla.press("enter")
        assert anna.view.stage == "running"
        await carla.press("x")
        await carla.sees(asked)
        carla.table.line_back()
        await carla.until(lambda: asked not in carla.text and not carla.table.ui.guarded)
        await carla.press("enter")
        assert carla.view.stage == "running"
        # What has changed in the meantime is asked anew.
        await carla.press("x")
        await carla.sees(asked)
        await anna.press("w")
        await anna.until(lambda: not anna.view.pause or not anna.view.pause.ballot)
        await carla.until(lambda: asked not in carla.text)
        await carla.press("enter")
        assert carla.view.stage == "running"
        night.hands.move(30)
        await night.both_see(ASKED)
        await anna.press("x")
        await carla.sees("x abbrechen 1/2")
        await carla.press("X")
        await carla.sees(asked)
        await carla.press("enter")
        await night.both_see("Beschlossen: Der Durchgang ist abgebrochen. Derselbe Geber noch")
        assert anna.view.cancelled == Why("voted")
        # Ben is still away, and is waited for between the deals too.
        await night.both_see("Ben ist weg · Abstimmung in 0:30")
        async with visit(night.server, name="Ben", code=night.code) as ben:
            await at_table(ben)
            await anna.until(lambda: anna.view.pause is None)
            for visited in (anna, carla, ben):
                await visited.press("space")
            await ben.until(lambda: ben.view.stage == "running")
            assert ben.view.deal == 2


async def test_a_vote_that_has_just_opened_is_not_given_by_a_finger_on_its_way(
    tmp_path: Path,
) -> None:
    async with evening(tmp_path, pace=Pace(guard=3600, reveal=0.01)) as night:
        anna, _ = night.here
        await night.ben_hangs_up()
        # Help opens at what the rules say of it.
        await anna.press("question_mark", "2")
        await anna.sees("▸ Wenn jemand fehlt")
        await anna.press("escape")
        await anna.goes_to("table")
        await night.patience_ends()
        await anna.press("m", "w")
        anna.table._pacing.unguard()
        await anna.press("w")
        await anna.sees("w warten 1/2 ✓")
        assert codes(anna).count("voted") == 1


# ── somebody is slow ───────────────────────────────────────────────────────────────────────────


async def test_the_clock_runs_out_and_a_bot_takes_over_until_a_key_is_pressed(
    tmp_path: Path,
) -> None:
    # The bot would think for longer than this takes.
    async with evening(tmp_path, clock=10, bot_pause=5) as night:
        anna, carla = night.here
        await night.until_played(lambda: bool(real(anna.view.offers)))
        # Time that is short is said, counted and shown; of others it is only shown.
        await anna.sees("! ")
        (line,) = (line for line in anna.lines if line.rstrip().endswith(" s"))
        assert line.rstrip().split()[-3] == "!"
        assert "! " not in next(line for line in carla.lines if line.rstrip().endswith(" s"))
        bar = anna.screen.canvas.rows[17]
        assert bar[0].style.fg == palette("true").bad.fg
        night.hands.move(10)
        await anna.sees("▸ Du bist dran  Die Zeit ist um, die anderen stimmen ab.")
        await carla.sees("Die Zeit von ~Anna ist um · Abstimmung: mehr als die Hälfte entscheidet")
        assert "Zeit um" in notes(carla)
        # Late is not too late.
        await move(anna)
        await anna.until(lambda: anna.view.pause is None)
        await night.until_played(lambda: bool(real(anna.view.offers)))
        night.hands.move(10)
        await carla.sees(" m Bot spielt für ~Anna 0/2 ")
        await carla.press("m")
        await night.ben_votes("bot")
        await anna.sees("Ein Bot spielt für dich  Jede Spieltaste holt deinen Platz zurück.")
        # The first key takes the seat back and does nothing else.
        done = len(anna.scene.events)
        await anna.press("1")
        await anna.sees("Du spielst wieder selbst")
        await carla.sees("Anna ist wieder da")
        assert len(anna.scene.events) == done
        assert real(anna.view.offers)
        await move(anna)
        assert len(anna.scene.events) == done + 1


async def test_equal_times_of_two_questions_are_counted_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with evening(tmp_path, clock=30) as night:
        anna, _ = night.here
        await night.until_played(lambda: bool(real(anna.view.offers)))
        now = monotonic()
        monkeypatch.setattr(pacing, "monotonic", lambda: now + 20)
        anna.table._pacing._tick()
        assert anna.table.ui.seconds is not None
        assert anna.table.ui.seconds <= 10
        clock = anna.view.clock
        await move(anna)
        assert anna.view.clock == clock
        assert anna.table.ui.seconds == 30


# ── the table's own ────────────────────────────────────────────────────────────────────────────


async def test_the_owner_sets_the_patience_and_nobody_else(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        anna, carla = night.here
        await carla.press("i")
        await anna.press("i")
        await anna.sees("Bedenkzeit: ohne · Geduld: 0:30")
        await anna.sees("Ben (Gastgeber)")
        await anna.press("plus")
        await anna.sees("! Die Geduld ändert nur der Gastgeber, ~Ben.")
        await night.ben.ask(Leave, table=anna.view.id)
        await night.both_see("Ben ist gegangen")
        await anna.sees("Geduld: 0:30 (− + ändern)")
        await anna.press("plus", "plus")
        await anna.until(lambda: anna.view.patience == 120)
        await anna.sees("Geduld: 2:00")
        await anna.press("minus")
        await carla.until(lambda: carla.view.patience == 60)
        await carla.sees("Geduld: 1:00")
        for _ in range(3):
            seq = anna.view.seq
            await anna.press("minus")
            await anna.until(partial(settled, anna, seq))
        await anna.sees("! Weiter geht es nicht: 0:30.")
        # In a deal that number could mean a hand: it rests, as talk does.
        await ben_sits_down(night)
        await anna.press("plus")
        await anna.sees("! Erst wenn der Durchgang zu Ende ist.")


async def ben_sits_down(night: Evening) -> None:
    """Ben comes back to the table, and the next deal begins."""
    anna, carla = night.here
    await night.ben.ask(Join, table=anna.view.id)
    for visited in (anna, carla):
        await visited.press("space")
    await anna.until(lambda: anna.view.stage == "running")


def settled(visited: Visit, seq: int) -> bool:
    """The table has changed, or the key was answered."""
    return visited.view.seq > seq or visited.table.ui.message is not None


async def test_those_who_look_on_talk_among_themselves(tmp_path: Path) -> None:
    async with (
        evening(tmp_path) as night,
        guest(night.server, "Max") as max_,
        visit(night.server, name="Zoe") as zoe,
    ):
        anna, _ = night.here
        await max_.ask(Watch, table=anna.view.id)
        await zoe.sees("Küche")
        await zoe.press("w")
        await at_table(zoe)
        await zoe.press("t")
        await zoe.sees("── Chat nur unter Zuschauern · Küche ")
        await zoe.type("wie spannend")
        await zoe.press("enter")
        said = await max_.wait_for(lambda one: isinstance(one, Said))
        assert isinstance(said, Said)
        assert (said.name, said.text, said.among) == ("Zoe", "wie spannend", "watchers")
        await zoe.sees("Zoe wie spannend")
        # The players hear nothing of it: what comes later has come, and that has not.
        await night.ben.ask(Say, table=anna.view.id, phrase="short_break")
        await anna.until(lambda: bool(anna.scene.said))
        assert [line.name for line in anna.scene.said] == ["~Ben"]
        assert anna.table.ui.unread == 1
        # Nor do they see, in a deal, who has come to look on: a name can be a hint too.
        await anna.press("i", "down")
        await anna.sees("Zuschauer: 2")
        await zoe.press("escape", "i", "down")
        await zoe.sees("Zuschauer: ~Max, ~Zoe")
        await zoe.press("t")
        # A deal that ends opens the talk to everybody, and the drawer says so.
        await night.ben.ask(Leave, table=anna.view.id)
        await zoe.sees("── Chat mit allen · Küche ")
        await anna.until(lambda: {"~Max", "~Zoe"} <= set(anna.view.watchers))
        await anna.sees("Max")
