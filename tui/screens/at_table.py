"""What the help is told of the table that it is about: whose turn it is, the rules in force."""

from collections.abc import Mapping
from typing import Literal, NamedTuple

from engine.values.offers import real
from engine.values.options import Value
from protocol.messages import GameInfo, TableInfo, TableView
from tui.canvas.scene import Ui
from tui.layouts.options import in_force
from tui.layouts.stakes import in_chips, stakes
from tui.locale import Words
from tui.locale.rules import Section
from tui.screens.speech import are_stakes, option_name, option_value

# What keys mean now: it is one's turn, an amount is open, it is not one's turn; or none of these.
Moment = Literal["turn", "amount", "waiting", "other"]


class AtTable(NamedTuple):
    """One table: what keys mean now, and what it has been opened with."""

    moment: Moment
    info: GameInfo | None
    options: Mapping[str, Value]
    seats: tuple[int, int]  # taken, and all
    buy_in: tuple[int, int] | None
    limit: int | None

    def stakes(self, words: Words) -> str:
        """What is played for, where that is chips; else nothing."""
        betting = self.info is not None and are_stakes(self.info.options)
        return stakes(self.options, words) if betting else ""

    def section(self, words: Words) -> Section:
        """The rules in force as a section above those of the game."""
        taken, seats = self.seats
        said = [(words("common.info_seats"), words("help.here.seats", taken=taken, seats=seats))]
        if self.info is not None:
            said += self._options(self.info, words)
        if self.buy_in is not None:
            lo, hi = self.buy_in
            said.append((words("cash.buy.range"), f"{words.number(lo)}–{words.number(hi)}"))
        clock = words("absence.no_clock")
        if self.limit is not None:
            clock = words("common.seconds", seconds=self.limit)
        said.append((words("absence.clock"), clock))
        lines = [words("help.here.text"), "", *(f"- **{label}**: {text}" for label, text in said)]
        return Section(words("help.here"), ("here",), "\n".join(lines))

    def _options(self, info: GameInfo, words: Words) -> list[tuple[str, str]]:
        # The range of a buy-in is said in chips.
        apart = () if self.buy_in is None else ("least", "most")
        told = in_chips(self.options)
        return [
            (
                option_name(words, info.id, spec.name),
                option_value(words, info.id, spec.name, told[spec.name]),
            )
            for spec in info.options
            if spec.name in told and spec.name not in apart and in_force(spec, self.options)
        ]


def listed(table: TableInfo, info: GameInfo | None) -> AtTable:
    """A table that the lobby lists."""
    seats = (table.taken, table.seats)
    return AtTable("other", info, table.options, seats, table.buy_in, table.limit)


def seen(table: TableView, info: GameInfo | None, ui: Ui) -> AtTable:
    """A table that is shown."""
    taken = sum(chair.kind != "empty" for chair in table.chairs)
    seats = (taken, len(table.chairs))
    return AtTable(_moment(table, ui), info, table.options, seats, table.buy_in, table.limit)


def _moment(table: TableView, ui: Ui) -> Moment:
    if table.me is None or table.stage != "running":
        return "other"
    if ui.amount is not None:
        return "amount"
    return "turn" if real(table.offers) else "waiting"
