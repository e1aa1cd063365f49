"""A finished deal on the canvas (ux 5.16): the table as it lay, below it where one is."""

import re
from collections.abc import Sequence

from msgspec import Struct
from rich.cells import cell_len

from tui.canvas import say
from tui.canvas.cells import Row
from tui.canvas.compact import LIST, too_small
from tui.canvas.frame import box
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Span, Spans, clipped, span_len
from tui.canvas.plain import cleaned, plain_words
from tui.canvas.scene import Button, Scene
from tui.layouts import betting, layout
from tui.layouts.chinese import places as chinese
from tui.layouts.openface import places as openface
from tui.layouts.openface.seen import see
from tui.layouts.pokerquadrat import board, ending
from tui.locale import Words
from tui.screens.paint import Page
from tui.screens.record_page import outcome
from tui.screens.reel import Reel, Stage, net, scene_at, sentence, stages, word
from tui.screens.speech import game_name

WIDE = 110  # columns from which there are boxes beside the table
BESIDE = 80  # columns of a table that has such boxes, at least
RESULT = 31  # columns of the result below a table
LINE = 40  # columns of a line that is one across the table, at least
MOST = 40  # columns that are left for what happened, at least
MOST_STEPS = 5  # steps that are told at once where there is room
NUMBER = 4  # columns of a step's number
OPEN = ("openface", "pineapple")
ROWS = ("chinese", *OPEN)

Size = tuple[int, int]


class Picture(Struct, frozen=True):
    """What the screen shows: the reel, and which of its pictures.

    `waits`: that one is still to come. `playing`: the next one comes by itself. `hint` is the
    answer to the last key, `good` where it is good news; `waiting` stands in the upper right
    corner. `when`: the moment of the deal, in words.
    """

    reel: Reel
    at: int = 0
    waits: bool = False
    playing: bool = False
    hint: str = ""
    good: bool = False
    waiting: str = ""
    buttons: tuple[Button, ...] = ()
    when: str = ""


class Place(Struct, frozen=True):
    """A rectangle of cells, whose uppermost `bare` rows stay blank."""

    x: int
    y: int
    width: int
    height: int
    bare: int = 0


class _Sheet(Page):
    """A page with rows that were drawn elsewhere, to write on."""

    def __init__(self, rows: Sequence[Row], size: Size, palette: Palette, words: Words) -> None:
        super().__init__(size, palette, words)
        for y, row in enumerate(rows):
            x = 0
            for text, style in row:
                x = self._grid.put(x, y, text, style)

    def blank(self, place: Place) -> None:
        """Nothing is left there of what was drawn."""
        for y in range(place.y, place.y + place.height):
            self.band(place.x, y, place.width, self.palette.back)


def draw(shown: Picture, size: Size, palette: Palette, words: Words) -> tuple[Row, ...]:
    """All rows of a screen of that size."""
    if palette.ascii:
        words = plain_words(words.lang, words.letters)
    reel = shown.reel
    if size[0] < LIST[0] or size[1] < LIST[1]:
        page = _Sheet((), size, palette, words)
        _draw_below(page, shown, Place(0, 1, size[0], max(1, size[1] - 2)), beside=False)
    else:
        scene = scene_at(reel, shown.at)
        rows = layout(reel.played.past.game).draw(scene, size, palette, words)
        page = _Sheet(rows, size, palette, words)
        place = below(scene, page.text(), size, words)
        page.blank(place)
        boxed = size[0] >= WIDE and _draw_box(page, shown)
        _draw_below(page, shown, place, beside=not boxed)
    _title(page, shown)
    page.keys(shown.buttons)
    return page.rows()


# ── where there is room ────────────────────────────────────────────────────────────────────────


