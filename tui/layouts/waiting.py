"""A table without a deal to show: who sits where, what it waits for, what is wrong."""

from collections.abc import Sequence

from engine.values.options import OptionSpec, Value
from engine.values.view import View
from protocol.messages import TableView
from tui.canvas.cells import cut, padded, wrapped
from tui.canvas.compact import draw_list
from tui.canvas.frame import can_go_on, spread
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Pen, Spans, clipped
from tui.canvas.scene import Button, Explain, GoOn, Press, Scene
from tui.layouts import absence, cash, freezeout, points, royalties
from tui.layouts.options import facts_of, shown_options
from tui.layouts.stakes import in_chips
from tui.locale import Words


def looked_at(table: TableView, last: str) -> View | None:
    """The deal on the table; None where there is none to be seen.

    Its `last` phase stays when the table waits because somebody has left, until one is ready.
    """
    view = table.view
    if view is None or table.stage == "broken":
        return None
    ready = table.me is not None and table.chairs[table.me].ready
    return None if table.stage == "waiting" and (ready or view.phase != last) else view


def waiting_buttons(scene: Scene, words: Words) -> tuple[Button, ...]:
    """What can be done at a table that waits."""
    table = scene.table
    if table.me is None or table.stage == "broken":
        return ()
    chips = cash.own(table) is not None
    shown = [*cash.bar_buttons(scene, words)]
    if (back := points.rest_button(table, words)) and points.rests(table):
        shown.append(back)
    if can_fill(table):
        shown.append(fill_button(words))
    if can_go_on(scene):
        ready = sum(chair.ready for chair in table.chairs)
        label = words("common.go_on", ready=ready, seats=len(table.chairs))
        if chips:
            label = cash.go_on(table, words)
        elif freezeout.is_freezeout(table):
            label = freezeout.go_on(scene, words)
        shown.append(Button("table.next", "Space", label, tone="good"))
    return tuple(shown)


def can_fill(table: TableView) -> bool:
    """Whether bots may take empty seats now: while it waits, where people come and go between.

    In a freeze-out that goes on they would only look on.
    """
    flows = cash.is_cash(table) or points.is_points(table)
    stages = {"waiting", "between"} if flows else {"waiting"}
    if freezeout.is_freezeout(table) and not freezeout.begun(table):
        stages = {"waiting", "between", "over"}
    return table.stage in stages and any(chair.kind == "empty" for chair in table.chairs)


def fill_button(words: Words) -> Button:
    """Bots take the empty seats."""
    return Button("table.fill", "b", words("common.fill"), tone="good", rank=1)


def unready(table: TableView, asked: Sequence[int], words: Words) -> str:
    """Who of those asked has not said ready, for whoever has."""
    names = [table.chairs[seat].name for seat in asked if not table.chairs[seat].ready]
    if names:
        return words("common.ready_wait", names=spread(names, words))
    return words("common.ready_wait_all")


def waiting_press(scene: Scene, key: str, words: Words) -> Press | None:
    """Space says ready; everything else belongs to the screen."""
    if key != "space" or scene.table.me is None or scene.table.stage == "broken":
        return None
    if can_go_on(scene):
        return GoOn()
    if cash.own(scene.table) is not None:
        said = cash.sentence(scene, words) or cash.next_line(scene, words)
        return Explain(said or words("cash.at_once"))
    if points.own(scene.table) is not None:
        said = points.sentence(scene.table, words) or points.next_line(scene, words)
        return Explain(said or words("points.at_once"))
    if freezeout.own(scene.table) is not None:
        said = freezeout.sentence(scene.table, words) or freezeout.next_line(scene, words)
        return Explain(said or words("freezeout.at_once"))
    names = waiting_names(scene, words)
    if names:
        return Explain(words("common.ready_wait", names=spread(names, words)))
    return None


def waiting_names(scene: Scene, words: Words) -> list[str]:
    """The people at the table who are not ready for the next deal."""
    chairs = scene.table.chairs
    return [chair.name for chair in chairs if chair.kind != "empty" and not chair.ready]


def option_list(
    options: dict[str, Value], game: str, words: Words, specs: Sequence[OptionSpec] = ()
) -> str:
    """The rules in force, in words: switches that are on, choices, numbers."""
    said: list[str] = []
    for option, value in shown_options(specs, in_chips(options)).items():
        key = f"{game}.with.{option}"
        if words.has(f"{key}.{value}"):
            said.append(words(f"{key}.{value}"))
        elif value is False:
            continue
        elif value is True:
            label = words(key) if words.has(key) else option.replace("_", " ")
            said.append(words("common.option_on", option=label))
        elif words.has(key) and ("{value}" in words(key) or not words(key)):
            said.append(words(key, **facts_of(value, words)))
        else:
            label = words(key) if words.has(key) else option.replace("_", " ")
            said.append(words("common.option_value", option=label, value=value))
    return " · ".join(text for text in said if text) or words("common.no_options")


def rules_line(scene: Scene, words: Words) -> str:
    """The rules of a scene's table, but for what is said in chips."""
    table = scene.table
    said = () if table.buy_in is None else ("least", "most")
    options = {name: value for name, value in table.options.items() if name not in said}
    return option_list(options, table.game, words, scene.specs)


def draw_waiting(pen: Pen, top: int, bottom: int, scene: Scene) -> None:
    """Seats and sentences between the rows `top` and `bottom` (not included)."""
    mine = scene.table.me
    lines = waiting_lines(scene, pen.palette, pen.words, pen.width - 3)
    if len(lines) > bottom - top:
        lines = waiting_lines(scene, pen.palette, pen.words)
    spare = bottom - top - len(lines)
    y = top
    for place, line in enumerate(lines[: bottom - top]):
        if place == 1 + (mine if mine is not None else -2) and scene.table.stage != "broken":
            pen.band(1, y, min(pen.width - 2, 44), pen.palette.turn)
        pen.spans(2, y, clipped(line, pen.width - 3))
        y += 1
        if spare > 1 and place in {0, len(scene.table.chairs)}:
            y += 1


