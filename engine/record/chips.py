"""What came of a recorded deal in chips, and whose they were: the same in all games with pots."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from engine.kit.payout import Award
from engine.record.errors import RecordError
from engine.record.header import amounts, texts
from engine.values.actions import BringIn, Call, Raise
from engine.values.events import Acted, Events, Paid, Phase, Posted


def names(header: Mapping[str, Any]) -> tuple[str, ...]:
    """The players, as many as there are stacks; `players` may say who they are."""
    count = len(amounts(header, "starting_stacks"))
    found = texts(header, "players") if "players" in header else ("",) * count
    if len(found) != count:
        raise RecordError(0, "bad_value", key="players")
    return found


def stacks(began: Sequence[int], events: Events, streets: Collection[str] = ()) -> list[int]:
    """What lies in front of each player, by what has been told; bets begin anew on `streets`."""
    found, bets = list(began), [0] * len(began)
    for event in events:
        match event:
            case Phase(code) if code in streets:
                bets = [0] * len(found)
            case Posted(seat, chips, kind):
                found[seat] -= chips
                bets[seat] += chips if kind == "blind" else 0
            case Acted(seat, Call(price) | BringIn(price)):
                found[seat] -= price
                bets[seat] += price
            case Acted(seat, Raise(to)):
                found[seat] -= to - bets[seat]
                bets[seat] = to
            case Paid(seat, chips, _):
                found[seat] += chips
            case _:
                pass
    return found


def pots(awards: Sequence[Award]) -> list[dict[str, Any]]:
    """Each pot that was paid, its halves where it had any."""
    return [_pot(award) for award in awards]


def returned(events: Events) -> dict[str, int]:
    """The chips that nobody called, by whose they were."""
    back = (event for event in events if isinstance(event, Paid) and event.source == "uncalled")
    return {f"p{event.seat + 1}": event.chips for event in back}


def _pot(award: Award) -> dict[str, Any]:
    pot: dict[str, Any] = {"amount": award.chips, "winners": _won(award.won)}
    if award.high or award.low:
        pot |= {"high": _won(award.high), "low": _won(award.low)}
    return pot


def _won(won: Sequence[tuple[int, int]]) -> dict[str, int]:
    return {f"p{seat + 1}": chips for seat, chips in sorted(won)}
