"""Bans and mutes: whom they are for, until when, and that they are durable before they hold."""

import sqlite3
from collections.abc import Callable, Iterable

from msgspec import Struct

from engine.values.why import Facts, Why
from protocol.admin import PenaltyKind, PenaltyLine
from protocol.errors import Refused
from server.log import Log, Write

# What a subject is, in front of it: nobody's name can look like somebody's key.
ACCOUNT, KEY, ADDRESS = "account:", "key:", "address:"


class Penalty(Struct, frozen=True):
    """A ban or mute of a subject: since `at` until `until` (milliseconds; None: for good).

    `name` is what an account was called then.
    """

    kind: PenaltyKind
    subject: str
    name: str
    at: int
    until: int | None
    reason: str
    by: str

    @property
    def why(self) -> Why:
        """What whoever it is for is told."""
        facts: Facts = {"reason": self.reason}
        if self.until is not None:
            facts["until"] = self.until // 1000
        return Why("banned" if self.kind == "ban" else "muted", facts)

    @property
    def line(self) -> PenaltyLine:
        """What an operator is told."""
        return PenaltyLine(
            self.kind,
            self.subject.partition(":")[2],
            self.name,
            self.at // 1000,
            None if self.until is None else self.until // 1000,
            self.reason,
            self.by,
        )


class Penalties:
    """All that hold, in memory as in the log."""

    def __init__(self, log: Log, millis: Callable[[], int]) -> None:
        """`millis` is Unix time in milliseconds."""
        self._log = log
        self._millis = millis
        self._all: dict[tuple[PenaltyKind, str], Penalty] = {}

    async def load(self) -> None:
        """Take up what holds, and let go of what is over."""
        await self._log.append([_forget(self._millis())])
        known = await self._log.read(_read)
        self._all = {(one.kind, one.subject): one for one in known}

    @property
    def in_force(self) -> tuple[Penalty, ...]:
        """All that hold now, oldest first."""
        now = self._millis()
        return tuple(one for one in self._all.values() if _holds(one, now))

    def of(self, subjects: Iterable[str], kind: PenaltyKind | None = None) -> tuple[Penalty, ...]:
        """What holds for any of these subjects, of this kind or (None) of both."""
        wanted = frozenset(subjects)
        return tuple(
            one for one in self.in_force if one.subject in wanted and kind in {None, one.kind}
        )

    def ban(
        self, *, account: str | None = None, key: str | None = None, home: str | None = None
    ) -> Penalty | None:
        """The ban that keeps somebody out who has this account, this key or comes from there."""
        subjects = ((ACCOUNT, account), (KEY, key), (ADDRESS, home))
        found = (self._one("ban", f"{what}{who}") for what, who in subjects if who is not None)
        return next((one for one in found if one is not None), None)

    def mute(self, account: str) -> Penalty | None:
        """What keeps an account from writing."""
        return self._one("mute", ACCOUNT + account)

    def let_write(self, account: str) -> None:
        """Refused muted, if an operator has muted somebody; fixed sentences can't hurt anybody."""
        if (mute := self.mute(account)) is not None:
            raise Refused("muted", **mute.why.facts)

    async def give(
        self,
        kind: PenaltyKind,
        subject: str,
        name: str,
        seconds: int | None,
        reason: str,
        by: str,
    ) -> Penalty:
        """Let a penalty hold from now on, in place of an earlier one; Refused storage."""
        at = self._millis()
        until = None if seconds is None else at + seconds * 1000
        penalty = Penalty(kind, subject, name, at, until, reason, by)
        await self._log.append([_write(penalty)])
        self._all.pop((kind, subject), None)
        self._all[kind, subject] = penalty
        return penalty

    async def lift(self, kind: PenaltyKind, subject: str) -> bool:
        """End a penalty; whether there was one. Refused storage."""
        if self._one(kind, subject) is None:
            return False
        await self._log.append([_lift(kind, subject)])
        self._all.pop((kind, subject), None)
        return True

    def _one(self, kind: PenaltyKind, subject: str) -> Penalty | None:
        found = self._all.get((kind, subject))
        return found if found is not None and _holds(found, self._millis()) else None


def _holds(penalty: Penalty, now: int) -> bool:
    return penalty.until is None or now < penalty.until


# ── in the log's file ──────────────────────────────────────────────────────────────────────────


def _write(penalty: Penalty) -> Write:
    return Write(
        "REPLACE INTO penalties (kind, subject, name, at, until, reason, by)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            penalty.kind,
            penalty.subject,
            penalty.name,
            penalty.at,
            penalty.until,
            penalty.reason,
            penalty.by,
        ),
    )


def _lift(kind: PenaltyKind, subject: str) -> Write:
    return Write("DELETE FROM penalties WHERE kind = ? AND subject = ?", (kind, subject))


def _forget(now: int) -> Write:
    return Write("DELETE FROM penalties WHERE until <= ?", (now,))


def _read(database: sqlite3.Connection) -> list[Penalty]:
    rows = database.execute(
        "SELECT kind, subject, name, at, until, reason, by FROM penalties ORDER BY at"
    )
    return [Penalty(*row) for row in rows]
