"""What kind of table this is: the rules in force, who sits there, who looks on (ux 4.4, `i`)."""

from tui.canvas.cells import wrapped
from tui.canvas.palette import Palette
from tui.canvas.pen import Spans
from tui.canvas.scene import Scene
from tui.layouts.waiting import option_list
from tui.locale import Words


def info_lines(scene: Scene, palette: Palette, words: Words, room: int) -> tuple[Spans, ...]:
    """The table in a few rows of at most `room` cells."""
    table = scene.table
    said = [
        (words("common.options"), option_list(table.options, table.game, words)),
        (words("common.info_seats"), ", ".join(_seats(scene, words))),
    ]
    if table.watching:
        said.append((words("common.info_watching"), words.number(table.watching)))
    lines: list[Spans] = []
    for label, text in said:
        first, *more = wrapped(f"{label}: {text}", room)
        lines.append(
            ((first[: len(label) + 1], palette.muted), (first[len(label) + 1 :], palette.text))
        )
        lines += [((f"  {line}", palette.text),) for line in more]
    return tuple(lines)


def _seats(scene: Scene, words: Words) -> list[str]:
    seats: list[str] = []
    for seat, chair in enumerate(scene.table.chairs):
        if chair.kind == "empty":
            seats.append(words("common.free"))
            continue
        tags = [words("common.you")] if seat == scene.table.me else []
        tags += [words("common.bot")] if chair.kind == "bot" else []
        tags += [] if chair.here else [words("common.away")]
        seats.append(f"{chair.name} ({', '.join(tags)})" if tags else chair.name)
    return seats
