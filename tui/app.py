"""The app: one session's link, room and words, and the screens that share them."""

import asyncio
from collections.abc import Callable
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import events
from textual.app import App
from textual.binding import Binding, BindingType
from textual.driver import Driver
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer

from engine.values.why import Why
from protocol.messages import (
    Announced,
    Lobby,
    No,
    Ok,
    Preferred,
    Purse,
    Renamed,
    Request,
    WatchLobby,
)
from tui.alerts import Alerts
from tui.banner import PART, PARTS, Banner
from tui.calls import Calls
from tui.canvas import say
from tui.canvas.palette import Palette
from tui.canvas.plain import clean, plain_words
from tui.colours import console, filters, keep_colours_apart, native
from tui.conversation import Connect, Conversation, Unheard
from tui.entry import come_back, enter
from tui.liking import Liking
from tui.link import Link, LinkEnded
from tui.locale import Lang, Words
from tui.mending import Mending
from tui.newcomer import Newcomer
from tui.news import Ended, Pushed, Slowed
from tui.preferences import Preferences
from tui.presence import Presence
from tui.room import Room
from tui.screens.base import CanvasScreen, Command
from tui.screens.speech import ended
from tui.start import Start
from tui.tables import Tables
from tui.terminal import Terminal
from tui.work import begin

if TYPE_CHECKING:
    from tui.screens.ask import Choice
    from tui.screens.at_table import AtTable
    from tui.screens.help import Tab

LOST, REFUSED_VERSION, CHANGED = 1, 3, 4  # exit codes
_CODES = {"version": REFUSED_VERSION, "changed": CHANGED}


@cache
def _words(lang: Lang, letters: Lang) -> Words:
    return Words(lang, letters)


def words_of(lang: Lang, ascii: bool = False, letters: Lang | None = None) -> Words:
    """The words of a language, in ASCII if need be; the sessions of a process share them.

    `letters`: the language of the letters on cards, None: the same.
    """
    return (plain_words if ascii else _words)(lang, letters or lang)


