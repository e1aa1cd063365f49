"""What we write is read by another program: pokerkit, for every variant that PHH names."""

import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from pokerkit import HandHistory

from engine.game import AnyGame, Setup
from engine.games.betting.options import AnyOptions
from engine.games.betting.state import Carry, Options, State
from engine.kit.shuffle import shuffle
from engine.play import Act, Chooser, Entry, Played, play
from engine.record import replay_text, write
from engine.values import actions, offers
from engine.values.chance import Dice
from engine.values.events import Dealt, Event, Shown
from engine.values.offers import real
from engine.values.secret import redact
from tests.engine.games.betting_table import BY_ID

# Every amount is a multiple of this: whatever number of players shares a pot or half of one, no
# chip is odd (pokerkit gives all odd chips to one winner, rules.md D13 one to each).
CHIP = 5040

VARIANTS: dict[str, tuple[str, dict[str, Any]]] = {
    "NT": ("holdem", {"structure": "no", "min_raise": "last"}),
    "FT": ("holdem", {"structure": "split", "top": 4 * CHIP}),
    "PO": ("omaha", {"structure": "pot", "min_raise": "last"}),
    "FO/8": ("omaha_hilo", {"structure": "split", "top": 4 * CHIP}),
    "F7S": ("stud7", {"structure": "split", "top": 4 * CHIP, "stud_tie": "position"}),
    "F7S/8": ("stud7_hilo", {"structure": "split", "top": 4 * CHIP, "stud_tie": "position"}),
}


def by_dice(dice: Dice) -> Chooser:
    """Decisions that pokerkit admits as well.

    Raises are whole ones that some opponent can match: an incomplete raise in limit and one that
    nobody can match are refused there (rules.md C.5 has both).
    """

    def choose(game: AnyGame, state: State) -> Entry | None:
        seat = state.turn
        if seat is None:
            return None
        found = real(game.offers(state, seat))
        raises = [one for one in found if isinstance(one, offers.Raise)]
        price = [one for one in found if isinstance(one, offers.Call)]
        bring_in = [one for one in found if isinstance(one, offers.BringIn)]
        kind = dice.below(12)
        if kind < 2 and raises and (to := _raise(dice, state, seat, raises[0])) is not None:
            return Act(seat, actions.Raise(to))
        if bring_in:
            return Act(seat, bring_in[0].sample(dice))
        if kind > 9 and price:
            return Act(seat, actions.Fold())
        return Act(seat, actions.Call(price[0].price) if price else actions.Check())

    return choose


def _raise(dice: Dice, state: State, seat: int, offer: offers.Raise) -> int | None:
    bets, stacks = state.round.bets, state.stacks
    rivals = [one for one in state.live if one != seat and stacks[one]]
    most = min(offer.hi, max(bets[one] + stacks[one] for one in rivals))
    if state.options.structure == "split":
        whole = state.round.full + state.round.step
        return whole if offer.lo == offer.hi == whole <= most else None
    if offer.lo > most or offer.lo % CHIP:
        return None
    return offer.lo + CHIP * dice.below((most - offer.lo) // CHIP + 1)


def thrown(variant: str, number: int) -> tuple[AnyGame, AnyOptions, Setup, Played]:
    """A deal of two to nine players, with stacks from a few blinds to many and an ante or none."""
    id, rules = VARIANTS[variant]
    game = BY_ID[id]
    seed = f"{variant} {number}".encode()
    dice = Dice(seed)
    options: Any = game.Options(bet=2 * CHIP, ante=CHIP * dice.below(2), **rules)
    # In stud not so many that cards may run out: there they are burnt.
    n = 2 + dice.below(5 if "stud" in id else 8)
    # Whoever is all-in by posting is asked there and has nothing to decide here.
    deep = 400 if number % 2 else 8
    stacks = tuple(CHIP * (4 + dice.below(deep)) for _ in range(n))
    setup = Setup(players=n, button=dice.below(n), carry=Carry(stacks=stacks))
    return game, options, setup, play(game, options, setup, shuffle(seed), by_dice(dice))


def finished_there(text: str) -> list[int]:
    """The stacks in which pokerkit ends the record."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "There is no reason for this player to fold")
        *_, last = HandHistory.loads(text)
    assert not last.status
    return [int(stack) for stack in last.stacks]


def stacks_in_order(setup: Setup, played: Played) -> list[int]:
    stacks = played.state.stacks
    return [stacks[(setup.button + p) % setup.players] for p in range(1, setup.players + 1)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_exports_end_in_the_same_stacks(variant: str) -> None:
    met: Counter[str] = Counter()
    for number in range(24):
        game, options, setup, played = thrown(variant, number)
        names = [f"Anna {seat}" for seat in range(setup.players)]
        stacks = stacks_in_order(setup, played)
        # Whole, as somebody at the table has seen it, as somebody who looked on.
        events = played.events
        if number % 3:
            seat = 0 if number % 3 == 1 else None
            events = tuple(redact(event, seat) for event in events)
        text = write(game, options, setup, names, events)
        assert f'variant = "{variant}"' in text
        assert finished_there(text) == stacks, text
        assert replay_text(text)["finishing_stacks"] == stacks
        met.update(endings(played.state, played.events))
    assert set(met) == {"folded", "shown", "mucked", "all in"}


def endings(state: State, events: Sequence[Event]) -> Iterator[str]:
    """How the deal came to its end."""
    kinds = [type(event) for event in events]
    if len(state.live) == 1:
        yield "folded"
    if Shown in kinds:
        yield "shown"
        if Dealt in kinds[kinds.index(Shown) :]:
            yield "all in"
    if state.mucked:
        yield "mucked"


def test_forced_bets_of_every_kind_are_read_the_same() -> None:
    game, options = BY_ID["holdem"], Options(bet=2 * CHIP, min_raise="last")
    deep = (40 * CHIP,) * 5
    small, big = CHIP, 2 * CHIP
    # From the button's left the seats are 1, 2, 3, 4, 0.
    carries = {
        "straddle": Carry(stacks=deep, posts=(0, small, big, 4 * CHIP, 0)),
        "the big blind's ante": Carry(
            stacks=deep, antes=(0, 0, big, 0, 0), posts=(0, small, big, 0, 0), ante_matched=False
        ),
        "dead small blind": Carry(stacks=deep, posts=(0, big, 0, 0, 0), blinds=(small, big), big=1),
        "coming in": Carry(
            stacks=deep, posts=(0, small, big, 0, big), dead=(0, 0, 0, 0, small), big=2
        ),
    }
    for name, carry in carries.items():
        for number in range(8):
            seed = f"{name} {number}".encode()
            setup = Setup(players=5, button=0, carry=carry)
            played = play(game, options, setup, shuffle(seed), by_dice(Dice(seed)))
            text = write(game, options, setup, [""] * 5, played.events)
            assert finished_there(text) == stacks_in_order(setup, played), text
