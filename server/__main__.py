"""A server for one player, over a socket that the parent process opened.

`python -m server --fd N --state DIR` ends when that socket is closed.
"""

import argparse
import asyncio
import logging
import signal
import sys
from pathlib import Path

from protocol import journal
from server.config import Config, ConfigError
from server.log import CommitFailed
from server.run import Server


def main() -> int:
    """Serve the inherited socket; the exit code, 1 with a sentence if it can't be done any more."""
    parser = argparse.ArgumentParser(prog="python -m server", description=__doc__)
    parser.add_argument("--fd", type=int, required=True, help="number of the connected socket")
    parser.add_argument("--state", type=Path, required=True, help="directory of the log")
    parser.add_argument("--lock", type=int, help="number of the directory's locked lock file")
    parser.add_argument("--bot-pause", type=float, help="seconds before a bot acts")
    arguments = parser.parse_args()
    journal.start("text", logging.WARNING)
    config = Config(state=arguments.state, listen=None)
    if arguments.bot_pause is not None:
        config = Config(state=arguments.state, listen=None, bot_pause=arguments.bot_pause)
    try:
        asyncio.run(_serve(config, arguments.fd, arguments.lock))
    except ConfigError as error:
        print(f"pokertui: {error}", file=sys.stderr)
        return 1
    except CommitFailed:
        # Logged where it happened, in one line.
        return 1
    return 0


async def _serve(config: Config, fd: int, lock: int | None) -> None:
    async with Server(config, lock=lock) as server:
        loop = asyncio.get_running_loop()
        # Ctrl+C in the player's terminal is a key of the app's, which ends this by its socket.
        loop.add_signal_handler(signal.SIGINT, lambda: None)
        loop.add_signal_handler(signal.SIGTERM, server.ask_to_stop)
        await server.serve_socket(fd)
        await server.ended()


if __name__ == "__main__":
    sys.exit(main())
