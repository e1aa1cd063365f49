"""Who gets what at Indian Poker, told once more from rules.md C.11 and E, chip by chip."""

from collections.abc import Sequence
from typing import Any

import pokerkit
import pytest
from msgspec.structs import asdict, replace

from engine.games.indian.options import Options
from engine.games.indian.state import Carry
from engine.play import at_random, play
from engine.values.actions import Call, Fold, In, Raise
from engine.values.events import Acted
from engine.values.options import specs
from tests.engine.games.indian_cases import carried
from tests.engine.games.suite import Case

ORDER = "23456789TJQKA"


def outcome(case: Case, told: Sequence[Any]) -> tuple[list[int], int]:
    """What everybody has at the end, and what is left in the pot, from the decisions alone."""
    options, carry, n = case.options, case.carry, case.players
    order = [(case.button + 1 + place) % n for place in range(n)]
    waived = options.match_pot and carry.pot and not options.ante_carried
    antes = [0 if waived else min(options.ante, chips) for chips in carry.stacks]
    stacks = [chips - ante for chips, ante in zip(carry.stacks, antes, strict=True)]
    size = options.cards
    deck = case.chance.deck
    worth = {
        seat: keyed(deck[size * place : size * (place + 1)], options)
        for place, seat in enumerate(order)
    }
    acts = [event for event in told if isinstance(event, Acted)]
    if options.match_pot:
        return declared(options, stacks, carry.pot + sum(antes), acts, worth, order)
    bets = [0] * n
    live = list(order)
    for act in acts:
        match act.action:
            case Fold():
                live.remove(act.seat)
            case Call(price):
                bets[act.seat] += price
            case Raise(to):
                bets[act.seat] = to
    stacks = [chips - bet for chips, bet in zip(stacks, bets, strict=True)]
    put = [ante + bet for ante, bet in zip(antes, bets, strict=True)]
    # Chip by chip, neighbouring layers with the same contenders together.
    pots: list[tuple[list[int], int]] = []
    if not carry.ante_matched:
        # Short antes play for all antes; only bets make side pots.
        pots, put = [(live, sum(antes))], bets
    for level in range(max(put)):
        chips = sum(paid > level for paid in put)
        who = [seat for seat in live if put[seat] > level]
        if pots and (not who or pots[-1][0] == who):
            pots[-1] = pots[-1][0], pots[-1][1] + chips
        else:
            pots.append((who, chips))
    for who, chips in pots:
        pay(stacks, chips, who, worth, options)
    return stacks, 0


def declared(
    options: Any,
    stacks: list[int],
    pot: int,
    acts: Sequence[Acted],
    worth: dict[int, Any],
    order: Sequence[int],
) -> tuple[list[int], int]:
    inside = [seat for seat in order if any(a.seat == seat and type(a.action) is In for a in acts)]
    if not inside:
        return stacks, pot
    before = list(stacks)
    pay(stacks, pot, inside, worth, options)
    due = min(pot, options.match_limit) if options.match_limit else pot
    left = 0
    for seat in inside:
        if stacks[seat] == before[seat] and not wins(seat, inside, worth, options):
            paid = min(due, stacks[seat])
            stacks[seat] -= paid
            left += paid
    return stacks, left


def wins(seat: int, among: Sequence[int], worth: dict[int, Any], options: Any) -> bool:
    every = [worth[one] for one in among]
    kind = options.wins if options.cards == 1 else "high"
    tops = {"high": [max(every)], "low": [min(every)], "high_low": [max(every), min(every)]}[kind]
    return worth[seat] in tops


def pay(
    stacks: list[int], chips: int, among: list[int], worth: dict[int, Any], options: Any
) -> None:
    every = [worth[seat] for seat in among]
    high = [seat for seat in among if worth[seat] == max(every)]
    low = [seat for seat in among if worth[seat] == min(every)]
    kind = options.wins if options.cards == 1 else "high"
    if kind == "high_low" and high != low:
        parts = [(high, (chips + 1) // 2), (low, chips // 2)]
    else:
        parts = [(low if kind == "low" else high, chips)]
    for winners, part in parts:
        for place, seat in enumerate(winners):
            stacks[seat] += part // len(winners) + (place < part % len(winners))


def keyed(hand: Sequence[Any], options: Any) -> Any:
    """What a hand is worth, as something that compares; of five cards pokerkit's word."""
    heights = sorted((ORDER.index(card.rank) + 2 for card in hand), reverse=True)
    if len(hand) == 5:
        return pokerkit.StandardHighHand("".join(map(str, hand)))
    counts = sorted(((heights.count(height), height) for height in heights), reverse=True)
    if len(hand) < 3:
        return counts
    kind = 0
    run = heights[0] - heights[1] == heights[1] - heights[2] == 1 or heights == [14, 3, 2]
    suited = len({card.suit for card in hand}) == 1
    if run and heights[0] == 14 and heights[1] == 3:
        counts = [(1, 3), (1, 2), (1, 1)]
    if counts[0][0] == 3:
        kind = 5
    elif run:
        kind = 4 if suited else 3
    elif suited:
        kind = 2
    elif counts[0][0] == 2:
        kind = 1
    return kind, counts


def check(case: Case) -> None:
    played = play(
        case.game, case.options, case.setup, case.chance, at_random(case.dice("money"), calm=2)
    )
    assert played.result is not None
    stacks, left = outcome(case, played.events)
    assert played.result.carry == Carry(stacks=tuple(stacks), pot=left)
    assert sum(stacks) + left == sum(case.carry.stacks) + case.carry.pot


def test_deals_by_dice_pay_as_the_rules_say() -> None:
    for case in carried(120, b"money"):
        try:
            check(case)
        except AssertionError as fault:
            fault.add_note(str(asdict(case.options)))
            raise


def test_an_option_out_of_force_changes_nothing() -> None:
    for number, case in enumerate(carried(24, b"idle")):
        idle = [one for one in specs(Options) if not one.in_force(asdict(case.options))]
        spec = idle[number % len(idle)]
        values = spec.choices or (False, True) if spec.lo is None else (spec.lo, 7, spec.hi)
        deals = []
        for value in values:
            options = replace(case.options, **{spec.name: value})
            moments = replace(case, options=options).moments()
            deals.append([(m.entry, m.events, case.game.view(m.state)) for m in moments])
        assert all(deal == deals[0] for deal in deals), spec.name


@pytest.mark.soak
def test_many_deals_by_dice_pay_as_the_rules_say() -> None:
    for case in carried(8_000, b"much money"):
        check(case)
