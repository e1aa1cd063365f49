"""Pineapple: its name and options; all else is said as in Open-Face Chinese."""

from tui.locale.de.options import OPENFACE_OPTIONS, ROWS_HELP

WORDS: dict[str, str] = {
    "name": "Pineapple",
    "too_many": "52 Karten reichen nur für 3: Jeder bekommt 17.",
    **OPENFACE_OPTIONS,
    **ROWS_HELP,
    "option.progressive": "Progressiv",
    "option.progressive.off": "immer 14 Karten",
    "option.progressive.on": "14 bis 17 Karten",
    "about.progressive": "Bessere Karten vorne bringen im Fantasyland mehr Karten.",
    "with.progressive": "in Fantasyland 14 bis 17 Karten",
    "with.progressive.False": "",
    "short.progressive": "14–17",
    "short.progressive.False": "",
    # phases
    "phase.deal": "Karten",
    "phase.lay": "Legen",
    "phase.set": "Fantasyland",
    "phase.reveal": "Aufdecken",
    "phase.over": "Ergebnis",
    "counter.round": "Zug",
    "scored.counted": "Die Punkte sind gezählt.",
    # help, where it differs from the closed game
    "term.7": "Fantasyland: 14 Karten auf einmal bekommen, 13 davon verdeckt ordnen.",
    "term.8": "Bleiben: im Fantasyland gut genug legen, um noch einmal dort zu sein.",
    "term.9": "Weg: die Karte jedes Zuges, die verdeckt abgeworfen wird.",
    "term.10": "Fest: Was mit Enter liegt, wird nie mehr verschoben.",
}
