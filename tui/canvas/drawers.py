"""Log, phrases and chat, which open over the rows below the table (ux 5.16)."""

from collections.abc import Sequence

from msgspec import Struct
from rich.cells import cell_len

from protocol.messages import PhraseCode
from tui.canvas import say
from tui.canvas.cells import cut, tail, wrapped
from tui.canvas.frame import button_spans, seconds_span
from tui.canvas.palette import bold
from tui.canvas.pen import Pen, Spans, clipped
from tui.canvas.scene import Button, Scene
from tui.keymap import printed
from tui.locale import Words

Lines = Sequence[Spans]


class PhraseLine(Struct, frozen=True):
    """A fixed sentence that can be sent with a digit; `to` is the seat that it speaks to."""

    digit: str
    code: PhraseCode
    to: int | None
    text: str
    enabled: bool


def phrases(scene: Scene, words: Words) -> tuple[PhraseLine, ...]:
    """The fixed sentences of a quiet table as they can be sent now (rules.md A)."""
    table = scene.table
    waiting = _waited_for(scene)
    if waiting is None:
        reminder = words("common.phrase.your_turn_nobody")
    else:
        reminder = say.phrase("your_turn", say.name_of(waiting, table.chairs, words), words)
    seated = table.me is not None
    return (
        PhraseLine(
            "1",
            "your_turn",
            waiting,
            reminder,
            seated and waiting is not None,
        ),
        PhraseLine("2", "rules_question", None, say.phrase("rules_question", None, words), seated),
        PhraseLine("3", "short_break", None, say.phrase("short_break", None, words), seated),
    )


def _waited_for(scene: Scene) -> int | None:
    """The first other seat that the deal waits for."""
    table = scene.table
    view = table.view
    if view is None or table.stage != "running":
        return None
    return next((seat for seat in view.to_act if seat != table.me), None)


def drawer(pen: Pen, top: int, height: int, scene: Scene, log: Lines, width: int) -> None:
    """The open drawer, `height` rows from `top` on, its first row the heading.

    `log` are the lines of the log, or of the table's info where that is open.
    """
    words = pen.words
    table, ui = scene.table, scene.ui
    if ui.drawer == "log":
        missed = scene.missed is not None
        what = words("link.missed_title" if missed else "common.log_title", what=table.name)
        heading = what, words("common.log_keys")
        empty = words("common.nothing_happened")
        _frame(pen, top, height, heading, width)
        _lines(pen, top + 1, height - 2, log, ui.scroll, empty, width)
    elif ui.drawer == "info":
        heading = words("common.info_title", table=table.name), words("common.info_keys")
        _frame(pen, top, height, heading, width)
        # Read from its beginning on, not up from its end.
        back = max(0, len(log) - (height - 2) - ui.scroll)
        _lines(pen, top + 1, height - 2, log, back, "", width)
    elif ui.drawer == "phrases":
        heading = words("common.phrases_title", table=table.name), words("common.phrases_keys")
        _frame(pen, top, height, heading, width)
        _phrases(pen, top + 1, scene, width)
        room = height - 4 - (ui.message is not None)
        _lines(pen, top + 4, room, _talk_wrapped(pen, scene, width - 3), ui.scroll, "", width)
        _answer(pen, top + height - 1, scene, width)
    elif ui.drawer == "chat":
        title = "common.chat_title_watchers" if table.chat == "watchers" else "common.chat_title"
        heading = words(title, table=table.name), words("common.chat_keys")
        _frame(pen, top, height, heading, width)
        empty = words("common.nothing_said")
        said = _talk_wrapped(pen, scene, width - 3)
        _lines(pen, top + 1, height - 2, said, ui.scroll, empty, width)
        _field(pen, top + height - 1, scene, width)


def talk(pen: Pen, scene: Scene) -> Lines:
    """What people said, name first."""
    palette = pen.palette
    return [
        (
            (line.name, bold(palette.info)),
            (" ", palette.text),
            (say.said(line, pen.words), palette.text),
        )
        for line in scene.said
    ]


def _talk_wrapped(pen: Pen, scene: Scene, room: int) -> Lines:
    """What people said, all of it, in rows of at most `room` cells."""
    palette = pen.palette
    rows: list[Spans] = []
    for line in scene.said:
        before = cell_len(line.name) + 1
        first, *more = wrapped(say.said(line, pen.words), room - 2, max(0, before - 2)) or [""]
        rows.append(((line.name, bold(palette.info)), (" ", palette.text), (first, palette.text)))
        rows += [(("  " + text, palette.text),) for text in more]
    return rows


