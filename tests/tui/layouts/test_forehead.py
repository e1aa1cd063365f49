"""The table of Indian Hold'em: all hands but one's own, what they come to, what may beat them.

Expected numbers are counted by hand, from the cards named beside them.
"""

import re
from itertools import cycle, islice
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from engine.games.betting.options import ForeheadOptions
from engine.games.betting.state import Carry
from engine.kit.ranking import rank
from engine.values.cards import DECK, Card, Hidden, cards
from engine.values.events import Dealt, Shown
from tests.tui.deals import moments, scene_of
from tests.tui.layouts.betting_deals import (
    ANNA,
    BEN,
    BY_ID,
    CARLA,
    CHECK,
    FOLD,
    HANNES,
    call,
    deal,
    more,
    raise_to,
    rows,
    scene,
    text,
)
from tests.tui.layouts.drawn import DE, EN, style_at
from tests.tui.layouts.forehead_deals import (
    FLOP,
    GAME,
    PREFLOP,
    RIVER,
    TURN,
    dealt,
    eight,
    helped,
    shown,
)
from tests.tui.layouts.test_betting_generated import NAMES, RICH, pressed_keys, ui
from tests.tui.layouts.test_generated import ODD, SIZES, checked
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Act, Confirm, Explain, GoOn, Plan, Scene
from tui.layouts import layout
from tui.layouts.betting import Betting
from tui.layouts.betting.forehead import Count, count
from tui.locale import LANGS, Words

LAYOUT = Betting()


def expected(wireframe: str) -> list[str]:
    plain = re.sub(r"\[([\w–]+ [^\[\]]+)\]", r" \1 ", wireframe.strip("\n").replace("░", " "))
    return [line.rstrip() for line in plain.split("\n")]


def said(drawn: list[str]) -> str:
    """All of the screen in one line, rows joined as they are read."""
    return " ".join(" ".join(line.split()) for line in drawn)


def log(at: Scene, words: Words = DE) -> list[str]:
    told = LAYOUT.tell(at, palette("true"), words)
    return ["".join(part for part, _ in line) for line in told]


TABLE_80 = """
 Indian Hold'em Limit 20/40   Küche · Hand #12            8/8 · 24 ms · ? Hilfe
 Dan         G                   Eva        SB                    Frédéric   BB
 880   ░9♣ ░2♦                   1.480 ░K♦ ░B♥                    680   10♥ ░7♥
 steigt aus                      steigt aus                       Paar Zehnen
                                                                  checkt
 Carla                              Pot 220                       Greta
 1.205 ░4♠ ░4♣           ░D░░░ ░10░░ ░8░░░ ░5░░░ ┌─ ─┐            310   ░2♥ ░3♣
 steigt aus              ░░♣░░ ░░♦░░ ░░♠░░ ░░♥░░ │   │            steigt aus
                         ░░░D░ ░░10░ ░░░8░ ░░░5░ └─ ─┘
 Ben                                                              Hannes
 600   ░D♦ 10♠      TURN  ·  4 von 8 dabei  ·  Einsätze 1/4       2.070 ░8♣ ░8♥
 Paare D und 10           Hauptpot 180 + Einsätze 40              Drilling 8
                                                                  setzt     ●40
  ░?░░░ ░?░░░  ▸ Anna  du  960
  ░░?░░ ░░?░░  Du siehst die beste Hand bei Hannes: Drilling, Achten       16 s
  ░░░?░ ░░░?░  Bis jetzt schlagen das 10 von 561 möglichen Händen, 0 teilen
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 Hannes setzt 40
 Mitgehen 40 bei Pot 220 · nötig 15 % Gewinnchance
 [f Aussteigen]  [c Mitgehen 40]  [r Erhöhen auf 80]  [a All-in 960 …]



 ? Hilfe  t Chat  l Protokoll  h Rückblick  v Ansicht  : Befehle  q Verlassen
"""

