"""What the command line shares: its parser, wrong use, and printing for whatever reads it."""

import argparse
from typing import NoReturn, TextIO

from tui.locale import LANGS, Words


class Usage(Exception):
    """Something was asked that can't be done; the message is a sentence for the shell.

    `code` is the exit code.
    """

    def __init__(self, text: str, code: int = 2) -> None:
        super().__init__(text)
        self.code = code


class NoHome(Exception):
    """This user has no home directory, and no variable says where else things are kept."""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line, and how to use it in the reader's language."""

    def speak(self, words: Words) -> "Parser":
        """Take headings and the help on help from `words`; itself."""
        self._positionals.title = words("cli.arguments")
        self._optionals.title = words("cli.options")
        self.add_argument("-h", "--help", action="help", help=words("cli.help"))
        # Where nothing is said, what was said before the command stands (the whole line's default
        # is set in the cli): a part's own default would take its place.
        self.add_argument(
            "--lang", choices=LANGS, default=argparse.SUPPRESS, help=words("cli.lang")
        )
        return self

    def error(self, message: str) -> NoReturn:
        """End with exit code 2."""
        self.exit(2, f"{self.prog}: {message}\n")


def say(text: str, stream: TextIO) -> None:
    """Print with question marks for what the stream can't write; suits become letters."""
    encoding = stream.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        from tui.canvas.plain import letters, spelled

        text = letters(spelled(text)).encode(encoding, "replace").decode(encoding)
    print(text, file=stream, flush=True)
