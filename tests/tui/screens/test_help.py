"""Help (ux 5.15): its tabs, and that it comes from what the screens say themselves."""

import pytest

from engine.games import BY_ID
from engine.match.opening import specs_of
from server.run import Server
from tests.tui.screens.visit import ENGLISH, GERMAN, Visit, visit
from tui.app import words_of
from tui.locale import LANGS, Lang
from tui.locale.rules import rules
from tui.screens.at_table import AtTable
from tui.screens.help import TABS
from tui.screens.rankings import EXAMPLES
from tui.start import Start


async def test_the_keys_are_those_of_the_screen_below(server: Server) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        buttons = [entry.button for entry in visited.screen.commands() if entry.button.label]
        await visited.press("question_mark")
        await visited.goes_to("help")
        for button in buttons:
            assert any(button.keys in line and button.label in line for line in visited.lines)


async def test_wherever_help_is_promised_there_is_some(server: Server) -> None:
    async with visit(server, start=Start(first=True)) as visited:
        await visited.goes_to("firstrun")
        await help_and_back(visited)
        await visited.press("3")
        await visited.goes_to("lobby")
        for opening in ("plus", "o", "p", "h", "b", "c"):
            await visited.press(opening)
            if any("question_mark" in entry.keys for entry in visited.screen.commands()):
                await help_and_back(visited)
            await visited.press("escape")
            await visited.goes_to("lobby")


async def help_and_back(visited: Visit) -> None:
    """Help for the screen that is shown, with a head for its keys."""
    below = visited.screen
    await visited.press("question_mark")
    await visited.goes_to("help")
    await visited.sees("Überall")
    await visited.press("escape")
    await visited.until(lambda: visited.app.screen is below)


@pytest.mark.parametrize("terminal", [GERMAN, ENGLISH], ids=["de", "en"])
async def test_every_tab_is_drawn_in_both_languages(server: Server, terminal: object) -> None:
    assert terminal in (GERMAN, ENGLISH)
    async with visit(server, GERMAN if terminal is GERMAN else ENGLISH) as visited:
        await visited.press("question_mark")
        await visited.goes_to("help")
        seen = set()
        for number in range(1, len(TABS) + 1):
            await visited.press(str(number))
            seen.add(visited.text)
        assert len(seen) == len(TABS)
        await visited.press("question_mark")
        await visited.goes_to("lobby")


async def test_down_goes_through_all_of_the_rules(server: Server) -> None:
    known = rules("pokerface", "de")
    assert known is not None
    async with visit(server) as visited:
        await visited.press("question_mark", "2")
        await visited.goes_to("help")
        heads = []
        for _ in range(80):
            head = next(line for line in visited.lines if line.startswith(" ▸"))
            heads.append(head.partition("▸")[2].partition("│")[0].strip())
            await visited.press("down")
            if heads[-1] == known.sections[-1].title:
                break
        assert list(dict.fromkeys(heads)) == [section.title for section in known.sections]


async def test_ranking_shows_an_example_of_every_kind(server: Server) -> None:
    async with visit(server) as visited:
        await visited.press("question_mark", "3")
        await visited.goes_to("help")
        words = visited.app.words
        for name, _ in EXAMPLES:
            assert words(f"cards.name.{name}") in visited.text


async def test_a_game_for_chips_has_its_own_terms_and_signs(server: Server) -> None:
    """They used to be those of Pokerface: tokens, and a showdown in the order of tokens."""
    async with visit(server) as visited:
        visited.app.open_help(visited.screen, "holdem")
        await visited.goes_to("help")
        await visited.press("4")
        assert "Blinds:" in visited.text
        assert "Marke" not in visited.text
        await visited.press("5")
        assert "kleiner und großer Blind" in visited.text
        assert "Marke" not in visited.text
        await visited.press("escape")
        await visited.goes_to("lobby")
        visited.app.open_help(visited.screen, "pokerface")
        await visited.goes_to("help")
        await visited.press("4")
        assert "Markenrunde:" in visited.text


