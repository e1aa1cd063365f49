"""Deals of stud played for the screen: the picture of ux 5.8, and any others."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine.game import Setup
from engine.games.betting import Betting as Game
from engine.games.betting.state import Carry, State
from engine.values import actions
from engine.values.actions import Action
from engine.values.cards import DECK, Card, cards
from engine.values.chance import Chance
from engine.values.events import Events
from engine.values.secret import Secret
from tests.engine.games.betting_table import BY_ID
from tests.tui.layouts.betting_deals import (
    ANNA,
    BEN,
    CARLA,
    CHECK,
    DAN,
    EVA,
    FOLD,
    FREDERIC,
    GRETA,
    HANNES,
    call,
    raise_to,
    scene,
)
from tui.canvas.scene import Scene

bring_in = actions.BringIn


def stud(
    game_id: str,
    stacks: Sequence[int],
    hands: dict[int, str],
    acts: Sequence[Action],
    options: Any = None,
    button: int = 0,
    common: str = "",
    **carry: Any,
) -> tuple[State, Events]:
    """A deal after some acts of whoever is to act.

    `hands` are all the cards of a seat in the order in which they come, as far as they matter.
    """
    game: Game = BY_ID[game_id]
    n = len(stacks)
    named = {seat: cards(text) for seat, text in hands.items()}
    setup = Setup(n, button=button, carry=Carry(stacks=tuple(stacks), **carry))
    chosen = options or game.Options()

    def stacked(deck: Sequence[Card], live: Sequence[int], streets: range) -> tuple[Card, ...]:
        """The cards still to come, so that every seat gets the ones that it is to have."""
        wanted = [card for hand in named.values() for card in hand] + list(cards(common))
        free = iter([card for card in deck if card not in wanted])
        order = [(button + step) % n for step in range(1, n + 1)]
        top: list[Card] = []
        for number in streets:
            street = game.row.streets[number]
            had = sum(one.down + one.up for one in game.row.streets[:number])
            for seat in (seat for seat in order if seat in live):
                for place in range(had, had + street.down + street.up):
                    own = named.get(seat, ())
                    card = own[place] if place < len(own) else next(free, None)
                    if card is None:
                        # By then somebody will have folded, and it is asked again.
                        return _whole(top, deck)
                    top.append(card)
        return _whole([*top, *cards(common)], deck)

    rest = range(len(game.row.streets))
    first = stacked(DECK, range(n), rest[:1])
    state, events = game.new(chosen, setup, Chance(first, b""))
    for action in acts:
        turn = state.turn
        assert turn is not None, action
        live = [one for one in state.live if one != turn or not isinstance(action, actions.Fold)]
        left = stacked(state.deck.value, live, _lasting(state, len(live)))
        state = replace(state, deck=Secret(left, ()))
        state, more = game.apply(state, turn, action)
        events += more
    return state, events


def _whole(top: Sequence[Card], deck: Sequence[Card]) -> tuple[Card, ...]:
    return (*top, *(card for card in deck if card not in top))


def _lasting(state: State, live: int) -> range:
    """The streets to come for which there are cards enough for all."""
    left, number = len(state.deck.value), state.street + 1
    streets = state.row.streets
    while number < len(streets) and left >= live * (streets[number].down + streets[number].up):
        left -= live * (streets[number].down + streets[number].up)
        number += 1
    return range(state.street + 1, number)


EIGHT = (2562, 1922, 927, 2292, 1597, 3122, 1392, 1062)
LIMIT: Any = BY_ID["stud7"].Options(bet=20, top=40)
# Down cards, open ones, the last one down.
HANDS = {
    ANNA: "AhKhAd9c5c5s2c",
    BEN: "7d6d9s9h4dKc2s",
    CARLA: "QsJs2h7s",
    DAN: "TdTcQdJd5d2d3h",
    EVA: "AsJcAc8c8h3s4h",
    FREDERIC: "Qh9d4s",
    GRETA: "Ts5hTh6hKsKd8s",
    HANNES: "3c8d3dJh7c7h4c",
}
THIRD: tuple[Action, ...] = (
    bring_in(10),  # Carla
    raise_to(20),  # Dan
    call(20),
    FOLD,  # Frédéric
    *(call(20),) * 4,
    call(10),
)
FOURTH: tuple[Action, ...] = (
    *(CHECK,) * 3,  # Ben opens
    raise_to(20),  # Eva
    *(call(20),) * 4,
    FOLD,  # Carla
    call(20),
)
FIFTH: tuple[Action, ...] = (CHECK,) * 6
SIXTH: tuple[Action, ...] = (
    raise_to(40),  # Greta
    *(call(40),) * 4,
    raise_to(80),  # Eva
    call(40),
)


def stud8(me: int | None = ANNA, *more: Action, game: str = "stud7", **how: Any) -> Scene:
    """The picture of ux 5.8: sixth street, Hannes is to act, Anna after him."""
    options: Any = BY_ID[game].Options(bet=20, top=40)
    acts = (*THIRD, *FOURTH, *FIFTH, *SIXTH, *more)
    dealt = stud(game, EIGHT, HANDS, acts, options, HANNES)
    return scene(game, dealt, me, number=77, **{"listed": True, **how})
