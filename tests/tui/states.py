"""The states of every game that have to look as they do (ux 8), as scenes that are always alike."""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.games import BY_ID
from engine.values.cards import Card, Token, cards
from engine.values.draft import Draft
from engine.values.offers import (
    Barred,
    BringIn,
    Call,
    Discard,
    Raise,
    Show,
    real,
)
from tests.tui import openface_tables, resting, scenes, squares
from tests.tui.layouts import arranging_deals, betting_deals, indian_deals, rows_deals, stud_deals
from tests.tui.layouts.test_stud import common
from tests.tui.played import ONLOOKER, moments
from tui.canvas.scene import Amount, Marked, Scene

Made = Callable[[], Scene]
Holds = Callable[[Scene], bool]


def first(
    game: str, players: int, holds: Holds, *, looks_on: bool = False, deals: int = 1, **values: Any
) -> Made:
    """The first state for which something holds, of whatever deal thrown by dice has one."""

    def search() -> Scene:
        return next(scene for scene in _shown() if holds(scene))

    def _shown() -> Iterator[Scene]:
        for seed in range(40):
            for played in moments(BY_ID[game], players, bytes([seed]), deals, **values):
                yield played.scene(ONLOOKER if looks_on else "a")

    return search


def mine(scene: Scene) -> bool:
    """Whether Anna is to act."""
    return scene.table.stage == "running" and bool(real(scene.table.offers))


def over(scene: Scene) -> bool:
    """Whether a deal has just ended."""
    return scene.table.stage in ("between", "over") and scene.table.view is not None


def phase(scene: Scene) -> str:
    """Of a running deal."""
    running = scene.table.stage == "running" and scene.table.view is not None
    return scene.table.view.phase if running and scene.table.view else ""


def counter(scene: Scene, name: str) -> int:
    """What the table counts under a name."""
    view = scene.table.view
    return 0 if view is None else next((c.value for c in view.counters if c.id == name), 0)


def tokens(scene: Scene, seat: int | None) -> int:
    """How many tokens of the round somebody has, or (None) how many lie in the middle."""
    view = scene.table.view
    racks = [zone for zone in view.zones if zone.kind == "rack"] if view else []
    lying = racks[-1].cells if racks else ()
    return sum(isinstance(one, Token) and one.holder == seat for one in lying)


def offered(scene: Scene, kind: type) -> bool:
    """Whether Anna is offered something of that kind."""
    return any(isinstance(offer, kind) for offer in real(scene.table.offers))


def ended(scene: Scene, code: str) -> bool:
    """Whether the last deal ended so."""
    return over(scene) and scene.table.history[-1].scored.code == code


def statuses(scene: Scene) -> list[str]:
    """How everybody in the deal is."""
    view = scene.table.view
    return [] if view is None else [seat.status for seat in view.seats]


def ui(made: Made, **changes: Any) -> Made:
    """The same with something open, chosen or half typed."""

    def changed() -> Scene:
        scene = made()
        return replace(scene, ui=replace(scene.ui, **changes))

    return changed


def marked(made: Made, text: str) -> Made:
    """The same with cards marked for an exchange."""

    def changed() -> Scene:
        scene = made()
        chosen = Marked(cards(text), scene.table.deal, scene.table.decision)
        return replace(scene, ui=replace(scene.ui, marked=chosen))

    return changed


def amount(made: Made, which: str) -> Made:
    """The same with the amount field open at the least, the most, or below the least."""

    def changed() -> Scene:
        scene = made()
        offer = next(one for one in scene.table.offers if isinstance(one, Raise))
        value = {"min": offer.lo, "max": offer.hi, "below": offer.lo - 1}[which]
        return replace(scene, ui=replace(scene.ui, amount=Amount(value, typed=which == "below")))

    return changed


