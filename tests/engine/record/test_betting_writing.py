"""Records written of betting deals: for an outsider, for a player, whole; read back the same."""

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import Setup
from engine.games.betting import GAMES, Betting
from engine.games.betting.state import Carry, Options, State
from engine.play import Act, Played, play, scripted
from engine.record import RecordError, read, replay, replay_text, summary, write
from engine.values import actions
from engine.values.cards import cards
from engine.values.chance import Chance, Dice
from engine.values.events import Event, Shown
from engine.values.secret import redact
from tests.engine.record.betting import BOARD, DEALT3, text
from tests.engine.record.betting_deals import thrown, thrown_later

T = TypeVar("T")
Throw = Callable[[bytes], Any]
seeds = st.binary(min_size=32, max_size=32)


def in_order(by_seat: Sequence[T], setup: Setup) -> list[T]:
    return [by_seat[(setup.button + 1 + place) % setup.players] for place in range(setup.players)]


throws = pytest.mark.parametrize("throw", [thrown, thrown_later], ids=lambda throw: throw.__name__)


@throws
@settings(max_examples=120, deadline=None)
@given(seed=seeds)
def test_what_is_written_plays_back_the_same(throw: Throw, seed: bytes) -> None:
    game, options, setup, played = throw(seed)
    names = [f"Anna {seat}" for seat in range(setup.players)]
    record = read(whole := write(game, options, setup, names, played.events))
    again = replay(record)
    told = summary(again)
    state = played.state
    assert told["finishing_stacks"] == in_order(state.stacks, setup)
    assert told["complete"] is (played.result is not None)
    if played.result is not None:
        assert told["net"] == in_order(played.result.net, setup)
        assert [pot["amount"] for pot in told["pots"]] == [award.chips for award in state.awards]
        for pot, award in zip(told["pots"], state.awards, strict=True):
            assert sorted(pot["winners"].values()) == sorted(chips for _, chips in award.won)
            assert sum(pot["winners"].values()) == pot["amount"]
            halves = (pot.get("high", {}), pot.get("low", {}))
            assert sum(sum(half.values()) for half in halves) in (0, pot["amount"])
    assert list(record.names) == in_order(names, setup)
    assert write(game, record.options, record.setup, record.names, again.events) == whole


@throws
@settings(max_examples=100, deadline=None)
@given(seed=seeds)
def test_whoever_reads_it_the_result_is_the_same(throw: Throw, seed: bytes) -> None:
    game, options, setup, played = throw(seed)
    names = [""] * setup.players
    full = replay_text(write(game, options, setup, names, played.events))
    assert "error" not in full
    unseen = "??" * sum(street.down for street in game.row.streets)
    for reader in (None, 0, setup.players - 1):
        mine = [redact(event, reader) for event in played.events]
        own = write(game, options, setup, names, mine)
        assert replay_text(own) == full
        if throw is thrown:
            assert own.count(f" {unseen}") == setup.players - (reader is not None)


@throws
@settings(max_examples=100, deadline=None)
@given(seed=seeds, data=st.data())
def test_a_record_may_stop_after_every_line(throw: Throw, seed: bytes, data: st.DataObject) -> None:
    game, options, setup, played = throw(seed)
    record = read(write(game, options, setup, [""] * setup.players, played.events))
    end = data.draw(st.integers(0, len(record.lines)))
    told = summary(replay(replace(record, lines=record.lines[:end])))
    assert isinstance(record.setup.carry, Carry)
    chips = sum(record.setup.carry.stacks)
    assert sum(told["finishing_stacks"]) <= chips
    assert min(told["finishing_stacks"]) >= 0
    if told["complete"]:
        assert sum(told["finishing_stacks"]) == chips


CHARACTERS = "0123456789AKQJTcdhsbrpmf .?-#[]{}=_\"'\n,"


@throws
@settings(max_examples=150, deadline=None)
@given(seed=seeds)
def test_a_damaged_record_says_which_line_is_wrong(throw: Throw, seed: bytes) -> None:
    game, options, setup, played = throw(seed)
    dice = Dice(seed[::-1])
    good = write(game, options, setup, [""] * setup.players, played.events)
    damaged = damage(dice, good)
    found = replay_text(damaged)
    if "error" in found:
        try:
            lines = len(read(damaged).lines)
        except RecordError as error:
            lines = error.action
        assert 0 <= found["error_action"] <= lines
    else:
        assert min(found["finishing_stacks"]) >= 0