LIST_80 = """
 Indian Hold'em Limit 20/40   Küche · Hand #12 · Listenansicht  24 ms · ? Hilfe
 TURN   Pot 220   Board      ░D♣ 10♦ ░8♠ ░5♥  ·
  Platz Spieler        Stack  Einsatz  Aktion        Karten   Hand
    1   Anna             960        –  ▸ am Zug      ░?░ ░?░
    2   Ben              600        –                ░D♦ 10♠  Paare D und 10
    3   Carla          1.205        –  steigt aus    ░4♠ ░4♣
    4   Dan        G     880        –  steigt aus    ░9♣ ░2♦
    5   Eva        SB  1.480        –  steigt aus    ░K♦ ░B♥
    6   Frédéric   BB    680        –  checkt        10♥ ░7♥  Paar Zehnen
    7   Greta            310        –  steigt aus    ░2♥ ░3♣
    8   Hannes         2.070       40  setzt         ░8♣ ░8♥  Drilling 8
━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━
 Du siehst die beste Hand bei Hannes: Drilling, Achten                     16 s
 Mitgehen 40 bei Pot 220 · nötig 15 % Gewinnchance
 Hannes setzt 40
 Bis jetzt schlagen das 10 von 561 möglichen Händen, 0 teilen



 [f Aussteigen]  [c Mitgehen 40]  [r Erhöhen auf 80]  [a All-in 960 …]



 ? Hilfe  t Chat  l Protokoll  h Rückblick  v Tisch  : Befehle  q Verlassen
"""

SMALL = """
 Indian Hold'em Limit 20/40   Küche · Hand #12      ? Hilfe
 Fenster 60×18: zu klein für den Tisch (80×24).
 Listenansicht, alles bleibt spielbar.
 ░?░ ░?░  Vorn Hannes: Drilling, Achten
 Bis jetzt besser 10 von 561 Händen, gleich gut 0
 ▸Anna 960
 Turn  ░D♣ 10♦ ░8♠ ░5♥   Pot 220
  Ben        ░D♦ 10♠          600  Paare D und 10
  Frédéric   10♥ ░7♥ BB       680  Paar Zehnen
  Hannes     ░8♣ ░8♥        2.070  ●40  Drilling 8
 Ausgestiegen: Carla 4♠ 4♣, Dan 9♣ 2♦, Eva K♦ B♥, Greta 2♥
 3♣
"""

RESULT_80 = """
 Indian Hold'em Limit 20/40   Küche · Hand #12 · Showdown       24 ms · ? Hilfe

                                    Pot 380
                         ░D░░░ ░10░░ ░8░░░ ░5░░░ ░2░░░
                         ░░♣░░ ░░♦░░ ░░♠░░ ░░♥░░ ░░♠░░
                         ░░░D░ ░░10░ ░░░8░ ░░░5░ ░░░2░


  Spieler       Karten     beste Hand                                   gewinnt
  ★ Ben         ░D♦ 10♠    ░D♦ ░D♣ 10♠ 10♦ ░8♠                             +380
                           Zwei Paare, Damen und Zehnen                     Pot

    Anna        ░A♠ ░A♦    ░A♠ ░A♦ ░D♣ 10♦ ░8♠
                           Ein Paar, Asse

  Pot 380: Ben (Zwei Paare, Damen und Zehnen).
  Ausgestiegen: Carla 4♠ 4♣, Dan 9♣ 2♦, Eva K♦ B♥, Frédéric 10♥ 7♥, Greta 2♥
  3♣, Hannes 8♣ 8♥
"""


def test_the_table_at_80() -> None:
    assert text(eight(clock=16)) == expected(TABLE_80)


def test_the_list_at_80() -> None:
    assert text(eight(clock=16, listed=True)) == expected(LIST_80)


def test_a_small_window_names_every_hand_that_is_seen() -> None:
    assert text(eight(clock=16), 60, 18)[:12] == expected(SMALL)


def test_the_showdown_at_80() -> None:
    assert text(shown())[:18] == expected(RESULT_80)


def test_the_panel_beside_a_wide_table_tells_who_holds_what() -> None:
    drawn = text(eight(clock=16), 120, 40)
    assert any(line.endswith("│ Ben: D♦ 10♠                     │") for line in drawn)
    assert any("Deine Karten ? ?" in line for line in drawn)
    assert drawn[22][20:].startswith("Bis jetzt schlagen das 10 von 561 möglichen Händen")
    sight = "Du siehst K♦ D♦ B♥ 10♥ 10♠ 9♣ 8♣ 8♥ 7♥ 4♣ 4♠ 3♣ 2♦ 2♥"
    assert drawn[23][20:].startswith(sight)


@pytest.mark.parametrize("depth", ["true", "256", "16"])
def test_colours(depth: Any) -> None:
    colours = palette(depth)
    drawn = rows(eight(clock=16), depth=depth)
    assert style_at(drawn, 13, 3).bg == colours.card_back.bg  # the own card
    assert style_at(drawn, 2, 73) == colours.face("h")  # Frédéric's seven
    assert style_at(drawn, 6, 8) == colours.face("s", "dead")  # Carla's four, folded
    assert {style_at(drawn, y, 70).bg for y in (1, 4, 9, 12)} == {colours.play.bg}
    assert style_at(drawn, 5, 70).bg == colours.back.bg


