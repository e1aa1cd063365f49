"""The default layout: a game without a layout of its own is playable at once."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game import Setup
from engine.games.pokerface import Options as PokerfaceOptions
from engine.games.pokerface import Pokerface, Score
from engine.kit.shuffle import shuffle
from engine.values import actions, offers
from engine.values.cards import Hidden, cards
from engine.values.chance import Dice
from engine.values.events import Acted, Chose, Counted, Dealt, Posted
from engine.values.offers import Barred
from engine.values.view import Counter, Note, PotView, SeatView, View, Zone
from engine.values.why import Why
from tests.engine.games import chips
from tests.tui import scenes
from tests.tui.deals import scene_of
from tests.tui.layouts.drawn import HEARTS
from tui.canvas.palette import palette
from tui.canvas.scene import Act, Explain, Point, Press, Scene, Ui
from tui.layouts.default import Default
from tui.locale import Words

DE = Words("de")
NAMES = ("Anna", "Ben", "Carla", "Dan")
SHOWN_KEYS = {"←": "left", "→": "right", "+": "plus", "−": "minus", "Enter": "enter"}


def text(scene: Scene, size: tuple[int, int] = (80, 24)) -> list[str]:
    rows = Default().draw(scene, size, palette("true"), DE)
    return ["".join(run.text for run in row).rstrip() for row in rows]


def keys_shown(scene: Scene) -> list[str]:
    """Every single key that the buttons on the screen name."""
    found: list[str] = []
    page = "\n".join(text(scene))
    for button in Default().buttons(scene, DE):
        if not button.enabled:
            continue
        assert f"{button.keys} {button.label}" in page
        for part in button.keys.split():
            first, dash, last = part.partition("–")
            if dash:
                found += [str(n) for n in range(int(first), int(last) + 1)]
            else:
                found.append(SHOWN_KEYS.get(part, part))
    return found


def pressed_to_the_end(game: Any, options: Any, setup: Setup, seed: bytes) -> tuple[Any, int]:
    """A deal played by pressing keys that the screen shows and nothing else."""
    dice = Dice(seed)
    state, happened = game.new(options, setup, shuffle(seed))
    presses = 0
    while game.result(state) is None:
        seat = dice.choice(game.view(state).to_act)
        cursor: int | None = None
        while True:
            scene = scene_of(game, state, seat, NAMES, happened, options, Ui(cursor=cursor))
            key = dice.choice(keys_shown(scene))
            presses += 1
            assert presses < 5000
            answer = Default().press(scene, key, DE)
            if isinstance(answer, Act):
                break
            assert isinstance(answer, Point | Explain), (key, answer)
            cursor = answer.cursor if isinstance(answer, Point) else cursor
        state, events = game.apply(state, seat, answer.action)
        happened += events
    return state, presses


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_chips_game_is_played_to_its_end_by_the_keys_shown(players: int) -> None:
    game = chips.Chips()
    for number in range(12):
        setup = Setup(players, button=number % players, carry=chips.Carry())
        seed = bytes([number, players])
        state, _ = pressed_to_the_end(game, chips.Options(), setup, seed)
        assert game.result(state) is not None


def test_pokerface_too_by_the_default_layout() -> None:
    game = Pokerface()
    setup = Setup(3, button=0, carry=Score())
    state, _ = pressed_to_the_end(game, PokerfaceOptions(), setup, b"pf")
    assert game.result(state) is not None


BETTING = View(
    phase="bet",
    to_act=(0,),
    zones=(
        scenes.board("QcTs"),
        scenes.hand(0, "As"),
        scenes.hand(1, None),
        Zone("pile", "stack", None, ()),
    ),
    seats=(
        SeatView("in", 1_480, 20, ("dealer",)),
        SeatView("all_in", 0, 440),
        SeatView("folded", 980, 0),
    ),
    pots=(PotView(870, (0, 1)),),
    counters=(Counter("raises", 2, 3), Counter("hands", 12)),
    notes=(Note("big_raise", 1, {"to": 440}), Note("last_hand")),
)
OFFERS = (
    offers.Fold(),
    offers.Call(420),
    offers.Raise(840, 1_500, 20),
    Barred("check", Why("cannot_check", {"price": 420})),
)


def betting(offered: tuple[Any, ...] = OFFERS, **ui: Any) -> Scene:
    people = scenes.chairs(NAMES[:3])
    shown = scenes.table(BETTING, offers=offered, people=people, game="mystery", history=())
    return Scene(shown, ui=Ui(**ui))


def test_a_game_without_words_is_still_told() -> None:
    page = "\n".join(text(betting()))
    assert " mystery   WG-Runde · Runde 4" in page
    assert "bet · Pot 870 · raises 2/3 · hands 12" in page
    assert "Mitte         D♣ 10♠" in page
    assert "deine Karten  A♠" in page
    assert "▸Anna         D     1.480 Chips  gesetzt 20" in page
    assert "Ben                0 Chips      gesetzt 440  All-in  ▓▓▓ ▓▓▓  big raise" in page
    assert "Carla              980 Chips    Fold" in page
    assert "last hand" in page
    assert "  f Fold    c Call 420    r Raise …" in page


@pytest.mark.parametrize(
    ("key", "ui", "expected"),
    [
        ("f", {}, Act(actions.Fold())),
        ("c", {}, Act(actions.Call(420))),
        ("r", {}, Point(840)),
        ("r", {"cursor": 900}, Act(actions.Raise(900))),
        ("enter", {"cursor": 1_500}, Act(actions.Raise(1_500))),
        ("enter", {"cursor": 90}, Explain("Mindestens 840.")),
        ("enter", {"cursor": 845}, Explain("Nur in Schritten von 20.")),
        ("enter", {}, None),
        ("plus", {"cursor": 840}, Point(860)),
        ("minus", {"cursor": 840}, Point(840)),
        ("plus", {"cursor": 1_500}, Point(1_500)),
        ("9", {"cursor": 840}, Point(9)),  # the first digit replaces the preset
        ("6", {"cursor": 9}, Point(96)),
        ("backspace", {"cursor": 96}, Point(9)),
        ("p", {}, Explain("Das geht jetzt nicht.")),
        ("x", {}, None),
    ],
)
def test_keys_of_betting(key: str, ui: dict[str, Any], expected: Press | None) -> None:
    assert Default().press(betting(**ui), key, DE) == expected


def test_the_amount_is_named_on_its_button() -> None:
    page = "\n".join(text(betting(cursor=900)))
    assert "Enter Raise auf 900" in page
    assert "+ − 0–9 Betrag 840–1.500" in page
    dimmed = next(b for b in Default().buttons(betting(cursor=3), DE) if b.id == "any.raise")
    assert not dimmed.enabled


def test_what_is_barred_stays_in_its_place_and_says_why() -> None:
    barred = (
        offers.Fold(),
        offers.Call(5),
        Barred("raise", Why("short_stack")),
        Barred("pass", Why("no_token")),
    )
    shown = {b.keys: b for b in Default().buttons(betting(barred), DE)}
    assert not shown["r"].enabled
    why = "Zum Erhöhen fehlen dir die Chips."
    assert shown["r"].reason == why
    assert Default().press(betting(barred), "r", DE) == Explain(why)
    assert Default().press(betting(barred), "p", DE) == Explain(
        "Das geht erst, wenn du eine Marke hast."
    )


def test_to_be_in_or_out_is_a_key_each_and_names_its_price() -> None:
    scene = betting((offers.In(4), offers.Out()))
    page = "\n".join(text(scene))
    assert "c drin (wer verliert, zahlt 4)" in page
    assert "f draußen" in page
    assert Default().press(scene, "c", DE) == Act(actions.In(4))
    assert Default().press(scene, "f", DE) == Act(actions.Out())
    already = Why("already_set")
    done = betting((Barred("in", already), Barred("out", already)))
    for key in "cf":
        said = Explain("Du hast dich schon entschieden; das gilt.")
        assert Default().press(done, key, DE) == said


def test_not_ones_turn() -> None:
    view = View("bet", (1,), (), (SeatView(), SeatView(), SeatView()))
    people = scenes.chairs(NAMES[:3])
    scene = Scene(scenes.table(view, people=people, game="mystery", history=()))
    assert Default().press(scene, "c", DE) == Explain("Ben ist dran.")
    assert any(line == " Ben ist dran." for line in text(scene))


(AS, KH), HIDDEN = cards("AsKh"), Hidden()


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Acted(0, actions.Pass()), "Anna passt"),
        (Acted(0, actions.BringIn(5)), "Anna bringt 5"),
        (Acted(1, actions.Discard((HIDDEN, HIDDEN))), "Ben tauscht 2"),
        (Acted(0, actions.Show()), "Anna deckt auf"),
        (Acted(0, actions.Muck()), "Anna legt verdeckt weg"),
        (Acted(0, actions.Place(AS, 6)), "Anna legt A♠ auf b2"),
        (Acted(0, actions.In(4)), "Anna ist drin"),
        (Acted(0, actions.Out()), "Anna ist draußen"),
        (Acted(0, actions.Surrender(3)), "Anna gibt auf: 3 an jeden"),
        (Acted(0, actions.Declare("dragon")), "Anna sagt an: Drache"),
        (Acted(0, actions.Lay(KH, "back")), "Anna legt K♥: Hinten"),
        (Acted(0, actions.Throw(KH)), "Anna wirft K♥ weg"),
        (Acted(1, actions.Throw(HIDDEN)), "Ben wirft eine Karte weg"),
        (
            Acted(0, actions.SetRows((AS,) * 3, (KH,) * 5, (AS,) * 5)),
            f"Anna legt {'A♠ ' * 3}| {'K♥ ' * 5}| {'A♠ ' * 4}A♠",
        ),
        (
            Acted(1, actions.SetRows((HIDDEN,) * 3, (HIDDEN,) * 5, (HIDDEN,) * 5)),
            "Ben hat drei Reihen gelegt",
        ),
        (Chose(1), "Ben ist fertig"),
        (Dealt("hand.1", 1, (HIDDEN,)), "Ben bekommt eine Karte"),
        (Dealt("hand.1", 1, (HIDDEN, HIDDEN)), "Ben bekommt 2 Karten"),
        (Posted(0, 1, "ante"), "Anna zahlt das Ante: 1"),
        (Posted(1, 1_200, "match"), "Ben zahlt 1.200 in den neuen Pot"),
        (Posted(1, 5, "small_blind"), "Ben setzt 5"),
        (Counted(0, 1_013), "Anna +1.013"),
        (Counted(1, -6), "Ben −6"),
        (Counted(1, 0), "Ben 0"),
    ],
)
def test_every_act_is_said_by_what_it_is(event: Any, said: str) -> None:
    scene = replace(betting(), events=(event,))
    (line,) = Default().tell(scene, palette("true"), DE)
    assert "".join(text for text, _ in line) == said


def test_the_log_says_what_was_missed() -> None:
    scene = replace(scenes.turn(drawer="log"), events=HEARTS, missed=len(HEARTS) - 1)
    drawn = text(scene)
    place = next(y for y, line in enumerate(drawn) if line.startswith("── Verpasst · "))
    assert drawn[place + 3].strip() == "verpasst:"
    assert "Frédéric" in drawn[place + 4]
