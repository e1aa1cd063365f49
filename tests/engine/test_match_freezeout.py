"""A freeze-out: equal chips, nobody buys more, until one has them all (rules.md E)."""

from typing import Any

import pytest

from engine.game import Result
from engine.games.indian import GAMES
from engine.games.indian.options import Options
from engine.games.indian.state import Carry
from engine.kit.shuffle import shuffle
from engine.match import Freezeout, FreezeoutTerms, Next, new, specs_of, typed
from engine.play import at_random, play
from engine.values.chance import Dice
from engine.values.why import Illegal, Why

GAME = GAMES[0]


def opened(seats: int = 4, stack: int = 10, button: int = 0, minutes: int = 0) -> Freezeout:
    made = new(GAME, Options(), seats, button, FreezeoutTerms(stack, minutes))
    assert isinstance(made, Freezeout)
    return made


def full(*chairs: int, stack: int = 10, button: int = 0) -> Freezeout:
    match = opened(stack=stack, button=button)
    for seat in chairs:
        match = match.sit(seat)
    return match


def dealt(match: Freezeout) -> tuple[Freezeout, Next]:
    return match.start(GAME, Options())


def counted(match: Freezeout, *stacks: int, pot: int = 0) -> Freezeout:
    """The match after a deal that left these stacks, and this pot."""
    begun, _ = dealt(match)
    after, handed = begun.finish(Result((), Carry(stacks, pot=pot)))
    assert handed == ()
    return after


def stacks(match: Freezeout) -> list[int]:
    return [chair.stack for chair in match.chairs]


def total(match: Freezeout) -> int:
    return sum(stacks(match)) + match.pot + match.gone


def refused(match: Freezeout, verb: str, *given: Any) -> str:
    with pytest.raises(Illegal) as caught:
        getattr(match, verb)(*given)
    return caught.value.why.code


def test_everybody_begins_with_as_many() -> None:
    begun, following = dealt(full(0, 1, 3))
    assert stacks(begun) == [10, 10, 0, 10]
    assert following.seats == (0, 1, 3)
    assert following.setup.carry == Carry(stacks=(10, 10, 10))
    assert begun.number == 1
    assert begun.plays(3)
    assert not begun.plays(2)


def test_the_dealer_moves_left_past_who_is_out() -> None:
    match = full(0, 1, 2, button=1)
    assert match.dealer == 1
    match = counted(match, 10, 10, 10)
    assert match.dealer == 2
    match = counted(match, 0, 20, 10)
    # Two was dealer, nought has no chips left.
    assert match.dealer == 1
    begun, following = dealt(match)
    assert following.seats == (1, 2)
    assert following.setup.button == 0
    assert following.setup.carry == Carry(stacks=(20, 10))
    assert begun.dealer == 1


def test_it_ends_when_one_has_all() -> None:
    match = counted(full(0, 1, 2), 0, 30, 0)
    assert match.ended == "finished"
    assert match.winners == (1,)
    begun, following = dealt(match)
    assert (begun.number, begun.ended, stacks(begun)) == (1, None, [10, 10, 10, 0])
    assert following.setup.carry == Carry(stacks=(10, 10, 10))


def test_a_pot_that_was_left_lies_in_the_next_deal() -> None:
    match = counted(full(0, 1, 2), 8, 8, 8, pot=6)
    assert match.pot == 6
    begun, following = dealt(match)
    assert following.setup.carry == Carry(stacks=(8, 8, 8), pot=6)
    after, _ = begun.finish(Result((), Carry((14, 8, 8))))
    assert (after.pot, total(after)) == (0, 30)


def test_who_is_left_alone_takes_the_pot() -> None:
    """rules.md E: a loser who has too little pays all and is out."""
    match = counted(full(0, 1), 14, 0, pot=6)
    assert (stacks(match)[:2], match.pot, match.ended) == ([20, 0], 0, "finished")
    assert match.winners == (0,)


def test_a_pot_with_everybodys_last_chips_goes_back_in_equal_shares() -> None:
    match = counted(full(0, 1, 2, button=1), 0, 0, 1, pot=29)
    assert match.winners == (2,)
    match = counted(full(0, 1, 2, stack=11, button=1), 0, 0, 0, pot=33)
    assert (stacks(match)[:3], match.pot, match.ended) == ([11, 11, 11], 0, None)
    match = full(0, 1, stack=1)
    match = counted(match, 0, 0, pot=2)
    assert (stacks(match)[:2], match.ended) == ([1, 1], None)


