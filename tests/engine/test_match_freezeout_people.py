"""Who sits down for whom in a freeze-out, who is waited for, and who is played for."""

from tests.engine.test_match_freezeout import counted, dealt, full, refused, stacks, total


def test_who_sits_down_for_somebody_goes_on_with_their_chips() -> None:
    match = counted(full(0, 1, 2), 4, 26, 0).instead(0)
    assert stacks(match) == [4, 26, 0, 0]
    assert (match.chairs[0].playing, match.gone) == (True, 0)
    # Somebody who is out has no chips to leave to anybody.
    match = match.instead(2)
    assert (match.chairs[2].playing, match.wants(2)) == (False, False)
    begun, _ = dealt(match)
    assert refused(begun, "instead", 0) == "deal_running"
    assert refused(begun, "instead", 3) == "seat_empty"
    # In a match that is over, or has not begun, there are none either.
    ended = match.over().instead(1)
    assert (stacks(ended), ended.winners, total(ended)) == ([4, 0, 0, 0], (), 30)
    assert stacks(full(0, 1).instead(1)) == [0, 0, 0, 0]


def test_who_wants_the_next_deal_is_there_and_has_chips() -> None:
    match = counted(full(0, 1, 2), 4, 26, 0)
    assert [match.wants(seat) for seat in range(4)] == [True, True, False, False]
    match = match.away(0, gone=True)
    assert [match.wants(seat) for seat in range(4)] == [False, True, False, False]
    match = match.over()
    assert [match.wants(seat) for seat in range(4)] == [False, True, True, False]


def test_nobody_plays_for_whoever_was_not_there_when_the_deal_began() -> None:
    match = counted(full(0, 1, 2), 10, 10, 10).away(1, gone=True)
    begun, _ = dealt(match)
    begun = begun.away(2, gone=True)
    assert [begun.unmanned(seat) for seat in range(4)] == [False, True, False, False]
    begun = begun.away(1, gone=False)
    begun = begun.leave(0)[0]
    assert [begun.unmanned(seat) for seat in range(4)] == [True, False, False, False]
    # Who goes missing again has the time that everybody has, until the next deal.
    begun = begun.away(1, gone=True)
    assert not begun.unmanned(1)
