"""Who people are: proved keys, or a guest with a code to come back with; and what they are called.

Accounts that are connected or hold a seat are in memory, all are in the log's file.
"""

import asyncio
import math
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Set
from weakref import WeakValueDictionary

from msgspec import Struct

from protocol import messages
from protocol.errors import Refused
from protocol.rates import Buckets
from server import codes, ledger, registry
from server.bots import names as bots
from server.config import Limits
from server.log import Log, Write
from server.looks import likenesses
from server.names import judged, tamed
from server.registry import AccountRow
from server.text import NAME_CELLS, clean

# What somebody without a wish is called, by language: a name is stored, not translated.
_GUEST = {"de": "Gast", "en": "Guest"}
# And somebody whose name was taken away.
_PLAYER = "Player"

# A guest's code is kept for months, that for another key is typed within minutes: 80 and 40 bits.
_CODE = 10
_INVITATION = 5
# So many seconds it is good for.
INVITED = 600


class Person(Struct, eq=False):
    """An account in memory. `code` is known only to the session that brought or got it."""

    id: str
    name: str
    guest: bool
    code: str | None = None
    held: int = 0
    prefs: dict[str, messages.Preferred] = {}

    def told(self, chips: int) -> messages.Account:
        """What the person's own session is told; `chips` is what the bank says that they have."""
        return messages.Account(self.id, self.name, self.guest, self.code, chips, self.prefs)