def test_an_agreed_time() -> None:
    match = opened(minutes=30).sit(0).sit(1).sit(2)
    assert match.minutes == 30
    assert match.over() == match
    match = counted(match, 12, 12, 6)
    ended = match.over()
    assert (ended.ended, ended.winners) == ("finished", (0, 1))
    begun, _ = dealt(match)
    assert not begun.last
    late = begun.over()
    assert late.last
    assert late.ended is None
    after, _ = late.finish(Result((), Carry((13, 11, 6))))
    assert (after.ended, after.winners, after.last) == ("finished", (0,), False)
    assert after.over() == after
    void, _ = late.void()
    assert (void.ended, void.number, stacks(void)) == ("finished", 1, [12, 12, 6, 0])
    first, _ = dealt(full(0, 1))
    void, _ = first.over().void()
    assert void.ended is None
    assert void.startable
    assert not dealt(void)[0].late


def test_who_comes_later_plays_the_next_match() -> None:
    match = counted(full(0, 1), 12, 8).sit(2)
    _, following = dealt(match)
    assert following.seats == (0, 1)
    match = counted(match, 20, 0)
    assert match.winners == (0,)
    assert dealt(match)[1].seats == (0, 1, 2)


def test_who_is_away_is_dealt_in_all_the_same_once_it_has_begun() -> None:
    match = full(0, 1, 2).away(2, True)
    assert dealt(match)[1].seats == (0, 1)
    match = counted(full(0, 1, 2), 10, 10, 10).away(2, True)
    assert dealt(match)[1].seats == (0, 1, 2)
    ended = counted(match, 0, 30, 0)
    assert dealt(ended)[1].seats == (0, 1)
    assert dealt(ended.away(2, False))[1].seats == (0, 1, 2)


def test_who_leaves_leaves_the_chips_behind() -> None:
    match = counted(full(0, 1, 2), 12, 8, 10)
    left, handed = match.leave(2)
    assert handed == ()
    assert (stacks(left), left.gone, total(left)) == ([12, 8, 0, 0], 10, 30)
    assert not left.chairs[2].taken
    assert dealt(left)[1].seats == (0, 1)
    alone, _ = left.leave(0)
    assert (alone.ended, alone.winners) == ("finished", (1,))


def test_who_leaves_during_a_deal_leaves_after_it() -> None:
    begun, _ = dealt(full(0, 1, 2))
    left, _ = begun.leave(1)
    assert left.chairs[1].taken
    after, _ = left.finish(Result((), Carry((9, 12, 9))))
    assert not after.chairs[1].taken
    assert (stacks(after), after.gone, after.ended) == ([9, 0, 9, 0], 12, None)
    stays, _ = left.ready(1).finish(Result((), Carry((9, 12, 9))))
    assert stays.chairs[1].taken
    void, _ = left.void()
    assert not void.chairs[1].taken
    # Who was not dealt in leaves at once.
    begun, _ = dealt(counted(full(0, 1, 2), 15, 15, 0))
    gone, _ = begun.leave(2)
    assert not gone.chairs[2].taken
    assert gone.running


def leaving(seat: int, *stacks: int, pot: int = 0, late: bool = False) -> Freezeout:
    """Three play a deal that leaves these stacks, at whose end one of them leaves."""
    begun, _ = dealt(full(0, 1, 2))
    begun, _ = (begun.over() if late else begun).leave(seat)
    return begun.finish(Result((), Carry(stacks, pot=pot)))[0]


def test_a_deal_that_ends_the_match_counts_before_anybody_leaves() -> None:
    """rules.md E: it ends when one has all chips, or at the agreed time; nobody else has won it."""
    for after in (
        leaving(0, 30, 0, 0),
        leaving(0, 20, 0, 0, pot=10),
        leaving(0, 16, 8, 6, late=True),
    ):
        assert (after.ended, after.winners, after.pot) == ("finished", (), 0)
        assert total(after) == 30
    assert leaving(1, 12, 12, 6, late=True).winners == (0,)
    # Where it would have gone on, whoever is left alone has won.
    assert leaving(0, 20, 10, 0).winners == (1,)
    assert leaving(0, 16, 8, 6).ended is None


