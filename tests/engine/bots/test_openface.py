"""The bots of open-face poker and Pineapple: plain choices, Fantasyland, deals that always end."""

from collections.abc import Sequence
from statistics import fmean
from typing import Any

import pytest
from msgspec.structs import replace

from engine.bots import BOTS, Bot
from engine.bots.openface import Layer, Plan
from engine.game import AnyGame, Setup
from engine.games.chinese.state import Carry
from engine.kit.rows import ROWS, board
from engine.values import actions
from engine.values.actions import SetRows
from engine.values.cards import Card, Cell, Empty, Hidden, card, cards
from engine.values.chance import Dice
from engine.values.draft import FULL
from engine.values.offers import Lay, Offers, Pass, Throw
from engine.values.offers import SetRows as Setting
from engine.values.secret import redact
from engine.values.view import Counter, Note, SeatView, View, Zone
from tests.engine.bots.deals import played
from tests.engine.bots.openface_deals import BY_ID, at_random, deals, greedy

DICE = bytes(32)
CLASSIC, PINEAPPLE = BY_ID["openface"], BY_ID["pineapple"]
GAMES = pytest.mark.parametrize("game", [CLASSIC, PINEAPPLE], ids=["openface", "pineapple"])


def bot_of(game: AnyGame) -> Bot:
    return BOTS[game.id]["normal"]


def quick(game: AnyGame) -> Bot:
    """The same with little thought."""
    return Layer("openface" if game is CLASSIC else "pineapple", 0.03)


# ── positions made by hand ─────────────────────────────────────────────────────────────────────


def view(
    game: AnyGame, hand: str, boards: Sequence[str], inside: int | None = None, **counting: Any
) -> View:
    """Seat 0 has that hand; boards are `front | middle | back`, its own first."""
    zones = []
    for seat, lying in enumerate(boards):
        mine = cards(hand) if seat == 0 else ()
        zones.append(Zone(f"hand.{seat}", "hand", seat, mine))
        for name, size, row in zip(ROWS, FULL, lying.split("|"), strict=True):
            laid = cards(row)
            cells: tuple[Cell, ...] = (*laid, *(Empty(),) * (size - len(laid)))
            zones.append(Zone(f"{name}.{seat}", "row", seat, cells))
    first = all(len(cards(lying.replace("|", ""))) < 5 for lying in boards[:1])
    facts = {"royalties": "usual", "cards": 13 if game is CLASSIC else 14, "progressive": False}
    notes = [Note("counting", None, {**facts, **counting})]
    notes += [] if inside is None else [Note("in_fantasyland", inside, {"cards": 13})]
    return View(
        "lay",
        (0,),
        tuple(zones),
        (SeatView(),) * len(boards),
        counters=(Counter("round", 1 if first else 5, 9),),
        notes=tuple(notes),
    )


def laying(seen: View) -> Offers:
    hand = seen.zone("hand.0")
    assert hand is not None
    rows = [(name, seen.zone(f"{name}.0")) for name in ROWS]
    room = tuple(name for name, zone in rows if zone is not None and Empty() in zone.cells)
    return (Lay(tuple(cell for cell in hand.cells if isinstance(cell, Card)), room),)


def answer(game: AnyGame, hand: str, boards: Sequence[str], **more: Any) -> str:
    """Card and row of the bot's answer, `5h back`."""
    seen = view(game, hand, boards, **more)
    action, _ = bot_of(game)(seen, (), laying(seen), None, DICE)
    assert isinstance(action, actions.Lay)
    return f"{action.card} {action.row}"


OTHER = "9h 8c 2h|3c 3d 5h 6c Th|7c 7h 2c 4h 7d"


def test_a_foul_is_avoided() -> None:
    # A third nine would beat the two pair behind; there it harms nothing.
    mine = "2d 3s 5c|9c 9d 4s 6h|Ks Kh 8d 8h"
    assert answer(CLASSIC, "9s", [mine, OTHER]) == "9s back"
    # Kings in front are Fantasyland, but too much for the queens in the middle.
    assert answer(CLASSIC, "Kc", ["Kd 2d|Qc Qd 4s 6d 8s|As Ad Jh Jc", OTHER]) == "Kc back"


def test_a_foul_is_avoided_while_there_is_time() -> None:
    # Two pair in the middle and nothing behind: a king there, not a card of no use.
    mine = "2d 3s|9c 9d 4s 4c 6d|Ks Kh 8d"
    assert answer(CLASSIC, "Kd", [mine, OTHER]) == "Kd back"


