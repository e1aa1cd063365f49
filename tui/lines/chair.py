"""One's own chair in lines: going on, sitting out, chips, votes, talk, leaving."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from protocol.messages import (
    Arrange,
    Buy,
    Chat,
    Fill,
    Here,
    Leave,
    Next,
    No,
    Ok,
    PhraseCode,
    Post,
    Reserve,
    Rest,
    Say,
    TableView,
    Vote,
)
from tui.canvas import say
from tui.canvas.frame import can_go_on
from tui.canvas.palette import palette
from tui.canvas.scene import Scene
from tui.layouts import absence, cash, freezeout, points
from tui.layouts.info import info_lines
from tui.layouts.waiting import can_fill
from tui.lines import asking, typed
from tui.lines.typed import shown
from tui.link import new_key

if TYPE_CHECKING:
    from tui.lines.core import Session
    from tui.lines.table import TableTalk

CHAIR = frozenset(
    {
        "next",
        "rest",
        "resume",
        "buy",
        "post",
        "time",
        "fill",
        "vote",
        "here",
        "say",
        "chat",
        "info",
        "patience",
        "leave",
        "lobby",
    }
)
PHRASES: tuple[PhraseCode, ...] = ("your_turn", "rules_question", "short_break")
ANY_WIDTH = 10_000
LEAST, MOST = 10, 600  # seconds of a table's patience
# Whoever is refused so is there no more.
GONE = ("not_seated", "not_watching", "unknown_table", "table_closed")

WAIT = (["wait"], ["warten"])  # said after the word for posting: not at once


class Chair:
    """What somebody does at a table beside playing."""

    def __init__(self, session: "Session", table: "TableTalk") -> None:
        self._session = session
        self._table = table

    def welcome(self, scene: Scene) -> str:
        """Whether one sits here or looks on, and how to find out more."""
        voice = self._session.voice
        look = shown("look", voice.words)
        if scene.table.me is None:
            return voice("welcome.watch", look=look, sit=shown("sit", voice.words))
        return voice("welcome", look=look, help=shown("help", voice.words))

    def obey(self, scene: Scene, verb: str, rest: Sequence[str], line: str) -> None:
        """Do it, or say why not."""
        session, table, voice = self._session, scene.table, self._session.voice
        if verb == "info":
            session.say(*self._info(scene))
        elif verb == "lobby":
            session.step_out()
        elif verb == "leave":
            self._ask_to_leave(table)
        elif verb == "chat":
            self._chat(table, line)
        elif table.me is None:
            session.say(voice("only_looking"))
        elif verb == "next":
            self._next(scene)
        elif verb in ("rest", "resume"):
            self._rest(table, verb == "rest")
        elif verb == "buy":
            self._buy(scene, rest)
        elif verb == "post":
            session.request(Post(id=0, table=table.id, now=rest[:1] not in WAIT), self._done)
        elif verb == "patience":
            self._patience(table, rest)
        elif verb == "time":
            self._reserve(scene)
        elif verb == "fill":
            self._fill(table)
        elif verb == "vote":
            self._vote(scene, rest)
        elif verb == "here":
            session.request(Here(id=0, table=table.id), self._done)
        else:
            self._say(scene, rest)

    def _done(self, answer: Ok | No | None) -> None:
        voice = self._session.voice
        if isinstance(answer, Ok):
            self._session.say(voice("done"))
        elif answer is not None:
            self._session.say(self._session.refusal(answer))

    # ── going on ───────────────────────────────────────────────────────────────────────────────

    def _next(self, scene: Scene) -> None:
        table, session = scene.table, self._session
        if can_go_on(scene):
            session.request(Next(id=0, table=table.id, deal=table.deal))
        elif table.stage == "running":
            session.say(*asking.question(scene, session.voice))
        else:
            session.say(asking.coming(scene, session.voice) or session.voice("nothing_to_wait"))

    def _fill(self, table: TableView) -> None:
        session = self._session
        info = session.room.game(table.game)
        if info is not None and info.bots and can_fill(table):
            session.request(Fill(id=0, key=new_key(), table=table.id))
        else:
            session.say(session.voice("no_fill"))

    def _vote(self, scene: Scene, rest: Sequence[str]) -> None:
        session, table = self._session, scene.table
        ballot = None if table.pause is None else table.pause.ballot
        if ballot is None or table.me not in ballot.asked:
            session.say(session.voice.words("why.not_asked"))
            return
        word = rest[0] if rest else ""
        found = typed.meant(word, {f"vote_{choice}" for choice in ballot.choices})
        if len(found) != 1:
            session.say(*asking.question(scene, session.voice))
            return
        choice = next(one for one in ballot.choices if f"vote_{one}" == found[0])
        vote = Vote(id=0, table=table.id, ballot=ballot.number, choice=choice)
        if choice == "cancel":
            text = session.voice("confirm.cancel")
            session.confirm(text, lambda: session.request(vote, self._done))
        else:
            session.request(vote, self._done)

    # ── chips and being dealt in ───────────────────────────────────────────────────────────────

    def _rest(self, table: TableView, on: bool) -> None:
        session = self._session
        if cash.own(table) is None and points.own(table) is None:
            session.say(session.voice("no_rest"))
        else:
            session.request(Rest(id=0, table=table.id, on=on), self._done)

    def _buy(self, scene: Scene, rest: Sequence[str]) -> None:
        session, words = self._session, self._session.voice.words
        own = cash.own(scene.table)
        if own is None or own.buy is None:
            session.say(session.voice("no_buy"))
            return
        least, most = own.buy
        chips = typed.number(rest[0]) if rest else cash.again(scene) or None
        if not chips:
            facts = {"lo": words.number(least), "hi": words.number(most)}
            word = shown("buy", words)
            session.say(session.voice("buy_how", word=word, example=least, **facts))
        else:
            buy = Buy(id=0, key=new_key(), table=scene.table.id, chips=chips)
            session.request(buy, self._done)

    def _reserve(self, scene: Scene) -> None:
        session, table = self._session, scene.table
        own = cash.own(table)
        if own is None or cash.reserve_button(scene, session.voice.words) is None:
            left = asking.seconds_left(table)
            session.say(session.voice("no_clock" if left is None else "no_reserve"))
            return
        session.request(
            Reserve(
                id=0, table=table.id, deal=table.deal, decision=table.decision, left=own.reserve
            ),
            self._done,
        )

    def _patience(self, table: TableView, rest: Sequence[str]) -> None:
        session = self._session
        seconds = typed.number(rest[0]) if rest else None
        if seconds is None or not LEAST <= seconds <= MOST:
            session.say(session.voice("patience_how", lo=LEAST, hi=MOST))
        else:
            arrange = Arrange(id=0, table=table.id, patience=seconds)
            session.request(arrange, self._done)

    # ── talk ───────────────────────────────────────────────────────────────────────────────────

    def _chat(self, table: TableView, line: str) -> None:
        session = self._session
        _, _, text = line.strip().partition(" ")
        if not text.strip():
            session.say(session.voice("chat_how", word=shown("chat", session.voice.words)))
        elif table.chat == "phrases" and table.me is not None:
            session.say(session.voice("chat_rests"), *self._phrases(table))
        else:
            session.request(Chat(id=0, table=table.id, text=text.strip()[:400]))

    def _phrases(self, table: TableView) -> list[str]:
        voice = self._session.voice
        word = shown("say", voice.words)
        return [
            voice("phrase", word=word, number=place, text=self._phrase(table, code))
            for place, code in enumerate(PHRASES, 1)
        ]

    def _waiting_for(self, table: TableView) -> int | None:
        asked = () if table.view is None else table.view.to_act
        return next((seat for seat in asked if seat != table.me), None)

    def _phrase(self, table: TableView, code: PhraseCode) -> str:
        words, seat = self._session.voice.words, self._waiting_for(table)
        name = None if seat is None else say.name_of(seat, table.chairs, words)
        return say.phrase(code, name, words)

    def _say(self, scene: Scene, rest: Sequence[str]) -> None:
        session, table = self._session, scene.table
        number = typed.number(rest[0]) if rest else None
        if number is None or not 1 <= number <= len(PHRASES):
            session.say(*self._phrases(table))
            return
        code = PHRASES[number - 1]
        to = self._waiting_for(table) if code == "your_turn" else None
        if code == "your_turn" and to is None:
            session.say(session.voice("nobody_asked"))
        else:
            session.request(Say(id=0, table=table.id, phrase=code, to=to))

    # ── what table it is ───────────────────────────────────────────────────────────────────────

    def _info(self, scene: Scene) -> list[str]:
        words = self._session.voice.words
        lines = info_lines(scene, palette("mono"), words, ANY_WIDTH)
        texts = ["".join(text for text, _ in line) for line in lines]
        # How it is changed on a screen is no use here.
        time = absence.minutes(scene.table.patience)
        yours = words("absence.patience_yours", time=time)
        return [text.replace(yours, time) for text in texts]

    # ── leaving ────────────────────────────────────────────────────────────────────────────────

    def _ask_to_leave(self, table: TableView) -> None:
        if table.me is None:
            self._leave()
        else:
            title = self._session.voice.words("lobby.leave.title", table=table.name)
            self._session.confirm(f"{title} {self._consequences(table)}", self._leave)

    def _consequences(self, table: TableView) -> str:
        """What leaving leads to."""
        words = self._session.voice.words.at(table.game)
        if cash.is_cash(table):
            return cash.leaving(table, words)
        if points.is_points(table):
            return points.leaving(table, words)
        if freezeout.is_freezeout(table):
            return freezeout.leaving(table, words)
        running = table.stage == "running"
        return words("lobby.leave.deal" if running else "lobby.leave.between")

    def _leave(self) -> None:
        session, name = self._session, self._table.id

        def answered(answer: Ok | No | None) -> None:
            if isinstance(answer, No) and answer.why.code not in GONE:
                session.say(session.refusal(answer))
                return
            view = self._table.view
            if view is not None and view.me is not None and cash.dealt_in(view, view.me):
                session.room.left.add(name)
            session.left()

        session.request(Leave(id=0, key=new_key(), table=name), answered)
