"""A table: the layout's canvas, its keys, and the guards between a finger and a decision."""

from collections.abc import Callable
from math import ceil
from time import monotonic

from msgspec.structs import replace
from textual.timer import Timer

from engine.values.actions import Action
from engine.values.offers import Call, real
from protocol.messages import (
    Act,
    Chat,
    Clock,
    Closed,
    Fill,
    Leave,
    Next,
    No,
    Ok,
    Request,
    Say,
    TableView,
)
from tui.canvas import scene as presses
from tui.canvas.cells import Row
from tui.canvas.drawers import phrases
from tui.canvas.scene import Scene, Ui
from tui.layouts import Layout, layout
from tui.link import new_key
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.line import Line, line
from tui.screens.paint import Page
from tui.screens.speech import ended

CHAT_CELLS = 200

Question = tuple[int, int, int | None]


class TableScreen(CanvasScreen[str]):
    """One table, played or watched; it ends with a sentence for the lobby, or an empty one."""

    NAME = "table"

    def __init__(self, table: str) -> None:
        super().__init__()
        self.table = table
        self.ui = Ui()
        self._chat: Line = line("", CHAT_CELLS)
        self._question: Question | None = None
        self._guard: Timer | None = None
        self._reveal: Timer | None = None
        self._revealed_deal: int | None = None
        self._pending_seq: int | None = None
        self._answered = False
        self._explained: str | None = None  # the key that the message answers
        self._first_view = True
        self._heard = 0
        self._clock: Clock | None = None
        self._clock_end = 0.0
        self._ticking: Timer | None = None

    # ── what there is ──────────────────────────────────────────────────────────────────────────

    @property
    def view(self) -> TableView | None:
        """The table as told last; None before anything was told."""
        known = self.house.room.tables.get(self.table)
        return known.view if known else None

    @property
    def scene(self) -> Scene | None:
        """What the layout draws."""
        known = self.house.room.tables.get(self.table)
        if known is None:
            return None
        latency = None if self.house.terminal.local else self.house.link.latency
        return Scene(
            table=known.view,
            events=known.events if known.deal == known.view.deal else (),
            said=known.said,
            ui=replace(self.ui, latency=latency, typed=self._chat.text, typed_at=self._chat.at),
        )

    @property
    def game_layout(self) -> Layout:
        """The looks of the table's game."""
        view = self.view
        return layout(view.game if view else "")

    def on_mount(self) -> None:
        """Look at what is already known."""
        self._look()

    def room_changed(self, table: str | None) -> None:
        """The table changed: guard a new question, reveal a showdown, ring."""
        if table == self.table:
            closed = self.house.room.closed.get(self.table)
            if closed is not None:
                self._gone(closed)
                return
            self._look()
        self.redraw()

    def _look(self) -> None:
        view = self.view
        if view is None:
            return
        question = _question(view)
        if question is not None and question != self._question:
            self._arrived()
        self._question = question
        if self._answered and self._pending_seq is not None and view.seq > self._pending_seq:
            self._settle()
        self._check_explained()
        # Free talk and fixed sentences take turns; what is half typed never goes to the other.
        if self.ui.drawer == ("phrases" if view.chat == "free" else "chat"):
            self._close_drawer()
        self._look_at_clock(view)
        self._look_at_showdown(view)
        self._listen()
        self._first_view = False

    def _check_explained(self) -> None:
        """The answer to a key stays until the next key, but no longer than it is true."""
        scene = self.scene
        if self._explained is None or scene is None or self.ui.message is None:
            return
        now = self.game_layout.press(scene, self._explained, self.words)
        if now != presses.Explain(self.ui.message):
            self.ui = replace(self.ui, message=None)

    def _look_at_clock(self, view: TableView) -> None:
        """Count the server's clock down in whole seconds."""
        if view.clock == self._clock:
            return
        self._clock = view.clock
        if self._ticking is not None:
            self._ticking.stop()
            self._ticking = None
        if view.clock is None:
            self.ui = replace(self.ui, seconds=None)
            return
        self._clock_end = monotonic() + view.clock.left / 1000
        self._ticking = self.set_interval(1.0, self._tick)
        self._tick()

    def _tick(self) -> None:
        left = max(0, ceil(self._clock_end - monotonic()))
        self.ui = replace(self.ui, seconds=left)
        self.redraw()

    def _listen(self) -> None:
        """Count what was said while the chat was not open."""
        known = self.house.room.tables.get(self.table)
        heard = known.heard if known else 0
        if self.ui.drawer in ("chat", "phrases") or self._first_view:
            self._heard = heard
        self.ui = replace(self.ui, unread=heard - self._heard)

    def _arrived(self) -> None:
        """A new question: action keys rest for a moment, and somebody may have to be called."""
        rest = self.house.begin.pace.guard
        self.ui = replace(self.ui, guarded=rest > 0, cursor=None)
        if self._guard is not None:
            self._guard.stop()
        if rest > 0:
            self._guard = self.set_timer(rest, self._unguard)
        self.house.call_back()

    def _unguard(self) -> None:
        self._guard = None
        self.ui = replace(self.ui, guarded=False)
        self.redraw()

    def _look_at_showdown(self, view: TableView) -> None:
        shown = view.view is not None and view.view.phase == "showdown"
        if not shown:
            self._revealed_deal = None
            self._stop_reveal()
            return
        if self._revealed_deal == view.deal:
            return
        self._revealed_deal = view.deal
        # Who comes to a table at its showdown sees it as it lies.
        if not self._first_view and self.house.terminal.motion:
            self.ui = replace(self.ui, revealed=1, cursor=None)
            self._reveal = self.set_interval(self.house.begin.pace.reveal, self._reveal_next)

    def _reveal_next(self) -> None:
        view = self.view
        shown = (self.ui.revealed or 0) + 1
        if view is None or view.view is None or shown >= len(view.view.seats):
            self._stop_reveal()
        else:
            self.ui = replace(self.ui, revealed=shown)
        self.redraw()

    def _stop_reveal(self) -> None:
        if self._reveal is not None:
            self._reveal.stop()
            self._reveal = None
        self.ui = replace(self.ui, revealed=None)

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    @property
    def typing(self) -> bool:
        """Whether keys go into the chat."""
        return self.ui.drawer == "chat"

    def key(self, key: str, character: str | None) -> bool:
        """A drawer's keys first, then the screen's own, then the game's."""
        self.ui = replace(self.ui, message=None)
        scene = self.scene
        if scene is None:
            return False
        if self.ui.drawer == "chat":
            self._type(key, character)
            return True
        if self.ui.drawer is not None and self._in_drawer(key):
            return True
        if any(key in entry.keys for entry in self._own_commands(scene)):
            return False
        return self._play(key, scene)

    def pasted(self, text: str) -> None:
        """Into the chat."""
        if self.typing:
            self._chat = self._chat.typed(text)

    def _play(self, key: str, scene: Scene) -> bool:
        press = self.game_layout.press(scene, key, self.words)
        if press is None:
            return False
        match press:
            case presses.Act(action):
                if not self.ui.guarded and not self.ui.pending:
                    self._act(action, scene.table)
            case presses.Point(cursor):
                self.ui = replace(self.ui, cursor=cursor)
            case presses.Explain(text):
                if not self.ui.guarded:
                    self.explain(text)
                    self._explained = key
            case presses.GoOn():
                self._go_on(scene.table)
        return True

    def _go_on(self, view: TableView) -> None:
        if self.ui.revealed is not None:
            self._stop_reveal()
        elif view.stage in ("waiting", "between", "over") and view.me is not None:
            self._send(Next(id=0, table=self.table, deal=view.deal))

    def commands(self) -> tuple[Command, ...]:
        """What the game offers now, then what works at every table."""
        scene = self.scene
        if scene is None:
            return (command("app.leave", "q", self.words("common.leave"), self.leave),)
        game = self._game_commands(scene)
        known = {entry.button.id for entry in game}
        own = [entry for entry in self._own_commands(scene) if entry.button.id not in known]
        return (*game, *own)

    def _game_commands(self, scene: Scene) -> tuple[Command, ...]:
        """What the layout prints; what it only repeats of the screen's own keeps its own keys."""
        own = {entry.button.id: entry for entry in self._own_commands(scene)}
        listed = []
        for button in self.game_layout.buttons(scene, self.words):
            if button.id in own:
                listed.append(own[button.id]._replace(button=button))
                continue
            keys = _keys_of(button.keys)
            run = self._presser(keys[0]) if keys else self._choose
            listed.append(Command(button, keys, run))
        return tuple(listed)

    def _choose(self) -> None:
        """A range of keys can't be chosen as one: say what it is."""

    def _presser(self, key: str) -> Callable[[], None]:
        def press() -> None:
            scene = self.scene
            if scene is not None:
                self._play(key, scene)

        return press

    def _own_commands(self, scene: Scene) -> tuple[Command, ...]:
        words, view = self.words, scene.table
        talk = words("common.chat") if view.chat == "free" else words("common.phrases")
        listed = []
        if view.stage == "waiting" and view.me is not None and self._can_fill(view):
            listed.append(command("table.fill", "b", words("common.fill"), self._fill))
        if view.me is not None or view.chat == "free":
            listed.append(command("table.talk", "t", talk, self._talk))
        return (
            *listed,
            command("table.log", "l", words("common.log"), self._open_log),
            command("app.help", "question_mark", words("common.help"), self._help),
            command(
                "app.palette",
                "colon ctrl+p",
                words("common.commands"),
                self.house.open_palette,
                shown=":",
            ),
            command("app.leave", "q", words("common.leave"), self.leave),
            command("app.redraw", "ctrl+l", "", self.house.repaint),
        )

    def _can_fill(self, view: TableView) -> bool:
        info = self.house.room.game(view.game)
        return bool(info and info.bots) and any(chair.kind == "empty" for chair in view.chairs)

    def explain(self, text: str) -> None:
        """Said in the action row until the next key."""
        self._explained = None
        self.ui = replace(self.ui, message=text)

    # ── drawers ────────────────────────────────────────────────────────────────────────────────

    def _open_log(self) -> None:
        opened = None if self.ui.drawer == "log" else "log"
        self.ui = replace(self.ui, drawer=opened, scroll=0)

    def _talk(self) -> None:
        view = self.view
        if view is None:
            return
        wanted = "chat" if view.chat == "free" else "phrases"
        if self.ui.drawer == wanted:
            self._close_drawer()
        else:
            self.ui = replace(self.ui, drawer=wanted, scroll=0)
            self._listen()

    def _close_drawer(self) -> None:
        self._chat = line("", CHAT_CELLS)
        self.ui = replace(self.ui, drawer=None, scroll=0)

    def _in_drawer(self, key: str) -> bool:
        if key == "escape":
            self._close_drawer()
            return True
        if self.ui.drawer == "log" and key in ("up", "down", "pageup", "pagedown"):
            by = {"up": 1, "down": -1, "pageup": 4, "pagedown": -4}[key]
            self.ui = replace(self.ui, scroll=max(0, self.ui.scroll + by))
            return True
        if self.ui.drawer == "phrases" and key.isdigit():
            self._say(key)
            return True
        return False

    def _say(self, digit: str) -> None:
        scene = self.scene
        lines = phrases(scene, self.words) if scene else ()
        chosen = next((line for line in lines if line.digit == digit), None)
        if chosen is None:
            return
        if not chosen.enabled:
            self.explain(self.words("lobby.nobody_to_remind"))
            return
        self._close_drawer()
        self._send(Say(id=0, table=self.table, phrase=chosen.code, to=chosen.to))

    def _type(self, key: str, character: str | None) -> None:
        if key == "escape" or (key == "enter" and not self._chat.text.strip()):
            self._close_drawer()
        elif key == "enter":
            self._send(Chat(id=0, table=self.table, text=self._chat.text.strip()))
            self._chat = line("", CHAT_CELLS)
        else:
            edited = self._chat.pressed(key)
            if edited is None and character:
                edited = self._chat.typed(character)
            self._chat = edited or self._chat

    # ── to the server ──────────────────────────────────────────────────────────────────────────

    def _act(self, action: Action, view: TableView) -> None:
        self.ui = replace(self.ui, pending=True)
        self._pending_seq, self._answered = view.seq, False
        self._send(
            Act(id=0, table=self.table, deal=view.deal, decision=view.decision, action=action),
            acted=True,
        )

    def _fill(self) -> None:
        self._send(Fill(id=0, key=new_key(), table=self.table))

    def _send(self, message: Request, acted: bool = False) -> None:
        self.run_worker(self._sending(message, acted))

    async def _sending(self, message: Request, acted: bool) -> None:
        answer = await self.house.ask_server(message)
        if isinstance(answer, No):
            self.explain(self.house.refusal(answer, self.table))
            if isinstance(message, Chat) and not self._chat.text:
                # What was not heard by anybody is not lost either.
                self._chat = line(message.text, CHAT_CELLS)
        if acted:
            # Keys rest until the table shows what came of it, or was refused.
            view = self.view
            moved = view is None or self._pending_seq is None or view.seq > self._pending_seq
            if isinstance(answer, Ok) and not moved:
                self._answered = True
            else:
                self._settle()
        self.redraw()

    def _settle(self) -> None:
        self._pending_seq, self._answered = None, False
        self.ui = replace(self.ui, pending=False)

    # ── leaving ────────────────────────────────────────────────────────────────────────────────

    def leave(self) -> None:
        """Ask first where somebody is sitting; a running deal is cancelled for all."""
        words, view = self.words, self.view
        if self.ui.drawer is not None:
            self._close_drawer()
        if view is None or view.me is None:
            self.run_worker(self._leaving())
            return
        text = words("lobby.leave.deal" if view.stage == "running" else "lobby.leave.between")
        self.house.ask(
            words("lobby.leave.title", table=view.name),
            text,
            words("lobby.leave.yes"),
            lambda: self.run_worker(self._leaving()),
        )

    async def _leaving(self) -> None:
        answer = await self.house.ask_server(Leave(id=0, key=new_key(), table=self.table))
        if isinstance(answer, No) and answer.why.code not in (
            "not_seated",
            "not_watching",
            "unknown_table",
            "table_closed",
        ):
            self.explain(self.house.refusal(answer, self.table))
            self.redraw()
            return
        self.house.room.forget(self.table)
        self._dismissed("")

    def _gone(self, closed: Closed) -> None:
        self._dismissed(ended(self.words, closed.why))

    def _dismissed(self, notice: str) -> None:
        # Whatever lies over the table goes with it.
        while self.house.screen is not self and self in self.house.screen_stack:
            self.house.pop_screen()
        if self in self.house.screen_stack:
            self.dismiss(notice)

    def _help(self) -> None:
        view = self.view
        if view is not None:
            section = view.view.phase.partition(".")[0] if view.view else view.stage
            self.house.open_help(self, view.game, section)

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The layout's rows."""
        scene = self.scene
        if scene is None:
            page = Page(size, self.palette, self.words)
            page.put(1, 1, self.words("lobby.table_comes"), page.palette.muted, page.width - 2)
            return page.rows()
        return self.game_layout.draw(scene, size, self.palette, self.words)


def _question(view: TableView) -> Question | None:
    """What stands before this seat: another value means another question. None: nothing does."""
    offers = real(view.offers)
    if not offers:
        return None
    price = next((offer.price for offer in offers if isinstance(offer, Call)), None)
    return (view.deal, view.decision, price)


PRINTED = {
    "Enter": "enter",
    "Space": "space",
    "Esc": "escape",
    "←": "left",
    "→": "right",
    "↑": "up",
    "↓": "down",
    "+": "plus",
    "-": "minus",
    "<-": "left",
    "->": "right",
}


def _keys_of(printed: str) -> tuple[str, ...]:
    """The keys that a button's printed keys name, the one that acts first: `← → Enter`, `1–6`."""
    parts = printed.replace("–", " – ").split()
    keys = [PRINTED.get(part, part.lower()) for part in parts]
    if "–" in keys or "-" in parts:
        # A range names its ends; none of its keys stands for the whole.
        return ()
    return tuple(reversed(keys))
