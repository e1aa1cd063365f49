"""Every game is played to the end of a deal by what is said and typed alone."""

from pathlib import Path

import pytest

from engine.games import GAMES
from server.run import Server
from tests.tui.lines.talker import config_in, talking
from tui.locale import LANGS, Lang

BOTH = ("holdem", "chinese")
PLAYED: list[tuple[str, Lang]] = [
    (game.id, lang)
    for place, game in enumerate(GAMES)
    for lang in (LANGS if game.id in BOTH else (LANGS[place % 2],))
]


@pytest.mark.parametrize(("game", "lang"), PLAYED)
async def test_a_deal_is_played_to_its_end(game: str, lang: Lang, tmp_path: Path) -> None:
    ascii = lang == "en"
    async with (
        Server(config_in(tmp_path)) as server,
        talking(server, lang, game=game, ascii=ascii) as person,
    ):
        await person.plays(7, "rückblick" if lang == "de" else "past")
        await person.answers("zeige deal 1", bool)
    for line in person.said:
        assert line.isprintable(), line
        assert line.isascii() or not ascii, line
