"""Cards on their way into three rows: what the keys have made of them so far (ux 4.8). Pure.

The same for all rows at once (the closed game, Fantasyland) and for cards that are added to rows
which lie already (open-face, Pineapple): `room` is what the rows still take of these cards.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.kit.rows import ROWS
from engine.values.cards import RANKS, Card, Empty
from engine.values.draft import FULL, Draft, Rows
from engine.values.offers import Barred, Lay, SetRows, real
from protocol.messages import TableView

TRAY = 3  # the line below the three rows
_SUITS = "cshd"  # as card players here sort them

Order = Literal["rank", "suit"]
StopCode = Literal[
    "row_full",  # facts: row
    "too_many",  # facts: row, room, cards (marked)
    "no_card",  # nothing under the cursor
    "lies_there",  # facts: row
    "in_tray",
    "not_undone",
    "swap_tray",  # both are in the tray
    "no_idea",
]


class Stop(Struct, frozen=True):
    """Why a key changes nothing: a code, and facts (`row` is 0, 1 or 2)."""

    code: StopCode
    facts: dict[str, int] = {}


class Sorting(Struct, frozen=True):
    """An arrangement for one question, a decision of a deal; nobody else ever sees it.

    `cards` are those to be arranged, `rest` how many of them are left over in the end. The cursor
    is at the card `place` of the line `line`: a row, or the tray. `marked` cards move together,
    `picked` is the card that changes places with the next one. `before` are the drafts that undo
    leads back to, the oldest first. `ideas` are suggestions, `idea` the one that was looked at
    last; `ghosts`: its cards are held over the rows.
    """

    deal: int
    decision: int
    cards: tuple[Card, ...]
    room: tuple[int, int, int] = FULL
    rest: int = 0
    draft: Draft = Draft()
    before: tuple[Draft, ...] = ()
    order: Order = "rank"
    line: int = TRAY
    place: int = 0
    marked: tuple[Card, ...] = ()
    picked: Card | None = None
    ideas: tuple[Rows, ...] = ()
    idea: int | None = None
    ghosts: bool = False

    @property
    def tray(self) -> tuple[Card, ...]:
        """The cards that are in no row, sorted."""
        laid = {card for row in self.draft.rows for card in row}
        return tuple(sorted((c for c in self.cards if c not in laid), key=_keys[self.order]))

    @property
    def undoable(self) -> bool:
        """Whether there is something to be undone."""
        return bool(self.before) or any(self.draft.rows)

    @property
    def left(self) -> int:
        """How many cards have to be laid yet."""
        return max(0, len(self.tray) - self.rest)

    @property
    def at(self) -> Card | None:
        """The card under the cursor."""
        found = self.lying(self.line)
        return found[self.place] if self.place < len(found) else None

    @property
    def shown(self) -> Rows | None:
        """The rows of the suggestion that was looked at last."""
        return None if self.idea is None else self.ideas[self.idea]

    def lying(self, line: int) -> tuple[Card, ...]:
        """The cards of a row, or of the tray."""
        return self.tray if line == TRAY else self.draft.rows[line]

    def free(self, row: int) -> int:
        """How many cards a row still takes."""
        return self.room[row] - len(self.draft.rows[row])

    def row_of(self, card: Card) -> int | None:
        """The row that a card lies in; None for the tray."""
        return next((row for row in range(TRAY) if card in self.draft.rows[row]), None)


_keys = {
    "rank": lambda card: (-RANKS.index(card.rank), _SUITS.index(card.suit)),
    "suit": lambda card: (_SUITS.index(card.suit), -RANKS.index(card.rank)),
}


# ── which question ─────────────────────────────────────────────────────────────────────────────


def begun(table: TableView, kept: Draft | None = None) -> Sorting | None:
    """The arrangement for the question that stands, as far as it was `kept`; None: none stands."""
    if table.view is None or table.me is None or table.stage != "running":
        return None
    for offer in real(table.offers):
        if isinstance(offer, SetRows):
            rest = len(offer.cards) - sum(FULL)
            return _with(Sorting(table.deal, table.decision, offer.cards, rest=rest), kept)
        if isinstance(offer, Lay):
            barred = (one.verb for one in table.offers if isinstance(one, Barred))
            rest = int("throw" in barred)
            begun = Sorting(table.deal, table.decision, offer.cards, _room(table), rest)
            return _at_first(_with(begun, kept)) if rest else _with(begun, kept)
    return None


def is_meant(sorting: Sorting, table: TableView) -> bool:
    """Whether the arrangement is for the question that stands now."""
    now = begun(table)
    return now is not None and _question(now) == _question(sorting)


def stands(sorting: Sorting, table: TableView) -> bool:
    """Whether its question still stands at a table where nothing can be decided for a while."""
    asked = table.stage == "running" and table.pause is not None and table.me is not None
    return asked and (table.deal, table.decision) == (sorting.deal, sorting.decision)


def adopted(sorting: Sorting, kept: Draft | None) -> Sorting:
    """The arrangement as another session has it, if that is made of its cards; undo leads back."""
    taken = _with(sorting, kept)
    if taken.draft == sorting.draft:
        return sorting
    return replace(taken, before=(*sorting.before, sorting.draft))


def _at_first(sorting: Sorting) -> Sorting:
    """The cursor at the first card of the tray as they came, for cards that stand in that order."""
    first = next((card for card in sorting.cards if card in sorting.tray), None)
    return sorting if first is None else replace(sorting, place=sorting.tray.index(first))


def _with(sorting: Sorting, kept: Draft | None) -> Sorting:
    if kept is None or not _within(sorting, kept):
        return sorting
    return _settled(replace(_plain(sorting), draft=kept))


def _question(sorting: Sorting) -> tuple[int, int, frozenset[Card], tuple[int, int, int]]:
    return sorting.deal, sorting.decision, frozenset(sorting.cards), sorting.room


def _room(table: TableView) -> tuple[int, int, int]:
    """Free places in the viewer's own rows."""
    zones = [table.view.zone(f"{name}.{table.me}") if table.view else None for name in ROWS]
    front, middle, back = (
        sum(isinstance(cell, Empty) for cell in zone.cells) if zone else 0 for zone in zones
    )
    return front, middle, back


