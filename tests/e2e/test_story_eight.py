"""Two people and six bots play each game of stud and draw, to a showdown with a side pot."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest

from engine.kit.shuffle import shuffle
from engine.values.cards import Card, cards
from engine.values.chance import Chance
from server.house import World, random_chance
from server.run import Server
from tests.e2e.chips import (
    TWICE,
    first_button,
    live,
    playing_for_chips,
    reads,
    sees,
    ssh_host,
)
from tests.e2e.form import chooses, goes_to, sentence, sets
from tests.e2e.house import SSH, ssh
from tests.e2e.terminal import Terminal

SEATS, BUTTON = 8, 7
ANNA, BEN, BOT = 0, 1, 2


class Case(NamedTuple):
    """A game as the form calls it, hands as they are dealt first, the structure that is set."""

    game: str
    hands: dict[int, str]
    title: str


CASES = {
    "stud7": Case("7 Card Stud", {ANNA: "KcKdKh", BOT: "AcAdAh", BEN: "QcQdQh"}, "PL"),
    "stud7_hilo": Case("7 Card Stud Hi/Lo", {ANNA: "2c3d4h", BOT: "AcAdAh", BEN: "QcQdQh"}, "PL"),
    "stud5": Case("5 Card Stud", {ANNA: "KcKd", BOT: "AcAd", BEN: "QcQd"}, "PL"),
    "soko": Case("Soko", {ANNA: "KcKd", BOT: "AcAd", BEN: "QcQd"}, "PL"),
    "draw5": Case("5-Card Draw", {ANNA: "KcKdKh5s6s", BOT: "AcAdAhAs2s", BEN: "QcQdQh7s8s"}, "NL"),
}

# A called all-in is in every run at ten (test_story_ten); these are long.
PLAYED = [pytest.param(game, marks=pytest.mark.soak) for game in CASES]


def chance_of(case: Case) -> Callable[[str, int], Chance]:
    """The button is at the last chair, so that Anna is dealt to first."""

    def chance(table: str, deal: int) -> Chance:
        if deal == 0:
            return first_button(BUTTON, SEATS)
        if deal > 1:
            return random_chance(table, deal)
        named = {card: seat for seat, hand in case.hands.items() for card in cards(hand)}
        rest = iter([card for card in shuffle(bytes(32)).deck if card not in named])
        deck: list[Card] = []
        for place in range(SEATS):
            seat = (BUTTON + 1 + place) % SEATS
            size = len(case.hands[ANNA]) // 2
            deck += cards(case.hands[seat]) if seat in case.hands else [*islice(rest, size)]
        return Chance(deck=(*deck, *rest), seed=bytes(32))

    return chance


@pytest.mark.skipif(SSH is None, reason="needs the OpenSSH client")
@pytest.mark.parametrize("game", PLAYED)
async def test_two_people_and_six_bots_play_for_a_side_pot(tmp_path: Path, game: str) -> None:
    case = CASES[game]
    config = playing_for_chips(tmp_path)
    async with (
        Server(config, world=World(chance=chance_of(case))),
        ssh_host(config, tmp_path) as port,
        AsyncExitStack() as stack,
    ):
        anna = stack.enter_context(ssh(tmp_path / "anna", "Anna", port))
        await opens(anna, case)
        ben = stack.enter_context(ssh(tmp_path / "ben", "Ben", port))
        await sees(ben, "1/8")
        ben.press("enter")
        await sees(ben, "1.000 kaufen")
        ben.press("enter")
        await sees(anna, lambda text: "2/8" in text and "b mit Bots auffüllen" in text)
        anna.press("b")
        for terminal in (anna, ben):
            await sees(terminal, lambda text: "Hand #1 " in text and not over(text))
        async with asyncio.TaskGroup() as group:
            for terminal in (anna, ben):
                group.create_task(goes_all_in(terminal))
        for terminal in (anna, ben):
            await reads(terminal, "Hauptpot", "Seitenpot", "(ohne Anna)")


async def opens(anna: Terminal, case: Case) -> None:
    """A table for eight by the form; few chips for Anna."""
    await sees(anna, "Noch kein Tisch.")
    anna.press("+")
    await sees(anna, "Neuer Tisch")
    anna.press("tab")
    await chooses(anna, case.game)
    anna.press("tab")
    await sets(anna, "Spieler", "right", "zu acht")
    await sets(anna, "Setzstruktur", "right", case.title)
    await goes_to(anna, "Bots")
    anna.press("left", "up")
    await sees(anna, lambda text: "ohne Bots" in sentence(text))
    anna.press("enter")
    await sees(anna, "1.000 kaufen")
    anna.press("down")
    await sees(anna, "Enter 400 kaufen")
    anna.press("enter")


async def goes_all_in(terminal: Terminal) -> None:
    """Put in as much as is allowed, keep all cards, until the deal is over."""
    while True:
        text = await sees(terminal, lambda text: over(text) or asked(terminal))
        if over(text):
            return
        if live(terminal, "Enter alle halten"):
            terminal.press("0", "enter")
        else:
            await puts_in_most(terminal)
        await sees(terminal, lambda now: over(now) or not asked(terminal))


async def puts_in_most(terminal: Terminal) -> None:
    """All-in where that is allowed, else the pot, else what a call costs."""
    if live(terminal, "a All-in"):
        terminal.press("a")
        await sees(terminal, "Enter setzt alles")
        terminal.press("enter")
    elif live(terminal, "4 Pot"):
        terminal.press("4")
        await sees(terminal, "Esc zurück")
        terminal.press("enter")
    elif live(terminal, "r Complete auf") or live(terminal, "r Raise auf"):
        terminal.press("r")
    else:
        terminal.press("c")
        if TWICE in await sees(terminal, lambda now: TWICE in now or not asked(terminal)):
            terminal.press("c")


def over(text: str) -> bool:
    """Whether the deal has ended."""
    return "Space weiter" in text or "Space alles zeigen" in text or "Enter 1.000" in text


def asked(terminal: Terminal) -> bool:
    """Whether it is one's turn and the keys have woken up."""
    return any(live(terminal, key) for key in ("c Call", "c Check", "c Bring-in", "Enter alle"))
