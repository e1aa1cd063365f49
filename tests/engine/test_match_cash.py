"""A cash match: chips, blinds missed and made up, coming and going (rules.md C.2, C.12; D1)."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec
import pytest

from engine.game import AnyGame, Result
from engine.games.betting import GAMES
from engine.games.betting.state import Carry, Options
from engine.kit.shuffle import shuffle
from engine.match import AnyMatch, Cash, Handed, Match, Next, Terms, cash
from engine.play import Act, play
from engine.values import actions
from engine.values.events import Posted
from engine.values.why import Illegal, Why

GAME = GAMES[0]
OPTIONS = Options(bet=10)


def table(
    stacks: Mapping[int, int], button: int = 0, chairs: int = 6, terms: Terms | None = None
) -> Cash:
    """A match of these chairs with these stacks, before its first deal."""
    match = cash.new(GAME, OPTIONS, chairs, button, terms or Terms())
    for seat, chips in stacks.items():
        match = match.sit(seat, chips)
    return match


def full(chairs: int = 6, button: int = 0, terms: Terms | None = None) -> Cash:
    return table(dict.fromkeys(range(chairs), 1000), button, chairs, terms)


def begin(match: Cash) -> tuple[Cash, Next, Carry]:
    match, deal = match.start(GAME, OPTIONS)
    carry = deal.setup.carry
    assert isinstance(carry, Carry)
    return match, deal, carry


def same(deal: Next, won: Mapping[int, int] | None = None) -> Result:
    """A deal's end by the chair: nothing has changed but for these wins and losses."""
    carry = deal.setup.carry
    assert isinstance(carry, Carry)
    net = tuple((won or {}).get(chair, 0) for chair in deal.seats)
    stacks = tuple(map(sum, zip(carry.stacks, net, strict=True)))
    return Result(net, Carry(stacks=stacks))


def over(match: Cash, won: Mapping[int, int] | None = None) -> tuple[Cash, Next]:
    """The match after another deal."""
    match, deal, _ = begin(match)
    return match.finish(same(deal, won))[0], deal


def by_chair(deal: Next, chips: tuple[int, ...]) -> dict[int, int]:
    return {chair: paid for chair, paid in zip(deal.seats, chips, strict=True) if paid}


def refusal(attempt: Callable[[], object]) -> Why:
    with pytest.raises(Illegal) as caught:
        attempt()
    return caught.value.why


# ── the next deal ──────────────────────────────────────────────────────────────────────────────


def test_a_deal_is_bound_to_the_chairs_that_play_it() -> None:
    match = table({1: 400, 3: 700, 4: 1000}, button=2)
    assert match.startable
    match, deal, carry = begin(match)
    assert (deal.game, deal.options, deal.seats) == (GAME, OPTIONS, (1, 3, 4))
    # Chair 2 is empty, so the button begins at 3.
    assert (match.dealer, deal.setup.players, deal.setup.button) == (3, 3, 1)
    assert carry == Carry(
        stacks=(400, 700, 1000),
        antes=(0, 0, 0),
        posts=(10, 0, 5),
        dead=(0, 0, 0),
        blinds=(5, 10),
        big=0,
    )
    assert match.running
    assert not match.startable
    assert (match.number, match.ended) == (1, None)


def test_antes_are_everybodys() -> None:
    options = Options(bet=10, ante=2)
    match = cash.new(GAME, options, 3, 0, Terms())
    for seat in range(3):
        match = match.sit(seat, 400)
    _, deal = match.start(GAME, options)
    assert isinstance(deal.setup.carry, Carry)
    assert deal.setup.carry.antes == (2, 2, 2)


def test_a_deal_goes_through_the_game_and_its_stacks_come_back() -> None:
    match, deal, _ = begin(table({1: 400, 3: 700, 4: 1000}, button=3))

    def fold(game: AnyGame, state: Any) -> Act | None:
        (seat,) = GAME.view(state).to_act
        return Act(seat, actions.Fold())

    played = play(deal.game, deal.options, deal.setup, shuffle(bytes(32)), fold)
    assert played.result is not None
    match, handed = match.finish(played.result)
    assert [match.chairs[seat].stack for seat in (1, 3, 4)] == [405, 700, 995]
    assert handed == ()
    assert (match.button, match.small, match.big) == (3, 4, 1)


