"""Cards as they are written, and cells as they travel."""

import msgspec
import pytest

from engine.values.cards import DECK, UNKNOWN, Card, Cell, Empty, Hidden, Token, card, cards


def test_the_deck_has_every_card_once() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {card.rank for card in DECK} == set("23456789TJQKA")
    assert {card.suit for card in DECK} == set("cdhs")
    assert UNKNOWN not in DECK


def test_reading_cards() -> None:
    assert card("As") is card("As")
    assert cards("AsTd ?? 2c") == (Card("As"), Card("Td"), UNKNOWN, Card("2c"))
    assert cards("") == ()
    assert [str(held) for held in cards("As??")] == ["As", "??"]
    assert Card("Td").known
    assert not UNKNOWN.known


@pytest.mark.parametrize("text", ["1s", "as", "AS", "A", "Asx", "10s", "?s", "A?"])
def test_what_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="is no card"):
        cards(text)
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(["card", text], Card)


@pytest.mark.parametrize(
    "cell",
    [Card("As"), UNKNOWN, Hidden(), Token("h", 4, None), Token("s", 13, 2), Empty()],
    ids=repr,
)
def test_cells_survive_the_wire(cell: Cell) -> None:
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(cell), type=Cell) == cell
