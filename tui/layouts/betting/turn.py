"""What is the same on one's turn wherever there is betting: to fold, to check or call; why not."""

from engine.values import actions
from engine.values.offers import Verb
from tui.canvas import say
from tui.canvas.scene import Act, Confirm, Explain, Press
from tui.layouts import absence
from tui.layouts.betting.seen import Seen
from tui.layouts.betting.stud_words import raises as stud_raises

VIEW = "bet.view"
KEYS = {"f", "c", "r", "b", "a", "enter"}
VERBS: dict[str, Verb] = {"c": "call", "r": "raise", "b": "raise", "a": "raise", "f": "fold"}


def is_action(key: str) -> bool:
    """Whether a key acts when it is one's turn."""
    return key in KEYS or (len(key) == 1 and key in "12345")


def why(seen: Seen, verb: Verb) -> str:
    """Why something is not offered."""
    words, barred = seen.words, seen.barred(verb)
    if absence.stood_in(seen.table):
        return words("absence.bot_for_you")
    if seen.table.pause is not None and not seen.mine:
        return absence.reason(seen.table, words)
    others = [seat for seat in seen.view.to_act if seat != seen.me]
    if barred is None or barred.code == "not_your_turn":
        if others:
            return words("common.their_turn", name=seen.name(others[0]))
        return words("why.not_your_turn")
    raises = seen.view.counter("raises")
    if barred.code == "capped" and raises is not None:
        rest = "capped_check" if seen.check else "capped"
        if seen.kind.stud:
            return words(f"stud.{rest}", raises=stud_raises(seen))
        return words(f"betting.{rest}", count=raises.value, most=raises.of or 0)
    return say.why(barred, words, seen.table.chairs)


def press_fold(seen: Seen) -> Press:
    """To fold: asked once more where a check is free."""
    if not seen.fold:
        return Explain(why(seen, "fold"))
    fold = Act(actions.Fold())
    # Nothing is to pay: a finger that means something else is more likely.
    return Confirm(seen.words("betting.confirm.fold"), fold, "f") if seen.check else fold


def press_call(seen: Seen) -> Press:
    """To check, to bring in, or to call: asked once more for half a stack, if that is wanted."""
    words, price = seen.words, seen.call
    if seen.check:
        return Act(actions.Check())
    if seen.bring_in is not None:
        # It is owed: half a stack or not, there is nothing cheaper to do instead.
        return Act(actions.BringIn(seen.bring_in))
    if price is None:
        return Explain(why(seen, "call"))
    call = Act(actions.Call(price))
    if 2 * price < seen.stack(seen.me or 0) or seen.scene.ui.calls_at_once:
        return call
    return Confirm(words("betting.confirm.call", price=words.number(price)), call, "c")
