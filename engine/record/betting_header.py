"""The header of a betting game's record: stacks and what is posted (records.md)."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec.structs import replace

from engine.game import Setup
from engine.games.betting.opening import filled
from engine.games.betting.options import (
    AnyOptions,
    Options,
    StudOptions,
    own_rules,
    presets_of,
    rules_of,
)
from engine.games.betting.state import Carry
from engine.kit.betting import Structure
from engine.record.errors import RecordError
from engine.record.header import MOST_CHIPS, amounts, rules, switch, whole

Header = Mapping[str, Any]

STRUCTURES: dict[str, Structure] = {"N": "no", "P": "pot", "F": "split", "S": "spread"}


def options(
    header: Header, kind: type[AnyOptions], structure: Structure, preset: str
) -> AnyOptions:
    """Structure and stakes, and the rules of the preset with those that `_rules` sets."""
    names = {spec.name for spec in rules_of(kind)}
    found = cast(
        AnyOptions, rules(header, kind, names, presets_of(kind)[header.get("_preset", preset)])
    )
    keys = {"split": ("small_bet", "big_bet"), "spread": ("min_bet", "_max_bet")}
    bet, *top = (
        whole(header, key, None, MOST_CHIPS, least=1) for key in keys.get(structure, ("min_bet",))
    )
    if top and top[0] < bet:
        raise RecordError(0, "bad_value", key=keys[structure][1])
    # Stakes are whatever was played for: a table's bounds are not a record's.
    stakes: dict[str, Any] = {"structure": structure, "bet": bet, "top": top[0] if top else 2 * bet}
    if issubclass(kind, StudOptions):
        if header.get("_rules", {}).get("stud_opener") == "structure":
            raise RecordError(0, "bad_rule", key="stud_opener")
        stakes["bring_in"] = whole(header, "bring_in", None, bet, least=1)
    return replace(found, **stakes)


def setup(header: Header, options: AnyOptions, players: int) -> Setup:
    """Stacks and forced bets as the header says; hands are shown as the lines say."""
    stacks = amounts(header, "starting_stacks", least=1)
    antes = _reversed(_listed(header, "antes", players))
    matched = switch(header, "ante_trimming_status", default=False)
    dead = (0,) * players
    if "_dead" in header:
        if isinstance(options, StudOptions):
            raise RecordError(0, "bad_value", key="_dead")
        dead = _reversed(_listed(header, "_dead", players))
        if any(part > ante for part, ante in zip(dead, antes, strict=True)):
            raise RecordError(0, "bad_value", key="_dead")
        antes = tuple(ante - part for part, ante in zip(dead, antes, strict=True))
        matched = True
    elif matched and len(set(antes)) > 1:
        # Nobody antes more than a second one can match; of equal antes it comes back as such.
        most = sorted(map(min, antes, stacks))[-2]
        antes = tuple(min(ante, most) for ante in antes)
    carry = Carry(stacks=stacks, antes=antes, dead=dead, ante_matched=matched, ask=True)
    if not isinstance(options, StudOptions):
        carry = _with_blinds(header, options, carry)
    return Setup(players=players, button=players - 1, carry=carry)


def _with_blinds(header: Header, options: Options, carry: Carry) -> Carry:
    players = len(carry.stacks)
    signed = _reversed(_listed(header, "blinds_or_straddles", players, least=-MOST_CHIPS))
    posts = tuple(map(abs, signed))
    if max(posts) < 1:
        raise RecordError(0, "bad_value", key="blinds_or_straddles")
    if "_blinds" in header:
        table = amounts(header, "_blinds")
        if len(table) != 2:
            raise RecordError(0, "bad_value", key="_blinds")
        blinds = (table[0], table[1])
    else:
        blinds = _blinds(signed, options)
    return replace(carry, posts=posts, blinds=blinds, big=_last_blind(signed))


def keys(options: AnyOptions, setup: Setup) -> dict[str, object]:
    """PHH's keys, the preset, and what differs from it."""
    assert isinstance(setup.carry, Carry)
    n = setup.players
    seats = tuple((setup.button + player) % n for player in range(1, n + 1))
    carry = filled(setup.carry, options, seats)

    def in_order(by_seat: Sequence[int]) -> tuple[int, ...]:
        return tuple(by_seat[seat] for seat in seats)

    antes, dead = in_order(carry.antes), in_order(carry.dead)
    keys: dict[str, object] = {}
    # Dead chips are antes that nobody has to match.
    keys["ante_trimming_status"] = carry.ante_matched and not any(dead)
    paid = tuple(ante + part for ante, part in zip(antes, dead, strict=True))
    keys["antes"] = _reversed(paid)
    signed: tuple[int, ...] = ()
    if isinstance(options, StudOptions):
        keys["bring_in"] = options.brings
    else:
        assert carry.big is not None
        signed = _signed(in_order(carry.posts), seats.index(carry.big))
        keys["blinds_or_straddles"] = _reversed(signed)
    top = max(options.bet, options.top)
    if options.structure == "split":
        keys |= {"small_bet": options.bet, "big_bet": top}
    else:
        keys["min_bet"] = options.bet
    if options.structure == "spread":
        keys["_max_bet"] = top
    keys["starting_stacks"] = in_order(carry.stacks)
    if any(dead) and any(antes) and carry.ante_matched:
        keys["_dead"] = _reversed(dead)
    if signed and options.structure == "pot" and carry.blinds != _blinds(signed, options):
        keys["_blinds"] = carry.blinds
    if isinstance(options, StudOptions) and options.stud_opener != "structure":
        usual = "high" if options.structure == "pot" else "low"
        if options.stud_opener == usual:
            options = replace(options, stud_opener="structure")
    # The house's, unless another preset leaves less to say.
    preset = min(presets_of(type(options)), key=lambda name: len(own_rules(options, name)))
    keys["_preset"] = preset
    if own := own_rules(options, preset):
        keys["_rules"] = own
    return keys


def _listed(header: Header, key: str, players: int, least: int = 0) -> tuple[int, ...]:
    """An amount for each player; without the key antes are none."""
    if key == "antes" and key not in header:
        return (0,) * players
    found = amounts(header, key, least)
    if len(found) != players:
        raise RecordError(0, "bad_value", key=key)
    return found


def _reversed(by_player: tuple[int, ...]) -> tuple[int, ...]:
    """Forced bets of two players stand the other way round."""
    return by_player[::-1] if len(by_player) == 2 else by_player


def _blinds(signed: Sequence[int], options: AnyOptions) -> tuple[int, int]:
    """The table's blinds: the posted ones if both are there, else what the stakes make them."""
    small, big = signed[::-1] if len(signed) == 2 else signed[:2]
    return (small, big) if small > 0 and big > 0 else (options.bet // 2, options.bet)


def _last_blind(signed: Sequence[int]) -> int | None:
    """Who acts last before the flop: behind nobody's post with a minus; None: as ever."""
    if len(signed) == 2 or max(signed) < 1:
        return None
    return max(range(len(signed)), key=lambda player: (signed[player], player))


def _signed(posts: tuple[int, ...], big: int) -> tuple[int, ...]:
    """Posts in p order, with a minus for those that are neither blinds nor straddles."""
    if len(posts) == 2:
        return posts
    return tuple(post if player <= big else -post for player, post in enumerate(posts))
