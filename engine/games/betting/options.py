"""The options of the betting games, a type for each kind of game, and whole sets of their rules."""

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import asdict

from engine.games.betting.rows import Row
from engine.kit.betting import Structure, usual_ante, usual_bring_in
from engine.values.options import OptionSpec, Value, specs

Stake = Annotated[int, Meta(ge=1, le=1_000_000)]
Due = Annotated[int, Meta(ge=0, le=1_000_000)]


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
    ante: Due = 0
    min_raise: Annotated[Literal["blind", "last"], _only("no", "pot")] = "blind"
    spread_raise: Annotated[Literal["low", "last"], _only("spread")] = "low"
    cap_counts_blind: Annotated[bool, _only("split", "spread")] = True
    cap_heads_up: Annotated[bool, _only("split", "spread")] = True

    @property
    def blinds(self) -> tuple[int, int]:
        """The small and the big blind (rules.md C.4), in chips."""
        return max(1, self.bet // 2), self.bet

    @property
    def antes(self) -> int:
        """What everybody antes, in chips."""
        return self.ante


class DrawOptions(Options, frozen=True, forbid_unknown_fields=True):
    """Options of a draw game; `draw_bets`: whether the bets after the draw are the big ones."""

    draw_bets: Annotated[Literal["small_big", "small_small"], _only("split")] = "small_big"


class ForeheadOptions(Options, frozen=True, forbid_unknown_fields=True):
    """Options of a game whose players don't see their own cards, which is usually one of limit.

    `reveal`: all cards are opened after the deal (rules.md D17).
    """

    structure: Structure = "split"
    reveal: bool = False


class StudOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """What a stud game is played for and by which of the house's rules.

    `bet` is the stake, the small bet of split limit, the lower limit of spread limit; `top` as in
    Options. `ante` and `bring_in` 0: what the stake makes them (rules.md C.4); a bring-in is never
    more than `bet`. `stud_opener` "structure": the lowest open card opens, under pot limit the
    highest.
    """

    structure: Literal["split", "spread", "pot"] = "split"
    bet: Stake = 10
    top: Annotated[Stake, _only("split", "spread")] = 20
    ante: Due = 0
    bring_in: Due = 0
    min_raise: Annotated[Literal["blind", "last"], _only("pot")] = "blind"
    spread_raise: Annotated[Literal["low", "last"], _only("spread")] = "low"
    cap_heads_up: Annotated[bool, _only("split", "spread")] = True
    stud_tie: Literal["suit", "position"] = "suit"
    stud_opener: Literal["structure", "low", "high"] = "structure"
    odd_chip: Literal["position", "suit"] = "position"

    @property
    def blinds(self) -> None:
        """None: there are no blinds."""
        return None

    @property
    def antes(self) -> int:
        """What everybody antes, in chips: a tenth of the stake, rounded, unless it is set."""
        return self.ante or usual_ante(self.bet)

    @property
    def brings(self) -> int:
        """The bring-in in chips: half the stake unless it is set, never more than the stake."""
        return min(self.bring_in or usual_bring_in(self.bet), self.bet)

    @property
    def high_opens(self) -> bool:
        """Whether the highest open card opens, not the lowest."""
        if self.stud_opener == "structure":
            return self.structure == "pot"
        return self.stud_opener == "high"


class OpenPairOptions(StudOptions, frozen=True, forbid_unknown_fields=True):
    """Options of 7 card stud; `open_pair_big_bet`: a pair open on fourth street allows it."""

    open_pair_big_bet: Annotated[bool, _only("split")] = False


AnyOptions = Options | StudOptions


def options_of(row: Row) -> type[Options] | type[StudOptions]:
    """The type of a variant's options."""
    if row.stud:
        return OpenPairOptions if row.open_pair else StudOptions
    if row.forehead:
        return ForeheadOptions
    return DrawOptions if row.draws else Options


# The options that say what is played for, and under which structure; the others are rules.
_STAKES = ("structure", "bet", "top", "ante", "bring_in")
# What tournament directors have otherwise than the house (records.md).
_TDA: Mapping[str, Value] = {
    "min_raise": "last",
    "spread_raise": "last",
    "stud_tie": "position",
    "odd_chip": "suit",
}


def rules_of(kind: type[Struct]) -> tuple[OptionSpec, ...]:
    """The options of a type that are rules."""
    return tuple(spec for spec in specs(kind) if spec.name not in _STAKES)


def presets_of(kind: type[Struct]) -> Mapping[str, Mapping[str, Value]]:
    """Whole sets of rules (records.md): the house's, and those of tournament directors."""
    house = {spec.name: spec.default for spec in rules_of(kind)}
    return {"house": house, "tda": {name: _TDA.get(name, value) for name, value in house.items()}}


def own_rules(options: AnyOptions, preset: str) -> dict[str, Value]:
    """The rules in force that are others than the preset's."""
    values, usual = asdict(options), presets_of(type(options))[preset]
    return {
        spec.name: values[spec.name]
        for spec in rules_of(type(options))
        if spec.in_force(values) and values[spec.name] != usual[spec.name]
    }
