"""A table with chips: who is dealt in, what one can do about it, and when the next deal begins.

The same for every layout (ux 4.4, 5.6). What a key does is said here once; the screen obeys it.
"""

from typing import Literal

from engine.values.offers import real
from protocol.messages import RESERVE, CashInfo, TableView
from tui.canvas.palette import Palette
from tui.canvas.pen import Spans
from tui.canvas.scene import Button, Scene
from tui.locale import Words

State = Literal["free", "leaves", "rests", "broke", "posts", "waits", "in"]


def is_cash(table: TableView) -> bool:
    """Whether there are chips at the table that are bought and taken home."""
    return table.buy_in is not None or any(chair.cash is not None for chair in table.chairs)


def own(table: TableView) -> CashInfo | None:
    """The viewer's own chips here; None for whoever has none."""
    return None if table.me is None else table.chairs[table.me].cash


def dealt_in(table: TableView, seat: int) -> bool:
    """Whether the chair plays the deal that runs, folded or not."""
    view = table.view
    if view is None or table.stage != "running" or not 0 <= seat < len(view.seats):
        return False
    return view.seats[seat].status != "out"


def in_hand(table: TableView, seat: int) -> bool:
    """Whether the chair can still win something of the deal that runs."""
    return (
        dealt_in(table, seat)
        and table.view is not None
        and (table.view.seats[seat].status != "folded")
    )


def state(table: TableView, seat: int) -> State:
    """What keeps a chair out of the next deal; `in`: nothing does."""
    chair = table.chairs[seat]
    cash = chair.cash
    if chair.kind == "empty":
        return "free"
    if cash is None:
        return "in"
    if cash.wish == "leave":
        return "leaves"
    if cash.wish == "rest":
        return "rests"
    if not cash.stack and not cash.coming:
        return "broke"
    # Before the first deal nobody has missed anything, and who plays does not wait.
    if cash.owes and table.number and not dealt_in(table, seat):
        return "posts" if cash.posting else "waits"
    return "in"


def label(table: TableView, seat: int, words: Words) -> str:
    """Why a chair is not in the deal, in at most 13 cells."""
    return words(f"cash.chair.{state(table, seat)}")


def stack(table: TableView, seat: int) -> int | None:
    """The chips of a chair: what the deal has left of them, or all where it is in none."""
    view = table.view
    if view is not None and dealt_in(table, seat) and view.seats[seat].stack is not None:
        return view.seats[seat].stack
    cash = table.chairs[seat].cash
    return None if cash is None else cash.stack


# ── one's own chair ────────────────────────────────────────────────────────────────────────────


def broke(table: TableView) -> bool:
    """Whether the viewer has no chips left to play with."""
    cash = own(table)
    return cash is not None and cash.wish != "leave" and not cash.stack and not cash.coming


def again(scene: Scene) -> int:
    """What Enter buys for whoever has no chips left; 0: nothing can be bought."""
    cash = own(scene.table)
    if cash is None or cash.buy is None or not broke(scene.table):
        return 0
    least, most = cash.buy
    chips = most if scene.ui.purse is None else min(most, scene.ui.purse)
    return chips if chips >= least else 0


def buttons(scene: Scene, words: Words) -> tuple[Button, ...]:
    """All that the viewer can do about chips and being dealt in, in the order of importance."""
    table = scene.table
    cash = own(table)
    if cash is None or table.stage == "broken":
        return ()
    made: list[Button] = []
    if chips := again(scene):
        named = words("cash.again", chips=words.number(chips))
        made.append(Button("cash.again", "Enter", named, tone="gold"))
    if reserve := reserve_button(scene, words):
        made.append(reserve)
    if state(table, table.me or 0) in ("waits", "posts"):
        named = words("cash.post_wait" if cash.posting else "cash.post_now")
        made.append(Button("cash.post", "g", named, tone="good", rank=1))
    if cash.buy is not None:
        made.append(Button("cash.buy", "e", words("cash.buy"), rank=8))
    resting = cash.wish == "rest"
    named = words("cash.back" if resting else "cash.rest")
    made.append(Button("cash.rest", "s", named, tone="good" if resting else "normal", rank=3))
    return tuple(made)


def reserve_button(scene: Scene, words: Words) -> Button | None:
    """More time for the decision that stands, where there is some left."""
    table, cash = scene.table, own(scene.table)
    if cash is None or not cash.reserve or table.clock is None or table.stage != "running":
        return None
    if not real(table.offers):
        return None
    return Button("cash.reserve", "w", words("cash.reserve", seconds=RESERVE), rank=5)


def bar_buttons(scene: Scene, words: Words) -> tuple[Button, ...]:
    """Those of the buttons that belong into the action bar of whoever is not in the deal."""
    keep = {"cash.again", "cash.post"}
    cash = own(scene.table)
    if cash is not None and (cash.wish == "rest" or broke(scene.table)):
        keep.add("cash.rest")
    return tuple(button for button in buttons(scene, words) if button.id in keep)


