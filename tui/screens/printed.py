"""The keys that a button prints, as Textual names them."""

PRINTED = {
    "Enter": "enter",
    "Space": "space",
    "Esc": "escape",
    "←": "left",
    "→": "right",
    "↑": "up",
    "↓": "down",
    "+": "plus",
    "-": "minus",
    "<-": "left",
    "->": "right",
}


def keys_of(printed: str) -> tuple[str, ...]:
    """The keys that a button's printed keys name, the one that acts first: `← → Enter`, `1–6`."""
    parts = printed.replace("–", " – ").split()
    keys = [PRINTED.get(part, part.lower()) for part in parts]
    several = len(parts) > 1 and all(part.isdigit() for part in parts)
    if "–" in keys or "-" in parts or several:
        # A range names its ends, digits a choice each; none of the keys stands for the whole.
        return ()
    return tuple(reversed(keys))
