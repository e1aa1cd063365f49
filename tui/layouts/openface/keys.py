"""The keys of open-face and Pineapple (ux 4.8): what they are called, and what they do.

Nothing is sent before Enter: cards are held over rows, moved and taken back. Five cards and those
of Fantasyland are arranged in a tray, by the keys of the closed game.
"""

from functools import partial

from engine.kit.outlook import Dead
from engine.kit.rows import ROWS, misplaced
from engine.kit.splits import suggestions
from engine.values import actions
from tui.canvas import cards
from tui.canvas.scene import Act, Button, Confirm, Explain, Point, Press, Scene, Series, Sort
from tui.canvas.sorting import Stop
from tui.layouts import absence, rows
from tui.layouts.arranging import keys as tray
from tui.layouts.arranging.rows import row_word
from tui.layouts.openface import laying
from tui.layouts.openface.prompt import asked, foul, waits
from tui.layouts.openface.seen import Seen, see
from tui.layouts.rows.counting import scoring
from tui.layouts.waiting import waiting_buttons, waiting_press
from tui.locale import Words

GO, FOLLOW = "open.go", "open.follow"
_BAR_TOO = {"open.fast", "open.put", "open.throw", "open.back"}
DIGITS = "123"
_ARROWS = {"left": -1, "right": 1}
_BACK = {"u", "backspace"}


def buttons(scene: Scene, words: Words) -> tuple[Button, ...]:
    """The action bar: a vote, the turn's keys, the result's, or what a waiting table has."""
    if rows.is_over(scene):
        return rows.buttons(scene, words)
    seen, votes = see(scene, words), absence.votes(scene, words)
    if seen is None:
        return (*votes, *waiting_buttons(scene, words))
    if seen.task is not None:
        return (*votes, *_playing(seen))
    if seen.me is None and seen.bottom is not None:
        label = words("openface.key.follow", name=seen.name(seen.bottom))
        return (*votes, Button(FOLLOW, "← →", label, rank=2))
    return votes


def foot(seen: Seen) -> tuple[Button, ...]:
    """The turn's keys as the footer lists them."""
    words, now = seen.words, seen.sorting
    if seen.task is None or now is None:
        return ()
    if seen.task in {"first", "set"}:
        return tray.foot(words)
    go = Button("open.fast", "Enter", words("openface.foot.go"), rank=2)
    row = Button("open.put", "1 2 3", words("openface.foot.row"), rank=3)
    back = Button("open.back", "u", words("openface.foot.back"), rank=4)
    if seen.task == "one":
        return (row, back, go)
    card = Button("open.card", "← →", words("openface.foot.card"), rank=1)
    away = Button("open.throw", "0", words("openface.foot.away"), rank=2)
    return (card, row, away, back, go)


def beside(scene: Scene, words: Words) -> tuple[Button, ...]:
    """The turn's keys that the footer alone has."""
    seen = None if rows.is_over(scene) else see(scene, words)
    return () if seen is None else tuple(one for one in foot(seen) if one.id not in _BAR_TOO)


def _playing(seen: Seen) -> tuple[Button, ...]:
    words, now, lacks = seen.words, seen.sorting, _lacks(seen)
    go = Button(GO, "Enter", _go_label(seen), not lacks, lacks, "gold")
    if now is None:
        return (go,)
    if seen.task in {"first", "set"}:
        return (*tray.buttons(now, words, hints=seen.hints and seen.task == "set"), go)
    nothing = not (now.before or now.marked or laying.held(now))
    back = "openface.key.take_back" if seen.task == "one" else "openface.key.back"
    shown = [Button("open.row", "1 2 3", words("openface.key.row"), tone="good", rank=1)]
    if seen.task == "three":
        shown.append(Button("open.away", "0", words("openface.key.away"), rank=2))
    reason = words("arranging.stop.not_undone")
    shown.append(
        Button("open.undo", "u", words(back), not nothing, reason if nothing else "", rank=3)
    )
    return (*shown, go)


def _go_label(seen: Seen) -> str:
    words, now = seen.words, seen.sorting
    if seen.task == "throw" and seen.thrown is not None:
        return words("openface.key.throw", card=cards.name(seen.thrown, words))
    if seen.task == "set":
        return words("openface.key.set")
    if seen.task == "one" and now is not None:
        card = now.cards[0]
        if (row := now.row_of(card)) is not None:
            name = cards.name(card, words)
            return words(f"openface.key.to.{ROWS[row]}", card=name)
    return words("openface.key.confirm" if seen.task == "three" else "openface.key.fast")


