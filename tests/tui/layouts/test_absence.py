"""A deal that rests: what stands on the screen, and what the keys mean, in every layout."""

from itertools import product
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from engine.values.actions import Pass
from engine.values.events import Acted
from engine.values.why import Why
from protocol.messages import Choice, Pause, TableView
from tests.tui import scenes
from tests.tui.layouts.drawn import DE, EN, rows, style_at, text
from tests.tui.layouts.test_generated import LONG, ODD, SIZES, checked, pressed_keys
from tests.tui.resting import absent, ballot, late, people, resting, scene
from tests.tui.scenes import ANNA, BEN, CARLA, DAN
from tui.canvas.palette import Depth, palette
from tui.canvas.scene import Act, Confirm, Explain, Scene, TakeBack, Ui, Vote
from tui.layouts import Layout, layout
from tui.layouts.default import Default
from tui.notices import Notice

POKERFACE, DEFAULT = layout("pokerface"), Default()
BOTH = pytest.mark.parametrize("drawing", [POKERFACE, DEFAULT], ids=["pokerface", "default"])
STORAGE = Pause(Why("storage"))


def drawn(drawing: Layout, shown: Scene, size: tuple[int, int] = (80, 24)) -> str:
    lines = drawing.draw(shown, size, palette("true"), DE)
    return "\n".join("".join(run.text for run in line).rstrip() for line in lines)


# ── who, and until when ────────────────────────────────────────────────────────────────────────


def test_somebody_is_away_and_nothing_covers_the_cards() -> None:
    lines = text(scene(absent()))
    before = text(Scene(scenes.table(scenes.turn_view(to_act=(BEN,))), ui=Ui(latency=24)))
    assert lines[:11] == before[:11]
    assert lines[11].startswith("  ▸Ben")
    assert lines[11].endswith("nicht da")
    assert lines[18] == " Ben ist weg · Abstimmung in 0:42"
    assert lines[20] == before[20]


def test_the_client_counts_down_and_the_bar_with_it() -> None:
    counted = scene(absent(left=60_000), ui=Ui(vote_in=15))
    assert text(counted)[18] == " Ben ist weg · Abstimmung in 0:15"
    bar = rows(counted)[17]
    assert [len(run.text) for run in bar] == [20, 60]  # 15 s of the table's patience of 60
    assert text(scene(absent(), ui=Ui(vote_in=65)))[18].endswith("in 1:05")
    assert text(scene(absent(), ui=Ui(vote_in=0)))[18].endswith("in 0:00")


@BOTH
def test_more_than_one_is_away(drawing: Layout) -> None:
    assert "Ben und Carla sind weg · Abstimmung in 0:42" in drawn(drawing, scene(absent(1, 2)))
    asked = scene(absent(1, 2, 3, vote=ballot(asked=(0, 4, 5))))
    assert "Ben, Carla und Dan sind weg · Abstimmung" in drawn(drawing, asked)
    assert " m Bot spielt für sie 0/3 " in drawn(drawing, asked)


@BOTH
def test_nobody_is_left_to_be_asked(drawing: Layout) -> None:
    left = scene(absent(*range(6), left=None), me=None)
    assert "sind weg · der Tisch wartet" in drawn(drawing, left)


@BOTH
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 18)])
def test_the_server_cannot_store(drawing: Layout, size: tuple[int, int]) -> None:
    shown = drawn(drawing, scene(STORAGE), size)
    assert "Der Server kann gerade nicht speichern" in shown
    assert drawing.press(scene(STORAGE), "p", DE) == Explain(
        "Der Server kann gerade nicht speichern; es geht von selbst weiter."
    )


@BOTH
def test_keys_of_the_game_say_why_they_rest(drawing: Layout) -> None:
    for key in ("p", "1", "enter"):
        assert drawing.press(scene(absent()), key, DE) == Explain(
            "Ben ist weg, der Durchgang ruht."
        )
    assert not any(button.enabled for button in drawing.buttons(scene(absent()), DE))
    assert all(button.reason for button in drawing.buttons(scene(absent()), DE))


