"""The layout of the betting games: table or list, showdown, waiting, and small windows.

One layout for the whole family: what a game deals and how a hand is made comes from its view and
its id, what may be bet from the offers.
"""

from msgspec.structs import replace

from tui.canvas.compact import too_small
from tui.canvas.drawers import chat_footer, talk
from tui.canvas.frame import (
    LASTING,
    answered,
    bar,
    footer,
    footer_buttons,
    onlooker,
    people,
    seconds_span,
    spectating,
    time_bar,
    title,
)
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Pen, Spans, clipped
from tui.canvas.scene import Button, Press, Scene
from tui.layouts import absence, cash
from tui.layouts.betting import exchange, forehead, keys, planning
from tui.layouts.betting.amount import amount_keys, draw_field, pot_sum
from tui.layouts.betting.deeds import last_line
from tui.layouts.betting.exchange_view import draw_exchange
from tui.layouts.betting.listing import (
    MARKS,
    PLAYERS,
    draw_compact,
    draw_listing,
    draw_own_rows,
    under_list,
)
from tui.layouts.betting.log import log
from tui.layouts.betting.panel import draw_panel
from tui.layouts.betting.places import WIDEST, Plan, plan, turned, without_board
from tui.layouts.betting.reveal import is_staged, revealing, staged, steps
from tui.layouts.betting.seen import Seen, game_title, see
from tui.layouts.betting.showdown import draw_showdown
from tui.layouts.betting.stud import draw_stud, everybody
from tui.layouts.betting.stud_own import draw_time, happened
from tui.layouts.betting.stud_places import listed, table
from tui.layouts.betting.stud_table import draw_round
from tui.layouts.betting.table import cost_line, draw_table, price_beside
from tui.layouts.betting.turn import VIEW
from tui.layouts.drawn import Drawn, draw_drawer
from tui.layouts.waiting import draw_waiting, draw_waiting_list
from tui.locale import Words

WIDE = 110  # columns from which the log has a panel of its own
DRAWER = 6  # rows of a drawer
_FOOT = {"cash.rest", "cash.buy"}


class Betting(Drawn):
    """The looks and keys of a table of any betting game."""

    def paint(self, pen: Pen, scene: Scene) -> None:
        """Draw the table with its title and footer."""
        if revealing(scene):
            scene = staged(scene)
        seen = see(scene, pen.words)
        if too_small((pen.width, pen.height)):
            _draw_small(pen, scene, seen)
        else:
            _draw_large(pen, scene, seen)

    def tell(self, scene: Scene, palette: Palette, words: Words) -> tuple[Spans, ...]:
        """What happened in the deal, a sentence an event."""
        return log(scene, None, palette, words.at(scene.table.game))

    def steps(self, scene: Scene) -> int:
        """A board that is dealt after the last bet comes street by street."""
        return steps(scene)

    def press(self, scene: Scene, key: str, words: Words) -> Press | None:
        """What a key means now (ux 4.5); None: nothing of this layout's."""
        return keys.press(scene, key, words.at(scene.table.game))

    def buttons(self, scene: Scene, words: Words) -> tuple[Button, ...]:
        """The action bar, with the presets of a bet."""
        return keys.buttons(scene, words.at(scene.table.game))


def keys_from(scene: Scene, size: tuple[int, int], words: Words) -> int:
    """The row from which a running deal's table has only what was done last, and keys."""
    seen = see(scene, words)
    place = _places(seen, _across(size[0]), size[1])
    if seen is None or seen.kind.stud or not scene.ui.listed:
        return place.log
    return _as_list(seen, place).log + 1


def _across(width: int) -> int:
    """The columns of the table in a window of that width."""
    # The panel keeps 25 columns at least; the table has four more where there is room for both.
    return width if width < WIDE else WIDEST if width >= WIDE + 8 else 80


