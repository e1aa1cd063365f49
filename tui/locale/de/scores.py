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
    "best.fresh": "Euer bestes Ergebnis",
    "best.first": "Euer erstes Ergebnis",
    "best.before": "Euer bestes: {points} am {day}",
    "their.fresh": "Ihr bestes Ergebnis",
    "their.first": "Ihr erstes Ergebnis",
    "their.before": "Ihr bestes: {points} am {day}",
    "key.line": "Zeile",
    "key.value": "Wert",
    "key.back": "zurück",
}