def damage(dice: Dice, good: str) -> str:
    """The text with a few letters, lines or amounts changed."""
    for _ in range(1 + dice.below(3)):
        at = dice.below(len(good))
        match dice.below(5):
            case 0:
                good = good[:at] + dice.choice(CHARACTERS) + good[at + 1 :]
            case 1:
                good = good[:at] + good[at + 1 + dice.below(20) :]
            case 2:
                rows = good.split('", "')
                one, other = dice.below(len(rows)), dice.below(len(rows))
                rows[one], rows[other] = rows[other], rows[one]
                good = '", "'.join(rows)
            case 3:
                rows = good.split('", "')
                rows.insert(dice.below(len(rows)), dice.choice(rows))
                good = '", "'.join(rows)
            case _:
                numbers = list(re.finditer(r"\d+", good))
                number = dice.choice(numbers)
                amount = dice.choice(("0", "1", "-1", "7", "12.5", "9" * 15, "9" * 30, "inf"))
                good = good[: number.start()] + amount + good[number.end() :]
    return good


@pytest.mark.parametrize("at", range(3, 15))
def test_a_line_that_is_wrong_is_named_by_its_number(at: int) -> None:
    lines = [*DEALT3, "p3 cc", "p1 cc", "p2 cc"]
    for street in BOARD:
        lines += [street, "p1 cc", "p2 cc", "p3 cc"]
    lines.insert(at, "p2 cbr 7")
    found = replay_text(text("NT", lines))
    assert found["error_action"] == at + 1


# ── what the lines and the header look like ──────────────────────────────────────────────────────

HOLDEM = next(game for game in GAMES if game.id == "holdem")


def dealt(options: Options, carry: Carry, *decided: Act) -> tuple[Setup, Played]:
    """Three players, the dealer in seat 0; A A for seat 1, K K for seat 2, Q Q for the dealer."""
    setup = Setup(players=3, button=0, carry=carry)
    chance = Chance(cards("AsAdKsKdQsQd2c7h9d3sJc"), bytes(32))
    return setup, play(HOLDEM, options, setup, chance, scripted(decided))


def written(options: Options, carry: Carry, *decided: Act, seat: int | None = -1) -> str:
    """The record of such a deal; whole, or as a seat has seen it."""
    setup, played = dealt(options, carry, *decided)
    events: list[Event] = list(played.events)
    if seat != -1:
        events = [redact(event, seat) for event in events]
    return write(HOLDEM, options, setup, ["Anna", "Ben", "Carla"], events)


FOLDED = (Act(0, actions.Fold()), Act(1, actions.Fold()))


def test_a_whole_record() -> None:
    assert written(Options(), Carry(stacks=(100, 200, 300)), *FOLDED) == (
        'variant = "NT"\n'
        'players = ["Ben", "Carla", "Anna"]\n'
        "ante_trimming_status = true\n"
        "antes = [0, 0, 0]\n"
        "blinds_or_straddles = [5, 10, 0]\n"
        "min_bet = 10\n"
        "starting_stacks = [200, 300, 100]\n"
        '_preset = "house"\n'
        "actions = [\n"
        '  "d dh p1 AsAd", "d dh p2 KsKd", "d dh p3 QsQd", "p3 f", "p1 f",\n'
        "]\n"
    )


def test_who_sees_which_cards_in_it() -> None:
    assert '"d dh p1 ????", "d dh p2 ????", "d dh p3 ????"' in written(
        Options(), Carry(), *FOLDED, seat=None
    )
    assert '"d dh p1 ????", "d dh p2 ????", "d dh p3 QsQd"' in written(
        Options(), Carry(), *FOLDED, seat=0
    )


def test_every_hand_that_is_shown_or_mucked_has_its_line() -> None:
    calm = [Act(0, actions.Call(10)), Act(1, actions.Call(5)), Act(2, actions.Check())]
    for _ in range(3):
        calm += [Act(seat, actions.Check()) for seat in (1, 2, 0)]
    for seat in (-1, None, 0, 2):
        lines = read(written(Options(), Carry(), *calm, seat=seat)).lines
        assert lines[-3:] == ("p1 sm AsAd", "p2 sm", "p3 sm")
    # Nobody but its owner ever reads what was mucked.
    assert "KsKd" not in written(Options(), Carry(), *calm, seat=0)
    all_in = [Act(0, actions.Raise(100)), Act(1, actions.Call(95)), Act(2, actions.Call(90))]
    lines = read(written(Options(), Carry(stacks=(100,) * 3), *all_in, seat=None)).lines
    assert lines[3:] == (
        "p3 cbr 100",
        "p1 cc",
        "p2 cc",
        "p1 sm AsAd",
        "p2 sm KsKd",
        "p3 sm QsQd",
        *BOARD,
    )
    assert lines[:3] == ("d dh p1 ????", "d dh p2 ????", "d dh p3 ????")


