"""Open-face deals heads-up for tests and benches: a bot against a simple guest, deal after deal."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from engine.bots import Bot
from engine.game import AnyGame, Setup
from engine.games import chinese
from engine.kit.rows import ROWS, arranged, laid_well
from engine.values import actions
from engine.values.actions import Action
from engine.values.cards import Card
from engine.values.chance import Dice
from engine.values.offers import Lay, Offers, SetRows, Throw, real
from engine.values.view import View
from tests.engine.bots.deals import Guest, played

BY_ID = {game.id: game for game in chinese.GAMES}


class Deal(NamedTuple):
    """What the bot won of one deal, and whether each of the two fouled; the bot is the first."""

    points: int
    fouled: tuple[bool, bool]
    landed: tuple[bool, bool]


def deals(
    game: AnyGame,
    bot: Bot,
    guest: Guest,
    count: int,
    options: Struct | None = None,
    *,
    seed: bytes = b"open",
    spent: list[float] | None = None,
) -> Iterator[Deal]:
    """So many deals, the dealer changing, Fantasyland carried over from one to the next."""
    dice = Dice(seed)
    carry = game.Carry()
    for number in range(count):
        setup = Setup(2, number % 2, carry)
        result, view = played(
            game, bot, setup, dice.seed(), options, guests={1: guest}, spent=spent
        )
        fouled = {note.seat for note in view.notes if note.code == "fouled"}
        landed = {note.seat for note in view.notes if note.code == "fantasyland"}
        carry = result.carry
        yield Deal(result.net[0], (0 in fouled, 1 in fouled), (0 in landed, 1 in landed))


def at_random(dice: Dice) -> Guest:
    """Somebody who lays, sets and throws away by lot."""

    def choose(view: View, offers: Offers) -> Action:
        return real(offers)[0].sample(dice)

    return choose


def greedy(view: View, offers: Offers) -> Action:
    """Somebody who lays as the table does for whoever is away."""
    offer = real(offers)[0]
    if isinstance(offer, Lay):
        seat = owner(view, offer.cards)
        lying = [_row(view, f"{name}.{seat}") for name in ROWS]
        return actions.Lay(*laid_well(lying, offer.cards))
    if isinstance(offer, SetRows):
        return actions.SetRows(*arranged(offer.cards))
    assert isinstance(offer, Throw)
    return actions.Throw(offer.cards[0])


def owner(view: View, hand: Sequence[Card]) -> int:
    """Whose hand these cards are."""
    zone = next(zone for zone in view.zones if zone.kind == "hand" and hand[0] in zone.cells)
    assert zone.owner is not None
    return zone.owner


def _row(view: View, zone_id: str) -> list[Card]:
    zone = view.zone(zone_id)
    assert zone is not None
    return [cell for cell in zone.cells if isinstance(cell, Card)]
