"""What a deal for points was, beside the best that those who played it have made so far."""

from datetime import UTC, datetime

from tui.canvas.palette import Palette, bold
from tui.canvas.pen import Spans
from tui.canvas.scene import Scene
from tui.locale import Words


def day(words: Words, at: int) -> str:
    """The day of a moment in milliseconds of Unix time; the same for everybody (UTC)."""
    when = datetime.fromtimestamp(at / 1000, UTC)
    return words("scores.day", day=when.day, month=when.month, year=when.year)


def best_spans(scene: Scene, palette: Palette, words: Words) -> Spans:
    """`Euer bestes Ergebnis`, or what that was and when; nothing where the table tells none."""
    best = scene.table.best
    if best is None:
        return ()
    whose = "best" if _played(scene) else "their"
    if not best.fresh:
        text = words(f"scores.{whose}.before", points=best.points, day=day(words, best.at))
        return ((text, palette.muted),)
    # Whatever was never done before is the best: only what beats something is said to.
    which = "fresh" if best.tally is None or best.tally.played > 1 else "first"
    return ((words(f"scores.{whose}.{which}"), bold(palette.accent)),)


def _played(scene: Scene) -> bool:
    """Whether the viewer is one of those who played it: somebody may have sat down since."""
    me, chairs, players = scene.table.me, scene.table.chairs, scene.players
    if me is None:
        return False
    return me >= len(players) or players[me] == chairs[me].name
