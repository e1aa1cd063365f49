"""The way in: to the table that a session begins at, or into the lobby and to a seat held."""

from typing import TYPE_CHECKING, Any

from engine.values.options import Value
from protocol.messages import Create, Join, Leave, No, Ok
from tui.layouts.pokerface.guide import Guide
from tui.link import new_key
from tui.newcomer import Newcomer
from tui.screens.base import CanvasScreen
from tui.start import Play

QUICK_BOTS = 3  # who plays with you where nobody says how many

# What somebody new begins with: a game, and how many bots beside them (ux 7).
FIRST: dict[str, tuple[str, int]] = {"play": ("holdem", 5), "guide": ("pokerface", 5)}
HINTED = 3  # so many actions the keys of a first hand are named

if TYPE_CHECKING:
    from tui.app import PokerApp
    from tui.screens.lobby import LobbyScreen


async def enter(app: "PokerApp", first: str | None = None) -> None:
    """Show what the session begins with; `first`: what somebody new has chosen."""
    from tui.screens.lobby import LobbyScreen

    play = app.begin.play
    if play is not None:
        app.listen()
        await _straight(app, play)
        return
    lobby = LobbyScreen()
    if app.begin.greeting:
        lobby.explain(app.begin.greeting)
    await app.push_screen(lobby)
    app.listen()
    await app.watch_lobby(True)
    if app.room.held:
        come_back(app, lobby)
    elif first in FIRST:
        begin(app, first, lobby)


def first_game(app: "PokerApp", first: str) -> tuple[str, int]:
    """The game that somebody new begins with, and how many bots; another one if it is not there."""
    game, wanted = FIRST[first]
    infos = [info for info in app.room.games if info.bots]
    info = next((one for one in infos if one.id == game), infos[0] if infos else None)
    if info is None:
        return game, wanted
    return info.id, min(info.hi - 1, max(info.lo - 1, wanted))


def begin(app: "PokerApp", first: str, lobby: "LobbyScreen") -> None:
    """A table with bots, for nobody else to sit at: a first hand, or the guided round."""
    game, many = first_game(app, first)
    guided = first == "guide" and game == FIRST["guide"][0]
    app.newcomer = Newcomer(guide=Guide()) if guided else Newcomer(hints=HINTED)
    lobby.enter(
        Create(
            id=0,
            key=new_key(),
            game=game,
            name=app.table_name(),
            seats=many + 1,
            bots="now",
            entry="code",
        ),
        None,
    )


async def _straight(app: "PokerApp", play: Play) -> None:
    # A game that was cut off earlier would hold a seat for ever.
    for table in app.room.held:
        await app.ask_server(Leave(id=0, key=new_key(), table=table))
        app.room.forget(table)
    answer = await app.ask_server(
        Create(
            id=0,
            key=new_key(),
            game=play.game,
            name=app.table_name(),
            seats=bots(app, play) + 1,
            options=_meant(app, play),
            bots="now",
            level=play.level,
        )
    )
    if isinstance(answer, Ok) and answer.table is not None:
        app.open_table(answer.table)
    elif isinstance(answer, No):
        app.finish(2, app.refusal(answer))


def bots(app: "PokerApp", play: Play) -> int:
    """As many as asked for, else as usual and as the game has room for."""
    if play.bots is not None:
        return play.bots
    info = app.room.game(play.game)
    return QUICK_BOTS if info is None else min(info.hi - 1, max(info.lo - 1, QUICK_BOTS))


def _meant(app: "PokerApp", play: Play) -> dict[str, Value]:
    """The options as the game means them: `no` switches off, or is a choice of that name."""
    info = app.room.game(play.game)
    named = {spec.name for spec in info.options if "no" in spec.choices} if info else set()
    return {
        name: "no" if value is False and name in named else value
        for name, value in play.options.items()
    }


def come_back(app: "PokerApp", lobby: CanvasScreen[Any]) -> None:
    """Go to the seats held, the first one shown; as the lobby's errand, so that Enter waits."""

    async def returning() -> None:
        there: list[str] = []
        for table in app.room.held:
            if not app.tables.has(table):
                answer = await app.ask_server(Join(id=0, key=new_key(), table=table))
                if isinstance(answer, Ok):
                    there.append(table)
                    app.open_table(table)
        if len(there) > 1:
            app.open_table(there[0])

    lobby.errand(returning)