def actions(pen: Pen, y: int, buttons: Sequence[Button], scene: Scene, width: int) -> None:
    """The last row of log and info: the action keys, which work while it is open.

    The answer to a key takes their place until the next one.
    """
    if _answer(pen, y, scene, width):
        return
    palette = pen.palette
    mine = any(button.enabled for button in buttons)
    seconds = seconds_span(scene, palette, pen.words, mine)
    x = 1
    for place, button in enumerate(buttons):
        if palette.brackets:
            spans = button_spans(button, palette, scene.ui.guarded)
        elif button.enabled and not scene.ui.guarded:
            keys = printed(button, palette.keys)
            spans = ((keys, bold(palette.accent)), (f" {button.label}", palette.text))
        else:
            keys = printed(button, palette.keys)
            spans = ((f"{keys} {button.label}", palette.faint),)
        size = sum(cell_len(text) for text, _ in spans)
        x += 3 * (place > 0)
        if x + size > width - 1:
            break
        x = pen.spans(x, y, spans)
    pen.right(y, seconds, width - 1)


def _answer(pen: Pen, y: int, scene: Scene, width: int) -> bool:
    """The answer to the last key, whose own row the drawer covers; whether there is one."""
    if scene.ui.message is None:
        return False
    pen.spans(1, y, clipped(((f"! {scene.ui.message}", pen.palette.bad),), width - 2))
    return True


def _frame(pen: Pen, top: int, height: int, heading: tuple[str, str], width: int) -> None:
    palette = pen.palette
    for row in range(top, top + height):
        pen.band(0, row, width, palette.drawer)
    pen.put(0, top, "─" * width, palette.accent)
    hint = f" {heading[1]} "
    room = width - cell_len(hint) - 8
    pen.put(2, top, f" {cut(heading[0], room)} ", bold(palette.accent))
    pen.put(width - 2 - cell_len(hint), top, hint, palette.muted)


def _lines(
    pen: Pen, top: int, room: int, lines: Lines, scroll: int, empty: str, width: int
) -> None:
    palette = pen.palette
    if not lines:
        pen.put(2, top, empty, palette.faint)
        return
    last = max(min(len(lines), room), len(lines) - max(0, scroll))
    for row, line in enumerate(lines[max(0, last - room) : last], top):
        pen.spans(2, row, clipped(line, width - 3))


def _phrases(pen: Pen, top: int, scene: Scene, width: int) -> None:
    palette = pen.palette
    for row, line in enumerate(phrases(scene, pen.words), top):
        key = bold(palette.accent) if line.enabled else palette.faint
        text = palette.text if line.enabled else palette.faint
        pen.put(2, row, line.digit, key)
        pen.spans(5, row, clipped(((line.text, text),), width - 6))


def _field(pen: Pen, y: int, scene: Scene, width: int) -> None:
    palette = pen.palette
    pen.band(0, y, width, palette.field)
    # A refusal stands here: the drawer covers the row of answers.
    answer = scene.ui.message
    send = f"! {answer}" if answer else pen.words("common.chat_send")
    send = cut(send, width - 24)
    room = width - cell_len(send) - 8
    typed, at = scene.ui.typed, scene.ui.typed_at
    before = tail(typed if at is None else typed[:at], room)
    x = pen.put(2, y, f"> {before}", palette.text)
    x = pen.put(x, y, "▏", palette.accent)
    if at is not None:
        pen.put(x, y, cut(typed[at:], room - cell_len(before)), palette.text)
    pen.right(y, ((send, palette.bad if answer else palette.muted),), width - 2)


def chat_footer(pen: Pen, y: int, scene: Scene) -> bool:
    """Row 23 while keys go to the chat and this seat has to act; whether it was needed."""
    table, palette = scene.table, pen.palette
    acting = table.view is not None and table.me in table.view.to_act
    if scene.ui.drawer != "chat" or table.stage != "running" or not acting:
        return False
    pen.band(0, y, pen.width, palette.turn)
    x = pen.put(1, y, f"▸ {pen.words('common.your_turn')}", bold(palette.accent))
    pen.put(x + 2, y, pen.words("common.chat_turn"), palette.text)
    pen.right(y, seconds_span(scene, palette, pen.words, True))
    return True