def _draw_large(pen: Pen, scene: Scene, seen: Seen | None) -> None:
    width, height = pen.width, pen.height
    wide = width >= WIDE
    place = _places(seen, _across(width), height)
    _title(pen, scene, seen, wide=wide)
    logged = wide or scene.ui.drawer == "log"
    lines = log(scene, seen, pen.palette, pen.words) if logged else ()
    if wide:
        draw_panel(pen, scene, place.width + 1, lines)
    shown = [one for one in keys.buttons(scene, pen.words) if keys.in_bar(one)]
    if seen is None:
        draw_waiting(pen, 2, place.bar, scene)
        time_bar(pen, place.bar, place.width, scene, mine=False)
        rests = absence.prompt(scene, pen.palette, pen.words)
        pen.spans(1, place.log, clipped(rests, place.width - 2))
        absence.draw_votes(pen, place.buttons + 1, place.width, scene)
        bar(pen, place.buttons, place.width, shown, 1)
        _answer(pen, scene, seen, place)
    elif seen.over:
        draw_showdown(pen, seen, place, shown)
    elif seen.kind.stud:
        _draw_stud(pen, seen, place, shown, wide=wide)
    else:
        _draw_running(pen, seen, place, shown, wide=wide)
    if scene.ui.drawer:
        top = place.bar if not place.large else height - 1 - DRAWER
        top = top if place.drawer is None else place.drawer
        _drawer(pen, scene, top, place.width, lines)
    if not chat_footer(pen, height - 1, scene):
        footer(pen, height - 1, _footer(scene, seen, pen.words, wide=wide))


def _places(seen: Seen | None, width: int, height: int) -> Plan:
    """Where everything lies: stud and draw need other places while their deal runs."""
    if seen is None or seen.over or not (seen.kind.stud or seen.kind.draws):
        place = plan(width, height)
        return turned(place) if seen is not None and seen.kind.forehead else place
    if seen.kind.draws:
        return without_board(plan(width, height))
    strip = seen.me is not None
    if seen.scene.ui.listed:
        return listed(width, height, seen.kind, len(everybody(seen)), strip=strip)
    return table(width, height, seen.kind, strip=strip)


def _draw_stud(pen: Pen, seen: Seen, place: Plan, shown: list[Button], *, wide: bool) -> None:
    scene = seen.scene
    if scene.ui.listed:
        draw_stud(pen, seen, place)
    else:
        draw_round(pen, seen, place)
    draw_time(pen, seen, place)
    if not wide or not place.large:
        pen.spans(1, place.log, happened(pen, seen, place))
    elif not place.tight and scene.said:
        pen.spans(1, place.log, clipped(talk(pen, scene)[-1], place.width - 2))
    _actions(pen, seen, place, shown)
    _answer(pen, scene, seen, place)


def _as_list(seen: Seen, place: Plan) -> Plan:
    """The list is higher than the table of a low window, and moves what lies below it."""
    below = PLAYERS + len(seen.view.seats) + (MARKS if exchange.marking(seen) else 0)
    top = below if place.bar < 20 else place.buttons - under_list(seen) - 1
    return place._replace(bar=top, log=top + 1)


def _draw_running(pen: Pen, seen: Seen, place: Plan, shown: list[Button], *, wide: bool) -> None:
    scene, palette = seen.scene, pen.palette
    marking = exchange.marking(seen)
    if scene.ui.listed:
        place = _as_list(seen, place)
        draw_listing(pen, seen, place)
        time_bar(pen, place.bar, place.width, scene, seen.mine)
        draw_own_rows(pen, seen, place, place.log)
    else:
        draw_table(pen, seen, place)
        if marking and seen.me is not None:
            draw_exchange(pen, seen, place, seen.me)
        time_bar(pen, place.bar, place.width, scene, seen.mine)
        if marking and seen.mine:
            room = place.width - 2
            pen.spans(1, place.log, clipped(cost_line(seen, palette, room), room))
        elif not wide or not place.large:
            pen.spans(1, place.log, last_line(seen, palette, place.width - 2))
    if rests := absence.prompt(scene, palette, pen.words):
        pen.band(0, place.log, place.width, palette.back)
        pen.spans(1, place.log, clipped(rests, place.width - 2))
    elif not (scene.ui.listed or marking or price_beside(seen, palette, place)):
        price = cost_line(seen, palette)
        pen.spans(1, place.buttons - 1, clipped(price, place.width - 2))
    elif not (scene.ui.listed or place.large) and forehead.best(seen) is not None:
        sight = forehead.sight_line(seen, palette, place.width - 2)
        pen.spans(1, place.buttons - 1, sight)
    _actions(pen, seen, place, shown)
    _answer(pen, scene, seen, place)


