"""Games at the square for tests and benches: two bots by the game's rules, or one alone."""

from collections.abc import Callable, Iterator

from engine.bots import Bot
from engine.bots.pokerquadrat import Move, Seen
from engine.bots.square_lines import Line, points
from engine.game import Setup
from engine.games import BY_ID
from engine.kit.square import CELLS, LINES, crossing
from engine.values.chance import Dice
from tests.engine.bots.deals import played

GAME = BY_ID["pokerquadrat"]


def scores(
    bot: Bot,
    games: int,
    seed: bytes = b"square",
    spent: list[float] | None = None,
    **options: object,
) -> Iterator[int]:
    """The points of so many games of two such bots; `options` as the game has them."""
    dice = Dice(seed)
    for number in range(games):
        setup = Setup(2, number % 2, GAME.Carry())
        _, view = played(GAME, bot, setup, dice.seed(), GAME.Options(**options), spent=spent)
        counter = view.counter("points")
        assert counter is not None
        yield counter.value


def alone(moves: Callable[[Seen], list[Move]], games: int, seed: bytes = b"alone") -> Iterator[int]:
    """The points of so many games of patience, card by card, with the best of those moves."""
    dice = Dice(seed)
    for _ in range(games):
        lines: list[Line] = [()] * len(LINES)
        free = tuple(range(CELLS))
        for card in dice.shuffled(range(52))[:CELLS]:
            found = moves(Seen(tuple(lines), free, (card,)))
            most = max(move.worth for move in found)
            best = dice.choice([move for move in found if move.worth > most - 1e-9])
            free = tuple(cell for cell in free if cell != best.cell)
            for number in crossing(best.cell):
                lines[number] = tuple(sorted((*lines[number], card)))
        yield sum(map(points, lines))
