"""A new table: the games that there are, and every option of the chosen one."""

from typing import NamedTuple

from engine.values.options import OptionSpec, Value
from protocol.messages import PATIENCE, BotFill, Create, GameInfo, Ok
from tui.canvas.cells import Row, wrapped
from tui.link import new_key
from tui.locale import Words
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.drawers import PATIENCES
from tui.screens.line import Line, line
from tui.screens.lobby_page import category
from tui.screens.paint import Page
from tui.screens.speech import differing, game_name, option_name, option_value

NAME_CELLS = 24
LIST = 21  # columns of the list of games
FILLS: tuple[BotFill, ...] = ("none", "later", "now")
USUAL = 0  # the game's usual time to think, which may be none
CLOCKS = (USUAL, 15, 30, 60, 120)  # seconds for a decision


class Field(NamedTuple):
    """One line of values side by side; `steps` are a number's bounds instead of values."""

    id: str
    label: str
    values: tuple[Value, ...]
    labels: tuple[str, ...]
    note: str = ""  # what it is about, where that does not go without saying


class Form:
    """What has been chosen for a new table of one game."""

    def __init__(self, info: GameInfo, name: str, words: Words) -> None:
        self.info = info
        self.name: Line = line(name, NAME_CELLS)
        self.fields = _fields(info, words)
        self.chosen: dict[str, Value] = {
            "seats": min(info.hi, max(info.lo, 4)),
            "bots": "later" if info.bots else "none",
            "clock": USUAL,
            "patience": PATIENCE,
            **{spec.name: spec.default for spec in info.options},
        }

    def index(self, field: Field) -> int:
        """Which of the field's values is chosen."""
        return field.values.index(self.chosen[field.id])

    def step(self, field: Field, by: int) -> None:
        """Choose the value before or after."""
        at = max(0, min(len(field.values) - 1, self.index(field) + by))
        self.chosen[field.id] = field.values[at]

    def message(self) -> Create:
        """The request that opens this table."""
        options = {spec.name: self.chosen[spec.name] for spec in self.info.options}
        seats, bots = self.chosen["seats"], self.chosen["bots"]
        clock, patience = self.chosen["clock"], self.chosen["patience"]
        assert isinstance(seats, int)
        assert isinstance(clock, int)
        assert isinstance(patience, int)
        return Create(
            id=0,
            key=new_key(),
            game=self.info.id,
            name=self.name.text.strip(),
            seats=seats,
            options=options,
            bots=next(fill for fill in FILLS if fill == bots),
            clock=clock or None,
            patience=patience,
        )

    def sentence(self, words: Words) -> str:
        """The whole table read back."""
        options = {spec.name: self.chosen[spec.name] for spec in self.info.options}
        seats = self.chosen["seats"]
        party = f"lobby.party.{seats}"
        parts = [
            f"{game_name(words, self.info.id)} "
            + (words(party) if words.has(party) else words("lobby.party", n=seats)),
            *(
                differing(words, self.info.id, self.info.options, options)
                or [words("lobby.usual_rules")]
            ),
        ]
        if self.chosen["clock"] != USUAL:
            parts.append(words("absence.create.clock_said", seconds=self.chosen["clock"]))
        if self.chosen["patience"] != PATIENCE:
            time = _patience(int(self.chosen["patience"]), words)
            parts.append(words("absence.create.patience_said", time=time))
        if self.info.bots:
            parts.append(words(f"lobby.fill.{self.chosen['bots']}.said"))
        return ", ".join(parts) + "."


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

    def on_mount(self) -> None:
        """Begin with the wanted game."""
        ids = [info.id for info in self._games]
        if self._wanted in ids:
            self._game = ids.index(self._wanted)

    @property
    def _games(self) -> tuple[GameInfo, ...]:
        return tuple(sorted(self.house.room.games, key=category))

    @property
    def form(self) -> Form:
        """The chosen game's form, kept when another game is looked at."""
        info = self._games[self._game]
        if info.id not in self._forms:
            self._forms[info.id] = Form(info, self.house.table_name(), self.words)
        return self._forms[info.id]

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    @property
    def typing(self) -> bool:
        """Whether the name is being typed."""
        return self._line == 0 and not self._in_list

    def key(self, key: str, character: str | None) -> bool:
        """Arrows move and choose; on the first line keys are text."""
        self._message = ""
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
        if key in ("left", "right") and not self._in_list:
            self.form.step(self.form.fields[self._line - 1], 1 if key == "right" else -1)
            return True
        return False

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
            listed += [
                command("app.help", "question_mark", words("lobby.key.help"), self._help, rank=2),
                command("app.palette", "colon", "", self.house.open_palette, shown=":"),
            ]
        return (*listed, command("app.palette.ctrl", "ctrl+p", "", self.house.open_palette))

    def _help(self) -> None:
        self.house.open_help(self)

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
        self.errand(self._opening)

    async def _opening(self) -> None:
        answer = await self.house.ask_server(self.form.message())
        if isinstance(answer, Ok):
            self.dismiss(answer.table)
        elif answer is not None:
            self._message = self.house.refusal(answer)
            self.redraw()

    def clicked(self, x: int, y: int) -> None:
        """A click on a line moves there."""
        line_no = (y - 2) // self._spacing
        if x > LIST and 0 <= line_no <= len(self.form.fields):
            self._in_list, self._line = False, line_no

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    _spacing = 2

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The form as drawn in ux.md 5.2."""
        words, form = self.words, self.form
        page = Page(size, self.palette, self.words)
        width = min(page.width - 2, 100)
        bottom = page.height - 2
        page.frame(1, 1, width, bottom, words("lobby.create.title"))
        self._draw_games(page, bottom - 5)
        lines = len(form.fields) + 1
        room = bottom - 5
        self._spacing = 2 if lines * 2 <= room + 1 else 1
        visible = max(1, (room + self._spacing - 1) // self._spacing)
        first = max(0, self._line - visible + 1)
        for row, number in enumerate(range(first, min(lines, first + visible))):
            self._draw_line(page, 2 + row * self._spacing, number, width)
        page.rule(bottom - 3, 3, width - 4)
        said = self._message or self._note(spacing=1) or form.sentence(words)
        style = page.palette.bad if self._message else page.palette.text
        for row, text in enumerate(wrapped(said, width - 4)[:2]):
            page.put(3, bottom - 2 + row, text, style)
        hint = "lobby.create.hint_list" if len(self._games) > 1 else "lobby.create.hint"
        page.put(3, bottom, f" {words(hint)} ", page.palette.muted, width - 6)
        page.keys(entry.button for entry in self.commands())
        return page.rows()

    def _note(self, spacing: int) -> str:
        """What the chosen line is about, if the lines stand that far apart."""
        if self._in_list or self._line == 0 or self._spacing != spacing:
            return ""
        return self.form.fields[self._line - 1].note

    def _draw_games(self, page: Page, height: int) -> None:
        looks, words = page.looks, self.words
        y = 2
        kind = None
        for index, info in enumerate(self._games):
            if category(info) != kind:
                kind = category(info)
                page.put(3, y, words(f"lobby.category.{kind}"), page.palette.faint, LIST - 2)
                y += 1
            name = f"  {game_name(words, info.id)}"
            style = page.palette.text
            if index == self._game:
                style = looks.chosen if self._in_list else looks.kept
                name = f"▸ {game_name(words, info.id)}"
            page.put(3, y, name.ljust(LIST - 3)[: LIST - 3], style)
            y += 1
        for row in range(2, 2 + height):
            page.put(LIST + 2, row, "│", page.palette.faint)

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
            page.field(values, y, form.name.text, at, NAME_CELLS + 1)
            return
        field = form.fields[number - 1]
        room = width - values
        page.choices((values, y), field.labels, form.index(field), focused, room)
        if focused:
            page.put(x, y + 1, self._note(spacing=2), page.palette.muted, width - x)


def _fields(info: GameInfo, words: Words) -> tuple[Field, ...]:
    seats = tuple(range(info.lo, info.hi + 1))
    fields = [Field("seats", words("lobby.create.seats"), seats, tuple(str(n) for n in seats))]
    for spec in info.options:
        values = _values(spec)
        labels = tuple(option_value(words, info.id, spec.name, value) for value in values)
        fields.append(Field(spec.name, option_name(words, info.id, spec.name), values, labels))
    if info.bots:
        labels = tuple(words(f"lobby.fill.{fill}") for fill in FILLS)
        fields.append(Field("bots", words("lobby.create.bots"), FILLS, labels))
    return (*fields, *_times(info, words))


def _times(info: GameInfo, words: Words) -> tuple[Field, ...]:
    """How long one may think and, where the others wait, how long for somebody absent."""
    usual, pauses = info.manners.clock, info.manners.absence == "pause"
    first = words("absence.no_clock")
    if usual is not None:
        first = words("absence.create.clock_usual", seconds=usual)
    rest = (words("absence.create.seconds", seconds=seconds) for seconds in CLOCKS[1:])
    note = words("absence.create.clock_pause" if pauses else "absence.create.clock_default")
    clock = Field("clock", words("absence.create.clock"), CLOCKS, (first, *rest), note)
    if not pauses:
        return (clock,)
    labels = tuple(_patience(seconds, words) for seconds in PATIENCES)
    note = words("absence.create.patience_note")
    patience = Field("patience", words("absence.create.patience"), PATIENCES, labels, note)
    return clock, patience


def _patience(seconds: int, words: Words) -> str:
    if seconds % 60:
        return words("absence.create.seconds", seconds=seconds)
    return words("absence.create.minutes", minutes=seconds // 60)


def _values(spec: OptionSpec) -> tuple[Value, ...]:
    match spec.kind:
        case "switch":
            return (False, True)
        case "choice":
            return spec.choices
        case "number":
            lo = 0 if spec.lo is None else spec.lo
            hi = max(lo, int(spec.default)) * 2 if spec.hi is None else spec.hi
            return _scale(lo, hi, int(spec.default))


WIDE = 10_000  # from so many values on steps grow with the number


def _scale(lo: int, hi: int, default: int) -> tuple[int, ...]:
    """The whole numbers from lo to hi, in larger steps where they are too many to step through.

    Stakes reach from a chip to a million: there the steps are 1, 2, 5, 10, 20, 50 …
    """
    if hi - lo > WIDE:
        round_ones = (lead * 10**zeros for zeros in range(len(str(hi))) for lead in (1, 2, 5))
        return tuple(sorted({lo, hi, default, *(one for one in round_ones if lo < one < hi)}))
    step = max(1, 10 ** max(0, len(str(hi - lo)) - 2))
    return tuple(sorted({lo, *range(lo - lo % step + step, hi, step), hi, default}))