async def test_a_square_has_its_own_terms_signs_and_points(server: Server) -> None:
    async with visit(server) as visited:
        visited.app.open_help(visited.screen, "pokerquadrat")
        await visited.goes_to("help")
        await visited.press("3")
        rows = [line for line in visited.lines if "Punkt" in line]
        # The order is that of the points: a straight before a full house, a flush after a three.
        names = ["Royal Flush", "Straight Flush", "Vierling", "Straße", "Full House", "Drilling"]
        names += ["Flush", "Zwei Paare", "Ein Paar"]
        points = [30, 30, 16, 12, 10, 6, 5, 3, 1]
        for row, name, worth in zip(rows, names, points, strict=True):
            assert name in row
            assert f" {worth} Punkt" in row
        await visited.press("4")
        assert "Vorrat:" in visited.text
        assert "Marke" not in visited.text
        await visited.press("5")
        assert "ein freies Feld" in visited.text
        assert "noch nicht gelegt; nur du siehst es" in visited.text
        assert "Marke" not in visited.text
        await visited.press("2")
        assert "Pokerquadrat" in visited.text
        assert "Zu zweit baut ihr ein Quadrat" in visited.text


async def test_stud_and_draw_have_the_terms_that_they_need(server: Server) -> None:
    async with visit(server) as visited:
        for game, terms, signs in (
            ("stud7", ("Bring-in:", "Straße:", "Offene Hand:"), "der Geber"),
            ("stud7_hilo", ("Bring-in:", "High, Low:"), "der Geber"),
            ("draw5", ("Blinds:", "Tausch:", "Bleiben:"), "kleiner und großer Blind"),
        ):
            visited.app.open_help(visited.screen, game)
            await visited.goes_to("help")
            await visited.press("4")
            for term in terms:
                await visited.sees(term)
            assert "Flop" not in visited.text
            await visited.press("5")
            await visited.sees(signs)
            assert ("SB BB" in visited.text) == (game == "draw5")
            await visited.press("escape")
            await visited.goes_to("lobby")


async def test_soko_ranks_four_to_a_flush_and_four_to_a_straight(server: Server) -> None:
    """rules.md C.9: between two pair and a pair."""
    async with visit(server) as visited:
        visited.app.open_help(visited.screen, "soko")
        await visited.goes_to("help")
        await visited.press("3")
        places = [visited.text.index(name) for name in ("Zwei Paare", "Vierer-Flush", "Ein Paar")]
        assert places == sorted(places)
        assert visited.text.index("Vierer-Flush") < visited.text.index("Vierer-Straße")


@pytest.mark.parametrize("lang", LANGS)
def test_terms_are_a_word_and_what_it_means(lang: str) -> None:
    words = words_of("de" if lang == "de" else "en")
    for topic in ("help", "betting", "pokerquadrat", "indian"):
        terms = [key for key in sorted(words.keys()) if key.startswith(f"{topic}.term.")]
        numbers = {int(key.rpartition(".")[2]) for key in terms}
        assert numbers == set(range(1, len(terms) + 1))
        assert all(": " in words(key) for key in terms)


async def test_games_of_three_rows_have_their_own_terms_and_signs(server: Server) -> None:
    async with visit(server) as visited:
        for game, terms, sign in (
            ("chinese", ("Scoop:", "Sonderhand:", "Aufgeben:"), "eine Sonderhand"),
            ("pineapple", ("Scoop:", "Fantasyland:", "Weg:"), "ist im Fantasyland"),
        ):
            visited.app.open_help(visited.screen, game)
            await visited.goes_to("help")
            await visited.press("3")
            assert "Vorne gibt es nur" in visited.text
            await visited.press("4")
            assert all(term in visited.text for term in terms)
            await visited.press("5")
            assert sign in visited.text
            assert "Marke" not in visited.text
            await visited.press("escape")
            await visited.goes_to("lobby")


