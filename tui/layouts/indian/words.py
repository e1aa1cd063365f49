"""Hands of one to five cards in words, and deeds as they stand in log and table."""

from collections.abc import Mapping, Sequence

from engine.kit.ranking import HandName
from engine.values.options import Value
from tui.canvas import cards, say
from tui.canvas.palette import Palette
from tui.canvas.pen import Span, Spans
from tui.canvas.scene import Scene
from tui.layouts.betting.course import Told
from tui.layouts.indian.seen import Ranking, Wins
from tui.locale import Words

_NAME = "\0"  # where the name stands in a sentence, so that it can look different
_ALIKE = {"fold", "check", "call"}


def ranking_of(options: Mapping[str, Value]) -> Ranking:
    """Which hands win by a table's options."""
    size, wins = options.get("cards"), options.get("wins")
    known = size if size in (2, 3, 5) and isinstance(size, int) else 1
    lows: dict[object, Wins] = {"low": "low", "high_low": "high_low"}
    return Ranking(
        known,
        lows.get(wins, "high") if known == 1 else "high",
        known == 3 and options.get("brag_order") == "traditional",
    )


def hand_text(name: HandName, size: int, words: Words, room: int = 30) -> str:
    """What a hand of so many cards is, with what decides among equals: `König`, `Paar Damen, 9`."""
    if size == 1 and name.ranks:
        return words(f"cards.rank.{name.ranks[0]}")
    return cards.hand_short(name, words, room)


# ── what seats do ──────────────────────────────────────────────────────────────────────────────


def groups(told: Sequence[Told]) -> list[list[Told]]:
    """Neighbours that did the same together; whoever is all-in stands alone."""
    made: list[list[Told]] = []
    for one in told:
        last = made[-1][-1] if made else None
        alike = last is not None and last.deed == one.deed and not (last.all_in or one.all_in)
        if alike and one.deed in _ALIKE:
            made[-1].append(one)
        else:
            made.append([one])
    return made


def deed_spans(group: Sequence[Told], scene: Scene, palette: Palette, words: Words) -> Spans:
    """What one or several did: `Carla setzt 3`, `Frédéric, Hannes gehen mit`."""
    first = group[0]
    key = first.deed + ("_all_in" if first.all_in else "") + ("_many" if len(group) > 1 else "")
    text = words(f"indian_told.do.{key}", name=_NAME, chips=words.number(first.chips))
    before, _, after = text.partition(_NAME)
    names = ", ".join(say.player(scene, one.seat, words) for one in group)
    styles = {"call": palette.info, "bet": palette.accent, "raise": palette.accent}
    style = palette.bad if first.all_in else styles.get(first.deed, palette.muted)
    spans: list[Span] = [(before, style), (names, palette.text), (after, style)]
    return tuple(span for span in spans if span[0])


def chain(told: Sequence[Told], scene: Scene, palette: Palette, words: Words) -> Spans:
    """Deeds one behind the other: `Carla setzt 3 · Eva erhöht auf 6 · Hannes geht mit`."""
    spans: list[Span] = []
    for group in groups(told):
        spans += [(" · ", palette.muted)] if spans else []
        spans += deed_spans(group, scene, palette, words)
    return tuple(spans)
