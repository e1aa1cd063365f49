"""The result of a deal in words: hands in a few cells, and sentences on who pays whom for what."""

from collections.abc import Sequence

from engine.kit.ranking import HandName
from engine.kit.rows import ROWS
from engine.kit.settling import SCOOP, Pair
from engine.kit.special import VALUES
from tui.canvas import cards, say
from tui.canvas.cells import Style
from tui.canvas.frame import answered, spread
from tui.canvas.palette import Palette
from tui.canvas.pen import Span, Spans
from tui.canvas.scene import Scene
from tui.layouts import absence, points
from tui.layouts.rows.seen import Ending, Laid, Result
from tui.locale import Words


def signed(won: int, words: Words, nothing: str = "·") -> str:
    """Points with their sign: `+6`, `−1`; `nothing` for none."""
    return words.signed(won) if won else nothing


def points_span(won: int, palette: Palette, words: Words, nothing: str = "·") -> Span:
    """Points in the colour of a gain or a loss."""
    style = palette.good if won > 0 else palette.bad if won < 0 else palette.muted
    return signed(won, words, nothing), style


# ── hands ──────────────────────────────────────────────────────────────────────────────────────


def hand_word(row: Laid, words: Words) -> str:
    """What a row is, in at most 16 cells: `Zwei Paare K 9`, in front `A D 5`."""
    name, front = row.name, len(row.cells) == 3
    letters = [cards.letter(rank, words) for rank in name.ranks] or ["–"]
    key = "heights" if name.name == "high_card" and front else name.name
    second = letters[1] if len(letters) > 1 else ""
    return words(f"rows.short.{key}", a=letters[0], b=second, all=" ".join(letters))


def hand_line(name: HandName, words: Words) -> str:
    """What a row is, in full: `Zwei Paare, Könige und Neunen`."""
    return cards.hand_line(name, words)


def foul_word(ending: Ending, words: Words) -> str:
    """Why somebody has fouled: `Vorne schlägt die Mitte`."""
    return " · ".join(words(f"rows.foul.{row}") for row in ending.misplaced)


def status(ending: Ending, words: Words) -> str:
    """What sets an ending apart from rows that count: `✗ verlegt`, `★ Drache`; else nothing."""
    if ending.special:
        return f"★ {words(f'rows.special.{ending.special}')}"
    if ending.surrendered:
        return f"✗ {words('rows.surrendered')}"
    return f"✗ {words('rows.fouled')}" if ending.fouled else ""


def status_style(ending: Ending, palette: Palette) -> Style:
    """The colour of a status."""
    if ending.special:
        return palette.accent
    return palette.bad if ending.fouled or ending.surrendered else palette.text


# ── who pays whom ──────────────────────────────────────────────────────────────────────────────


def paid(found: Result, one: int, other: int, scene: Scene, words: Words) -> str:
    """Who of two pays the other how much, and for what: `Carla zahlt Anna 6: …`."""
    pair = found.of(one).pairs.get(other, Pair())
    if pair.points < 0:
        one, other, pair = other, one, pair.turned
    winner, loser = (say.player(scene, seat, words) for seat in (one, other))
    why = _why(found, found.of(one), found.of(other), pair, words)
    if not pair.points:
        return words("rows.even", one=winner, other=loser, why=why)
    points = words.number(pair.points)
    return words("rows.paid", winner=winner, loser=loser, points=points, why=why)


def _why(found: Result, one: Ending, other: Ending, pair: Pair, words: Words) -> str:
    """What a pair's points are made of, from the side of `one`, who has no less of it."""
    if not (one.rows and other.rows):
        return _no_rows(one, other, pair, words)
    if one.fouled and other.fouled:
        return words("rows.why.both_fouled")
    parts = [words("rows.why.fouled")] if other.fouled else []
    signs = pair[: len(ROWS)]
    if not any(signs):
        parts.append(words("rows.why.all_even"))
    elif set(signs) == {1}:
        parts.append(words("rows.why.all_rows", points=signed(len(ROWS), words)))
    else:
        parts += [
            _row(row, points, (one if points > 0 else other).rows[at], words)
            for at, (row, points) in enumerate(zip(ROWS, signs, strict=True))
            if points
        ]
    if pair.extra:
        key = "two_four" if found.two_four else "scoop"
        parts.append(words(f"rows.why.{key}", points=signed(pair.extra, words)))
    if one.royalties or other.royalties:
        parts += _on_top(found, one, other, pair, words)
    return ", ".join(parts)


