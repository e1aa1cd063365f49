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
    if "–" in keys or "-" in parts or (len(parts) > 1 and all(map(str.isdigit, parts))):
        # A range names its ends, as do several digits; none of them stands for the whole.
        return ()
    return tuple(reversed(keys))
