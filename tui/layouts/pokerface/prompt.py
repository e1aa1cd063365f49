"""What a player of Pokerface is asked, and what the keys lead to."""

from tui.canvas.frame import answered, bar, seconds_span, spectating, spread
from tui.canvas.palette import bold
from tui.canvas.pen import Pen, Spans, clipped, span_len
from tui.layouts import absence
from tui.layouts.pokerface.keys import buttons, turn_of
from tui.layouts.pokerface.playing import Plan
from tui.layouts.pokerface.seen import Seen


def draw_actions(pen: Pen, seen: Seen, place: Plan) -> None:
    """The prompt, the buttons with the seconds, and what they lead to."""
    palette, words, ui = pen.palette, pen.words, seen.scene.ui
    seconds = seconds_span(seen.scene, palette, words, seen.mine)
    end = place.width - 1
    absence.draw_votes(pen, place.prompt + 1, place.width, seen.scene)
    shown = [one for one in buttons(seen.scene, words) if not absence.is_vote(one)]
    used, x = bar(pen, place.buttons, place.width, shown, 2, ui.guarded)
    seconds_row = place.buttons if x + span_len(seconds) < end else place.prompt
    pen.right(seconds_row, seconds, end)
    room = end - 1 - (span_len(seconds) + 1 if seconds_row == place.prompt else 0)
    pen.spans(1, place.prompt, clipped(prompt(pen, seen), room))
    below = max(place.hint, place.buttons + used)
    pen.spans(1, below, clipped(hint(pen, seen), place.width - 2))


def prompt(pen: Pen, seen: Seen) -> Spans:
    """Whose turn it is, and what is wanted."""
    palette, words = pen.palette, pen.words
    rests = absence.prompt(seen.scene, palette, words)
    if rests:
        return rests
    if seen.mine and not seen.open:
        return (
            (f"▸ {words('common.your_turn')}", bold(palette.accent)),
            ("  " + words(f"pokerface.prompt.{_wanted(seen)}"), palette.text),
        )
    if seen.open:
        return (
            (words("pokerface.prompt.open"), bold(palette.accent)),
            ("  " + _open_prompt(seen), palette.text),
        )
    acting = seen.view.to_act
    if not acting:
        return ()
    if seen.brake:
        text = words("pokerface.prompt.brake_other", name=seen.name(acting[0]))
    else:
        text = turn_of(seen, acting[0])
    return ((text, palette.muted),)


def _wanted(seen: Seen) -> str:
    if seen.brake:
        return "brake"
    return "take" if seen.passing is None else "take_or_pass"


def _open_prompt(seen: Seen) -> str:
    words = seen.words
    if seen.me is None or seen.passing is not None:
        return words("pokerface.prompt.open_agree") if seen.me is not None else ""
    if seen.own is None:
        return words("pokerface.prompt.open_take")
    missing = [seen.name(seat) for seat in seen.view.to_act if seat != seen.me]
    return words("pokerface.prompt.open_agreed", names=spread(missing, words))


def hint(pen: Pen, seen: Seen) -> Spans:
    """The answer to the last key, or what Enter would lead to."""
    palette, words = pen.palette, pen.words
    if told := answered(seen.scene, palette, words):
        return told
    if seen.me is None:
        return ((spectating(seen.table, words, "pokerface"), palette.muted),)
    if vote := absence.hint(seen.scene, palette, words):
        return vote
    chosen = seen.cursor
    if chosen is None:
        return ()
    holder, own = seen.takes[chosen], seen.own
    key = "centre" if holder is None else "rob"
    name = "" if holder is None else seen.name(holder)
    if own is None:
        return ((words(f"pokerface.hint.{key}", token=chosen, name=name), palette.muted),)
    text = words(f"pokerface.hint.{key}_back", token=chosen, name=name, own=own)
    return ((text, palette.muted),)
