"""Four people play Chinese Poker over ssh: one well, one gives up, one fouls, one is cut off."""

import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from engine.values.cards import cards
from engine.values.chance import Chance
from server.config import Config
from server.house import World, random_chance
from server.run import Server
from tests.e2e.chips import first_button, flowing, insists, live, reads, sees, ssh_host
from tests.e2e.form import chooses, sets
from tests.e2e.house import SSH, SSH_KEYGEN, make_key, ssh
from tests.e2e.terminal import Terminal

NAMES = ("Anna", "Ben", "Carla", "Dan")
SEATS = len(NAMES)
ENGLISH = "en_GB.UTF-8"
# As they will lie, front, middle and back; Anna's and Ben's are those of rules.md CP-12. Carla will
# give hers up.
HANDS = (
    "2s5c7d QcQd5d5h3s 9c9d9h9s2h",
    "3c3dQs AcKdJh8s2c TdTh7s6c4d",
    "7c8cTcKc2d4h6h8hAh4s5s6sTs",
    "KhKsQh AdAs8d6d4c JcJdJs7h3h",
)
# The row of each of these cards, from the highest to the lowest, as they are read in the tray.
ANNA, BEN, DAN = "2233331221213", "2212332333112", "2211133323223"
HALF, LEFT = 7, "B 8 7 6 4 3"
MORE, LEFT_THEN = 10, "6 4 3"
# What each of them has of the others (rules.md D): front, middle, back, extra, royalties, all of
# it. Royalties are usual, four of a kind behind earn 4 in place of the 1; giving up costs 3.
RESULTS = {
    "Anna": (
        "gegen Vorne Mitte Hinten Extra Prämie Summe",
        "Ben ✗ verlegt +1 +1 +4 +3 inkl. +9",
        "Carla ✗ aufgegeben · · · +3 · +3",
        "Dan −1 +1 +4 · inkl. +4",
        "Alle Anna +16 Ben −12 Carla −9 Dan +5",
        "Ben zahlt Anna 9: verlegt, Vorne +1, Mitte +1, Hinten +4 (Vierling), Scoop +3.",
    ),
    "Ben": (
        "✗ verlegt Vorne schlägt die Mitte",
        "Carla ✗ aufgegeben · · · +3 · +3",
        "Dan −1 −1 −1 −3 · −6",
        "Anna −1 −1 −4 −3 inkl. −9",
        "Alle Ben −12 Carla −9 Dan +5 Anna +16",
    ),
    "Carla": (
        "against Front Middle Back Extra Royalty Sum",
        "Dan · · · −3 · −3",
        "Anna · · · −3 · −3",
        "Ben ✗ fouled · · · −3 · −3",
        "All Carla −9 Dan +5 Anna +16 Ben −12",
        "The sum is always 0. Carla pays Anna 3: gave up.",
    ),
    "Dan": (
        "Anna +1 −1 −4 · inkl. −4",
        "Ben ✗ verlegt +1 +1 +1 +3 · +6",
        "Carla ✗ aufgegeben · · · +3 · +3",
        "Alle Dan +5 Anna +16 Ben −12 Carla −9",
        "Dan zahlt Anna 4: Vorne −1, Mitte +1, Hinten +4 (Vierling).",
    ),
}


def chance(table: str, deal: int) -> Chance:
    """The first dealer is whoever comes last, so that they are dealt to as they came."""
    if deal == 0:
        return first_button(SEATS - 1, SEATS)
    return Chance(cards("".join(HANDS)), bytes(32)) if deal == 1 else random_chance(table, deal)