def test_what_is_not_its_deal_is_no_result() -> None:
    match, deal, carry = begin(full(3))
    for stacks in ((1000, 1000), (1000, 1000, 1001), (2000, 1100, -100), ()):
        with pytest.raises(ValueError, match="not this deal's"):
            match.finish(Result((0,) * 3, Carry(stacks=stacks)))
    with pytest.raises(ValueError, match="not this deal's"):
        match.finish(Result((0,) * 3, OPTIONS))
    assert match.finish(same(deal))[0].chairs[0].stack == carry.stacks[0]


def test_a_deal_takes_two_with_chips() -> None:
    match = table({1: 400})
    assert not match.startable
    assert refusal(lambda: match.start(GAME, OPTIONS)) == Why("players_missing", {"missing": 1})
    two = match.sit(2, 400)
    assert not two.rest(2).startable
    assert two.startable
    running, deal, _ = begin(two)
    assert refusal(lambda: running.start(GAME, OPTIONS)) == Why("deal_running")
    after, _ = running.finish(same(deal, {1: 400, 2: -400}))
    # Whoever has lost all keeps the chair, and plays once there are chips.
    assert after.chairs[2].taken
    assert not after.startable
    assert after.buy(2, 400).startable


def test_b6_a_broke_button_leaves_two() -> None:
    match = table({1: 400, 2: 1000, 3: 1000}, button=1)
    match, deal, carry = begin(match)
    assert by_chair(deal, carry.posts) == {2: 5, 3: 10}
    match, _ = match.finish(same(deal, {1: -400, 2: 400}))
    match, deal, carry = begin(match)
    assert match.dealer == 3
    assert by_chair(deal, carry.posts) == {3: 5, 2: 10}


def test_tb_02_the_button_on_an_empty_chair() -> None:
    match = full(button=0, terms=Terms(button="dead"))
    match, _ = over(match, {1: -1000, 2: -1000, 0: 2000})
    match, deal, carry = begin(match)
    assert match.dealer == 1
    assert deal.seats == (0, 3, 4, 5)
    assert by_chair(deal, carry.posts) == {3: 10}
    assert carry.blinds == (5, 10)
    # The cards begin left of the empty chair.
    assert deal.seats[deal.setup.button] == 0


# ── newcomers and missed blinds ────────────────────────────────────────────────────────────────


def test_a_newcomer_waits_for_the_big_blind() -> None:
    match, _ = over(table(dict.fromkeys((0, 1, 2, 4), 1000), button=0))
    match = match.sit(3, 500)
    match, deal, carry = begin(match)
    assert by_chair(deal, carry.posts) == {2: 5, 3: 10}
    match, _ = match.finish(same(deal))
    # Chair 5 is one too late for this round.
    match = match.sit(5, 500)
    match, deal, _ = begin(match)
    assert deal.seats == (0, 1, 2, 3, 4)
    match, _ = match.finish(same(deal))
    _, deal, carry = begin(match)
    assert deal.seats == (0, 1, 2, 3, 4, 5)
    assert by_chair(deal, carry.posts) == {4: 5, 5: 10}


def test_or_posts_a_live_big_blind() -> None:
    match, _ = over(table(dict.fromkeys((0, 1, 2, 3, 4), 1000), button=0))
    match = match.sit(5, 500).post(5, True)
    match, deal, carry = begin(match)
    assert deal.seats == (0, 1, 2, 3, 4, 5)
    assert by_chair(deal, carry.posts) == {2: 5, 3: 10, 5: 10}
    assert by_chair(deal, carry.dead) == {}
    assert carry.big == 3
    match, _ = match.finish(same(deal))
    # That is paid once.
    _, deal, carry = begin(match)
    assert by_chair(deal, carry.posts) == {3: 5, 4: 10}


def test_nobody_is_dealt_in_twice_for_one_wish() -> None:
    match, _ = over(full())
    match = match.rest(4)
    for _ in range(4):
        match, _ = over(match)
    match = match.ready(4).post(4, True)
    match, _ = over(match)
    assert not match.chairs[4].posting


