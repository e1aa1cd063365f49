"""The layout of open-face and Pineapple: boards, the cards that come, and a list for small windows.

`seen` reads the deal off its view, `laying` moves the cards of a turn, `keys` are the keys. What is
drawn: `others`, `board`, `fresh` cards, `side` boxes, `compact` lines; `prompt` and `names` are the
words. Five cards, and those of Fantasyland, are arranged as in the closed game
(`tui.layouts.arranging`); the end of a deal is all three games' (`tui.layouts.rows`).
"""

from msgspec.structs import replace

from tui.canvas.compact import too_small
from tui.canvas.drawers import chat_footer, talk
from tui.canvas.frame import (
    answered,
    bar,
    footer,
    footer_buttons,
    onlooker,
    people,
    seconds_span,
    time_bar,
    title,
    untaken,
)
from tui.canvas.palette import Palette
from tui.canvas.pen import Pen, Spans, clipped, span_len
from tui.canvas.scene import Button, Press, Scene
from tui.layouts import absence, points, rows
from tui.layouts.arranging.keys import idea_spans
from tui.layouts.drawn import Drawn, draw_drawer
from tui.layouts.openface import keys
from tui.layouts.openface.board import draw_own
from tui.layouts.openface.compact import draw_compact
from tui.layouts.openface.fresh import draw_fresh
from tui.layouts.openface.others import draw_others
from tui.layouts.openface.places import Plan, plan
from tui.layouts.openface.prompt import prompt
from tui.layouts.openface.seen import CARDS, EACH, FIRST, Seen, see
from tui.layouts.openface.side import draw_side
from tui.layouts.points import time_word
from tui.layouts.rows.standing import round_word
from tui.layouts.waiting import draw_waiting, draw_waiting_list
from tui.locale import Words

WIDE = 110  # columns from which the title has room for more
DRAWER = 6  # rows of a drawer
SECONDS = 8  # columns of the seconds behind the time bar


class OpenFace(Drawn):
    """The looks and keys of a table of open-face or Pineapple."""

    def paint(self, pen: Pen, scene: Scene) -> None:
        """Draw the table with its title and footer."""
        seen = see(scene, pen.words)
        _title(pen, scene, seen)
        if (result := rows.see(scene)) is not None:
            rows.draw_result(pen, result, scene)
        elif too_small((pen.width, pen.height)):
            _draw_small(pen, scene, seen)
        elif seen is None:
            _draw_waiting(pen, scene)
        else:
            _draw_table(pen, seen)
        height = pen.height
        if scene.ui.drawer and height > 3:
            _drawer(pen, scene, height - 1 - min(DRAWER, height - 2))
        if height > 4 and not chat_footer(pen, height - 1, scene):
            footer(pen, height - 1, _footer(scene, seen, pen.words, pen.width))

    def tell(self, scene: Scene, palette: Palette, words: Words) -> tuple[Spans, ...]:
        """What happened in the deal, a sentence an event."""
        return rows.log(scene, palette, words)

    def steps(self, scene: Scene) -> int:
        """The result is shown at once."""
        return 0

    def press(self, scene: Scene, key: str, words: Words) -> Press | None:
        """What a key means now (ux 4.8); None: nothing of this layout's."""
        return keys.press(scene, key, words)

    def buttons(self, scene: Scene, words: Words) -> tuple[Button, ...]:
        """The action bar, and the keys beside it."""
        return (*keys.buttons(scene, words), *keys.beside(scene, words))


def _draw_table(pen: Pen, seen: Seen) -> None:
    scene, palette = seen.scene, pen.palette
    place = plan(pen.width, pen.height, tray=seen.task in {"first", "set"})
    draw_others(pen, seen, place)
    if place.tray is not None:
        # Its heading may be where the cursor's sign of the last row comes to stand.
        draw_fresh(pen, seen, place)
        draw_own(pen, seen, place)
    else:
        draw_own(pen, seen, place)
        draw_fresh(pen, seen, place)
    if place.side is not None:
        draw_side(pen, seen, place.side)
    seconds = seconds_span(scene, palette, pen.words, seen.pressed)
    end = place.width - 1
    if place.bar is not None:
        time_bar(pen, place.bar, place.width - (SECONDS if seconds else 0), scene, seen.pressed)
        pen.right(place.bar, seconds, end)
        pen.spans(1, place.prompt, prompt(seen, palette, place.width - 2))
    else:
        pen.spans(1, place.prompt, prompt(seen, palette, end - 2 - span_len(seconds)))
        pen.right(place.prompt, seconds, end)
    shown = keys.buttons(scene, pen.words)
    votes = [one for one in shown if absence.is_vote(one)]
    if votes or scene.table.pause is not None:
        absence.draw_votes(pen, place.buttons, place.width, scene)
    else:
        bar(pen, place.buttons, place.width, shown, 1, scene.ui.guarded)
    pen.spans(1, place.answer, clipped(_answer(pen, scene, seen), place.width - 2))


