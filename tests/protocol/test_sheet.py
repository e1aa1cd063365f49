"""A sheet's bytes are the encoder's, for every reader; what somebody may not see is in none."""

import pytest
from msgspec import Struct
from msgspec.structs import replace

from engine.values.cards import Card, Cell
from engine.values.offers import Pass, Take
from engine.values.secret import sealed
from engine.values.view import SeatView, View, Zone
from protocol.codec import encode
from protocol.messages import ChairInfo, Ok, TableView
from protocol.sheet import Sheet

SEATS = 3
OWN = ("me", "offers", "decision")


def table(name: str = "Stube") -> TableView:
    """A table of three with a hand each, a card that two see, and one that nobody does."""
    hands = tuple(
        Zone(f"hand.{seat}", "hand", seat, (sealed(Card(code), {seat}), Card("2c")))
        for seat, code in enumerate(("As", "Kd", "Qh"))
    )
    shared: tuple[Cell, ...] = (sealed(Card("Jc"), {0, 2}), sealed(Card("Tc"), ()))
    view = View(
        phase="tokens.c",
        to_act=(1,),
        zones=(*hands, Zone("board", "board", None, shared)),
        seats=(SeatView(),) * SEATS,
    )
    return TableView(
        id="t",
        name=name,
        game="pokerface",
        options={"all_at_once": True},
        seq=300,
        chairs=(ChairInfo("person", name),) * SEATS,
        me=None,
        stage="running",
        deal=1,
        number=1,
        ended=None,
        view=view,
        offers=(),
        decision=0,
        chat="phrases",
    )


@pytest.mark.parametrize("seat", [None, 0, 1, 2, 7])
def test_every_reader_gets_what_the_encoder_writes_for_them(seat: int | None) -> None:
    framed = table()
    offers = () if seat is None else (Take(1, None), Take(2, 0), Pass())
    own = replace(framed, me=seat, offers=offers, decision=70000)
    written = Sheet(framed, OWN).to(seat, me=seat, offers=offers, decision=70000)
    assert written == encode(own, seat)


def test_a_sheet_without_gaps_is_the_same_for_all() -> None:
    message = Ok(3, "t")
    sheet = Sheet(message)
    assert sheet.to(None) is sheet.to(2)
    assert sheet.to(1) == encode(message)


def test_only_who_may_see_a_card_gets_its_bytes() -> None:
    sheet = Sheet(table())
    seers = {"As": {0}, "Kd": {1}, "Qh": {2}, "Jc": {0, 2}, "Tc": set()}
    for code, may in seers.items():
        for seat in (None, *range(SEATS)):
            assert (code.encode() in sheet.to(seat)) == (seat in may)


def test_a_readers_field_that_is_missing_is_no_empty_one() -> None:
    with pytest.raises(KeyError):
        Sheet(table(), OWN).to(0, me=0, offers=())


def test_what_the_wire_does_not_know_is_refused() -> None:
    class Holder(Struct):
        value: object

    with pytest.raises(NotImplementedError, match="object does not go over the wire"):
        Sheet(Holder(object()))