# ── presses ────────────────────────────────────────────────────────────────────────────────────


def press(scene: Scene, key: str, words: Words) -> Press | None:
    """What a key does now; None if this layout knows nothing of it."""
    if rows.is_over(scene):
        return rows.press(scene, key, words)
    seen = see(scene, words)
    rested = absence.press(scene, key, words, _acts(scene, key, seen))
    if rested is not None:
        return rested
    if seen is None:
        return waiting_press(scene, key, words)
    if seen.task is None:
        return _idle(seen, key)
    if seen.sorting is None:
        if key == "enter":
            return _enter(seen)
        # The card that goes away can't be laid.
        return Explain(asked(seen)) if key in {*DIGITS, "0", "u"} else None
    if seen.task in {"first", "set"}:
        counting = scoring(seen.table.game, seen.table.options)
        hints = partial(suggestions, scoring=counting) if seen.hints else None
        pressed = tray.press(seen.sorting, key, words, hints)
        return _enter(seen) if pressed is None and key == "enter" else pressed
    return _enter(seen) if key == "enter" else _laying(seen, key)


def _acts(scene: Scene, key: str, seen: Seen | None) -> bool:
    """Whether a key decides something; holding cards over rows does not.

    To whom a bot plays for, or who is being waited for, any of the game's keys is a sign of life.
    """
    if seen is None:
        return key == "space"
    missed = absence.stood_in(scene.table) or absence.missed(scene.table)
    return key == "enter" or (missed and _is_ours(key))


def _is_ours(key: str) -> bool:
    return key == "enter" or tray.is_ours(key)


def _idle(seen: Seen, key: str) -> Press | None:
    """Nothing to decide: whoever looks on follows somebody, others hear whom they wait for."""
    if seen.me is None and key in _ARROWS and seen.others:
        at = seen.seats.index(seen.bottom) if seen.bottom is not None else 0
        return Point(seen.seats[(at + _ARROWS[key]) % len(seen.seats)])
    if key not in {*DIGITS, "0", "u", "enter"}:
        return None
    if seen.table.me is None:
        return Explain(seen.words("openface.only_looking"))
    return Explain(waits(seen) or seen.words("why.not_your_turn"))


def _laying(seen: Seen, key: str) -> Press | None:
    """One card, or three of which one goes away, each by its own."""
    now, words = seen.sorting, seen.words
    assert now is not None
    if key in tuple(DIGITS):
        row = DIGITS.index(key)
        moved = laying.put(now, row)
        if moved == "enough":
            return Explain(words("openface.enough"))
        if isinstance(moved, Stop) and moved.code == "row_full":
            return Explain(words("openface.row_full", row=row_word(row, words)))
        return tray.answered(moved, words)
    if key in _BACK or (key == "0" and seen.task == "one"):
        return tray.answered(laying.take_back(now), words)
    if seen.task != "three":
        return None
    if key == "0":
        return Sort(laying.throw(now))
    return Sort(laying.step(now, _ARROWS[key])) if key in _ARROWS else None


def _enter(seen: Seen) -> Press:
    if lacks := _lacks(seen):
        return Explain(lacks)
    words, now = seen.words, seen.sorting
    if now is None:
        assert seen.thrown is not None
        return Act(actions.Throw(seen.thrown))
    if seen.task == "set":
        go = Act(actions.SetRows(*now.draft.rows))
        if wrong := misplaced(now.draft.rows):
            found = Dead(wrong[0], ROWS[ROWS.index(wrong[0]) + 1])
            return Confirm(foul(found, words, "anyway"), go, heeded=True)
        return go
    made = Series(laying.done(now))
    if seen.risky is not None:
        return Confirm(foul(seen.risky, words, "anyway"), made, heeded=True)
    return made


def _lacks(seen: Seen) -> str:
    """Why Enter makes nothing fast yet; empty where it does."""
    words, now = seen.words, seen.sorting
    if now is None or not now.left:
        return ""
    if seen.task == "one":
        return words("openface.no_row", card=cards.name(now.cards[0], words))
    return words(f"openface.lacks.{'one' if now.left == 1 else 'many'}", count=now.left)
