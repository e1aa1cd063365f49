"""What is asked for in the shell, before anything is started; and what is left in its folder."""

import resource
import signal
from pathlib import Path

import pytest

from engine.values.options import Value
from tui.locale import Words
from tui.programs import keep, wish
from tui.shell import Usage

ENGLISH = Words("en")


@pytest.mark.parametrize(
    ("said", "name", "value"),
    [
        ("soft-landing", "soft_landing", True),
        ("soft_landing=on", "soft_landing", True),
        ("all_at_once=No", "all_at_once", False),
        ("successes=3", "successes", 3),
        ("successes=-3", "successes", -3),
        ("challenge=blind", "challenge", "blind"),
    ],
)
def test_options_are_switches_numbers_or_words(said: str, name: str, value: Value) -> None:
    assert wish("pokerface", 3, [said], ENGLISH).options == {name: value}


@pytest.mark.parametrize("said", ["", "=on", "successes="])
def test_half_an_option_is_none(said: str) -> None:
    with pytest.raises(Usage, match=said or "option"):
        wish("pokerface", 3, [said], ENGLISH)


@pytest.mark.parametrize("bots", [0, -1, 23])
def test_nobody_plays_alone_or_with_more_than_a_deck_serves(bots: int) -> None:
    with pytest.raises(Usage, match="--bots") as refused:
        wish("pokerface", bots, [], ENGLISH)
    assert refused.value.code == 2


def test_how_many_bots_and_how_good_ones_may_be_left_open() -> None:
    left = wish("pokerface", None, [], ENGLISH)
    assert (left.bots, left.level) == (None, None)
    assert wish("pokerface", 2, [], ENGLISH, "easy").level == "easy"


def test_a_text_is_kept_in_a_file_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    keep("deal.phh", 'players = ["Änne"]\n')
    keep("deal.phh", 'players = ["Änne"]\n')
    with pytest.raises(FileExistsError):
        keep("deal.phh", "another\n")
    (tmp_path / "link.phh").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FileExistsError):
        keep("link.phh", "another\n")
    assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["deal.phh"]
    assert (tmp_path / "deal.phh").read_bytes() == b'players = ["\xc3\x84nne"]\n'


def test_half_a_text_is_not_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        with pytest.raises(OSError, match="too large"):
            keep("deal.phh", "x" * 2000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, ignored)
    assert not list(tmp_path.iterdir())
    keep("deal.phh", "x" * 2000)