def _within(sorting: Sorting, draft: Draft) -> bool:
    fits = all(len(row) <= most for row, most in zip(draft.rows, sorting.room, strict=True))
    return fits and draft.within(sorting.cards)


# ── the cursor ─────────────────────────────────────────────────────────────────────────────────


def step(sorting: Sorting, by: int) -> Sorting:
    """The cursor on the next card of its line, or the one before (−1); round at the ends."""
    count = len(sorting.lying(sorting.line))
    sorting = replace(sorting, ghosts=False)
    return replace(sorting, place=(sorting.place + by) % count) if count else sorting


def climb(sorting: Sorting, by: int) -> Sorting:
    """The cursor in the next line with cards below, or above (−1)."""
    sorting = replace(sorting, ghosts=False)
    line = sorting.line + by
    while 0 <= line <= TRAY:
        if cards := sorting.lying(line):
            return replace(sorting, line=line, place=min(sorting.place, len(cards) - 1))
        line += by
    return sorting


def _settled(sorting: Sorting) -> Sorting:
    """The cursor on a card, as near as can be to where it was."""
    if not sorting.lying(sorting.line):
        sorting = replace(sorting, line=TRAY)
    last = max(0, len(sorting.lying(sorting.line)) - 1)
    return replace(sorting, place=min(sorting.place, last))


# ── cards ──────────────────────────────────────────────────────────────────────────────────────


def lay(sorting: Sorting, row: int) -> Sorting | Stop:
    """The card under the cursor, or all that are marked, come to lie in a row."""
    chosen = _chosen(sorting)
    if not chosen:
        return Stop("no_card")
    moving = [card for card in chosen if sorting.row_of(card) != row]
    if not moving:
        return Stop("lies_there", {"row": row})
    free = sorting.free(row)
    if free < len(moving):
        if not free or len(moving) == 1:
            return Stop("row_full", {"row": row})
        return Stop("too_many", {"row": row, "room": free, "cards": len(moving)})
    rows = [tuple(c for c in lying if c not in moving) for lying in sorting.draft.rows]
    rows[row] += tuple(moving)
    return _moved(sorting, rows)


def back(sorting: Sorting) -> Sorting | Stop:
    """The card under the cursor, or all that are marked, go back to the tray."""
    chosen = [card for card in _chosen(sorting) if sorting.row_of(card) is not None]
    if not chosen:
        return Stop("in_tray" if _chosen(sorting) else "no_card")
    return _moved(sorting, [tuple(c for c in row if c not in chosen) for row in sorting.draft.rows])


