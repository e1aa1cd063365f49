"""Where one connection comes from, and what the door makes of it."""

import asyncio

from server.door import LOCAL, Door, home_of


class Caller:
    """Somebody at the door, from the first byte until they are gone.

    Without an address nothing is counted: an SSH host says later where its client is, a program on
    an inherited socket never does. What it raises is Turned.
    """

    def __init__(self, door: Door) -> None:
        self._door = door
        self._home: str | None = None
        self._stranger = False

    @property
    def home(self) -> str:
        """What their address is counted as."""
        return self._home or LOCAL

    def arrive(self, address: str, counted: bool) -> None:
        """They have connected from there; `counted`: how often they do is counted already."""
        self.come_from(address)
        self._stranger = True
        self._door.meet(self.home)
        if not counted:
            self._door.arrive(self.home)

    def come_from(self, address: str) -> None:
        """They are one connection more from there."""
        self._home = home_of(address)
        self._door.enter(self._home)

    def log_in(self) -> None:
        """They ask for their account."""
        if self._home is not None:
            self._door.log_in(self._home)

    def admit(self) -> None:
        """They are to get an account, which stays for months: no address fills the disk so."""
        if self._home is not None:
            self._door.admit(self._home)

    async def guess(self) -> None:
        """Wait as long as they have to before what may be a guess is looked at.

        It counts as wrong unless `guessed` is called.
        """
        if self._home is not None and (wait := self._door.guess(self._home)):
            await asyncio.sleep(wait)

    def guessed(self) -> None:
        """What they said last was right."""
        if self._home is not None:
            self._door.guessed(self._home)

    def known(self) -> None:
        """They have said who they are, or are gone: no stranger any more."""
        if self._stranger:
            self._stranger = False
            self._door.met(self.home)

    def leave(self) -> None:
        """They are gone."""
        self.known()
        if self._home is not None:
            self._door.leave(self._home)
            self._home = None
