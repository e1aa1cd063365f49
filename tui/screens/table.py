"""A table: the layout's canvas, its keys, and the guards between a finger and a decision."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, assert_never

from msgspec.structs import replace

from engine.values.actions import Action
from engine.values.offers import real
from protocol.messages import (
    Act,
    Chat,
    Closed,
    Fill,
    Here,
    Next,
    No,
    Ok,
    Request,
    TableView,
    Vote,
)
from tui.canvas import scene as presses
from tui.canvas.cells import Row
from tui.canvas.frame import has_past
from tui.canvas.plain import clean
from tui.canvas.scene import Scene, Ui
from tui.layouts import Layout, has_list, layout
from tui.layouts.betting.kinds import begins_listed
from tui.layouts.waiting import can_fill
from tui.link import new_key
from tui.screens.at_table import seen
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.chips import Chips
from tui.screens.drawers import Drawers
from tui.screens.foresight import Foresight, own_side
from tui.screens.guide import Guiding
from tui.screens.holding import Holding
from tui.screens.leaving import Leaving
from tui.screens.pacing import Pacing, Question, question_of
from tui.screens.paint import Page
from tui.screens.printed import keys_of
from tui.screens.replay import show_last
from tui.screens.scores import show_scores
from tui.screens.series import OneByOne
from tui.screens.sorting import Sorter
from tui.screens.speech import ended
from tui.screens.taking import Taking
from tui.work import begin

if TYPE_CHECKING:
    from tui.screens.help import Tab


class TableScreen(CanvasScreen[str]):
    """One table, played or watched; it ends with a sentence for the lobby, or an empty one."""

    NAME = "table"

    def __init__(self, table: str) -> None:
        super().__init__()
        self.table = table
        self.ui = Ui()
        self._question: Question | None = None
        self._pacing = Pacing(self)
        self._drawers = Drawers(self)
        self._foresight = Foresight(self)
        self._holding = Holding(self)
        self._sorter = Sorter(self)
        self._one_by_one = OneByOne(self)
        self._chips = Chips(self)
        self._taking = Taking(self)
        self._leaving = Leaving(self, self._chips)
        self._guiding = Guiding(self)
        self._pending_seq: int | None = None
        self._answered = False
        self._explained: str | None = None  # the key that the message answers
        self._confirm: presses.Confirm | None = None  # what Enter would make final
        self._first_view = True
        self._called = ""
        self._waited = False  # for players, and has not dealt since

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
        line = self._drawers.line
        link, told = self.house.line.link, known.deal == known.view.deal
        latency = None if self.house.terminal.local else link.latency
        info, liked = self.house.room.game(known.view.game), self.house.preferences
        return Scene(
            table=known.view,
            events=known.events if told else (),
            missed=known.missed if told else None,
            said=known.said,
            players=known.players,
            notices=known.notices,
            specs=info.options if info else (),
            ui=replace(
                self.ui,
                latency=latency,
                slow=link.slow,
                typed=line.text,
                typed_at=line.at,
                purse=self.house.room.account.chips,
                listed=self._listed(known.view.game),
                at_once=liked.at_once,
                calls_at_once=liked.calls_at_once,
            ),
        )

    @property
    def game_layout(self) -> Layout:
        """The looks of the table's game."""
        view = self.view
        return layout(view.game if view else "")

    def on_mount(self) -> None:
        """Look at what is already known."""
        self._guiding.greet(self.house.newcomer)
        self.house.newcomer = None
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
        self._called = clean(view.name)
        question = question_of(view)
        if question != self._question:
            self._forget_half_done()
            if question is not None and not self._answers(view):
                self._pacing.asked()
                self.house.tables.asked(self)
        elif question is None and self._waited and view.stage == "running" and view.me is not None:
            self.house.tables.begins(self)
        self._question = question
        self._waited = view.stage == "waiting" or (self._waited and view.stage != "running")
        self._foresight.keep(view)
        self._holding.keep(view)
        self._sorter.keep(view)
        if self._first_view:
            self.ui = replace(self.ui, listed=self._listed(view.game))
        if self._answered and self._pending_seq is not None and view.seq > self._pending_seq:
            self._settle()
        elif self._pending_seq is None:
            self._one_by_one.go_on(view)
        self._check_explained()
        self._drawers.keep_apart(view.chat)
        self._pacing.count_down(view)
        self._pacing.show_hands(view, at_once=self._first_view)
        self._drawers.listen(anew=self._first_view)
        self._first_view = False
        self._drawers.show_missed()
        if (scene := self.scene) is not None:
            self._guiding.look(scene)

    def _listed(self, game: str) -> bool:
        """Whether tables of that game are shown as lists."""
        kept = self.house.preferences.views.get(game)
        return begins_listed(game) if kept is None else kept == "list"

    def _answers(self, view: TableView) -> bool:
        """Whether the question that has come is answered by what was chosen before."""
        return self._one_by_one.answers(view) or self._foresight.follow(view)

    def come(self) -> None:
        """Another table, or the lobby, was shown just now."""
        if self._confirm is not None:
            # What was about to become final is not to be agreed to by who comes back.
            self._confirm = None
            self.ui = replace(self.ui, message=None)
        self._pacing.jumped()
        self._drawers.listen()
        self.redraw()

    @property
    def called(self) -> str:
        """The table's name, as it was told last."""
        return self._called

    def redraw(self) -> None:
        """Show what has changed: seconds of a table that is not shown are in the title."""
        super().redraw()
        self.house.tables.told(self)

    def line_back(self) -> None:
        """Keys rest as before a new question; what was on its way is still to be answered."""
        self._one_by_one.stop()
        if self._answered:
            self._settle()
        # Another line counts its views anew.
        self._pending_seq = None
        self._forget_half_done()
        self._check_explained()
        self._pacing.asked()
        self.redraw()

    def give_up(self, notice: str) -> None:
        """Back to the lobby, which says why: there is nothing to look at any more."""
        self.house.room.forget(self.table)
        self._dismissed(notice)

    def _forget_half_done(self) -> None:
        """An amount half typed, or a question half confirmed, belonged to the last question."""
        self.ui = replace(self.ui, amount=None)
        if self._confirm is not None:
            self._confirm = None
            self.ui = replace(self.ui, message=None)

    def _check_explained(self) -> None:
        """The answer to a key stays until the next key, but no longer than it is true."""
        if self._explained is None or self.ui.message is None:
            return
        scene = self.scene
        if scene is None:
            return
        now = self.game_layout.press(scene, self._explained, self.words)
        true = self._confirm or presses.Explain(self.ui.message)
        if now != true:
            self.ui = replace(self.ui, message=None)
            self._confirm = None

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    @property
    def typing(self) -> bool:
        """Whether keys go into the chat."""
        return self._drawers.typing

    @property
    def spelling(self) -> bool:
        """Letters of the amount field and of the square's columns are those that they are."""
        ui, view = self.ui, self.view
        laying = view is not None and view.game == "pokerquadrat" and bool(real(view.offers))
        return self.typing or ui.amount is not None or laying

    def key(self, key: str, character: str | None) -> bool:
        """A drawer's keys first, then the screen's own, then the game's."""
        if self._warned(key):
            return True
        self.ui = replace(self.ui, message=None)
        confirm, self._confirm = self._confirm, None
        scene = self.scene
        if scene is None:
            return False
        if confirm is not None and key in _agreed(confirm):
            self._do(confirm.then, scene)
            return True
        if confirm is not None and key in ("escape", "n"):
            return True
        if self._drawers.key(key, character):
            return True
        if self._guiding.key(key):
            return True
        # An open amount field has letters of its own.
        if self.ui.amount is None and any(key in entry.keys for entry in self._own_commands(scene)):
            return False
        return self.play(key, scene)

    def _warned(self, key: str) -> bool:
        """Whether a key would override a warning that has just been said: it stands a while."""
        warning = self._confirm
        if warning is None or not warning.heeded or not self._pacing.heeding:
            return False
        return key in _agreed(warning)

    def pasted(self, text: str) -> None:
        """Into the chat."""
        self._drawers.pasted(text)

    def play(self, key: str, scene: Scene) -> bool:
        """Do what a key means in the game; whether it means something."""
        press = self.game_layout.press(scene, key, self.words)
        if press is None:
            return False
        match press:
            case presses.Act() | presses.Vote() | presses.Series():
                self._do(press, scene)
            case (
                presses.Point()
                | presses.Fill()
                | presses.Plan()
                | presses.Mark()
                | presses.Hold()
                | presses.Sort()
            ):
                self.ui = own_side(self.ui, press)
                self._sorter.send()
            case presses.Turn(listed):
                self.ui = replace(self.ui, listed=listed)
                view = "list" if listed else "table"
                self.house.prefer(**{f"view.{scene.table.game}": view})
            case presses.Explain(text):
                if not self.ui.guarded:
                    self.explain(text)
                    self._explained = key
            case presses.GoOn():
                self._go_on(scene.table)
            case presses.Confirm(text):
                if not self.ui.guarded:
                    self.explain(text)
                    self._explained, self._confirm = key, press
                    self._pacing.warned()
            case presses.TakeBack():
                if not self.ui.guarded:
                    self.send(Here(id=0, table=self.table))
            case _:
                assert_never(press)
        return True

    def _do(self, wanted: presses.Act | presses.Vote | presses.Series, scene: Scene) -> None:
        """Send it, unless keys rest."""
        if self.ui.guarded:
            return
        if isinstance(wanted, presses.Vote):
            self._vote(wanted)
        elif not self.ui.pending:
            if isinstance(wanted, presses.Series):
                self._one_by_one.begin(wanted.actions, scene.table)
            else:
                self.act(wanted.action, scene.table)

    def _go_on(self, view: TableView) -> None:
        if self.ui.revealed is not None:
            self._pacing.show_all()
        elif view.stage in ("waiting", "between", "over") and view.me is not None:
            self.send(Next(id=0, table=self.table, deal=view.deal))

    def commands(self) -> tuple[Command, ...]:
        """What the game offers now, then what works at every table."""
        scene = self.scene
        if scene is None:
            return (command("app.leave", "q", self.words("common.leave"), self.leave),)
        game = self._game_commands(scene)
        known = {entry.button.id for entry in game}
        own = [entry for entry in self._own_commands(scene) if entry.button.id not in known]
        guide = self._guiding.commands()
        taken = {key for entry in guide for key in entry.keys}
        game = tuple(entry for entry in game if not taken & set(entry.keys))
        return (*guide, *game, *own)

    def _game_commands(self, scene: Scene) -> tuple[Command, ...]:
        """What the layout prints; what it only repeats of the screen's own keeps its own keys."""
        own = {entry.button.id: entry for entry in self._own_commands(scene)}
        listed = []
        for button in self.game_layout.buttons(scene, self.words):
            if button.id in own:
                listed.append(own[button.id]._replace(button=button))
                continue
            keys = keys_of(button.keys)
            run = self._presser(keys[0]) if keys else self._asker(button.keys)
            listed.append(Command(button, keys, run))
        return tuple(listed)

    def _asker(self, printed: str) -> Callable[[], None]:
        """A range of keys can't be pressed as one: ask for one of them."""
        return lambda: self.explain(self.words("common.which_key", keys=printed))

    def _presser(self, key: str) -> Callable[[], None]:
        def press() -> None:
            scene = self.scene
            if scene is not None:
                self.play(key, scene)

        return press

    def _own_commands(self, scene: Scene) -> tuple[Command, ...]:
        words, view = self.words, scene.table
        talk = words("common.phrases" if view.chat == "phrases" else "common.chat")
        listed = [*self._chips.commands(scene), *self._taking.commands(view)]
        if view.me is not None and self._can_fill(view):
            listed.append(command("table.fill", "b", words("common.fill"), self._fill))
        if view.me is not None or view.chat != "phrases":
            off = words("why.chat_off") if view.chat == "off" else ""
            talking = self._drawers.talk
            listed.append(command("table.talk", "t", talk, talking, enabled=not off, reason=off))
        info = self.house.room.game(view.game)
        if info is not None and info.scores:
            listed.append(command("table.scores", "s", words("scores.title"), self._scores))
        return (
            *listed,
            command("table.log", "l", words("common.log"), self._drawers.log),
            command(
                "table.last",
                "h",
                words("common.last"),
                self._look_back,
                enabled=has_past(view),
                reason=words("past.none_here"),
            ),
            command("table.info", "i", words("common.info"), self._drawers.info),
            *self.house.tables.commands(),
            command("app.options", "o", words("preferences.key"), self._options, rank=8),
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
        return bool(info and info.bots) and can_fill(view)

    def _options(self) -> None:
        view = self.view
        self.house.open_options(view.game if view is not None and has_list(view.game) else None)

    def _look_back(self) -> None:
        self.errand(lambda: show_last(self, self.table))

    def _scores(self) -> None:
        view = self.view
        if view is not None:
            self.errand(lambda: show_scores(self, view.game, view.options))

    def explain(self, text: str) -> None:
        """Said in the action row until the next key."""
        self._explained = self._confirm = None
        self.ui = replace(self.ui, message=text)

    # ── to the server ──────────────────────────────────────────────────────────────────────────

    def act(self, action: Action, view: TableView) -> None:
        """Send an action that answers the question of that view."""
        self.ui = replace(self.ui, pending=True, amount=None)
        self._pending_seq, self._answered = view.seq, False
        self._guiding.acted()
        self.send(
            Act(
                id=0,
                table=self.table,
                deal=view.deal,
                decision=view.decision,
                action=action,
                key=new_key(),
            ),
            acted=True,
        )

    def _vote(self, vote: presses.Vote) -> None:
        self.send(Vote(id=0, table=self.table, ballot=vote.ballot, choice=vote.choice))

    def _fill(self) -> None:
        self.ask_once(Fill(id=0, key=new_key(), table=self.table))

    def ask_once(self, message: Request) -> None:
        """Ask the server, unless it has not answered the last such request yet."""
        self.errand(lambda: self._sending(message, acted=False))

    def send(self, message: Request, acted: bool = False) -> None:
        """Ask the server; a refusal is explained. `acted`: the game's keys rest until it shows."""
        begin(self, partial(self._sending, message, acted))

    async def _sending(self, message: Request, acted: bool) -> None:
        answer = await self.house.ask_server(message)
        if isinstance(answer, No):
            self.explain(self.house.refusal(answer, self.table))
            if isinstance(message, Chat):
                self._drawers.give_back(message.text)
        if acted:
            if not isinstance(answer, Ok):
                self._one_by_one.stop()
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
        self.ui = replace(self.ui, pending=self._one_by_one.unfinished)
        self._one_by_one.go_on(self.view)

    # ── leaving ────────────────────────────────────────────────────────────────────────────────

    def leave(self) -> None:
        """Back to the lobby; asks first where somebody is sitting."""
        if self.ui.drawer is not None:
            self._drawers.close()
        self._leaving.ask()

    def _gone(self, closed: Closed) -> None:
        self._dismissed(ended(self.words, closed.why))

    def _dismissed(self, notice: str) -> None:
        self.house.tables.over(self, notice)

    def further(self) -> tuple[Command, ...]:
        """The rules of the game, and the fixed sentences where they can be said."""
        rules = command(
            "table.rules", "", self.words("help.tab.rules"), lambda: self._help("rules")
        )
        return (rules, *self._drawers.sayings())

    def _help(self, tab: "Tab" = "keys") -> None:
        view = self.view
        if view is not None:
            section = view.view.phase.partition(".")[0] if view.view else view.stage
            if view.pause is not None:
                section = "absence"
            at = seen(view, self.house.room.game(view.game), self.ui)
            self.house.open_help(self, view.game, section, tab, at)

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The layout's rows."""
        scene = self.scene
        if scene is None:
            page = Page(size, self.palette, self.words)
            page.put(1, 1, self.words("lobby.table_comes"), page.palette.muted, page.width - 2)
            return page.rows()
        rows = self.game_layout.draw(scene, size, self.palette, self.words)
        return self._guiding.cover(self.house.tables.titled(rows, size), scene)

    def clicked(self, x: int, y: int) -> None:
        """A click on a tab is the way there."""
        if y == 0:
            size = self.canvas.size
            self.house.tables.clicked(x, (size.width, size.height))


def _agreed(asked: presses.Confirm) -> tuple[str | None, ...]:
    """The keys that agree to what is asked; a warning is overridden by none that means more."""
    return ("enter",) if asked.heeded else ("enter", "j", "y", asked.again)