def away(made: Made, seat: int) -> Made:
    """The same with somebody whose line is broken."""

    def changed() -> Scene:
        scene = made()
        chairs = list(scene.table.chairs)
        chairs[seat] = replace(chairs[seat], here=False)
        return replace(scene, table=replace(scene.table, chairs=tuple(chairs)))

    return changed


def no_low(scene: Scene) -> bool:
    """Whether the board can leave nobody a low hand any more: three cards of eight or less."""
    view = scene.table.view
    board = view.zone("board") if view else None
    cells = board.cells if board else ()
    lying = [cell.rank for cell in cells if isinstance(cell, Card) and cell.known]
    return len(lying) >= 3 and len(set(lying) & set("A2345678")) + 5 - len(lying) < 3


def special_hand() -> Scene:
    """Six pairs, to be announced."""
    hands = ("2c2d5c5d7c7d9h9sJcJdKhKsAc", "Ah Qd 5h|Kd Kc 9c 9d 3s|8s 8h 8d 4c 4d")
    return arranging_deals.at_table(arranging_deals.arranging(hands, (), special_hands=True))


def dead_row() -> Scene:
    """A front that will be stronger than the middle, whatever comes."""
    boards = ("KhKs2c | 5c5d7h8s | AcAd", "QsQd | 7c7s | Ah9h4hTh4c")
    held = Draft(middle=cards("9c"))
    return openface_tables.seen_by(openface_tables.classic(boards, "9c"), held=held)


def in_fantasyland() -> Scene:
    """Thirteen cards at once, while the others go on."""
    boards = ("", "QsQd | 7h7c | AhTh9h", "Kc | 9d9s5c | JsJcJd")
    return openface_tables.seen_by(openface_tables.classic(boards, at_once=(13, 0, 0)))


