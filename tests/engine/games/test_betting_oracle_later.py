"""Random deals of stud and draw through pokerkit and our engine at once (see test_betting_oracle).

5 card stud, pot-limit stud and 5-card draw are states put together there; Soko it does not know.
"""

from collections import Counter
from typing import Any

import pokerkit
import pytest
from msgspec import Struct

from engine.game import Setup
from engine.games.betting import GAMES, Betting
from engine.games.betting.options import AnyOptions, StudOptions
from engine.games.betting.state import Carry, State
from engine.kit.shuffle import shuffle
from engine.values import offers
from engine.values.actions import Action, BringIn, Check, Discard, Fold, Raise
from engine.values.cards import Card
from engine.values.chance import Chance, Dice
from engine.values.events import Dealt, Event
from engine.values.offers import Offer, real
from engine.values.secret import opened_all
from tests.engine.games.test_betting_oracle import AUTOMATIC, STRUCTURES, UNIT

DIFFERENCES = {
    "half_bet": "C.5: limit has the half-bet rule; such deals are compared until then.",
    "unmatched": "C.5: a raise is barred only where all opponents are all-in; pokerkit bars it "
    "where none of them could match more than is there.",
    "own_turn": "C.5, TDA 47: short all-ins add up from one's own last action; pokerkit adds all "
    "since the last full raise.",
    "first_short": "C.5, TDA 47: an all-in of less than the least bet or raise reopens nothing; "
    "pokerkit takes the first of a street for a full one. Such deals are compared until then.",
    "open_full": "C.4: under pot limit the opener brings in or bets the stake; pokerkit lets it "
    "bet the pot.",
    "missing": "C.6: the pot-limit maximum counts what short blinds lack; pokerkit's does not.",
    "side_low": "C.10: a pot for which no low qualifies is the high hand's; where another pot has "
    "a low, pokerkit shares half of it among all that lie open.",
    "nobody": "C.5: who has nobody to bet against is not asked; pokerkit asks for a check.",
    "bring_in_step": "C.4: a bring-in is no bet, so a bet over it is a raise by all of it; for "
    "pokerkit it is one by what it exceeds the bring-in.",
    "short_bring_in": "C.8: a bring-in posted short is called in full; pokerkit asks for what lies "
    "there. Such deals are compared until then.",
    "common": "D12: one common card where the stub is too short; pokerkit deals folded cards again "
    "as long as there are enough. Such deals are compared until then.",
    "alone_opens": "C.5: a bring-in that nobody can match is not asked for; pokerkit asks.",
}

HANDS = {
    "stud7": (pokerkit.StandardHighHand,),
    "stud7_hilo": (pokerkit.StandardHighHand, pokerkit.EightOrBetterLowHand),
    "stud5": (pokerkit.StandardHighHand,),
    "draw5": (pokerkit.StandardHighHand,),
}
KINDS = [
    (game, structure)
    for game in GAMES
    if game.id in HANDS
    for structure in game.row.structures
    if structure in STRUCTURES
]
BIG = 10 * UNIT


class Deal(Struct, frozen=True):
    """What one deal begins with; the last seat deals."""

    game: Betting
    options: AnyOptions
    stacks: tuple[int, ...]
    chance: Chance

    @property
    def setup(self) -> Setup:
        n = len(self.stacks)
        return Setup(n, n - 1, Carry(stacks=self.stacks))


