"""Actions a second through the rules, chosen at random among what is offered."""

from collections.abc import Iterable
from functools import partial

from engine.game import AnyGame, Setup
from engine.games import BY_ID
from engine.kit.shuffle import shuffle
from engine.values.chance import Dice
from engine.values.offers import real
from tests.bench import Line, cpu

DEALS = 30


def bench() -> Iterable[Line]:
    """Whole deals of Pokerface: offers, actions and events; then each state's view as well."""
    game = BY_ID["pokerface"]
    for players in (3, 6):
        actions = sum(_deal(game, players, number, views=False) for number in range(DEALS))
        for views, words in ((False, "offers, apply"), (True, "offers, apply, view")):
            spent = cpu(partial(_deals, game, players, views))
            yield Line(
                f"Pokerface, {players} seats, random actions: {words}",
                f"{actions / spent / 1e3:.0f} k actions/s",
            )


def _deals(game: AnyGame, players: int, views: bool) -> None:
    for number in range(DEALS):
        _deal(game, players, number, views)


def _deal(game: AnyGame, players: int, number: int, views: bool) -> int:
    """Play one deal to its end; the number of actions."""
    seed = number.to_bytes(32, "big")
    dice = Dice(seed[::-1])
    setup = Setup(players, number % players, game.Carry())
    state, _ = game.new(game.Options(), setup, shuffle(seed))
    actions, seat = 0, setup.button
    while game.result(state) is None:
        seat = (seat + 1) % players
        choices = real(game.offers(state, seat))
        if choices:
            state, _ = game.apply(state, seat, dice.choice(choices).sample(dice))
            actions += 1
            if views:
                game.view(state)
    return actions
