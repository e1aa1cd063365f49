"""What kind of table this is: the rules in force, who sits there, who looks on (ux 4.4, `i`)."""

from rich.cells import cell_len

from protocol.messages import TableView
from tui.canvas.cells import wrapped
from tui.canvas.palette import Palette
from tui.canvas.pen import Spans, clipped
from tui.canvas.scene import Scene
from tui.layouts import absence, cash, freezeout, points, royalties
from tui.layouts.waiting import rules_line
from tui.locale import Words


def info_lines(scene: Scene, palette: Palette, words: Words, room: int) -> tuple[Spans, ...]:
    """The table in a few rows of at most `room` cells."""
    table = scene.table
    said = [
        (words("common.options"), rules_line(scene, words)),
        (words("common.info_seats"), ", ".join(_seats(scene, words))),
    ]
    if table.buy_in is not None:
        lo, hi = table.buy_in
        range_ = f"{words.number(lo)}–{words.number(hi)}"
        said.insert(1, (words("cash.buy.range"), range_))
    if table.watching:
        said.append((words("common.info_watching"), _watchers(table, words)))
    lines: list[Spans] = []
    for place, (label, text) in enumerate(said):
        if place == 1:
            # What may be changed stands where it is seen without scrolling.
            lines.append(clipped(_times(scene, palette, words), room))
            if told := _entry(table, words):
                label_ = words("lobby.create.entry") + ": "
                lines.append(clipped(((label_, palette.muted), (told, palette.text)), room))
        first, *more = wrapped(f"{label}: {text}", room)
        lines.append(
            ((first[: len(label) + 1], palette.muted), (first[len(label) + 1 :], palette.text))
        )
        lines += [((f"  {line}", palette.text),) for line in more]
    return (*lines, *_royalties(table, palette, words, room))


def _entry(table: TableView, words: Words) -> str:
    """Who may come, look on and write, where that is not everybody; who sits there has the code."""
    said: list[str] = []
    if table.code is not None:
        said.append(words("lobby.code.told", code=table.code))
    elif table.private:
        said.append(words("lobby.private.said"))
    if not table.spectators:
        said.append(words("lobby.spectators.off.said"))
    if table.talk != "free":
        said.append(words(f"lobby.chat.{table.talk}.said"))
    if said and not table.private:
        said.insert(0, words("lobby.entry.open"))
    return " · ".join(said)


def _royalties(table: TableView, palette: Palette, words: Words, room: int) -> list[Spans]:
    """What strong rows earn: a table where it has room, else all of it in lines."""
    told = royalties.lines(table.game, table.options, words)
    if any(cell_len(line) > room for line in told):
        listed = royalties.listed(table.game, table.options, words)
        told = (told[0], *wrapped(listed, room))
    return [((line, palette.text if place else palette.muted),) for place, line in enumerate(told)]


def _times(scene: Scene, palette: Palette, words: Words) -> Spans:
    """How long one may think, and how long somebody absent is waited for."""
    table = scene.table
    clock = words("absence.no_clock")
    if table.limit is not None:
        clock = words("common.seconds", seconds=table.limit)
    patience = absence.minutes(table.patience)
    style = palette.text
    if cash.is_cash(table) or points.is_points(table) or freezeout.is_freezeout(table):
        # Nobody is waited for there.
        return ((words("absence.clock") + ": ", palette.muted), (clock, palette.text))
    if absence.arranges(table):
        patience = words("absence.patience_yours", time=patience)
    elif table.me is not None:
        style = palette.faint  # somebody else's to change, or not now
    return (
        (words("absence.clock") + ": ", palette.muted),
        (clock, palette.text),
        (" · " + words("absence.patience") + ": ", palette.muted),
        (patience, style),
    )


def _watchers(table: TableView, words: Words) -> str:
    """Those who look on, by name as far as they are told."""
    names = [name for name in table.watchers if name]
    more = table.watching - len(names)
    if not names:
        return words.number(table.watching)
    said = ", ".join(names)
    return f"{said} {words('absence.watchers_more', count=more)}" if more > 0 else said


def _seats(scene: Scene, words: Words) -> list[str]:
    seats: list[str] = []
    for seat, chair in enumerate(scene.table.chairs):
        if chair.kind == "empty":
            seats.append(words("common.free"))
            continue
        tags = [words("common.you")] if seat == scene.table.me else []
        tags += [words("common.bot")] if chair.kind == "bot" else []
        tags += [words("absence.host")] if chair.owner else []
        tags += absence.seat_words(scene.table, seat, words)
        if chair.cash is not None:
            tags.insert(0, words.number(cash.stack(scene.table, seat) or 0))
            if cash.state(scene.table, seat) not in ("in", "broke"):
                tags.append(cash.label(scene.table, seat, words))
            if coming := cash.comes(chair.cash, words):
                tags.append(coming)
        if chair.points is not None:
            tags.insert(0, words.signed(chair.points.points))
            if chair.points.wish != "play":
                tags.append(points.tag(scene.table, seat, words))
        if chair.freezeout is not None:
            tags.insert(0, words.number(freezeout.stack(scene.table, seat) or 0))
            if why := freezeout.tag(scene.table, seat, words):
                tags.append(why)
        seats.append(f"{chair.name} ({', '.join(tags)})" if tags else chair.name)
    return seats
