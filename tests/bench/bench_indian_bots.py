"""What the bots that don't see their own cards win of simple players, and the time that it takes.

In antes a deal, at Indian Hold'em in small bets, each deal with the bot in every place. A counter
heeds the cards in sight alone, an eager one as well, and raises with an even share of the pot.
Measured with the interval of 95 %, against the random player and the counter, heads-up and at a
table of four: one card 1.24 ± 0.15 and 1.06 ± 0.15, 2.18 ± 0.53 and 1.78 ± 0.73;
hi-lo 2.68 ± 0.30 and 0, 4.02 ± 0.64 and 0.43 ± 0.33;
three cards 1.30 ± 0.27 and 0.97 ± 0.29, 2.38 ± 0.88 and 1.44 ± 1.08;
match the pot 0.86 ± 0.06 and 0.06 ± 0.05, 4.67 ± 1.20 and 1.07 ± 0.24;
hold'em 1.74 ± 0.24 and 0.62 ± 0.17, 3.21 ± 0.55 and 0.52 ± 0.50. A decision takes 1 ms, with
three cards 6, at hold'em 17, 39 at most.
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
# Heads-up one wins the high and the other the low, and nobody can lose but by folding; the eager
# one's raises over four streets swing too far for so few deals.
EVEN = {("hi-lo", 2, "counter"), ("hi-lo", 2, "eager"), ("hold'em", 4, "eager")}


def bench() -> Iterable[Line]:
    """Chips a deal with the interval of 95 %, heads-up and at a table of four."""
    for named, number, options in TABLES:
        holdem = named == "hold'em"
        game = HOLDEM if holdem else INDIAN
        chips = {"unit": 10, "stacks": 1_000} if holdem else {}
        for players in (2, 4):
            spent: list[float] = []
            for against in OPPONENTS:
                if against == "eager" and named == "match the pot":
                    # Where nobody raises he is a counter.
                    continue
                count = number * 2 // players
                bot = BOTS[game.id]["normal"]
                tally = deals(game, bot, players, count, against=against, **chips, **options)
                spent += tally.spent
                within = 1.96 * tally.error
                even = (named, players, against) in EVEN
                yield Line(
                    f"Indian, {named}, {players} seats, {against}",
                    f"{tally.mean:+.2f} ± {within:.2f}",
                    "not below zero" if even else "above zero",
                    tally.mean >= -within if even else tally.mean > within,
                )
            mean, most = sum(spent) / len(spent), max(spent)
            yield Line(
                f"Indian, {named}, {players} seats: CPU a decision",
                f"{mean * 1e3:.0f} ms; {most * 1e3:.0f} ms at most",
                f"≤ {MOST_MS:.0f} ms",
                most * 1e3 <= MOST_MS,
            )
