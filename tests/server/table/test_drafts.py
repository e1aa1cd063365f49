"""Half-made rows beside the table: whose they are, how long, and what is played of them."""

import pytest
from msgspec.structs import replace

from engine.match import Points
from engine.values.actions import Lay, RowName, Throw
from engine.values.cards import Card, cards
from engine.values.chance import Chance
from engine.values.draft import Draft, Kept
from engine.values.events import Acted, Shown
from engine.values.why import Illegal
from protocol.errors import Refused
from protocol.messages import Keep
from server.table import drafts, saved
from server.table.commands import Act, Away, Begin, Command, Free, GetUp, TimeUp
from server.table.drafts import Drafts
from tests.server.table.test_points import Sitting

HAND = cards("2c3c4d5h6h7s8s9dTcJcQdKdAh")
OTHER = cards("2d3d4h5s6s7c8c9hThJhQsKsAd")
REST = cards("2h3h4s5c")
# Straights behind and in the middle.
SORTED = Draft(HAND[:3], HAND[3:8], HAND[8:])
# The ace in the middle, so that it is no foul either.
RIGHT = Draft(cards("4dTcJc"), cards("2c3cQdKdAh"), cards("5h6h7s8s9d"))
FOUL = Draft(cards("QdKdAh"), cards("2c3c4dTcJc"), cards("5h6h7s8s9d"))


def begun(game: str = "chinese", deck: str = "") -> Sitting:
    """Ben has got his cards first: those of HAND, or of the deck."""
    made = Sitting("a", "b", game=game)
    made.does(Begin(1, Chance(cards(deck) or HAND + OTHER + REST, bytes(32))))
    return made


def keeps(made: Sitting, held: Drafts, draft: Draft, **wrong: int) -> Drafts:
    """What is kept once Ben has a draft kept."""
    where = {"deal": 1, "decision": made.question("b")} | wrong
    request = Keep(1, "t", **where, draft=draft)
    return {**held, "b": drafts.kept(made.table, held, "b", request)}


def refused(made: Sitting, draft: Draft, **wrong: int) -> str:
    """Why it is not kept."""
    with pytest.raises((Illegal, Refused)) as caught:
        keeps(made, {}, draft, **wrong)
    assert isinstance(caught.value, Illegal | Refused)
    return caught.value.why.code


def hand(made: Sitting, seat: int = 1) -> tuple[Card, ...]:
    """The cards that a seat holds."""
    assert made.table.deal is not None
    cards: tuple[Card, ...] = made.table.deal.state.hands[seat].value
    return cards


def to_act(made: Sitting) -> tuple[int, ...]:
    """The seats that the deal waits for."""
    assert made.table.deal is not None
    return made.table.game.view(made.table.deal.state).to_act


def times_out(made: Sitting, held: Drafts, who: str = "b") -> list[Acted]:
    """What is done in the place of somebody whose time is up."""
    kept = drafts.of(made.table, held, who)
    told = () if kept is None else ((who, kept),)
    step = made.does(TimeUp(1, ((who, made.question(who)),), told))
    return [event for event in step.events if isinstance(event, Acted)]


def shown(made: Sitting) -> Draft:
    """The rows that Ben has set, once both are done."""
    made.acts("a")
    assert made.table.deal is not None
    cells = next(e.cells for e in made.table.deal.events if isinstance(e, Shown) and e.seat == 1)
    row = tuple(cell for cell in cells if isinstance(cell, Card))
    return Draft(row[:3], row[3:8], row[8:])


@pytest.mark.parametrize(
    ("kept", "played"),
    [
        ([], SORTED),
        ([RIGHT], RIGHT),
        ([RIGHT, FOUL], RIGHT),
        ([RIGHT, Draft(back=HAND[:1])], RIGHT),
        ([FOUL], SORTED),
    ],
)
def test_when_time_is_up_the_last_right_rows_are_set(kept: list[Draft], played: Draft) -> None:
    made = begun()
    held: Drafts = {}
    for draft in kept:
        held = keeps(made, held, draft)
    times_out(made, held)
    assert shown(made) == played


def test_what_lies_in_rows_is_filled_up() -> None:
    made = begun()
    times_out(made, keeps(made, {}, Draft(middle=cards("Ah"), back=cards("2c"))))
    rows = shown(made)
    assert "Ah" in map(str, rows.middle)
    assert "2c" in map(str, rows.back)


def test_cards_of_an_open_turn_are_laid_as_they_were_drafted() -> None:
    made = begun("openface")
    held = keeps(made, {}, Draft(HAND[3:4], HAND[1:3], ()))
    done = times_out(made, held)
    laid = [event.action for event in done]
    assert laid[:3] == [Lay(HAND[3], "front"), Lay(HAND[1], "middle"), Lay(HAND[2], "middle")]
    assert {one.card for one in laid[3:] if isinstance(one, Lay)} == {HAND[0], HAND[4]}
    assert {event.seat for event in done} == {1}
    assert to_act(made) == (0,)


