"""The table of Indian Poker cell by cell: the wireframe of ux 5.13, its colours, every variant.

The wireframe is copied; a light card's blank cell `░`, the cells of the own back and those around a
button (there drawn as brackets) are blanks here. Its figures are made possible: before the raise to
six Anna had only checked, so that a call is six and nothing of hers is bet. The seed's German words
stand for the picture's English ones, and the footer has its corrected words.
"""

import re
from itertools import combinations
from typing import Any, Literal

import pytest

from engine.games.indian.options import Options
from engine.kit import brag, ranking
from engine.values.cards import DECK, card, cards
from protocol.messages import ChairInfo, FreezeoutInfo
from tests.tui.layouts.drawn import DE, EN, style_at
from tests.tui.layouts.indian_deals import (
    ANNA,
    CARLA,
    CHECK,
    DAN,
    EVA,
    FOLD,
    HANDS,
    HEADS,
    OUT,
    call,
    deal,
    enter,
    indian8,
    joined,
    more,
    raise_to,
    rows,
    scene,
    text,
    with_cards,
)
from tui.canvas.palette import palette
from tui.canvas.scene import Amount, Scene
from tui.layouts.indian.facts import odds
from tui.layouts.indian.seen import Ranking
from tui.locale import Words


def _expected(wireframe: str) -> list[str]:
    plain = re.sub("[░▓]", " ", wireframe.strip("\n"))
    plain = re.sub(r"\[([\w–]+ [^\[\]]+)\]", r" \1 ", plain)
    return [line.rstrip() for line in plain.split("\n")]


HEAD_80 = """
 Indian Poker   Stirnrunde · Spiel 12 · Ante 1 · max 5    8/8 · 24 ms · ? Hilfe
 Alle sehen deine Karte. Nur du nicht.                    höchste Karte gewinnt

    ░D░░░      ░4░░░      ░9░░░      ░K░░░    G ░10░░      ░2░░░      ░B░░░
    ░░♥░░      ░░♠░░      ░░♣░░      ░░♦░░      ░░♠░░      ░░♥░░      ░░♣░░
    ░░░D░      ░░░4░      ░░░9░      ░░░K░      ░░10░      ░░░2░      ░░░B░
     Ben       Carla       Dan        Eva     Frédéric     Greta     Hannes
  48 Chips   61 Chips   22 Chips   75 Chips   31 Chips   50 Chips   64 Chips
   checkt     setzt 3  steigt aus   erhöht    geht mit  steigt aus  geht mit
                ●3                    ●6         ●6                    ●6

                                     Pot 29

    ▓?▓▓▓▓▓    ▸ Anna  du  57 Chips                                        18 s
    ▓▓▓▓▓▓▓    Du siehst   K♦ D♥ B♣ 10♠ 9♣ 4♠ 2♥
    ▓▓▓?▓▓▓    Noch dabei und höchste Gegenkarte: König
    ▓▓▓▓▓▓▓    Nur ein Ass schlägt den König, ein König teilt: 7 von 45 Karten
    ▓▓▓▓▓?▓
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 Carla setzt 3 · Eva erhöht auf 6 · Frédéric, Hannes gehen mit
"""

TURN_80 = (
    HEAD_80
    + """
 [f Aussteigen]  [c Mitgehen 6]  [r Erhöhen um 1–5]  [1–5 direkt]

 ? Hilfe  t Sätze  l Protokoll  h Rückblick  v Ansicht  : Befehle  q Verlassen
"""
)

FIELD_80 = (
    HEAD_80
    + """\
 Erhöhen um  3 ▏  = auf 9   legst 9 · bleiben 48 · 1–5
 m Min   p Max                     0-9 tippen · ↑ ↓ + − einer mehr oder weniger
 [Enter Um 3 erhöhen]  [Esc zurück]
 0-9 Betrag  ↑ ↓ mehr, weniger  Enter setzen  Esc zurück  ? Hilfe
"""
)

