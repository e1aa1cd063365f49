"""Who is dealt in, who has the button and the blinds (rules.md C.2; TB-02, cases.md B6)."""

import pytest

from engine.match.places import Button, Places, Standing, places

SIX = range(6)


def without(*gone: int, of: range = SIX) -> tuple[int, ...]:
    return tuple(seat for seat in of if seat not in gone)


@pytest.mark.parametrize("button", ["moving", "dead"])
def test_before_the_first_deal_all_begin_where_the_button_shall_be(button: Button) -> None:
    for first, expected in (
        (2, Places((0, 2, 4, 5), 2, 4, 5)),
        (3, Places((0, 2, 4, 5), 4, 5, 0)),
    ):
        standing = Standing(chairs=6, free=(), owing=(0, 2, 4, 5), button=first)
        assert places(standing, button) == expected


@pytest.mark.parametrize("button", ["moving", "dead"])
def test_it_takes_two(button: Button) -> None:
    for free, owing in (((), ()), ((3,), ()), ((), (3,))):
        standing = Standing(chairs=6, free=free, owing=owing, small=1, big=2)
        assert places(standing, button) is None


@pytest.mark.parametrize("button", ["moving", "dead"])
def test_a_full_table_goes_round(button: Button) -> None:
    at = places(Standing(chairs=6, free=tuple(SIX), button=0, small=1, big=2), button)
    for seat in (1, 2, 3, 4, 5, 0, 1):
        assert at == Places(tuple(SIX), seat, (seat + 1) % 6, (seat + 2) % 6)
        at = places(
            Standing(chairs=6, free=tuple(SIX), button=at.button, small=at.small, big=at.big),
            button,
        )


def test_tb_02_a_dead_button_and_no_small_blind() -> None:
    free = without(1, 2)
    standing = Standing(chairs=6, free=free, button=0, small=1, big=2)
    assert places(standing, "dead") == Places(free, button=1, small=2, big=3)
    # The gap goes on, then everybody is in place again.
    for button in (2, 3, 4):
        standing = Standing(chairs=6, free=free, button=button - 1, small=button, big=button + 1)
        big = (button + 2) % 6
        assert places(standing, "dead") == Places(free, button, button + 1, big)


def test_a_moving_button_skips_who_is_gone() -> None:
    free = without(1, 2)
    standing = Standing(chairs=6, free=free, button=0, small=1, big=2)
    assert places(standing, "moving") == Places(free, button=3, small=4, big=5)


@pytest.mark.parametrize("button", ["moving", "dead"])
@pytest.mark.parametrize(
    ("gone", "small", "big"),
    [
        # cases.md B6 (b): button 1, small blind 2, big blind 3.
        (1, 3, 2),
        (2, 3, 1),
        (3, 2, 1),
    ],
)
def test_b6_from_three_to_two_nobody_pays_the_big_blind_twice(
    button: Button, gone: int, small: int, big: int
) -> None:
    free = without(gone, of=range(1, 4))
    standing = Standing(chairs=4, free=free, button=1, small=2, big=3)
    # The button posts the small blind.
    assert places(standing, button) == Places(free, small, small, big)


@pytest.mark.parametrize("button", ["moving", "dead"])
def test_two_take_turns(button: Button) -> None:
    for big, other in ((1, 4), (4, 1)):
        standing = Standing(chairs=6, free=(1, 4), button=other, small=other, big=big)
        assert places(standing, button) == Places((1, 4), big, big, other)


@pytest.mark.parametrize("button", ["moving", "dead"])
def test_the_third_comes_in_as_big_blind(button: Button) -> None:
    # 1 had the button, 4 the big blind: it comes to 5 now, and 4 pays the small one.
    standing = Standing(chairs=6, free=(1, 4), owing=(5,), button=1, small=1, big=4)
    assert places(standing, button) == Places((1, 4, 5), 1, 4, 5)
    # From 1 it first goes to 4.
    standing = Standing(chairs=6, free=(1, 4), owing=(5,), button=4, small=4, big=1)
    assert places(standing, button) == Places((1, 4), 1, 1, 4)


