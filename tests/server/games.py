"""Games and bots with a fault in them, for servers that have to survive it."""

from collections.abc import Mapping
from typing import Any

from engine.bots import Levels
from engine.game import AnyGame, Setup
from engine.games import BY_ID
from engine.games.betting import Betting
from engine.games.betting.rows import ROWS
from engine.games.indian import Indian
from engine.games.pokerface import Pokerface
from engine.values.actions import Action, Raise, Take
from engine.values.chance import Chance, Dice
from engine.values.events import Events
from engine.values.offers import Call, Check, Offers, Pass, Ready, real
from engine.values.view import View
from tests.engine.games.chips import Chips


class Renewed(Pokerface):
    """The same game after its rules have changed."""

    rules = Pokerface.rules + 1


class Crashing(Pokerface):
    """Falls over its own feet as soon as somebody takes token 3."""

    id = "crashing"

    def apply(self, state: Any, seat: int, action: Action) -> tuple[Any, Events]:
        """The true game's step, unless token 3 is taken."""
        if isinstance(action, Take) and action.token == 3:
            raise KeyError("Ah Kd are the secret cards")
        return super().apply(state, seat, action)


class Blind(Pokerface):
    """Can't show itself once cards are dealt."""

    id = "blind"

    def view(self, state: Any) -> View:
        """Nothing."""
        raise IndexError("Ah Kd are the secret cards")


class Unbegun(Pokerface):
    """Can't be dealt."""

    id = "unbegun"

    def new(self, options: Any, setup: Setup, chance: Chance) -> tuple[Any, Events]:
        """Nothing."""
        raise RuntimeError("Ah Kd are the secret cards")


class Falling(Betting):
    """Hold'em that falls over its own feet as soon as somebody raises to 33."""

    def apply(self, state: Any, seat: int, action: Action) -> tuple[Any, Events]:
        """The true game's step, unless it is a raise to 33."""
        if isinstance(action, Raise) and action.to == 33:
            raise KeyError("Ah Kd are the secret cards")
        return super().apply(state, seat, action)


class Stumbling(Indian):
    """Indian Poker that falls over its own feet as soon as somebody raises to 4."""

    def apply(self, state: Any, seat: int, action: Action) -> tuple[Any, Events]:
        """The true game's step, unless it is a raise to 4."""
        if action == Raise(4):
            raise KeyError("Ah Kd are the secret cards")
        return super().apply(state, seat, action)


class RenewedBetting(Betting):
    """A betting game after its rules have changed."""

    rules = Betting.rules + 1


GAMES: Mapping[str, AnyGame] = BY_ID | {
    game.id: game for game in (Crashing(), Blind(), Unbegun(), Chips())
}

# Hold'em and Indian Poker at fault, all betting games renewed.
FALLING: Mapping[str, AnyGame] = {"holdem": Falling(ROWS[0]), "indian": Stumbling()}
RENEWED: Mapping[str, AnyGame] = {row.id: RenewedBetting(row) for row in ROWS}


def random_bot(
    view: View, events: Events, offers: Offers, memory: Any, chance: bytes
) -> tuple[Action | None, Any]:
    """Plays at random; prints, which is nobody's business."""
    print("a bot talks to itself")
    dice = Dice(chance)
    return dice.choice(real(offers)).sample(dice), memory


def calling_bot(
    view: View, events: Events, offers: Offers, memory: Any, chance: bytes
) -> tuple[Action | None, Any]:
    """Never folds and never raises."""
    quiet = [offer for offer in real(offers) if isinstance(offer, Check | Call)]
    return quiet[0].sample(Dice(chance)), memory


def flaky_bot(
    view: View, events: Events, offers: Offers, memory: Any, chance: bytes
) -> tuple[Action | None, Any]:
    """Agrees where it can, and raises now and then."""
    if chance[0] < 20:
        raise ValueError("Ah Kd are the secret cards")
    quiet = [offer for offer in real(offers) if isinstance(offer, Pass | Ready)]
    dice = Dice(chance)
    return (quiet or real(offers))[0].sample(dice), memory


def raising_bot(
    view: View, events: Events, offers: Offers, memory: Any, chance: bytes
) -> tuple[Action | None, Any]:
    """Raises."""
    raise ValueError("Ah Kd are the secret cards")


def hanging_bot(
    view: View, events: Events, offers: Offers, memory: Any, chance: bytes
) -> tuple[Action | None, Any]:
    """Thinks for ever."""
    while True:
        pass


def cheating_bot(
    view: View, events: Events, offers: Offers, memory: Any, chance: bytes
) -> tuple[Action | None, Any]:
    """Does what was not offered."""
    return Take(13, 7), memory


BOTS: dict[str, Levels] = {
    game: {"normal": random_bot} for game in ("pokerface", "pokerquadrat", "chips")
}
CALLING: dict[str, Levels] = {game: {"normal": calling_bot} for game in ("holdem", "indian")}
FLAKY: dict[str, Levels] = {"pokerface": {"normal": flaky_bot}, "crashing": {"normal": flaky_bot}}
RAISING: dict[str, Levels] = {
    "pokerface": {"normal": raising_bot},
    "chinese": {"normal": raising_bot},
    "chips": {"normal": random_bot},
}
HANGING: dict[str, Levels] = {"pokerface": {"normal": hanging_bot}}
CHEATING: dict[str, Levels] = {"pokerface": {"normal": cheating_bot}}
GRADED: dict[str, Levels] = {"pokerface": {"easy": random_bot, "normal": raising_bot}}
