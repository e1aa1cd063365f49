"""Which names look alike: in case, in blanks and signs, and in letters that look the same.

Which letters do is Unicode's to say. `looks.txt` beside this file is made from `confusables.txt` of
Unicode Technical Standard #39:

    python -m server.looks confusables.txt > server/looks.txt

Of its pairs those are taken whose letter is admitted in names (`server.names`), or is a mark or a
digit of theirs. Letters that consist of others are looked up part by part, so they are left out.
"""

import sys
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path

_HEADER = """\
# What looks like what, of the letters in names: made by server/looks.py from confusables.txt,
# Unicode Security Mechanisms for UTS #39, version {version}. © {year} Unicode®, Inc.
# Terms of use: https://www.unicode.org/terms_of_use.html
"""


# What else can't be told apart at a glance, once case does not matter. Unicode has only the
# capital I for an l, and only the small m for rn.
_ALSO = str.maketrans({"i": "l", "m": "rn", "w": "vv"} | dict.fromkeys(" -_.'", ""))


def likenesses(name: str) -> frozenset[str]:
    """What the name looks like: names that have one of these in common are alike.

    As it is written, in small and in capital letters: a Greek ν looks like a v, its capital like
    an N, and case is not to matter.
    """
    return frozenset(likeness(said) for said in (name, name.lower(), name.upper()))


def likeness(name: str) -> str:
    """What the name looks like as it is written, to be compared with others; never shown."""
    taken = unicodedata.normalize("NFD", name).translate(looks())
    plain = unicodedata.normalize("NFD", taken.casefold())
    return plain.translate(_ALSO) or plain


@cache
def looks() -> Mapping[int, str]:
    """What each letter is taken for, to be used with `str.translate`; itself if it is not there."""
    text = files("server").joinpath("looks.txt").read_text("utf-8")
    return {ord(letter): like for letter, like in pairs(text.splitlines())}


def pairs(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """The letters in lines of hexadecimal `letter ; like`, each with what it looks like."""
    for line in lines:
        letter, semicolon, rest = line.partition("#")[0].lstrip("\ufeff").partition(";")
        if semicolon:
            yield _text(letter), _text(rest.partition(";")[0])


def made(lines: Iterable[str], letters: Iterable[str]) -> Iterator[str]:
    """The lines of `looks.txt`, from those of `confusables.txt`, for these letters and digits."""
    whole = set(letters)
    parts = {part for letter in whole for part in unicodedata.normalize("NFD", letter)}
    wanted = {letter for letter in whole | parts if unicodedata.normalize("NFD", letter) == letter}
    for letter, like in sorted(pairs(lines)):
        if letter in wanted:
            codes = " ".join(f"{ord(part):04X}" for part in like)
            yield f"{ord(letter):04X} ; {codes} # {letter} {like}"


def _text(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


def _main(path: str) -> None:
    from server.names import DIGITS, SCRIPTS

    lines = Path(path).read_text("utf-8-sig").splitlines()
    says = {line.partition(":")[0]: line.partition(":")[2].strip() for line in lines[:10]}
    sys.stdout.write(_HEADER.format(version=says["# Version"], year=says["# Date"][:4]))
    for line in made(lines, DIGITS.union(*SCRIPTS.values())):
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    _main(sys.argv[1])
