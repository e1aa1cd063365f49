"""The layout of Pokerface: table, showdown, waiting, and a list for small windows."""

from msgspec.structs import replace

from tui.canvas.compact import too_small
from tui.canvas.drawers import chat_footer, talk
from tui.canvas.frame import (
    answered,
    bar,
    box,
    footer,
    footer_buttons,
    onlooker,
    people,
    time_bar,
    title,
)
from tui.canvas.palette import Palette
from tui.canvas.pen import Pen, Spans, clipped, folded
from tui.canvas.scene import Button, Press, Scene
from tui.layouts import absence
from tui.layouts.drawn import Drawn, draw_drawer
from tui.layouts.pokerface import keys
from tui.layouts.pokerface.compact import draw_compact
from tui.layouts.pokerface.log import log
from tui.layouts.pokerface.playing import Plan, draw_playing, plan
from tui.layouts.pokerface.prompt import draw_actions
from tui.layouts.pokerface.seen import MOST_DEALS, Seen, see
from tui.layouts.pokerface.showdown import draw_showdown, past_lines
from tui.layouts.waiting import draw_waiting, draw_waiting_list
from tui.locale import Words

WIDE = 110  # columns from which the log has a panel of its own
DRAWER = 6  # rows of a drawer


class Pokerface(Drawn):
    """The looks and keys of a Pokerface table."""

    def paint(self, pen: Pen, scene: Scene) -> None:
        """Draw the table with its title and footer."""
        seen = see(scene, pen.words)
        if too_small((pen.width, pen.height)):
            _draw_small(pen, scene, seen)
        else:
            _draw_table(pen, scene, seen)

    def tell(self, scene: Scene, palette: Palette, words: Words) -> tuple[Spans, ...]:
        """What happened in the deal, a sentence an event."""
        return log(scene, None, palette, words)

    def steps(self, scene: Scene) -> int:
        """The hands of a showdown are shown one after the other."""
        view = scene.table.view
        return 0 if view is None or view.phase != "showdown" else len(view.seats)

    def press(self, scene: Scene, key: str, words: Words) -> Press | None:
        """What a key means now (ux 4.6); None: nothing of this layout's."""
        return keys.press(scene, key, words)

    def buttons(self, scene: Scene, words: Words) -> tuple[Button, ...]:
        """The action bar."""
        return keys.buttons(scene, words)


def _draw_table(pen: Pen, scene: Scene, seen: Seen | None) -> None:
    width, height = pen.width, pen.height
    wide = width >= WIDE
    # The panel keeps 25 columns at least; the table has four more where there is room for both.
    across = width if not wide else 84 if width >= WIDE + 8 else 80
    place = plan(min(across, 84), height)
    _title(pen, scene, seen, wide)
    logged = wide or scene.ui.drawer == "log"
    lines = log(scene, seen, pen.palette, pen.words) if logged else ()
    if wide:
        _panel(pen, scene, place.width + 1, lines, seen)
    mine = seen is not None and seen.mine
    if seen is None:
        draw_waiting(pen, 2, place.prompt, scene)
        time_bar(pen, place.bar, place.width, scene, mine)
        rests = absence.prompt(scene, pen.palette, pen.words)
        pen.spans(1, place.prompt, clipped(rests, place.width - 2))
        absence.draw_votes(pen, place.prompt + 1, place.width, scene)
        shown = [one for one in keys.buttons(scene, pen.words) if not absence.is_vote(one)]
        bar(pen, place.buttons, place.width, shown, 1)
        answer = answered(scene, pen.palette, pen.words)
        answer = answer or absence.hint(scene, pen.palette, pen.words)
        pen.spans(1, place.hint, clipped(answer, width - 2))
        _talk(pen, scene, place)
    elif seen.showdown:
        draw_showdown(pen, seen, place)
    else:
        draw_playing(pen, seen, place)
        time_bar(pen, place.bar, place.width, scene, mine)
        draw_actions(pen, seen, place)
        _talk(pen, scene, place)
    if scene.ui.drawer:
        top = place.bar if not place.large else height - 1 - DRAWER
        _drawer(pen, scene, top, place.width, lines)
    if not chat_footer(pen, height - 1, scene):
        footer(pen, height - 1, _footer(scene, seen, pen.words, wide=wide))


