"""One's own keys: what a letter means then, how it is printed, and what it may not be (ux 4.1)."""

from collections import defaultdict
from typing import NamedTuple

import pytest

from engine.games import GAMES
from tests.tui.deals import moments, scene_of
from tests.tui.layouts.test_every_game import NAMES, WORDS, carried
from tui.canvas.scene import Button
from tui.keymap import (
    ACTS,
    BY_ID,
    LETTERS,
    PLACES,
    TABLE,
    TAKEN,
    Moved,
    given,
    meant,
    others,
    places_beside,
    printed,
    refused,
    sound,
    swapped,
    usable,
)
from tui.layouts import layout
from tui.locale import LANGS, Words

PLACE = {"pokerface": "pokerface", "pokerquadrat": "square"}
ROWS = {"chinese", "openface", "pineapple"}


class Offered(NamedTuple):
    """A command, as far as keys are concerned."""

    button: Button
    keys: tuple[str, ...]


def offered(id: str, key: str, *more: str) -> Offered:
    return Offered(Button(id, key, id), (key, *more))


BETTING = (offered("bet.fold", "f"), offered("bet.call", "c"), offered("table.log", "l"))


def test_without_wishes_every_key_is_what_it_is() -> None:
    for key in ("f", "c", "l", "5", "enter", "question_mark"):
        assert meant(key, BETTING, {}) == key


def test_a_letter_of_ones_own_means_the_act_and_the_old_one_says_where_it_is() -> None:
    mine = {"bet.fold": "z"}
    assert meant("z", BETTING, mine) == "f"
    assert meant("f", BETTING, mine) == Moved(BY_ID["bet.fold"], "z")
    assert meant("c", BETTING, mine) == "c"
    assert meant("5", BETTING, mine) == "5"
    assert printed(BETTING[0].button, mine) == "z"
    assert printed(BETTING[1].button, mine) == "c"


def test_an_act_is_the_same_one_beforehand_and_where_the_bar_says_b() -> None:
    plan = offered("bet.plan.f", "f")
    assert meant("z", (plan,), {"bet.fold": "z"}) == "f"
    opening = offered("bet.raise", "b")
    assert meant("u", (opening,), {"bet.raise": "u"}) == "b"
    assert printed(opening.button, {"bet.raise": "u"}) == "u"


def test_what_is_not_at_hand_moves_nothing() -> None:
    assert meant("f", (offered("lobby.past", "h"),), {"bet.fold": "h"}) == "f"


def test_two_can_have_each_others_letters() -> None:
    fold, call = BY_ID["bet.fold"], BY_ID["bet.call"]
    assert refused(fold, "c", {}) == call
    mine = swapped(fold, "c", call, {})
    assert mine == {"bet.fold": "c", "bet.call": "f"}
    assert meant("c", BETTING, mine) == "f"
    assert meant("f", BETTING, mine) == "c"
    assert usable(mine) == mine


@pytest.mark.parametrize(
    ("id", "key", "why"),
    [
        ("bet.fold", "l", "table.log"),  # on the same screen
        ("bet.fold", "1", "letter"),
        ("bet.fold", "enter", "letter"),
        ("bet.fold", "d", "taken"),  # two thirds, in the amount field
        ("table.log", "b", "taken"),  # a column of the square
        ("table.log", "x", "rows.swap"),
        ("rows.undo", "m", "taken"),  # a special hand, and a vote
        ("bet.fold", "p", "taken"),
        ("lobby.bots", "p", "lobby.profile"),
    ],
)
def test_what_would_do_two_things_is_refused(id: str, key: str, why: str) -> None:
    found = refused(BY_ID[id], key, {})
    assert found == BY_ID.get(why, why)


@pytest.mark.parametrize(("id", "key"), [("bet.fold", "u"), ("lobby.bots", "t"), ("pf.pass", "f")])
def test_letters_of_places_that_never_meet_are_free(id: str, key: str) -> None:
    assert refused(BY_ID[id], key, {}) is None
    assert sound(given(BY_ID[id], key, {}))


def test_a_letter_that_was_given_away_is_not_ones_own_any_more() -> None:
    fold, call = BY_ID["bet.fold"], BY_ID["bet.call"]
    mine = {"bet.fold": "z", "bet.call": "f"}
    assert sound(mine)
    assert refused(fold, "f", mine) == call
    assert others(fold, "f", mine) == [call]


def test_what_harms_is_dropped_when_it_is_read() -> None:
    assert usable({"bet.fold": "l", "bet.call": "u", "no.such": "x", "pf.pass": "p"}) == {
        "bet.call": "u"
    }


def test_the_usual_letters_do_one_thing_at_a_place() -> None:
    for act in ACTS:
        assert not [one for one in others(act, act.key, {}) if set(act.places) & set(one.places)], (
            act
        )
        assert act.key in LETTERS
        assert set(act.places) <= set(PLACES)
    assert len(BY_ID) == len(ACTS)


def test_all_letters_that_tables_print_are_acts_or_taken() -> None:
    """A letter that nobody knows of could be given to something else, and would do two things."""
    known: dict[str, set[str]] = defaultdict(set)
    for act in ACTS:
        for place in act.places:
            known[place].add(act.key)
    for game in GAMES:
        place = PLACE.get(game.id, "rows" if game.id in ROWS else "betting")
        free = known[place] | known[TABLE] | TAKEN[place] | TAKEN[TABLE]
        players = min(len(NAMES), game.players[-1])
        drawing, carry = layout(game.id), carried(game, players, "de")
        for turn, (state, events) in enumerate(
            moments(game, game.Options(), players, carry, b"keys")
        ):
            scene = scene_of(game, state, turn % players, NAMES[:players], events)
            letters = {b.keys for b in drawing.buttons(scene, WORDS["de"]) if b.keys in LETTERS}
            assert letters <= free, (game.id, letters - free)


@pytest.mark.parametrize("lang", LANGS)
def test_every_act_and_place_has_its_words(lang: str) -> None:
    words = Words("de" if lang == "de" else "en")
    for act in ACTS:
        assert words(f"keys.act.{act.id}")
        assert places_beside(act)
    for place in PLACES:
        assert words(f"keys.place.{place}")
