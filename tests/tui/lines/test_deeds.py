"""Typed words decide what offers admit, and everything else is answered with what can be done."""

import pytest
from msgspec.structs import replace

from engine.values import actions, offers
from protocol.messages import (
    Act,
)
from tests.tui.lines.tables import BARRED, CHECK, FOLD, TURN, at
from tui.locale import Lang


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Your turn: fold; call: costs 380; raise N: to 760 up to 1,000; all-in."),
        ("de", "Du bist dran: fold; call: kostet 380; raise N: auf 760 bis 1.000; all-in."),
    ],
)
def test_a_question_says_what_it_costs_and_what_can_be_typed(lang: Lang, said: str) -> None:
    session, world, _ = at(TURN, lang)
    told = world.heard()
    assert said in told
    about = told[told.index(said) + 1]
    # 450 lie in the middle, 420 in front of the two seats.
    assert "870" in about
    assert "Qc 8h 8s" in about or "Dc 8h 8s" in about
    # The same once more, whenever one likes.
    session.typed("")
    assert world.heard() == [said, about]


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("call", actions.Call(380)),
        ("C", actions.Call(380)),
        ("mitgehen", actions.Call(380)),
        ("2", actions.Call(380)),
        ("fold", actions.Fold()),
        ("raise 760", actions.Raise(760)),
        ("erhöhe auf 800", actions.Raise(800)),
        ("erhöhen auf 800", actions.Raise(800)),
        ("raise min", actions.Raise(760)),
        ("bet 900", actions.Raise(900)),
        ("3 900", actions.Raise(900)),
    ],
)
def test_typed_words_decide(line: str, action: actions.Action) -> None:
    session, world, _ = at(TURN)
    session.typed(line)
    sent = [one.action for one in world.asked if isinstance(one, Act)]
    assert sent == [action]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("raise", "To how much? 760 to 1,000, for example raise 760"),
        ("raise 100", "At least 760."),
        ("raise 5000", "At most 1,000."),
        ("check", "check is not possible now. Possible: fold, call, raise N, all-in."),
        ("dance", "dance: that means nothing here. help says what does."),
        ("9", "There are 4 choices."),
    ],
)
def test_what_cannot_be_is_answered_with_what_can(line: str, said: str) -> None:
    session, world, _ = at(TURN)
    world.heard()
    session.typed(line)
    assert world.heard()[0] == said
    assert not world.asked


def test_everything_is_bet_only_after_a_yes() -> None:
    for line in ("all-in", "raise 1000", "raise max"):
        session, world, _ = at(TURN)
        world.heard()
        session.typed(line)
        assert world.heard() == ["All-in with 980 chips? yes does it, anything else does not."]
        assert not world.asked
        session.typed("ja")
        assert [one.action for one in world.asked if isinstance(one, Act)] == [actions.Raise(1000)]


def test_any_other_word_is_no_yes_and_does_what_it_says() -> None:
    session, world, _ = at(TURN)
    session.typed("all-in")
    world.heard()
    session.typed("pot")
    assert world.heard() == ["Not done.", "Pot 870."]
    session.typed("yes")
    assert not world.asked


def test_a_yes_is_not_meant_for_another_question() -> None:
    session, world, table = at(TURN)
    session.typed("all-in")
    session.told(replace(table, seq=2, decision=5, offers=(FOLD, CHECK, offers.Raise(20, 1000))))
    world.heard()
    session.typed("yes")
    assert world.heard() == ["Too late: something has changed."]
    assert not world.asked


def test_folding_for_nothing_is_asked_about() -> None:
    session, world, _ = at((FOLD, CHECK))
    world.heard()
    session.typed("fold")
    assert world.heard() == [
        "Checking is free. Fold all the same? yes does it, anything else does not."
    ]
    session.typed("y")
    assert isinstance(world.asked[0], Act)


def test_nobody_decides_before_they_are_asked() -> None:
    session, world, _ = at(BARRED)
    assert world.heard()[-1] == "It is Ben's turn."
    session.typed("call")
    assert world.heard() == ["It is Ben's turn."]
    assert not world.asked


def test_what_others_do_meanwhile_does_not_repeat_ones_cards() -> None:
    """Where all act at once, every move of another makes it another question."""
    session, world, table = at(TURN)
    world.heard()
    session.told(replace(table, seq=2, decision=4))
    assert [line.partition(":")[0] for line in world.heard()] == ["Your turn"]
    session.typed("call")
    world.answer()
    session.told(replace(table, seq=3, decision=5))
    assert [line.partition(":")[0] for line in world.heard()] == ["Your turn", "Board"]