def thrown(game: Betting, structure: Any, dice: Dice) -> Deal:
    """A deal by dice: as many as can play, but in draw not more than the stub serves."""
    n = 2 + dice.below(7 if game.row.stud else 4)
    ante = UNIT * (1 + dice.below(2))
    stacks = [UNIT * (12 + dice.below(40 if dice.below(3) == 0 else 400)) for _ in range(n)]
    if structure == "split" and dice.below(4):
        stacks = [ante + BIG + stack // BIG * BIG for stack in stacks]
    elif game.row.stud and dice.below(4) == 0:
        # All-in by the ante, or by the bring-in.
        stacks[dice.below(n)] = ante + UNIT * dice.below(5)
    common: dict[str, Any] = {"structure": structure, "bet": BIG, "top": 2 * BIG, "ante": ante}
    options: Any = game.Options(**common, min_raise="last")
    if isinstance(options, StudOptions):
        options = game.Options(
            **common,
            bring_in=5 * UNIT,
            min_raise="last",
            stud_tie="position",
            stud_opener="low",
        )
    else:
        options = game.Options(**common, min_raise="last", cap_counts_blind=False)
    return Deal(game, options, tuple(stacks), shuffle(dice.seed()))


def opened(deal: Deal) -> Any:
    """The same deal in pokerkit, before its first card."""
    n, row, options = len(deal.stacks), deal.game.row, deal.options
    limit = options.structure == "split"

    def opening(place: int) -> Any:
        if not row.stud:
            return pokerkit.Opening.POSITION
        return pokerkit.Opening.HIGH_HAND if place else pokerkit.Opening.LOW_CARD

    streets = tuple(
        pokerkit.Street(
            False,
            (False,) * street.down + (True,) * street.up,
            0,
            street.draw,
            opening(place),
            options.top if limit and street.big else options.bet,
            4 if limit else None,
        )
        for place, street in enumerate(row.streets)
    )
    posts = (BIG // 2, BIG, *[0] * (n - 2))
    return pokerkit.State(
        AUTOMATIC,
        pokerkit.Deck.STANDARD,
        HANDS[deal.game.id],
        streets,
        STRUCTURES[options.structure],
        True,
        (options.ante,) * n,
        0 if row.stud else posts,
        options.brings if isinstance(options, StudOptions) else 0,
        deal.stacks,
        n,
    )


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

    def played(self) -> None:
        """Both to the end; every decision is compared. Parted where they part on purpose."""
        self._follow()
        while (seat := self.ours.turn) is not None:
            self.met["decisions"] += 1
            if self.ours.phase == "draw":
                assert self.theirs.stand_patter_or_discarder_index == seat
                action: Action = self._discard(seat)
            else:
                found = {type(offer): offer for offer in real(self.game.offers(self.ours, seat))}
                raises = self._compared(seat, found)
                action = self._chosen(found, raises)
                if self._short(action) and self.dice.below(4):
                    # Not too often: nothing is compared after it.
                    action = self._chosen(found, None)
                if why := self._short(action):
                    raise Parted(why)
            self._told(action)
            self.ours, events = self.game.apply(self.ours, seat, action)
            self._heard(events)
            self._follow()
        assert not self.theirs.status, "pokerkit goes on"
        if self.ours.row.low and self._side_low():
            self.met["side_low"] += 1
        else:
            assert self.ours.stacks == tuple(self.theirs.stacks)

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
                assert not theirs.can_complete_bet_or_raise_to()
                self.met["nobody"] += 1
                theirs.check_or_call()
            else:
                return

    @property
    def _unasked(self) -> bool:
        """Whether we ask for no bet now."""
        return self.ours.turn is None or self.ours.phase == "draw"

    def _compared(self, seat: int, found: dict[type, Offer]) -> Any:
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

    def _excused(self, seat: int, ours: Any, allowed: Any) -> Any:
        theirs, high = self.theirs, max(self.theirs.bets)
        if allowed is None:
            behind = [i for i in range(len(theirs.stacks)) if theirs.statuses[i] and i != seat]
            assert all(theirs.stacks[i] + theirs.bets[i] <= high for i in behind), (ours, allowed)
            self.met["unmatched"] += 1
            return None
        if self.ours.opening:
            # All-in for no more than the bring-in, or under pot limit beyond the stake.
            assert self.deal.options.structure == "pot" or ours is None, (ours, allowed)
            self.met["open_full"] += 1
            return ours
        if ours is None:
            seen = self.ours.round.seen[seat]
            assert seen is not None
            assert self.ours.round.high - seen < self.ours.round.step, (ours, allowed)
            self.met["own_turn"] += 1
            return None
        assert self.deal.options.structure == "pot", (ours, allowed)
        if isinstance(self.deal.options, StudOptions):
            assert self.ours.street == 0, (ours, allowed)
            assert 0 < ours[0] - allowed[0] <= self.deal.options.brings, (ours, allowed)
            assert ours[1] == max(allowed[1], ours[0]), (ours, allowed)
            self.met["bring_in_step"] += 1
            return ours
        assert ours[0] == allowed[0], (ours, allowed)
        assert self.ours.missing, (ours, allowed)
        self.met["missing"] += 1
        return allowed

    def _discard(self, seat: int) -> Discard:
        hand = self.ours.hands[seat].value
        chosen = self.dice.below(32)
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

    def _short(self, action: Action) -> str:
        """The name of an incomplete bet or raise, or bring-in, which the two reckon otherwise."""
        street, options = self.ours.round, self.deal.options
        if isinstance(action, BringIn):
            assert isinstance(options, StudOptions)
            return "short_bring_in" if action.price < options.brings else ""
        if not isinstance(action, Raise):
            return ""
        if options.structure == "split":
            return "half_bet" if action.to - street.full != street.step else ""
        bet = street.full or street.aggressor is not None
        return "first_short" if action.to - (street.high if bet else 0) < street.step else ""

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
        board = _text(self.ours.board)
        lows = {
            seat: pokerkit.EightOrBetterLowHand.from_game_or_none(
                _text(self.ours.held(seat)), board
            )
            for seat in self.ours.live
        }
        halved = [any(lows[seat] for seat in award.seats) for award in self.ours.awards]
        return any(halved) and not all(halved)


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


@pytest.mark.filterwarnings("ignore:A card being dealt:UserWarning")
@pytest.mark.parametrize(("game", "structure"), KINDS, ids=lambda part: getattr(part, "id", part))
def test_both_play_the_same_deal(game: Betting, structure: str) -> None:
    met = duels(game, structure, 60)
    assert met["decisions"] > 400
    parted = ("half_bet", "first_short", "short_bring_in", "common")
    assert sum(met[name] for name in parted) < 30
    assert set(met) <= {*DIFFERENCES, "decisions"}


@pytest.mark.soak
@pytest.mark.filterwarnings("ignore:A card being dealt:UserWarning")
@pytest.mark.parametrize(("game", "structure"), KINDS, ids=lambda part: getattr(part, "id", part))
def test_both_play_many_deals(game: Betting, structure: str) -> None:
    met = duels(game, structure, 1500, b"soak")
    assert set(met) <= {*DIFFERENCES, "decisions"}
