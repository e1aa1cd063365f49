"""Hands of others, as they were played on television: each ends in its own stacks."""

import tomllib

import pytest
from msgspec.structs import replace

from engine.games.betting.state import Carry, State
from engine.record import read, replay, replay_text, summary
from tests.engine.record.betting import PHH, saved

NAMES = sorted(path.stem for path in PHH.glob("*.phh"))


@pytest.mark.parametrize("name", NAMES)
def test_a_hand_ends_in_its_own_stacks(name: str) -> None:
    header = tomllib.loads(saved(name))
    told = replay_text(saved(name))
    assert told["complete"]
    assert told["variant"] == header["variant"]
    assert told["finishing_stacks"] == header["finishing_stacks"]
    began = header["starting_stacks"]
    assert told["net"] == [
        now - then for now, then in zip(told["finishing_stacks"], began, strict=True)
    ]
    assert sum(told["net"]) == 0


@pytest.mark.parametrize("name", NAMES)
def test_a_hand_may_be_cut_after_every_line(name: str) -> None:
    whole = read(saved(name))
    assert isinstance(whole.setup.carry, Carry)
    chips = sum(whole.setup.carry.stacks)
    for end in range(len(whole.lines)):
        part = replay(replace(whole, lines=whole.lines[:end]))
        told = summary(part)
        state = part.state
        assert isinstance(state, State)
        assert sum(state.stacks) + sum(state.put) == chips
        assert sum(told["finishing_stacks"]) <= chips
        assert told["complete"] is (sum(told["finishing_stacks"]) == chips)


def test_there_are_hands_of_every_game_that_others_write() -> None:
    variants = {tomllib.loads(saved(name))["variant"] for name in NAMES}
    assert variants == {"NT", "FT", "PO", "FO/8", "F7S", "F7S/8"}
    assert len(NAMES) == 27
