"""Bestenliste: was wer erreicht hat, und was am Ende eines Spiels davon gesagt wird."""

WORDS: dict[str, str] = {
    "title": "Bestenliste",
    "column.rank": "Platz",
    "column.team": "Wer",
    "column.points": "Punkte",
    "column.day": "Tag",
    "own": "Mit dir",
    "column.won": "geschafft",
    "reached": "{won} von {played}",
    "column.average": "Schnitt",
    "day": "{day}.{month}.{year}",
    "bot.easy": "Bot, schwach",
    "bot.normal": "Bot, mittel",
    "bot.strong": "Bot, stark",
    "none": "So hat noch niemand zu Ende gespielt. Der erste Platz ist frei.",
    # am Ende eines Spiels; wer nur zuschaut, liest das zweite
    "best.fresh": "euer bestes Ergebnis",
    "best.first": "euer erstes Ergebnis",
    "best.before": "euer bestes: {points} am {day}",
    "their.fresh": "ihr bestes Ergebnis",
    "their.first": "ihr erstes Ergebnis",
    "their.before": "ihr bestes: {points} am {day}",
    "key.line": "Zeile",
    "key.value": "Wert",
    "key.back": "zurück",
}
