"""The form for a table of Indian Poker (ux 5.2), and what lobby and table say of it."""

import pytest
from rich.cells import cell_len

from engine.games import BY_ID, GAMES
from engine.match import specs_of
from engine.values.options import Value
from protocol.messages import Account, GameInfo, Lobby, TableInfo, Welcome
from server.run import Server
from tests.tui.played import info_of
from tests.tui.screens.visit import ENGLISH, visit
from tui.canvas.palette import palette
from tui.layouts.waiting import option_list
from tui.locale import LANGS, Lang, Words
from tui.room import Room
from tui.screens.form import Field, Form
from tui.screens.lobby_page import KINDS, Shown, by_kind, category, draw
from tui.screens.speech import about, special, variant

DE, EN = Words("de"), Words("en")
GAME = BY_ID["indian"]


def info(game: str = "indian") -> GameInfo:
    """A game as the house offers it."""
    return info_of(BY_ID[game])


def form(lang: Lang = "de", **chosen: Value) -> Form:
    made = Form(info(), "Stirnrunde", Words(lang))
    for option, value in chosen.items():
        made.choose(line(made, option), value)
    return made


def line(made: Form, name: str) -> Field:
    return next(field for field in made.fields if field.id == name)


def table(**options: Value) -> TableInfo:
    return TableInfo("t", "Stirnrunde", "indian", options, 8, 6, 2, ("Ben",), "running")


TERMS = "stack minutes hints bots clock"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("chosen", "lines"),
    [
        ({}, "ante max_bet max_raises cards wins match_pot reveal"),
        ({"cards": 2}, "ante max_bet max_raises cards match_pot reveal"),
        ({"cards": 3}, "ante max_bet max_raises cards brag_order match_pot reveal"),
        ({"cards": 5}, "ante max_bet max_raises cards match_pot reveal"),
        ({"match_pot": True}, "ante cards wins match_pot match_limit ante_carried reveal"),
        (
            {"match_pot": True, "cards": 3},
            "ante cards brag_order match_pot match_limit ante_carried reveal",
        ),
    ],
)
def test_only_what_means_something_is_asked_for(
    chosen: dict[str, Value], lines: str, lang: Lang
) -> None:
    """rules.md E: low and high-low with one card, an order of three, no bets where all declare."""
    made = form(lang, **chosen)
    assert [field.id for field in made.fields] == f"seats {lines} {TERMS}".split()
    assert made.message().options.keys() == {*lines.split(), "stack", "minutes", "hints"}
    for field in made.fields:
        assert cell_len(field.label) <= 15
        assert all("{" not in label and "_" not in label for label in field.labels)
        # What a line is about is one line of the box.
        assert cell_len(field.note) <= 74
        if field.id in made.options:
            # All values stand side by side at 80 columns.
            assert sum(cell_len(label) + 2 for label in field.labels) <= 80 - 43, field.labels


def test_the_usual_table_is_that_of_the_rules() -> None:
    """rules.md E: two to eight, ante 1, bets and raises to 5, any number of them, 50 chips."""
    made = form()
    assert line(made, "seats").values == tuple(range(2, 9))
    chosen = {field.id: field.labels[made.index(field)] for field in made.fields}
    assert (chosen["ante"], chosen["max_bet"], chosen["max_raises"]) == ("1", "5", "beliebig viele")
    assert (chosen["cards"], chosen["wins"], chosen["match_pot"]) == ("1", "hoch", "aus")
    assert (chosen["stack"], chosen["minutes"], chosen["reveal"]) == (
        "50",
        "beliebig",
        "bleibt verdeckt",
    )
    assert line(made, "cards").labels == ("1", "2", "3", "5")
    # Any other number is typed.
    assert (line(made, "max_bet").bounds, line(made, "stack").bounds) == ((1, 10**6), (1, 10**6))


