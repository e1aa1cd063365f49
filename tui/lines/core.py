"""One session in lines: what is typed goes in, sentences and requests come out. No I/O.

It is a fold over the same room that the app draws. Lines that come faster than they can be obeyed
wait for their turn.
"""

from collections import deque
from collections.abc import Callable, Sequence

from engine.values.why import Why
from protocol.messages import (
    Announced,
    Called,
    Closed,
    Create,
    DealEvents,
    FromServer,
    Join,
    Leave,
    Lobby,
    No,
    Ok,
    Renamed,
    Request,
    Said,
    TableView,
    Watch,
    WatchLobby,
)
from tui.canvas import say
from tui.canvas.plain import clean
from tui.lines import typed
from tui.lines.create import table_for
from tui.lines.elsewhere import Elsewhere
from tui.lines.house import HOUSE, House
from tui.lines.lobby import LOBBY, LobbyTalk
from tui.lines.table import TableTalk
from tui.lines.typed import shown
from tui.lines.voice import Voice
from tui.lines.world import Then, World
from tui.link import new_key
from tui.room import Room
from tui.screens.speech import ended
from tui.start import Play

MOST_WAITING = 1000  # lines that wait to be obeyed

CHANGED, REFUSED_VERSION, LOST = 4, 3, 1  # exit codes
_CODES = {"version": REFUSED_VERSION, "changed": CHANGED}

Asks = Callable[[str], bool]


