"""A deal for chips, move by move: leavers, clocks, and what may be done after it."""

import pytest

from engine.kit.shuffle import shuffle
from engine.values.actions import Action, BringIn, Call, Check, Discard, Fold, Raise, Show
from engine.values.cards import cards
from engine.values.chance import Chance
from engine.values.events import Acted, Shown
from engine.values.why import Illegal
from protocol.errors import Refused
from server.table.commands import Act, Begin, Command, GetUp, Rest, Sit, TimeUp
from server.table.step import Step
from tests.server.table.books import CLOCK, Book, empty


def dealt(*people: str, chips: int = 500, game: str = "holdem", deck: str = "") -> Book:
    """People in a deal, the button with the first; the cards left to chance unless told."""
    made = Book(empty(game_id=game))
    for who in people:
        made.does(Sit(None, chips), who)
    chance = shuffle(bytes(32))
    if deck:
        first = cards(deck)
        rest = tuple(card for card in chance.deck if card not in first)
        chance = Chance(first + rest, chance.seed)
    made.does(Begin(1, chance))
    return made


def question(made: Book, who: str) -> Act:
    """What somebody is asked, answered with a fold."""
    deal, seat = made.table.deal, made.table.bound(who)
    assert deal is not None
    assert seat is not None
    return Act(deal.id, made.table.game.decision(deal.state, seat), Fold())


def acts(made: Book, who: str, action: Action) -> Step:
    asked = question(made, who)
    return made.does(Act(asked.deal, asked.decision, action), who)


def late(made: Book, who: str) -> Step:
    return made.does(TimeUp(1, ((who, question(made, who).decision),)))


def acted(step: Step) -> list[tuple[int, Action]]:
    return [(one.seat, one.action) for one in step.events if isinstance(one, Acted)]


def refused(made: Book, command: Command, by: str) -> str:
    with pytest.raises((Illegal, Refused)) as refusal:
        made.does(command, by)
    assert isinstance(refusal.value, Illegal | Refused)
    return refusal.value.why.code


def test_leavers_are_folded_one_after_the_other_in_one_step() -> None:
    made = dealt("a", "b", "c", "d")
    # a has the button and d is first to act.
    for who in ("a", "b"):
        assert made.does(GetUp(who, later=True), who).events == ()
    step = acts(made, "d", Raise(30))
    assert acted(step) == [(3, Raise(30)), (0, Fold()), (1, Fold())]
    assert not step.over
    step = acts(made, "c", Fold())
    assert step.over
    assert made.table.chairs[:4] == (None, None, "c", "d")
    assert made.stacks[:4] == [0, 0, 490, 515]


def test_a_leaver_in_turn_ends_the_deal_in_the_same_step() -> None:
    made = dealt("a", "b")
    step = made.does(GetUp("a", later=True), "a")
    assert step.over
    assert (made.table.chairs[:2], made.stacks[:2]) == ((None, "b"), [0, 505])
    assert made.table.history[-1].number == 1


def test_who_has_left_and_come_back_is_asked_again() -> None:
    made = dealt("a", "b", "c")
    made.does(GetUp("b", later=True), "b")
    made.does(Rest(False), "b")
    assert acted(acts(made, "a", Call(10))) == [(0, Call(10))]
    assert acted(acts(made, "b", Call(5))) == [(1, Call(5))]


def test_all_in_there_is_nothing_to_fold() -> None:
    made = dealt("a", "b", "c")
    acts(made, "a", Raise(500))
    assert made.does(GetUp("a", later=True), "a").events == ()
    acts(made, "b", Fold())
    step = acts(made, "c", Call(490))
    assert step.over
    # Who has won goes home with it, or with nothing.
    assert made.chips["a"] in {-500 + 1005, -500, -500 + 502, -500 + 503}
    assert made.table.chairs[0] is None


def test_a_clock_checks_or_folds_and_two_of_them_put_aside() -> None:
    made = dealt("a", "b", "c")
    acts(made, "a", Call(10))
    acts(made, "b", Call(5))
    assert acted(late(made, "c")) == [(2, Check())]
    assert made.match.chairs[2].late == 1
    acts(made, "b", Raise(10))
    assert acted(late(made, "c")) == [(2, Fold())]
    assert (made.match.chairs[2].late, made.match.chairs[2].wish) == (2, "rest")


def test_a_clock_of_a_question_that_was_answered_does_nothing() -> None:
    made = dealt("a", "b", "c")
    asked = question(made, "a")
    acts(made, "a", Call(10))
    step = made.does(TimeUp(1, (("a", asked.decision),)))
    assert (step.events, step.over) == ((), False)
    assert made.match.chairs[0].late == 0
    assert refused(made, TimeUp(2, (("b", 0),)), CLOCK) == "deal_changed"


