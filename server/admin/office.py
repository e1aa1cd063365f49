"""What operators ask for, done: durable before it is answered, and noted in the log."""

import asyncio
import logging
import os
import re
import resource
from collections import Counter
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from engine.values.why import Fact, Illegal, Why
from protocol.admin import (
    About,
    Announce,
    Answer,
    Backup,
    Ban,
    Bans,
    Close,
    Deed,
    Done,
    Kick,
    Mute,
    Not,
    PenaltyKind,
    PlayerLine,
    Players,
    Rekey,
    ResetName,
    Status,
    TableLine,
    Tables,
    TheAccount,
    TheBans,
    ThePlayers,
    TheStatus,
    TheTables,
    Unban,
    Unmute,
)
from protocol.errors import Refused
from protocol.journal import facts
from protocol.messages import Announced, Bye, Renamed
from server import registry
from server.admin.metrics import Now
from server.admin.penalties import ACCOUNT, ADDRESS, KEY, Penalty
from server.backup import NoCopy, backup
from server.disk import reason, seen
from server.door import ELSEWHERE, LOCAL, home_of
from server.house import House
from server.registry import AccountRow
from server.table.task import TableTask
from server.text import CHAT_CELLS, clean

if TYPE_CHECKING:
    from server.sessions import Session

log = logging.getLogger(__name__)

_FINGERPRINT = "SHA256:"
_WHOLE = re.compile(_FINGERPRINT + "[A-Za-z0-9+/]{43}")


class Declined(Exception):
    """What was asked for can't be done; nothing has changed. The words are in topic `admin`."""

    def __init__(self, code: str, **facts: Fact) -> None:
        super().__init__(code, facts)
        self.why = Why(code, facts)


