"""Open-Face Chinese and, in the same words, Pineapple: name, options, phases, prompts."""

from tui.locale.de.options import OPENFACE_OPTIONS, ROWS_HELP

WORDS: dict[str, str] = {
    "name": "Open-Face Chinese",
    **OPENFACE_OPTIONS,
    **ROWS_HELP,
    # phases
    "phase.deal": "Karten",
    "phase.lay": "Legen",
    "phase.set": "Fantasyland",
    "phase.reveal": "Aufdecken",
    "phase.over": "Ergebnis",
    "counter.round": "Zug",
    "scored.counted": "Die Punkte sind gezählt.",
    # help, where it differs from the closed game
    "term.7": "Fantasyland: alle Karten auf einmal bekommen und verdeckt ordnen.",
    "term.8": "Bleiben: im Fantasyland gut genug legen, um noch einmal dort zu sein.",
    "term.9": "Fest: Was mit Enter liegt, wird nie mehr verschoben.",
    "term.10": "Ablage: bei mehreren Karten die, die noch über keiner Reihe gehalten werden.",
}