def test_a_decision_sent_twice_is_none_of_the_next_question() -> None:
    made = dealt("a", "b")
    asked = question(made, "a")
    acts(made, "a", Call(5))
    acts(made, "b", Check())
    acts(made, "b", Check())
    assert refused(made, Act(1, asked.decision, Check()), "a") == "stale"


def test_a_hand_nobody_has_seen_may_be_shown_until_the_next_deal() -> None:
    made = dealt("a", "b", "c")
    acts(made, "a", Raise(30))
    acts(made, "b", Fold())
    assert acts(made, "c", Fold()).over
    before = (made.match, dict(made.chips))
    for loser in ("b", "c"):
        asked = question(made, loser)
        assert refused(made, Act(1, asked.decision, Show()), loser) == "deal_changed"
    asked = question(made, "a")
    assert refused(made, asked, "a") == "deal_over"
    step = made.does(Act(1, asked.decision, Show(), "key"), "a")
    assert (step.told, step.over, step.moves) == (True, False, ())
    assert [one.seat for one in step.events if isinstance(one, Shown)] == [0]
    assert (made.match, made.chips) == before
    assert made.table.keys == (("a", "key"),)
    made.does(Begin(2, shuffle(bytes(32))))
    assert refused(made, Act(1, asked.decision, Show()), "a") == "deal_changed"


# ── stud and draw ──────────────────────────────────────────────────────────────────────────────

# Two down and one up each from the left of the button: b, c, a. The lowest open card is c's.
OPEN = "AsKsQs" + "AhKh2c" + "AdKd9d"


def test_a_clock_brings_in_for_whoever_has_to_open() -> None:
    """rules.md C.12: bring-in for the opener; of a stake of 10 that is 5."""
    made = dealt("a", "b", "c", game="stud7", deck=OPEN)
    assert acted(late(made, "c")) == [(2, BringIn(5))]
    assert acted(late(made, "a")) == [(0, Fold())]
    assert acts(made, "b", Fold()).over
    # Antes of 1; what nobody has matched of the bring-in comes back.
    assert made.stacks[:3] == [499, 499, 502]


def test_a_leaver_who_has_to_open_brings_it_in_and_folds_as_soon_as_that_costs() -> None:
    made = dealt("a", "b", "c", game="stud7", deck=OPEN)
    step = made.does(GetUp("c", later=True), "c")
    assert acted(step) == [(2, BringIn(5))]
    step = acts(made, "a", Raise(10))
    assert acted(step) == [(0, Raise(10))]
    assert acted(acts(made, "b", Call(10))) == [(1, Call(10)), (2, Fold())]
    assert made.match.chairs[2].wish == "leave"


def exchanging(*people: str) -> Book:
    """People in a deal of draw, at the exchange; the button with the first."""
    made = dealt(*people, game="draw5")
    acts(made, people[0], Call(10))
    acts(made, people[1], Call(5))
    acts(made, people[2], Check())
    deal = made.table.deal
    assert deal is not None
    assert made.table.game.view(deal.state).phase == "draw"
    return made


def test_a_clock_stands_pat_in_the_exchange() -> None:
    """rules.md C.12; it counts as a decision let pass like any other."""
    made = exchanging("a", "b", "c")
    assert acted(late(made, "b")) == [(1, Discard(()))]
    assert (made.match.chairs[1].late, made.match.chairs[1].wish) == (1, "play")


def test_a_leaver_stands_pat_in_the_exchange_and_checks_while_that_is_free() -> None:
    made = exchanging("a", "b", "c")
    assert made.does(GetUp("c", later=True), "c").events == ()
    assert acted(acts(made, "b", Discard(()))) == [(1, Discard(())), (2, Discard(()))]
    acts(made, "a", Discard(()))
    assert acted(acts(made, "b", Check())) == [(1, Check()), (2, Check())]
    step = acts(made, "a", Check())
    assert step.over
    assert made.table.chairs[:3] == ("a", "b", None)


def test_who_leaves_in_turn_at_the_exchange_holds_nobody_up() -> None:
    made = exchanging("a", "b", "c")
    assert acted(made.does(GetUp("b", later=True), "b")) == [(1, Discard(()))]
    deal = made.table.deal
    assert deal is not None
    assert made.table.game.view(deal.state).to_act == (2,)


def test_cards_that_are_not_ones_own_are_not_exchanged() -> None:
    made = exchanging("a", "b", "c")
    deal = made.table.deal
    assert deal is not None
    theirs = deal.state.hands[2].value[0]
    asked = question(made, "b")
    assert refused(made, Act(1, asked.decision, Discard((theirs,))), "b") == "not_your_cards"
