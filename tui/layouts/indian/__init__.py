"""The layout of Indian Poker: everybody's cards on their foreheads, one's own unseen (ux 5.13)."""

from tui.canvas.compact import too_small
from tui.canvas.drawers import actions, chat_footer, drawer
from tui.canvas.frame import (
    LASTING,
    bar,
    footer,
    footer_buttons,
    onlooker,
    people,
    spectating,
    time_bar,
    title,
)
from tui.canvas.palette import Palette
from tui.canvas.pen import Pen, Spans, clipped
from tui.canvas.scene import Button, Press, Scene
from tui.layouts import absence, freezeout
from tui.layouts.betting import planning
from tui.layouts.betting.amount import amount_keys
from tui.layouts.betting.panel import draw_panel
from tui.layouts.betting.turn import VIEW
from tui.layouts.drawn import Drawn
from tui.layouts.indian import after, keys
from tui.layouts.indian.amount import draw_field
from tui.layouts.indian.deeds import last_line
from tui.layouts.indian.foreheads import draw_others
from tui.layouts.indian.listing import draw_compact, draw_listing, ranking_word
from tui.layouts.indian.log import log
from tui.layouts.indian.own import draw_own
from tui.layouts.indian.places import WIDE, Plan, listed, plan
from tui.layouts.indian.result import answer, draw_result
from tui.layouts.indian.result import title_parts as result_parts
from tui.layouts.indian.reveal import revealing, staged, steps
from tui.layouts.indian.seen import Seen, see
from tui.layouts.info import info_lines
from tui.layouts.waiting import draw_waiting, draw_waiting_list
from tui.locale import Words

DRAWER = 6  # rows of a drawer, one less where it would cover cards


class Indian(Drawn):
    """The looks and keys of a table of Indian Poker."""

    def paint(self, pen: Pen, scene: Scene) -> None:
        """Draw the table with its title and footer."""
        seen = see(scene, pen.words)
        _title(pen, scene, seen)
        if too_small((pen.width, pen.height)):
            _draw_small(pen, scene, seen)
        else:
            _draw_large(pen, scene, seen)
        if pen.height > 4 and not chat_footer(pen, pen.height - 1, scene):
            footer(pen, pen.height - 1, _footer(scene, seen, pen.words, (pen.width, pen.height)))

    def tell(self, scene: Scene, palette: Palette, words: Words) -> tuple[Spans, ...]:
        """What happened in the deal, a sentence an event."""
        return log(scene, palette, words.at(scene.table.game))

    def steps(self, scene: Scene) -> int:
        """First all other hands lie open, then one's own is turned over."""
        return steps(scene)

    def press(self, scene: Scene, key: str, words: Words) -> Press | None:
        """What a key means now (ux 4.5); None: nothing of this layout's."""
        return keys.press(scene, key, words.at(scene.table.game))

    def buttons(self, scene: Scene, words: Words) -> tuple[Button, ...]:
        """The action bar."""
        return keys.buttons(scene, words.at(scene.table.game))


def _is_list(seen: Seen) -> bool:
    return seen.scene.ui.listed or not keys.may_turn(seen)


def _draw_large(pen: Pen, scene: Scene, seen: Seen | None) -> None:
    place = plan(pen.width, pen.height)
    if pen.width >= WIDE:
        x = place.width + 1
        draw_panel(pen, scene, x, log(scene, pen.palette, pen.words, pen.width - x - 4))
    if seen is None:
        _draw_waiting(pen, scene, place)
    elif seen.over:
        draw_result(pen, seen, scene)
    else:
        if _is_list(seen):
            place = listed(pen.width, pen.height)
        _draw_running(pen, seen, place)
    if scene.ui.drawer:
        top = max(place.bar, pen.height - 1 - DRAWER)
        _drawer(pen, scene, top, pen.height - 1 - top, place.width)


def _draw_waiting(pen: Pen, scene: Scene, place: Plan) -> None:
    """The table without a deal: who sits there, and what it waits for."""
    palette, words = pen.palette, pen.words
    draw_waiting(pen, 2, place.bar, scene)
    time_bar(pen, place.bar, place.width, scene, mine=False)
    rests = absence.prompt(scene, palette, words)
    pen.spans(1, place.log, clipped(rests, place.width - 2))
    absence.draw_votes(pen, place.log + 1, place.width, scene)
    shown = [one for one in keys.buttons(scene, words) if keys.in_bar(one)]
    bar(pen, place.buttons, place.width, shown, 1)
    pen.spans(1, place.answer, clipped(answer(pen, scene), place.width - 2))


def _draw_running(pen: Pen, seen: Seen, place: Plan) -> None:
    scene, palette = seen.scene, pen.palette
    if place.top:
        pen.put(1, 1, _sentence(seen), palette.muted)
        pen.right(1, ((ranking_word(seen), palette.muted),), place.width - 1)
        draw_others(pen, seen, place)
    else:
        draw_listing(pen, seen, place)
    if seen.me is not None:
        draw_own(pen, seen, place, seen.me)
    time_bar(pen, place.bar, place.width, scene, seen.mine)
    said = absence.prompt(scene, palette, pen.words) or last_line(seen, palette, place.width - 2)
    pen.spans(1, place.log, clipped(said, place.width - 2))
    _actions(pen, seen, place)


