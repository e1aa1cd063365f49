"""What the bots that don't see their own cards win of simple players, and the time that it takes.

In antes a deal, at Indian Hold'em in small bets, each deal with the bot in every place. A counter
heeds the cards in sight alone, an eager one as well, and raises with an even share of the pot.
"""

from collections.abc import Iterable
from typing import Any

from engine.bots import BOTS
from tests.bench import Line
from tests.engine.bots.indian_deals import HOLDEM, INDIAN, OPPONENTS, deals

MOST_MS = 150.0
TABLES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    ("one card", 1_200, {}),
    ("hi-lo", 600, {"wins": "high_low"}),
    ("three cards", 400, {"cards": 3}),
    ("match the pot", 1_200, {"match_pot": True}),
    ("hold'em", 300, {}),
)


def bench() -> Iterable[Line]:
    """Chips a deal with the interval of 95 %, heads-up and at a table of four."""
    for named, number, options in TABLES:
        holdem = named == "hold'em"
        game = HOLDEM if holdem else INDIAN
        chips = {"unit": 10, "stacks": 1_000} if holdem else {}
        for players in (2, 4):
            spent: list[float] = []
            for against in OPPONENTS:
                count = number * 2 // players
                bot = BOTS[game.id]["normal"]
                tally = deals(game, bot, players, count, against=against, **chips, **options)
                spent += tally.spent
                within = 1.96 * tally.error
                # Heads-up one wins the high and the other the low: nobody can lose but by folding.
                even = players == 2 and named == "hi-lo" and against != "random"
                yield Line(
                    f"Indian, {named}, {players} seats, {against}",
                    f"{tally.mean:+.2f} ± {within:.2f}",
                    "not below zero" if even else "above zero",
                    tally.mean >= 0 if even else tally.mean > within,
                )
            mean, most = sum(spent) / len(spent), max(spent)
            yield Line(
                f"Indian, {named}, {players} seats: CPU a decision",
                f"{mean * 1e3:.0f} ms; {most * 1e3:.0f} ms at most",
                f"≤ {MOST_MS:.0f} ms",
                most * 1e3 <= MOST_MS,
            )
