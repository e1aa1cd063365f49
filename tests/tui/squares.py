"""Deals of Pokerquadrat as a client receives them: real ones, their cards laid in a given order."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

from msgspec.structs import replace

from engine.game import Setup
from engine.games.pokerquadrat import Carry, Options, Pokerquadrat
from engine.kit.square import cell_called
from engine.values import actions
from engine.values.cards import DECK, Card, card, cards
from engine.values.chance import Chance
from engine.values.events import Events
from protocol.messages import ChairInfo
from tests.tui.deals import scene_of
from tui.canvas.scene import Ghost, Scene, Ui

ANNA, BEN = 0, 1
NAMES = ("Anna", "Ben")
GAME = Pokerquadrat()

# The picture of ux 5.5: twelve cards lie, Anna holds 5h 9c 7d.
PICTURE = (
    *("Ks a1", "5s a2", "Kh b1", "Kc d1", "6s a3", "6h b3"),
    *("9s a4", "5c d2", "2s a5", "8d c4", "6c d3", "Jd c5"),
)
PICTURE_HANDS = "5h9c7d", "Ad3c4s"

# The square of the worked example (rules.md B): 36 and 27, together 63.
WON = "KsKh7hKc7d 5s5h8s5c5d 6s6hTh6c3d Qs4h9c9dQd AsQh6d4cAd"
# Two other cards, which cost row 3 its third six and row 5 its pair: 30 and 27, together 57.
LOST = "KsKh7hKc7d 5s5h8s5c5d 6s6hTh7c3d Qs4h9c9dQd AsQh6d4c8d"


def whole(text: str) -> tuple[str, ...]:
    """The moves that fill the square with those cards, row by row."""
    return tuple(f"{laid} {'abcde'[at % 5]}{at // 5 + 1}" for at, laid in enumerate(cards(text)))


def deck(moves: Sequence[str], hands: tuple[str, str] = ("", ""), size: int = 3) -> Chance:
    """A deck with which the players hold what they lay, and then `hands`."""
    laid = [card(move[:2]) for move in moves]
    first, second = ([*laid[start::2], *cards(hands[start])] for start in (0, 1))
    used = {*first, *second}
    spare = iter([c for c in DECK if c not in used])
    mixed: list[Card] = [*_filled(first, size, spare), *_filled(second, size, spare)]
    for pair in zip_longest(first[size:], second[size:]):
        mixed += [next(spare) if c is None else c for c in pair]
    return Chance((*mixed, *spare), bytes(32))


def _filled(held: list[Card], size: int, spare: Any) -> list[Card]:
    return [*held[:size], *(next(spare) for _ in range(size - len(held[:size])))]


def played(
    moves: Sequence[str],
    hands: tuple[str, str] = ("", ""),
    options: Options | None = None,
) -> tuple[Any, Events]:
    """The state after the moves (`Ks a1`), Anna's the first of them, and all that happened."""
    options = options or Options()
    setup = Setup(2, button=BEN, carry=Carry())
    state, events = GAME.new(options, setup, deck(moves, hands, options.hand_size))
    for number, move in enumerate(moves):
        code, cell = move.split()
        state, more = GAME.apply(state, number % 2, actions.Place(card(code), cell_called(cell)))
        events += more
    return state, events


def scene(
    moves: Sequence[str] = PICTURE,
    me: int | None = ANNA,
    hands: tuple[str, str] = PICTURE_HANDS,
    options: Options | None = None,
    names: Sequence[str] = NAMES,
    **ui: Any,
) -> Scene:
    """A deal after those moves as `me` sees it."""
    options = options or Options()
    state, events = played(moves, hands, options)
    made = scene_of(GAME, state, me, names, events, options, Ui(latency=24, **ui))
    return replace(made, table=replace(made.table, name="Abendquadrat"))


def held(card_code: str | None = None, at: str | None = None, column: str | None = None) -> Ghost:
    """A ghost of the deals here."""
    return Ghost(
        1,
        None if card_code is None else card(card_code),
        None if at is None else cell_called(at),
        None if column is None else "abcde".index(column),
    )


def picture(**ui: Any) -> Scene:
    """The picture of ux 5.5, the five of hearts over b2."""
    return scene(**({"ghost": held("5h", "b2")} | ui))


def won(**ui: Any) -> Scene:
    """The worked example, full."""
    return scene(whole(WON), hands=("", ""), **ui)


def lost(**ui: Any) -> Scene:
    """A full square that misses the target."""
    return scene(whole(LOST), hands=("", ""), **ui)


def partners(*away: int, bots: tuple[int, ...] = ()) -> tuple[ChairInfo, ...]:
    """Anna and Ben, some of them away, some played for by a bot."""
    return tuple(
        ChairInfo("person", name, here=seat not in away, stand_in=seat in bots)
        for seat, name in enumerate(NAMES)
    )
