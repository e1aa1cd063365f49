"""Several tables at once: the tabs, going from one to another, where it is one's turn."""

WORDS: dict[str, str] = {
    "lobby": "Lobby",
    # keys
    "switch": "wechseln",
    "next": "dran",
    "keys": ", . wechseln",
    # why not
    "none": "Du bist an keinem Tisch.",
    "only": "Hier gibt es nur diesen Tisch.",
    "nowhere": "An keinem anderen Tisch bist du dran.",
    "instead": "Mit , kommst du in die Lobby und behältst den Platz.",
    # told
    "turn": "{table}: du bist dran",
    "starts": "{table}: es geht los",
    "kept": "Dein Platz an „{table}“ bleibt",
    "watched": "„{table}“ bleibt offen",
    # the list of commands
    "go": "zu „{table}“",
    "go_turn": "zu „{table}“ (du bist dran)",
}
