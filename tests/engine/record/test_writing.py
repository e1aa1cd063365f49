"""What is written plays back the same, whole, redacted or cut off."""

import tomllib
from datetime import time
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import Setup
from engine.games.pokerface import Options, Pokerface, Score
from engine.kit.shuffle import shuffle
from engine.record import read, replay, replay_text, summary, write
from engine.values.chance import Chance, Dice
from engine.values.events import Event, Phase, Scored, Shown
from engine.values.offers import real
from engine.values.secret import redact
from tests.engine.record.building import saved

GAME = Pokerface()


def deal_events(
    options: Options, setup: Setup, chance: Chance, dice: Dice, steps: int
) -> list[Event]:
    state, events = GAME.new(options, setup, chance)
    told = list(events)
    for _ in range(steps):
        moves = [
            (seat, offer)
            for seat in range(setup.players)
            for offer in real(GAME.offers(state, seat))
        ]
        if not moves:
            break
        # Agreeing as often as moving lets every round end.
        calm = [move for move in moves if not hasattr(move[1], "holder")]
        seat, offer = dice.choice(calm if calm and dice.below(3) else moves)
        state, events = GAME.apply(state, seat, offer.sample(dice))
        told += events
    return told


deals = st.builds(
    lambda *values: values,
    st.integers(3, 6),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.integers(0, 2),
    st.integers(0, 2),
    st.integers(0, 5),
    st.binary(min_size=32, max_size=32),
    st.sampled_from([0, 1, 10, 50, 400]),
)


def drawn(values: tuple[Any, ...]) -> tuple[Options, Setup, list[Event]]:
    n, at_once, rising, soft, won, lost, button, seed, steps = values
    options = Options(all_at_once=at_once, rising_stakes=rising, soft_landing=soft)
    setup = Setup(players=n, button=button % n, carry=Score(won, lost))
    return options, setup, deal_events(options, setup, shuffle(seed), Dice(seed), steps)


@settings(max_examples=60, deadline=None)
@given(deals)
def test_what_is_written_plays_back_the_same(values: tuple[Any, ...]) -> None:
    options, setup, events = drawn(values)
    names = [f'Anna "{seat}" \\ \x1b[2J\u202e♥\n' for seat in range(setup.players)]
    text = write(GAME, options, setup, names, events)
    assert all(letter.isprintable() or letter == "\n" for letter in text)
    got = read(text)
    again = replay(got)
    assert got.options == options
    assert got.setup == Setup(setup.players, setup.players - 1, setup.carry)
    order = [(setup.button + 1 + place) % setup.players for place in range(setup.players)]
    assert got.names == tuple(names[seat] for seat in order)
    begun = [event for event in events if isinstance(event, Phase) and event.code == "tokens"]
    told = summary(again)
    assert list(told["tokens"]) == [phase.facts["suit"] for phase in begun]
    scored = [event.code for event in events if isinstance(event, Scored)]
    assert told["complete"] is bool(scored)
    assert told["success"] is (scored[0] == "success" if scored else None)
    assert [type(event) for event in again.events] == [type(event) for event in events]
    assert write(GAME, got.options, got.setup, got.names, again.events) == text


@settings(max_examples=40, deadline=None)
@given(deals)
def test_a_players_own_export_plays_back(values: tuple[Any, ...]) -> None:
    options, setup, events = drawn(values)
    names = [""] * setup.players
    own = [redact(event, 0) for event in events]
    text = write(GAME, options, setup, names, own)
    told = replay_text(text)
    full = replay_text(write(GAME, options, setup, names, events))
    # Whatever was shown is known to everybody; before that all is told but the others' cards.
    assert told == full
    if not any(isinstance(event, Shown) for event in events):
        assert text.count("????") == setup.players - 1


@settings(max_examples=30, deadline=None)
@given(deals, st.data())
def test_a_written_record_may_be_cut_after_every_line(
    values: tuple[Any, ...], data: st.DataObject
) -> None:
    options, setup, events = drawn(values)
    got = read(write(GAME, options, setup, [""] * setup.players, events))
    end = data.draw(st.integers(0, len(got.lines)))
    part = replay(type(got)(got.variant, got.options, got.setup, got.names, got.lines[:end]))
    whole_events = replay(got).events
    assert part.events == whole_events[: len(part.events)]
    assert part.steps == replay(got).steps[: len(part.steps)]


def test_the_writers_lines() -> None:
    events: list[Event] = []
    for line_events in replay(read(saved("pf-11"))).steps:
        events += line_events.events
    setup = Setup(4, 3, Score(1, 2))
    text = write(GAME, Options(soft_landing=True), setup, ["Ben", "Carla", "Dan", "Anna"], events)
    assert text.startswith(
        'variant = "pokerface"\nplayers = ["Ben", "Carla", "Dan", "Anna"]\n'
        "_successes = 1\n_failures = 2\n_rules = { soft_landing = true }\nactions = [\n"
    )
    assert max(map(len, text.splitlines())) <= 100
    assert read(text).lines == read(saved("pf-11")).lines


def test_where_and_when_it_was_is_no_part_of_the_deal() -> None:
    events = replay(read(saved("pf-11"))).events
    setup, names = Setup(4, 3, Score()), ["Ben", "Carla", "Dan", "Anna"]
    about: dict[str, str | int | time] = {
        "table": 'K"üche',
        "hand": 7,
        "day": 3,
        "time": time(20, 41, 7, 999),
    }
    text = write(GAME, Options(soft_landing=True), setup, names, events, about)
    rules = "_rules = { soft_landing = true }\n"
    head = 'table = "K\\"üche"\nhand = 7\nday = 3\ntime = 20:41:07\n'
    assert rules + head + "actions = [" in text
    assert tomllib.loads(text)["time"] == time(20, 41, 7)
    assert read(text) == read(text.replace(head, ""))
