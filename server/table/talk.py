"""Who may say what at a table, and when (rules.md A, Talk)."""

from typing import Literal

from protocol.errors import Refused
from protocol.messages import Chat, Said, Say
from server.table.state import Table, bot_name, is_bot
from server.table.view import Company, may_say
from server.text import CHAT_CELLS, clean


def said(table: Table, request: Say | Chat, account: str, company: Company) -> Said:
    """What everybody at the table is told; Refused if it may not be said now.

    Spectators may not write to players during a deal, only among themselves. "It's your turn" goes
    to somebody whose turn it is: said to anybody else it could carry a meaning of its own.
    """
    seat = table.chair_of(account)
    talk = may_say(table, sits=seat is not None)
    names, guests = company.names, company.guests
    if talk == "watchers":
        names, guests = company.present, company.unknown
    name, guest = names.get(account, ""), account in guests
    if talk == "off":
        raise Refused("chat_off")
    if isinstance(request, Chat):
        if talk == "phrases":
            raise Refused("chat_rests")
        text = clean(request.text, CHAT_CELLS)
        if not text:
            raise Refused("empty_text")
        among: Literal["all", "watchers"] = "watchers" if talk == "watchers" else "all"
        return Said(table.id, name, seat, text=text, among=among, guest=guest)
    if seat is None and (talk == "watchers" or table.running is not None):
        raise Refused("not_seated")
    if request.phrase != "your_turn":
        return Said(table.id, name, seat, phrase=request.phrase, guest=guest)
    to = _asked(table, request.to, company)
    return Said(table.id, name, seat, phrase=request.phrase, to=to, guest=guest)


def _asked(table: Table, seat: int | None, company: Company) -> str:
    if table.running is None:
        raise Refused("no_deal")
    occupant = table.chairs[seat] if seat is not None and seat < len(table.chairs) else None
    bound = None if occupant is None else table.bound(occupant)
    if occupant is None or bound not in table.game.view(table.running.state).to_act:
        raise Refused("unknown_phrase")
    return bot_name(occupant) if is_bot(occupant) else company.names.get(occupant, "")
