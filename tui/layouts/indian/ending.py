"""What a finished deal of Indian Poker says of each seat, and of all of it in sentences."""

from engine.values.cards import Cell, Hidden
from tui.canvas.cells import wrapped
from tui.canvas.palette import Face, Palette, bold
from tui.canvas.pen import Span, Spans
from tui.canvas.scene import Scene
from tui.layouts import absence, freezeout
from tui.layouts.betting.payout import hand_name, share
from tui.layouts.betting.seen import fact
from tui.layouts.betting.words import highlighted
from tui.layouts.indian.deeds import did_word
from tui.layouts.indian.payout import explained, net, paid
from tui.layouts.indian.seen import Seen
from tui.layouts.indian.words import hand_text
from tui.locale import Words


def sentences(seen: Seen, palette: Palette, room: int, *, hidden: bool) -> list[Spans]:
    """What the deal came to, in rows of at most `room` cells."""
    if hidden:
        return []
    rows: list[Spans] = []
    for sentence in explained(seen):
        for line in wrapped(sentence, room):
            rows.append(highlighted(line, palette.text, bold(palette.text)))
    return rows


def between(scene: Scene, palette: Palette, words: Words) -> Spans:
    """What concerns one's own chair; when it goes on, where no button says it."""
    if scene.table.me is None or scene.table.stage == "waiting":
        return freezeout.between(scene, palette, words)
    return ((freezeout.sentence(scene.table, words), palette.text),)


def won_word(seen: Seen, seat: int) -> str:
    """What a seat has got of the pots, `+29`; with what it paid where it did for the next one."""
    words = seen.words
    if seen.matching:
        chips = net(seen, seat)
        got = any(note.seat == seat for note in seen.notes("won"))
        return words.signed(chips) if got or paid(seen, seat) else ""
    total, _ = share(seen, seat)
    return f"+{words.number(total)}" if total else ""


def won_style(seen: Seen, seat: int, palette: Palette) -> Span:
    """The same with its colour."""
    text = won_word(seen, seat)
    return text, bold(palette.bad if text.startswith("−") else palette.good)


def winners(seen: Seen) -> set[int]:
    """Who got something of the main pot."""
    found = (note for note in seen.notes("won") if fact(note, "pot") == 0)
    return {note.seat for note in found if note.seat is not None}


def lying(seen: Seen, seat: int) -> tuple[Cell, ...]:
    """The cards of a seat as they are read, backs where they can't be seen."""
    if seen.view.seats[seat].status == "out":
        return ()
    return seen.cards(seat) or tuple(Hidden() for _ in seen.hand(seat))


def face_of(seen: Seen, seat: int) -> Face:
    if seat in winners(seen):
        return "wins"
    return "dead" if seen.view.seats[seat].status == "folded" else "normal"


def did(seen: Seen, seat: int, palette: Palette, room: int) -> Span:
    """What a seat did that sets it apart: it has folded, was in or out, or has no part in it."""
    words, status = seen.words, seen.view.seats[seat].status
    if apart := absence.seat_words(seen.table, seat, words):
        return apart[0], palette.special
    if status == "out":
        return freezeout.tag(seen.table, seat, words), palette.faint
    if seen.matching:
        inside = status != "folded"
        text = words(f"indian_told.did.{'in' if inside else 'out'}")
        return text, palette.text if inside else palette.faint
    if status != "folded":
        return "", palette.muted
    return did_word("fold", words, room), palette.faint


def hand_word(seen: Seen, seat: int, room: int = 30) -> str:
    """What the open cards of a seat come to; nothing where the viewer does not see them."""
    note = next((one for one in seen.notes("hand") if one.seat == seat), None)
    name = seen.named(seat) if note is None else hand_name(note)
    return "" if name is None else hand_text(name, seen.ranking.cards, seen.words, room)
