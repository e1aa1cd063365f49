"""What surrounds every table: title, time, action bar, footer, boxes."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len

from protocol.messages import TableView
from tui.canvas.cells import Style, cut
from tui.canvas.palette import Palette, bold, on
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.canvas.say import name_of
from tui.canvas.scene import Button, Scene
from tui.keymap import printed
from tui.locale import Words

LOW = 10  # seconds from which time is short
LAST = 5  # seconds from which it is shorter still
# Of the footer, what stands behind whatever a game has there of its own.
LASTING = {"app.options", "app.palette"}

# ── title ──────────────────────────────────────────────────────────────────────────────────────


def title(pen: Pen, game: str, rest: Sequence[str], right: Sequence[str], special: str) -> None:
    """Row 0: the game, then what is played where; people, latency and help at the right.

    Parts at the right are dropped from the left where the row is too narrow, then the middle is
    cut. `special` (a spectator's word) comes first and turns the title violet.
    """
    palette, words = pen.palette, pen.words
    pen.band(0, 0, pen.width, palette.head)
    dot = (" · ", palette.muted)
    if special:
        head: list[Span] = [(f" {special}  ", bold(palette.special)), (game, palette.special)]
        rest = ["", *rest]
    else:
        head = [(f" {game}", bold(palette.accent)), ("   ", palette.text)]
    left = [*head, *_joined(rest, palette.text, dot)]
    help_text = f"? {words('common.help')}"
    parts = [*right, help_text]
    while len(parts) > 1 and span_len(left) + 2 + _width(parts) + 1 > pen.width:
        parts.pop(0)
    ending = _joined(parts, palette.muted, dot)
    room = pen.width - 1 - span_len(ending)
    if room < span_len(head) + 8:
        ending, room = (), pen.width
    pen.spans(0, 0, clipped(left, room - 2))
    pen.right(0, ending)


def people(scene: Scene, words: Words, wide: bool) -> list[str]:
    """The parts at the right of a title: seats taken, spectators, latency."""
    ui, parts = scene.ui, _present(scene, words, wide)
    if ui.slow:
        parts.append(words("link.slow"))
    elif scene.table.me is not None and ui.latency is not None:
        parts.append(words("common.ms", ms=ui.latency))
    return parts


def onlooker(table: TableView, words: Words) -> str:
    """What a title says of somebody who only looks on, or has a seat when the deal is over."""
    if table.me is not None:
        return ""
    return words("common.spectator" if table.promised is None else "common.soon")


def spectating(table: TableView, words: Words, topic: str) -> str:
    """The sentence for whoever looks on while a deal runs, in the words of a game."""
    seat = table.promised
    if seat is None:
        return words(f"{topic}.spectating")
    # In a freeze-out the chips are those of the chair.
    key = "common.promised" if table.chairs[seat].freezeout is None else "freezeout.promised"
    return words(key, name=name_of(seat, table.chairs, words), seat=seat + 1)


def answered(scene: Scene, palette: Palette, words: Words) -> Spans:
    """The answer to the last key, or that its action is on its way."""
    if scene.ui.message:
        return ((f"! {scene.ui.message}", palette.bad),)
    if scene.ui.pending:
        return ((words("common.sending"), palette.muted),)
    return ()


def _present(scene: Scene, words: Words, wide: bool) -> list[str]:
    table = scene.table
    taken = sum(chair.kind != "empty" for chair in table.chairs)
    parts: list[str] = []
    if table.me is None:
        count = max(1, table.watching)
        which = "one" if count == 1 else "many"
        parts.append(words(f"common.looking_on_{which}", count=count))
    elif wide:
        parts.append(words("common.players", count=taken))
        if table.watching:
            which = "one" if table.watching == 1 else "many"
            parts.append(words(f"common.watching_{which}", count=table.watching))
    else:
        parts.append(f"{taken}/{len(table.chairs)}")
    return parts


def _joined(parts: Iterable[str], style: Style, dot: Span) -> Spans:
    spans: list[Span] = []
    for place, part in enumerate(parts):
        if place:
            spans.append(dot)
        if part:
            spans.append((part, style))
    return tuple(spans)


def _width(parts: Sequence[str]) -> int:
    return sum(cell_len(part) for part in parts) + 3 * (len(parts) - 1)


# ── time ───────────────────────────────────────────────────────────────────────────────────────


def time_bar(pen: Pen, y: int, width: int, scene: Scene, mine: bool, x: int = 0) -> None:
    """A line of `width` cells from column x on that shrinks with the clock; plain without one.

    While somebody is missing it shrinks with the time until the vote, between deals with the time
    until the next one.
    """
    palette = pen.palette
    clock = scene.table.clock
    rest = scene.table.pause
    if rest is not None and rest.left is not None:
        left = rest.left // 1000 if scene.ui.vote_in is None else scene.ui.vote_in
        _thin(pen, (x, y), width, left, scene.table.patience)
        return
    if (coming := scene.table.next) is not None:
        left = coming.left // 1000 if scene.ui.next_in is None else scene.ui.next_in
        _thin(pen, (x, y), width, left, coming.total // 1000)
        return
    if clock is None or clock.total <= 0:
        pen.put(x, y, "─" * width, palette.faint)
        return
    seconds = seconds_left(scene)
    total = clock.total // 1000
    if not mine:
        _thin(pen, (x, y), width, seconds, total)
        return
    full = _full(width, seconds, total)
    style = palette.accent if seconds > LOW else palette.bad
    style = bold(style) if seconds <= LAST else style
    pen.put(x, y, "━" * full, style)
    pen.put(x + full, y, "━" * (width - full), palette.track)


def _thin(pen: Pen, at: tuple[int, int], width: int, seconds: int, total: int) -> None:
    """Somebody else's time."""
    x, y = at
    full = _full(width, seconds, total)
    pen.put(x, y, "─" * full, pen.palette.muted)
    pen.put(x + full, y, "─" * (width - full), pen.palette.track)


def _full(width: int, seconds: int, total: int) -> int:
    return min(width, max(0, round(width * seconds / max(1, total))))


def seconds_left(scene: Scene) -> int:
    """Whole seconds of the clock, as the client counts them; 0 without a clock."""
    if scene.ui.seconds is not None:
        return max(0, scene.ui.seconds)
    return scene.table.clock.left // 1000 if scene.table.clock else 0


def seconds_span(scene: Scene, palette: Palette, words: Words, mine: bool) -> Spans:
    """The seconds as text, with `!` when they run short; nothing without a clock."""
    if scene.table.clock is None:
        return ()
    seconds = seconds_left(scene)
    text = words("common.seconds", seconds=seconds)
    if not mine:
        return ((text, palette.muted),)
    if seconds > LOW:
        return ((text, bold(palette.accent)),)
    return ((f"! {text}", bold(palette.bad) if seconds <= LAST else palette.bad),)


# ── action bar ─────────────────────────────────────────────────────────────────────────────────


def button_spans(button: Button, palette: Palette, guarded: bool = False) -> Spans:
    """One button: ` key label ` on its colour, or `[key] label ` where colours are missing."""
    live, keys = button.enabled and not guarded, printed(button, palette.keys)
    if palette.brackets:
        text = palette.text if live else palette.faint
        key = bold(palette.accent) if live else palette.faint
        return ((f"[{keys}]", key), (f" {button.label}", text))
    surface = palette.buttons[button.tone]
    if live:
        key, text = on(bold(palette.accent), surface), on(palette.text, surface)
    else:
        key = text = palette.disabled
    return ((f" {keys} ", key), (f"{button.label} ", text))


def bar(
    pen: Pen,
    y: int,
    width: int,
    buttons: Sequence[Button],
    rows: int,
    guarded: bool = False,
    left: int = 0,
) -> tuple[int, int]:
    """The buttons from row y on, wrapped into at most `rows` rows of `width` cells from `left` on.

    What still does not fit is dropped, the highest rank first. Answers how many rows it took
    and the column behind the last button of row y.
    """
    palette = pen.palette
    kept = list(buttons)
    while True:
        lines = _wrapped(kept, palette, width)
        if len(lines) <= rows or not kept:
            break
        kept.remove(max(kept, key=lambda button: button.rank))
    ends: list[int] = []
    for line, shown in enumerate(lines):
        x = left + 1
        for place, button in enumerate(shown):
            spans = clipped(button_spans(button, palette, guarded), width - 2)
            x = pen.spans(x + 2 * (place > 0), y + line, spans)
        ends.append(x)
    return len(lines), ends[0] if ends else left + 1


def _wrapped(buttons: Sequence[Button], palette: Palette, width: int) -> list[list[Button]]:
    lines: list[list[Button]] = []
    used = 0
    for button in buttons:
        size = span_len(button_spans(button, palette))
        if lines and used + 2 + size <= width - 1:
            lines[-1].append(button)
            used += 2 + size
        else:
            lines.append([button])
            used = 1 + size
    return lines


# ── footer ─────────────────────────────────────────────────────────────────────────────────────


def footer(pen: Pen, y: int, items: Sequence[Button], room: int | None = None) -> None:
    """The keys that work here; whole items are dropped, highest rank first, never `?`.

    `room`: so many cells are theirs (None: all of the row).
    """
    palette = pen.palette
    pen.band(0, y, pen.width, palette.head)
    kept = list(items)
    end = pen.width if room is None else room
    while len(kept) > 1 and _footer_width(kept, palette) > end - 1:
        droppable = [item for item in kept if item.keys != "?"]
        kept.remove(max(droppable, key=lambda item: item.rank))
    x = 1
    for place, item in enumerate(kept):
        x += 2 * (place > 0)
        keys = printed(item, palette.keys)
        x = pen.put(x, y, keys, bold(palette.accent) if item.enabled else palette.muted)
        x = pen.put(x, y, f" {item.label}", palette.text if item.enabled else palette.muted)
    if palette.ascii:
        legend = pen.words("common.suits_legend")
        if room is None and x + 2 + cell_len(legend) < pen.width:
            pen.right(y, ((legend, palette.muted),))


def _footer_width(items: Sequence[Button], palette: Palette) -> int:
    shown = (f"{printed(item, palette.keys)} {item.label}" for item in items)
    return 1 + sum(map(cell_len, shown)) + 2 * (len(items) - 1)


def footer_buttons(scene: Scene, words: Words, wide: bool = False) -> tuple[Button, ...]:
    """The footer's items of a table, in their order; only keys that do something now."""
    table = scene.table
    if scene.ui.drawer == "chat":
        # Letters go into the chat: nothing else works now.
        send = Button("chat.send", "Enter", words("common.chat_enter"))
        return (send, Button("chat.back", "Esc", words("common.chat_back")))
    items: list[Button] = []
    go_on = can_go_on(scene)
    if go_on:
        items.append(Button("table.next", "Space", go_on_word(table, words), rank=1))
    else:
        items.append(_help(words))
    if table.me is None and table.promised is None and table.stage != "broken":
        free = any(chair.kind != "person" for chair in table.chairs)
        items.append(
            Button("table.take", "j", words("lobby.key.sit" if free else "lobby.key.queue"), rank=2)
        )
    if table.chat in ("free", "watchers"):
        label = words("common.chat") + _unread(scene.ui.unread)
        items.append(Button("table.talk", "t", label, rank=2))
    elif table.chat == "phrases" and table.me is not None:
        which = "common.phrases_resting" if wide else "common.phrases"
        items.append(Button("table.talk", "t", words(which), rank=2))
    items.append(Button("table.log", "l", words("common.log"), rank=4))
    if table.me is not None and has_past(table):
        # Of most use when a deal is just over, of least while the next one asks for attention.
        rank = 6 if table.stage == "running" else 4
        items.append(Button("table.last", "h", words("common.last"), rank=rank))
    if go_on:
        items.append(_help(words))
    if wide:
        items.append(Button("app.options", "o", words("preferences.key"), rank=7))
    items.append(Button("app.palette", ":", words("common.commands"), rank=5))
    items.append(Button("app.leave", "q", words("common.leave"), rank=3))
    return tuple(items)


def can_go_on(scene: Scene) -> bool:
    """Whether Space says something now: this seat is not yet ready for the next deal."""
    table = scene.table
    if table.me is None or table.stage not in {"between", "over", "waiting"}:
        return False
    chair = table.chairs[table.me]
    chips, own = chair.cash, chair.cash or chair.points or chair.freezeout
    if own is not None and (table.stage == "waiting" or own.wish != "play"):
        # Where people come and go nobody is waited for: Space makes it sooner for who plays, and
        # two are needed.
        return False
    if chips is not None and not chips.stack:
        return False
    goes_on = table.number > 0 and table.ended is None
    if chair.freezeout is not None and goes_on and not chair.freezeout.stack:
        # Whoever is out, or waits for the next match, does not hurry those who play.
        return False
    return not chair.ready


def go_on_word(table: TableView, words: Words) -> str:
    """What Space does between deals, in a word."""
    cash = table.me is not None and table.chairs[table.me].cash is not None
    return words("cash.go_on" if cash else "common.go_on_short")


def has_past(table: TableView) -> bool:
    """Whether a deal was begun at the table before the running one."""
    return table.deal > (table.stage == "running")


def untaken(items: Iterable[Button], scene: Scene) -> tuple[Button, ...]:
    """The items without those whose keys scroll an open drawer."""
    scrolls = scene.ui.drawer in ("log", "info")
    return tuple(item for item in items if not (scrolls and item.keys == "↑ ↓"))


def _help(words: Words) -> Button:
    return Button("app.help", "?", words("common.help"))


def _unread(count: int) -> str:
    if not count:
        return ""
    return "²" if count == 2 else f" {min(count, 99)}"


# ── boxes ──────────────────────────────────────────────────────────────────────────────────────


def box(
    pen: Pen,
    place: tuple[int, int],
    size: tuple[int, int],
    style: Style,
    heading: Span | None = None,
) -> None:
    """A round-cornered frame with an optional heading in its upper edge."""
    (x, y), (width, height) = place, size
    if width < 4 or height < 2:
        return
    pen.put(x, y, "╭" + "─" * (width - 2) + "╮", style)
    for row in range(y + 1, y + height - 1):
        pen.put(x, row, "│", style)
        pen.put(x + width - 1, row, "│", style)
    pen.put(x, y + height - 1, "╰" + "─" * (width - 2) + "╯", style)
    if heading:
        pen.put(x + 2, y, " " + cut(heading[0], width - 6) + " ", heading[1])


def spread(names: Sequence[str], words: Words) -> str:
    """Names in a sentence: `Ben, Carla und Dan`."""
    if len(names) < 2:
        return "".join(names)
    return words("common.and", some=", ".join(names[:-1]), last=names[-1])
