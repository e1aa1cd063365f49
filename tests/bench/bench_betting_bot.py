"""What the bot of the betting games wins from simple players, and the time a decision takes.

Measured of the strong grade heads-up at split limit, in small bets a hundred deals with the
interval of 95 %, 300 deals each, against the caller and the random player: stud7 157 ± 54 and
196 ± 44, stud7_hilo 109 ± 47 and 227 ± 42, stud5 94 ± 46 and 163 ± 32, soko 119 ± 43 and 192 ± 41,
draw5 53 ± 33 and 132 ± 32; 4 to 7 ms a decision, 26 at most. Grades lie closer: a third of the
strong one's work against the weak one, pot limit, in small bets a deal: stud7 3.2 ± 1.6, stud7_hilo
1.0 ± 1.4, soko 1.0 ± 1.2, draw5 at no limit 0.3 ± 1.3, by 500 or 600 pairs of deals.
"""

from collections.abc import Iterable
from typing import cast

from msgspec import Struct

from engine.bots.betting import MIDDLE, STRONG, WEAK, Bettor, Grade
from engine.bots.betting_hands import Kind
from engine.bots.board_hands import Board
from engine.bots.draw_hands import Draw
from engine.bots.stud_hands import Stud
from engine.game import Setup
from engine.games.betting.state import AnyOptions
from engine.kit.betting import Structure
from engine.values.actions import Action
from engine.values.chance import Dice
from engine.values.events import Events
from engine.values.offers import Offers
from engine.values.view import View
from tests.bench import Line
from tests.engine.bots.betting_deals import BY_ID, Opponent, Tally, deals, seeds
from tests.engine.bots.deals import play

DEALS = 5_000
DUELS = 500
GAMES: tuple[tuple[str, Kind, Structure], ...] = (
    ("holdem", Board(2), "no"),
    ("holdem", Board(2), "split"),
    ("omaha", Board(4, omaha=True), "pot"),
    ("omaha_hilo", Board(4, omaha=True, low=True), "pot"),
    ("stud7", Stud(), "split"),
    ("stud7_hilo", Stud(low=True), "split"),
    ("stud5", Stud(down=1, whole=5), "split"),
    ("soko", Stud(down=1, whole=5, soko=True), "split"),
    ("draw5", Draw(), "split"),
)
OPPONENTS: tuple[Opponent, ...] = ("caller", "random")
# Grades differ most where a bet can be high.
DUELLING: tuple[tuple[str, Kind, Structure], ...] = (
    ("holdem", Board(2), "no"),
    ("stud7", Stud(), "pot"),
    ("stud7_hilo", Stud(low=True), "pot"),
    ("stud5", Stud(down=1, whole=5), "pot"),
    ("soko", Stud(down=1, whole=5, soko=True), "pot"),
    ("draw5", Draw(), "no"),
)


def bench() -> Iterable[Line]:
    """One bot among simple players, heads-up and six-handed; then its grades against each other."""
    for name, kind, structure in GAMES:
        options = cast(AnyOptions, BY_ID[name].Options(structure=structure))
        for against in OPPONENTS:
            for players in (2, 6):
                tally = deals(name, Bettor(kind), players, DEALS, against=against, options=options)
                table = f"{name}, {structure} limit, {players} seats"
                yield _won(f"{table}, against {against}, blinds won a deal", tally)
                mean, most = sum(tally.spent) / len(tally.spent), max(tally.spent)
                yield Line(
                    f"{table}: CPU a decision, mean; most",
                    f"{mean * 1e3:.1f} ms; {most * 1e3:.0f} ms",
                    "≤ 50 ms",
                    most <= 0.05,
                )
    for name, kind, structure in DUELLING:
        for better, worse in (("strong", "middle"), ("middle", "weak"), ("strong", "weak")):
            tally = duels(name, kind, structure, better, worse)
            yield _won(f"{name}, {structure} limit, {better} against {worse}", tally)


def _won(what: str, tally: Tally) -> Line:
    """Above zero: the whole interval of 95 % is."""
    within = 1.96 * tally.error
    return Line(what, f"{tally.mean:+.2f} ± {within:.2f}", "above zero", tally.mean > within)


class _Both(Struct, frozen=True):
    """Two grades at one table, by seat."""

    bots: tuple[Bettor, Bettor]

    def __call__(
        self, view: View, events: Events, offers: Offers, memory: Struct | None, chance: bytes, /
    ) -> tuple[Action | None, Struct | None]:
        return self.bots[view.to_act[0]](view, events, offers, memory, chance)


GRADES: dict[str, Grade] = {"weak": WEAK, "middle": MIDDLE, "strong": STRONG}


def duels(name: str, kind: Kind, structure: Structure, better: str, worse: str) -> Tally:
    """Heads-up deals of two grades, each deal twice with changed places."""
    game = BY_ID[name]
    options = cast(AnyOptions, game.Options(structure=structure))
    one, other = Bettor(kind, GRADES[better]), Bettor(kind, GRADES[worse])
    tally = Tally([], [])
    for number, seed in zip(range(DUELS), seeds(Dice(b"duels")), strict=False):
        setup = Setup(2, number % 2, game.Carry())
        first = play(game, _Both((one, other)), setup, seed, options).net[0]
        second = play(game, _Both((other, one)), setup, seed, options).net[1]
        tally.won.append((first + second) / 2 / options.bet)
    return tally
