"""The lobby in lines: the tables by number, and the ways to a seat."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from protocol.messages import Join, TableInfo, WatchLobby
from tui.canvas.plain import clean
from tui.lines import typed
from tui.lines.create import Dialog, table_for
from tui.lines.typed import folded, shown
from tui.lines.ways import Ways
from tui.link import new_key
from tui.screens.lobby_page import by_kind
from tui.screens.speech import about, game_name, variant, yields
from tui.start import Play

if TYPE_CHECKING:
    from tui.lines.core import Session

LOBBY = frozenset({"list", "filter", "sit", "watch", "wake", "find", "new", "quick"})
ORDER = {"waiting": 0, "running": 1, "full": 2, "broken": 3}


class LobbyTalk:
    """One person in the lobby."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self.ways = Ways(session)
        self._filter = ""
        self._listed: tuple[str, ...] = ()
        self._greeted = False
        self.watched = False  # whether the server tells of the lobby

    @property
    def awaited(self) -> bool:
        """Whether nothing is known of it yet."""
        return self.watched and not self._greeted

    def enter(self) -> None:
        """Come into the lobby."""
        self.watched, self._greeted = True, False
        self._session.request(WatchLobby(id=0, on=True), lambda answer: None)

    def told(self) -> None:
        """The lobby as it is: said once, when one comes in."""
        if self.watched and not self._greeted:
            self._greeted = True
            self.about()

    def about(self) -> None:
        """How many tables and people there are, and what can be typed."""
        session, voice = self._session, self._session.voice
        lobby, words = session.room.lobby, session.voice.words
        tables = 0 if lobby is None else len(lobby.tables)
        people = 1 if lobby is None else lobby.people
        if session.alone:
            session.say(voice("lobby.alone"))
        else:
            there = voice("tables.one" if tables == 1 else "tables", count=tables)
            who = voice("people.one" if people == 1 else "people", count=people)
            session.say(voice("lobby", tables=there, people=who))
        for name in session.room.held:
            session.say(voice("held", word=shown("sit", words), table=self._name(name)))
        ways = {verb: shown(verb, words) for verb in ("list", "sit", "quick", "new", "rules")}
        session.say(voice("lobby.ways", help=shown("help", words), **ways))

    def _name(self, table: str) -> str:
        return next((clean(one.name) for one in self._tables() if one.id == table), table)

    def _tables(self) -> list[TableInfo]:
        lobby, held = self._session.room.lobby, self._session.room.held
        tables = () if lobby is None else lobby.tables
        return sorted(
            tables,
            key=lambda one: (one.id not in held, ORDER[one.status], one.name.casefold(), one.id),
        )

    def obey(self, verb: str, rest: Sequence[str], line: str) -> None:
        """Do what only works here."""
        match verb:
            case "list":
                self._list()
            case "filter":
                self._filter = " ".join(rest)
                self._list()
            case "sit" | "watch" | "wake":
                self._go(verb, rest)
            case "find":
                self.ways.find(line.strip().partition(" ")[2].strip())
            case "new":
                self._new(rest, line)
            case _:
                self._quick(rest)

    def _list(self) -> None:
        session, voice = self._session, self._session.voice
        words = voice.words
        found = [one for one in self._tables() if self._filter in self._searched(one)]
        self._listed = tuple(one.id for one in found)
        if not found:
            session.say(voice("list.filtered" if self._filter else "list.none"))
        for place, table in enumerate(found, 1):
            info = session.room.game(table.game)
            status = "yields" if table.status == "full" and yields(table) else table.status
            said = voice(
                "list",
                number=place,
                table=clean(table.name),
                game=game_name(words, table.game),
                variant=variant(words, table, info),
                taken=table.taken,
                seats=table.seats,
                status=voice(f"list.{status}"),
            )
            session.say(said)

    def _searched(self, table: TableInfo) -> str:
        words = self._session.voice.words
        people = " ".join(table.players)
        return folded(f"{table.name} {game_name(words, table.game)} {people}")

    def _table(self, rest: Sequence[str]) -> TableInfo | None:
        """The table of that number in the last list, or whose name begins so."""
        tables = self._tables()
        number = typed.number(rest[0].strip("#")) if rest else None
        if number is not None:
            ids = self._listed or tuple(one.id for one in tables)
            wanted = ids[number - 1] if 1 <= number <= len(ids) else None
            return next((one for one in tables if one.id == wanted), None)
        if not rest:
            return tables[0] if len(tables) == 1 else None
        begun = [one for one in tables if folded(one.name).startswith(" ".join(rest))]
        return begun[0] if len(begun) == 1 else None

    def show(self, rest: Sequence[str]) -> None:
        """One table: who sits there, what is free, what is different."""
        session = self._session
        table = self._table(rest)
        if table is None:
            self._which("show")
            return
        words, info = session.voice.words, session.room.game(table.game)
        session.say(f"{clean(table.name)}, {game_name(words, table.game)}.")
        session.say(about(words, table, info))

    def _which(self, verb: str) -> None:
        session, words = self._session, self._session.voice.words
        session.say(session.voice("which", word=shown(verb, words), list=shown("list", words)))

    def _go(self, verb: str, rest: Sequence[str]) -> None:
        """To a table, or what else is done about one."""
        session = self._session
        table = self._table(rest[:1]) or self._table(rest)
        if table is None and not rest and verb == "sit" and session.room.held:
            session.enter(Join(id=0, key=new_key(), table=session.room.held[0]))
        elif table is None:
            self._which(verb)
        elif verb == "watch":
            self.ways.watch(table)
        elif verb == "wake":
            self.ways.wake(table, rest[1:])
        else:
            self.ways.sit(table, typed.number(rest[1]) if len(rest) > 1 else None)

    def _new(self, rest: Sequence[str], line: str) -> None:
        session = self._session
        words = list(rest)
        game = session.game(words)
        info = None if game is None else session.room.game(game)
        if info is None:
            self._which_game("new")
            return
        dialog = Dialog(session, info)
        # Names are as they were typed, and so are their capitals.
        given = [part for part in line.split() if "=" in part]
        if given:
            dialog.take(given)
        elif words and typed.meant(words[0], {"ok"}):
            dialog.finish()
        else:
            dialog.begin()

    def _which_game(self, verb: str) -> None:
        session, words = self._session, self._session.voice.words
        games = ", ".join(game_name(words, info.id) for info in by_kind(session.room.games))
        session.say(session.voice("which_game", word=shown(verb, words), games=games))

    def _quick(self, rest: Sequence[str]) -> None:
        session = self._session
        game = session.game(list(rest))
        info = None if game is None else session.room.game(game)
        if info is None or not info.bots:
            self._which_game("quick")
            return
        session.enter(table_for(Play(info.id), session.room, session.table_name()))