def test_a_seat_that_a_bot_plays_says_so_and_what_it_did() -> None:
    table = scenes.table(scenes.turn_view(), people=people(BEN, DAN, bots=(BEN, DAN)))
    lines = text(Scene(table))
    assert lines[11].endswith("Bot: nahm (2) aus der Mitte")
    assert lines[13].endswith("Bot: ohne Marke, muss nehm…")
    fresh = replace(table, view=scenes.turn_view(notes=()))
    assert text(Scene(fresh))[11].endswith("nicht da · Bot spielt")
    assert "Ben (nicht da, Bot spielt)" in drawn(POKERFACE, Scene(table, ui=Ui(drawer="info")))
    assert "nicht da · Bot spielt · nahm (2)" in drawn(DEFAULT, Scene(table))


# ── the vote ───────────────────────────────────────────────────────────────────────────────────

GIVEN: dict[int, Choice] = {CARLA: "bot", DAN: "bot", ANNA: "wait"}


def test_the_keys_of_the_vote_stand_over_those_of_the_game() -> None:
    lines = text(scene(absent(vote=ballot())))
    assert lines[18] == " Ben ist weg · Abstimmung: mehr als die Hälfte entscheidet"
    assert lines[19] == "  w warten 0/5    m Bot spielt für Ben 0/5    x abbrechen 0/5"
    assert lines[20] == "  1–6 Marke nehmen    ← → Enter wählen    p Passen"
    assert lines[21].startswith(" Ein Bot spielt nur, bis jemand zurück ist.")
    given = text(scene(absent(vote=ballot(GIVEN))))
    assert given[19] == "  w warten 1/5 ✓    m Bot spielt für Ben 2/5    x abbrechen 0/5"
    assert given[21] == " Deine Stimme: warten. Eine andere Taste ändert sie."


def test_in_english() -> None:
    lines = text(scene(absent(vote=ballot(GIVEN))), words=EN)
    assert lines[18] == " Ben is away · vote: more than half decide"
    assert lines[19] == "  w wait 1/5 ✓    m bot plays for Ben 2/5    x cancel the deal 0/5"


@BOTH
@pytest.mark.parametrize("words", [DE, EN], ids=["de", "en"])
def test_the_longest_names_leave_every_key_of_the_vote_its_place(
    drawing: Layout, words: Any
) -> None:
    table = resting(absent(vote=ballot(GIVEN)))
    chairs = tuple(replace(chair, name="W" * 12) for chair in table.chairs)
    lines = drawing.draw(
        Scene(replace(table, chairs=chairs)), (80, 24), palette("mono", ascii=True), words
    )
    page = ["".join(run.text for run in line) for line in lines]
    assert any(all(f"[{key}]" in line for key in "wmx") for line in page)


@BOTH
def test_a_key_votes_and_another_one_changes_it(drawing: Layout) -> None:
    fresh = scene(absent(vote=ballot()))
    assert drawing.press(fresh, "w", DE) == Vote(3, "wait")
    assert drawing.press(fresh, "m", DE) == Vote(3, "bot")
    assert drawing.press(fresh, "x", DE) == Vote(3, "cancel")
    given = scene(absent(vote=ballot(GIVEN)))
    assert isinstance(drawing.press(given, "w", DE), Explain)
    assert drawing.press(given, "m", DE) == Vote(3, "bot")


@BOTH
def test_the_vote_that_cancels_a_deal_takes_two_keys(drawing: Layout) -> None:
    others: dict[int, Choice] = {CARLA: "cancel", DAN: "cancel"}
    deciding = scene(absent(vote=ballot(others)))
    answer = drawing.press(deciding, "x", DE)
    assert isinstance(answer, Confirm)
    assert answer.then == Vote(3, "cancel")
    assert answer.text == "Deine Stimme entscheidet. Enter bricht den Durchgang ab, Esc nicht."
    # What can be taken back takes one.
    bots: dict[int, Choice] = {CARLA: "bot", DAN: "bot"}
    assert drawing.press(scene(absent(vote=ballot(bots))), "m", DE) == Vote(3, "bot")
    # Who is asked alone decides alone.
    alone = scene(absent(1, 2, 3, 4, 5, vote=ballot(asked=(ANNA,))))
    assert isinstance(drawing.press(alone, "x", DE), Confirm)
    # Of two, one is no majority.
    two = scene(absent(vote=ballot(asked=(ANNA, CARLA))))
    assert drawing.press(two, "x", DE) == Vote(3, "cancel")


