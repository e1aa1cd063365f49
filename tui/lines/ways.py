"""The ways from the lobby to a table: a seat, a queue, a code, a call."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from protocol.messages import (
    Called,
    Create,
    Find,
    Join,
    No,
    Ok,
    Queue,
    TableInfo,
    TableView,
    Wake,
    Watch,
)
from tui import waits
from tui.canvas.plain import clean
from tui.lines import typed
from tui.lines.typed import shown
from tui.link import new_key

if TYPE_CHECKING:
    from tui.lines.core import Session

CODE = 64  # characters of a table's code at most


class Ways:
    """What one person does about tables where they do not sit yet."""

    def __init__(self, session: "Session") -> None:
        self._session = session

    def sit(self, table: TableInfo, chips: int | None) -> None:
        """Sit down or come back; where all chairs are taken wait in the queue, or no more."""
        session, voice = self._session, self._session.voice
        room = session.room
        if table.id in room.held:
            session.enter(Join(id=0, key=new_key(), table=table.id))
        elif waits.held(room, table.id) is not None:
            self._sit(table, chips, None)
        elif waits.place(room, table.id) is not None:
            leaves = Queue(id=0, table=table.id, on=False)
            session.request(leaves, self._then(voice("queue.left", table=clean(table.name))))
        elif waits.queues(table):
            said = voice("queue.stands", table=clean(table.name))
            self._with_code(
                table,
                lambda code: session.request(
                    Queue(id=0, table=table.id, code=code), self._then(said, table.id)
                ),
            )
        else:
            self._with_code(table, lambda code: self._sit(table, chips, code))

    def watch(self, table: TableInfo) -> None:
        """Look on."""
        self._with_code(
            table,
            lambda code: self._session.enter(Watch(id=0, table=table.id, code=code)),
        )

    def sit_here(self, view: TableView | None) -> None:
        """From those who look on at a table to those who play."""
        session = self._session
        if view is None:
            return
        chips = None
        if view.buy_in is not None:
            chips = max(1, min(view.buy_in[1], session.room.account.chips))
        code = session.room.codes.get(view.id)
        session.request(Join(id=0, key=new_key(), table=view.id, chips=chips, code=code))

    def _sit(self, table: TableInfo, chips: int | None, code: str | None) -> None:
        session, voice = self._session, self._session.voice
        if table.buy_in is not None and chips is None:
            chips = max(1, min(table.buy_in[1], session.room.account.chips))
            session.say(voice("buys_in", chips=voice.words.number(chips)))
        # No chips at all the server would not even understand.
        chips = max(1, chips or 0) if table.buy_in is not None else None
        session.enter(Join(id=0, key=new_key(), table=table.id, chips=chips, code=code))

    def _then(self, said: str, table: str = "") -> Callable[[Ok | No | None], None]:
        """What is said when a request was done; a code that was wrong is asked for again."""

        def answered(answer: Ok | No | None) -> None:
            if isinstance(answer, Ok):
                self._session.say(said)
            elif answer is not None:
                self._mistaken(table, answer)
                self._session.say(self._session.refusal(answer))

        return answered

    def mistaken(self, request: Create | Join | Watch, answer: No) -> None:
        """A way to a table was refused: a code that was wrong is asked for again."""
        if not isinstance(request, Create):
            self._mistaken(request.table, answer)

    def _mistaken(self, table: str, answer: No) -> None:
        if answer.why.code in ("wrong_code", "needs_code"):
            self._session.room.codes.pop(table, None)

    # ── codes ──────────────────────────────────────────────────────────────────────────────────

    def _with_code(self, table: TableInfo, then: Callable[[str | None], None]) -> None:
        """Go on with the table's code, asking for it where it is not known."""
        session, room = self._session, self._session.room
        if not table.private or table.id in room.held or waits.place(room, table.id):
            then(None)
        elif table.id in room.codes:
            then(room.codes[table.id])
        else:

            def answered(text: str) -> bool:
                if text:
                    room.codes[table.id] = text[:CODE]
                    then(text[:CODE])
                else:
                    session.say(session.voice("not_done"))
                return True

            session.question(session.voice("code_of", table=clean(table.name)), answered)

    def find(self, code: str) -> None:
        """To the table that has this code."""
        session = self._session
        if not code:
            word = shown("find", session.voice.words)
            session.say(session.voice("find_how", word=word))
            return

        def answered(answer: Ok | No | None) -> None:
            if isinstance(answer, No):
                session.say(session.refusal(answer))
            elif answer is not None and answer.table is not None:
                session.room.codes[answer.table] = code
                lobby = session.room.lobby
                tables = () if lobby is None else lobby.tables
                found = next((one for one in tables if one.id == answer.table), None)
                if found is None:
                    join = Join(id=0, key=new_key(), table=answer.table, code=code)
                    session.enter(join)
                else:
                    self.sit(found, None)

        session.request(Find(id=0, code=code[:CODE]), answered)

    # ── calls ──────────────────────────────────────────────────────────────────────────────────

    def wake(self, table: TableInfo, rest: Sequence[str]) -> None:
        """Be called once so many people sit there; 0: never mind."""
        session, voice = self._session, self._session.voice
        people = typed.number(rest[0]) if rest else table.taken - table.bots + 1
        if people is None or not 0 <= people <= table.seats:
            session.say(voice("wake_how", most=table.seats))
            return
        key = "wake" if people else "wake.never"
        said = voice(key, table=clean(table.name), count=people)
        session.request(Wake(id=0, table=table.id, people=people), self._then(said))

    def called(self, call: Called) -> None:
        """What was waited for has happened."""
        session, voice = self._session, self._session.voice
        if call.why.code == "chair_free":
            name = clean(call.name)
            word = shown("sit", voice.words)
            seconds = call.why.facts.get("seconds", "")
            session.say(voice("chair_free", table=name, word=word, seconds=seconds))
        else:
            session.say(waits.said(call, voice.words))
