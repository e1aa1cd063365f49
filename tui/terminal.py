"""What the person's terminal can show, read once a session from its environment."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from tui.locale import Lang, language

if TYPE_CHECKING:
    # The command line reads the language from here before anything is drawn.
    from tui.canvas.palette import Depth

DUMB = frozenset({"", "dumb", "unknown"})


class Terminal(Struct, frozen=True):
    """One session's terminal.

    ascii: letters in place of suits, frames and umlauts. motion: reveals take their time. local:
    the program runs on the person's own machine. spoken: the language was asked for on the command
    line, and is that of no preference.
    """

    lang: Lang
    depth: "Depth"
    ascii: bool
    motion: bool
    local: bool
    spoken: bool = False


def terminal_of(env: Mapping[str, str], lang: str | None = None, local: bool = True) -> Terminal:
    """The terminal that `env` describes; `lang` overrides the language of the environment.

    The environment is the client's: for a session over SSH never that of the host.
    """
    return Terminal(
        lang=language(lang or _first(env, "LC_ALL", "LC_MESSAGES", "LANG")),
        depth=_depth(env),
        ascii=not _unicode(env),
        motion=not env.get("NO_COLOR") and env.get("TEXTUAL_ANIMATIONS") != "none",
        local=local,
    )


def is_dumb(env: Mapping[str, str]) -> bool:
    """Whether the terminal cannot place characters: no app can be shown on it."""
    return env.get("TERM", "") in DUMB


def _first(env: Mapping[str, str], *names: str) -> str:
    return next((env[name] for name in names if env.get(name)), "")


def _depth(env: Mapping[str, str]) -> "Depth":
    term = env.get("TERM", "")
    if env.get("NO_COLOR") or term in DUMB or term.startswith("vt"):
        return "mono"
    if env.get("COLORTERM", "").lower() in {"truecolor", "24bit"} or term.endswith("-direct"):
        return "true"
    return "256" if "256color" in term else "16"


def _unicode(env: Mapping[str, str]) -> bool:
    # Python itself sets LC_CTYPE to C.UTF-8 where the locale is plain C: that is its own wish,
    # not what the terminal was said to speak.
    coerced = env.get("LC_CTYPE") in {"C.UTF-8", "C.utf8", "UTF-8"} and env.get("LANG") in {
        "C",
        "POSIX",
    }
    names = ("LC_ALL", "LANG") if coerced else ("LC_ALL", "LC_CTYPE", "LANG")
    said = _first(env, *names)
    if not said:
        # Nobody said anything: UTF-8 is what terminals speak today.
        return True
    return said.partition("@")[0].lower().replace("-", "").endswith("utf8")
