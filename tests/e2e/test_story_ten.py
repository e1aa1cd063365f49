"""Ten at a table of hold'em: three all-ins and the screen says who got what of each pot."""

from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from engine.values import actions
from engine.values.actions import Action
from engine.values.cards import cards
from engine.values.chance import Chance
from engine.values.offers import Call, Offer, Raise
from protocol.messages import Create, Join, TableView
from server.house import World, random_chance
from server.ledger import REFILL
from server.run import Server
from tests.e2e.chips import (
    awake,
    ends,
    first_button,
    following,
    playing_for_chips,
    reads,
    sees,
    ssh_host,
    stacked,
)
from tests.e2e.house import SSH, ssh
from tests.e2e.terminal import Terminal
from tests.server.client import Client

NAMES = ("Ben", "Carla", "Dan", "Eva", "Frederic", "Greta", "Hannes", "Ines", "Jörg-Peter")
SEATS, BUTTON, ANNA = 10, 8, 9
HANDS = {1: "KhKs", 2: "Qh3d", 3: "As4d", ANNA: "Ac5d"}
BOARD = "KcKd7h7s2c"
STACKS = {1: 400, 2: 700, 3: 1000}


def chance(table: str, deal: int) -> Chance:
    """The button is Jörg-Peter's, so that Carla goes in first and Anna is asked after all three."""
    if deal == 0:
        return first_button(BUTTON, SEATS)
    order = [(BUTTON + 1 + seat) % SEATS for seat in range(SEATS)]
    return stacked(order, HANDS, 2, BOARD) if deal == 1 else random_chance(table, deal)


def choose(view: TableView, offers: Mapping[str, Offer]) -> Action | None:
    """Carla, Dan and Eva put in all they have in the first deal; everybody else checks or folds."""
    if view.deal == 1 and view.me in STACKS:
        raising, calling = offers.get("Raise"), offers.get("Call")
        if isinstance(raising, Raise):
            return actions.Raise(raising.hi)
        return actions.Call(calling.price) if isinstance(calling, Call) else None
    # The third deal is only begun, to see who is in it.
    if view.deal > 2:
        return None
    return actions.Check() if "Check" in offers else actions.Fold()


@pytest.mark.skipif(SSH is None, reason="needs the OpenSSH client")
async def test_ten_play_and_the_screen_says_who_got_what_of_three_pots(tmp_path: Path) -> None:
    config = playing_for_chips(tmp_path)
    async with (
        Server(config, world=World(chance=chance)) as server,
        ssh_host(config, tmp_path) as port,
        AsyncExitStack() as stack,
    ):
        clients = [await stack.enter_async_context(await Client.tcp(server.port)) for _ in NAMES]
        for client, name in zip(clients, NAMES, strict=True):
            await client.hello(name)
        made = await clients[0].ask(
            Create, game="holdem", name="Küche", seats=SEATS, chips=1000, clock=300
        )
        for seat, client in enumerate(clients[1:], 1):
            await client.ask(Join, table=made.table, seat=seat, chips=STACKS.get(seat, 1000))
        anna = stack.enter_context(ssh(tmp_path / "anna", "Anna", port))
        await sits_down(anna)
        await clients[0].view(lambda view: view.chairs[ANNA].kind == "person")
        async with following(clients, choose, 3):
            await awake(anna)
            nobody_has_seen_a_card_of_others(anna, clients)
            await calls_the_all_ins(anna)
            await reads_the_result(anna)
            await pauses_and_goes(anna)
        anna.press("q")
        assert await ends(anna) == 0


async def sits_down(anna: Terminal) -> None:
    """From the lobby, with as many chips as the table takes."""
    assert f"Anna  {REFILL // 1000}.000 ●" in await sees(anna, "9/10")
    anna.press("enter")
    await reads(anna, "Küche: Platz nehmen", "Einkauf 400–1.000 Guthaben 10.000", "1.000 kaufen")
    anna.press("enter")


def nobody_has_seen_a_card_of_others(anna: Terminal, clients: list[Client]) -> None:
    """No byte to Anna's screen has a suit that is not in her hand, none to a client a card."""
    drawn = bytes(anna.raw)
    drawn = drawn[drawn.index(b"Hand #1") :]
    assert "♣".encode() in drawn
    assert "♦".encode() in drawn
    assert not any(suit.encode() in drawn for suit in "♥♠")
    for number, client in enumerate(clients):
        for seat, hand in HANDS.items():
            for card in cards(hand):
                told = b"\xa2" + str(card).encode() in client.raw
                assert told == (seat == number), (number, card)


async def calls_the_all_ins(anna: Terminal) -> None:
    """All her chips: one key is not enough."""
    assert "c Call 995 All-in" in anna.text
    anna.press("c")
    await sees(anna, "Call 995 ist mindestens dein halber Stack: noch einmal c oder Enter.")
    anna.press("c")


async def reads_the_result(anna: Terminal) -> None:
    """The hands first, then the board, then words for every pot."""
    await sees(anna, "Space alles zeigen")
    anna.press("space")
    hand = "(Zwei Paare, Könige und Siebenen)."
    await reads(
        anna,
        "Hauptpot 1.610: Carla (Vierling, Könige).",
        f"Seitenpot 1 mit 900 (ohne Carla): Anna und Eva teilen, je 450 {hand}",
        f"Seitenpot 2 mit 600 (ohne Carla und Dan): Anna und Eva teilen, je 300 {hand}",
        "Ben, Frederic, Greta, Hannes, Ines, Jörg-Peter: gefoldet",
    )
    await sees(anna, "Space weiter")
    anna.press("space")


async def pauses_and_goes(anna: Terminal) -> None:
    """The next hand, none of the one after it, and home with what is left."""
    await sees(anna, "Hand #2")
    await awake(anna)
    assert "▸ ~Anna  du  750   D" in anna.text
    assert "ohne Chips" in anna.text
    anna.press("s")
    await sees(anna, "danach Pause")
    anna.press("f")
    await sees(anna, "Hand #3")
    await sees(anna, "Du machst Pause. s bringt dich zurück.")
    anna.press("q")
    await reads(anna, "Deine 750 Chips kommen zu deinem Guthaben, dein Platz wird frei.")
    anna.press("enter")
    await sees(anna, "Anna  9.750 ●")
    await sees(anna, "9/10")