def sentence(scene: Scene, words: Words) -> str:
    """What the viewer should know about being dealt in; nothing where it goes without saying."""
    table, cash = scene.table, own(scene.table)
    if cash is None or table.me is None:
        return ""
    if broke(table):
        if chips := again(scene):
            key = "cash.broke_rests" if cash.wish == "rest" else "cash.broke"
            return words(key, chips=words.number(chips))
        if cash.buy is None or scene.ui.purse is None:
            return words("cash.broke_only")
        return words("cash.broke_poor", chips=words.number(scene.ui.purse))
    how = state(table, table.me)
    if dealt_in(table, table.me):
        return words("cash.then_rests") if how == "rests" else ""
    if how == "in" and table.stage != "running":
        return ""
    if how == "rests" and cash.slow:
        return words("cash.you.slow")
    return words(f"cash.you.{how}") if words.has(f"cash.you.{how}") else ""


def go_on(table: TableView, words: Words) -> str:
    """What Space does between deals; how many want it too, where it takes all of several."""
    players = [
        chair
        for seat, chair in enumerate(table.chairs)
        if chair.kind == "person" and chair.here and state(table, seat) in ("in", "posts", "waits")
    ]
    if len(players) < 2:
        return words("cash.go_on")
    ready = sum(chair.ready for chair in players)
    return words("cash.go_on_of", ready=ready, count=len(players))


def comes(cash: CashInfo, words: Words) -> str:
    """What was bought during the deal and counts after it."""
    return words("cash.coming", chips=words.number(cash.coming)) if cash.coming else ""


def leaving(table: TableView, words: Words) -> str:
    """What becomes of the viewer's hand and chips if they leave now."""
    if table.me is None:
        return words("cash.leave.nothing")
    if in_hand(table, table.me):
        assert table.view is not None
        all_in = table.view.seats[table.me].status == "all_in"
        return words("cash.leave.all_in" if all_in else "cash.leave.hand")
    if dealt_in(table, table.me):
        return words("cash.leave.folded")
    chips = stack(table, table.me)
    if not chips:
        return words("cash.leave.nothing")
    return words("cash.leave.between", chips=words.number(chips))


def may_rest_instead(table: TableView) -> bool:
    """Whether the viewer could sit out after this deal rather than leave in it."""
    chips = own(table)
    mine = table.me is not None and dealt_in(table, table.me)
    return mine and chips is not None and chips.wish == "play"


# ── between deals ──────────────────────────────────────────────────────────────────────────────


def next_in(scene: Scene) -> int | None:
    """Whole seconds until the next deal begins by itself; None: it does not."""
    if scene.table.next is None:
        return None
    counted = scene.ui.next_in
    return max(0, scene.table.next.left // 1000 if counted is None else counted)


def next_line(scene: Scene, words: Words) -> str:
    """What the table waits for between two deals."""
    table = scene.table
    if table.stage == "waiting":
        free = any(chair.kind == "empty" for chair in table.chairs)
        mine = table.me is not None
        return words("cash.missing_fill" if free and mine else "cash.missing")
    seconds = next_in(scene)
    return "" if seconds is None else words("cash.next_in", seconds=seconds)


def between(scene: Scene, palette: Palette, words: Words) -> Spans:
    """The line under a result: what concerns one's own chair, and when it goes on."""
    if scene.table.stage == "running" or not is_cash(scene.table):
        return ()
    said, then = sentence(scene, words), next_line(scene, words)
    if said and scene.table.stage == "waiting":
        # Beside that there is no room for what the bar says as well: that b brings bots.
        # And whoever rests is the one who is missing.
        mine = own(scene.table)
        resting = mine is not None and mine.wish == "rest"
        then = "" if resting else words("cash.missing")
    urgent = palette.bad if broke(scene.table) else palette.text
    if not said:
        return ((then, palette.muted),) if then else ()
    if not then or broke(scene.table):
        return ((said, urgent),)
    return ((said, urgent), (f"  {then}", palette.muted))


def stacks(table: TableView, words: Words) -> str:
    """What everybody has, and who is not dealt in next: `Anna 2.480 · Ben 905 (Pause) · 3 frei`."""
    said: list[str] = []
    for seat, chair in enumerate(table.chairs):
        chips = stack(table, seat)
        if chair.kind == "empty" or chips is None:
            continue
        how = state(table, seat)
        why = "" if how in ("in", "broke") else label(table, seat, words)
        if not why and chair.kind == "person" and not chair.here:
            why = words("common.away")
        said.append(f"{chair.name} {words.number(chips)}" + (f" ({why})" if why else ""))
    free = sum(chair.kind == "empty" for chair in table.chairs)
    if free:
        said.append(words("cash.free_seats", count=free))
    return " · ".join(said)
