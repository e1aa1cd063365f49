"""Two people and bots play Indian Poker over ssh: nobody learns too early what all others see."""

import asyncio
import re
import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from engine.values.chance import Dice
from server.config import Config
from server.house import World
from server.run import Server
from tests.e2e.chips import flowing, reads, sees, ssh_host
from tests.e2e.form import chooses, goes_to, sentence
from tests.e2e.house import SSH, SSH_KEYGEN, make_key, ssh
from tests.e2e.terminal import Terminal
from tests.e2e.unseen import (
    ANNA,
    BEN,
    DIAMOND,
    ENGLISH,
    ENGLISH_HOLDEM,
    GERMAN_HOLDEM,
    HEART,
    Foreheads,
    Hands,
    Person,
    acts,
    calls,
    folds,
    plays,
    raises,
)

needs_ssh = pytest.mark.skipif(SSH is None or SSH_KEYGEN is None, reason="needs the OpenSSH client")
BRITISH = "en_GB.UTF-8"
# What all dice of bots show: they bluff seldom, and are in where it pays.
DICE = 255

MATCHED = ("Pot nachzahlen", ("right",), "Pot nachzahlen")
FOUR = ("Spieler", ("left", "left"), "zu viert")

# What titles say of a deal that is over.
ENDS = ("Showdown", "Ergebnis", "zu Ende", "showdown", "result", "match over")

# What somebody sets in the form: the line, the keys, and what is said then of the table.
Setting = tuple[str, tuple[str, ...], str]


def bytes_of(count: int) -> bytes:
    """Codes that nobody guesses, and always the same dice for bots."""
    return bytes([DICE]) * count if count == 32 else secrets.token_bytes(count)


class Inn:
    """A house of its own with everybody's terminals."""

    def __init__(self, port: int, place: Path, stack: AsyncExitStack) -> None:
        self._port = port
        self._place = place
        self._stack = stack
        self._bens = ("-i", str(make_key(place, "Ben")))

    def anna(self) -> Person:
        return Person(self._ssh("Anna"), DIAMOND)

    def ben(self) -> Person:
        return Person(self._ssh("Ben", *self._bens, lang=BRITISH), HEART, ENGLISH)

    def zoe(self) -> Person:
        return Person(self._ssh("Zoe"), "")

    def _ssh(self, name: str, *more: str, lang: str = "de_DE.UTF-8") -> Terminal:
        home = self._place / name
        return self._stack.enter_context(ssh(home, name, self._port, *more, lang=lang))


@asynccontextmanager
async def inn(place: Path, hands: Hands = lambda deal: {}) -> AsyncIterator[Inn]:
    """A house where the cards are dealt as scripted, and the next deal waits for people."""
    luck = Foreheads(hands)
    config = Config(
        state=place / "state",
        listen=None,
        host_socket=place / "host.sock",
        bot_pause=0,
        blink=0.2,
        fill_after=600,
        between=600,
        counted=600,
        lobby_pause=0,
    )
    world = World(chance=luck, random=bytes_of)
    async with (
        Server(config, world=world) as server,
        ssh_host(config, place) as port,
        AsyncExitStack() as stack,
    ):
        luck.server = server
        yield Inn(port, place, stack)


async def opens(anna: Person, *settings: Setting, game: str = "Indian Poker") -> None:
    """A table for four by the form."""
    await sees(anna.terminal, "+ neu")
    anna.terminal.press("+")
    await sees(anna.terminal, "Neuer Tisch")
    anna.terminal.press("tab")
    await chooses(anna.terminal, game)
    anna.terminal.press("tab")
    for label, keys, _ in settings:
        await goes_to(anna.terminal, label)
        anna.terminal.press(*keys)
    # The line itself may say what it is about; this one reads the whole table back.
    await goes_to(anna.terminal, "Bots")
    said = [one for _, _, one in settings]
    await sees(anna.terminal, lambda text: all(one in sentence(text) for one in said))
    anna.terminal.press("enter")
    if "kaufen" in await sees(anna.terminal, lambda text: "Gastgeber" in text or "kaufen" in text):
        anna.terminal.press("enter")


def learning(deal: int) -> Mapping[int, str]:
    """In the first deal Ben's is the best card, in every later one Anna's."""
    if deal == 1:
        return {ANNA: "Kd", BEN: "Ah", 2: "4c", 3: "7s"}
    return {ANNA: "Ad", BEN: "2h", 2: "5c", 3: "9s"}


@needs_ssh
async def test_one_learns_ones_card_at_a_showdown_or_never(tmp_path: Path) -> None:
    async with inn(tmp_path, learning) as house:
        anna = house.anna()
        await opens(anna, FOUR, ("Erhöhungen", ("right",), "höchstens drei Erhöhungen"))
        ben, zoe = house.ben(), house.zoe()
        await come(anna, ben, zoe)
        ben = await loses_the_line(anna, ben, house)
        await asyncio.gather(plays(anna, calls), plays(ben, calls))
        await turn_over(anna, ben, zoe)
        # Bots may stay in for a while.
        for number in range(2, 8):
            await go_on(number, anna, ben)
            shown, _ = await asyncio.gather(plays(anna, raises), plays(ben, folds))
            if "Anna gewinnt den Pot" in shown:
                break
        await never_learned(anna, zoe, number)