# ── what is known of a hand that one does not see ──────────────────────────────────────────────


def hidden(*known: str) -> tuple[Card, ...]:
    seen = cards("".join(known))
    return tuple(card for card in DECK if card not in seen)


def strength(held: str, board: str) -> int:
    return rank(cards(held + board))


@pytest.mark.parametrize(
    ("board", "held", "counted"),
    [
        # Four deuces need the last one, with any of 46 cards; the two other aces tie.
        ("2s2h2d", "AcAd", Count(1081, 46, 1)),
        # Nothing beats four kings on this board, where no straight flush is possible.
        ("KsKd7h7c2s", "KhKc", Count(990, 0, 0)),
        # AKQJ and a four: all hands beat it but a three and a four that make no flush, which tie.
        ("AsKsQsJs2d", "3c4c", Count(990, 986, 4)),
        # The board plays for all: only a club flush above the board's ten would not.
        ("AhKhQhJhTh", "2c2d", Count(990, 0, 990)),
    ],
)
def test_hands_are_counted(board: str, held: str, counted: Count) -> None:
    found = count(cards(board), strength(held, board), hidden(board, held))
    assert found == counted


def test_the_river_is_exact() -> None:
    """13 beat queens and tens: a set of queens, three of fives, nine straights; two tie."""
    drawn = said(text(more(shown(), revealed=1)))
    assert "bei Ben: Zwei Paare, Damen und Zehnen" in drawn
    assert "Das schlagen 13 von 528 Händen, die du haben kannst, 2 teilen" in drawn


def test_before_the_board_only_cards_are_counted() -> None:
    """Anna sees no ace, one king, one queen; of 38 cards two are hers."""
    at = helped(scene(GAME, dealt(FOLD, call(20))))
    drawn = said(text(at))
    assert "Du siehst K♦ D♦ B♥ 10♥ 10♠ 9♣ 8♣ 8♥ 7♥ 4♣ 4♠ 3♣ 2♦ 2♥" in drawn
    assert "Nicht zu sehen: 38 Karten, darunter 4 Asse · 3 Könige · 3 Damen" in drawn
    assert "beste Hand" not in drawn
    english = said(text(at, words=EN))
    assert "Out of sight: 38 cards, among them 4 aces · 3 kings · 3 queens" in english


def test_without_help_nothing_is_counted() -> None:
    for size in ((80, 24), (120, 36), (60, 18)):
        drawn = said(text(eight(hints=False), *size))
        assert "561" not in drawn
        assert "Hannes: Drilling, Achten" in drawn
    table = text(eight(hints=False))
    assert table[15].endswith("Mitgehen 40 bei Pot 220 · nötig 15 % Gewinnchance")
    assert table[18].startswith(" Du siehst K♦ D♦ B♥")


def test_equal_best_hands_are_both_named() -> None:
    hands = {ANNA: "2c2d", BEN: "AhKs", CARLA: "AdKc"}
    acts = (call(10), call(5), CHECK)
    at = scene(GAME, deal(GAME, (500,) * 3, hands, "AsKh7c5d3s", acts, ForeheadOptions()))
    assert "beste Hand bei Ben und Carla: Zwei Paare, A und K" in said(text(at))


# ── what nobody may see ────────────────────────────────────────────────────────────────────────


def test_who_looks_on_sees_backs_and_the_board() -> None:
    for size, listed in (((80, 24), False), ((80, 24), True), ((60, 18), False)):
        drawn = "\n".join(text(eight(None, listed=listed), *size))
        found = re.findall(r"(?:10|[2-9BDKA])[♠♥♦♣]", drawn)
        assert set(found) <= {"D♣", "10♦", "8♠", "5♥"}
        assert "?  " not in drawn.replace("? Hilfe", "")
    assert "▓▓ ▓▓" in "\n".join(text(eight(None)))


def test_who_folded_goes_on_seeing_all_hands_but_one() -> None:
    drawn = text(eight(CARLA))
    assert "A♠  A♦" in said(drawn) or "A♠ A♦" in said(drawn)
    assert "♠4" not in said(drawn)
    assert "4♠" not in said(drawn)
    assert drawn[14].startswith("    ?     ?")
    over = said(text(shown(CARLA)))
    assert "Deine Karten: ? ? · nur die anderen haben sie gesehen" in over
    assert "Ausgestiegen: Carla, Dan 9♣ 2♦" in over
    assert "Deine Karten ? ?" in log(shown(CARLA))
    assert not any("4♠" in line for line in log(shown(CARLA)))


