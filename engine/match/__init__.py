"""Deal after deal: who sits, who wants the next one, the button, chips or score, the end. Pure.

The table owns time, identity, durability and balances; the match answers what the next deal is.
A kind of match is a module: `cooperative` with fixed chairs that are all needed, `cash` with chips
and people who come and go, `points` with a score and such people, `freezeout` with equal chips
until one has them all. `flowing` is what the last three have in common, `machine` what a table may
rely on, whichever it has; `opening` is where the kinds are told apart.
"""

from engine.match.cash import Cash, CashChair, Terms, within
from engine.match.cooperative import Chair, Match
from engine.match.freezeout import Freezeout, FreezeoutChair, FreezeoutTerms
from engine.match.machine import AnyChair, AnyMatch, Ended, Handed, Next
from engine.match.opening import AnyTerms, SomeMatch, new, specs_of, typed
from engine.match.points import Points, PointsChair, PointsTerms

__all__ = (
    "AnyChair",
    "AnyMatch",
    "AnyTerms",
    "Cash",
    "CashChair",
    "Chair",
    "Ended",
    "Freezeout",
    "FreezeoutChair",
    "FreezeoutTerms",
    "Handed",
    "Match",
    "Next",
    "Points",
    "PointsChair",
    "PointsTerms",
    "SomeMatch",
    "Terms",
    "new",
    "specs_of",
    "typed",
    "within",
)
