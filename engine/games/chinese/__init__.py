"""Chinese poker, closed and open-face, and Pineapple (rules.md D).

A family in a folder: `closed` is the game in which everybody sets thirteen cards in secret,
`openface` the two in which cards are laid one after the other (`open_state` such a deal as a value,
`open_flow` its course, `open_view` what lies on the table), `state` what a match brings along to
all of them, `told` what a finished deal says.
"""

from engine.game import AnyGame
from engine.games.chinese.closed import Chinese
from engine.games.chinese.openface import OpenFace, Pineapple

GAMES: tuple[AnyGame, ...] = (Chinese(), OpenFace(), Pineapple())
