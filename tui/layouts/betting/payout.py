"""Who got what of each pot, and why, in sentences (rules.md C.10, C.11)."""

from collections.abc import Sequence

from engine.kit.ranking import NAMES, HandName
from engine.values.view import Note
from tui.canvas import cards
from tui.canvas.frame import spread
from tui.layouts.betting.seen import Seen, fact
from tui.layouts.betting.words import low_ranks
from tui.locale import Words


def pot_name(place: int, pots: int, words: Words) -> str:
    """A pot's name: `Pot` where there is one, else main pot, side pot, side pot 2 …"""
    if pots == 1:
        return words("betting.the_pot")
    if place == 0:
        return words("betting.the_main")
    return words("betting.the_side" if pots == 2 else "betting.the_side_of", number=place)


def explained(seen: Seen) -> list[str]:
    """A sentence or two for each pot, main pot first, and for chips that went back."""
    lines = [_pot(seen, place) for place in range(len(seen.view.pots)) if _won(seen, place)]
    for note in seen.notes("returned"):
        chips = seen.words.number(fact(note, "chips"))
        name = seen.name(note.seat or 0)
        lines.append(seen.words("betting.why.returned", chips=chips, name=name))
    return lines


def _won(seen: Seen, place: int) -> list[Note]:
    return [note for note in seen.notes("won") if fact(note, "pot") == place]


def _pot(seen: Seen, place: int) -> str:
    words, pot = seen.words, seen.view.pots[place]
    won = _won(seen, place)
    count = len(seen.view.pots)
    # A number right behind the pot's own would read as one.
    key = "betting.why.head_of" if place and count > 2 else "betting.why.head"
    head = words(key, pot=pot_name(place, count, words), chips=words.number(pot.chips))
    without = [s for s in seen.view.pots[0].seats if s not in pot.seats]
    if without and len(pot.seats) > 1:
        names = spread([seen.name(seat) for seat in without], words)
        head += f" ({words('betting.why.without', names=names)})"
    return f"{head}: {why(seen, pot.seats, won)}"


def why(seen: Seen, contenders: Sequence[int], won: Sequence[Note]) -> str:
    """Who of those who could win a pot has got what of it, and with which hand."""
    words = seen.words
    if len(contenders) == 1:
        others = len(seen.notes("hand")) > 1
        return words(
            "betting.why.alone" if others else "betting.why.folded", names=_names(seen, won)
        )
    if "high" in won[0].facts:
        high = _part(seen, won, "high")
        if not any(fact(note, "low") > 0 for note in won):
            return f"{high}."  # a single chip can't be halved
        low = _part(seen, won, "low")
        odd = sum(fact(n, "high") for n in won) - sum(fact(n, "low") for n in won)
        more = f" {words('betting.why.odd_half')}" if odd else ""
        return words("betting.why.halves", high=high, low=low) + more
    text = _hand_of(seen, won[0].seat)
    lows = [seat for seat in contenders if _low(seen, seat)]
    if seen.kind.low and lows:
        low = low_ranks(_low(seen, won[0].seat), words, "-")
        text = words("betting.why.both", hand=text, low=low)
    line = _shared(seen, won, "chips", text)
    return f"{line} {words('betting.why.no_low')}" if seen.kind.low and not lows else line


def _part(seen: Seen, won: Sequence[Note], half: str) -> str:
    """One half: how much, who, with what."""
    words = seen.words
    got = [note for note in won if fact(note, half) > 0]
    if half == "high" or not seen.kind.low:
        # Where no hand is low by a rule of its own, the lowest one takes that half.
        text = _hand_of(seen, got[0].seat)
    else:
        text = low_ranks(_low(seen, got[0].seat), words, "-")
    chips = words.number(sum(fact(note, half) for note in got))
    return words(
        f"betting.why.{half}", chips=chips, part=_shared(seen, got, half, text).rstrip(".")
    )


def _shared(seen: Seen, won: Sequence[Note], what: str, hand: str) -> str:
    """One winner with a hand, or several who share: as even as can be, odd chips told."""
    words = seen.words
    names = _names(seen, won)
    if len(won) == 1:
        return words("betting.why.one", names=names, hand=hand)
    amounts = [fact(note, what) for note in won]
    least = min(amounts)
    odd = [note for note, amount in zip(won, amounts, strict=True) if amount > least]
    facts = {"names": names, "hand": hand, "chips": words.number(least)}
    if not odd:
        return words("betting.why.share", **facts)
    key = "betting.why.share_odd" if len(odd) == 1 else "betting.why.share_odds"
    return words(key, **facts, odd=_names(seen, odd))


def _names(seen: Seen, notes: Sequence[Note]) -> str:
    return spread([seen.name(note.seat or 0) for note in notes], seen.words)


def _hand_of(seen: Seen, seat: int | None) -> str:
    found = next((hand_name(note) for note in seen.notes("hand") if note.seat == seat), None)
    if found is not None and seen.kind.size == 1:
        return seen.words(f"cards.rank.{found.ranks[0]}")
    return "" if found is None else cards.hand_line(found, seen.words)


def _low(seen: Seen, seat: int | None) -> str:
    for note in seen.notes("low"):
        ranks = note.facts.get("ranks")
        if note.seat == seat and isinstance(ranks, str):
            return ranks
    return ""


def low_of(seen: Seen, seat: int) -> str:
    """The ranks of an open hand's low; empty without one."""
    return _low(seen, seat)


def hand_name(note: Note) -> HandName | None:
    """The hand that a note names."""
    name, ranks = note.facts.get("name"), note.facts.get("ranks")
    known = next((known for known in NAMES if known == name), None)
    return HandName(known, ranks) if known is not None and isinstance(ranks, str) else None


def share(seen: Seen, seat: int) -> tuple[int, str]:
    """What a seat got altogether, and of which pots: `½ Seitenpot`, `High + ½ Low`."""
    pots = seen.view.pots
    total = 0
    said: list[str] = []
    for note in seen.notes("won"):
        place = fact(note, "pot")
        if note.seat == seat and 0 <= place < len(pots):
            total += fact(note, "chips")
            said.append(_share_of(seen, note, place))
    return total, ", ".join(said)


def _share_of(seen: Seen, note: Note, place: int) -> str:
    words, pots = seen.words, seen.view.pots
    name = pot_name(place, len(pots), words)
    if "high" not in note.facts:
        return _fraction(fact(note, "chips"), pots[place].chips, name, words)
    low = pots[place].chips // 2
    wholes = {"high": pots[place].chips - low, "low": low}
    halves = [
        _fraction(fact(note, half), wholes[half], words(f"betting.half.{half}"), words)
        for half in ("high", "low")
        if fact(note, half) > 0
    ]
    told = " + ".join(halves)
    return told if len(pots) == 1 else f"{name} {told}"


def _fraction(chips: int, whole: int, name: str, words: Words) -> str:
    if chips == whole:
        return name
    return f"½ {name}" if abs(2 * chips - whole) <= 1 else words("betting.part_of", pot=name)
