"""A freeze-out: everybody begins with as many chips, and whoever has none left is out.

The same for every game of this kind. Nothing is bought and nobody sits out: what keeps a chair out
of the next deal, what is said between two deals, how a match has ended and what leaving costs is
said here once.
"""

from typing import Literal

from protocol.messages import FreezeoutInfo, TableView
from tui.canvas.frame import spread
from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Span, Spans
from tui.canvas.scene import Scene
from tui.layouts import absence, cash
from tui.layouts.options import facts_of
from tui.layouts.points import time_word
from tui.locale import Words

State = Literal["free", "leaves", "out", "waits", "in"]


def is_freezeout(table: TableView) -> bool:
    """Whether the table plays a freeze-out."""
    return any(chair.freezeout is not None for chair in table.chairs)


def own(table: TableView) -> FreezeoutInfo | None:
    """The viewer's own chips here; None for whoever has no chair."""
    return None if table.me is None else table.chairs[table.me].freezeout


def begun(table: TableView) -> bool:
    """Whether a match has begun and goes on."""
    return table.number > 0 and table.ended is None


def is_ended(table: TableView) -> bool:
    """Whether the match is over, also where another one still waits for somebody to play with."""
    return table.ended is not None and table.stage != "running"


def state(table: TableView, seat: int) -> State:
    """What keeps a chair out of the next deal; `in`: nothing does."""
    chips = table.chairs[seat].freezeout
    if table.chairs[seat].kind == "empty":
        return "free"
    if chips is None:
        return "in"
    if chips.wish == "leave":
        return "leaves"
    if not begun(table) or chips.stack or cash.dealt_in(table, seat):
        return "in"
    return "out" if chips.playing else "waits"


def tag(table: TableView, seat: int, words: Words) -> str:
    """What sets a chair apart from those that are dealt in next, in at most 13 cells."""
    how = state(table, seat)
    return "" if how == "in" else words(f"freezeout.chair.{how}")


def stack(table: TableView, seat: int) -> int | None:
    """The chips of a chair: what the deal has left of them, or all where it is in none."""
    view = table.view
    if view is not None and cash.dealt_in(table, seat) and view.seats[seat].stack is not None:
        return view.seats[seat].stack
    chips = table.chairs[seat].freezeout
    return None if chips is None else chips.stack


# ── one's own chair ────────────────────────────────────────────────────────────────────────────


def sentence(table: TableView, words: Words) -> str:
    """What the viewer should know about being dealt in; nothing where it goes without saying."""
    if own(table) is None or table.me is None:
        return ""
    how = state(table, table.me)
    return "" if how == "in" else words(f"freezeout.you.{how}")


def may_go_on(table: TableView, seat: int) -> bool:
    """Whether a chair is asked if the next deal shall begin at once."""
    chair = table.chairs[seat]
    return chair.kind == "person" and chair.here and state(table, seat) == "in"


def go_on(scene: Scene, words: Words) -> str:
    """What Space does between deals: `nächstes Spiel 1/2  8 s`."""
    table = scene.table
    label = words("freezeout.key.again" if is_ended(table) else "freezeout.key.next")
    asked = [seat for seat in range(len(table.chairs)) if may_go_on(table, seat)]
    if len(asked) > 1:
        ready = sum(table.chairs[seat].ready for seat in asked)
        label = f"{label} {ready}/{len(asked)}"
    seconds = cash.next_in(scene)
    return label if seconds is None else f"{label}  {words('common.seconds', seconds=seconds)}"


def leaving(table: TableView, words: Words) -> str:
    """What becomes of the viewer's hand, chips and match if they leave now."""
    if table.me is None:
        return words("freezeout.leave.nothing")
    if cash.in_hand(table, table.me):
        assert table.view is not None
        if table.view.seats[table.me].status == "all_in":
            return words("freezeout.leave.all_in")
        declares = table.view.phase == "declare"
        return words("freezeout.leave.declare" if declares else "freezeout.leave.hand")
    chips = stack(table, table.me)
    if not chips or not begun(table):
        return words("freezeout.leave.nothing")
    said = words("freezeout.leave.between", chips=words.number(chips))
    if cash.dealt_in(table, table.me):
        return words("freezeout.leave.folded", chips=words.number(chips))
    left = [seat for seat in with_chips(table) if seat != table.me]
    goes_on = len(left) > 1 and any(table.chairs[seat].kind == "person" for seat in left)
    return said if goes_on else f"{said} {words('freezeout.leave.ends')}"


