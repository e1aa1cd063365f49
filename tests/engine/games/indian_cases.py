"""Deals of Indian Poker as a match brings them about: short stacks, a pot from the deal before."""

from collections.abc import Iterator

from engine.games.indian import GAMES
from engine.games.indian.options import Options
from engine.games.indian.state import Carry
from engine.values.chance import Dice
from tests.engine.games.suite import Case

INDIAN = GAMES[0]


def carried(count: int = 16, purpose: bytes = b"indian") -> Iterator[Case]:
    """So many deals by dice; every second stack is below ten chips, every second pot is full."""
    dice = Dice(purpose)
    for number in range(count):
        n = dice.choice(INDIAN.players)
        match = bool(number % 2)
        options = Options(
            ante=1 + dice.below(4),
            max_bet=1 + dice.below(8),
            max_raises=dice.choice((0, 3)),
            cards=dice.choice((1, 1, 1, 2, 3, 5)),
            wins=dice.choice(("high", "low", "high_low")),
            match_pot=match,
            match_limit=dice.choice((0, 0, 6)),
            ante_carried=bool(dice.below(2)),
            reveal=not dice.below(4),
        )
        stacks = tuple(1 + dice.below(10 if dice.below(2) else 60) for _ in range(n))
        pot = dice.below(25) * dice.below(2) if match else 0
        carry = Carry(stacks=stacks, pot=pot, ante_matched=bool(dice.below(4)))
        yield Case(INDIAN, options, n, dice.below(n), carry, dice.seed(), turned=True)
