"""Pineapple: its name and options; all else is said as in open-face Chinese."""

from tui.locale.en.options import OPENFACE_OPTIONS

WORDS: dict[str, str] = {
    "name": "Pineapple",
    "too_many": "52 cards are enough for 3 only: everybody gets 17.",
    **OPENFACE_OPTIONS,
    "option.progressive": "Progressive",
    "option.progressive.off": "always 14 cards",
    "option.progressive.on": "14 to 17 cards",
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
}
