"""Pineapple: its name and options; all else is said as in open-face Chinese."""

from tui.locale.en.options import OPENFACE_OPTIONS, ROWS_HELP

WORDS: dict[str, str] = {
    "name": "Pineapple",
    "too_many": "52 cards are enough for 3 only: everybody gets 17.",
    **OPENFACE_OPTIONS,
    **ROWS_HELP,
    "option.progressive": "Progressive",
    "option.progressive.off": "always 14 cards",
    "option.progressive.on": "14 to 17 cards",
    "about.progressive": "Better cards in front bring more cards in Fantasyland.",
    "with.progressive": "14 to 17 cards in Fantasyland",
    "with.progressive.False": "",
    "short.progressive": "14–17",
    "short.progressive.False": "",
    # phases
    "phase.deal": "Deal",
    "phase.lay": "Laying",
    "phase.set": "Fantasyland",
    "phase.reveal": "Reveal",
    "phase.over": "Result",
    "counter.round": "turn",
    "scored.counted": "The points are counted.",
    # help, where it differs from the closed game
    "term.7": "Fantasyland: getting 14 cards at once and arranging 13 of them face down.",
    "term.8": "Staying: laying well enough in Fantasyland to be there once more.",
    "term.9": "Away: the card of each turn that is thrown away face down.",
    "term.10": "Fast: what lies there by Enter is never moved again.",
}
