"""The keys of Pokerface (ux 4.6): what they are called, and what they do."""

from engine.values import actions
from engine.values.offers import Ready
from tui.canvas import say
from tui.canvas.frame import can_go_on, spread
from tui.canvas.scene import Act, Button, Explain, GoOn, Point, Press, Scene
from tui.layouts import absence
from tui.layouts.pokerface.seen import Seen, see
from tui.layouts.waiting import fill_button, waiting_buttons, waiting_names, waiting_press
from tui.locale import Words

PAUSED = {"waiting", "between", "over"}  # stages in which the next deal waits for people


def buttons(scene: Scene, words: Words) -> tuple[Button, ...]:
    """The action bar: a vote, then playing, after the showdown, or while the table waits."""
    seen = see(scene, words)
    if seen is None:
        return (*absence.votes(scene, words), *waiting_buttons(scene, words))
    if seen.showdown:
        return _after(seen)
    return () if seen.me is None else (*absence.votes(scene, words), *_playing(seen))


def _playing(seen: Seen) -> tuple[Button, ...]:
    words = seen.words
    chosen = seen.cursor
    reason = _not_now(seen)
    shown = [
        Button(
            "pf.take",
            f"1–{len(seen.rack)}",
            words("pokerface.take"),
            enabled=bool(seen.takes),
            reason=reason,
            tone="good",
            rank=3,
        )
    ]
    if chosen is not None:
        holder = seen.takes[chosen]
        if holder is None:
            label = words("pokerface.from_centre", token=chosen)
        else:
            label = words("pokerface.from_seat", token=chosen, name=seen.name(holder))
    else:
        label = words("pokerface.choose")
    shown.append(
        Button(
            "pf.choose",
            "← → Enter",
            label,
            enabled=chosen is not None,
            reason=reason,
            tone="gold",
            rank=2,
        )
    )
    verb = "agree" if seen.open else "pass"
    keep = seen.passing is not None and seen.own is not None
    shown.append(
        Button(
            "pf.pass",
            "p",
            words(f"pokerface.{verb}_keep", token=seen.own) if keep else words(f"pokerface.{verb}"),
            enabled=seen.passing is not None,
            reason="" if seen.passing else _barred(seen),
            rank=1,
        )
    )
    return tuple(shown)


def _after(seen: Seen) -> tuple[Button, ...]:
    table, words = seen.table, seen.words
    if seen.revealing():
        return (Button("table.next", "Space", words("pokerface.show_all"), tone="good"),)
    shown: list[Button] = list(absence.votes(seen.scene, words))
    if seen.me is not None and table.stage in PAUSED:
        ready = sum(chair.ready for chair in table.chairs)
        key = "pokerface.new_match" if seen.over else "common.go_on"
        shown.append(
            Button(
                "table.next",
                "Space",
                words(key, ready=ready, seats=len(table.chairs)),
                enabled=can_go_on(seen.scene),
                reason=_ready_wait(seen),
                tone="good",
            )
        )
        if table.stage == "waiting":
            shown.append(fill_button(words))
        if table.chat == "free":
            shown.append(Button("table.talk", "t", words("pokerface.chat_open"), rank=2))
    shown.append(Button("pf.paths", "← →", words("pokerface.paths"), rank=1))
    return tuple(shown)


def press(scene: Scene, key: str, words: Words) -> Press | None:
    """What a key does now; None if this layout knows nothing of it."""
    # After a deal the arrows look at hands, which decides nothing.
    deciding = {"left", "right"} if scene.table.stage == "running" else {"space"}
    rested = absence.press(scene, key, words, _is_action(key) or key in deciding)
    if rested is not None:
        return rested
    seen = see(scene, words)
    if seen is None:
        return waiting_press(scene, key, words)
    if seen.showdown:
        return _press_after(seen, key)
    if seen.me is None:
        return Explain(words("pokerface.only_looking")) if _is_action(key) else None
    if len(key) == 1 and key in "123456789":
        return _press_token(seen, int(key))
    if key in {"left", "right"}:
        return _press_arrow(seen, 1 if key == "right" else -1)
    if key == "enter":
        chosen = seen.cursor
        return Explain(_not_now(seen)) if chosen is None else _take(seen, chosen)
    if key == "p":
        return _press_pass(seen)
    return None


def _press_token(seen: Seen, number: int) -> Press:
    words = seen.words
    if number in seen.takes:
        return _take(seen, number)
    if number > len(seen.rack):
        return Explain(words("pokerface.no_token", most=len(seen.rack)))
    if not seen.takes:
        return Explain(_not_now(seen))
    if number == seen.own:
        return Explain(words("why.own_token", token=number))
    return Explain(words("why.centre_only"))


def _press_arrow(seen: Seen, step: int) -> Press:
    numbers = sorted(seen.takes)
    if seen.cursor is None:
        return Explain(_not_now(seen))
    return Point(numbers[(numbers.index(seen.cursor) + step) % len(numbers)])


def _press_pass(seen: Seen) -> Press:
    offer = seen.passing
    if offer is None:
        return Explain(_barred(seen))
    if isinstance(offer, Ready):
        return Act(actions.Ready(offer.moves))
    return Act(actions.Pass())


def _press_after(seen: Seen, key: str) -> Press | None:
    table = seen.table
    if key == "space":
        if seen.revealing() or can_go_on(seen.scene):
            return GoOn()
        if seen.me is None or table.stage not in PAUSED:
            return None
        return Explain(_ready_wait(seen))
    count = len(seen.revealed())
    if key in {"left", "right"} and count and not seen.revealing():
        return Point((path_row(seen) + (1 if key == "right" else -1)) % count)
    return None


def path_row(seen: Seen) -> int:
    """The row of the showdown whose tokens are listed: chosen, failed, or the viewer's own."""
    hands = seen.revealed()
    chosen = seen.scene.ui.cursor
    if chosen is not None and 0 <= chosen < len(hands):
        return chosen
    outcome = seen.outcome()
    failed = outcome.facts.get("seat") if outcome else None
    wanted = seen.me if failed is None else failed
    rows = (row for row, hand in enumerate(hands) if hand.seat == wanted)
    return next(rows, 0)


def _take(seen: Seen, number: int) -> Act:
    return Act(actions.Take(number, seen.takes[number]))


def _not_now(seen: Seen) -> str:
    """Why there is nothing to take: whose turn it is."""
    if absence.stood_in(seen.table):
        return seen.words("absence.bot_for_you")
    if seen.table.pause is not None and not seen.mine:
        return absence.reason(seen.table, seen.words)
    others = [seat for seat in seen.view.to_act if seat != seen.me]
    if seen.takes or not others:
        return seen.words("why.not_your_turn")
    return turn_of(seen, others[0])


def turn_of(seen: Seen, seat: int) -> str:
    """Whose turn it is, in words."""
    return seen.words("common.their_turn", name=seen.name(seat))


def _barred(seen: Seen) -> str:
    words, why = seen.words, seen.barred
    if why is None or why.code == "not_your_turn":
        return _not_now(seen)
    if why.code == "no_token":
        return words("pokerface.agree_barred" if seen.open else "pokerface.pass_barred")
    return say.why(why, words, seen.table.chairs)


def _ready_wait(seen: Seen) -> str:
    names = waiting_names(seen.scene, seen.words)
    if names:
        return seen.words("common.ready_wait", names=spread(names, seen.words))
    return seen.words("common.ready_wait_all")


def _is_action(key: str) -> bool:
    return key in {"p", "enter"} or (len(key) == 1 and key in "123456789")