@BOTH
def test_before_a_vote_its_keys_say_when_it_comes(drawing: Layout) -> None:
    for key in "wmx":
        assert drawing.press(scene(absent()), key, DE) == Explain(
            "Abgestimmt wird erst, wenn die Wartezeit um ist."
        )
        nobody = Scene(scenes.table(scenes.turn_view(to_act=(BEN,))))
        assert not isinstance(drawing.press(nobody, key, DE), Vote | Confirm)


@BOTH
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 18)])
def test_who_is_not_asked_sees_how_it_stands_without_keys(
    drawing: Layout, size: tuple[int, int]
) -> None:
    shown = scene(absent(vote=ballot(GIVEN)), me=None)
    page = drawn(drawing, shown, size)
    assert "Ben ist weg · wer da ist, stimmt ab" in page
    assert " warten 1/5 · Bot spielt für Ben 2/5 · abbrechen 0/5" in page
    assert drawing.buttons(shown, DE) == ()
    assert drawing.press(shown, "w", DE) == Explain("Abstimmen können nur die Spieler.")


@BOTH
@pytest.mark.parametrize("stage", ["between", "over"])
def test_between_deals_there_is_nothing_to_cancel(drawing: Layout, stage: Any) -> None:
    rest = absent(vote=ballot(choices=("wait", "bot")))
    shown = scenes.showdown()
    table = replace(shown.table, stage=stage, pause=rest, chairs=people(BEN))
    shown = replace(shown, table=table, players=scenes.NAMES)
    page = drawn(drawing, shown)
    assert "w warten 0/5    m Bot spielt für Ben 0/5" in page
    assert "abbrechen" not in page.lower()
    assert "Ben ist weg · Abstimmung" in page
    assert drawing.press(shown, "m", DE) == Vote(3, "bot")
    assert drawing.press(shown, "x", DE) == Explain("Gerade läuft kein Durchgang.")


@BOTH
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 18)])
def test_a_table_without_a_deal_waits_for_somebody_too(
    drawing: Layout, size: tuple[int, int]
) -> None:
    table = scenes.table(None, stage="between", people=people(BEN), history=())
    rest = absent(vote=ballot(choices=("wait", "bot")))
    asked = Scene(replace(table, pause=rest, cancelled=Why("voted")))
    page = drawn(drawing, asked, size)
    assert "Beschlossen: Der Durchgang ist abgebrochen." in page
    assert "w warten 0/5    m Bot spielt für Ben 0/5" in page
    assert "Anna  du · Gastgeber" in page
    looking = replace(asked, table=replace(asked.table, me=None))
    assert "warten 0/5 · Bot spielt für Ben 0/5" in drawn(drawing, looking, size)


# ── whom the others wait for ───────────────────────────────────────────────────────────────────


def own_time_is_up(**changes: Any) -> TableView:
    """Anna's turn, and her time is up; the others vote."""
    table = scenes.table(scenes.turn_view(), offers=scenes.TURN_OFFERS, people=people())
    rest = late(ANNA, vote=ballot(asked=(1, 2, 3, 4, 5)))
    return replace(table, **({"pause": rest} | changes))


@BOTH
@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 18)])
def test_who_is_late_sees_it_and_may_still_act(drawing: Layout, size: tuple[int, int]) -> None:
    shown = Scene(own_time_is_up())
    page = drawn(drawing, shown, size)
    assert "▸ Du bist dran  Die Zeit ist um, die anderen stimmen ab." in page
    assert "warten 0/5 · Bot spielt für Anna 0/5 · abbrechen 0/5" in page
    assert drawing.press(shown, "p", DE) == Act(Pass())
    assert drawing.press(shown, "m", DE) == Explain(
        "In dieser Abstimmung geht es um dich: Die anderen entscheiden."
    )
    alone = Scene(own_time_is_up(pause=late(ANNA)))
    assert "Die Zeit ist um, alle warten auf dich." in drawn(drawing, alone, size)


def test_others_see_whose_time_is_up() -> None:
    lines = text(scene(late(vote=ballot()), chairs=people()))
    assert lines[11].endswith("Zeit um")
    assert lines[18] == " Die Zeit von Ben ist um · Abstimmung: mehr als die Hälfte entscheidet"


