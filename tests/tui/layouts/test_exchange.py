"""The screen of 5-card draw: the picture of ux 5.9, the bets around the exchange, the end.

What the design corrects in the picture is corrected. One row less is free above the pot, so that
the time bar stays in its row (ux 2.1); whoever sits before the viewer has exchanged already, and
the dealer comes last; nobody suggests cards (ux 1.8).
"""

import re
from typing import Any

import pytest

from engine.games.betting.options import DrawOptions
from engine.values.actions import Action
from engine.values.cards import cards
from engine.values.events import Reshuffled
from engine.values.offers import Discard
from tests.tui.layouts.betting_deals import (
    ANNA,
    BEFORE_DRAW,
    BEN,
    BY_ID,
    CARLA,
    CHECK,
    DAN,
    DRAWN,
    EVA,
    FREDERIC,
    NAMES,
    call,
    deal,
    draw6,
    more,
    put,
    raise_to,
    rows,
    scene,
    text,
)
from tests.tui.layouts.cash_tables import cash_scene, people, sitting
from tests.tui.layouts.drawn import DE, EN, style_at
from tests.tui.layouts.test_betting_wireframes import _expected
from tests.tui.layouts.test_generated import ODD, SIZES, checked
from tui.canvas.palette import palette
from tui.canvas.scene import Marked, Scene
from tui.layouts.betting import Betting
from tui.locale import Words

TURN = draw6(clock=18)
ALL_DRAWN = (*DRAWN, put("9h5c"))
BETS = (CHECK, raise_to(60), call(60))


def marked(at: Scene, text: str = "9h5c") -> Scene:
    """The scene with these cards marked."""
    return more(at, marked=Marked(cards(text), at.table.deal, at.table.decision))


PICTURE = more(marked(TURN), cursor=4)

TURN_80 = """
 5-Card Draw PL 5/10   Küche · Hand #9 · Tausch           6/6 · 24 ms · ? Hilfe
 Ben        SB   Carla      BB   Dan             Eva              Frédéric
 840    ▓▓▓▓▓    905             1.210  ▓▓▓▓▓    475    ▓▓▓▓▓     320    ▓▓▓▓▓
 tauscht 3       Fold            bleibt (0)      tauscht 1        tauscht 2

                                    Pot 120
                    1. Setzrunde vorbei · Tausch 0–5 Karten


  ▸ Anna        ░D░░░     ░D░░░     ░9░░░     ░5░░░     ░2░░░              18 s
  1.120  D      ░░♦░░     ░░♠░░     ░░♥░░     ░░♣░░     ░░♠░░
                ░░░D░     ░░░D░     ░░░9░     ░░░5░     ░░░2░
  Paar Damen      1         2         3         4         5
                halten    halten   tauschen  tauschen   halten
                                                          ▲

━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 Zwei Karten gehen weg, verdeckt. Danach gilt der Tausch.

 [1–5 Karte an/aus]  [Enter 2 tauschen]  [0 alle halten]



 ? Hilfe  t Chat  l Protokoll  h Rückblick  v Ansicht  : Befehle  q Verlassen
"""

SECOND_80 = """
 5-Card Draw PL 5/10   Küche · Hand #9                    6/6 · 24 ms · ? Hilfe
 Anna        D   Ben        SB   Carla      BB   Dan              Eva
 1.120  ▓▓▓▓▓    840    ▓▓▓▓▓    905             1.150  ▓▓▓▓▓     415    ▓▓▓▓▓
 tauscht 2       Check           Fold            Bet       ●60    Call      ●60
                 tauscht 3                       bleibt (0)       tauscht 1
                                    Pot 240
                        2. SETZRUNDE  ·  5 von 6 dabei
                          Hauptpot 120 + Einsätze 120





  ░A░░░ ░A░░░ ░8░░░ ░3░░░ ░3░░░  ▸ Frédéric  du  320   tauscht 2           18 s
  ░░♣░░ ░░♦░░ ░░♦░░ ░░♦░░ ░░♥░░  Zwei Paare, Asse und Dreien  Kicker 8
  ░░░A░ ░░░A░ ░░░8░ ░░░3░ ░░░3░  Call 60 bei Pot 240 · nötig 20 % Gewinnchance
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 Dan setzt 60  ·  Eva callt 60

 [f Fold]  [c Call 60]  [r Raise …]  [a All-in 320 …]

 Raise auf 1 Min 70  2 ½ Pot 210  3 ⅔ 260  4 Pot 360  5 All-in

 ? Hilfe  t Chat  l Protokoll  h Rückblick  v Ansicht  : Befehle  q Verlassen
"""