# ── how it stands ──────────────────────────────────────────────────────────────────────────────


def with_chips(table: TableView) -> tuple[int, ...]:
    """The chairs that have chips, the most first."""
    chips = {seat: stack(table, seat) or 0 for seat in range(len(table.chairs))}
    return tuple(sorted((seat for seat in chips if chips[seat]), key=lambda seat: -chips[seat]))


def deal_word(table: TableView, words: Words) -> str:
    """The deal for a title: `Spiel 12`; that it is the last where the time is over."""
    key = "freezeout.deal_last" if table.last else "freezeout.deal"
    return words(key, number=table.number)


def title_parts(scene: Scene, words: Words) -> list[str]:
    """What a title says of a match: the deal, the time that is left, what is played for."""
    table = scene.table
    left = time_word(scene, words)
    return [deal_word(table, words), *([left] if left else []), *stakes_parts(table, words)]


def stakes_parts(table: TableView, words: Words) -> list[str]:
    """What is played for: `Ante 1`, and `max 5` or that the pot is matched."""
    options = table.options
    named = ("ante", "match_pot" if options.get("match_pot") is True else "max_bet")
    keys = {name: f"{table.game}.short.{name}" for name in named if name in options}
    return [
        words(key, **facts_of(options[name], words)) for name, key in keys.items() if words.has(key)
    ]


def standing(scene: Scene, palette: Palette, words: Words) -> Spans:
    """What everybody has and who is out: `Chips: Anna 57 · Ben 31 · Carla raus`."""
    table = scene.table
    spans: list[Span] = [(words("freezeout.standing") + " ", palette.muted)]
    ended = is_ended(table)
    for seat, chair in enumerate(table.chairs):
        if chair.kind == "empty":
            continue
        spans += [(" · ", palette.muted)] if len(spans) > 1 else []
        chips, how = stack(table, seat) or 0, state(table, seat)
        star = "★ " if ended and seat in table.winners else ""
        style = palette.accent if seat == table.me or star else palette.text
        spans.append((f"{star}{chair.name} ", bold(style) if star else style))
        said = words.number(chips)
        if not chips and how in ("out", "waits"):
            said = tag(table, seat, words)
        elif how == "leaves":
            said += f" ({tag(table, seat, words)})"
        if away := absence.seat_words(table, seat, words):
            said += f" ({away[0]})"
        spans.append((said, palette.text if chips else palette.faint))
    if table.pot:
        named = words("freezeout.pot", chips=words.number(table.pot))
        spans += [(" · ", palette.muted), (named, palette.accent)]
    return tuple(spans)


def match_line(table: TableView, words: Words) -> str:
    """Who has won the match, and how; nothing before its end."""
    if not is_ended(table):
        return ""
    won = [seat for seat in table.winners if table.chairs[seat].kind != "empty"]
    if not won:
        return words("freezeout.ended")
    most = stack(table, won[0]) or 0
    chips = words.number(most)
    names = spread([table.chairs[seat].name for seat in won], words)
    rich = with_chips(table)
    if len(won) > 1:
        return words("freezeout.shared", names=names, chips=chips)
    if len(rich) < 2:
        return words("freezeout.won_all", name=names)
    second = stack(table, rich[1]) or 0
    after = [table.chairs[seat].name for seat in rich[1:] if stack(table, seat) == second]
    lead, behind = words.number(most - second), spread(after, words)
    return words("freezeout.won", name=names, chips=chips, lead=lead, second=behind)


# ── between deals ──────────────────────────────────────────────────────────────────────────────


def next_line(scene: Scene, words: Words) -> str:
    """What the table waits for between two deals."""
    table = scene.table
    if table.stage == "waiting":
        free = any(chair.kind == "empty" for chair in table.chairs)
        filled = free and table.me is not None
        return words("freezeout.missing_fill" if filled else "freezeout.missing")
    seconds = cash.next_in(scene)
    if seconds is None:
        return ""
    key = "freezeout.match_in" if is_ended(table) else "freezeout.next_in"
    return words(key, seconds=seconds)


def between(scene: Scene, palette: Palette, words: Words) -> Spans:
    """The line under a result: what concerns one's own chair, and when it goes on."""
    if scene.table.stage == "running" or not is_freezeout(scene.table):
        return ()
    said, then = sentence(scene.table, words), next_line(scene, words)
    spans = [(text, style) for text, style in ((said, palette.text), (then, palette.muted)) if text]
    return tuple(spans) if len(spans) < 2 else (spans[0], (f"  {then}", palette.muted))
