"""The keys of a screen in columns: those that work now, and at a betting table those of the rest.

What works now comes from the screen itself. What works in another moment of the same table can't
be asked for yet, so it is listed here, for all games in which chips are bet alike.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tui.canvas.cells import wrapped
from tui.canvas.scene import Button
from tui.keymap import Mine, printed
from tui.layouts.stakes import structure_of
from tui.locale import Words
from tui.screens.at_table import AtTable, Moment
from tui.screens.paint import Page

Row = tuple[str, str]  # keys and what they do, or a head without keys
LETTERS = {"no": "m h d p a", "pot": "m h d p a", "spread": "m h p"}
DIGITS = {"no": "1 – 5", "pot": "1 – 5", "spread": "1 – 3"}
PRESETS = "bet.preset."
# What is about the table and not about the deal.
TABLE = ("table.", "bet.view", "cash.buy", "cash.rest")
NARROW = 64  # columns below which one column follows the other


class Group(NamedTuple):
    """Keys under a head."""

    head: str
    keys: tuple[Button, ...]


def now(buttons: Iterable[Button], origin: str, at: AtTable | None, words: Words) -> Group:
    """What the screen below can do in this moment."""
    own = [b for b in buttons if b.label and not b.id.startswith(("app.", "tables.", *TABLE))]
    head = f"help.keys.{origin}"
    if origin == "table":
        moment = at.moment if at is not None and bets(at) else "other"
        head = "help.keys.turn" if moment == "other" else f"help.at.{moment}"
    presets = [button for button in own if button.id.startswith(PRESETS)]
    keys = [button for button in own if button not in presets[1:]]
    if len(presets) > 1:
        # One row for all of them.
        digits = f"{presets[0].keys} – {presets[-1].keys}"
        keys[own.index(presets[0])] = _key("", digits, "preset", words)
    return Group(words(head), tuple(keys))


def _key(id: str, keys: str, said: str, words: Words) -> Button:
    """A key of another moment; `id`: that of the button it is then."""
    return Button(id, keys, words(f"betting.keys.{said}"))


def bets(at: AtTable) -> bool:
    """Whether chips are bet at the table: in and out are not bets."""
    known = at.info is not None and at.info.match in ("cash", "freezeout")
    return known and not at.options.get("match_pot")


def others(at: AtTable | None, words: Words) -> list[Group]:
    """What keys mean at other moments of a betting table."""
    if at is None or at.info is None or not bets(at):
        return []
    words = words.at(at.info.id)
    planned = (
        _key("bet.plan.f", "f", "plan_fold", words),
        _key("bet.plan.c", "c", "plan_call", words),
    )
    groups: dict[Moment, tuple[Button, ...]] = {
        "turn": _turn(at, words),
        "amount": _amount(at, words),
        "waiting": planned,
    }
    return [
        Group(words(f"help.at.{moment}"), keys)
        for moment, keys in groups.items()
        if keys and moment != at.moment
    ]


def _cash(at: AtTable) -> bool:
    return at.info is not None and at.info.match == "cash"


def _turn(at: AtTable, words: Words) -> tuple[Button, ...]:
    digits = DIGITS.get(structure_of(at.options)) if _cash(at) else "1 – 5"
    keys = [
        _key("bet.fold", "f", "fold", words),
        _key("bet.call", "c", "call", words),
        _key("bet.raise", "b r", "raise", words),
    ]
    if digits is not None:
        keys.append(_key("", digits, "preset", words))
    keys.append(_key("bet.all_in", "a", "all_in", words))
    if _cash(at) and at.limit is not None:
        keys.append(_key("cash.reserve", "w", "reserve", words))
    return tuple(keys)


def _amount(at: AtTable, words: Words) -> tuple[Button, ...]:
    structure = structure_of(at.options)
    if _cash(at) and structure == "split":
        # What is bet is fixed: nothing is typed.
        return ()
    keys = [("0-9", "type")]
    if _cash(at):
        stages = "stages_spread" if structure == "spread" else "stages"
        keys += [("↑ ↓", stages), ("← →", "step"), (LETTERS[structure], "letter")]
    else:
        keys.append(("↑ ↓ ← →", "chip"))
    keys += [("Enter", "set"), ("Esc", "back")]
    return tuple(_key("", printed, said, words) for printed, said in keys)


def everywhere(buttons: Sequence[Button], origin: str, words: Words) -> list[Group]:
    """What works at any table, and on any screen; at a table in more words than there."""
    if origin == "table":
        buttons = [_longer(button, words) for button in buttons]
    table = tuple(b for b in buttons if b.id.startswith(TABLE) and b.label)
    app = (
        *(b for b in buttons if b.id.startswith(("app.", "tables.")) and b.label),
        Button("app.esc", "Esc", words("help.key.esc")),
        Button("app.redraw", words("help.ctrl") + "+L", words("help.key.redraw")),
    )
    groups = [Group(words("help.keys.table"), table)] if table else []
    return [*groups, Group(words("help.keys.everywhere"), app)]


def _longer(button: Button, words: Words) -> Button:
    key = f"help.long.{button.id}"
    return replace(button, label=words(key)) if button.label and words.has(key) else button


def draw(page: Page, left: Sequence[Group], right: Sequence[Group], scroll: int) -> int:
    """Both columns from row `scroll` on, one below the other where there is no room; the last."""
    half = page.width // 2
    mine = page.palette.keys
    columns = [(2, _rows(left, mine)), (half + 1, _rows(right, mine))]
    if page.width < NARROW:
        half, columns = page.width, [(2, _rows([*left, *right], mine))]
    room, last = page.height - 5, 0
    for x, found in columns:
        behind = max((len(keys) for keys, _ in found), default=0) + 2
        space = max(11, min(behind, 14))
        rows = _broken(found, half - space - 2)
        last = max(last, len(rows) - room)
        first = max(0, min(scroll, len(rows) - room))
        for y, (keys, label) in enumerate(rows[first : first + room], 3):
            if keys:
                page.put(x, y, keys, page.looks.strong)
                page.put(x + space, y, label, page.palette.muted, half - space - 2)
            else:
                page.put(x, y, label, page.looks.strong_accent, half - 3)
    return last


def _broken(rows: Sequence[Row], width: int) -> list[Row]:
    """The same rows, what keys do in as many as it takes."""
    broken: list[Row] = []
    for keys, label in rows:
        first, *further = wrapped(label, width) if keys else [label]
        broken += [(keys, first), *((" ", text) for text in further)]
    return broken


def _rows(groups: Sequence[Group], mine: Mine) -> list[Row]:
    """The groups below each other, a blank row between two, with one's own letters."""
    rows: list[Row] = []
    for group in groups:
        if not group.keys:
            continue
        if rows:
            rows.append(("", ""))
        rows += [
            ("", group.head),
            *((_printed(button, mine), button.label) for button in group.keys),
        ]
    return rows


def _printed(button: Button, mine: Mine) -> str:
    """A button's keys; where there are several, each as it is printed by itself."""
    parts = button.keys.split(" ")
    return " ".join(dict.fromkeys(printed(replace(button, keys=part), mine) for part in parts))
