"""Tables of one's own that one is not looking at: only that it is one's turn there is said."""

from typing import TYPE_CHECKING

from protocol.messages import TableView
from tui.canvas.plain import clean
from tui.canvas.scene import Scene
from tui.lines.asking import Question, question_of
from tui.lines.typed import shown

if TYPE_CHECKING:
    from tui.lines.core import Session


class Elsewhere:
    """What is asked at the other tables."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._asked: dict[str, Question | None] = {}
        # Whether one is on the way to a table: it may be shown before one is there.
        self.entering = False

    def seen(self, view: TableView) -> None:
        """A view of another table came: a new question there is told of."""
        if self.entering:
            return
        asked = question_of(Scene(view)) if view.stage == "running" else None
        if asked is not None and asked != self._asked.get(view.id):
            voice = self._session.voice
            word = shown("sit" if self._session.table is None else "lobby", voice.words)
            self._session.say(voice("turn_at", table=clean(view.name), word=word))
        self._asked[view.id] = asked
