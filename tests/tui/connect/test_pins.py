"""Which certificates are known: the file, and how a server is written in it."""

import asyncio
from pathlib import Path

import pytest

from tests.tui.ssh.test_hostkeys import mode
from tui.connect.pins import Pin, pins_of, remember
from tui.connect.place import Place, place_of
from tui.locale import Words
from tui.shell import Usage

HOME = "cards.example:7000"
ONE, TWO = "SHA256:one", "SHA256:two"


def test_nobody_is_known_at_first(tmp_path: Path) -> None:
    assert pins_of(tmp_path / "known", HOME) == ()


def test_what_is_remembered_is_known(tmp_path: Path) -> None:
    file = tmp_path / "new" / "known"
    remember(file, HOME, ONE)
    remember(file, "[::1]:7000", TWO)
    assert pins_of(file, HOME) == (Pin(ONE, 1),)
    assert pins_of(file, "[::1]:7000") == (Pin(TWO, 2),)
    assert pins_of(file, "cards.example:7001") == ()
    assert mode(file) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["known"]


def test_another_certificate_takes_the_place_of_all_others(tmp_path: Path) -> None:
    file = tmp_path / "known"
    text = f"# mine\n{HOME} {ONE}\n\nother:1 {ONE}\n{HOME}\t{TWO}"
    file.write_text(text)
    assert pins_of(file, HOME) == (Pin(ONE, 2), Pin(TWO, 5))
    remember(file, HOME, "SHA256:three")
    assert file.read_text() == f"# mine\n\nother:1 {ONE}\n{HOME} SHA256:three\n"


def test_a_line_without_sense_does_not_make_a_server_unknown(tmp_path: Path) -> None:
    file = tmp_path / "known"
    file.write_bytes(b"\xff\xfe\n" + HOME.encode() + b"\n" + HOME.encode() + b" half of it")
    assert pins_of(file, HOME) == (Pin("", 2), Pin("half of it", 3))
    remember(file, "other:1", ONE)
    assert file.read_bytes().startswith(b"\xff\xfe\n")


def test_a_file_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("")
    (tmp_path / "known").symlink_to(tmp_path / "real")
    remember(tmp_path / "known", HOME, ONE)
    assert (tmp_path / "known").is_symlink()
    assert pins_of(tmp_path / "real", HOME) == (Pin(ONE, 1),)


@pytest.mark.parametrize(
    ("text", "place", "name"),
    [
        ("Cards.Example.", Place("cards.example", 7000), "cards.example:7000"),
        ("cards.example:17", Place("cards.example", 17), "cards.example:17"),
        ("::1", Place("::1", 7000), "[::1]:7000"),
        ("[0:0::1]:17", Place("::1", 17), "[::1]:17"),
        ("127.0.0.1:17", Place("127.0.0.1", 17), "127.0.0.1:17"),
    ],
)
def test_a_server_is_written_in_one_way(text: str, place: Place, name: str) -> None:
    assert place_of(text, Words("en")) == place
    assert place.name == name


async def test_nothing_that_is_remembered_at_once_is_lost(tmp_path: Path) -> None:
    file = tmp_path / "known"
    names = [f"{number}.example:7000" for number in range(20)]
    async with asyncio.TaskGroup() as group:
        for name in names:
            group.create_task(asyncio.to_thread(remember, file, name, ONE))
    assert all(pins_of(file, name) for name in names)


PORTS = ["", ":7000", "a:b", "a:0", "a:70000", "[::1]:x"]
NAMES = ["a b", "a\n:1", "a..b", "a" * 64, "::1%\x1b"]


@pytest.mark.parametrize("text", PORTS + NAMES)
def test_what_is_no_server_is_said(text: str) -> None:
    with pytest.raises(Usage, match="no address"):
        place_of(text, Words("en"))


@pytest.mark.parametrize(
    ("host", "near"),
    [("localhost", True), ("127.1.2.3", True), ("::1", True), ("::", False), ("home", False)],
)
def test_only_this_machine_is_near(host: str, near: bool) -> None:
    assert Place(host, 1).near == near