def test_queens_in_front_that_the_rest_bears_are_laid() -> None:
    mine = "Qc 4d|Kc Kh 9s 5d 2s|As Ad Jh Jc"
    assert answer(CLASSIC, "Qs", [mine, OTHER]) == "Qs front"


def test_what_completes_a_row_is_laid_there() -> None:
    # A flush behind and a pair that the middle bears; the deuce goes away.
    mine = "6h 6d 3h|Ts Td 5d 4c|As Js 9s 3s"
    seen = view(PINEAPPLE, "2d Ks Tc", [mine, OTHER], cards=0)
    action, plan = bot_of(PINEAPPLE)(seen, (), laying(seen), None, DICE)
    assert action == actions.Lay(card("Ks"), "back")
    assert isinstance(plan, Plan)
    assert len(plan.laying) == 1
    assert answer(PINEAPPLE, "2d Tc", [f"{mine} Ks", OTHER], cards=0) == "Tc middle"


def test_the_last_card_goes_away() -> None:
    seen = view(PINEAPPLE, "2d", ["6h 6d 3h|Ts Td 5d 4c Tc|As Js 9s 3s Ks", OTHER])
    offers = (Throw(cards("2d")),)
    assert bot_of(PINEAPPLE)(seen, (), offers, None, DICE) == (actions.Throw(card("2d")), None)


def test_it_plays_by_the_tables_royalties() -> None:
    # The six makes a pair in front, which loses all the same, or the better kicker behind for sure.
    seen = ["6c 4d|Kc Kh 8s 5d 2s|Ts Td 9h 9s", "7s 7h 2h|8c 8h 3h 5h Jh|Th Tc 9c 9d 5c"]
    assert answer(CLASSIC, "6s", seen, cards=0) == "6s front"
    assert answer(CLASSIC, "6s", seen, royalties="none", cards=0) == "6s back"
    assert answer(CLASSIC, "6s", seen, royalties="replace", cards=0) == "6s back"


# ── the contract ───────────────────────────────────────────────────────────────────────────────


@GAMES
def test_a_turn_is_thought_out_once_and_anew_without_memory(game: AnyGame) -> None:
    bot = quick(game)
    mine, hand = "||", "Kc Kd 7s 8s 2h"
    memory = None
    laid = []
    while hand:
        seen = view(game, hand, [mine, "||"])
        action, memory = bot(seen, (), laying(seen), memory, DICE)
        again, _ = bot(seen, (), laying(seen), None, DICE)
        assert isinstance(action, actions.Lay)
        assert isinstance(again, actions.Lay)
        laid.append(action)
        hand = hand.replace(str(action.card), "").strip()
        at = ROWS.index(action.row)
        rows = mine.split("|")
        rows[at] += str(action.card)
        mine = "|".join(rows)
    assert memory == Plan()
    # A plan of another hand is no plan.
    seen = view(game, "Kc Kd 7s 8s 2h", ["||", "||"])
    stale = Plan(((0, 0),) * 5)
    assert bot(seen, (), laying(seen), stale, DICE) == bot(seen, (), laying(seen), None, DICE)


@GAMES
def test_a_view_that_is_no_players_is_refused(game: AnyGame) -> None:
    bot = bot_of(game)
    seen = view(game, "Kc", ["||", "||"])
    with pytest.raises(ValueError, match="to lay"):
        bot(seen, (), (Pass(),), None, DICE)
    with pytest.raises(ValueError, match="to lay"):
        bot(View("lay", (0,), (), ()), (), laying(seen), None, DICE)
    hidden = view(game, "", ["||", "||"])
    with pytest.raises(ValueError, match="to lay"):
        bot(hidden, (), laying(seen), None, DICE)


# ── Fantasyland ────────────────────────────────────────────────────────────────────────────────


def set_by(game: AnyGame, hand: str, **counting: Any) -> SetRows:
    seen = view(game, hand, ["||", OTHER], inside=0, **counting)
    action, memory = bot_of(game)(seen, (), (Setting(cards(hand)),), None, DICE)
    assert isinstance(action, SetRows)
    assert memory is None
    return action


