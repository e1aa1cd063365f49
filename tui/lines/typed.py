"""What was typed: words of both languages, their beginnings, and cards however they are written."""

from collections.abc import Collection, Sequence
from functools import cache

from engine.values.cards import RANKS, SUITS, Card, card
from tui.canvas.cards import SUITS as SIGNS
from tui.canvas.plain import spelled
from tui.locale import LANGS, Words

_DO = "lines.do."
AS_DEALT = 5  # cards that are not put in order


def folded(text: str) -> str:
    """`text` as it is compared: small letters, umlauts spelled."""
    return spelled(text.casefold())


def split(text: str) -> list[str]:
    """The words of a line."""
    return folded(text.replace(",", " ")).split()


@cache
def _known() -> dict[str, tuple[str, ...]]:
    """Every word that can be typed, with what it may mean."""
    known: dict[str, list[str]] = {}
    for lang in LANGS:
        words = Words(lang)
        for key in sorted(words.keys()):
            if key.startswith(_DO):
                for word in words(key).split():
                    meant = known.setdefault(folded(word), [])
                    verb = key.removeprefix(_DO)
                    if verb not in meant:
                        meant.append(verb)
    return {word: tuple(meant) for word, meant in known.items()}


def shown(verb: str, words: Words) -> str:
    """What is typed for a verb in that language."""
    return words(_DO + verb).split()[0]


def whole(word: str, allowed: Collection[str]) -> tuple[str, ...]:
    """The allowed verbs that a whole word means."""
    return tuple(verb for verb in _known().get(word, ()) if verb in allowed)


def begun(word: str, allowed: Collection[str]) -> tuple[str, ...]:
    """The allowed verbs that a word is the beginning of."""
    found = {
        verb: None
        for other, verbs in _known().items()
        if word and other.startswith(word)
        for verb in verbs
        if verb in allowed
    }
    return tuple(found)


def meant(word: str, *allowed: Collection[str]) -> tuple[str, ...]:
    """The verbs that a word can mean: a whole word wins over the beginning of one.

    Of several collections the earlier one wins.
    """
    for find in (whole, begun):
        for verbs in allowed:
            if found := find(word, verbs):
                return found
    return ()


# ── numbers and cards ──────────────────────────────────────────────────────────────────────────


def number(word: str) -> int | None:
    """A whole number that can be sent, with or without marks of thousands."""
    plain = word.replace(".", "").replace("'", "")
    return int(plain) if plain.isascii() and plain.isdecimal() and len(plain) <= 12 else None


@cache
def _ranks() -> dict[str, str]:
    """Ranks by how they are typed: `q`, `d`, `dame`, `queen`, `10`."""
    names = {rank.lower(): rank for rank in RANKS} | {"10": "T", "1": "A"}
    for lang in LANGS:
        words = Words(lang)
        for rank in RANKS:
            names.setdefault(folded(words(f"cards.letter.{rank}")), rank)
            names[folded(words(f"cards.rank.{rank}"))] = rank
    return names


@cache
def _suits() -> dict[str, str]:
    """Suits by how they are typed: `h`, the sign, `herz`, `hearts`."""
    names = {suit: suit for suit in SUITS} | {sign: suit for suit, sign in SIGNS.items()}
    for lang in LANGS:
        words = Words(lang)
        for suit in SUITS:
            name = folded(words(f"cards.suit.{suit}"))
            names[name] = suit
            names[name.removesuffix("s")] = suit
    return names


def one_card(word: str) -> Card | None:
    """The card that a word names: `dh`, `10s`, `Q♥`."""
    for cut in (1, 2):
        rank, suit = _ranks().get(word[:-cut]), _suits().get(word[-cut:])
        if rank is not None and suit is not None:
            return card(rank + suit)
    return None


def next_card(words: Sequence[str]) -> tuple[Card | None, int]:
    """The card at the beginning of words, and how many of them name it."""
    if not words:
        return None, 0
    found = one_card(words[0])
    if found is not None:
        return found, 1
    rest = [word for word in words[:3] if word not in ("of", "-")]
    if len(rest) > 1:
        taken = 3 if "of" in words[:3] else 2
        for rank, suit in ((rest[0], rest[1]), (rest[1], rest[0])):
            if rank in _ranks() and suit in _suits():
                return card(_ranks()[rank] + _suits()[suit]), taken
    return None, 0


def in_order(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Cards as they are said and counted: as they were dealt, many of them by rank."""
    if len(cards) <= AS_DEALT:
        return tuple(cards)
    return tuple(sorted(cards, key=lambda one: (-RANKS.index(one.rank), one.suit)))


def chosen(
    words: Sequence[str], held: Sequence[Card], numbers: bool = True
) -> tuple[list[Card], list[str]]:
    """The cards of `held` that words name, by name or (`numbers`) by place from 1; the rest.

    Reading stops at the first word that names none of them.
    """
    found: list[Card] = []
    left = list(words)
    while left:
        one, taken = next_card(left)
        if one is None or one not in held:
            place = number(left[0]) if numbers else None
            if one is not None or place is None or not 1 <= place <= len(held):
                break
            one, taken = held[place - 1], 1
        if one in found:
            break
        found.append(one)
        left = left[taken:]
    return found, left
