"""Who one is: the name, the chips, and the code by which a guest comes back."""

from typing import Literal

from protocol.messages import Ok, Purse, Rename, Return
from tui.canvas.cells import Row, wrapped
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.line import Line, line
from tui.screens.paint import Page

NAME_CELLS = 12
CODE_CELLS = 40

On = Literal["name", "chips", "code"]


class ProfileScreen(CanvasScreen[bool]):
    """Ends with True when the session goes on as another account."""

    NAME = "profile"

    def __init__(self) -> None:
        super().__init__()
        self._typed: Line = line("", NAME_CELLS)
        self._code: Line = line("", CODE_CELLS)
        self._on: On = "name"
        self._message = ""
        self._good = False

    def on_mount(self) -> None:
        """Begin with the name as it is."""
        self._typed = line(self.house.room.account.name, NAME_CELLS)
        self.run_worker(self.house.look_into_purse())
        self.redraw()

    @property
    def typing(self) -> bool:
        """Name and code take text."""
        return True

    @property
    def _lines(self) -> tuple[On, ...]:
        return ("name", "code", "chips") if self.house.room.chips_matter else ("name", "code")

    def key(self, key: str, character: str | None) -> bool:
        """Arrows and Tab change the line, everything else is typed."""
        self._message = ""
        if key in ("up", "down", "tab", "shift+tab"):
            self._change_line(-1 if key in ("up", "shift+tab") else 1)
            return True
        if self._on == "chips":
            return False
        held = self._code if self._on == "code" else self._typed
        edited = held.pressed(key)
        if edited is None and character:
            edited = held.typed(character)
        if edited is None:
            return False
        self._keep(edited)
        return True

    def pasted(self, text: str) -> None:
        """Into the line."""
        if self._on != "chips":
            self._keep((self._code if self._on == "code" else self._typed).typed(text.strip()))

    def _keep(self, edited: Line) -> None:
        if self._on == "code":
            self._code = edited
        else:
            self._typed = edited

    def commands(self) -> tuple[Command, ...]:
        """Say it to the server, or go back."""
        words = self.words
        labels: dict[On, str] = {
            "name": "lobby.profile.rename",
            "chips": "cash.profile.refill",
            "code": "lobby.profile.return",
        }
        label = words(labels[self._on])
        return (
            command("profile.send", "enter", label, self._send, shown="Enter"),
            command(
                "profile.line", "tab", words("lobby.profile.line"), self._change_line, shown="↑ ↓"
            ),
            command("profile.back", "escape", words("lobby.profile.back"), self.leave, shown="Esc"),
        )

    def leave(self) -> None:
        """Back to the lobby as one is."""
        self.dismiss(False)

    def explain(self, text: str) -> None:
        """Said below the lines."""
        self._message, self._good = text, False

    def _change_line(self, by: int = 1) -> None:
        lines = self._lines
        self._on = lines[(lines.index(self._on) + by) % len(lines)]

    def _send(self) -> None:
        self.errand(self._sending)

    async def _sending(self) -> None:
        on, words = self._on, self.words
        message: Rename | Return | Purse = Rename(id=0, name=self._typed.text.strip())
        if on == "code":
            message = Return(id=0, code=self._code.text.strip())
        elif on == "chips":
            message = Purse(id=0, refill=True)
        answer = await self.house.ask_server(message)
        if isinstance(answer, Ok):
            if on == "code":
                self.dismiss(True)
                return
            said = words("lobby.profile.renamed")
            if on == "chips":
                chips = words.number(self.house.room.account.chips)
                said = words("cash.profile.refilled", chips=chips)
            self._message, self._good = said, True
        elif answer is not None:
            self.explain(self.house.refusal(answer))
        self.redraw()

    def draw(self, size: Size) -> tuple[Row, ...]:
        """A box with the lines and what they are for."""
        words, account = self.words, self.house.room.account
        page = Page(size, self.palette, words)
        width = min(72, page.width - 4)
        x = (page.width - width) // 2
        height = min(20, page.height - 2)
        page.frame(x, 1, width, height, words("lobby.profile.title"))
        inner = x + 3
        self._draw_line(page, inner, 3, "name", self._typed, NAME_CELLS)
        y = 5
        key = "lobby.profile.guest" if account.guest else "lobby.profile.known"
        said = words(key)
        if account.code:
            said = f"{said} {words('lobby.profile.code_is', code=account.code)}"
        for text in wrapped(said, width - 6):
            page.put(inner, y, text, page.palette.muted)
            y += 1
        self._draw_line(page, inner, y + 1, "code", self._code, CODE_CELLS)
        y += 3
        for text in wrapped(words("lobby.profile.about_code"), width - 6):
            page.put(inner, y, text, page.palette.muted)
            y += 1
        if "chips" in self._lines:
            self._draw_chips(page, inner, y + 1, width - 6)
        style = page.palette.good if self._good else page.palette.bad
        page.put(inner, height - 1, self._message, style, width - 6)
        page.keys(entry.button for entry in self.commands())
        return page.rows()

    def _draw_chips(self, page: Page, x: int, y: int, width: int) -> None:
        words, on = self.words, self._on == "chips"
        page.put(x - 2, y, "▸" if on else " ", page.looks.strong_accent)
        label = page.looks.strong if on else page.palette.muted
        page.put(x, y, words("cash.profile.chips"), label, 12)
        page.put(x + 13, y, words.number(self.house.room.account.chips), page.palette.accent)
        for row, text in enumerate(wrapped(words("cash.profile.about"), width), y + 1):
            page.put(x, row, text, page.palette.muted)

    def _draw_line(self, page: Page, x: int, y: int, what: On, held: Line, width: int) -> None:
        on = self._on == what
        page.put(x - 2, y, "▸" if on else " ", page.looks.strong_accent)
        label = page.looks.strong if on else page.palette.muted
        page.put(x, y, self.words(f"lobby.profile.{what}"), label, 12)
        page.field(x + 13, y, held.text, held.at if on else None, width + 1)