def test_the_best_rows_are_found() -> None:
    # 18 for three tens, 8 for the flush, 6 for the full house; with the fives in front 5 fewer.
    chosen = set_by(CLASSIC, "5c5d5sKsQs9s7s2sTcTdTsJcJd")
    rows = [{*cards(row)} for row in ("TcTdTs", "KsQs9s7s2s", "5c5d5sJcJd")]
    assert [{*chosen.front}, {*chosen.middle}, {*chosen.back}] == rows


def test_four_of_a_kind_keeps_the_seat() -> None:
    chosen = set_by(CLASSIC, "JcJdJhJsAcKdTc9d8d5s4c2sQd")
    assert {*cards("JcJdJhJs")} < {*chosen.back}


@GAMES
def test_rows_in_fantasyland_are_right(game: AnyGame) -> None:
    dice = Dice(b"land")
    counts = (13,) if game is CLASSIC else (14, 15, 16, 17)
    for count in counts:
        for progressive in {False, game is PINEAPPLE}:
            free = [one for one in cards(ALL) if one not in cards(OTHER.replace("|", ""))]
            hand = "".join(map(str, dice.shuffled(free)[:count]))
            chosen = set_by(game, hand, progressive=progressive)
            rows = [
                tuple(cell for cell in row if isinstance(cell, Card))
                for row in (chosen.front, chosen.middle, chosen.back)
            ]
            assert not board(rows).fouled
            assert {cell for row in rows for cell in row} <= {*cards(hand)}


ALL = "".join(rank + suit for suit in "cdhs" for rank in "23456789TJQKA")


def test_somebody_in_fantasyland_shows_nothing() -> None:
    seen = view(CLASSIC, "Kc", ["2d 3s|9c 9d 4s 4c 6d|Ks Kh 8d", "||"], inside=1)
    rows = {f"{name}.1": size for name, size in zip(ROWS, FULL, strict=True)}
    zones = tuple(
        Zone(zone.id, zone.kind, 1, (Hidden(),) * rows[zone.id]) if zone.id in rows else zone
        for zone in seen.zones
    )
    action, _ = bot_of(CLASSIC)(replace(seen, zones=zones), (), laying(seen), None, DICE)
    assert action == actions.Lay(card("Kc"), "back")


# ── whole deals ────────────────────────────────────────────────────────────────────────────────


@GAMES
def test_the_same_chance_gives_the_same_deal(game: AnyGame) -> None:
    setup = Setup(2, 0, game.Carry())
    one, two = (played(game, quick(game), setup, b"once") for _ in range(2))
    assert one[0] == two[0]
    assert redact(one[1], None) == redact(two[1], None)


VARIANTS: list[tuple[dict[str, object], int]] = [
    ({"royalties": "none"}, 0),
    ({"royalties": "replace", "fantasyland": False}, 0),
    ({}, 1),
]


@GAMES
@pytest.mark.parametrize(("given", "inside"), VARIANTS, ids=str)
@pytest.mark.parametrize("players", [2, pytest.param(3, marks=pytest.mark.soak)])
def test_every_variant_is_played_to_its_end(
    game: AnyGame, given: dict[str, object], inside: int, players: int
) -> None:
    """`inside` are in Fantasyland."""
    at_once = (13 if game is CLASSIC else 14,) * inside + (0,) * (players - inside)
    setup = Setup(players, 1, Carry(at_once))
    result, _ = played(game, quick(game), setup, b"end", game.Options(**given))
    assert sum(result.net) == 0


@pytest.mark.soak
def test_four_play_to_the_end_and_all_may_be_in_fantasyland() -> None:
    bot = quick(CLASSIC)
    for at_once in ((), (13,) * 4, (13, 0, 0, 13)):
        result, _ = played(CLASSIC, bot, Setup(4, 0, Carry(at_once)), b"four")
        assert sum(result.net) == 0
    options = PINEAPPLE.Options(progressive=True)
    result, _ = played(PINEAPPLE, quick(PINEAPPLE), Setup(3, 0, Carry((17, 16, 0))), b"", options)
    assert sum(result.net) == 0


@pytest.mark.soak
@GAMES
def test_the_bot_beats_simple_players(game: AnyGame) -> None:
    for guest in (greedy, at_random(Dice(b"guest"))):
        found = [*deals(game, bot_of(game), guest, 60)]
        assert fmean(deal.points for deal in found) > 1
        assert sum(deal.fouled[0] for deal in found) < sum(deal.fouled[1] for deal in found)
