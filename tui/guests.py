"""Whoever is known by no key is marked wherever a name stands: `~Anna`.

Names have no such sign in them, so nobody can write it, or come without it.
"""

from collections.abc import Collection, Sequence
from typing import TypeVar

from msgspec.structs import replace

from protocol.messages import Account, ChairInfo, FromServer, Lobby, Said, TableView

MARK = "~"

M = TypeVar("M", bound=FromServer)


def called(account: Account) -> str:
    """What others see as the name of an account."""
    return MARK + account.name if account.guest else account.name


def marked(message: M, chairs: Sequence[ChairInfo] = ()) -> M:
    """What the server told, with the guests' names marked; `chairs` are of the table, if known."""
    match message:
        case TableView():
            return replace(
                message,
                chairs=tuple(map(_chair, message.chairs)),
                watchers=_names(message.watchers, message.guests),
            )
        case Lobby():
            tables = (
                replace(table, players=_names(table.players, table.guests))
                for table in message.tables
            )
            return replace(message, tables=tuple(tables))
        case Said():
            name = MARK + message.name if message.guest else message.name
            to = message.to
            if to is not None and any(chair.guest and chair.name == MARK + to for chair in chairs):
                to = MARK + to
            return replace(message, name=name, to=to)
        case _:
            return message


def _chair(chair: ChairInfo) -> ChairInfo:
    return replace(chair, name=MARK + chair.name) if chair.guest and chair.name else chair


def _names(names: Sequence[str], guests: Collection[int]) -> tuple[str, ...]:
    return tuple(MARK + name if place in guests else name for place, name in enumerate(names))
