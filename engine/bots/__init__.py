"""Bots: what a bot is, and the explicit list of games that have some, by level."""

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from engine.bots import betting, chinese, indian, openface, pokerface, pokerquadrat
from engine.values.actions import Action
from engine.values.events import Events
from engine.values.level import Level
from engine.values.offers import Offers
from engine.values.view import View


class Bot(Protocol):
    """A player as a pure function of what its seat sees."""

    def __call__(
        self, view: View, events: Events, offers: Offers, memory: Struct | None, chance: bytes, /
    ) -> tuple[Action | None, Struct | None]:
        """What the seat does now, and what the bot remembers until it is asked again.

        `view` and `events` are redacted for the seat; `events` are all of the running deal, so
        that a bot without memory (None: the deal's first question, or after a restart) can
        know as much as one with it. `offers` holds at least one real offer, and one of them
        admits the answer. `chance` are 32 fresh bytes. None instead of an action: it waits, and
        wants to be asked again once the view has changed; only where several seats may act at
        once. ValueError for a view that is not a player's of this game.
        """
        ...


Levels = Mapping[Level, Bot]
"""A game's bots from the weakest to the strongest; the usual level is always among them."""

BOTS: dict[str, Levels] = {
    "pokerface": {"normal": pokerface.decide},
    "pokerquadrat": {"easy": pokerquadrat.easy, "normal": pokerquadrat.normal},
    "holdem": {"normal": betting.HOLDEM},
    "omaha": {"normal": betting.OMAHA},
    "omaha_hilo": {"normal": betting.OMAHA_HILO},
    "stud7": {"normal": betting.STUD7},
    "stud7_hilo": {"normal": betting.STUD7_HILO},
    "stud5": {"normal": betting.STUD5},
    "soko": {"normal": betting.SOKO},
    "draw5": {"normal": betting.DRAW5},
    "indian": {"normal": indian.INDIAN},
    "indian_holdem": {"normal": indian.INDIAN_HOLDEM},
    "chinese": {"normal": chinese.decide},
    "openface": {"normal": openface.OPENFACE},
    "pineapple": {"normal": openface.PINEAPPLE},
}
