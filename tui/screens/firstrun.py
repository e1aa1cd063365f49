"""The first time: language, name, what the terminal shows; and one Enter plays (ux 7)."""

from typing import Literal

from rich.cells import cell_len

from engine.values.cards import cards
from protocol.messages import No, Rename
from tui.canvas.cards import inline
from tui.canvas.cells import Row, wrapped
from tui.canvas.palette import Tone
from tui.entry import first_game
from tui.locale import LANGS
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.line import Line, given, line
from tui.screens.paint import Page
from tui.screens.speech import game_name

NAME_CELLS = 12
LANGUAGES = {"de": "Deutsch", "en": "English"}
SEEN = ("good", "letters", "plain")  # the cards: as they are, as letters, without colours
BELLS = ("bell", "off")
LANGUAGE, NAME, CARDS, BELL, WAYS = range(5)
VALUES = (LANGUAGE, CARDS, BELL)  # what left and right choose

Choice = Literal["play", "guide", "lobby"]


class FirstRunScreen(CanvasScreen[Choice]):
    """Ends with where to go; leaving it ends the program."""

    NAME = "firstrun"

    def __init__(self) -> None:
        super().__init__()
        self._typed: Line = line("", NAME_CELLS)
        self._at = WAYS
        self._seen = 0
        self._message = ""

    def on_mount(self) -> None:
        """Begin with the name that the server gave."""
        self._typed = given(self.house.room.account.name, NAME_CELLS)
        terminal = self.house.terminal
        self._seen = 2 if terminal.depth == "mono" else int(terminal.ascii)
        self.redraw()

    @property
    def typing(self) -> bool:
        """Whether the name is being typed."""
        return self._at == NAME

    def key(self, key: str, character: str | None) -> bool:
        """Tab and up and down change the line, left and right the value."""
        self._message = ""
        if key in ("up", "shift+tab", "down", "tab"):
            self._move(1 if key in ("down", "tab") else -1)
            return True
        if key == "escape":
            # Never final: back to where keys are ways to go.
            self._move(WAYS - self._at)
            return True
        if key in ("left", "right") and self._at in VALUES:
            self._turn(1 if key == "right" else -1)
            return True
        if self.typing:
            edited = self._typed.pressed(key)
            if edited is None and character:
                edited = self._typed.typed(character)
            if edited is not None:
                self._typed = edited
                return True
        return False

    def _move(self, by: int) -> None:
        if self._at == NAME and self._wished:
            self.errand(self._naming)
        self._at = (self._at + by) % (WAYS + 1)

    def _turn(self, by: int) -> None:
        house = self.house
        if self._at == LANGUAGE:
            now = LANGS.index(house.terminal.lang)
            house.speak(LANGS[(now + by) % len(LANGS)])
        elif self._at == BELL:
            now = BELLS.index("off" if house.preferences.bell == "off" else "bell")
            house.prefer(bell=BELLS[(now + by) % len(BELLS)])
        else:
            self._seen = max(0, min(len(SEEN) - 1, self._seen + by))
            letters, plain = self._seen > 0, self._seen > 1
            says = house.liking.found
            house.prefer(
                # What the terminal says of itself is no choice of anybody's.
                ascii=None if letters == says.ascii else "ascii" if letters else "unicode",
                colours=None if plain == (says.depth == "mono") else "mono" if plain else "16",
            )

    def pasted(self, text: str) -> None:
        """Into the name."""
        if self.typing:
            self._typed = self._typed.typed(text.strip())

    def commands(self) -> tuple[Command, ...]:
        """Play at once, be guided, or look around."""
        words = self.words
        typing = self.typing
        game, many = first_game(self.house, "play")
        label = words("lobby.first.play", game=game_name(words, game), bots=many)
        keys, shown = ("enter", "Enter") if typing else ("1 enter", "1 Enter")
        listed = [command("first.play", keys, label, self._play, shown=shown)]
        if not typing:
            taught = game_name(words, first_game(self.house, "guide")[0])
            guide = words("lobby.first.guide", game=taught)
            listed += [
                command("first.guide", "2", guide, self._learn),
                command("first.lobby", "3", words("lobby.first.lobby"), self._look),
            ]
        listed += [
            command("first.fields", "tab", words("lobby.first.fields"), self._next, shown="Tab"),
            command(
                "first.turn",
                "",
                words("lobby.first.turn"),
                self._next,
                shown="← →",
                rank=2,
                enabled=self._at in VALUES,
            ),
        ]
        if not typing:
            help_ = words("lobby.key.help")
            listed += [
                command("app.help", "question_mark", help_, self._help, rank=1),
                command("app.leave", "q", words("lobby.key.quit"), self.leave),
            ]
        return tuple(listed)

    def _help(self) -> None:
        self.house.open_help(self)

    def leave(self) -> None:
        """End the program; it asks again next time."""
        self.house.quit()

    def explain(self, text: str) -> None:
        """Said below the box."""
        self._message = text

    def _next(self) -> None:
        self._move(1)

    def _play(self) -> None:
        self._go("play")

    def _learn(self) -> None:
        self._go("guide")

    def _look(self) -> None:
        self._go("lobby")

    def _go(self, choice: Choice) -> None:
        self.errand(lambda: self._going(choice))

    async def _going(self, choice: Choice) -> None:
        if await self._named():
            self.house.settled()
            self.dismiss(choice)

    @property
    def _wished(self) -> str:
        """The name that is typed and not yet one's own; "": there is none."""
        name = self._typed.text.strip()
        return "" if name == self.house.room.account.name else name

    async def _naming(self) -> None:
        await self._named()

    async def _named(self) -> bool:
        """Be called as typed, if that is possible; what is refused is said and can be mended."""
        name = self._wished
        if not name:
            return True
        answer = await self.house.ask_server(Rename(id=0, name=name))
        if isinstance(answer, No):
            self._at = NAME
            self.explain(self.house.refusal(answer))
        self.redraw()
        return not isinstance(answer, No)

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The welcome as drawn in ux.md 7."""
        page = Page(size, self.palette, self.words)
        tight = page.height < 24
        top = 1 if tight else 6
        self._head(page, 0 if tight else 2)
        below = self._box(page, top, tight)
        self._ways(page, below)
        if not tight or page.height > below + 4:
            said = wrapped(self._note(size), page.width - 4)[: 1 + tight]
            for y, text in enumerate(said, below + 3):
                page.put((page.width - cell_len(text)) // 2, y, text, page.palette.faint)
        commands = [one for one in self.commands() if one.button.id not in _WAYS]
        page.keys(entry.button for entry in commands)
        return page.rows()

    def _head(self, page: Page, y: int) -> None:
        suits, x = page.palette.suits, page.width // 2 - 11
        x = page.put(x, y, "♠ ", suits["s"])
        x = page.put(x, y, "♥ ", suits["h"])
        x = page.put(x, y, "p o k e r t u i", page.looks.strong_accent)
        x = page.put(x, y, " ♦", suits["d"])
        page.put(x, y, " ♣", suits["c"])
        games = self.words("lobby.first.games")
        if y:
            x = max(1, (page.width - cell_len(games)) // 2)
            page.put(x, y + 2, games, page.palette.muted, page.width - 2)

    def _box(self, page: Page, top: int, tight: bool) -> int:
        """Language, name, cards and bell; the row of the first thing to do."""
        words, palette, step = self.words, page.palette, 1 if tight else 2
        width = min(56, page.width - 2)
        left = (page.width - width) // 2
        height = 7 if tight else 12
        page.frame(left, top, width, height, "Willkommen / Welcome", focused=self._at != WAYS)
        value, room = left + 17, width - 19
        y = top + step
        self._label(page, left, y, LANGUAGE, words("lobby.first.language"))
        labels = [LANGUAGES[lang] for lang in LANGS]
        chosen = LANGS.index(self.house.terminal.lang)
        page.choices((value, y), labels, chosen, self._at == LANGUAGE, room)
        y += step
        self._label(page, left, y, NAME, words("lobby.profile.name"))
        at = self._typed.at if self.typing else None
        page.field(value + 1, y, self._typed.text, at, NAME_CELLS + 1)
        if not self._wished and not self._message:
            page.put(value + NAME_CELLS + 4, y, words("lobby.first.free"), palette.good)
        y += step
        self._label(page, left, y, CARDS, words("lobby.first.cards"))
        for place, card in enumerate(cards("As Kh Qd Jc")):
            inline(page, value + 1 + place * 4, y, card)
        page.put(value + 18, y, words("lobby.first.four"), palette.muted, room - 18)
        labels = [words(f"lobby.first.cards.{seen}") for seen in SEEN]
        page.choices((value, y + 1), labels, self._seen, self._at == CARDS, room)
        y += 1 + step
        self._label(page, left, y, BELL, words("lobby.first.bell"))
        labels = [words(f"lobby.first.bell.{bell}") for bell in BELLS]
        bell = "off" if self.house.preferences.bell == "off" else "bell"
        page.choices((value, y), labels, BELLS.index(bell), self._at == BELL, room)
        for row, text in enumerate(wrapped(self._message, width)[:1], top + height):
            page.put(left, row, text, palette.bad, width)
        return top + height + 1

    def _ways(self, page: Page, top: int) -> None:
        left = max(2, (page.width - 56) // 2 + 3)
        ways = [one for one in self.commands() if one.button.id in _WAYS]
        for row, entry in enumerate(ways, top):
            tone: Tone = "good" if self._at == WAYS and row == top else "normal"
            text = f" {entry.button.keys} {entry.button.label} "
            page.band(left, row, cell_len(text), page.palette.buttons[tone])
            after = page.put(left + 1, row, entry.button.keys, page.looks.strong_accent)
            page.put(after + 1, row, entry.button.label, page.palette.text)

    def _note(self, size: Size) -> str:
        """What is to be said about the window, or about being a guest."""
        words, account = self.words, self.house.room.account
        if size[0] < 80 or size[1] < 24:
            return words("lobby.first.small", width=size[0], height=size[1])
        if account.guest and not self.house.terminal.local:
            return words("lobby.first.guest", code=account.code or "")
        return ""

    def _label(self, page: Page, x: int, y: int, number: int, text: str) -> None:
        on = number == self._at
        page.put(x + 1, y, "▸" if on else " ", page.looks.strong_accent)
        page.put(x + 3, y, text, page.looks.strong if on else page.palette.muted, 14)


_WAYS = ("first.play", "first.guide", "first.lobby")
