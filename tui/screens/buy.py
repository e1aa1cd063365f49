"""How many chips to buy: a range, what one has, and an amount being typed (ux 4.5, 5.6)."""

from typing import NamedTuple

from engine.values.why import Why
from tui.canvas import say
from tui.canvas.cells import Row, wrapped
from tui.canvas.scene import Amount
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.paint import Page

WIDE = 14  # cells of the amount
MOST = 2**40  # chips that a message can say


class Offer(NamedTuple):
    """Chips that can be bought, from `least` to `most`, out of a purse."""

    least: int
    most: int
    purse: int

    @property
    def usual(self) -> int:
        """What is bought if nobody says otherwise: as much as range and purse allow."""
        return max(self.least, min(self.most, self.purse))

    def refused(self, chips: int) -> Why | None:
        """Why so many can't be bought."""
        if chips < self.least:
            return Why("below_minimum", {"lo": self.least})
        if chips > self.most:
            return Why("above_maximum", {"hi": self.most})
        if chips > self.purse:
            return Why("too_few_chips", {"have": self.purse, "need": chips})
        return None


class BuyScreen(CanvasScreen[int]):
    """A box over the action rows; it ends with the chips to buy, or None."""

    NAME = "buy"

    def __init__(self, title: str, offer: Offer, note: str = "") -> None:
        super().__init__(classes="sheet")
        self._title, self._offer, self._note = title, offer, note
        self._amount = Amount(offer.usual)
        self._modal = True

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    def key(self, key: str, character: str | None) -> bool:
        """Digits are typed, the first one in place of what stood there."""
        held = self._amount.value or 0
        if len(key) == 1 and key in "0123456789":
            wider = int(key) if not self._amount.typed else held * 10 + int(key)
            self._amount = Amount(min(wider, MOST), typed=True)
        elif key == "backspace":
            self._amount = Amount(held // 10 or None, typed=True)
        elif key in ("up", "down"):
            self._amount = Amount(self._offer.usual if key == "up" else self._offer.least)
        else:
            return False
        return True

    def pasted(self, text: str) -> None:
        """A pasted number is the amount."""
        digits = "".join(letter for letter in text if letter in "0123456789")
        if digits:
            self._amount = Amount(min(int(digits[:13]), MOST), typed=True)

    def commands(self) -> tuple[Command, ...]:
        """Buy, or go back."""
        words = self.words
        why = self._why
        return (
            command(
                "buy.do",
                "enter",
                words("cash.buy.do", chips=words.number(self._amount.value or 0)),
                self._buy,
                shown="Enter",
                enabled=not why,
                reason=why,
            ),
            command("buy.no", "escape q", words("cash.buy.no"), self.leave, shown="Esc"),
        )

    @property
    def _why(self) -> str:
        """Why the amount can't be bought, in words; empty where it can."""
        words, offer = self.words, self._offer
        if offer.purse < offer.least:
            return words("cash.buy.too_poor", chips=words.number(offer.purse))
        why = offer.refused(self._amount.value or 0)
        if why is None:
            return ""
        if why.code == "too_few_chips":
            return words("cash.buy.poor", chips=words.number(offer.purse))
        return say.why(why, words)

    def _buy(self) -> None:
        self.dismiss(self._amount.value)

    def leave(self) -> None:
        """Back, nothing bought."""
        self.dismiss(None)

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The range and the purse, the amount, and what is wrong with it."""
        page, words, offer = Page(size, self.palette, self.words), self.words, self._offer
        palette = page.palette
        page.frame(0, 0, page.width, page.height - 1, self._title)
        parts = (
            (words("cash.buy.range"), f"{words.number(offer.least)}–{words.number(offer.most)}"),
            (words("cash.buy.purse"), words.number(offer.purse)),
        )
        x = 2
        for label, text in parts:
            x = page.put(x, 1, f"{label} ", palette.muted)
            x = page.put(x, 1, text, palette.text) + 3
        page.put(x, 1, self._note, palette.muted, max(0, page.width - x - 2))
        x = page.put(2, 2, f"{words('cash.buy.amount')} ", palette.muted)
        value = self._amount.value
        number = "" if value is None else words.number(value)
        page.field(x, 2, number, len(number), WIDE)
        hint = f"0-9 {words('cash.buy.digits')}   ↑ ↓ {words('cash.buy.ends')}"
        page.put(x + WIDE + 2, 2, hint, palette.muted, max(0, page.width - x - WIDE - 4))
        for row, text in enumerate(wrapped(self._why, page.width - 6)[:2] if self._why else ()):
            page.put(2, 3 + row, ("! " if not row else "  ") + text, palette.bad)
        page.keys(entry.button for entry in self.commands())
        return page.rows()
