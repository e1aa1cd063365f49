"""Three rows a player: the result of a deal, its log, the standings of the match."""

WORDS: dict[str, str] = {
    "front": "Vorne",
    "middle": "Mitte",
    "back": "Hinten",
    "special.dragon": "Drache",
    "special.three_straights": "Drei Straßen",
    "special.three_flushes": "Drei Flushs",
    "special.six_pairs": "Sechs Paare",
}
