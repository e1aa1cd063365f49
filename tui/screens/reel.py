"""A finished deal as a row of pictures (ux 5.16): what is drawn of each step, and what it says.

Pure. Its steps come from the server part by part, and it grows with them.
"""

from itertools import groupby

from msgspec import Struct
from msgspec.structs import replace

from engine.values.cards import Empty
from engine.values.events import Counted, Posted
from engine.values.view import View
from protocol.messages import (
    ChairInfo,
    DealScore,
    DealStep,
    DealSteps,
    FreezeoutInfo,
    MatchKind,
    PlayedDeal,
    TableView,
)
from tui.canvas.palette import Palette
from tui.canvas.pen import Span, Spans
from tui.canvas.plain import cleaned, plain_words
from tui.canvas.scene import Scene, Ui
from tui.canvas.sorting import begun
from tui.layouts import layout
from tui.locale import Words

SQUARE_ROW = 5  # cards of a square that are told as one part of the deal
NOWHERE = 99  # the place of a cursor that is at no card


class Reel(Struct, frozen=True):
    """A deal with the steps of it that are known, the first ones of `of`.

    `match` is what kind its game has, `listed`: its table is shown as a list. `reveals`: how many
    pictures the last step has before its last one, in which what lies open is shown in turn.
    """

    played: PlayedDeal
    of: int
    steps: tuple[DealStep, ...] = ()
    match: MatchKind = "cooperative"
    listed: bool = False
    reveals: int = 0

    @property
    def whole(self) -> bool:
        """Whether all steps are there."""
        return len(self.steps) == self.of

    @property
    def pictures(self) -> int:
        """How many there are, as far as is known."""
        return self.of + self.reveals


class Stage(Struct, frozen=True):
    """A part of a deal that has a name: the word for it, its first picture, how many it has."""

    code: str
    first: int
    count: int


def longer(reel: Reel, told: DealSteps) -> Reel:
    """The reel with steps that have come; those that leave a gap are for another one."""
    if told.first != len(reel.steps):
        return reel
    reel = replace(reel, of=told.of, steps=(*reel.steps, *told.steps))
    if not reel.whole:
        return reel
    last = scene_at(reel, reel.of - 1)
    return replace(reel, reveals=max(0, layout(reel.played.past.game).steps(last) - 1))


# ── a picture ──────────────────────────────────────────────────────────────────────────────────


def scene_at(reel: Reel, at: int) -> Scene:
    """The table as it lay there in the picture of that number, which is known."""
    played, last = reel.played, reel.of - 1
    place = min(at, last)
    step, past = reel.steps[place], played.past
    over = place == last
    table = TableView(
        id=past.table,
        name=past.name,
        game=past.game,
        options=played.options,
        seq=at,
        chairs=tuple(_chair(reel, step.view, seat) for seat in range(len(played.names))),
        me=played.seat,
        stage="between" if over else "running",
        deal=past.deal,
        number=past.number,
        ended=None,
        view=step.view,
        offers=() if over else step.offers,
        decision=0,
        chat="free",
        history=(DealScore(past.number, past.scored),) if over else (),
    )
    sorting = begun(table)
    if sorting is not None:
        # All cards lie in the tray, and no key says where the next one goes.
        sorting = replace(sorting, line=0, place=NOWHERE)
    shown = at - last + 1 if over and at < reel.pictures - 1 else None
    ui = Ui(past=True, listed=reel.listed, sorting=sorting, revealed=shown)
    return Scene(table, events=played.events[: step.happened], players=played.names, ui=ui)


def _chair(reel: Reel, view: View, seat: int) -> ChairInfo:
    stack = view.seats[seat].stack if seat < len(view.seats) else None
    chips = None
    if reel.match == "freezeout" and stack is not None:
        chips = FreezeoutInfo(stack, playing=True)
    return ChairInfo("person", reel.played.names[seat], freezeout=chips)


# ── what happened ──────────────────────────────────────────────────────────────────────────────


