"""What is counted, and how Prometheus reads it: its text format, written by hand.

A library for thirty lines of text would bring a registry for the whole process, threads and a web
server of its own.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

# Seconds up to which something is counted in each bucket of a histogram.
_COMMITS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
_THOUGHTS = (0.001, 0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Histogram:
    """How long things took, in seconds."""

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def add(self, seconds: float) -> None:
        """One of them took so long."""
        self._counts[bisect_left(self._bounds, seconds)] += 1
        self._sum += seconds

    def lines(self, name: str) -> Iterator[str]:
        """Its lines in the text format."""
        total = 0
        for bound, count in zip((*self._bounds, "+Inf"), self._counts, strict=True):
            total += count
            yield f'{name}_bucket{{le="{bound}"}} {total}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {total}"


class Metrics:
    """What a server has counted since it started."""

    def __init__(self) -> None:
        self.deals: Counter[str] = Counter()
        self.actions: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.logins_refused: Counter[str] = Counter()
        self.logins = 0
        self.views_dropped = 0
        self.commits = Histogram(_COMMITS)
        self.thoughts = Histogram(_THOUGHTS)

    def dropped(self) -> None:
        """A view was left out, since a newer one came before its reader could take it."""
        self.views_dropped += 1


class Now(dict[str, int]):
    """Gauges as they are at this moment, by name without prefix; `tables` counts by game."""

    def __init__(self, tables: Mapping[str, int], **values: int) -> None:
        super().__init__(values)
        self.tables = tables


_HELP = {
    "up_seconds": "Seconds since the server started.",
    "sessions": "People who are connected.",
    "connections": "Connections, with and without an account.",
    "memory_bytes": "Memory that the process holds.",
    "log_bytes": "Size of the log's file and its write-ahead file.",
    "backlog_bytes": "What waits for clients that are behind.",
}


def text(metrics: Metrics, now: Now) -> str:
    """All of it in Prometheus' text format, version 0.0.4."""
    lines: list[str] = []
    for name, value in now.items():
        lines += _head(name, "gauge", _HELP[name])
        lines.append(f"pokertui_{name} {value}")
    lines += _head("tables", "gauge", "Open tables by game.")
    lines += _counted("tables", "game", now.tables)
    for name, label, counter, about in (
        ("deals_total", "game", metrics.deals, "Deals that have begun."),
        (
            "actions_total",
            "game",
            metrics.actions,
            "Decisions of people and bots.",
        ),
        ("refusals_total", "code", metrics.refusals, "Requests that were refused."),
        ("logins_refused_total", "code", metrics.logins_refused, "Connections ended before hello."),
    ):
        lines += _head(name, "counter", about)
        lines += _counted(name, label, counter)
    for name, count, about in (
        ("logins_total", metrics.logins, "Sessions that were welcomed."),
        ("outbox_drops_total", metrics.views_dropped, "Views left out for slow readers."),
    ):
        lines += _head(name, "counter", about)
        lines.append(f"pokertui_{name} {count}")
    for name, histogram, about in (
        ("commit_seconds", metrics.commits, "Commits of the log."),
        ("bot_seconds", metrics.thoughts, "Decisions of bots."),
    ):
        lines += _head(name, "histogram", about)
        lines += histogram.lines(f"pokertui_{name}")
    return "\n".join(lines) + "\n"


def _head(name: str, kind: str, about: str) -> Iterable[str]:
    return f"# HELP pokertui_{name} {about}", f"# TYPE pokertui_{name} {kind}"


def _counted(name: str, label: str, counts: Mapping[str, int]) -> Iterator[str]:
    # Games and codes are words of our own: nothing in them has to be escaped.
    for of, count in sorted(counts.items()):
        yield f'pokertui_{name}{{{label}="{of}"}} {count}'
