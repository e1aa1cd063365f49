"""Open-face Chinese and, in the same words, Pineapple: name, options, phases, prompts."""

from tui.locale.en.options import OPENFACE_OPTIONS, ROWS_HELP

WORDS: dict[str, str] = {
    "name": "Open-Face Chinese",
    **OPENFACE_OPTIONS,
    **ROWS_HELP,
    # phases
    "phase.deal": "Deal",
    "phase.lay": "Laying",
    "phase.set": "Fantasyland",
    "phase.reveal": "Reveal",
    "phase.over": "Result",
    "counter.round": "turn",
    "scored.counted": "The points are counted.",
    # help, where it differs from the closed game
    "term.7": "Fantasyland: getting all cards at once and arranging them face down.",
    "term.8": "Staying: laying well enough in Fantasyland to be there once more.",
    "term.9": "Fast: what lies there by Enter is never moved again.",
    "term.10": "Tray: of several cards those that are held over no row yet.",
}
