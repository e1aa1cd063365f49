"""A finished deal on the canvas: first, middle and last step, every game, size and palette."""

from itertools import cycle, product
from typing import Any, get_args

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from engine.game import AnyGame
from engine.games import BY_ID, GAMES
from engine.values.cards import Card
from tests.engine.games.betting_table import Table
from tests.tui.reels import EVERY_GAME, NAMES, played, reel_of, thrown
from tui.canvas.palette import Depth, palette
from tui.canvas.plain import plain_words
from tui.canvas.scene import Button
from tui.layouts import layout
from tui.locale import LANGS, Words
from tui.screens.reel import Reel, scene_at
from tui.screens.replay_page import Picture, below, draw

DE, WHEN = Words("de"), "20:41"
COLOURS = palette("true")
SIZES = ((80, 24), (120, 36), (60, 18), (110, 24), (100, 30), (40, 12), (200, 60), (20, 5), (1, 1))
HANDS, BOARD = {0: "QdTs", 2: "8c8d", 3: "AsKs"}, "Qc8h8s5d2c"
# What the table's own keys would say.
KEYS = (
    "f Fold",
    "c Call",
    "c Check",
    "Vorauswahl",
    "Space bereit",
    "schreiben",
    "Space nächste",
    "1–5 Marke",
    "Enter",
    "neues",
)


def text(reel: Reel, at: int, size: tuple[int, int] = (80, 24), **more: Any) -> list[str]:
    rows = draw(Picture(reel, at, when=WHEN, **more), size, COLOURS, DE)
    return ["".join(run.text for run in row).rstrip() for row in rows]


def hand() -> Reel:
    """Anna has two pair and calls to the end, Carla wins with four eights."""
    table = Table(stacks=(500,) * 4, hands=HANDS, board=BOARD, button=1)
    table.play("c c c c 40 f c f")
    while table.result is None:
        table.play("c")
    return reel_of(table.game, played(table, HANDS, BOARD))


# ── the hand of ux 5.16 ────────────────────────────────────────────────────────────────────────


def test_the_first_step() -> None:
    rows = text(hand(), 0)
    assert rows[0] == (
        " Handverlauf   Küche · Hand #3 · 20:41 · Hold'em             1 von 13 · ? Hilfe"
    )
    assert "Carla      SB" in rows[1]
    assert "PREFLOP" in rows[10]
    assert rows[13].startswith("   D     10    ▸ Anna  du  500")
    assert rows[16] == "─" * 80
    assert rows[17] == "  Preflop ◆○○○  Flop ○○○○  Turn ○○  River ○○  Ende ○"
    assert rows[19].startswith("  1   Carla Blind 5 · Dan Blind 10")
    assert rows[19].endswith("Ergebnis")
    assert rows[20] == (
        "  2   Anna callt 10                             Carla +70  Ben −10  Dan −10"
    )
    assert rows[21].endswith("Anna −50")


def test_a_step_in_the_middle() -> None:
    rows = text(hand(), 5)
    assert rows[0].endswith(" 6 von 13 · ? Hilfe")
    # Two cards of the board have not come yet, and Carla's are hers alone.
    assert rows[6].count("┌─ ─┐") == 2
    assert "450    ▓▓ ▓▓" in rows[2]
    assert "●40" in rows[3]
    assert rows[14] == "    ♦     ♠    Zwei Paare, Damen und Achten  Kicker 10"
    assert rows[17] == "  Preflop ●●●●  Flop ●◆○○  Turn ○○  River ○○  Ende ○"
    assert [row[:46].rstrip() for row in rows[19:22]] == [
        "  5   Dan checkt · Flop · Pot 40 · D♣ 8♥ 8♠",
        "  6   Carla setzt 40",
        "  7   Dan foldet",
    ]


def test_the_last_step_is_the_result() -> None:
    rows = text(hand(), 12)
    assert rows[0].endswith("13 von 13 · ? Hilfe")
    assert any("★ Carla        8♣  8♦" in row and row.endswith("+120") for row in rows)
    # Ben and Dan have folded: nobody sees what they had.
    assert "  Ben, Dan: gefoldet · Anna: nicht gezeigt" in rows
    assert rows[21] == "  Preflop ●●●●  Flop ●●●●  Turn ●●  River ●●  Ende ◆"
    assert rows[22].startswith("  13  Anna checkt · Showdown · Carla zeigt 8♣ 8♦")


def test_beside_a_wide_table_the_result_has_a_box() -> None:
    rows = text(hand(), 5, (120, 36))
    box = [row[85:] for row in rows[22:35]]
    assert box[0].startswith("╭─ Ergebnis ──")
    assert [line.strip("│ ") for line in box[1:5]] == [
        "Carla +70",
        "Ben −10",
        "Dan −10",
        "Anna −50",
    ]
    assert box[-1].startswith("╰──")
    # Five steps are told at once.
    assert [row[2:5].strip() for row in rows[29:34]] == ["4", "5", "6", "7", "8"]


