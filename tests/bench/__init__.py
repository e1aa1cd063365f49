"""Measuring against budgets: `python -m tests.bench` prints one table.

Every module `bench_*.py` here has `bench()`, which yields lines. CPU time rather than wall time,
and ratios within one run, because machines differ; falling short is said, never failed.
"""

import time
from collections.abc import Callable
from typing import NamedTuple


class Line(NamedTuple):
    """One row of the table; `ok` is None where nothing is asked for."""

    what: str
    measured: str
    budget: str = ""
    ok: bool | None = None


def cpu(work: Callable[[], object], repeats: int = 3) -> float:
    """CPU seconds of this process that `work` takes, the best of some runs."""
    best = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best
