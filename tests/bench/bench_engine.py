"""Actions a second through the rules, chosen at random among what is offered."""

import random
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import pokerkit

from engine.game import AnyGame, Setup
from engine.games import BY_ID, betting
from engine.games.betting import Betting
from engine.kit.shuffle import shuffle
from engine.values import actions
from engine.values.actions import Action
from engine.values.chance import Chance, Dice
from engine.values.offers import Call, Fold, Offer, Raise, real
from tests.bench import Line, cpu

DEALS = 30
BETTING_DEALS = 400
POKERKIT_DEALS = 60


def bench() -> Iterable[Line]:
    """Whole deals: offers, actions and events; of Pokerface each state's view as well."""
    yield from _betting()
    game = BY_ID["pokerface"]
    for players in (3, 6):
        done = sum(_deal(game, players, number, views=False) for number in range(DEALS))
        for views, words in ((False, "offers, apply"), (True, "offers, apply, view")):
            spent = cpu(partial(_deals, game, players, views))
            yield Line(
                f"Pokerface, {players} seats, random actions: {words}",
                f"{done / spent / 1e3:.0f} k actions/s",
            )


# ── hold'em, no limit, beside pokerkit ─────────────────────────────────────────────────────────


def _betting() -> Iterable[Line]:
    """Six seats with 100 big blinds each, every kind of action as likely as the others."""
    decks = [shuffle(number.to_bytes(32, "big")) for number in range(BETTING_DEALS)]
    holdem = next(game for game in betting.GAMES if game.id == "holdem")
    done = _ours(holdem, decks)
    rate = done / cpu(partial(_ours, holdem, decks), repeats=10)
    ratio = rate * cpu(_theirs) / _theirs()
    yield Line(
        "No limit hold'em, 6 seats, whole deals, random actions",
        f"{rate / 1e3:.0f} k actions/s",
        "≥ 60 k actions/s",
        rate >= 60e3,
    )
    yield Line("… beside pokerkit", f"{ratio:.0f} ×", "≥ 20 ×", ratio >= 20)


def _ours(game: Betting, decks: Iterable[Chance]) -> int:
    """Play each deck to the end; the number of actions."""
    dice, done = random.Random(1), 0
    options, setup = game.Options(), Setup(6, 0, game.Carry())
    for chance in decks:
        state, _ = game.new(options, setup, chance)
        while (seat := state.turn) is not None:
            offer = dice.choice(real(game.offers(state, seat)))
            state, _ = game.apply(state, seat, _taken(offer, dice))
            done += 1
        assert game.result(state) is not None
    return done


def _taken(offer: Offer, dice: random.Random) -> Action:
    """An action that the offer admits, by dice as quick as pokerkit's."""
    if isinstance(offer, Raise):
        return actions.Raise(dice.randint(offer.lo, offer.hi))
    if isinstance(offer, Call):
        return actions.Call(offer.price)
    return actions.Fold() if isinstance(offer, Fold) else actions.Check()


def _theirs() -> int:
    """The same with pokerkit, all that is no decision automated; the number of actions."""
    dice, done = random.Random(1), 0
    for _ in range(POKERKIT_DEALS):
        state = pokerkit.NoLimitTexasHoldem.create_state(
            tuple(pokerkit.Automation), True, 0, (5, 10), 10, (1000,) * 6, 6
        )
        while state.status:
            choices: list[Callable[[], object]] = [state.check_or_call]
            if state.can_fold():
                choices.append(state.fold)
            if state.can_complete_bet_or_raise_to():
                lo: Any = state.min_completion_betting_or_raising_to_amount
                hi: Any = state.max_completion_betting_or_raising_to_amount
                choices.append(partial(state.complete_bet_or_raise_to, dice.randint(lo, hi)))
            dice.choice(choices)()
            done += 1
    return done


# ── Pokerface ──────────────────────────────────────────────────────────────────────────────────


def _deals(game: AnyGame, players: int, views: bool) -> None:
    for number in range(DEALS):
        _deal(game, players, number, views)


def _deal(game: AnyGame, players: int, number: int, views: bool) -> int:
    """Play one deal to its end; the number of actions."""
    seed = number.to_bytes(32, "big")
    dice = Dice(seed[::-1])
    setup = Setup(players, number % players, game.Carry())
    state, _ = game.new(game.Options(), setup, shuffle(seed))
    done, seat = 0, setup.button
    while game.result(state) is None:
        seat = (seat + 1) % players
        choices = real(game.offers(state, seat))
        if choices:
            state, _ = game.apply(state, seat, dice.choice(choices).sample(dice))
            done += 1
            if views:
                game.view(state)
    return done
