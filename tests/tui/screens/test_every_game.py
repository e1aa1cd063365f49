"""Every game of the house in the app, in both languages: a deal with bots, help, looking back."""

import re
from functools import partial
from itertools import cycle

import pytest

from engine.games import BY_ID, GAMES
from engine.kit.square import cell_name
from engine.values.offers import Discard, Lay, Pass, Place, SetRows, Throw, real
from server.run import Server
from tests.tui.screens.sitting import dealt, my_turn
from tests.tui.screens.visit import ENGLISH, GERMAN, Visit, visit
from tui.screens.help import TABS
from tui.start import Play, Start
from tui.terminal import Terminal


async def play_on(visited: Visit) -> None:
    """The deal to its end, with as little as there is to do."""
    deal = visited.view.deal

    def over() -> bool:
        return visited.view.deal > deal or visited.view.stage != "running"

    while not over():
        await visited.until(lambda: over() or bool(real(visited.view.offers)))
        if over():
            return
        await my_turn(visited)
        offers, decision = real(visited.view.offers), visited.view.decision
        keys: tuple[str, ...] = ("c", "c")  # a large call asks
        placing = next((offer for offer in offers if isinstance(offer, Place)), None)
        if any(isinstance(offer, Discard) for offer in offers):
            keys = ("0", "enter")
        elif any(isinstance(offer, Lay | SetRows | Throw) for offer in offers):
            # Cards into whatever row has room; a foul is asked about.
            keys = (*"3333322222111", "enter", "enter")
        elif placing is not None:
            keys = ("1", *cell_name(placing.cells[0]), "enter")
        elif visited.view.game == "pokerface":
            passing = any(isinstance(offer, Pass) for offer in offers)
            keys = ("p",) if passing else ("enter",)
        for key in keys:
            if visited.view.decision == decision and not visited.table.ui.pending:
                await visited.press(key)
        await visited.until(partial(answered, visited, deal, decision))


def answered(visited: Visit, deal: int, decision: int) -> bool:
    """Whether what was asked is asked no more, and the answer has come back."""
    view = visited.view
    asked = (view.stage, view.deal, view.decision) == ("running", deal, decision)
    return not asked and not visited.table.ui.pending


def marks(game: str) -> list[pytest.MarkDecorator]:
    """What is played in every run: a game of each kind; the others in the soak."""
    often = game in {"pokerface", "pokerquadrat", "omaha_hilo", "stud7_hilo", "draw5", "indian"}
    return [] if often else [pytest.mark.soak]


# Every second game in the other language: the drawing alone is tested in both of them.
@pytest.mark.parametrize(
    ("game", "terminal"),
    [
        pytest.param(game.id, terminal, id=game.id, marks=marks(game.id))
        for game, terminal in zip(GAMES, cycle((GERMAN, ENGLISH)), strict=False)
    ],
)
async def test_a_deal_with_bots(server: Server, game: str, terminal: Terminal) -> None:
    start = Start(play=Play(game=game, bots=min(2, BY_ID[game].players[-1] - 1)))
    async with visit(server, terminal, start=start) as visited:
        await dealt(visited)
        for key in ("l", "i"):
            await visited.press(key)
            assert visited.table.ui.drawer
            await visited.press("escape")
        await visited.press("question_mark")
        await visited.goes_to("help")
        for number in range(1, len(TABS) + 1):
            await visited.press(str(number))
            if number > 2:
                # Nothing is cut off on the smallest screen that has the whole table.
                assert "…" not in visited.text, visited.text
        await visited.press("escape")
        await visited.goes_to("table")
        words, deal = visited.app.words, visited.view.deal
        await play_on(visited)
        await visited.until(lambda: visited.view.deal > deal or visited.table.ui.revealed is None)
        await visited.press("h")
        await visited.goes_to("replay")
        await visited.press("l")
        await visited.goes_to("record")
        if BY_ID[game].match in ("points", "freezeout"):
            assert re.fullmatch(r"(.+ [+−]?\d+ · )+.+ [+−]?\d+", visited.lines[2].strip())
            return
        ends = [
            words(key).rpartition(": ")[2]
            for code in ("success", "failure", "folded", "showdown")
            for key in (f"past.scored.{code}", f"{game}.scored.{code}")
            if words.has(key)
        ]
        assert visited.lines[2].rstrip().endswith(tuple(ends))
