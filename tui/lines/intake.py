"""What a stranger sends, made into lines that are short and harmless. Bytes in, lines out."""

import re
from codecs import getincrementaldecoder

from tui.canvas.plain import clean

LONGEST = 1000  # characters of a line; what is longer is cut

_ENDS = "\r\n"
_LEAVE, _EOF, _RUBOUTS = "\x03", "\x04", "\x08\x7f"
# What arrow keys and their like send, and pastes that announce themselves.
_KEYS = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|O.|.)?")


class Intake:
    """The input of one session. `over`: nothing will come any more, or somebody wants to go.

    `echo` is what a terminal that shows nothing by itself is to be sent for what was typed.
    """

    def __init__(self) -> None:
        self._decoder = getincrementaldecoder("utf-8")("replace")
        self._text = ""
        self._returned = False
        self.over = False
        self.echo = ""

    @property
    def begun(self) -> str:
        """The line that is not whole yet."""
        return self._text

    def put(self, data: bytes) -> list[str]:
        """Add what arrived; the lines that are whole now."""
        lines: list[str] = []
        text = _KEYS.sub("", self._decoder.decode(data))
        for character in text:
            if character == "\n" and self._returned:
                self._returned = False
            elif character in _ENDS:
                self._returned = character == "\r"
                lines.append(self._taken())
                self.echo += "\r\n"
            elif character == _LEAVE or (character == _EOF and not self._text):
                self.over = True
                break
            else:
                self._returned = False
                self._type(character)
        return lines

    def end(self) -> list[str]:
        """Nothing will come any more; the line that was begun."""
        self.over = True
        return [self._taken()] if self._text else []

    def _type(self, character: str) -> None:
        if character in _RUBOUTS:
            if self._text:
                self._text = self._text[:-1]
                self.echo += "\b \b"
        elif len(self._text) < LONGEST and (character == "\t" or character.isprintable()):
            self._text += character
            self.echo += character

    def _taken(self) -> str:
        text, self._text = self._text, ""
        return clean(text.replace("\t", " "))
