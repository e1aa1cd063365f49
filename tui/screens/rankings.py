"""What the hands of a game are worth, best first, as the help shows them with an example each."""

from typing import NamedTuple

from engine.kit.ranking import Name
from engine.kit.square import POINTS
from engine.values.cards import Card, cards
from tui.locale import Words

# One example of each kind of hand, best first (rules.md F).
EXAMPLES: tuple[tuple[Name, str], ...] = (
    ("royal_flush", "As Ks Qs Js Ts"),
    ("straight_flush", "9h 8h 7h 6h 5h"),
    ("four_of_a_kind", "Kc Kd Kh Ks 4d"),
    ("full_house", "5s 5h 5d 8h 8s"),
    ("flush", "Ad Jd 9d 6d 2d"),
    ("straight", "Kd Qc Jh Ts 9d"),
    ("three_of_a_kind", "Tc Td Th Ad 6s"),
    ("two_pair", "Qd Qc 8h 8s Ts"),
    ("pair", "8h 8s Qc 7d 6h"),
    ("high_card", "Ac Jd 8s 6h 3c"),
)
# What ranks between two pair and a pair where four cards make a hand.
FOURS: tuple[tuple[Name, str], ...] = (
    ("four_flush", "Kh 9h 5h 2h As"),
    ("four_straight", "7c 6d 5h 4s Kd"),
)
# Hands of three cards, and of two, as they are held up to a forehead (rules.md E).
THREES: tuple[tuple[Name, str], ...] = (
    ("three_of_a_kind", "5s 5h 5d"),
    ("straight_flush", "Jh Th 9h"),
    ("straight", "Jc Td 9s"),
    ("flush", "Ad Kd Jd"),
    ("pair", "Ac Ah Kd"),
    ("high_card", "As Kh Jc"),
)
TWOS: tuple[tuple[Name, str], ...] = (("pair", "2h 2s"), ("high_card", "Ac Kd"))


class Ranked(NamedTuple):
    """A line: the place and the name of a hand, an example, what decides between such hands.

    Without a place it is the head of those that follow.
    """

    place: int | None
    name: str
    cards: tuple[Card, ...] = ()
    said: str = ""


class Ranking(NamedTuple):
    """All lines, and what is said of them together."""

    lines: tuple[Ranked, ...]
    note: str


def ranking_of(game: str, words: Words) -> Ranking:
    """What is worth what in a game."""
    if words.has(f"{game}.rank.points"):
        return _by_points(game, words)
    note = _said(game, "rank.note", words)
    if words.has(f"{game}.rank.one"):
        return Ranking((*_few(game, words), *_lines(game, EXAMPLES, "rank", words)), note)
    examples = EXAMPLES
    if words.has(f"{game}.rank.four_flush"):
        examples = (*EXAMPLES[:-2], *FOURS, *EXAMPLES[-2:])
    return Ranking(_lines(game, examples, "rank", words), note)


def _said(game: str, key: str, words: Words) -> str:
    """A sentence about all games, or what the game says in its place."""
    return words(f"{game}.{key}" if words.has(f"{game}.{key}") else f"help.{key}")


def _lines(
    game: str, examples: tuple[tuple[Name, str], ...], topic: str, words: Words
) -> tuple[Ranked, ...]:
    return tuple(
        Ranked(
            place, words(f"cards.name.{name}"), cards(code), _said(game, f"{topic}.{name}", words)
        )
        for place, (name, code) in enumerate(examples, 1)
    )


def _few(game: str, words: Words) -> tuple[Ranked, ...]:
    """Hands of one, two and three cards, and the head of those of five."""

    def head(size: int) -> Ranked:
        return Ranked(None, words(f"{game}.rank.head.{size}"))

    one = Ranked(1, words(f"{game}.rank.one"), cards("As Kh Qd Jc Ts"), words(f"{game}.rank.down"))
    return (
        head(1),
        one,
        head(2),
        *_lines(game, TWOS, "rank.two", words),
        head(3),
        *_lines(game, THREES, "rank.three", words),
        head(5),
    )


def _by_points(game: str, words: Words) -> Ranking:
    def said(name: Name) -> str:
        points = POINTS[name]
        key = f"{game}.rank.points.{points}"
        return words(key) if words.has(key) else words(f"{game}.rank.points", points=points)

    examples = sorted(EXAMPLES, key=lambda example: -POINTS[example[0]])
    lines = tuple(
        Ranked(place, words(f"cards.name.{name}"), cards(code), said(name))
        for place, (name, code) in enumerate(examples, 1)
    )
    return Ranking(lines, words(f"{game}.rank.note"))
