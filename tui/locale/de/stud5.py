"""5 card stud: its name, and the options that all stud games share."""

from tui.locale.de.options import STUD_OPTIONS

WORDS: dict[str, str] = {"name": "5 Card Stud", **STUD_OPTIONS}
