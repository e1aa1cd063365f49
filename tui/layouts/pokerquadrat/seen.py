"""What a table of Pokerquadrat shows, read off its view once for drawing and for keys."""

from msgspec import Struct

from engine.kit.ranking import NAMES as HANDS
from engine.kit.ranking import HandName
from engine.kit.square import CELLS, NAMES, SIDE, Line, cards_in, crossing, line, lines
from engine.values.cards import Card, Cell, Empty
from engine.values.offers import Place, real
from engine.values.view import Note, View
from engine.values.why import Facts
from protocol.messages import TableView
from tui.canvas import ghosts, say
from tui.canvas.scene import Ghost, Scene
from tui.layouts import absence
from tui.layouts.waiting import looked_at
from tui.locale import Words


class Change(Struct, frozen=True):
    """What one card more makes of a line of the square.

    place: the line's in engine.kit.square.NAMES. lying: its cards, the new one among them.
    """

    place: int
    before: Line
    after: Line
    lying: tuple[Card, ...]
    held: tuple[Card, ...]

    @property
    def gain(self) -> int:
        """The points more that the line stands at; none is ever lost."""
        return self.after.points - self.before.points


class Seen(Struct, frozen=True):
    """A deal as its viewer sees it.

    cells: the square, row by row. lines: its ten lines as they stand, rows before columns.
    ghost: what is held over it, empty where nothing is.
    """

    scene: Scene
    words: Words
    view: View
    me: int | None
    cells: tuple[Cell, ...]
    lines: tuple[Line, ...]
    ghost: Ghost

    @property
    def table(self) -> TableView:
        """The table as received."""
        return self.scene.table

    @property
    def done(self) -> bool:
        """Whether the square is full."""
        return self.view.phase == "over"

    @property
    def offer(self) -> Place | None:
        """What may be laid where, if it is the viewer's turn."""
        return next((o for o in real(self.table.offers) if isinstance(o, Place)), None)

    @property
    def mine(self) -> bool:
        """Whether the viewer may lay a card now."""
        return self.offer is not None

    @property
    def partner(self) -> int:
        """The other seat; for a spectator the second one."""
        return 1 - self.me if self.me in (0, 1) else 1

    @property
    def resting(self) -> bool:
        """Whether nothing goes on; whoever is only late is waited for, and plays as ever."""
        rest = self.table.pause
        if rest is not None and rest.why.code == "storage":
            return True
        return (rest is not None or absence.stood_in(self.table)) and not self.mine

    @property
    def changes(self) -> tuple[Change, ...]:
        """What the ghost would make of its row and its column; nothing without card and place."""
        card, cell = self.ghost.card, self.ghost.cell
        return () if card is None or cell is None else changes(self.cells, card, cell)

    @property
    def lit(self) -> tuple[int | None, int | None]:
        """The row and the column that the cursor is in, 0…4; None: in none."""
        cell, column = self.ghost.cell, self.ghost.column
        if column is not None:
            return None, column
        return (None, None) if cell is None else (cell // SIDE, cell % SIDE)

    def name(self, seat: int) -> str:
        """Who plays there."""
        return say.player(self.scene, seat, self.words)

    def hand(self, seat: int) -> tuple[Cell, ...]:
        """The seat's cards, hidden or not."""
        zone = self.view.zone(f"hand.{seat}")
        return zone.cells if zone else ()

    def own(self) -> tuple[Card, ...]:
        """The viewer's cards in the order of their digits."""
        if self.me is None:
            return ()
        return tuple(c for c in self.hand(self.me) if isinstance(c, Card) and c.known)

    def free(self) -> tuple[int, ...]:
        """The places where no card lies yet."""
        return tuple(at for at, cell in enumerate(self.cells) if isinstance(cell, Empty))

    def count(self, counter: str) -> int:
        """A counter's value; 0 if there is none."""
        found = self.view.counter(counter)
        return found.value if found else 0

    def outcome(self) -> Note | None:
        """How the deal ended, once it has."""
        notes = (note for note in self.view.notes if note.code in {"success", "failure"})
        return next(notes, None)

    def scored(self) -> tuple[Note, ...]:
        """The ten lines with their hands and points, once the square is full."""
        return tuple(note for note in self.view.notes if note.code == "line")


def see(scene: Scene, words: Words) -> Seen | None:
    """The deal on the table; None where there is none to be seen.

    When somebody has left after a deal the table waits, but the other still looks at the square,
    until ready.
    """
    table = scene.table
    view = looked_at(table, "over")
    if view is None:
        return None
    grid = view.zone("grid")
    cells = ((grid.cells if grid else ()) + (Empty(),) * CELLS)[:CELLS]
    return Seen(
        scene=scene,
        words=words,
        view=view,
        me=table.me,
        cells=cells,
        lines=lines(cells),
        ghost=ghosts.kept(scene.ui.ghost, table) or Ghost(table.deal),
    )


def changes(cells: tuple[Cell, ...], card: Card, cell: int) -> tuple[Change, Change]:
    """What a card on a free place makes of its row and of its column."""
    row, column = (_change(cells, card, place) for place in crossing(cell))
    return row, column


def _change(cells: tuple[Cell, ...], card: Card, place: int) -> Change:
    held = cards_in(cells, place)
    lying = (*held, card)
    return Change(place, line(held), line(lying), lying, held)


# ── in words ───────────────────────────────────────────────────────────────────────────────────


def hand_word(found: Line, words: Words, form: str = "row") -> str:
    """A line's hand in a word, of `form` (row: 11 cells, column: 5); empty where it is nothing."""
    if found.name is None or not found.points:
        return ""
    return words(f"pokerquadrat.{form}.{found.name.name}")


def gain_word(gain: int) -> str:
    """Points more, with their sign."""
    return f"+{gain}" if gain else "±0"


def line_word(place: int, words: Words) -> str:
    """What a line is called: `Reihe 2`, `Spalte b`."""
    kind = "row" if place < SIDE else "column"
    return words(f"pokerquadrat.line_{kind}", name=NAMES[place])


def change_words(change: Change, words: Words) -> tuple[str, str]:
    """What becomes of a line: in few words, and what may be added where there is room."""
    was, now = hand_word(change.before, words), hand_word(change.after, words)
    if change.gain:
        return (words("pokerquadrat.becomes", was=was, now=now) if was else now), ""
    count, full = len(change.lying), len(change.lying) == SIDE
    if _suited(change.lying) and count > 1:
        suit = words(f"cards.suit.{change.lying[0].suit}")
        return (
            words("pokerquadrat.suited", count=count, suit=suit),
            words("pokerquadrat.suited_more"),
        )
    if _suited(change.held) and len(change.held) > 2:
        return words("pokerquadrat.unsuited"), ""
    if now:
        return words("pokerquadrat.stays", now=now), ""
    return words("pokerquadrat.nothing" if full else "pokerquadrat.nothing_yet"), ""


def _suited(cards: tuple[Card, ...]) -> bool:
    return len({card.suit for card in cards}) == 1


def hand_of(note: Note) -> HandName | None:
    """The hand that a line's note tells of; None where it tells of none."""
    told, ranks = note.facts.get("name"), note.facts.get("ranks")
    known = next((known for known in HANDS if known == told), None)
    return HandName(known, ranks) if known is not None and isinstance(ranks, str) else None


def fact(facts: Facts, key: str) -> int:
    """A whole number among facts; 0 if it is not there."""
    value = facts.get(key)
    return value if isinstance(value, int) else 0
