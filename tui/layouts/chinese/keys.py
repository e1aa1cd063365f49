"""The keys of Chinese Poker (ux 4.8): cards are arranged, and nothing is final before Enter."""

from functools import partial

from engine.kit.ranking import describe
from engine.kit.rows import ROWS, misplaced
from engine.kit.splits import suggestions
from engine.values import actions
from engine.values.draft import FULL
from engine.values.offers import Barred, Declare
from tui.canvas import say
from tui.canvas.scene import Act, Button, Confirm, Explain, Press, Scene
from tui.canvas.sorting import Sorting
from tui.layouts import absence, rows
from tui.layouts.arranging import keys as arranging
from tui.layouts.arranging.rows import row_word
from tui.layouts.chinese.board import wait_word
from tui.layouts.chinese.seen import Seen, see
from tui.layouts.rows.seen import Laid
from tui.layouts.rows.words import hand_word
from tui.layouts.waiting import waiting_buttons, waiting_press
from tui.locale import Words

SET, DECLARE, SURRENDER = "rows.set", "rows.declare", "rows.surrender"
_FEW = {"rows.lay", arranging.ACCEPT, "rows.undo", "rows.idea", "rows.order", SET}
_CHOICES = {DECLARE, SURRENDER}
_FINAL = {"enter", "m", "a"}


def buttons(scene: Scene, words: Words) -> tuple[Button, ...]:
    """The action bar, and the keys that stand in the footer; a result, or a table that waits."""
    if rows.is_over(scene):
        return rows.buttons(scene, words)
    seen, votes = see(scene, words), absence.votes(scene, words)
    if seen is None:
        return (*votes, *waiting_buttons(scene, words))
    now = seen.sorting
    if now is None:
        return votes
    return (
        *votes,
        *arranging.buttons(now, words, hints=seen.hints),
        *(() if now.ghosts else (_set_button(seen, now),)),
        *_choices(seen),
        *arranging.foot(words),
    )


def in_bar(button: Button) -> bool:
    """Whether a button belongs into the row of the action bar."""
    return button.id in _FEW


def is_choice(button: Button) -> bool:
    """Whether it chooses something else than rows."""
    return button.id in _CHOICES


def in_foot(button: Button) -> bool:
    """Whether it stands before the keys that always work."""
    return button.id.startswith("rows.") and not in_bar(button) and not is_choice(button)


def _set_button(seen: Seen, now: Sorting) -> Button:
    words = seen.words
    missing = missing_word(now, words)
    return Button(SET, "Enter", words("chinese.key.set"), not missing, missing, "gold", rank=1)


def _choices(seen: Seen) -> tuple[Button, ...]:
    """What can be chosen in place of rows, where the table has it."""
    words, found = seen.words, []
    match seen.declare:
        case Declare(specials):
            label = words("chinese.key.declare", special=words(f"rows.special.{specials[0]}"))
            found.append(Button(DECLARE, "m", label, tone="good", rank=5))
        case Barred(_, why):
            label, reason = words("chinese.key.special"), say.why(why, words)
            found.append(Button(DECLARE, "m", label, enabled=False, reason=reason, rank=5))
    if seen.surrender is not None:
        label = words("chinese.key.surrender", points=words.signed(-seen.surrender.price))
        found.append(Button(SURRENDER, "a", label, tone="danger", rank=6))
    return tuple(found)


# ── presses ────────────────────────────────────────────────────────────────────────────────────


def press(scene: Scene, key: str, words: Words) -> Press | None:
    """What a key does now; None if this layout knows nothing of it."""
    if rows.is_over(scene):
        return rows.press(scene, key, words)
    seen = see(scene, words)
    acts = key == "space" if seen is None else seen.me is not None and key in _FINAL
    rested = absence.press(scene, key, words, acts)
    if rested is not None:
        return rested
    if seen is None:
        return waiting_press(scene, key, words)
    now = seen.sorting
    if now is None:
        return Explain(_no_cards(seen)) if arranging.is_ours(key) or key in _FINAL else None
    if key == "enter" and not now.ghosts:
        return _press_set(seen, now)
    if key == "m":
        return _press_declare(seen)
    if key == "a":
        return _press_surrender(seen)
    hints = partial(suggestions, scoring=seen.counting) if seen.hints else None
    return arranging.press(now, key, words, hints)


def _no_cards(seen: Seen) -> str:
    """Why there is nothing to arrange."""
    if seen.chosen:
        return f"{seen.words('chinese.already')} {wait_word(seen)}"
    return seen.words("chinese.no_cards")


def _press_set(seen: Seen, now: Sorting) -> Press:
    words = seen.words
    if missing := missing_word(now, words):
        return Explain(missing)
    act = Act(actions.SetRows(*now.draft.rows))
    if foul := foul_word(now, words):
        return Confirm(foul, act, heeded=True)
    return act


def _press_declare(seen: Seen) -> Press:
    words = seen.words
    match seen.declare:
        case Declare(specials):
            # Whatever else it is, it counts as the first, the most valuable one.
            text = words("chinese.declare", special=words(f"rows.special.{specials[0]}"))
            return Confirm(text, Act(actions.Declare(specials[0])), heeded=True)
        case Barred(_, why):
            return Explain(say.why(why, words))
        case None:
            return Explain(words("chinese.no_specials"))


def _press_surrender(seen: Seen) -> Press:
    words, offer = seen.words, seen.surrender
    if offer is None:
        return Explain(words("chinese.no_surrender"))
    # A special hand has its own value of whoever gives up.
    key = "surrender" if seen.declare is None else "surrender_special"
    text = words(f"chinese.{key}", points=offer.price, all=offer.price * len(seen.others))
    return Confirm(text, Act(actions.Surrender(offer.price)), heeded=True)


# ── reasons ────────────────────────────────────────────────────────────────────────────────────


def missing_word(now: Sorting, words: Words) -> str:
    """What is missing to full rows: `Es fehlen noch 3 Karten: Mitte 1, Hinten 2.`"""
    short = [
        f"{row_word(row, words)} {most - len(now.draft.rows[row])}"
        for row, most in enumerate(FULL)
        if len(now.draft.rows[row]) < most
    ]
    if not short:
        return ""
    key = "missing_one" if now.left == 1 else "missing"
    return words(f"chinese.{key}", count=now.left, rows=", ".join(short))


def foul_word(now: Sorting, words: Words) -> str:
    """What makes full rows a foul: `Verlegt: Vorne Paar 10 schlägt Mitte.`; empty where nothing."""
    wrong = misplaced(now.draft.rows)
    if not wrong:
        return ""
    row = ROWS.index(wrong[0])
    laid = now.draft.rows[row]
    hand = hand_word(Laid(laid, describe(laid)), words)
    here, behind = row_word(row, words), row_word(row + 1, words)
    return words("chinese.foul", row=here, hand=hand, behind=behind)
