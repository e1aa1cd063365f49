"""A deal of a betting game as a value: options, what a match brings along, the state itself."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import asdict

from engine.games.betting.rows import Row
from engine.kit.betting import Round, Structure
from engine.values.cards import Card
from engine.values.options import Value, specs
from engine.values.secret import Secret

Hand = tuple[Card, ...]
Stake = Annotated[int, Meta(ge=1, le=1_000_000)]


def _only(*structures: Structure) -> Meta:
    """An option that means something under these structures alone."""
    return Meta(extra={"only": {"structure": structures}})


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What is played for and by which of the house's rules (rules.md section 0).

    `bet` is the big blind, the small bet of split limit, the lower limit of spread limit; `top`
    the big bet, or the upper limit (`bet`, if it is lower than that). The defaults are the preset
    `house`.
    """

    structure: Structure = "no"
    bet: Stake = 10
    top: Annotated[Stake, _only("split", "spread")] = 20
    ante: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    min_raise: Annotated[Literal["blind", "last"], _only("no", "pot")] = "blind"
    spread_raise: Annotated[Literal["low", "last"], _only("spread")] = "low"
    cap_counts_blind: Annotated[bool, _only("split", "spread")] = True
    cap_heads_up: Annotated[bool, _only("split", "spread")] = True

    @property
    def blinds(self) -> tuple[int, int]:
        """The small and the big blind (rules.md C.4), in chips."""
        return max(1, self.bet // 2), self.bet


# The options that are rules; the others say what is played for, and under which structure.
RULES = ("min_raise", "spread_raise", "cap_counts_blind", "cap_heads_up")
_RULES = tuple(spec for spec in specs(Options) if spec.name in RULES)
_HOUSE: Mapping[str, Value] = {spec.name: spec.default for spec in _RULES}
# Whole sets of rules (records.md): the house's, and those of tournament directors.
PRESETS: Mapping[str, Mapping[str, Value]] = {
    "house": _HOUSE,
    "tda": {**_HOUSE, "min_raise": "last", "spread_raise": "last"},
}


def own_rules(options: Options, preset: str) -> dict[str, Value]:
    """The rules in force that are others than the preset's."""
    values, usual = asdict(options), PRESETS[preset]
    return {
        spec.name: values[spec.name]
        for spec in _RULES
        if spec.in_force(values) and values[spec.name] != usual[spec.name]
    }


class Carry(Struct, frozen=True, forbid_unknown_fields=True):
    """What the match brings along, by seat, in chips.

    `stacks` before anything is posted. `antes`, `posts` (live: blinds, straddles) and `dead` (to
    the pot) are the full amounts, whether a stack can pay them or not. `blinds` are the table's
    small and big blind, for the pot-limit maximum where a posted one is missing. `big` is the seat
    of the big blind or the last straddle, left of which the action begins, where people who come in
    post as much; None: the highest post is, the later of equal ones. Whatever is empty is what the
    options make of it. `ante_matched`: a short ante plays for as much only as it is, else for all
    antes (ante_trimming_status in records.md). `ask`: at the showdown everybody is asked whether to
    show, in turn; else hands that can win nothing are mucked.
    """

    stacks: tuple[int, ...] = ()
    antes: tuple[int, ...] = ()
    posts: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    blinds: tuple[int, int] | None = None
    big: int | None = None
    ante_matched: bool = True
    ask: bool = False


class Award(Struct, frozen=True):
    """A pot that was paid: its chips, what each seat got, high and low apart if it was halved.

    `seats` are those who could win it.
    """

    chips: int
    won: tuple[tuple[int, int], ...]
    high: tuple[tuple[int, int], ...] = ()
    low: tuple[tuple[int, int], ...] = ()
    seats: tuple[int, ...] = ()


class State(Struct, frozen=True):
    """One deal.

    `carry` is complete: nothing in it is empty. `began` are the stacks before anything was posted,
    `put` is all that each seat has in the middle, antes and this street's bets included. Of that,
    `aside` lies in the main pot without anybody having to match it: dead blinds, and antes unless
    they are matched. `deck` is what is left of it. `missing` are chips that short or dead blinds
    lack, which the pot-limit maximum counts. `live` are the seats still in, in seat order. `turn`
    is who acts, or shows; `first` who had to act first on this street. `opened` are the seats whose
    hands lie open, `mucked` those given up at the showdown, in that order.
    """

    row: Row
    options: Options
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
    phase: Literal["bet", "show", "over"] = "bet"
    turn: int | None = None
    first: int = 0
    opened: tuple[int, ...] = ()
    mucked: tuple[int, ...] = ()
    returned: tuple[int, int] | None = None
    awards: tuple[Award, ...] = ()
