"""What every game must keep to, as checks over one case: a game, its options, its players.

Each check plays a deal by dice and raises AssertionError where the contract of `engine.game` is
broken. A game joins by its place in `engine.games.GAMES`; nothing here knows any of them.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import cycle, islice, product
from math import prod
from typing import Any, get_args

import msgspec
import pytest
from msgspec import Struct

from engine.game import AnyGame, Result, Setup
from engine.kit.shuffle import shuffle
from engine.play import Act, Moment, Played, at_random, play, replay, retold, step, walk
from engine.values import actions
from engine.values.actions import Action
from engine.values.cards import DECK, Card, Hidden
from engine.values.chance import Chance, Dice
from engine.values.events import Acted, Dealt, Event, Events, Reshuffled, Shown
from engine.values.offers import Barred, Offers, admitted, real
from engine.values.options import specs
from engine.values.secret import Secret, hook, opened_all, unsealed
from engine.values.view import View
from engine.values.why import Illegal, Why

MOST_ENTRIES = 20_000


class Case(Struct, frozen=True):
    """One thing to check: a game by some options for some players, and its luck.

    `turned`: everybody sees all hands but their own.
    """

    game: Any
    options: Any
    players: int
    button: int = 0
    carry: Any = None
    seed: bytes = bytes(32)
    turned: bool = False

    def __str__(self) -> str:
        changed = {
            field.name: getattr(self.options, field.name)
            for field in msgspec.structs.fields(self.options)
            if getattr(self.options, field.name) != field.default
        }
        rules = ",".join(f"{name}={value}" for name, value in changed.items())
        return f"{self.game.id}-{self.players}-{rules or 'default'}"

    @property
    def setup(self) -> Setup:
        """The deal's beginning."""
        carry = self.game.Carry() if self.carry is None else self.carry
        return Setup(self.players, self.button, carry)

    @property
    def chance(self) -> Chance:
        """The deal's luck."""
        return _shuffled(self.seed)

    def dice(self, purpose: str) -> Dice:
        """Dice of their own for one purpose."""
        return Dice(self.seed + purpose.encode())

    def audiences(self) -> tuple[int | None, ...]:
        """Every seat, and a spectator."""
        return (*range(self.players), None)

    def moments(self) -> list[Moment]:
        """A deal by dice, every state on the way."""
        return list(_moments(self))


_shuffled = lru_cache(maxsize=2)(shuffle)


# All checks of a case follow each other, so the deal is played once for most of them.
@lru_cache(maxsize=2)
def _moments(case: Case) -> tuple[Moment, ...]:
    choose = at_random(case.dice("play"))
    return tuple(walk(case.game, case.options, case.setup, case.chance, choose))


# What a game may have of combinations before they are sampled, and how many are sampled then.
MOST_COMBINATIONS = 1000
SAMPLED = 16


def cases(
    game: AnyGame, seeds: int = 1, *, sampled: int = SAMPLED, turned: bool = False
) -> Iterator[Case]:
    """Every combination of a game's switches and choices, every bound, every number of players.

    Of a game with too many of them a selection by dice, which still meets every value of every
    option and every number of players, each about as often.
    """
    values: list[list[object]] = []
    for spec in specs(game.Options):
        if spec.kind == "switch":
            values.append([False, True])
        elif spec.kind == "choice":
            values.append(list(spec.choices))
        else:
            bounds = (spec.default, spec.lo, spec.hi)
            values.append([value for value in dict.fromkeys(bounds) if value is not None])
    names = [spec.name for spec in specs(game.Options)]
    for place, (*combination, players) in enumerate(
        _combined([*values, list(game.players)], sampled)
    ):
        options = game.Options(**dict(zip(names, combination, strict=True)))
        for extra in range(seeds):
            seed = bytes([place % 256, extra]) * 16
            button = (place + extra) % players
            yield Case(game, options, players, button=button, seed=seed, turned=turned)


def _combined(values: list[list[Any]], sampled: int) -> Iterable[tuple[Any, ...]]:
    if prod(map(len, values)) <= MOST_COMBINATIONS:
        return product(*values)
    dice = Dice(b"combinations")
    # Each column in an order of its own: what stands beside each other is chance.
    columns = [dice.shuffled([*islice(cycle(column), sampled)]) for column in values]
    return zip(*columns, strict=True)


# ── play and replay ────────────────────────────────────────────────────────────────────────────