LIST_80 = """
 5-Card Draw PL 5/10   Küche · Hand #9 · Listenansicht    6/6 · 24 ms · ? Hilfe
 TAUSCH   Pot 120
  Platz Spieler        Stack  Einsatz  Aktion        Karten
    1   Anna       D   1.120        –  ▸ am Zug      ░D♦ ░D♠ ░9♥ ░5♣ ░2♠
    2   Ben        SB    840        –  tauscht 3     ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓
    3   Carla      BB    905        –  Fold
    4   Dan            1.210        –  bleibt (0)    ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓
    5   Eva              475        –  tauscht 1     ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓
    6   Frédéric         320        –  tauscht 2     ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓ ▓▓▓
  1 ░D♦     2 ░D♠     3 ░9♥     4 ░5♣    ▸5 ░2♠
  halten    halten    tauschen  tauschen  halten

━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 Du: Ein Paar, Damen                                                       18 s
 Zwei Karten gehen weg, verdeckt. Danach gilt der Tausch.
 Dan bleibt  ·  Eva tauscht 1  ·  Frédéric tauscht 2



 [1–5 Karte an/aus]  [Enter 2 tauschen]  [0 alle halten]



 ? Hilfe  t Chat  l Protokoll  h Rückblick  v Tisch  : Befehle  q Verlassen
"""

OVER_80 = """
 5-Card Draw PL 5/10   Küche · Hand #9 · Showdown         6/6 · 24 ms · ? Hilfe

                                    Pot 420

  Spieler       Karten                 Hand                             gewinnt
  ★ Eva         10♣ 10♦ 10♥ 10♠ ░3♣    Vierling, Zehnen                    +420
                                                                            Pot

    Dan         ░A♥ ░7♣ ░6♣ ░5♥ ░4♥    Höchste Karte, Ass


  Pot 420: Eva (Vierling, Zehnen).
  Deine Karten: D♦ D♠ 2♠ 4♣ 4♦
  Carla: gefoldet · Anna, Ben, Frédéric: nicht gezeigt






────────────────────────────────────────────────────────────────────────────────
 [Space bereit  0/6]

 Space bereit  t Chat  l Protokoll  h Rückblick  ? Hilfe  q Verlassen
"""


def test_the_exchange_at_80() -> None:
    assert text(PICTURE) == _expected(TURN_80)


def test_the_second_round_at_80() -> None:
    at = draw6(*ALL_DRAWN, *BETS, me=FREDERIC, clock=18)
    assert text(at) == _expected(SECOND_80)


def test_the_list_at_80() -> None:
    assert text(more(PICTURE, listed=True)) == _expected(LIST_80)


def test_the_end_at_80() -> None:
    at = draw6(*ALL_DRAWN, *BETS, *(call(60),) * 3)
    assert text(at) == _expected(OVER_80)


@pytest.mark.parametrize("depth", ["true", "256", "16"])
def test_colours_of_the_exchange(depth: Any) -> None:
    colours = palette(depth)
    drawn = rows(PICTURE, depth=depth)
    faces = [style_at(drawn, 9, 16 + 10 * column).bg for column in range(5)]
    kept, goes = colours.faces["normal"].bg, colours.faces["dead"].bg
    assert faces == [kept, kept, goes, goes, kept]
    assert {style_at(drawn, y, 70).bg for y in range(8, 16)} == {colours.turn.bg}
    assert style_at(drawn, 13, 36).fg == colours.bad.fg
    band = [run for row in drawn[8:16] for run in row if run.style.bg == colours.turn.bg]
    assert colours.faint.fg not in {run.style.fg for run in band if run.text.strip()}


