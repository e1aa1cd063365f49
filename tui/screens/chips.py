"""What a player does about the own chair where people come and go: sitting out, chips."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from protocol.messages import Buy, CashInfo, Post, Reserve, Rest, TableView
from tui.canvas.scene import Scene
from tui.layouts import cash, points
from tui.link import new_key
from tui.screens.base import Command
from tui.screens.buy import BuyScreen, Offer
from tui.screens.printed import keys_of

if TYPE_CHECKING:
    from tui.screens.table import TableScreen


class Chips:
    """The keys of one's own chair; what they are is said by the layouts."""

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen

    def commands(self, scene: Scene) -> list[Command]:
        """What can be done now."""
        own = cash.own(scene.table)
        if own is None:
            return self._of_points(scene)
        runs: dict[str, Callable[[], object]] = {
            "cash.again": lambda: self._buy(cash.again(scene)),
            "cash.reserve": lambda: self._reserve(scene.table, own),
            "cash.post": lambda: self._post(own),
            "cash.buy": lambda: self._ask(scene.table, own),
            "cash.rest": lambda: self._rest(own.wish != "rest"),
        }
        return [
            Command(button, keys_of(button.keys), runs[button.id])
            for button in cash.buttons(scene, self._screen.words)
        ]

    def _of_points(self, scene: Scene) -> list[Command]:
        button, own = points.rest_button(scene.table, self._screen.words), points.own(scene.table)
        if button is None or own is None:
            return []
        return [Command(button, keys_of(button.keys), lambda: self._rest(own.wish != "rest"))]

    def rest(self) -> None:
        """Sit out from the next deal on."""
        self._rest(True)

    def _rest(self, on: bool) -> None:
        self._screen.send(Rest(id=0, table=self._screen.table, on=on))

    def _post(self, own: CashInfo) -> None:
        self._screen.send(Post(id=0, table=self._screen.table, now=not own.posting))

    def _reserve(self, view: TableView, own: CashInfo) -> None:
        table, left = self._screen.table, own.reserve
        self._screen.ask_once(
            Reserve(id=0, table=table, deal=view.deal, decision=view.decision, left=left)
        )

    def _buy(self, chips: int) -> None:
        if chips:
            self._screen.ask_once(Buy(id=0, key=new_key(), table=self._screen.table, chips=chips))

    def _ask(self, view: TableView, own: CashInfo) -> None:
        """The box for an amount."""
        if own.buy is None:
            return
        screen, words = self._screen, self._screen.words
        offer = Offer(*own.buy, purse=screen.house.room.account.chips)
        playing = view.me is not None and cash.dealt_in(view, view.me)
        note = words("cash.buy.after") if playing else ""

        def answered(chips: int | None) -> None:
            if chips is not None:
                self._buy(chips)

        screen.house.push_screen(BuyScreen(words("cash.buy.more"), offer, note), answered)
