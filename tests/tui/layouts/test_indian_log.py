"""The log of a deal of Indian Poker: sentences, grouped, of past deals from their events alone."""

from msgspec.structs import replace

from engine.play import at_random, play
from engine.values.events import Paid, Posted, Shown
from engine.values.secret import redact
from protocol.messages import PastDeal, PlayedDeal
from tests.engine.games.indian_cases import carried
from tests.engine.games.indian_table import Table
from tests.tui.layouts.drawn import DE, EN
from tests.tui.layouts.indian_results import NAMES, scene, told
from tui.canvas import cards
from tui.canvas.palette import palette
from tui.canvas.scene import Scene
from tui.layouts.indian.log import ROOM, log, lying_pots
from tui.notices import Notice
from tui.screens.record_page import scene_of

EIGHT = "As Qd 4s 9c Kd Ts 2h Jc"


def past(made: Scene) -> Scene:
    """The same deal looked back on."""
    deal = PastDeal("t1", 12, 0, "Stirnrunde", "indian", 12, made.events[-1])  # type: ignore[arg-type]
    assert made.table.me is not None
    played = PlayedDeal(deal, made.table.me, NAMES, made.table.options, made.events)
    return scene_of(played)


def test_those_who_do_the_same_share_a_sentence() -> None:
    """The picture: Ben checks, Carla bets, Dan folds, Eva raises, Frédéric and Hannes call."""
    deal = Table(EIGHT, button=0).play("c 3 f 6 c f c")
    assert told(scene(deal, 0))[-3:] == [
        "Ben checkt · Carla setzt 3 · Dan steigt aus · Eva erhöht auf 6",
        "  Frédéric geht mit · Greta steigt aus · Hannes geht mit",
        "▸ Anna ist dran.",
    ]
    deal = Table(EIGHT, button=0).play("c 3 6 c c f")
    assert told(scene(deal, 0), EN)[-3:] == [
        "Ben checks · Carla bets 3 · Dan raises to 6 · Eva, Frédéric call",
        "  Greta folds",
        "▸ It is Hannes's turn.",
    ]


def test_own_cards_are_left_out_until_they_are_shown() -> None:
    deal = Table("Kd Qs 4c").play("1 c c")
    mine = told(scene(deal, 0))
    assert "Du siehst Ben D♠ · Carla 4♣" in mine
    assert mine.index("Deine Karte war K♦ · König") > mine.index("── Showdown ──")
    watching = told(scene(deal, None))
    assert "Jeder hat eine Karte an der Stirn, die alle anderen sehen." in watching
    assert "Anna: K♦ · König" in watching


def test_short_chips_are_told() -> None:
    deal = Table("Ac Kd Qh", (3, 50, 50), ante=5).play("4 c")
    said = told(scene(deal, 1))
    assert said[1] == "Ante: Anna 3 · Ben 5 · Carla 5"
    assert "Anna gewinnt 9 · Hauptpot" in said
    short = Table("Ac Kd Qh", (50, 4, 50)).play("2 c")
    assert "Ben geht mit" in told(scene(short, 0))[3]
    short = Table("Ac Kd Qh", (50, 3, 50)).play("2 c")
    assert "Ben geht mit, all-in mit 2" in told(scene(short, 0))[3]


def test_declarations_are_told_together() -> None:
    deal = Table("Kd 9s 3c", match_pot=True)
    deal.declare(2, "i")
    assert told(scene(deal, 0))[-2:] == [
        "Carla hat sich erklärt.",
        "▸ Anna, Ben überlegen noch.",
    ]
    deal.declare(0, "o")
    assert not any("Drin" in line for line in told(scene(deal, 0)))
    deal.declare(1, "i")
    assert told(scene(deal, 0))[4:7] == [
        "── Drin oder draußen ──",
        "Drin: Carla, Ben",
        "Draußen: Anna",
    ]


def test_what_happened_beside_the_deal_stands_where_it_did() -> None:
    deal = Table("Kd Qs 4c").play("1 c")
    made = scene(deal, 0)
    made = replace(made, notices=(Notice("left", name="Dan", at=len(made.events) - 1),), missed=5)
    said = told(made)
    assert DE("link.missed") in said
    at = next(place for place, line in enumerate(said) if "Dan" in line)
    assert said[at - 1] == "Anna setzt 1"
    assert said[at + 1] == "Ben geht mit"


def test_a_past_deal_reads_the_same() -> None:
    for acts, table in (
        ("2 7 c", Table("Ac Kd Qh", (3, 50, 50))),
        ("2 f f", Table("Kd Qs 4c")),
        ("c c c", Table("Ac 2d Qh", antes=(5, 5, 5), wins="high_low")),
        ("i i o", Table("Kd 9s 3c", match_pot=True)),
    ):
        made = scene(table.play(acts), 1)
        then = told(past(made))
        # Who was all-in is not in the events.
        assert then == [line.replace(", all-in", "") for line in told(made)]


def test_deals_by_dice_are_told_for_everybody() -> None:
    """All that was paid is told; no line is too long; nobody's own cards before they are shown."""
    looks = palette("mono")
    for number, case in enumerate(carried(48, b"told")):
        random = at_random(case.dice("told"), calm=2)
        played = play(case.game, case.options, case.setup, case.chance, random)
        options = {name: getattr(case.options, name) for name in case.options.__struct_fields__}
        made = scene(Table("Kd Qs"), 0)
        me = number % case.players
        events = tuple(redact(event, me) for event in played.events)
        table = replace(made.table, me=me, view=None, options=options)
        found = Scene(table, events, players=NAMES[: case.players])
        words = (DE, EN)[number % 2]
        lines = ["".join(part for part, _ in line) for line in log(found, looks, words)]
        assert all(len(line) <= ROOM for line in lines)
        paid = [one for one in events if isinstance(one, Paid) and one.source == "pot"]
        text = " ".join(lines)
        for one in paid:
            facts = {"name": NAMES[one.seat], "chips": one.chips}
            assert words("indian_told.won", **facts) in text
        if case.options.match_pot:
            assert lying_pots(events) == ()
        elif paid:
            assert sum(pot.chips for pot in lying_pots(events)) == sum(one.chips for one in paid)
        matched = sum(
            one.chips for one in events if isinstance(one, Posted) and one.kind == "match"
        )
        assert not matched or str(matched) in text
        if not any(isinstance(one, Shown) and one.seat == me for one in events):
            for card in played.state.hands[me].value:
                assert cards.name(card, words) not in text.replace("10", "T")
