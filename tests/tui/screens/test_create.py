"""The form for a new table (ux 5.2), for any game."""

from typing import Literal

from msgspec import Struct

from engine.values.manners import Manners
from engine.values.options import OptionSpec
from protocol.messages import GameInfo
from server.run import Server
from tests.tui.screens.visit import visit
from tui.locale import Words
from tui.screens.form import Form

CHIPS = GameInfo(
    "chips",
    2,
    9,
    (
        OptionSpec("ante", "number", 1, lo=0, hi=5),
        OptionSpec("stack", "number", 200, lo=20, hi=2000),
        OptionSpec("deck", "choice", "long", choices=("long", "short")),
        OptionSpec("straddle", "switch", False),
    ),
    Manners(talk="free", absence="default", clock=25),
    bots=False,
)


async def test_every_option_of_pokerface_reaches_the_table(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("plus")
        await visited.goes_to("create")
        assert "Runde von Anna" in visited.text
        # At 80 columns every value of every line stands there, as in the picture of ux 5.2.
        (bots,) = (line for line in visited.lines if "Bots   " in line)
        assert all(value in bots for value in ("keine", "auffüllen nach 60 s", "sofort"))
        (lost,) = (line for line in visited.lines if "Verloren nach" in line)
        assert "3 Fehlschlägen   4 (weiche Landung)" in lost
        # Players 6, all at once, rising stakes, soft landing, bots now.
        await visited.press("right", "right", "down", "right", "down", "right", "down", "right")
        await visited.press("down", "right")
        # Half a minute to think, two minutes of patience; each says what it is about.
        await visited.press("down", "right", "right")
        await visited.sees("Danach stimmen die anderen ab, keiner zieht für dich.")
        await visited.press("down", "right")
        await visited.sees("So lange wird auf jemanden gewartet, der weg ist.")
        (thinking,) = (line for line in visited.lines if "Bedenkzeit   " in line)
        assert all(value in thinking for value in ("ohne", "15 s", "30 s", "60 s", "120 s"))
        await visited.sees("30 s Bedenkzeit, 2 min Geduld")
        await visited.sees(
            "Pokerface zu sechst, alle auf einmal, steigende Einsätze, weiche Landung"
        )
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.table.view is not None)
        assert visited.view.options == {
            "all_at_once": True,
            "rising_stakes": True,
            "soft_landing": True,
        }
        assert len(visited.view.chairs) == 6
        assert (visited.view.limit, visited.view.patience) == (30, 120)
        await visited.until(lambda: visited.view.stage == "running")


async def test_letters_are_the_name_only_on_its_line(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("plus", "up")
        await visited.goes_to("create")
        await visited.press(*["backspace"] * 30)
        await visited.type("q[/red]?:")
        await visited.sees("q[/red]?:")
        assert visited.at("create")
        await visited.press("down", "question_mark")
        await visited.goes_to("help")
        await visited.press("escape", "escape")
        await visited.goes_to("lobby")


async def test_a_refusal_stands_in_the_form(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("plus", "up")
        await visited.goes_to("create")
        visited.app.room.games = (*visited.app.room.games, CHIPS)
        await visited.press("tab", "down", "enter")
        await visited.sees("Dieses Spiel gibt es hier nicht.")
        assert visited.at("create")


def test_a_form_is_made_of_any_game() -> None:
    words = Words("en")
    form = Form(CHIPS, "x", words)
    assert [field.id for field in form.fields] == [
        "seats",
        "ante",
        "stack",
        "deck",
        "straddle",
        "clock",
    ]
    ante, stack, deck, straddle, clock = form.fields[1:]
    # Nobody waits for anybody here, and what the game usually gives is what a table begins with.
    assert clock.labels[0] == "usual (25 s)"
    assert ante.values == (0, 1, 2, 3, 4, 5)
    # Too many to step through one by one, both ends and the default among them.
    assert {20, 200, 2000} <= set(stack.values)
    assert len(stack.values) < 60
    assert deck.values == ("long", "short")
    assert straddle.labels == ("off", "on")
    form.step(deck, 1)
    form.step(deck, 1)
    form.step(ante, -1)
    form.step(ante, -1)
    message = form.message()
    assert message.options == {"ante": 0, "stack": 200, "deck": "short", "straddle": False}
    assert message.bots == "none"


def test_numbers_without_an_upper_bound_can_be_drawn() -> None:
    class Open(Struct):
        kind: Literal["x"] = "x"

    info = GameInfo(
        "open", 2, 2, (OptionSpec("points", "number", 10, lo=1),), CHIPS.manners, bots=True
    )
    form = Form(info, "x", Words("de"))
    assert 10 in form.fields[1].values
    assert form.chosen["points"] == 10


def test_stakes_are_round_numbers_over_their_whole_range() -> None:
    stake = OptionSpec("bet", "number", 10, lo=1, hi=1_000_000)
    info = GameInfo("open", 2, 2, (stake,), CHIPS.manners, bots=False)
    values = Form(info, "x", Words("de")).fields[1].values
    assert values[:7] == (1, 2, 5, 10, 20, 50, 100)
    assert values[-2:] == (500_000, 1_000_000)
