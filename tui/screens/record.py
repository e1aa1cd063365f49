"""One finished deal to look back on: its story, and its record as a text to be kept."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from protocol.messages import PastDeal, PlayedDeal
from tui.canvas.cells import Row
from tui.canvas.pen import Spans, folded
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.record_page import Picture, draw, room, story, written
from tui.screens.speech import special

if TYPE_CHECKING:
    from tui.app import PokerApp

# Bytes of a text that are put into a terminal's clipboard: many take little more.
MOST_COPIED = 48 * 1024

STEPS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -9999, "end": 9999}


class RecordScreen(CanvasScreen[None]):
    """A deal that is over, over whatever screen it was asked for from."""

    NAME = "record"

    def __init__(self, played: PlayedDeal, record: str, text: bool = False, hint: str = "") -> None:
        """`text`: the record is shown at first, and copied; `hint` is said at first."""
        super().__init__()
        self._played = played
        self._record = record
        self._text = text
        self._scroll = 0
        self._hint = hint
        self._good = False
        self._lines: dict[tuple[bool, int], Sequence[Spans]] = {}

    def on_mount(self) -> None:
        """A text that is shown is copied, too."""
        if self._text:
            self._copy()

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    def key(self, key: str, character: str | None) -> bool:
        """Arrows move the lines."""
        if key not in STEPS:
            return False
        self._move(STEPS[key])
        return True

    def _move(self, by: int) -> None:
        self._scroll = max(0, min(self._last, self._scroll + by))

    @property
    def _last(self) -> int:
        size = self.canvas.size
        return max(0, len(self._listed(size.width)) - room(size.height))

    def commands(self) -> tuple[Command, ...]:
        """Move, change to the text and back, keep it, go back."""
        words = self.words
        other = words("past.key.story" if self._text else "past.key.text")
        listed = [
            command("record.text", "y", other, self._turn, rank=1),
            command(
                "record.move",
                "down",
                words("past.key.move"),
                lambda: self._move(1),
                shown="↑ ↓",
                rank=3,
            ),
            command("record.back", "escape h q", words("past.key.back"), self.leave, shown="Esc"),
            self.help_command(),
            command("app.redraw", "ctrl+l", "", self.house.repaint),
        ]
        if self.house.begin.keep is not None:
            listed.insert(1, command("record.keep", "w", words("past.key.keep"), self._keep))
        return tuple(listed)

    def _show_help(self) -> None:
        self.house.open_help(self, self._played.past.game)

    def _turn(self) -> None:
        self._text, self._scroll, self._hint, self._good = not self._text, 0, "", False
        if self._text:
            self._copy()

    def _copy(self) -> None:
        """Into the clipboard of whatever terminal this is, where it lets a program do that."""
        if len(self._record.encode()) <= MOST_COPIED:
            self.house.copy_to_clipboard(self._record)
            self._hint = self.words("past.copied")

    def _keep(self) -> None:
        self._hint, self._good = kept(self.house, self._played.past, self._record)

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    def _listed(self, width: int) -> Sequence[Spans]:
        """All lines on a screen that is so wide: of the story, or of the text."""
        which = self._text, width
        if which not in self._lines:
            palette = self.palette
            self._lines[which] = (
                [((row, palette.text),) for row in written(self._record, width - 4)]
                if self._text
                else [
                    row
                    for line in story(self._played, palette, self.words)
                    for row in folded(line, width - 4)
                ]
            )
        return self._lines[which]

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The deal, as far as it was scrolled."""
        words, past = self.words, self._played.past
        info = self.house.room.game(past.game)
        apart = special(words, past.game, info.options, self._played.options) if info else []
        shown = Picture(
            past=past,
            lines=self._listed(size[0]),
            scroll=self._scroll,
            hint=self._hint or (words("past.hint_text") if self._text else ""),
            good=self._good,
            waiting=self.house.turn_elsewhere(),
            special=apart,
            buttons=tuple(entry.button for entry in self.commands()),
        )
        return draw(shown, size, self.palette, words)


def kept(house: "PokerApp", deal: PastDeal, record: str) -> tuple[str, bool]:
    """Keep a record as a file where whoever started the session wants that.

    What came of it, in words, and whether it is good news.
    """
    keep, file = house.begin.keep, file_name(deal)
    if keep is None:
        return "", False
    try:
        keep(file, record)
    except OSError as error:
        return house.words("past.not_kept", file=file, why=error.strerror), False
    return house.words("past.kept", file=file), True


def file_name(deal: PastDeal) -> str:
    """What the file of a deal's record is called; nothing of a server's id can leave the folder."""
    table = re.sub(r"[^0-9A-Za-z-]+", "_", deal.table)
    return f"pokertui-{table}-{deal.deal}.phh"
