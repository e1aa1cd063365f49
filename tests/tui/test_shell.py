"""What the command line says, whatever reads it."""

import io

import pytest

from tui.locale import Words
from tui.shell import Parser, say


@pytest.mark.parametrize(
    ("encoding", "printed"),
    [("utf-8", "♠ Jörg 王\n"), ("latin-1", "s Joerg ?\n"), ("ascii", "s Joerg ?\n")],
)
def test_every_stream_gets_what_it_can_write(encoding: str, printed: str) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    say("♠ Jörg 王", stream)
    assert raw.getvalue().decode(encoding) == printed


def test_wrong_use_is_one_line_and_ends_with_two(capsys: pytest.CaptureFixture[str]) -> None:
    parser = Parser(prog="pokertui", add_help=False).speak(Words("en"))
    with pytest.raises(SystemExit) as ended:
        parser.parse_args(["--lang", "tlh"])
    assert ended.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
