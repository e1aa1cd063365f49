"""Looking back on deals of Indian Poker: what they brought, and cards that stay unseen."""

import pytest
from msgspec.structs import replace

from engine.values.cards import Hidden
from engine.values.events import Scored
from engine.values.secret import redact
from engine.values.why import Why
from protocol.messages import PastDeal, PlayedDeal
from tests.engine.games import betting_table
from tests.engine.games.indian_table import Table
from tui.canvas.palette import palette
from tui.locale import LANGS, Lang, Words
from tui.screens.past import SCORED, ended
from tui.screens.record_page import hands, story, won_and_lost

DE = Words("de")
NAMES = ("Anna", "Ben", "Carla", "Dan")


def looked_back(deal: Table | betting_table.Table, seat: int, game: str = "indian") -> PlayedDeal:
    """The deal as somebody who played it finds it again."""
    events = tuple(redact(event, seat) for event in deal.events)
    scored = next(event for event in reversed(events) if isinstance(event, Scored))
    why = Why(scored.code, scored.facts)
    past = PastDeal("t1", 7, 1_700_000_000_000, "Stirnrunde", game, 12, why)
    return PlayedDeal(past, seat, NAMES[: deal.n], {}, events)


def told(played: PlayedDeal, lang: Lang = "de") -> list[str]:
    lines = story(played, palette("true"), Words(lang))
    return ["".join(text for text, _ in line) for line in lines]


# rules.md E: what everybody won or lost.
@pytest.mark.parametrize(
    ("deal", "net"),
    [
        # IP-01: her two come back, and she wins the antes.
        (Table("Ks Qh 4c").play("2 f f"), (2, -1, -1)),
        # IP-03: main pot 9, side pot 10.
        (Table("Ac Kd Qh", stacks=(3, 8, 8)).play("2 c 7 c"), (6, 2, -8)),
        # IP-07: three equal ones.
        (Table("7c 7d 7h", wins="high_low").play("4 c c"), (0, 0, 0)),
        # IP-09: a pot of 4.
        (Table("Ks 9h 3c Ad", match_pot=True).play("i i i o"), (3, -5, -5, -1)),
        # IP-17: the antes.
        (Table("Ks Qh 4c").play("c c c"), (2, -1, -1)),
    ],
    ids=["IP-01", "IP-03", "IP-07", "IP-09", "IP-17"],
)
def test_a_deal_is_headed_by_what_it_brought_to_everybody(
    deal: Table, net: tuple[int, ...]
) -> None:
    assert tuple(won_and_lost(deal.events).values()) == net
    for seat in range(len(net)):
        head = told(looked_back(deal, seat))[0]
        assert head == " · ".join(f"{NAMES[at]} {DE.signed(won)}" for at, won in enumerate(net))


@pytest.mark.parametrize(("lang", "said"), [("de", "Pot bleibt: 3 Chips"), ("en", "The pot stays")])
def test_a_pot_that_stays_is_nobodys(lang: Lang, said: str) -> None:
    """IP-11: nobody is in."""
    deal = Table("Ks Qh 4c", match_pot=True).play("o o o")
    played = looked_back(deal, 1)
    assert told(played, lang)[0].startswith(said)
    assert won_and_lost(deal.events) == {}
    assert ended(DE, played.past) == "Pot bleibt"
    assert ended(DE, replace(played.past, points=-1)) == "Pot bleibt"


@pytest.mark.parametrize(("points", "said"), [(-5, "−5"), (12, "+12"), (None, "Showdown")])
def test_the_list_says_what_was_won_or_lost(points: int | None, said: str) -> None:
    played = looked_back(Table("Ks Qh 4c").play("c c c"), 0)
    assert ended(DE, replace(played.past, points=points)) == said


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("code", ["showdown", "folded", "carried"])
def test_every_end_has_a_column_of_the_list(code: str, lang: Lang) -> None:
    past = replace(
        looked_back(Table("Ks Qh 4c").play("c c c"), 0).past, scored=Why(code, {"pot": 3})
    )
    said = ended(Words(lang), past)
    assert Words(lang).has(f"past.scored.{code}")
    assert len(said) < SCORED


@pytest.mark.parametrize(
    ("deal", "seat", "unseen"),
    [
        (Table("Ks Qh 4c").play("2 f f"), 0, {0}),  # nobody looks, the winner neither
        (Table("Ks Qh 4c").play("2 f f"), 2, {2}),
        (Table("Ks Qh 4c").play("2 c f"), 2, {2}),  # folded, and the others look
        (Table("Ks Qh 4c").play("2 c f"), 1, set()),
        (Table("Ks Qh 4c", reveal=True).play("2 f f"), 0, set()),
        (Table("KsKd QhQd 4c4d", match_pot=True).play("i o o"), 0, {0}),
    ],
)
def test_an_own_card_that_was_never_seen_stays_so(deal: Table, seat: int, unseen: set[int]) -> None:
    played = looked_back(deal, seat)
    assert {one for one, cells in hands(played) if Hidden() in cells} == unseen
    size = deal.options.cards
    rows = {line.split()[0]: line for line in told(played)[2 : 2 + deal.n]}
    for one in range(deal.n):
        assert rows[NAMES[one]].count("?") == (size if one in unseen else 0)


def test_two_own_cards_of_holdem_stay_unseen_too() -> None:
    """rules.md E, D17: won by folds."""
    deal = betting_table.Table(
        "indian_holdem", (1000,) * 3, hands={0: "AsAd", 1: "KsKd", 2: "QsQd"}
    )
    deal.play("20 f f")
    played = looked_back(deal, 2, "indian_holdem")
    assert told(played)[0] == "ohne Showdown"
    (own,) = [line for line in told(played)[2:5] if line.startswith("Carla")]
    assert own.split()[1:] == ["?", "?"]
