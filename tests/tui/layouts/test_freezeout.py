"""A freeze-out on the screen: who is out, the next deal, leaving, and how a match has ended."""

from typing import Any

import pytest
from msgspec.structs import replace

from protocol.messages import ChairInfo, Clock, FreezeoutInfo, TableView
from tests.engine.games.indian_table import Table
from tests.tui.layouts.drawn import DE, EN
from tests.tui.layouts.indian_results import NAMES, scene
from tui.canvas.frame import can_go_on, spectating
from tui.canvas.palette import palette
from tui.canvas.scene import Explain, GoOn, Scene, Ui
from tui.layouts import freezeout
from tui.layouts.info import info_lines
from tui.layouts.waiting import can_fill, waiting_buttons, waiting_lines, waiting_press

PALETTE = palette("true")
EMPTY = ChairInfo("empty")


def seat(name: str, stack: int, *, kind: Any = "person", **info: Any) -> ChairInfo:
    chips = FreezeoutInfo(stack, **({"playing": True} | info))
    return ChairInfo(kind, name, freezeout=chips)


def between(*chairs: ChairInfo, **table: Any) -> Scene:
    """A table between two deals; the first chair is the viewer's."""
    over = scene(Table("Kd 9s").play("c c"))
    shown = {"chairs": chairs, "view": None, **table}
    return replace(over, table=replace(over.table, **shown), events=())


def lines(scene: Scene) -> list[str]:
    said = waiting_lines(scene, PALETTE, DE)
    return ["".join(text for text, _ in line) for line in said]


def shown(scene: Scene) -> str:
    return "".join(text for text, _ in freezeout.standing(scene, PALETTE, DE))


def ended(*chairs: ChairInfo, winners: tuple[int, ...], **table: Any) -> TableView:
    return between(*chairs, ended="finished", stage="over", winners=winners, **table).table


# ── who plays ──


@pytest.mark.parametrize(
    ("chair", "state", "tag", "said"),
    [
        (seat("Anna", 20), "in", "", ""),
        (seat("Anna", 0), "out", "raus", "Du bist raus. Im nächsten Match bist du wieder dabei."),
        (seat("Anna", 0, playing=False), "waits", "wartet", "Im nächsten Match bist du dabei."),
        (seat("Anna", 20, wish="leave"), "leaves", "geht", "Du gehst nach diesem Spiel."),
    ],
)
def test_what_keeps_a_chair_out_of_the_next_deal(
    chair: ChairInfo, state: str, tag: str, said: str
) -> None:
    found = between(chair, seat("Ben", 30), seat("Carla", 40))
    assert freezeout.state(found.table, 0) == state
    assert freezeout.tag(found.table, 0, DE) == tag
    assert freezeout.sentence(found.table, DE) == said
    assert can_go_on(found) == (state == "in")


def test_nobody_is_out_before_a_match_and_after_it() -> None:
    chairs = seat("Anna", 0, playing=False), seat("Ben", 0, playing=False)
    for found in (
        between(*chairs, number=0, stage="waiting"),
        between(*chairs, ended="finished", stage="over"),
    ):
        assert freezeout.state(found.table, 0) == "in"
        assert freezeout.sentence(found.table, DE) == ""
    assert can_go_on(between(*chairs, ended="finished", stage="over"))


def test_who_is_all_in_is_not_out() -> None:
    deal = Table("Ac Kd Qh", (3, 50, 50)).play("2")
    running = scene(deal, 1)
    assert running.table.view is not None
    assert running.table.view.seats[0].stack == 0
    assert freezeout.stack(running.table, 0) == 0
    assert freezeout.state(running.table, 0) == "in"


def test_bots_fill_up_where_they_can_play() -> None:
    two = seat("Anna", 20), seat("Ben", 30), EMPTY
    assert not can_fill(between(*two).table)
    assert can_fill(ended(*two, winners=(1,)))
    assert can_fill(between(seat("Anna", 0, playing=False), EMPTY, number=0, stage="waiting").table)


def test_there_is_no_pause_and_nothing_to_buy() -> None:
    found = between(seat("Anna", 20), seat("Ben", 30))
    assert [button.id for button in waiting_buttons(found, DE)] == ["table.next"]
    assert freezeout.go_on(found, DE) == "nächstes Spiel 0/2  8 s"
    over = between(seat("Anna", 0), seat("Ben", 50), ended="finished", stage="over", winners=(1,))
    assert freezeout.go_on(over, EN) == "new match 0/2  8 s"


def test_space_says_why_it_does_nothing() -> None:
    out = between(seat("Anna", 0), seat("Ben", 30), seat("Carla", 20))
    answer = waiting_press(out, "space", DE)
    assert answer == Explain("Du bist raus. Im nächsten Match bist du wieder dabei.")
    assert waiting_press(between(seat("Anna", 9), seat("Ben", 9)), "space", DE) == GoOn()
    missing = between(seat("Anna", 0, playing=False), EMPTY, number=0, stage="waiting")
    assert waiting_press(missing, "space", DE) == Explain(
        "Es fehlt noch jemand. b füllt mit Bots auf."
    )


# ── the table without a deal ──


def test_a_table_that_waits_says_what_for() -> None:
    found = between(seat("Anna", 0, playing=False), EMPTY, EMPTY, number=0, stage="waiting")
    said = lines(found)
    assert said[0] == "Es fehlt noch jemand. b füllt mit Bots auf."
    assert "Noch 2 Plätze sind frei. Zwei Spieler genügen." in said
    assert not any("bereit" in line for line in said)


