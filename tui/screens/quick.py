"""A table of one's own with bots, in any game: the list of games, and how many bots come."""

from collections.abc import Sequence

from protocol.messages import Create, GameInfo
from tui.link import new_key
from tui.locale import Words
from tui.screens.lobby_page import by_kind, category
from tui.screens.pick import Item
from tui.screens.speech import game_name


def games(infos: Sequence[GameInfo], wanted: str | None, kind: str | None) -> list[GameInfo]:
    """The games that have bots: the wanted one, those of a category, and the others as listed."""
    playable = [info for info in by_kind(infos) if info.bots]
    return sorted(playable, key=lambda info: (info.id != wanted, category(info) != kind))


def items(infos: Sequence[GameInfo], words: Words) -> list[Item]:
    """Their rows in a list."""
    return [
        Item(info.id, game_name(words, info.id), _bots(seats(info) - 1, words)) for info in infos
    ]


def _bots(count: int, words: Words) -> str:
    return words("lobby.bots.one" if count == 1 else "lobby.bots", n=count)


def seats(info: GameInfo) -> int:
    """So many chairs a table has that nobody said more about: more where people play for chips."""
    usual = 6 if info.match in ("cash", "freezeout") else 4
    return min(info.hi, max(info.lo, usual))


def table(info: GameInfo, name: str) -> Create:
    """The request that opens it; where there are chips, one buys in for as many as can be."""
    return Create(id=0, key=new_key(), game=info.id, name=name, seats=seats(info), bots="now")
