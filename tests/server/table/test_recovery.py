"""A cash table from its log: as it was, or, if that can't be played again, all stakes back."""

from collections.abc import Mapping
from random import Random

import pytest
from msgspec.structs import replace

from engine.game import AnyGame
from engine.games import BY_ID
from engine.kit.shuffle import shuffle
from engine.match import Cash
from engine.values.actions import Raise
from engine.values.chance import Dice
from engine.values.offers import Raise as Raising
from engine.values.offers import real
from server.table import tempo
from server.table.chairs import vacant
from server.table.commands import (
    Act,
    Away,
    Back,
    Begin,
    Buy,
    Command,
    Free,
    GetUp,
    Next,
    Post,
    Reserve,
    Rest,
    SeatBots,
    Sit,
    TimeUp,
    Void,
)
from server.table.decide import due
from server.table.money import broke
from server.table.recovery import Recovered, recover
from server.table.state import is_bot
from tests.server.games import FALLING, RENEWED
from tests.server.table.books import CLOCK, LEAST, MOST, Book, empty

PEOPLE = ("a", "b", "c", "d", "e")


def found(book: Book, games: Mapping[str, AnyGame]) -> Recovered:
    """What a server with these games makes of the rows."""
    return recover(book.since, book.deal, games)


def given_back(book: Book, games: Mapping[str, AnyGame]) -> Book:
    """The table as such a server goes on with it, AssertionError if a chip is lost."""
    recovered = found(book, games)
    assert isinstance(recovered.table.match, Cash)
    assert not recovered.table.match.running
    after = Book(recovered.table)
    after.rows, after.chips = list(book.rows), dict(book.chips)
    after.pays(recovered.moves)
    after.sound()
    taken = [chair.taken for chair in after.match.chairs]
    assert taken == [one is not None for one in after.table.chairs]
    return after


def answer(book: Book, rng: Random) -> tuple[Command, str]:
    """A decision of whoever is asked."""
    deal = book.table.running
    assert deal is not None
    (seat,) = book.table.game.view(deal.state).to_act
    offers = real(book.table.game.offers(deal.state, seat))
    # Raises are rarer than the rest: a deal shall last.
    offer = rng.choice(
        [one for one in offers if rng.random() < 0.4 or not isinstance(one, Raising)]
    )
    action = offer.sample(Dice(rng.randbytes(32)))
    decision = book.table.game.decision(deal.state, seat)
    return Act(deal.id, decision, action), deal.binding[seat]


def anything(book: Book, rng: Random) -> tuple[Command, str]:
    """Something that somebody may do at this moment, or may not."""
    who, deal = rng.choice(PEOPLE), book.table.running
    if deal is not None and rng.random() < 0.6:
        command, by = answer(book, rng)
        assert isinstance(command, Act)
        if not is_bot(by) and rng.random() < 0.2:
            return TimeUp(deal.id, ((by, command.decision),)), CLOCK
        if not is_bot(by) and rng.random() < 0.1:
            return Reserve(by, deal.id, command.decision), by
        return command, by
    if deal is None and due(book.table) and rng.random() < 0.5:
        return Begin(book.table.deals + 1, shuffle(rng.randbytes(32))), CLOCK
    later = deal is not None and book.table.bound(who) is not None
    return rng.choice(
        [
            (Sit(rng.choice((None, 0, 3, 5)), rng.choice((LEAST, 700, MOST))), who),
            (Sit(None, LEAST), who),
            (GetUp(who, later), who),
            (Buy(rng.randrange(1, 700)), who),
            (Buy(MOST), who),
            (Rest(rng.random() < 0.4), who),
            (Post(rng.random() < 0.7), who),
            (Away((who,)), CLOCK),
            (Back((who,)), CLOCK),
            (Free(who), CLOCK),
            (Next(book.table.deals), who),
            (Sit(vacant(book.table), LEAST), who),
            (Sit(vacant(book.table), MOST), rng.choice(PEOPLE)),
            (SeatBots(tuple(f"{len(book.rows)}{seat}" for seat in book.table.empty)), CLOCK)
            if len(book.table.empty) == 1 or rng.random() < 0.6
            else (Rest(False), who),
            (Void("fault"), CLOCK) if rng.random() < 0.05 else (Back((who,)), CLOCK),
        ]
    )


