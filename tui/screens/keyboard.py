"""The keys of a screen in columns: those that work now, and at a betting table those of the rest.

What works now comes from the screen itself. What works in another moment of the same table can't
be asked for yet, so it is listed here, for all games in which chips are bet alike.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tui.canvas.scene import Button
from tui.layouts.stakes import structure_of
from tui.locale import Words
from tui.screens.at_table import AtTable, Moment
from tui.screens.paint import Page

Entry = tuple[str, str]
LETTERS = {"no": "m h d p a", "pot": "m h d p a", "spread": "m h p"}
DIGITS = {"no": "1 – 5", "pot": "1 – 5", "spread": "1 – 3"}
PRESETS = "bet.preset."
# What is about the table and not about the deal.
TABLE = ("table.", "bet.view", "cash.buy", "cash.rest")
NARROW = 64  # columns below which one column follows the other


class Group(NamedTuple):
    """Keys under a head."""

    head: str
    keys: tuple[Entry, ...]


def now(buttons: Iterable[Button], origin: str, at: AtTable | None, words: Words) -> Group:
    """What the screen below can do in this moment."""
    own = [b for b in buttons if b.label and not b.id.startswith(("app.", "tables.", *TABLE))]
    head = f"help.keys.{origin}"
    if origin == "table":
        moment = at.moment if at is not None and bets(at) else "other"
        head = "help.keys.turn" if moment == "other" else f"help.at.{moment}"
    presets = [button for button in own if button.id.startswith(PRESETS)]
    keys = [(b.keys, b.label) for b in own if b not in presets[1:]]
    if len(presets) > 1:
        # One row for all of them.
        first, last = presets[0], presets[-1]
        keys[own.index(first)] = (f"{first.keys} – {last.keys}", words("betting.keys.preset"))
    return Group(words(head), tuple(keys))


def bets(at: AtTable) -> bool:
    """Whether chips are bet at the table: in and out are not bets."""
    known = at.info is not None and at.info.match in ("cash", "freezeout")
    return known and not at.options.get("match_pot")


def others(at: AtTable | None, words: Words) -> list[Group]:
    """What keys mean at other moments of a betting table."""
    if at is None or at.info is None or not bets(at):
        return []
    words = words.at(at.info.id)
    groups: dict[Moment, tuple[Entry, ...]] = {
        "turn": _turn(at, words),
        "amount": _amount(at, words),
        "waiting": (
            ("f", words("betting.keys.plan_fold")),
            ("c", words("betting.keys.plan_call")),
        ),
    }
    return [
        Group(words(f"help.at.{moment}"), keys)
        for moment, keys in groups.items()
        if keys and moment != at.moment
    ]


def _cash(at: AtTable) -> bool:
    return at.info is not None and at.info.match == "cash"


def _turn(at: AtTable, words: Words) -> tuple[Entry, ...]:
    digits = DIGITS.get(structure_of(at.options)) if _cash(at) else "1 – 5"
    keys = [
        ("f", words("betting.keys.fold")),
        ("c", words("betting.keys.call")),
        ("b r", words("betting.keys.raise")),
    ]
    if digits is not None:
        keys.append((digits, words("betting.keys.preset")))
    keys.append(("a", words("betting.keys.all_in")))
    if _cash(at) and at.limit is not None:
        keys.append(("w", words("betting.keys.reserve")))
    return tuple(keys)


def _amount(at: AtTable, words: Words) -> tuple[Entry, ...]:
    structure = structure_of(at.options)
    if _cash(at) and structure == "split":
        # What is bet is fixed: nothing is typed.
        return ()
    end = (("Enter", words("betting.keys.set")), ("Esc", words("betting.keys.back")))
    typed = ("0-9", words("betting.keys.type"))
    if not _cash(at):
        return (typed, ("↑ ↓ ← →", words("betting.keys.chip")), *end)
    return (
        typed,
        ("↑ ↓", words(f"betting.keys.{'stages' if structure != 'spread' else 'stages_spread'}")),
        ("← →", words("betting.keys.step")),
        (LETTERS[structure], words("betting.keys.letter")),
        *end,
    )


def everywhere(buttons: Sequence[Button], words: Words) -> list[Group]:
    """What works at any table, and on any screen."""
    table = [b for b in buttons if b.id.startswith(TABLE) and b.label]
    app = [b for b in buttons if b.id.startswith(("app.", "tables.")) and b.label]
    groups = []
    if table:
        groups.append(Group(words("help.keys.table"), tuple((b.keys, b.label) for b in table)))
    keys = [(b.keys, b.label) for b in app]
    keys += [
        ("Esc", words("help.key.esc")),
        (words("help.ctrl") + "+L", words("help.key.redraw")),
    ]
    return [*groups, Group(words("help.keys.everywhere"), tuple(keys))]


def draw(page: Page, left: Sequence[Group], right: Sequence[Group], scroll: int) -> int:
    """Both columns from row `scroll` on, one below the other where there is no room; the last."""
    half = page.width // 2
    columns = [(2, _rows(left)), (half + 1, _rows(right))]
    if page.width < NARROW:
        half, columns = page.width, [(2, _rows([*left, *right]))]
    room = page.height - 5
    last = max(0, max(len(rows) for _, rows in columns) - room)
    scroll = min(scroll, last)
    for x, rows in columns:
        behind = max((len(keys) for keys, _ in rows), default=0) + 2
        for y, (keys, label) in enumerate(rows[scroll : scroll + room], 3):
            if keys:
                page.put(x, y, keys, page.looks.strong)
                space = max(11, min(behind, 14))
                page.put(x + space, y, label, page.palette.muted, half - space - 2)
            else:
                page.put(x, y, label, page.looks.strong_accent, half - 3)
    return last


def _rows(groups: Sequence[Group]) -> list[Entry]:
    """The groups below each other, a blank row between two."""
    rows: list[Entry] = []
    for group in groups:
        if not group.keys:
            continue
        if rows:
            rows.append(("", ""))
        rows += [("", group.head), *group.keys]
    return rows
