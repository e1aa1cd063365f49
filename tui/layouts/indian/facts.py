"""What follows from the cards that are seen, and nothing else: the best against one, the chances.

No card of one's own comes into it: nobody has it here.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

from rich.cells import cell_len

from engine.values.cards import RANKS, SUITS, Card
from tui.canvas import cards
from tui.layouts.indian.seen import Ranking, Seen
from tui.layouts.indian.words import hand_text
from tui.locale import Words


class Odds(NamedTuple):
    """Of `all` hands that one may hold, how many beat the best against one, and how many tie."""

    beats: int
    ties: int
    all: int

    @property
    def share(self) -> int:
        """How many win at least a part."""
        return self.beats + self.ties


# ── counting ───────────────────────────────────────────────────────────────────────────────────


@lru_cache(64)
def odds(ranking: Ranking, best: int, unseen: tuple[Card, ...], *, low: bool = False) -> Odds:
    """How hands of up to three unseen cards compare with the strength of the best one.

    Counted by ranks, with and without the same suit, for hand by hand would take too long.
    """
    by_rank = {rank: [card for card in unseen if card.rank == rank] for rank in RANKS}
    beats = ties = 0
    for ranks in combinations_with_replacement(RANKS, ranking.cards):
        taken = {rank: ranks.count(rank) for rank in ranks}
        count = prod(comb(len(by_rank[rank]), times) for rank, times in taken.items())
        suited = 0
        if ranking.cards == 3 and len(taken) == 3:
            lying = [{card.suit for card in by_rank[rank]} for rank in ranks]
            suited = len(set.intersection(*lying))
        for number, same in ((suited, True), (count - suited, False)):
            if not number:
                continue
            found = ranking.strength(_example(ranks, same=same))
            beats += number * (found < best if low else found > best)
            ties += number * (found == best)
    return Odds(beats, ties, comb(len(unseen), ranking.cards))


def _example(ranks: tuple[str, ...], *, same: bool) -> tuple[Card, ...]:
    """Cards of these ranks, of the same suit or not of one."""
    return tuple(Card(rank + SUITS[0 if same else place]) for place, rank in enumerate(ranks))


# ── in words ───────────────────────────────────────────────────────────────────────────────────


def against(seen: Seen) -> tuple[int, ...]:
    """The others still in whose cards are seen, the best first."""
    found = [seat for seat in seen.live() if seat != seen.me and seen.named(seat) is not None]
    return tuple(sorted(found, key=lambda seat: -seen.ranking.strength(seen.cards(seat))))


def fitting(texts: Sequence[str], room: int) -> str:
    """The first of some sentences that has room, else the last and shortest one."""
    return next((text for text in texts if cell_len(text) <= room), texts[-1])


def best_line(seen: Seen, room: int) -> str:
    """The best against the viewer: `Noch dabei und höchste Gegenkarte: König`."""
    words, rivals, ranking = seen.words, against(seen), seen.ranking
    if not rivals:
        return ""
    moment = "declare" if seen.declaring else "bet"
    if ranking.cards > 1:
        facts = {"hand": hand_word(seen, rivals[0]), "name": seen.name(rivals[0])}
        keys = [f"{moment}.hand", "hand_of", "hand_short"]
    else:
        facts = {"high": rank_word(seen, rivals[0]), "low": rank_word(seen, rivals[-1])}
        keys = [f"{moment}.{ranking.wins}", f"{ranking.wins}_short"]
    return fitting([words(f"indian.best.{key}", **facts) for key in keys], room)


def hint_line(seen: Seen) -> str:
    """How one's unseen hand stands against it: counted, or what is still unseen.

    Nothing at a table that agreed to play without help.
    """
    found, ranking, words = _counted(seen), seen.ranking, seen.words
    if found is None:
        return _unseen_line(seen) if seen.hints and against(seen) else ""
    high, low = found
    if ranking.cards > 1:
        return _hands_line(high, words)
    if ranking.wins == "high_low":
        return words("indian.hint.halves", high=high.share, low=low.share, all=high.all)
    is_low = ranking.wins == "low"
    rival = against(seen)[-1 if is_low else 0]
    return _card_line(seen, rival, low if is_low else high, low=is_low)


def short_hint(seen: Seen) -> str:
    """The same in fewer words, where that is counted."""
    found, words = _counted(seen), seen.words
    if found is None:
        return ""
    if seen.ranking.wins == "high_low":
        return words("indian.hint.halves_short", high=found[0].share, low=found[1].share)
    if seen.ranking.cards > 1:
        return _hands_line(found[0], words)
    odds_ = found[seen.ranking.wins == "low"]
    return words("indian.hint.short", count=odds_.share, all=odds_.all)


def _counted(seen: Seen) -> tuple[Odds, Odds] | None:
    """The chances against the best and against the lowest hand, where they are counted."""
    rivals, ranking = against(seen), seen.ranking
    if not rivals or not seen.hints or ranking.cards == 5:
        return None
    strongest, weakest = (ranking.strength(seen.cards(seat)) for seat in (rivals[0], rivals[-1]))
    high = odds(ranking, strongest, seen.unseen)
    return high, odds(ranking, weakest, seen.unseen, low=True)


def _hands_line(found: Odds, words: Words) -> str:
    percent = round(100 * found.share / max(1, found.all))
    facts = {"count": words.number(found.share), "all": words.number(found.all)}
    key = "hands" if percent or not found.share else "hands_few"
    return words(f"indian.hint.{key}", **facts, percent=percent)


def _card_line(seen: Seen, rival: int, found: Odds, *, low: bool) -> str:
    """`Nur ein Ass schlägt den König, ein König teilt: 7 von 45 Karten`."""
    words = seen.words
    rank = seen.cards(rival)[0].rank
    at = RANKS.index(rank) + (-1 if low else 1)
    facts = {"the": words(f"indian.the.{rank}"), "count": found.share, "all": found.all}
    tie = words("indian.hint.tie", a=words(f"indian.a.{rank}")) if found.ties else ""
    if not found.beats:
        return words("indian.hint.none" if found.ties else "indian.hint.never", **facts, tie=tie)
    beating = RANKS[at]
    if at in {0, len(RANKS) - 1}:
        return words("indian.hint.only", **facts, tie=tie, a=words(f"indian.a.{beating}"))
    rank_name = words(f"cards.rank.{beating}")
    key = "indian.hint.lower" if low else "indian.hint.higher"
    text = words(key, **facts, tie=tie, rank=rank_name)
    return text[:1].upper() + text[1:]


def _unseen_line(seen: Seen) -> str:
    """Which ranks are unseen, from the top, and how often."""
    words = seen.words
    counts = {rank: sum(card.rank == rank for card in seen.unseen) for rank in reversed(RANKS)}
    parts = [f"{n}×{cards.letter(rank, words)}" for rank, n in counts.items() if n]
    return words("indian.hint.unseen", count=len(seen.unseen), ranks=" ".join(parts))


def rank_word(seen: Seen, seat: int) -> str:
    """The rank of somebody's only card, in a word."""
    return seen.words(f"cards.rank.{seen.cards(seat)[0].rank}")


def hand_word(seen: Seen, seat: int, room: int = 30) -> str:
    """Somebody's hand in few words; nothing where it can't be seen."""
    named = seen.named(seat)
    return "" if named is None else hand_text(named, seen.ranking.cards, seen.words, room)