def check_playthrough(case: Case) -> None:
    """Random play reaches the end; the deal waits for exactly those who can do something."""
    game, ended = case.game, False
    for number, moment in enumerate(case.moments()):
        assert number < MOST_ENTRIES, "the deal does not end"
        assert not ended
        result = game.result(moment.state)
        ended = result is not None
        view = game.view(moment.state)
        assert len(view.seats) == case.players
        for seat in range(case.players):
            possible = bool(real(game.offers(moment.state, seat)))
            assert possible or seat not in view.to_act, "the deal waits for who can do nothing"
        assert bool(view.to_act) != ended
        assert game.view(moment.state) == view
    assert ended
    _check_result(case, result)


def _check_result(case: Case, result: Result | None) -> None:
    assert result is not None
    assert len(result.net) == case.players
    assert isinstance(result.carry, case.game.Carry)
    # What one deal leaves is what the next one begins with.
    if result.ended is None:
        setup = Setup(case.players, (case.button + 1) % case.players, result.carry)
        chance, choose = shuffle(case.seed[::-1]), at_random(case.dice("next"))
        try:
            following = play(case.game, case.options, setup, chance, choose)
        except ValueError:
            # A game may leave it to the match that nobody without chips is dealt in.
            assert 0 in getattr(result.carry, "stacks", ())
        else:
            assert following.result is not None


def check_afterwards(case: Case) -> None:
    """What is offered after the result changes nothing of it, is nobody's turn, and has an end."""
    game, dice = case.game, case.dice("afterwards")
    moment = case.moments()[-1]
    state, result = moment.state, game.result(moment.state)
    for _ in range(2 * case.players):
        able = [seat for seat in range(case.players) if real(game.offers(state, seat))]
        assert not any(game.default(state, seat, None) for seat in range(case.players))
        if not able:
            return
        seat = dice.choice(able)
        before, view = state, game.view(state)
        state, events = game.apply(
            state, seat, dice.choice(real(game.offers(state, seat))).sample(dice)
        )
        after = game.view(state)
        assert after.to_act == ()
        assert game.result(state) == result
        assert (after.seats, after.pots) == (view.seats, view.pots)
        assert all(isinstance(event, Acted | Shown) for event in events)
        assert game.decision(state, seat) > game.decision(before, seat)
    raise AssertionError("the deal is over and goes on")


def check_replay(case: Case) -> None:
    """The entries of a deal give the same states and events again."""
    choose = at_random(case.dice("play"))
    first = play(case.game, case.options, case.setup, case.chance, choose)
    again = replay(case.game, case.options, case.setup, case.chance, first.entries)
    assert again == first
    assert first.result is not None
    assert _written(case, first) == _written(case, again)


def check_retold(case: Case) -> None:
    """What a deal told, all of it opened, leads through the same states once more."""
    moments = case.moments()
    events = tuple(unsealed(event) for moment in moments for event in moment.events)
    again = [*retold(case.game, case.options, case.setup, case.chance, events)]
    assert again == moments


def _written(case: Case, played: Played) -> list[bytes]:
    return [_bytes(case.game.view(played.state), seat) for seat in case.audiences()] + [
        _bytes(played.events, seat) for seat in case.audiences()
    ]


def check_chips(case: Case) -> None:
    """Stacks, bets and pots of the view add up to the same number after every step.

    Pots that have been paid may be told on after the end; they count no more then.
    """
    *running, last = [case.game.view(moment.state) for moment in case.moments()]
    totals = {_held(view) + _in_pots(view) for view in running or [last]}
    assert len(totals) == 1, f"chips come and go: {sorted(totals)}"
    assert totals & {_held(last), _held(last) + _in_pots(last)}, "chips come or go at the end"


def _in_pots(view: View) -> int:
    return sum(pot.chips for pot in view.pots)


def _held(view: View) -> int:
    held = sum((seat.stack or 0) + (seat.bet or 0) for seat in view.seats)
    for seat in view.seats:
        assert (seat.stack or 0) >= 0
        assert (seat.bet or 0) >= 0
    return held


# ── offers, refusals, decisions ────────────────────────────────────────────────────────────────


def check_offers(case: Case, most: int = 16) -> None:
    """Samples of offers are accepted, all else is refused by Illegal, and no state changes."""
    dice = case.dice("offers")
    for moment in _some(case.moments(), dice, most):
        state, kept = moment.state, renamed(moment.state, {})
        around = _actions_around(case, state)
        allowed: set[Action] = set()
        for seat in range(case.players):
            given = case.game.offers(state, seat)
            for offer in real(given):
                sample = offer.sample(dice)
                assert offer.admits(sample)
                case.game.apply(state, seat, sample)
                allowed.add(sample)
            refused = {}
            for action in around:
                why = _refused(case, state, seat, action)
                assert (why is None) == admitted(given, action), action
                if why is not None:
                    refused[action] = why
            _check_barred(given, refused)
        for nobody in (-1, case.players):
            assert not real(case.game.offers(state, nobody))
            assert all(_refused(case, state, nobody, action) for action in allowed)
        assert state == kept, "a step changed the state that it was given"


