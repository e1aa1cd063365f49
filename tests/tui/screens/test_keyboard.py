"""The keys in columns (ux 5.15): now from the screen, those of other moments as they work."""

import re

import pytest
from msgspec.structs import replace

from engine.games import BY_ID
from engine.match.opening import specs_of
from engine.values.offers import Raise, real
from engine.values.options import Value
from tests.tui.layouts import betting_deals, indian_deals
from tests.tui.layouts.drawn import DE
from tests.tui.played import info_of
from tui.canvas.palette import palette
from tui.canvas.scene import Amount, Button, Explain, Scene
from tui.layouts import layout
from tui.locale import LANGS, Lang, Words
from tui.screens import keyboard
from tui.screens.at_table import AtTable, Moment, seen
from tui.screens.keyboard import Group
from tui.screens.paint import Page
from tui.screens.printed import PRINTED


def at(game: str, moment: Moment = "turn", limit: int | None = None, **options: Value) -> AtTable:
    usual = {spec.name: spec.default for spec in specs_of(BY_ID[game])}
    return AtTable(moment, info_of(BY_ID[game]), usual | options, (2, 6), None, limit)


def said(group: Group) -> list[tuple[str, str]]:
    return [(button.keys, button.label) for button in group.keys]


def heads(groups: list[Group]) -> list[str]:
    return [group.head for group in groups]


def keys(groups: list[Group], head: str) -> list[str]:
    """Every single key under a head, as Textual names it."""
    listed = next(group.keys for group in groups if group.head == head)
    named = [key for button in listed for key in button.keys.replace("–", " ").split()]
    return [PRINTED.get(key, key.lower()[:1]) for key in named]


def test_the_columns_are_those_of_the_other_moments() -> None:
    turn, amount, waiting = "Dein Zug", "Im Betragsfeld", "Nicht dein Zug"
    for moment, others in (
        ("turn", [amount, waiting]),
        ("amount", [turn, waiting]),
        ("waiting", [turn, amount]),
        ("other", [turn, amount, waiting]),
    ):
        wanted: Moment = next(
            one for one in ("turn", "amount", "waiting", "other") if one == moment
        )
        assert heads(keyboard.others(at("holdem", wanted), DE)) == others


def test_where_nothing_is_typed_or_bet_there_are_no_such_keys() -> None:
    fixed = keyboard.others(at("stud7", structure="split"), DE)
    assert heads(fixed) == ["Nicht dein Zug"]
    assert not keyboard.others(at("pokerface"), DE)
    assert not keyboard.others(at("chinese"), DE)
    assert not keyboard.others(at("indian", match_pot=True), DE)
    assert not keyboard.others(None, DE)


@pytest.mark.parametrize("lang", LANGS)
def test_games_of_unseen_cards_speak_their_own_words(lang: Lang) -> None:
    for game in ("indian", "indian_holdem"):
        groups = keyboard.others(at(game, "other", structure="no"), Words(lang))
        said = " ".join(button.label for group in groups for button in group.keys)
        if lang == "de":
            assert not any(word in said for word in ("Fold", "Call", "Check "))


def works(scene: Scene, key: str) -> bool:
    """Whether a key means something now, and is not refused for what it is."""
    press = layout(scene.table.game).press(scene, key, DE)
    return press is not None


HOLDEM, INDIAN = betting_deals.holdem10(), indian_deals.indian8()


@pytest.mark.parametrize("structure", ["no", "pot"])
def test_every_key_that_is_listed_for_an_amount_does_something(structure: str) -> None:
    groups = keyboard.others(at("holdem", structure=structure), DE)
    listed = keys(groups, "Im Betragsfeld")
    assert {"up", "left", "enter", "escape", "m", "h", "d", "p", "a"} <= set(listed)
    (offer,) = (one for one in HOLDEM.table.offers if isinstance(one, Raise))
    opened = betting_deals.more(HOLDEM, amount=Amount(offer.lo))
    for key in listed:
        assert works(opened, key), key


def test_the_same_at_indian_poker() -> None:
    listed = keys(keyboard.others(at("indian"), DE), "Im Betragsfeld")
    for key in listed:
        assert works(indian_deals.more(INDIAN, amount=Amount(1)), key), key


def test_every_key_of_ones_turn_does_something() -> None:
    for game, shown in (("holdem", HOLDEM), ("indian", INDIAN)):
        assert real(shown.table.offers)
        listed = keys(keyboard.others(at(game, "waiting"), DE), "Dein Zug")
        assert {"f", "c", "b", "r", "1", "5", "a"} <= set(listed)
        for key in listed:
            assert works(shown, key), (game, key)


