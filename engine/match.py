"""Deal after deal: who sits, who is ready, the button, the score and the end. A pure machine.

The table owns time, identity and durability; the match answers what the next deal is.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.game import AnyGame, Result, Setup
from engine.values.why import Illegal


class Chair(Struct, frozen=True):
    """One seat of the table: whether somebody sits there, and wants the next deal."""

    taken: bool = False
    ready: bool = False


class Match(Struct, frozen=True):
    """A cooperative match: fixed chairs, all of them needed, until the game says it ended.

    `number` counts the deals of this match, the running or last one included. A voided deal
    is played again and does not count.
    """

    chairs: tuple[Chair, ...]
    button: int
    carry: Struct
    number: int = 0
    running: bool = False
    ended: Literal["won", "lost", "finished"] | None = None


def new(game: AnyGame, seats: int, button: int) -> Match:
    """A match of `game` with empty chairs; the first deal's dealer is `button`.

    ValueError if the game is not played by `seats` people, or there is no such seat.
    """
    if seats not in game.players or not 0 <= button < seats:
        raise ValueError(f"{game.id} is not played by {seats} with dealer {button}")
    return Match(chairs=(Chair(),) * seats, button=button, carry=game.Carry())


def sit(match: Match, seat: int) -> Match:
    """Somebody sits down, ready; Illegal if the seat is taken or there is none."""
    if _chair(match, seat).taken:
        raise Illegal("seat_taken")
    return _with(match, seat, Chair(taken=True, ready=True))


def leave(match: Match, seat: int) -> Match:
    """Somebody gets up between deals; Illegal while one runs (void it first)."""
    if match.running:
        raise Illegal("deal_running")
    if not _chair(match, seat).taken:
        raise Illegal("seat_empty")
    return _with(match, seat, Chair())


def ready(match: Match, seat: int) -> Match:
    """Somebody wants the next deal; saying so twice changes nothing.

    Illegal while one runs, or for an empty or missing seat.
    """
    if match.running:
        raise Illegal("deal_running")
    if not _chair(match, seat).taken:
        raise Illegal("seat_empty")
    return _with(match, seat, Chair(taken=True, ready=True))


def startable(match: Match) -> bool:
    """Whether the next deal can begin: every chair taken, everybody ready."""
    return not match.running and all(chair.taken and chair.ready for chair in match.chairs)


def start(game: AnyGame, match: Match) -> tuple[Match, Setup]:
    """Begin the next deal, or a new match after an ended one; the table brings the chance.

    Illegal while one runs, or while somebody is missing.
    """
    if match.running:
        raise Illegal("deal_running")
    if not startable(match):
        missing = sum(not (chair.taken and chair.ready) for chair in match.chairs)
        raise Illegal("players_missing", missing=missing)
    if match.ended is not None:
        match = replace(match, carry=game.Carry(), number=0, ended=None)
    begun = replace(match, number=match.number + 1, running=True)
    return begun, Setup(players=len(match.chairs), button=match.button, carry=match.carry)


def finish(match: Match, result: Result) -> Match:
    """The running deal is over: its carry stays, the button moves one seat left (rules.md A).

    ValueError if none runs.
    """
    _must_run(match)
    return replace(
        match,
        running=False,
        carry=result.carry,
        ended=result.ended,
        button=(match.button + 1) % len(match.chairs),
        chairs=tuple(replace(chair, ready=False) for chair in match.chairs),
    )


def void(match: Match) -> Match:
    """The running deal is cancelled without result: same dealer, same score, same number again.

    ValueError if none runs.
    """
    _must_run(match)
    return replace(
        match,
        running=False,
        number=match.number - 1,
        chairs=tuple(replace(chair, ready=False) for chair in match.chairs),
    )


def _must_run(match: Match) -> None:
    if not match.running:
        raise ValueError("no deal is running")


def _chair(match: Match, seat: int) -> Chair:
    if not 0 <= seat < len(match.chairs):
        raise Illegal("no_such_seat")
    return match.chairs[seat]


def _with(match: Match, seat: int, chair: Chair) -> Match:
    chairs = (*match.chairs[:seat], chair, *match.chairs[seat + 1 :])
    return replace(match, chairs=chairs)
