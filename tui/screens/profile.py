"""Who one is: the name, the chips, the codes by which one comes back, and one's keys."""

from datetime import UTC, datetime

from protocol.messages import (
    Disown,
    Invitation,
    Invite,
    KeyInfo,
    Keys,
    No,
    Ok,
    Purse,
    Rename,
    Return,
    Unite,
)
from tui.canvas.cells import Row, wrapped
from tui.guests import called
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.line import Line, given, line
from tui.screens.paint import Page
from tui.work import begin

NAME_CELLS = 12
CODE_CELLS = 40

# A code for another key has so many letters, a guest's has more.
INVITATION_LETTERS = 8

# Lines of the screen: these, and a key's fingerprint for each of one's own.
TYPED = ("name", "code")


class ProfileScreen(CanvasScreen[bool]):
    """Ends with True when the session goes on as another account."""

    NAME = "profile"

    def __init__(self) -> None:
        super().__init__()
        self._typed: Line = line("", NAME_CELLS)
        self._code: Line = line("", CODE_CELLS)
        self._on = "name"
        self._message = ""
        self._good = False
        self._invited: Invitation | None = None
        self._keys: tuple[KeyInfo, ...] = ()

    def on_mount(self) -> None:
        """Begin with the name as it is."""
        self._typed = given(self.house.room.account.name, NAME_CELLS)
        begin(self, self._look)
        self.redraw()

    async def _look(self) -> None:
        await self.house.look_into_purse()
        if self._elsewhere and not self.house.room.account.guest:
            self._take(await self.house.ask_server(Keys(id=0)))
        self.redraw()

    def _take(self, answer: Ok | No | None) -> None:
        if isinstance(answer, Ok):
            self._keys = answer.keys
            if self._on not in self._lines:
                self._on = "invite"

    @property
    def typing(self) -> bool:
        """Name and code take text."""
        return True

    @property
    def _elsewhere(self) -> bool:
        """Whether there are other ways to this server."""
        return not self.house.terminal.local

    @property
    def _lines(self) -> tuple[str, ...]:
        keys = ("invite", *(one.key for one in self._keys)) if self._elsewhere else ()
        return (*TYPED, *keys, *(("chips",) if self.house.room.chips_matter else ()))

    def key(self, key: str, character: str | None) -> bool:
        """Arrows and Tab change the line, everything else is typed."""
        self._message = ""
        if key in ("up", "down", "tab", "shift+tab"):
            self._change_line(-1 if key in ("up", "shift+tab") else 1)
            return True
        if self._on not in TYPED:
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
        if self._on in TYPED:
            self._keep((self._code if self._on == "code" else self._typed).typed(text.strip()))

    def _keep(self, edited: Line) -> None:
        if self._on == "code":
            self._code = edited
        else:
            self._typed = edited

    def commands(self) -> tuple[Command, ...]:
        """Say it to the server, or go back."""
        words = self.words
        labels = {
            "name": "lobby.profile.rename",
            "chips": "cash.profile.refill",
            "code": "lobby.profile.return",
            "invite": "identity.profile.ask",
        }
        label = words(labels.get(self._on, "identity.profile.remove"))
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
        if self._on in {"invite", "chips", *TYPED}:
            self.errand(self._sending)
            return
        words, key = self.words, self._on
        self.house.ask(
            words("identity.profile.remove_title", key=key),
            words("identity.profile.remove_text"),
            words("identity.profile.remove_yes"),
            lambda: self.errand(lambda: self._removing(key)),
        )

    async def _sending(self) -> None:
        on, words, room = self._on, self.words, self.house.room
        code = self._code.text.strip()
        message: Rename | Return | Unite | Invite | Purse
        match on:
            case "code":
                letters = sum(map(str.isalnum, code))
                kind = Unite if letters == INVITATION_LETTERS else Return
                message = kind(id=0, code=code)
            case "invite":
                message = Invite(id=0)
            case "chips":
                message = Purse(id=0, refill=True)
            case _:
                message = Rename(id=0, name=self._typed.text.strip())
        answer = await self.house.ask_server(message)
        if isinstance(answer, Ok):
            if on == "code":
                self.dismiss(True)
                return
            self._good = True
            if on == "invite":
                self._invited = answer.invitation
            elif on == "chips":
                chips = words.number(room.account.chips)
                self._message = words("cash.profile.refilled", chips=chips)
            else:
                self._typed = given(room.account.name, NAME_CELLS)
                self._message = words("lobby.profile.renamed")
        elif answer is not None:
            self.explain(self.house.refusal(answer))
        self.redraw()

    async def _removing(self, key: str) -> None:
        answer = await self.house.ask_server(Disown(id=0, public_key=key))
        self._take(answer)
        if isinstance(answer, Ok):
            self._message, self._good = self.words("identity.profile.removed"), True
        elif answer is not None:
            self.explain(self.house.refusal(answer))
        self.redraw()

    # ── the screen ─────────────────────────────────────────────────────────────────────────────

    def draw(self, size: Size) -> tuple[Row, ...]:
        """A box with the lines and what they are for."""
        page = Page(size, self.palette, self.words)
        width = min(72, page.width - 4)
        x = (page.width - width) // 2
        height = min(24, page.height - 2)
        page.frame(x, 1, width, height, self.words("lobby.profile.title"))
        inner, room = x + 3, width - 6
        shown = self._flow(room, height - 4)
        for y, (on, text) in enumerate(shown, 3):
            if on:
                self._draw_line(page, inner, y, on, room)
            else:
                page.put(inner, y, text, page.palette.muted)
        style = page.palette.good if self._good else page.palette.bad
        page.put(inner, height - 1, self._message, style, room)
        page.keys(entry.button for entry in self.commands())
        return page.rows()

    def _flow(self, width: int, height: int) -> list[tuple[str, str]]:
        """The rows of the box: a line of the screen, or a text. Where room is short, what stands
        under other lines than the chosen one is left out, then what is far from it."""
        about = {on: wrapped(text, width) for on, text in self._about().items()}
        rows: list[tuple[str, str]] = []
        for on in self._lines:
            # Keys stand together, below what is said of them.
            gap = [("", "")] if rows and on in about else []
            rows += [*gap, (on, ""), *(("", text) for text in about.get(on, ()))]
        if len(rows) > height:
            near = [("", text) for text in about.get(self._on, ())]
            rows = [row for on in self._lines for row in ((on, ""), *near * (on == self._on))]
            end = rows.index((self._on, "")) + 1 + len(near)
            rows = rows[max(0, end - height) :][:height]
        return rows

    def _about(self) -> dict[str, str]:
        """What stands under the lines."""
        words, account = self.words, self.house.room.account
        who = words("lobby.profile.guest" if account.guest else "lobby.profile.known")
        if account.guest and self._elsewhere:
            who = f"{who} {words('identity.profile.marked', name=called(account))}"
        if account.code:
            who = f"{who} {words('lobby.profile.code_is', code=account.code)}"
        code, invite = "lobby.profile.about_code", "identity.profile.about_guest"
        if not account.guest:
            code, invite = "identity.profile.about_unite", "identity.profile.about_invite"
        return {
            "name": who,
            "code": words(code),
            "invite": words(invite),
            "chips": words("cash.profile.about"),
        }

    def _draw_line(self, page: Page, x: int, y: int, on: str, width: int) -> None:
        words, behind = self.words, x + 13
        page.put(x - 2, y, "▸" if self._on == on else " ", page.looks.strong_accent)
        match on:
            case "name":
                self._draw_field(page, x, y, on, self._typed, min(NAME_CELLS + 1, width - 13))
            case "code":
                self._draw_field(page, x, y, on, self._code, min(CODE_CELLS + 1, width - 13))
            case "invite":
                self._draw_label(page, x, y, on, words("identity.profile.invite"))
                if self._invited is not None:
                    told, minutes = self._invited.code, self._invited.seconds // 60
                    said = words("identity.profile.invited", code=told, minutes=minutes)
                    page.put(behind, y, said, page.palette.accent, width - 13)
            case "chips":
                self._draw_label(page, x, y, on, words("cash.profile.chips"))
                chips = words.number(self.house.room.account.chips)
                page.put(behind, y, chips, page.palette.accent)
            case _:
                key = next(one for one in self._keys if one.key == on)
                since = datetime.fromtimestamp(key.added, UTC).date().isoformat()
                note = words("identity.profile.here") if key.here else since
                self._draw_label(page, x, y, on, on, width - 12)
                page.put(x + width - len(note), y, note, page.palette.faint)

    def _draw_field(self, page: Page, x: int, y: int, on: str, held: Line, width: int) -> None:
        self._draw_label(page, x, y, on, self.words(f"lobby.profile.{on}"))
        page.field(x + 13, y, held.text, held.at if self._on == on else None, width)

    def _draw_label(self, page: Page, x: int, y: int, on: str, label: str, width: int = 12) -> None:
        page.put(x, y, label, page.looks.strong if self._on == on else page.palette.muted, width)