def test_without_colours_the_words_say_what_goes() -> None:
    drawn = "\n".join(text(PICTURE, ascii=True))
    assert "halten    halten   tauschen  tauschen   halten" in drawn
    assert "[1-5] Karte an/aus  [Enter] 2 tauschen  [0] alle halten" in drawn


@pytest.mark.parametrize(
    ("away", "said", "button"),
    [
        ("", "Keine Karte geht weg. Danach gilt der Tausch.", "Enter alle halten"),
        ("2s", "Eine Karte geht weg, verdeckt. Danach gilt", "Enter 1 tauschen"),
        ("2s5c9h", "Drei Karten gehen weg, verdeckt. Danach gilt", "Enter 3 tauschen"),
        ("2s5c9hQs", "Vier Karten gehen weg, verdeckt. Danach", "Enter 4 tauschen"),
        ("2s5c9hQsQd", "Alle fünf Karten gehen weg, verdeckt. Danach", "Enter 5 tauschen"),
    ],
)
def test_how_many_cards_go(away: str, said: str, button: str) -> None:
    drawn = text(marked(TURN, away))
    assert drawn[17].startswith(f" {said}")
    assert button in drawn[19]
    assert ("0 alle halten" in drawn[19]) == bool(away)


# ── every way to see it ────────────────────────────────────────────────────────────────────────


RICH = (9_999_999, 123_456, 35, 1_000)


def playing(
    players: int,
    *acts: Action,
    me: int | None = ANNA,
    stacks: tuple[int, ...] = RICH,
    **ui: Any,
) -> Scene:
    """All have called, and exchange."""
    began = tuple(stacks[seat % len(stacks)] for seat in range(players))
    calls: list[Action] = [*[call(10)] * (players - 2), call(5), CHECK]
    dealt = deal("draw5", began, {ANNA: "TsThTdTcAc"}, "", (*calls, *acts), DrawOptions())
    return scene("draw5", dealt, me, clock=9, **ui)


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("size", [*SIZES, *ODD])
def test_all_are_there_on_any_screen(players: int, size: tuple[int, int]) -> None:
    others = (put(),) * (players - 1)
    for listed in (False, True):
        at = marked(playing(players, *others, listed=listed), "TsTd")
        for words in (DE, EN):
            for colours in (palette("true"), palette("mono", ascii=True)):
                checked(Betting().draw(at, size, colours, words), size, colours)
        if size[0] >= 60 and size[1] >= 18:
            shown = "\n".join(text(at, *size))
            assert shown.count("(0)") == players - 1
            assert "2 tauschen" in shown
            assert shown.count("halten") >= 3
            assert all(name in shown for name in NAMES[:players])


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("size", [(80, 24), (80, 30), (110, 24), (110, 30), (120, 36)])
def test_nobody_sits_on_own_cards_or_the_pot(players: int, size: tuple[int, int]) -> None:
    """Each name, each row of backs and all that is said of an exchange, once."""
    poor = (1_000, 77, 905)
    at = playing(players, *(put(),) * (players - 1), stacks=poor)
    drawn = text(at, *size)
    table = "\n".join(line[:84] if size[0] > 110 else line[:80] for line in drawn)
    assert table.count("▓▓▓▓▓") == players - 1
    assert len(re.findall(r"bleibt \(0\)", table)) == players - 1
    assert "  Pot " in table
    assert "1. Setzrunde vorbei" in table
    later = text(playing(players, *(put(),) * players, CHECK, me=None, stacks=poor), *size)
    shown = "\n".join(line[:84] if size[0] > 110 else line[:80] for line in later)
    assert len(re.findall(r"bleibt \(0\)", shown)) == players


def test_whose_turn_it_is_and_who_is_still_to_come() -> None:
    drawn = text(draw6(*DRAWN[:2], me=CARLA))
    assert drawn[1].startswith(" Dan            ▸Eva             Frédéric        Anna        D")
    assert drawn[3].split("  ")[0] == " bleibt (0)"
    assert drawn[3].count("denkt …") == 1
    assert drawn[3].count("wartet") == 2
    assert drawn[17] == " Ben tauscht 3  ·  Dan bleibt"
    assert drawn[19] == " Du hast gefoldet."


