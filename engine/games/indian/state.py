"""A deal of Indian Poker as a value: what a match brings along, the state itself."""

from typing import Literal

from msgspec import Struct

from engine.games.indian.options import Options
from engine.kit.betting import Round
from engine.kit.payout import Award
from engine.values.actions import In, Out
from engine.values.cards import Card
from engine.values.secret import Secret

Hand = tuple[Card, ...]
Choice = In | Out


class Carry(Struct, frozen=True, forbid_unknown_fields=True):
    """What the match brings along, in chips.

    `stacks` before the ante, none: fifty each. `antes` by seat are full amounts, whether a stack
    can pay them or not; none: what the options make them. `pot` is left from the deal before.
    `ante_matched`: a short ante plays for as much only as it is, else for all antes
    (ante_trimming_status in records.md).
    """

    stacks: tuple[int, ...] = ()
    antes: tuple[int, ...] = ()
    pot: int = 0
    ante_matched: bool = True


class State(Struct, frozen=True):
    """One deal.

    `carry` is complete. `began` are the stacks before the ante, `put` is all that each seat has in
    the middle, `aside` what of it nobody has to match, `pot` what the deal before has left there.
    `live` are the seats still in, in seat order. Hands are seen by everybody but their owner,
    `opened` are the seats whose hands lie open.

    Where all declare at once `choices` are sealed until the last has arrived, `arrived` is their
    order; `matched` is what each seat paid into the new pot, `left` that pot. `paid`: everybody has
    what they won; a deal that needs unknown cards for that stays unpaid.
    """

    options: Options
    carry: Carry
    button: int
    began: tuple[int, ...]
    stacks: tuple[int, ...]
    put: tuple[int, ...]
    aside: tuple[int, ...]
    pot: int
    hands: tuple[Secret[Hand], ...]
    live: tuple[int, ...]
    round: Round
    decisions: tuple[int, ...]
    phase: Literal["bet", "declare", "over"] = "bet"
    turn: int | None = None
    choices: tuple[Secret[Choice] | None, ...] = ()
    arrived: tuple[int, ...] = ()
    opened: tuple[int, ...] = ()
    returned: tuple[int, int] | None = None
    awards: tuple[Award, ...] = ()
    matched: tuple[int, ...] = ()
    left: int = 0
    paid: bool = False

    @property
    def middle(self) -> int:
        """All chips in the middle."""
        return self.pot + sum(self.put)

    @property
    def price(self) -> int:
        """What who is in and loses has to pay, whether a stack can or not."""
        limit = self.options.match_limit
        return min(self.middle, limit) if limit else self.middle