def _sentence(seen: Seen) -> str:
    words, many = seen.words, "one" if seen.ranking.cards == 1 else "many"
    if seen.me is None:
        return spectating(seen.table, words, "indian")
    if seen.own is not None and seen.own.status == "out":
        return words("indian.backs")
    return words(f"indian.all_see_{many}")


def _actions(pen: Pen, seen: Seen, place: Plan) -> None:
    """The action bar, the amount field in its place, or choices beforehand; and the answer."""
    scene, amount, words = seen.scene, seen.scene.ui.amount, pen.words
    said = clipped(answer(pen, scene), place.width - 2)
    if seen.mine and amount is not None and seen.raising is not None:
        draw_field(pen, seen, amount, place.field, place.width)
        if place.field + 2 >= place.answer and said:
            # Below the field there is no row left.
            pen.band(0, place.log, place.width, pen.palette.back)
            pen.spans(1, place.log, said)
        else:
            pen.spans(1, place.answer, said)
        return
    if absence.votes(scene, words) or scene.table.pause is not None:
        absence.draw_votes(pen, place.log + 1, place.width, scene)
    shown = [one for one in keys.buttons(scene, words) if keys.in_bar(one)]
    if seen.mine:
        bar(pen, place.buttons, place.width, shown, 1, scene.ui.guarded)
    elif seen.me is not None:
        _planning(pen, seen, place)
    pen.spans(1, place.answer, said)


def _planning(pen: Pen, seen: Seen, place: Plan) -> None:
    """What can be chosen before one's turn, each with its mark; or why nothing can."""
    palette, words = pen.palette, pen.words
    if planning.draw(pen, seen, place.buttons):
        if place.buttons + 1 < place.answer:
            pen.put(1, place.buttons + 1, planning.hint(seen), palette.faint)
        return
    status = None if seen.own is None else seen.own.status
    if status in {"folded", "all_in"}:
        pen.put(1, place.buttons, words(f"indian.you_{status}"), palette.muted)
    elif seen.declaring and status != "out":
        pen.put(1, place.buttons, words("indian.already"), palette.muted)


def _draw_small(pen: Pen, scene: Scene, seen: Seen | None) -> None:
    words = pen.words
    shown = [one for one in keys.buttons(scene, words) if one.id not in {VIEW, keys.DIRECT}]
    shown = [one for one in shown if absence.is_vote(one)] or shown
    said = answer(pen, scene)
    if seen is None:
        draw_waiting_list(pen, scene, shown, said)
    elif seen.over:
        draw_result(pen, seen, scene)
    else:
        draw_compact(pen, seen, [planning.marked(seen, one) for one in shown], said)
    if scene.ui.drawer and pen.height > 3:
        rows = min(DRAWER, pen.height - 2)
        _drawer(pen, scene, pen.height - 1 - rows, rows, pen.width)


def _title(pen: Pen, scene: Scene, seen: Seen | None) -> None:
    table, words = scene.table, pen.words
    parts = [table.name]
    if table.stage == "broken":
        parts.append(words("common.broken"))
    elif seen is not None and seen.over:
        parts += result_parts(scene, words)
    elif table.number > 0:
        parts += freezeout.title_parts(scene, words)
    shown = people(scene, words, wide=pen.width >= WIDE)
    title(pen, words("indian.name"), parts, shown, onlooker(table, words))


def _footer(
    scene: Scene, seen: Seen | None, words: Words, size: tuple[int, int]
) -> tuple[Button, ...]:
    """The keys that always work here, or those of the open amount field."""
    # That one has nothing left to go on with is not told before one's own cards are.
    now = staged(scene) if revealing(scene) else scene
    items = list(footer_buttons(now, words, size[0] >= WIDE))
    if scene.ui.drawer == "chat" or seen is None:
        return tuple(items)
    if seen.over:
        return after.foot(scene, items, words)
    if scene.ui.amount is not None and seen.raising is not None:
        return amount_keys(scene, words("indian.key.steps"), words)
    view = next((one for one in keys.buttons(scene, words) if one.id == VIEW), None)
    if view is not None and not too_small(size):
        at = next((i for i, one in enumerate(items) if one.id in LASTING), len(items))
        items.insert(at, view)
    return tuple(items)


def _drawer(pen: Pen, scene: Scene, top: int, rows: int, width: int) -> None:
    lines: tuple[Spans, ...] = ()
    if scene.ui.drawer == "info":
        now = staged(scene) if revealing(scene) else scene
        lines = info_lines(now, pen.palette, pen.words, width - 5)
    elif scene.ui.drawer == "log":
        lines = log(scene, pen.palette, pen.words, width - 5)
    drawer(pen, top, rows, scene, lines, width)
    if scene.ui.drawer in {"log", "info"}:
        seen = see(scene, pen.words)
        shown = [one for one in keys.buttons(scene, pen.words) if one.id != VIEW]
        shown = [planning.marked(seen, one) for one in shown] if seen else shown
        actions(pen, pen.height - 2, shown, scene, width)
