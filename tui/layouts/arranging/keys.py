"""The keys that arrange cards (ux 4.8): what they are called, and what they do."""

from collections.abc import Callable, Sequence

from engine.kit.rows import CARDS
from engine.values.cards import Card
from engine.values.draft import Rows
from tui.canvas import sorting as sort
from tui.canvas.palette import Palette
from tui.canvas.pen import Spans
from tui.canvas.scene import Button, Explain, Press, Sort
from tui.canvas.sorting import Sorting, Stop
from tui.layouts.arranging.rows import brief, row_word
from tui.locale import Words

Hints = Callable[[Sequence[Card]], Sequence[Rows]]

ROWS = "123"
ACCEPT = "rows.accept"
_ARROWS: dict[str, Callable[[Sorting], Sorting]] = {
    "left": lambda now: sort.step(now, -1),
    "right": lambda now: sort.step(now, 1),
    "up": lambda now: sort.climb(now, -1),
    "down": lambda now: sort.climb(now, 1),
}
_DOES: dict[str, Callable[[Sorting], Sorting | Stop]] = {
    **_ARROWS,
    "space": sort.mark,
    "x": sort.swap,
    "0": sort.back,
    "backspace": sort.back,
    "u": sort.undo,
    "y": sort.resort,
}


def press(now: Sorting, key: str, words: Words, hints: Hints | None = None) -> Press | None:
    """What a key does to the arrangement; None where it is none of these keys.

    `hints` finds suggestions, where the table has them. While one is held over the rows a digit or
    Enter takes it over.
    """
    if now.ghosts and (key == "enter" or key in tuple(ROWS)):
        return Sort(sort.accept(now))
    if key in tuple(ROWS):
        return answered(sort.lay(now, ROWS.index(key)), words)
    if key == "g":
        if hints is None:
            return Explain(words("arranging.no_hints"))
        ideas = now.ideas or (hints(now.cards) if len(now.cards) >= CARDS else ())
        return answered(sort.suggest(now, ideas), words)
    if key == "escape":
        plain = sort.dropped(now)
        return None if plain == now else Sort(plain)
    does = _DOES.get(key)
    if does is None:
        return None
    moved = does(now)
    if moved == now and key in _ARROWS:
        return Explain(words(f"arranging.nowhere.{key}"))
    return answered(moved, words)


def is_ours(key: str) -> bool:
    """Whether a key arranges cards."""
    return key in _DOES or key in tuple(ROWS) or key == "g"


def answered(what: Sorting | Stop, words: Words) -> Press:
    """The press that an arrangement leads to, or the words that say why there is none."""
    if isinstance(what, Sorting):
        return Sort(what)
    facts: dict[str, object] = dict(what.facts)
    if "row" in what.facts:
        facts["row"] = row_word(what.facts["row"], words)
    return Explain(words(f"arranging.stop.{what.code}", **facts))


def buttons(now: Sorting, words: Words, *, hints: bool = False) -> tuple[Button, ...]:
    """Laying, undoing, suggestions and the order of the tray.

    While a suggestion is held over the rows, what takes it over stands first.
    """
    lays = Button("rows.lay", "1 2 3", words("arranging.key.lay"), tone="good")
    if now.ghosts:
        lays = Button(ACCEPT, "1 2 3 Enter", words("arranging.key.accept"), tone="gold")
    shown = [
        lays,
        Button(
            "rows.undo",
            "u",
            words("arranging.key.undo"),
            enabled=now.undoable,
            reason="" if now.undoable else words("arranging.stop.not_undone"),
            rank=2,
        ),
    ]
    if hints:
        label = words("arranging.key.idea")
        if now.idea is not None:
            label = f"{label} {now.idea + 1}/{len(now.ideas)}"
        shown.append(Button("rows.idea", "g", label, tone="gold", rank=3))
    shown.append(Button("rows.order", "y", words("arranging.key.order"), rank=4))
    return tuple(shown)


def foot(words: Words) -> tuple[Button, ...]:
    """The keys that the action bar has no room for."""
    return (
        Button("rows.card", "← →", words("arranging.key.card"), rank=1),
        Button("rows.line", "↑ ↓", words("arranging.key.line"), rank=1),
        Button("rows.mark", "Space", words("arranging.key.mark"), rank=1),
        Button("rows.swap", "x", words("arranging.key.swap"), rank=1),
        Button("rows.back", "0", words("arranging.key.back"), rank=7),
    )


def idea_line(now: Sorting, words: Words) -> tuple[str, str, str] | None:
    """The suggestion in words: its number, its rows from behind, and how far it fits the cards.

    None where none was looked at.
    """
    rows = now.shown
    if rows is None or now.idea is None:
        return None
    names = " / ".join(brief(row, words) for row in reversed(rows))
    astray = sort.astray(now)
    fits = words("arranging.idea_fits")
    if astray:
        which = "one" if astray == 1 else "many"
        fits = words(f"arranging.idea_moves_{which}", count=astray)
    return words("arranging.idea", number=now.idea + 1), names, fits


def idea_spans(now: Sorting, palette: Palette, words: Words) -> Spans:
    """The same in colours; nothing where none was looked at."""
    said = idea_line(now, words)
    if said is None:
        return ()
    which, names, fits = said
    return (
        (f"{which} ", palette.muted),
        (names, palette.text),
        (f"   {fits}", palette.faint),
    )