STATES: dict[str, dict[str, Made]] = {
    "pokerface": {
        "turn": scenes.turn,
        "all in the middle": first(
            "pokerface", 6, lambda s: bool(phase(s)) and tokens(s, None) == 6
        ),
        "without a token": first(
            "pokerface", 6, lambda s: mine(s) and not tokens(s, 0) and tokens(s, None) < 6
        ),
        "passing barred": first(
            "pokerface",
            3,
            lambda s: mine(s) and any(isinstance(one, Barred) for one in s.table.offers),
        ),
        "third lap": first("pokerface", 6, lambda s: mine(s) and counter(s, "lap") >= 3),
        "all at once": first(
            "pokerface",
            4,
            lambda s: any(
                "ready" in x.markers for x in (s.table.view.seats if s.table.view else ())
            ),
            all_at_once=True,
        ),
        "three players": first("pokerface", 3, mine),
        "failure": scenes.showdown,
        "success": first("pokerface", 3, lambda s: ended(s, "success")),
        "somebody missing": lambda: resting.scene(resting.absent()),
        "a vote": lambda: resting.scene(resting.absent(vote=resting.ballot())),
        "waiting": first("pokerface", 4, lambda s: s.table.stage == "waiting"),
        "spectator": first("pokerface", 4, lambda s: phase(s) == "tokens.d", looks_on=True),
        "chat": ui(scenes.turn, drawer="chat", typed="noch nicht"),
        "phrases": ui(scenes.turn, drawer="phrases"),
        "log": ui(scenes.turn, drawer="log"),
        "info": ui(scenes.turn, drawer="info"),
    },
    "pokerquadrat": {
        "turn": squares.picture,
        "empty": lambda: squares.scene(()),
        "column typed": lambda: squares.scene(ghost=squares.held("5h", column="c")),
        "ghost at an edge": lambda: squares.scene(ghost=squares.held("5h", "e5")),
        "won": squares.won,
        "lost": squares.lost,
        "open hands": first("pokerquadrat", 2, mine, open_hands=True),
        "two cards": first("pokerquadrat", 2, mine, hand_size=2),
    },
    "holdem": {
        "turn": betting_deals.holdem10,
        "list": ui(betting_deals.holdem10, listed=True),
        "showdown": betting_deals.showdown10,
        "heads-up": first("holdem", 2, mine),
        "six": first("holdem", 6, lambda s: mine(s) and phase(s) == "flop"),
        "nine": first("holdem", 9, lambda s: mine(s) and phase(s) == "turn"),
        "amount min": amount(betting_deals.holdem10, "min"),
        "amount max": amount(betting_deals.holdem10, "max"),
        "amount below": amount(betting_deals.holdem10, "below"),
        "limit at the cap": first(
            "holdem", 4, lambda s: mine(s) and not offered(s, Raise), structure="split"
        ),
        "pot-limit": amount(
            first("holdem", 4, lambda s: mine(s) and offered(s, Raise), structure="pot"), "max"
        ),
        "all-in": first("holdem", 3, lambda s: statuses(s).count("all_in") >= 2),
        "side pots": first(
            "holdem", 6, lambda s: bool(s.table.view and len(s.table.view.pots) >= 3), deals=2
        ),
        "sitting out": first(
            "holdem",
            4,
            lambda s: any(c.cash is not None and c.cash.wish == "rest" for c in s.table.chairs),
        ),
        "somebody away": away(betting_deals.holdem10, 4),
        "uncontested": first("holdem", 3, lambda s: over(s) and offered(s, Show)),
        "spectator": first("holdem", 6, lambda s: phase(s) == "flop", looks_on=True),
        "chat at one's turn": ui(betting_deals.holdem10, drawer="chat", typed="moment"),
        "log": ui(betting_deals.holdem10, drawer="log"),
    },
    "omaha": {
        "high and low": betting_deals.omaha10,
        "no low": first("omaha_hilo", 4, lambda s: bool(phase(s)) and no_low(s), deals=3),
        "flop": first("omaha", 4, lambda s: mine(s) and phase(s) == "flop"),
    },
    "stud": {
        "list": stud_deals.stud8,
        "table": ui(stud_deals.stud8, listed=False),
        "common card": common,
        "bring-in": first("stud7", 8, lambda s: offered(s, BringIn)),
        "soko": first("soko", 4, lambda s: mine(s) and "4" in phase(s)),
        "high card opens": first("stud5", 6, mine, structure="pot"),
    },
    "draw": {
        "none marked": betting_deals.draw6,
        "one marked": marked(betting_deals.draw6, "5c"),
        "before the exchange": first("draw5", 6, lambda s: mine(s) and offered(s, Call)),
        "exchanging": first("draw5", 6, lambda s: offered(s, Discard)),
    },
    "chinese": {
        "three in the tray": arranging_deals.picture,
        "thirteen in the tray": arranging_deals.at_table,
        "ready and waiting": first(
            "chinese", 4, lambda s: s.table.stage == "running" and not real(s.table.offers)
        ),
        "two players": first("chinese", 2, mine),
        "giving up": first("chinese", 3, mine, surrender=8),
        "special hand": special_hand,
        "result": rows_deals.picture,
    },
    "openface": {
        "turn": openface_tables.picture,
        "pineapple": openface_tables.picture_of_three,
        "in Fantasyland": in_fantasyland,
        "dead row": dead_row,
        "first five": first("openface", 4, mine),
        "two players": first("openface", 2, lambda s: mine(s) and len(s.events) > 12),
        "result": first("pineapple", 3, over),
    },
    "indian": {
        "one card": indian_deals.indian8,
        "two cards": lambda: indian_deals.with_cards(2),
        "three cards": lambda: indian_deals.with_cards(3),
        "five cards": lambda: indian_deals.with_cards(5),
        "low": first("indian", 4, mine, wins="low"),
        "high and low": first("indian", 4, mine, wins="high_low"),
        "match the pot": first("indian", 4, mine, match_pot=True),
        "result": first("indian", 4, over),
        "indian hold'em": first("indian_holdem", 5, lambda s: mine(s) and phase(s) == "flop"),
    },
}
