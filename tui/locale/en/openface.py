"""Open-face Chinese and, in the same words, Pineapple: name, options, phases, prompts."""

from tui.locale.en.options import OPENFACE_OPTIONS

WORDS: dict[str, str] = {
    "name": "Open-Face Chinese",
    **OPENFACE_OPTIONS,
    # phases
    "phase.deal": "Deal",
    "phase.lay": "Laying",
    "phase.set": "Fantasyland",
    "phase.reveal": "Reveal",
    "phase.over": "Result",
    "counter.round": "turn",
    "scored.counted": "The points are counted.",
}
