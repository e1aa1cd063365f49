"""The keys of Pokerquadrat (ux 4.7): what they are called, and what they do."""

from msgspec.structs import replace

from engine.kit.square import COLUMNS, ROWS, SIDE, cell_name
from engine.values import actions
from engine.values.cards import Card
from tui.canvas import cards
from tui.canvas.frame import can_go_on, spread
from tui.canvas.scene import Act, Button, Explain, GoOn, Hold, Press, Scene
from tui.layouts import absence
from tui.layouts.pokerquadrat.seen import Seen, see
from tui.layouts.waiting import fill_button, waiting_buttons, waiting_names, waiting_press
from tui.locale import Words

PAUSED = {"waiting", "between", "over"}  # stages in which the next deal waits for people
ARROWS = ("left", "right", "up", "down")


def buttons(scene: Scene, words: Words) -> tuple[Button, ...]:
    """The action bar: a vote, then playing, after the deal, or while the table waits."""
    seen = see(scene, words)
    if seen is None:
        return (*absence.votes(scene, words), *waiting_buttons(scene, words))
    if seen.done:
        return _after(seen)
    return () if seen.me is None else (*absence.votes(scene, words), *playing(seen))


def playing(seen: Seen) -> tuple[Button, ...]:
    """Card, place, and laying it; the first two also beforehand, for oneself."""
    words = seen.words
    count = len(seen.own())
    reason = _not_laid(seen)
    return (
        Button("quad.card", f"1–{max(1, count)}", words("pokerquadrat.key.card"), rank=2),
        Button("quad.cell", "a–e 1–5 ← ↑ ↓ →", words("pokerquadrat.key.cell"), rank=3),
        Button(
            "quad.lay",
            "Enter",
            words("pokerquadrat.key.lay"),
            enabled=not reason,
            reason=reason,
            tone="gold",
            rank=1,
        ),
    )


def _after(seen: Seen) -> tuple[Button, ...]:
    table, words = seen.table, seen.words
    shown: list[Button] = list(absence.votes(seen.scene, words))
    best = (
        () if table.best is None else (Button("table.scores", "s", words("scores.title"), rank=2),)
    )
    if seen.me is None or table.stage not in PAUSED:
        return (*shown, *best)
    ready = sum(chair.ready for chair in table.chairs)
    shown.append(
        Button(
            "table.next",
            "Space",
            words("pokerquadrat.again", ready=ready, seats=len(table.chairs)),
            enabled=can_go_on(seen.scene),
            reason=_ready_wait(seen),
            tone="good",
        )
    )
    if table.stage == "waiting":
        shown.append(fill_button(words))
    shown += best
    if table.chat == "free":
        shown.append(Button("table.talk", "t", words("pokerquadrat.chat_open"), rank=3))
    return tuple(shown)


# ── presses ────────────────────────────────────────────────────────────────────────────────────


def press(scene: Scene, key: str, words: Words) -> Press | None:
    """What a key does now; None if this layout knows nothing of it."""
    seen = see(scene, words)
    running = seen is not None and not seen.done
    rested = absence.press(scene, key, words, _acts(scene, key, running))
    if rested is not None:
        return rested
    if seen is None:
        return waiting_press(scene, key, words)
    if seen.done:
        return _press_after(seen, key)
    if seen.me is None:
        return Explain(words("pokerquadrat.only_looking")) if _is_ours(key) else None
    if key == "enter":
        return _press_enter(seen)
    if key in ARROWS:
        return Hold(replace(seen.ghost, cell=_moved(seen, key), column=None))
    if len(key) == 1 and key in COLUMNS:
        return _press_column(seen, COLUMNS.index(key))
    if len(key) == 1 and key in "0123456789":
        column = seen.ghost.column
        return _press_card(seen, int(key)) if column is None else _press_row(seen, column, key)
    if key in {"escape", "backspace"}:
        return _press_back(seen)
    return None


def _acts(scene: Scene, key: str, running: bool) -> bool:
    """Whether a key decides something; holding a card over the square does not.

    To whom a bot plays for, or who is being waited for, any of the game's keys is a sign of life.
    """
    table = scene.table
    if not running:
        return key == "space"
    missed = absence.stood_in(table) or absence.missed(table)
    return key == "enter" or (missed and _is_ours(key))


def _is_ours(key: str) -> bool:
    return key == "enter" or key in ARROWS or (len(key) == 1 and key in COLUMNS + "0123456789")


def _press_card(seen: Seen, number: int) -> Press | None:
    held = seen.own()
    if not held or number == 0:
        return None
    if number > len(held):
        return Explain(seen.words("pokerquadrat.no_card", most=len(held)))
    return Hold(replace(seen.ghost, card=held[number - 1]))