def below(scene: Scene, rows: Sequence[str], size: Size, words: Words) -> Place:
    """The cells that a table needs for nothing but its keys, which a deal of the past has none of.

    `rows` are the table's, as text.
    """
    over = scene.table.stage != "running"
    seen = see(scene, words) if scene.table.game in OPEN else None
    tray = seen is not None and seen.task in ("first", "set")
    width, height = size
    game, foot = scene.table.game, height - 1
    small = too_small(size)
    if game == "pokerquadrat" and not small:
        # The square needs all rows; at its right there is room where a card would be chosen.
        plan = board.plan(width, height)
        top = plan.top + (ending.LINES if over else 4 + plan.size[1] + (3 if plan.large else 5))
        return Place(plan.panel - 1, top, plan.width + 2, foot - top)
    across = width if width < WIDE else 84 if width >= WIDE + 8 else BESIDE
    if game in ROWS and not small:
        if over:
            return Place(0, foot - 1, across, 1)
        if game == "chinese":
            top = chinese.plan(width, height).buttons
            return Place(0, top, across, foot - top)
        # Without a tray the prompt is higher up; the parts of the deal stay where they are.
        least = openface.plan(width, height, tray=True).prompt
        top = openface.plan(width, height, tray=tray).prompt
        return Place(0, top, across, foot - top, max(0, least - top))
    if isinstance(layout(game), betting.Betting) and not small and not over:
        top = betting.keys_from(scene, size, words)
        return Place(0, top, across, foot - top)
    # The lowest line across the table is that of the time, or the lower edge of a result.
    line = re.compile(f"[─-]{{{min(LINE, width // 2)},}}")
    lines = [y for y in range(height // 3, foot) if line.search(rows[y][:across])]
    top = (lines[-1] if lines else foot - 3) + 1
    if small and over:
        top += 1  # where is said how it ended
    return Place(0, min(top, foot - 1), across, max(1, foot - top))


def _draw_box(page: _Sheet, shown: Picture) -> bool:
    """What the deal brought, in place of the box for talk beside the table, if there is one."""
    rows, height = page.text(), page.height
    top = next((y for y in range(height - 4, height // 2, -1) if _corner(rows, y) is not None), 0)
    x = _corner(rows, top)
    if not top or x is None or shown.reel.played.past.game == "pokerquadrat":
        return False
    place = Place(x, top, page.width - x, height - 1 - top)
    page.blank(place)
    title = (page.words("past.result"), page.palette.muted)
    box(page, (x, top), (place.width, place.height), page.palette.faint, title)
    for y, line in enumerate(result(shown.reel, page)[: place.height - 2], top + 1):
        page.spans(x + 2, y, clipped(line, place.width - 4))
    return True


def _corner(rows: Sequence[str], y: int) -> int | None:
    """The column beside the table where a box begins in a row."""
    found = re.search(r"[╭+][─-]", rows[y][BESIDE:])
    if found is None:
        return None
    x = BESIDE + found.start()
    # Under an upper edge there is a side.
    return x if rows[y + 1][x] in "│|" else None


# ── below the table ────────────────────────────────────────────────────────────────────────────


def _draw_below(page: _Sheet, shown: Picture, place: Place, *, beside: bool) -> None:
    """The parts of the deal with all their steps, what happened, and (`beside`) what it brought."""
    x, room, end = place.x + 2, place.width - 3, place.y + place.height
    place = Place(place.x, place.y + place.bare, place.width, place.height - place.bare)
    hint = clipped(((shown.hint, page.palette.good if shown.good else page.palette.bad),), room)
    if shown.hint:
        end -= 1
        page.spans(x, end, hint)
    if place.y >= end:
        return
    page.spans(x, place.y, _strip(shown, page, room))
    top = place.y + 1 + (place.height > 4)
    left = end - top
    if beside and left > 2:
        if room > RESULT + MOST:
            room -= RESULT + 2
            _draw_result(page, shown, (x + room + 2, top), left, RESULT)
        elif left > MOST_STEPS:
            _draw_result(page, shown, (x, end - 3), 3, room)
            left -= 4
    count = min(left, MOST_STEPS if left > MOST_STEPS else 3)
    known = len(shown.reel.steps) + shown.reel.reveals
    first = max(0, min(shown.at - (count - 1) // 2, known - count))
    for y, number in enumerate(range(first, first + count), top):
        _step(page, shown, (x, y), number, room)


def _draw_result(page: Page, shown: Picture, at: tuple[int, int], height: int, width: int) -> None:
    """A heading, and under it what everybody has won or lost, several in a row."""
    x, y = at
    page.put(x, y, page.words("past.result"), page.palette.muted)
    lines: list[Spans] = []
    for one in result(shown.reel, page):
        longer = (*lines[-1], ("  ", page.palette.text), *one) if lines else one
        if lines and span_len(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(one)
    for row, line in enumerate(lines[: height - 1], y + 1):
        page.spans(x, row, clipped(line, width))


def _step(page: Page, shown: Picture, at: tuple[int, int], number: int, room: int) -> None:
    """A step's number and what happened in it; the one that is shown stands out."""
    reel, palette = shown.reel, page.palette
    if number >= len(reel.steps) + reel.reveals:
        return
    x, y = at
    here = number == shown.at
    style = bold(palette.accent) if here else palette.muted
    page.put(x, y, str(number + 1), style)
    said = sentence(reel, number, palette, page.words)
    spans = tuple((text, style if here else palette.muted) for text, _ in said)
    page.spans(x + NUMBER, y, clipped(spans, room - NUMBER))


def _strip(shown: Picture, page: Page, room: int) -> Spans:
    """`Preflop ●●●●●  Flop ●◆○○`: as many dots as steps, fewer where there is no room for all."""
    reel, found = shown.reel, stages(shown.reel)
    here = next((one for one in found if one.first <= shown.at < one.first + one.count), None)
    unknown = reel.pictures - sum(one.count for one in found)
    whole = [*found, *([Stage("", reel.pictures - unknown, unknown)] if unknown else [])]
    for share in (1, 2, 3, 4, 6, 8, 12, 20, 50):
        parts = [_dots(one, shown, page, share, named=one == here) for one in whole]
        line = tuple(
            span
            for place, part in enumerate(parts)
            for span in ((("  ", page.palette.text),) if place else ()) + part
        )
        if span_len(line) <= room:
            return line
    # Of all parts only the one that is shown.
    part = here or whole[-1]
    for share in (1, 2, 3, 5, 10, 50):
        line = _dots(part, shown, page, share, named=True)
        if span_len(line) <= room:
            break
    return clipped(line, room)


def _dots(one: Stage, shown: Picture, page: Page, share: int, *, named: bool) -> Spans:
    """A part of the deal: its word, and a dot for every `share` steps."""
    palette, count = page.palette, -(-one.count // share)
    label = word(one.code, page.words) if one.code else ""
    done = max(0, min(count, (shown.at - one.first) // share if shown.at >= one.first else 0))
    inside = one.first <= shown.at < one.first + one.count
    passed = count if shown.at >= one.first + one.count else done
    spans: list[Span] = []
    if label:
        spans.append((f"{label} ", bold(palette.text) if named else palette.muted))
    spans.append(("●" * passed, palette.good))
    if inside:
        spans.append((">" if palette.ascii else "◆", bold(palette.accent)))
    spans.append(("○" * (count - passed - inside), palette.muted))
    return tuple(span for span in spans if span[0])


def result(reel: Reel, page: Page) -> list[Spans]:
    """What the deal brought to whom, the most first; or how it ended, where it was for neither."""
    palette, words = page.palette, page.words
    chips = net(reel)
    past, scene = reel.played.past, cleaned(scene_at(reel, 0), palette.ascii)
    if not any(chips.values()):
        styles = {"success": palette.good, "failure": palette.bad}
        said = outcome(words, past.game, past.scored)
        return [((said, styles.get(past.scored.code, palette.text)),)]
    lines: list[Spans] = []
    for seat, won in sorted(chips.items(), key=lambda one: -one[1]):
        if won:
            style = palette.good if won > 0 else palette.bad
            name = say.player(scene, seat, words)
            lines.append(((f"{name} ", palette.text), (words.signed(won), style)))
    return lines


# ── title ──────────────────────────────────────────────────────────────────────────────────────


def heading(reel: Reel, words: Words) -> str:
    """What such a deal is called, looked back on."""
    return words("past.title_hand" if reel.match == "cash" else "past.title")


def _title(page: Page, shown: Picture) -> None:
    reel, words = shown.reel, page.words
    past = reel.played.past
    hand = reel.match == "cash"
    number = words("betting.deal" if hand else "past.deal", number=past.number)
    where = " · ".join(filter(None, (past.name, number, shown.when)))
    sign = "…" if shown.waits else ""
    position = words("past.position", at=f"{shown.at + 1}{sign}", of=reel.pictures)
    right = [*filter(None, (shown.waiting,)), position, f"? {words('common.help')}"]
    least = cell_len(heading(reel, words)) + 12
    while len(right) > 1 and cell_len(" · ".join(right)) + least > page.width:
        right.pop()
    # The game is said as well where all of it fits.
    whole = f"{where} · {game_name(words, past.game)}"
    room = page.width - cell_len(heading(reel, words)) - cell_len(" · ".join(right)) - 7
    page.title(heading(reel, words), whole if cell_len(whole) <= room else where, " · ".join(right))
