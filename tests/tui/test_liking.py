"""What a session prefers: in force at once, kept soon, and never in the way of the next change."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, cast

import pytest

from engine.values.why import Why
from protocol.messages import Account, No, Ok, Prefer, Preferred
from server.config import Config
from server.run import Server
from tests.tui.screens.visit import ENGLISH, Visit, visit
from tui import liking
from tui.app import PokerApp
from tui.liking import Liking
from tui.preferences import Preferences
from tui.terminal import Terminal

FOUND = Terminal("en", "256", ascii=False, motion=True, local=False)


class House:
    """An app without a screen, whose server answers when it is told to."""

    is_running = True

    def __init__(self, kept: dict[str, Preferred] | None = None) -> None:
        self.kept: dict[str, Preferred] = dict(kept or {})
        self.sent: list[dict[str, Preferred | None]] = []
        self.answers: list[Ok | No | None] = []
        self.fitted = 0
        self.gate = asyncio.Event()
        self.gate.set()
        self.tasks: list[asyncio.Task[Any]] = []
        self.liking = Liking(cast(PokerApp, self), FOUND, self.kept)

    async def ask_server(self, message: Prefer) -> Ok | No | None:
        """Keep it, as a server does, unless another answer is prepared."""
        self.sent.append(dict(message.prefs))
        await self.gate.wait()
        if self.answers:
            return self.answers.pop(0)
        merged = {**self.kept, **message.prefs}
        self.kept = {name: value for name, value in merged.items() if value is not None}
        account = Account("a", "Anna", False, prefs=self.kept)
        self.liking.told(account.prefs)
        return Ok(1, account=account)

    def run_worker(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do it beside the test."""
        self.tasks.append(asyncio.create_task(work()))

    def refit(self) -> None:
        """The screens are drawn anew."""
        self.fitted += 1

    def redraw(self) -> None:
        """No screen."""

    def refusal(self, answer: No) -> str:
        """No words."""
        return answer.why.code

    async def rest(self) -> None:
        """Until nothing is on its way."""
        await asyncio.gather(*self.tasks)


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rest between two requests."""
    monkeypatch.setattr(liking, "PAUSE", 0)


async def test_it_is_in_force_before_the_server_knows() -> None:
    house = House()
    house.gate.clear()
    house.liking.prefer({"lang": "de", "colours": "16"})
    assert house.liking.now == Preferences(lang="de", colours="16")
    assert house.fitted == 1
    assert (house.liking.terminal.lang, house.liking.terminal.depth) == ("de", "16")
    house.gate.set()
    await house.rest()
    assert house.kept == {"lang": "de", "colours": "16"}


async def test_what_is_not_seen_everywhere_is_not_drawn_anew_everywhere() -> None:
    house = House()
    house.liking.prefer({"view.holdem": "list", "bell": "off"})
    assert (house.liking.now.views, house.liking.now.bell) == ({"holdem": "list"}, "off")
    assert house.fitted == 0
    await house.rest()


async def test_what_changes_meanwhile_goes_together_and_last() -> None:
    house = House({"deck": "two", "quiet": True})
    house.gate.clear()
    house.liking.prefer({"deck": "four"})
    await asyncio.sleep(0)
    for theme in ("light", "contrast", "dark"):
        house.liking.prefer({"theme": theme})
    house.liking.prefer({"quiet": None})
    house.gate.set()
    await house.rest()
    assert house.sent == [{"deck": "four"}, {"theme": "dark", "quiet": None}]
    assert house.kept == {"deck": "four", "theme": "dark"}
    assert house.liking.now == Preferences()


async def test_an_older_answer_takes_nothing_back() -> None:
    house = House()
    house.gate.clear()
    house.liking.prefer({"theme": "light"})
    await asyncio.sleep(0)
    house.liking.prefer({"theme": "contrast"})
    # The server tells of the account as it was before the second change.
    house.liking.told({"theme": "light"})
    assert house.liking.now.theme == "contrast"
    house.gate.set()
    await house.rest()
    assert house.kept == {"theme": "contrast"}


async def test_what_can_not_be_kept_holds_for_the_session_and_is_said() -> None:
    house = House()
    house.answers = [No(1, Why("too_many_requests")), No(1, Why("storage"))]
    house.liking.prefer({"theme": "light"})
    await house.rest()
    assert house.liking.now.theme == "light"
    assert house.liking.unkept == "storage"
    assert house.kept == {}
    # With the next change it is tried again.
    house.liking.prefer({"deck": "two"})
    await house.rest()
    assert house.kept == {"theme": "light", "deck": "two"}
    assert house.liking.unkept == ""


async def test_a_language_chosen_now_wins_over_the_one_asked_for_at_the_start() -> None:
    house = House({"lang": "de"})
    asked = Terminal("en", "256", ascii=False, motion=True, local=True, spoken=True)
    house.liking = Liking(cast(PokerApp, house), asked, house.kept)
    assert house.liking.terminal == asked
    house.liking.prefer({"lang": "de"})
    assert house.liking.terminal.lang == "de"
    await house.rest()


# ── at a server ────────────────────────────────────────────────────────────────────────────────


async def kept(visited: Visit) -> dict[str, Preferred]:
    """What the server has, once nothing is on its way."""
    await visited.until(lambda: not visited.app.liking.sending)
    return visited.app.room.account.prefs


async def test_the_next_session_begins_as_the_last_one_ended(config: Config) -> None:
    async with Server(config) as server:
        async with visit(server, ENGLISH) as visited:
            await visited.sees("No table yet")
            visited.app.prefer(lang="de", colours="16", ascii="ascii")
            await visited.sees("Noch kein Tisch")
            palette = visited.app.palette
            assert (palette.depth, palette.ascii) == ("16", True)
            assert await kept(visited) == {"lang": "de", "colours": "16", "ascii": "ascii"}
            code = visited.app.room.account.code
        async with visit(server, ENGLISH, code=code) as visited:
            await visited.sees("Noch kein Tisch")
            assert visited.app.palette == palette
            assert visited.app.native_ansi_color
