"""Three people play Pineapple over ssh: cards are thrown away unseen, queens lead to Fantasyland.

Who should not see a card is known by its rank: in the first deal nobody lays a two, three or four,
in the second nobody but Ben, who is in Fantasyland, has a jack or better.
"""

import re
from contextlib import AsyncExitStack
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.values.cards import cards
from engine.values.chance import Chance
from server.config import Config
from server.house import World, random_chance
from server.run import Server
from tests.e2e.chips import first_button, insists, live, reads, sees, ssh_host
from tests.e2e.form import chooses
from tests.e2e.house import SSH, ssh
from tests.e2e.terminal import Terminal

SEATS = 3
ENGLISH = "en_GB.UTF-8"
FIRST = ("Verteile deine ersten Karten", "Spread your first cards")
LATER = ("Lege zwei, eine geht weg", "Lay two, one goes away")
MADE = ("Enter festlegen", "Enter bestätigen", "Enter make fast", "Enter confirm")
HIGH = "AKQDJB"  # in either language
LOW = "234"


class Turn(NamedTuple):
    """The cards as they are dealt, and the digits that say where they go.

    The first five are read from the highest to the lowest, later ones as they come.
    """

    cards: str
    keys: str


# front Td7h6d, middle JdJh9h8h5d, back QcTc8c6c5c
ANNA = (
    Turn("QcTc8cJdJh", "32233"),
    Turn("6c5c2h", "33"),
    Turn("3h9h8h", "022"),
    Turn("5dTd4h", "21"),
    Turn("7h6d3d", "11"),
)
# front QsQh7d, middle KsKh5s8s6h, back AhAdAc9c9d
BEN = (
    Turn("QsQhKsKhAh", "32211"),
    Turn("Ad7d2c", "31"),
    Turn("Ac5s3c", "32"),
    Turn("9c9d4c", "33"),
    Turn("8s6h2d", "22"),
)
# front KcAsKd, middle 7c7s9s6s5h, back ThTsJcJsQd: with the king in the middle it were no foul
CARLA = (
    Turn("Kc7c7sThTs", "13322"),
    Turn("JcJs2s", "33"),
    Turn("Qd9s3s", "32"),
    Turn("As6s4s", "12"),
    Turn("Kd5h4d", "12"),
)
# All cards at once, but for one queen, which stays in the tray.
BEN_AT_ONCE = "AcAdAhAsKcKdKhKsQcQdQhQsJcJd"
ACES_AND_KINGS, THE_OTHERS = "33332222", ("1", "1", "1", "right", "2", "3")
# front 9c7s4h, middle 8d8h7h5h4d, back ThTs7c6h5s
ANNA_THEN = (
    Turn("ThTs8d8h4h", "33221"),
    Turn("7c7h3s", "32"),
    Turn("6h5h4s", "32"),
    Turn("5s4d3h", "32"),
    Turn("9c7s6s", "11"),
)
# front 4c6d3d, middle 9h9s7d5d3c, back TcTd8c6c5c
CARLA_THEN = (
    Turn("TcTd9h9s4c", "33221"),
    Turn("8c7d2c", "32"),
    Turn("6c5d2d", "32"),
    Turn("5c3c2s", "32"),
    Turn("6d3d2h", "11"),
)

# Rows, scoop, royalties on top and all of it (rules.md D): Ben has 7 for queens in front and 6 for
# a full house behind, Anna 4 for a flush; Carla has fouled.
RESULT = (
    (
        "Ben −1 −1 −1 −3 −9 −15",
        "Carla ✗ verlegt +1 +1 +1 +3 +4 +10",
        "Alle Anna −5 Ben +34 Carla −29",
        "Nächste Runde im Fantasyland: Ben (14 Karten).",
    ),
    (
        "gegen Vorne Mitte Hinten Scoop Prämie Summe",
        "Carla ✗ verlegt +1 +1 +1 +3 +13 +19",
        "Anna +1 +1 +1 +3 +9 +15",
        "Alle Ben +34 Carla −29 Anna −5",
        "Nächste Runde im Fantasyland: Ben (14 Karten).",
    ),
    (
        "✗ fouled front beats the middle",
        "Anna −1 −1 −1 −3 −4 −10",
        "Ben −1 −1 −1 −3 −13 −19",
        "All Carla −29 Anna −5 Ben +34",
        "In Fantasyland in the next deal: Ben (14 cards).",
    ),
)
# Three queens in front earn 20, and keep Ben there; four kings 20, four aces 10.
RESULT_THEN = (
    (
        "Ben −1 −1 −1 −3 −50 −56",
        "Carla +1 −1 −1 · · −1",
        "Alle Anna −57 Ben +112 Carla −55 gesamt −62 gesamt +146 gesamt −84",
    ),
    (
        "Carla +1 +1 +1 +3 +50 +56",
        "Anna +1 +1 +1 +3 +50 +56",
        "Alle Ben +112 Carla −55 Anna −57 gesamt +146 gesamt −84 gesamt −62",
        "Nächste Runde im Fantasyland: Ben (14 Karten).",
    ),
    (
        "Anna −1 +1 +1 · · +1",
        "Ben −1 −1 −1 −3 −50 −56",
        "All Carla −55 Anna −57 Ben +112 total −84 total −62 total +146",
    ),
)