def _draw_waiting(pen: Pen, scene: Scene) -> None:
    """The table without a deal: who sits there, and what it waits for."""
    place: Plan = plan(pen.width, pen.height, tray=False)
    top = pen.height - 5
    draw_waiting(pen, 2, top, scene)
    time_bar(pen, top, pen.width, scene, mine=False)
    pen.spans(1, top + 1, clipped(absence.prompt(scene, pen.palette, pen.words), pen.width - 2))
    absence.draw_votes(pen, top + 1, pen.width, scene)
    shown = [one for one in keys.buttons(scene, pen.words) if not absence.is_vote(one)]
    bar(pen, place.buttons, pen.width, shown, 1)
    pen.spans(1, place.answer, clipped(_answer(pen, scene, None), pen.width - 2))


def _draw_small(pen: Pen, scene: Scene, seen: Seen | None) -> None:
    shown = keys.buttons(scene, pen.words)
    if seen is None:
        draw_waiting_list(pen, scene, shown)
    else:
        draw_compact(pen, seen, shown, _answer(pen, scene, seen))


def _answer(pen: Pen, scene: Scene, seen: Seen | None) -> Spans:
    """The answer to the last key, else what is worth knowing."""
    palette, words = pen.palette, pen.words
    if told := answered(scene, palette, words):
        return told
    if told := absence.hint(scene, palette, words) or absence.notice(scene, palette, words):
        return told
    now = None if seen is None or seen.task != "set" else seen.sorting
    if now is not None and (idea := idea_spans(now, palette, words)):
        return idea
    if seen is not None and seen.me is not None and (said := points.sentence(scene.table, words)):
        return ((said, palette.muted),)
    heard = talk(pen, scene)
    return heard[-1] if heard else ()


def _footer(scene: Scene, seen: Seen | None, words: Words, width: int) -> tuple[Button, ...]:
    """The turn's own keys, then those that always work here."""
    items = footer_buttons(scene, words, width >= WIDE)
    if scene.ui.drawer == "chat":
        return items
    if rows.is_over(scene):
        return rows.foot(scene, items, words)
    own = () if seen is None else untaken(keys.foot(seen), scene)
    items = points.with_rest(items, scene.table, words)
    return (*own, *(replace(item, rank=item.rank + 5) for item in items))


def _title(pen: Pen, scene: Scene, seen: Seen | None) -> None:
    table, words = scene.table, pen.words
    parts = [table.name]
    if table.stage == "broken":
        parts.append(words("common.broken"))
    elif rows.is_over(scene):
        parts = rows.title_parts(table, words)
    elif seen is not None:
        parts = [round_word(table, words), _cards(seen)]
        parts += [left] if (left := time_word(scene, words)) else []
    special = onlooker(table, words)
    title(pen, words(f"{table.game}.name"), parts, people(scene, words, pen.width >= WIDE), special)


def _cards(seen: Seen) -> str:
    """Which cards everybody lays now: `Karte 9 von 13`; or that one is in Fantasyland."""
    words = seen.words
    if seen.task == "set" or seen.view.phase == "set":
        return "Fantasyland"
    each = EACH[seen.kind]
    last = FIRST + each * (seen.round - 1)
    first = 1 if seen.round == 1 else last - each + 1
    if first == last:
        return words("openface.card_of", card=last, most=CARDS)
    return words("openface.cards_of", first=first, last=last, most=CARDS)


def _drawer(pen: Pen, scene: Scene, top: int) -> None:
    shown = keys.buttons(scene, pen.words)
    draw_drawer(pen, scene, top, pen.width, lambda: rows.log(scene, pen.palette, pen.words), shown)
