"""Refusals carry a code and what its sentence needs."""

from typing import get_args

import msgspec
import pytest

from engine.values.why import Illegal, Why, WhyCode


def test_illegal_carries_its_why() -> None:
    with pytest.raises(Illegal) as caught:
        raise Illegal("token_moved", token=4, holder=-1)
    assert caught.value.why == Why("token_moved", {"token": 4, "holder": -1})
    assert "token_moved" in str(caught.value)


def test_illegal_is_neither_malformed_input_nor_a_fault_of_ours() -> None:
    assert not issubclass(Illegal, ValueError | TypeError | msgspec.MsgspecError)


def test_a_why_survives_the_wire() -> None:
    why = Why("below_minimum", {"lo": 20, "soft": True, "name": "Ben"})
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(why), type=Why) == why


def test_facts_are_plain() -> None:
    for fact in (1.5, None, [1], {"a": 1}, 2**60):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"code": "stale", "facts": {"x": fact}}, Why)


def test_codes_are_words_that_can_be_locale_keys() -> None:
    codes = get_args(WhyCode)
    assert len(set(codes)) == len(codes)
    assert all(code.replace("_", "").isalpha() and code.islower() for code in codes)
