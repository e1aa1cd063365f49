"""Soko: its name, and what all stud games say alike."""

from tui.locale.en.options import STUD_HELP, STUD_OPTIONS

WORDS: dict[str, str] = {
    "name": "Soko",
    **STUD_OPTIONS,
    **STUD_HELP,
    # the hands that only this game has
    "rank.four_flush": "the four cards, then the fifth",
    "rank.four_straight": "the highest card, then the fifth",
}