class Office:
    """Does one operator's deeds."""

    def __init__(self, house: House, by: str) -> None:
        """`by` is who they are on this machine."""
        self._house = house
        self._by = by

    async def do(self, deed: Deed) -> Answer:
        """Do what is asked for, or say why not."""
        try:
            return await self._do(deed)
        except (Declined, Illegal, Refused) as declined:
            return Not(declined.why)
        except NoCopy as failed:
            return Not(Why(failed.code, dict(failed.facts)))

    async def _do(self, deed: Deed) -> Answer:
        match deed:
            case Status():
                return status(self._house)
            case Tables():
                return self._tables()
            case Players():
                return self._players()
            case Bans():
                return TheBans(tuple(one.line for one in self._house.penalties.in_force))
            case About():
                return await self._about(await self._who(deed.who))
            case Kick():
                return await self._kick(deed)
            case Mute():
                return await self._mute(deed)
            case Unmute():
                return await self._unmute(deed)
            case Ban():
                return await self._ban(deed)
            case Unban():
                return await self._unban(deed)
            case Announce():
                return self._announce(deed)
            case Close():
                return await self._close(deed)
            case Backup():
                return await self._backup(deed)
            case ResetName():
                return await self._reset_name(await self._who(deed.who))
            case Rekey():
                return await self._rekey(await self._who(deed.who))
            case _:
                assert_never(deed)

    # ── looking ────────────────────────────────────────────────────────────────────────────────

    def _tables(self) -> TheTables:
        return TheTables(tuple(self._table_line(task) for task in self._house.tables.values()))

    def _table_line(self, task: TableTask) -> TableLine:
        table, names = task.table, self._house.people.names
        return TableLine(
            table.id,
            table.name,
            table.game.id,
            task.stage,
            tuple(names.get(one, "") for one in table.expected),
            len(table.bots),
            len(task.here.difference(table.expected)),
            table.deals,
        )

    def _players(self) -> ThePlayers:
        sessions = sorted(self._house.sessions.values(), key=lambda one: one.person.name)
        return ThePlayers(tuple(self._player(session) for session in sessions))

    def _player(self, session: "Session") -> PlayerLine:
        person = session.person
        return PlayerLine(
            person.id,
            person.name,
            person.guest,
            session.key,
            session.way,
            session.address,
            self._house.seats_of(person.id),
            session.idle,
        )

    async def _about(self, known: AccountRow) -> TheAccount:
        house, account = self._house, known.id
        keys, seen_at = await house.log.read(
            lambda database: (
                tuple(one.key for one in registry.keys_of(database, account)),
                registry.seen_last(database, account),
            )
        )
        subjects = (ACCOUNT + account, *(KEY + key for key in keys))
        return TheAccount(
            account,
            known.name,
            keys,
            account in house.sessions,
            seen_at,
            await house.bank.chips(account),
            house.seats_of(account),
            tuple(one.line for one in house.penalties.of(subjects)),
        )

    # ── people ─────────────────────────────────────────────────────────────────────────────────

    async def _who(self, text: str) -> AccountRow:
        found = await self._house.people.find(text)
        if not found:
            raise Declined("nobody", who=text)
        if len(found) > 1:
            raise Declined("several", who=text, ids=", ".join(one.id for one in found[:8]))
        return found[0]

    async def _kick(self, deed: Kick) -> Done:
        known = await self._who(deed.who)
        session = self._house.sessions.get(known.id)
        if session is None:
            raise Declined("not_here", name=known.name)
        session.bye("kicked", reason=_plain(deed.reason))
        self._note("kick", account=known.id)
        return _done("kicked", name=known.name)

    async def _mute(self, deed: Mute) -> Done:
        known = await self._who(deed.who)
        given = await self._house.penalties.give(
            "mute", ACCOUNT + known.id, known.name, deed.seconds, _plain(deed.reason), self._by
        )
        self._note("mute", account=known.id, seconds=deed.seconds)
        return _done("muted", name=known.name, **_until(given))

    async def _unmute(self, deed: Unmute) -> Done:
        held = self._standing("mute", deed.who)
        if held is None:
            known = await self._who(deed.who)
            held = next(iter(self._house.penalties.of((ACCOUNT + known.id,), "mute")), None)
            if held is None:
                raise Declined("not_muted", name=known.name)
        await self._house.penalties.lift("mute", held.subject)
        self._note("unmute", account=held.line.subject)
        return _done("unmuted", name=held.name)

    async def _ban(self, deed: Ban) -> Done:
        subject, name = await self._subject(deed.whom)
        given = await self._house.penalties.give(
            "ban", subject, name, deed.seconds, _plain(deed.reason), self._by
        )
        gone = tuple(one for one in self._house.sessions.values() if _is(one, subject))
        for session in gone:
            session.end(Bye(given.why))
        what, _, whom = subject.partition(":")
        self._note("ban", of=_loggable(subject), seconds=deed.seconds)
        guests = [one for one in gone if one.person.guest and what == "account"]
        told: dict[str, Fact] = {"whom": name or whom, "gone": len(gone), **_until(given)}
        if guests:
            # They come back as somebody else.
            told["address"] = guests[0].address
        return _done("banned", **told)

    async def _unban(self, deed: Unban) -> Done:
        held = self._standing("ban", deed.whom)
        if held is None:
            subject, _ = await self._subject(deed.whom)
            held = next(iter(self._house.penalties.of((subject,), "ban")), None)
            if held is None:
                raise Declined("not_banned", whom=deed.whom)
        await self._house.penalties.lift("ban", held.subject)
        self._note("unban", of=_loggable(held.subject))
        return _done("unbanned", whom=held.name or held.line.subject)

    def _standing(self, kind: PenaltyKind, whom: str) -> Penalty | None:
        """The penalty that a list shows for `whom`, who may be forgotten or called otherwise."""
        held = [one for one in self._house.penalties.in_force if one.kind == kind]
        for one in held:
            if one.line.subject == whom:
                return one
        named = [one for one in held if one.name == whom]
        return named[0] if len(named) == 1 else None

    async def _subject(self, whom: str) -> tuple[str, str]:
        """Whom a ban is for, as it is kept; and the name of an account."""
        if whom.startswith(_FINGERPRINT):
            if not _WHOLE.fullmatch(whom):
                raise Declined("no_fingerprint", key=whom)
            return KEY + whom, ""
        address, _, bits = whom.partition("/")
        home = home_of(address)
        if home == LOCAL:
            raise Declined("local_address", address=whom)
        if home != ELSEWHERE:
            if _is_wide(home, bits):
                raise Declined("wide_network", network=whom)
            return ADDRESS + home, ""
        known = await self._who(whom)
        return ACCOUNT + known.id, known.name

    async def _reset_name(self, known: AccountRow) -> Done:
        house = self._house
        # Before: what has been done can't be refused any more.
        chips = await house.bank.chips(known.id)
        name = await house.people.unname(known.id)
        session = house.sessions.get(known.id)
        if session is not None:
            session.tell(Renamed(session.person.told(chips)))
        for table in house.seats_of(known.id):
            house.tables[table].renamed()
        self._note("reset-name", account=known.id)
        return _done("renamed", before=known.name, name=name)

    async def _rekey(self, known: AccountRow) -> Done:
        code = await self._house.people.rekey(known.id)
        session = self._house.sessions.get(known.id)
        if session is not None:
            session.bye("kicked", reason="")
        self._note("rekey", account=known.id)
        return _done("rekeyed", name=known.name, code=code)

    # ── the house ──────────────────────────────────────────────────────────────────────────────

    def _announce(self, deed: Announce) -> Done:
        text = clean(deed.text, CHAT_CELLS)
        if not text:
            raise Declined("empty")
        sessions = tuple(self._house.sessions.values())
        for session in sessions:
            session.tell(Announced(text))
        self._note("announce", people=len(sessions))
        return _done("announced", people=len(sessions), text=text)

    async def _close(self, deed: Close) -> Done:
        task = self._table(deed.table)
        await task.shut(_plain(deed.reason))
        self._note("close", table=task.table.id)
        return _done("closed", table=task.table.id, name=task.table.name)

    def _table(self, text: str) -> TableTask:
        """The table of that id or its beginning, or of that name."""
        tables = self._house.tables
        found = [tables[text]] if text in tables else []
        found = found or [one for one in tables.values() if one.table.name == text]
        found = found or [one for name, one in tables.items() if text and name.startswith(text)]
        if not found:
            raise Declined("no_table", table=text)
        if len(found) > 1:
            ids = ", ".join(one.table.id for one in found[:8])
            raise Declined("several_tables", table=text, ids=ids)
        return found[0]

    async def _backup(self, deed: Backup) -> Done:
        path = Path(deed.path)
        if not path.is_absolute():
            raise Declined("not_absolute", path=deed.path)
        async with self._house.copying:
            size = await asyncio.to_thread(backup, self._house.log.path, path)
        self._note("backup", bytes=size)
        return _done("backed_up", path=deed.path, bytes=size)

    def _note(self, deed: str, **of: str | int | None) -> None:
        told = " ".join(f"{name}={value}" for name, value in of.items() if value is not None)
        log.info(
            "operator %s: %s %s", self._by, deed, told, extra=facts(deed, operator=self._by, **of)
        )


