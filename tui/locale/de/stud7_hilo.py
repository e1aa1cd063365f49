"""7 card stud hi/lo: its name, and the options that all stud games share."""

from tui.locale.de.options import STUD_OPTIONS

WORDS: dict[str, str] = {"name": "7 Card Stud Hi/Lo", **STUD_OPTIONS}
