"""What somebody may be called.

A name has letters of one script, digits, inner blanks and the signs `-`, `_` and `.`. All letters
that it can have are listed here, so that what a name may be does not change with the Python that
runs the server. Which names are too much alike is in `server.looks`.
"""

import unicodedata
from itertools import pairwise

from protocol.errors import Refused
from server.reserved import reserved
from server.text import NAME_CELLS

DIGITS = frozenset("0123456789")
SIGNS = frozenset("-_.")
_GAPS = SIGNS | {" "}


def _letters(*ranges: tuple[int, int]) -> frozenset[str]:
    """All letters from the first code to the last of each range."""
    return frozenset(
        letter
        for first, last in ranges
        for code in range(first, last + 1)
        if unicodedata.category(letter := chr(code)) in {"Lu", "Ll"}
    )


# Letters that are written by somebody today. Without those that Unicode has for old documents only,
# and those that are no single letter or have a sign in them.
SCRIPTS = {
    "latin": _letters(
        (0x41, 0x5A),
        (0x61, 0x7A),
        (0xC0, 0x17E),  # Western, Central and Northern European, Baltic, Turkish
        (0x18F, 0x18F),  # Azerbaijani, with the small one
        (0x259, 0x259),
        (0x1A0, 0x1A1),  # Vietnamese, with the next, and the last
        (0x1AF, 0x1B0),
        (0x1CD, 0x1DC),  # transcribed Chinese
        (0x1E6, 0x1E7),
        (0x218, 0x21B),  # Romanian
        (0x1E00, 0x1E95),  # transcribed Semitic and Indian, Welsh, Irish
        (0x1E9E, 0x1E9E),
        (0x1EA0, 0x1EF9),
    )
    - frozenset("\u0132\u0133\u0138\u013f\u0140\u0149"),
    "greek": _letters((0x386, 0x3CE)),
    "cyrillic": _letters((0x400, 0x45F), (0x490, 0x4FF)) - frozenset("\u04c0\u04cf"),
}


def judged(wish: str) -> str:
    """The name that somebody wants, with single blanks between its words.

    Refused bad_name, or name_reserved.
    """
    name = _spaced(wish)
    for letter in name:
        if not _admitted(letter):
            shown = letter if letter.isprintable() else f"U+{ord(letter):04X}"
            raise Refused("bad_name", what="letter", letter=shown)
    if not (scripts := _scripts(name)):
        raise Refused("bad_name", what="empty")
    if len(scripts) > 1:
        raise Refused("bad_name", what="scripts")
    if _untidy(name):
        raise Refused("bad_name", what="signs")
    if len(name) > NAME_CELLS:
        raise Refused("bad_name", what="long", most=NAME_CELLS)
    if reserved(name):
        raise Refused("name_reserved")
    return name


def tamed(wish: str) -> str:
    """What can be made of a name that somebody would like, "" if that is nothing.

    Nobody is asked again at this point: what does not belong in a name is left out.
    """
    name = ""
    for letter in _spaced("".join(one for one in _spaced(wish) if _admitted(one))):
        name += letter if _follows(name[-1:] or " ", letter) else ""
    name = name[:NAME_CELLS].rstrip(" -_.")
    return name if len(_scripts(name)) == 1 and not reserved(name) else ""


def _spaced(wish: str) -> str:
    return unicodedata.normalize("NFC", " ".join(wish.split()))


def _admitted(letter: str) -> bool:
    return letter in DIGITS or letter in SIGNS or letter == " " or bool(_scripts(letter))


def _scripts(name: str) -> set[str]:
    return {script for letter in name for script, letters in SCRIPTS.items() if letter in letters}


def _untidy(name: str) -> bool:
    return name[-1] in _GAPS or not all(_follows(*pair) for pair in pairwise(f" {name}"))


def _follows(before: str, letter: str) -> bool:
    """Whether a sign or a blank may be where it is: beside a letter, or a blank after a dot."""
    return letter not in _GAPS or before not in _GAPS or (before, letter) == (".", " ")
