"""Hold'em whose hands everybody sees but their owner (rules.md E)."""

from typing import Any

import pytest

from engine.games import BY_ID
from engine.games.betting.options import ForeheadOptions
from engine.values.actions import Show
from engine.values.cards import Hidden, cards
from engine.values.events import Dealt, Scored, Shown
from engine.values.options import specs
from engine.values.secret import redact
from engine.values.why import Illegal
from tests.engine.games.betting_table import Table

GAME = BY_ID["indian_holdem"]
HANDS = {0: "AsAd", 1: "KsKd", 2: "QsQd"}
BOARD = "2c7h9d3sJc"


def table(stacks: tuple[int, ...] = (1000,) * 3, **given: Any) -> Table:
    return Table("indian_holdem", stacks, hands=HANDS, board=BOARD, **given)


def seen(found: Table, seat: int | None) -> list[str]:
    """The hands as a seat sees them."""
    zones = [zone for zone in redact(found.view, seat).zones if zone.kind == "hand"]
    return ["".join("??" if isinstance(c, Hidden) else str(c) for c in z.cells) for z in zones]


def test_everybody_sees_all_hands_but_their_own() -> None:
    found = table()
    assert seen(found, 0) == ["????", "KsKd", "QsQd"]
    assert seen(found, 2) == ["AsAd", "KsKd", "????"]
    assert seen(found, None) == ["????"] * 3
    dealt = [redact(event, 1).cells for event in found.events if isinstance(event, Dealt)]
    assert dealt == [cards("AsAd"), (Hidden(),) * 2, cards("QsQd")]


def test_it_is_usually_played_at_a_limit_and_under_any_structure() -> None:
    (structure,) = [spec for spec in specs(ForeheadOptions) if spec.name == "structure"]
    assert structure.default == "split"
    assert set(structure.choices) == {"split", "spread", "pot", "no"}
    assert table().raises == (20, 20)
    assert table(structure="no").raises == (20, 1000)
    assert GAME.manners.talk == "phrases"


def test_all_who_are_in_at_the_end_look_at_once() -> None:
    """Nobody can muck a hand that they have not seen and all others have."""
    for ask in (False, True):
        found = table(ask=ask).play("c c c" + " c c c" * 3)
        assert found.shown == [0, 1, 2]
        assert found.mucked == []
        assert found.pots == [(30, {0: 30})]
        assert found.turn is None


def test_who_has_folded_never_sees_the_hand() -> None:
    found = table().play("c f c" + " c c" * 3)
    assert found.shown == [1, 2]
    assert seen(found, 0) == ["????", "KsKd", "QsQd"]
    assert seen(found, 1) == ["AsAd", "KsKd", "QsQd"]
    assert seen(found, None) == ["????", "KsKd", "QsQd"]


def test_who_wins_by_folds_does_not_learn_the_hand() -> None:
    found = table().play("20 f f")
    assert found.shown == []
    assert seen(found, 2) == ["AsAd", "KsKd", "????"]
    assert GAME.offers(found.state, 2) == ()
    with pytest.raises(Illegal):
        GAME.apply(found.state, 2, Show())


def test_all_hands_are_opened_after_the_deal_where_that_is_agreed() -> None:
    found = table(reveal=True).play("20 f f")
    assert found.shown == [0, 1, 2]
    assert found.events[-1] == Scored("folded")
    found = table(reveal=True).play("c f c" + " c c" * 3)
    assert found.shown == [1, 2, 0]
    assert found.pots == [(25, {1: 25})]


def test_hands_are_opened_once_nobody_can_bet_any_more() -> None:
    found = table((10, 10, 1000)).play("c c")
    assert found.turn is None
    assert found.pots == [(30, {0: 30})]
    kinds = [type(event) for event in found.events if isinstance(event, Dealt | Shown)]
    assert kinds == [Dealt] * 3 + [Shown] * 3 + [Dealt] * 3


@pytest.mark.parametrize("reveal", [False, True])
def test_only_hands_that_were_compared_are_named(reveal: bool) -> None:
    """What is opened only to be looked at came to nothing in the deal."""

    def named(found: Table) -> list[int | None]:
        return [note.seat for note in redact(found.view, 0).notes if note.code == "hand"]

    assert named(table(reveal=reveal).play("c f c" + " c c" * 3)) == [1, 2]
    # Seat 0 folds, seat 1 folds to a bet on the river: the board is whole, and nothing compared.
    assert named(table(reveal=reveal).play("c f c" + " c c" * 2 + " 20 f")) == []
    running = table().play("c c c" + " c c c" * 2)
    for seat in (0, 1, 2, None):
        assert not any(note.code == "hand" for note in redact(running.view, seat).notes)