def test_who_has_won_stays_the_winner_when_others_come_and_go() -> None:
    match = counted(full(0, 1, 2), 12, 12, 6).over()
    assert match.winners == (0, 1)
    left, _ = match.leave(0)
    assert left.winners == (1,)
    both, _ = left.leave(1)
    assert both.sit(1).winners == ()
    assert dealt(match)[0].winners == ()


def test_who_takes_a_place_goes_on_with_its_chips() -> None:
    match = counted(full(0, 1, 2), 12, 18, 0)
    heir = match.instead(1)
    assert (stacks(heir), heir.gone) == ([12, 18, 0, 0], 0)
    assert heir.chairs[1].playing
    assert dealt(heir)[1].seats == (0, 1)
    # One without chips waits for the next match, as one does after the end.
    assert not match.instead(2).chairs[2].playing
    ended = counted(match, 30, 0)
    after = ended.instead(0)
    assert (stacks(after), after.gone, after.winners) == ([0, 0, 0, 0], 30, ())
    assert not after.chairs[0].playing
    begun, _ = dealt(match)
    assert refused(begun, "instead", 0) == "deal_running"
    assert refused(match, "instead", 3) == "seat_empty"
    # During a deal that they are not in they can.
    assert begun.instead(2).chairs[2].taken


def test_who_wants_the_next_deal_has_chips_for_it() -> None:
    match = full(0, 1, 2)
    assert [match.wants(seat) for seat in range(4)] == [True, True, True, False]
    match = counted(match, 20, 10, 0).away(1, True)
    assert [match.wants(seat) for seat in range(4)] == [True, False, False, False]
    ended = counted(match, 30, 0)
    assert [ended.wants(seat) for seat in range(4)] == [True, False, True, False]


def test_nobody_waits_for_who_was_not_there_when_the_deal_began() -> None:
    begun, _ = dealt(counted(full(0, 1, 2), 10, 10, 10).away(1, True))
    assert [begun.unmanned(seat) for seat in range(3)] == [False, True, False]
    assert begun.away(1, True).unmanned(1)
    back = begun.away(1, False)
    assert not back.unmanned(1)
    # Whose line breaks again, or only now, has the time that everybody has.
    assert not back.away(1, True).unmanned(1)
    assert not begun.away(2, True).unmanned(2)
    assert begun.leave(0)[0].unmanned(0)


def test_a_match_that_all_have_left_begins_anew() -> None:
    match = counted(full(0, 1), 12, 8)
    for seat in (0, 1):
        match, _ = match.leave(seat)
    assert match.winners == ()
    assert not match.startable
    begun, _ = dealt(match.sit(2).sit(3))
    assert (stacks(begun), begun.number, begun.gone) == ([0, 0, 10, 10], 1, 0)


def test_leaving_before_the_first_deal_ends_nothing() -> None:
    match, _ = full(0, 1).leave(0)
    assert match.ended is None
    assert not match.startable
    assert match.sit(0).startable


def test_a_void_deal_never_was() -> None:
    match = counted(full(0, 1, 2), 8, 8, 8, pot=6)
    begun, _ = dealt(match)
    void, handed = begun.void()
    assert (void, handed) == (match, ())


def test_what_cannot_be() -> None:
    match = full(0)
    assert not match.startable
    for there, missing in ((opened(), 2), (match, 1), (full(0, 1).away(1, True), 1)):
        with pytest.raises(Illegal) as caught:
            there.start(GAME, Options())
        assert caught.value.why == Why("players_missing", {"missing": missing})
    assert refused(match, "sit", 0) == "seat_taken"
    assert refused(match, "sit", 4) == "no_such_seat"
    assert refused(match, "leave", 1) == "seat_empty"
    assert refused(match, "away", 1, True) == "seat_empty"
    begun, _ = dealt(match.sit(1))
    assert refused(begun, "start", GAME, Options()) == "deal_running"
    for wrong in (
        Carry((10, 11)),
        Carry((10,)),
        Carry((21, -1)),
        Carry((10, 10), pot=1),
        Options(),
    ):
        with pytest.raises(ValueError, match=r"."):
            begun.finish(Result((0, 0), wrong))
    for wrong_step in (match.void, lambda: match.finish(Result((0, 0), Carry((10, 10))))):
        with pytest.raises(ValueError, match="no deal"):
            wrong_step()
    with pytest.raises(ValueError, match="chips"):
        match.sit(1, 5)