def test_missed_blinds_are_posted_the_big_one_live_the_small_one_dead() -> None:
    match = full(button=5)
    match, deal = over(match)
    assert deal.seats == (0, 1, 2, 3, 4, 5)
    # Blinds were 0 and 1; 2 sits out while both go by.
    match = match.rest(2)
    match, _ = over(match)
    assert (match.chairs[2].small, match.chairs[2].big) == (False, True)
    match, _ = over(match)
    assert (match.chairs[2].small, match.chairs[2].big) == (True, True)
    back = match.ready(2)
    _, deal, _ = begin(back)
    assert 2 not in deal.seats
    posting = back.post(2, True)
    # The button lies at 3 now and the blinds are 4 and 5, so there is room for 2.
    running, deal, carry = begin(posting)
    assert (running.dealer, 2 in deal.seats) == (3, True)
    assert by_chair(deal, carry.posts) == {4: 5, 5: 10, 2: 10}
    assert by_chair(deal, carry.dead) == {2: 5}
    after, _ = running.finish(same(deal))
    assert not after.chairs[2].owes


def test_missed_blinds_are_forgiven_for_the_big_one() -> None:
    match, _ = over(full(button=5))
    match = match.rest(2)
    for _ in range(3):
        match, _ = over(match)
    match = match.ready(2)
    for _ in range(6):
        match, deal, carry = begin(match)
        match, _ = match.finish(same(deal))
        if 2 in deal.seats:
            break
    assert by_chair(deal, carry.posts) == {1: 5, 2: 10}
    assert by_chair(deal, carry.dead) == {}
    assert not match.chairs[2].owes


def test_a_missed_small_blind_alone_is_posted_dead() -> None:
    match, _ = over(full(button=5))
    # 1 has paid the big blind, and misses the small one.
    match, _ = over(match.rest(1))
    match, _ = over(match)
    assert (match.chairs[1].small, match.chairs[1].big) == (True, False)
    _, deal, carry = begin(match.ready(1).post(1, True))
    assert by_chair(deal, carry.dead) == {1: 5}
    assert 1 not in by_chair(deal, carry.posts)


def test_who_is_back_before_any_blind_owes_nothing() -> None:
    match, _ = over(full(button=5))
    match, deal = over(match.rest(5))
    assert 5 not in deal.seats
    _, deal, _ = begin(match.ready(5))
    assert 5 in deal.seats


def test_what_the_game_makes_of_posts() -> None:
    match, _ = over(full(button=5))
    match, _ = over(match.rest(2))
    match, _ = over(match)
    _, deal, _ = begin(match.ready(2).post(2, True))
    state, events = GAME.new(deal.options, deal.setup, shuffle(bytes(32)))
    posted = [
        (deal.seats[one.seat], one.chips, one.kind) for one in events if isinstance(one, Posted)
    ]
    assert posted == [(2, 5, "dead"), (4, 5, "blind"), (5, 10, "blind"), (2, 10, "blind")]
    # Left of the big blind, not of whoever posts as much, it begins (rules.md C.3).
    assert [deal.seats[seat] for seat in GAME.view(state).to_act] == [0]


# ── chips ──────────────────────────────────────────────────────────────────────────────────────


def test_one_buys_in_within_the_range() -> None:
    match = table({}, terms=Terms(least=20, most=200))
    assert match.bounds == (200, 2000)
    assert refusal(lambda: match.sit(0)) == Why("below_minimum", {"lo": 200})
    assert refusal(lambda: match.sit(0, 199)) == Why("below_minimum", {"lo": 200})
    assert refusal(lambda: match.sit(0, 2001)) == Why("above_maximum", {"hi": 2000})
    assert match.sit(0, 2000).chairs[0].stack == 2000
    # 40 to 100 big blinds are usual.
    assert table({}).bounds == (400, 1000)


def test_a_top_up_between_deals() -> None:
    match = table({0: 400, 1: 1000})
    assert refusal(lambda: match.buy(0, 0)) == Why("below_minimum", {"lo": 1})
    assert refusal(lambda: match.buy(0, 601)) == Why("above_maximum", {"hi": 600})
    assert refusal(lambda: match.buy(1, 1)) == Why("above_maximum", {"hi": 0})
    assert refusal(lambda: match.buy(2, 500)) == Why("seat_empty")
    assert match.buy(0, 600).chairs[0].stack == 1000


def test_a_new_buy_in_is_as_high_as_the_first() -> None:
    match, _ = over(table({0: 400, 1: 1000}), {0: -400, 1: 400})
    assert refusal(lambda: match.buy(0, 399)) == Why("below_minimum", {"lo": 400})
    assert refusal(lambda: match.buy(0, 1001)) == Why("above_maximum", {"hi": 1000})
    assert match.buy(0, 400).chairs[0].stack == 400