def _refused(case: Case, state: object, seat: int, action: Action) -> Why | None:
    """Why an action is refused; None if it is not."""
    # Without pytest.raises, which takes longer than what is asked here by the million.
    try:
        case.game.apply(state, seat, action)
    except Illegal as fault:
        return fault.why
    return None


def _check_barred(given: Offers, refused: dict[Action, Why]) -> None:
    for barred in given:
        if isinstance(barred, Barred):
            assert not any(_verb(offer) == barred.verb for offer in real(given))
            answers = [why.code for action, why in refused.items() if _verb(action) == barred.verb]
            assert barred.why.code in answers, "barred for another reason than refused"


def _verb(value: Struct) -> str:
    return str(value.__struct_config__.tag)


def _actions_around(case: Case, state: object) -> set[Action]:
    """Actions of every verb, with the numbers that stand and those beside them."""
    dice = case.dice("around")
    seats: tuple[int | None, ...] = (None, *range(case.players))
    found: set[Action] = {actions.Pass(), actions.Fold(), actions.Check()}
    found |= {actions.Show(), actions.Muck(), actions.Out()}
    found |= {actions.Discard(cards) for cards in ((), DECK[:1], DECK[:1] * 2, DECK[-5:])}
    found |= {actions.Place(card, cell) for card in DECK[::13] for cell in (0, 12, 24)}
    found |= {actions.SetRows(DECK[:3], DECK[at : at + 5], DECK[8:13]) for at in (0, 3)}
    found |= {actions.Declare(special) for special in get_args(actions.SpecialName)}
    found |= {actions.Lay(DECK[0], row) for row in get_args(actions.RowName)}
    found.add(actions.Throw(DECK[0]))
    found |= {actions.Take(t, holder) for t in range(1, case.players + 2) for holder in seats}
    numbers = {0, 1, 2, 3, 2**53}
    for seat in range(case.players):
        for offer in real(case.game.offers(state, seat)):
            sample = offer.sample(dice)
            found.add(sample)
            match sample:
                case actions.Place(card, _):
                    found |= {actions.Place(card, cell) for cell in range(25)}
                case actions.Lay(card, _):
                    found |= {actions.Lay(card, row) for row in get_args(actions.RowName)}
                    found.add(actions.Throw(card))
                case actions.SetRows(front, middle, back):
                    found |= {actions.SetRows(front, back, back)}
                    found |= {actions.SetRows((*back[:2], Hidden()), middle, front + middle[:2])}
                case actions.Throw(thrown) if isinstance(thrown, Card):
                    found |= {actions.Lay(thrown, row) for row in get_args(actions.RowName)}
            values = [getattr(offer, name) for name in offer.__struct_fields__]
            numbers |= {v + d for v in values if isinstance(v, int) for d in (-1, 0, 1)}
    for number in numbers:
        if number >= 0:
            found |= {actions.Call(number), actions.Raise(number), actions.Ready(number)}
            found |= {actions.BringIn(number), actions.Surrender(number), actions.In(number)}
    return found


def check_decisions(case: Case) -> None:
    """A decision number never falls; it rises when the only seat that may act does."""
    before: Moment | None = None
    for moment in case.moments():
        if before is not None:
            assert isinstance(moment.entry, Act)
            able = [s for s in range(case.players) if real(case.game.offers(before.state, s))]
            for seat in range(case.players):
                old = case.game.decision(before.state, seat)
                new = case.game.decision(moment.state, seat)
                assert new >= old, "a decision number fell"
                if able == [seat] == [moment.entry.seat]:
                    assert new > old, "a doubled key answers the next question"
        before = moment


# ── secrets ────────────────────────────────────────────────────────────────────────────────────


def check_encoder(case: Case) -> None:
    """What is written is read as it was; what holds secrets needs to be told for whom."""
    for moment in case.moments()[:20]:
        for value in (case.game.view(moment.state), moment.events):
            kind: Any = View if isinstance(value, View) else tuple[Event, ...]
            written = [_bytes(value, seat) for seat in case.audiences()]
            for data in written:
                read = msgspec.msgpack.decode(data, type=kind)
                assert msgspec.msgpack.encode(read) == data
            if any(_HIDDEN in data for data in written):
                with pytest.raises((TypeError, NotImplementedError)):
                    msgspec.msgpack.encode(value)


