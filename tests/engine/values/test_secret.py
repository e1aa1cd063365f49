"""Secrets never get out by accident."""

from typing import Any

import msgspec
import pytest
from msgspec import Struct

from engine.values.cards import Card, Cell, Empty, Hidden, Token
from engine.values.events import Dealt
from engine.values.secret import Secret, hook, opened, opened_all, redact, sealed
from engine.values.view import SeatView, View, Zone

ACE = Card("As")
KING = Card("Kd")


def view(*cells: Cell) -> View:
    return View("tokens.c", (), (Zone("hand.1", "hand", 1, cells),), (SeatView(),) * 3)


@pytest.mark.parametrize(
    ("seat", "cells"),
    [
        (0, (Hidden(), Hidden())),
        (1, (ACE, KING)),
        (2, (Hidden(), KING)),
        (None, (Hidden(), Hidden())),
    ],
)
def test_redaction_by_seat(seat: int | None, cells: tuple[Cell, ...]) -> None:
    labelled = view(sealed(ACE, (1,)), sealed(KING, {1, 2}))
    assert redact(labelled, seat).zones[0].cells == cells


def test_what_is_no_secret_stays() -> None:
    open_view = view(ACE, Empty(), Token("h", 4, 2), Token("h", 5, None), Hidden())
    assert redact(open_view, None) == open_view


def test_nobody_may_see_it() -> None:
    nobody = view(sealed(ACE, ()))
    assert all(redact(nobody, seat).zones[0].cells == (Hidden(),) for seat in (None, 0, 1, 2))


def test_events_are_redacted_alike() -> None:
    dealt = Dealt("hand.1", 1, (sealed(ACE, (1,)),))
    assert redact(dealt, 1) == Dealt("hand.1", 1, (ACE,))
    assert redact(dealt, 0) == Dealt("hand.1", 1, (Hidden(),))


@pytest.mark.parametrize(
    "write", [msgspec.msgpack.encode, msgspec.json.encode, msgspec.to_builtins]
)
def test_without_the_hook_writing_raises(write: Any) -> None:
    with pytest.raises((TypeError, NotImplementedError)):
        write(view(sealed(ACE, (1,))))


def test_the_hook_writes_nothing_but_secrets() -> None:
    class Holder(Struct):
        thing: Any

    with pytest.raises(NotImplementedError, match="object does not go over the wire"):
        msgspec.msgpack.encode(Holder(object()), enc_hook=hook(0))


def test_the_repr_hides_the_value() -> None:
    secret = Secret(ACE, (2, 1))
    assert repr(secret) == "Secret(…, seen_by=[1, 2])"
    assert "As" not in f"{view(sealed(ACE, (1,)))!r} {secret!s} {secret}"


def test_equality_is_by_value_and_audience() -> None:
    assert Secret(ACE, (1, 2)) == Secret(ACE, {2, 1})
    assert hash(Secret(ACE, (1, 2))) == hash(Secret(ACE, {2, 1}))
    assert Secret(ACE, (1,)) != Secret(ACE, (2,))
    assert Secret(ACE, (1,)) != Secret(KING, (1,))
    assert Secret(ACE, (1,)) != ACE


def test_opening() -> None:
    assert opened(sealed(ACE, (1,))) == ACE
    assert opened(KING) == KING
    assert opened_all((sealed(ACE, ()), KING, Empty())) == (ACE, KING, Empty())


def test_a_secret_has_no_dict_that_a_logger_could_dump() -> None:
    assert not hasattr(Secret(ACE, ()), "__dict__")
