"""`pokertui rules`: the games, or the rules of one, for a terminal or for a pipe."""

import os
import shutil
import sys

from tui.canvas.palette import palette
from tui.canvas.plain import letters, spelled
from tui.locale import Words
from tui.locale.rules import rules, written
from tui.screens.prose import plain, styled
from tui.screens.writing import dealt
from tui.shell import Usage, say
from tui.terminal import is_dumb, terminal_of

WIDTH = 78


def run(game: str | None, words: Words) -> int:
    """Print the rules of a game, or which games there are; `Usage` for one that is not."""
    if game is None:
        _say(_listed(words))
        return 0
    known = rules(game, words.lang)
    if known is None:
        raise Usage(words("cli.no_rules", game=game, games=", ".join(written(words.lang))))
    if not sys.stdout.isatty() or is_dumb(os.environ):
        _say(plain(known, _width(), words))
    else:
        terminal = terminal_of(os.environ)
        _say(styled(known, _width(), words, dealt(palette(terminal.depth, terminal.ascii))))
    return 0


def _width() -> int:
    """Columns to write in: those of the terminal, if it is one, but no longer lines than that."""
    return min(WIDTH, shutil.get_terminal_size().columns - 2) if sys.stdout.isatty() else WIDTH


def _listed(words: Words) -> str:
    games = written(words.lang)
    room = max(map(len, games)) + 2
    titles = ((game, rules(game, words.lang)) for game in games)
    lines = [f"  {game.ljust(room)}{known.title}" for game, known in titles if known is not None]
    return "\n".join([words("cli.rules.games"), "", *lines, "", words("cli.rules.how")])


def _say(text: str) -> None:
    say(letters(spelled(text)) if terminal_of(os.environ).ascii else text, sys.stdout)
