"""One's own cards turn over last: until then the screen says nothing of what they come to."""

from typing import Any

from msgspec.structs import replace

from tests.engine.games.indian_table import Table
from tests.tui.layouts.drawn import DE
from tests.tui.layouts.indian_results import scene, text, told
from tui.canvas.palette import palette
from tui.canvas.scene import GoOn, Scene
from tui.layouts import layout
from tui.layouts.indian import after
from tui.layouts.indian.result import title_parts
from tui.layouts.indian.reveal import revealing, staged, steps

SIDE = Table("Ac Kd Qh", (3, 50, 50)).play("2 7 c")


def turning(deal: Table, me: int | None = 1, **table: Any) -> Scene:
    made = scene(deal, me, **table)
    return replace(made, ui=replace(made.ui, revealed=1))


def test_the_own_card_turns_over_last() -> None:
    made = turning(SIDE)
    assert steps(made) == 2
    assert revealing(made)
    drawn = text(made)
    assert drawn[1].startswith(" Die anderen liegen offen. Jetzt kommt deine Karte.")
    assert not any(word in line for line in drawn for word in ("König", "K♦", "+", "★", "52"))
    assert "42 Chips" in drawn[13]
    assert any("deine aufdecken" in line for line in drawn)
    assert not any("König" in line or "gewinnt" in line for line in told(made))
    assert after.press(made, "space", DE) == GoOn()
    assert title_parts(made, DE) == ["Spiel 12", "Showdown"]


def test_what_is_still_hidden_tells_nothing_of_it() -> None:
    """Whatever the own card is, the screen is the same until it turns over."""
    for pot in ({}, {"match_pot": True, "pot": 20}):
        seen = set()
        for own in ("Ad", "Kd", "2d"):
            deal = Table(f"Ac {own} Qh", (9, 9, 9), **pot)
            deal.play("i i i" if pot else "2 c c")
            end: dict[str, Any] = {"ended": "finished", "winners": (0,)} if own == "2d" else {}
            made = turning(deal, **end)
            # Chips that the table holds between deals are told apart from it.
            shown = [*text(made), *told(made)]
            for drawer in (None, "log", "info"):
                opened = replace(made, ui=replace(made.ui, drawer=drawer))
                for size in ((80, 24), (60, 18), (120, 36)):
                    drawn = layout("indian").draw(opened, size, palette("true"), DE)
                    shown += ["".join(run.text for run in row) for row in drawn]
            seen.add("\n".join(shown))
        assert len(seen) == 1


def test_who_has_no_card_to_turn_sees_it_at_once() -> None:
    for me, deal in ((None, SIDE), (0, Table("Kd Qs 4c").play("2 f f"))):
        made = turning(deal, me)
        assert steps(made) == 0
        assert not revealing(made)
        assert "+" in "".join(text(made))
    assert steps(scene(Table("Kd Qs 4c").play("2"), 0)) == 0


def test_staged_chips_are_those_before_the_pots_were_paid() -> None:
    deal = Table("Kd 9s 3c Ah", match_pot=True, pot=4).play("i i i o")
    table = staged(turning(deal, 1)).table
    assert table.view is not None
    assert [one.stack for one in table.view.seats] == [50, 50, 50, 50]
    assert [pot.chips for pot in table.view.pots] == [4]
    assert [chair.freezeout and chair.freezeout.stack for chair in table.chairs] == [50] * 4