async def test_games_of_unseen_cards_have_their_own_terms_signs_and_ranking(server: Server) -> None:
    async with visit(server) as visited:
        for game, terms, sign in (
            ("indian", ("Aussteigen:", "Pot nachzahlen:", "Raus, wartet:"), "deine Karte:"),
            ("indian_holdem", ("Blinds:", "Mitgehen:", "Aussteigen:"), "der Geber"),
        ):
            visited.app.open_help(visited.screen, game)
            await visited.goes_to("help")
            await visited.press("3")
            assert ("Zwei Karten" in visited.text) == (game == "indian")
            await visited.press("end")
            # The last line is not written over by what is said below all of them.
            assert any("Höchste Karte" in line and "3♣" in line for line in visited.lines)
            await visited.press("4")
            assert all(term in visited.text for term in terms)
            assert not any(word in visited.text for word in ("Fold", "Call", "Raise", "Button"))
            await visited.press("5")
            assert sign in visited.text
            (dealer,) = (line for line in visited.lines if "der Geber" in line)
            assert dealer.split()[0] == "G"
            await visited.press("escape")
            await visited.goes_to("lobby")


async def test_sections_that_have_no_row_come_as_they_are_read(server: Server) -> None:
    known = rules("chinese", "de")
    assert known is not None
    last = known.sections[-1].title
    async with visit(server, size=(60, 18)) as visited:
        for phase, shown in (("waiting", known.sections[0].title), ("tips", last)):
            visited.app.open_help(visited.screen, "chinese", phase, "rules")
            await visited.goes_to("help")
            assert f"▸ {shown}" in visited.text
            assert (last in visited.text) == (shown == last)
            # The keys below are never written over.
            assert "1–5 Reiter" in visited.lines[-1]
            await visited.press("escape")
            await visited.goes_to("lobby")


async def test_a_text_is_looked_for_in_the_rules_of_a_table(server: Server) -> None:
    usual = {spec.name: spec.default for spec in specs_of(BY_ID["holdem"])}
    async with visit(server) as visited:
        info = visited.app.room.game("holdem")
        at = AtTable("other", info, usual, (3, 6), (100, 1000), 25)
        visited.app.open_help(visited.screen, "holdem", tab="rules", at=at)
        await visited.goes_to("help")
        # Before anything else: what is in force at this table.
        assert "▸ An diesem Tisch" in visited.text
        for said in ("No-Limit", "100–1.000", "3 von 6", "25 s"):
            assert said in visited.text
        assert "Hold'em · NL 5/10" in visited.lines[0]
        await visited.press("slash", *"seitenpot")
        assert "Suchen: seitenpot" in visited.lines[-2]
        await visited.press("enter")
        assert "▸All-in und Seitenpots" in visited.text
        await visited.press("enter", "slash", *"joker x", "enter")
        assert "„joker x“ steht nicht in diesen Regeln." in visited.lines[-2]
        # Letters that are typed are no keys; Esc ends the search, not the help.
        await visited.press("slash", "q", "escape")
        assert visited.screen.NAME == "help"
        assert "nächste Stelle" not in visited.lines[-1]
        await visited.press("escape")
        await visited.goes_to("lobby")


@pytest.mark.parametrize("width", [60, 80])
@pytest.mark.parametrize("lang", LANGS)
async def test_no_key_of_the_help_is_cut(server: Server, lang: Lang, width: int) -> None:
    terminal = GERMAN if lang == "de" else ENGLISH
    async with visit(server, terminal, size=(width, 18 if width == 60 else 24)) as visited:
        visited.app.open_help(visited.screen, "holdem")
        await visited.goes_to("help")
        for entry in visited.screen.commands():
            if entry.button.label and entry.button.enabled:
                whole = f"{entry.button.keys} {entry.button.label}"
                assert whole in visited.lines[-1], whole
        for place in range(1, len(TABS) + 1):
            assert f"{place} {visited.app.words(f'help.tab.{TABS[place - 1]}')}" in visited.lines[1]
