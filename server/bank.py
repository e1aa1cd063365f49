"""The door to the ledger: what somebody has, and paying for chips with nobody else at the till.

The file itself refuses a balance below zero, and everything that was written with it; so whoever
pays looks before, and no other payment of the same account is made meanwhile.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from msgspec import Struct

from protocol.errors import Refused
from server import ledger
from server.ledger import REFILL, Purse
from server.log import Log, Write


class Payment(Struct, frozen=True):
    """So many chips are there to be paid; `writes` go into the entry that moves them, before it."""

    chips: int
    writes: tuple[Write, ...] = ()


class Bank:
    """What accounts have, as far as it does not lie on tables."""

    def __init__(self, log: Log, millis: Callable[[], int], staked: Callable[[str], int]) -> None:
        """`millis` is Unix time in milliseconds, `staked` what an account has in chairs."""
        self._log = log
        self._millis = millis
        self._staked = staked
        self._tills: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def chips(self, account: str) -> int:
        """What an account can pay, its first chips included, which come with its first payment."""
        purse = await self._purse(account)
        return purse.chips + (0 if purse.begun else self._due(account, purse))

    @asynccontextmanager
    async def paying(
        self, account: str, bounds: tuple[int, int], wished: int | None
    ) -> AsyncIterator[Payment]:
        """What an account pays, as long as the context lasts.

        `wished` None: as much of `bounds` as there is. Whoever has too few gets what the house
        gives today. Refused too_few_chips.
        """
        least, most = bounds
        need = least if wished is None else wished
        async with self._till(account):
            purse = await self._purse(account)
            have = purse.chips
            writes: tuple[Write, ...] = ()
            if have < need or not purse.begun:
                have, writes = self._refilled(account, purse)
            if have < need:
                raise Refused("too_few_chips", have=have, need=need)
            yield Payment(min(have, most) if wished is None else wished, writes)

    async def refill(self, account: str) -> int:
        """The house gives an account what it lacks; what it can pay then.

        Refused enough_chips if it lacks nothing, refilled if it has got some today.
        """
        async with self._till(account):
            purse = await self._purse(account)
            chips, writes = self._refilled(account, purse)
            if not writes:
                has = purse.chips + self._staked(account)
                if has >= REFILL:
                    raise Refused("enough_chips", least=REFILL)
                raise Refused("refilled")
            await self._log.append(writes)
            return chips

    async def _purse(self, account: str) -> Purse:
        return await self._log.read(lambda database: ledger.purse(database, account))

    def _due(self, account: str, purse: Purse) -> int:
        move = ledger.refill(account, purse, self._staked(account), self._millis())
        return 0 if move is None else move.chips

    def _refilled(self, account: str, purse: Purse) -> tuple[int, tuple[Write, ...]]:
        now = self._millis()
        move = ledger.refill(account, purse, self._staked(account), now)
        if move is None:
            return purse.chips, ()
        return purse.chips + move.chips, (ledger.moved(move, now),)

    def _till(self, account: str) -> asyncio.Lock:
        return self._tills.setdefault(account, asyncio.Lock())
