"""What seats did, in words: for the log, the line of the last actions, and groups of names."""

from collections.abc import Sequence

from tui.canvas import say
from tui.canvas.palette import Palette
from tui.canvas.pen import Span, Spans, span_len
from tui.canvas.scene import Scene
from tui.layouts.betting.course import Told
from tui.layouts.betting.seen import Seen
from tui.locale import Words

_NAME = "\0"  # where the name stands in a sentence, so that it can look different
PAYS = {"call", "bet", "raise", "bring_in"}
GROUPED = {"fold", "check", "call", "draw", "muck"}


def key_of(told: Told) -> str:
    """Which sentence says it."""
    if told.deed == "draw" and not told.cards:
        return "pat"
    if told.all_in and told.deed in PAYS:
        return "all_in" if told.deed != "call" else "call_all_in"
    return told.deed


def sentence(told: Told, who: str, words: Words, *, many: bool = False) -> str:
    """Somebody did something: `Ben callt 60`; `many`: several did the same."""
    topic = "exchange.log" if told.deed == "draw" else "betting.do"
    key = f"{topic}.{key_of(told)}" + ("_many" if many else "")
    return words(key, name=who, chips=words.number(told.chips), cards=told.cards)


def deed_spans(told: Told, scene: Scene, palette: Palette, words: Words) -> Spans:
    """The same with the name set apart from what was done."""
    before, _, after = sentence(told, _NAME, words).partition(_NAME)
    style = palette.bad if "all_in" in key_of(told) else palette.muted
    parts: list[Span] = [(before, style), (say.player(scene, told.seat, words), palette.text)]
    return (*(part for part in parts if part[0]), (after, style))


def last_line(seen: Seen, palette: Palette, room: int) -> Spans:
    """The last two or three actions of the street; what was paid rather than what was not.

    While cards are exchanged, who has taken how many.
    """
    here = [told for told in seen.told if told.street == seen.view.phase]
    chosen = [one for one in here if one.deed in PAYS] or [
        one for one in here if one.deed in {"fold", "check", "draw"}
    ]
    for count in (3, 2, 1):
        spans: list[Span] = []
        for one in chosen[-count:]:
            if spans:
                spans.append(("  ·  ", palette.muted))
            spans += deed_spans(one, seen.scene, palette, seen.words)
        if span_len(spans) <= room:
            return tuple(spans)
    return ()


def grouped(told: Sequence[Told], breaks: set[int]) -> list[list[Told]]:
    """Neighbouring deeds of one kind together; a place in `breaks` begins a new group."""
    groups: list[list[Told]] = []
    for one in told:
        last = groups[-1][-1] if groups else None
        same = (
            last is not None
            and one.deed in GROUPED
            and not one.all_in
            and not last.all_in
            and (last.deed, last.chips, last.street) == (one.deed, one.chips, one.street)
            and last.cards == one.cards
            and not any(last.place < place <= one.place for place in breaks)
        )
        if same:
            groups[-1].append(one)
        else:
            groups.append([one])
    return groups
