"""What is stored of a deal's events is what each seat was told of them, and no more."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.game import AnyGame, Setup
from engine.kit.shuffle import shuffle
from engine.play import at_random, play
from engine.values.chance import Dice
from engine.values.events import Events
from engine.values.secret import redact
from server.table.saved import Unreadable, events_for, events_text
from tests.server.games import GAMES


def dealt(game: AnyGame, seed: bytes) -> Events:
    """All that happens in a deal by dice."""
    n = game.players[Dice(seed).below(len(game.players))]
    chance = shuffle(seed)
    setup = Setup(players=n, button=0, carry=game.Carry())
    return play(game, game.Options(), setup, chance, at_random(Dice(seed))).events


@pytest.mark.parametrize(
    "game",
    [GAMES[one] for one in ("pokerface", "chips", "stud7_hilo", "draw5")],
    ids=lambda game: game.id,
)
@given(seed=st.binary(min_size=32, max_size=32))
def test_events_come_back_as_a_seat_was_told_them(game: AnyGame, seed: bytes) -> None:
    events = dealt(game, seed)
    text = events_text(events)
    for seat in range(game.players.stop):
        assert events_for(text, seat) == tuple(redact(event, seat) for event in events)


@pytest.mark.parametrize("text", ["", "{}", '[{"type":"prophesied"}]', '[{"type":"shown"}]'])
def test_what_are_no_events_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        events_for(text, 0)
