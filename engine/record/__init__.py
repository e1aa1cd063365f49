"""The deal record: one deal as a PHH-shaped TOML text, read, written and played back.

`read` understands a header, `replay` plays its lines through the game, `summary` tells what came
of it, `write` makes a record of a deal's events. A game's own part (its header, how its deck is
scripted, what its summary says) is one file beside this one and one row of `engine.record.forms`.
"""

from engine.record.errors import RecordError
from engine.record.forms import game_of
from engine.record.reading import Record, read
from engine.record.replaying import Replayed, replay, replay_text, summary
from engine.record.writing import write

__all__ = [
    "Record",
    "RecordError",
    "Replayed",
    "game_of",
    "read",
    "replay",
    "replay_text",
    "summary",
    "write",
]
