"""Reasons as codes with facts; the words belong to the client."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Fact = bool | Annotated[int, Meta(ge=-(2**53), le=2**53)] | str
Facts = dict[str, Fact]

WhyCode = Literal[
    "not_your_turn",  # nothing to decide for this seat now
    "deal_over",
    "no_such_action",  # this game, or this moment, does not know the verb
    "stale",  # answers another question than the one that stands
    # match
    "no_such_seat",
    "seat_taken",
    "seat_empty",
    "deal_running",
    "players_missing",  # facts: missing
    # Pokerface
    "no_token",  # pass or ready without a token of this round
    "token_moved",  # facts: token, holder (−1: the centre)
    "own_token",  # facts: token
    "centre_only",  # the emergency brake: no taking from players
    "already_ready",
    "no_such_token",  # facts: token
    # Pokerquadrat
    "cell_taken",  # facts: cell (`b2`)
    # rows of three, five and five
    "already_set",  # a choice that all make at once is made once
    "row_full",  # facts: row (`front`, `middle`, `back`)
    "wrong_rows",  # not three, five and five different cards
    "lay_first",  # no card is thrown away before two of the three are laid
    "throw_first",  # the last of the three is thrown away, not laid
    "no_special_hand",  # the hand is not the special one that was announced, or none at all
    # betting
    "price_changed",  # facts: price
    "cannot_check",  # facts: price
    "nothing_to_call",
    "below_minimum",  # facts: lo
    "above_maximum",  # facts: hi
    "off_step",  # facts: step
    "capped",  # no more raises in this round; facts: cap (bets and raises that it may have)
    "short_stack",  # no chips beyond the call
    "nobody_to_call",  # all opponents still in are all-in
    "must_open",  # stud: whoever opens has to bring it in or bet
    "not_your_cards",  # cards to put away, to place or to set that the seat does not hold
    "not_reopened",  # less than a full raise since the seat's own last action
]


class Why(Struct, frozen=True):
    """Why something is refused or dimmed: a code, and the facts that the sentence needs."""

    code: str
    facts: Facts = {}


class Illegal(Exception):
    """The rules forbid it; the state stands as it was.

    Malformed input never gets this far (the protocol refuses it) and any other exception is a
    fault of the program.
    """

    def __init__(self, code: WhyCode, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.why = Why(code, facts)
