"""Where one connection comes from, and what the door makes of it."""

import asyncio

from server.door import LOCAL, Door, home_of


class Caller:
    """Somebody at the door, from the first byte until they are gone.

    `home` is what their `address` is counted as. Without an address nothing is counted: an SSH host
    says later where its client is, a program on an inherited socket never does. What it raises is
    Turned.
    """

    def __init__(self, door: Door) -> None:
        self._door = door
        self.address = ""
        self.home: str | None = None
        self._stranger = False

    @property
    def place(self) -> str:
        """What their address is counted as, where one has to be said."""
        return self.home or LOCAL

    def arrive(self, address: str, counted: bool) -> None:
        """They have connected from there; `counted`: how often they do is counted already."""
        self.come_from(address)
        self._stranger = True
        self._door.meet(self.place)
        if not counted:
            self._door.arrive(self.place)

    def come_from(self, address: str) -> None:
        """They are one connection more from there."""
        self.address, self.home = address, home_of(address)
        self._door.enter(self.home)

    def log_in(self) -> None:
        """They ask for their account."""
        if self.home is not None:
            self._door.log_in(self.home)

    def admit(self) -> None:
        """They are to get an account, which stays for months: no address fills the disk so."""
        if self.home is not None:
            self._door.admit(self.home)

    async def guess(self) -> None:
        """Wait as long as they have to before what may be a guess is looked at.

        It counts as wrong unless `guessed` is called.
        """
        if self.home is not None and (wait := self._door.guess(self.home)):
            await asyncio.sleep(wait)

    def guessed(self) -> None:
        """What they said last was right."""
        if self.home is not None:
            self._door.guessed(self.home)

    def known(self) -> None:
        """They have said who they are, or are gone: no stranger any more."""
        if self._stranger:
            self._stranger = False
            self._door.met(self.place)

    def leave(self) -> None:
        """They are gone."""
        self.known()
        if self.home is not None:
            self._door.leave(self.home)