def _actions(pen: Pen, seen: Seen, place: Plan, shown: list[Button]) -> None:
    """The action bar with its presets, the amount field in its place, or choices beforehand."""
    scene, amount = seen.scene, seen.scene.ui.amount
    if seen.mine and amount is not None and seen.raising is not None:
        draw_field(pen, seen, amount, place.buttons, place.width)
        if place.tight:
            # The field lies over the time, which goes on.
            left = seconds_span(scene, pen.palette, pen.words, mine=True)
            pen.right(place.buttons + 2, left, place.width - 1)
        return
    if absence.votes(scene, pen.words) or scene.table.pause is not None:
        pen.band(0, place.votes, place.width, pen.palette.back)
        absence.draw_votes(pen, place.votes, place.width, scene)
    if seen.me is None and not is_staged(scene):
        spans: Spans = ((spectating(scene.table, pen.words, "betting"), pen.palette.muted),)
        pen.spans(1, place.buttons, clipped(spans, place.width - 2))
    elif is_staged(scene):
        bar(pen, place.buttons, place.width, shown, 1)
    elif seen.mine:
        bar(pen, place.buttons, place.width, shown, 1, scene.ui.guarded)
        _presets(pen, seen, place)
    else:
        _planning(pen, seen, place)


def _presets(pen: Pen, seen: Seen, place: Plan) -> None:
    palette, words = pen.palette, pen.words
    found = [b for b in keys.buttons(seen.scene, words) if b.id.startswith(keys.PRESETS)]
    if not found:
        return
    if place.tight:
        pen.band(0, place.presets, place.width, palette.back)
    verb = "bet" if seen.opens else "raise"
    x = pen.put(1, place.presets, words(f"betting.{verb}_field") + " ", palette.muted)
    for number, button in enumerate(found):
        live = button.enabled and not seen.scene.ui.guarded
        x += 2 * (number > 0)
        if x + len(button.keys) + len(button.label) + 1 > place.width - 1:
            break
        x = pen.put(x, place.presets, button.keys, bold(palette.accent) if live else palette.faint)
        text = palette.text if live else palette.faint
        x = pen.put(x, place.presets, f" {button.label}", text)


def _planning(pen: Pen, seen: Seen, place: Plan) -> None:
    """What can be chosen before one's turn, each with its mark."""
    palette, words = pen.palette, pen.words
    if exchange.marking(seen):
        shown = [b for b in keys.buttons(seen.scene, words) if keys.in_bar(b)]
        bar(pen, place.buttons, place.width, shown, 1)
        pen.put(1, place.presets, words("exchange.ahead"), palette.faint)
        return
    if done := exchange.own_drawn(seen):
        pen.put(1, place.buttons, done, palette.muted)
        return
    if planning.draw(pen, seen, place.buttons):
        if not place.tight:
            pen.put(1, place.presets, planning.hint(seen), palette.faint)
        return
    status = None if seen.own is None else seen.own.status
    if status == "out":
        bar(pen, place.buttons, place.width, cash.bar_buttons(seen.scene, words), 1)
    if status in {"folded", "all_in"}:
        pen.put(1, place.buttons, words(f"betting.you_{status}"), palette.muted)