def told(reel: Reel, at: int, palette: Palette, words: Words) -> tuple[Spans, ...]:
    """What came about with the picture of that number, in the sentences of the log."""
    if palette.ascii:
        words = plain_words(words.lang, words.letters)
    place = min(at, reel.of - 1)
    scene = cleaned(scene_at(reel, at), palette.ascii)
    before = reel.steps[place - 1].happened if place else 0
    # Whose turn it is then is no part of what happened.
    table = replace(scene.table, view=None, stage="over")
    apart = replace(scene, table=table, missed=before, ui=Ui())
    lines = layout(reel.played.past.game).tell(apart, palette, words)
    mark = words("link.missed")
    marks = [row for row, line in enumerate(lines) if _text(line) == mark]
    lines = lines[marks[-1] + 1 :] if marks else lines
    if not reel.reveals or place < reel.of - 1:
        return lines
    # First what led there, in the end what it came to.
    if at >= reel.pictures - 1:
        return lines[1:]
    return lines[:1] if at == place else (((words("past.turned_up"), palette.muted),),)


def sentence(reel: Reel, at: int, palette: Palette, words: Words) -> Spans:
    """The same in one line, headings and sentences set apart by dots."""
    lines = told(reel, at, palette, words)
    if not at and len(lines) > 1 and _is_heading(lines[0]):
        # Which deal it is stands in the title.
        lines = lines[1:]
    spans: list[Span] = []
    for line in lines:
        bare = _bare(line)
        spans += [(" · ", palette.muted)] if spans and bare else []
        spans += bare
    return tuple(spans)


def _bare(line: Spans) -> Spans:
    """A line without the dashes of a heading, and without what indents it."""
    if _is_heading(line):
        return ((_text(line).strip("─ "), line[0][1]),)
    return tuple(
        (part.lstrip() if not place else part, style) for place, (part, style) in enumerate(line)
    )


def _is_heading(line: Spans) -> bool:
    return _text(line).startswith("──")


def _text(line: Spans) -> str:
    return "".join(text for text, _ in line)


def net(reel: Reel) -> dict[int, int]:
    """What the deal brought each seat, in chips or points; nothing where it was for neither.

    Chips are known once all steps are.
    """
    events = reel.played.events
    counted = {event.seat: event.points for event in events if isinstance(event, Counted)}
    if counted or not reel.whole:
        return counted
    first, last = reel.steps[0], reel.steps[-1]
    chips: dict[int, int] = {}
    for seat, (before, after) in enumerate(zip(first.view.seats, last.view.seats, strict=True)):
        if before.stack is None or after.stack is None:
            return {}
        begun_with = events[: first.happened]
        posted = sum(e.chips for e in begun_with if isinstance(e, Posted) and e.seat == seat)
        chips[seat] = after.stack - before.stack - posted
    return chips


# ── its parts ──────────────────────────────────────────────────────────────────────────────────


def stages(reel: Reel) -> tuple[Stage, ...]:
    """The parts of a deal one after the other, as far as it is known: streets, rounds, rows."""
    found: list[Stage] = []
    for code, steps in groupby(_code(reel, step) for step in reel.steps):
        before = found[-1].first + found[-1].count if found else 0
        found.append(Stage(code, before, len(list(steps))))
    if reel.reveals:
        found[-1] = replace(found[-1], count=found[-1].count + reel.reveals)
    return tuple(found)


def _code(reel: Reel, step: DealStep) -> str:
    """The part that a step belongs to, as the key of its word."""
    view, game = step.view, reel.played.past.game
    if view.phase == "place":
        laid = sum(
            not isinstance(c, Empty) for z in view.zones if z.kind == "grid" for c in z.cells
        )
        row = max(0, laid - 1) // SQUARE_ROW
        return f"cards.{SQUARE_ROW * row + 1}.{SQUARE_ROW * (row + 1)}"
    counter = view.counter("round")
    if view.phase == "lay" and counter is not None:
        # After the first five every two cards: one turn in Pineapple, two in open-face.
        turns = 1 if game == "pineapple" else 2
        later = -(-(counter.value - 1) // turns)
        return f"cards.{4 + 2 * later}.{5 + 2 * later}" if later else "cards.1.5"
    return view.phase


def word(code: str, words: Words) -> str:
    """What a part of a deal is called, in a word; its code where nobody has one for it."""
    kind, *numbers = code.split(".")
    if kind == "cards" and len(numbers) == 2:
        return words("past.stage.cards", first=numbers[0], last=numbers[1])
    for key in (f"past.stage.{code}", f"betting.street.{code}"):
        if words.has(key):
            return words(key)
    return code
