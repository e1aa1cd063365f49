"""The form for a new table (ux 5.2), for any game."""

from typing import Literal

import pytest
from msgspec import Struct, structs
from rich.cells import cell_len

from engine.games import BY_ID
from engine.match import specs_of
from engine.values.manners import Manners
from engine.values.options import OptionSpec
from protocol.messages import Create, GameInfo, No
from server.run import Server
from tests.tui.screens.visit import visit
from tui.link import new_key
from tui.locale import Lang, Words
from tui.screens.form import Field, Form
from tui.screens.lobby_page import category

CHIPS = GameInfo(
    "chips",
    2,
    9,
    (
        OptionSpec("ante", "number", 1, lo=0, hi=5),
        OptionSpec("stack", "number", 200, lo=20, hi=2000),
        OptionSpec("deck", "choice", "long", choices=("long", "short")),
        OptionSpec("straddle", "switch", False),
    ),
    Manners(talk="free", absence="default", clock=25),
    bots=False,
)


async def test_the_name_stays_inside_the_box_of_a_small_window(server: Server) -> None:
    async with visit(server, size=(60, 18)) as visited:
        await visited.press("plus")
        await visited.goes_to("create")
        (name,) = (line for line in visited.lines if "Runde von Anna" in line)
        assert name.rstrip().endswith("│")


async def test_every_option_of_pokerface_reaches_the_table(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("plus")
        await visited.goes_to("create")
        assert "Runde von Anna" in visited.text
        # At 80 columns every value of every line stands there, as in the picture of ux 5.2.
        (bots,) = (line for line in visited.lines if "Bots   " in line)
        assert all(value in bots for value in ("keine", "auffüllen nach 60 s", "sofort"))
        (lost,) = (line for line in visited.lines if "Verloren nach" in line)
        assert "3 Fehlschlägen   4 (weiche Landung)" in lost
        # Players 6, all at once, rising stakes, soft landing, bots now.
        await visited.press("right", "right", "down", "right", "down", "right", "down", "right")
        await visited.press("down", "right")
        # Half a minute to think, two minutes of patience; each says what it is about.
        await visited.press("down", "right", "right")
        await visited.sees("Danach stimmen die anderen ab, keiner zieht für dich.")
        await visited.press("down", "right")
        await visited.sees("So lange wird auf jemanden gewartet, der weg ist.")
        (thinking,) = (line for line in visited.lines if "Bedenkzeit   " in line)
        assert all(value in thinking for value in ("ohne", "15 s", "30 s", "60 s", "120 s"))
        await visited.sees("30 s Bedenkzeit, 2 min Geduld")
        await visited.sees(
            "Pokerface zu sechst, alle auf einmal, steigende Einsätze, weiche Landung"
        )
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.table.view is not None)
        assert visited.view.options == {
            "all_at_once": True,
            "rising_stakes": True,
            "soft_landing": True,
        }
        assert len(visited.view.chairs) == 6
        assert (visited.view.limit, visited.view.patience) == (30, 120)
        await visited.until(lambda: visited.view.stage == "running")