@pytest.mark.parametrize(
    ("acts", "me", "said"),
    [
        (DRAWN[:1], BEN, " Du hast 3 Karten getauscht."),
        (DRAWN[:2], DAN, " Du hast alle Karten behalten."),
        (DRAWN[:3], EVA, " Du hast eine Karte getauscht."),
    ],
)
def test_whoever_has_exchanged_sees_the_hand_that_came_of_it(
    acts: tuple[Action, ...], me: int, said: str
) -> None:
    drawn = text(draw6(*acts, me=me))
    assert drawn[19] == said
    assert "halten    halten" not in "\n".join(drawn)
    assert " du " in drawn[13]


def test_marks_before_the_turn_are_nobody_elses_business() -> None:
    at = marked(draw6(*DRAWN[:2]))
    drawn = text(at)
    assert drawn[13].split() == ["halten", "halten", "tauschen", "tauschen", "halten"]
    assert drawn[17] == " Ben tauscht 3  ·  Dan bleibt"
    assert "2 tauschen" in drawn[19]
    assert drawn[21].startswith(" niemand sieht die Auswahl")


def test_a_spectator_sees_how_many_and_no_card() -> None:
    drawn = text(draw6(*DRAWN[:2], me=None))
    assert drawn[13].strip() == "1.120  ▓▓▓▓▓"
    assert drawn[14].strip() == "wartet"
    assert drawn[19] == " Handkarten siehst du erst beim Showdown."


def test_whoever_is_all_in_exchanges_too() -> None:
    acts = (raise_to(300), call(295), call(290))
    dealt = deal("draw5", (300, 300, 300), {}, "", acts, DrawOptions())
    drawn = text(scene("draw5", dealt, BEN))
    assert drawn[11].startswith("  All-in")
    assert "Enter alle halten" in drawn[19]
    assert drawn[2].count("All-in") == 2
    assert drawn[3].count("wartet") == 2


def test_own_chips_are_told_beside_the_cards() -> None:
    """What comes with the next deal, the time reserve, and the wish to sit out then."""
    dealt = deal("draw5", (1000, 1000, 1000), {}, "", (call(10), call(5), CHECK), DrawOptions())
    stacks = (1000, 1000, 1000, None, 980)
    for own, said in (({"coming": 200}, "+200"), ({"wish": "rest"}, "danach Pause")):
        chairs = list(people(stacks))
        chairs[BEN] = sitting("Ben", 1000, reserve=1, **own)
        at = cash_scene(dealt, (0, 1, 2), tuple(chairs), BEN, game_id="draw5", clock=18)
        drawn = text(at)
        assert said in drawn[11][:15], drawn
        assert drawn[10].rstrip().endswith("w  +30 s")


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 36)])
def test_what_a_call_costs_is_whole_beside_five_cards(size: tuple[int, int]) -> None:
    """Where it is too long to stand there it stands elsewhere, and so does the time."""
    acts = (raise_to(1_000), call(995))
    stacks = (100_000,) * 3
    dealt = deal("draw5", stacks, {}, "", acts, DrawOptions())
    chairs = list(people((*stacks, None)))
    chairs[CARLA] = sitting("Carla", 100_000, reserve=1)
    at = cash_scene(dealt, (0, 1, 2), tuple(chairs), CARLA, game_id="draw5", clock=18)
    shown = "\n".join(line[:84] for line in text(at, *size))
    for part in ("Call 990 bei Pot 2.010", "nötig 33 % Gewinnchance", "Einsatz 10", "BB", "18 s"):
        assert part in shown, shown
    assert "…" not in "\n".join(line for line in shown.splitlines() if "All-in" not in line)


# ── the log, and the end ───────────────────────────────────────────────────────────────────────


def told(at: Scene, words: Words = DE) -> list[str]:
    """The story of the deal."""
    lines = Betting().tell(at, palette("true"), words)
    return ["".join(part for part, _ in line) for line in lines]


def test_the_log_of_an_exchange() -> None:
    at = draw6(*ALL_DRAWN, *BETS)
    assert told(at)[-12:-1] == [
        "Carla foldet",
        "── Tausch · Pot 120 ──",
        "Ben tauscht 3",
        "Dan bleibt",
        "Eva tauscht 1",
        "Frédéric tauscht 2",
        "Anna tauscht 2: 9♥ 5♣",
        "Du bekommst 4♣ 4♦",
        "── 2. Setzrunde · Pot 120 ──",
        "Ben checkt",
        "Dan setzt 60",
    ]


