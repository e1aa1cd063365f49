"""Random deals through pokerkit and through our engine at once, as the oracle for betting and pots.

Every decision must be the same seat's, cost the same and allow the same raises, and the stacks at
the end must be equal. Where the two differ on purpose `DIFFERENCES` says so, and the comparison
knows when to expect it; what they play differently from then on ends it. All amounts are multiples
of a unit that every share divides: so odd chips, which pokerkit gives to one winner and we one each
(rules.md D13), don't occur. 5 card stud, pot-limit stud and draw at other structures are states put
together there; Soko and spread limit it does not know.
"""

from collections import Counter
from typing import Any

import pokerkit
from msgspec import Struct

from engine.game import Setup
from engine.games.betting import Betting
from engine.games.betting.options import AnyOptions, StudOptions
from engine.games.betting.rows import Row
from engine.games.betting.state import Carry, State
from engine.kit.shuffle import shuffle
from engine.values import offers
from engine.values.actions import Action, BringIn, Check, Discard, Fold, Raise
from engine.values.cards import Card
from engine.values.chance import Chance, Dice
from engine.values.events import Dealt, Event
from engine.values.offers import Offer, real
from engine.values.secret import opened_all

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
    "side_low": "C.10: a pot for which no low qualifies is the high hand's; where another pot has "
    "a low, pokerkit shares half of it among all that lie open.",
    "nobody": "C.5: who has nobody to bet against is not asked; pokerkit asks for a check.",
    "cap": "D6: pokerkit allows four raises above the blind; we do with cap_counts_blind = False.",
    "open_full": "C.4: under pot limit the opener brings in or bets the stake; pokerkit lets it "
    "bet the pot.",
    "bring_in_step": "C.4: a bring-in is no bet, so a bet over it is a raise by all of it; for "
    "pokerkit it is one by what it exceeds the bring-in.",
    "alone_opens": "C.5: a bring-in that nobody can match is not asked for; pokerkit asks.",
}
PARTED = {
    "half_bet": "C.5: limit has the half-bet rule; pokerkit measures limit like no limit.",
    "short_completion": "C.5: what is less than the stake completes no bring-in and reopens "
    "nothing; pokerkit takes it for a full raise.",
    "short_bring_in": "C.8: a bring-in posted short is called in full; pokerkit asks for what lies "
    "there.",
    "common": "D12: one common card where the stub is too short; pokerkit deals folded cards again "
    "as long as there are enough.",
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

HANDS: dict[str, tuple[Any, ...]] = {
    "holdem": (pokerkit.StandardHighHand,),
    "omaha": (pokerkit.OmahaHoldemHand,),
    "omaha_hilo": (pokerkit.OmahaHoldemHand, pokerkit.OmahaEightOrBetterLowHand),
    "stud7": (pokerkit.StandardHighHand,),
    "stud7_hilo": (pokerkit.StandardHighHand, pokerkit.EightOrBetterLowHand),
    "stud5": (pokerkit.StandardHighHand,),
    "draw5": (pokerkit.StandardHighHand,),
}
STRUCTURES = {
    "no": pokerkit.BettingStructure.NO_LIMIT,
    "pot": pokerkit.BettingStructure.POT_LIMIT,
    "split": pokerkit.BettingStructure.FIXED_LIMIT,
}


class Deal(Struct, frozen=True):
    """What one deal begins with; seats from the small blind on, the last is the dealer."""

    game: Betting
    options: AnyOptions
    stacks: tuple[int, ...]
    posts: tuple[int, ...]
    chance: Chance

    @property
    def setup(self) -> Setup:
        n = len(self.stacks)
        return Setup(n, n - 1, Carry(stacks=self.stacks, posts=self.posts))

    def unit(self, street: int) -> int:
        """The fixed bet of a street, or the least one."""
        limited = self.options.structure == "split" and self.game.row.streets[street].big
        return self.options.top if limited else self.options.bet


def thrown(game: Betting, structure: Any, dice: Dice) -> Deal:
    """A deal by dice: as many as can play, but in draw not more than the stub serves.

    Stacks from one unit up (beyond the ante in stud, but for one), sometimes a straddle.
    """
    row = game.row
    n = 2 + dice.below(4 if row.draws else len(row.players))
    ante = UNIT * ((1, 2) if row.stud else (0, 0, 1, 2))[dice.below(2 if row.stud else 4)]
    least = 12 if row.stud else 1
    stacks = [UNIT * (least + dice.below(40 if dice.below(3) == 0 else 400)) for _ in range(n)]
    if structure == "split" and dice.below(4):
        # Whole bets and nothing beside, else most deals end in a half bet.
        stacks = [ante + BIG + stack // BIG * BIG for stack in stacks]
    elif row.stud and dice.below(4) == 0:
        # All-in by the ante, or by the bring-in.
        stacks[dice.below(n)] = ante + UNIT * dice.below(5)
    common = {"structure": structure, "bet": BIG, "top": 2 * BIG, "ante": ante, "min_raise": "last"}
    if row.stud:
        own = {"bring_in": SMALL, "stud_tie": "position", "stud_opener": "low"}
        options: Any = game.Options(**common, **own)
        return Deal(game, options, tuple(stacks), (), shuffle(dice.seed()))
    posts = [SMALL, BIG] + [0] * (n - 2)
    if n > 3 and structure != "split" and dice.below(5) == 0:
        posts[2] = 2 * BIG
    if n == 2:
        posts.reverse()
    last = posts.index(max(posts))
    # See short_blind.
    stacks[last] = max(stacks[last], ante + posts[last])
    options = game.Options(**common, cap_counts_blind=False)
    return Deal(game, options, tuple(stacks), tuple(posts), shuffle(dice.seed()))


def opened(deal: Deal) -> Any:
    """The same deal in pokerkit, before its first card."""
    n, row, options = len(deal.stacks), deal.game.row, deal.options
    streets = tuple(
        pokerkit.Street(
            False,
            (False,) * street.down + (True,) * street.up,
            street.board,
            street.draw,
            _opening(row, place),
            deal.unit(place),
            4 if options.structure == "split" else None,
        )
        for place, street in enumerate(row.streets)
    )
    # Of two players pokerkit names the button's posts first.
    posts = deal.posts if n > 2 else deal.posts[::-1]
    return pokerkit.State(
        AUTOMATIC,
        pokerkit.Deck.STANDARD,
        HANDS[deal.game.id],
        streets,
        STRUCTURES[options.structure],
        True,
        (options.antes,) * n,
        posts or 0,
        options.brings if isinstance(options, StudOptions) else 0,
        deal.stacks,
        n,
    )


def _opening(row: Row, place: int) -> Any:
    if not row.stud:
        return pokerkit.Opening.POSITION
    return pokerkit.Opening.HIGH_HAND if place else pokerkit.Opening.LOW_CARD


def _text(cards: Any) -> str:
    return "".join(card.code for card in cards if isinstance(card, Card))


class Parted(Exception):
    """From here on the two play different deals."""


class Duel:
    """One deal in both at once; `met` counts the differences that occurred."""

    def __init__(self, deal: Deal, dice: Dice, met: Counter[str]) -> None:
        self.deal, self.dice, self.met = deal, dice, met
        self.game = deal.game
        self.theirs = opened(deal)
        self.dealt: list[Dealt] = []
        self.ours: State
        self.ours, events = self.game.new(deal.options, deal.setup, deal.chance)
        self._heard(events)
        paying = zip(deal.posts, deal.stacks, strict=bool(deal.posts))
        self.short = sum(post - min(post, max(0, s - deal.options.antes)) for post, s in paying)
        # By seat what had to be matched when it acted last on this street (a bring-in is no bet),
        # the last level that was a full raise, and the least raise: own_turn is told from these.
        self.acted: dict[int, int] = {}
        self.full = max(deal.posts, default=0)
        self.step = deal.unit(0)

    def played(self) -> None:
        """Both to the end, every decision compared; Parted where that can't be."""
        self._follow()
        while (seat := self.ours.turn) is not None:
            self.met["decisions"] += 1
            if self.ours.phase == "draw":
                assert self.theirs.stand_patter_or_discarder_index == seat
                action: Action = self._discard(seat)
            else:
                action = self._decision(seat)
            self._told(action)
            street = self.ours.street
            self.ours, events = self.game.apply(self.ours, seat, action)
            if self.ours.street != street:
                self.acted, self.full, self.short = {}, 0, 0
                self.step = self.deal.unit(self.ours.street)
            self._heard(events)
            self._follow()
        assert not self.theirs.status, "pokerkit goes on"
        if self.ours.row.low and self._side_low():
            self.met["side_low"] += 1
        else:
            assert self.ours.stacks == tuple(self.theirs.stacks)

    def _decision(self, seat: int) -> Action:
        found = {type(offer): offer for offer in real(self.game.offers(self.ours, seat))}
        raises = self._compared(seat, found)
        action = self._chosen(found, raises)
        if self._parting(action) and self.dice.below(4):
            # Not too often: nothing is compared after it.
            action = self._chosen(found, None)
        if why := self._parting(action):
            raise Parted(why)
        self._noted(seat, action)
        return action

    def _heard(self, events: tuple[Event, ...]) -> None:
        self.dealt += [event for event in events if isinstance(event, Dealt)]

    def _follow(self) -> None:
        """Cards for pokerkit, and what only it asks."""
        theirs = self.theirs
        while theirs.status:
            if self.dealt and (theirs.can_deal_hole() or theirs.can_deal_board()):
                event = self.dealt.pop(0)
                cards = _text(opened_all(event.cells))
                if event.seat is None:
                    if not theirs.can_deal_board():
                        raise Parted("common")
                    theirs.deal_board(cards)
                else:
                    assert theirs.hole_dealee_index is not None
                    theirs.deal_hole(cards, event.seat)
            elif self._unasked and theirs.actor_index is not None:
                if theirs.can_post_bring_in():
                    self.met["alone_opens"] += 1
                    theirs.post_bring_in()
                    continue
                assert theirs.checking_or_calling_amount == 0
                assert not theirs.can_complete_bet_or_raise_to()
                self.met["nobody"] += 1
                theirs.check_or_call()
            else:
                return

    @property
    def _unasked(self) -> bool:
        """Whether we ask for no bet now."""
        return self.ours.turn is None or self.ours.phase == "draw"

    def _compared(self, seat: int, found: dict[type, Offer]) -> tuple[int, int] | None:
        """The raises that both allow."""
        theirs = self.theirs
        assert theirs.actor_index == seat
        bring_in, call = found.get(offers.BringIn), found.get(offers.Call)
        if isinstance(bring_in, offers.BringIn):
            assert theirs.can_post_bring_in()
            assert theirs.effective_bring_in_amount == bring_in.price
        else:
            price = call.price if isinstance(call, offers.Call) else 0
            assert price == theirs.checking_or_calling_amount
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
        options, both = self.deal.options, (ours, allowed)
        if allowed is None:
            behind = [i for i in range(len(theirs.stacks)) if theirs.statuses[i] and i != seat]
            assert all(theirs.stacks[i] + theirs.bets[i] <= high for i in behind), both
            self.met["unmatched"] += 1
            return None
        everything = theirs.stacks[seat] + theirs.bets[seat]
        if self.ours.opening:
            # All-in for no more than the bring-in, or under pot limit beyond the stake.
            assert isinstance(options, StudOptions), both
            assert everything <= options.brings if ours is None else options.structure == "pot", (
                both
            )
            self.met["open_full"] += 1
            return None if ours is None else (ours[0], ours[1])
        if ours is None:
            # Since it acted less than a full raise has come.
            assert self.acted[seat] < high < self.acted[seat] + self.step, both
            self.met["own_turn" if self.full < self.acted[seat] else "first_short"] += 1
            return None
        assert options.structure == "pot", both
        if isinstance(options, StudOptions):
            assert self.ours.street == 0, both
            assert 0 < ours[0] - allowed[0] <= options.brings, both
            assert ours[1] == max(allowed[1], ours[0]), both
            self.met["bring_in_step"] += 1
            return ours[0], ours[1]
        assert ours == (allowed[0], min(everything, allowed[1] + self.short)), both
        self.met["missing"] += 1
        return allowed[0], allowed[1]

    def _discard(self, seat: int) -> Discard:
        hand = self.ours.hands[seat].value
        chosen = self.dice.below(1 << len(hand))
        return Discard(tuple(card for place, card in enumerate(hand) if chosen >> place & 1))

    def _chosen(self, found: dict[type, Offer], raises: tuple[int, int] | None) -> Action:
        roll = self.dice.below(10)
        if raises is not None and roll < 4:
            lo, hi = raises
            totals = range(lo, min(hi, lo + 60 * UNIT) + 1, UNIT)
            return Raise(self.dice.choice((lo, lo, hi, self.dice.choice(totals))))
        if offers.BringIn in found:
            return found[offers.BringIn].sample(self.dice)
        if offers.Call in found and roll < 9:
            return found[offers.Call].sample(self.dice)
        return Fold() if offers.Call in found else Check()

    def _parting(self, action: Action) -> str:
        """Why nothing can be compared after an action; nothing: it can."""
        options = self.deal.options
        if isinstance(action, BringIn):
            assert isinstance(options, StudOptions)
            return "short_bring_in" if action.price < options.brings else ""
        if not isinstance(action, Raise):
            return ""
        if options.structure == "split":
            return "half_bet" if action.to - self.full != self.step else ""
        stud = self.ours.row.stud and self.ours.street == 0
        return "short_completion" if stud and action.to - self._high < self.step else ""

    @property
    def _high(self) -> int:
        """What is to be matched; a bring-in is no bet."""
        return max((*self.acted.values(), self.full))

    def _noted(self, seat: int, action: Action) -> None:
        high = self._high
        if isinstance(action, Raise):
            if action.to - high >= self.step:
                fixed = self.deal.options.structure == "split"
                self.full, self.step = action.to, self.step if fixed else action.to - high
            high = action.to
        self.acted[seat] = high

    def _told(self, action: Action) -> None:
        if isinstance(action, Raise):
            self.theirs.complete_bet_or_raise_to(action.to)
        elif isinstance(action, BringIn):
            self.theirs.post_bring_in()
        elif isinstance(action, Discard):
            self.theirs.stand_pat_or_discard(_text(action.cards))
        elif isinstance(action, Fold):
            self.theirs.fold()
        else:
            self.theirs.check_or_call()

    def _side_low(self) -> bool:
        """Whether one pot is contended by somebody with a low, and another by nobody with one."""
        board, low = _text(self.ours.board), HANDS[self.game.id][-1]
        lows = {
            seat: low.from_game_or_none(_text(self.ours.held(seat)), board)
            for seat in self.ours.live
        }
        halved = [any(lows[seat] for seat in award.seats) for award in self.ours.awards]
        return any(halved) and not all(halved)


def possible(game: Betting, structure: str) -> set[str]:
    """What can be counted in deals of this kind."""
    found = {"decisions", "unmatched", "nobody"} | ({"side_low"} if game.row.low else set())
    found |= {"half_bet"} if structure == "split" else {"own_turn", "first_short"}
    if game.row.stud:
        found |= {"open_full", "alone_opens", "short_bring_in"}
        found |= {"bring_in_step", "short_completion"} if structure == "pot" else set()
        found |= {"common"} if len(game.row.streets) == 5 else set()
    elif structure == "pot":
        found.add("missing")
    assert found <= {*DIFFERENCES, *PARTED, "decisions"}
    return found


def duels(game: Betting, structure: str, deals: int, seed: bytes = b"oracle") -> Counter[str]:
    """So many deals in both; the differences that occurred, and what was compared."""
    met: Counter[str] = Counter()
    for number in range(deals):
        dice = Dice(seed + game.id.encode() + structure.encode() + number.to_bytes(4, "big"))
        try:
            Duel(thrown(game, structure, dice), dice, met).played()
        except Parted as parted:
            met[str(parted)] += 1
        except AssertionError as fault:
            raise AssertionError(f"deal {number} of {seed!r}: {fault}") from fault
    return met