async def test_letters_are_the_name_only_on_its_line(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("plus", "up")
        await visited.goes_to("create")
        await visited.press(*["backspace"] * 30)
        await visited.type("q[/red]?:")
        await visited.sees("q[/red]?:")
        assert visited.at("create")
        await visited.press("down", "question_mark")
        await visited.goes_to("help")
        await visited.press("escape", "escape")
        await visited.goes_to("lobby")


async def test_a_refusal_stands_in_the_form(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("plus", "up")
        await visited.goes_to("create")
        visited.app.room.games = (*visited.app.room.games, CHIPS)
        # It stands behind the other games with bets.
        bets = ("coop", "poker")
        before = [info for info in visited.app.room.games[:-1] if category(info) in bets]
        await visited.press("tab", *["down"] * len(before), "enter")
        await visited.sees("Dieses Spiel gibt es hier nicht.")
        assert visited.at("create")


def test_a_form_is_made_of_any_game() -> None:
    words = Words("en")
    form = Form(CHIPS, "x", words)
    assert [field.id for field in form.fields] == [
        "seats",
        "ante",
        "stack",
        "deck",
        "straddle",
        "clock",
    ]
    ante, stack, deck, straddle, clock = form.fields[1:]
    # Nobody waits for anybody here, and what the game usually gives is what a table begins with.
    assert clock.labels[0] == "usual (25 s)"
    assert ante.values == (0, 1, 2, 3, 4, 5)
    # Too many to step through one by one, both ends and the default among them.
    assert {20, 200, 2000} <= set(stack.values)
    assert len(stack.values) < 60
    assert deck.values == ("long", "short")
    assert straddle.labels == ("off", "on")
    form.step(deck, 1)
    form.step(deck, 1)
    form.step(ante, -1)
    form.step(ante, -1)
    message = form.message()
    assert message.options == {"ante": 0, "stack": 200, "deck": "short", "straddle": False}
    assert message.bots == "none"


def test_how_good_bots_are_can_be_chosen_where_there_is_a_choice() -> None:
    one = Form(structs.replace(CHIPS, bots=True, levels=("normal",)), "x", Words("en"))
    assert "level" not in {field.id for field in one.fields}
    assert one.message().level == "normal"
    two = Form(structs.replace(CHIPS, bots=True, levels=("easy", "normal")), "x", Words("en"))
    (field,) = (field for field in two.fields if field.id == "level")
    assert field.labels == ("easy", "normal")
    assert two.message().level == "normal"
    assert "normal bots" not in two.sentence(Words("en"))
    two.step(field, -1)
    assert two.message().level == "easy"
    assert two.sentence(Words("en")).endswith("bots fill the free seats after 60 s, easy bots.")
    assert Form(CHIPS, "x", Words("en")).message().level is None


def test_numbers_without_an_upper_bound_can_be_drawn() -> None:
    class Open(Struct):
        kind: Literal["x"] = "x"

    info = GameInfo(
        "open", 2, 2, (OptionSpec("points", "number", 10, lo=1),), CHIPS.manners, bots=True
    )
    form = Form(info, "x", Words("de"))
    assert 10 in form.fields[1].values
    assert form.chosen["points"] == 10


def test_stakes_are_round_numbers_over_their_whole_range() -> None:
    stake = OptionSpec("bet", "number", 10, lo=1, hi=1_000_000)
    info = GameInfo("open", 2, 2, (stake,), CHIPS.manners, bots=False)
    values = Form(info, "x", Words("de")).fields[1].values
    assert values[:7] == (1, 2, 5, 10, 20, 50, 100)
    assert values[-2:] == (500_000, 1_000_000)


def square_form(lang: Lang = "de") -> Form:
    """The form of Pokerquadrat as the house offers it."""
    game = BY_ID["pokerquadrat"]
    info = GameInfo(game.id, 2, 2, specs_of(game), game.manners, bots=True, match=game.match)
    return Form(info, "x", Words(lang))


def test_the_targets_that_are_mostly_wanted_stand_side_by_side() -> None:
    form = square_form()
    fields = {field.id: field for field in form.fields}
    assert fields["seats"].values == (2,)
    assert fields["target"].labels == ("Leicht 45", "Normal 60", "Schwer 75")
    assert form.index(fields["target"]) == 1
    assert fields["target"].bounds == (1, 500)
    assert fields["open_hands"].labels == ("verdeckt", "offen")
    assert fields["hand_size"].labels == ("3", "2")
    assert form.sentence(Words("de")).startswith("Pokerquadrat zu zweit, Ziel 60, ")
    assert square_form("en").fields[1].labels == ("easy 45", "normal 60", "hard 75")


def test_any_other_target_is_typed() -> None:
    form = square_form()
    target = next(field for field in form.fields if field.id == "target")
    form.choose(target, 63)
    target = next(field for field in form.fields if field.id == "target")
    assert target.labels == ("Leicht 45", "Normal 60", "63", "Schwer 75")
    form.choose(next(field for field in form.fields if field.id == "hand_size"), 2)
    form.choose(next(field for field in form.fields if field.id == "open_hands"), True)
    assert form.message().options == {"target": 63, "open_hands": True, "hand_size": 2}
    assert "Ziel 63, offene Hände, nur zwei Karten" in form.sentence(Words("de"))


async def test_a_table_of_pokerquadrat_is_opened_with_a_typed_target(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("plus")
        await visited.goes_to("create")
        await visited.press("tab", "down", "tab", "down")
        await visited.sees("Leicht 45")
        await visited.press("8", "0", "down", "right", "down", "right", "enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told)
        assert visited.view.game == "pokerquadrat"
        assert visited.view.options == {"target": 80, "open_hands": True, "hand_size": 2}
        assert len(visited.view.chairs) == 2


# ── games for chips ────────────────────────────────────────────────────────────────────────────


def cash_form(lang: Lang = "de", game_id: str = "holdem") -> Form:
    """The form of a betting game as the house offers it."""
    game = BY_ID[game_id]
    presets = {name: dict(values) for name, values in game.presets.items()}
    info = GameInfo(
        game.id,
        game.players.start,
        game.players.stop - 1,
        specs_of(game),
        game.manners,
        bots=True,
        match="cash",
        presets=presets,
    )
    return Form(info, "Küche", Words(lang))


def line_of(form: Form, name: str) -> Field:
    """A line of the form."""
    return next(field for field in form.fields if field.id == name)


def test_only_options_that_matter_have_a_line() -> None:
    form = cash_form()
    names = [field.id for field in form.fields]
    expected = "seats structure bet ante buy_in button preset min_raise bots clock"
    assert names == expected.split()
    form.choose(line_of(form, "structure"), "spread")
    lines = {field.id for field in form.fields}
    # rules.md 0: D6 to D9 belong to one structure each.
    assert {"top", "spread_raise"} <= lines
    assert "min_raise" not in lines
    # What means nothing is not sent either.
    assert "min_raise" not in form.message().options
    assert form.message().options["structure"] == "spread"


def test_a_preset_sets_its_rules_and_nothing_else() -> None:
    form = cash_form()
    form.choose(line_of(form, "bet"), 20)
    assert form.preset == "house"
    form.step(line_of(form, "preset"), 1)
    assert form.preset == "tda"
    assert form.chosen["min_raise"] == "last"
    assert form.chosen["bet"] == 20
    assert "Regeln der TDA" in form.sentence(Words("de"))
    # Whatever differs from all of them is one's own, and there is a way back.
    form.choose(line_of(form, "structure"), "spread")
    form.step(line_of(form, "spread_raise"), -1)
    assert form.preset == "own"
    own = line_of(form, "preset")
    assert own.labels == ("Haus", "TDA", "eigene")
    form.step(own, -1)
    assert form.preset == "tda"
    assert line_of(form, "preset").labels == ("Haus", "TDA")


def test_stakes_and_buy_in_are_read_back_in_chips() -> None:
    form = cash_form()
    form.choose(line_of(form, "bet"), 20)
    form.choose(line_of(form, "buy_in"), "20-100")
    assert form.buy_in == (400, 2_000)
    said = form.sentence(Words("de"))
    assert said.startswith("Hold'em NL 10/20 zu sechst, Einkauf 400–2.000, Regeln des Hauses")
    english = cash_form("en").sentence(Words("en"))
    assert english.startswith("Hold'em NL 5/10 for six, buy-in 400–1,000, house rules")
    message = form.message(chips=900)
    assert (message.options["least"], message.options["most"], message.chips) == (20, 100, 900)


def test_the_large_bet_of_a_limit_follows_the_small_one() -> None:
    form = cash_form()
    form.choose(line_of(form, "structure"), "split")
    form.choose(line_of(form, "bet"), 50)
    assert form.chosen["top"] == 100
    assert "Limit 50/100" in form.sentence(Words("de"))


STUD = "seats structure bet top ante bring_in buy_in preset"
UNSEEN = "seats structure bet top ante buy_in button hints preset"
STUD_RULES = "cap_heads_up stud_tie stud_opener odd_chip"


@pytest.mark.parametrize(
    ("game", "lines"),
    [
        ("stud7", f"{STUD} {STUD_RULES} open_pair_big_bet"),
        ("stud7_hilo", f"{STUD} {STUD_RULES}"),
        ("stud5", f"{STUD} {STUD_RULES}"),
        ("soko", f"{STUD} {STUD_RULES}"),
        ("draw5", "seats structure bet ante buy_in button preset min_raise"),
        ("indian_holdem", f"{UNSEEN} cap_counts_blind cap_heads_up reveal"),
    ],
)
def test_each_game_asks_for_what_means_something_in_it(game: str, lines: str) -> None:
    form = cash_form(game_id=game)
    assert [field.id for field in form.fields] == f"{lines} bots clock".split()
    # rules.md C.1, E: two to eight, to ten with a board; stud is played at a limit or for the pot.
    most = 10 if game == "indian_holdem" else 8
    assert line_of(form, "seats").values == tuple(range(2, most + 1))
    structures = ("split", "spread", "pot", "no")[: 4 if game in ("draw5", "indian_holdem") else 3]
    assert line_of(form, "structure").values == structures
    for field in form.fields:
        assert all("{" not in label and "_" not in label for label in (field.label, *field.labels))
        assert cell_len(field.label) <= 15


def test_ante_and_bring_in_are_told_in_chips_as_the_stake_makes_them() -> None:
    """rules.md C.4: the ante is a tenth of the stake, the bring-in half of it."""
    form = cash_form(game_id="stud7")
    form.choose(line_of(form, "bet"), 20)
    assert line_of(form, "ante").labels[0] == "üblich 2"
    assert line_of(form, "bring_in").labels[0] == "üblich 10"
    assert line_of(form, "buy_in").label == "Einkauf (Bets)"
    said = form.sentence(Words("de"))
    assert said.startswith("7 Card Stud Limit 20/40 zu sechst, Einkauf 800–2.000, Regeln des")
    form.choose(line_of(form, "bring_in"), 5)
    assert "Bring-in 5" in form.sentence(Words("de"))
    # Where there are blinds an ante of 0 is none.
    assert line_of(cash_form(game_id="draw5"), "ante").labels[0] == "0"


def test_the_title_of_stud_for_the_pot_is_bring_in_and_bet() -> None:
    form = cash_form(game_id="stud7")
    form.choose(line_of(form, "structure"), "pot")
    assert "7 Card Stud PL 5/10" in form.sentence(Words("de"))
    form.choose(line_of(form, "bring_in"), 2)
    assert "7 Card Stud PL 2/10" in form.sentence(Words("de"))
    # A bring-in is never more than the bet.
    form.choose(line_of(form, "bring_in"), 50)
    assert "7 Card Stud PL 10/10" in form.sentence(Words("de"))
    form.choose(line_of(form, "structure"), "spread")
    form.choose(line_of(form, "top"), 50)
    assert "7 Card Stud Spread 10–50" in form.sentence(Words("de"))
    draw = cash_form(game_id="draw5")
    draw.choose(line_of(draw, "structure"), "pot")
    assert "5-Card Draw PL 5/10" in draw.sentence(Words("de"))


def test_the_bets_after_the_draw_are_a_rule_of_split_limit_alone() -> None:
    form = cash_form(game_id="draw5")
    form.choose(line_of(form, "structure"), "split")
    assert line_of(form, "draw_bets").labels == ("großer Einsatz", "kleiner Einsatz")
    form.choose(line_of(form, "draw_bets"), "small_small")
    assert "auch nach dem Tausch der kleine Einsatz" in form.sentence(Words("de"))


@pytest.mark.parametrize("size", [(80, 24), (60, 18), (60, 12)])
async def test_every_game_of_the_house_can_be_chosen(server: Server, size: tuple[int, int]) -> None:
    async with visit(server, size=size) as visited:
        await visited.press("plus")
        await visited.goes_to("create")
        await visited.press("tab")
        names = ["Pokerface", "Pokerquadrat", "Hold'em", "Omaha", "Omaha Hi/Lo"]
        names += ["7 Card Stud", "7 Card Stud Hi/Lo", "5 Card Stud", "Soko", "5-Card Draw"]
        names += ["Chinese Poker", "Open-Face Chinese", "Pineapple"]
        names += ["Indian Poker", "Indian Hold'em"]
        for name in names:
            await visited.sees(f"▸ {name} ")
            await visited.press("down")


async def test_a_stud_table_is_opened_from_the_form(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("plus")
        await visited.goes_to("create")
        await visited.press("tab", *["down"] * 5, "tab", "enter")
        await visited.goes_to("buy")
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told)
        assert visited.view.game == "stud7"
        assert visited.view.options["structure"] == "split"
        assert "button" not in visited.view.options


async def test_a_limit_that_a_game_does_not_have_is_refused_with_those_it_has(
    server: Server,
) -> None:
    async with visit(server) as visited:
        unlimited = Create(
            id=0, key=new_key(), game="soko", name="x", seats=4, options={"structure": "no"}
        )
        answer = await visited.app.ask_server(unlimited)
        assert isinstance(answer, No)
        assert visited.app.refusal(answer) == (
            "Die Option structure kann so nicht sein. Es geht: split, spread, pot."
        )


async def test_a_number_is_typed(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("plus")
        await visited.goes_to("create")
        await visited.press("tab", "down", "down", "tab", "down", "down")
        await visited.sees("0-9 Zahl")
        await visited.press("3", "0")
        await visited.sees("Hold'em NL 15/30")
        await visited.press("backspace")
        await visited.sees("Hold'em NL 1/3")
        await visited.press(*"9999999")
        await visited.sees("Höchstens 1.000.000.")
        await visited.press("enter")
        await visited.goes_to("buy")
        await visited.press("escape")
        await visited.goes_to("create")


async def test_a_table_for_chips_is_opened_with_what_was_bought(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("plus")
        await visited.goes_to("create")
        await visited.press("tab", "down", "down", "tab", "enter")
        await visited.goes_to("buy")
        await visited.press("down", "enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told)
        (chair,) = (chair for chair in visited.view.chairs if chair.kind == "person")
        assert chair.cash is not None
        assert chair.cash.stack == 400
        await visited.sees("Es fehlt noch jemand. b füllt mit Bots auf.")