LIST_80 = """
 Indian Poker   Stirnrunde · Spiel 12 · Ante 1 · max 5    8/8 · 24 ms · ? Hilfe
 Pot 29                                                 beste Pokerhand gewinnt
   Spieler       Chips Einsatz Aktion       Karten               Hand
 1 Anna             57      –  ▸ am Zug      ?   ?   ?   ?   ?
 2 Ben              48      –  checkt        D♥  D♠  D♣  D♦  2♣  Vierling Damen
 3 Carla            61     ●3  setzt 3       6♥  5♦  4♠  3♦  2♦  Straße
 4 Dan              22      –  steigt aus    9♣  8♣  7♣  6♣  5♣  Straight Flush
 5 Eva              75     ●6  erhöht auf 6  K♦ 10♦  9♥  8♥  2♠  König hoch, 10
 6 Frédéric     G   31     ●6  geht mit      B♠ 10♠  9♠  8♠  7♠  Straight Flush
 7 Greta            50      –  steigt aus    7♥  7♦  3♥  3♠  2♥  Zwei Paare
 8 Hannes           64     ●6  geht mit      K♣  K♠  B♣  5♥  4♥  Paar Könige, B

 ▸ Anna  du  57 Chips                                                      18 s
 Noch dabei und beste Gegenhand: Straight Flush, B (Frédéric)
 Ungesehen sind 17: 4×A 1×K 2×B 2×10 1×9 1×8 2×6 1×5 2×4 1×3

━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 Carla setzt 3 · Eva erhöht auf 6 · Frédéric, Hannes gehen mit

 [f Aussteigen]  [c Mitgehen 6]  [r Erhöhen um 1–5]  [1–5 direkt]



 ? Hilfe  t Sätze  l Protokoll  h Rückblick  : Befehle  q Verlassen
"""

ASCII_80 = """
 Indian Poker   Stirnrunde - Spiel 12 - Ante 1 - max 5    8/8 - 24 ms - ? Hilfe
 Alle sehen deine Karte. Nur du nicht.                   hoechste Karte gewinnt

     D          4          9          K       G  10         2          B
      h          s          c          d          s          h          c
       D          4          9          K         10          2          B
     Ben       Carla       Dan        Eva     Frederic     Greta     Hannes
  48 Chips   61 Chips   22 Chips   75 Chips   31 Chips   50 Chips   64 Chips
   checkt     setzt 3  steigt aus   erhoeht   geht mit  steigt aus  geht mit
                *3                    *6         *6                    *6

                                     Pot 29

    #?#####    > Anna  du  57 Chips                                        18 s
    #######    Du siehst   Kd Dh Bc 10s 9c 4s 2h
    ###?###    Noch dabei und hoechste Gegenkarte: Koenig
    #######
    #####?#
================================================================================
 Carla setzt 3 - Eva erhoeht auf 6 - Frederic, Hannes gehen mit

 [f] Aussteigen  [c] Mitgehen 6  [r] Erhoehen um 1-5  [1-5] direkt

 ? Hilfe  t Saetze  l Protokoll  h Rueckblick  : Befehle  q Verlassen
"""


@pytest.mark.parametrize(
    ("shown", "expected"),
    [
        (indian8(), TURN_80),
        (indian8(amount=Amount(3)), FIELD_80),
        (with_cards(5, clock=18), LIST_80),
    ],
    ids=["turn", "field", "five cards"],
)
def test_the_wireframes(shown: Scene, expected: str) -> None:
    assert text(shown) == _expected(expected)


def test_letters_alone_say_the_same() -> None:
    shown = indian8(hints=False)
    assert text(shown, depth="mono", ascii=True) == ASCII_80.strip("\n").split("\n")


def test_colours() -> None:
    drawn, colours = rows(indian8()), palette("true")
    assert style_at(drawn, 3, 5).bg == colours.faces["normal"].bg  # Ben, still in
    assert style_at(drawn, 3, 27).bg == colours.faces["dead"].bg  # Dan, folded
    assert style_at(drawn, 3, 5).fg == colours.face_suits["h"]
    assert style_at(drawn, 13, 5).bg == colours.card_back.bg
    assert style_at(drawn, 13, 12).bg == colours.turn.bg
    assert style_at(drawn, 8, 15).fg == colours.accent.fg  # has bet
    assert style_at(drawn, 8, 47).fg == colours.info.fg  # has called
    assert style_at(drawn, 3, 46).bg == colours.badge.bg


def test_a_larger_window_has_larger_cards_and_the_log() -> None:
    lines = text(indian8(), 120, 36)
    assert lines[4].startswith("    D♥          4♠")
    assert any("Protokoll" in line for line in lines)
    assert any("Eva K♦" in line or "· Eva" in line for line in lines)


def test_a_small_window_has_a_line_for_everybody() -> None:
    lines = text(indian8(), 60, 18)
    assert lines[4] == "  ?   Anna 57 Chips   Pot 29"
    assert lines[9] == "  Frédéric       31  10♠  G geht mit ●6"
    assert lines[13].startswith(" Besser oder gleich: 7 von 45 Karten")


# ── what others see, and oneself does not ──────────────────────────────────────────────────────