def test_what_is_chosen_in_advance_is_what_the_table_offers_before_ones_turn() -> None:
    waits = betting_deals.holdem10(me=betting_deals.EVA)
    assert not real(waits.table.offers)
    for key in keys(keyboard.others(at("holdem"), DE), "Nicht dein Zug"):
        press = layout("holdem").press(waits, key, DE)
        assert press is not None
        assert not isinstance(press, Explain)


def test_the_moment_is_that_of_the_table() -> None:
    known = info_of(BY_ID["holdem"])
    assert seen(HOLDEM.table, known, HOLDEM.ui).moment == "turn"
    opened = betting_deals.more(HOLDEM, amount=Amount(100))
    assert seen(opened.table, known, opened.ui).moment == "amount"
    waits = betting_deals.holdem10(me=betting_deals.EVA)
    assert seen(waits.table, known, waits.ui).moment == "waiting"
    watched = betting_deals.holdem10(me=None)
    assert seen(watched.table, known, watched.ui).moment == "other"


def test_presets_are_one_row_and_the_tables_keys_stand_apart() -> None:
    buttons = [
        Button("bet.fold", "f", "Fold"),
        *(Button(f"bet.preset.{n}", str(n), f"Stufe {n}") for n in range(1, 6)),
        Button("bet.view", "v", "Ansicht"),
        Button("table.log", "l", "Protokoll"),
        Button("app.help", "?", "Hilfe"),
    ]
    now = keyboard.now(buttons, "table", at("holdem"), DE)
    assert now.head == "Dein Zug"
    assert said(now) == [("f", "Fold"), ("1 – 5", "mit dieser Stufe erhöhen")]
    table, everywhere = keyboard.everywhere(buttons, "table", DE)
    assert [button.keys for button in table.keys] == ["v", "l"]
    assert said(everywhere)[0] == ("?", "Hilfe")
    assert said(table)[0] == ("v", "Ansicht wechseln")
    # Elsewhere a key is called as its screen calls it.
    table, _ = keyboard.everywhere(buttons, "replay", DE)
    assert said(table)[0] == ("v", "Ansicht")


def test_letters_of_ones_own_stand_in_every_moment() -> None:
    mine = {"bet.fold": "j", "bet.raise": "z"}
    page = Page((80, 24), replace(palette("true"), keys=mine), DE)
    keyboard.draw(page, keyboard.others(at("holdem", "amount"), DE), [], 0)
    text = "\n".join(page.text())
    for shown in (
        "  j          Fold\n",
        "  z          setzen, erhöhen …\n",
        "  j          Fold vorwählen",
    ):
        assert shown in re.sub(" +\n", "\n", text)


@pytest.mark.parametrize("size", [(80, 24), (60, 18)])
@pytest.mark.parametrize("lang", LANGS)
def test_nothing_is_cut_and_all_of_it_is_reached(lang: Lang, size: tuple[int, int]) -> None:
    words = Words(lang)
    left = keyboard.others(at("holdem", "other", limit=30), words)
    right = keyboard.everywhere([Button("table.log", "l", words("common.log"))], "table", words)
    shown: set[str] = set()
    scroll = last = 0
    while scroll <= last:
        page = Page(size, palette("true"), words)
        last = keyboard.draw(page, left, right, scroll)
        shown.update(page.text())
        scroll += 1
    text = "\n".join(shown)
    assert "…" not in text.replace(" …", "")
    for group in (*left, *right):
        for key, label in said(group):
            assert any(key in line and label in line for line in shown), (key, label)


def test_all_moments_of_a_betting_table_fit_on_one_page() -> None:
    turn = Group(
        "Dein Zug", tuple(Button("", key, "etwas") for key in ("f", "c", "r", "a", "1", "w"))
    )
    page = Page((80, 24), palette("true"), DE)
    assert keyboard.draw(page, [turn, *keyboard.others(at("holdem"), DE)], [], 0) == 0


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", sorted(BY_ID))
def test_the_rules_in_force_are_a_section_with_every_option(game: str, lang: Lang) -> None:
    words = Words(lang)
    told = at(game, limit=25)
    section = told.section(words)
    assert section.ids == ("here",)
    lines = [line for line in section.text.splitlines() if line.startswith("- ")]
    labels = {line.split("**")[1] for line in lines}
    for spec in specs_of(BY_ID[game]):
        if spec.in_force(dict(told.options)):
            assert words(f"{game}.option.{spec.name}") in labels, spec.name
    assert any("25" in line for line in lines)
    assert any("2" in line and "6" in line for line in lines)
    assert "{" not in section.text
