"""Soko: its name, and what all stud games say alike."""

from tui.locale.de.options import STUD_HELP, STUD_OPTIONS

WORDS: dict[str, str] = {
    "name": "Soko",
    **STUD_OPTIONS,
    **STUD_HELP,
    # the hands that only this game has
    "rank.four_flush": "die vier von oben, dann die fünfte",
    "rank.four_straight": "die höchste, dann die fünfte",
}