def always(deal: int) -> Mapping[int, str]:
    """Anna has a better card than Ben, and Ben a better one than all bots."""
    return {ANNA: "Ad", BEN: "Kh", 2: "4c", 3: "7s"}


def strong(deal: int) -> Mapping[int, str]:
    """The same, in the first deal."""
    return always(deal) if deal == 1 else {}


@needs_ssh
async def test_a_pot_is_matched_and_another_stays(tmp_path: Path) -> None:
    async with inn(tmp_path, strong) as house:
        anna = house.anna()
        await opens(anna, FOUR, MATCHED)
        ben = house.ben()
        await come(anna, ben)
        text = await declare(anna, ben, "cc")
        assert "Pot 4: Anna (Ass)." in text
        assert re.search(r"Ben( zahlt|.* zahlen je) 4 in den neuen Pot", text)
        # Bots may be in.
        for number in range(2, 12):
            await go_on(number, anna, ben)
            text = await declare(anna, ben, "ff")
            if "Niemand ist drin." in text:
                break
        left = re.search(r"Der Pot (\d+) bleibt liegen, ohne neues Ante", text)
        assert left is not None
        await reads(ben.terminal, f"Nobody is in. The pot of {left[1]} stays, with no new ante.")
        for person in (anna, ben):
            assert person.suit not in person.saw(number)
        await go_on(number + 1, anna, ben)
        await reads(anna.terminal, f"Pot {left[1]}")
        text = await declare(anna, ben, "fc")
        assert re.search(rf"(Nur Ben ist drin und nimmt den Pot|Pot) {left[1]}", text)


async def declare(anna: Person, ben: Person, keys: str) -> str:
    """In or out: Ben sees that Anna has declared, and not what; what Anna reads in the end."""
    await sees(ben.terminal, lambda _: ben.on_turn)
    await sees(anna.terminal, lambda _: anna.on_turn)
    await acts(anna, keys[0])
    text = await sees(ben.terminal, "✓ declared")
    assert not re.search(r"\b(in|out)\b", text[: text.index("▸ Ben")]), text
    await acts(ben, keys[1])
    return flowing(await turned(anna))


@needs_ssh
async def test_a_match_goes_on_until_one_has_all_chips(tmp_path: Path) -> None:
    async with inn(tmp_path, always) as house:
        anna = house.anna()
        stakes = ("Ante", ("right",) * 2, "Ante 5"), ("Höchstbetrag", ("right",), "bis 10")
        await opens(anna, FOUR, *stakes, ("Chips für jeden", ("left",), "20 Chips"))
        ben = house.ben()
        await come(anna, ben)
        for number in range(1, 6):
            await asyncio.gather(plays(anna, raises), plays(ben, calls))
            text = await turned(anna)
            if anna.words.again in text:
                break
            await go_on(number + 1, anna)
        await reads(anna.terminal, "Match zu Ende: Anna gewinnt, sonst hat niemand mehr Chips.")
        await turned(ben)
        await reads(ben.terminal, "The match is over: Anna wins, nobody else has chips.")
        for person in (anna, ben):
            person.terminal.press("space")
        await begins(1, anna, ben)
        await reads(anna.terminal, "Anna du 15 Chips", "Pot 20")


# By the keys of the form: what is played, with how many cards in sight at once.
CARDS = {
    many: ("Karten", ("right",) * steps, f"{many} Karten")
    for steps, many in enumerate((1, 2, 3, 5))
}
VARIANTS: dict[str, tuple[Setting, ...]] = {
    "high": (),
    "low": (("Es gewinnt", ("right",), "die niedrigste Karte gewinnt"),),
    "high-low": (("Es gewinnt", ("right",) * 2, "die höchste und die niedrigste Karte teilen"),),
    "matched": (MATCHED,),
    "two": (CARDS[2],),
    "three": (CARDS[3],),
    "traditional": (CARDS[3], ("Reihenfolge", ("right",), "A-2-3 die beste Straße")),
    "three matched": (CARDS[3], MATCHED),
    "five": (CARDS[5],),
    "revealed": (("Nach dem Spiel", ("right",), "am Ende liegen alle Karten offen"),),
    "hold'em": (),
}
DEALS = 6


