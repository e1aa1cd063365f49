"""What can be chosen for a new table: lines of values, and the request and sentence they make."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.values import level
from engine.values.options import OptionSpec, Value
from protocol.messages import PATIENCE, BotFill, Create, Entry, GameInfo, TableChat
from tui.layouts import royalties
from tui.layouts.absence import PATIENCES
from tui.layouts.options import in_force
from tui.layouts.stakes import stakes, usual_dues
from tui.link import new_key
from tui.locale import Words
from tui.screens.line import Line, given
from tui.screens.speech import (
    RANGE,
    are_stakes,
    buy_in,
    differing,
    game_name,
    option_name,
    option_value,
)

NAME_CELLS = 24
FILLS: tuple[BotFill, ...] = ("none", "later", "now")
USUAL = 0  # the game's usual time to think, which may be none
ENTRIES: tuple[Entry, ...] = ("open", "code")
CHATS: tuple[TableChat, ...] = ("free", "phrases", "off")
CLOCKS = (USUAL, 15, 30, 60, 120)  # seconds for a decision
DEPTHS = ((20, 50), (20, 100), (40, 100), (50, 200), (100, 250))  # buy-ins in big blinds
OWN = "own"  # rules that are no preset
PRESET, BUY_IN = "preset", "buy_in"


class Field(NamedTuple):
    """One line of values side by side; a number between `bounds` can be typed as well.

    `beyond` is a value that there is not, shown dimmed behind the others, and `why` not.
    """

    id: str
    label: str
    values: tuple[Value, ...]
    labels: tuple[str, ...]
    note: str = ""  # what it is about, where that does not go without saying
    bounds: tuple[int, int] | None = None
    beyond: str = ""
    why: str = ""


class Form:
    """What has been chosen for a new table of one game."""

    def __init__(self, info: GameInfo, name: str, words: Words, *, company: bool = False) -> None:
        """`company`: others can come, and it matters who may and what they may say."""
        self.info = info
        self._company = company
        self.name: Line = given(name, NAME_CELLS)
        self._words = words
        chips = info.match in ("cash", "freezeout")
        self.chosen: dict[str, Value] = {
            "seats": min(info.hi, max(info.lo, 6 if chips else 4)),
            "bots": "later" if info.bots else "none",
            "level": level.USUAL,
            "clock": USUAL,
            "patience": PATIENCE,
            "entry": "open",
            "spectators": True,
            "chat": "free",
            **{spec.name: spec.default for spec in info.options},
        }

    # ── the lines ──────────────────────────────────────────────────────────────────────────────

    @property
    def fields(self) -> tuple[Field, ...]:
        """The lines that matter beside what is chosen in the others."""
        return tuple(self._fields())

    def _fields(self) -> Iterator[Field]:
        info, words = self.info, self._words
        yield self._seats()
        rules = {name for values in info.presets.values() for name in values}
        for spec in info.options:
            if spec.name == RANGE[0] and self._ranged:
                yield self._buy_in()
            elif spec.name not in rules and not (spec.name in RANGE and self._ranged):
                yield from self._option(spec)
        if rules:
            yield self._presets()
        for spec in info.options:
            if spec.name in rules:
                yield from self._option(spec)
        if info.bots:
            labels = tuple(words(f"lobby.fill.{fill}") for fill in FILLS)
            note = words("lobby.about.bots")
            yield Field("bots", words("lobby.create.bots"), FILLS, labels, note)
        if self._graded:
            labels = tuple(words(f"lobby.level.{one}") for one in info.levels)
            note = words("lobby.about.level")
            yield Field("level", words("lobby.create.level"), info.levels, labels, note)
        yield from _times(info, words)
        if self._company:
            yield from _company(info, words)

    def take(self, values: Mapping[str, Value]) -> None:
        """Choose all of these that can be chosen here; what is unknown or impossible is left."""
        for spec in self.info.options:
            if spec.name in values and _possible(spec, values[spec.name]):
                self.chosen[spec.name] = values[spec.name]
        info = self.info
        others: dict[str, tuple[Value, ...]] = {
            "seats": tuple(range(info.lo, info.hi + 1)),
            "bots": FILLS if info.bots else (),
            "level": info.levels,
            "clock": CLOCKS,
            "patience": PATIENCES,
            "entry": ENTRIES,
            "spectators": (False, True),
            "chat": CHATS,
        }
        for name, possible in others.items():
            value = values.get(name)
            if value is not None and any(
                value == one and type(value) is type(one) for one in possible
            ):
                self.chosen[name] = value

    def _seats(self) -> Field:
        info, words = self.info, self._words
        seats = tuple(range(info.lo, info.hi + 1))
        label, labels = words("lobby.create.seats"), tuple(str(n) for n in seats)
        note = words("lobby.about.seats" if info.match == "cooperative" else "lobby.about.chairs")
        if not words.has(why := f"{info.id}.too_many"):
            return Field("seats", label, seats, labels, note)
        beyond = str(info.hi + 1)
        return Field("seats", label, seats, labels, note, beyond=beyond, why=words(why))

    @property
    def _graded(self) -> bool:
        """Whether its bots play as well as one likes.

        Also where none shall come by themselves: somebody at the table may call them.
        """
        return len(self.info.levels) > 1

    def _option(self, spec: OptionSpec) -> Iterator[Field]:
        """An option's line, if the option means anything now."""
        if not in_force(spec, self.chosen):
            return
        values = _values(spec)
        bounds = None
        if spec.kind == "number":
            bounds = _bounds(spec)
            # A usual nothing comes last where it stands for more than any number.
            endless = spec.usual[-1:] == (0,)
            values = tuple(
                sorted(
                    {*values, self.chosen[spec.name]},
                    key=lambda value: (endless and value == 0, int(value)),
                )
            )
        game = self.info.id
        labels = tuple(self._label(spec, value) for value in values)
        label = option_name(self._words, game, spec.name)
        note = self._about(spec.name)
        yield Field(spec.name, label, values, labels, note, bounds=bounds)

    def _about(self, option: str) -> str:
        """What a line is about: the royalties that there are, or what its game says of it."""
        if option == "royalties" and self.chosen[option] != OWN:
            told = royalties.listed(self.info.id, self.chosen, self._words)
            if told:
                return told
        key = f"{self.info.id}.about.{option}"
        return self._words(key) if self._words.has(key) else ""

    @property
    def table(self) -> tuple[str, ...]:
        """What strong rows earn, as a small table; an own table stands in the lines."""
        if self.chosen.get("royalties") == OWN:
            return ()
        return royalties.lines(self.info.id, self.chosen, self._words)

    def _label(self, spec: OptionSpec, value: Value) -> str:
        """A value in words; what the stake makes of 0 is told in chips."""
        usual = usual_dues(self.chosen).get(spec.name)
        if value == 0 and usual is not None:
            return self._words("cash.create.usual", chips=self._words.number(usual))
        return option_value(self._words, self.info.id, spec.name, value)

    def _presets(self) -> Field:
        words, names = self._words, tuple(self.info.presets)
        values: tuple[Value, ...] = names if self.preset != OWN else (*names, OWN)
        labels = tuple(_preset_name(str(value), words) for value in values)
        note = words("cash.create.rules_note")
        return Field(PRESET, words("cash.create.rules"), values, labels, note)

    @property
    def preset(self) -> str:
        """The preset that the chosen rules are."""
        for name, values in self.info.presets.items():
            if all(self.chosen.get(option) == value for option, value in values.items()):
                return name
        return OWN

    @property
    def _ranged(self) -> bool:
        """Whether the game has a range of buy-ins, which is one line."""
        return {"bet", *RANGE} <= {spec.name for spec in self.info.options}

    def _buy_in(self) -> Field:
        words = self._words
        depths = sorted({*DEPTHS, self._depth})
        labels = tuple(words("cash.create.big_blinds", lo=lo, hi=hi) for lo, hi in depths)
        values = tuple(f"{lo}-{hi}" for lo, hi in depths)
        blinds = "bring_in" not in self.chosen
        label = words("cash.create.buy_in" if blinds else "cash.create.buy_in_bets")
        return Field(BUY_IN, label, values, labels, words("cash.create.buy_in_note"))

    @property
    def _depth(self) -> tuple[int, int]:
        return int(self.chosen["least"]), int(self.chosen["most"])

    @property
    def buy_in(self) -> tuple[int, int]:
        """The least and the most chips that one sits down with; for games with such a range."""
        big = int(self.chosen["bet"])
        least, most = self._depth
        return least * big, most * big

    # ── choosing ───────────────────────────────────────────────────────────────────────────────

    def index(self, field: Field) -> int:
        """Which of the field's values is chosen."""
        return field.values.index(self._value(field.id))

    def _value(self, field: str) -> Value:
        if field == PRESET:
            return self.preset
        if field == BUY_IN:
            return "{}-{}".format(*self._depth)
        return self.chosen[field]

    def step(self, field: Field, by: int) -> None:
        """Choose the value before or after."""
        at = max(0, min(len(field.values) - 1, self.index(field) + by))
        self.choose(field, field.values[at])

    def choose(self, field: Field, value: Value) -> None:
        """Choose a value; a preset and a range choose several."""
        if field.id == PRESET:
            self.chosen |= self.info.presets.get(str(value), {})
        elif field.id == BUY_IN:
            least, most = str(value).split("-")
            self.chosen |= {"least": int(least), "most": int(most)}
        else:
            self.chosen[field.id] = value
            top = next((spec for spec in self.info.options if spec.name == "top"), None)
            if field.id == "bet" and top is not None:
                # A limit's large bet is twice the small one, unless somebody says otherwise.
                self.chosen["top"] = min(2 * int(value), top.hi or 2 * int(value))

    # ── what comes of it ───────────────────────────────────────────────────────────────────────

    @property
    def options(self) -> Mapping[str, Value]:
        """The options that mean anything."""
        return {
            spec.name: self.chosen[spec.name]
            for spec in self.info.options
            if in_force(spec, self.chosen)
        }

    def message(self, chips: int | None = None) -> Create:
        """The request that opens this table, and buys in for `chips`."""
        seats, bots = self.chosen["seats"], self.chosen["bots"]
        clock, patience = self.chosen["clock"], self.chosen["patience"]
        entry, chat = self.chosen["entry"], self.chosen["chat"]
        assert isinstance(seats, int)
        assert isinstance(clock, int)
        assert isinstance(patience, int)
        return Create(
            id=0,
            key=new_key(),
            game=self.info.id,
            name=self.name.text.strip(),
            seats=seats,
            options=dict(self.options),
            bots=next(fill for fill in FILLS if fill == bots),
            clock=clock or None,
            patience=patience,
            chips=chips,
            level=next((one for one in self.info.levels if one == self.chosen["level"]), None),
            entry=next(one for one in ENTRIES if one == entry),
            spectators=self.chosen["spectators"] is True,
            chat=next(one for one in CHATS if one == chat),
        )

    def sentence(self, words: Words) -> str:
        """The whole table read back."""
        seats = self.chosen["seats"]
        party = f"lobby.party.{seats}"
        head = [game_name(words, self.info.id)]
        if are_stakes(self.info.options):
            head.append(stakes(self.options, words))
        head.append(words(party) if words.has(party) else words("lobby.party", n=seats))
        parts = [" ".join(head)]
        if self._ranged:
            parts.append(buy_in(words, self.buy_in))
        parts += self._rules(words)
        if self.chosen["clock"] != USUAL:
            parts.append(words("absence.create.clock_said", seconds=self.chosen["clock"]))
        if self.chosen["patience"] != PATIENCE:
            time = _patience(int(self.chosen["patience"]), words)
            parts.append(words("absence.create.patience_said", time=time))
        if self.info.bots:
            parts.append(words(f"lobby.fill.{self.chosen['bots']}.said"))
        if self._graded and self.chosen["level"] != level.USUAL:
            parts.append(words(f"lobby.level.{self.chosen['level']}.said"))
        if self.chosen["entry"] == "code":
            parts.append(words("lobby.private.said"))
        if not self.chosen["spectators"]:
            parts.append(words("lobby.spectators.off.said"))
        if self.chosen["chat"] != "free":
            parts.append(words(f"lobby.chat.{self.chosen['chat']}.said"))
        return ", ".join(parts) + "."

    def _rules(self, words: Words) -> list[str]:
        """The preset by its name, or what is different, each in a few words."""
        info, preset = self.info, self.preset
        named = info.presets.get(preset, {})
        specs = tuple(spec for spec in info.options if spec.name not in named)
        said = differing(words, info.id, specs, self.options)
        if info.presets:
            key = f"cash.create.preset_said.{preset}"
            return [*said, words(key)] if words.has(key) else said
        return said or [words("lobby.usual_rules")]