def test_what_is_to_be_said_is_said() -> None:
    button = Button("replay.step", "← →", "Schritt")
    rows = text(hand(), 5, hint="Das geht nicht.", waiting="▸ Du bist dran", buttons=(button,))
    assert rows[0].endswith("▸ Du bist dran · 6 von 13 · ? Hilfe")
    assert rows[22] == "  Das geht nicht."
    assert rows[23] == " ← → Schritt"
    assert text(hand(), 5, waits=True)[0].endswith("6… von 13 · ? Hilfe")
    # In a narrow window whoever is waited for comes first.
    assert text(hand(), 5, (40, 12), waiting="▸ Du bist dran")[0].endswith("▸ Du bist dran")


# ── every game ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("game", EVERY_GAME)
def test_every_game_at_every_size(game: AnyGame) -> None:
    reel = reel_of(game, thrown(game), seat=1)
    looks = cycle(product(get_args(Depth), (False, True), LANGS))
    for place, size in enumerate(SIZES):
        for at in ((0, reel.pictures - 1, (place * 7 + 3) % reel.pictures)[place % 3],):
            depth, ascii, lang = next(looks)
            colours = palette(depth, ascii)
            rows = draw(Picture(reel, at, when=WHEN), size, colours, Words(lang))
            assert len(rows) == size[1]
            shown = ["".join(run.text for run in row) for row in rows]
            assert {cell_len(row) for row in shown} == {size[0]}
            assert not ascii or "".join(shown).isascii()
            if size[0] > 40:
                assert not any(key in row for key in KEYS for row in shown)


@pytest.mark.parametrize("game", ["holdem", "stud7"])
def test_a_list_keeps_the_own_hand_and_offers_no_keys(game: str) -> None:
    reel = replace(reel_of(BY_ID[game], thrown(BY_ID[game]), seat=1), listed=True)
    for size in ((80, 24), (120, 36)):
        for at in range(reel.of):
            rows = text(reel, at, size)
            assert not any(key in row for key in KEYS for row in rows)
            if at < reel.of - 1:
                assert any("Ben  du" in row or row.startswith(" Du: ") for row in rows)


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("size", [(80, 24), (60, 18)])
def test_the_table_is_the_table(game: AnyGame, size: tuple[int, int]) -> None:
    """What is drawn of the deal is what its layout draws of it, down to where its keys begin."""
    reel = reel_of(game, thrown(game))
    for at in (0, reel.of // 2, reel.pictures - 1):
        drawn = layout(game.id).draw(scene_at(reel, at), size, COLOURS, DE)
        table = ["".join(run.text for run in row) for row in drawn]
        rows = [
            "".join(run.text for run in row) for row in draw(Picture(reel, at), size, COLOURS, DE)
        ]
        place = below(scene_at(reel, at), table, size, DE)
        for y in range(1, size[1] - 1):
            inside = place.y <= y < place.y + place.height
            left, right = (place.x, place.x + place.width) if inside else (size[0], size[0])
            assert rows[y][:left] == table[y][:left]
            assert rows[y][right:] == table[y][right:]
        # Every card that the table shows of the hands is still to be seen.
        assert place.height <= size[1] // 2


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_step_shows_no_card_before_it_was_seen(game: AnyGame) -> None:
    """Cards that became known later are in no earlier picture, wherever they are drawn."""
    reel = reel_of(game, thrown(game), seat=1)
    for at in range(0, reel.of - 1, 9):
        step = reel.steps[at]
        seen = {c for zone in step.view.zones for c in zone.cells if isinstance(c, Card)}
        happened = "".join(map(repr, reel.played.events[: step.happened]))
        unseen = {
            card.code
            for zone in reel.steps[-1].view.zones
            for card in zone.cells
            if isinstance(card, Card) and card not in seen and repr(card) not in happened
        }
        following = "".join(map(repr, reel.played.events[step.happened :]))
        assert all(code in following for code in unseen)
        if game.id == "pokerface":
            continue  # tokens of a round are written as its suit's cards
        rows = draw(
            Picture(reel, at, when=WHEN), (60, 18), palette("mono", True), plain_words("en")
        )
        # The step that follows is told below the table.
        shown = "\n".join("".join(run.text for run in row) for row in rows[3:12])
        assert not [code for code in unseen if code.replace("T", "10") in shown.split()]


def test_names_of_people_are_harmless() -> None:
    reel = reel_of(GAMES[0], thrown(GAMES[0]))
    names = ("\x1b[2J[red]", *NAMES[1:4])
    reel = reel_of(GAMES[0], thrown(GAMES[0]))
    reel = replace(reel, played=replace(reel.played, names=names))
    for at in (0, reel.pictures - 1):
        assert all(row.isprintable() for row in text(reel, at))
        assert "[red]" in "".join(text(reel, at))
