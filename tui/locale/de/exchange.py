"""The exchange of cards in draw games."""

WORDS: dict[str, str] = {
    # the middle of the table
    "head": "1. Setzrunde vorbei · Tausch 0–5 Karten",
    # what seats do; what they did stands beside their bets later
    "draws": "tauscht {cards}",
    "pat": "bleibt (0)",
    "waits": "wartet",
    "list": "Tausch",
    # own cards
    "keep": "halten",
    "swap": "tauschen",
    "away.0": "Keine Karte geht weg.",
    "away.1": "Eine Karte geht weg, verdeckt.",
    "away.2": "Zwei Karten gehen weg, verdeckt.",
    "away.3": "Drei Karten gehen weg, verdeckt.",
    "away.4": "Vier Karten gehen weg, verdeckt.",
    "away.5": "Alle fünf Karten gehen weg, verdeckt.",
    "final": "Danach gilt der Tausch.",
    "yours.0": "Du hast alle Karten behalten.",
    "yours.1": "Du hast eine Karte getauscht.",
    "yours.many": "Du hast {cards} Karten getauscht.",
    # keys
    "toggle": "Karte an/aus",
    "go": "{cards} tauschen",
    "stand": "alle halten",
    "only": "Jetzt wird getauscht: 1–5 wählt Karten, Enter tauscht.",
    "confirm": "Keine Karte gewählt: Enter hält alle fünf, jede andere Taste nicht.",
    "ahead": "niemand sieht die Auswahl · getauscht wird mit Enter, wenn du dran bist",
    # showdown
    "hand": "Hand",
    # log
    "log.draw": "{name} tauscht {cards}",
    "log.draw_many": "{name} tauschen {cards}",
    "log.pat": "{name} bleibt",
    "log.pat_many": "{name} bleiben",
    "log.got": "Du bekommst {cards}",
    "log.got_by": "{name} bekommt {cards}",
    "log.reshuffled": "Ablage neu gemischt",
}
