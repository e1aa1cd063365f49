"""Several tables at once: the tabs, going from one to another, where it is one's turn."""

WORDS: dict[str, str] = {
    "lobby": "Lobby",
    # keys
    "switch": "switch",
    "next": "to act",
    "keys": ", . switch",
    # why not
    "none": "You are at no table.",
    "only": "There is only this table here.",
    "nowhere": "At no other table it is your turn.",
    "instead": "With , you get to the lobby and keep the seat.",
    # told
    "turn": "{table}: your turn",
    "starts": "{table}: here we go",
    "kept": "Your seat at “{table}” is kept",
    "watched": "“{table}” stays open",
    # the list of commands
    "go": "to “{table}”",
    "go_turn": "to “{table}” (your turn)",
}