def _answer(pen: Pen, scene: Scene, seen: Seen | None, place: Plan) -> None:
    """The row before the footer: an answer to the last key, else what is worth knowing."""
    palette, words = pen.palette, pen.words
    room = place.width - 2
    line: Spans
    if told := answered(scene, palette, words):
        line = told
    elif vote := absence.hint(scene, palette, words):
        line = vote
    elif noticed := absence.notice(scene, palette, words):
        line = noticed
    elif place.tight and place.answer == place.log:
        return
    elif seen is not None and (text := pot_sum(seen)):
        line = ((text, palette.muted),)
    else:
        said = talk(pen, scene)
        line = said[-1] if said else ()
    if place.tight:
        pen.band(0, place.answer, place.width, palette.back)
    pen.spans(1, place.answer, clipped(line, room))


def _draw_small(pen: Pen, scene: Scene, seen: Seen | None) -> None:
    words = pen.words
    _title(pen, scene, seen, wide=False)
    shown = [one for one in keys.buttons(scene, words) if _listed(one)]
    if seen is None:
        draw_waiting_list(pen, scene, shown)
    else:
        draw_compact(pen, seen, shown)
    height = pen.height
    if scene.ui.drawer and height > 3:
        rows = min(DRAWER, height - 2)
        _drawer(pen, scene, height - 1 - rows, pen.width, log(scene, seen, pen.palette, words))
    if height > 4 and not chat_footer(pen, height - 1, scene):
        footer(pen, height - 1, _footer(scene, seen, words, wide=False, turns=False))


def _listed(button: Button) -> bool:
    """Whether a button has a place in a small window, where presets are keys only."""
    return not button.id.startswith((keys.PRESETS, VIEW))


def _footer(
    scene: Scene, seen: Seen | None, words: Words, *, wide: bool, turns: bool = True
) -> tuple[Button, ...]:
    """The keys that always work here, or those of the open amount field.

    `turns`: there is room for table and list, so that `v` changes something.
    """
    if scene.ui.drawer == "chat":
        return footer_buttons(scene, words, wide)
    if scene.ui.amount is not None and seen is not None and seen.raising is not None:
        return amount_keys(scene, words("betting.key.steps"), words)
    items = list(footer_buttons(scene, words, wide))
    if is_staged(scene):
        label = words("betting.show_all")
        items = [replace(one, label=label) if one.id == "table.next" else one for one in items]
    at = next((i for i, one in enumerate(items) if one.id in LASTING), len(items))
    items[at:at] = [one for one in cash.buttons(scene, words) if one.id in _FOOT]
    view = next((one for one in keys.buttons(scene, words) if one.id == VIEW), None)
    if view is not None and turns:
        at = next((i for i, one in enumerate(items) if one.id in LASTING), len(items))
        items.insert(at, view)
    return tuple(items)


def _title(pen: Pen, scene: Scene, seen: Seen | None, *, wide: bool) -> None:
    table, words = scene.table, pen.words
    parts = [table.name]
    if table.stage == "broken":
        parts.append(words("common.broken"))
    elif seen is not None and table.number > 0:  # without a deal there is none to name
        parts.append(words("betting.deal", number=table.number))
        if seen.over and seen.notes("hand"):
            parts.append(words("betting.street.showdown"))
        elif (
            scene.ui.listed
            and not (seen.over or seen.kind.stud)
            and not too_small((pen.width, pen.height))
        ):
            parts.append(words("betting.list_view"))
        elif exchange.runs(seen):
            parts.append(words("betting.street.draw"))
    special = onlooker(table, words)
    title(pen, game_title(table, words), parts, people(scene, words, wide), special)


def _drawer(pen: Pen, scene: Scene, top: int, width: int, lines: tuple[Spans, ...]) -> None:
    seen = see(scene, pen.words)
    shown = [one for one in keys.buttons(scene, pen.words) if _listed(one)]
    shown = [planning.marked(seen, one) for one in shown] if seen else shown
    draw_drawer(pen, scene, top, width, lambda: lines, shown)