def chance(table: str, deal: int) -> Chance:
    """Anna has the first turn in the first deal, Ben in the second."""
    if deal == 0:
        return first_button(SEATS - 1, SEATS)
    if deal > 2:
        return random_chance(table, deal)
    order = (ANNA, BEN, CARLA) if deal == 1 else (CARLA_THEN, ANNA_THEN)
    turns = [turn.cards for turn in chain.from_iterable(zip(*order, strict=True))]
    deck = turns if deal == 1 else [BEN_AT_ONCE, *turns]
    return Chance(cards("".join(deck)), bytes(32))


@pytest.mark.skipif(SSH is None, reason="needs an OpenSSH client")
@pytest.mark.soak
async def test_three_throw_cards_away_and_one_gets_to_fantasyland(tmp_path: Path) -> None:
    config = Config(
        state=tmp_path / "state",
        listen=None,
        host_socket=tmp_path / "host.sock",
        fill_after=600,
        counted=600,
        lobby_pause=0,
    )
    async with (
        Server(config, world=World(chance=chance)),
        ssh_host(config, tmp_path) as port,
        AsyncExitStack() as stack,
    ):
        anna = stack.enter_context(ssh(tmp_path / "Anna", "Anna", port))
        await opens(anna)
        ben = stack.enter_context(ssh(tmp_path / "Ben", "Ben", port))
        carla = stack.enter_context(ssh(tmp_path / "Carla", "Carla", port, lang=ENGLISH))
        for number, terminal in enumerate((ben, carla), 1):
            await sees(terminal, f"{number}/{SEATS}")
            terminal.press("enter")
        players = (anna, ben, carla)
        await play(players)
        for terminal, result in zip(players, RESULT, strict=True):
            await reads(terminal, *result)
        for terminal, turns in zip(players, (ANNA, BEN, CARLA), strict=True):
            # Not each of one's own need have been drawn: newer frames take the place of older ones.
            seen = cards_on(terminal, LOW)
            assert seen
            assert seen <= lowest(turns)
        for terminal in players:
            terminal.press("space")
        await play_with_ben_in_fantasyland(players)
        for terminal, result in zip(players, RESULT_THEN, strict=True):
            await reads(terminal, *result)


async def opens(anna: Terminal) -> None:
    """A table by the form, as it is."""
    await sees(anna, "Noch kein Tisch")
    anna.press("+")
    await sees(anna, "Neuer Tisch")
    anna.press("tab")
    await chooses(anna, "Pineapple")
    anna.press("enter")
    await reads(anna, "1/3", "übliche Prämien · mit Fantasyland")


async def play(players: tuple[Terminal, ...]) -> None:
    """The first deal, turn after turn; Carla insists on her foul."""
    carla = players[-1]
    for number, turns in enumerate(zip(ANNA, BEN, CARLA, strict=True)):
        for terminal, turn in zip(players, turns, strict=True):
            await lays(terminal, turn)
            if terminal is carla and number == len(CARLA) - 1:
                carla.press("enter")
                await insists(carla, "Foul: Front beats the middle. Anyway? Press Enter again.")
            else:
                await makes_fast(terminal)


async def lays(terminal: Terminal, turn: Turn) -> None:
    """A digit a card, until Enter is awake."""
    prompts = FIRST if len(turn.keys) == 5 else LATER
    await sees(terminal, lambda text: any(prompt in text for prompt in prompts))
    terminal.press(*turn.keys)
    await sees(terminal, lambda _: any(live(terminal, key) for key in MADE))


async def makes_fast(terminal: Terminal) -> None:
    """Enter, and it is somebody else's turn."""
    terminal.press("enter")
    await sees(terminal, lambda text: not any(key in text for key in MADE))


async def play_with_ben_in_fantasyland(players: tuple[Terminal, ...]) -> None:
    """The second deal: nobody sees what Ben does meanwhile until all are done."""
    anna, ben, carla = players
    await sees(ben, "Fantasyland: Ordne 13 von 14 Karten.")
    for terminal in (anna, carla):
        await sees(terminal, "Fantasyland FL")
    heard = {id(terminal): len(terminal.raw) for terminal in (anna, carla)}
    ben.press(*ACES_AND_KINGS)
    for number, (carlas, annas) in enumerate(zip(CARLA_THEN, ANNA_THEN, strict=True)):
        await lays(carla, carlas)
        await makes_fast(carla)
        if number == 1:
            await sets_his_rows(ben)
            await sees(anna, "fertig, verdeckt bis zum Ende")
        await lays(anna, annas)
        if number < len(ANNA_THEN) - 1:
            await makes_fast(anna)
    for terminal in (anna, carla):
        assert not cards_on(terminal, HIGH, heard[id(terminal)])
    anna.press("enter")
    for terminal in (anna, carla):
        await sees(terminal, lambda text: "Ergebnis" in text or "Result" in text)


async def sets_his_rows(ben: Terminal) -> None:
    """The rest of the fourteen, but for a queen."""
    ben.press(*THE_OTHERS)
    await sees(ben, "Weg gehen, verdeckt: D♦")
    ben.press("enter")
    await sees(ben, "Du bist fertig.")


def cards_on(terminal: Terminal, ranks: str, since: int = 0) -> set[str]:
    """The cards of these ranks that a terminal has been given to draw in a line, like `2♥`."""
    text = terminal.raw[since:].decode("utf-8", "replace")
    return set(re.findall(f"[{ranks}][♣♦♥♠]", text))


def lowest(turns: tuple[Turn, ...]) -> set[str]:
    """The cards that somebody throws away."""
    signs = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
    return {
        f"{one.rank}{signs[one.suit]}"
        for turn in turns
        for one in cards(turn.cards)
        if one.rank in LOW
    }
