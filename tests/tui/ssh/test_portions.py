"""Who sends much is taken in portions, and the others have their turn in between."""

import asyncio
from pathlib import Path
from typing import cast

from tests.tui.ssh.rig import hosting, looking
from tui.ssh.portions import PORTION, SPELL, Pace, Portions


class Pipe:
    """A transport that only remembers whether it is read."""

    def __init__(self) -> None:
        self.reading = True
        self.closing = False

    def pause_reading(self) -> None:
        """No more."""
        self.reading = False

    def resume_reading(self) -> None:
        """Go on."""
        self.reading = True

    def is_closing(self) -> bool:
        """Whether it ends."""
        return self.closing


def made(pace: Pace | None = None, stranger: bool = False) -> tuple[Pipe, list[bytes], Portions]:
    """A pipe, what comes out of it, and what lies between; taking a portion takes a spell."""
    pipe, taken = Pipe(), list[bytes]()
    between = Portions(
        cast(asyncio.Transport, pipe),
        taken.append,
        pace or Pace(),
        lambda: len(taken) * SPELL,
        lambda: stranger,
    )
    return pipe, taken, between


async def until_read(*pipes: Pipe) -> None:
    """Return when there is nothing left."""
    async with asyncio.timeout(20):
        while not all(pipe.reading for pipe in pipes):  # noqa: ASYNC110 — nothing announces it
            await asyncio.sleep(0.001)


def test_turns_come_one_after_the_other_with_a_rest_after_each() -> None:
    pace = Pace()
    assert [pace.turn(1.0, now=10.0) for _ in range(3)] == [10.0, 14.0, 18.0]
    # Nobody has waited for a while: nothing is made up for.
    assert [pace.turn(0.5, now=50.0), pace.turn(0.5, now=50.5)] == [50.0, 52.0]


async def test_little_is_taken_at_once() -> None:
    pipe, taken, portions = made()
    portions.put(b"a")
    assert taken == [b"a"]
    assert pipe.reading


async def test_much_is_taken_in_portions_and_nothing_is_read_meanwhile() -> None:
    pipe, taken, portions = made()
    data = bytes(number % 251 for number in range(10 * PORTION + 7))
    portions.put(data)
    assert len(taken) == 1
    assert not pipe.reading
    await until_read(pipe)
    assert [len(part) for part in taken] == [PORTION] * 10 + [7]
    assert b"".join(taken) == data


async def test_strangers_take_turns_however_little_each_of_them_sends() -> None:
    pace = Pace()
    strangers = [made(pace, stranger=True) for _ in range(4)]
    for _, _, portions in strangers:
        portions.put(b"a")
    assert [len(taken) for _, taken, _ in strangers] == [1, 0, 0, 0]
    # Whoever is known does not stand in that queue.
    _, known, portions = made(pace)
    portions.put(b"a")
    assert known == [b"a"]
    await until_read(*(pipe for pipe, _, _ in strangers))
    assert [taken for _, taken, _ in strangers] == [[b"a"]] * 4


async def test_what_was_read_already_comes_after_what_is_left() -> None:
    pipe, taken, portions = made()
    portions.put(b"a" * (PORTION + 1))
    portions.put(b"b" * PORTION)
    await until_read(pipe)
    assert b"".join(taken) == b"a" * (PORTION + 1) + b"b" * PORTION
    assert max(map(len, taken)) == PORTION


async def test_whoever_sends_much_leaves_the_others_their_turn() -> None:
    pace = Pace()
    flood, many, flooding = made(pace)
    flooding.put(b"a" * 40 * PORTION)
    others = [made(pace) for _ in range(2)]
    for _, _, other in others:
        other.put(b"b" * 3 * PORTION)
    await until_read(*(pipe for pipe, _, _ in others))
    assert not flood.reading
    assert len(many) < 10
    flooding.close()


async def test_nothing_is_taken_once_the_line_ends() -> None:
    pipe, taken, portions = made()
    portions.put(b"a" * 3 * PORTION)
    pipe.closing = True
    async with asyncio.timeout(20):
        while portions._next is not None:  # noqa: ASYNC110 — nothing announces it
            await asyncio.sleep(0.001)
    assert len(taken) == 1
    _, taken, portions = made()
    portions.put(b"a" * 3 * PORTION)
    portions.close()
    assert len(taken) == 1
    assert portions._next is None


async def test_a_key_is_heard_before_the_last_of_a_flood_of_window_changes(tmp_path: Path) -> None:
    async with (
        hosting(tmp_path) as rig,
        looking(rig.port) as flooder,
        looking(rig.port, user="ben") as other,
    ):
        await flooder.wait("size=80x24")
        await other.wait("size=80x24")
        flooding = next(one for one in rig.house.sessions if one._visitor.user != "ben")
        for number in range(2000):
            flooder.channel.change_terminal_size(40 + number % 40, 10 + number % 10)
        flooder.channel.change_terminal_size(71, 21)
        other.send("a")
        await other.wait("keys=1")
        assert flooding._size != (71, 21)
        await flooder.wait("size=71x21")
