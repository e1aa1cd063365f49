"""Deals of the bot of Chinese poker against simple players, for tests and benches."""

from functools import partial
from typing import Literal

from engine.bots import BOTS
from engine.game import Setup
from engine.games.chinese.closed import Chinese, Options
from engine.games.chinese.state import Carry
from engine.kit.rows import arranged, board
from engine.values import actions
from engine.values.actions import Action
from engine.values.cards import Card
from engine.values.chance import Dice
from engine.values.draft import Rows
from engine.values.offers import Offers, SetRows, real
from engine.values.view import View
from tests.engine.bots.betting_deals import Tally, seeds
from tests.engine.bots.deals import Guest, play

GAME = Chinese()
BOT = BOTS["chinese"]["normal"]

Opponent = Literal["random", "sorted"]


def deals(against: Opponent, number: int, options: Options | None = None) -> Tally:
    """That many deals heads-up of the bot in changing places; points won a deal."""
    tally = Tally([], [])
    dice = Dice(f"chinese {against}".encode())
    guest: Guest = partial(at_random, dice) if against == "random" else strongest_first
    for index, seed in zip(range(number), seeds(dice), strict=False):
        seat = index % 2
        setup = Setup(2, index // 2 % 2, Carry())
        guests = {1 - seat: guest}
        result = play(GAME, BOT, setup, seed, options, guests=guests, spent=tally.spent)
        tally.won.append(result.net[seat])
    return tally


def at_random(dice: Dice, view: View, offers: Offers) -> Action:
    """Sets any rows that are no foul, all as likely."""
    hand = held(offers)
    while True:
        one = dice.shuffled(hand)
        rows: Rows = (one[:3], one[3:8], one[8:])
        if not board(rows).fouled:
            return actions.SetRows(*rows)


def strongest_first(view: View, offers: Offers) -> Action:
    """Sets the strongest five behind, of the others the strongest five in the middle."""
    return actions.SetRows(*arranged(held(offers)))


def held(offers: Offers) -> tuple[Card, ...]:
    """The cards that rows may be set of."""
    return next(offer.cards for offer in real(offers) if isinstance(offer, SetRows))
