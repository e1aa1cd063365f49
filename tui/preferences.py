"""What somebody likes better, as the server keeps it with the account: names and plain values.

What is kept may come from another version of this program, or from another one: whatever is not
understood is as if nobody had said anything.
"""

from collections.abc import Mapping
from typing import Any, Literal, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from protocol.messages import Preferred
from tui.canvas.palette import Deck, Theme
from tui.locale import Lang
from tui.terminal import Terminal

Prefs = Mapping[str, Preferred]

# By game, and by command: names that have more of their own behind a dot.
VIEW, KEY = "view.", "key."

Colours = Literal["auto", "true", "256", "16", "mono"]
Signs = Literal["auto", "unicode", "ascii"]
Letters = Literal["auto", "de", "en"]
Bell = Literal["off", "bell", "notice"]
View = Literal["table", "list"]


class Preferences(Struct, frozen=True):
    """Everything that can be preferred, by the names that are kept.

    `lang` None, and `auto`: as the terminal says. `letters` are those on cards (A K D B, A K Q J).
    `bell`: nothing, the bell, or the bell and a notice of the desktop. `title`: that it is one's
    turn is written into the terminal's title. `quiet`: reveals come at once. `plain`: in lines,
    for speech and braille. `hop`: to the table that waits for one, by itself. `at_once`: cards of
    Pokerquadrat are laid without Enter. `calls_at_once`: so are large calls made. `met`: the first
    run is over. `views` are by game, `keys` by command.
    """

    lang: Lang | None = None
    deck: Deck = "four"
    colours: Colours = "auto"
    theme: Theme = "dark"
    ascii: Signs = "auto"
    letters: Letters = "auto"
    bell: Bell = "bell"
    title: bool = True
    quiet: bool = False
    plain: bool = False
    hop: bool = False
    at_once: bool = False
    calls_at_once: bool = False
    met: bool = False
    views: dict[str, View] = {}
    keys: dict[str, str] = {}


def read(prefs: Prefs) -> Preferences:
    """What the kept names and values say."""
    known = {name: prefs[name] for name, kinds in _KINDS.items() if _is(prefs.get(name), kinds)}
    views = {name: value for name, value in _under(VIEW, prefs) if value in get_args(View)}
    keys = {name: value for name, value in _under(KEY, prefs) if isinstance(value, str)}
    made: Any = {**known, "views": views, "keys": keys}
    return Preferences(**made)


def _kinds(hint: Any) -> tuple[object, ...]:
    """What a field's value can be: all of these, or what is of that type."""
    return tuple(one for part in get_args(hint) or (hint,) for one in get_args(part) or (part,))


_KINDS = {
    name: _kinds(hint)
    for name, hint in get_type_hints(Preferences).items()
    if name not in ("views", "keys")
}


def _is(value: Preferred | None, kinds: tuple[object, ...]) -> bool:
    if bool in kinds:
        return isinstance(value, bool)
    return isinstance(value, str) and value in kinds


def _under(prefix: str, prefs: Prefs) -> list[tuple[str, Any]]:
    return [
        (name.removeprefix(prefix), value)
        for name, value in prefs.items()
        if name.startswith(prefix) and name != prefix
    ]


def terminal_for(preferred: Preferences, found: Terminal) -> Terminal:
    """The terminal as its owner would have it, where it says something else of itself."""
    return replace(
        found,
        lang=found.lang if found.spoken or preferred.lang is None else preferred.lang,
        depth=found.depth if preferred.colours == "auto" else preferred.colours,
        ascii=found.ascii if preferred.ascii == "auto" else preferred.ascii == "ascii",
        motion=found.motion and not preferred.quiet,
    )