def _draw_small(pen: Pen, scene: Scene, seen: Seen | None) -> None:
    words = pen.words
    _title(pen, scene, seen, wide=False)
    shown = keys.buttons(scene, words)
    if seen is None:
        draw_waiting_list(pen, scene, shown)
    else:
        draw_compact(pen, seen, shown)
    height = pen.height
    if scene.ui.drawer and height > 3:
        rows = min(DRAWER, height - 2)
        lines = log(scene, seen, pen.palette, words)
        _drawer(pen, scene, height - 1 - rows, pen.width, lines)
    if height > 4 and not chat_footer(pen, height - 1, scene):
        footer(pen, height - 1, _footer(scene, seen, words, wide=False))


def _footer(scene: Scene, seen: Seen | None, words: Words, *, wide: bool) -> tuple[Button, ...]:
    """The keys that always work; Space is called what it does now, as in the action bar."""
    items = footer_buttons(scene, words, wide)
    if seen is not None and seen.revealing():
        shown = words("pokerface.show_all")
    elif seen is not None and seen.over:
        shown = words("pokerface.new_match_short")
    else:
        return items
    return tuple(replace(i, label=shown) if i.id == "table.next" else i for i in items)


def _title(pen: Pen, scene: Scene, seen: Seen | None, wide: bool) -> None:
    table, words = scene.table, pen.words
    parts = [table.name]
    if table.stage == "broken":
        parts.append(words("common.broken"))
    elif seen is not None and table.number > 0:  # without a deal there is none to name
        most = MOST_DEALS[bool(table.options.get("soft_landing", False))]
        key = "pokerface.deal_of" if wide else "pokerface.deal"
        parts.append(words(key, number=table.number, most=most))
        if seen.showdown:
            parts.append(words("pokerface.showdown"))
    special = onlooker(table, words)
    title(pen, words("pokerface.name"), parts, people(scene, words, wide), special)


def _panel(pen: Pen, scene: Scene, x: int, lines: tuple[Spans, ...], seen: Seen | None) -> None:
    """The log and the deals so far, beside the table."""
    palette, words = pen.palette, pen.words
    width = pen.width - x
    past_rows = 12 if pen.height >= 34 else 8
    rows = pen.height - 2 - past_rows
    heading = (words("common.log_panel"), palette.muted)
    box(pen, (x, 1), (width, rows), palette.faint, heading)
    told = [row for line in lines for row in folded(line, width - 4)]
    for y, line in enumerate(told[-(rows - 2) :], 2):
        pen.spans(x + 2, y, clipped(line, width - 4))
    top = 1 + rows
    heading = (words("pokerface.past"), palette.muted)
    box(pen, (x, top), (width, past_rows), palette.faint, heading)
    history = scene.table.history
    if seen is not None and seen.revealing():
        history = history[:-1]
    past = past_lines(history, len(scene.table.chairs), palette, words)
    past = past or [((words("pokerface.past_none"), palette.faint),)]
    if scene.table.stage == "running":
        what = "rests" if scene.table.me is not None else "watchers"
        rests = (f"common.chat_{what}_1", f"common.chat_{what}_2")
        past += [(), *(((words(key), palette.faint),) for key in rests)]
    for y, line in enumerate(past[: past_rows - 2], top + 1):
        pen.spans(x + 2, y, clipped(line, width - 4))


def _drawer(pen: Pen, scene: Scene, top: int, width: int, lines: tuple[Spans, ...]) -> None:
    draw_drawer(pen, scene, top, width, lambda: lines, keys.buttons(scene, pen.words))


def _talk(pen: Pen, scene: Scene, place: Plan) -> None:
    """What has just happened at the table, or was said last, in the row before the footer."""
    happened = absence.notice(scene, pen.palette, pen.words)
    said = [happened] if happened else talk(pen, scene)
    y = pen.height - 2
    if said and y > place.hint and not pen.written(y):
        pen.spans(1, y, clipped(said[-1], place.width - 2))
