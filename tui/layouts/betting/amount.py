"""Amounts of a bet or raise: presets, what may be typed, and the field that they are typed into."""

from typing import NamedTuple

from engine.values import actions
from engine.values.offers import Raise
from engine.values.why import Why
from tui.canvas import say
from tui.canvas.frame import bar, untaken
from tui.canvas.palette import bold, on
from tui.canvas.pen import Pen, Span, Spans, clipped, span_len
from tui.canvas.scene import Amount, Button, Scene
from tui.layouts.betting.seen import Seen
from tui.locale import Words


class Preset(NamedTuple):
    """A likely amount: its digit beside the action bar, its letter in the field, its total."""

    digit: str
    letter: str
    code: str  # its words: `min`, `half`, `two_thirds`, `pot`, `all_in`, `middle`, `max`
    total: int
    enabled: bool


def presets(seen: Seen) -> tuple[Preset, ...]:
    """The presets of the offered raise; those outside it are dimmed (ux 4.5)."""
    offer = seen.raising
    if offer is None or offer.lo == offer.hi:
        return ()
    rows: tuple[tuple[str, str, str, int], ...]
    if seen.structure == "spread":
        middle = offer.lo + (offer.hi - offer.lo) // 2
        rows = (
            ("1", "m", "min", offer.lo),
            ("2", "h", "middle", middle),
            ("3", "p", "max", offer.hi),
        )
    elif seen.structure == "split":
        # An open pair may leave the choice between the small and the big bet (rules.md D11).
        rows = (("1", "m", "min", offer.lo), ("2", "p", "max", offer.hi))
    else:
        # A raise by the pot is counted after the call.
        base = seen.matched
        pot = seen.pot + (seen.call or 0)
        whole = base + pot
        if seen.structure == "pot" and offer.hi != seen.all_in():
            whole = offer.hi  # blinds that were not posted in full count (rules.md C.6)
        rows = (
            ("1", "m", "min", offer.lo),
            ("2", "h", "half", base + pot // 2),
            ("3", "d", "two_thirds", base + pot * 2 // 3),
            ("4", "p", "pot", whole),
            ("5", "a", "all_in", seen.all_in() or 0),
        )
    return tuple(Preset(*row, offer.admits(actions.Raise(row[-1]))) for row in rows)


def preset_of(seen: Seen, total: int) -> Preset | None:
    """The preset of that total."""
    return next((one for one in presets(seen) if one.enabled and one.total == total), None)


def refused(offer: Raise, amount: Amount) -> Why | None:
    """Why the offer does not admit what stands in the field."""
    total = amount.value or 0
    if offer.admits(actions.Raise(total)):
        return None
    if total < offer.lo:
        return Why("below_minimum", {"lo": offer.lo})
    if total > offer.hi:
        return Why("above_maximum", {"hi": offer.hi})
    return Why("off_step", {"step": offer.step})


def typed(amount: Amount, digit: str) -> Amount:
    """The field after a digit: the first one replaces a preset."""
    before = (amount.value or 0) if amount.typed else 0
    longer = before * 10 + int(digit)
    return Amount(longer if longer <= 10**9 else before, typed=True)


def rubbed(amount: Amount) -> Amount:
    """The field after Backspace."""
    return Amount((amount.value or 0) // 10 or None, typed=True)


def stepped(seen: Seen, offer: Raise, amount: Amount, by: int) -> Amount:
    """The field a big blind further up or down, inside what is offered."""
    total = offer.lo if amount.value is None else amount.value + by * seen.step
    return Amount(max(offer.lo, min(offer.hi, total)))


def next_preset(seen: Seen, amount: Amount, by: int) -> Amount:
    """The field at the next higher or lower preset; where there is none it stays."""
    now = amount.value or 0
    totals = sorted({one.total for one in presets(seen) if one.enabled})
    further = [total for total in totals if (total > now if by > 0 else total < now)]
    if not further:
        return amount
    return Amount(further[0] if by > 0 else further[-1])


def verb(seen: Seen) -> str:
    """`bet` or `raise`, whichever a raise would be now."""
    return "bet" if seen.opens else "raise"


def field_buttons(seen: Seen, amount: Amount) -> tuple[Button, ...]:
    """What the field leads to."""
    words, offer = seen.words, seen.raising
    assert offer is not None
    why = refused(offer, amount)
    total = words.number(amount.value or 0)
    return (
        Button(
            "bet.set",
            "Enter",
            words(f"betting.{verb(seen)}_to", total=total),
            enabled=why is None,
            reason="" if why is None else say.why(why, words),
            tone="gold",
        ),
        Button("bet.back", "Esc", words("betting.back"), rank=1),
    )


def draw_field(pen: Pen, seen: Seen, amount: Amount, y: int, width: int) -> None:
    """Three rows: the amount with what it means, the presets, the keys that end it."""
    palette = pen.palette
    for row in range(3):
        pen.band(0, y + row, width, palette.drawer)
    pen.spans(1, y, clipped(field_line(pen, seen, amount, width - 2), width - 2))
    _keys(pen, seen, amount, y + 1, width)
    bar(pen, y + 2, width, field_buttons(seen, amount), 1, seen.scene.ui.guarded)


def field_line(pen: Pen, seen: Seen, amount: Amount, room: int) -> Spans:
    """`Raise auf 1.065 ▏ = ½ Pot   legst 1.005 · bleiben 1.475 · 700–2.540`."""
    palette, words, offer = pen.palette, pen.words, seen.raising
    assert offer is not None
    why = refused(offer, amount)
    number = "" if amount.value is None else words.number(amount.value)
    style = on(bold(palette.text if why is None else palette.bad), palette.back)
    spans: list[Span] = [
        (words(f"betting.{verb(seen)}_field"), bold(palette.accent)),
        (" ", style),
        (f" {number} ", style),
        ("▏", on(palette.accent, palette.back)),
    ]
    if why is not None:
        return (*spans, (f"  ! {say.why(why, words)}", palette.bad))
    total = amount.value or 0
    found = preset_of(seen, total)
    if found is not None:
        spans.append(("  = " + words(f"betting.preset.{found.code}"), palette.muted))
    own = 0 if seen.me is None else seen.bet(seen.me)
    left = (seen.all_in() or 0) - total
    facts = {
        "added": words.number(total - own),
        "left": words.number(left),
        "lo": words.number(offer.lo),
        "hi": words.number(offer.hi),
    }
    for key in ("betting.sums", "betting.sums_short"):
        line = (*spans, ("   " + words(key, **facts), palette.muted))
        if span_len(line) <= room:
            return line
    return tuple(spans)


def _keys(pen: Pen, seen: Seen, amount: Amount, y: int, width: int) -> None:
    palette, words = pen.palette, pen.words
    x = 1
    for place, one in enumerate(presets(seen)):
        chosen = one.enabled and one.total == amount.value
        key = bold(palette.accent) if one.enabled else palette.faint
        text = palette.text if one.enabled else palette.faint
        label = words(f"betting.field.{one.code}")
        x += 3 * (place > 0)
        x = pen.put(x, y, one.letter, key._replace(underline=chosen))
        x = pen.put(x, y, f" {label}", text._replace(underline=chosen))
    hint: Spans = ((words("betting.field_keys", step=words.number(seen.step)), palette.muted),)
    if x + 2 + span_len(hint) < width:
        pen.right(y, hint, width - 1)


def pot_sum(seen: Seen) -> str:
    """How the maximum of pot limit comes about; nothing where it is not the pot that limits.

    Whoever opens a stud deal bets the full bet and no more (rules.md C.8).
    """
    offer, words = seen.raising, seen.words
    if offer is None or seen.structure != "pot" or offer.hi == seen.all_in():
        return ""
    if seen.bring_in is not None:
        return ""
    call = seen.call or 0
    facts = {"hi": words.number(offer.hi), "pot": words.number(seen.pot)}
    if seen.pot + call + seen.matched != offer.hi:
        # Blinds that were not posted in full count as if they were (rules.md C.6).
        return words("betting.pot_limit", **facts)
    if seen.opens:
        return words("betting.pot_limit_bet", **facts)
    return words(
        "betting.pot_limit_sum",
        **facts,
        call=words.number(call),
        high=words.number(seen.matched),
    )


def amount_keys(scene: Scene, steps: str, words: Words) -> tuple[Button, ...]:
    """The footer while the field is open; `steps`: what the arrows do in it."""
    return (
        Button("bet.type", "0-9", words("betting.key.amount"), rank=2),
        *untaken([Button("bet.steps", "↑ ↓", steps, rank=3)], scene),
        Button("bet.set", "Enter", words("betting.key.set"), rank=1),
        Button("bet.back", "Esc", words("betting.back"), rank=1),
        Button("app.help", "?", words("common.help")),
    )