WON = (*PREFLOP, CHECK, CHECK, raise_to(20), FOLD, FOLD, FOLD, FOLD)


@pytest.mark.parametrize("words", [DE, EN])
def test_who_wins_by_folds_never_learns_the_hand(words: Words) -> None:
    at = scene(GAME, dealt(*WON), HANNES)
    assert LAYOUT.steps(at) == 0
    for size in ((80, 24), (60, 18), (120, 36)):
        drawn = said(text(at, *size, words=words))
        assert "8♣" not in drawn
        assert "? ?" in drawn
    assert [b.id for b in LAYOUT.buttons(at, words)] == ["table.next"]
    assert LAYOUT.press(at, "k", words) is None
    told = " ".join(log(at, words))
    assert "8♣" not in told
    for word in ("zeig", "show", "muck", "Fold", "foldet"):
        assert word not in told
    # The others have known it all along.
    ben = said(text(scene(GAME, dealt(*WON), BEN)))
    assert "Hannes hatte 8♣ 8♥." in ben
    assert "an Hannes, alle anderen sind ausgestiegen." in ben


def test_all_cards_are_opened_where_that_is_agreed() -> None:
    at = scene(GAME, dealt(*WON, reveal=True), HANNES)
    assert "Deine Karten: 8♣ 8♥" in said(text(at))
    assert "Hannes dreht um: 8♣ 8♥" in log(at)
    after = scene(GAME, dealt(*PREFLOP, *FLOP, *TURN, *RIVER, reveal=True), CARLA)
    drawn = said(text(after))
    # Who folded is in no comparison of hands.
    assert "Carla 4♠ 4♣ 4♠" not in drawn
    assert "Deine Karten: 4♠ 4♣" in drawn


# ── the own hand turns over last ───────────────────────────────────────────────────────────────


def test_the_own_hand_turns_over_when_all_else_is_told() -> None:
    assert LAYOUT.steps(shown()) == 2
    before = more(shown(), revealed=1)
    drawn = text(before)
    assert "RIVER" in said(drawn)
    assert drawn[13].startswith("   ?     ?")
    assert "A♠" not in said(drawn)
    assert not any("A♠" in line for line in log_of_drawer(before))
    assert LAYOUT.press(before, "space", DE) == GoOn()
    assert "A♠" in said(text(shown()))
    # Nothing is turned over for whoever has folded, or looks on.
    assert LAYOUT.steps(shown(CARLA)) == LAYOUT.steps(shown(None)) == 0


def log_of_drawer(at: Scene) -> list[str]:
    return text(more(at, drawer="log", scroll=0), 120, 60)


def test_a_board_dealt_after_the_last_bet_comes_first() -> None:
    hands = {0: "AsAd", 1: "KsKd", 2: "QsQd"}
    acts = (raise_to(100), call(95), call(90))
    options = ForeheadOptions(structure="no")
    at = scene(GAME, deal(GAME, (100,) * 3, hands, "2c7h9d3sJc", acts, options))
    assert LAYOUT.steps(at) == 5
    for step, street in enumerate(("PREFLOP", "FLOP", "TURN", "RIVER"), 1):
        drawn = said(text(more(at, revealed=step)))
        assert f"{street} · 3 von 3 dabei" in drawn
        assert "A♠" not in drawn
        assert "K♠ K♦" in drawn
        assert "gewinnt" not in drawn
    assert "★ Anna A♠ A♦" in said(text(at))


# ── words and keys ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("lang", LANGS)
def test_a_games_own_sentences_have_the_facts_of_those_they_stand_for(lang: Any) -> None:
    words = Words(lang)
    there = words.at(GAME)
    changed = [key for key, said in words._words.items() if there._words[key] != said]
    facts = re.compile(r"{\w+}")
    for key in changed:
        assert set(facts.findall(there._words[key])) == set(facts.findall(words._words[key])), key
    assert words.at("holdem")("betting.fold") == "Fold"
    assert words("betting.fold") == "Fold"


