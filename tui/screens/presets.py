"""Settings of a new table by name: those that the program knows, and those saved with the account.

ux 5.2: `g` loads one, `s` saves what is chosen.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from engine.values.options import Value
from protocol.messages import (
    DropTemplate,
    GameInfo,
    KeepTemplate,
    No,
    Ok,
    Request,
    Template,
    Templates,
)
from tui.locale import Words
from tui.screens.pick import Item, PickScreen
from tui.screens.speech import game_name
from tui.screens.typed import TypedScreen

if TYPE_CHECKING:
    from tui.screens.create import CreateScreen

NAME = 24  # cells of a name
FAST, SLOW = 15, 120  # seconds for a decision


class Preset(NamedTuple):
    """A name and what it chooses, from the usual table on; `own`: saved with the account."""

    name: str
    game: str
    values: Mapping[str, Value]
    note: str
    own: bool = False


def known(info: GameInfo, words: Words) -> list[Preset]:
    """What the program has for a game: the usual table, its rule sets, a fast and an easy one."""
    presets = [Preset(words("lobby.preset.usual"), info.id, {}, words("lobby.preset.usual.note"))]
    for name, values in info.presets.items():
        key = f"cash.create.preset.{name}"
        note = f"cash.create.preset_said.{name}"
        presets.append(
            Preset(
                words(key) if words.has(key) else name,
                info.id,
                values,
                words(note) if words.has(note) else "",
            )
        )
    fast: dict[str, Value] = {"clock": FAST}
    easy: dict[str, Value] = {"clock": SLOW}
    if info.bots:
        fast, easy = fast | {"bots": "now"}, easy | {"bots": "now"}
    if "easy" in info.levels:
        easy["level"] = "easy"
    if "hints" in {spec.name for spec in info.options}:
        easy["hints"] = True
    for name, values in (("fast", fast), ("easy", easy)):
        presets.append(Preset(words(f"lobby.preset.{name}"), info.id, values, _said(values, words)))
    return presets


def _said(values: Mapping[str, Value], words: Words) -> str:
    """What such a preset chooses, in a few words."""
    said = [words("absence.create.clock_said", seconds=values["clock"])]
    if "bots" in values:
        said.append(words(f"lobby.fill.{values['bots']}.said"))
    if "level" in values:
        said.append(words(f"lobby.level.{values['level']}.said"))
    if "hints" in values:
        said.append(words("lobby.preset.help"))
    return ", ".join(said)


def saved(templates: Sequence[Template], game: str, words: Words) -> list[Preset]:
    """What is saved with the account, that for `game` first."""
    ordered = sorted(templates, key=lambda one: (one.game != game, one.game, one.name.casefold()))
    return [
        Preset(one.name, one.game, one.values, game_name(words, one.game), own=True)
        for one in ordered
    ]


def items(presets: Sequence[Preset], words: Words) -> list[Item]:
    """Their rows in a list; a row's value is its place."""
    return [
        Item(
            str(place),
            preset.name,
            preset.note,
            words("lobby.preset.own" if preset.own else "lobby.preset.known"),
        )
        for place, preset in enumerate(presets)
    ]


class Presets:
    """Loads and saves what a form has chosen."""

    def __init__(self, form: "CreateScreen") -> None:
        self._form = form
        self._listed: list[Preset] = []
        self._screen: PickScreen | None = None

    def load(self) -> None:
        """Show what there is, and choose all of what is chosen from it."""
        self._form.errand(self._loading)

    async def _loading(self) -> None:
        answer = await self._form.house.ask_server(Templates(id=0))
        if answer is None:
            return
        # What can't be told is missing; the others are there all the same.
        templates = answer.templates if isinstance(answer, Ok) else ()
        self._list(templates)
        words = self._form.words
        self._screen = PickScreen(
            words("lobby.preset.title"),
            items(self._listed, words),
            done=words("lobby.preset.do"),
            keep=lambda value: "" if self._at(value).own else words("lobby.preset.fixed"),
            drop=self._drop,
        )
        self._form.house.push_screen(self._screen, self._chosen)

    def _list(self, templates: Sequence[Template]) -> None:
        words, info = self._form.words, self._form.form.info
        playable = {one.id for one in self._form.house.room.games}
        templates = [one for one in templates if one.game in playable]
        self._listed = saved(templates, info.id, words) + known(info, words)

    def _at(self, value: str) -> Preset:
        return self._listed[int(value)]

    def _chosen(self, value: str | None) -> None:
        if value is not None:
            preset = self._at(value)
            self._form.apply(preset.game, preset.values)
            self._form.tell(self._form.words("lobby.preset.loaded", name=preset.name))

    def _drop(self, value: str) -> None:
        preset = self._at(value)
        if self._screen is not None:
            gone = DropTemplate(id=0, name=preset.name, game=preset.game)
            self._screen.errand(lambda: self._dropping(gone))

    async def _dropping(self, gone: DropTemplate) -> None:
        answer = await self._form.house.ask_server(gone)
        if self._screen is None or answer is None:
            return
        words = self._form.words
        if isinstance(answer, No):
            self._screen.explain(self._form.house.refusal(answer))
            self._screen.redraw()
            return
        self._list(answer.templates)
        self._screen.show(items(self._listed, words))

    def save(self) -> None:
        """Ask for a name, and save what is chosen under it."""
        words, form = self._form.words, self._form.form

        def named(name: str | None) -> None:
            if name is not None:
                template = Template(name, form.info.id, dict(form.chosen))
                kept = KeepTemplate(id=0, template=template)
                said = words("lobby.preset.saved", name=name)
                self._form.errand(lambda: self._saving(kept, said))

        note = words("lobby.preset.save_note")
        title, label = words("lobby.preset.save_title"), words("lobby.preset.name")
        typed = TypedScreen(title, label, note, NAME, form.name.text)
        self._form.house.push_screen(typed, named)

    async def _saving(self, request: Request, said: str) -> None:
        answer = await self._form.house.ask_server(request)
        if isinstance(answer, No):
            self._form.explain(self._form.house.refusal(answer))
        elif answer is not None:
            self._form.tell(said)
        self._form.redraw()
