"""Who people are: a proved key, or a guest with a code to come back with; and what they are called.

Accounts that are connected or hold a seat are in memory, all are in the log's file.
"""

import asyncio
import base64
import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from weakref import WeakValueDictionary

from msgspec import Struct

from protocol import messages
from protocol.errors import Refused
from server import store
from server.log import Log, Write
from server.store import AccountRow
from server.text import NAME_CELLS, clean, folded, width

# What somebody without a wish is called, by language: a name is stored, not translated.
_GUEST = {"de": "Gast", "en": "Guest"}
# And somebody whose name was taken away.
_PLAYER = "Player"


class Person(Struct, eq=False):
    """An account in memory. `code` is known only to the session that brought or got it."""

    id: str
    name: str
    key: str | None
    code: str | None = None
    held: int = 0

    def told(self, chips: int) -> messages.Account:
        """What the person's own session is told; `chips` is what the bank says that they have."""
        return messages.Account(self.id, self.name, self.key is None, self.code, chips)


class People:
    """All accounts: finding them, making them, keeping their names apart."""

    def __init__(
        self, log: Log, ids: Callable[[], str], codes: Callable[[], bytes], now: Callable[[], float]
    ) -> None:
        """`codes` gives the random bytes of a guest's code, `now` Unix time in seconds."""
        self._log = log
        self._ids = ids
        self._codes = codes
        self._now = now
        self._present: dict[str, Person] = {}
        self._named: dict[str, str] = {}
        self._names: dict[str, str] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @property
    def names(self) -> Mapping[str, str]:
        """The names of everybody who is connected or holds a seat, by account."""
        return self._names

    def __len__(self) -> int:
        return len(self._present)

    async def of_key(
        self, key: str, wish: str | None, lang: str, admit: Callable[[], None] = lambda: None
    ) -> Person:
        """The account of a proved key, made now if it is new. The caller releases it.

        `admit` is called before one is made; what it raises is raised.
        """
        async with self._lock(key):
            row = await self._log.read(lambda database: store.account_of_key(database, key))
            if row is not None:
                return await self._known(row, None)
            admit()
            return await self._made(wish, lang, key, None)

    async def of_code(self, code: str) -> Person | None:
        """The guest whose code this is, blanks and case not mattering. The caller releases it."""
        plain = _plain(code)
        row = await self._log.read(lambda database: store.account_of_code(database, _hash(plain)))
        return None if row is None else await self._known(row, _spaced(plain))

    async def guest(self, wish: str | None, lang: str) -> Person:
        """A new guest with a code, called as wished if that is free. The caller releases it.

        `lang` is the language of the name that whoever wishes none gets, as in `hello`.
        """
        return await self._made(wish, lang, None, self._fresh_code())

    async def seated(self, accounts: Iterable[str]) -> None:
        """Hold each account once for every time that it is named, for seats that it has.

        All of them with one look into the log, which need not have them. The caller releases them.
        """
        seats = Counter(accounts)
        rows = await self._log.read(lambda database: store.accounts_of_ids(database, tuple(seats)))
        for row in rows:
            taken = self._named.get(folded(row.name), row.id) != row.id
            name = await self._distinct(row.name, row.id) if taken else row.name
            if taken:
                await self._log.append([store.rename_account(row.id, name, folded(name))])
            self._enter(row.id, name, row.key).held += seats[row.id]

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
            self._named.pop(folded(person.name), None)

    async def rename(self, person: Person, wish: str) -> None:
        """Call the person otherwise; Refused bad_name or name_taken."""
        # So wide that the first letter too many, however wide, is still there to be seen.
        name = clean(wish, NAME_CELLS + 2)
        if not name or width(name) > NAME_CELLS:
            raise Refused("bad_name")
        if not await self._free(name, person.id):
            raise Refused("name_taken")
        # Claimed from here on, and told once it is durable.
        self._named[folded(name)] = person.id
        try:
            await self._log.append([store.rename_account(person.id, name, folded(name))])
        except BaseException:
            if folded(name) != folded(person.name):
                self._named.pop(folded(name), None)
            raise
        self._call(person, name)

    async def find(self, text: str) -> tuple[AccountRow, ...]:
        """Who has this id, or else this name: whoever is here, or has it for good, before others.

        For operators. More than one are guests who are away.
        """
        rows = await self._log.read(lambda database: store.accounts_of_ids(database, (text,)))
        if rows:
            return tuple(rows)
        plain = folded(text)
        if (here := self._named.get(plain)) is not None:
            person = self._present[here]
            return (AccountRow(person.id, person.name, person.key),)
        found = await self._log.read(lambda database: store.accounts_called(database, plain))
        return tuple([row for row in found if row.key is not None] or found)

    async def unname(self, account: str) -> str:
        """Take an account's name away; what it is called now. Refused storage."""
        name = await self._distinct(_PLAYER, account)
        await self._log.append([store.rename_account(account, name, folded(name))])
        if (person := self._present.get(account)) is not None:
            self._call(person, name)
        return name

    async def rekey(self, account: str) -> str:
        """Forget an account's keys; the code by which its owner comes back. Refused storage."""
        code = self._fresh_code()
        await self._log.append(store.rekey_account(account, _hash(code)))
        if (person := self._present.get(account)) is not None:
            # Whoever is here may be whoever has the keys by mistake: they are not told the code.
            person.key = person.code = None
        return _spaced(code)

    def _fresh_code(self) -> str:
        return base64.b32encode(self._codes()).decode().lower().rstrip("=")

    def _lock(self, key: str) -> asyncio.Lock:
        return self._locks.setdefault(key, asyncio.Lock())

    async def _known(self, row: AccountRow, code: str | None) -> Person:
        writes = [store.seen_account(row.id, int(self._now()))]
        person = self._present.get(row.id)
        if person is None:
            person = self._enter(row.id, await self._distinct(row.name, row.id), row.key)
            if person.name != row.name:
                writes.append(store.rename_account(row.id, person.name, folded(person.name)))
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
        name = await self._distinct(clean(wish or "", NAME_CELLS) or guest, account)
        person = self._hold(self._enter(account, name, key))
        person.code = None if code is None else _spaced(code)
        row = AccountRow(account, name, key)
        hashed = None if code is None else _hash(code)
        made = store.new_account(row, folded(name), hashed, int(self._now()))
        return await self._written(person, [made])

    async def _written(self, person: Person, writes: list[Write]) -> Person:
        try:
            await self._log.append(writes)
        except BaseException:
            self.release(person.id)
            raise
        return person

    def _enter(self, account: str, name: str, key: str | None) -> Person:
        # Somebody else may have brought the same account in while this one waited for the log.
        if account not in self._present:
            self._present[account] = Person(account, name, key)
            self._call(self._present[account], name)
        return self._present[account]

    def _hold(self, person: Person) -> Person:
        person.held += 1
        return person

    def _call(self, person: Person, name: str) -> None:
        if self._named.get(folded(person.name)) == person.id:
            del self._named[folded(person.name)]
        person.name = name
        self._named[folded(name)] = person.id
        self._names[person.id] = name

    async def _distinct(self, name: str, account: str) -> str:
        number = 1
        tried = name
        while not await self._free(tried, account):
            number += 1
            ending = f" {number}"
            tried = clean(name, NAME_CELLS - len(ending)) + ending
        return tried

    async def _free(self, name: str, account: str) -> bool:
        plain = folded(name)
        if self._named.get(plain, account) != account:
            return False
        owner = await self._log.read(lambda database: store.registered(database, plain))
        # The log may have been slow and the name claimed meanwhile: what counts is now.
        return (owner or account) == account and self._named.get(plain, account) == account


def _plain(code: str) -> str:
    return "".join(letter for letter in code.lower() if letter.isalnum())


def _spaced(code: str) -> str:
    return "-".join(code[start : start + 4] for start in range(0, len(code), 4))


def _hash(code: str) -> bytes:
    # 80 random bits need no slow hash: nobody counts through them.
    return hashlib.sha256(code.encode()).digest()
