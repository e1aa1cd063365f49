"""What a seat does when its bot has failed: something harmless that brings the deal to an end."""

from engine.values import offers
from engine.values.actions import Action
from engine.values.chance import Dice
from engine.values.offers import Offers, real

# From what changes least to what changes most.
_HARMLESS = (offers.Pass, offers.Ready, offers.Check, offers.Fold, offers.Call)


def plain(open_offers: Offers, chance: bytes) -> Action:
    """The most harmless of the offers, by lot where none is; there must be a real one."""
    dice = Dice(chance)
    choices = real(open_offers)
    for kind in _HARMLESS:
        for offer in choices:
            if isinstance(offer, kind):
                return offer.sample(dice)
    return dice.choice(choices).sample(dice)
