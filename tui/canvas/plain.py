"""Text for terminals that know letters only, and text from people made harmless."""

import unicodedata
from functools import lru_cache

from msgspec.structs import replace

from engine.values.why import Why
from protocol.messages import ChairInfo, Said, TableView
from tui.canvas.scene import Scene
from tui.locale import Lang, Words
from tui.notices import Notice

# One character for one, so that nothing moves.
_SYMBOLS = str.maketrans(
    {
        "♠": "s",
        "♥": "h",
        "♡": "h",
        "♦": "d",
        "♢": "d",
        "♣": "c",
        "●": "*",
        "○": ".",
        "◆": "*",
        "▸": ">",
        "▲": "^",
        "▼": "v",
        "✓": "+",
        "✗": "x",
        "·": "-",
        "…": "~",
        "–": "-",
        "−": "-",
        "±": "~",
        "½": "h",
        "⅔": "t",
        "←": "<",
        "→": ">",
        "↑": "^",
        "↓": "v",
        "≤": "<",
        "★": "*",
        "²": "2",
        "×": "x",
        "━": "=",
        "┃": "|",
        "─": "-",
        "│": "|",
        "┌": "+",
        "┐": "+",
        "└": "+",
        "┘": "+",
        "╭": "+",
        "╮": "+",
        "╰": "+",
        "╯": "+",
        "┏": "+",
        "┓": "+",
        "┗": "+",
        "┛": "+",
        "░": "#",
        "▓": "#",
        "▌": "|",
        "▏": "_",
        "•": "*",
        "„": '"',
        "“": '"',
        "”": '"',
    }
)
_OUTLINES = str.maketrans({"♥": "♡", "♦": "♢"})
# Spelt in words, where there is room for more than one character.
_SPELT = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "≤": "<="}

# Written into the flow of text they change its direction or its look, not its words.
_HARMFUL = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def letters(text: str) -> str:
    """`text` with every symbol as one ASCII character of the same width."""
    return text.translate(_SYMBOLS)


def outlined(text: str) -> str:
    """`text` with the red suits as outlines."""
    return text.translate(_OUTLINES)


def clean(text: str) -> str:
    """Text from people with `?` for every control, direction, private or unassigned character."""
    if text.isprintable():
        return text
    return "".join("?" if unicodedata.category(c) in _HARMFUL else c for c in text)


def spelled(text: str) -> str:
    """`text` in ASCII: ae oe ue ss <=, other letters without accents, other symbols kept."""
    spelt: list[str] = []
    for character in text:
        if character in _SPELT:
            spelt.append(_SPELT[character])
        elif character.isascii() or ord(character) in _SYMBOLS:
            spelt.append(character)
        else:
            base = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
            spelt.append(base or "?")
    return "".join(spelt)


class _PlainWords(Words):
    def __init__(self, lang: Lang, letters: Lang | None = None) -> None:
        super().__init__(lang, letters)
        self._words = {key: spelled(text) for key, text in self._words.items()}


@lru_cache
def plain_words(lang: Lang, letters: Lang | None = None) -> Words:
    """The sentences of a language, spelled in ASCII."""
    return _PlainWords(lang, letters)


def cleaned(scene: Scene, ascii_only: bool) -> Scene:
    """The scene with everybody's names and texts harmless, and in ASCII if that is asked for."""

    def say(text: str) -> str:
        text = clean(text)
        return spelled(text) if ascii_only else text

    def chair(info: ChairInfo) -> ChairInfo:
        return replace(info, name=say(info.name))

    def spoken(said: Said) -> Said:
        to = None if said.to is None else say(said.to)
        text = None if said.text is None else say(said.text)
        return replace(said, name=say(said.name), to=to, text=text)

    def noticed(notice: Notice) -> Notice:
        return replace(notice, name=say(notice.name))

    def reason(why: Why | None) -> Why | None:
        if why is None:
            return None
        return Why(why.code, {k: say(v) if isinstance(v, str) else v for k, v in why.facts.items()})

    players = tuple(map(say, scene.players))
    table: TableView = replace(
        scene.table,
        name=say(scene.table.name),
        chairs=tuple(map(chair, scene.table.chairs)),
        cancelled=reason(scene.table.cancelled),
        watchers=tuple(map(say, scene.table.watchers)),
    )
    return replace(
        scene,
        table=table,
        players=players,
        said=tuple(map(spoken, scene.said)),
        notices=tuple(map(noticed, scene.notices)),
        ui=replace(
            scene.ui,
            typed=say(scene.ui.typed),
            message=None if scene.ui.message is None else say(scene.ui.message),
        ),
    )
