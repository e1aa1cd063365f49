"""The picture of the lobby, from what it shows alone."""

import re

import pytest
from msgspec.structs import replace

from protocol.messages import Account, Lobby, TableInfo, Welcome
from tui.canvas.cells import Row
from tui.canvas.palette import palette
from tui.locale import Words
from tui.room import Room
from tui.screens.lobby_page import SIDE, WIDE, Shown, draw

MANY = 40
SIZE = (80, 24)


def table(number: int) -> TableInfo:
    """A table with a number in its name."""
    return TableInfo(
        id=f"t{number}",
        name=f"Tisch {number}",
        game="pokerface",
        options={},
        seats=4,
        taken=1,
        bots=0,
        players=("Ben",),
        status="waiting",
    )


def shown(count: int, chosen: int = 0) -> Shown:
    """A lobby of so many tables, one of them chosen."""
    account = Account(id="a", name="Anna", guest=True, code="ABCD-EFGH")
    room = Room(Welcome(version=1, server="test", account=account, games=()))
    tables = tuple(table(number) for number in range(count))
    room.receive(Lobby(tables, people=3))
    return Shown(room=room, tables=tables, chosen=tables[chosen] if tables else None)


def text(rows: tuple[Row, ...]) -> list[str]:
    """The rows without their colours."""
    return ["".join(run.text for run in row) for row in rows]


def picture(lobby: Shown, size: tuple[int, int] = SIZE) -> list[str]:
    """The rows of the German lobby."""
    return text(draw(lobby, size, palette("true"), Words("de")))


@pytest.mark.parametrize("chosen", [0, 3, 20, MANY - 1])
def test_the_chosen_table_is_always_in_the_list(chosen: int) -> None:
    rows = picture(shown(MANY, chosen))
    marked = [row for row in rows if row.startswith("▸")]
    assert len(marked) == 1
    assert f"Tisch {chosen} " in marked[0]


@pytest.mark.parametrize("chosen", [0, 20, MANY - 1])
def test_a_row_that_is_clicked_is_the_table_drawn_there(chosen: int) -> None:
    lobby = shown(MANY, chosen)
    for y, row in enumerate(picture(lobby)):
        there = lobby.table_at(y, SIZE[1])
        # The row below the list tells of the chosen table once more.
        listed = bool(re.search(r"Tisch \d", row)) and y < SIZE[1] - 4
        assert (there is not None) == listed
        if there is not None:
            assert f"{there.name} " in row


def test_below_a_short_list_there_is_nothing_to_click() -> None:
    lobby = shown(2)
    assert [lobby.table_at(y, SIZE[1]) for y in range(2, 5)] == [*lobby.tables, None]


@pytest.mark.parametrize("height", [1, 3, 5, 6])
def test_without_room_no_table_is_listed_and_none_is_clicked(height: int) -> None:
    lobby = shown(MANY)
    assert len(picture(lobby, (80, height))) == height
    assert sum(lobby.table_at(y, height) is not None for y in range(height)) == max(0, height - 6)


def test_the_description_stands_beside_the_list_where_there_is_room() -> None:
    lobby = shown(1)
    assert not any("│" in row for row in picture(lobby, (WIDE - 1, 24)))
    beside = picture(lobby, (WIDE, 24))
    assert beside[2][WIDE - SIDE :].startswith("│ Pokerface")
    assert "1 Ben" in "\n".join(beside)


def test_a_long_name_is_seen_whole_and_a_narrow_list_keeps_to_what_matters() -> None:
    lobby = shown(1)
    long = replace(lobby.tables[0], name="Runde von Anna-Katharina")
    lobby = replace(lobby, tables=(long,), chosen=long)
    head, row = picture(lobby)[1:3]
    assert row.startswith("▸Runde von Anna-Katharina ")
    assert head.index("Spiel") == row.index("Pokerface")
    narrow = picture(lobby, (40, 12))
    assert narrow[1].split() == ["Tisch", "Plätze", "Status"]
    assert narrow[2].split()[-2:] == ["1/4", "wartet"]


@pytest.mark.parametrize("width", [80, 60, 40, 24])
def test_a_code_is_never_cut(width: int) -> None:
    code = "s7uu-5be6-vgqa-a6qg"
    lobby = replace(shown(0), local=False)
    lobby.room.account = replace(lobby.room.account, code=code)
    assert code in picture(lobby, (width, 18))[-2]


def test_a_guest_from_elsewhere_is_told_the_way_back() -> None:
    assert "ABCD-EFGH" not in "\n".join(picture(shown(1)))
    assert "ABCD-EFGH" in "\n".join(picture(replace(shown(1), local=False)))
    with_message = replace(shown(1), local=False, message="Der Tisch ist voll.")
    assert "ABCD-EFGH" not in "\n".join(picture(with_message))


FULL = replace(table(0), taken=4, bots=3, players=("Ben", "Ada", "Bob", "Cid"), status="full")


@pytest.mark.parametrize(
    ("info", "expected"),
    [
        (FULL, ("1+3/4", "Bot weicht", "ein Bot macht dir Platz")),
        (replace(FULL, status="running"), ("1+3/4", "läuft", "ein Bot macht dir Platz")),
        (replace(FULL, promised=2), ("1+3/4", "Bot weicht", "ein Bot macht dir Platz")),
        (replace(FULL, promised=3), ("4/4", "voll", "alles besetzt")),
        (replace(FULL, bots=0), ("4/4", "voll", "alles besetzt")),
        (replace(FULL, taken=3, bots=2, status="waiting"), ("3/4", "wartet", "1 frei")),
    ],
)
def test_a_table_says_whether_there_is_a_chair(
    info: TableInfo, expected: tuple[str, str, str]
) -> None:
    lobby = shown(1)
    rows = picture(replace(lobby, tables=(info,), chosen=info))
    seats, status, about = expected
    assert [part for part in rows[2].split() if "/" in part] == [seats]
    assert rows[2].rstrip().endswith(status)
    assert about in rows[-4]
