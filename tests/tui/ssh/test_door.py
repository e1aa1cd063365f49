"""Limits: how many may knock, wait and play."""

from protocol.rates import MOST_KNOWN
from tui.ssh.door import Door, Limits


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_an_address_has_so_many_strangers_and_no_more() -> None:
    door = Door(Limits(strangers_an_address=2, strangers=3), Clock())
    assert [door.knock("10.0.0.1") for _ in range(3)] == [True, True, False]
    assert door.knock("10.0.0.2")
    assert not door.knock("10.0.0.3")  # three in all
    door.depart("10.0.0.1")
    assert door.knock("10.0.0.1")


def test_an_address_that_knocks_too_often_waits_and_others_do_not() -> None:
    clock = Clock()
    door = Door(Limits(knocks=2, knocks_a_second=0.5), clock)
    for _ in range(2):
        assert door.knock("10.0.0.1")
        door.depart("10.0.0.1")
    assert not door.knock("10.0.0.1")
    assert door.knock("10.0.0.2")
    clock.now = 2.0
    assert door.knock("10.0.0.1")


def test_one_ipv6_network_is_one_address() -> None:
    door = Door(Limits(strangers_an_address=1), Clock())
    assert door.knock("2001:db8:1:2::1")
    assert not door.knock("2001:db8:1:2:ffff::9")
    assert door.knock("2001:db8:1:3::1")


def test_an_ipv4_address_in_ipv6_clothes_is_itself() -> None:
    door = Door(Limits(strangers_an_address=1), Clock())
    assert door.knock("::ffff:10.0.0.1")
    assert not door.knock("10.0.0.1")


def test_sessions_are_limited_in_all_and_an_address() -> None:
    door = Door(Limits(sessions=2, sessions_an_address=1), Clock())
    assert door.sit("10.0.0.1")
    assert not door.sit("10.0.0.1")
    assert door.sit("10.0.0.2")
    assert not door.sit("10.0.0.3")
    door.rise("10.0.0.1")
    assert door.sit("10.0.0.3")
    assert door.sessions == 2


def test_many_addresses_are_forgotten_again() -> None:
    clock = Clock()
    door = Door(Limits(knocks_in_all=10_000), clock)
    for number in range(10_000):
        clock.now += 0.001
        address = f"10.{number // 65536}.{number // 256 % 256}.{number % 256}"
        assert door.knock(address)
        door.depart(address)
    assert len(door._knocks) <= MOST_KNOWN
    assert door.strangers == 0
