"""A deal of a betting game as a value: what a match brings along, the state itself."""

from typing import Literal

from msgspec import Struct

from engine.games.betting.options import AnyOptions, Options
from engine.games.betting.rows import Row
from engine.kit.betting import Round
from engine.kit.payout import Award
from engine.values.cards import Card
from engine.values.secret import Secret

__all__ = ["AnyOptions", "Award", "Carry", "Hand", "Opener", "Options", "State"]

Hand = tuple[Card, ...]


class Carry(Struct, frozen=True, forbid_unknown_fields=True):
    """What the match brings along, by seat, in chips.

    `stacks` before anything is posted. `antes`, `posts` (live: blinds, straddles) and `dead` (to
    the pot) are the full amounts, whether a stack can pay them or not. `blinds` are the table's
    small and big blind, for the pot-limit maximum where a posted one is missing. `big` is the seat
    of the big blind or the last straddle, left of which the action begins, where people who come in
    post as much; None: the highest post is, the later of equal ones. In stud there are neither
    posts nor blinds. Whatever is empty is what the options make of it. `ante_matched`: a short ante
    plays for as much only as it is, else for all antes (ante_trimming_status in records.md). `ask`:
    at the showdown everybody is asked whether to show, in turn; else hands that can win nothing are
    mucked.
    """

    stacks: tuple[int, ...] = ()
    antes: tuple[int, ...] = ()
    posts: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    blinds: tuple[int, int] | None = None
    big: int | None = None
    ante_matched: bool = True
    ask: bool = False


class Opener(Struct, frozen=True):
    """Whose open cards say who begins a street, and why: they are the lowest, highest or best."""

    seat: int
    why: Literal["low_card", "high_card", "best_board"]


class State(Struct, frozen=True):
    """One deal.

    `carry` is complete: nothing in it is empty but what the game does not have. `began` are the
    stacks before anything was posted, `put` is all that each seat has in the middle, antes and this
    street's bets included. Of that, `aside` lies in the main pot without anybody having to match
    it: dead blinds, and antes unless they are matched. `deck` is what is left of it. `missing` are
    chips that short or dead blinds lack, which the pot-limit maximum counts. `live` are the seats
    still in, in seat order. `turn` is who acts, or shows; `first` who had to act first on this
    street. `opened` are the seats whose hands lie open, `mucked` those given up at the showdown, in
    that order.

    `hands` are the cards face down. In stud `ups` lie open in front of each seat, those of folded
    ones too, and `opener` is whose open cards begin the street. `opened_on` is the street on which
    hands were opened before their last cards. In draw `drawn` is how many cards each seat has
    exchanged, `away` what it has put away, `again` cards that reshuffles shall bring,
    in order, and `seed` their luck where none are told.
    """

    row: Row
    options: AnyOptions
    carry: Carry
    button: int
    began: tuple[int, ...]
    stacks: tuple[int, ...]
    put: tuple[int, ...]
    aside: tuple[int, ...]
    deck: Secret[Hand]
    hands: tuple[Secret[Hand], ...]
    live: tuple[int, ...]
    round: Round
    decisions: tuple[int, ...]
    missing: int = 0
    board: Hand = ()
    street: int = 0
    phase: Literal["bet", "draw", "show", "over"] = "bet"
    turn: int | None = None
    first: int = 0
    opened: tuple[int, ...] = ()
    mucked: tuple[int, ...] = ()
    returned: tuple[int, int] | None = None
    awards: tuple[Award, ...] = ()
    ups: tuple[Hand, ...] = ()
    opener: Opener | None = None
    opened_on: int | None = None
    drawn: tuple[int | None, ...] = ()
    away: Secret[tuple[Hand, ...]] = Secret((), ())
    again: Secret[Hand] = Secret((), ())
    seed: Secret[bytes] = Secret(b"", ())

    @property
    def asks(self) -> bool:
        """Whether people choose to show: not where others see what they hold, and they don't."""
        return self.carry.ask and not self.row.forehead

    def seen_by(self, seat: int) -> tuple[int, ...]:
        """Who sees a seat's own cards: it alone, or all but it."""
        if not self.row.forehead:
            return (seat,)
        return tuple([one for one in range(len(self.stacks)) if one != seat])

    @property
    def opening(self) -> bool:
        """Whether a stud deal waits for its bring-in."""
        return self.row.stud and not self.street and not self.round.high and self.phase == "bet"

    @property
    def passed_on(self) -> bool:
        """Whether somebody else begins than whose open cards say so, who has no chips left."""
        return self.opener is not None and self.first != self.opener.seat

    def held(self, seat: int) -> Hand:
        """All of a seat's own cards, as they were dealt."""
        down = self.hands[seat].value
        if not self.ups:
            return down
        up = self.ups[seat]
        cards: Hand = ()
        for street in self.row.streets:
            cards += down[: street.down] + up[: street.up]
            down, up = down[street.down :], up[street.up :]
        return cards
