"""7 card stud: its name, and what all stud games say alike."""

from tui.locale.de.options import STUD_HELP, STUD_OPTIONS

WORDS: dict[str, str] = {"name": "7 Card Stud", **STUD_OPTIONS, **STUD_HELP}