class PokerApp(App[int], inherit_bindings=False):
    """One session. `link` has said hello; `return_value` is the exit code.

    `connect` makes another line when that one breaks; without it the session ends then.
    `farewell` is a sentence for the shell once the terminal is restored, empty after a plain
    quit. Nothing of a session is kept outside its app: a host runs many in one process.
    """

    CSS_PATH = "app.tcss"
    ENABLE_COMMAND_PALETTE = False
    TITLE = "pokertui"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+d,super+c", "leave", id="app.leave", priority=True, show=False),
    ]

    def __init__(
        self,
        link: Link,
        terminal: Terminal,
        start: Start,
        driver_class: type[Driver] | Callable[..., Driver] | None = None,
        connect: Connect | None = None,
    ) -> None:
        assert link.welcome is not None, "the link says hello before the app begins"
        # Before Textual asks for the variables of the styles.
        self.liking = Liking(self, terminal, link.welcome.account.prefs)
        self.wear()
        super().__init__(
            driver_class=cast("type[Driver] | None", driver_class),
            ansi_color=native(self.terminal.depth),
        )
        self.line = Conversation(link, connect)
        self.begin = start
        self.room = Room(link.welcome, alone=terminal.local)
        self.farewell = ""
        self.ends_after_table = start.play is not None
        self.presence = Presence()
        self.alerts = Alerts(self, self.presence)
        self.tables = Tables(self)
        self.newcomer: Newcomer | None = None  # for the next table
        self.banner = Banner()
        self._calls = Calls(self)
        self._turning: Timer | None = None
        self._listening = False
        self.animation_level = "none"
        self._colours()

    def _colours(self) -> None:
        # Textual reads colours from the environment of this process, which is not the person's.
        depth = self.terminal.depth
        self.set_reactive(App.ansi_color, native(depth))
        self._filters = filters(depth, self.ansi_theme)
        self.no_color = depth == "mono"
        self.console = console(depth, self.console.file)

    def get_css_variables(self) -> dict[str, str]:
        """Textual's variables and the palette's surfaces."""
        surface = self.palette.back.bg
        back = "ansi_default" if surface is None else surface
        if self.palette.depth == "16":
            back = f"ansi_{surface}"
        return {**super().get_css_variables(), "felt": back}

    # ── preferences ────────────────────────────────────────────────────────────────────────────

    @property
    def preferences(self) -> Preferences:
        """What this person likes better, in force now."""
        return self.liking.now

    def prefer(self, **changes: Preferred | None) -> None:
        """Like something else better from now on, at the next login too; None forgets it."""
        self.liking.prefer(changes)

    def speak(self, lang: Lang) -> None:
        """Go on in another language."""
        self.prefer(lang=lang)

    def wear(self) -> None:
        """Have the terminal, the colours and the words that are preferred now."""
        self.terminal: Terminal = self.liking.terminal
        self.palette: Palette = self.liking.palette
        self.words = words_of(self.terminal.lang, self.terminal.ascii, self.liking.letters)

    def refit(self) -> None:
        """The same, on all screens from the next frame on."""
        self.wear()
        keep_colours_apart()
        self._colours()
        self.refresh_css(animate=False)
        self.redraw()
        self.alerts.entitle()

    def redraw(self) -> None:
        """Have every screen drawn again with its next frame."""
        for screen in self.pages:
            screen.redraw()

    @property
    def pages(self) -> list[CanvasScreen[Any]]:
        """All screens of this session: what is shown and what lies below, and the hidden tables."""
        stack = [screen for screen in self._screen_stack if isinstance(screen, CanvasScreen)]
        return [*stack, *self.tables.hidden]

    # ── begin and end ──────────────────────────────────────────────────────────────────────────

    def get_default_screen(self) -> Screen[object]:
        """Blank until the first screen is known."""
        return Screen(id="_default")

    async def on_mount(self) -> None:
        """Show where the session begins."""
        if self.terminal.depth != self.liking.found.depth:
            # Whoever runs many apps has fitted this one to what the terminal said of itself.
            self._colours()
        if self.begin.first and not self.preferences.met and not self.room.held:
            from tui.screens.firstrun import FirstRunScreen

            self.push_screen(FirstRunScreen(), self._after_first)
            self.listen()
        else:
            begin(self, partial(enter, self))

    def listen(self) -> None:
        """Hear the server from now on, there being a screen for it; a second time does nothing."""
        if not self._listening:
            self._listening = True
            self.line.listen(
                lambda message: self._told(Pushed(message)),
                lambda why: self._told(Ended(why)),
                lambda: self._told(Slowed()),
            )

    def _told(self, message: Message) -> None:
        if self.is_running:
            self.post_message(message)

    def settled(self) -> None:
        """Language and name are chosen: they are kept with the account, and at home."""
        self.prefer(met=True, lang=self.terminal.lang)
        if self.begin.chosen is not None:
            self.begin.chosen(self.terminal.lang, self.room.account)

    def _after_first(self, choice: str | None) -> None:
        begin(self, partial(enter, self, choice))

    def finish(self, code: int, farewell: str = "") -> None:
        """End the app with an exit code and a sentence for the shell."""
        self.farewell = " ".join(said for said in (farewell, self._way_back()) if said)
        self.exit(code, return_code=code)

    def _way_back(self) -> str:
        """How a guest who still has a seat comes back to it; empty for everybody else."""
        account = self.room.account
        seated = any(known.view.me is not None for known in self.room.tables.values())
        if self.terminal.local or not account.guest or not account.code:
            return ""
        return self.words("link.code", code=clean(account.code)) if seated or self.room.held else ""

    def quit(self) -> None:
        """End the session because the person wants to."""
        self.finish(0)

    def action_leave(self) -> None:
        """Ctrl+C and Ctrl+D: what q does on this screen."""
        self.touched()
        screen = self.screen
        if isinstance(screen, CanvasScreen):
            screen.leave()
            screen.redraw()
        else:
            self.quit()

    def _print_error_renderables(self) -> None:
        # A crash tells nothing of what this process knows: whoever runs the app reports it from
        # `_exception`, and the person reads `farewell`.
        if self._exit_renderables and not self.farewell:
            self.farewell = self.words("link.crashed")
        self._exit_renderables.clear()

    def open_url(self, url: str, *, new_tab: bool = True) -> None:
        """Opens nothing: the browser would be the host's."""

    def deliver_text(self, *args: object, **kwargs: object) -> str | None:
        """Delivers nothing: the disk would be the host's."""
        return None

    def deliver_binary(self, *args: object, **kwargs: object) -> str | None:
        """Delivers nothing: the disk would be the host's."""
        return None

    # ── the server ─────────────────────────────────────────────────────────────────────────────

    async def ask_server(self, message: Request) -> Ok | No | None:
        """The server's answer; None when there will be none, which is reported by itself.

        What was perhaps not heard, and can't be asked twice, is answered No with `unheard`.
        """
        try:
            answer = await self.line.request(message)
        except LinkEnded:
            return None
        except Unheard:
            return No(id=0, why=Why("unheard"))
        if isinstance(answer, Ok):
            self.room.answered(answer)
            if answer.account is not None:
                self.liking.told(answer.account.prefs)
        return answer

    async def watch_lobby(self, on: bool) -> None:
        """Begin or end the pushes of the lobby."""
        await self.ask_server(WatchLobby(id=0, on=on))

    async def look_into_purse(self) -> None:
        """Ask what one has: chips come home from a table after the deal that they lie in."""
        if self.room.chips_matter:
            await self.ask_server(Purse(id=0))
            if isinstance(self.screen, CanvasScreen):
                self.screen.redraw()

    def on_pushed(self, message: Pushed) -> None:
        """Take in what the server told, and let the screens look."""
        table = self.room.receive(message.push)
        if isinstance(message.push, Announced):
            self.announce(self.words("admin.banner", text=message.push.text))
        elif isinstance(message.push, Renamed):
            self.announce(self.words("admin.renamed_you", name=message.push.account.name))
        self._calls.told(message.push)
        if isinstance(message.push, Lobby) and self.room.came_home():
            begin(self, self.look_into_purse)
        for screen in self.pages:
            screen.room_changed(table)
        self.tables.looked()
        self.alerts.entitle()

    def announce(self, text: str) -> None:
        """Say something over the title of every screen, for a while."""
        if self._turning is not None:
            self._turning.stop()
        self.banner.show(text)
        self._turning = self.set_interval(PART, self._turn_banner, repeat=PARTS)

    def _turn_banner(self) -> None:
        self.banner.turn()
        self.redraw()

    def on_slowed(self, message: Slowed) -> None:
        """The title tells how the line is."""
        if isinstance(self.screen, CanvasScreen):
            self.screen.redraw()

    def on_ended(self, message: Ended) -> None:
        """The line is over: there will be another, or the session is over too."""
        if self.line.mends(message.why):
            begin(self, Mending(self).run)
        else:
            self.part(message.why)

    def part(self, why: Why) -> None:
        """End the session because there is no line any more, with a plain sentence."""
        self.finish(_CODES.get(why.code, LOST), ended(self.words, why))

    def refusal(self, answer: No, table: str | None = None) -> str:
        """Why the server declined, in words; `table` knows the names of its seats."""
        known = self.room.tables.get(table) if table else None
        topic = "link" if answer.why.code == "unheard" else "why"
        if known is None:
            return say.why(answer.why, self.words, topic=topic)
        words = self.words.at(known.view.game)
        return say.why(answer.why, words, known.view.chairs, topic=topic)

    def table_name(self) -> str:
        """A name for a table of this person's own."""
        return self.words("lobby.table_name", name=self.room.account.name)

    def right_of_title(self) -> str:
        """Who one is, and the way to the server."""
        name, link = self.room.account.name, self.line.link
        if self.room.chips_matter:
            chips = self.words.number(self.room.account.chips)
            name = f"{name}  {self.words('cash.balance', chips=chips)}"
        if link.slow:
            return f"{name}  {self.words('link.slow')}"
        if link.latency is None or self.terminal.local:
            return name
        return f"{name}  {self.words('common.ms', ms=link.latency)}"

    def turn_elsewhere(self) -> str:
        """That it is this person's turn at a table below or at another one, or nothing."""
        return self.tables.turn()

    # ── screens ────────────────────────────────────────────────────────────────────────────────

    def open_table(self, table: str) -> None:
        """Show a table that this session sits at or watches."""
        self.tables.open(table)

    def back_in_lobby(self, notice: str) -> None:
        """No table is shown any more; `notice` says why, empty where that is known."""
        if self.ends_after_table:
            self.finish(0, notice)
            return
        begin(self, partial(self.watch_lobby, True))
        begin(self, self.look_into_purse)
        if notice and isinstance(self.screen, CanvasScreen):
            self.screen.explain(notice)
            self.screen.redraw()

    def open_create(self) -> None:
        """Show the form for a new table."""
        from tui.screens.create import CreateScreen

        self.push_screen(CreateScreen(), self._after_create)

    def _after_create(self, table: str | None) -> None:
        if table is not None:
            self.open_table(table)

    def open_profile(self) -> None:
        """Show who one is."""
        from tui.screens.profile import ProfileScreen

        self.push_screen(ProfileScreen(), self._after_profile)

    def _after_profile(self, returned: bool | None) -> None:
        if returned and self.room.held and isinstance(self.screen, CanvasScreen):
            come_back(self, self.screen)

    def open_options(self, game: str | None = None) -> None:
        """Show what can be preferred; `game`: whose table is below, where it has two views."""
        from tui.screens.options import OptionsScreen

        self.push_screen(OptionsScreen(game))

    def open_help(
        self,
        screen: CanvasScreen[Any],
        game: str | None = None,
        phase: str = "",
        tab: "Tab" = "keys",
        at: "AtTable | None" = None,
    ) -> None:
        """Show the help for a screen; the phase of a game chooses the section of its rules.

        `at`: the table that is asked about.
        """
        from tui.screens.help import HelpScreen

        buttons = tuple(entry.button for entry in screen.commands())
        self.push_screen(HelpScreen(screen.NAME, buttons, game, phase, tab, at))

    def open_palette(self) -> None:
        """List what can be done on this screen now, and do what is chosen."""
        from tui.screens.palette import PaletteScreen

        screen = self.screen
        if not isinstance(screen, CanvasScreen):
            return

        def chosen(entry: Command | None) -> None:
            if entry is not None:
                screen.do(entry)
                screen.redraw()

        self.push_screen(PaletteScreen(screen), chosen)

    def ask(
        self,
        title: str,
        text: str,
        yes: str,
        then: Callable[[], object],
        other: "Choice | None" = None,
    ) -> None:
        """Ask yes or no; `then` runs after a yes, and `other` may be chosen instead."""
        from tui.screens.ask import AskScreen

        def answered(agreed: bool | None) -> None:
            if agreed:
                then()

        self.push_screen(AskScreen(title, text, yes, self.words("lobby.ask.no"), other), answered)

    def ask_to_quit(self, because: str = "") -> None:
        """Ask before a session with a seat ends, having said why it comes to that."""
        words = self.words
        text = f"{because} {words('lobby.quit.held')}".strip()
        self.ask(words("lobby.quit.title"), text, words("lobby.quit.yes"), self.quit)

    def repaint(self) -> None:
        """Send the whole screen again."""
        self.refresh(repaint=True)
        self.screen.refresh()

    # ── presence ───────────────────────────────────────────────────────────────────────────────

    def touched(self) -> None:
        """A key was pressed: somebody is there."""
        self.presence.key()
        self.alerts.touched()

    def on_app_focus(self, event: events.AppFocus) -> None:
        """The terminal has the focus."""
        self.presence.focus(True)

    def on_app_blur(self, event: events.AppBlur) -> None:
        """The terminal lost the focus."""
        self.presence.focus(False)

    def call_back(self) -> None:
        """Ring once for somebody who may not be looking."""
        if self.presence.away() and self.preferences.bell != "off":
            self.bell()

    def notice(self, text: str, ring: bool = True) -> None:
        """Say something in a line over the title; `ring`: call whoever may not be looking."""
        self.alerts.notice(text, ring)

    def on_unmount(self) -> None:
        """The terminal gets its title back."""
        self.alerts.give_back()


async def run(app: PokerApp, **options: Any) -> int:
    """Run an app to its end and hang up; the exit code."""
    try:
        result = await app.run_async(**options)
    finally:
        await asyncio.shield(app.line.close())
    if app._exception is not None:
        return 1
    return result if result is not None else (app.return_code or 0)
