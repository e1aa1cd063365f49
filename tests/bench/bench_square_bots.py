"""What Pokerquadrat's bots reach together, and the time a move takes."""

from collections.abc import Iterable
from typing import NamedTuple

from engine.bots import BOTS
from engine.bots.pokerquadrat import greedy
from engine.values.level import Level
from tests.bench import Line
from tests.engine.bots.square_games import alone, scores

GAMES = 2_000
EASY_MS, NORMAL_MS = 1.0, 2.0


class Mean(NamedTuple):
    """A mean with its standard error."""

    mean: float
    error: float

    @classmethod
    def of(cls, found: list[int]) -> "Mean":
        mean = sum(found) / len(found)
        spread = sum((one - mean) ** 2 for one in found) / (len(found) - 1)
        return cls(mean, (spread / len(found)) ** 0.5)

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.error:.2f}"


def bench() -> Iterable[Line]:
    """Points of the easy bot alone and of two of each, the time a move takes, the variants."""
    lonely = Mean.of([*alone(greedy, GAMES)])
    yield Line(
        "Pokerquadrat, easy, alone: points", str(lonely), "43 ± 1", abs(lonely.mean - 43) <= 1
    )
    yield from _two("easy", EASY_MS)
    yield from _two("normal", NORMAL_MS)
    for what, options, least in (
        ("open hands", {"open_hands": True}, None),
        ("two cards", {"hand_size": 2}, None),
    ):
        found = Mean.of([*scores(BOTS["pokerquadrat"]["normal"], GAMES // 4, **options)])
        yield Line(f"Pokerquadrat, normal, {what}: points", str(found), "", least)


def _two(level: Level, most: float) -> Iterable[Line]:
    spent: list[float] = []
    found = [*scores(BOTS["pokerquadrat"][level], GAMES, spent=spent)]
    points = Mean.of(found)
    budget, good = "≥ 70", points.mean >= 70
    if level == "easy":
        budget, good = "55 ± 1", abs(points.mean - 55) <= 1
    yield Line(f"Pokerquadrat, two {level}, {GAMES} games: points", str(points), budget, good)
    shares = [sum(one >= least for one in found) / GAMES for least in (60, 63, 70, 75)]
    yield Line(
        f"Pokerquadrat, two {level}: ≥ 60, 63, 70, 75",
        " ".join(f"{share:.3f}" for share in shares),
        ".36 .27 .115 .05" if level == "easy" else ".79 – – .35",
    )
    mean = sum(spent) / len(spent) * 1e3
    yield Line(
        f"Pokerquadrat, {level}: CPU a move, mean; most",
        f"{mean:.2f} ms; {max(spent) * 1e3:.1f} ms",
        f"≤ {most:.0f} ms",
        mean <= most,
    )