def status(house: House) -> TheStatus:
    """How the server is."""
    trouble = house.log.trouble
    return TheStatus(
        version=metadata.version("pokertui"),
        up=int(house.world.clock.now() - house.began),
        sessions=len(house.sessions),
        connections=len(house.connected),
        tables=len(house.tables),
        memory=_memory(),
        log=sum(there.size for one in ("", "-wal") if (there := seen(f"{house.log.path}{one}"))),
        backlog=sum(session.backlog for session in house.connected),
        waiting=house.log.waiting,
        trouble=None if trouble is None else reason(trouble),
    )


def gauges(house: House) -> Now:
    """What metrics say of this moment."""
    now = status(house)
    return Now(
        Counter(task.table.game.id for task in house.tables.values()),
        up_seconds=now.up,
        sessions=now.sessions,
        connections=now.connections,
        memory_bytes=now.memory,
        log_bytes=now.log,
        backlog_bytes=now.backlog,
    )


def _is_wide(home: str, bits: str) -> bool:
    """Whether a network of so many bits, where some were said, has more than one home in it."""
    most = 64 if "/" in home else 32
    return bool(bits) and not (bits.isdecimal() and int(bits) >= most)


def _is(session: "Session", subject: str) -> bool:
    """Whether a ban is for this session."""
    return subject in {
        f"{ACCOUNT}{session.account}",
        f"{KEY}{session.key}",
        f"{ADDRESS}{session.home}",
    }


def _loggable(subject: str) -> str:
    """Whom a penalty is for, but for whose key it is."""
    what, _, whom = subject.partition(":")
    return what if what == "key" else f"{what} {whom}"


def _done(what: str, /, **told: Fact) -> Done:
    return Done(Why(what, told))


def _until(given: Penalty) -> dict[str, Fact]:
    return {} if given.until is None else {"until": given.until // 1000}


def _plain(reason: str) -> str:
    """A reason as people are told it."""
    return clean(reason, CHAT_CELLS)


def _memory(read: Callable[[], str] = Path("/proc/self/statm").read_text) -> int:
    """Bytes that this process holds; where the system doesn't say, the most it ever did."""
    try:
        return int(read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
