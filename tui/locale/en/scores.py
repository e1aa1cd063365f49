"""The best scores: who has made what, and what is said of it at the end of a game."""

WORDS: dict[str, str] = {
    "title": "Scores",
    "column.rank": "Rank",
    "column.team": "Who",
    "column.points": "Points",
    "column.day": "Day",
    "own": "With you",
    "column.won": "reached",
    "reached": "{won} of {played}",
    "column.average": "Average",
    "day": "{year}-{month:02}-{day:02}",
    "bot.easy": "bot, easy",
    "bot.normal": "bot, normal",
    "bot.strong": "bot, strong",
    "none": "Nobody has finished a game like this yet. The first place is free.",
    # at the end of a game; whoever only looks on reads the second
    "best.fresh": "your best together",
    "best.first": "your first together",
    "best.before": "your best: {points} on {day}",
    "their.fresh": "their best together",
    "their.first": "their first together",
    "their.before": "their best: {points} on {day}",
    "key.line": "line",
    "key.value": "value",
    "key.back": "back",
}
