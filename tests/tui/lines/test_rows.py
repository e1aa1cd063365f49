"""Cards typed into rows: arranged and submitted, or laid at once."""

from msgspec.structs import replace

from engine.kit.rows import misplaced
from engine.values import actions, offers
from engine.values.cards import cards
from protocol.messages import (
    Act,
    Keep,
)
from tests.tui.lines.tables import at
from tui.locale import Words

SET = offers.SetRows(cards("AcAdKhQcJsTc9c6h5c5s4d4h3c"))


def test_rows_are_arranged_and_kept_until_they_are_submitted() -> None:
    session, world, _ = at((SET,))
    world.heard()
    session.typed("front 4d 4h Js back 1 2 Kh Qc 10c")
    kept = [one.draft for one in world.asked if isinstance(one, Keep)]
    assert [row for draft in kept for row in draft.rows] == [
        cards("4d4hJs"),
        (),
        cards("AcAdKhQcTc"),
    ]
    assert world.heard() == [
        "front: 4d 4h Js. One pair, fours.",
        "middle: empty, 5 cards.",
        "back: Ac Ad Kh Qc 10c. One pair, aces.",
        "Left: 9c 6h 5c 5s 3c.",
    ]
    world.answer()
    # There is only one way to fill the last row, and no foul in it.
    session.typed("submit")
    sent = [one.action for one in world.asked if isinstance(one, Act)]
    assert sent == [actions.SetRows(cards("4d4hJs"), cards("9c6h5c5s3c"), cards("AcAdKhQcTc"))]


def test_a_foul_is_asked_about() -> None:
    session, world, _ = at((SET,))
    session.typed("set Ac Ad Kh / 4d 4h Qc Js 10c / 9c 6h 5c 5s 3c")
    assert world.said[-1].startswith("A foul: front beats middle.")
    assert not [one for one in world.asked if isinstance(one, Act)]


def test_cards_are_laid_one_after_the_other() -> None:
    lay = offers.Lay(cards("KsQd7h6s2d"), ("front", "middle", "back"))
    session, world, table = at((lay,))
    session.typed("front 6s middle Ks Qd")
    six, king, queen = cards("6sKsQd")
    laid = [
        actions.Lay(six, "front"),
        actions.Lay(king, "middle"),
        actions.Lay(queen, "middle"),
    ]
    for place in range(3):
        assert [one.action for one in world.asked if isinstance(one, Act)] == laid[: place + 1]
        gone = {one.card for one in laid[: place + 1]}
        rest = replace(lay, cards=tuple(one for one in lay.cards if one not in gone))
        world.answer()
        session.told(replace(table, seq=2 + place, decision=4 + place, offers=(rest,)))
    assert len(world.asked) == 3


def test_suggestions_are_made_where_the_table_has_them() -> None:
    session, world, table = at((SET,))
    world.heard()
    session.typed("suggest")
    assert world.heard() == [Words("en")("arranging.no_hints")]
    options = {"hints": True, "scoring": "scoop"}
    session.told(replace(table, seq=2, game="chinese", options=options))
    session.typed("suggest")
    rows = [row for one in world.asked if isinstance(one, Keep) for row in one.draft.rows]
    assert [len(row) for row in rows] == [3, 5, 5]
    assert not misplaced(rows)
    world.answer()
    session.typed("submit")
    assert [one.action for one in world.asked if isinstance(one, Act)] == [actions.SetRows(*rows)]
