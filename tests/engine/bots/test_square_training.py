"""Learning what lines are worth, and the file that keeps it."""

import pytest

from engine.bots.square_training import Stream, train
from engine.bots.square_values import packed, unpacked, values


def test_learning_is_the_same_every_time() -> None:
    one, other = train(3), train(3)
    assert one.worth == other.worth
    assert one.seen == other.seen


def test_the_stream_is_even() -> None:
    stream = Stream(1)
    counts = [0] * 6
    for _ in range(6000):
        counts[stream.below(6)] += 1
        assert 0 <= stream.part() < 1
    assert all(count == pytest.approx(1000, abs=150) for count in counts)


def test_what_is_packed_comes_out_again() -> None:
    some = {0: 0.0, 7: 3.1415, 2**28 - 1: 30.0}
    again = unpacked(packed(some))
    assert again.keys() == some.keys()
    assert all(again[key] == pytest.approx(some[key], abs=0.0005) for key in some)


def test_the_file_is_there() -> None:
    assert len(values()) > 5000
    assert all(0 <= worth <= 30 for worth in values().values())


@pytest.mark.soak
def test_learning_gets_somewhere() -> None:
    from engine.bots.square_training import Game

    learning, stream = train(3000), Stream(2)
    assert sum(Game(stream).play(learning, 0.0) for _ in range(500)) / 500 > 60
