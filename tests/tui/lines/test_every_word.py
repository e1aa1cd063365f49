"""Whatever is typed, in whatever state of whatever game: a plain answer, and no fault."""

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from engine.game import AnyGame
from engine.games import GAMES
from engine.values.offers import admitted
from protocol.messages import VERSION, Account, Act, DealEvents, GameInfo, Join, Ok, Welcome
from tests.tui.deals import moments, scene_of
from tests.tui.layouts.test_every_game import NAMES, carried
from tests.tui.lines.tables import World
from tui.lines import typed
from tui.lines.chair import CHAIR
from tui.lines.core import Session
from tui.lines.deeds import DECIDES
from tui.lines.house import HOUSE
from tui.lines.rows import VERBS
from tui.lines.table import LOOKS
from tui.lines.voice import Voice
from tui.locale import LANGS, Lang, Words
from tui.room import Room

WORDS: dict[Lang, list[str]] = {
    lang: sorted(
        typed.shown(verb, Words(lang)) for verb in (DECIDES | VERBS | CHAIR | LOOKS | HOUSE)
    )
    for lang in LANGS
}
RESTS = (
    "",
    "1",
    "1 2",
    "3 a1",
    "dh",
    "as front",
    "min",
    "999999999999",
    "-",
    "/ / /",
    "\u202e",
    "all",
)
EVERY = 7  # states of a deal between two that are looked at


def session_at(game: AnyGame, lang: Lang) -> tuple[Session, World]:
    account = Account("me", "Anna", guest=True)
    info = GameInfo(game.id, 2, 6, (), game.manners, bots=True)
    world = World()
    room = Room(Welcome(VERSION, "test", account, (info,), held=("t",)))
    session = Session(room, Voice(lang, ascii=True), world)
    session.begin()
    assert isinstance(world.asked[0], Join)
    world.answer(Ok(id=0, table="t"))
    return session, world


@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_every_word_has_an_answer(game: AnyGame) -> None:
    dice = Random(game.id)
    lang = dice.choice(LANGS)
    players = min(len(NAMES), game.players[-1])
    session, world = session_at(game, lang)
    sent: list[tuple[Any, Act]] = []
    states = list(moments(game, game.Options(), players, carried(game, players, "de"), b"lines"))
    for turn, (state, events) in enumerate(states):
        if turn % EVERY and turn < len(states) - 1:
            continue
        me = next(iter(game.view(state).to_act), turn % players)
        scene = scene_of(game, state, me, NAMES[:players])
        table = replace(scene.table, seq=turn + 1, deal=turn + 1)
        told = scene_of(game, state, me, NAMES[:players], events).events
        session.told(DealEvents("t", turn + 1, 0, told))
        session.told(table)
        for word in ["", "dance", "7", *dice.sample(WORDS[lang], 12)]:
            world.asked.clear()
            world.thens.clear()
            session._asked = 0
            if session.table is None or word == typed.shown("quit", Words(lang)):
                continue
            session.table.anew()
            session._asks = None
            session.typed(f"{word} {dice.choice(RESTS)}".strip())
            sent += [(table.offers, one) for one in world.asked if isinstance(one, Act)]
    for line in world.said:
        assert line.isprintable(), line
        assert line.isascii(), line
    # Nothing is asked for that was not offered.
    assert all(admitted(offers, one.action) for offers, one in sent)
