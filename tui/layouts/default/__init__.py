"""The default layout: draws any View and has keys for every kind of offer."""

from engine.values.offers import real
from tui.canvas import say
from tui.canvas.compact import draw_list, too_small
from tui.canvas.drawers import chat_footer
from tui.canvas.frame import (
    answered,
    bar,
    footer,
    footer_buttons,
    onlooker,
    people,
    seconds_span,
    spread,
    time_bar,
    title,
)
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Pen, Spans, clipped, span_len
from tui.canvas.scene import Button, Press, Scene
from tui.layouts import absence
from tui.layouts.default import keys
from tui.layouts.default.lines import Teller
from tui.layouts.drawn import Drawn, draw_drawer
from tui.layouts.waiting import waiting_lines, waiting_names
from tui.locale import Words

WIDE = 110
BOTTOM = 7  # rows from the time bar to the footer
DRAWER = 6


class Default(Drawn):
    """Looks and keys for games without a layout of their own."""

    def paint(self, pen: Pen, scene: Scene) -> None:
        """Draw the table with its title and footer."""
        palette, words = pen.palette, pen.words
        teller = Teller(scene, palette, words)
        _title(pen, scene)
        lines = _lines(scene, teller, palette, words)
        asked, answer = _prompt(scene, teller, palette, words), _answer(scene, palette, words)
        if too_small((pen.width, pen.height)):
            shown = keys.buttons(scene, words)
            # No room for both: the keys that act now, or how the vote stands.
            shown = tuple(one for one in shown if absence.is_vote(one)) or shown
            if not scene.ui.message:
                answer = absence.tally(scene, palette, words) or answer
            draw_list(pen, scene, lines, asked, shown, answer)
        else:
            _table(pen, scene, lines, asked, answer)
        if scene.ui.drawer and pen.height > 3:
            top = pen.height - 1 - min(DRAWER, pen.height - 2)
            draw_drawer(pen, scene, top, pen.width, teller.log, keys.buttons(scene, words))
        wide = pen.width >= WIDE
        if pen.height > 4 and not chat_footer(pen, pen.height - 1, scene):
            footer(pen, pen.height - 1, footer_buttons(scene, words, wide))

    def tell(self, scene: Scene, palette: Palette, words: Words) -> tuple[Spans, ...]:
        """What happened in the deal, a line an event."""
        return Teller(scene, palette, words).log()

    def steps(self, scene: Scene) -> int:
        """The hands of a showdown are shown one after the other."""
        view = scene.table.view
        return 0 if view is None or view.phase != "showdown" else len(view.seats)

    def press(self, scene: Scene, key: str, words: Words) -> Press | None:
        """What a key means now; None: nothing of this layout's."""
        return keys.press(scene, key, words)

    def buttons(self, scene: Scene, words: Words) -> tuple[Button, ...]:
        """The action bar."""
        return keys.buttons(scene, words)


def _title(pen: Pen, scene: Scene) -> None:
    table, words = scene.table, pen.words
    key = f"{table.game}.name"
    game = words(key) if words.has(key) else table.game
    parts = [table.name]
    if table.view is not None and table.number > 0:  # without a deal there is none to name
        parts.append(words("default.deal", number=table.number))
    special = onlooker(table, words)
    title(pen, game, parts, people(scene, words, pen.width >= WIDE), special)


def _lines(scene: Scene, teller: Teller, palette: Palette, words: Words) -> list[Spans]:
    table = scene.table
    if table.view is None or table.stage in {"waiting", "broken"}:
        return waiting_lines(scene, palette, words)
    return teller.view(table.view)


def _table(pen: Pen, scene: Scene, lines: list[Spans], asked: Spans, answer: Spans) -> None:
    palette, words = pen.palette, pen.words
    top = pen.height - BOTTOM
    spare = top - 1 - len(lines)
    for y, line in enumerate(lines[: top - 1], 1 + (spare > 1)):
        pen.spans(2, y, clipped(line, pen.width - 3))
    mine = bool(real(scene.table.offers))
    time_bar(pen, top, pen.width, scene, mine)
    seconds = seconds_span(scene, palette, words, mine)
    pen.spans(1, top + 1, clipped(asked, pen.width - 3 - span_len(seconds)))
    pen.right(top + 1, seconds)
    absence.draw_votes(pen, top + 2, pen.width, scene)
    shown = [one for one in keys.buttons(scene, words) if not absence.is_vote(one)]
    bar(pen, top + 3, pen.width, shown, 2, scene.ui.guarded)
    pen.spans(1, top + 5, clipped(answer, pen.width - 2))


def _prompt(scene: Scene, teller: Teller, palette: Palette, words: Words) -> Spans:
    table = scene.table
    if rests := absence.prompt(scene, palette, words):
        return rests
    if table.view is None or table.stage in {"waiting", "broken"}:
        return ()
    if table.stage != "running":
        return ((teller.outcome(), bold(palette.text)),)
    if real(table.offers):
        return (
            (f"▸ {words('common.your_turn')}", bold(palette.accent)),
            ("  " + words("default.choose"), palette.text),
        )
    acting = [say.name_of(seat, table.chairs, words) for seat in table.view.to_act]
    if len(acting) == 1:
        return ((words("common.their_turn", name=acting[0]), palette.muted),)
    if acting:
        return ((words("common.waits_for", names=spread(acting, words)), palette.muted),)
    return ()


def _answer(scene: Scene, palette: Palette, words: Words) -> Spans:
    if told := answered(scene, palette, words):
        return told
    if told := absence.hint(scene, palette, words) or absence.notice(scene, palette, words):
        return told
    names = waiting_names(scene, words) if scene.table.stage in {"between", "over"} else []
    if names:
        return ((words("common.waits_for", names=spread(names, words)), palette.muted),)
    return ()