def test_of_a_turn_that_was_begun_the_rest_is_laid() -> None:
    made = begun("openface")
    held = keeps(made, {}, Draft(HAND[:2], HAND[2:4], HAND[4:5]))
    made.does(Act(1, 1, Lay(HAND[0], "front")), "b")
    assert drafts.of(made.table, held, "b") == Kept(Draft(HAND[1:2], HAND[2:4], HAND[4:5]))
    rest: list[tuple[Card, RowName]] = [
        *((HAND[1], "front"), (HAND[2], "middle"), (HAND[3], "middle"), (HAND[4], "back"))
    ]
    assert [event.action for event in times_out(made, held)] == [Lay(*one) for one in rest]
    assert not drafts.standing(made.table, held)


def test_of_three_cards_the_one_without_a_place_is_thrown_away() -> None:
    made = begun("pineapple")
    times_out(made, {})
    times_out(made, {}, "a")
    first, _, last = hand(made)
    held = keeps(made, {}, Draft((), (last,), (first,)))
    done = [event.action for event in times_out(made, held)]
    assert done[:2] == [Lay(last, "middle"), Lay(first, "back")]
    assert isinstance(done[2], Throw)
    assert len(done) == 3


def in_fantasyland() -> Sitting:
    """Ben has earned Fantasyland: he arranges fourteen cards while Anna lays hers in turn."""
    made = Sitting("a", "b", game="pineapple")
    match = made.table.match
    assert isinstance(match, Points)
    chairs = list(match.chairs)
    chairs[1] = replace(chairs[1], at_once=14)
    made.table = replace(made.table, match=replace(match, chairs=tuple(chairs)))
    made.does(Begin(1, Chance(HAND + OTHER + REST, bytes(32))))
    return made


def test_rows_in_fantasyland_are_kept_while_others_lay() -> None:
    made = in_fantasyland()
    held = keeps(made, {}, RIGHT)
    for _ in range(5):
        made.acts("a")
    assert drafts.of(made.table, held, "b") == Kept(RIGHT, RIGHT)
    times_out(made, held)
    assert made.table.deal is not None
    assert made.table.deal.state.inside[1].value == RIGHT.rows


def test_whoever_leaves_leaves_the_rows_to_be_played() -> None:
    made = begun()
    made.does(GetUp("Ben", later=True, kept=Kept(RIGHT)), "b")
    assert shown(made) == RIGHT
    assert made.table.chairs[1] is None


def test_whoever_loses_the_chair_does_so_too() -> None:
    made = begun()
    made.does(Away(("b",)))
    made.does(Free("b", Kept(RIGHT)))
    assert shown(made) == RIGHT
    assert made.table.chairs[1] is None


def test_what_can_not_be_kept() -> None:
    made = begun()
    assert refused(made, RIGHT, deal=2) == "deal_changed"
    assert refused(made, RIGHT, decision=2) == "stale"
    assert refused(made, Draft(OTHER[:1])) == "not_your_cards"
    assert refused(made, Draft(HAND[:1], HAND[:1])) == "wrong_rows"
    made.acts("b")
    assert refused(made, RIGHT) == "already_set"
    made.acts("a")
    assert refused(made, RIGHT) == "no_deal"


def test_full_rows_take_no_more() -> None:
    made = begun("openface")
    for _ in range(3):
        made.does(Act(1, made.question("b"), Lay(hand(made)[0], "front")), "b")
    assert refused(made, Draft(front=HAND[4:5])) == "row_full"


def test_a_draft_is_gone_with_its_question() -> None:
    made = begun()
    held = keeps(made, {}, RIGHT)
    assert drafts.standing(made.table, held) == held
    made.acts("b")
    assert drafts.of(made.table, held, "b") is None
    assert not drafts.standing(made.table, held)
    made.acts("a")
    made.begins()
    assert drafts.of(made.table, held, "b") is None


def test_whose_time_runs() -> None:
    made = in_fantasyland()
    assert drafts.pressed(made.table, [0, 1]) == [0]
    closed = begun()
    assert drafts.pressed(closed.table, [0, 1]) == [0, 1]


@pytest.mark.parametrize(
    "command",
    [
        TimeUp(1, (("b", 1),), (("b", Kept(FOUL, RIGHT)),)),
        GetUp("Ben", True, Kept(RIGHT)),
        Free("b", Kept(RIGHT)),
    ],
)
def test_commands_are_read_as_they_were_written(command: Command) -> None:
    assert saved.read_command(saved.command_text(command), {}) == command


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ('{"type":"time_up","deal":1,"asked":[["b",1]]}', TimeUp(1, (("b", 1),))),
        ('{"type":"leave","name":"Ben","later":true}', GetUp("Ben", True)),
        ('{"type":"free","account":"b"}', Free("b")),
    ],
)
def test_older_logs_are_read(text: str, command: Command) -> None:
    assert saved.read_command(text, {}) == command
