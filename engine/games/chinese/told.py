"""What a deal of the family says once it is over: every row, every pair of seats, every result."""

from collections.abc import Mapping, Sequence

from engine.kit.ranking import name_of
from engine.kit.rows import ROWS, Board
from engine.kit.settling import Outcome, Pair, Scoring, net, settled
from engine.values.events import Counted, Events, Scored
from engine.values.view import Note
from engine.values.why import Facts


def counted(outcomes: Sequence[Outcome], scoring: Scoring) -> Events:
    """What the deal brought to each seat, and that it is over."""
    points = net(settled(outcomes, scoring), len(outcomes))
    return (*(Counted(seat, won) for seat, won in enumerate(points)), Scored("counted"))


def notes(outcomes: Sequence[Outcome], scoring: Scoring) -> tuple[Note, ...]:
    """What every seat ended with, what it has of every other, and of all together."""
    pairs = settled(outcomes, scoring)
    found: list[Note] = []
    for seat, outcome in enumerate(outcomes):
        found += _ended(seat, outcome, scoring)
        found += [_pair(seat, other, pairs) for other in range(len(outcomes)) if other != seat]
    found += [
        Note("points", seat, {"points": won}) for seat, won in enumerate(net(pairs, len(outcomes)))
    ]
    return tuple(found)


def _ended(seat: int, outcome: Outcome, scoring: Scoring) -> list[Note]:
    if not isinstance(outcome, Board):
        if outcome == "surrender":
            return [Note("surrendered", seat)]
        return [Note("special", seat, {"special": outcome})]
    found = [Note("fouled", seat)] if outcome.fouled else []
    for place, strength in enumerate(outcome):
        named = name_of(strength)
        earned = 0 if outcome.fouled else scoring.royalties.of(place, strength)
        facts: Facts = {"row": ROWS[place], "name": named.name, "ranks": named.ranks}
        found.append(Note("row", seat, {**facts, "royalty": earned}))
    return found


def _pair(seat: int, other: int, pairs: Mapping[tuple[int, int], Pair]) -> Note:
    pair = pairs[seat, other] if seat < other else pairs[other, seat].turned
    return Note("pair", seat, {"against": other, **pair._asdict(), "points": pair.points})
