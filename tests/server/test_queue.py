"""Who waits for a chair: in order, one after the other, each for a while."""

from server.queue import Settled, Waiter, Waiting

HOLD = 30.0


def waiting(*accounts: str) -> Waiting:
    """A queue in which nobody has been called."""
    return Waiting(tuple(Waiter(one) for one in accounts))


def test_who_comes_is_last_and_comes_once() -> None:
    queue = waiting("a").joined("b").joined("a")
    assert queue.accounts == ("a", "b")
    assert queue.without("a").accounts == ("b",)


def test_while_nothing_is_free_nobody_is_called() -> None:
    queue = waiting("a", "b")
    assert queue.settled(0, 5, HOLD) == Settled(queue)
    assert queue.due is None


def test_as_many_are_called_as_there_are_chairs() -> None:
    settled = waiting("a", "b", "c").settled(2, 5, HOLD)
    assert (settled.called, settled.passed) == (("a", "b"), ())
    assert settled.queue.held == ("a", "b")
    assert settled.queue.due == 35
    # They are called once.
    again = settled.queue.settled(2, 6, HOLD)
    assert again == Settled(settled.queue)


def test_who_lets_the_time_pass_is_out_and_the_next_is_called() -> None:
    queue = waiting("a", "b").settled(1, 0, HOLD).queue
    settled = queue.settled(1, 30, HOLD)
    assert (settled.called, settled.passed) == (("b",), ("a",))
    assert settled.queue == Waiting((Waiter("b", 60),))


def test_a_chair_that_is_gone_again_is_held_for_nobody() -> None:
    queue = waiting("a", "b").settled(2, 0, HOLD).queue
    settled = queue.settled(1, 10, HOLD)
    assert (settled.queue.held, settled.called, settled.passed) == (("a",), (), ())
    assert settled.queue.accounts == ("a", "b")


def test_who_goes_leaves_the_chair_to_the_next() -> None:
    queue = waiting("a", "b").settled(1, 0, HOLD).queue.without("a")
    assert queue.settled(1, 10, HOLD).called == ("b",)
