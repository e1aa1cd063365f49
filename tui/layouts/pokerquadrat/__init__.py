"""The layout of Pokerquadrat: the square, what is told beside it, and a list for small windows."""

from msgspec.structs import replace

from tui.canvas.compact import too_small
from tui.canvas.drawers import chat_footer, talk
from tui.canvas.frame import answered, bar, box, footer, footer_buttons, people, time_bar, title
from tui.canvas.palette import Palette
from tui.canvas.pen import Pen, Spans, clipped
from tui.canvas.scene import Button, Press, Scene
from tui.layouts import absence
from tui.layouts.drawn import Drawn, draw_drawer
from tui.layouts.pokerquadrat import keys
from tui.layouts.pokerquadrat.board import Plan, draw_square, plan
from tui.layouts.pokerquadrat.compact import draw_compact, tiny
from tui.layouts.pokerquadrat.ending import draw_ending
from tui.layouts.pokerquadrat.log import Move, log, move_line, moves_of
from tui.layouts.pokerquadrat.panel import draw_panel, draw_points
from tui.layouts.pokerquadrat.seen import Seen, see
from tui.layouts.waiting import draw_waiting, draw_waiting_list
from tui.locale import Words

DRAWER = 6  # rows of a drawer


class Pokerquadrat(Drawn):
    """The looks and keys of a table of Pokerquadrat."""

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
        """The square lies open all the time: there is nothing to reveal."""
        return 0

    def press(self, scene: Scene, key: str, words: Words) -> Press | None:
        """What a key means now (ux 4.7); None: nothing of this layout's."""
        return keys.press(scene, key, words)

    def buttons(self, scene: Scene, words: Words) -> tuple[Button, ...]:
        """The action bar."""
        return keys.buttons(scene, words)


def _draw_table(pen: Pen, scene: Scene, seen: Seen | None) -> None:
    place = plan(pen.width, pen.height)
    _title(pen, scene, seen)
    if seen is None:
        _waiting(pen, scene)
    else:
        moves = moves_of(scene, pen.words)
        draw_square(pen, seen, place)
        if seen.done:
            draw_ending(pen, seen, place)
        else:
            draw_panel(pen, seen, place, moves)
        if place.side:
            _side(pen, place, moves)
    if scene.ui.drawer:
        _drawer(pen, scene, seen, pen.height - 1 - DRAWER)
    if not chat_footer(pen, pen.height - 1, scene):
        footer(pen, pen.height - 1, _all_keys(scene, seen, pen.words))


def _draw_small(pen: Pen, scene: Scene, seen: Seen | None) -> None:
    words, height = pen.words, pen.height
    shown = keys.buttons(scene, words)
    if seen is None:
        _title(pen, scene, seen)
        draw_waiting_list(pen, scene, shown)
    else:
        if not tiny(pen):
            _title(pen, scene, seen)
        draw_compact(pen, seen, shown)
    if scene.ui.drawer and height > 3:
        _drawer(pen, scene, seen, height - 1 - min(DRAWER, height - 2))
    if height > 9 and not chat_footer(pen, height - 1, scene):
        footer(pen, height - 1, _footer(scene, seen, words))


def _footer(scene: Scene, seen: Seen | None, words: Words) -> tuple[Button, ...]:
    """The keys that always work; Space is called what it does now, as in the action bar."""
    items = footer_buttons(scene, words)
    if seen is None or not seen.done:
        return items
    again = words("pokerquadrat.again_short")
    return tuple(replace(i, label=again) if i.id == "table.next" else i for i in items)


def _all_keys(scene: Scene, seen: Seen | None, words: Words) -> tuple[Button, ...]:
    """The footer beside the square, which has no action bar: its own keys come first."""
    items = _footer(scene, seen, words)
    if seen is None or seen.done or seen.me is None or seen.resting or scene.ui.drawer == "chat":
        return items
    return (*keys.playing(seen), *(replace(i, rank=i.rank + 4) for i in items))


def _title(pen: Pen, scene: Scene, seen: Seen | None) -> None:
    table, words = scene.table, pen.words
    parts = [table.name]
    shown = people(scene, words, wide=pen.width >= 110)
    if table.stage == "broken":
        parts.append(words("common.broken"))
    elif seen is not None:
        if seen.me is not None:
            parts = [words("pokerquadrat.with_partner", name=seen.name(seen.partner))]
            # There are always two.
            shown = shown[1:]
        parts.append(words("pokerquadrat.goal", target=seen.count("target")))
    special = words("common.spectator") if table.me is None else ""
    title(pen, words("pokerquadrat.name"), parts, shown, special)


def _waiting(pen: Pen, scene: Scene) -> None:
    """The table without a deal: who sits there, and what it waits for."""
    palette, words, width = pen.palette, pen.words, pen.width
    y = pen.height - 7
    draw_waiting(pen, 2, y + 1, scene)
    time_bar(pen, y, width, scene, mine=False)
    pen.spans(1, y + 1, clipped(absence.prompt(scene, palette, words), width - 2))
    absence.draw_votes(pen, y + 2, width, scene)
    shown = [one for one in keys.buttons(scene, words) if not absence.is_vote(one)]
    bar(pen, y + 3, width, shown, 1)
    answer = answered(scene, palette, words) or absence.hint(scene, palette, words)
    pen.spans(1, y + 4, clipped(answer, width - 2))
    happened = absence.notice(scene, palette, words)
    said = [happened] if happened else talk(pen, scene)
    if said:
        pen.spans(1, y + 5, clipped(said[-1], width - 2))


def _side(pen: Pen, place: Plan, moves: tuple[Move, ...]) -> None:
    """Beside the table of 80 columns: every move, and what each hand brings."""
    palette, words = pen.palette, pen.words
    width = pen.width - place.side
    rows = pen.height - 8
    box(
        pen,
        (place.side, 1),
        (width, rows),
        palette.faint,
        (words("pokerquadrat.moves"), palette.muted),
    )
    for y, move in enumerate(reversed(moves[-(rows - 2) :]), 2):
        pen.spans(place.side + 2, y, clipped(move_line(move, pen, short=True), width - 4))
    top = rows + 1
    heading = (words("pokerquadrat.table"), palette.muted)
    box(pen, (place.side, top), (width, 6), palette.faint, heading)
    draw_points(pen, place.side + 1, top + 1, width - 2)


def _drawer(pen: Pen, scene: Scene, seen: Seen | None, top: int) -> None:
    width, palette, words = pen.width, pen.palette, pen.words
    # The square's own keys stand in the footer, if there is a square.
    shown = keys.buttons(scene, words)
    if seen is not None and not too_small((width, pen.height)):
        shown = tuple(one for one in shown if absence.is_vote(one))
    draw_drawer(pen, scene, top, width, lambda: log(scene, seen, palette, words), shown)
