"""One line of text being typed: a value, and what keys make of it."""

from msgspec import Struct
from rich.cells import cell_len

# So many characters more than cells, for marks that take none: endless ones would be no message.
MARKS = 24


class Line(Struct, frozen=True):
    """Text with a cursor before character `at`; at most `limit` cells wide.

    `given`: nobody has touched the text yet, what is typed first takes its place.
    """

    text: str = ""
    at: int = 0
    limit: int = 200
    given: bool = False

    def typed(self, text: str) -> "Line":
        """With `text` put in at the cursor: only what can be printed, as far as it fits."""
        line = self
        if self.given and any(character.isprintable() for character in text):
            line = Line(limit=self.limit)
        for character in text:
            wider = line.text[: line.at] + character + line.text[line.at :]
            fits = cell_len(wider) <= line.limit and len(wider) <= line.limit + MARKS
            if character.isprintable() and fits:
                line = Line(wider, line.at + 1, line.limit)
        return line

    def pressed(self, key: str) -> "Line | None":
        """After an editing key; None if `key` is none."""
        text, at = self.text, self.at
        match key:
            case "backspace":
                return Line(text[: max(0, at - 1)] + text[at:], max(0, at - 1), self.limit)
            case "delete":
                return Line(text[:at] + text[at + 1 :], at, self.limit)
            case "left":
                return Line(text, max(0, at - 1), self.limit)
            case "right":
                return Line(text, min(len(text), at + 1), self.limit)
            case "home":
                return Line(text, 0, self.limit)
            case "end":
                return Line(text, len(text), self.limit)
            case _:
                return None


def line(text: str, limit: int = 200) -> Line:
    """A line that begins with `text`, the cursor behind it."""
    return Line("", 0, limit).typed(text)


def given(text: str, limit: int = 200) -> Line:
    """A line with a `text` that is proposed: an editing key keeps it, a letter begins another."""
    begun = line(text, limit)
    return Line(begun.text, begun.at, limit, bool(begun.text))
