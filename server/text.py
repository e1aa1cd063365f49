"""Text from people, made harmless before anybody else reads it."""

import unicodedata

NAME_CELLS = 12
TABLE_NAME_CELLS = 24
CHAT_CELLS = 200

# Letters and signs by their category, and yet there is nothing to see: fillers of Hangul, the
# empty pattern of Braille, a joiner of graphemes, two vowels of Khmer that are never written.
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")

# More marks than any language puts on one letter; beyond it they climb over the lines above.
_MARKS = 2


def width(text: str) -> int:
    """How many terminal cells `text` takes, wide letters counting two and marks none."""
    return sum(_cells(letter) for letter in text)


def clean(text: str, cells: int) -> str:
    """`text` without controls, direction marks and floods of marks, at most `cells` wide.

    Runs of blanks become one blank; what is left may be empty. Everything that a terminal could
    obey (C0, C1, ESC), that reorders a line (bidi) or that cannot be seen is gone (cases.md D8).
    """
    kept: list[str] = []
    used = marks = 0
    for letter in unicodedata.normalize("NFC", " ".join(text.split())):
        if _forbidden(letter):
            continue
        if unicodedata.category(letter) in {"Mn", "Me", "Mc"}:
            marks += 1
            if not kept or marks > _MARKS:
                continue
        else:
            marks = 0
        used += _cells(letter)
        if used > cells:
            break
        kept.append(letter)
    return " ".join("".join(kept).split())


def _forbidden(letter: str) -> bool:
    category = unicodedata.category(letter)
    if letter in _BLANK:
        return True
    # Variation selectors turn a suit sign into a picture two cells wide in some terminals only.
    return category[0] == "C" or category in {"Zl", "Zp"} or "\ufe00" <= letter <= "\ufe0f"


def _cells(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in {"Mn", "Me"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in {"W", "F"} else 1
