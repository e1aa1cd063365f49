"""The rules of the games as sections of text, for the help and for the shell."""

import re
from functools import cache
from importlib.resources import files

from msgspec import Struct
from msgspec.structs import replace

from tui.locale import Lang, Words

# The name of a hand in an example, which the screen says in its own words.
_NAME = re.compile(r"\{([a-z_]+)\}")
_HEAD = re.compile(r"^## (?P<title>.+?) \{(?P<ids>[\w ]+)\}$", re.MULTILINE)


class Section(Struct, frozen=True):
    """One section: its title, the phases of a table that it is about, and its text."""

    title: str
    ids: tuple[str, ...]
    text: str


class Rules(Struct, frozen=True):
    """A game's rules in one language."""

    title: str
    sections: tuple[Section, ...]

    def index(self, phase: str) -> int:
        """The section about a phase of the table, the first one where none is."""
        return next((i for i, section in enumerate(self.sections) if phase in section.ids), 0)


@cache
def written(lang: Lang = "en") -> tuple[str, ...]:
    """The ids of all games whose rules are written, the first game of the house first."""
    pages = (files(f"tui.locale.{lang}") / "rules").iterdir()
    ids = sorted(page.name.removesuffix(".md") for page in pages if page.name.endswith(".md"))
    return tuple(sorted(ids, key=lambda id: id != "pokerface"))


@cache
def rules(game: str, lang: Lang) -> Rules | None:
    """The rules of a game with the names of hands in their examples; None if none are written."""
    found = source(game, lang)
    if found is None:
        return None
    words = Words(lang)

    def named(text: str) -> str:
        return _NAME.sub(lambda name: f"**{words(f'cards.name.{name[1]}')}**", text)

    sections = (replace(section, text=named(section.text)) for section in found.sections)
    return replace(found, sections=tuple(sections))


@cache
def source(game: str, lang: Lang) -> Rules | None:
    """The rules of a game as they are written; None if they are not."""
    if not re.fullmatch(r"[a-z0-9_]+", game):
        return None
    source = files(f"tui.locale.{lang}") / "rules" / f"{game}.md"
    if not source.is_file():
        return None
    text = source.read_text(encoding="utf-8")
    heads = list(_HEAD.finditer(text))
    ends = [*(head.start() for head in heads[1:]), len(text)]
    sections = tuple(
        Section(head["title"], tuple(head["ids"].split()), text[head.end() : end].strip())
        for head, end in zip(heads, ends, strict=True)
    )
    return Rules(text[: heads[0].start()].strip("# \n"), sections)
