"""The betting games' part of the deal record: PHH's, with more variants (records.md)."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.game import AnyGame, Setup
from engine.games.betting import Betting
from engine.games.betting.flow import filled
from engine.games.betting.showdown import order_of_showing
from engine.games.betting.state import (
    PRESETS,
    RULES,
    Award,
    Carry,
    Options,
    State,
    own_rules,
)
from engine.kit.betting import Structure
from engine.kit.low import low, low_of_two_and_three, ranks_of
from engine.kit.ranking import best_five, describe, rank, rank5
from engine.record import script
from engine.record.errors import RecordError
from engine.record.header import MOST_CHIPS, amounts, rules, switch, texts, whole
from engine.record.notation import Hand, Line
from engine.record.told import Asked, Told
from engine.values.actions import Call, Raise
from engine.values.cards import UNKNOWN, Card
from engine.values.chance import Chance
from engine.values.events import Acted, Dealt, Events, Paid, Phase, Posted, Shown
from engine.values.secret import opened_all

Header = Mapping[str, Any]

KINDS = {"holdem": "T", "omaha": "O", "omaha_hilo": "O/8"}
STRUCTURES: dict[str, Structure] = {"N": "no", "P": "pot", "F": "split", "S": "spread"}
LETTERS = {structure: letter for letter, structure in STRUCTURES.items()}
# Variants that other programs write too: what they leave open is as tournament directors have it.
FOREIGN = ("FT", "NT", "PO", "FO/8")


class BettingForm:
    """How a deal of a betting game is recorded. Amounts of the header are in p order."""

    shows: bool = True

    def __init__(self, game: Betting) -> None:
        self.game: AnyGame = game
        self.row = game.row

    def variants(self) -> tuple[str, ...]:
        """Its kind under every structure that it is played by."""
        kind = KINDS[self.game.id]
        return tuple(LETTERS[structure] + kind for structure in self.row.structures)

    def variant(self, options: Struct, setup: Setup) -> str:
        """The structure's letter and the kind."""
        assert isinstance(options, Options)
        return LETTERS[options.structure] + KINDS[self.game.id]

    def names(self, header: Header) -> tuple[str, ...]:
        """As many as there are stacks; `players` may say who they are."""
        count = len(amounts(header, "starting_stacks"))
        names = texts(header, "players") if "players" in header else ("",) * count
        if len(names) != count:
            raise RecordError(0, "bad_value", key="players")
        return names

    def options(self, header: Header, variant: str) -> Struct:
        """Structure and stakes, and the rules of the preset with those that `_rules` sets."""
        structure = STRUCTURES[variant[0]]
        preset = header.get("_preset", "tda" if variant in FOREIGN else "house")
        found = rules(header, Options, RULES, PRESETS[preset])
        keys = {"split": ("small_bet", "big_bet"), "spread": ("min_bet", "_max_bet")}
        bet, *top = (
            whole(header, key, None, MOST_CHIPS, least=1)
            for key in keys.get(structure, ("min_bet",))
        )
        if top and top[0] < bet:
            raise RecordError(0, "bad_value", key=keys[structure][1])
        # Stakes are whatever was played for: a table's bounds are not a record's.
        return replace(found, structure=structure, bet=bet, top=top[0] if top else 2 * bet)

    def setup(self, header: Header, options: Struct, players: int) -> Setup:
        """Stacks and forced bets as the header says; hands are shown as the lines say."""
        assert isinstance(options, Options)
        stacks = amounts(header, "starting_stacks", least=1)
        antes = _reversed(_listed(header, "antes", players))
        signed = _reversed(_listed(header, "blinds_or_straddles", players, least=-MOST_CHIPS))
        posts = tuple(map(abs, signed))
        if max(posts) < 1:
            raise RecordError(0, "bad_value", key="blinds_or_straddles")
        matched = switch(header, "ante_trimming_status", default=False)
        dead = (0,) * players
        if "_dead" in header:
            dead = _reversed(_listed(header, "_dead", players))
            if any(part > ante for part, ante in zip(dead, antes, strict=True)):
                raise RecordError(0, "bad_value", key="_dead")
            antes = tuple(ante - part for part, ante in zip(dead, antes, strict=True))
            matched = True
        elif matched and len(set(antes)) > 1:
            # Nobody antes more than a second one can match; of equal antes it comes back as such.
            most = sorted(map(min, antes, stacks))[-2]
            antes = tuple(min(ante, most) for ante in antes)
        if "_blinds" in header:
            table = amounts(header, "_blinds")
            if len(table) != 2:
                raise RecordError(0, "bad_value", key="_blinds")
            blinds = (table[0], table[1])
        else:
            blinds = _blinds(signed, options)
        carry = Carry(
            stacks=stacks,
            antes=antes,
            posts=posts,
            dead=dead,
            blinds=blinds,
            big=_last_blind(signed),
            ante_matched=matched,
            ask=True,
        )
        return Setup(players=players, button=players - 1, carry=carry)

    def keys(self, options: Struct, setup: Setup) -> dict[str, object]:
        """PHH's keys, the preset, and what differs from it."""
        assert isinstance(options, Options)
        assert isinstance(setup.carry, Carry)
        n = setup.players
        seats = tuple((setup.button + player) % n for player in range(1, n + 1))
        carry = filled(setup.carry, options, seats)
        assert carry.big is not None

        def in_order(by_seat: Sequence[int]) -> tuple[int, ...]:
            return tuple(by_seat[seat] for seat in seats)

        antes, dead = in_order(carry.antes), in_order(carry.dead)
        signed = _signed(in_order(carry.posts), seats.index(carry.big))
        keys: dict[str, object] = {}
        # Dead chips are antes that nobody has to match.
        keys["ante_trimming_status"] = carry.ante_matched and not any(dead)
        paid = tuple(ante + part for ante, part in zip(antes, dead, strict=True))
        keys["antes"] = _reversed(paid)
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
        if options.structure == "pot" and carry.blinds != _blinds(signed, options):
            keys["_blinds"] = carry.blinds
        # The house's, unless another preset leaves less to say.
        preset = min(PRESETS, key=lambda name: len(own_rules(options, name)))
        keys["_preset"] = preset
        if own := own_rules(options, preset):
            keys["_rules"] = own
        return keys

    def chance(self, lines: Sequence[Line], players: int) -> Chance:
        """Street by street the cards for each player, p1 first, and then the board's."""
        streets = self.row.streets
        size = sum(street.down for street in streets)
        board = script.board(lines)[: sum(street.board for street in streets)]
        hands = script.filled(script.first_hands(lines, size), board, lines)
        deck: list[Card] = []
        for player in range(1, players + 1):
            deck += hands.get(player, (UNKNOWN,) * size)
        return script.chance((*deck, *board))

    def asked(self, state: State) -> Asked | None:
        """At a showdown whoever has not decided: in turn, with somebody all-in as they like."""
        if state.phase != "show":
            return None
        done = state.opened + state.mucked
        seats = tuple(seat for seat in order_of_showing(state) if seat not in done)
        return Asked(seats, free=any(not state.stacks[seat] for seat in state.live))

    def showable(self, state: State) -> tuple[int, ...]:
        """Open hands; after the end also that of whoever won without showing."""
        if state.phase == "over":
            return tuple(seat for seat in state.live if seat not in state.mucked)
        return state.opened

    def summary(self, told: Told) -> dict[str, Any]:
        """Stacks, pots, what was returned, the hands that were shown, lows where they count."""
        state, row = told.state, self.row
        assert isinstance(state, State)
        stacks = _stacks(told)
        found: dict[str, Any] = {
            "net": [now - then for now, then in zip(stacks, state.began, strict=True)],
            "finishing_stacks": stacks,
        }
        if told.complete:
            found["pots"] = [_pot(award) for award in state.awards]
        back = {f"p{event.seat + 1}": event.chips for event in _returned(told.events)}
        if back:
            found["returned"] = back
        hands = _hands(told) if len(state.live) > 1 else {}
        if row.hand == "omaha":
            fives = {seat: _two_and_three(own, board) for seat, (own, board) in hands.items()}
        else:
            fives = {seat: best_five((*own, *board)) for seat, (own, board) in hands.items()}
        order = sorted(fives, key=lambda seat: -rank(fives[seat]))
        found["hands"] = [
            {
                "player": f"p{seat + 1}",
                "name": describe(fives[seat]).name,
                "cards": "".join(map(str, fives[seat])),
            }
            for seat in order
        ]
        if row.low and Phase("showdown") in told.events:
            found["lows"] = _lows(hands, omaha=row.hand == "omaha")
        return found


