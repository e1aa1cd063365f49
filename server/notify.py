"""What a service manager is told: the few lines of systemd's notify protocol that we need.

A library for them would be one more thing to install and to trust.
"""

import asyncio
import os
import socket


def tell(state: str) -> bool:
    """Send a state such as `READY=1` to whoever started this process; whether somebody listens.

    The socket is named by $NOTIFY_SOCKET (sd_notify(3)); without it nothing happens. That nobody
    takes the message is no reason to fail.
    """
    path = os.environ.get("NOTIFY_SOCKET", "")
    if not path:
        return False
    # An @ stands for the zero byte of a name outside of the file system.
    name = f"\0{path[1:]}" if path.startswith("@") else path
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as manager:
        # It comes from a queue that may be full: the server does not wait for its manager.
        manager.setblocking(False)
        try:
            manager.sendto(state.encode(), name)
        except OSError:
            return False
    return True


async def live() -> None:
    """Tell, for as long as this runs, that this process still gets round to everything.

    What the manager expects is in $WATCHDOG_USEC (sd_watchdog_enabled(3)): twice as often it is
    told, for a message may be late. Without it this returns at once.
    """
    expected = os.environ.get("WATCHDOG_USEC", "")
    # A program that this one starts has the variables, too, but is not watched.
    meant = os.environ.get("WATCHDOG_PID", "") in {"", str(os.getpid())}
    if not meant or not expected.isascii() or not expected.isdecimal():
        return
    while True:
        tell("WATCHDOG=1")
        await asyncio.sleep(int(expected) / 2_000_000)
