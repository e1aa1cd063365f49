"""Sessions in lines at a real server in this process, and somebody who plays by what is said."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from protocol.messages import VERSION, Hello
from server.config import Config, Limits
from server.run import Server
from tui.canvas.plain import plain_words
from tui.lines.driver import Talk
from tui.link import Link
from tui.locale import Lang, Words
from tui.start import Play
from tui.terminal import Terminal

PATIENCE = 20.0  # seconds until a test gives up
_EXAMPLE = {
    "de": re.compile(r"^\d+: .*\. Zum Beispiel (?P<line>.+)$"),
    "en": re.compile(r"^\d+: .*\. For example (?P<line>.+)$"),
}


def config_in(folder: Path) -> Config:
    """A server for tests: bots that do not dawdle, people who type faster than any."""
    return Config(
        state=folder / "state",
        listen="127.0.0.1:0",
        host_socket=folder / "host.sock",
        bot_pause=0,
        lobby_pause=0,
        limits=Limits(silent_seconds=600),
    )


class Person:
    """Whoever types and hears: `said` are all lines so far."""

    def __init__(self, lang: Lang, *, ascii: bool = False, local: bool = False) -> None:
        self.said: list[str] = []
        self.lang: Lang = lang
        self.words = Words(lang)
        self.talk: Talk
        self.task: asyncio.Task[int]
        self.terminal = Terminal(lang, "mono", ascii, motion=False, local=local)
        self.news = asyncio.Event()
        self._heard = 0

    def hear(self, line: str) -> None:
        self.said.append(line)
        self.news.set()

    def type(self, line: str) -> None:
        self.talk.typed(line)

    async def hears(self, holds: Callable[[str], bool] | str) -> str:
        """The first line after the last one that was heard so which holds that."""
        wanted = (lambda line: holds in line) if isinstance(holds, str) else holds
        try:
            async with asyncio.timeout(PATIENCE):
                while True:
                    while self._heard < len(self.said):
                        line = self.said[self._heard]
                        self._heard += 1
                        if wanted(line):
                            return line
                    assert not self.task.done(), "\n".join(self.said[-30:])
                    self.news.clear()
                    await self.news.wait()
        except TimeoutError:
            raise AssertionError(f"never heard {holds}:\n" + "\n".join(self.said[-30:])) from None

    async def answers(self, line: str, holds: Callable[[str], bool] | str) -> str:
        """What is said to a line typed now."""
        self.type(line)
        return await self.hears(holds)

    @property
    def your_turn(self) -> str:
        """How the line begins that asks for a decision."""
        return self.words("lines.your_turn", choices="").rstrip(". ")

    async def plays(self, seed: int, past: str) -> None:
        """Decide by nothing but what is said, until `past` tells of a finished deal."""
        dice = random.Random(seed)
        turn, yes = self.your_turn, self.words("lines.do.yes").split()[0]
        confirm = self.words("lines.confirm", word=yes)
        next_word = self.words("lines.do.next").split()[0]
        offers, fold, buy = (
            self.words(f"lines.do.{verb}").split()[0] for verb in ("offers", "fold", "buy")
        )
        none = plain_words(self.lang)("past.none") if self.terminal.ascii else ""
        none = none or self.words("past.none")

        def matters(line: str) -> bool:
            hints = (f"{next_word}:", f"{buy}:")
            return line.startswith(turn) or confirm in line or any(one in line for one in hints)

        self.type("")
        while True:
            line = await self.hears(matters)
            if confirm in line:
                self.type(yes)
            elif line.startswith(turn):
                said = len(self.said)
                self.type(offers)
                await self.hears(lambda line: bool(_EXAMPLE[self.lang].match(line)))
                found = [_EXAMPLE[self.lang].match(one) for one in self.said[said:]]
                lines = [one["line"] for one in found if one]
                lines = [one for one in lines if one != fold] or lines
                self._heard = len(self.said)
                self.type(dice.choice(lines))
            else:
                told = await self.answers(past, lambda line: line.startswith("1: ") or line == none)
                if told != none:
                    return
                self.type(next_word)


@asynccontextmanager
async def talking(
    server: Server,
    lang: Lang,
    *,
    game: str | None = None,
    ascii: bool = False,
    patient: bool = False,
    name: str = "Anna",
) -> AsyncIterator[Person]:
    """Somebody at that server; at a table of that game with bots as weak as there are."""
    person = Person(lang, ascii=ascii, local=game is not None)

    async def line(name: str, code: str | None = None) -> Link:
        made = Link(*await asyncio.open_connection("127.0.0.1", server.port))
        await made.hello(Hello(VERSION, "test", lang, name, code))
        return made

    link = await line(name)
    welcome = link.welcome
    assert welcome is not None
    info = next((one for one in welcome.games if one.id == game), None)
    play = None
    if info is not None:
        play = Play(info.id, bots=info.lo - 1, level=next(iter(info.levels), None))
    person.talk = Talk(
        link,
        person.terminal,
        person.hear,
        connect=lambda account: line(account.name, account.code),
        play=play,
        patient=patient,
    )
    person.task = asyncio.create_task(person.talk.run())
    person.task.add_done_callback(lambda _: person.news.set())
    try:
        yield person
    finally:
        person.talk.end(0)
        await person.task
