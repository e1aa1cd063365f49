"""Pokerquadrat: name and options."""

WORDS: dict[str, str] = {
    "name": "Pokerquadrat",
    # options: label, values, and how a table with the option on is described
    "option.target": "Target",
    "option.target.45": "easy 45",
    "option.target.60": "normal 60",
    "option.target.75": "hard 75",
    "option.open_hands": "Hands",
    "option.open_hands.off": "closed",
    "option.open_hands.on": "open",
    "option.hand_size": "Cards in a hand",
    "option.hand_size.3": "3",
    "option.hand_size.2": "2",
    "with.target": "target {value}",
    "with.open_hands": "open hands",
    "with.hand_size": "{value} cards in a hand",
    "with.hand_size.2": "two cards only",
}