def check_hands(case: Case) -> None:
    """Until hands are shown, their owner sees them and nobody else, in no view and no event.

    Where people play with open hands the players see them all, and nobody else; where hands are
    turned round all players but their owner do.
    """
    moments = _hidden(case)
    looked = {id(moment) for moment in _some(moments, case.dice("hands"), 20)}
    views = {id(m): case.game.view(m.state) for m in moments if id(m) in looked}
    for audience in case.audiences():
        seen: set[Card] = set()
        held: set[tuple[Card, bool]] = set()
        for moment in moments:
            seen |= _cards(moment.events, audience)
            if id(moment) in looked:
                view = views[id(moment)]
                seen |= _cards(view, audience)
                now = _held_cards(case, view, audience)
                assert all((card in seen) == sees for card, sees in now)
                held |= now
        # What is laid open later was hidden before; everything else stays so.
        laid = {card for moment in moments for card in _laid(moment.events)}
        assert all((card in seen) == sees for card, sees in held if card not in laid)


def _held_cards(case: Case, view: View, audience: int | None) -> set[tuple[Card, bool]]:
    """The cards in all hands, and whether `audience` shall see them."""
    found: set[tuple[Card, bool]] = set()
    for zone in view.zones:
        if zone.kind == "hand":
            assert zone.owner is not None
            sees = _sees(case, audience, zone.owner)
            cells = opened_all(zone.cells)
            found |= {(cell, sees) for cell in cells if isinstance(cell, Card)}
    return found


def _sees(case: Case, audience: int | None, owner: int | None) -> bool:
    """Whether `audience` may see the hand of `owner` before it is shown."""
    if case.turned:
        return audience is not None and audience != owner
    return audience == owner or (_open(case) and audience is not None)


def _laid(events: Events) -> Iterator[Card]:
    """The cards that were laid openly out of a hand."""
    for event in events:
        if isinstance(event, Acted) and isinstance(event.action, actions.Place | actions.Lay):
            yield event.action.card


def check_unshown(case: Case) -> None:
    """A hand that is never shown stays with those who saw it, after the end as well."""
    moments = case.moments()
    events = tuple(event for moment in moments for event in moment.events)
    shown = {event.seat for event in events if isinstance(event, Shown)}
    again = any(isinstance(event, Reshuffled) for event in events)
    views = [case.game.view(m.state) for m in _some(moments, case.dice("unshown"), 10)]
    for audience in case.audiences():
        seen = {card for value in (events, *views) for card in _cards(value, audience)}
        for zone in views[-1].zones:
            closed = not _sees(case, audience, zone.owner)
            if zone.kind == "hand" and zone.owner not in shown and closed:
                held = [cell for cell in opened_all(zone.cells) if isinstance(cell, Card)]
                # What one has put away oneself may have been shuffled and dealt again.
                known = seen - (_had(events, audience) if again else set())
                assert not any(card in known for card in held), "a hand shows that was given up"


def _open(case: Case) -> bool:
    """Whether all players see all hands, by an option of that name."""
    return bool(getattr(case.options, "open_hands", False))


def _had(events: Events, seat: int | None) -> set[Card]:
    """All cards that were dealt to a seat."""
    dealt = [event for event in events if isinstance(event, Dealt) and event.seat == seat]
    return {c for event in dealt for c in opened_all(event.cells) if isinstance(c, Card)}


def check_leaks(case: Case, samples: int = 3) -> None:
    """Nobody's views, offers and events depend on cards that they have not seen.

    Twice: the hidden cards of a state change their names, and those of the deck from the first
    card on.
    """
    moments = _hidden(case)
    if not moments:
        return
    dice = case.dice("leaks")
    last = len(moments) - 1
    places = sorted({0, last, *(dice.below(last + 1) for _ in range(samples))})
    for audience in case.audiences():
        seen: set[Card] = set()
        done = 0
        for place in places:
            for moment in moments[done : place + 1]:
                seen |= _cards(moment.events, audience)
            seen |= _cards(case.game.view(moments[place].state), audience)
            done = place + 1
            _check_state(case, moments[place].state, audience, dice)
            names = _permutation(seen, dice)
            _check_deck(case, moments[: place + 1], audience, names)


def _hidden(case: Case) -> list[Moment]:
    """The moments before the first hand is shown, or cards that were held come to others."""
    moments = case.moments()
    ends = Shown | Reshuffled
    shows = (i for i, m in enumerate(moments) if any(isinstance(e, ends) for e in m.events))
    return moments[: next(shows, None)]