def _press_column(seen: Seen, column: int) -> Press:
    if not _rows_left(seen, column):
        return Explain(seen.words("pokerquadrat.column_full", column=COLUMNS[column]))
    return Hold(replace(seen.ghost, column=column))


def _press_row(seen: Seen, column: int, digit: str) -> Press:
    words = seen.words
    rows = _rows_left(seen, column)
    listed = spread([ROWS[row] for row in rows], words)
    if digit not in ROWS:
        return Explain(words("pokerquadrat.no_row", column=COLUMNS[column], rows=listed))
    cell = SIDE * ROWS.index(digit) + column
    lying = seen.cells[cell]
    if isinstance(lying, Card):
        card = cards.name(lying, words)
        return Explain(
            words(
                "pokerquadrat.taken",
                cell=cell_name(cell),
                card=card,
                column=COLUMNS[column],
                rows=listed,
            )
        )
    return _over(seen, cell)


def _over(seen: Seen, cell: int) -> Press:
    """Hold the card over a place that was typed, or lay it there, if that is wanted at once."""
    ghost = replace(seen.ghost, cell=cell, column=None)
    over = replace(seen, ghost=ghost)
    if seen.scene.ui.at_once and ghost.card is not None and not _not_laid(over):
        return Act(actions.Place(ghost.card, cell))
    return Hold(ghost)


def _press_back(seen: Seen) -> Press | None:
    """First the half-typed column goes, then the place, then the card."""
    ghost = seen.ghost
    if ghost.column is not None:
        return Hold(replace(ghost, column=None))
    if ghost.cell is not None:
        return Hold(replace(ghost, cell=None))
    return None if ghost.card is None else Hold(None)


def _press_enter(seen: Seen) -> Press:
    reason, ghost = _not_laid(seen), seen.ghost
    if reason or ghost.card is None or ghost.cell is None:
        return Explain(reason)
    return Act(actions.Place(ghost.card, ghost.cell))


def _press_after(seen: Seen, key: str) -> Press | None:
    if key != "space":
        return None
    if can_go_on(seen.scene):
        return GoOn()
    if seen.me is None or seen.table.stage not in PAUSED:
        return None
    return Explain(_ready_wait(seen))


# ── where the cursor goes ──────────────────────────────────────────────────────────────────────


def _rows_left(seen: Seen, column: int) -> tuple[int, ...]:
    return tuple(cell // SIDE for cell in seen.free() if cell % SIDE == column)


def _moved(seen: Seen, key: str) -> int:
    """The next free place that way: along the rows for ← →, along the columns for ↑ ↓.

    At the end of a row the next one follows, so that every free place can be reached.
    """
    free = seen.free()
    at = seen.ghost.cell
    if at is None:
        column = seen.ghost.column
        near = [cell for cell in free if cell % SIDE == column] or free
        return min(near, key=_from_centre)
    across = key in {"left", "right"}
    order = sorted(free, key=lambda cell: cell if across else _down(cell))
    step = 1 if key in {"right", "down"} else -1
    return order[(order.index(at) + step) % len(order)]


def _down(cell: int) -> int:
    """A place's number along the columns."""
    return cell % SIDE * SIDE + cell // SIDE


def _from_centre(cell: int) -> tuple[int, int]:
    rows, columns = (abs(cell // SIDE - SIDE // 2), abs(cell % SIDE - SIDE // 2))
    return rows + columns, cell


# ── reasons ────────────────────────────────────────────────────────────────────────────────────


def _not_laid(seen: Seen) -> str:
    """Why Enter lays nothing now; empty where it does."""
    words, table, ghost = seen.words, seen.table, seen.ghost
    if seen.resting:
        stood_in = absence.stood_in(table)
        return words("absence.bot_for_you") if stood_in else absence.reason(table, words)
    if not seen.mine:
        others = [seat for seat in seen.view.to_act if seat != seen.me]
        if not others:
            return words("why.not_your_turn")
        return words("common.their_turn", name=seen.name(others[0]))
    if ghost.column is not None:
        return words("pokerquadrat.row_missing", column=COLUMNS[ghost.column])
    if ghost.card is None and ghost.cell is None:
        return words("pokerquadrat.both_missing", most=len(seen.own()))
    if ghost.card is None:
        return words("pokerquadrat.card_missing", most=len(seen.own()))
    if ghost.cell is None:
        return words("pokerquadrat.cell_missing")
    return ""


def _ready_wait(seen: Seen) -> str:
    names = waiting_names(seen.scene, seen.words)
    if names:
        return seen.words("common.ready_wait", names=spread(names, seen.words))
    return seen.words("common.ready_wait_all")
