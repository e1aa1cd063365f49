"""How often something may be done, on a clock of one's own."""

import pytest

from protocol import rates
from protocol.rates import Bucket, Buckets, Delays


class Clock:
    """Stands until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_with_time_up_to_its_brim() -> None:
    clock = Clock()
    bucket = Bucket(rate=2, burst=3, now=clock)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    clock.now = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    assert not bucket.is_full()
    clock.now = 100.0
    assert bucket.is_full()
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_an_empty_bucket_says_how_long() -> None:
    clock = Clock()
    bucket = Bucket(rate=0.5, burst=1, now=clock)
    assert bucket.wait() == 0
    bucket.take()
    assert bucket.wait() == 2
    clock.now = 1.5
    assert bucket.wait() == 0.5


def test_everybody_has_a_bucket_and_all_have_one() -> None:
    clock = Clock()
    buckets = Buckets(lambda _: Bucket(1, 2, clock), Bucket(1, 3, clock))
    assert [buckets.take("a") for _ in range(9)] == [True, True, *[False] * 7]
    # Of what all have, the refused took nothing.
    assert [buckets.take("b") for _ in range(2)] == [True, False]
    assert buckets.wait("c") == 1
    clock.now = 1.0
    assert buckets.take("c")


def test_who_is_not_heard_of_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    most = 100
    monkeypatch.setattr(rates, "MOST_KNOWN", most)
    clock = Clock()
    buckets = Buckets(lambda _: Bucket(1, 2, clock))
    delays = Delays(1, 1, 60, 10, clock)
    for number in range(2 * most):
        buckets.take(f"{number}")
        delays.fail(f"{number}")
    # All came in the same moment: the ones of long ago had to go.
    assert len(buckets) <= most
    assert len(delays) <= most
    for number in range(2 * most):
        clock.now += 1
        buckets.take(f"{number}")
        delays.fail(f"{number}")
    assert len(buckets) <= 3
    assert len(delays) <= 11


def test_each_failure_beyond_a_few_makes_the_next_wait_twice_as_long() -> None:
    clock = Clock()
    delays = Delays(free=3, first=1, longest=6, forget=1e9, now=clock)
    waits = []
    for _ in range(8):
        waits.append(round(delays.wait("a"), 6))
        clock.now += waits[-1]
        delays.fail("a")
    assert waits == [0, 0, 0, 1, 2, 4, 6, 6]
    assert delays.wait("b") == 0


def test_tries_at_the_same_time_wait_for_each_other() -> None:
    clock = Clock()
    delays = Delays(free=2, first=1, longest=100, forget=1e9, now=clock)
    assert [round(delays.begin("a"), 6) for _ in range(5)] == [0, 0, 1, 3, 7]
    assert delays.begin("b") == 0


def test_what_was_right_and_what_is_long_ago_does_not_count() -> None:
    clock = Clock()
    delays = Delays(free=2, first=1, longest=100, forget=10, now=clock)
    for _ in range(50):
        assert delays.begin("a") == 0
        delays.right("a")
    for _ in range(3):
        delays.fail("a")
    assert round(delays.wait("a"), 6) == 2
    clock.now = 20.0
    assert delays.wait("a") == 0
    assert delays.begin("a") == 0