@pytest.mark.parametrize(
    ("game", "seed"),
    [
        *(("holdem", seed) for seed in range(12)),
        *((game, seed) for game in ("stud7", "soko", "draw5") for seed in range(3)),
    ],
)
def test_whatever_people_do_no_chip_is_lost_and_a_restart_finds_all(game: str, seed: int) -> None:
    rng = Random(seed)
    book = Book(empty(game_id=game))
    deals = 0
    for _ in range(400):
        command, by = anything(book, rng)
        if isinstance(command, Begin):
            for bot, chips in broke(book.table):
                book.does(Buy(chips), bot)
        deals += book.tries(command, by) and isinstance(command, Begin)
        same = found(book, BY_ID)
        assert (same.table, same.cancelled, same.fault) == (book.table, False, None)
        if book.table.running is not None:
            after = given_back(book, RENEWED)
            assert after.table.cancelled is not None
            assert after.table.cancelled.code == "rules"
            assert after.stacks == held(book)
    assert deals > 10


def held(book: Book) -> list[int]:
    """What the chairs hold once the running deal is cancelled, by arithmetic.

    Whoever is leaving has gone, and of what was bought only what fits counts. Bots have got up for
    those whom their chairs were promised to.
    """
    promised = {promise.seat: promise.chips for promise in book.table.promises}
    return [
        promised.get(seat, 0 if chair.wish == "leave" else max(chair.stack, min(MOST, chair.chips)))
        for seat, chair in enumerate(book.match.chairs)
    ]


def dealt() -> Book:
    """Three people in a deal, the button with a."""
    book = Book(empty())
    for who in ("a", "b", "c"):
        book.does(Sit(None, 500), who)
    book.does(Begin(1, shuffle(bytes(32))))
    return book


def fatal() -> Book:
    """The same, a deal in which somebody has raised to 33."""
    book = dealt()
    command, by = answer(book, Random(0))
    assert isinstance(command, Act)
    book.does(Act(1, command.decision, Raise(33)), by)
    return book


def test_a_fault_gives_back_what_was_bought_beside_the_deal() -> None:
    book = fatal()
    book.does(Buy(700), "b")
    book.does(GetUp("C", later=True), "c")
    book.does(Sit(5, LEAST), "d")
    book.does(GetUp("D"), "d")
    book.does(Sit(5, MOST), "e")
    recovered = found(book, FALLING)
    assert isinstance(recovered.fault, KeyError)
    assert recovered.cancelled
    after = given_back(book, FALLING)
    assert after.stacks == [500, MOST, 0, 0, 0, MOST]
    assert after.table.chairs == ("a", "b", None, None, None, "e")
    assert after.chips == {"table:t": 2_500, "a": -500, "b": -MOST, "c": 0, "d": 0, "e": -MOST}


def test_whoever_got_up_and_came_back_sits_there_after_a_fault() -> None:
    """They had been put out, with their chips, though they had been told that they stay."""
    book = fatal()
    book.does(GetUp("B", later=True), "b")
    book.does(Rest(False), "b")
    after = given_back(book, FALLING)
    assert after.table.chairs[:3] == ("a", "b", "c")
    assert after.stacks[:3] == [500, 500, 500]


def test_what_happens_after_a_fault_is_kept_by_the_next_restart() -> None:
    book = fatal()
    book.does(Void("fault"))
    book.does(GetUp("A"), "a")
    after = given_back(book, FALLING)
    assert after.stacks == [0, 500, 500, 0, 0, 0]
    assert found(book, FALLING).moves == ()


def test_chips_for_which_the_match_has_no_room_any_more_go_home() -> None:
    """The rules of buying in may have changed as well."""
    book = fatal()
    book.does(Buy(700), "b")
    book.does(Sit(5, MOST), "d")
    assert book.deal is not None
    book.deal = replace(book.deal, before=book.deal.before.replace('"most":100', '"most":60'))
    after = given_back(book, RENEWED)
    assert after.stacks == [500, 500, 500, 0, 0, 0]
    assert (after.chips["b"], after.chips["d"]) == (-500, 0)


def test_the_reserve_lasts_longer_than_a_server() -> None:
    book = dealt()
    command, by = answer(book, Random(0))
    assert isinstance(command, Act)
    book.does(Reserve(by, 1, command.decision), by)
    table = found(book, BY_ID).table
    assert tempo.extra(table, by, 1, command.decision) == 30
    assert tempo.left(table, by) == 1
    book.does(command, by)
    while book.table.running is not None:
        book.does(*answer(book, Random(1)))
    assert tempo.left(found(book, RENEWED).table, by) == 1
