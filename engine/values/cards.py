"""Cards and tokens: what lies in the cells of a table."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

RANKS = "23456789TJQKA"
SUITS = "cdhs"

Suit = Literal["c", "d", "h", "s"]


class Card(Struct, frozen=True, array_like=True, tag="card"):
    """One playing card, written as in PHH: rank `2…9 T J Q K A`, then suit `c d h s`.

    `??` is a card that a record does not know; nothing can be ranked with it.
    """

    code: Annotated[str, Meta(pattern=r"\A(?:[2-9TJQKA][cdhs]|\?\?)\Z")]

    @property
    def rank(self) -> str:
        """Its rank letter."""
        return self.code[0]

    @property
    def suit(self) -> str:
        """Its suit letter."""
        return self.code[1]

    @property
    def known(self) -> bool:
        """Whether it is one of the 52."""
        return self.code != "??"

    def __str__(self) -> str:
        return self.code


class Hidden(Struct, frozen=True, array_like=True, tag="hidden"):
    """A card that this viewer may not see."""


class Token(Struct, frozen=True, array_like=True, tag="token"):
    """A numbered token of one suit's round, and the seat that holds it (None: the centre)."""

    suit: Suit
    number: Annotated[int, Meta(ge=1, le=13)]
    holder: int | None


class Empty(Struct, frozen=True, array_like=True, tag="empty"):
    """A place where a card can come to lie."""


Cell = Card | Hidden | Token | Empty

DECK: tuple[Card, ...] = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
UNKNOWN = Card("??")

_BY_CODE = {card.code: card for card in (*DECK, UNKNOWN)}


def card(code: str) -> Card:
    """The card written `code`; ValueError if there is none."""
    try:
        return _BY_CODE[code]
    except KeyError:
        raise ValueError(f"{code!r} is no card") from None


def cards(text: str) -> tuple[Card, ...]:
    """The cards written one after the other, with or without blanks; ValueError if one is none."""
    packed = text.replace(" ", "")
    return tuple(card(packed[i : i + 2]) for i in range(0, len(packed), 2))
