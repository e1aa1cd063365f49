"""By how much is bet or raised: a number of chips on top of a call, and the field for it (ux 4.5).

Offers and actions name what one has in afterwards; here it is said as at the table, by how much.
"""

from engine.values import actions
from engine.values.offers import Raise
from engine.values.why import Why
from tui.canvas import say
from tui.canvas.frame import bar
from tui.canvas.palette import Palette, bold, on
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.canvas.scene import Amount, Button
from tui.layouts.betting.amount import verb
from tui.layouts.indian.seen import Seen

DIGITS = 5  # so many chips have a key of their own


def bounds(seen: Seen) -> tuple[int, int]:
    """The least and the most that can be bet or raised by; nothing where neither is offered."""
    offer = seen.raising
    return (0, 0) if offer is None else (offer.lo - seen.matched, offer.hi - seen.matched)


def raised(seen: Seen, amount: Amount) -> actions.Raise:
    """The action of the amount in the field."""
    return actions.Raise(seen.matched + (amount.value or 0))


def refused(seen: Seen, offer: Raise, amount: Amount) -> Why | None:
    """Why the offer does not admit what stands in the field."""
    action = raised(seen, amount)
    if offer.admits(action):
        return None
    lo, hi = bounds(seen)
    return (
        Why("above_maximum", {"hi": hi})
        if action.to > offer.hi
        else Why("below_minimum", {"lo": lo})
    )


def stepped(seen: Seen, amount: Amount, by: int) -> Amount:
    """The field one chip further up or down, inside what is offered."""
    lo, hi = bounds(seen)
    return Amount(lo if amount.value is None else max(lo, min(hi, amount.value + by)))


def is_all_in(seen: Seen, chips: int) -> bool:
    """Whether so many on top are all that the viewer has."""
    return seen.matched + chips == seen.all_in()


def range_word(seen: Seen) -> str:
    """`1–5`, or the only number that there is."""
    lo, hi = (seen.words.number(end) for end in bounds(seen))
    return lo if lo == hi else f"{lo}–{hi}"


# ── the field ──────────────────────────────────────────────────────────────────────────────────


def field_buttons(seen: Seen, amount: Amount) -> tuple[Button, ...]:
    """What the field leads to."""
    words, offer = seen.words, seen.raising
    assert offer is not None
    why = refused(seen, offer, amount)
    label = words(f"indian.{verb(seen)}_by", chips=words.number(amount.value or 0))
    reason = "" if why is None else say.why(why, words)
    return (
        Button("bet.set", "Enter", label, enabled=why is None, reason=reason, tone="gold"),
        Button("bet.back", "Esc", words("betting.back"), rank=1),
    )


def draw_field(pen: Pen, seen: Seen, amount: Amount, y: int, width: int) -> None:
    """Three rows: the amount with what it means, the keys that change it, the keys that end it."""
    palette, words = pen.palette, pen.words
    for row in range(3):
        pen.band(0, y + row, width, palette.drawer)
    pen.spans(1, y, field_line(seen, amount, palette, width - 2))
    hint: Spans = ((words("indian.field_keys"), palette.muted),)
    pen.right(y + 1, hint, width - 1)
    x = pen.put(1, y + 1, "m", bold(palette.accent))
    x = pen.put(x, y + 1, f" {words('betting.field.min')}", palette.text)
    if is_all_in(seen, bounds(seen)[1]):
        x = pen.put(x + 3, y + 1, "a", bold(palette.accent))
        pen.put(x, y + 1, f" {words('betting.field.all_in')}", palette.text)
    else:
        x = pen.put(x + 3, y + 1, "p", bold(palette.accent))
        pen.put(x, y + 1, f" {words('betting.field.max')}", palette.text)
    bar(pen, y + 2, width, field_buttons(seen, amount), 1, seen.scene.ui.guarded)


def field_line(seen: Seen, amount: Amount, palette: Palette, room: int) -> Spans:
    """`Erhöhen um  3 ▏  = auf 9   legst 6 · bleiben 51 · 1–5`."""
    words, offer = seen.words, seen.raising
    assert offer is not None
    why = refused(seen, offer, amount)
    number = "" if amount.value is None else words.number(amount.value)
    style = on(bold(palette.text if why is None else palette.bad), palette.back)
    spans: list[Span] = [
        (words(f"indian.{verb(seen)}_field"), bold(palette.accent)),
        (" ", style),
        (f" {number} ", style),
        ("▏", on(palette.accent, palette.back)),
    ]
    if why is not None:
        return clipped((*spans, (f"  ! {say.why(why, words)}", palette.bad)), room)
    total = seen.matched + (amount.value or 0)
    own = 0 if seen.me is None else seen.bet(seen.me)
    left = (seen.all_in() or 0) - total
    if not seen.opens:
        spans.append((f"  = {words('indian.field_to', total=words.number(total))}", palette.muted))
    lo, hi = (words.number(end) for end in bounds(seen))
    facts = {"added": words.number(total - own), "left": words.number(left), "lo": lo, "hi": hi}
    for key in ("betting.sums", "betting.sums_short"):
        line = (*spans, ("   " + words(key, **facts), palette.muted))
        if span_len(line) <= room:
            return line
    return clipped(spans, room)
