"""Who got what at Indian Poker, and why, in sentences (rules.md C.11, E)."""

from collections.abc import Sequence

from tui.canvas.frame import spread
from tui.layouts import freezeout
from tui.layouts.betting import payout
from tui.layouts.betting.seen import fact
from tui.layouts.indian.seen import Seen


def explained(seen: Seen) -> list[str]:
    """All that the deal came to: pots, payments for the next one, who is out, what stays unseen."""
    if seen.matching:
        said = _matched(seen)
    elif len(seen.live()) > 1:
        said = payout.explained(seen)
    else:
        said = _folded(seen)
    return [*said, *_unseen(seen), *_broke(seen)]


def net(seen: Seen, seat: int) -> int:
    """What a seat got of the pots, less what it paid for the next one."""
    won = sum(fact(note, "chips") for note in seen.notes("won") if note.seat == seat)
    return won - paid(seen, seat)


def paid(seen: Seen, seat: int) -> int:
    """What a seat paid for the next pot."""
    return sum(fact(note, "chips") for note in seen.notes("matched") if note.seat == seat)


def opened(seen: Seen) -> tuple[int, ...]:
    """The seats whose cards lie open to all."""
    return tuple(note.seat for note in seen.notes("hand") if note.seat is not None)


def _folded(seen: Seen) -> list[str]:
    """All but one have folded."""
    words = seen.words
    won = seen.notes("won")
    if not won:
        return []
    chips = words.number(sum(fact(note, "chips") for note in won))
    name = seen.name(won[0].seat or 0)
    said = [words("indian_told.pot_folded", name=name, chips=chips)]
    for note in seen.notes("returned"):
        back = words.number(fact(note, "chips"))
        said.append(words("betting.why.returned", chips=back, name=name))
    return said


# ── where all declared ─────────────────────────────────────────────────────────────────────────


def _matched(seen: Seen) -> list[str]:
    words, live = seen.words, seen.live()
    won = seen.notes("won")
    if not live:
        left = words.number(sum(pot.chips for pot in seen.view.pots))
        always = seen.table.options.get("ante_carried") is True
        key = "stays_over" if freezeout.is_ended(seen.table) else "stays"
        return [words(f"indian_told.{'stays_ante' if always else key}", chips=left)]
    pot = words.number(sum(fact(note, "chips") for note in won))
    if len(live) == 1:
        return [words("indian_told.in_alone", name=seen.name(live[0]), chips=pot)]
    head = words("betting.why.head", pot=words("betting.the_pot"), chips=pot)
    taken = f"{head}: {payout.why(seen, live, won)}"
    return [taken, *_new_pot(seen), *_last_pot(seen)]


def _new_pot(seen: Seen) -> list[str]:
    """Who has paid how much into the new pot, and what lies there now."""
    words = seen.words
    losers = [seat for seat in seen.live() if paid(seen, seat)]
    if not losers:
        return []
    total = words.number(sum(paid(seen, seat) for seat in losers))
    amounts = {paid(seen, seat) for seat in losers}
    if len(amounts) == 1:
        names = spread([seen.name(seat) for seat in losers], words)
        many = "one" if len(losers) == 1 else "many"
        chips = words.number(min(amounts))
        said = words(f"indian_told.matched_{many}", names=names, chips=chips, total=total)
    else:
        each = [f"{seen.name(seat)} {words.number(paid(seen, seat))}" for seat in losers]
        said = words("indian_told.matched_each", each=" · ".join(each), total=total)
    return [said]


def _last_pot(seen: Seen) -> list[str]:
    """Whose the new pot is where there is nobody left to play for it."""
    table, words = seen.table, seen.words
    left = any(paid(seen, seat) for seat in seen.live())
    if not left or table.pot or not freezeout.is_ended(table):
        return []
    rich = [seat for seat in seen.dealt() if seen.view.seats[seat].stack]
    if len(rich) == 1:
        return [words("indian_told.pot_left", name=seen.name(rich[0]))]
    return [] if rich else [words("indian_told.pot_back")]


# ── what is worth knowing besides ──────────────────────────────────────────────────────────────


def _unseen(seen: Seen) -> list[str]:
    """Whose cards stay unseen: nobody's are looked at where there was nothing to compare."""
    words = seen.words
    shown = opened(seen)
    if not shown:
        many = "one" if seen.ranking.cards == 1 else "many"
        return [words(f"indian_told.nobody_looks_{many}")]
    if seen.me is None or seen.me in shown or seen.me not in seen.dealt():
        return []
    many = "one" if seen.ranking.cards == 1 else "many"
    return [words(f"indian_told.stays_unseen_{many}")]


def _broke(seen: Seen) -> list[str]:
    """Who has lost the last of their chips."""
    gone = [seat for seat in seen.dealt() if not seen.view.seats[seat].stack]
    if not gone:
        return []
    many = "one" if len(gone) == 1 else "many"
    return [seen.words(f"indian_told.broke_{many}", names=_names(seen, gone))]


def _names(seen: Seen, seats: Sequence[int]) -> str:
    return spread([seen.name(seat) for seat in seats], seen.words)
