"""Who may come to a table that takes a code, and which table a code is of."""

import hmac
import math
from typing import TYPE_CHECKING

from protocol.errors import Refused
from server import codes
from server.table.state import Table

if TYPE_CHECKING:
    from server.house import House
    from server.sessions import Session


def let_in(house: "House", session: "Session", table: Table, code: str | None) -> None:
    """Refused if this session has to say the table's code, and does not.

    Whoever looks on, sits there or waits for a chair has said it.
    """
    account = session.account
    inside = any(task.table.id == table.id for task in session.tables)
    if table.code is None or inside or account in table.expected:
        return
    if house.waiters.waits(table.id, account):
        return
    if code is None:
        raise Refused("needs_code")
    _guess(house, session)
    if not _same(codes.plain(code), table.code):
        raise Refused("wrong_code")
    house.door.table_code_right(session.home)


def found(house: "House", session: "Session", code: str) -> str:
    """The table that has this code; Refused if none has."""
    _guess(house, session)
    said = codes.plain(code)
    for task in house.tables.values():
        if task.table.code is not None and _same(said, task.table.code):
            house.door.table_code_right(session.home)
            return task.table.id
    raise Refused("wrong_code")


def _guess(house: "House", session: "Session") -> None:
    if wait := house.door.table_code(session.home):
        raise Refused("too_many_guesses", minutes=math.ceil(wait / 60))


def _same(said: str, code: str) -> bool:
    return hmac.compare_digest(said.encode(), code.encode())
