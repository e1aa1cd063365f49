"""What can be wrong with a record."""

from typing import Literal

from engine.values.why import Fact, Why, WhyCode

RecordCode = Literal[
    "not_toml",
    "missing_key",  # facts: key
    "bad_value",  # facts: key
    "unknown_variant",  # facts: variant
    "unknown_rule",  # a name inside _rules; facts: key
    "bad_rule",  # its value; facts: key
    "player_count",  # facts: lo, hi
    # lines
    "bad_line",  # not in the notation
    "no_such_player",  # facts: player
    "deal_due",  # the dealer's line comes first; facts: due (the line without cards), cards
    "no_deal_due",
    "wrong_deal",  # another line of the dealer comes first; facts: due, cards
    "card_twice",  # facts: card
    "other_cards",  # shown cards are not the dealt ones
    "too_early",  # hands are not shown yet
]


class RecordError(Exception):
    """A record that can't be played back.

    `action` is the number of the line that fails, from 1; 0 is the header, or a text that is no
    record. `why` is a RecordCode, or the code by which the game refused the line's action.
    """

    def __init__(self, action: int, code: RecordCode | WhyCode, **facts: Fact) -> None:
        self.action = action
        self.why = Why(code, facts)
        super().__init__(action, code, facts)
