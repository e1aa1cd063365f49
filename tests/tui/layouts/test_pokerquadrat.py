"""What a table of Pokerquadrat shows in every state (ux 5.5, 8)."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from engine.games.pokerquadrat import Options
from engine.kit.square import POINTS
from engine.values.cards import RANKS, SUITS, Card
from engine.values.why import Why
from protocol.messages import Ballot, Clock, DealScore, Pause, Said
from tests.tui import squares
from tests.tui.layouts.drawn import DE, EN, style_at
from tests.tui.squares import ANNA, BEN, PICTURE, held, partners
from tui.canvas.cells import Row
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Explain, Scene
from tui.layouts import layout
from tui.locale import Words
from tui.notices import Notice

LAYOUT = layout("pokerquadrat")
THEIRS = squares.scene(PICTURE[:11], hands=("5h9c7d", "Ad3c4s"))
OPEN = Options(open_hands=True)


def rows(scene: Scene, size: tuple[int, int], depth: Depth = "true") -> tuple[Row, ...]:
    return LAYOUT.draw(scene, size, palette(depth), DE)


def text(scene: Scene, width: int = 80, height: int = 24, words: Words = DE) -> list[str]:
    drawn = LAYOUT.draw(scene, (width, height), palette("true"), words)
    return ["".join(run.text for run in row).rstrip() for row in drawn]


def page(scene: Scene, size: tuple[int, int] = (80, 24), words: Words = DE) -> str:
    return "\n".join(text(scene, *size, words))


def panel(scene: Scene, first: int, last: int) -> list[str]:
    """Rows of the right side at 80 columns."""
    return [line[49:].strip() for line in text(scene)[first : last + 1]]


# ── the states of the design ───────────────────────────────────────────────────────────────────


def test_an_empty_square() -> None:
    scene = squares.scene((), hands=("5h9c7d", "AhAdAc"))
    lines = text(scene)
    assert lines[2][:33] == "    ╭   ╮ ╭   ╮ ╭   ╮ ╭   ╮ ╭   ╮"
    assert lines[1][50:] == "Punkte 0 von 60   Zug 1/25"
    assert lines[5][50:] == "deine Hand          Vorrat 46"
    assert lines[21][:34].split() == lines[19][35:48].split()[:1] * 5
    assert panel(scene, 13, 19) == [
        "╭─────────────────────────────╮",
        "│ 1–3 wählt eine Karte.       │",
        "│ a–e und 1–5 das Feld.       │",
        "│                             │",
        "│                             │",
        "│                             │",
        "╰─────────────────────────────╯",
    ]


def test_a_half_typed_column_lights_up_and_says_which_rows_are_free() -> None:
    scene = squares.scene(ghost=held("5h", column="b"))
    assert panel(scene, 13, 15) == [
        "╭─ 5♥ auf b … ────────────────╮",
        "│ b … Reihe 1–5               │",
        "│ frei: 2, 4 und 5            │",
    ]
    drawn = rows(scene, (80, 24))
    accent = "#f0bf4c"
    assert style_at(drawn, 1, 12).fg == accent
    assert [style_at(drawn, y, 1).fg == accent for y in (3, 7, 11, 15, 19)] == [
        *(False, True, False, True, True)
    ]
    assert style_at(drawn, 6, 10).fg == style_at(drawn, 18, 10).fg == accent
    assert style_at(drawn, 6, 16).fg != accent


@pytest.mark.parametrize(
    ("at", "x", "y"),
    [("b1", 10, 2), ("e1", 28, 2), ("a3", 4, 10), ("e3", 28, 10), ("a5", 4, 18), ("c5", 16, 18)],
)
def test_a_ghost_on_each_edge_has_its_marks(at: str, x: int, y: int) -> None:
    lines = text(squares.scene((), hands=("5h9c7d", "AhAdAc"), ghost=held("5h", at)))
    for row in range(y, y + 3):
        assert lines[row][x - 1] == lines[row][x + 5] == "┃"
    assert lines[y][x : x + 5] == " 5   "
    assert lines[13][49:].startswith(f"╭─ 5♥ auf {at} ─")


def test_a_place_without_a_card_is_marked_and_asks_for_one() -> None:
    scene = squares.scene(ghost=held(at="e1"))
    assert text(scene)[2][27:34] == "┃╭   ╮┃"
    assert panel(scene, 13, 14) == [
        "╭─ … auf e1 ──────────────────╮",
        "│ Welche Karte? 1–3           │",
    ]


def test_a_lost_square_says_how_much_was_missing() -> None:
    lines = text(squares.lost())
    assert lines[1][50:] == "✗ 57 von 60: 3 zu wenig"
    assert [line[50:].split()[-1] for line in lines[4:17]] == [
        *("30", "10", "16", "1", "3", "0"),
        *("27", "5", "5", "12", "0", "5"),
        "57",
    ]
    assert lines[9][50:] == "5  nichts                   0"
    assert lines[18][49:] == " Space neues Spiel  0/2"


def test_the_target_may_be_reached_exactly() -> None:
    scene = squares.scene(squares.whole(squares.LOST), hands=("", ""), options=Options(target=57))
    assert text(scene)[1][50:] == "✓ 57 von 57: geschafft"


def test_the_worked_example_misses_a_hard_target() -> None:
    scene = squares.scene(squares.whole(squares.WON), hands=("", ""), options=Options(target=75))
    assert text(scene)[1][50:] == "✗ 63 von 75: 12 zu wenig"


def test_open_hands_show_the_partners_cards_in_a_row() -> None:
    assert text(squares.scene(options=OPEN))[11][50:] == "Ben hält   A♦  3♣  4♠"
    assert "Ben hält   A♦  3♣  4♠" in page(squares.scene(options=OPEN), (60, 18))
    wide = text(squares.scene(options=OPEN), 120, 36)
    assert wide[6].endswith("Ben hält")
    assert wide[7].endswith(" A♦  3♣  4♠")


def test_two_cards() -> None:
    scene = squares.scene(hands=("5h9c", "Ad3c"), options=Options(hand_size=2))
    lines = text(scene)
    assert lines[9][50:] == "  1       2"
    assert lines[11][50:] == "Ben hält  ▓▓▓ ▓▓▓"
    assert lines[5].endswith("Vorrat 36")
    assert lines[-1].startswith(" 1–2 Karte")


def test_the_partners_turn_leaves_room_to_think() -> None:
    assert text(THEIRS)[22][50:] == "Ben ist dran.  kein Zeitlimit"
    assert panel(THEIRS, 16, 18) == [
        "│ Überlegen darfst du schon,  │",
        "│ das sieht niemand.          │",
        "│                             │",
    ]
    thinking = replace(THEIRS, ui=replace(THEIRS.ui, ghost=held("5h", "b2")))
    assert panel(thinking, 14, 18) == [
        "│ Reihe 2                  +5 │",
        "│   Paar → Drilling           │",
        "│ Spalte b                 ±0 │",
        "│   3 von 5 Herz              │",
        "│ noch nicht dran             │",
    ]


# ── what a card would make of its lines ────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("card", "at", "row", "column"),
    [
        ("5h", "b2", ("Paar → Drilling", "+5"), ("3 von 5 Herz", "±0")),
        ("9c", "b4", ("Paar", "+1"), ("noch nichts", "±0")),
        ("9c", "d4", ("Paar", "+1"), ("4 von 5 Kreuz", "±0")),
        ("7d", "c1", ("bleibt Drilling", "±0"), ("3 von 5 Karo", "±0")),
        ("7d", "d4", ("noch nichts", "±0"), ("kein Flush mehr möglich", "±0")),
        ("7d", "e1", ("bleibt Drilling", "±0"), ("noch nichts", "±0")),
    ],
)
def test_the_decision_in_words(
    card: str, at: str, row: tuple[str, str], column: tuple[str, str]
) -> None:
    told = panel(squares.scene(ghost=held(card, at)), 14, 17)
    said = [line.strip("│ ") for line in told]
    assert said[0].split() == ["Reihe", at[1], row[1]]
    assert said[1] == row[0]
    assert said[2].split() == ["Spalte", at[0], column[1]]
    assert said[3] == column[0]


def test_a_gain_too_long_for_its_row_stands_below() -> None:
    moves = ("2c a1", "7s a5", "2d b1", "9h b5", "3c c1", "Jd c5", "3d d1", "Qs d5")
    scene = squares.scene(moves, hands=("2h4c5d", ""), ghost=held("2h", "e1"))
    lines = text(scene)
    assert lines[3][35:48] == "Zwei Paare  3"
    assert lines[4][35:48].rstrip() == "→ Full House"
    assert lines[5][35:48] == "           +7"


def test_the_longest_hand_fits_its_row() -> None:
    moves = tuple(f"{c} {at}" for c, at in zip(("Ts", "Js", "Qs", "Ks"), "abcd", strict=True))
    moves = tuple(f"{move}1" for move in moves)
    before = squares.scene(moves, hands=("As2c3d", ""), ghost=held("As", "e1"))
    assert [line[35:48].rstrip() for line in text(before)[3:6]] == [
        *("–           ·", "→ Royal Fl.", "          +30"),
    ]
    after = squares.scene((*moves, "As e1"), hands=("2c3d4h", ""))
    assert text(after)[3][35:48] == "Royal Fl.  30"


@pytest.mark.parametrize("words", [DE, EN], ids=["de", "en"])
def test_every_hand_has_words_for_each_place(words: Words) -> None:
    for name in POINTS:
        if name == "high_card":
            continue
        assert len(words(f"pokerquadrat.row.{name}")) <= 10
        assert len(words(f"pokerquadrat.column.{name}")) <= 5
        assert len(words(f"pokerquadrat.tiny.{name}")) <= 3


# ── who looks on, who is missing ───────────────────────────────────────────────────────────────


def test_a_spectator_sees_the_square_and_nobodys_cards() -> None:
    for options in (None, OPEN):
        scene = squares.scene(me=None, options=options)
        lines = text(scene)
        assert lines[0].startswith(" ZUSCHAUER  Pokerquadrat · Abendquadrat · Ziel 60")
        assert lines[6][50:] == "Anna hält  ▓▓▓ ▓▓▓ ▓▓▓"
        assert lines[8][50:] == "Ben hält  ▓▓▓ ▓▓▓ ▓▓▓"
        assert lines[21][50:] == "Die Hände bleiben verdeckt"
        assert lines[22][50:].startswith("Anna ist dran.")
        assert "Enter" not in lines[-1]


def resting(pause: Pause, scene: Scene = THEIRS, **changes: Any) -> Scene:
    missing = pause.seats if pause.why.code == "absent" else ()
    return replace(
        scene,
        table=replace(scene.table, chairs=partners(*missing), pause=pause, **changes),
    )


VOTE = Ballot(3, ("wait", "bot", "cancel"), (ANNA,), ())


def test_whoever_is_away_is_named_where_the_decision_stood() -> None:
    scene = resting(Pause(Why("absent"), (BEN,), 42_000))
    assert text(scene)[:12] == text(THEIRS)[:12]  # nothing covers the cards
    assert panel(scene, 12, 15) == [
        *("nicht da", "─" * 29, "Ben ist weg", "Abstimmung in 0:42"),
    ]
    assert "Enter legen" not in text(scene)[-1]


def test_the_vote_has_a_row_for_each_choice() -> None:
    told = panel(resting(Pause(Why("absent"), (BEN,), None, VOTE)), 14, 22)
    assert told == [
        "Ben ist weg",
        "Abstimmung: mehr als die",
        "Hälfte entscheidet",
        "w warten 0/1",
        "m Bot spielt für Ben 0/1",
        "x abbrechen 0/1",
        "Ein Bot spielt nur, bis",
        "jemand zurück ist. Abbrechen:",
        "kein Ergebnis.",
    ]


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (110, 24), (60, 18), (40, 12)])
def test_the_vote_has_its_keys_in_every_window(size: tuple[int, int]) -> None:
    shown = page(resting(Pause(Why("absent"), (BEN,), None, VOTE)), size)
    assert " w warten 0/1" in shown


def test_whoever_is_late_still_sees_the_decision() -> None:
    scene = resting(Pause(Why("late"), (ANNA,), None, None), squares.picture())
    assert "5♥ auf b2" in text(scene)[13]
    assert panel(scene, 20, 22) == [
        *("Die Zeit ist um, alle warten", "auf dich.", "▸ Du bist dran kein Zeitlimit"),
    ]


def test_the_server_cannot_store() -> None:
    scene = resting(Pause(Why("storage")), squares.picture())
    assert panel(scene, 14, 16) == [
        *("Der Server kann gerade nicht", "speichern; es geht von selbst", "weiter."),
    ]
    said = DE("absence.storage")
    assert LAYOUT.press(scene, "enter", DE) == Explain(said)
    assert LAYOUT.buttons(scene, DE)[-1].reason == said
    assert "Der Server kann gerade nicht" in page(scene, (60, 18))


def test_a_bot_that_plays_for_the_partner_is_named() -> None:
    table = replace(THEIRS.table, chairs=partners(bots=(BEN,)))
    assert panel(replace(THEIRS, table=table), 11, 12) == ["Ben hält  ▓▓▓ ▓▓▓ ▓▓▓", "Bot spielt"]


def test_a_clock_has_its_seconds_and_its_bar() -> None:
    table = replace(squares.picture().table, clock=Clock(15_000, 60_000))
    lines = text(replace(squares.picture(seconds=15), table=table))
    assert lines[12][50:] == "━" * 29
    assert lines[22][50:] == "▸ Du bist dran           15 s"


def test_answers_stand_over_the_turn_and_take_the_rows_that_they_need() -> None:
    short = squares.picture(message="Spalte a ist voll.")
    assert panel(short, 20, 22) == [
        *("Ben legte B♦ auf c5", "! Spalte a ist voll.", "▸ Du bist dran kein Zeitlimit"),
    ]
    longer = squares.picture(message="Auf b1 liegt schon K♥. Frei in b: 2, 4 und 5.")
    assert panel(longer, 20, 22) == [
        *("! Auf b1 liegt schon K♥. Frei", "in b: 2, 4 und 5."),
        "▸ Du bist dran kein Zeitlimit",
    ]
    assert panel(squares.picture(pending=True), 21, 21) == ["… ist unterwegs"]


def test_what_was_said_stands_in_place_of_the_reminder() -> None:
    said = Said("t", "Ben", BEN, "short_break")
    scene = replace(squares.picture(), said=(said,))
    assert text(scene)[21][50:] == "Ben Kurze Pause?"
    longer = replace(scene, said=(Said("t", "Wolfgang-Ama", BEN, "rules_question"),))
    assert panel(longer, 20, 22) == [
        *("Wolfgang-Ama Ich habe eine", "Regelfrage.", "▸ Du bist dran kein Zeitlimit"),
    ]
    told = replace(scene, notices=(Notice("back", BEN, "Ben", at=99),))
    assert text(told)[21][50:] == "Ben ist wieder da"


# ── other sizes ────────────────────────────────────────────────────────────────────────────────


def test_in_a_wide_low_window_moves_and_points_stand_beside() -> None:
    lines = text(squares.picture(), 112, 24)
    assert [line[:80].rstrip() for line in lines[1:23]] == text(squares.picture())[1:23]
    assert lines[3][81:] == "│ 11 Anna      6♣  d3  +5     │"
    assert lines[17][81:].startswith("╭─ Punkte je Hand ─")


def test_where_large_cards_touch_they_take_turns_in_colour() -> None:
    drawn = rows(squares.picture(), (110, 30))
    faces = [style_at(drawn, 2 + 5 * row, 4).bg for row in range(5)]
    assert faces == ["#f3efe4", "#ddd8c8"] * 2 + ["#f3efe4"]


def test_a_high_window_lists_points_and_moves() -> None:
    lines = text(squares.picture(), 90, 34)
    assert lines[21][50:] == "Punkte je Hand"
    assert lines[27][50:] == "Züge"
    assert lines[28][50:] == "12 Ben       B♦  c5"
    assert lines[29][50:] == "11 Anna      6♣  d3  Drilling +5"


def test_a_small_window_has_the_ten_lines_of_the_end() -> None:
    lines = text(squares.won(), 60, 18)
    assert lines[5] == " 1   K♠  K♥  7♥  K♣  7♦   1  Full House 10  a  Flush 5"
    assert lines[13].strip() == "✓ 63 von 60: geschafft"
    assert lines[17].startswith(" Space neues Spiel")


@pytest.mark.parametrize("size", [(40, 12), (30, 7), (59, 17), (27, 9)])
def test_the_smallest_windows_keep_hand_and_square(size: tuple[int, int]) -> None:
    shown = text(squares.picture(), *size)
    assert shown[0].startswith(" ▸ Du bist dran  5♥ auf")
    assert shown[1].startswith(" ▲1 5♥ 2 9♣ 3 7♦")
    assert any(line.startswith(" 2   5♠┃ 5♥┃") for line in shown)
    refused = text(squares.picture(message="Spalte a ist voll."), *size)
    assert refused[0].startswith(" ! Spalte a ist voll.")


def test_a_table_that_waits() -> None:
    table = replace(THEIRS.table, view=None, stage="waiting", chat="free", offers=())
    chairs = (replace(table.chairs[0]), replace(table.chairs[1], kind="empty", name=""))
    scene = Scene(replace(table, chairs=chairs))
    for size in ((80, 24), (60, 18), (120, 36)):
        shown = page(scene, size)
        assert "Dieser Tisch wartet auf Spieler" in shown
        assert "mit Bots auffüllen" in shown
    broken = replace(scene, table=replace(scene.table, stage="broken"))
    assert "gestört" in page(broken)


def test_whoever_is_not_ready_still_looks_at_the_square_when_the_other_has_left() -> None:
    scene = squares.won()
    table = replace(scene.table, stage="waiting")
    assert "63 von 60" in page(replace(scene, table=table))
    chairs = tuple(replace(chair, ready=True) for chair in table.chairs)
    assert "63 von 60" not in page(replace(scene, table=replace(table, chairs=chairs)))


def test_in_english() -> None:
    lines = text(squares.picture(), words=EN)
    assert lines[0].startswith(" Pokerquadrat   with Ben · target 60")
    assert lines[8][35:48] == "→ Trips    +5"
    assert [line[49:].strip() for line in lines[13:19]] == [
        "╭─ 5♥ on b2 ──────────────────╮",
        "│ Row 2                    +5 │",
        "│   Pair → Trips              │",
        "│ Column b                 ±0 │",
        "│   3 of 5 hearts             │",
        "│ Enter lays it for good      │",
    ]
    assert text(squares.lost(), words=EN)[1][50:] == "✗ 57 of 60: 3 short"


# ── the log ────────────────────────────────────────────────────────────────────────────────────


def told(scene: Scene) -> list[str]:
    lines = LAYOUT.tell(scene, palette("true"), DE)
    return ["".join(part for part, _ in line) for line in lines]


def test_the_log_tells_every_card_and_what_it_made() -> None:
    assert told(squares.scene())[:9] == [
        "Deine Karten K♠ K♥ 6♠",
        "Anna legt K♠ auf a1",
        "Du ziehst 9♠",
        "Ben legt 5♠ auf a2",
        "Anna legt K♥ auf b1: Paar +1",
        "Du ziehst 2♠",
        "Ben legt K♣ auf d1: Drilling +5",
        "Anna legt 6♠ auf a3",
        "Du ziehst 6♣",
    ]


def test_the_log_ends_with_the_sums() -> None:
    assert told(squares.won())[-2:] == [
        "Reihen 36 + Spalten 27 = 63",
        "✓ 63 von 60: geschafft",
    ]
    assert told(squares.lost())[-1] == "✗ 57 von 60: verfehlt"


def test_with_open_hands_the_log_tells_both() -> None:
    lines = told(squares.scene(options=OPEN))
    assert lines[:2] == ["Deine Karten K♠ K♥ 6♠", "Ben hat 5♠ K♣ 6♥"]
    assert lines[5] == "Ben zieht 5♣"


def test_the_drawer_tells_whose_turn_it_is() -> None:
    lines = text(squares.picture(drawer="log"))
    assert "Protokoll · Abendquadrat" in lines[17]
    assert lines[21] == "  ▸ Anna ist dran"
    # The keys are in the footer, an answer to one of them has its place in the drawer.
    assert lines[22] == ""
    assert lines[23].startswith(" 1–3 Karte")
    refused = text(squares.picture(drawer="log", message="Spalte a ist voll."))
    assert refused[22] == " ! Spalte a ist voll."
    assert text(squares.picture(drawer="log"), 60, 18)[16].startswith(" 1–3 Karte")
    voting = resting(Pause(Why("absent"), (BEN,), None, VOTE))
    opened = replace(voting, ui=replace(voting.ui, drawer="log"))
    assert text(opened)[22].startswith(" w warten 0/1")


# ── nothing leaks ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("me", [ANNA, BEN, None])
@pytest.mark.parametrize("moves", [0, 1, 12, 24, 25])
def test_no_card_is_drawn_that_the_viewer_may_not_see(me: int | None, moves: int) -> None:
    scene = squares.scene(squares.whole(squares.WON)[:moves], me, ("", ""))
    assert scene.table.view is not None
    cells = [cell for zone in scene.table.view.zones for cell in zone.cells]
    mine = {cell.code for cell in cells if isinstance(cell, Card)}
    for drawer in (None, "log", "info"):
        shown = replace(scene, ui=replace(scene.ui, drawer=drawer))
        for size in ((60, 18), (80, 24), (120, 36)):
            drawn = LAYOUT.draw(shown, size, palette("mono", ascii=True), EN)
            found = re.sub(
                r"\b10(?=[cdhs])", "T", "\n".join("".join(r.text for r in row) for row in drawn)
            )
            assert set(re.findall(rf"\b([{RANKS}][{SUITS}])\b", found)) <= mine


def test_the_ghost_is_the_viewers_alone() -> None:
    scene = squares.scene(me=BEN, ghost=held("5h", "b2"))
    assert "┃" not in page(scene)
    assert "┃" not in page(squares.scene(me=None, ghost=held("5h", "b2")))


def test_past_games_do_not_matter_to_the_square() -> None:
    table = replace(squares.won().table, history=(DealScore(1, Why("success", {"points": 63})),))
    assert page(replace(squares.won(), table=table)) == page(squares.won())
