"""What the table shows of a betting game: who got what of which pot, bets under a cap."""

from typing import Any

from engine.game import Setup
from engine.games.betting import GAMES
from engine.games.betting.state import Carry, Options
from engine.values import actions
from engine.values.actions import Action
from engine.values.cards import cards
from engine.values.chance import Chance
from engine.values.view import Counter, Note, PotView

BY_ID = {game.id: game for game in GAMES}


def played(
    game_id: str, stacks: tuple[int, ...], deck: str, acts: list[Action], options: Options
) -> Any:
    """The view after some acts of whoever is to act, seat 0 the button."""
    game = BY_ID[game_id]
    setup = Setup(len(stacks), button=0, carry=Carry(stacks=stacks))
    state, _ = game.new(options, setup, Chance(cards(deck), b""))
    for action in acts:
        assert state.turn is not None
        state, _ = game.apply(state, state.turn, action)
    return game.view(state)


def test_quartering_is_told_half_by_half() -> None:
    """HL-09: seat 0 has the best high, both have the same low."""
    view = played(
        "omaha_hilo",
        (50, 50),
        "Ah2s9d9s Ac2dKhKs 3c4d8h Ts Qc",
        [actions.Raise(50), actions.Call(40)],
        Options(bet=10),
    )
    assert view.pots == (PotView(100, (0, 1)),)
    assert [note for note in view.notes if note.code == "won"] == [
        Note("won", 1, {"pot": 0, "chips": 25, "high": 0, "low": 25}),
        Note("won", 0, {"pot": 0, "chips": 75, "high": 50, "low": 25}),
    ]


def test_every_pot_is_told_with_those_who_could_win_it() -> None:
    """Main pot of 60 to the shortest, side pot of 160 to the better of the two others."""
    view = played(
        "holdem",
        (100, 20, 100),
        "AcAd KcKd QcQd 2h7h9s Ts 3c",
        [actions.Raise(100), actions.Call(15), actions.Call(90)],
        Options(bet=10),
    )
    assert view.pots == (PotView(60, (0, 1, 2)), PotView(160, (0, 2)))
    assert [note for note in view.notes if note.code == "won"] == [
        Note("won", 1, {"pot": 0, "chips": 60}),
        Note("won", 2, {"pot": 1, "chips": 160}),
    ]


def test_bets_are_counted_where_there_is_a_cap() -> None:
    limit = Options(structure="split", bet=5, top=10)
    deck = "AcAd KcKd QcQd 2h7h9s Ts 3c"
    assert played("holdem", (90, 90, 90), deck, [], limit).counters == (Counter("raises", 1, 4),)
    raised = played("holdem", (90, 90, 90), deck, [actions.Raise(10)], limit)
    assert raised.counters == (Counter("raises", 2, 4),)
    assert played("holdem", (90, 90, 90), deck, [], Options(bet=5)).counters == ()
