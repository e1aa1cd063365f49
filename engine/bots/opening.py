"""Hole cards before the flop, from the best to the worst against one other hand.

`python -m engine.bots.opening` measures the order anew.
"""

from collections import Counter
from collections.abc import Sequence

from engine.kit.ranking import HOLDINGS, rank_holdings
from engine.values.cards import RANKS
from engine.values.chance import Dice

BOARDS = 8_000

# Measured by `measure(BOARDS)`: pairs, suited (s) and offsuit (o).
ORDER: list[str] = """
AA KK QQ JJ TT 99 88 77 AKs AQs AKo AJs ATs AQo 66 KQs AJo A9s ATo KJs KTs A8s KQo 55 KJo A9o QJs
A7s KTo K9s QTs A8o A5s A6s A4s 44 QJo A7o K8s Q9s K9o A3s JTs QTo K7s A5o A6o A2s K6s A4o J9s Q8s
K8o Q9o A3o JTo K5s 33 K7o K4s A2o T9s J8s Q7s K6o K3s J9o Q8o Q6s K2s K5o J7s T8s Q5s K4o 22 T9o
Q4s J8o Q7o K3o Q3s Q6o 98s T7s J6s K2o Q2s T8o J7o J5s Q5o 97s T6s Q4o J4s J3s 96s 98o Q3o T7o
J6o 87s Q2o J2s T5s J5o T4s 97o T6o J4o T3s 86s 95s 76s J3o 96o T2s 87o J2o 94s T5o 85s T4o 93s
75s 92s 86o T3o 65s 95o 76o 84s T2o 74s 54s 64s 94o 83s 85o 82s 93o 75o 92o 53s 73s 65o 84o 63s
43s 74o 54o 72s 64o 62s 52s 83o 82o 42s 32s 53o 73o 63o 43o 72o 62o 52o 42o 32o
""".split()  # noqa: SIM905 (a table reads better than a list)


def shape(holding: tuple[int, int]) -> str:
    """What suits don't tell apart: `AA`, `AKs`, `AKo`."""
    low, high = sorted(place % 13 for place in holding)
    kind = "" if low == high else "s" if holding[0] // 13 == holding[1] // 13 else "o"
    return f"{RANKS[high]}{RANKS[low]}{kind}"


def measure(boards: int) -> list[str]:
    """All 169 shapes by how often they beat other holdings on that many random boards."""
    won: dict[str, float] = {}
    met: dict[str, int] = {}
    shapes = [shape(holding) for holding in HOLDINGS]
    dice = Dice(b"opening")
    for _ in range(boards):
        strengths = rank_holdings(dice.shuffled(range(52))[:5])
        for name, share in zip(shapes, shares(strengths), strict=True):
            if share:
                won[name] = won.get(name, 0.0) + share
                met[name] = met.get(name, 0) + 1
    return sorted(won, key=lambda name: won[name] / met[name], reverse=True)


def shares(values: Sequence[float]) -> list[float]:
    """For each value above 0 the share of those values that are lower, equal ones half."""
    counts = sorted(Counter(values).items())
    total = len(values) - values.count(0)
    share: dict[float, float] = {0: 0.0}
    below = 0
    for value, count in counts:
        if value:
            share[value] = (below + count / 2) / total
            below += count
    return [share[value] for value in values]


if __name__ == "__main__":
    print(" ".join(measure(BOARDS)))
