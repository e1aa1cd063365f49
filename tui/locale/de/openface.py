"""Open-Face Chinese and, in the same words, Pineapple: name, options, phases, prompts."""

from tui.locale.de.options import OPENFACE_OPTIONS

WORDS: dict[str, str] = {
    "name": "Open-Face Chinese",
    **OPENFACE_OPTIONS,
    # phases
    "phase.deal": "Karten",
    "phase.lay": "Legen",
    "phase.set": "Fantasyland",
    "phase.reveal": "Aufdecken",
    "phase.over": "Ergebnis",
    "counter.round": "Zug",
    "scored.counted": "Die Punkte sind gezählt.",
}
