"""The first time on one's own machine: language and name, and one Enter goes on."""

from typing import Literal

from rich.cells import cell_len

from engine.values.cards import cards
from protocol.messages import No, Rename
from tui.canvas.cards import inline
from tui.canvas.cells import Row, wrapped
from tui.canvas.palette import Tone
from tui.locale import LANGS
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.line import Line, line
from tui.screens.paint import Page
from tui.screens.speech import game_name

NAME_CELLS = 12
LANGUAGES = {"de": "Deutsch", "en": "English"}

Choice = Literal["play", "lobby"]


class FirstRunScreen(CanvasScreen[Choice]):
    """Ends with where to go; leaving it ends the program."""

    NAME = "firstrun"

    def __init__(self) -> None:
        super().__init__()
        self._typed: Line = line("", NAME_CELLS)
        self._at = 2  # language, name, the choices
        self._message = ""

    def on_mount(self) -> None:
        """Begin with the name that the server gave."""
        self._typed = line(self.house.room.account.name, NAME_CELLS)
        self.redraw()

    @property
    def typing(self) -> bool:
        """Whether the name is being typed."""
        return self._at == 1

    def key(self, key: str, character: str | None) -> bool:
        """Tab and arrows change the line, left and right the language."""
        self._message = ""
        if key in ("up", "shift+tab", "down", "tab"):
            self._at = (self._at + (1 if key in ("down", "tab") else -1)) % 3
            return True
        if self._at == 0 and key in ("left", "right"):
            now = LANGS.index(self.house.terminal.lang)
            self.house.speak(LANGS[(now + 1) % len(LANGS)])
            return True
        if self.typing:
            edited = self._typed.pressed(key)
            if edited is None and character:
                edited = self._typed.typed(character)
            if edited is not None:
                self._typed = edited
                return True
        return False

    def pasted(self, text: str) -> None:
        """Into the name."""
        if self.typing:
            self._typed = self._typed.typed(text.strip())

    def commands(self) -> tuple[Command, ...]:
        """Play at once, or look around."""
        words = self.words
        typing = self.typing
        listed = [
            command(
                "first.play",
                "enter" if typing else "1 enter",
                words("lobby.first.play", game=self._game),
                self._play,
                shown="Enter" if typing else "1 Enter",
            ),
            command("first.fields", "tab", words("lobby.first.fields"), self._fields, shown="Tab"),
        ]
        if not typing:
            listed[1:1] = [
                command("first.lobby", "2", words("lobby.first.lobby"), self._look, shown="2")
            ]
            listed.append(
                command("app.leave", "q escape", words("lobby.key.quit"), self.leave, shown="q")
            )
        return tuple(listed)

    @property
    def _game(self) -> str:
        games = self.house.room.games
        return game_name(self.words, games[0].id) if games else ""

    def leave(self) -> None:
        """End the program; it asks again next time."""
        self.house.quit()

    def explain(self, text: str) -> None:
        """Said below the box."""
        self._message = text

    def _fields(self) -> None:
        self._at = (self._at + 1) % 3

    def _play(self) -> None:
        self._go("play")

    def _look(self) -> None:
        self._go("lobby")

    def _go(self, choice: Choice) -> None:
        self.errand(lambda: self._going(choice))

    async def _going(self, choice: Choice) -> None:
        name = self._typed.text.strip()
        if name and name != self.house.room.account.name:
            answer = await self.house.ask_server(Rename(id=0, name=name))
            if isinstance(answer, No):
                self._at = 1
                self.explain(self.house.refusal(answer))
                self.redraw()
                return
        self.house.settled()
        self.dismiss(choice)

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The welcome as drawn in ux.md 7."""
        words = self.words
        page = Page(size, self.palette, words)
        palette = page.palette
        middle = page.width // 2
        x = page.put(middle - 13, 2, "♠ ", palette.suits["s"])
        x = page.put(x, 2, "♥  ", palette.suits["h"])
        x = page.put(x, 2, "p o k e r t u i", page.looks.strong_accent)
        x = page.put(x, 2, "  ♦", palette.suits["d"])
        page.put(x, 2, " ♣", palette.suits["c"])
        width = min(56, page.width - 2)
        left = (page.width - width) // 2
        page.frame(left, 5, width, 9, "Willkommen / Welcome", focused=self._at != 2)
        self._label(page, left, 7, 0, words("lobby.first.language"))
        labels = [LANGUAGES[lang] for lang in LANGS]
        chosen = LANGS.index(self.house.terminal.lang)
        page.choices((left + 17, 7), labels, chosen, self._at == 0, width - 20)
        self._label(page, left, 9, 1, words("lobby.profile.name"))
        at = self._typed.at if self.typing else None
        page.field(left + 18, 9, self._typed.text, at, NAME_CELLS + 1)
        self._label(page, left, 11, -1, words("lobby.first.cards"))
        for place, card in enumerate(cards("As Kh Qd Jc")):
            inline(page, left + 18 + place * 4, 11, card)
        for y, text in enumerate(wrapped(self._message, width)[:2], 14):
            page.put(left, y, text, palette.bad, width)
        commands = self.commands()
        printed = 1 if self.typing else 2
        for row, entry in enumerate(commands[:printed], 16):
            tone: Tone = "good" if self._at == 2 and row == 16 else "normal"
            text = f" {entry.button.keys} {entry.button.label} "
            page.band(left + 3, row, cell_len(text), palette.buttons[tone])
            after = page.put(left + 4, row, entry.button.keys, page.looks.strong_accent)
            page.put(after + 1, row, entry.button.label, palette.text)
        page.keys(entry.button for entry in commands[printed:])
        return page.rows()

    def _label(self, page: Page, x: int, y: int, number: int, text: str) -> None:
        on = number == self._at
        page.put(x + 1, y, "▸" if on else " ", page.looks.strong_accent)
        page.put(x + 3, y, text, page.looks.strong if on else page.palette.muted, 14)