def test_german_says_it_as_the_rules_of_indian_poker_do() -> None:
    at = eight()
    labels = [b.label for b in LAYOUT.buttons(at, DE)]
    assert labels[:4] == ["Aussteigen", "Mitgehen 40", "Erhöhen auf 80", "All-in 960 …"]
    assert [b.label for b in LAYOUT.buttons(at, EN)][:3] == ["Fold", "Call 40", "Raise to 80"]
    assert LAYOUT.press(at, "c", DE) == Act(call(40))
    assert LAYOUT.press(at, "r", DE) == Act(raise_to(80))
    assert LAYOUT.press(at, "f", DE) == Act(FOLD)
    first = scene(GAME, dealt(*PREFLOP), 4)
    asked = LAYOUT.press(first, "f", DE)
    assert isinstance(asked, Confirm)
    assert asked.text.startswith("Checken kostet nichts. Wirklich aussteigen")
    assert [b.label for b in LAYOUT.buttons(first, DE)][1:3] == ["Checken", "Setzen 20"]
    planned = LAYOUT.press(eight(BEN), "c", DE)
    assert isinstance(planned, Plan)
    barred = LAYOUT.press(eight(CARLA), "c", DE)
    assert barred == Explain("Du bist ausgestiegen.")
    told = " ".join(log(shown()))
    assert "Greta steigt aus" in told
    assert "Hannes, Anna und Ben gehen 20 mit" in told
    for word in ("fold", "Fold", "callt", "callen", "Raise", "Bet "):
        assert word not in told


def test_no_key_shows_a_hand_in_the_help_of_a_running_deal() -> None:
    for at in (eight(), shown(), scene(GAME, dealt(*WON), HANNES)):
        assert not {"bet.show", "bet.muck"} & {b.id for b in LAYOUT.buttons(at, DE)}


# ── deals thrown by dice ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("deals", [1, pytest.param(12, marks=pytest.mark.soak)])
@pytest.mark.parametrize(("players", "structure"), [(2, "spread"), (6, "pot"), (10, "no")])
def test_any_state_for_any_viewer_on_any_screen(players: int, structure: Any, deals: int) -> None:
    game, drawing = BY_ID[GAME], layout(GAME)
    options = ForeheadOptions(structure=structure, bet=20, top=50, reveal=players == 6)
    carry: Any = replace(RICH, stacks=RICH.stacks[-players:])
    depths, sizes, odd = cycle(get_args(Depth)), cycle(SIZES), cycle(ODD)
    viewers: Any = cycle((*range(players), None))
    drawers: Any = cycle((None, None, "log", "chat", "info"))
    for seed in (bytes([number]) * 4 for number in range(deals)):
        states = list(moments(game, options, players, carry, seed))
        for turn, (state, events) in enumerate([*islice(states, 20), states[-1]]):
            me, depth, drawer = next(viewers), next(depths), next(drawers)
            at = scene_of(game, state, me, NAMES, events, options, ui(turn, drawer))
            at = helped(at) if turn % 2 else at
            colours = palette(depth, ascii=turn % 5 == 4)
            words = EN if turn % 3 == 2 else DE
            for size in (next(sizes), next(sizes), next(odd)):
                checked(drawing.draw(at, size, colours, words), size, colours)
            for revealed in range(1, drawing.steps(at)):
                staged = replace(at, ui=replace(at.ui, revealed=revealed))
                checked(drawing.draw(staged, (80, 24), colours, words), (80, 24), colours)
            drawing.tell(at, colours, words)
            pressed_keys(at)


@pytest.mark.parametrize("me", [0, 3])
def test_an_own_card_is_drawn_only_once_it_was_turned_over(me: int) -> None:
    game = BY_ID[GAME]
    own: tuple[Card, ...] = ()
    carry = Carry(stacks=(200,) * 5)
    for state, events in moments(game, game.Options(), 5, carry, b"leak"):
        own = own or state.hands[me].value
        at = scene_of(game, state, me, ("Ann", "Bob", "Cid", "Dot", "Eve"), events)
        opened = any(isinstance(one, Shown) and one.seat == me for one in at.events)
        for event in at.events:
            if isinstance(event, Dealt) and event.seat == me:
                assert event.cells == (Hidden(), Hidden())
        for revealed in (None, *range(1, LAYOUT.steps(at))):
            for size, listed in (((60, 18), False), ((80, 24), True), ((120, 36), False)):
                now = replace(at, ui=replace(at.ui, revealed=revealed, listed=listed))
                screen = LAYOUT.draw(now, size, palette("mono", ascii=True), EN)
                drawn = "\n".join("".join(run.text for run in row) for row in screen)
                drawn = re.sub(r"\b10(?=[cdhs]\b)", "T", drawn)
                there = {str(card) for card in own} & set(re.findall(r"\b\w[cdhs]\b", drawn))
                assert not there or (opened and revealed is None)