class People:
    """All accounts: finding them, making them, keeping their names apart."""

    def __init__(
        self,
        log: Log,
        ids: Callable[[], str],
        random: Callable[[int], bytes],
        now: Callable[[], float],
        limits: Limits,
    ) -> None:
        """`random` gives so many bytes for a code, `now` Unix time in seconds."""
        self._log = log
        self._ids = ids
        self._random = random
        self._now = now
        self._limits = limits
        self._present: dict[str, Person] = {}
        # What the names of those look like, and which of these have been bots' names for long.
        self._named: dict[str, str] = {}
        self._like_bots: frozenset[str] = frozenset()
        self._names: dict[str, str] = {}
        self._guests: set[str] = set()
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        steady = asyncio.get_running_loop().time
        # Accounts become one, and lose keys, one after the other. How often somebody's keys, code
        # or name have changed: whoever was being looked up meanwhile is looked up again.
        self._keys_change = asyncio.Lock()
        self._changes = 0
        self._renames = Buckets.of(limits.renames_each, limits.renames_seconds, steady)

    async def recall(self) -> None:
        """Look which names of bots somebody had before they were reserved."""
        looks = frozenset().union(*map(likenesses, bots.names(9)))
        found = await self._log.read(lambda database: registry.names_like(database, looks))
        self._like_bots = frozenset().union(*map(likenesses, found))

    @property
    def names(self) -> Mapping[str, str]:
        """The names of everybody who is connected or holds a seat, by account."""
        return self._names

    @property
    def guests(self) -> Set[str]:
        """Which of them are guests."""
        return self._guests

    def has(self, name: str) -> bool:
        """Whether somebody is called so, or almost so, as far as a bot must not be."""
        return any(one in self._named or one in self._like_bots for one in likenesses(name))

    def __len__(self) -> int:
        return len(self._present)

    async def of_key(
        self, key: str, wish: str | None, lang: str, admit: Callable[[], None] = lambda: None
    ) -> Person:
        """The account of a proved key, made now if it is new. The caller releases it.

        `admit` is called before one is made; what it raises is raised.
        """
        async with self._lock(key):
            person = await self._found(lambda db: registry.account_of_key(db, key), None)
            if person is not None:
                return person
            admit()
            return await self._made(wish, lang, key, None)

    async def of_code(self, code: str) -> Person | None:
        """The guest whose code this is, blanks and case not mattering. The caller releases it."""
        plain = codes.plain(code)
        hashed = codes.hashed(plain)
        return await self._found(
            lambda db: registry.account_of_code(db, hashed), codes.spaced(plain)
        )

    async def guest(self, wish: str | None, lang: str) -> Person:
        """A new guest with a code, called as wished if that is free. The caller releases it.

        `lang` is the language of the name that whoever wishes none gets, as in `hello`.
        """
        return await self._made(wish, lang, None, self._fresh_code(_CODE))

    async def seated(self, accounts: Iterable[str]) -> None:
        """Hold each account once for every time that it is named, for seats that it has.

        All of them with one look into the log, which need not have them. The caller releases them.
        """
        seats = Counter(accounts)
        rows = await self._log.read(
            lambda database: registry.accounts_of_ids(database, tuple(seats))
        )
        for row in rows:
            name = row.name
            if not self._unclaimed(likenesses(name), row.id):
                name = await self._distinct(name, row.id)
                await self._log.append(registry.rename_account(row.id, name))
            self._enter(row, name).held += seats[row.id]

    def hold(self, account: str) -> None:
        """Keep an account that is in memory, until it is released once more."""
        self._hold(self._present[account])

    def release(self, account: str) -> None:
        """One holder of the account less; the last one's going forgets it, and frees its name."""
        person = self._present.get(account)
        if person is None:
            # A seat of nobody whom the log still knows, as `seated` came upon it.
            return
        person.held -= 1
        if person.held == 0:
            del self._present[account], self._names[account]
            self._guests.discard(account)
            self._unclaim(person, person.name)

    async def rename(self, person: Person, wish: str) -> None:
        """Call the person otherwise; Refused bad_name, name_taken, name_reserved, renamed_often."""
        name = judged(wish)
        if not await self._free(name, person.id):
            raise Refused("name_taken")
        if wait := self._renames.wait(person.id):
            raise Refused("renamed_often", minutes=math.ceil(wait / 60))
        # Claimed from here on, and told once it is durable.
        self._claim(person.id, name)
        try:
            await self._log.append(registry.rename_account(person.id, name))
        except BaseException:
            self._unclaim(person, name)
            self._claim(person.id, person.name)
            raise
        self._call(person, name)

    # ── for operators ──────────────────────────────────────────────────────────────────────────

    async def find(self, text: str) -> tuple[AccountRow, ...]:
        """Who has this id, or else this name: whoever is here, or has it for good, before others.

        For operators. More than one are guests who are away.
        """
        rows = await self._log.read(lambda database: registry.accounts_of_ids(database, (text,)))
        if rows:
            return tuple(rows)
        looks = likenesses(text)
        here = {self._named[look]: None for look in looks if look in self._named}
        if here:
            people = (self._present[account] for account in here)
            return tuple(AccountRow(one.id, one.name, one.guest) for one in people)
        found = await self._log.read(lambda database: registry.accounts_called(database, looks))
        return tuple([row for row in found if not row.guest] or found)

    async def unname(self, account: str) -> str:
        """Take an account's name away; what it is called now. Refused storage."""
        name = await self._distinct(_PLAYER, account)
        await self._log.append(registry.rename_account(account, name))
        self._changes += 1
        if (person := self._present.get(account)) is not None:
            self._call(person, name)
        return name

    async def rekey(self, account: str) -> str:
        """Forget an account's keys; the code by which its owner comes back. Refused storage."""
        code = self._fresh_code(_CODE)
        # Whoever has the keys by mistake may be bringing it another at this moment.
        async with self._keys_change:
            await self._log.append(registry.rekey_account(account, codes.hashed(code)))
            self._changes += 1
            if (person := self._present.get(account)) is not None:
                # They may be who is here: they are not told the code.
                person.guest, person.code = True, None
                self._guests.add(account)
        return codes.spaced(code)

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    async def invite(self, person: Person) -> str:
        """A code that brings the person's account a key, within INVITED seconds, and once.

        Refused no_key for whoever has lost the account meanwhile.
        """
        code = self._fresh_code(_INVITATION)
        async with self._keys_change:
            if person.guest and person.code is None:
                raise Refused("no_key")
            until = int(self._now()) + INVITED
            await self._log.append([registry.invite(person.id, codes.hashed(code), until)])
        return codes.spaced(code)

    async def unite(self, person: Person, key: str, code: str) -> Person:
        """Give the key, which the person has proved, to the account that asked for the code.

        What the person was until then is given up; the caller releases both. Refused wrong_code,
        same_account, not_empty where the person has anything but the key, too_many_keys.
        """
        now = int(self._now())
        hashed = codes.hashed(codes.plain(code))
        async with self._keys_change, self._lock(key):
            row = await self._log.read(lambda db: registry.account_inviting(db, hashed, now))
            if row is None:
                raise Refused("wrong_code")
            if row.id == person.id:
                raise Refused("same_account")
            await self._look_empty(person, key)
            account = row.id
            keys = await self._log.read(lambda db: registry.keys_of(db, account))
            if len(keys) >= self._limits.keys_each:
                raise Refused("too_many_keys", most=self._limits.keys_each)
            other = await self._known(row, None)
            try:
                if person.held > 1:
                    raise Refused("not_empty", what="seats")
                gone = ledger.give_up(person.id, now * 1000)
                await self._log.append((*registry.unite(other.id, key, person.id, now), *gone))
            except BaseException:
                self.release(other.id)
                raise
            self._changes += 1
            other.guest, other.code = False, None
            self._guests.discard(other.id)
            return other

    async def disown(self, person: Person, key: str) -> None:
        """The person's account has this key no more; Refused unknown_key, last_key."""
        async with self._keys_change:
            keys = [one.key for one in await self.keys(person)]
            if key not in keys:
                raise Refused("unknown_key")
            if len(keys) == 1:
                raise Refused("last_key")
            await self._log.append([registry.forget_key(person.id, key)])
            self._changes += 1

    async def keys(self, person: Person) -> tuple[registry.KeyRow, ...]:
        """The keys of the person's account, the oldest first."""
        return await self._log.read(lambda database: registry.keys_of(database, person.id))

    async def _look_empty(self, person: Person, key: str) -> None:
        """Refused not_empty if the person's account has more than this key and given chips."""
        if person.held > 1:
            raise Refused("not_empty", what="seats")
        if [one.key for one in await self.keys(person)] != [key]:
            raise Refused("not_empty", what="keys")
        # Chips that the house gave are the house's as long as nobody has played with them.
        if await self._log.read(lambda database: registry.has_played(database, person.id)):
            raise Refused("not_empty", what="deals")

    # ── inside ─────────────────────────────────────────────────────────────────────────────────

    def _fresh_code(self, size: int) -> str:
        return codes.made(self._random(size))

    def _lock(self, key: str) -> asyncio.Lock:
        return self._locks.setdefault(key, asyncio.Lock())

    async def _found(
        self, question: Callable[[sqlite3.Connection], AccountRow | None], code: str | None
    ) -> Person | None:
        """Whom the log tells of, held: as things are when this returns, not when it was asked."""
        while True:
            changes = self._changes
            row = await self._log.read(question)
            if row is None:
                return None
            person = await self._known(row, code)
            if changes == self._changes:
                return person
            self.release(person.id)

    async def _known(self, row: AccountRow, code: str | None) -> Person:
        writes = [registry.seen_account(row.id, int(self._now()))]
        person = self._present.get(row.id)
        if person is None:
            person = self._enter(row, await self._kept(row))
            if person.name != row.name:
                writes += registry.rename_account(row.id, person.name)
        self._hold(person)
        person.code = code or person.code
        try:
            await self._log.append(writes)
        except Refused:
            # When somebody was last here may be lost, what they are called may not: whoever
            # comes back while nothing can be written sees at the table what it waits for.
            if len(writes) > 1:
                self.release(person.id)
                raise
        except BaseException:
            self.release(person.id)
            raise
        return person

    async def _made(self, wish: str | None, lang: str, key: str | None, code: str | None) -> Person:
        account = self._ids()
        guest = _GUEST.get(lang[:2].lower(), _GUEST["en"])
        name = await self._distinct(tamed(wish or "") or guest, account)
        person = self._hold(self._enter(AccountRow(account, name, key is None), name))
        person.code = None if code is None else codes.spaced(code)
        hashed = None if code is None else codes.hashed(code)
        made = registry.new_account(account, name, key, hashed, int(self._now()))
        return await self._written(person, made)

    async def _written(self, person: Person, writes: Iterable[Write]) -> Person:
        try:
            await self._log.append(writes)
        except BaseException:
            self.release(person.id)
            raise
        return person

    def _enter(self, row: AccountRow, name: str) -> Person:
        # Somebody else may have brought the same account in while this one waited for the log.
        if row.id not in self._present:
            self._present[row.id] = Person(row.id, name, row.guest, prefs=row.prefs)
            if row.guest:
                self._guests.add(row.id)
            self._call(self._present[row.id], name)
        return self._present[row.id]

    def _hold(self, person: Person) -> Person:
        person.held += 1
        return person

    def _call(self, person: Person, name: str) -> None:
        self._unclaim(person, person.name)
        person.name = name
        self._claim(person.id, name)
        self._names[person.id] = name

    def _claim(self, account: str, name: str) -> None:
        self._named |= dict.fromkeys(likenesses(name), account)

    def _unclaim(self, person: Person, name: str) -> None:
        for look in likenesses(name):
            if self._named.get(look) == person.id:
                del self._named[look]

    async def _kept(self, row: AccountRow) -> str:
        """What somebody is called who comes back: as before, unless others have the name by now."""
        looks = likenesses(row.name)
        owners = await self._registered(looks)
        # Among those who were told apart by less when they got it, the oldest keeps it.
        if (not owners or owners[0] == row.id) and self._unclaimed(looks, row.id):
            return row.name
        return await self._distinct(row.name, row.id)

    async def _distinct(self, name: str, account: str) -> str:
        tries = 1
        tried = name
        while not await self._free(tried, account):
            tries += 1
            ending = f" {self._number(tries)}"
            # Names from before there were rules for them have letters of any width.
            tried = clean(name, NAME_CELLS - len(ending)).rstrip("-_.") + ending
        return tried

    def _number(self, tries: int) -> int:
        """What is tried as a name's number: the first are small, the others have ever more digits.

        Thousands may be called the same, and nobody is to be asked about each of them.
        """
        if tries < 10:
            return tries
        lowest: int = 10 ** min(8, tries // 2 - 4)
        return lowest + int.from_bytes(self._random(4)) % (9 * lowest)

    async def _free(self, name: str, account: str) -> bool:
        looks = likenesses(name)
        if not self._unclaimed(looks, account):
            return False
        owners = await self._registered(looks)
        # The log may have been slow and the name claimed meanwhile: what counts is now.
        return set(owners) <= {account} and self._unclaimed(looks, account)

    def _unclaimed(self, looks: Iterable[str], account: str) -> bool:
        return all(self._named.get(look, account) == account for look in looks)

    async def _registered(self, looks: frozenset[str]) -> tuple[str, ...]:
        return await self._log.read(lambda database: registry.registered(database, looks))
