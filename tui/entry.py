"""The way in: to the table that a session begins at, or into the lobby and to a seat held."""

from typing import TYPE_CHECKING, Any

from engine.values.options import Value
from protocol.messages import Create, Join, Leave, No, Ok
from tui.link import new_key
from tui.screens.base import CanvasScreen
from tui.screens.quick import games as quick_games
from tui.start import Play

QUICK_BOTS = 3  # who plays with you where nobody says how many

if TYPE_CHECKING:
    from tui.app import PokerApp


async def enter(app: "PokerApp", quick: bool = False) -> None:
    """Show what the session begins with; `quick`: a table against bots, from the lobby."""
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
    elif quick:
        for info in quick_games(app.room.games, None, None)[:1]:
            lobby.play_with_bots(info.id)


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
    """Go to the first seat held, as the lobby's errand: its Enter does not go there too."""

    async def returning() -> None:
        table = app.room.held[0]
        answer = await app.ask_server(Join(id=0, key=new_key(), table=table))
        if isinstance(answer, Ok):
            app.open_table(table)

    lobby.errand(returning)
