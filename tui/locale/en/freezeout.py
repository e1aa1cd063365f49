"""Freeze-outs: who is out, who waits for the next match, the next deal, leaving, the end."""

WORDS: dict[str, str] = {}
