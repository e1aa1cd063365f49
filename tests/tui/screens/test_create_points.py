"""The form for a table of Chinese poker, open-face or Pineapple (ux 5.2), and what it tells."""

import pytest
from rich.cells import cell_len

from engine.games import BY_ID
from engine.match import specs_of
from engine.values.options import Value
from protocol.messages import GameInfo, TableInfo
from server.run import Server
from tests.tui.played import info_of
from tests.tui.screens.visit import visit
from tui.layouts import royalties
from tui.locale import LANGS, Lang, Words
from tui.screens.form import Field, Form
from tui.screens.lobby_page import category
from tui.screens.speech import about, variant

GAMES = ("chinese", "openface", "pineapple")
DE = Words("de")

OWN: dict[str, Value] = {
    "royalties": "own",
    "front_three": 4,
    "middle_full_house": 0,
    "middle_four": 8,
    "middle_straight_flush": 20,
    "back_four": 1,
    "back_straight_flush": 6,
}


def info(game: str) -> GameInfo:
    """A game as the house offers it."""
    return info_of(BY_ID[game])


def form(game: str = "chinese", lang: Lang = "de", **chosen: Value) -> Form:
    made = Form(info(game), "13er", Words(lang))
    for option, value in chosen.items():
        made.choose(line(made, option), value)
    return made


def line(made: Form, name: str) -> Field:
    return next(field for field in made.fields if field.id == name)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("chinese", "scoring royalties surrender special_hands"),
        ("openface", "royalties fantasyland"),
        ("pineapple", "royalties fantasyland progressive"),
    ],
)
def test_each_game_asks_for_what_the_papers_have(game: str, lines: str, lang: Lang) -> None:
    made = form(game, lang)
    expected = f"seats {lines} rounds minutes hints bots clock"
    assert [field.id for field in made.fields] == expected.split()
    for field in made.fields:
        assert cell_len(field.label) <= 15
        assert all("{" not in label and "_" not in label for label in field.labels)


def test_the_values_stand_in_the_order_of_the_wireframe() -> None:
    made = form()
    assert line(made, "scoring").labels == ("1 + Scoop 3", "2-4")
    assert line(made, "royalties").labels == ("keine", "übliche", "Hawaiian", "eigene")
    assert line(made, "surrender").labels == ("aus", "kostet 3")
    assert line(made, "rounds").labels == ("5", "10", "20", "offen")
    # Any other price is typed.
    made.choose(line(made, "surrender"), 5)
    assert line(made, "surrender").labels == ("aus", "kostet 3", "kostet 5")
    made.choose(line(made, "rounds"), 7)
    assert line(made, "rounds").labels == ("5", "7", "10", "20", "offen")


def test_an_own_table_of_royalties_has_six_lines() -> None:
    six = {name for name in OWN if name != "royalties"}
    assert not six & {field.id for field in form().fields}
    made = form(royalties="own")
    assert six < {field.id for field in made.fields}
    for name, value in OWN.items():
        made.choose(line(made, name), value)
    assert made.message().options.items() >= OWN.items()
    # What stands in the lines is not told twice.
    assert made.table == ()
    assert not six & set(form(royalties="usual").message().options)


def test_four_are_too_many_for_pineapple() -> None:
    seats = line(form("pineapple"), "seats")
    assert (seats.values, seats.beyond) == ((2, 3), "4")
    assert "reichen nur für 3" in seats.why
    assert line(form("openface"), "seats").beyond == ""


def test_more_cards_in_fantasyland_need_a_fantasyland() -> None:
    made = form("pineapple", fantasyland=False)
    assert "progressive" not in {field.id for field in made.fields}
    assert "progressive" not in made.message().options


def test_the_sentence_reads_the_whole_table_back() -> None:
    assert form(royalties="usual").sentence(DE) == (
        "Chinese Poker zu viert, 1 Punkt je Reihe, Scoop +3, übliche Prämien, 10 Runden, "
        "Bots füllen nach 60 s auf."
    )
    chosen = form(scoring="2-4", surrender=3, special_hands=True, rounds=0, minutes=60, hints=True)
    said = chosen.sentence(DE)
    assert "2-4-Wertung, ohne Prämien, Aufgeben kostet 3, Sonderhände" in said
    assert "60 Minuten Spielzeit, mit Vorschlägen" in said
    said = form("pineapple", "en", progressive=True).sentence(Words("en"))
    assert said.startswith("Pineapple for three, usual royalties, with Fantasyland, 14 to 17 cards")


