"""Settings of new tables that people have saved by name, with their account."""

import sqlite3
from typing import TYPE_CHECKING

import msgspec

from engine.values.options import Value
from protocol.errors import Refused
from protocol.messages import DropTemplate, KeepTemplate, Ok, Template, Templates
from server.house import House
from server.log import Write
from server.text import TABLE_NAME_CELLS, clean

if TYPE_CHECKING:
    from server.sessions import Session


async def serve(
    house: House, session: "Session", request: Templates | KeepTemplate | DropTemplate
) -> None:
    """Do what `request` asks, and tell all that are saved then; what it raises refuses it."""
    account = session.account
    known = await house.log.read(lambda database: listed(database, account))
    if isinstance(request, KeepTemplate):
        write = _kept(house, account, request.template, known)
        await house.log.append([write])
    elif isinstance(request, DropTemplate):
        if not any((one.game, one.name) == (request.game, request.name) for one in known):
            raise Refused("unknown_template")
        await house.log.append([_dropped(account, request)])
    if not isinstance(request, Templates):
        known = await house.log.read(lambda database: listed(database, account))
    session.tell(Ok(request.id, templates=known))


def listed(database: sqlite3.Connection, account: str) -> tuple[Template, ...]:
    """All that an account has saved, by game and name."""
    rows = database.execute(
        "SELECT name, game, settings FROM templates WHERE account = ? ORDER BY game, name",
        (account,),
    )
    return tuple(
        Template(name, game, msgspec.json.decode(settings, type=dict[str, Value]))
        for name, game, settings in rows
    )


def _kept(house: House, account: str, template: Template, known: tuple[Template, ...]) -> Write:
    limits = house.config.limits
    name = clean(template.name, TABLE_NAME_CELLS)
    if not name:
        raise Refused("empty_text")
    if template.game not in house.games:
        raise Refused("unknown_game")
    settings = msgspec.json.encode(template.values)
    if len(settings) > limits.template:
        raise Refused("long_template", most=limits.template)
    again = any((one.game, one.name) == (template.game, name) for one in known)
    if not again and len(known) >= limits.templates_each:
        raise Refused("too_many_templates", most=limits.templates_each)
    return Write(
        "REPLACE INTO templates (account, game, name, settings) VALUES (?, ?, ?, ?)",
        (account, template.game, name, settings.decode()),
    )


def _dropped(account: str, request: DropTemplate) -> Write:
    return Write(
        "DELETE FROM templates WHERE account = ? AND game = ? AND name = ?",
        (account, request.game, request.name),
    )