def draw_waiting_list(
    pen: Pen, scene: Scene, buttons: Sequence[Button], answer: Spans | None = None
) -> None:
    """The same in a small window; at the bottom the answer to the last key, or how a vote stands.

    `answer`: what stands there instead, if anything.
    """
    palette, words = pen.palette, pen.words
    if answer is None and scene.ui.message:
        answer = ((f"! {scene.ui.message}", palette.bad),)
    asked = absence.prompt(scene, palette, words)
    answer = answer or absence.tally(scene, palette, words)
    draw_list(pen, scene, waiting_lines(scene, palette, words), asked, buttons, answer)


def waiting_lines(scene: Scene, palette: Palette, words: Words, width: int = 0) -> list[Spans]:
    """What the table waits for, the seats, what can be done, the rules in force.

    The rules have as many lines of `width` cells as they take; 0: one, however long.
    """
    table = scene.table
    if table.stage == "broken":
        return [
            (("✗ ", palette.bad), (words("common.broken_table"), palette.text)),
            (("  " + words("common.broken_leave"), palette.muted),),
        ]
    rules = f"{words('common.options')}: {rules_line(scene, words)}"
    return [
        ((_heading(scene, words), bold(palette.text)),),
        *(_seat(seat, scene, palette, words) for seat in range(len(table.chairs))),
        *(((line, palette.text),) for line in _sentences(scene, words)),
        *(((line, palette.muted),) for line in (wrapped(rules, width) if width else [rules])),
        *(((line, palette.muted),) for line in royalties.lines(table.game, table.options, words)),
    ]


def _heading(scene: Scene, words: Words) -> str:
    why = scene.table.cancelled
    if why is None:
        said = ""
        if cash.is_cash(scene.table):
            said = cash.next_line(scene, words)
        elif points.is_points(scene.table):
            said = points.next_line(scene, words)
        elif freezeout.is_freezeout(scene.table):
            said = freezeout.next_line(scene, words)
        return said or words("common.waiting")
    key = f"common.cancelled.{why.code}"
    name = why.facts.get("name") or words("common.somebody")
    return words(key, name=name) if words.has(key) else words("common.void")


def _sentences(scene: Scene, words: Words) -> list[str]:
    table = scene.table
    free = sum(chair.kind == "empty" for chair in table.chairs)
    chips = cash.is_cash(table)
    own = cash.sentence(scene, words)
    if points.is_points(table):
        return _flowing(table, "points", points.sentence(table, words), free, words)
    if freezeout.is_freezeout(table):
        said = [freezeout.match_line(table, words)]
        said += _flowing(table, "freezeout", freezeout.sentence(table, words), free, words)
        return [line for line in said if line]
    if free:
        which = "one" if free == 1 else "many"
        if chips:
            seats = words(f"cash.seats_free_{which}", count=free)
            by_code = _invitation(table, words) if table.code else ""
            return [line for line in (own, seats, by_code) if line]
        sentences = [
            words(f"common.seats_free_{which}", count=free),
            _invitation(table, words),
        ]
        if table.me is not None:
            sentences.append(words("common.fill_hint"))
        return sentences
    if chips:
        return [own] if own else []
    names = waiting_names(scene, words)
    if names:
        return [words("common.waits_for", names=spread(names, words))]
    return [words("common.starts")]


def _invitation(table: TableView, words: Words) -> str:
    """How somebody else comes to the table; who sits there is told the code that it takes."""
    if table.code:
        return words("common.invite_code", code=table.code)
    return words("common.invite", table=table.name)


def _flowing(table: TableView, topic: str, sentence: str, free: int, words: Words) -> list[str]:
    said = [sentence]
    if free:
        which = "one" if free == 1 else "many"
        said.append(words(f"{topic}.seats_free_{which}", count=free))
        said.append(_invitation(table, words))
    return [line for line in said if line]


def _seat(seat: int, scene: Scene, palette: Palette, words: Words) -> Spans:
    chair = scene.table.chairs[seat]
    number = (f"{seat + 1:>2} ", palette.muted)
    if chair.kind == "empty":
        return (number, (words("common.free"), palette.faint))
    mine = seat == scene.table.me
    tags = [words("common.bot")] if chair.kind == "bot" else []
    tags += [words("common.you")] if mine else []
    tags += [words("absence.host")] if chair.owner else []
    tags += absence.seat_words(scene.table, seat, words)
    tags += [words("common.ready")] if chair.ready else []
    if gone := points.tag(scene.table, seat, words):
        tags.append(gone)
    name = bold(palette.accent if mine else palette.text)
    chips = chair.cash
    match = freezeout.begun(scene.table) or freezeout.is_ended(scene.table)
    if chips is None and (chair.freezeout is None or not match):
        return (number, (cut(chair.name, 16), name), ("  " + " · ".join(tags), palette.muted))
    if chips is None:
        tags += [tag] if (tag := freezeout.tag(scene.table, seat, words)) else []
        stack = words.number(freezeout.stack(scene.table, seat) or 0)
    else:
        if cash.state(scene.table, seat) != "in":
            tags.append(cash.label(scene.table, seat, words))
        if coming := cash.comes(chips, words):
            tags.append(coming)
        stack = words.number(cash.stack(scene.table, seat) or 0)
    return (
        number,
        (padded(chair.name, 13), name),
        (stack.rjust(10), palette.text),
        ("  " + " · ".join(tags), palette.muted),
    )