# rules.md D, the tables of both games.
@pytest.mark.parametrize(
    ("game", "options", "rows"),
    [
        (
            "chinese",
            {"royalties": "usual"},
            ["Vorne Drilling 3", "Full Vier StrFl", "Mitte 2 7 9", "Hinten · 4 5"],
        ),
        (
            "chinese",
            {"royalties": "hawaiian"},
            ["Vorne Drilling 3", "Full Vier StrFl", "Mitte 2 8 10", "Hinten · 4 5"],
        ),
        (
            "chinese",
            OWN,
            ["Vorne Drilling 4", "Vier StrFl", "Mitte 8 20", "Hinten 1 6"],
        ),
        (
            "openface",
            {"royalties": "usual"},
            [
                "Vorne Paar 6–A: 1–9 · Drilling 2–A: 10–22",
                "Drill Str. Flush Full Vier StrFl Royal",
                "Mitte 2 4 8 12 20 30 50",
                "Hinten · 2 4 6 10 15 25",
            ],
        ),
        ("chinese", {"royalties": "none"}, []),
        ("pineapple", {"royalties": "none"}, []),
        ("holdem", {"structure": "no"}, []),
    ],
)
def test_what_strong_rows_earn_is_shown(
    game: str, options: dict[str, Value], rows: list[str]
) -> None:
    told = royalties.lines(game, options, DE)
    assert [" ".join(row.split()) for row in told[1:]] == rows
    assert all(cell_len(row) <= 50 for row in told)
    assert bool(royalties.listed(game, options, DE)) == bool(rows)


def test_whether_royalties_replace_a_point_or_come_on_top() -> None:
    heads = [
        royalties.lines(game, {"royalties": chosen}, DE)[0]
        for game, chosen in (("chinese", "usual"), ("openface", "replace"), ("openface", "usual"))
    ]
    assert heads[0] == heads[1] != heads[2]
    assert "statt" in heads[0]
    assert "obendrauf" in heads[2]


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES)
def test_every_value_has_words(game: str, lang: Lang) -> None:
    words = Words(lang)
    for spec in specs_of(BY_ID[game]):
        values: tuple[Value, ...] = spec.choices or spec.usual or (1,)
        for value in (False, True) if spec.kind == "switch" else values:
            table = TableInfo("t", "x", game, {spec.name: value}, 3, 1, 0, ("A",), "waiting")
            for said in (variant(words, table, info(game)), about(words, table, info(game))):
                assert "{" not in said
                assert "_" not in said


def test_the_lobby_says_it_briefly() -> None:
    options: dict[str, Value] = {"royalties": "usual", "rounds": 10}
    table = TableInfo("t", "13er", "chinese", options, 4, 3, 0, ("Ben",), "waiting")
    assert variant(DE, table, info("chinese")) == "Prämien · 10 R."
    pineapple = TableInfo("t", "Ananas", "pineapple", {}, 3, 3, 0, ("Ben",), "full")
    assert variant(DE, pineapple, info("pineapple")) == "Fantasyland · 10 R."
    assert [category(info(game)) for game in GAMES] == ["chinese"] * 3


async def test_a_table_of_chinese_poker_is_opened_from_the_form(server: Server) -> None:
    async with visit(server) as visited:
        await visited.sees("4 Chinese 0")
        await visited.press("4", "plus")
        await visited.goes_to("create")
        await visited.press("tab", *["down"] * 12, "tab")
        # Pineapple's seats: the third value can't be had, and says so.
        await visited.press("right", "right")
        await visited.sees("52 Karten reichen nur für 3")
        await visited.press("tab", "up", "up", "tab", "down", "down", "right")
        # At 80×24 the whole table of royalties stands under the lines.
        await visited.sees("Prämien statt des Punkts einer gewonnenen Reihe")
        await visited.sees("Hinten       ·     4     5")
        await visited.sees("übliche Prämien, 10")
        await visited.press("down", "right", "down", "right", "down", "down", "down", "right")
        # What two lines have no room for is missed, and that is seen.
        await visited.sees("Sonderhände, 10 Runden, mit Vorschlägen, Bots füllen n…")
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told)
        assert visited.view.game == "chinese"
        assert visited.view.options["royalties"] == "usual"
        assert (visited.view.options["surrender"], visited.view.options["special_hands"]) == (
            3,
            True,
        )
        await visited.press("i")
        await visited.sees("Prämien statt des Punkts einer gewonnenen Reihe")