@pytest.mark.soak
@needs_ssh
@pytest.mark.parametrize("variant", VARIANTS)
async def test_each_variant_is_played_by_two_people_and_bots(tmp_path: Path, variant: str) -> None:
    holdem, dice = variant == "hold'em", Dice(variant.encode())
    async with inn(tmp_path) as house:
        anna, ben, zoe = house.anna(), house.ben(), house.zoe()
        if holdem:
            anna, ben = anna._replace(words=GERMAN_HOLDEM), ben._replace(words=ENGLISH_HOLDEM)
            zoe = zoe._replace(words=GERMAN_HOLDEM)
        game = "Indian Hold'em" if holdem else "Indian Poker"
        await opens(anna, FOUR, *VARIANTS[variant], game=game)
        await come(anna, ben, zoe)
        number, heard = 1, {DIAMOND: 0, HEART: 0, "": 0}
        public = set("♣♠") if holdem else set()

        def unknowing(person: Person) -> str:
            assert person.suit not in person.saw(number, heard[person.suit])
            assert zoe.saw(number, heard[""]) <= public
            key = dice.choice("ccccf+")
            return raises(person) if key == "+" else key

        for played in range(DEALS):
            if played == 1:
                ben.terminal.close()
                ben, heard[HEART] = house.ben()._replace(words=ben.words), 0
                await begins(number, ben)
            await asyncio.gather(plays(anna, unknowing), plays(ben, unknowing))
            for person in (anna, ben):
                shown = (await turned(person)).lower()
                folded = "ergebnis" in shown or " result " in shown
                if folded and variant != "revealed":
                    assert person.suit not in person.saw(number, heard[person.suit])
            number = 1 if anna.words.again in anna.text else number + 1
            heard = {person.suit: len(person.terminal.raw) for person in (anna, ben, zoe)}
            await go_on(number, anna, ben)


async def turned(person: Person) -> str:
    """The screen of a deal that is over, one's own card turned over too."""
    words = person.words
    if words.turning in await sees(person.terminal, person.is_over):
        person.terminal.press("space")
    return await sees(
        person.terminal, lambda text: person.is_over(text) and words.turning not in text
    )


async def come(anna: Person, ben: Person, zoe: Person | None = None) -> None:
    """Ben takes a chair, Zoe looks on, bots have the others, and the first deal begins."""
    await sits(ben)
    if zoe is not None:
        await sees(zoe.terminal, "2/4")
        zoe.terminal.press("w")
        await sees(zoe.terminal, "1 schaut zu")
    await sees(anna.terminal, "Ben")
    anna.terminal.press("b")
    await begins(1, anna, ben)


async def loses_the_line(anna: Person, ben: Person, house: Inn) -> Person:
    """Ben bets, is gone, and is back where he was; his heart has come to neither terminal."""
    await sees(ben.terminal, lambda _: ben.on_turn)
    await acts(ben, "b")
    await sees(anna.terminal, lambda _: anna.on_turn)
    ben.terminal.process.kill()
    await sees(anna.terminal, "nicht da")
    assert HEART not in ben.saw(1)
    back = house.ben()
    text = await sees(back.terminal, "deal 1")
    assert {"K", "♦", "4", "♣", "7", "♠"} < set(text)
    assert HEART not in back.saw(1)
    return back


async def turn_over(anna: Person, ben: Person, zoe: Person) -> None:
    """All that lie open stay so, then one's own is turned over."""
    assert "♣" in zoe.saw(1)
    for person, turned in ((anna, "König"), (ben, "ace")):
        await sees(person.terminal, person.words.turning)
        assert person.suit not in person.saw(1)
        person.terminal.press("space")
        await sees(person.terminal, person.words.next)
        await reads(person.terminal, turned, "Ben (")
        assert person.suit in person.saw(1)


async def go_on(number: int, *people: Person) -> None:
    """All want that deal, and have it, as soon as their own cards are turned over."""
    for person in people:
        await turned(person)
        person.terminal.press("space")
    await begins(number, *people)


async def sits(person: Person) -> None:
    """Take a chair of the only table there is, with chips where those are to be bought."""
    await sees(person.terminal, "1/4")
    person.terminal.press("enter")
    if "buy 1,000" in await sees(person.terminal, lambda text: "2/4" in text or "buy 1" in text):
        person.terminal.press("enter")


async def begins(number: int, *people: Person) -> None:
    """That deal has begun on their screens, down to the keys, if it is not over at once."""
    for person in people:
        title, _, _ = person.words.title.format(number).partition(" · ")
        await sees(person.terminal, partial(begun, person, f"· {title}"))


def begun(person: Person, title: str, text: str) -> bool:
    """Whether all of a screen is of the deal of that title: the uppermost row comes first."""
    head, _, _ = text.partition("\n")
    return title in head and (not person.is_over(text) or any(word in head for word in ENDS))


async def never_learned(anna: Person, zoe: Person, number: int) -> None:
    """Who wins because all others have folded has not seen the card, nor sees it later."""
    await reads(anna.terminal, "Niemand schaut seine Karte an")
    anna.terminal.press("h")
    await sees(anna.terminal, "Rückblick   Runde von Anna")
    assert anna.suit not in anna.saw(number)
    assert not zoe.saw(number)