class Session:
    """One person. `patient`: lines are a script, and wait until something is asked.

    `play`: the table to begin at, after which the session ends. `alone`: nobody else can come to
    this server.
    """

    def __init__(
        self,
        room: Room,
        voice: Voice,
        world: World,
        *,
        play: Play | None = None,
        alone: bool = False,
        patient: bool = False,
        greeting: str = "",
    ) -> None:
        self.room = room
        self.voice = voice
        self.world = world
        self.alone = alone
        self.table: TableTalk | None = None
        self._play = play
        self._patient = patient
        self._greeting = greeting
        self._house = House(self)
        self._lobby = LobbyTalk(self)
        self._elsewhere = Elsewhere(self)
        self._lines: deque[str | None] = deque()
        self._asked = 0
        self._lost = False
        self._begun = False
        self._over = False
        self._going = False
        # A question of the program's own: takes the next line, and says whether it was an answer.
        self._asks: Asks | None = None

    # ── what comes in ──────────────────────────────────────────────────────────────────────────

    def begin(self) -> None:
        """Say who one is, and go where the session begins."""
        self._begun = True
        name = clean(self.room.account.name)
        self.say(self.voice("hello", name=name, help=shown("help", self.voice.words)))
        if self.room.account.guest and not self.alone:
            self.say(self.voice("guest", word=shown("code", self.voice.words)))
        self.say(self._greeting)
        if self._play is not None:
            self._straight(self._play)
        elif self.room.held:
            self.enter(Join(id=0, key=new_key(), table=self.room.held[0]))
        else:
            self._lobby.enter()

    def typed(self, line: str) -> None:
        """A line came."""
        if len(self._lines) < MOST_WAITING:
            self._lines.append(line)
        self.go_on()

    def hang_up(self) -> None:
        """No line will come any more; those that wait are obeyed first."""
        self._lines.append(None)
        self.go_on()

    def told(self, message: FromServer) -> None:
        """The server told something."""
        table = self.table
        if isinstance(message, DealEvents) and table is not None:
            table.before(message)
        old = None
        if isinstance(message, TableView) and message.id in self.room.tables:
            old = self.room.tables[message.id].view
        self.room.receive(message)
        match message:
            case Lobby():
                self._lobby.told()
            case TableView():
                if table is not None and message.id == table.id:
                    table.seen(old)
                else:
                    self._elsewhere.seen(message)
            case Said():
                if table is not None and message.table == table.id:
                    table.spoken(self.room.tables[message.table].said[-1])
            case Closed():
                if table is not None and message.table == table.id:
                    self.left(ended(self.voice.words, message.why))
            case Called():
                self._lobby.ways.called(message)
            case Announced(text):
                self.say(self.voice.words("admin.banner", text=text))
            case Renamed(account):
                self.say(self.voice.words("admin.renamed_you", name=account.name))
            case _:
                pass
        self.go_on()

    def lost(self) -> None:
        """The line broke, and another is tried for."""
        if not self._lost:
            self._lost = True
            self.say(self.voice("lost"))

    def back(self) -> None:
        """There is a line again."""
        self._lost = False
        self.say(self.voice("back"))
        if self.table is not None:
            self.table.anew()
        self.go_on()

    def part(self, why: Why) -> None:
        """The line is over for good."""
        if not self._over:
            self.say(ended(self.voice.words, why))
            self.finish(_CODES.get(why.code, LOST))

    @property
    def due(self) -> float | None:
        """When `tick` has something to say."""
        return None if self.table is None else self.table.due

    def tick(self) -> None:
        """Time has passed."""
        if self.table is not None:
            self.table.tick()

    # ── lines in their order ───────────────────────────────────────────────────────────────────

    @property
    def _busy(self) -> bool:
        table = self.table
        if (
            not self._begun
            or self._over
            or self._lost
            or self._asked
            or (table is not None and table.acting)
        ):
            return True
        if not self._patient or self._asks is not None:
            return False
        return self._lobby.awaited if table is None else table.goes_on

    @property
    def waiting(self) -> int:
        """How many lines wait."""
        return len(self._lines)

    def go_on(self) -> None:
        """Obey the lines that wait, as long as nothing is on its way."""
        if self._going:
            return
        self._going = True
        try:
            while self._lines and not self._busy:
                line = self._lines.popleft()
                if line is None:
                    self.finish(0)
                    return
                self._obey(line)
        finally:
            self._going = False

    def _obey(self, line: str) -> None:
        if self._asks is not None:
            asks, self._asks = self._asks, None
            if asks(line.strip()):
                return
        words = typed.split(line)
        if not words:
            self.again()
            return
        if self.table is not None and self.table.obey(words, line):
            return
        allowed = HOUSE if self.table is not None else HOUSE | LOBBY
        found = typed.meant(words[0], allowed)
        if len(found) > 1:
            self.say(self.unclear(found))
        elif not found:
            self.unknown(words[0])
        elif found[0] in LOBBY:
            self._lobby.obey(found[0], words[1:], line)
        else:
            self._house.obey(found[0], words[1:], line)

    def again(self) -> None:
        """What an empty line says: where one is, and what is asked."""
        if self.table is not None:
            self.table.ask()
        else:
            self._lobby.about()

    def unclear(self, verbs: Sequence[str]) -> str:
        """That a beginning of a word can mean several."""
        listed = ", ".join(shown(verb, self.voice.words) for verb in verbs)
        return self.voice("unclear", words=listed)

    def unknown(self, word: str) -> None:
        """Say that a word means nothing here, and what would."""
        if self.table is not None and not self.table.seated and typed.meant(word, {"sit"}):
            self._lobby.ways.sit_here(self.table.view)
            return
        if self.table is not None and typed.meant(word, LOBBY):
            self.say(self.voice("in_lobby", word=shown("lobby", self.voice.words)))
            return
        help = shown("help", self.voice.words)
        self.say(self.voice("unknown", word=clean(word)[:40], help=help))
        if self.table is not None:
            self.table.ask()

    # ── what goes out ──────────────────────────────────────────────────────────────────────────

    def say(self, *lines: str) -> None:
        """Say sentences, each in a line of its own."""
        for line in lines:
            if line:
                self.world.say(self.voice.line(line))

    def question(self, text: str, asks: Asks) -> None:
        """Ask something; the next line is the answer, or `asks` says that it was none."""
        self._asks = asks
        self.say(text)

    def confirm(self, text: str, then: Callable[[], object]) -> None:
        """Ask for a yes; any other line does nothing else than what it says itself."""

        def answered(line: str) -> bool:
            found = typed.meant(typed.folded(line), {"yes", "no"})
            if found == ("yes",):
                then()
                return True
            self.say(self.voice("not_done"))
            return found == ("no",) or not line

        yes = shown("yes", self.voice.words)
        self.question(f"{text} {self.voice('confirm', word=yes)}", answered)

    def request(self, message: Request, then: Then | None = None) -> None:
        """Ask the server; a refusal is said. No line is obeyed before the answer."""
        self._asked += 1

        def answered(answer: Ok | No | None) -> None:
            self._asked -= 1
            if isinstance(answer, Ok):
                self.room.answered(answer)
            if then is not None:
                then(answer)
            elif isinstance(answer, No):
                self.say(self.refusal(answer))
            self.go_on()

        self.world.ask(message, answered)

    def refusal(self, answer: No) -> str:
        """Why the server declined, in words."""
        table = self.table
        topic = "link" if answer.why.code == "unheard" else "why"
        known = self.room.tables.get(table.id) if table is not None else None
        if known is None:
            return say.why(answer.why, self.voice.words, topic=topic)
        words = self.voice.words.at(known.view.game)
        return say.why(answer.why, words, known.view.chairs, topic=topic)

    def game(self, words: list[str]) -> str | None:
        """The game that words begin with; those words are taken off."""
        return self._house.game(words)

    def show_table(self, rest: Sequence[str]) -> None:
        """Tell of a table in the lobby."""
        self._lobby.show(rest)

    # ── from place to place ────────────────────────────────────────────────────────────────────

    def _straight(self, play: Play) -> None:
        # A game that was cut off earlier would hold a seat for ever.
        for table in self.room.held:
            self.request(Leave(id=0, key=new_key(), table=table), lambda answer: None)
            self.room.forget(table)
        self.enter(table_for(play, self.room, self.table_name()))

    def table_name(self) -> str:
        """A name for a table of this person's own."""
        return self.voice.words("lobby.table_name", name=self.room.account.name)

    def enter(self, message: Create | Join | Watch) -> None:
        """Go to a table by that request; back in the lobby with the reason where it is refused."""

        def answered(answer: Ok | No | None) -> None:
            self._elsewhere.entering = False
            if isinstance(answer, Ok):
                table = answer.table or (None if isinstance(message, Create) else message.table)
                if table is not None:
                    self.open(table)
                return
            if isinstance(answer, No):
                self._lobby.ways.mistaken(message, answer)
                self.say(self.refusal(answer))
                if self._play is not None:
                    self.finish(2)
                elif not self._lobby.watched:
                    self._lobby.enter()

        self._elsewhere.entering = True
        self.request(message, answered)

    def open(self, table: str) -> None:
        """Be at a table."""
        self._asks = None
        if self._lobby.watched:
            self._lobby.watched = False
            self.request(WatchLobby(id=0, on=False))
        self.table = TableTalk(self, table)
        if table in self.room.tables:
            self.table.seen(None)

    def left(self, notice: str = "") -> None:
        """The table is behind one."""
        table, self.table, self._asks = self.table, None, None
        if table is not None:
            self.room.forget(table.id)
        if notice:
            self.say(notice)
        if self._play is not None:
            self.finish(0)
        else:
            self._lobby.enter()

    def step_out(self) -> None:
        """To the lobby, the seat kept."""
        self.table, self._asks, self._play = None, None, None
        self._lobby.enter()

    def finish(self, code: int) -> None:
        """The session is over."""
        if self._over:
            return
        self._over = True
        account = self.room.account
        seated = self.room.held or (self.table is not None and self.table.seated)
        if seated and account.guest and account.code and not self.alone:
            self.say(self.voice.words("link.code", code=clean(account.code)))
        self.say(self.voice("bye"))
        self.world.end(code)
