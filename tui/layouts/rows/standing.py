"""How a match for points stands: everybody's points, the rounds, and who has won it in the end."""

from protocol.messages import ChairInfo, TableView
from tui.canvas.cells import cut
from tui.canvas.frame import box, spread
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Pen, Span, Spans
from tui.canvas.scene import Scene
from tui.layouts import points
from tui.layouts.points import time_word
from tui.layouts.rows.words import points_span, signed
from tui.locale import Words


def draw_standing(pen: Pen, x: int, y: int, width: int, scene: Scene, height: int = 0) -> int:
    """A box with names and points, then the rounds; the row behind it.

    It is `height` rows high, 0: as high as it needs. The rounds are left out first. A deal that is
    looked back on knows nothing of how the match stood.
    """
    palette, words, table = pen.palette, pen.words, scene.table
    if scene.ui.past:
        return y
    seats = players(table)
    height = height or len(seats) + 3
    box(pen, (x, y), (width, height), palette.faint, (words("rows.standing"), palette.muted))
    best = leaders(table) if is_ended(table) else ()
    room = height - 2
    for row, seat in enumerate(seats[:room], y + 1):
        star = "★ " if seat in best else ""
        figure = points_span(points_of(table.chairs[seat]), palette, words, "0")
        start = pen.right(row, (figure,), x + width - 2)
        left = pen.put(x + 2, row, star, palette.accent)
        style = bold(palette.accent) if seat == table.me else palette.text
        left = pen.put(left, row, cut(table.chairs[seat].name, start - left - 1), style)
        tag = _tag(table, seat, words)
        if tag and start - left > len(tag) + 3:
            pen.put(left + 1, row, tag, palette.muted)
    if room > len(seats):
        said = cut(rounds_line(scene, words), width - 4)
        pen.put(x + 2, y + height - 2, said, palette.muted)
    return y + height


def players(table: TableView) -> tuple[int, ...]:
    """The chairs that somebody sits in."""
    return tuple(seat for seat, chair in enumerate(table.chairs) if chair.kind != "empty")


def points_of(chair: ChairInfo) -> int:
    """The points of a chair in the match."""
    return chair.points.points if chair.points else 0


def _tag(table: TableView, seat: int, words: Words) -> str:
    """Why a chair is not in the next deal, or that it is there in Fantasyland."""
    own = table.chairs[seat].points
    if said := points.tag(table, seat, words):
        return said
    return words("rows.inside") if own is not None and own.at_once else ""


# ── rounds ─────────────────────────────────────────────────────────────────────────────────────


def rounds(table: TableView) -> int:
    """How many rounds the match has; 0: it has no end by number."""
    most = table.options.get("rounds")
    return most if isinstance(most, int) else 0


def round_word(table: TableView, words: Words) -> str:
    """The round for a title: `Runde 3/10`; that it is the last where no number says so."""
    of = rounds(table)
    if table.last and table.number != of:
        return words("rows.round_last", number=table.number)
    if of:
        return words("rows.round_of", number=table.number, of=of)
    return words("rows.round", number=table.number)


def rounds_line(scene: Scene, words: Words) -> str:
    """How many rounds have been played: `2 von 10 Runden gespielt`, and the time that is left."""
    table, left = scene.table, time_word(scene, words)
    played = max(0, table.number - (table.stage == "running"))
    of, brief = rounds(table), "_brief" if left else ""
    if of:
        said = words(f"rows.played_of{brief}", played=played, of=of)
    else:
        many = "played_one" if played == 1 else "played"
        said = words(f"rows.{many}{brief}", played=played)
    return f"{said} · {left}" if left else said


def title_parts(table: TableView, words: Words) -> list[str]:
    """What a title says of a finished deal: the round, and that this is its result."""
    over = words("rows.match_over" if is_ended(table) else "rows.result")
    return [round_word(table, words), over]


# ── the end of the match ───────────────────────────────────────────────────────────────────────


def is_ended(table: TableView) -> bool:
    """Whether the match is over, also where another one still waits for somebody to play with."""
    return table.ended is not None and table.stage != "running"


def leaders(table: TableView) -> tuple[int, ...]:
    """Who has the most points, several where they have the same."""
    all_points = {seat: points_of(table.chairs[seat]) for seat in players(table)}
    best = max(all_points.values(), default=0)
    return tuple(seat for seat, own in all_points.items() if own == best)


def match_line(scene: Scene, words: Words) -> str:
    """Who has won the match, by how much; nothing before its end."""
    table = scene.table
    if not is_ended(table):
        return ""
    seats, best = players(table), leaders(table)
    if not best or len(seats) < 2:
        return words("rows.match_ended")
    names = {seat: table.chairs[seat].name for seat in seats}
    most = points_of(table.chairs[best[0]])
    said = signed(most, words, "0")
    if len(best) == len(seats):
        return words("rows.match_drawn", points=said)
    if len(best) > 1:
        shared = spread([names[seat] for seat in best], words)
        return words("rows.match_shared", names=shared, points=said)
    second = max(points_of(table.chairs[seat]) for seat in seats if seat not in best)
    after = [names[seat] for seat in seats if points_of(table.chairs[seat]) == second]
    many = "one" if most - second == 1 else "many"
    return words(
        "rows.match_won",
        name=names[best[0]],
        points=said,
        lead=words(f"rows.lead_{many}", lead=words.number(most - second)),
        second=spread(after, words),
    )


def totals(scene: Scene, palette: Palette, words: Words) -> Spans:
    """Everybody's points in the match in one line: `Anna +21 · Ben +4`."""
    spans: list[Span] = []
    for seat in players(scene.table):
        chair = scene.table.chairs[seat]
        spans += [(" · ", palette.muted)] if spans else []
        spans += [
            (f"{chair.name} ", palette.text),
            points_span(points_of(chair), palette, words, "0"),
        ]
    return tuple(spans)
