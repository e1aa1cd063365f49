"""The finished deals that one has played, the newest first; Enter looks back on one."""

from protocol.messages import No, Past, PastDeal
from tui.canvas.cells import Row
from tui.locale import Words
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.paint import Page
from tui.screens.record import STEPS
from tui.screens.record_page import moment, outcome
from tui.screens.replay import show_record
from tui.screens.speech import game_name

TOP, BELOW = 2, 2  # rows above the list and under it
NARROW = 70  # columns below which the list leaves out the game
WHEN, GAME, NUMBER, SCORED = 18, 14, 11, 14  # columns of the list


def ended(words: Words, deal: PastDeal) -> str:
    """How a deal ended: in points or chips won or lost, unless its pot was left for the next."""
    if deal.points is not None and deal.scored.code != "carried":
        return words.signed(deal.points)
    return outcome(words, deal.game, deal.scored, "past")


class PastScreen(CanvasScreen[None]):
    """A list that grows towards the past when its end is reached."""

    NAME = "past"

    def __init__(self, deals: tuple[PastDeal, ...]) -> None:
        """`deals` are the newest, as the server told them."""
        super().__init__()
        self._deals = deals
        self._at = 0
        self._all = not deals
        self._message = ""

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    def key(self, key: str, character: str | None) -> bool:
        """Arrows choose."""
        self._message = ""
        if key not in STEPS:
            return False
        self._move(STEPS[key])
        return True

    def _move(self, by: int) -> None:
        self._at = max(0, min(len(self._deals) - 1, self._at + by))
        if by > 0 and self._at == len(self._deals) - 1 and not self._all:
            self.errand(self._reading_on)

    async def _reading_on(self) -> None:
        answer = await self.house.ask_server(Past(id=0, before=self._deals[-1].at))
        if isinstance(answer, No):
            self.explain(self.house.refusal(answer))
        elif answer is not None:
            self._deals += answer.deals
            self._all = not answer.deals
        self.redraw()

    def commands(self) -> tuple[Command, ...]:
        """Look at one, move, go back."""
        words = self.words
        return (
            command(
                "past.open",
                "enter",
                words("past.key.open"),
                self._open,
                shown="Enter",
                enabled=bool(self._deals),
                reason=words("past.none"),
            ),
            command(
                "past.move",
                "down",
                words("past.key.choose"),
                lambda: self._move(1),
                shown="↑ ↓",
                rank=3,
                enabled=len(self._deals) > 1,
            ),
            command("past.back", "escape h q", words("past.key.back"), self.leave, shown="Esc"),
            self.help_command(),
            command("app.redraw", "ctrl+l", "", self.house.repaint),
        )

    def _open(self) -> None:
        if self._deals:
            deal = self._deals[self._at]
            self.errand(lambda: show_record(self, deal, self._deals))
        else:
            self.explain(self.words("past.none"))

    def explain(self, text: str) -> None:
        """Said in the row above the keys."""
        self._message = text

    def clicked(self, x: int, y: int) -> None:
        """A click on a row chooses it."""
        listed, row = self._listed(self.canvas.size.height), y - TOP
        if 0 <= row < len(listed):
            self._at = listed[row]

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    def _listed(self, height: int) -> range:
        """Which of the deals have a row on a screen that is so high; the chosen one always."""
        room = max(0, height - TOP - BELOW)
        first = max(0, min(self._at - room // 2, len(self._deals) - room))
        return range(first, min(len(self._deals), first + room))

    def draw(self, size: Size) -> tuple[Row, ...]:
        """When, where, what, and how it ended."""
        words, palette = self.words, self.palette
        page = Page(size, palette, words)
        page.title(words("past.list_title"), "", self.house.turn_elsewhere())
        heads = ("when", "table", "game", "number", "scored")
        self._row(page, 1, tuple(words(f"past.column.{head}") for head in heads), False)
        if not self._deals:
            page.put(2, TOP, words("past.none"), palette.muted, page.width - 4)
        for y, place in enumerate(self._listed(page.height), TOP):
            deal = self._deals[place]
            row = (
                moment(words, deal.at),
                deal.name,
                game_name(words, deal.game),
                str(deal.number),
                ended(words, deal),
            )
            self._row(page, y, row, place == self._at, head=False)
        page.put(2, page.height - 2, self._message, palette.bad, page.width - 4)
        page.keys(entry.button for entry in self.commands())
        return page.rows()

    def _row(
        self, page: Page, y: int, cells: tuple[str, ...], chosen: bool, head: bool = True
    ) -> None:
        narrow = page.width < NARROW
        widths = [WHEN, 0, 0 if narrow else GAME, NUMBER, SCORED]
        widths[1] = max(0, page.width - 3 - sum(widths))
        style = page.palette.muted if head else page.palette.text
        if chosen:
            page.put(0, y, "▸", page.looks.strong_accent)
            style = page.looks.strong
        x = 1
        for text, width in zip(cells, widths, strict=True):
            if width > 1:
                page.put(x, y, text, style, width - 1)
            x += width
