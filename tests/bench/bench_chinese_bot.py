"""What the bot of Chinese poker wins of simple players heads-up, and the time that it takes.

Measured in points a deal with the interval of 95 %: without royalties 5.24 ± 0.08 of rows set at
random and 1.35 ± 0.12 of sorted ones, with the usual royalties 5.40 ± 0.09 and 1.38 ± 0.14; 18 to
21 ms a decision, 105 at most, on a slow machine.
"""

from collections.abc import Iterable

from engine.games.chinese.closed import Options
from tests.bench import Line
from tests.engine.bots.chinese_deals import Opponent, deals

DEALS = 2_000
MOST_MS = 300.0
OPPONENTS: tuple[tuple[Opponent, str], ...] = (("random", "rows at random"), ("sorted", "sorted"))
TABLES = (("no royalties", Options()), ("usual royalties", Options(royalties="usual")))


def bench() -> Iterable[Line]:
    """Points a deal with the interval of 95 %, against each by each table."""
    for named, options in TABLES:
        for against, called in OPPONENTS:
            tally = deals(against, DEALS, options)
            within = 1.96 * tally.error
            yield Line(
                f"Chinese, {named}, {called}: points",
                f"{tally.mean:+.2f} ± {within:.2f}",
                "above zero",
                tally.mean > within,
            )
            mean, most = sum(tally.spent) / len(tally.spent), max(tally.spent)
            yield Line(
                f"Chinese, {named}, {called}: CPU a decision",
                f"{mean * 1e3:.0f} ms; {most * 1e3:.0f} ms at most",
                f"≤ {MOST_MS:.0f} ms",
                most * 1e3 <= MOST_MS,
            )
