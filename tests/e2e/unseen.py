"""Tables with unseen own hands for stories: decks whose suits tell who has seen what.

Anna, in the first chair, is dealt diamonds, Ben, in the second, hearts, and nobody else has any.
So until their cards lie open no diamond may come to Anna's terminal, and no heart to Ben's.
"""

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engine.kit.pots import clockwise
from engine.values.cards import DECK
from engine.values.chance import Chance, Dice
from server.run import Server
from tests.e2e.chips import live, picture, sees, stacked
from tests.e2e.terminal import Terminal

ANNA, BEN = 0, 1
DIAMOND, HEART = "♦", "♥"
SUITS = "♣♦♥♠"
BOARD = 5
# The bar's keys to bet or raise, and an answer that asks for Enter.
BETS = ("b Setzen", "r Erhöhen", "b Bet", "r Raise")
AGAIN = re.compile(r"^ ! .*(Enter|einmal|again)", re.MULTILINE)

# The cards of chairs in a deal, where they are scripted.
Hands = Callable[[int], Mapping[int, str]]


class Foreheads:
    """The luck of a house's tables: whoever deals, everybody gets the cards that are for them.

    `server` is to be told as soon as there is one.
    """

    def __init__(self, hands: Hands = lambda deal: {}) -> None:
        self.server: Server | None = None
        self._hands = hands

    def __call__(self, table: str, deal: int) -> Chance:
        """The deck of a deal, for the chairs that play it; the first dealer is any."""
        if deal == 0:
            return Chance(deck=DECK, seed=bytes(32))
        assert self.server is not None
        now = self.server.house.tables[table].table
        _, following = now.match.start(now.game, now.options)
        players, chairs = following.setup.players, following.seats
        size = int(now.values.get("cards", 2))
        hands, board = suited(deal, size, chairs)
        hands |= self._hands(deal)
        order = clockwise(range(players), following.setup.button, players)
        return stacked(order, {seat: hands[chairs[seat]] for seat in order}, size, board)


def suited(deal: int, size: int, chairs: Sequence[int]) -> tuple[dict[int, str], str]:
    """Hands of that many cards for chairs, and a board, drawn by dice and parted by suits."""
    dice = Dice(f"deal {deal}".encode())
    red = {ANNA: "d", BEN: "h"}
    hands = {
        chair: "".join([card.code for card in dice.shuffled(DECK) if card.suit == suit][:size])
        for chair, suit in red.items()
    }
    black = [card.code for card in dice.shuffled(DECK) if card.suit in "cs"]
    for chair in chairs:
        if chair not in hands:
            hands[chair] = "".join(black.pop() for _ in range(size))
    return hands, "".join(black[:BOARD])


# ── what a person reads and presses ────────────────────────────────────────────────────────────


class Words(NamedTuple):
    """What a person looks for on a screen, in their language."""

    asked: tuple[str, str]
    title: str
    next: str
    again: str
    turning: str
    check: str
    field: str


GERMAN = Words(
    asked=("f Aussteigen", "c drin"),
    title="Spiel {} · Ante",
    next="Space nächstes Spiel",
    again="Space neues Match",
    turning="Jetzt kommt",
    check="c Checken",
    field="0-9 tippen",
)
ENGLISH = Words(
    asked=("f Fold", "c in ("),
    title="deal {} · ante",
    next="Space next deal",
    again="Space new match",
    turning="Now come",
    check="c Check",
    field="0-9 type",
)
# The same at Indian Hold'em.
GERMAN_HOLDEM = GERMAN._replace(
    title="Hand #{}", next="Space weiter", turning="Space alles zeigen", field="↑ ↓ Stufe"
)
ENGLISH_HOLDEM = ENGLISH._replace(
    title="Deal #{}", next="Space next", turning="Space show all", field="↑ ↓ step"
)


class Person(NamedTuple):
    """Somebody at a terminal, and the suit of their own hands."""

    terminal: Terminal
    suit: str
    words: Words = GERMAN

    @property
    def text(self) -> str:
        """The screen now."""
        return self.terminal.text

    @property
    def on_turn(self) -> bool:
        """Whether they are asked, and their keys are awake."""
        return any(live(self.terminal, key) for key in self.words.asked)

    def is_over(self, text: str) -> bool:
        """Whether the deal on that screen has ended."""
        words = self.words
        return any(said in text for said in (words.turning, words.next, words.again))

    def saw(self, number: int, heard: int = 0) -> set[str]:
        """The suits of all cards drawn since that deal began, the first one after so many bytes.

        A title comes first of what is drawn anew, and only what changes is drawn.
        """
        drawn = self.terminal.raw[heard:].decode("utf-8", "replace")
        drawn = re.sub(r"\x1b\[[0-9;:]*m", "", drawn)
        _, title, deal = drawn.partition(self.words.title.format(number))
        assert title, f"deal {number} never began"
        return set(SUITS) & set(deal)


# What somebody does on their turn, as the screen is: a key, or `+` for as much as may be.
Policy = Callable[[Person], str]


def calls(person: Person) -> str:
    """Check or call, whatever it costs."""
    return "c"


def folds(person: Person) -> str:
    """Check where that is free, else fold."""
    return "c" if person.words.check in person.text else "f"


def raises(person: Person) -> str:
    """Bet and raise by as much as may be, as long as that may be; else call."""
    return "+" if any(live(person.terminal, key) for key in BETS) else "c"


async def plays(person: Person, policy: Policy) -> str:
    """Do as the policy says, turn after turn, until the deal has ended; the screen then."""
    while True:
        text = await sees(person.terminal, lambda text: person.on_turn or person.is_over(text))
        if person.is_over(text):
            return text
        await acts(person, policy(person))


async def acts(person: Person, key: str) -> None:
    """One's turn by that key, through the amount field and what the screen asks once more."""
    terminal, field = person.terminal, person.words.field
    before = picture(person.text)

    def taken(text: str) -> bool:
        # Above there may be news already while the bar is still the old one.
        return picture(text) != before and field not in text and not person.on_turn

    def answered(text: str) -> bool:
        return field in text or AGAIN.search(text) is not None or taken(text)

    terminal.press("r" if key == "+" else key)
    text = await sees(terminal, answered)
    if field in text:
        if key == "+":
            await presses(terminal, "p")
        terminal.press("enter")
    elif AGAIN.search(text):
        terminal.press("enter")
    await sees(terminal, taken)


async def presses(terminal: Terminal, key: str) -> None:
    """Press a key, and return once it has changed something, if it does."""
    heard = len(terminal.raw)
    terminal.press(key)
    await asyncio.to_thread(terminal.listen, heard, 1)
