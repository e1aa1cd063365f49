"""Pokerquadrat: name and options."""

WORDS: dict[str, str] = {
    "name": "Pokerquadrat",
    # options: label, values, and how a table with the option on is described
    "option.target": "Ziel",
    "option.target.45": "Leicht 45",
    "option.target.60": "Normal 60",
    "option.target.75": "Schwer 75",
    "option.open_hands": "Handkarten",
    "option.open_hands.off": "verdeckt",
    "option.open_hands.on": "offen",
    "option.hand_size": "Karten je Hand",
    "option.hand_size.3": "3",
    "option.hand_size.2": "2",
    "with.target": "Ziel {value}",
    "with.open_hands": "offene Hände",
    "with.hand_size": "{value} Karten je Hand",
    "with.hand_size.2": "nur zwei Karten",
}
