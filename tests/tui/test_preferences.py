"""What is kept says what is preferred, whoever has written it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import GAMES
from protocol.codec import FROM_CLIENT
from protocol.messages import Preferred
from server.config import Limits
from tui.keymap import ACTS
from tui.preferences import KEY, VIEW, Preferences, read, terminal_for
from tui.terminal import Terminal

SSH = Terminal("en", "256", ascii=False, motion=True, local=False)


def test_nothing_said_is_as_the_terminal_says() -> None:
    assert read({}) == Preferences()
    assert terminal_for(Preferences(), SSH) == SSH


def test_what_is_kept_is_read() -> None:
    kept: dict[str, Preferred] = {
        "lang": "de",
        "deck": "two",
        "colours": "16",
        "theme": "light",
        "ascii": "ascii",
        "letters": "en",
        "bell": "notice",
        "title": False,
        "quiet": True,
        "view.holdem": "list",
        "view.stud7": "table",
        "key.bet.fold": "x",
    }
    read_ = read(kept)
    assert read_ == Preferences(
        lang="de",
        deck="two",
        colours="16",
        theme="light",
        ascii="ascii",
        letters="en",
        bell="notice",
        title=False,
        quiet=True,
        views={"holdem": "list", "stud7": "table"},
        keys={"bet.fold": "x"},
    )
    wanted = Terminal("de", "16", ascii=True, motion=False, local=False)
    assert terminal_for(read_, SSH) == wanted


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("lang", "fr"),
        ("lang", True),
        ("deck", 4),
        ("colours", "sepia"),
        ("title", "yes"),
        ("title", 0),
        ("quiet", 1),
        ("view.", "list"),
        ("view.holdem", "carpet"),
        ("view.holdem", True),
        ("key.bet.fold", 3),
        ("views", "list"),
        ("keys", "x"),
        ("unheard", "of"),
    ],
)
def test_what_is_not_understood_is_as_if_nothing_was_said(name: str, value: Preferred) -> None:
    assert read({name: value}) == Preferences()


@given(
    st.dictionaries(
        st.sampled_from([*Preferences.__struct_fields__, "view.holdem", "key.x"]) | st.text(),
        st.booleans() | st.integers() | st.text(),
    )
)
def test_anything_can_be_read(kept: dict[str, Preferred]) -> None:
    read(kept)


def test_a_language_that_was_asked_for_wins() -> None:
    asked = Terminal("en", "256", ascii=False, motion=True, local=True, spoken=True)
    assert terminal_for(read({"lang": "de"}), asked).lang == "en"


def test_a_terminal_without_motion_stays_without() -> None:
    still = Terminal("en", "mono", ascii=False, motion=False, local=False)
    assert not terminal_for(read({"quiet": False}), still).motion
    letters = Terminal("en", "mono", ascii=True, motion=False, local=False)
    assert not terminal_for(read({"ascii": "unicode"}), letters).ascii


def test_an_account_has_room_for_all_that_can_be_preferred() -> None:
    """Whoever has changed everything there is can go on changing it, in one message too."""
    fields = {field for field in Preferences.__struct_fields__ if field not in ("views", "keys")}
    views, keys = {VIEW + game.id for game in GAMES}, {KEY + act.id for act in ACTS}
    names = fields | views | keys
    assert len(names) <= min(Limits().preferences_each, FROM_CLIENT.items)
    assert max(map(len, names)) <= 48
