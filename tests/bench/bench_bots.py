"""What the bots reach: deals won, and the time a decision takes."""

from collections.abc import Iterable

from engine.bots import BOTS
from engine.game import Setup
from engine.games import BY_ID
from tests.bench import Line
from tests.engine.bots.deals import play

DEALS = 400
NORMAL = {3: 0.73, 4: 0.60, 5: 0.52, 6: 0.44}


def bench() -> Iterable[Line]:
    """Deals won for each number of players with their standard error, all seats bots."""
    game, bot = BY_ID["pokerface"], BOTS["pokerface"]["normal"]
    for players, budget in NORMAL.items():
        spent: list[float] = []
        won = 0
        for number in range(DEALS):
            setup = Setup(players, number % players, game.Carry())
            seed = bytes([players]) + number.to_bytes(31, "big")
            won += play(game, bot, setup, seed, spent=spent).carry == game.Carry(successes=1)
        share = won / DEALS
        error = (share * (1 - share) / DEALS) ** 0.5
        yield Line(
            f"Pokerface, deals won by {players} bots, of {DEALS}",
            f"{share:.3f} ± {error:.3f}",
            f"≥ {budget:.2f}",
            share >= budget,
        )
        mean, most = sum(spent) / len(spent), max(spent)
        yield Line(
            f"Pokerface, {players} bots: CPU a decision, mean; most",
            f"{mean * 1e3:.1f} ms; {most * 1e3:.0f} ms",
            "≤ 5 ms; 60 ms a street",
            mean <= 0.005 and most <= 0.06,
        )
