"""The options of Indian Poker: what is played for, how many cards, which hand wins (rules.md E)."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Chips = Annotated[int, Meta(ge=1, le=1_000_000)]

_BETTING = {"only": {"match_pot": (False,)}}
_MATCHING = {"only": {"match_pot": (True,)}}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What is played for, and by which variant.

    `max_bet` is the greatest bet and the greatest raise, `max_raises` how many raises there may be
    (0: any number). `match_pot`: everybody declares to be in or out in place of betting, and who is
    in and loses pays as much as lay in the pot, `match_limit` at most (0: no limit).
    `ante_carried`: an ante also where a pot is left from the deal before (rules.md D18). `reveal`:
    all cards are opened after the deal (rules.md D17).
    """

    ante: Annotated[Chips, Meta(extra={"usual": (1, 2, 5)})] = 1
    max_bet: Annotated[Chips, Meta(extra={**_BETTING, "usual": (2, 5, 10)})] = 5
    max_raises: Annotated[Literal[0, 3], Meta(extra=_BETTING)] = 0
    cards: Literal[1, 2, 3, 5] = 1
    wins: Annotated[Literal["high", "low", "high_low"], Meta(extra={"only": {"cards": (1,)}})] = (
        "high"
    )
    brag_order: Annotated[
        Literal["natural", "traditional"], Meta(extra={"only": {"cards": (3,)}})
    ] = "natural"
    match_pot: bool = False
    match_limit: Annotated[
        int, Meta(ge=0, le=1_000_000, extra={**_MATCHING, "usual": (0, 10, 20)})
    ] = 0
    ante_carried: Annotated[bool, Meta(extra=_MATCHING)] = False
    reveal: bool = False

    @property
    def winning(self) -> Literal["high", "low", "high_low"]:
        """Which hands win: more than one card is compared from the top alone."""
        return self.wins if self.cards == 1 else "high"

    @property
    def order(self) -> Literal["natural", "traditional"]:
        """By which order three cards are compared; of other hands there is one alone."""
        return self.brag_order if self.cards == 3 else "natural"