@pytest.mark.parametrize(
    ("bought", "won", "stack", "back"),
    [
        (600, 0, 1000, 0),
        (600, 100, 1000, 100),
        (600, 700, 1100, 600),
        (1000, -400, 1000, 0),
        (300, -400, 0, 300),  # too little to sit down with
        (300, -399, 301, 0),
    ],
)
def test_what_is_bought_during_a_deal_counts_after_it(
    bought: int, won: int, stack: int, back: int
) -> None:
    match, deal, _ = begin(table({0: 400, 1: 1000}))
    match = match.buy(0, bought)
    assert (match.chairs[0].stack, match.chairs[0].coming) == (400, bought)
    assert refusal(lambda: match.buy(0, 1001 - bought)) == Why(
        "above_maximum", {"hi": 1000 - bought}
    )
    match, handed = match.finish(same(deal, {0: won, 1: -won}))
    assert (match.chairs[0].stack, match.chairs[0].coming) == (stack, 0)
    assert handed == ((Handed(0, back),) if back else ())


def test_who_looks_on_buys_at_once() -> None:
    match, _, _ = begin(table({0: 400, 1: 400, 2: 400}).rest(2))
    assert match.buy(2, 100).chairs[2].stack == 500


def test_chairs() -> None:
    match = table({1: 400})
    assert refusal(lambda: match.sit(1, 400)) == Why("seat_taken")
    for seat, code in ((0, "seat_empty"), (6, "no_such_seat"), (-1, "no_such_seat")):
        for attempt in (
            partial(match.leave, seat),
            partial(match.ready, seat),
            partial(match.rest, seat),
            partial(match.post, seat, True),
            partial(match.buy, seat, 400),
            partial(match.late, seat),
            partial(match.acted, seat),
        ):
            assert refusal(attempt) == Why(code)
    assert refusal(lambda: match.sit(6, 400)) == Why("no_such_seat")


# ── going ──────────────────────────────────────────────────────────────────────────────────────


def test_between_deals_one_leaves_with_all_chips() -> None:
    match, _ = over(full(3), {0: 300, 1: -300})
    match, handed = match.leave(0)
    assert handed == (Handed(0, 1300),)
    assert not match.chairs[0].taken
    # Whoever sits down there is new.
    assert match.sit(0, 400).chairs[0].new


def test_d1_during_a_deal_one_leaves_after_it() -> None:
    match, deal, _ = begin(full(3))
    match, handed = match.leave(1)
    assert handed == ()
    assert match.chairs[1].taken
    assert not match.chairs[1].ready
    # The chair is not free, and the deal goes on with the chips in it.
    assert refusal(lambda: match.sit(1, 400)) == Why("seat_taken")
    won, handed = match.finish(same(deal, {1: 2000, 0: -1000, 2: -1000}))
    assert handed == (Handed(1, 3000),)
    assert not won.chairs[1].taken
    # Cancelled, it gives back what it was begun with.
    _, handed = match.void()
    assert handed == (Handed(1, 1000),)
    # One may think better of it.
    stays, handed = match.ready(1).finish(same(deal))
    assert (stays.chairs[1].ready, handed) == (True, ())


def test_d1_who_sits_down_during_a_deal_gets_no_cards_and_leaves_at_once() -> None:
    running, deal, _ = begin(table(dict.fromkeys((0, 1, 2), 1000)))
    sat = running.sit(4, 700)
    assert sat.deal is not None
    assert 4 not in sat.deal.seats
    left, handed = sat.leave(4)
    assert handed == (Handed(4, 700),)
    assert left == running
    after, _ = sat.finish(same(deal))
    assert after.chairs[4].stack == 700


def test_a_void_deal_leaves_everything_as_it_was() -> None:
    match, _ = over(full(button=5))
    match, _ = over(match.rest(2))
    match = match.ready(2).post(2, True)
    running, _, _ = begin(match)
    void, handed = running.void()
    assert (void, handed) == (match, ())
    assert begin(void)[0] == running


def test_what_happened_beside_a_void_deal_stands() -> None:
    match, _ = over(table({0: 1000, 1: 400, 2: 1000}))
    running, _, _ = begin(match)
    running = running.buy(1, 600).sit(4, 500).rest(0)
    void, handed = running.void()
    assert handed == ()
    assert [void.chairs[seat].stack for seat in (0, 1, 2, 4)] == [1000, 1000, 1000, 500]
    assert not void.chairs[0].ready
    assert void.number == 1


