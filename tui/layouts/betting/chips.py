"""Chips in words: whole where there is room, shorter where there is not; prices and chances."""

from rich.cells import cell_len

from tui.layouts.betting.seen import Seen
from tui.locale import Words

_STEPS = ((1_000_000, "betting.millions"), (1_000, "betting.thousands"))


def short(chips: int, room: int, words: Words) -> str:
    """An amount in at most `room` cells if that is possible: `9.999.999`, `12,3 M`, `123 k`."""
    text = words.number(chips)
    for unit, key in _STEPS:
        if cell_len(text) <= room and chips < 10_000_000:
            return text
        if chips < unit:
            continue
        whole, tenth = divmod(chips * 10 // unit, 10)
        exact = words("betting.decimal", whole=words.number(whole), tenth=tenth)
        for number in (exact, words.number(whole)):
            text = words(key, number=number)
            if cell_len(text) <= room:
                return text
    return text


def winnable(seen: Seen) -> int:
    """What a call can win of the chips that lie there: of higher bets no more than it matches."""
    if seen.me is None:
        return seen.pot
    most = seen.bet(seen.me) + min(seen.call or 0, seen.stack(seen.me))
    side = sum(pot.chips for pot in seen.view.pots if seen.me in pot.seats)
    return side + sum(min(seen.bet(seat), most) for seat in range(len(seen.view.seats)))


def needed(price: int, pot: int) -> int:
    """The chance of winning, in whole percent, from which a call costs nothing in the long run."""
    return max(1, round(100 * price / (pot + price)))


def price_line(seen: Seen) -> str:
    """What staying in costs, and what that price needs; nothing where nothing is asked."""
    words = seen.words
    if seen.bring_in is not None:
        return words("stud.must_bring_in" if seen.raising is None else "stud.must_open")
    if seen.call is not None:
        pot = winnable(seen)
        return words(
            "betting.price",
            price=words.number(seen.call),
            pot=words.number(pot),
            percent=needed(seen.call, pot),
        )
    return words("betting.free", pot=words.number(seen.pot)) if seen.check else ""
