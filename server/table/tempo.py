"""Time where people come and go: for hard decisions, between deals, of a whole match. Pure.

Where there are chips everybody has a few portions of extra time, and gets one back now and then
(rules.md C.12). A match for points may be played for an agreed time (rules.md D), and so may a
freeze-out (rules.md E).
"""

from collections.abc import Collection

from msgspec.structs import replace

from engine.match import Cash, Freezeout, Match, Points
from engine.values.offers import real
from engine.values.why import Illegal
from protocol.errors import Refused
from protocol.messages import RESERVE
from server.table.commands import Reserve
from server.table.state import Table, Tempo

# Portions that everybody sits down with, and after how many deals at the table everybody has one
# more again.
PORTIONS = 2
_RENEWED = 20

# In milliseconds.
MINUTE = 60_000


def left(table: Table, account: str) -> int:
    """Portions that an account has left; none where nobody plays for chips or against a clock."""
    if not isinstance(table.match, Cash) or table.clock is None:
        return 0
    return PORTIONS - dict(table.tempo.spent).get(account, 0)


def extra(table: Table, account: str, deal: int, decision: int) -> int:
    """Seconds that a decision has got besides its clock."""
    granted = table.tempo.extra
    if granted is None or granted[:3] != (account, deal, decision):
        return 0
    return granted[3] * RESERVE


def reserved(table: Table, command: Reserve) -> Table:
    """The table once a portion of an account's reserve is taken for a decision that stands.

    Illegal stale if it does not, not_your_turn; Refused no_reserve if nothing is left.
    """
    deal, seat = table.running, table.bound(command.account)
    if deal is None or deal.id != command.deal or seat is None:
        raise Refused("no_deal")
    if not real(table.game.offers(deal.state, seat)):
        raise Illegal("not_your_turn")
    if table.game.decision(deal.state, seat) != command.decision:
        raise Illegal("stale")
    if left(table, command.account) <= 0:
        raise Refused("no_reserve")
    tempo = table.tempo
    spent = dict(tempo.spent)
    spent[command.account] = spent.get(command.account, 0) + 1
    mark = (command.account, command.deal, command.decision)
    portions = 1 if tempo.extra is None or tempo.extra[:3] != mark else tempo.extra[3] + 1
    after = replace(tempo, spent=tuple(spent.items()), extra=(*mark, portions))
    return replace(table, tempo=after)


def begun(table: Table, deal: int) -> Tempo:
    """The tempo as a deal begins: nobody is eager, and now and then there is more reserve."""
    spent = table.tempo.spent
    if spent and deal % _RENEWED == 0:
        spent = tuple((account, used - 1) for account, used in spent if used > 1)
    return Tempo(spent=spent)


def eager(table: Table, account: str) -> Table:
    """The table once an account wants the next deal at once."""
    tempo = table.tempo
    if account in tempo.eager:
        return table
    return replace(table, tempo=replace(tempo, eager=(*tempo.eager, account)))


def at_once(table: Table, here: Collection[str]) -> bool:
    """Whether the next deal need not be waited for.

    The first one is not where every chair is taken, later ones where all who are here and will play
    want it.
    """
    match = table.match
    if isinstance(match, Match):
        return True
    if not match.number and not table.empty:
        return True
    players = [
        one
        for seat, one in enumerate(table.chairs)
        if one in here and one in table.people and match.wants(seat)
    ]
    return bool(players) and all(one in table.tempo.eager for one in players)


def over_at(table: Table) -> int | None:
    """When the time of a match that has begun will be over, in milliseconds of Unix time.

    None: it has no end by time, or that has come already.
    """
    match = table.match
    if not isinstance(match, Points | Freezeout) or not match.minutes:
        return None
    if match.late or match.ended is not None:
        return None
    if not match.number or table.begun is None:
        return None
    return table.begun + match.minutes * MINUTE


def over(table: Table) -> Table:
    """The table once the time of its match is over."""
    match = table.match
    return replace(table, match=match.over()) if isinstance(match, Points | Freezeout) else table