def test_what_does_not_run_is_neither_finished_nor_void() -> None:
    match = full()
    with pytest.raises(ValueError, match="no deal is running"):
        match.void()
    with pytest.raises(ValueError, match="no deal is running"):
        match.finish(Result((0,), Carry()))


# ── sitting out ────────────────────────────────────────────────────────────────────────────────


def test_two_clocks_in_a_row_put_one_aside() -> None:
    match, deal, _ = begin(full(3))
    once = match.late(0)
    assert once.chairs[0].ready
    assert once.acted(0) == match
    assert once.acted(0).late(0).chairs[0].ready
    twice = once.late(0)
    assert not twice.chairs[0].ready
    # That is after this deal, and over as soon as one says so.
    after, _ = twice.finish(same(deal))
    assert begin(after)[1].seats == (1, 2)
    back = after.ready(0)
    assert back.late(0).chairs[0].ready
    # Whoever wants to leave does all the same.
    leaving, _ = match.leave(0)
    assert leaving.late(0).late(0).finish(same(deal))[1] == (Handed(0, 1000),)


def test_the_count_goes_on_in_the_next_deal() -> None:
    match, deal, _ = begin(full(3))
    match, _ = match.late(0).finish(same(deal))
    assert not begin(match)[0].late(0).chairs[0].ready


# ── not being there ────────────────────────────────────────────────────────────────────────────


def test_who_is_away_is_not_dealt_in_until_back() -> None:
    match, _ = over(full(button=5))
    # The blinds were 0 and 1; both go by 2 meanwhile, as by one who sits out.
    gone = match.away(2, True)
    assert not gone.chairs[2].ready
    gone, deal = over(gone)
    assert 2 not in deal.seats
    gone, _ = over(gone)
    sat, _ = over(over(match.rest(2))[0])
    assert gone.away(2, False) == sat.ready(2)
    _, deal, carry = begin(gone.away(2, False).post(2, True))
    assert 2 in deal.seats
    assert by_chair(deal, carry.dead) == {2: 5}


def test_who_goes_away_during_a_deal_is_in_it_until_its_end() -> None:
    match, deal, _ = begin(full(3))
    match, handed = match.away(0, True).finish(same(deal))
    assert handed == ()
    assert begin(match)[1].seats == (1, 2)
    assert begin(match.away(0, False))[1].seats == (0, 1, 2)


def test_a_wish_outlasts_being_away() -> None:
    match = full(3)
    assert not match.rest(0).away(0, True).away(0, False).chairs[0].ready
    # Clocks that run out for an empty place put nobody aside; buying and leaving go on.
    gone = match.away(0, True)
    assert gone.late(0).late(0).away(0, False).chairs[0].ready
    assert gone.leave(0)[1] == (Handed(0, 1000),)
    running, deal, _ = begin(match)
    leaving, _ = running.away(0, True).leave(0)
    after, handed = leaving.finish(same(deal))
    assert handed == (Handed(0, 1000),)
    # The next to sit there is there.
    assert after.sit(0, 400).chairs[0].ready
    assert refusal(lambda: after.away(0, True)) == Why("seat_empty")
    assert refusal(lambda: after.away(3, True)) == Why("no_such_seat")


def test_with_one_there_nothing_begins() -> None:
    match = full(2).away(0, True)
    assert not match.startable
    assert refusal(lambda: match.start(GAME, OPTIONS)) == Why("players_missing", {"missing": 1})
    assert match.away(0, False).startable


# ── as data ────────────────────────────────────────────────────────────────────────────────────


def test_a_match_is_written_and_read_back() -> None:
    match, _ = over(full(button=5))
    match = match.rest(2).late(1).away(4, True)
    running = begin(match)[0].buy(0, 600).leave(3)[0]
    for one in (table({}), match, running):
        assert msgspec.json.decode(msgspec.json.encode(one), type=Cash) == one


@pytest.mark.parametrize(
    ("seats", "button", "terms"),
    [
        (1, 0, Terms()),
        (11, 0, Terms()),
        (6, 6, Terms()),
        (6, -1, Terms()),
        (6, 0, Terms(least=101)),
    ],
)
def test_wrong_matches(seats: int, button: int, terms: Terms) -> None:
    with pytest.raises(ValueError, match=r"is not played by|no buy-in"):
        cash.new(GAME, OPTIONS, seats, button, terms)


def test_a_table_can_hold_either_kind() -> None:
    kinds: tuple[type[AnyMatch], ...] = (Match, Cash)
    assert [kind.kind for kind in kinds] == ["cooperative", "cash"]