@pytest.mark.parametrize("button", ["moving", "dead"])
def test_the_third_posts_and_both_others_pay_as_they_would_have(button: Button) -> None:
    standing = Standing(chairs=6, free=(1, 4), owing=(5,), posting=(5,), button=4, small=4, big=1)
    # Behind 4, the big blind, there is room: whoever comes in sits before the small blind.
    assert places(standing, button) == Places((1, 4, 5), 5, 1, 4, (5,))
    standing = Standing(chairs=6, free=(1, 4), owing=(3,), posting=(3,), button=1, small=1, big=4)
    # There is room between 1, the big blind, and 4.
    assert places(standing, button) == Places((1, 3, 4), 3, 4, 1, (3,))


@pytest.mark.parametrize("button", ["moving", "dead"])
@pytest.mark.parametrize("posting", [(), (3,)])
def test_whom_the_big_blind_reaches_comes_in_with_it(
    button: Button, posting: tuple[int, ...]
) -> None:
    standing = Standing(
        chairs=6, free=without(3), owing=(3,), posting=posting, button=0, small=1, big=2
    )
    assert places(standing, button) == Places(tuple(SIX), 1, 2, 3)


@pytest.mark.parametrize("button", ["moving", "dead"])
@pytest.mark.parametrize(
    ("owing", "enters"),
    [
        (2, False),  # where the small blind does
        (4, True),
        (5, True),
        (0, True),
    ],
)
def test_one_posts_behind_the_big_blind_and_before_the_button(
    button: Button, owing: int, enters: bool
) -> None:
    # Everybody else plays; the last big blind was 2.
    free = without(owing)
    standing = Standing(
        chairs=6, free=free, owing=(owing,), posting=(owing,), button=0, small=1, big=2
    )
    at = places(standing, button)
    assert at is not None
    assert (owing in at.seats, at.posting) == (enters, (owing,) if enters else ())
    waiting = places(Standing(6, free, (owing,), (), 0, 1, 2), button)
    assert waiting is not None
    assert owing not in waiting.seats
    assert (waiting.button, waiting.small, waiting.big) == (at.button, at.small, at.big)


def test_who_posts_where_the_button_was_passed_on() -> None:
    standing = Standing(6, without(1), (1,), (1,), 0, 1, 2)
    # The dead button comes to lie in front of 1, the moving one has already gone to 2.
    assert places(standing, "dead") == Places(without(1), 1, 2, 3)
    assert places(standing, "moving") == Places(tuple(SIX), 2, 3, 4, (1,))


@pytest.mark.parametrize("button", ["moving", "dead"])
def test_of_several_whom_it_reaches_the_first_pays_and_the_others_may_post(button: Button) -> None:
    free = without(3, 4)
    standing = Standing(6, free, (3, 4), (), 0, 1, 2)
    assert places(standing, button) == Places(without(4), 1, 2, 3)
    standing = Standing(6, free, (3, 4), (4,), 0, 1, 2)
    assert places(standing, button) == Places(tuple(SIX), 1, 2, 3, (4,))


@pytest.mark.parametrize("button", ["moving", "dead"])
def test_alone_with_newcomers_one_has_the_small_blind(button: Button) -> None:
    standing = Standing(6, (2,), (4, 5), (), 0, 1, 2)
    assert places(standing, button) == Places((2, 4), 2, 2, 4)
    standing = Standing(6, (2,), (4, 5), (5,), 0, 1, 2)
    assert places(standing, button) == Places((2, 4, 5), 5, 2, 4, (5,))


def test_who_is_back_between_the_blinds_makes_nobody_pay_the_big_one_again() -> None:
    # 1 lost all as big blind, so it went to 5, who came in; then 1 bought chips, owing nothing.
    standing = Standing(7, (0, 6), (5,), (), 6, 0, 1)
    assert places(standing, "moving") == Places((0, 5, 6), 6, 0, 5)
    standing = Standing(7, (0, 1, 5, 6), (), (), 6, 0, 5)
    assert places(standing, "moving") == Places((0, 1, 5, 6), 1, 5, 6)


@pytest.mark.parametrize("button", ["moving", "dead"])
def test_where_everybody_owes_all_begin_anew(button: Button) -> None:
    standing = Standing(6, (), (1, 3, 5), (5,), 0, 1, 2)
    assert places(standing, button) == Places((1, 3, 5), 1, 3, 5)
