"""The layout of Chinese Poker: rows that are set unseen, and what they come to once they lie open.

The result, its keys and the log are those of all games with three rows (`tui.layouts.rows`).
"""

from collections.abc import Sequence

from tui.canvas.compact import too_small
from tui.canvas.drawers import chat_footer, talk
from tui.canvas.frame import (
    answered,
    bar,
    footer,
    footer_buttons,
    onlooker,
    people,
    time_bar,
    title,
    untaken,
)
from tui.canvas.palette import Palette
from tui.canvas.pen import Pen, Spans, clipped
from tui.canvas.scene import Button, Press, Scene
from tui.layouts import absence, points, rows
from tui.layouts.arranging.keys import idea_spans
from tui.layouts.chinese import keys
from tui.layouts.chinese.board import draw_board, people_spans
from tui.layouts.chinese.compact import draw_compact
from tui.layouts.chinese.looking import draw_looking
from tui.layouts.chinese.places import WIDE, Plan, plan
from tui.layouts.chinese.seen import Seen, see
from tui.layouts.chinese.side import draw_side
from tui.layouts.drawn import Drawn, draw_drawer
from tui.layouts.points import time_word
from tui.layouts.rows.standing import round_word, title_parts
from tui.layouts.waiting import draw_waiting, draw_waiting_list
from tui.locale import Words

DRAWER = 6  # rows of a drawer, fewer where it would cover cards
LEAST = 4  # but never fewer


class Chinese(Drawn):
    """The looks and keys of a table of Chinese Poker."""

    def paint(self, pen: Pen, scene: Scene) -> None:
        """Draw the table with its title and footer."""
        seen = see(scene, pen.words)
        _title(pen, scene, seen)
        if too_small((pen.width, pen.height)):
            _draw_small(pen, scene, seen)
        else:
            _draw_table(pen, scene, seen)
        if pen.height > 4 and not chat_footer(pen, pen.height - 1, scene):
            footer(pen, pen.height - 1, _footer(scene, pen.words))

    def tell(self, scene: Scene, palette: Palette, words: Words) -> tuple[Spans, ...]:
        """What happened in the deal, a sentence an event."""
        return rows.log(scene, palette, words)

    def steps(self, scene: Scene) -> int:
        """All rows are laid open at once."""
        return 0

    def press(self, scene: Scene, key: str, words: Words) -> Press | None:
        """What a key means now (ux 4.8); None: nothing of this layout's."""
        return keys.press(scene, key, words)

    def buttons(self, scene: Scene, words: Words) -> tuple[Button, ...]:
        """The action bar, and the keys beside it."""
        return keys.buttons(scene, words)


def _draw_table(pen: Pen, scene: Scene, seen: Seen | None) -> None:
    place = plan(pen.width, pen.height)
    result = rows.see(scene)
    if result is not None:
        rows.draw_result(pen, result, scene)
    elif seen is None:
        _waiting(pen, scene)
    else:
        _draw_running(pen, seen, place)
    if scene.ui.drawer:
        high = DRAWER if seen is None else min(DRAWER, pen.height - 2 - place.signs)
        _drawer(pen, scene, max(LEAST, high))


def _draw_running(pen: Pen, seen: Seen, place: Plan) -> None:
    scene = seen.scene
    if seen.me is None:
        draw_looking(pen, seen, place)
    else:
        draw_board(pen, seen, place)
        if place.people:
            line = clipped(people_spans(pen, seen), place.width - 2)
            pen.spans(1, place.people, line)
    if place.side:
        draw_side(pen, seen, place)
    shown = keys.buttons(scene, pen.words)
    votes = [one for one in shown if absence.is_vote(one)]
    main = votes or [one for one in shown if keys.in_bar(one)]
    bar(pen, place.buttons, place.width, main, 1, scene.ui.guarded)
    choices = [one for one in shown if keys.is_choice(one)]
    bar(pen, place.more, place.width, choices, 1, scene.ui.guarded)
    pen.spans(1, place.answer, clipped(_answer(pen, scene, seen), place.width - 2))


def _draw_small(pen: Pen, scene: Scene, seen: Seen | None) -> None:
    words = pen.words
    result = rows.see(scene)
    shown = [one for one in keys.buttons(scene, words) if not keys.in_foot(one)]
    if result is not None:
        rows.draw_result(pen, result, scene)
    elif seen is None:
        draw_waiting_list(pen, scene, shown, _answer(pen, scene, None))
    else:
        votes = [one for one in shown if absence.is_vote(one)]
        draw_compact(pen, seen, votes or shown, _answer(pen, scene, seen))
    if scene.ui.drawer and pen.height > 3:
        _drawer(pen, scene, min(DRAWER, pen.height - 2))


def _answer(pen: Pen, scene: Scene, seen: Seen | None) -> Spans:
    """The answer to the last key, a suggestion in words, or what was said last."""
    palette, words = pen.palette, pen.words
    if told := answered(scene, palette, words):
        return told
    if told := absence.hint(scene, palette, words) or absence.notice(scene, palette, words):
        return told
    now = None if seen is None else seen.sorting
    if now is not None and now.idea is not None:
        return idea_spans(now, palette, words)
    said = talk(pen, scene)
    return said[-1] if said else ()


def _waiting(pen: Pen, scene: Scene) -> None:
    """The table without a deal: who sits there, and what it waits for."""
    palette, words, width = pen.palette, pen.words, pen.width
    y = pen.height - 7
    draw_waiting(pen, 2, y, scene)
    time_bar(pen, y, width, scene, mine=False)
    pen.spans(1, y + 1, clipped(absence.prompt(scene, palette, words), width - 2))
    absence.draw_votes(pen, y + 2, width, scene)
    shown = [one for one in keys.buttons(scene, words) if not absence.is_vote(one)]
    bar(pen, y + 3, width, shown, 1)
    pen.spans(1, y + 4, clipped(_answer(pen, scene, None), width - 2))


def _title(pen: Pen, scene: Scene, seen: Seen | None) -> None:
    table, words = scene.table, pen.words
    parts = [table.name]
    if table.stage == "broken":
        parts.append(words("common.broken"))
    elif rows.is_over(scene):
        parts = title_parts(table, words)
    elif seen is not None:
        parts = [round_word(table, words), *_manner(seen, words)]
    shown = people(scene, words, wide=pen.width >= WIDE)
    title(pen, words("chinese.name"), parts, shown, onlooker(table, words))


def _manner(seen: Seen, words: Words) -> list[str]:
    """How it is counted, in a few words, and what time is left."""
    said = [words("chinese.with_royalties")] if seen.royalties else []
    said += [words("chinese.two_four")] if seen.counting.two_four else []
    left = time_word(seen.scene, words)
    return [*said, left] if left else said


def _footer(scene: Scene, words: Words) -> Sequence[Button]:
    """The game's own keys that have no button, then those that always work."""
    items = footer_buttons(scene, words)
    if rows.is_over(scene):
        return rows.foot(scene, items, words)
    if scene.ui.drawer == "chat":
        return items
    own = untaken((one for one in keys.buttons(scene, words) if keys.in_foot(one)), scene)
    return (*own, *points.with_rest(items, scene.table, words))


def _drawer(pen: Pen, scene: Scene, high: int) -> None:
    top = pen.height - 1 - high
    shown = [one for one in keys.buttons(scene, pen.words) if not keys.in_foot(one)]
    draw_drawer(pen, scene, top, pen.width, lambda: rows.log(scene, pen.palette, pen.words), shown)
