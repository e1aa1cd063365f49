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
    "best.fresh": "Your best together",
    "best.first": "Your first together",
    "best.before": "Your best: {points} on {day}",
    "their.fresh": "Their best together",
    "their.first": "Their first together",
    "their.before": "Their best: {points} on {day}",
    "key.line": "line",
    "key.value": "value",
    "key.back": "back",
}