def test_a_table_between_deals_says_who_has_how_much() -> None:
    said = lines(between(seat("Anna", 57), seat("Ben", 0), EMPTY))
    assert said[0] == "Nächstes Spiel in 8 s"
    assert said[1].split() == ["1", "Anna", "57", "du"]
    assert said[2].split() == ["2", "Ben", "0", "raus"]


def test_the_info_of_the_table_says_so_too() -> None:
    found = between(seat("Anna", 57), seat("Ben", 0), seat("Carla", 9, wish="leave"))
    said = " ".join(text for line in info_lines(found, PALETTE, DE, 200) for text, _ in line)
    assert "Anna (57, du), Ben (0, raus), Carla (9, geht)" in said
    # Nobody is waited for, so there is no time to set for it.
    assert DE("absence.patience") not in said


# ── how it stands, and its end ──


def test_title_and_standing() -> None:
    found = between(seat("Anna", 57), seat("Ben", 0), seat("Carla", 0, playing=False), pot=8)
    assert freezeout.title_parts(found, DE) == ["Spiel 12", "Ante 1", "max 5"]
    assert shown(found) == "Chips: Anna 57 · Ben raus · Carla wartet · im Pot 8"
    timed = replace(
        found,
        table=replace(found.table, ends=Clock(700_000, 1_800_000)),
        ui=Ui(ends_in=601),
    )
    assert freezeout.title_parts(timed, DE)[:2] == ["Spiel 12", "noch 11 min"]
    last = replace(found.table, last=True, options=found.table.options | {"match_pot": True})
    assert freezeout.title_parts(replace(found, table=last), DE) == [
        "letztes Spiel (12)",
        "Ante 1",
        "Pot nachzahlen",
    ]


def test_one_has_all_chips() -> None:
    found = ended(seat("Anna", 0), seat("Ben", 150), seat("Carla", 0), winners=(1,))
    said = "Match zu Ende: Ben gewinnt, sonst hat niemand mehr Chips."
    assert freezeout.match_line(found, DE) == said
    assert freezeout.match_line(replace(found, ended=None, stage="between"), DE) == ""


def test_the_time_is_over() -> None:
    """rules.md E: the most chips; ties share the win."""
    found = ended(seat("Anna", 40), seat("Ben", 70), seat("Carla", 40), winners=(1,))
    said = "Match zu Ende: Ben gewinnt mit 70 Chips, 30 vor Anna und Carla."
    assert freezeout.match_line(found, DE) == said
    shared = ended(seat("Anna", 60), seat("Ben", 60), seat("Carla", 30), winners=(0, 1))
    said = "The match is over: Anna and Ben win together with 60 chips each."
    assert freezeout.match_line(shared, EN) == said
    assert freezeout.match_line(ended(EMPTY, seat("Ben", 60), winners=()), DE) == "Match zu Ende."


def test_the_next_match_begins_by_itself() -> None:
    over = between(seat("Anna", 0), seat("Ben", 50), ended="finished", stage="over", winners=(1,))
    assert freezeout.next_line(over, DE) == "Neues Match in 8 s"
    assert "Match zu Ende: Ben gewinnt, sonst hat niemand mehr Chips." in lines(over)
    assert shown(over) == "Chips: Anna 0 · ★ Ben 50"


def test_who_takes_over_from_a_bot_is_told_of_the_chips() -> None:
    table = scene(Table("Kd Qs 4c"), None, promised=1).table
    said = "Ben spielt noch zu Ende, dann übernimmst du Platz 2 und die Chips dort."
    assert spectating(table, DE, "indian") == said


# ── leaving ──


@pytest.mark.parametrize(
    ("deal", "acts", "me", "said"),
    [
        ("Kd Qs 4c", "2", 1, "Bist du dran, wird gecheckt"),
        ("Kd Qs 4c", "2 f", 1, "Nach diesem Spiel wird dein Platz frei. Deine 49 Chips"),
        ("Kd Qs 4c", "", 0, "Bist du dran, wird gecheckt"),
    ],
)
def test_leaving_a_deal(deal: str, acts: str, me: int, said: str) -> None:
    found = scene(Table(deal).play(acts), me).table
    assert freezeout.leaving(found, DE).startswith(said)


def test_leaving_all_in_or_before_declaring() -> None:
    all_in = scene(Table("Ac Kd Qh", (3, 50, 50)).play("2"), 0).table
    assert freezeout.leaving(all_in, DE).startswith("Deine Karten bleiben im Spiel.")
    declares = scene(Table("Kd Qs 4c", match_pot=True), 0).table
    assert freezeout.leaving(declares, DE).startswith("Hast du noch nichts gesagt, bist du draußen")


def test_leaving_between_deals() -> None:
    chairs = seat("Anna", 57), seat("Ben", 30), seat("Carla", 13)
    said = "Deine 57 Chips bleiben aus dem Spiel, dein Platz wird frei."
    assert freezeout.leaving(between(*chairs).table, DE) == said
    ends = f"{said} Damit ist das Match zu Ende."
    assert freezeout.leaving(between(*chairs[:2]).table, DE) == ends
    bots = seat("Anna", 57), *(seat(name, 9, kind="bot") for name in NAMES[1:3])
    assert freezeout.leaving(between(*bots).table, DE) == ends
    for found in (
        between(seat("Anna", 0), seat("Ben", 9), seat("Carla", 9)).table,
        ended(*chairs, winners=(0,)),
    ):
        assert freezeout.leaving(found, DE) == "Dein Platz wird frei."
