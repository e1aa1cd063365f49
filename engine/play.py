"""One deal from beginning to end: played by choosers, replayed as a fold, or thrown by dice."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from engine.game import AnyGame, Result, Setup, What
from engine.values.actions import Action
from engine.values.chance import Chance, Dice
from engine.values.events import Acted, Chose, Events
from engine.values.offers import Offer, Raise, Take, real
from engine.values.secret import unsealed


class Act(Struct, frozen=True):
    """A seat's action in a deal."""

    seat: int
    action: Action


Entry = Act | What
Chooser = Callable[[AnyGame, Any], Entry | None]


class Moment(Struct, frozen=True):
    """A state on the way: what led to it (None: the deal began), and what happened by that."""

    state: Any
    events: Events
    entry: Entry | None = None


class Played(Struct, frozen=True):
    """A deal as far as it was played: the last state, and everything that led there."""

    state: Any
    events: Events
    entries: tuple[Entry, ...]
    result: Result | None


def step(game: AnyGame, state: Any, entry: Entry) -> tuple[Any, Events]:
    """The state after an entry and what happened by it; Illegal if the rules forbid it."""
    if isinstance(entry, Act):
        return game.apply(state, entry.seat, entry.action)
    return game.happen(state, entry)


def walk(
    game: AnyGame, options: Struct, setup: Setup, chance: Chance, choose: Chooser
) -> Iterator[Moment]:
    """Every state of a deal, the first included, until it ends or `choose` answers None.

    Illegal if `choose` answers what the rules forbid.
    """
    state, events = game.new(options, setup, chance)
    yield Moment(state, events)
    while game.result(state) is None and (entry := choose(game, state)) is not None:
        state, events = step(game, state, entry)
        yield Moment(state, events, entry)


def play(game: AnyGame, options: Struct, setup: Setup, chance: Chance, choose: Chooser) -> Played:
    """A deal to its end, or until `choose` answers None; Illegal as for `walk`."""
    moments = tuple(walk(game, options, setup, chance, choose))
    return Played(
        state=moments[-1].state,
        events=tuple(event for moment in moments for event in moment.events),
        entries=tuple(moment.entry for moment in moments if moment.entry is not None),
        result=game.result(moments[-1].state),
    )


def replay(
    game: AnyGame, options: Struct, setup: Setup, chance: Chance, entries: Iterable[Entry]
) -> Played:
    """The same deal again, folded from its entries alone.

    Illegal if one of them is not admitted where it stands.
    """
    state, events = game.new(options, setup, chance)
    done: list[Entry] = []
    for entry in entries:
        state, more = step(game, state, entry)
        events += more
        done.append(entry)
    return Played(state, events, tuple(done), game.result(state))


def retold(
    game: AnyGame, options: Struct, setup: Setup, chance: Chance, events: Events
) -> Iterator[Moment]:
    """Every state of a deal that told these events, all secrets in them opened.

    ValueError or Illegal as soon as the game tells something else than they do.
    """
    state, told = game.new(options, setup, chance)
    at, entry = 0, None
    while True:
        following = at + len(told)
        if tuple(unsealed(event) for event in told) != events[at:following]:
            raise ValueError(f"event {at} is told otherwise")
        at = following
        yield Moment(state, told, entry)
        if at == len(events):
            return
        entry = _entry(events, at)
        state, told = step(game, state, entry)


def _entry(events: Events, at: int) -> Act:
    """What a seat did that the event of that number tells of, if it did something."""
    event = events[at]
    if isinstance(event, Chose):
        # What it was is told once all have chosen.
        made = (one for one in events[at:] if isinstance(one, Acted) and one.seat == event.seat)
        event = next(made, event)
    if not isinstance(event, Acted):
        raise ValueError(f"event {at} is nobody's action")
    return Act(event.seat, event.action)


def scripted(entries: Iterable[Entry]) -> Chooser:
    """A chooser that answers the entries in order, then None."""
    script = iter(entries)

    def choose(game: AnyGame, state: Any) -> Entry | None:
        return next(script, None)

    return choose


def at_random(dice: Dice, calm: int = 3) -> Chooser:
    """A chooser by dice: a seat that the deal waits for, one of its offers, a sample of it.

    None where the deal waits for nobody. What brings a round nearer to its end is chosen `calm`
    times as often (≥ 0) as what keeps it open: six people who robbed each other by pure chance
    would hardly ever all agree.
    """

    def choose(game: AnyGame, state: Any) -> Entry | None:
        seats = game.view(state).to_act
        if not seats:
            return None
        seat = dice.choice(seats)
        choices = real(game.offers(state, seat))
        closing: list[Offer] = [offer for offer in choices if not isinstance(offer, Take | Raise)]
        if not closing:
            closing = [o for o in choices if isinstance(o, Take) and o.holder is None]
        opening = [offer for offer in choices if offer not in closing]
        if closing and opening:
            picked = closing if dice.below(calm + 1) else opening
        else:
            picked = closing or opening
        return Act(seat, dice.choice(picked).sample(dice))

    return choose
