"""One's own keys (ux 4.1): which letters can be others, what they mean then, and what they may be.

An act is what a person calls one thing: folding is one, whichever table it is done at. Letters
alone move: digits, arrows, Enter, Esc, Space and signs mean the same everywhere.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from string import ascii_lowercase
from typing import NamedTuple, Protocol

from tui.canvas.scene import Button

Mine = Mapping[str, str]  # letters that somebody has chosen, by act


class Act(NamedTuple):
    """Something that is done by a letter: its id, that letter, where, and its buttons' ids.

    `places` are those of PLACES where the act can be at hand.
    """

    id: str
    key: str
    places: tuple[str, ...]
    buttons: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the buttons that are this act."""
        return (self.id, *self.buttons)


TABLE, LOBBY, REPLAY = "table", "lobby", "replay"
BETTING, POKERFACE, ROWS, SQUARE = "betting", "pokerface", "rows", "square"

# What is on one screen at the same time: a letter does one thing there.
TOGETHER: tuple[frozenset[str], ...] = (
    *(frozenset({TABLE, game}) for game in (BETTING, POKERFACE, ROWS, SQUARE)),
    frozenset({LOBBY}),
    frozenset({REPLAY}),
)
PLACES = (TABLE, BETTING, POKERFACE, ROWS, LOBBY, REPLAY)

ACTS = (
    Act("table.talk", "t", (TABLE,)),
    Act("table.log", "l", (TABLE,)),
    Act("table.last", "h", (TABLE,)),
    Act("table.info", "i", (TABLE,)),
    Act("table.take", "j", (TABLE,)),
    Act("bet.view", "v", (TABLE,)),
    Act("tables.next", "n", (TABLE, LOBBY)),
    Act("app.options", "o", (TABLE, LOBBY)),
    Act("app.leave", "q", (TABLE, LOBBY)),
    Act("bet.fold", "f", (BETTING,), ("bet.plan.f", "any.fold", "any.out")),
    Act("bet.call", "c", (BETTING,), ("bet.plan.c", "any.call", "any.in")),
    Act("bet.raise", "r", (BETTING,), ("any.raise", "bet.plan.r")),
    Act("bet.all_in", "a", (BETTING,)),
    Act("cash.reserve", "w", (BETTING,)),
    Act("cash.rest", "s", (BETTING,)),
    Act("cash.buy", "e", (BETTING,)),
    Act("cash.post", "g", (BETTING,)),
    Act("bet.show", "k", (BETTING,)),
    Act("pf.pass", "p", (POKERFACE,), ("any.pass",)),
    Act("rows.swap", "x", (ROWS,)),
    Act("rows.undo", "u", (ROWS,), ("open.undo", "open.back")),
    Act("rows.order", "y", (ROWS,)),
    Act("rows.idea", "g", (ROWS,)),
    Act("lobby.watch", "w", (LOBBY,)),
    Act("lobby.wake", "z", (LOBBY,)),
    Act("lobby.bots", "b", (LOBBY,)),
    Act("lobby.guide", "g", (LOBBY,)),
    Act("lobby.code", "c", (LOBBY,)),
    Act("lobby.rules", "i", (LOBBY,)),
    Act("lobby.profile", "p", (LOBBY,)),
    Act("lobby.past", "h", (LOBBY,)),
    Act("lobby.scores", "s", (LOBBY,)),
    Act("replay.text", "y", (REPLAY,)),
    Act("replay.story", "l", (REPLAY,)),
    Act("record.keep", "w", (REPLAY,)),
)
BY_ID = {act.id: act for act in ACTS}

# Letters that mean something at a place though no act is done by them: columns of the square, words
# of the amount field, what is said while somebody is missing, yes and no to a question.
TAKEN: dict[str, frozenset[str]] = {
    TABLE: frozenset("bjmwxyn"),
    BETTING: frozenset("bdhmp"),
    POKERFACE: frozenset(),
    ROWS: frozenset("ams"),
    SQUARE: frozenset("abcde"),
    LOBBY: frozenset("jy"),
    REPLAY: frozenset("qhv"),
}

LETTERS = ascii_lowercase