@BOTH
def test_who_is_late_with_others_says_that_they_are_there(drawing: Layout) -> None:
    both = Scene(own_time_is_up(offers=(), pause=late(ANNA, CARLA, vote=ballot(asked=(1, 3)))))
    assert "Deine Zeit ist um  Bist du noch da? Jede Spieltaste sagt ja." in drawn(drawing, both)
    assert " Enter ich bin da" in drawn(drawing, both)
    for key in ("p", "enter", "2", "right"):
        assert drawing.press(both, key, DE) == TakeBack()


@BOTH
@pytest.mark.parametrize("stage", ["running", "between"])
def test_the_first_key_takes_the_seat_back_and_does_not_act(drawing: Layout, stage: Any) -> None:
    table = own_time_is_up(offers=(), pause=None, chairs=people(bots=(ANNA,)))
    shown = Scene(table)
    if stage == "between":
        over = replace(scenes.showdown().table, chairs=people(bots=(ANNA,)))
        shown = Scene(over, players=scenes.NAMES)
    page = drawn(drawing, shown)
    assert "Ein Bot spielt für dich  Jede Spieltaste holt deinen Platz zurück." in page
    assert " Enter Platz zurückholen" in page
    for key in ("p", "enter", "2", "right" if stage == "running" else "space"):
        assert drawing.press(shown, key, DE) == TakeBack()
    for key in ("w", "m", "x"):
        assert not isinstance(drawing.press(shown, key, DE), Vote)
    # In a vote about somebody else they are no more asked, and hear what would change that.
    voting = replace(shown, table=replace(shown.table, pause=late(BEN, vote=ballot(asked=(2, 3)))))
    for key in ("w", "m", "x"):
        said = Explain("Jede Spieltaste holt deinen Platz zurück.")
        assert drawing.press(voting, key, DE) == said


# ── what happened ──────────────────────────────────────────────────────────────────────────────


@BOTH
def test_what_happened_stands_in_the_log_in_its_place(drawing: Layout) -> None:
    happened = (Acted(CARLA, Pass()), Acted(DAN, Pass()))
    shown = Scene(
        scenes.table(scenes.turn_view(to_act=())),
        happened,
        ui=Ui(drawer="log"),
        notices=(
            Notice("away", BEN, "Ben", at=1),
            Notice("owner", CARLA, "Carla", at=2),
        ),
    )
    lines = [line.strip() for line in drawn(drawing, shown).splitlines()]
    first, last = (lines.index(f"{name} passt") for name in ("Carla", "Dan"))
    assert lines[first + 1 : last] == ["Ben ist weg"]
    assert lines[last + 1] == "Carla ist jetzt Gastgeber"


@BOTH
def test_what_has_just_happened_is_said_until_the_deal_goes_on(drawing: Layout) -> None:
    shown = Scene(
        scenes.table(scenes.turn_view()),
        (Acted(CARLA, Pass()),),
        notices=(Notice("back", BEN, "Ben", at=1),),
    )
    assert "Ben ist wieder da" in drawn(drawing, shown)
    gone_on = replace(shown, events=(Acted(CARLA, Pass()), Acted(DAN, Pass())))
    assert "Ben ist wieder da" not in drawn(drawing, gone_on)


# ── the info, and those who look on ────────────────────────────────────────────────────────────


@BOTH
def test_the_info_names_owner_times_and_watchers(drawing: Layout) -> None:
    table = replace(
        scenes.table(scenes.turn_view(), people=people(owner=CARLA), watching=23),
        watchers=("Max", "Mia", ""),
        limit=30,
        patience=120,
    )
    shown = Scene(table, ui=Ui(drawer="info"))
    page = drawn(drawing, shown)
    assert "Bedenkzeit: 30 s · Geduld: 2:00" in page
    assert "Carla (Gastgeber)" in page
    assert "Zuschauer: Max, Mia und 21 mehr" in page
    own = replace(table, chairs=people(owner=ANNA))
    quiet = drawn(drawing, replace(shown, table=own))
    assert "Geduld: 2:00" in quiet
    assert "ändern" not in quiet
    free = replace(own, stage="between", chat="free")
    assert "Geduld: 2:00 (− + ändern)" in drawn(drawing, replace(shown, table=free))
    # What only the owner may change is dimmed for the others.
    style = style_at(rows(shown), 19, drawn(POKERFACE, shown).splitlines()[19].index("2:00"))
    assert style.fg == palette("true").faint.fg


