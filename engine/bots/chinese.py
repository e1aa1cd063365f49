"""Chinese poker: of all rows that could be set those that win most of players who set well.

What they win is counted as the table counts, against boards that were learned by play
(engine.kit.field). What opponents hold is not guessed from one's own cards: that gives next to
nothing. A special hand is declared where it is worth more than the best rows, and the bot gives up
where those lose clearly more than that costs. The same cards are always played alike.
"""

from msgspec import Struct

from engine.kit.field import Field, learned
from engine.kit.royalties import CLOSED, OWN, Royalties, closed
from engine.kit.settling import Scoring
from engine.kit.special import VALUES
from engine.kit.splits import best
from engine.values import actions
from engine.values.actions import Action
from engine.values.events import Events
from engine.values.offers import Declare, Offers, SetRows, Surrender, real
from engine.values.view import View
from engine.values.why import Facts

# So many points of each opponent more than surrendering costs must the best rows lose: the field
# is not quite what opponents hold.
CLEARLY = 0.2


def decide(
    view: View, events: Events, offers: Offers, memory: Struct | None, chance: bytes, /
) -> tuple[Action | None, Struct | None]:
    """The bot for `engine.bots.BOTS`; ValueError for a view of nobody who is to set rows."""
    possible = real(offers)
    rows = next((offer for offer in possible if isinstance(offer, SetRows)), None)
    counting = next((note for note in view.notes if note.code == "counting"), None)
    if rows is None or counting is None:
        raise ValueError("no view of somebody who is to set rows")
    (split,) = best(rows.cards, Field(learned(), _scoring(counting.facts)).worth)
    declare = next((offer for offer in possible if isinstance(offer, Declare)), None)
    if declare is not None and VALUES[declare.specials[0]] > split.worth:
        return actions.Declare(declare.specials[0]), None
    surrender = next((offer for offer in possible if isinstance(offer, Surrender)), None)
    if surrender is not None and split.worth < -surrender.price - CLEARLY:
        return actions.Surrender(surrender.price), None
    return actions.SetRows(*split.rows), None


def _scoring(facts: Facts) -> Scoring:
    """How rows are counted, as the table tells."""
    return Scoring(_royalties(facts), two_four=facts.get("scoring") == "2-4")


def _royalties(facts: Facts) -> Royalties:
    named = CLOSED.get(str(facts.get("royalties")))
    return closed(*(int(facts.get(name, 0)) for name in OWN)) if named is None else named
