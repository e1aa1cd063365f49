"""The client's environment, as far as it says something about its terminal, and kept small."""

from collections.abc import Mapping

# What of the client's environment says something about its terminal. The rest is not looked at.
VARIABLES = (
    "LANG",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "COLORTERM",
    "NO_COLOR",
    "TEXTUAL_ANIMATIONS",
)
MOST_VARIABLES = 64
LONGEST_VARIABLE = 256  # bytes


def told(sent: Mapping[str, str], terminal: str | None) -> dict[str, str]:
    """What is looked at of the variables that were sent, and the kind of terminal."""
    env = {name: sent[name] for name in VARIABLES if name in sent}
    return {**env, "TERM": (terminal or "")[:LONGEST_VARIABLE]}


class FewVariables(dict[bytes, bytes]):
    """An environment that stays small, whatever is put into it."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if len(self) < MOST_VARIABLES and len(name) + len(value) <= LONGEST_VARIABLE:
            super().__setitem__(name, value)
