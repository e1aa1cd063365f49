"""The guided round: what it says fits what is dealt, and what it asks for is offered (ux 7)."""

from itertools import combinations

import pytest
from phevaluator import evaluate_cards

from engine.games import BY_ID
from engine.values import offers
from engine.values.actions import Pass, Take
from engine.values.cards import DECK
from tests.tui.deals import moments, scene_of
from tests.tui.scenes import (
    BEN,
    CARLA,
    EVA,
    FREDERIC,
    NAMES,
    rack,
    showdown,
    table,
    turn,
    turn_view,
)
from tui.canvas.scene import Act, Scene
from tui.layouts.pokerface import Pokerface
from tui.layouts.pokerface.guide import READ, STEPS, Guide, Told, follow, onward, told
from tui.locale import LANGS, Words

GAME = BY_ID["pokerface"]
WORDS = Words("de")


def test_there_are_seven_cards() -> None:
    assert len(STEPS) == 7


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("seed", [b"a", b"bb", b"ccc", b"dddd"])
def test_no_card_asks_for_what_is_not_offered(seed: bytes, lang: str) -> None:
    """Whatever the others do, and whatever one does oneself instead of what the card says."""
    words = Words("de" if lang == "de" else "en")
    guide: Guide | None = Guide()
    steps = set()
    for state, events in moments(GAME, GAME.Options(), 6, GAME.Carry(), seed):
        scene = scene_of(GAME, state, 0, NAMES, events)
        guide = follow(guide, scene, words) if guide else None
        if guide is None:
            continue
        card = told(guide, scene, words)
        while card is not None and guide is not None and guide.step in READ:
            steps.add(guide.step)
            assert card.key == "space"
            guide = onward(guide)
            card = told(guide, scene, words) if guide else None
        if guide is None:
            continue
        # Whoever is asked is told: Space leads through the round by itself.
        assert card is not None or not offers.real(scene.table.offers), guide
        if card is None:
            continue
        steps.add(guide.step)
        press = Pokerface().press(scene, card.key, words)
        assert isinstance(press, Act), (guide, card, press)
        assert card.key in card.wish
    assert {"look", "tokens", "take", "showdown", "end"} <= steps


def test_asked_again_in_a_round_one_is_not_told_of_new_cards() -> None:
    assert "Neue Karten" in shown(Guide(step="round", done="d")).text[0]
    assert shown(Guide(step="round", done="h")).text[0].startswith("Du bist wieder dran.")


def shown(guide: Guide) -> Told:
    """The card over the picture's table, where Anna has the (4) and two pair."""
    card = told(guide, turn(), WORDS)
    assert card is not None
    return card


def test_the_token_that_fits_the_hand_is_named() -> None:
    """Two pair, queens and eights, where a pair lies on the board: the picture's table."""
    card = shown(Guide(step="round", deal=1, done="d"))
    assert "Zwei Paare, Damen und Achten" in card.text[0]
    # Of all other pairs of cards it beats more than five in six now: the sixth token.
    board, own = ["Qc", "8h", "8s", "5d"], ["Qd", "Ts"]
    rest = [card.code for card in DECK if card.code not in board + own]
    others = [evaluate_cards(*board, *pair) for pair in combinations(rest, 2)]
    beaten = sum(evaluate_cards(*board, *own) < one for one in others) / len(others)
    assert beaten > 5 / 6
    assert f"{100 * beaten:.0f} %" in card.text[0]
    assert "(6)" in card.text[0]
    assert card.key == "6"
    assert "Eva" in card.text[1]


def test_whoever_has_a_token_is_told_of_passing_and_whoever_was_robbed_takes_again() -> None:
    card = shown(Guide(step="pass"))
    assert "(4)" in card.text[0]
    assert card.key == "p"
    racks = tuple(zone for zone in turn_view().zones if zone.id != "tokens.h")
    rest = rack("h", (CARLA, BEN, FREDERIC, EVA, None, None))
    wanted = (offers.Take(5, None), offers.Take(6, None))
    robbed = Scene(table(turn_view(zones=(*racks, rest)), offers=wanted))
    again = told(Guide(step="pass"), robbed, WORDS)
    assert again is not None
    assert again.text[0].startswith("Deine Marke ist weg")
    assert again.key == "6"


def test_the_end_says_how_the_deal_went() -> None:
    guide = follow(Guide(step="pass", deal=showdown().table.deal), showdown(), WORDS)
    assert guide is not None
    assert guide.step == "showdown"
    card = told(guide, showdown(), WORDS)
    assert card is not None
    assert "Fehlschlag" in card.text[1]
    after = onward(guide)
    assert after is not None
    last = told(after, showdown(), WORDS)
    assert last is not None
    assert last.number == 7
    assert onward(after) is None


def test_the_next_deal_leads_to_the_last_card() -> None:
    guide = follow(Guide(step="take", deal=turn().table.deal + 1), turn(), WORDS)
    assert guide is not None
    assert guide.step == "end"


def test_actions_of_the_cards_are_those_of_the_game() -> None:
    assert Pokerface().press(turn(), "5", WORDS) == Act(Take(5, None))
    assert Pokerface().press(turn(), "p", WORDS) == Act(Pass())
