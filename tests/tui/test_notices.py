"""What happens at a table beside its deals, read off two views of it."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.values.actions import Pass
from engine.values.events import Acted
from engine.values.why import Why
from protocol.messages import ChairInfo, DealEvents, Pause, TableView
from tests.tui import scenes
from tests.tui.resting import absent, ballot, late, people, resting
from tests.tui.scenes import ANNA, BEN, CARLA, DAN
from tests.tui.test_room import room
from tui.canvas import say
from tui.locale import Words
from tui.notices import Notice, notices

DE, EN = Words("de"), Words("en")


def plain(**changes: Any) -> TableView:
    """The table with everybody there."""
    view = resting(absent(), **({"chairs": people()} | changes))
    return replace(view, pause=changes.get("pause"))


def told(old: TableView, new: TableView) -> list[str]:
    """The notices in Anna's words."""
    return [say.notice(notice, new, DE) for notice in notices(old, new)]


STORAGE = Pause(Why("storage"))
AWAY = resting(absent())
VOTE = resting(absent(vote=ballot()))
CAST = resting(absent(vote=ballot({CARLA: "bot"})))


def test_nothing_happens_between_equal_views() -> None:
    for view in (plain(), AWAY, VOTE, CAST, resting(late(vote=ballot()))):
        assert told(view, replace(view, seq=2)) == []


def test_away_a_vote_and_what_comes_of_it() -> None:
    assert told(plain(), AWAY) == ["Ben ist weg"]
    assert told(AWAY, VOTE) == ["Eine Abstimmung beginnt"]
    assert told(VOTE, CAST) == ["Carla ist für einen Bot"]
    changed = resting(absent(vote=ballot({CARLA: "cancel", ANNA: "wait"})))
    assert told(CAST, changed) == ["Carla will abbrechen", "Du willst warten"]
    # More than half: a bot, another wait, or the end of the deal.
    bot = plain(chairs=people(BEN, bots=(BEN,)))
    assert told(changed, bot) == ["Beschlossen: ein Bot spielt für Ben"]
    assert told(changed, AWAY) == ["Beschlossen: weiter warten"]
    over = replace(
        resting(absent()), stage="between", view=None, cancelled=Why("voted"), pause=absent()
    )
    assert told(changed, over) == ["Beschlossen: Durchgang abgebrochen"]


def test_whoever_comes_back_is_back_once() -> None:
    for before in (AWAY, VOTE, plain(chairs=people(BEN, bots=(BEN,)))):
        assert told(before, plain()) == ["Ben ist wieder da"]
    # The vote of those who are there is over because nobody is left, not because it was decided.
    nobody = resting(absent(BEN, left=None), chairs=people(*range(6)))
    assert told(VOTE, nobody) == []


def test_a_line_that_blinks_is_no_news() -> None:
    assert told(plain(), plain(chairs=people(BEN))) == []
    assert told(plain(chairs=people(BEN)), plain()) == []


def test_out_of_time() -> None:
    over = resting(late(vote=ballot()))
    assert told(plain(), over) == ["Die Zeit von Ben ist um", "Eine Abstimmung beginnt"]
    # Waited for once more, or there after all: either way there is as much time as at first.
    assert told(over, plain(view=over.view)) == ["Ben hat noch einmal Zeit"]
    # An answer speaks for itself.
    moved = plain(view=scenes.turn_view(to_act=(CARLA,)))
    assert told(over, moved) == []
    own = replace(over, me=BEN)
    assert told(replace(plain(), me=BEN), own)[0] == "Deine Zeit ist um"
    bot = replace(plain(chairs=people(bots=(BEN,))), me=BEN)
    assert told(own, bot) == ["Beschlossen: ein Bot spielt für dich"]
    assert told(bot, replace(plain(), me=BEN)) == ["Du spielst wieder selbst"]


def test_chairs_and_owners() -> None:
    free = ChairInfo("empty", here=False)
    before = replace(AWAY, stage="between", view=None)
    freed = replace(before, chairs=(people()[0], free, *people()[2:]), pause=None)
    assert told(before, freed) == ["Der Platz von Ben ist frei geworden"]
    left = replace(plain(), chairs=(free, *people(owner=CARLA)[1:]), stage="waiting", me=DAN)
    here = replace(plain(), me=DAN)
    assert told(here, left) == ["Anna ist gegangen", "Carla ist jetzt Gastgeber"]
    assert told(here, replace(left, me=CARLA))[1] == "Du bist jetzt Gastgeber"
    # Whoever sits down in the meantime is somebody else.
    taken = replace(left, chairs=(ChairInfo("bot", "Ada"), *left.chairs[1:]))
    assert told(here, taken) == ["Anna ist gegangen", "Carla ist jetzt Gastgeber"]
    renamed = replace(here, chairs=(replace(people()[0], name="Anne"), *people()[1:]))
    assert told(here, renamed) == []


def test_nothing_can_be_written() -> None:
    for before in (plain(), AWAY, CAST, resting(late(vote=ballot()))):
        stalled = replace(before, pause=STORAGE)
        assert told(before, stalled) == ["Der Server kann nicht speichern"]
        assert told(stalled, before) == ["Der Server speichert wieder"]


def test_names_of_strangers_are_harmless_and_missing_ones_somebodys() -> None:
    assert say.notice(Notice("away", 3, "a\x1b[2J"), plain(), EN) == "a?[2J is away"
    assert say.notice(Notice("away", 3, ""), plain(), DE) == "jemand ist weg"


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_notice_has_words(lang: Any) -> None:
    words = Words(lang)
    views = [plain(), AWAY, VOTE, CAST, resting(late(vote=ballot())), replace(AWAY, pause=STORAGE)]
    for old in views:
        for new in views:
            for notice in notices(old, new):
                assert say.notice(notice, new, words)


def test_the_room_keeps_what_happened_in_its_place_until_the_next_deal() -> None:
    known = room()
    event = Acted(ANNA, Pass())
    known.receive(plain())
    known.receive(DealEvents("t1", 4, 0, (event, event)))
    known.receive(replace(AWAY, seq=2))
    known.receive(DealEvents("t1", 4, 2, (event,)))
    known.receive(replace(VOTE, seq=3))
    kept = known.tables["t1"].notices
    assert [(notice.code, notice.at) for notice in kept] == [("away", 2), ("called", 3)]
    # A view that is older than what is known tells nothing.
    known.receive(replace(AWAY, seq=1))
    assert known.tables["t1"].notices == kept
    known.receive(replace(plain(), seq=4, deal=5))
    assert [(notice.code, notice.at) for notice in known.tables["t1"].notices] == [("back", 0)]


def test_what_people_can_bring_about_does_not_pile_up() -> None:
    known = room()
    known.receive(plain())
    for seq in range(2, 400, 2):
        known.receive(replace(AWAY, seq=seq))
        known.receive(replace(plain(), seq=seq + 1))
    assert len(known.tables["t1"].notices) == 100
