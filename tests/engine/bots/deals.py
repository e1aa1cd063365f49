"""Whole deals of bots, for tests and benches."""

import hashlib
import time
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from engine.bots import Bot
from engine.game import AnyGame, Result, Setup
from engine.kit.shuffle import shuffle
from engine.values.actions import Action
from engine.values.offers import Offers, admitted, real
from engine.values.secret import redact
from engine.values.view import View

Guest = Callable[[View, Offers], Action | None]


def play(game: AnyGame, bot: Bot, setup: Setup, seed: bytes, *rest: Any, **more: Any) -> Result:
    """The result of a deal as `played` plays it."""
    return played(game, bot, setup, seed, *rest, **more)[0]


def played(
    game: AnyGame,
    bot: Bot,
    setup: Setup,
    seed: bytes,
    options: Struct | None = None,
    *,
    guests: dict[int, Guest] | None = None,
    spent: list[float] | None = None,
) -> tuple[Result, View]:
    """Play a deal to its end, every seat without a guest a bot; its result and last view.

    Whoever can act is asked in turn, starting after whoever acted last. AssertionError for an
    action that is not offered, or if all wait for each other. `spent` receives the CPU seconds of
    every decision.
    """
    state, events = game.new(options or game.Options(), setup, shuffle(seed))
    memories: list[Struct | None] = [None] * setup.players
    chances = _chances(seed)
    last = setup.button
    while (result := game.result(state)) is None:
        for place in range(1, setup.players + 1):
            seat = (last + place) % setup.players
            offers = game.offers(state, seat)
            if not real(offers):
                continue
            view = redact(game.view(state), seat)
            if guests and seat in guests:
                action = guests[seat](view, offers)
            else:
                seen = tuple(redact(event, seat) for event in events)
                start = time.process_time()
                action, memories[seat] = bot(view, seen, offers, memories[seat], next(chances))
                if spent is not None:
                    spent.append(time.process_time() - start)
            if action is not None:
                break
        else:
            raise AssertionError("everybody waits")
        assert admitted(offers, action), f"{action} is not offered"
        state, more = game.apply(state, seat, action)
        events = (*events, *more)
        last = seat
    return result, game.view(state)


def _chances(seed: bytes) -> Iterator[bytes]:
    while True:
        seed = hashlib.sha256(seed).digest()
        yield seed
