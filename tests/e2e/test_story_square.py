"""Two people fill a square over ssh, with nothing but keys, and neither hears of the other's hand.

Anna holds spades and, from beginning to end, a heart or two; Ben diamonds and clubs. The hearts and
the clubs never come to lie: whoever's terminal has ever had one of the other's has been told too
much.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import chain, zip_longest
from pathlib import Path

import pytest

from engine.values.cards import DECK, Card, cards
from engine.values.chance import Chance
from protocol.messages import Act
from server.config import Config
from server.house import World, random_chance
from server.run import Server
from server.sessions import Session
from tests.e2e.chips import ends, first_button, flowing, reads, sees, ssh_host
from tests.e2e.form import chooses
from tests.e2e.house import SSH, ssh
from tests.e2e.terminal import Terminal

# What each of them holds and draws, in that order; Anna begins.
SPADES, DIAMONDS = "AsKs2hQsJsTs9s8s7s6s5s3h4s3s2s", "AdKd2cQdJdTd9d8d7d6d5d4d3d3c4c"
# Two royal flushes, two straight flushes, and what is left: fours and threes (rules.md B).
SQUARE = "AsKsQsJsTs 9s8s7s6s5s 4s3s2s4d3d AdKdQdJdTd 9d8d7d6d5d"
CELLS = {one: f"{'abcde'[at % 5]}{at // 5 + 1}" for at, one in enumerate(cards(SQUARE))}
ROWS, COLUMNS = 30 + 30 + 3 + 30 + 30, 5 * 3
HEART, CLUB = "♥".encode(), "♣".encode()


def chance(table: str, deal: int) -> Chance:
    """Ben is the first dealer, so that Anna begins; the first deck is the one above."""
    if deal == 0:
        return first_button(1, 2)
    return Chance(tuple(deck()), bytes(32)) if deal == 1 else random_chance(table, deal)


def deck() -> Iterator[Card]:
    anna, ben = cards(SPADES), cards(DIAMONDS)
    drawn = chain.from_iterable(zip_longest(anna[3:], ben[3:]))
    known = (*anna[:3], *ben[:3], *(one for one in drawn if one is not None))
    yield from known
    yield from (one for one in DECK if one not in known)


class Wire:
    """What the server has written to each account, and what each has asked for."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.written: dict[str, bytearray] = {}
        self.acts = 0
        put, show, heard = Session.put, Session.show, Session._in_time

        def noted(session: Session, *data: bytes) -> None:
            known = session._person
            if known is not None:
                self.written.setdefault(known.name, bytearray()).extend(b"".join(data))

        def putting(session: Session, data: bytes) -> None:
            noted(session, data)
            put(session, data)

        def showing(session: Session, of: str, data: bytes, before: bytes = b"") -> None:
            noted(session, before, data)
            show(session, of, data, before)

        def hearing(session: Session, request: object) -> bool:
            self.acts += isinstance(request, Act)
            return heard(session, request)  # type: ignore[arg-type]

        patch.setattr(Session, "put", putting)
        patch.setattr(Session, "show", showing)
        patch.setattr(Session, "_in_time", hearing)

    def has_told(self, name: str, one: Card) -> bool:
        """Whether that card has ever been written to somebody."""
        return b"\xa2" + str(one).encode() in self.written[name]


class Player:
    """Somebody at a terminal; `held` are the cards in the order of their digits."""

    def __init__(self, name: str, terminal: Terminal, dealt: Sequence[Card]) -> None:
        self.name = name
        self.terminal = terminal
        self.held = list(dealt[:3])
        self.drawn = list(dealt[3:])

    async def lays(self, arrows: bool) -> Card:
        """The next card that has a place, by typing the place or by arrows."""
        digit = next(at for at, one in enumerate(self.held, 1) if one in CELLS)
        laid = self.held[digit - 1]
        place = CELLS[laid]
        self.terminal.press(str(digit))
        if arrows:
            await self.goes_to(place)
        else:
            self.terminal.press(*place)
        await sees(self.terminal, partial(self.may_lay, place))
        self.terminal.press("enter")
        del self.held[digit - 1]
        if self.drawn:
            self.held.append(self.drawn.pop(0))
        return laid

    async def goes_to(self, place: str) -> None:
        """Right and right again, until the card is held over that place."""
        now = ""
        while now != place:
            self.terminal.press("right")
            text = await sees(self.terminal, partial(self.is_elsewhere, now))
            now = held_over(text)

    def is_elsewhere(self, before: str, text: str) -> bool:
        return held_over(text) not in ("", before)

    def may_lay(self, place: str, text: str) -> bool:
        """Whether the keys are awake (bold then) and the card is over that place."""
        for row, line in enumerate(text.splitlines()):
            at = line.find("Enter legt sie endgültig")
            if at >= 0:
                return held_over(text) == place and bool(self.terminal.screen.buffer[row][at].bold)
        return False


def held_over(text: str) -> str:
    """The place that the box over the decision names; empty if it names none."""
    found = re.search(r"╭─ \S+ auf ([a-e][1-5]) ─", text)
    return found[1] if found else ""


