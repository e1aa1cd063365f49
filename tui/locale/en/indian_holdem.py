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
    # help: terms and signs
    "term.1": "Dealer (D): who deals; after the flop they act last.",
    "term.2": "Blinds: bets that must be made before the cards, the small one (SB) left of the "
    "dealer, then the big one (BB).",
    "term.5": "Check: to bet nothing where there is nothing to pay.",
    "term.6": "Call: to bet as much as the highest bet.",
    "term.7": "Bet, raise: to bet first; to bet more. What is named is all that one has then bet "
    "in the round.",
    "term.8": "Fold: to give up; what one has bet stays in the pot.",
    "term.13": "On the forehead: your two cards are seen by all the others, only not by you.",
    "sign.button": "the dealer",
    "sign.own": "your cards: everybody sees them, only you don't",
}
