"""Random deals of all betting games against the rules kept by hand beside them (betting_book)."""

from itertools import combinations
from typing import Any

import pytest

from engine.game import Setup
from engine.games.betting import GAMES, Betting
from engine.games.betting.state import Carry, State
from engine.kit import soko as ours
from engine.kit.shuffle import shuffle
from engine.values import offers
from engine.values.actions import BringIn, Discard, Fold, Raise
from engine.values.cards import DECK, Card
from engine.values.chance import Dice
from engine.values.offers import real
from tests.engine.games.betting_book import Book, soko

KINDS = [(game, structure) for game in GAMES for structure in game.row.structures]


def texts(cards: Any) -> list[str]:
    return [card.code for card in cards if isinstance(card, Card)]


def thrown(game: Betting, structure: str, dice: Dice) -> tuple[Any, tuple[int, ...]]:
    """Options and stacks by dice: every rule that there is, odd stakes, short stacks."""
    bet = dice.choice((1, 3, 10, 25))
    top = bet * dice.choice((1, 2, 5))
    given: dict[str, Any] = {"structure": structure, "bet": bet, "top": top}
    by_dice: dict[str, tuple[Any, ...]] = {
        "min_raise": ("blind", "last"),
        "spread_raise": ("low", "last"),
        "cap_counts_blind": (True, False),
        "cap_heads_up": (True, False),
        "draw_bets": ("small_big", "small_small"),
        "stud_tie": ("suit", "position"),
        "stud_opener": ("structure", "structure", "low", "high"),
        "open_pair_big_bet": (True, False),
        "bring_in": (0, 0, 1, bet),
        "ante": (0, 0, 1, bet),
    }
    given |= {
        name: dice.choice(choices)
        for name, choices in by_dice.items()
        if name in game.Options.__struct_fields__
    }
    n = dice.choice((2, 3, 3, 4, game.row.players.stop - 1))
    deep = dice.choice((3, 12, 60))
    stacks = tuple(1 + dice.below(deep * bet) for _ in range(n))
    return game.Options(**given), stacks


def played(game: Betting, structure: str, dice: Dice) -> int:
    """A deal to its end; how many decisions were compared."""
    options, stacks = thrown(game, structure, dice)
    n = len(stacks)
    state: State
    state, _ = game.new(options, Setup(n, n - 1, Carry(stacks=stacks)), shuffle(dice.seed()))
    book = Book(game.row, options, stacks)
    decisions, common = 0, False
    while True:
        street = game.row.streets[book.street + 1]
        each = street.down + street.up
        if book.stub < each * len(book.live):
            common = True
            book.stub -= 1
        else:
            book.stub -= each * len(book.live) + street.board
        book.begin([texts(up) for up in state.ups])
        while book.turn is not None:
            assert (state.street, state.turn, state.phase) == (book.street, book.turn, "bet")
            decisions += 1
            state = _decided(game, state, book, dice)
        if len(book.live) == 1 or book.street + 1 == len(game.row.streets):
            break
        if game.row.streets[book.street + 1].draw:
            for seat in list(book.live):
                assert (state.phase, state.turn) == ("draw", seat)
                (offer,) = real(game.offers(state, seat))
                action = offer.sample(dice)
                assert isinstance(action, Discard)
                state, _ = game.apply(state, seat, action)
                assert not {*state.held(seat)} & {*action.cards}
                assert len(set(state.held(seat))) == 5
    assert state.phase == "over"
    assert list(state.live) == book.live
    board = sum(street.board for street in game.row.streets[: book.street + 1])
    assert len(state.board) == board + common
    hands = [texts(state.held(seat)) if seat in book.live else [] for seat in range(n)]
    assert list(state.stacks) == book.paid(hands, texts(state.board))
    return decisions


def _decided(game: Betting, state: State, book: Book, dice: Dice) -> State:
    seat = book.turn
    assert seat is not None
    found = {type(offer): offer for offer in real(game.offers(state, seat))}
    call, raising = found.get(offers.Call), found.get(offers.Raise)
    if book.opening:
        bring = found[offers.BringIn]
        assert isinstance(bring, offers.BringIn)
        assert bring.price == min(book.options.brings, book.stacks[seat])
        assert (offers.Fold in found) == book.passed
        assert offers.Check not in found
    else:
        price = book.price()
        assert (call.price if isinstance(call, offers.Call) else 0) == price
        assert (offers.Check in found) == (not price)
        assert offers.Fold in found
    may = (raising.lo, raising.hi) if isinstance(raising, offers.Raise) else None
    allowed = book.raises()
    assert may == (None if allowed is None else allowed[:2])
    if allowed and allowed[0] < allowed[1]:
        assert isinstance(raising, offers.Raise)
        assert raising.step == allowed[2]
    kinds = [offers.Raise] * 3 + [offers.BringIn, offers.Call, offers.Check] * 2
    kinds += [offers.Fold] * (dice.below(4) == 0)
    offer = found[dice.choice([kind for kind in kinds if kind in found] or list(found))]
    action = offer.sample(dice)
    if isinstance(offer, offers.Raise) and dice.below(2):
        action = Raise(offer.lo)
    if isinstance(action, Raise):
        book.raises_to(action.to)
    elif isinstance(action, BringIn):
        book.brings_in()
    elif isinstance(action, Fold):
        book.folds()
    else:
        book.calls()
    return game.apply(state, seat, action)[0]


def many(game: Betting, structure: str, deals: int, seed: bytes) -> int:
    decisions = 0
    for number in range(deals):
        dice = Dice(seed + game.id.encode() + structure.encode() + number.to_bytes(4, "big"))
        try:
            decisions += played(game, structure, dice)
        except AssertionError as fault:
            raise AssertionError(f"deal {number} of {seed!r}: {fault}") from fault
    return decisions


@pytest.mark.parametrize(("game", "structure"), KINDS, ids=lambda part: getattr(part, "id", part))
def test_every_deal_goes_by_the_book(game: Betting, structure: str) -> None:
    deals = 10 if game.id.startswith("omaha") else 30
    assert many(game, structure, deals, b"book") > 3 * deals


@pytest.mark.soak
@pytest.mark.parametrize(("game", "structure"), KINDS, ids=lambda part: getattr(part, "id", part))
def test_many_deals_go_by_the_book(game: Betting, structure: str) -> None:
    many(game, structure, 1500, b"soak")


def test_soko_ranks_by_the_book() -> None:
    """Any two hands stand in the same order; also four open cards among each other."""
    dice = Dice(b"soko")
    for size in (4, 5):
        drawn = [dice.shuffled(DECK)[:size] for _ in range(300)]
        # Few ranks and suits, so that fours in a row, of a suit and ties are many.
        few = [card for card in DECK if card.rank in "A2345JQK"]
        drawn += [dice.shuffled(few)[:size] for _ in range(300)]
        worth = [(soko(texts(hand)), ours.rank(hand)) for hand in drawn]
        for (book, one), (other_book, other) in combinations(worth, 2):
            assert (book > other_book, book == other_book) == (one > other, one == other)