def _preset_name(name: str, words: Words) -> str:
    key = f"cash.create.preset.{name}"
    return words(key) if words.has(key) else name


def _times(info: GameInfo, words: Words) -> tuple[Field, ...]:
    """How long one may think and, where the others wait, how long for somebody absent."""
    usual, pauses = info.manners.clock, info.manners.absence == "pause"
    first = words("absence.no_clock")
    if usual is not None:
        first = words("absence.create.clock_usual", seconds=usual)
    rest = (words("absence.create.seconds", seconds=seconds) for seconds in CLOCKS[1:])
    after = "pause" if pauses else "default"
    if info.match in ("points", "freezeout"):
        after = info.match
    note = words(f"absence.create.clock_{after}")
    clock = Field("clock", words("absence.create.clock"), CLOCKS, (first, *rest), note)
    if not pauses:
        return (clock,)
    labels = tuple(_patience(seconds, words) for seconds in PATIENCES)
    note = words("absence.create.patience_note")
    patience = Field("patience", words("absence.create.patience"), PATIENCES, labels, note)
    return clock, patience


def _company(info: GameInfo, words: Words) -> Iterator[Field]:
    """Who may come, who may look on, and what may be said."""
    labels = tuple(words(f"lobby.entry.{entry}") for entry in ENTRIES)
    note = words("lobby.about.entry")
    yield Field("entry", words("lobby.create.entry"), ENTRIES, labels, note)
    switch = (True, False)
    labels = (words("lobby.spectators.on"), words("lobby.spectators.off"))
    note = words("lobby.about.spectators")
    yield Field("spectators", words("lobby.create.spectators"), switch, labels, note)
    labels = tuple(words(f"lobby.chat.{chat}") for chat in CHATS)
    quiet = info.manners.talk != "free"
    note = words("lobby.about.chat_quiet" if quiet else "lobby.about.chat")
    yield Field("chat", words("lobby.create.chat"), CHATS, labels, note)


def _possible(spec: OptionSpec, value: Value) -> bool:
    """Whether an option can have that value."""
    match spec.kind:
        case "switch":
            return isinstance(value, bool)
        case "choice":
            return any(value == one and type(value) is type(one) for one in spec.choices)
        case "number":
            lo, hi = _bounds(spec)
            return type(value) is int and lo <= value <= hi


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
            return spec.usual or _scale(*_bounds(spec), int(spec.default))


def _bounds(spec: OptionSpec) -> tuple[int, int]:
    """The least and the greatest number that can be chosen."""
    lo = 0 if spec.lo is None else spec.lo
    return lo, max(lo, int(spec.default)) * 2 if spec.hi is None else spec.hi


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