def _row(row: str, points: int, laid: Laid, words: Words) -> str:
    """A row's points, with the hand where that earns a royalty in their place."""
    facts = {"row": words(f"rows.{row}"), "points": signed(points, words)}
    if abs(points) > 1:
        return words("rows.why.royal_row", **facts, hand=words(f"cards.name.{laid.name.name}"))
    return words("rows.why.row", **facts)


def _on_top(found: Result, one: Ending, other: Ending, pair: Pair, words: Words) -> list[str]:
    if found.in_rows:
        return []
    points = signed(pair.royalties, words, "±0")
    if one.royalties and other.royalties:
        both = {"own": one.royalties, "their": other.royalties}
        return [words("rows.why.royalties", points=points, **both)]
    earner = one if one.royalties else other
    rows = ", ".join(
        words("rows.why.row", row=words(f"rows.{name}"), points=row.royalty)
        for name, row in zip(ROWS, earner.rows, strict=True)
        if row.royalty
    )
    return [words("rows.why.royalties_for", points=points, rows=rows)]


def _no_rows(one: Ending, other: Ending, pair: Pair, words: Words) -> str:
    """Why two settle without rows: a special hand, or somebody gave up."""
    if one.special and other.special and not pair.points:
        return words("rows.why.both_special")
    if one.special:
        return words("rows.why.special", special=words(f"rows.special.{one.special}"))
    if one.surrendered and other.surrendered:
        return words("rows.why.both_surrendered")
    return words("rows.why.surrendered")


def noteworthy(found: Result, seat: int) -> int:
    """The seat whose comparison with `seat` is most worth a sentence."""
    one = found.of(seat)

    def weight(other: int) -> tuple[int, int, int]:
        against, pair = found.of(other), one.pairs.get(other, Pair())
        royal = pair.royalties or any(abs(points) > 1 for points in pair[: len(ROWS)])
        foul = one.fouled or against.fouled
        ranks = (
            (bool(one.special or against.special), 5),
            (bool(royal), 4),
            (bool(pair.extra) and bool(one.rows and against.rows) and not foul, 3),
            (one.surrendered or against.surrendered, 2),
            (foul, 1),
        )
        return max((rank for true, rank in ranks if true), default=0), abs(pair.points), -other

    return max(one.pairs, key=weight, default=seat)


def worth(special: str, words: Words) -> str:
    """What a special hand is worth of everybody."""
    return words.number(next((points for name, points in VALUES.items() if name == special), SCOOP))


# ── the next deal ──────────────────────────────────────────────────────────────────────────────


def land_line(endings: Sequence[Ending], scene: Scene, words: Words) -> str:
    """Who arranges the next deal in Fantasyland, with how many cards; nothing where nobody does."""
    said = [
        words("rows.land_cards", name=say.player(scene, one.seat, words), cards=one.at_once)
        for one in endings
        if one.at_once
    ]
    return words("rows.land_next", names=spread(said, words)) if said else ""


# ── below ──────────────────────────────────────────────────────────────────────────────────────


def answer(scene: Scene, palette: Palette, words: Words) -> Spans:
    """An answer to the last key, what keeps the viewer or the table from going on, or is new."""
    table = scene.table
    if told := answered(scene, palette, words):
        return told
    if rests := absence.prompt(scene, palette, words):
        return rests
    said = points.sentence(table, words)
    if not said and table.stage == "waiting":
        said = points.next_line(scene, words)
    return ((said, palette.text),) if said else absence.notice(scene, palette, words)
