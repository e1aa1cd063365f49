"""What one's own machine remembers."""

from pathlib import Path

from tui.settings import Settings, load, save


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "settings.json"
    assert load(file) is None
    save(file, Settings(lang="de", name="Jörg", code="abcd"))
    assert load(file) == Settings(lang="de", name="Jörg", code="abcd")
    # The code opens an account: nobody else reads it.
    assert file.stat().st_mode & 0o077 == 0


def test_what_cannot_be_read_is_asked_again(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    file.write_text('{"lang": "xx"}')
    assert load(file) is None
    file.write_bytes(b"\xff\x00")
    assert load(file) is None


def test_what_cannot_be_saved_disturbs_nobody(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    save(blocked / "settings.json", Settings())