def mark(sorting: Sorting) -> Sorting | Stop:
    """The card under the cursor is marked, or is so no longer."""
    card = sorting.at
    if card is None:
        return Stop("no_card")
    others = tuple(one for one in sorting.marked if one != card)
    marked = others if card in sorting.marked else (*others, card)
    return replace(sorting, marked=marked, picked=None, ghosts=False)


def swap(sorting: Sorting) -> Sorting | Stop:
    """The card under the cursor is picked, or changes places with the one that was picked."""
    here, there = sorting.at, sorting.picked
    if here is None:
        return Stop("no_card")
    if there is None or here == there:
        picked = here if there is None else None
        return replace(sorting, picked=picked, marked=(), ghosts=False)
    if sorting.row_of(here) is None and sorting.row_of(there) is None:
        return Stop("swap_tray")
    other = {here: there, there: here}
    return _moved(sorting, [tuple(other.get(c, c) for c in row) for row in sorting.draft.rows])


def undo(sorting: Sorting) -> Sorting | Stop:
    """The cards as they lay before the last change; the cursor on what has come back.

    Nobody knows any more what came when of rows that were kept since before the line broke: they
    are taken back from behind, card by card.
    """
    was = sorting.tray
    if sorting.before:
        *before, draft = sorting.before
    elif sorting.undoable:
        *lying, _ = (card for row in sorting.draft.rows for card in row)
        before, draft = [], _only(sorting.draft, lying)
    else:
        return Stop("not_undone")
    sorting = replace(_plain(sorting), draft=draft, before=tuple(before))
    returned = [place for place, card in enumerate(sorting.tray) if card not in was]
    if returned:
        return replace(sorting, line=TRAY, place=returned[0])
    return _settled(sorting)


def resort(sorting: Sorting) -> Sorting:
    """The tray by suit instead of by rank, or the other way; the cursor stays with its card."""
    card = sorting.at
    sorting = replace(sorting, order="suit" if sorting.order == "rank" else "rank")
    if sorting.line == TRAY and card is not None:
        return replace(sorting, place=sorting.tray.index(card))
    return sorting


def dropped(sorting: Sorting) -> Sorting:
    """Without marks, a card that was picked, and the suggestion."""
    return replace(_plain(sorting), idea=None)


# ── suggestions ────────────────────────────────────────────────────────────────────────────────


def suggest(sorting: Sorting, ideas: Sequence[Rows] = ()) -> Sorting | Stop:
    """The next suggestion is held over the rows; `ideas` are all where none were known yet."""
    found = sorting.ideas or tuple(ideas)
    if not found:
        return Stop("no_idea")
    idea = 0 if sorting.idea is None else (sorting.idea + 1) % len(found)
    return replace(_plain(sorting), ideas=found, idea=idea, ghosts=True)


def accept(sorting: Sorting) -> Sorting:
    """The cards lie as the suggestion has them."""
    rows = sorting.shown
    return sorting if rows is None else _moved(sorting, rows)


def astray(sorting: Sorting) -> int:
    """How many cards that lie already the suggestion has elsewhere."""
    rows = sorting.shown
    if rows is None:
        return 0
    lying = zip(sorting.draft.rows, rows, strict=True)
    return sum(card not in wanted for row, wanted in lying for card in row)


# ── inside ─────────────────────────────────────────────────────────────────────────────────────


def _chosen(sorting: Sorting) -> tuple[Card, ...]:
    """What a key moves: the marked cards as they lie, else the one under the cursor."""
    if sorting.marked:
        lines = (sorting.tray, *sorting.draft.rows)
        return tuple(card for line in lines for card in line if card in sorting.marked)
    return () if sorting.at is None else (sorting.at,)


def _moved(sorting: Sorting, rows: Sequence[Sequence[Card]]) -> Sorting:
    front, middle, back = map(tuple, rows)
    draft = Draft(front, middle, back)
    before = sorting.before if draft == sorting.draft else (*sorting.before, sorting.draft)
    return _settled(replace(_plain(sorting), draft=draft, before=before))


def _only(draft: Draft, cards: Sequence[Card]) -> Draft:
    """The rows with no other cards than these."""
    return Draft(*(tuple(card for card in row if card in cards) for row in draft.rows))


def _plain(sorting: Sorting) -> Sorting:
    return replace(sorting, marked=(), picked=None, ghosts=False)
