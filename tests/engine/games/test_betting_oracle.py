"""Random deals through pokerkit and through our engine at once, as the oracle for betting and pots.

Every decision must be the same seat's, cost the same and allow the same raises, and the stacks at
the end must be equal. Where the two differ on purpose `DIFFERENCES` says so, and the comparison
knows when to expect it. All amounts are multiples of a unit that every share divides: so odd chips,
which pokerkit gives to one winner and we one each (rules.md D13), don't occur.
"""

from collections import Counter
from typing import Any

import pokerkit
import pytest
from msgspec import Struct

from engine.game import Setup
from engine.games.betting import Betting
from engine.games.betting.state import Carry, Options, State
from engine.kit.shuffle import shuffle
from engine.values import offers
from engine.values.actions import Action, Check, Fold, Raise
from engine.values.cards import Card
from engine.values.chance import Chance, Dice
from engine.values.offers import Offer, real
from tests.engine.games.betting_table import BOARD_GAMES

DIFFERENCES = {
    "short_blind": "C.2: a big blind posted short is called in full; pokerkit asks for what lies "
    "there. Such deals are dealt without a short big blind.",
    "missing": "C.6: the pot-limit maximum counts what short blinds lack; pokerkit's does not.",
    "unmatched": "C.5: a raise is barred only where all opponents are all-in; pokerkit bars it "
    "where none of them could match more than is there.",
    "own_turn": "C.5, TDA 47: short all-ins add up from one's own last action; pokerkit adds all "
    "since the last full raise, also those that one has called.",
    "first_short": "C.5, TDA 47: an all-in of less than the least bet or raise reopens nothing; "
    "pokerkit takes the first of a street for a full one.",
    "half_bet": "C.5: limit has the half-bet rule; pokerkit measures limit like no limit. Such "
    "deals are compared until then.",
    "side_low": "C.10: a pot for which no low qualifies is the high hand's; where another pot has "
    "a low, pokerkit shares half of it among all that lie open.",
    "nobody": "C.5: who has nobody to bet against is not asked; pokerkit asks for a check.",
    "cap": "D6: pokerkit allows four raises above the blind; we do with cap_counts_blind = False.",
}

# 2 × 2520: halves, and shares of two to ten winners, are whole.
UNIT = 5040
SMALL, BIG = 5 * UNIT, 10 * UNIT

AUTOMATIC = (
    pokerkit.Automation.ANTE_POSTING,
    pokerkit.Automation.BET_COLLECTION,
    pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
    pokerkit.Automation.CARD_BURNING,
    pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    pokerkit.Automation.HAND_KILLING,
    pokerkit.Automation.CHIPS_PUSHING,
    pokerkit.Automation.CHIPS_PULLING,
    pokerkit.Automation.RUNOUT_COUNT_SELECTION,
)

HANDS = {
    "holdem": (pokerkit.StandardHighHand,),
    "omaha": (pokerkit.OmahaHoldemHand,),
    "omaha_hilo": (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand),
}
STRUCTURES = {
    "no": pokerkit.BettingStructure.NO_LIMIT,
    "pot": pokerkit.BettingStructure.POT_LIMIT,
    "split": pokerkit.BettingStructure.FIXED_LIMIT,
}


class Deal(Struct, frozen=True):
    """What one deal begins with; seats from the small blind on, the last is the button."""

    game: Betting
    options: Options
    stacks: tuple[int, ...]
    posts: tuple[int, ...]
    chance: Chance

    @property
    def setup(self) -> Setup:
        n = len(self.stacks)
        return Setup(n, n - 1, Carry(stacks=self.stacks, posts=self.posts))