@pytest.mark.parametrize("count", [1, 2, 3, 5])
@pytest.mark.parametrize("listed", [False, True])
def test_a_spectator_sees_backs_alone(count: int, listed: bool) -> None:
    lines = text(with_cards(count, me=None, listed=listed))
    assert not any(suit in line for line in lines for suit in "♠♥♦♣")
    assert any("▓▓▓" in line for line in lines)
    assert "Karten siehst du erst beim Showdown." in "\n".join(lines) or listed or count == 5
    assert not any("Du siehst" in line for line in lines)


@pytest.mark.parametrize("cards", [1, 2, 3, 5])
def test_whoever_has_folded_is_told_that_the_card_stays_unseen(cards: Literal[1, 2, 3, 5]) -> None:
    acts = (CHECK, raise_to(2), FOLD)
    heads = (
        HEADS[:3]
        if cards == 1
        else ("AhKhQhJh9h"[: 2 * cards], "2c3c4c5c7c"[: 2 * cards], "2d3d4d5d7d"[: 2 * cards])
    )
    dealt = deal(heads, acts, Options(cards=cards))
    assert "Ausgestiegen: Was du hattest, erfährst du nicht." in "\n".join(text(scene(dealt)))
    dealt = deal(heads, acts, Options(cards=cards, reveal=True))
    assert "Aufgedeckt wird am Ende." in "\n".join(text(scene(dealt)))


def test_what_the_viewer_has_put_in_is_told() -> None:
    lines = text(scene(deal(HEADS[:3], [CHECK, raise_to(3), raise_to(5), call(5)]), CARLA))
    assert "▸ Carla  du  46 Chips   Einsatz 3" in lines[13]


def test_chairs_without_a_part_in_the_deal() -> None:
    shown = joined(
        scene(deal(HEADS[:3], [])),
        ChairInfo("person", "Greta", freezeout=FreezeoutInfo(0, playing=True)),
        ChairInfo("person", "Hannes", freezeout=FreezeoutInfo(0)),
        ChairInfo("empty", ""),
    )
    lines = text(shown)
    assert "Greta" in lines[6]
    assert "Hannes" in lines[6]
    assert "frei" not in "\n".join(lines)
    assert "raus" in lines[8]
    assert "wartet" in lines[8]
    assert "· frei ·" in "\n".join(text(more(shown, listed=True)))


def test_side_pots_are_told_as_they_come_about() -> None:
    acts: list[Any] = [raise_to(3), call(2), raise_to(6), FOLD, raise_to(10), raise_to(14)]
    shown = scene(deal(HEADS[:5], acts, stacks=(30, 4, 3, 50, 60)))
    # Three of Ben, of Dan and of Anna match Carla's, and Eva's ante; one more each Ben's.
    assert text(shown)[12].strip() == "Haupt 13 · Seite 3 · Seite 18"


# ── what can be counted ────────────────────────────────────────────────────────────────────────


def hint(heads: tuple[str, ...], **options: Any) -> str:
    """The row of help at a table of these heads, the viewer's first."""
    shown = scene(deal(heads, [CHECK] * (len(heads) - 1), Options(**options)), hints=True)
    return text(shown)[16][15:].strip()


def test_help_counts_what_is_unseen() -> None:
    # 52 cards without the four that are seen.
    assert hint(HEADS[:5]) == "Nur ein Ass schlägt den König, ein König teilt: 7 von 48 Karten"
    # Jacks, queens, kings and aces are higher than a ten.
    assert hint(("", "Ts", "2c")) == "Bube oder höher gewinnt, eine Zehn teilt: 19 von 50 Karten"
    assert hint(("", "As", "2c")) == "Keine Karte schlägt das Ass, ein Ass teilt: 3 von 50 Karten"
    assert (
        hint(("2d", "As", "Ah", "Ad", "Ac"))
        == "Keine der 48 ungesehenen Karten schlägt das Ass oder teilt"
    )
    assert hint(("", "Ks", "3c"), wins="low") == (
        "Nur eine Zwei schlägt die Drei, eine Drei teilt: 7 von 50 Karten"
    )
    # Aces and three kings; threes and twos but the three that is seen.
    assert hint(("", "Ks", "3c"), wins="high_low") == (
        "Hoch gewinnen oder teilen 7, tief 7 von 50 Karten"
    )
    # A pair of queens is beaten by twelve pairs of kings and aces, and met by the other one.
    assert hint(("", "QhQs"), cards=2) == "Besser oder gleich: 13 von 1.225 Händen (1 %)"


def test_a_table_without_help_counts_nothing() -> None:
    lines = "\n".join(text(indian8(hints=False)))
    assert "45" not in lines
    assert "höchste Gegenkarte: König" in lines