@pytest.mark.parametrize(
    ("options", "carry", "keys"),
    [
        (Options(structure="pot"), Carry(), "min_bet = 10\n"),
        (Options(structure="split"), Carry(), "small_bet = 10\nbig_bet = 20\n"),
        (Options(structure="spread", top=50), Carry(), "min_bet = 10\n_max_bet = 50\n"),
        (Options(structure="split", bet=30), Carry(), "small_bet = 30\nbig_bet = 30\n"),
        (Options(ante=2), Carry(), "ante_trimming_status = true\nantes = [2, 2, 2]\n"),
        (Options(min_raise="last"), Carry(), '_preset = "tda"\nactions'),
        (Options(structure="spread", spread_raise="last"), Carry(), '_preset = "tda"\nactions'),
        # What is out of force needs no word.
        (Options(cap_heads_up=False, spread_raise="last"), Carry(), '_preset = "house"\nactions'),
        (
            Options(cap_heads_up=False, structure="split"),
            Carry(),
            '_preset = "house"\n_rules = { cap_heads_up = false }\nactions',
        ),
        (
            Options(structure="spread", cap_counts_blind=False, spread_raise="last"),
            Carry(),
            '_preset = "tda"\n_rules = { cap_counts_blind = false }\nactions',
        ),
        # Seat 0 is the dealer, p3; seat 1 has no small blind to post.
        (Options(), Carry(posts=(0, 10, 0)), "blinds_or_straddles = [10, 0, 0]\n"),
        (
            Options(structure="pot"),
            Carry(posts=(0, 10, 0), blinds=(5, 10)),
            'starting_stacks = [1000, 1000, 1000]\n_preset = "house"\n',
        ),
        (
            Options(structure="pot"),
            Carry(posts=(0, 10, 0), blinds=(4, 10)),
            "_blinds = [4, 10]\n_preset",
        ),
        # p3 comes in: a live big blind and a dead small one.
        (
            Options(),
            Carry(posts=(10, 5, 10), dead=(5, 0, 0), big=2),
            "ante_trimming_status = false\nantes = [0, 0, 5]\nblinds_or_straddles = [5, 10, -10]\n",
        ),
        (
            Options(ante=2),
            Carry(posts=(10, 5, 10), dead=(5, 0, 0), big=2),
            "ante_trimming_status = false\nantes = [2, 2, 7]\nblinds_or_straddles = [5, 10, -10]\n",
        ),
        (Options(ante=2), Carry(dead=(5, 0, 0)), "_dead = [0, 0, 5]\n"),
        # A straddle, and the big blind's ante.
        (Options(), Carry(posts=(20, 5, 10)), "blinds_or_straddles = [5, 10, 20]\n"),
        (
            Options(),
            Carry(antes=(0, 0, 10), ante_matched=False),
            "ante_trimming_status = false\nantes = [0, 10, 0]\n",
        ),
    ],
)
def test_the_header_says_what_the_deal_began_with(
    options: Options, carry: Carry, keys: str
) -> None:
    text = written(options, carry)
    assert keys in text
    found = replay_text(text)
    setup, played = dealt(options, carry)
    assert found["finishing_stacks"] == in_order(played.state.stacks, setup)
    record = read(text)
    again = replay(record).state
    assert isinstance(again, State)
    assert again.turn is not None
    assert again.missing == played.state.missing
    assert again.turn == (played.state.turn - 1) % 3
    assert write(HOLDEM, record.options, record.setup, record.names, replay(record).events) == text


def test_two_players_stand_the_other_way_round() -> None:
    setup = Setup(players=2, button=0, carry=Carry(antes=(0, 3), ante_matched=False))
    _, events = HOLDEM.new(Options(), setup, Chance((), bytes(32)))
    text = write(HOLDEM, Options(), setup, ["Anna", "Ben"], events)
    # p1 is Ben, who posts the big blind and the ante.
    assert 'players = ["Ben", "Anna"]' in text
    assert "antes = [0, 3]\nblinds_or_straddles = [5, 10]\n" in text
    assert replay_text(text)["finishing_stacks"] == [987, 995]


def test_hands_shown_by_choice_are_written_once() -> None:
    lines = [*DEALT3, "p3 cbr 100", "p1 cc", "p2 f", "p3 sm QsQd", *BOARD, "p1 sm AsAd"]
    replayed = replay(read(text("NT", lines)))
    shown = [event.seat for event in replayed.events if isinstance(event, Shown)]
    assert shown == [2, 0]
    record = replayed.record
    game: Betting = HOLDEM
    again = write(game, record.options, record.setup, record.names, replayed.events)
    assert list(read(again).lines) == lines
