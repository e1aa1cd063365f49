"""What seats do and did last, in few words: under a name, in a list, in a line for all."""

from rich.cells import cell_len

from tui.canvas.frame import spread
from tui.canvas.palette import Palette
from tui.canvas.pen import Span, Spans, clipped, span_len
from tui.layouts import absence, freezeout
from tui.layouts.betting.course import FORCED
from tui.layouts.betting.deeds import PAYS
from tui.layouts.indian.seen import Seen
from tui.layouts.indian.words import chain
from tui.locale import Words

_STYLED = ("check", "call", "bet", "raise")


def label_of(seen: Seen, seat: int, palette: Palette, room: int) -> Span:
    """What a seat does, or did last, in at most `room` cells where that can be said."""
    words, shown = seen.words, seen.view.seats[seat]
    if apart := absence.seat_words(seen.table, seat, words):
        return apart[0], palette.special
    if shown.status == "out":
        return freezeout.tag(seen.table, seat, words), palette.faint
    if shown.status == "folded":
        return did_word("fold", words, room), palette.faint
    if seen.declaring:
        if seen.declared(seat):
            return did_word("declared", words, room), palette.good
        return did_word("ponders", words, room), palette.accent
    if seat in seen.view.to_act:
        return words("indian.did.thinks"), palette.accent
    if shown.status == "all_in":
        return words("indian.did.all_in"), palette.bad
    told = seen.last.get(seat)
    if told is None or told.deed not in _STYLED:
        return "", palette.muted
    styles = {"call": palette.info, "check": palette.muted}
    text = did_word(told.deed, words, room, chips=words.number(told.chips))
    return text, styles.get(told.deed, palette.accent)


def did_word(deed: str, words: Words, room: int, **facts: object) -> str:
    """A deed in words, in fewer ones where there are any and no room."""
    text = words(f"indian.did.{deed}", **facts)
    short = f"indian.did.{deed}_short"
    return words(short) if cell_len(text) > room and words.has(short) else text


def last_line(seen: Seen, palette: Palette, room: int) -> Spans:
    """What was done last, in at most `room` cells: what was paid rather than what was not.

    Of declarations there is no more to be told than who has made one.
    """
    words = seen.words
    if seen.declaring:
        names = [seen.name(seat) for seat in seen.dealt() if seen.declared(seat)]
        if not names:
            return ()
        key = "indian.have_declared" if len(names) > 1 else "indian.has_declared"
        return clipped(((words(key, names=spread(names, words)), palette.muted),), room)
    told = [one for one in seen.told if one.deed not in FORCED]
    told = [one for one in told if one.deed in PAYS] or told
    for first in range(len(told)):
        spans = chain(told[first:], seen.scene, palette, words)
        if span_len(spans) <= room:
            return spans
    return ()