def test_the_sentence_reads_the_whole_table_back() -> None:
    assert form().sentence(DE) == (
        "Indian Poker zu sechst, Ante 1, Setzen und Erhöhen bis 5, die höchste Karte gewinnt, "
        "50 Chips für jeden, Bots füllen nach 60 s auf."
    )
    said = form(match_pot=True, match_limit=20, ante_carried=True, minutes=60).sentence(DE)
    assert "Pot nachzahlen, höchstens 20, Ante auch bei liegendem Pot" in said
    assert "60 Minuten Spielzeit" in said
    assert "Erhöhen" not in said
    said = form("en", cards=3, brag_order="traditional", max_raises=3).sentence(EN)
    assert "three raises at most, 3 cards, A-2-3 the best straight, 333 the best three" in said
    assert "wins" not in said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({}, "Ante 1 · max 5"),
        ({"ante": 2, "max_bet": 10}, "Ante 2 · max 10"),
        ({"match_pot": True}, "Pot nachzahlen · Ante 1"),
        ({"cards": 3}, "3 Karten · Ante 1 · max 5"),
        ({"wins": "high_low", "minutes": 30}, "Hoch-Tief · 30 min · Ante 1 · max 5"),
        ({"wins": "low", "stack": 100}, "niedrig · 100 Chips · Ante 1 · max 5"),
    ],
)
def test_the_lobby_says_briefly_what_sets_a_table_apart(
    options: dict[str, Value], said: str
) -> None:
    assert variant(DE, table(**options), info()) == said
    # So does the line over a deal that one looks back on.
    values = {spec.name: spec.default for spec in specs_of(GAME)} | options
    assert " · ".join(special(DE, "indian", specs_of(GAME), values)) == said


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", ["indian", "indian_holdem"])
def test_every_value_has_words(game: str, lang: Lang) -> None:
    words = Words(lang)
    for spec in specs_of(BY_ID[game]):
        values: tuple[Value, ...] = spec.choices or spec.usual or (1,)
        for value in (False, True) if spec.kind == "switch" else values:
            shown = TableInfo("t", "x", game, {spec.name: value}, 3, 1, 0, ("A",), "waiting")
            for said in (
                variant(words, shown, info(game)),
                about(words, shown, info(game)),
                option_list({spec.name: value}, game, words),
            ):
                assert "{" not in said
                assert "_" not in said


def test_the_rules_in_force_are_told_at_the_table() -> None:
    usual = {spec.name: spec.default for spec in specs_of(GAME)}
    said = option_list(usual, "indian", DE, specs_of(GAME))
    assert said == (
        "Ante 1 · Setzen und Erhöhen bis 5 · die höchste Karte gewinnt · 50 Chips für jeden"
    )
    said = option_list(usual | {"match_pot": True, "cards": 3}, "indian", DE, specs_of(GAME))
    assert said == (
        "Ante 1 · 3 Karten · A-K-D die beste Straße · Pot nachzahlen · in voller Höhe · "
        "50 Chips für jeden"
    )


def test_both_games_have_a_kind_of_their_own_in_the_lobby() -> None:
    games = by_kind(info(game.id) for game in GAMES)
    assert [one.id for one in games][-2:] == ["indian", "indian_holdem"]
    assert [one.id for one in games][:3] == ["pokerface", "pokerquadrat", "holdem"]
    kinds = [category(one) for one in games]
    assert kinds == sorted(kinds, key=KINDS.index)
    assert list(dict.fromkeys(kinds)) == ["coop", "poker", "chinese", "indian"]


@pytest.mark.parametrize(
    ("width", "tab"), [(80, " 5 Indian 1 "), (60, " 5 Indian "), (120, " 5 Indian 1 ")]
)
def test_the_lobby_has_a_tab_for_them_that_is_never_cut(width: int, tab: str) -> None:
    account = Account(id="a", name="Anna", guest=True, code="ABCD-EFGH")
    games = tuple(info(game.id) for game in GAMES)
    room = Room(Welcome(version=1, server="test", account=account, games=games))
    room.receive(Lobby((table(),), people=3))
    shown = Shown(room=room, tables=(table(),), kinds=KINDS)
    rows = [
        "".join(run.text for run in row) for row in draw(shown, (width, 24), palette("true"), DE)
    ]
    assert tab in rows[1]
    if width == 80:
        # As in the picture of ux 5.1.
        assert rows[3].split()[:7] == ["Stirnrunde", "Indian", "Poker", "Ante", "1", "·", "max"]
        assert rows[3].split()[-1] == "läuft"


async def test_a_table_is_opened_from_the_form_and_tells_its_rules(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("plus")
        await visited.goes_to("create")
        await visited.press("tab", *["down"] * 13, "tab")
        # Three players; three cards, and to match the pot takes the lines of the bets away.
        await visited.press(
            "left", "left", "left", "down", "down", "down", "down", "right", "right"
        )
        await visited.sees("Reihenfolge")
        await visited.press("down", "down", "right")
        await visited.sees("Zahlt höchstens")
        await visited.sees("Statt zu setzen erklären alle zugleich, ob sie drin oder draußen sind.")
        assert "Höchstbetrag" not in visited.text
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told)
        assert visited.view.game == "indian"
        assert len(visited.view.chairs) == 3
        chosen = {"cards": 3, "match_pot": True, "match_limit": 0, "stack": 50, "minutes": 0}
        assert visited.view.options.items() >= chosen.items()
        await visited.press("i")
        await visited.sees("Ante 1 · 3 Karten · A-K-D die beste Straße · Pot nachzahlen")


async def test_the_tab_of_the_lobby_says_what_is_played_with_bots(server: Server) -> None:
    async with visit(server, ENGLISH) as visited:
        await visited.sees("5 Indian 0")
        await visited.press("5", "b", "enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told and visited.view.stage == "running")
        assert visited.view.game == "indian"
        assert [chair.kind for chair in visited.view.chairs].count("bot") == 5