def test_a_long_info_is_read_from_its_beginning() -> None:
    chairs = tuple(replace(chair, name="W" * 12) for chair in people(1, 2, 3, 4, 5))
    table = replace(scenes.table(scenes.turn_view(), people=chairs, watching=20))
    table = replace(table, watchers=("V" * 12,) * 20)
    lines = text(Scene(table, ui=Ui(drawer="info")))
    assert lines[18].startswith("  Regeln am Tisch: ")
    assert not any("V" * 12 in line for line in lines)
    assert any("V" * 12 in line for line in text(Scene(table, ui=Ui(drawer="info", scroll=2))))
    # Further than to its end it does not go.
    end = text(Scene(table, ui=Ui(drawer="info", scroll=99)))
    assert end[17:22] == text(Scene(table, ui=Ui(drawer="info", scroll=9)))[17:22]
    assert end[18]


@BOTH
def test_the_chat_says_who_hears_it(drawing: Layout) -> None:
    looking = replace(scenes.table(scenes.turn_view(me=None), me=None), chat="watchers")
    page = drawn(drawing, Scene(looking, ui=Ui(drawer="chat")))
    assert "── Chat nur unter Zuschauern · WG-Runde " in page
    between = replace(scenes.table(None, stage="between"), chat="free")
    assert "── Chat mit allen · WG-Runde " in drawn(drawing, Scene(between, ui=Ui(drawer="chat")))
    assert " t Chat" in drawn(drawing, Scene(looking)).splitlines()[-1]


def test_beside_the_table_it_says_who_may_talk() -> None:
    looking = replace(scenes.table(scenes.turn_view(me=None), me=None), chat="watchers")
    assert "Der Chat bleibt unter" in drawn(POKERFACE, Scene(looking), (120, 36))
    assert "Chat ruht während des" in drawn(POKERFACE, scene(absent()), (120, 36))


# ── on any screen ──────────────────────────────────────────────────────────────────────────────


def every_rest() -> list[Scene]:
    """Every way to rest, for every part somebody can have in it, with long names."""
    given: dict[int, Choice] = {0: "cancel", 2: "bot", 5: "wait"}
    rests = (
        absent(),
        absent(1, 2, 3, 4, 5, left=None),
        absent(vote=ballot(given)),
        absent(0, 1, vote=ballot(given, asked=(2, 3, 4, 5))),
        late(vote=ballot({})),
        late(0, 1),
        STORAGE,
        None,
    )
    found = []
    for rest, me, bots in product(rests, (0, 1, 2, None), ((), (0, 1))):
        missing = () if rest is None or rest.why.code != "absent" else rest.seats
        chairs = tuple(
            replace(chair, name=name, ready=chair.stand_in)
            for chair, name in zip(people(*missing, bots=bots), LONG, strict=True)
        )
        for shown in (scene(absent(), me=me).table, scenes.showdown().table):
            if shown.stage != "running" and rest is not None and me in rest.seats:
                continue  # between deals nobody is late
            table = replace(shown, chairs=chairs, pause=rest, me=me)
            notice = (Notice("voted", 2, LONG[2], "cancel", 0),)
            found.append(Scene(table, notices=notice, players=LONG))
    return found


@BOTH
def test_every_rest_can_be_drawn_anywhere(drawing: Layout) -> None:
    sizes = (*SIZES, *ODD)
    depths = get_args(Depth)
    drawers: Any = (None, "info", "log")
    for turn, rest in enumerate(every_rest()):
        shown = replace(rest, ui=Ui(drawer=drawers[turn % 3], guarded=turn % 4 == 1))
        for step in range(3):
            size = sizes[(turn + step * 5) % len(sizes)]
            colours = palette(depths[turn % len(depths)], ascii=turn % 5 == 4)
            checked(drawing.draw(shown, size, colours, EN if turn % 2 else DE), size, colours)
        pressed_keys(drawing, shown)