@pytest.mark.parametrize(("size", "traditional"), [(1, False), (2, False), (3, False), (3, True)])
def test_counting_by_ranks_comes_to_what_every_hand_comes_to(size: int, traditional: bool) -> None:
    unseen = tuple(one for place, one in enumerate(DECK) if place % 5 < 3)[:24]

    def strength(held: Any) -> int:
        return brag.rank(held, traditional=traditional) if size == 3 else ranking.rank(held)

    every = [strength(held) for held in combinations(unseen, size)]
    order = Ranking(size, "high", traditional)
    for best in (every[0], every[len(every) // 2], max(every), min(every)):
        high, low = odds(order, best, unseen), odds(order, best, unseen, low=True)
        assert high == (sum(one > best for one in every), every.count(best), len(every))
        assert low == (sum(one < best for one in every), every.count(best), len(every))


def test_hands_of_three_are_named_by_the_agreed_order() -> None:
    natural, traditional = Ranking(3, "high", False), Ranking(3, "high", True)
    # rules.md IP-15
    low_run, high_run = cards("Ac2d3h"), cards("AcKdQh")
    assert natural.strength(low_run) < natural.strength(high_run)
    assert traditional.strength(low_run) > traditional.strength(high_run)
    one = Ranking(1, "high", False)
    assert one.strength((card("Kh"),)) == one.strength((card("Kc"),))


# ── declaring ──────────────────────────────────────────────────────────────────────────────────


def declaring(*acts: Any, me: int | None = ANNA, **options: Any) -> Scene:
    return scene(deal(HEADS[:5], acts, Options(match_pot=True, **options)), me)


def test_who_has_declared_is_seen_but_not_what() -> None:
    shown = declaring((CARLA, enter(5)), (DAN, OUT))
    lines = text(shown)
    assert (lines[8].count("✓ erklärt"), lines[8].count("überlegt …")) == (2, 2)
    assert lines[12].strip() == "2 von 5 haben erklärt"
    assert lines[16].strip() == "Drin und verloren: 5 in den neuen Pot. Gesagt ist gesagt."
    assert lines[19].strip() == "Carla und Dan haben sich erklärt"
    assert "c drin (zahlt 5, wenn du verlierst)" in lines[21]
    assert "f draußen" in lines[21]
    told = "\n".join(text(declaring((CARLA, OUT), (DAN, enter(5)))))
    assert told == "\n".join(lines)


@pytest.mark.parametrize(
    ("words", "final"), [(DE, "Gesagt ist gesagt."), (EN, "What is said is said.")]
)
def test_a_small_window_says_too_that_a_declaration_is_final(words: Words, final: str) -> None:
    lines = text(declaring(), 60, 18, words=words)
    assert any(final in line for line in lines)


def test_what_is_said_stays_said() -> None:
    lines = "\n".join(text(declaring((ANNA, enter(5)), (CARLA, OUT))))
    assert "Du hast dich erklärt. Aufgedeckt wird, wenn alle so weit sind." in lines
    assert "Es fehlen noch: Ben, Dan und Eva" in lines
    lines = "\n".join(text(declaring(*((seat, OUT) for seat in (ANNA, CARLA, DAN, EVA)))))
    assert "Es fehlt noch: Ben" in lines


THINKS = re.compile(r"(überlegt|denkt|thinks) …")


@pytest.mark.parametrize("count", [1, 2, 3, 5])
@pytest.mark.parametrize("words", [DE, EN])
def test_sentences_are_whole_in_every_window(count: int, words: Words) -> None:
    """Also those that want most room, beside as many cards as there are; names alone are cut."""
    hands, one = HANDS[count], count == 1
    options = Options(cards=count, match_pot=True)  # type: ignore[arg-type]
    halves = Options(cards=count, wins="high_low" if one else "high")  # type: ignore[arg-type]
    asked = deal(hands[:5], ((CARLA, enter(5)), (DAN, OUT)), options)
    alone = deal(hands, ((ANNA, enter(8)),), options)
    folds = deal(hands[:3], (raise_to(2), call(2), FOLD), halves)
    for dealt in (asked, alone, folds, deal(hands, (), halves, button=7)):
        for me in (ANNA, None):
            for size in ((80, 24), (60, 18)):
                lines = text(scene(dealt, me, clock=18), *size, words)[1:]
                assert not [line for line in lines if "…" in THINKS.sub("", line)]


def test_in_english() -> None:
    lines = text(indian8(), words=EN)
    assert lines[1].startswith(" Everybody sees your card. Only you don't.")
    assert lines[16].strip() == "Only an ace beats the king, a king shares: 7 of 45 cards"
    assert "f Fold" in lines[21]
    assert "r Raise by 1–5" in lines[21]
