"""7 card stud hi/lo: its name, and what all stud games say alike."""

from tui.locale.de.options import STUD_HELP, STUD_OPTIONS

_HELP = {key: text for key, text in STUD_HELP.items() if key != "term.13"}

WORDS: dict[str, str] = {"name": "7 Card Stud Hi/Lo", **STUD_OPTIONS, **_HELP}
