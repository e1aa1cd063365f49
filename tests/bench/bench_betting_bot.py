"""What the bot of the betting games wins from simple players, and the time a decision takes."""

from collections.abc import Iterable

from msgspec import Struct

from engine.bots.betting import MIDDLE, STRONG, WEAK, Bettor, Grade
from engine.bots.board_hands import Board
from engine.game import Setup
from engine.games.betting.state import Options
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
HOLDEM = Board(2)
GAMES = (
    ("holdem", HOLDEM, Options(structure="no")),
    ("holdem", HOLDEM, Options(structure="split")),
    ("omaha", Board(4, omaha=True), Options(structure="pot")),
    ("omaha_hilo", Board(4, omaha=True, low=True), Options(structure="pot")),
)
OPPONENTS: tuple[Opponent, ...] = ("caller", "random")


def bench() -> Iterable[Line]:
    """One bot among simple players, heads-up and six-handed; then its grades against each other."""
    for name, kind, options in GAMES:
        for against in OPPONENTS:
            for players in (2, 6):
                tally = deals(name, Bettor(kind), players, DEALS, against=against, options=options)
                table = f"{name}, {options.structure} limit, {players} seats"
                yield _won(f"{table}, against {against}, blinds won a deal", tally)
                mean, most = sum(tally.spent) / len(tally.spent), max(tally.spent)
                yield Line(
                    f"{table}: CPU a decision, mean; most",
                    f"{mean * 1e3:.1f} ms; {most * 1e3:.0f} ms",
                    "≤ 50 ms",
                    most <= 0.05,
                )
    for better, worse in (("strong", "middle"), ("middle", "weak")):
        yield _won(f"holdem, no limit, {better} against {worse}", duels(better, worse))


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


def duels(better: str, worse: str) -> Tally:
    """Heads-up deals of two grades, each deal twice with changed places."""
    game, options = BY_ID["holdem"], Options()
    one, other = Bettor(HOLDEM, GRADES[better]), Bettor(HOLDEM, GRADES[worse])
    tally = Tally([], [])
    for number, seed in zip(range(DUELS), seeds(Dice(b"duels")), strict=False):
        setup = Setup(2, number % 2, game.Carry())
        first = play(game, _Both((one, other)), setup, seed, options).net[0]
        second = play(game, _Both((other, one)), setup, seed, options).net[1]
        tally.won.append((first + second) / 2 / options.bet)
    return tally
