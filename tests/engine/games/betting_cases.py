"""Deals of the betting games as a match brings them about: short stacks, posts, choices to show."""

from collections.abc import Iterator

from engine.games.betting import Betting
from engine.games.betting.state import Carry
from engine.values.chance import Dice
from tests.engine.games.suite import Case


def carried(game: Betting, count: int) -> Iterator[Case]:
    """So many deals by dice, with blinds of 5 and 10: every second stack is below 30 chips."""
    dice = Dice(b"carried" + game.id.encode())
    for number in range(count):
        n = dice.choice(game.players)
        button = dice.below(n)
        stacks = [1 + dice.below(30 if dice.below(2) else 300) for _ in range(n)]
        if game.row.stud:
            yield _stud(game, dice, n, button, tuple(stacks), asked=bool(number % 2))
            continue
        posts, dead = [0] * n, [0] * n
        posts[(button + 1) % n], big = 5, (button + 2) % n
        posts[big] = 10
        if n > 3 and dice.below(3) == 0:
            # Somebody comes back: a big blind live, a small one dead.
            posts[(button + 3) % n], dead[(button + 3) % n] = 10, 5
        yield Case(
            game,
            game.Options(
                structure=dice.choice(game.row.structures),
                ante=dice.below(4),
                min_raise=dice.choice(("blind", "last")),
                cap_heads_up=bool(dice.below(2)),
            ),
            n,
            button,
            Carry(
                stacks=tuple(stacks),
                posts=tuple(posts) if n > 2 else (),
                dead=tuple(dead),
                big=big if n > 2 else None,
                ante_matched=bool(dice.below(4)),
                ask=bool(number % 2),
            ),
            dice.seed(),
            turned=game.row.forehead,
        )


def _stud(
    game: Betting, dice: Dice, n: int, button: int, stacks: tuple[int, ...], *, asked: bool
) -> Case:
    """A deal with a bring-in of 5 for a stake of 10, some players all-in by their antes."""
    options = game.Options(
        structure=dice.choice(game.row.structures),
        ante=dice.choice((0, 2, 8)),
        min_raise=dice.choice(("blind", "last")),
        cap_heads_up=bool(dice.below(2)),
        stud_tie=dice.choice(("suit", "position")),
        odd_chip=dice.choice(("suit", "position")),
    )
    carry = Carry(stacks=stacks, ante_matched=bool(dice.below(4)), ask=asked)
    return Case(game, options, n, button, carry, dice.seed())
