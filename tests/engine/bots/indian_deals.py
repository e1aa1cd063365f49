"""Many deals of the bots that don't see their own cards, against simple players."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, get_args

from engine.bots import Bot
from engine.game import AnyGame, Setup
from engine.games import betting, indian
from engine.kit import brag
from engine.kit.ranking import rank, rank7
from engine.values import actions
from engine.values.actions import Action
from engine.values.cards import DECK, Card, Hidden
from engine.values.chance import Dice
from engine.values.offers import Call, In, Offers, Raise, real
from engine.values.view import View
from tests.engine.bots.betting_deals import Tally
from tests.engine.bots.deals import Guest, play

INDIAN = indian.GAMES[0]
HOLDEM = {game.id: game for game in betting.GAMES}["indian_holdem"]
Opponent = Literal["random", "counter", "eager"]
OPPONENTS: tuple[Opponent, ...] = get_args(Opponent)

# How much more than an even share of the pot a counter wants before he raises.
WANTS = {"counter": 1.5, "eager": 1.0}
SAMPLES = 80

# Deals at most until a pot is taken.
MOST = 12


def random_player(dice: Dice, view: View, offers: Offers) -> Action:
    """Takes any offer, each as likely."""
    return dice.choice(real(offers)).sample(dice)


def counter(wants: float, dice: Dice, view: View, offers: Offers) -> Action:
    """Counts which own hands would win by the cards in sight, and heeds nothing else.

    He pays what the pot is worth, raises as high as can be with so much more than an even share,
    and is in where the mean of that is a gain.
    """
    hands = _in_sight(view)
    live = [seat for seat in hands if view.seats[seat].status != "folded"]
    chance = _chance(view, hands, live, dice)
    pot = sum(lying.chips for lying in view.pots) + sum(one.bet or 0 for one in view.seats)
    stay: Action | None = None
    for offer in real(offers):
        if isinstance(offer, In):
            good = chance * pot > (1 - chance) * offer.price
            return actions.In(offer.price) if good else actions.Out()
        if isinstance(offer, Raise) and chance * (len(live) + 1) >= wants:
            return actions.Raise(offer.hi if offer.hi < 3 * pot else max(offer.lo, pot))
        if isinstance(offer, Call) and chance * (pot + offer.price) >= offer.price:
            stay = actions.Call(offer.price)
        elif isinstance(offer, Call):
            stay = actions.Fold()
    return stay or actions.Check()


def _in_sight(view: View) -> dict[int, tuple[Card, ...]]:
    return {
        seat: tuple(cell for cell in zone.cells if isinstance(cell, Card))
        for seat in range(len(view.seats))
        if (zone := view.zone(f"hand.{seat}")) and not isinstance(zone.cells[0], Hidden)
    }


def _chance(view: View, hands: dict[int, tuple[Card, ...]], live: list[int], dice: Dice) -> float:
    """The share of the pot that one's own unseen hand wins of those still in."""
    zone = view.zone("board")
    board = [cell for cell in zone.cells if isinstance(cell, Card)] if zone else []
    dead = {*board, *(card for hand in hands.values() for card in hand)}
    left = [card for card in DECK if card not in dead]
    facts = next((note.facts for note in view.notes if note.code == "ranking"), {})
    size = int(facts.get("cards", 2))
    if size == 1:
        drawn = [[card] for card in left]
    else:
        needed = size + (5 - len(board) if zone else 0)
        drawn = [_some(left, needed, dice) for _ in range(SAMPLES)]
    wins = str(facts.get("wins", "high"))
    strength: Callable[[list[Card]], int] = rank
    if size == 3:
        strength = partial(brag.rank, traditional=facts["order"] == "traditional")
    total = 0.0
    for cards in drawn:
        if zone:
            common = [*board, *cards[2:]]
            mine = rank7((*cards[:2], *common))
            others = [rank7((*hands[seat], *common)) for seat in live]
        else:
            mine = strength(cards)
            others = [strength([*hands[seat]]) for seat in live]
        high, low = _share(mine, others), _share(-mine, [-its for its in others])
        total += {"high": high, "low": low, "high_low": (high + low) / 2}[wins]
    return total / len(drawn)


def _some(left: list[Card], needed: int, dice: Dice) -> list[Card]:
    found: dict[Card, None] = {}
    while len(found) < needed:
        found[left[dice.below(len(left))]] = None
    return [*found]


def _share(mine: int, others: list[int]) -> float:
    best = max(others, default=mine - 1)
    return 0.0 if mine < best else 1.0 if mine > best else 1 / (1 + others.count(mine))


def deals(
    game: AnyGame,
    bot: Bot,
    players: int,
    number: int,
    *,
    against: Opponent | Guest,
    unit: int = 1,
    stacks: int = 50,
    **options: Any,
) -> Tally:
    """That many deals of `bot` among players of one kind, each one with it in every place.

    What it wins is the mean of its places, so that good cards count for nothing. A pot that a deal
    leaves comes to the next one, which belongs to it.
    """
    tally = Tally([], [])
    dice = Dice(f"{game.id} {players} {sorted(options.items())}".encode())
    guest: Guest
    if callable(against):
        guest = against
    elif against == "random":
        guest = partial(random_player, dice)
    else:
        guest = partial(counter, WANTS[against], dice)
    chosen = game.Options(**options)
    for index in range(number):
        seeds = [dice.seed() for _ in range(MOST)]
        net = 0
        for seat in range(players):
            guests = {other: guest for other in range(players) if other != seat}
            pot = 0
            for turn, seed in enumerate(seeds):
                more = {"pot": pot} if pot else {}
                carry = game.Carry(stacks=(stacks,) * players, **more)
                setup = Setup(players, (index + turn) % players, carry)
                result = play(game, bot, setup, seed, chosen, guests=guests, spent=tally.spent)
                net += result.net[seat]
                pot = getattr(result.carry, "pot", 0)
                if not pot:
                    break
        tally.won.append(net / players / unit)
    return tally
