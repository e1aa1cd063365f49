"""What is asked now, in one line, and what Enter would lead to (ux 5.12)."""

from engine.kit.outlook import Dead
from engine.values.cards import Card
from tui.canvas import cards
from tui.canvas.frame import spectating
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Span, Spans
from tui.layouts import absence
from tui.layouts.openface.names import row_word
from tui.layouts.openface.seen import Seen
from tui.locale import Words


def prompt(seen: Seen, palette: Palette) -> Spans:
    """Why nothing goes on, what to do, or whom the table waits for."""
    words, scene = seen.words, seen.scene
    if rests := absence.prompt(scene, palette, words):
        return rests
    if not seen.mine:
        return ((waits(seen), palette.muted),)
    if (risky := seen.risky) is not None:
        return ((f"✗ {foul(risky, words)}", palette.bad),)
    turn: Span = ("▸ ", bold(palette.accent))
    if seen.task == "three":
        return (turn, *_three(seen, palette))
    return (turn, *cards.coloured(_asked(seen), palette.text, palette))


def foul(found: Dead, words: Words, key: str = "foul") -> str:
    """Why rows are a foul for certain, or (`anyway`) whether they shall be one all the same."""
    row, behind = row_word(found.row, words), words(f"openface.than.{found.behind}")
    return words(f"openface.{key}", row=row, behind=behind)


def _asked(seen: Seen) -> str:
    words, now = seen.words, seen.sorting
    if seen.task == "throw":
        return words("openface.prompt.throw", card=_named(seen.thrown, seen))
    if now is None:
        return words("default.choose")
    if seen.task == "one":
        return words("openface.prompt.one", card=_named(now.cards[0], seen))
    if seen.task == "first":
        if now.left:
            return words(f"openface.prompt.first_{_number(now.left)}", count=now.left)
        return words("openface.prompt.first_done")
    if now.left:
        key = "set_rest" if now.rest else "set"
        return words(f"openface.prompt.{key}", count=len(now.cards), rest=now.rest)
    gone = cards.names(now.tray, words)
    return words("openface.prompt.set_done", cards=gone) if gone else words("openface.prompt.full")


def _three(seen: Seen, palette: Palette) -> Spans:
    """`Lege zwei, eine geht weg:  K♥ → 1   3♠ → 3   B♥ weg (verdeckt)`."""
    words, now = seen.words, seen.sorting
    left = 0 if now is None else now.left
    key = "three" if now is None or len(now.cards) > 2 else "two"
    spans: list[Span] = [(words(f"openface.prompt.{key}") + "  ", palette.text)]
    if now is None:
        return tuple(spans)
    said: list[str] = []
    for card in now.cards:
        row = now.row_of(card)
        if row is not None:
            said.append(f"{_named(card, seen)} → {row + 1}")
    if seen.thrown is not None:
        said.append(words("openface.thrown", card=_named(seen.thrown, seen)))
    if not said and left:
        said.append(words("openface.prompt.how"))
    text = cards.coloured("   ".join(said), palette.text, palette)
    return (*spans, *text)


def waits(seen: Seen) -> str:
    """Whom the table waits for, or what comes next for the viewer."""
    words, table = seen.words, seen.table
    acting = [seat for seat in seen.view.to_act if seat != seen.me]
    own = seen.own
    if table.me is None:
        said = spectating(table, words, "openface")
    elif seen.me is None:
        said = words("openface.next_deal")
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


def _number(count: int) -> str:
    return "one" if count == 1 else "many"
