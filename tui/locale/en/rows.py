"""Three rows a player: the result of a deal, its log, the standings of the match."""

WORDS: dict[str, str] = {
    "front": "Front",
    "middle": "Middle",
    "back": "Back",
    "special.dragon": "Dragon",
    "special.three_straights": "Three straights",
    "special.three_flushes": "Three flushes",
    "special.six_pairs": "Six pairs",
}
