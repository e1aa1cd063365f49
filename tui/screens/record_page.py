"""A finished deal as lines (ux 5.16): who had what, how it went, and the text of its record."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from itertools import chain

from msgspec import Struct
from rich.cells import cell_len

from engine.kit.rows import ROWS
from engine.values.actions import Call, Discard, Lay, Place, Raise, Throw
from engine.values.cards import Card, Cell, Hidden
from engine.values.events import Acted, Counted, Dealt, Event, Paid, Posted, Scored, Shown
from engine.values.why import Why
from protocol.messages import ChairInfo, PastDeal, PlayedDeal, TableView
from tui.canvas import say
from tui.canvas.cards import inline_spans, own_chips
from tui.canvas.cells import Row, padded, wrapped
from tui.canvas.palette import Face, Palette, bold
from tui.canvas.pen import Spans, clipped
from tui.canvas.plain import cleaned, plain_words
from tui.canvas.scene import Button, Scene
from tui.layouts import layout
from tui.locale import Words
from tui.screens.paint import Page
from tui.screens.speech import game_name

NAME_CELLS = 14
TOP, BELOW = 2, 2  # rows over the lines, and under them

Size = tuple[int, int]


class Picture(Struct, frozen=True):
    """What the screen of a finished deal shows.

    `lines` are all there are, `scroll` of them above the first one shown. `hint` is said under
    them, `good` where it is good news; `waiting` in the upper right corner. `special`: what set the
    table's rules apart. `zone` is the one of its time (None: this machine's).
    """

    past: PastDeal
    lines: Sequence[Spans]
    scroll: int = 0
    hint: str = ""
    good: bool = False
    waiting: str = ""
    special: Sequence[str] = ()
    buttons: tuple[Button, ...] = ()
    zone: tzinfo | None = None


def moment(words: Words, at: int, zone: tzinfo | None = None) -> str:
    """A moment in milliseconds of Unix time, as day and time of `zone` (None: this machine's)."""
    when = datetime.fromtimestamp(at / 1000, UTC).astimezone(zone)
    parts = {"day": when.day, "month": when.month, "hour": when.hour, "minute": when.minute}
    two = {name: f"{value:02}" for name, value in parts.items()}
    return words("past.moment", year=when.year, **two)


def lately(words: Words, at: int, now: datetime, zone: tzinfo | None = None) -> str:
    """A moment seen from `now`: of the same day only its time."""
    when = datetime.fromtimestamp(at / 1000, UTC).astimezone(zone)
    if when.date() != now.astimezone(zone).date():
        return moment(words, at, zone)
    return words("past.time", hour=f"{when.hour:02}", minute=f"{when.minute:02}")


def outcome(words: Words, game: str, scored: Why, kind: str = "scored") -> str:
    """How a deal ended, in a few words; its code where nobody has put it into words.

    A game may have sentences of its own, by its facts; `kind` "past" is the one for a list.
    """
    own, key = f"{game}.{kind}.{scored.code}", f"past.scored.{scored.code}"
    if scored.facts and words.has(own):
        try:
            return words(own, **scored.facts)
        except (KeyError, IndexError):  # a newer server left a fact out
            pass
    return words(key) if words.has(key) else scored.code.replace("_", " ")


def about(words: Words, deal: PastDeal) -> str:
    """Which deal it is: the table, the game, the number."""
    number = words("past.deal", number=deal.number)
    return " · ".join((deal.name, game_name(words, deal.game), number))


def scene_of(played: PlayedDeal) -> Scene:
    """The deal as a scene that a layout can tell: its events, its players, its rules."""
    past = played.past
    table = TableView(
        id=past.table,
        name=past.name,
        game=past.game,
        options=played.options,
        seq=0,
        chairs=tuple(ChairInfo("person", name) for name in played.names),
        me=played.seat,
        stage="over",
        deal=past.deal,
        number=past.number,
        ended=None,
        view=None,
        offers=(),
        decision=0,
        chat="free",
    )
    return Scene(table, events=played.events, players=played.names)


def hands(played: PlayedDeal) -> tuple[tuple[int, tuple[Cell, ...]], ...]:
    """Every seat with its cards as its reader came to know them, in the order of the dealing.

    Cards that lay open in front of a seat are its cards too, row after row; those that were laid on
    the board or thrown away are none any more.
    """
    held: dict[int, tuple[Cell, ...]] = {}
    rows: dict[int, dict[str, tuple[Cell, ...]]] = {}
    for event in played.events:
        if isinstance(event, Dealt) and event.seat is not None:
            held[event.seat] = (*held.get(event.seat, ()), *event.cells)
        elif isinstance(event, Acted) and isinstance(event.action, Place | Lay | Throw):
            hand, card = held.get(event.seat, ()), event.action.card
            held[event.seat] = _without(hand, (card if card in hand else Hidden(),))
            if isinstance(event.action, Lay):
                own = rows.setdefault(event.seat, dict.fromkeys(ROWS, ()))
                own[event.action.row] += (card,)
        elif isinstance(event, Acted) and isinstance(event.action, Discard):
            held[event.seat] = _without(held.get(event.seat, ()), event.action.cards)
        elif isinstance(event, Shown):
            held[event.seat] = event.cells
    for seat, own in rows.items():
        held[seat] = (*chain(*own.values()), *held.get(seat, ()))
    return tuple(held.items())


def _without(cells: Sequence[Cell], away: Sequence[Cell]) -> tuple[Cell, ...]:
    """A hand after cards of it were put away; of hidden ones it does not matter which."""
    left = list(cells)
    for cell in away:
        if cell in left:
            left.remove(cell)
    return tuple(left)


def story(played: PlayedDeal, palette: Palette, words: Words) -> tuple[Spans, ...]:
    """Who had what, and how it went, street by street."""
    if palette.ascii:
        words = plain_words(words.lang, words.letters)
    scene = cleaned(scene_of(played), palette.ascii)
    styles = {"success": palette.good, "failure": palette.bad}
    scored = played.past.scored
    said = _brought(scene, words) or outcome(words, played.past.game, scored)
    lines: list[Spans] = [((said, bold(styles.get(scored.code, palette.text))),), ()]
    faces: tuple[Face, Face] = ("normal", "alternate")
    for row, (seat, cells) in enumerate(hands(played)):
        style = bold(palette.text) if seat == played.seat else palette.muted
        name = padded(say.player(scene, seat, words), NAME_CELLS)
        shown = inline_spans(cells, palette, words, faces[row % 2])
        if seat == played.seat and not any(isinstance(cell, Card) for cell in cells):
            shown = own_chips(len(cells), palette)
        lines.append(((name, style), *shown))
    return (*lines, (), *layout(played.past.game).tell(scene, palette, words))


def _brought(scene: Scene, words: Words) -> str:
    """What the deal brought to everybody, where it was for points or for the chips of a match."""
    counted = {event.seat: event.points for event in scene.events if isinstance(event, Counted)}
    if scene.table.game == "indian":
        counted = won_and_lost(scene.events)
    return " · ".join(
        f"{say.player(scene, seat, words)} {words.signed(chips)}" for seat, chips in counted.items()
    )


def won_and_lost(events: Sequence[Event]) -> dict[int, int]:
    """What a deal of one betting round brought each seat in chips.

    Nothing where its pot was left for the next one: then nobody has won or lost it yet.
    """
    chips: dict[int, int] = {}
    bets: dict[int, int] = {}
    for event in events:
        match event:
            case Dealt(seat=int(seat)):
                chips.setdefault(seat, 0)
            case Posted(seat, put, _):
                chips[seat] = chips.get(seat, 0) - put
            case Paid(seat, won, _):
                chips[seat] = chips.get(seat, 0) + won
            case Acted(seat, Call(price)):
                bets[seat] = bets.get(seat, 0) + price
            case Acted(seat, Raise(to)):
                bets[seat] = to
            case Scored("carried"):
                return {}
            case _:
                pass
    return {seat: chips[seat] - bets.get(seat, 0) for seat in sorted(chips)}


def written(record: str, width: int) -> list[str]:
    """The record's text in rows of at most `width` cells.

    Rows are broken where TOML allows it, so that what is copied from the screen is the record.
    """
    rows: list[str] = []
    for line in record.splitlines():
        row = ""
        for item in re.split(r'(?<=",) ', line):
            longer = f"{row} {item}" if row else item
            if row and cell_len(longer) > width:
                rows.append(row)
                longer = f"  {item}"
            row = longer
        rows += [row] if cell_len(row) <= width else wrapped(row, width)
    return rows


def room(height: int) -> int:
    """How many lines are seen at once."""
    return max(1, height - TOP - BELOW)


def draw(shown: Picture, size: Size, palette: Palette, words: Words) -> tuple[Row, ...]:
    """All rows of a screen of that size."""
    page = Page(size, palette, words)
    page.title(words("past.title"), about(words, shown.past), shown.waiting)
    when = moment(words, shown.past.at, shown.zone)
    page.put(2, 1, " · ".join((when, *shown.special)), palette.muted, page.width - 4)
    end = shown.scroll + room(page.height)
    for y, line in enumerate(shown.lines[shown.scroll : end], TOP):
        page.spans(2, y, clipped(line, page.width - 4))
    style = palette.good if shown.good else palette.muted
    page.put(2, page.height - 2, shown.hint, style, page.width - 8)
    if len(shown.lines) > room(page.height):
        more = f"{'↑' if shown.scroll else ' '} {'↓' if end < len(shown.lines) else ' '}"
        page.put(page.width - 4, page.height - 2, more, palette.faint)
    page.keys(shown.buttons)
    return page.rows()
