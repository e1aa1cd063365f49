"""Indian Hold'em: its name, and what a betting game with unseen own hands has to choose from."""

from tui.locale.en.options import OPTIONS

WORDS: dict[str, str] = {
    "name": "Indian Hold'em",
    **OPTIONS,
    "option.reveal": "After the deal",
    "option.reveal.off": "stays hidden",
    "option.reveal.on": "all cards open",
    "with.reveal": "all cards lie open at the end",
    "with.reveal.False": "hidden cards stay hidden",
}