def test_those_who_stand_pat_one_after_another_share_a_line() -> None:
    at = draw6(put(), put(), put("2c"), put(), put(), me=None)
    lines = told(at)
    assert "Ben und Dan bleiben" in lines
    assert "Eva tauscht 1" in lines
    assert "Frédéric und Anna bleiben" in lines
    english = told(at, EN)
    assert "Ben and Dan stand pat" in english
    assert "Eva draws 1" in english


def test_a_stub_made_anew_is_told() -> None:
    """Eight who put all their cards away: for the third one there are none left (C.7)."""
    players = 8
    calls = (*(call(10),) * 6, call(5), CHECK)
    dealt = deal("draw5", (1000,) * players, {}, "", calls, DrawOptions())
    game, (state, events) = BY_ID["draw5"], dealt
    for _ in range(players):
        (offer,) = game.offers(state, state.turn)
        assert isinstance(offer, Discard)
        away = "".join(card.code for card in offer.cards)
        state, happened = game.apply(state, state.turn, put(away))
        events += happened
    assert sum(isinstance(event, Reshuffled) for event in events) == 3
    lines = told(scene("draw5", (state, events), None))
    assert lines.count("Ablage neu gemischt") == 3
    at = lines.index("Ablage neu gemischt")
    assert lines[at - 1] == "Dan tauscht 5"


def test_hands_are_named_when_they_are_shown() -> None:
    lines = told(draw6(*ALL_DRAWN, *BETS, *(call(60),) * 3))
    at = lines.index("── Showdown ──")
    assert lines[at + 1 : at + 5] == [
        "Dan zeigt A♥ 4♥ 5♥ 6♣ 7♣",
        "  Höchste Karte, Ass",
        "Eva zeigt 10♣ 10♦ 10♥ 10♠ 3♣",
        "  Vierling, Zehnen",
    ]


@pytest.mark.parametrize("me", [None, *range(6)])
def test_nobody_reads_what_others_put_away_or_got(me: int | None) -> None:
    at = draw6(*ALL_DRAWN, *BETS, me=me)
    for size in ((80, 24), (120, 36), (60, 18)):
        for listed in (False, True):
            shown = " ".join(text(more(at, listed=listed, drawer="log"), *size))
            for seat, away in ((BEN, "7♥"), (EVA, "2♣"), (FREDERIC, "B♦"), (ANNA, "5♣")):
                assert (away in shown) <= (seat == me)


def test_what_was_bet_before_the_exchange_is_bet_like_anywhere() -> None:
    dealt = deal(
        "draw5",
        (1142, 862, 915, 1232, 497, 342),
        {ANNA: "QdQs9h5c2s"},
        "",
        BEFORE_DRAW[:3],
        DrawOptions(structure="pot"),
    )
    drawn = text(scene("draw5", dealt))
    assert drawn[6].strip() == "1. SETZRUNDE  ·  6 von 6 dabei"
    assert drawn[14].endswith("Ein Paar, Damen  Kicker 9 5 2")
    assert "tauscht" not in "\n".join(drawn)
    assert "c Call 22" in drawn[19]


def test_eight_hands_have_room_at_the_end() -> None:
    acts = (*(put(),) * 8, *(CHECK,) * 8)
    at = playing(8, *acts)
    drawn = text(at)
    assert "Showdown" in drawn[0]
    assert at.table.view is not None
    shown = [note.seat for note in at.table.view.notes if note.code == "hand"]
    assert all(any(NAMES[seat or 0] in line for line in drawn[4:19]) for seat in shown)


def test_in_a_very_small_window_a_sign_says_what_goes() -> None:
    drawn = text(marked(TURN), 30, 7)
    assert drawn[1].startswith(" Zwei Karten gehen weg,")
    assert drawn[3] == "  Enter 2 tauschen"
    assert drawn[5] == " 1 D♦ 2 D♠ 3 9♥✗4 5♣✗5 2♠"
