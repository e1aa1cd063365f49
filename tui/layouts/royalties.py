"""What strong rows earn at a table, as it is shown before anybody plays (rules.md D)."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from engine.kit.ranking import CATEGORY_BITS, NAMES, STRAIGHT_FLUSH, Name
from engine.kit.rows import ROWS
from engine.kit.royalties import CLOSED, NONE, OPEN, OWN, Royalties, closed
from engine.values.actions import RowName
from engine.values.cards import RANKS
from engine.values.options import Value
from tui.canvas.cards import letter
from tui.canvas.cells import padded
from tui.layouts.stakes import number
from tui.locale import Words

GAMES = ("chinese", "openface", "pineapple")

LABEL, COLUMN = 8, 6  # columns of a row's name, and of what one kind of hand earns


class Worth(NamedTuple):
    """What a kind of hand earns in a row.

    `points` are those of the lowest and of the highest such hand; where they differ `ranks` are the
    ranks that decide, lowest and highest.
    """

    row: RowName
    name: Name
    points: tuple[int, int]
    ranks: str = ""


def table_of(game: str, options: Mapping[str, Value]) -> Royalties:
    """The royalties that a table of the game has agreed on; none for games without any."""
    chosen = options.get("royalties", "none")
    if game == "chinese":
        if chosen == "own":
            return closed(**{name: number(options, name, 0) for name in OWN})
        return CLOSED.get(str(chosen), NONE)
    return OPEN if game in GAMES and chosen != "none" else NONE


def worths(table: Royalties) -> tuple[Worth, ...]:
    """All that earns something, row by row from the front, the weaker hands first."""
    return tuple(_worths(table))


def _worths(table: Royalties) -> Iterator[Worth]:
    for row, name in zip(table, ROWS, strict=True):
        kinds: dict[int, dict[int, int]] = {}
        for digits, points in sorted(row.items()):
            category, rank = divmod(digits, 1 << CATEGORY_BITS - 16)
            kinds.setdefault(category, {})[rank] = points
        for category, by_rank in kinds.items():
            least, most = by_rank[min(by_rank)], by_rank[max(by_rank)]
            if category == STRAIGHT_FLUSH and least != most:
                yield Worth(name, "straight_flush", (least, least))
                yield Worth(name, "royal_flush", (most, most))
            else:
                ranks = f"{RANKS[min(by_rank) - 2]}{RANKS[max(by_rank) - 2]}"
                differ = least != most
                yield Worth(name, NAMES[category], (least, most), ranks if differ else "")


def said(worth: Worth, words: Words, form: str = "kind") -> str:
    """A kind of hand and what it earns, without the row; `column`: in as few letters as can be."""
    name, (least, most) = words(f"royalties.{form}.{worth.name}"), worth.points
    if not worth.ranks:
        return words("royalties.worth", name=name, points=least)
    lo, hi = (letter(rank, words) for rank in worth.ranks)
    return words("royalties.worth_ranks", name=name, lo=lo, hi=hi, least=least, most=most)


def listed(game: str, options: Mapping[str, Value], words: Words) -> str:
    """All of it in one sentence; nothing where nothing is earned."""
    found = worths(table_of(game, options))
    rows = []
    for row in ROWS:
        told = ", ".join(said(worth, words) for worth in found if worth.row == row)
        if told:
            rows.append(f"{words(f'rows.{row}')} {told}")
    return " · ".join(rows)


def lines(game: str, options: Mapping[str, Value], words: Words) -> tuple[str, ...]:
    """A small table: how royalties count, the front in words, the two rows of five in columns.

    Nothing where nothing is earned.
    """
    found = worths(table_of(game, options))
    if not found:
        return ()
    on_top = game != "chinese" and options.get("royalties") != "replace"
    made = [words("royalties.on_top" if on_top else "royalties.replace")]
    front = " · ".join(said(worth, words) for worth in found if worth.row == "front")
    if front:
        made.append(padded(words("rows.front"), LABEL) + front)
    fives = {(worth.row, worth.name): worth.points[0] for worth in found}
    kinds = [name for name in NAMES if ("middle", name) in fives or ("back", name) in fives]
    if kinds:
        heads = (words(f"royalties.column.{name}").rjust(COLUMN) for name in kinds)
        made.append(" " * LABEL + "".join(heads))
    for row in ROWS[1:]:
        if any(of == row for of, _ in fives):
            shown = (str(fives.get((row, name), "·")).rjust(COLUMN) for name in kinds)
            made.append(padded(words(f"rows.{row}"), LABEL) + "".join(shown))
    return tuple(made)
