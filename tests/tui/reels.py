"""Finished deals looked back on: thrown by dice, or played by a script, with all their steps."""

from functools import lru_cache
from typing import Any

import msgspec
import pytest

from engine.game import AnyGame, Setup
from engine.games import BY_ID, GAMES
from engine.games.betting.state import Carry
from engine.kit.shuffle import shuffle
from engine.play import Moment, at_random, retold, walk
from engine.values.cards import cards
from engine.values.chance import Chance, Dice
from engine.values.events import Scored
from engine.values.secret import redact, unsealed
from engine.values.why import Why
from protocol.messages import DealStep, DealSteps, PastDeal, PlayedDeal
from tests.engine.games import betting_table
from tui.screens.reel import Reel, longer

NAMES = ("Anna", "Ben", "Carla", "Dan", "Eva", "Frédéric", "Greta", "Hannes", "Ines", "Jörg-Peter")
# One game of each family; how the others are drawn and told is the same there.
ALIKE = ("omaha", "omaha_hilo", "stud7_hilo", "stud5", "soko", "openface")
EVERY_GAME = [
    pytest.param(game, id=game.id, marks=pytest.mark.soak if game.id in ALIKE else ())
    for game in GAMES
]
AT = 1_700_000_000_000  # 14.11.2023 22:13 UTC


def thrown(game: AnyGame, seed: int = 1, players: int = 4) -> list[Moment]:
    """Every state of a deal thrown by dice."""
    return list(_thrown(game.id, seed, players))


@lru_cache(32)
def _thrown(name: str, seed: int, players: int) -> tuple[Moment, ...]:
    game = BY_ID[name]
    players = min(players, game.players[-1])
    carry: Any = game.Carry()
    if game.match == "cash":
        carry = Carry(stacks=(500, 145, 390, 630, 280)[:players])
    setup, dice = Setup(players, 0, carry), Dice(bytes([seed]))
    chance = shuffle(bytes([seed]) * 32)
    return tuple(walk(game, game.Options(), setup, chance, at_random(dice, calm=6)))


def played(table: betting_table.Table, hands: dict[int, str], board: str) -> list[Moment]:
    """Every state of a deal that a test has played."""
    chance = Chance(table._deck(hands, cards(board)), b"")
    events = tuple(unsealed(event) for event in table.events)
    return list(retold(table.game, table.options, table.setup, chance, events))


def reel_of(game: AnyGame, moments: list[Moment], seat: int = 0, options: Any = None) -> Reel:
    """The deal as whoever had that seat looks back on it."""
    told = tuple(redact(event, seat) for moment in moments for event in moment.events)
    scored = next(event for event in reversed(told) if isinstance(event, Scored))
    past = PastDeal("t1", 7, AT, "Küche", game.id, 3, Why(scored.code, scored.facts))
    names = NAMES[: len(game.view(moments[0].state).seats)]
    values = msgspec.to_builtins(game.Options() if options is None else options)
    reel = Reel(PlayedDeal(past, seat, names, values, told), len(moments), match=game.match)
    return longer(reel, DealSteps(0, len(moments), steps_of(game, moments, seat)))


def steps_of(game: AnyGame, moments: list[Moment], seat: int) -> tuple[DealStep, ...]:
    """The steps of a deal as a server tells them to a seat."""
    happened, steps = 0, []
    for moment in moments:
        happened += len(moment.events)
        view = redact(game.view(moment.state), seat)
        steps.append(DealStep(happened, view, game.offers(moment.state, seat)))
    return tuple(steps)
