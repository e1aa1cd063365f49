"""Getting up from a table: what becomes of seat, deal, chips and points is asked about first."""

from typing import TYPE_CHECKING

from protocol.messages import Leave, No, TableView
from tui.layouts import cash, freezeout, points
from tui.link import new_key
from tui.screens.ask import Choice
from tui.work import begin

if TYPE_CHECKING:
    from tui.screens.chips import Chips
    from tui.screens.table import TableScreen

# Whoever is refused so is there no more.
GONE = ("not_seated", "not_watching", "unknown_table", "table_closed")


class Leaving:
    """The way from one table's screen back to the lobby."""

    def __init__(self, screen: "TableScreen", chips: "Chips") -> None:
        self._screen = screen
        self._chips = chips

    def ask(self) -> None:
        """Ask first where somebody is sitting; whoever only looks on just goes."""
        screen, words, view = self._screen, self._screen.words, self._screen.view
        if view is None or view.me is None:
            begin(screen, self._go)
            return
        text, other = self._consequences(view)
        if screen.house.tables.has_lobby:
            text = f"{text} {words('tables.instead')}"
        screen.house.ask(
            words("lobby.leave.title", table=view.name),
            text,
            words("lobby.leave.yes"),
            lambda: begin(screen, self._go),
            other,
        )

    def _consequences(self, view: TableView) -> tuple[str, Choice | None]:
        """What leaving leads to, and what may be done instead."""
        words = self._screen.words.at(view.game)
        if cash.is_cash(view):
            rest = "cash.leave.rest" if cash.may_rest_instead(view) else ""
            text = cash.leaving(view, words)
        elif points.is_points(view):
            rest = "points.leave.rest" if points.may_rest_instead(view) else ""
            text = points.leaving(view, words)
        elif freezeout.is_freezeout(view):
            return freezeout.leaving(view, words), None
        else:
            # A running deal is cancelled for all.
            running = view.stage == "running"
            return words("lobby.leave.deal" if running else "lobby.leave.between"), None
        return text, Choice("s", words(rest), self._chips.rest) if rest else None

    async def _go(self) -> None:
        screen = self._screen
        answer = await screen.house.ask_server(Leave(id=0, key=new_key(), table=screen.table))
        if isinstance(answer, No) and answer.why.code not in GONE:
            self._stay(answer)
            return
        view = screen.view
        if view is not None and view.me is not None and cash.dealt_in(view, view.me):
            screen.house.room.left.add(screen.table)
        screen.give_up("")

    def _stay(self, refused: No) -> None:
        """Say why; nobody is kept for what the server can't do: there is still the shell."""
        screen = self._screen
        said = screen.house.refusal(refused, screen.table)
        screen.explain(said)
        screen.redraw()
        if refused.why.code == "storage":
            screen.house.ask_to_quit(said)
