"""Screens beside the table as they are drawn, without a server and without an app that runs."""

from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

from engine.games import GAMES
from protocol.messages import VERSION, Account, Lobby, TableInfo, Welcome
from tests.tui.played import info_of
from tests.tui.screens import test_replay_page
from tui.app import PokerApp
from tui.canvas.cells import Row
from tui.canvas.palette import Depth
from tui.screens import replay_page
from tui.screens.base import CanvasScreen, Size
from tui.screens.create import CreateScreen
from tui.screens.firstrun import FirstRunScreen
from tui.screens.help import HelpScreen
from tui.screens.lobby import LobbyScreen
from tui.screens.options import OptionsScreen
from tui.start import Start
from tui.terminal import Terminal


def _table(number: int, game: str, taken: str, seats: int, **more: Any) -> TableInfo:
    people = tuple(taken.split())
    said: dict[str, Any] = {
        "options": {},
        "bots": 0,
        "status": "waiting",
        "name": f"Tisch {number}",
    } | more
    return TableInfo(
        id=f"t{number}", game=game, seats=seats, taken=len(people), players=people, **said
    )


TABLES = (
    _table(1, "pokerface", "Anna Ben Carla", 6, name="WG-Runde"),
    _table(2, "holdem", "Dan Eva Flo Greta", 10, status="running", buy_in=(400, 1_000)),
    _table(3, "pokerquadrat", "Ines Max", 2, status="full", name="Küche"),
    _table(4, "stud7", "Ada Bruno", 8, status="running", bots=2, watching=3),
    _table(5, "openface", "Jörg Kim", 4, options={"royalties": "none"}),
    _table(6, "indian", "Wolfgang-Ama", 8, private=True, limit=25),
)


def app_of(terminal: Terminal) -> PokerApp:
    """An app that knows of six tables, and does not run."""
    link = Mock()
    account = Account("a", "Anna", guest=True, code="ABCD-EFGH", chips=10_000)
    link.welcome = Welcome(VERSION, "test", account, tuple(info_of(game) for game in GAMES))
    link.latency, link.slow = 24, False
    app = PokerApp(link, terminal, Start())
    app.room.receive(Lobby(TABLES, people=12))
    return app


def page(made: Callable[[PokerApp], CanvasScreen[Any]]) -> Callable[[PokerApp, Size], Any]:
    """A screen of the app."""

    def drawn(app: PokerApp, size: Size) -> tuple[Row, ...]:
        screen = made(app)
        # Nothing moves by itself, and nobody is asked for anything.
        idle = ("redraw", "errand", "set_interval", "set_timer")
        own = {"house": app, **dict.fromkeys(idle, lambda *args, **kwargs: None)}
        screen.__class__ = type(f"Shown{type(screen).__name__}", (type(screen),), own)
        begins = getattr(screen, "on_mount", None)
        if begins is not None:
            begins()
        return screen.draw(size)

    return drawn


def replayed(step: Callable[[int], int]) -> Callable[[PokerApp, Size], Any]:
    """A step of a deal that is looked back on, of so many."""

    def drawn(app: PokerApp, size: Size) -> tuple[Row, ...]:
        reel = test_replay_page.hand()
        shown = replay_page.Picture(reel, step(reel.pictures), when="20:41")
        return replay_page.draw(shown, size, app.palette, app.words)

    return drawn


PAGES: dict[str, Callable[[PokerApp, Size], tuple[Row, ...]]] = {
    "first run": page(lambda app: FirstRunScreen()),
    "lobby": page(lambda app: LobbyScreen()),
    "create hold'em": page(lambda app: CreateScreen("holdem")),
    "create pokerface": page(lambda app: CreateScreen("pokerface")),
    "create chinese": page(lambda app: CreateScreen("chinese")),
    "options": page(lambda app: OptionsScreen("holdem")),
    "ranking": page(lambda app: HelpScreen("lobby", (), "holdem", "", "ranking")),
    "replay first": replayed(lambda steps: 0),
    "replay middle": replayed(lambda steps: steps // 2),
    "replay last": replayed(lambda steps: steps - 1),
}


def terminal(lang: Any = "de", depth: Depth = "true", ascii: bool = False) -> Terminal:
    """A terminal at the other end of an ssh session."""
    return Terminal(lang=lang, depth=depth, ascii=ascii, motion=True, local=False)