def _check_state(case: Case, state: object, audience: int | None, dice: Dice) -> None:
    names = _permutation(_cards(case.game.view(state), audience), dice)
    _check_same(case, renamed(state, names), state, audience)


def _check_deck(
    case: Case, moments: list[Moment], audience: int | None, names: dict[Card, Card]
) -> None:
    state, events = case.game.new(case.options, case.setup, renamed(case.chance, names))
    for moment in moments:
        if moment.entry is not None:
            try:
                state, events = step(case.game, state, renamed(moment.entry, names))
            except Illegal:
                # The seat that acted relied on cards of its own, which have other names now.
                return
        assert _bytes(events, audience) == _bytes(moment.events, audience), "events leak"
    _check_same(case, state, moments[-1].state, audience)


def _check_same(case: Case, state: object, other: object, audience: int | None) -> None:
    """Two states that `audience` can't tell from each other."""
    game = case.game
    assert _bytes(game.view(state), audience) == _bytes(game.view(other), audience), "a view leaks"
    if audience is not None:
        assert game.offers(state, audience) == game.offers(other, audience), "offers leak"
        assert game.decision(state, audience) == game.decision(other, audience), "a number leaks"


def check_sealed_choices(case: Case) -> None:
    """Where a choice is not announced, nobody else can tell which one it was."""
    dice = case.dice("sealed")
    for moment in _some(case.moments(), dice, 40):
        for seat in range(case.players):
            given = real(case.game.offers(moment.state, seat))
            samples = [offer.sample(dice) for offer in given for _ in range(2)]
            steps = [case.game.apply(moment.state, seat, sample) for sample in samples]
            sealed = [(s, e) for s, e in steps if not any(map(_announces, e))]
            for audience in case.audiences():
                if audience != seat:
                    looks = {
                        (_bytes(events, audience), _bytes(case.game.view(state), audience))
                        for state, events in sealed
                    }
                    assert len(looks) <= 1, "a sealed choice shows"


def _announces(event: Event) -> bool:
    """Whether an event says what a seat has chosen."""
    if isinstance(event, Acted):
        # Which cards were set or thrown away unseen is no part of what others read.
        return not isinstance(event.action, actions.SetRows | actions.Throw)
    return isinstance(event, Shown)


CHECKS: tuple[Callable[[Case], None], ...] = (
    check_playthrough,
    check_afterwards,
    check_replay,
    check_chips,
    check_offers,
    check_decisions,
    check_encoder,
    check_hands,
    check_unshown,
    check_leaks,
    check_sealed_choices,
)

# ── tools ──────────────────────────────────────────────────────────────────────────────────────


def renamed(value: Any, names: dict[Card, Card]) -> Any:
    """A deep copy of `value` in which every card has the name that `names` gives it."""
    if isinstance(value, int | str | bytes | None):
        return value
    if isinstance(value, Card):
        return names.get(value, value)
    if isinstance(value, Secret):
        return Secret(renamed(value.value, names), value.seen_by)
    if isinstance(value, Struct):
        fields = {name: renamed(getattr(value, name), names) for name in value.__struct_fields__}
        return type(value)(**fields)
    if isinstance(value, dict):
        return {renamed(key, names): renamed(item, names) for key, item in value.items()}
    if isinstance(value, tuple | list | frozenset | set):
        return type(value)(renamed(item, names) for item in value)
    return value


def _permutation(fixed: set[Card], dice: Dice) -> dict[Card, Card]:
    """New names for all cards but the fixed ones, none of which keeps its own."""
    free = dice.shuffled([card for card in DECK if card not in fixed])
    return dict(zip(free, (*free[1:], *free[:1]), strict=True))


# How a card and a hidden one lie on the wire: to look for them there is far quicker than to read.
_CARD = re.compile(re.escape(msgspec.msgpack.encode(DECK[0]).removesuffix(b"2c")) + rb"(..)")
_HIDDEN = msgspec.msgpack.encode(Hidden())


def _cards(value: View | Events, seat: int | None) -> set[Card]:
    """The cards that `seat` reads."""
    return {Card(code.decode()) for code in _CARD.findall(_bytes(value, seat))}


def _bytes(value: View | Events, seat: int | None) -> bytes:
    """What goes over the wire to `seat`."""
    return msgspec.msgpack.encode(value, enc_hook=hook(seat))


def _some(moments: list[Moment], dice: Dice, most: int) -> list[Moment]:
    """The first and last moments, and at most `most` of all."""
    if len(moments) <= most:
        return moments
    return [moments[0], *dice.shuffled(moments[1:-1])[: most - 2], moments[-1]]
