"""A new table: the games that there are, and every option of the chosen one."""

from collections.abc import Mapping

from rich.cells import cell_len

from engine.values.options import Value
from protocol.messages import Create, GameInfo, Ok
from tui.canvas.cells import Row, Style, cut, wrapped
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.buy import BuyScreen, Offer
from tui.screens.form import NAME_CELLS, Field, Form
from tui.screens.lobby_page import by_kind, category
from tui.screens.paint import Page
from tui.screens.presets import Presets
from tui.screens.speech import game_name

LIST = 21  # columns of the list of games


class CreateScreen(CanvasScreen[str]):
    """The form; it ends with the table's id, or None."""

    NAME = "create"

    def __init__(self, game: str | None = None) -> None:
        super().__init__()
        self._wanted = game
        self._forms: dict[str, Form] = {}
        self._game = 0
        self._line = 1  # 0 is the name
        self._in_list = False
        self._message = ""
        self._good = ""  # what has gone well
        self._digits = ""  # typed on a number's line so far
        self._presets = Presets(self)

    def on_mount(self) -> None:
        """Begin with the wanted game."""
        ids = [info.id for info in self._games]
        if self._wanted in ids:
            self._game = ids.index(self._wanted)

    @property
    def _games(self) -> tuple[GameInfo, ...]:
        return by_kind(self.house.room.games)

    @property
    def form(self) -> Form:
        """The chosen game's form, kept when another game is looked at."""
        info = self._games[self._game]
        if info.id not in self._forms:
            company = not self.house.terminal.local
            name = self.house.table_name()
            self._forms[info.id] = Form(info, name, self.words, company=company)
        return self._forms[info.id]

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    @property
    def typing(self) -> bool:
        """Whether the name is being typed."""
        return self._line == 0 and not self._in_list

    def key(self, key: str, character: str | None) -> bool:
        """Arrows move and choose; on the first line keys are text."""
        self._message = self._good = ""
        if self._typed(key):
            return True
        self._digits = ""
        if key in ("tab", "shift+tab"):
            self._in_list = not self._in_list and len(self._games) > 1
            return True
        if key in ("up", "down"):
            self._step_line(1 if key == "down" else -1)
            return True
        if self.typing:
            edited = self.form.name.pressed(key)
            if edited is None and character:
                edited = self.form.name.typed(character)
            if edited is not None:
                self.form.name = edited
                return True
            return False
        if key in ("left", "right") and (field := self._field) is not None:
            if key == "right" and self.form.index(field) == len(field.values) - 1:
                self._message = field.why
            self.form.step(field, 1 if key == "right" else -1)
            # Lines before it may have come or gone.
            self._line = 1 + [one.id for one in self.form.fields].index(field.id)
            return True
        return False

    @property
    def _field(self) -> Field | None:
        """The line of values that keys are about."""
        if self._in_list or self._line == 0:
            return None
        return self.form.fields[self._line - 1]

    def _typed(self, key: str) -> bool:
        """A digit of a number that is typed instead of stepped to; whether it was one."""
        field = self._field
        if field is None or field.bounds is None:
            return False
        digits = self._digits[:-1] if key == "backspace" else self._digits + key
        if key != "backspace" and (len(key) != 1 or key not in "0123456789"):
            return False
        lo, hi = field.bounds
        wanted = int(digits or "0")
        if wanted > hi:
            self._message = self.words("why.above_maximum", hi=self.words.number(hi))
            return True
        self._digits = digits
        if digits and wanted < lo:
            self._message = self.words("why.below_minimum", lo=self.words.number(lo))
        self.form.choose(field, max(lo, wanted))
        return True

    def pasted(self, text: str) -> None:
        """Into the name."""
        if self.typing:
            self.form.name = self.form.name.typed(text)

    def commands(self) -> tuple[Command, ...]:
        """Open, or go back."""
        words = self.words
        back = "escape" if self.typing else "escape q"
        listed = [
            command("create.open", "enter", words("lobby.create.open"), self._open, shown="Enter"),
            command("create.back", back, words("lobby.create.back"), self.leave, shown="Esc"),
        ]
        if not self.typing:
            presets = self._presets
            listed += [
                command("create.load", "g", words("lobby.key.presets"), presets.load, rank=1),
                command("create.save", "s", words("lobby.key.save"), presets.save, rank=3),
                command("app.help", "question_mark", words("lobby.key.help"), self._help, rank=2),
                command("app.palette", "colon", "", self.house.open_palette, shown=":"),
            ]
        return (*listed, command("app.palette.ctrl", "ctrl+p", "", self.house.open_palette))

    def apply(self, game: str, values: Mapping[str, Value]) -> None:
        """Choose these for a table of that game, and the others as usual; its name stays."""
        ids = [info.id for info in self._games]
        if game not in ids:
            return
        name = self.form.name
        self._game = ids.index(game)
        self._forms.pop(game, None)
        self.form.name = name
        self.form.take(values)
        self._line = min(max(1, self._line), len(self.form.fields))

    def tell(self, text: str) -> None:
        """Say that something has gone well."""
        self._good = text
        self.redraw()

    def explain(self, text: str) -> None:
        """Say why something did not."""
        self._message = text

    def _help(self) -> None:
        self.house.open_help(self, self._games[self._game].id)

    def leave(self) -> None:
        """Back to the lobby, nothing opened."""
        self.dismiss(None)

    def _step_line(self, by: int) -> None:
        if self._in_list:
            self._game = max(0, min(len(self._games) - 1, self._game + by))
            self._line = min(self._line, len(self.form.fields))
        else:
            self._line = max(0, min(len(self.form.fields), self._line + by))

    def _open(self) -> None:
        form = self.form
        if form.info.match != "cash":
            self._send(form.message())
            return

        def answered(chips: int | None) -> None:
            if chips is not None:
                self._send(form.message(chips))

        offer = Offer(*form.buy_in, purse=self.house.room.account.chips)
        title = self.words(
            "cash.buy.sit", table=form.name.text.strip() or self.words("lobby.create.title")
        )
        self.house.push_screen(BuyScreen(title, offer), answered)

    def _send(self, message: Create) -> None:
        self.errand(lambda: self._opening(message))

    async def _opening(self, message: Create) -> None:
        answer = await self.house.ask_server(message)
        if isinstance(answer, Ok):
            self.dismiss(answer.table)
        elif answer is not None:
            self._message = self.house.refusal(answer)
            self.redraw()

    def clicked(self, x: int, y: int) -> None:
        """A click on a line moves there."""
        line_no = self._first + (y - 2) // self._spacing
        if x > LIST and 0 <= line_no <= len(self.form.fields):
            self._in_list, self._line = False, line_no

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    _spacing = 2
    _first = 0

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The form as drawn in ux.md 5.2."""
        words, form = self.words, self.form
        page = Page(size, self.palette, self.words)
        width = min(page.width - 2, 100)
        bottom = page.height - 2
        page.frame(1, 1, width, bottom, words("lobby.create.title"))
        self._draw_games(page, bottom - 6)
        lines = len(form.fields) + 1
        room = bottom - 6
        # Lines stand apart where that leaves room for the table under them.
        below = len(form.table) + 1 if form.table else 0
        self._spacing = 2 if lines * 2 + below <= room + 1 else 1
        visible = max(1, (room + self._spacing - 1) // self._spacing)
        if self._royalties and form.table:
            # What they are has to be seen when they are chosen: other lines give way.
            visible = max(4, min(visible, (room - 1 - len(form.table)) // self._spacing))
        self._first = first = max(0, self._line - visible + 1)
        for row, number in enumerate(range(first, min(lines, first + visible))):
            self._draw_line(page, 2 + row * self._spacing, number, width)
        told = self._table(3 + min(lines, visible) * self._spacing, bottom - 4, width)
        for row, text in enumerate(told):
            page.put(LIST + 4, bottom - 4 - len(told) + row, text, page.palette.muted)
        page.rule(bottom - 4, 3, width - 4)
        note = "" if told and self._royalties else self._note(width, below=True)
        self._say(page, bottom - 3, width - 4, note)
        hint = "lobby.create.hint_list" if len(self._games) > 1 else "lobby.create.hint"
        said = words(hint)
        if (field := self._field) is not None and field.bounds is not None:
            said = words("cash.create.digits", hint=said)
        page.put(3, bottom, f" {said} ", page.palette.muted, width - 6)
        page.keys(entry.button for entry in self.commands())
        return page.rows()

    def _table(self, top: int, end: int, width: int) -> tuple[str, ...]:
        """What strong rows earn, if there is room for all of it between the lines and the end."""
        told = self.form.table
        fits = top + len(told) <= end and all(cell_len(row) < width - LIST - 4 for row in told)
        return told if fits else ()

    @property
    def _royalties(self) -> bool:
        """Whether the chosen line is about what strong rows earn."""
        return self._field is not None and self._field.id == "royalties"

    def _say(self, page: Page, top: int, width: int, note: str) -> None:
        """What the chosen line is about or what was just done, and the table read back."""
        noted = [(text, page.palette.muted) for text in wrapped(note, width) if note][:2]
        if self._message or self._good:
            style = page.palette.bad if self._message else page.palette.good
            noted = [(text, style) for text in wrapped(self._message or self._good, width)][:2]
        room = 3 - len(noted)
        read = [
            (text, page.palette.text) for text in wrapped(self.form.sentence(self.words), width)
        ]
        if len(read) > room:
            rest = " ".join(text for text, _ in read[room - 1 :])
            read = [*read[: room - 1], (cut(rest, width), page.palette.text)]
        for row, (text, style) in enumerate((*noted, *read), top):
            page.put(3, row, text, style, width)

    def _note(self, width: int, *, below: bool) -> str:
        """What the chosen line is about, if that stands `below` all lines, else under its own."""
        note = "" if self._field is None else self._field.note
        fits = self._spacing == 2 and cell_len(note) <= width - LIST - 4
        return note if fits != below else ""

    def _draw_games(self, page: Page, height: int) -> None:
        looks, words = page.looks, self.words
        lines: list[tuple[str, Style]] = []
        kind, chosen = None, 0
        for index, info in enumerate(self._games):
            if category(info) != kind:
                kind = category(info)
                lines.append((words(f"lobby.category.{kind}"), page.palette.faint))
            name = f"  {game_name(words, info.id)}"
            style = page.palette.text
            if index == self._game:
                style, chosen = looks.chosen if self._in_list else looks.kept, len(lines)
                name = f"▸ {game_name(words, info.id)}"
            lines.append((name.ljust(LIST - 2)[: LIST - 2], style))
        # Where not all have room, the chosen one does.
        first = max(0, chosen - height + 1)
        for row, (text, style) in enumerate(lines[first : first + height]):
            page.put(3, 2 + row, text, style, LIST - 2)
        for row in range(2, 2 + height):
            page.put(LIST + 2, row, "│", page.palette.faint)
        if first:
            page.put(LIST + 2, 2, "↑", page.palette.muted)
        if first + height < len(lines):
            page.put(LIST + 2, 1 + height, "↓", page.palette.muted)

    def _draw_line(self, page: Page, y: int, number: int, width: int) -> None:
        form = self.form
        x = LIST + 4
        focused = number == self._line and not self._in_list
        label = self.words("lobby.create.name")
        if number:
            label = form.fields[number - 1].label
        page.put(x - 1, y, "▸" if focused else " ", page.palette.accent)
        page.put(x, y, label, page.looks.strong if focused else page.palette.muted, 15)
        values = x + 16
        if number == 0:
            at = form.name.at if focused else None
            page.field(values, y, form.name.text, at, min(NAME_CELLS + 1, width - values))
            return
        field = form.fields[number - 1]
        room = width - values
        page.choices((values, y), field.labels, form.index(field), focused, room, field.beyond)
        if focused:
            page.put(x, y + 1, self._note(width, below=False), page.palette.muted, width - x)
