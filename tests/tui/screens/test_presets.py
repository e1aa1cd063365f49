"""Settings of new tables by name, and that every line of the form says what it is about."""

import pytest
from rich.cells import cell_len

from engine.games import GAMES
from engine.match import specs_of
from protocol.messages import GameInfo, KeepTemplate, Template
from server.desk import games
from server.run import Server
from tests.tui.screens.visit import ENGLISH, Visit, visit
from tui.locale import LANGS, Lang, Words
from tui.screens.create import CreateScreen
from tui.screens.form import Form
from tui.screens.presets import known

ROW = 74  # cells of the row that says it, at 80 columns


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_option_of_every_game_is_explained_in_one_row(game: object, lang: Lang) -> None:
    words = Words(lang)
    for spec in specs_of(game):  # type: ignore[arg-type]
        if spec.name in ("least", "most"):
            # These two are one line, the buy-in.
            continue
        about = words(f"{game.id}.about.{spec.name}")  # type: ignore[attr-defined]
        assert about.endswith(".")
        assert cell_len(about) <= ROW, about


@pytest.fixture
async def infos(server: Server) -> tuple[GameInfo, ...]:
    """What the server says of its games."""
    return games(server.house)


@pytest.mark.parametrize("lang", LANGS)
async def test_every_line_of_every_form_says_what_it_is_about(
    infos: tuple[GameInfo, ...], lang: Lang
) -> None:
    for info in infos:
        form = Form(info, "x", Words(lang), company=True)
        assert [field.id for field in form.fields if not field.note] == []


async def test_built_in_presets_are_tables_that_can_be_opened(infos: tuple[GameInfo, ...]) -> None:
    words = Words("en")
    for info in infos:
        presets = known(info, words)
        assert next(preset.name for preset in presets) == "As usual"
        for preset in presets:
            form = Form(info, "x", words, company=True)
            form.take(preset.values)
            told = {spec.name for spec in info.options}
            for name, value in preset.values.items():
                if name in told:
                    assert form.chosen[name] == value
        fast = next(preset for preset in presets if preset.name == "Fast")
        form = Form(info, "x", words)
        form.take(fast.values)
        message = form.message()
        assert (message.clock, message.bots) == (15, "now" if info.bots else "none")


async def test_what_can_not_be_chosen_is_left_as_it_is(infos: tuple[GameInfo, ...]) -> None:
    info = next(info for info in infos if info.id == "holdem")
    form, usual = (Form(info, "x", Words("de"), company=True) for _ in range(2))
    form.take(
        {
            "structure": "none",
            "bet": -5,
            "ante": True,
            "cap_heads_up": 1,
            "seats": 99,
            "clock": 7,
            "entry": "friends",
            "spectators": 0,
            "unknown": 1,
        }
    )
    assert form.chosen == usual.chosen
    form.take({"structure": "pot", "bet": 50, "seats": 3, "spectators": False, "chat": "off"})
    message = form.message()
    assert (message.options["structure"], message.options["bet"]) == ("pot", 50)
    assert (message.seats, message.spectators, message.chat) == (3, False, "off")


async def test_who_may_come_is_chosen_and_read_back(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("plus")
        await visited.goes_to("create")
        await visited.press(*["down"] * 20, "right", "up", "right", "up", "right")
        await visited.sees("Code, keine Zuschauer, nur Sätze.")
        await visited.sees("Mit Code kommt nur herein, wem du ihn sagst; am Tisch zeigt ihn i.")
        await visited.press("enter")
        await visited.goes_to("table")
        await visited.until(lambda: visited.told)
        view = visited.view
        assert (view.private, view.spectators, view.talk) == (True, False, "phrases")
        assert view.code is not None


def screen(visited: Visit) -> CreateScreen:
    """The form that is shown."""
    shown = visited.screen
    assert isinstance(shown, CreateScreen)
    return shown


async def test_what_is_chosen_is_saved_by_name_and_loaded_again(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("plus")
        await visited.goes_to("create")
        # Pokerface for six, all at once.
        await visited.press("right", "right", "down", "right", "s")
        await visited.goes_to("typed")
        await visited.sees("Als Vorlage speichern")
        await visited.press(*["backspace"] * 30)
        await visited.type("Sechser")
        await visited.press("enter")
        await visited.goes_to("create")
        await visited.sees("Gespeichert als „Sechser“: g lädt sie wieder.")
        await visited.press("escape", "plus")
        await visited.goes_to("create")
        # From another game's form it leads to its own.
        await visited.press("tab", "down", "tab", "g")
        await visited.goes_to("pick")
        assert "deine Vorlagen" in visited.lines[2]
        assert "▸ Sechser" in visited.lines[3]
        assert "eingebaute Vorlagen" in visited.lines[4]
        await visited.press("enter")
        await visited.goes_to("create")
        await visited.sees("„Sechser“ ist geladen.")
        message = screen(visited).form.message()
        assert (message.game, message.seats) == ("pokerface", 6)
        assert message.options["all_at_once"] is True
        assert message.name == "Runde von Anna"


async def test_one_of_ones_own_is_deleted_by_two_presses_and_a_built_in_never(
    server: Server,
) -> None:
    async with visit(server, ENGLISH) as visited:
        await visited.press("plus")
        await visited.goes_to("create")
        kept = KeepTemplate(id=0, template=Template("Calm", "pokerface", {"clock": 120}))
        await visited.app.ask_server(kept)
        await visited.press("g")
        await visited.goes_to("pick")
        await visited.press("x")
        await visited.sees("x again deletes “Calm”.")
        await visited.press("down", "up", "x", "x")
        await visited.until(lambda: "Calm" not in visited.text)
        await visited.press("x")
        await visited.sees("This preset is built in.")
        await visited.press("down", "enter")
        await visited.sees("“Fast” is loaded.")


@pytest.mark.soak
async def test_what_the_server_refuses_to_save_is_said(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("plus")
        await visited.goes_to("create")
        for number in range(server.config.limits.templates_each):
            template = Template(f"Nr {number}", "pokerface", {})
            await visited.app.ask_server(KeepTemplate(id=0, template=template))
        await visited.press("s", "enter")
        await visited.sees("Mehr als 32 Vorlagen gehen nicht: Lösche erst eine.")


async def test_at_home_nobody_is_asked_who_may_come(infos: tuple[GameInfo, ...]) -> None:
    for info in infos:
        lines = {field.id for field in Form(info, "x", Words("de")).fields}
        assert not lines & {"entry", "spectators", "chat"}