class Offered(Protocol):
    """A command of a screen: how it is printed, and its keys."""

    @property
    def button(self) -> Button:
        """How it is printed."""
        ...

    @property
    def keys(self) -> tuple[str, ...]:
        """Textual's names."""
        ...


class Moved(NamedTuple):
    """A letter that does nothing any more, and the act that it did."""

    act: Act
    now: str


@cache
def _act_of(button: str) -> Act | None:
    return next((act for act in ACTS if button in act.ids), None)


def meant(key: str, commands: Sequence[Offered], mine: Mine) -> str | Moved:
    """The key that a screen knows for what was pressed, or which act is elsewhere now."""
    if not mine:
        return key
    moved = None
    for offered in commands:
        act = _act_of(offered.button.id)
        if act is None or act.id not in mine:
            if key in offered.keys:
                # Somebody else's key, or one that has not moved.
                return key
        elif mine[act.id] == key:
            return next((k for k in offered.keys if k in LETTERS), key)
        elif key in offered.keys and key in LETTERS:
            moved = Moved(act, mine[act.id])
    return moved or key


def printed(button: Button, mine: Mine) -> str:
    """How the keys of a button are printed."""
    act = _act_of(button.id) if mine else None
    if act is None or act.id not in mine or button.keys not in LETTERS:
        return button.keys
    return mine[act.id]


def key_of(act: Act, mine: Mine) -> str:
    """The letter that the act has now."""
    return mine.get(act.id, act.key)


def places_beside(act: Act) -> frozenset[str]:
    """All places that can be on one screen with the act."""
    return frozenset(
        place for there in TOGETHER if there.intersection(act.places) for place in there
    )


def others(act: Act, key: str, mine: Mine) -> list[Act]:
    """The acts beside this one that have that letter."""
    beside = places_beside(act)
    return [
        one
        for one in ACTS
        if one != act and beside.intersection(one.places) and key_of(one, mine) == key
    ]


def refused(act: Act, key: str, mine: Mine) -> str | Act | None:
    """Why the act can't have that letter: `letter`, `taken`, or the act that has it; None: it can.

    Its own first letter is always its own, unless another act has been given it.
    """
    if len(key) != 1 or key not in LETTERS:
        return "letter"
    if (there := others(act, key, mine)) and (key != act.key or any(o.id in mine for o in there)):
        return there[0]
    taken: frozenset[str] = frozenset().union(
        *(TAKEN.get(place, frozenset()) for place in places_beside(act))
    )
    return "taken" if key in taken and key != act.key else None


def given(act: Act, key: str, mine: Mine) -> dict[str, str]:
    """The letters once the act has that one."""
    return {**{name: own for name, own in mine.items() if name != act.id}, **_own(act, key)}


def swapped(act: Act, key: str, other: Act, mine: Mine) -> dict[str, str] | None:
    """The letters once the two have each other's; None where that is no way out."""
    without = {name: own for name, own in mine.items() if name not in (act.id, other.id)}
    one = {**without, **_own(act, key)}
    both = {**one, **_own(other, key_of(act, mine))}
    return both if sound(both) else None


def _own(act: Act, key: str) -> dict[str, str]:
    return {} if key == act.key else {act.id: key}


def sound(mine: Mine) -> bool:
    """Whether no letter does two things at a place."""
    return all(refused(BY_ID[name], key, mine) is None for name, key in mine.items())


def usable(kept: Mapping[str, str]) -> dict[str, str]:
    """Of what was kept, perhaps by another version, what does no harm: all of it, or one by one."""
    known = {name: key for name, key in sorted(kept.items()) if name in BY_ID}
    known = {name: key for name, key in known.items() if key != BY_ID[name].key}
    if sound(known):
        return known
    mine: dict[str, str] = {}
    for name, key in known.items():
        if sound({**mine, name: key}):
            mine[name] = key
    return mine


def acts_of(buttons: Iterable[Button]) -> tuple[Act, ...]:
    """The acts among some buttons."""
    found = (_act_of(button.id) for button in buttons)
    return tuple(dict.fromkeys(act for act in found if act is not None))
