"""The card room's own app for a session, once the server has said welcome."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.app import App

from tui.app import LOST, REFUSED_VERSION, PokerApp, Start, words_of
from tui.link import Link, LinkEnded
from tui.screens.speech import ended
from tui.ssh.session import NotWelcome, ServerAway, Visit

WELCOME_TIME = 10.0  # seconds

# Why a line may end that says nothing about this session: the server restarts.
_PASSING = frozenset({"lost", "silent", "stopping"})


@asynccontextmanager
async def poker_app(visit: Visit) -> AsyncIterator[App[Any]]:
    """Introduce the session to the server and make its app; NotWelcome or ServerAway."""
    link = Link(visit.reader, visit.writer)
    try:
        try:
            async with asyncio.timeout(WELCOME_TIME):
                await link.hello(visit.hello)
        except TimeoutError as error:
            raise ServerAway from error
        except LinkEnded as over:
            if over.why.code in _PASSING:
                raise ServerAway from over
            code = REFUSED_VERSION if over.why.code == "version" else LOST
            raise NotWelcome(ended(words_of(visit.terminal.lang), over.why), code) from over
        yield PokerApp(link, visit.terminal, Start())
    finally:
        await link.close()
