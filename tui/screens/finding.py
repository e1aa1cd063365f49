"""Looks for a text in the rules of a game: what is typed, and in which of their lines it is."""

import re

from tui.locale.rules import Rules
from tui.screens.line import Line, line
from tui.screens.paint import Page
from tui.screens.prose import prose

Place = tuple[int, int]  # section, line; the first two lines are its title and a blank
ROOM = 40  # cells of a text that is looked for


class Finder:
    """The search of one help screen."""

    def __init__(self) -> None:
        self._line: Line | None = None  # what is being typed
        self._at: Place | None = None  # where it was found last
        self._missing = False
        self.text = ""

    @property
    def typing(self) -> bool:
        """Whether keys are text now."""
        return self._line is not None

    def begin(self) -> None:
        """Type what is looked for."""
        self._line, self._missing = line("", ROOM), False

    def key(self, key: str, character: str | None) -> bool:
        """A key while typing; whether it is done, and something is to be looked for."""
        typed = self._line
        if typed is None:
            return False
        if key in ("enter", "escape"):
            self.text = typed.text.strip() if key == "enter" else ""
            self._line = self._at = None
            return bool(self.text)
        edited = typed.pressed(key)
        if edited is None and character:
            edited = typed.typed(character)
        self._line = edited or typed
        return False

    def pasted(self, text: str) -> None:
        """Text that was pasted, into what is typed."""
        if self._line is not None:
            self._line = self._line.typed(text)

    def hush(self) -> None:
        """No longer say that there was nothing."""
        self._missing = False

    def next(self, known: Rules, section: int, width: int) -> Place | None:
        """The next place, from the last one or the section's top on, around the end."""
        places = places_of(known, self.text, width)
        self._missing = not places
        if not places:
            return None
        after = self._at if self._at is not None and self._at[0] == section else (section, -1)
        self._at = next((place for place in places if place > after), places[0])
        return self._at

    def draw(self, page: Page) -> None:
        """What is being typed, or that there is no such text, over the last row."""
        y, words = page.height - 2, page.words
        if self._line is not None:
            page.band(0, y, page.width, page.palette.drawer)
            x = page.put(1, y, words("help.find"), page.looks.strong_accent) + 1
            page.field(x, y, self._line.text, self._line.at, min(ROOM + 1, page.width - x - 2))
        elif self._missing:
            page.band(0, y, page.width - 5, page.palette.back)
            said = words("help.find.none", text=self.text)
            page.put(2, y, said, page.palette.bad, page.width - 7)


def places_of(known: Rules, text: str, width: int) -> list[Place]:
    """Every line that has the text, and the head of a section that has it only across lines."""
    wanted = _plainly(text)
    if not wanted:
        return []
    places: list[Place] = []
    for number, section in enumerate(known.sections):
        lines = [section.title, "", *(line.text for line in prose(section.text, width))]
        found = [(number, at) for at, line in enumerate(lines) if wanted in _plainly(line)]
        if not found and wanted in _plainly(" ".join(lines)):
            found = [(number, 0)]
        places += found
    return places


def _plainly(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip().casefold()