@pytest.mark.skipif(SSH is None, reason="needs an OpenSSH client")
@pytest.mark.soak
async def test_two_fill_a_square_by_keys_and_read_what_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = Wire(monkeypatch)
    config = Config(
        state=tmp_path / "state",
        listen=None,
        host_socket=tmp_path / "host.sock",
        fill_after=600,
        lobby_pause=0,
    )
    async with (
        Server(config, world=World(chance=chance)),
        ssh_host(config, tmp_path) as port,
    ):
        with (
            ssh(tmp_path / "anna", "Anna", port) as first,
            ssh(tmp_path / "ben", "Ben", port) as second,
        ):
            anna = Player("Anna", first, cards(SPADES))
            ben = Player("Ben", second, cards(DIAMONDS))
            await sit_down(anna, ben)
            await thinks_unseen(anna, ben, wire)
            await play(anna, ben, wire)
            for player in (anna, ben):
                await reads_the_result(player)
            # What was never laid was never told, nor drawn.
            begun = {one.name: bytes(one.terminal.raw) for one in (anna, ben)}
            for name, suit in (("Anna", CLUB), ("Ben", HEART)):
                drawn = begun[name][begun[name].index(b"Ziel 60") :]
                assert suit not in drawn
            assert HEART in begun["Anna"]
            assert CLUB in begun["Ben"]
            for player in (anna, ben):
                await reads_the_list(player)
            await play_on(anna, ben)
            await leaves(anna)
            await reads(ben.terminal, "Anna ist gegangen.")


async def sit_down(anna: Player, ben: Player) -> None:
    """Anna opens a table by the form, Ben takes its other chair."""
    await sees(anna.terminal, "Noch kein Tisch")
    anna.terminal.press("+")
    await sees(anna.terminal, "Neuer Tisch")
    anna.terminal.press("tab")
    await chooses(anna.terminal, "Pokerquadrat")
    anna.terminal.press("enter")
    await sees(anna.terminal, "1/2")
    await sees(ben.terminal, "1/2")
    ben.terminal.press("enter")
    for player, partner in ((anna, "Ben"), (ben, "Anna")):
        await sees(player.terminal, f"mit ~{partner} · Ziel 60")
        await sees(player.terminal, "1–3 wählt eine Karte.")


async def thinks_unseen(anna: Player, ben: Player, wire: Wire) -> None:
    """A card held over the square, moved about and put back, is nobody's business."""
    told, asked = bytes(wire.written["Ben"]), wire.acts
    still = False
    for _ in range(5):
        heard = len(ben.terminal.raw)
        anna.terminal.press("3", "b", "4")
        await sees(anna.terminal, lambda text: held_over(text) == "b4")
        for key in ("right", "down", "left", "up"):
            before = held_over(anna.terminal.text)
            anna.terminal.press(key)
            await sees(anna.terminal, partial(anna.is_elsewhere, before))
        anna.terminal.press("c")
        await sees(anna.terminal, "c … Reihe 1–5")
        anna.terminal.press("esc", "esc", "esc")
        await sees(anna.terminal, "1–3 wählt eine Karte.")
        # Now and then his own terminal asks how far the server is, and shows the answer.
        still = still or len(ben.terminal.raw) == heard
    assert still
    assert wire.acts == asked
    more = bytes(wire.written["Ben"])[len(told) :]
    assert b"table" not in more.replace(b"\xa5table\xc0", b"")
    assert b"events" not in more


async def play(anna: Player, ben: Player, wire: Wire) -> None:
    """All twenty-five cards: Anna types where they go, Ben moves them there."""
    for turn in range(25):
        player, partner = (anna, ben) if turn % 2 == 0 else (ben, anna)
        laid = await player.lays(arrows=player is ben)
        if turn < 24:
            said = f"{player.name} legte"
            await sees(partner.terminal, lambda text, said=said: said in flowing(text))  # type: ignore[misc]
            await sees(player.terminal, "Überlegen darfst du schon")
        for one in (anna, ben):
            other = ben if one is anna else anna
            assert wire.has_told(one.name, laid) or turn == 24
            for unseen in (*other.held, *other.drawn, *one.drawn):
                assert not wire.has_told(one.name, unseen), (one.name, unseen)


async def reads_the_result(player: Player) -> None:
    """Every line with what it brings, both sums, and that it was the first."""
    await reads(
        player.terminal,
        f"✓ {ROWS + COLUMNS} von 60: geschafft",
        "Euer erstes Ergebnis",
        f"Reihen {ROWS}",
        "1 Royal Flush 30",
        "3 Zwei Paare, 4 und 3 3",
        f"Spalten {COLUMNS}",
        "a Zwei Paare, A und 9 3",
        f"zusammen {ROWS + COLUMNS}",
        "s Bestenliste",
    )


async def reads_the_list(player: Player) -> None:
    """The list has both of them, and knows how often they have tried."""
    player.terminal.press("s")
    own = f"• 1 Anna und Ben {ROWS + COLUMNS}"
    await reads(player.terminal, "Bestenliste Pokerquadrat", own, "Mit dir", "1 von 1")
    player.terminal.press("left")
    await reads(player.terminal, "So hat noch niemand zu Ende gespielt.")
    player.terminal.press("esc")
    await sees(player.terminal, "s Bestenliste")


async def play_on(anna: Player, ben: Player) -> None:
    """Both want another game; this time Ben begins."""
    for player in (anna, ben):
        player.terminal.press("space")
    for player in (anna, ben):
        await sees(player.terminal, "1–3 wählt eine Karte.")
    await sees(anna.terminal, "Überlegen darfst du schon")
    await sees(ben.terminal, lambda text: "Überlegen" not in text)


async def leaves(player: Player) -> None:
    """Home from the middle of a game, and out of the lobby."""
    player.terminal.press("q")
    await sees(player.terminal, "Enter verlassen")
    player.terminal.press("enter")
    await sees(player.terminal, "Lobby ·")
    player.terminal.press("q")
    assert await ends(player.terminal) == 0
