"""Indian Hold'em: its name, and what a betting game with unseen own hands has to choose from."""

from tui.locale.de.options import OPTIONS

WORDS: dict[str, str] = {
    "name": "Indian Hold'em",
    **OPTIONS,
    "option.min_raise": "Mindesterhöhung",
    "option.spread_raise": "Bei Spread",
    "option.reveal": "Nach der Hand",
    "option.reveal.off": "bleibt verdeckt",
    "option.reveal.on": "alles aufdecken",
    "with.min_raise.blind": "Erhöhung mindestens um den Big Blind",
    "with.min_raise.last": "Erhöhung mindestens wie die letzte",
    "with.spread_raise.low": "bei Spread Erhöhung ab der Untergrenze",
    "with.spread_raise.last": "bei Spread Erhöhung mindestens wie die letzte",
    "with.reveal": "am Ende liegen alle Karten offen",
    "with.reveal.False": "verdeckte Karten bleiben verdeckt",
}
