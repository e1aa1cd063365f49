"""What reaches the terminal: UTF-8, or ASCII of the same width where the terminal speaks less."""

import unicodedata
from functools import lru_cache

from rich.cells import get_character_cell_size

_FRAMES = {
    "─": "-", "━": "-", "═": "=", "╌": "-", "│": "|", "┃": "|", "║": "|",
    "▸": ">", "►": ">", "◂": "<", "▾": "v", "▴": "^", "→": ">", "←": "<", "↑": "^", "↓": "v",
    "·": ".", "•": "*", "…": ".", "✓": "+", "✗": "x", "○": "o", "●": "*", "×": "x", "−": "-",
    "–": "-", "—": "-", "’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
    "♠": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "░": " ", "▒": "#", "▓": "#",
    "█": "#", "ß": "s",
}  # fmt: skip


def utf8(text: str) -> bytes:
    """`text` as UTF-8; what no encoding can hold (lone surrogates) becomes a question mark."""
    return text.encode("utf-8", "replace")


def ascii_cells(text: str) -> bytes:
    """`text` for a terminal that is not UTF-8: every cell one ASCII character (cases E12).

    UTF-8 there would not only look wrong: its bytes 80–9F are control codes in Latin-1.
    """
    if text.isascii():
        return text.encode("ascii")
    return "".join(map(_plain, text)).encode("ascii")


@lru_cache(2048)
def _plain(character: str) -> str:
    if character.isascii():
        return character
    if character in _FRAMES:
        return _FRAMES[character]
    if 0x2500 <= ord(character) <= 0x257F:
        return "+"
    width = get_character_cell_size(character)
    base = unicodedata.normalize("NFKD", character)[0]
    if width == 1 and base.isascii() and base.isprintable():
        return base
    return "?" * width