# ── the header ─────────────────────────────────────────────────────────────────────────────────


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


def _blinds(signed: Sequence[int], options: Options) -> tuple[int, int]:
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


# ── what came of it ────────────────────────────────────────────────────────────────────────────


def _stacks(told: Told) -> list[int]:
    """What lies in front of each player, by what has been told."""
    state = told.state
    assert isinstance(state, State)
    stacks, bets = list(state.began), [0] * len(state.began)
    streets = {street.name for street in state.row.streets}
    for event in told.events:
        match event:
            case Phase(code) if code in streets:
                bets = [0] * len(stacks)
            case Posted(seat, chips, kind):
                stacks[seat] -= chips
                bets[seat] += chips if kind == "blind" else 0
            case Acted(seat, Call(price)):
                stacks[seat] -= price
                bets[seat] += price
            case Acted(seat, Raise(to)):
                stacks[seat] -= to - bets[seat]
                bets[seat] = to
            case Paid(seat, chips, _):
                stacks[seat] += chips
            case _:
                pass
    return stacks


def _pot(award: Award) -> dict[str, Any]:
    pot: dict[str, Any] = {"amount": award.chips, "winners": _won(award.won)}
    if award.high or award.low:
        pot |= {"high": _won(award.high), "low": _won(award.low)}
    return pot


