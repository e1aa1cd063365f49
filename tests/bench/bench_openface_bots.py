"""What the bots of the open games win from simple players, and the time a decision takes."""

from collections.abc import Iterable, Sequence

from engine.bots import BOTS
from engine.values.chance import Dice
from tests.bench import Line
from tests.engine.bots.deals import Guest
from tests.engine.bots.openface_deals import BY_ID, Deal, at_random, deals, greedy

DEALS = 2_000


def bench() -> Iterable[Line]:
    """Points a deal heads-up against each of two, the dealer changing, and who fouled how often."""
    for name in ("openface", "pineapple"):
        spent: list[float] = []
        guests: dict[str, Guest] = {"greedy": greedy, "random": at_random(Dice(b"guest"))}
        for who, guest in guests.items():
            game, bot = BY_ID[name], BOTS[name]["normal"]
            found = [*deals(game, bot, guest, DEALS, spent=spent)]
            what = f"{name}, against {who}"
            mean, within = _mean([deal.points for deal in found])
            yield Line(
                f"{what}, {DEALS} deals: points a deal",
                f"{mean:+.2f} ± {within:.2f}",
                "above zero",
                mean > within,
            )
            yield Line(f"{what}: fouls, into Fantasyland; guest's", _shares(found))
        thought = [seconds for seconds in spent if seconds > 0.001]
        yield Line(
            f"{name}: CPU a decision, mean; most",
            f"{sum(thought) / len(thought) * 1e3:.0f} ms; {max(thought) * 1e3:.0f} ms",
            "≤ 300 ms",
            max(thought) <= 0.3,
        )


def _mean(points: Sequence[int]) -> tuple[float, float]:
    """The mean with half the interval of 95 %."""
    mean = sum(points) / len(points)
    spread = sum((one - mean) ** 2 for one in points) / (len(points) - 1)
    return mean, float(1.96 * (spread / len(points)) ** 0.5)


def _shares(found: Sequence[Deal]) -> str:
    pairs = [(deal.fouled[seat], deal.landed[seat]) for seat in (0, 1) for deal in found]
    half = len(found)
    parts = [
        sum(pair[which] for pair in part) / half
        for part in (pairs[:half], pairs[half:])
        for which in (0, 1)
    ]
    return "{:.3f} {:.3f}; {:.3f} {:.3f}".format(*parts)
