"""What is asked now, in one line, and what Enter would lead to (ux 5.12)."""

from engine.kit.outlook import Dead
from engine.kit.rows import ROWS
from engine.values.cards import Card
from tui.canvas import cards
from tui.canvas.frame import spectating
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Span, Spans, clipped, span_len
from tui.layouts import absence, points
from tui.layouts.arranging.rows import row_word
from tui.layouts.openface.seen import Seen
from tui.locale import Words


def prompt(seen: Seen, palette: Palette, room: int) -> Spans:
    """Why nothing goes on, what to do, or whom the table waits for, in at most `room` cells."""
    if rests := absence.prompt(seen.scene, palette, seen.words):
        return clipped(rests, room)
    if not seen.mine:
        return clipped(((waits(seen), palette.muted),), room)
    if (risky := seen.risky) is not None:
        key = "foul_now" if seen.task == "set" else "foul"
        return clipped(((f"✗ {foul(risky, seen.words, key)}", palette.bad),), room)
    said = _turn(seen, palette, "")
    return clipped(said if span_len(said) <= room else _turn(seen, palette, "_short"), room)


def foul(found: Dead, words: Words, key: str = "foul") -> str:
    """Why rows are a foul for certain, or (`foul_now`) as long as they are not changed.

    `anyway`: whether they shall be one all the same.
    """
    row, behind = row_word(ROWS.index(found.row), words), words(f"openface.than.{found.behind}")
    return words(f"openface.{key}", row=row, behind=behind)


def _turn(seen: Seen, palette: Palette, form: str) -> Spans:
    """What the viewer is to do; `form`: in few words."""
    head: Span = ("▸ ", bold(palette.accent))
    if seen.task == "three":
        return (head, *_three(seen, palette, form))
    return (head, *cards.coloured(asked(seen, form), palette.text, palette))


def asked(seen: Seen, form: str = "") -> str:
    """What is to be done, in a sentence; `form`: in few words."""
    words, now = seen.words, seen.sorting
    if seen.task == "throw":
        return words("openface.prompt.throw", card=_named(seen.thrown, seen))
    if now is None:
        return words("default.choose")
    if seen.task == "one":
        return words(f"openface.prompt.one{form}", card=_named(now.cards[0], seen))
    if seen.task == "first":
        which = "done" if not now.left else "one" if now.left == 1 else "many"
        return words(f"openface.prompt.first_{which}{form}", count=now.left)
    if now.left:
        key = "set_rest" if now.rest else "set"
        return words(f"openface.prompt.{key}{form}", count=len(now.cards))
    if not now.tray:
        return words(f"openface.prompt.full{form}")
    gone = cards.names(now.tray, words)
    return words(f"openface.prompt.set_done{form}", cards=gone)


def _three(seen: Seen, palette: Palette, form: str) -> Spans:
    """`Lege zwei, eine geht weg:  K♥ → 1   3♠ → 3   B♥ weg (verdeckt)`."""
    words, now = seen.words, seen.sorting
    held = () if now is None else now.cards
    key = "three" if len(held) > 2 else "two"
    said = [
        f"{_named(card, seen)} → {row + 1}"
        for card in held
        if now is not None and (row := now.row_of(card)) is not None
    ]
    if seen.thrown is not None:
        said.append(words("openface.thrown", card=_named(seen.thrown, seen)))
    text = "   ".join(said or [words("openface.prompt.how")])
    head: Span = (words(f"openface.prompt.{key}{form}") + "  ", palette.text)
    return (head, *cards.coloured(text, palette.text, palette))


def waits(seen: Seen) -> str:
    """Whom the table waits for, or what comes next for the viewer."""
    words, table = seen.words, seen.table
    acting = [seat for seat in seen.view.to_act if seat != seen.me]
    own = seen.own
    if table.me is None:
        said = spectating(table, words, "openface")
    elif seen.me is None:
        said = points.sentence(table, words)
    elif own is not None and own.at_once and not own.ready and not own.count:
        said = words("openface.land_comes", count=own.at_once)
    elif own is not None and own.ready:
        said = words("openface.land_set")
    else:
        said = ""
    if not acting:
        return said
    turns = [seat for seat in acting if not seen.board(seat).at_once]
    if turns:
        who = words("common.their_turn", name=seen.name(turns[0]))
    else:
        who = words("openface.land_waits", name=seen.name(acting[0]))
    return f"{said} {who}".strip()


def _named(card: Card | None, seen: Seen) -> str:
    return "" if card is None else cards.name(card, seen.words)
