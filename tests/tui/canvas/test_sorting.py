"""Cards on their way into rows: nothing is lost, undo leads back, keys do what they say."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.values.cards import DECK, Card, cards
from engine.values.chance import Dice
from engine.values.draft import FULL, Draft
from engine.values.why import Why
from protocol.messages import Pause
from tests.tui.layouts.arranging_deals import arranging, at_table
from tui.canvas import sorting as sort
from tui.canvas.sorting import TRAY, Sorting, Stop

HAND = cards("AcQd5hKsKd9c9h3s8s8h8d4c4d")
ANEW = Sorting(1, 1, HAND)
IDEA = (cards("AcQd5h"), cards("KsKd9c9h3s"), cards("8s8h8d4c4d"))
OTHER = (cards("9c9h3s"), cards("KsKdQdAc5h"), cards("8s8h8d4c4d"))

DOES: list[Any] = [
    *(lambda now, row=row: sort.lay(now, row) for row in range(3)),
    *(lambda now, by=by: sort.step(now, by) for by in (-1, 1)),
    *(lambda now, by=by: sort.climb(now, by) for by in (-1, 1)),
    sort.mark,
    sort.swap,
    sort.back,
    sort.undo,
    sort.resort,
    sort.dropped,
    sort.accept,
    lambda now: sort.suggest(now, (IDEA, OTHER)),
]


def done(now: Sorting | Stop) -> Sorting:
    assert isinstance(now, Sorting), now
    return now


def laid(*rows: int, now: Sorting = ANEW) -> Sorting:
    """Card after card from the tray into those rows."""
    for row in rows:
        now = done(sort.lay(now, row))
    return now


def at(now: Sorting, code: str) -> Sorting:
    """The cursor on a card."""
    for line in (TRAY, 0, 1, 2):
        lying = [card.code for card in now.lying(line)]
        if code in lying:
            return replace(now, line=line, place=lying.index(code))
    raise AssertionError(code)


def checked(now: Sorting) -> None:
    """Every card is in one place, no row is too long, the cursor is on a card if there is one."""
    lying = [card for row in now.draft.rows for card in row] + list(now.tray)
    assert sorted(map(str, lying)) == sorted(map(str, now.cards))
    assert all(len(row) <= most for row, most in zip(now.draft.rows, now.room, strict=True))
    assert set(now.marked) <= set(now.cards)
    assert now.at is not None or not now.lying(now.line)


@pytest.mark.parametrize(
    ("count", "room", "rest"), [(13, FULL, 0), (17, FULL, 4), (3, (0, 2, 1), 1)]
)
def test_whatever_is_pressed_every_card_is_in_one_place_and_undo_leads_back(
    count: int, room: tuple[int, int, int], rest: int
) -> None:
    dice = Dice(bytes([count]) * 32)
    ideas = count == 13
    for _ in range(6):
        hand = HAND if ideas else dice.shuffled(DECK)[:count]
        now = Sorting(1, 1, tuple(hand), room, rest)
        seen = [now.draft]
        for _ in range(80):
            does = DOES[dice.below(len(DOES) if ideas else len(DOES) - 2)]
            made = does(now)
            if isinstance(made, Stop):
                continue
            checked(made)
            if does is sort.undo:
                seen.pop()
            elif made.draft != now.draft:
                seen.append(made.draft)
            assert made.draft == seen[-1]
            now = made
        while len(seen) > 1:
            now = done(sort.undo(now))
            seen.pop()
            assert now.draft == seen[-1]
            checked(now)
        assert sort.undo(now) == Stop("not_undone")


def test_thirteen_digits_lay_all_cards() -> None:
    now = laid(0, 1, 1, 0, 1, 1, 2, 2, 2, 0, 2, 2, 1)
    assert now.tray == ()
    assert now.draft.complete
    # Sorted by rank: A K K Q 9 9 8 8 8 5 4 4 3.
    assert now.draft.front == cards("AcQd5h")
    assert now.draft.middle == cards("KsKd9c9h3s")
    assert sort.lay(now, 0) == Stop("no_card")


def test_the_tray_is_sorted_by_rank_or_by_suit() -> None:
    assert ANEW.tray == cards("AcKsKdQd9c9h8s8h8d5h4c4d3s")
    suits = sort.resort(at(ANEW, "9h"))
    assert suits.tray == cards("Ac9c4cKs8s3s9h8h5hKdQd8d4d")
    # The cursor stays with its card.
    assert str(suits.at) == "9h"
    assert str(sort.resort(suits).at) == "9h"


def test_the_cursor_goes_to_the_next_card_and_round_at_the_ends() -> None:
    now = laid(0)
    assert str(now.at) == "Ks"
    assert str(sort.step(now, -1).at) == "3s"
    now = done(sort.lay(sort.step(now, -1), 2))
    assert str(now.at) == "4d"


def test_the_cursor_climbs_between_the_rows_that_have_cards() -> None:
    now = laid(0, 2, 2)
    now = sort.climb(now, -1)
    assert (now.line, str(now.at)) == (2, "Ks")
    now = sort.climb(now, -1)
    assert (now.line, str(now.at)) == (0, "Ac")
    assert sort.climb(now, -1) == now
    assert sort.climb(sort.climb(now, 1), 1).line == TRAY


def test_full_rows_take_no_more() -> None:
    now = laid(0, 0, 0)
    assert sort.lay(now, 0) == Stop("row_full", {"row": 0})
    marked = done(sort.mark(at(now, "9c")))
    marked = done(sort.mark(at(marked, "9h")))
    marked = done(sort.mark(at(marked, "8s")))
    now = laid(1, 1, 1, now=at(replace(marked, marked=()), "5h"))
    now = replace(now, marked=marked.marked)
    assert sort.lay(now, 1) == Stop("too_many", {"row": 1, "room": 2, "cards": 3})


def test_marked_cards_move_together_wherever_they_lie() -> None:
    now = laid(0, 1, 1)
    for code in ("Ac", "9h", "9c"):
        now = done(sort.mark(at(now, code)))
    now = done(sort.lay(now, 2))
    assert now.draft == Draft((), cards("KsKd"), cards("9c9hAc"))
    assert now.marked == ()
    once = done(sort.mark(at(now, "Ks")))
    assert done(sort.mark(once)).marked == ()


def test_a_card_goes_back_to_the_tray() -> None:
    now = laid(0, 1)
    assert sort.back(now) == Stop("in_tray")
    back = done(sort.back(at(now, "Ac")))
    assert back.draft.front == ()
    assert HAND[0] in back.tray


def test_two_cards_change_places() -> None:
    now = laid(0, 1)
    now = done(sort.swap(at(now, "Ac")))
    assert now.picked == Card("Ac")
    both = done(sort.swap(at(now, "Ks")))
    assert (both.draft.front, both.draft.middle) == (cards("Ks"), cards("Ac"))
    tray = done(sort.swap(at(now, "9h")))
    assert tray.draft.front == cards("9h")
    assert Card("Ac") in tray.tray
    assert done(sort.swap(now)).picked is None
    picked = done(sort.swap(at(laid(0), "9h")))
    assert sort.swap(at(picked, "9c")) == Stop("swap_tray")


def test_undo_puts_the_cursor_on_what_comes_back() -> None:
    now = laid(0, 1, 1)
    now = at(now, "3s")
    back = done(sort.undo(now))
    assert str(back.at) == "Kd"
    assert str(done(sort.undo(back)).at) == "Ks"


def test_what_was_kept_is_taken_back_card_by_card() -> None:
    now = sort.begun(at_table().table, Draft(cards("AcQd"), (), cards("8s8h")))
    assert now is not None
    now = done(sort.undo(now))
    assert now.draft == Draft(cards("AcQd"), (), cards("8s"))
    assert now.at == Card("8h")
    # What is laid from then on comes first.
    more = done(sort.lay(now, 1))
    assert done(sort.undo(more)).draft == now.draft
    for left in ("AcQd", "Ac", ""):
        now = done(sort.undo(now))
        assert now.draft == Draft(cards(left))
    assert not now.undoable
    assert sort.undo(now) == Stop("not_undone")


def test_suggestions_are_held_over_the_rows_until_taken_or_left() -> None:
    now = done(sort.suggest(laid(0, 2), (IDEA, OTHER)))
    assert (now.idea, now.ghosts, now.shown) == (0, True, IDEA)
    # The king lies behind, where the suggestion has eights.
    assert sort.astray(now) == 1
    again = done(sort.suggest(now))
    assert (again.idea, sort.astray(again)) == (1, 2)
    assert done(sort.suggest(again)).idea == 0
    taken = sort.accept(again)
    assert taken.draft.rows == OTHER
    assert not taken.ghosts
    assert done(sort.undo(taken)).draft == now.draft
    # Whoever goes on alone still reads how far it fits.
    left = sort.step(again, 1)
    assert (left.idea, left.ghosts) == (1, False)
    assert sort.dropped(again).idea is None
    assert sort.suggest(ANEW, ()) == Stop("no_idea")


# ── which question ─────────────────────────────────────────────────────────────────────────────


def test_an_arrangement_is_for_one_question() -> None:
    shown = at_table().table
    now = sort.begun(shown)
    assert now is not None
    assert (set(now.cards), now.room, now.rest) == (set(HAND), FULL, 0)
    assert sort.is_meant(now, shown)
    assert not sort.is_meant(now, replace(shown, deal=5))
    assert not sort.is_meant(now, replace(shown, decision=2))
    # Nothing can be written, and nothing is offered: it will be asked again.
    rests = replace(shown, offers=(), pause=Pause(Why("storage")))
    assert not sort.is_meant(now, rests)
    assert sort.stands(now, rests)
    assert not sort.stands(now, replace(rests, pause=None))
    assert not sort.stands(now, replace(rests, decision=2))
    assert not sort.stands(now, replace(rests, stage="between"))
    assert sort.begun(at_table(me=None).table) is None
    assert sort.begun(at_table(arranging(ready=(0,))).table) is None
    assert sort.begun(replace(shown, stage="between")) is None


def test_what_was_kept_is_taken_over_if_it_is_made_of_these_cards() -> None:
    shown = at_table().table
    kept = Draft(cards("AcQd"), (), cards("8s8h"))
    now = sort.begun(shown, kept)
    assert now is not None
    assert (now.draft, now.before) == (kept, ())
    strange = sort.begun(shown, Draft(cards("2c")))
    assert strange is not None
    assert strange.draft == Draft()
    # Another session's rows replace one's own, which undo brings back.
    mine = laid(0, now=now)
    theirs = sort.adopted(mine, kept)
    assert theirs.draft == kept
    assert done(sort.undo(theirs)).draft == mine.draft
    assert sort.adopted(mine, None) == mine
