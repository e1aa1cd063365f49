"""What a seat may do now: the one statement of the rule that refuses, draws and plays."""

from typing import Literal

from msgspec import Struct

from engine.values import actions
from engine.values.actions import Action, RowName, SpecialName
from engine.values.cards import Card
from engine.values.chance import Dice
from engine.values.why import Why

Verb = Literal[
    "take",
    "pass",
    "ready",
    "fold",
    "check",
    "call",
    "raise",
    "bring_in",
    "discard",
    "place",
    "show",
    "muck",
    "in",
    "out",
    "set",
    "surrender",
    "declare",
    "lay",
    "throw",
]


class Take(Struct, frozen=True, tag="take"):
    """A token that may be taken, and where it lies now (None: the centre)."""

    token: int
    holder: int | None

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return action == actions.Take(self.token, self.holder)

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        return actions.Take(self.token, self.holder)


class Pass(Struct, frozen=True, tag="pass"):
    """The seat may pass."""

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return isinstance(action, actions.Pass)

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        return actions.Pass()


class Ready(Struct, frozen=True, tag="ready"):
    """The seat may agree, after the `moves` moves of this round so far."""

    moves: int

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return action == actions.Ready(self.moves)

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        return actions.Ready(self.moves)


class Fold(Struct, frozen=True, tag="fold"):
    """The seat may fold."""

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return isinstance(action, actions.Fold)

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        return actions.Fold()


class Check(Struct, frozen=True, tag="check"):
    """The seat may check."""

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return isinstance(action, actions.Check)

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        return actions.Check()


class Call(Struct, frozen=True, tag="call"):
    """The seat may call for `price` chips; fewer than the bet when that is all it has."""

    price: int

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return isinstance(action, actions.Call) and action.price == self.price

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        return actions.Call(self.price)


class Raise(Struct, frozen=True, tag="raise"):
    """The seat may bet or raise to a street total from `lo` to `hi` chips in steps of `step`.

    `hi` itself is always allowed, on the step or not: it may be all the chips there are.
    """

    lo: int
    hi: int
    step: int = 1

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return (
            isinstance(action, actions.Raise)
            and self.lo <= action.to <= self.hi
            and (action.to == self.hi or (action.to - self.lo) % self.step == 0)
        )

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        totals = range(self.lo, self.hi, self.step)
        pick = dice.below(len(totals) + 1)
        return actions.Raise(totals[pick] if pick < len(totals) else self.hi)


class BringIn(Struct, frozen=True, tag="bring_in"):
    """The seat may open with a bring-in of `price` chips; fewer than it is when that is all."""

    price: int

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return isinstance(action, actions.BringIn) and action.price == self.price

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        return actions.BringIn(self.price)


class Discard(Struct, frozen=True, tag="discard"):
    """The seat may put away any of its `cards`, all or none of them."""

    cards: tuple[Card, ...]

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        if not isinstance(action, actions.Discard):
            return False
        left = list(self.cards)
        for card in action.cards:
            if not isinstance(card, Card) or card not in left:
                return False
            left.remove(card)
        return True

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        chosen = dice.below(1 << len(self.cards))
        return actions.Discard(
            tuple(card for place, card in enumerate(self.cards) if chosen >> place & 1)
        )


class Place(Struct, frozen=True, tag="place"):
    """The seat may lay any of its `cards` on any of the free `cells`."""

    cards: tuple[Card, ...]
    cells: tuple[int, ...]

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return (
            isinstance(action, actions.Place)
            and action.card in self.cards
            and action.cell in self.cells
        )

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        return actions.Place(dice.choice(self.cards), dice.choice(self.cells))


class Show(Struct, frozen=True, tag="show"):
    """The seat may show its hand."""

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return isinstance(action, actions.Show)

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        return actions.Show()


class Muck(Struct, frozen=True, tag="muck"):
    """The seat may muck its hand."""

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return isinstance(action, actions.Muck)

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        return actions.Muck()


class In(Struct, frozen=True, tag="in"):
    """The seat may play for the pot; losing costs `price` chips, all it has at most."""

    price: int

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return isinstance(action, actions.In) and action.price == self.price

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        return actions.In(self.price)


class Out(Struct, frozen=True, tag="out"):
    """The seat may leave the pot to others."""

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return isinstance(action, actions.Out)

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        return actions.Out()


class SetRows(Struct, frozen=True, tag="set"):
    """The seat may set rows of three, five and five of its `cards`; what is over is thrown away."""

    cards: tuple[Card, ...]

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        if not isinstance(action, actions.SetRows):
            return False
        rows = (action.front, action.middle, action.back)
        laid = [card for row in rows for card in row]
        sizes = tuple(map(len, rows)) == (3, 5, 5)
        return sizes and len(set(laid)) == len(laid) and set(laid) <= set(self.cards)

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        cards = dice.shuffled(self.cards)
        return actions.SetRows(cards[:3], cards[3:8], cards[8:13])


class Surrender(Struct, frozen=True, tag="surrender"):
    """The seat may surrender for `price` points to every opponent."""

    price: int

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return isinstance(action, actions.Surrender) and action.price == self.price

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        return actions.Surrender(self.price)


class Declare(Struct, frozen=True, tag="declare"):
    """The seat's hand is each of these special ones, the most valuable first, and may be so called.

    It counts as the most valuable one, however it is called.
    """

    specials: tuple[SpecialName, ...]

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return isinstance(action, actions.Declare) and action.special in self.specials

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        return actions.Declare(dice.choice(self.specials))


class Lay(Struct, frozen=True, tag="lay"):
    """The seat may lay any of its `cards` into any of the `rows`, which have room."""

    cards: tuple[Card, ...]
    rows: tuple[RowName, ...]

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return (
            isinstance(action, actions.Lay)
            and action.card in self.cards
            and action.row in self.rows
        )

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        return actions.Lay(dice.choice(self.cards), dice.choice(self.rows))


class Throw(Struct, frozen=True, tag="throw"):
    """The seat has to throw one of its `cards` away."""

    cards: tuple[Card, ...]

    def admits(self, action: Action) -> bool:
        """Whether `action` takes up this offer."""
        return isinstance(action, actions.Throw) and action.card in self.cards

    def sample(self, dice: Dice) -> Action:
        """An action that this offer admits, each as likely."""
        return actions.Throw(dice.choice(self.cards))


Offer = (
    Take
    | Pass
    | Ready
    | Fold
    | Check
    | Call
    | Raise
    | BringIn
    | Discard
    | Place
    | Show
    | Muck
    | In
    | Out
    | SetRows
    | Surrender
    | Declare
    | Lay
    | Throw
)


class Barred(Struct, frozen=True, tag="barred"):
    """A verb that is not offered now although its key is there, and why."""

    verb: Verb
    why: Why


Offers = tuple[Offer | Barred, ...]


def real(offers: Offers) -> tuple[Offer, ...]:
    """The offers among `offers`, without what is only barred."""
    return tuple([offer for offer in offers if not isinstance(offer, Barred)])


def admitted(offers: Offers, action: Action) -> bool:
    """Whether one of `offers` admits `action`."""
    return any(offer.admits(action) for offer in offers if not isinstance(offer, Barred))
