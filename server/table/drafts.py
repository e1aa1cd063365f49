"""Half-made rows: what a table keeps of somebody's arrangement while they think. Pure.

They lie beside the table's state and its log: nobody but their owner is ever told of one. What is
played of it is in the log with the command that plays it.
"""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from engine.kit import rows
from engine.values.cards import Card
from engine.values.draft import Draft, Kept
from engine.values.events import Acted, Dealt
from engine.values.offers import Barred, Lay, SetRows, Throw, real
from engine.values.why import Illegal
from protocol.errors import Refused
from protocol.messages import Keep
from server.table.state import Table

# What asks somebody for rows, or for the cards of them one by one.
_ASKS = SetRows | Lay | Throw
_VERBS = ("set", "lay", "throw")


class Entry(Struct, frozen=True):
    """What is kept for an account, and for which deal and decision it was."""

    account: str
    deal: int
    decision: int
    kept: Kept


Drafts = Mapping[str, Entry]


def asks(table: Table, seat: int) -> SetRows | Lay | Throw | None:
    """What asks the seat of the running deal for cards in rows; None: nothing does."""
    deal = table.running
    if deal is None:
        return None
    choices = real(table.game.offers(deal.state, seat))
    return next((offer for offer in choices if isinstance(offer, _ASKS)), None)


def turn(table: Table, seat: int) -> int:
    """The number of the question with which a seat's turn began.

    Cards that are laid one by one are one turn, and arranged together.
    """
    deal = table.running
    if deal is None:
        return 0
    decision, laid = table.game.decision(deal.state, seat), 0
    if not isinstance(asks(table, seat), Lay | Throw):
        return decision
    for event in reversed(deal.events):
        if isinstance(event, Dealt) and event.seat == seat:
            break
        laid += isinstance(event, Acted) and event.seat == seat
    return decision - laid


def pressed(table: Table, seats: Sequence[int]) -> list[int]:
    """Those of the asked seats whose time runs.

    Whoever sets all rows at once while others lay cards in turn has until those are done.
    """
    found = {seat: asks(table, seat) for seat in seats}
    laying = any(isinstance(offer, Lay | Throw) for offer in found.values())
    return [seat for seat in seats if not (laying and isinstance(found[seat], SetRows))]


def kept(table: Table, drafts: Drafts, account: str, request: Keep) -> Entry:
    """What is to be kept for an account from now on.

    Refused no_deal, deal_changed, not_seated or no_drafts, Illegal if there is no such question, or
    the draft is none of its cards.
    """
    deal, seat = table.running, table.reads(account)
    if deal is None:
        raise Refused("no_deal")
    if deal.id != request.deal:
        raise Refused("deal_changed")
    if seat is None:
        raise Refused("not_seated")
    offer = asks(table, seat)
    if offer is None:
        raise _unasked(table, seat)
    if request.decision != table.game.decision(deal.state, seat):
        raise Illegal("stale")
    _check(offer, request.draft)
    before = of(table, drafts, account)
    return Entry(account, deal.id, request.decision, rows.kept(before, request.draft))


def of(table: Table, drafts: Drafts, account: str) -> Kept | None:
    """What is kept for the question that stands before an account, of the cards that it has yet."""
    entry, deal, seat = drafts.get(account), table.running, table.bound(account)
    if entry is None or deal is None or seat is None or entry.deal != deal.id:
        return None
    offer = asks(table, seat)
    if offer is None or not turn(table, seat) <= entry.decision:
        return None
    held = entry.kept
    return held if held.now.within(offer.cards) else Kept(_left(held.now, offer.cards))


def standing(table: Table, drafts: Drafts) -> Drafts:
    """The drafts whose questions stand at a table."""
    return {one: entry for one, entry in drafts.items() if of(table, drafts, one) is not None}


def _unasked(table: Table, seat: int) -> Illegal | Refused:
    """Why a seat that is asked for no rows has nothing to arrange."""
    deal = table.running
    assert deal is not None
    for offer in table.game.offers(deal.state, seat):
        if isinstance(offer, Barred) and offer.verb in _VERBS:
            return Illegal("already_set" if offer.why.code == "already_set" else "not_your_turn")
    return Refused("no_drafts")


def _check(offer: SetRows | Lay | Throw, draft: Draft) -> None:
    laid = [card for row in draft.rows for card in row]
    if not set(laid) <= set(offer.cards):
        raise Illegal("not_your_cards")
    if len(set(laid)) < len(laid):
        raise Illegal("wrong_rows")
    if isinstance(offer, Lay):
        for name, row in zip(rows.ROWS, draft.rows, strict=True):
            if row and name not in offer.rows:
                raise Illegal("row_full", row=name)


def _left(draft: Draft, cards: tuple[Card, ...]) -> Draft:
    """The draft without the cards that have been laid meanwhile."""
    return Draft(*(tuple(card for card in row if card in cards) for row in draft.rows))
