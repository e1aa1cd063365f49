"""What a seat is marked with, and what it does or did last, in a word."""

from tui.canvas.cells import Style
from tui.canvas.palette import Palette, bold, on
from tui.canvas.pen import Span, Spans
from tui.layouts import absence, cash
from tui.layouts.betting import exchange
from tui.layouts.betting.seen import Seen

_BADGES = ("dealer", "small_blind", "big_blind")
_GOES = {"leaves", "rests"}


def badge_of(seen: Seen, seat: int) -> str:
    """What marks a seat: the button, or a blind; both for a button that posts one."""
    markers = seen.view.seats[seat].markers
    there = [marker for marker in _BADGES if marker in markers]
    return "·".join(seen.words(f"betting.badge.{marker}") for marker in there)


def badge_style(badge: str, palette: Palette) -> Style:
    """How the badge of the button looks, and that of a blind."""
    if badge in {"SB", "BB"}:
        return on(bold(palette.text), palette.buttons["normal"])
    return palette.badge


def label_of(seen: Seen, seat: int, palette: Palette) -> Span:
    """What a seat does, or did last on this street."""
    words = seen.words
    apart = absence.seat_words(seen.table, seat, words)
    status = seen.view.seats[seat].status
    if apart:
        return apart[0], palette.special
    if exchange.runs(seen) and status in {"in", "all_in"}:
        return exchange.did(seen, seat, palette)
    if status == "all_in":
        return words("betting.did.all_in"), palette.bad
    if status == "out" or (status == "folded" and cash.state(seen.table, seat) in _GOES):
        chips = seen.table.chairs[seat].cash
        key = "betting.did.out"
        return words(key) if chips is None else cash.label(seen.table, seat, words), palette.faint
    if status == "folded":
        return words("betting.did.fold"), palette.faint
    if seat in seen.view.to_act:
        return words("betting.did.thinks"), palette.accent
    told = seen.last.get(seat)
    if told is None or told.deed not in {"check", "call", "bet", "raise", "bring_in"}:
        return "", palette.muted
    styles = {"call": palette.info, "check": palette.muted}
    return words(f"betting.did.{told.deed}"), styles.get(told.deed, palette.accent)


def turn_sign(seen: Seen, seat: int, palette: Palette) -> Span:
    """What stands before the name of whoever is to act, and before no other."""
    return ("▸" if seat in seen.view.to_act else "", bold(palette.accent))


def own_signs(seen: Seen, me: int, palette: Palette) -> Spans:
    """The viewer's badge, and whether they are out of the deal or all-in, in a small window."""
    badge, (label, style) = badge_of(seen, me), label_of(seen, me, palette)
    signs: list[Span] = [("  " + badge, palette.muted)] if badge else []
    if seen.view.seats[me].status != "in":
        signs.append(("  " + label, style))
    return tuple(signs)