def thrown(game: Betting, structure: Any, dice: Dice) -> Deal:
    """A deal by dice: 2 to 10 players, stacks from one unit up, antes, sometimes a straddle."""
    n = 2 + dice.below(9)
    ante = UNIT * (0, 0, 1, 2)[dice.below(4)]
    stacks = [UNIT * (1 + dice.below(40 if dice.below(3) == 0 else 400)) for _ in range(n)]
    if structure == "split" and dice.below(4):
        # Whole bets and nothing beside, else most deals end in a half bet.
        stacks = [ante + BIG + stack // BIG * BIG for stack in stacks]
    posts = [SMALL, BIG] + [0] * (n - 2)
    if n > 3 and structure != "split" and dice.below(5) == 0:
        posts[2] = 2 * BIG
    if n == 2:
        posts.reverse()
    last = posts.index(max(posts))
    # See short_blind.
    stacks[last] = max(stacks[last], ante + posts[last])
    options = Options(
        structure=structure,
        bet=BIG,
        top=2 * BIG,
        ante=ante,
        min_raise="last",
        cap_counts_blind=False,
    )
    return Deal(game, options, tuple(stacks), tuple(posts), shuffle(dice.seed()))


def opened(deal: Deal) -> Any:
    """The same deal in pokerkit, hole cards dealt."""
    limit = deal.options.structure == "split"
    n, down = len(deal.stacks), deal.game.row.streets[0].down
    streets = tuple(
        pokerkit.Street(
            True,
            (False,) * street.down,
            street.board,
            False,
            pokerkit.Opening.POSITION,
            deal.options.top if limit and street.big else deal.options.bet,
            4 if limit else None,
        )
        for street in deal.game.row.streets
    )
    # Of two players pokerkit names the button's posts first.
    posts = deal.posts if n > 2 else deal.posts[::-1]
    state = pokerkit.State(
        AUTOMATIC,
        pokerkit.Deck.STANDARD,
        HANDS[deal.game.id],
        streets,
        STRUCTURES[deal.options.structure],
        True,
        (deal.options.ante,) * n,
        posts,
        0,
        deal.stacks,
        n,
    )
    for seat in range(n):
        state.deal_hole(_text(deal.chance.deck[seat * down : (seat + 1) * down]))
    return state


def _text(cards: tuple[Card, ...]) -> str:
    return "".join(card.code for card in cards)


class Duel:
    """One deal in both at once; `met` counts the differences that occurred."""

    def __init__(self, deal: Deal, dice: Dice, met: Counter[str]) -> None:
        self.deal, self.dice, self.met = deal, dice, met
        self.game = deal.game
        self.ours: State
        self.ours, _ = self.game.new(deal.options, deal.setup, deal.chance)
        self.theirs = opened(deal)
        self.boards = len(deal.stacks) * self.game.row.streets[0].down
        paying = zip(deal.posts, deal.stacks, strict=True)
        self.short = sum(post - min(post, max(0, s - deal.options.ante)) for post, s in paying)
        # By seat what had to be matched when it acted last on this street, and the last level
        # that was a full raise: own_turn is told from these.
        self.acted: dict[int, int] = {}
        self.full = max(deal.posts)
        self.step = BIG

    def played(self) -> int:
        """Both to the end; how many decisions were compared."""
        decisions = 0
        self._follow()
        while (seat := self.ours.turn) is not None:
            decisions += 1
            found = {type(offer): offer for offer in real(self.game.offers(self.ours, seat))}
            raises = self._compared(seat, found)
            action = self._chosen(found, raises)
            if self._half_bet(seat, action):
                self.met["half_bet"] += 1
                return decisions
            self._told(action)
            self._noted(seat, action)
            street = self.ours.street
            self.ours, _ = self.game.apply(self.ours, seat, action)
            if self.ours.street != street:
                self.acted, self.full, self.step = {}, 0, self.ours.round.stakes.unit
                self.short = 0
            self._follow()
        assert not self.theirs.status, "pokerkit goes on"
        if self.ours.row.low and self._side_low():
            self.met["side_low"] += 1
        else:
            assert self.ours.stacks == tuple(self.theirs.stacks)
        return decisions

    def _side_low(self) -> bool:
        """Whether one pot is contended by somebody with a low, and another by nobody with one."""
        board = _text(self.ours.board)
        lows = {
            seat: pokerkit.OmahaEightOrBetterLowHand.from_game_or_none(
                _text(self.ours.hands[seat].value), board
            )
            for seat in self.ours.live
        }
        halved = [any(lows[seat] for seat in award.seats) for award in self.ours.awards]
        return any(halved) and not all(halved)

    def _follow(self) -> None:
        """Board cards for pokerkit, and checks of those whom only it asks."""
        while self.theirs.status:
            if self.theirs.can_deal_board():
                count = self.theirs.board_dealing_count
                cards = self.deal.chance.deck[self.boards : self.boards + count]
                self.theirs.deal_board(_text(cards))
                self.boards += count
            elif self.ours.turn is None and self.theirs.actor_index is not None:
                assert self.theirs.checking_or_calling_amount == 0
                assert not self.theirs.can_complete_bet_or_raise_to()
                self.met["nobody"] += 1
                self.theirs.check_or_call()
            else:
                return

    def _compared(self, seat: int, found: dict[type, Offer]) -> tuple[int, int] | None:
        """The raises that both allow."""
        theirs = self.theirs
        assert theirs.actor_index == seat
        call = found.get(offers.Call)
        assert (call.price if isinstance(call, offers.Call) else 0) == (
            theirs.checking_or_calling_amount
        )
        raising = found.get(offers.Raise)
        ours = (raising.lo, raising.hi) if isinstance(raising, offers.Raise) else None
        allowed = None
        if theirs.can_complete_bet_or_raise_to():
            allowed = (
                theirs.min_completion_betting_or_raising_to_amount,
                theirs.max_completion_betting_or_raising_to_amount,
            )
        if ours == allowed:
            return ours
        return self._excused(seat, ours, allowed)

    def _excused(self, seat: int, ours: Any, allowed: Any) -> tuple[int, int] | None:
        theirs, high = self.theirs, max(self.theirs.bets)
        if allowed is None:
            behind = [i for i in range(len(theirs.stacks)) if theirs.statuses[i] and i != seat]
            assert all(theirs.stacks[i] + theirs.bets[i] <= high for i in behind), (ours, allowed)
            self.met["unmatched"] += 1
            return None
        if ours is None:
            # Since it acted less than a full raise has come.
            assert self.acted[seat] < high < self.acted[seat] + self.step
            self.met["own_turn" if self.full < self.acted[seat] else "first_short"] += 1
            return None
        everything = theirs.stacks[seat] + theirs.bets[seat]
        assert self.deal.options.structure == "pot"
        assert ours == (allowed[0], min(everything, allowed[1] + self.short))
        self.met["missing"] += 1
        return allowed[0], allowed[1]

    def _chosen(self, found: dict[type, Offer], raises: tuple[int, int] | None) -> Action:
        roll = self.dice.below(10)
        if raises is not None and roll < 4:
            lo, hi = raises
            totals = range(lo, min(hi, lo + 60 * UNIT) + 1, UNIT)
            return Raise(self.dice.choice((lo, lo, hi, self.dice.choice(totals))))
        if offers.Call in found and roll < 9:
            return found[offers.Call].sample(self.dice)
        return Fold() if offers.Call in found else Check()

    def _half_bet(self, seat: int, action: Action) -> bool:
        """Whether a limit's bet or raise is less than it should be."""
        if self.deal.options.structure != "split" or not isinstance(action, Raise):
            return False
        return bool(action.to - max(self.theirs.bets) < self.ours.round.stakes.unit)

    def _noted(self, seat: int, action: Action) -> None:
        high = max((*self.acted.values(), self.full))
        if isinstance(action, Raise):
            if action.to - high >= self.step:
                self.full, self.step = action.to, action.to - high
            high = action.to
        self.acted[seat] = high

    def _told(self, action: Action) -> None:
        if isinstance(action, Raise):
            self.theirs.complete_bet_or_raise_to(action.to)
        elif isinstance(action, Fold):
            self.theirs.fold()
        else:
            self.theirs.check_or_call()


KINDS = [(game, structure) for game in BOARD_GAMES for structure in STRUCTURES]


def possible(game: Betting, structure: str) -> set[str]:
    """What can be counted in deals of this kind."""
    by_structure = {
        "no": {"unmatched", "own_turn", "first_short"},
        "pot": {"unmatched", "own_turn", "first_short", "missing"},
        "split": {"unmatched", "half_bet"},
    }
    low = {"side_low"} if game.row.low else set()
    found = by_structure[structure] | low | {"nobody"}
    assert found <= set(DIFFERENCES)
    return found | {"decisions"}


def duels(game: Betting, structure: str, deals: int, seed: bytes = b"oracle") -> Counter[str]:
    """So many deals in both; the differences that occurred, and what was compared."""
    met: Counter[str] = Counter()
    for number in range(deals):
        dice = Dice(seed + game.id.encode() + structure.encode() + number.to_bytes(4, "big"))
        try:
            met["decisions"] += Duel(thrown(game, structure, dice), dice, met).played()
        except AssertionError as fault:
            raise AssertionError(f"deal {number} of {seed!r}: {fault}") from fault
    return met


@pytest.mark.filterwarnings("ignore:A card being dealt:UserWarning")
@pytest.mark.parametrize(("game", "structure"), KINDS, ids=lambda part: getattr(part, "id", part))
def test_both_play_the_same_deal(game: Betting, structure: str) -> None:
    # Omaha takes pokerkit several times as long.
    deals = 200 if game.id == "holdem" else 25
    met = duels(game, structure, deals)
    assert met["decisions"] > 5 * deals
    assert met["half_bet"] < deals / 3
    assert set(met) <= possible(game, structure)


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore:A card being dealt:UserWarning")
@pytest.mark.parametrize(("game", "structure"), KINDS, ids=lambda part: getattr(part, "id", part))
def test_both_play_many_deals(game: Betting, structure: str) -> None:
    met = duels(game, structure, 2000 if game.id == "holdem" else 1000, b"soak")
    assert set(met) <= possible(game, structure)
