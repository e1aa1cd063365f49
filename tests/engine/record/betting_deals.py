"""Deals of betting games thrown by dice, for their records."""

from typing import Any

from engine.game import Setup
from engine.games.betting import Betting
from engine.games.betting.options import AnyOptions
from engine.games.betting.state import Carry, Options
from engine.kit.shuffle import shuffle
from engine.play import Act, Played, at_random, play, step
from engine.values.chance import Dice
from engine.values.offers import real
from engine.values.options import specs
from tests.engine.games.betting_table import BOARD_GAMES, OWN_CARD_GAMES

STRUCTURES: tuple[Any, ...] = ("no", "pot", "split", "spread")


def thrown(seed: bytes) -> tuple[Betting, Options, Setup, Played]:
    """A deal of any game, structure, rules, seats, stacks and forced bets; it may end early."""
    dice = Dice(seed)
    game = dice.choice(BOARD_GAMES)
    bet = dice.choice((1, 2, 3, 10, 25))
    options = Options(
        structure=dice.choice(STRUCTURES),
        bet=bet,
        top=bet * dice.choice((1, 2, 5)),
        ante=dice.choice((0, 0, 1, 3)),
        cap_counts_blind=bool(dice.below(2)),
        cap_heads_up=bool(dice.below(2)),
        **rules(dice),
    )
    n = 2 + dice.below(9)
    button = dice.below(n)
    setup = Setup(players=n, button=button, carry=carry(dice, options, n, button))
    steps = dice.choice((0, 3, 10, 1000, 1000, 1000))
    calm = dice.choice((1, 3, 8))
    chooser = at_random(dice, calm)
    left = iter(range(steps))

    def choose(rules: Any, state: Any) -> Any:
        return chooser(rules, state) if next(left, None) is not None else None

    played = play(game, options, setup, shuffle(seed), choose)
    return game, options, setup, shown_late(dice, game, played)


def thrown_later(seed: bytes) -> tuple[Betting, AnyOptions, Setup, Played]:
    """A deal of stud, Soko or draw by any of their rules; it may end early."""
    dice = Dice(seed)
    game = dice.choice(OWN_CARD_GAMES)
    bet = dice.choice((1, 2, 3, 10, 25))
    values: dict[str, Any] = {
        "bet": bet,
        "top": bet * dice.choice((1, 2, 5)),
        "ante": dice.choice((0, 0, 1, 3)),
    }
    for spec in specs(game.Options):
        if spec.kind == "choice":
            values[spec.name] = dice.choice(spec.choices)
        elif spec.kind == "switch":
            values[spec.name] = bool(dice.below(2))
    options: Any = game.Options(**values)
    n = dice.choice((2, 3, 5, 8))
    button = dice.below(n)
    deep = dice.choice((2, 10, 100))
    stacks = tuple(1 + dice.below(deep * bet) for _ in range(n))
    setup = Setup(players=n, button=button, carry=Carry(stacks=stacks))
    steps = dice.choice((0, 3, 10, 1000, 1000, 1000))
    chooser = at_random(dice, dice.choice((1, 3, 8)))
    left = iter(range(steps))

    def choose(rules: Any, state: Any) -> Any:
        return chooser(rules, state) if next(left, None) is not None else None

    played = play(game, options, setup, shuffle(seed), choose)
    return game, options, setup, shown_late(dice, game, played)


def shown_late(dice: Dice, game: Betting, played: Played) -> Played:
    """The deal with some of the hands shown after its end that may be."""
    if played.result is None:
        return played
    state, events, entries = played.state, played.events, played.entries
    for seat in range(len(state.stacks)):
        for offer in real(game.offers(state, seat)):
            if dice.below(3) == 0:
                entry = Act(seat, offer.sample(dice))
                state, more = step(game, state, entry)
                events, entries = events + more, (*entries, entry)
    return Played(state, events, entries, game.result(state))


def rules(dice: Dice) -> dict[str, Any]:
    """The least raise, by the house's rules or others."""
    return {
        "min_raise": dice.choice(("blind", "last")),
        "spread_raise": dice.choice(("low", "last")),
    }


def carry(dice: Dice, options: Options, n: int, button: int) -> Carry:
    """Stacks from one chip up; blinds as ever, a dead small one, a straddle, people coming in."""
    deep = dice.choice((2, 10, 100))
    stacks = tuple(1 + dice.below(deep * options.bet) for _ in range(n))
    small, big = options.blinds
    kind = dice.below(5)
    if n < 4 or kind == 0:
        return Carry(stacks=stacks)
    order = [(button + 1 + place) % n for place in range(n)]
    posts, dead = [0] * n, [0] * n
    posts[order[0]], posts[order[1]], last = small, big, order[1]
    if kind == 1:
        posts[order[0]], posts[order[1]], last = big, 0, order[0]
    elif kind == 2:
        posts[order[2]], last = 2 * big, order[2]
    if kind > 2:
        posts[order[3]], dead[order[3]] = big, small
    if kind > 3:
        # The big blind's ante.
        antes = tuple(big if seat == last else 0 for seat in range(n))
        return Carry(
            stacks=stacks,
            antes=antes,
            posts=tuple(posts),
            dead=tuple(dead),
            big=last,
            ante_matched=False,
        )
    return Carry(stacks=stacks, posts=tuple(posts), dead=tuple(dead), blinds=(small, big), big=last)