def test_its_terms_are_a_tables_options() -> None:
    names = [spec.name for spec in specs_of(GAME)]
    assert names[-3:] == ["stack", "minutes", "hints"]
    options, terms = typed(GAME, {"ante": 2, "stack": 100, "minutes": 60})
    assert options == Options(ante=2)
    assert terms == FreezeoutTerms(100, 60)
    with pytest.raises(ValueError, match="freeze-out"):
        new(GAME, options, 4, 0, None)
    with pytest.raises(ValueError, match="is not played by"):
        new(GAME, options, 9, 0, terms)


@pytest.mark.parametrize("match_pot", [False, True])
def test_whole_matches_by_dice_end_with_one_who_has_all(match_pot: bool) -> None:
    for seed in range(4):
        dice = Dice(bytes([seed, match_pot]))
        match = opened(seats=3 + seed, stack=6)
        for seat in range(3 + seed):
            match = match.sit(seat)
        options = Options(match_pot=match_pot, ante=1 + seed % 2)
        began = 6 * (3 + seed)
        while match.ended is None:
            assert match.number < 400, "the match does not end"
            match, following = match.start(GAME, options)
            played = play(
                GAME, options, following.setup, shuffle(dice.seed()), at_random(dice, calm=1)
            )
            assert played.result is not None
            match, _ = match.finish(played.result)
            assert total(match) == began
        assert sorted(stacks(match))[:-1] == [0] * (2 + seed)
        assert match.pot == 0


@pytest.mark.parametrize("seed", range(12))
def test_people_come_and_go_and_no_chip_is_lost(seed: int) -> None:
    """What always holds: deals by dice, voids, the agreed time, people who come and go."""
    dice = Dice(bytes([seed]) * 2)
    match = opened(seats=5, stack=4 + seed % 3, button=seed % 5)
    options = Options(match_pot=bool(seed % 2), ante=1 + seed % 3)
    began = running = 0
    for _ in range(120):
        if not dice.below(3):
            match = _somebody(match, dice)
        elif not dice.below(30):
            match = match.over()
        if match.startable:
            anew = match.ended is not None or not match.number
            alive = [seat for seat, chair in enumerate(match.chairs) if chair.stack]
            want = [seat for seat, chair in enumerate(match.chairs) if chair.ready]
            dealer = match.dealer
            away = [chair.away for chair in match.chairs]
            match, following = match.start(GAME, options)
            assert [match.unmanned(seat) for seat in following.seats] == (
                [away[seat] for seat in following.seats]
            )
            running += 1
            if anew:
                began = match.stack * len(want)
            assert list(following.seats) == (want if anew else alive)
            assert following.seats[following.setup.button] == dealer == match.dealer
            for _ in range(dice.below(3)):
                match = _somebody(match, dice)
            match = match if dice.below(25) else match.over()
            if not dice.below(8):
                match, _ = match.void()
            else:
                choose = at_random(dice, calm=1)
                chance = shuffle(dice.seed())
                played = play(GAME, options, following.setup, chance, choose)
                assert played.result is not None
                match, _ = match.finish(played.result)
        _stands(match, began)
    assert running > 10


def _somebody(match: Freezeout, dice: Dice) -> Freezeout:
    """Somebody comes, goes, takes a place, is away or back; what can't be is left out."""
    seat = dice.below(len(match.chairs))
    try:
        match dice.below(6):
            case 0:
                return match.leave(seat)[0]
            case 3:
                return match.instead(seat)
            case 1:
                return match.ready(seat)
            case 2:
                return match.away(seat, bool(dice.below(2)))
            case _:
                return match.sit(seat)
    except Illegal:
        return match


def _stands(match: Freezeout, began: int) -> None:
    """Between deals: no chip is lost, and a match goes on as long as two have any."""
    assert not match.running
    assert not match.late or match.ended
    assert all(chair.taken or chair == type(chair)() for chair in match.chairs)
    assert not any(chair.wish == "leave" for chair in match.chairs)
    if not match.number:
        return
    assert total(match) == began
    alive = [seat for seat, chair in enumerate(match.chairs) if chair.stack]
    assert match.ended or (len(alive) >= 2 and not match.winners)
    assert set(match.winners) <= set(alive)
    assert len({match.chairs[seat].stack for seat in match.winners}) < 2
