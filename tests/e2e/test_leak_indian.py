"""Nobody's bytes depend on the card on their own forehead, before the rules show it, or ever."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from msgspec import Struct

from engine.values.actions import Call, Check, Fold, In, Out, Raise
from engine.values.cards import DECK, Card
from engine.values.chance import Dice
from engine.values.offers import Call as Calling
from engine.values.offers import real
from engine.values.options import Value
from protocol.messages import (
    TableView,
)
from tests.e2e.foreheads import SEATS, ZOE, Dealt, Sitting, Streams, sitting

DECKS = (Dice(b"the first deal").shuffled(DECK), Dice(b"the second deal").shuffled(DECK))


class Heard(Struct, frozen=True):
    """What each has received in the end, and before the last decision of the second deal.

    `away` is the seat of whoever leaves in the second deal, or is not in at its showdown.
    """

    whole: Streams
    before: Streams
    dealt: tuple[Dealt, ...]
    away: int
    logged: tuple[str, ...]


async def troubled(there: Sitting) -> None:
    """Sessions come and go in the middle of a deal, and everybody asks for what is refused."""
    first, second, third = _around(there)
    for person in (first, second, third):
        await there.errs(person)
    await there.again(first)
    await there.drops(second)
    await there.returns(second)
    await there.again(third)


def _around(there: Sitting) -> tuple[int, int, int]:
    """All seats, from whoever is asked first."""
    first = there.asked[0]
    return first, (first + 1) % 3, (first + 2) % 3


async def bets(there: Sitting, decks: Sequence[Sequence[Card]]) -> tuple[Streams, list[Dealt], int]:
    """In one deal two fold, and nobody looks; in the next one leaves, and two come to the end."""
    await troubled(there)
    first, second, third = _around(there)
    await there.acts(first, Raise)
    await there.acts(second, Fold)
    await there.acts(third, Fold)
    dealt = [there.dealt(decks[0])]
    for person in (*SEATS, ZOE):
        await there.looks_back(person)
    await there.next()
    first, second, third = _around(there)
    await there.acts(first, Raise)
    await there.goes(second)
    while not _last(there):
        (person,) = there.asked
        await there.acts(person, Check if _free(await there.view(person)) else Call)
    before = there.streams()
    (person,) = there.asked
    await there.acts(person, Check if _free(await there.view(person)) else Call)
    dealt.append(there.dealt(decks[1]))
    return before, dealt, second


async def declares(
    there: Sitting, decks: Sequence[Sequence[Card]], sealed: type[In | Out] = In
) -> tuple[Streams, list[Dealt], int]:
    """In one deal nobody is in; in the next two are, and pay for it. The first choice is given."""
    await troubled(there)
    for person in SEATS:
        await there.acts(person, Out)
    dealt = [there.dealt(decks[0])]
    for person in (*SEATS, ZOE):
        await there.looks_back(person)
    await there.next()
    await there.acts(0, sealed)
    await there.acts(2, Out)
    await there.again(1)
    await there.again(2)
    before = there.streams()
    await there.acts(1, In)
    dealt.append(there.dealt(decks[1]))
    return before, dealt, 2


def _free(view: TableView) -> bool:
    return not any(isinstance(offer, Calling) for offer in real(view.offers))


def _last(there: Sitting) -> bool:
    """Whether the deal is over with the next call or check."""
    deal, game = there.state.deal, there.state.game
    (seat,) = there.asked
    for action in (Check(), Call(0)):
        for offer in real(game.offers(deal.state, seat)):
            done = Call(offer.price) if isinstance(offer, Calling) else action
            if offer.admits(done):
                after, _ = game.apply(deal.state, seat, done)
                return game.result(after) is not None
    raise AssertionError("neither check nor call")


async def story(
    state: Path,
    decks: Sequence[Sequence[Card]],
    caplog: pytest.LogCaptureFixture,
    game: str,
    options: Mapping[str, Value],
    **given: type[In | Out],
) -> Heard:
    """Two deals by one variant, as everybody has heard them."""
    caplog.clear()
    caplog.set_level("INFO")
    async with sitting(state, decks, game, options) as there:
        if options.get("match_pot"):
            before, dealt, away = await declares(there, decks, **given)
        else:
            before, dealt, away = await bets(there, decks)
        for person in (*SEATS, ZOE):
            await there.looks_back(person)
        await there.told()
        return Heard(there.streams(), before, tuple(dealt), away, tuple(caplog.messages))


def permuted(deck: Sequence[Card], places: Sequence[int]) -> list[Card]:
    """The deck with the cards at those places in another order, each of them another one."""
    after = list(deck)
    for place, origin in zip(places, (*places[1:], places[0]), strict=True):
        after[place] = deck[origin]
    return after


VARIANTS: dict[str, tuple[str, dict[str, Value]]] = {
    "one card": ("indian", {}),
    "three cards": ("indian", {"cards": 3}),
    "high and low": ("indian", {"wins": "high_low"}),
    "match the pot": ("indian", {"match_pot": True}),
    "hold'em": ("indian_holdem", {}),
}


@pytest.mark.parametrize("variant", VARIANTS)
async def test_ones_own_cards_change_no_byte(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, variant: str
) -> None:
    game, options = VARIANTS[variant]
    plain = await story(tmp_path / "plain", DECKS, caplog, game, options)
    for person in (*SEATS, ZOE):
        seat = None if person == ZOE else person
        decks = [
            permuted(deck, dealt.unseen(seat))
            for deck, dealt in zip(DECKS, plain.dealt, strict=True)
        ]
        other = await story(tmp_path / str(person), decks, caplog, game, options)
        assert other.before[person] == plain.before[person]
        # What was told of the first deal is told: nobody has looked there, and nobody ever will.
        assert len(plain.before[person]) > 1000
        if person == plain.away:
            # Whoever is not in at the end never learns it, nor does anybody who looks on.
            assert other.whole[person] == plain.whole[person]
            assert other.whole[ZOE] == plain.whole[ZOE]
        if person == ZOE:
            assert other.logged == plain.logged
        else:
            assert all(other.before[one] != plain.before[one] for one in SEATS if one != person)


async def test_a_sealed_declaration_changes_no_byte(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    heard = [
        await story(tmp_path / name, DECKS, caplog, *VARIANTS["match the pot"], sealed=choice)
        for name, choice in (("in", In), ("out", Out))
    ]
    ours, theirs = (one.before for one in heard)
    assert ours[1:] == theirs[1:]
    assert heard[0].whole[1:] != heard[1].whole[1:]


async def test_what_the_option_opens_is_opened(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    plain = await story(tmp_path / "plain", DECKS, caplog, "indian", {"reveal": True})
    decks = [DECKS[0], permuted(DECKS[1], plain.dealt[1].unseen(plain.away))]
    other = await story(tmp_path / "other", decks, caplog, "indian", {"reveal": True})
    assert other.before[plain.away] == plain.before[plain.away]
    assert other.whole[plain.away] != plain.whole[plain.away]
