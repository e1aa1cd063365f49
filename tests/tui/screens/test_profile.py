"""The profile: the name and why it won't do, codes between devices, keys that come and go."""

import re

import pytest

from engine.values.why import Why
from protocol.messages import Keys, Ok, Rename
from server.run import Server
from tests.tui.screens.visit import ENGLISH, GERMAN, Visit, visit
from tui.canvas import say
from tui.locale import LANGS, Lang, Words
from tui.terminal import Terminal

ONE, TWO = "SHA256:" + "1" * 43, "SHA256:" + "2" * 43
CODE = re.compile(r"\b[a-z2-7]{4}-[a-z2-7]{4}\b(?!-)")


async def profile(visited: Visit) -> None:
    """Opens it."""
    await visited.press("p")
    await visited.goes_to("profile")


async def asks(visited: Visit) -> str:
    """The code for another device, as it stands on the screen."""
    await visited.press("down", "down", "enter")
    await visited.sees(" min")
    (found,) = [one for line in visited.lines if " min" in line for one in CODE.findall(line)]
    return str(found)


async def enters(visited: Visit, code: str) -> None:
    """Types it on the other."""
    await visited.press("down")
    await visited.type(code)
    await visited.press("enter")


async def test_a_key_joins_and_one_goes(server: Server) -> None:
    async with visit(server, key=ONE) as home, visit(server, name="Ben", key=TWO) as away:
        await profile(home)
        await home.sees(ONE)
        await home.sees("dieser")
        code = await asks(home)
        await profile(away)
        await enters(away, code)
        await away.goes_to("lobby")
        assert away.app.room.account.name == "Anna"
        await profile(away)
        await away.sees(ONE)
        await away.sees(TWO)
        # The older one of them goes, once that is meant.
        await away.press("down", "down", "down")
        await away.sees("Enter Schlüssel entfernen")
        await away.press("enter")
        await away.goes_to("ask")
        await away.press("enter")
        await away.goes_to("profile")
        await away.sees("Der Schlüssel ist entfernt.")
        assert ONE not in away.text
        # The last one stays.
        await away.press("down")
        await away.press("enter")
        await away.goes_to("ask")
        await away.press("enter")
        await away.sees("Das ist dein letzter Schlüssel")
        answer = await away.app.ask_server(Keys(id=0))
        assert isinstance(answer, Ok)
        assert [one.key for one in answer.keys] == [TWO]


async def test_a_guest_comes_to_a_key(server: Server) -> None:
    async with visit(server, ENGLISH) as guest, visit(server, ENGLISH, name="B", key=TWO) as keyed:
        await profile(guest)
        await guest.sees("Others see ~Anna.")
        code = await asks(guest)
        await profile(keyed)
        await enters(keyed, code)
        await keyed.goes_to("lobby")
        assert (keyed.app.room.account.name, keyed.app.room.account.guest) == ("Anna", False)


async def test_a_guest_has_no_key_to_bring(server: Server) -> None:
    async with visit(server) as visited:
        await profile(visited)
        await enters(visited, "aaaa-bbbb")
        await visited.sees("Du bist ohne Schlüssel da")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Dealer", "Der Name gehört dem Haus oder einem Bot"),
        ("B♥n", "♥ geht nicht in einem Namen"),
        ("Аnna", "Ein Name hat Buchstaben nur einer Schrift"),
        ("BEN", "So oder ähnlich heißt schon jemand."),
    ],
)
async def test_why_a_name_will_not_do(server: Server, name: str, said: str) -> None:
    async with visit(server, name="Ben"), visit(server) as visited:
        await profile(visited)
        await visited.press(*["backspace"] * 4)
        visited.screen.pasted(name)
        await visited.press("enter")
        await visited.sees(said)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("what", ["empty", "letter", "scripts", "signs", "long"])
def test_every_reason_has_words(lang: Lang, what: str) -> None:
    words = Words(lang)
    said = say.why(Why("bad_name", {"what": what, "letter": "♥", "most": 12}), words)
    assert said != words("why.bad_name")
    # A newer server's reason is none of these.
    assert say.why(Why("bad_name", {"what": "new"}), words) == words("why.bad_name")


@pytest.mark.parametrize("size", [(80, 24), (60, 18), (120, 40)])
@pytest.mark.parametrize("terminal", [GERMAN, ENGLISH])
async def test_all_of_it_fits(server: Server, terminal: Terminal, size: tuple[int, int]) -> None:
    async with visit(server, terminal, size=size, key=ONE) as visited:
        await profile(visited)
        await visited.sees("SHA256:111")
        for _ in range(4):
            lines = visited.lines
            assert len(lines) == size[1]
            assert sum(line.count("▸") for line in lines) == 1
            box = [line.strip() for line in lines if line.strip().startswith("│")]
            assert len(box) == size[1] - 4 if size[1] < 28 else len(box) == 22
            assert all(line.endswith("│") for line in box)
            await visited.press("down")
        answer = await visited.app.ask_server(Rename(id=0, name="Berta"))
        assert isinstance(answer, Ok)