def _won(won: Sequence[tuple[int, int]]) -> dict[str, int]:
    return {f"p{seat + 1}": chips for seat, chips in sorted(won)}


def _returned(events: Events) -> list[Paid]:
    return [event for event in events if isinstance(event, Paid) and event.source == "uncalled"]


def _hands(told: Told) -> dict[int, tuple[Hand, Hand]]:
    """Own cards and board of every hand that was shown and is known, once the board is whole."""
    state = told.state
    assert isinstance(state, State)
    board = tuple(
        cell
        for event in told.events
        if isinstance(event, Dealt) and event.seat is None
        for cell in opened_all(event.cells)
        if isinstance(cell, Card) and cell.known
    )
    if len(board) < sum(street.board for street in state.row.streets):
        return {}
    shown = sorted(event.seat for event in told.events if isinstance(event, Shown))
    return {seat: (told.hands[seat], board) for seat in shown}


def _two_and_three(own: Hand, board: Hand) -> Hand:
    fives = ((*two, *three) for two in combinations(own, 2) for three in combinations(board, 3))
    return best_five(max(fives, key=rank5))


def _lows(hands: Mapping[int, tuple[Hand, Hand]], omaha: bool) -> list[dict[str, str]]:
    lows = {
        seat: low_of_two_and_three(own, board) if omaha else low((*own, *board))
        for seat, (own, board) in hands.items()
    }
    found = {seat: heights for seat, heights in lows.items() if heights is not None}
    return [
        {"player": f"p{seat + 1}", "ranks": ranks_of(found[seat])}
        for seat in sorted(found, key=lambda seat: found[seat])
    ]