@pytest.mark.skipif(SSH is None or SSH_KEYGEN is None, reason="needs an OpenSSH client")
async def test_four_set_their_cards_and_read_who_pays_whom(tmp_path: Path) -> None:
    config = Config(
        state=tmp_path / "state",
        listen=None,
        host_socket=tmp_path / "host.sock",
        fill_after=600,
        blink=0.2,
        counted=600,
        lobby_pause=0,
    )
    async with (
        Server(config, world=World(chance=chance)),
        ssh_host(config, tmp_path) as port,
        AsyncExitStack() as stack,
    ):
        key = ("-i", str(make_key(tmp_path, "Dan")))
        anna = stack.enter_context(ssh(tmp_path / "Anna", "Anna", port))
        await opens(anna)
        ben = stack.enter_context(ssh(tmp_path / "Ben", "Ben", port))
        carla = stack.enter_context(ssh(tmp_path / "Carla", "Carla", port, lang=ENGLISH))
        dan = stack.enter_context(ssh(tmp_path / "Dan", "Dan", port, *key))
        for number, terminal in enumerate((ben, carla, dan), 1):
            await sees(terminal, f"{number}/{SEATS}")
            terminal.press("enter")
        for terminal in (anna, ben, carla, dan):
            await begins(terminal, 1)
        await sorts(dan, DAN[:HALF], LEFT)
        lying = rows(dan.text)
        dan.process.kill()
        await sees(anna, "Dan nicht da")
        await sets_well(anna)
        await sees(ben, "Anna fertig ✓")
        dan = stack.enter_context(ssh(tmp_path / "Dan", "Dan", port, *key))
        await sees(dan, lambda text: rows(text) == lying and tray(text) == LEFT.split())
        await sorts(dan, DAN[HALF:MORE], LEFT_THEN)
        lying = rows(dan.text)
        await fouls(ben)
        await sees(dan, "Ben fertig ✓")
        assert rows(dan.text) == lying
        await sorts(dan, DAN[MORE:])
        dan.press("enter")
        await reads(dan, "Noch nicht fertig: Carla.")
        await gives_up(carla)
        players = dict(zip(NAMES, (anna, ben, carla, dan), strict=True))
        for name, terminal in players.items():
            text = await reads(terminal, *RESULTS[name])
            assert sum(map(number_of, re.findall(r" ([+−]\d+)", everybody(text)))) == 0
        await looks_at_others(anna)
        for terminal in players.values():
            terminal.press("space")
        for terminal in players.values():
            await begins(terminal, 2)


async def opens(anna: Terminal) -> None:
    """A table by the form, with royalties and a way out."""
    await sees(anna, "Noch kein Tisch")
    anna.press("+")
    await sees(anna, "Neuer Tisch")
    anna.press("tab")
    await chooses(anna, "Chinese Poker")
    anna.press("tab")
    await sets(anna, "Prämien", "right", "übliche Prämien")
    await sets(anna, "Aufgeben", "right", "Aufgeben kostet 3")
    anna.press("enter")
    await reads(anna, "1/4", "übliche Prämien · Aufgeben kostet 3")


async def begins(terminal: Terminal, number: int) -> None:
    """A round has begun, all cards are in the tray."""
    await sees(terminal, lambda text: f" {number}/10 " in text and len(tray(text)) == 13)


async def sorts(terminal: Terminal, digits: str, left: str = "") -> None:
    """A digit a card, until these are left in the tray; of all, until Enter is awake."""
    terminal.press(*digits)
    await sees(terminal, lambda text: tray(text) == left.split())
    if not left:
        await sees(terminal, lambda _: live(terminal, "Enter abgeben"))


def rows(text: str) -> list[str]:
    """The three rows on a screen, and what they are called."""
    return [line[:65] for line in text.splitlines()[2:13]]


def tray(text: str) -> list[str]:
    """The ranks of the cards in the tray."""
    return text.splitlines()[15].split()


async def sets_well(anna: Terminal) -> None:
    """Thirteen digits and Enter; then it stands."""
    await sorts(anna, ANNA)
    assert "Prämien 4" in anna.text
    anna.press("enter")
    await reads(anna, "Deine Reihen liegen fest", "Noch nicht fertig: Ben, Carla und Dan.")


async def fouls(ben: Terminal) -> None:
    """One Enter is not enough."""
    await sorts(ben, BEN)
    ben.press("enter")
    await insists(ben, "Verlegt: Vorne Paar 3 schlägt Mitte. Trotzdem abgeben? Dann Enter.")
    await reads(ben, "Noch nicht fertig: Carla und Dan.")


async def gives_up(carla: Terminal) -> None:
    """Not by one key either."""
    carla.press("a")
    await insists(carla, "Surrender? You pay everybody 3, 9 in all. Enter surrenders.")


def everybody(text: str) -> str:
    """What the deal has brought to each, of a result's words in one line."""
    found = re.search(r" All[e]? (.*?) (gesamt|total) ", text)
    return "" if found is None else f" {found[1]}"


def number_of(points: str) -> int:
    """Points as the screen writes them."""
    return int(points.replace("−", "-"))


async def looks_at_others(anna: Terminal) -> None:
    """What Ben has of the others; Carla's cards stay down."""
    anna.press("right")
    text = await reads(anna, "▸Ben", "Anna −1 −1 −4 −3 inkl. −9", "Dan −1 −1 −1 −3 · −6")
    assert f"Carla {' '.join(['▓▓▓'] * 13)} ✗ aufgegeben zahlt jedem 3" in flowing(text)
