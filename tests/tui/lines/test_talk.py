"""Several people at a real server, speaking and hearing lines."""

from pathlib import Path

from server.run import Server
from tests.server.client import Client, open_table
from tests.tui.lines.talker import config_in, talking


async def test_people_meet_in_the_lobby_and_at_a_table(tmp_path: Path) -> None:
    async with (
        Server(config_in(tmp_path)) as server,
        talking(server, "en", name="Anna") as anna,
        talking(server, "de", name="Ben") as ben,
    ):
        await anna.hears("Lobby:")
        await ben.hears("Lobby:")
        # Asked one by one: the name, two players, everything else as it is.
        anna.type("new pokerquadrat")
        await anna.answers("Attic", "Players?")
        await anna.answers("", "?")
        await anna.answers("ok", "Free seats: 1.")
        await ben.answers("liste", lambda line: line.startswith("1: Attic, Pokerquadrat,"))
        await ben.answers("zeige 1", lambda line: "Anna" in line)
        await ben.answers("setzen att", "Pokerquadrat, Tisch Attic")
        await anna.hears("~Ben sits down.")
        # One is asked, the other hears who is; what the one does both hear.
        line = await anna.hears(lambda line: line.startswith(("Your turn", "It is ~Ben's")))
        first, second = (anna, ben) if line.startswith("Your turn") else (ben, anna)
        await first.answers("place 1 b2", lambda line: " b2" in line)
        await second.hears(lambda line: " b2" in line)
        await second.hears(lambda line: line.startswith(second.your_turn))
        # Nothing but the fixed sentences passes during a deal.
        await second.answers(
            "chat psst", lambda line: line.endswith(("3: Short break?", "3: Kurze Pause?"))
        )
        second.type("say 3")
        await first.hears(
            lambda line: line.startswith("~") and ("break" in line or "Pause" in line)
        )
        assert not any("psst" in line for line in first.said)
        # Whoever leaves is asked, for the deal ends with it.
        await second.answers("leave", lambda line: "?" in line)
        await second.answers("yes", "Lobby:")
        await first.hears(lambda line: line.startswith("~"))


async def test_the_line_breaks_and_everything_is_where_it_was(tmp_path: Path) -> None:
    async with (
        Server(config_in(tmp_path)) as server,
        talking(server, "en", game="pokerquadrat") as person,
    ):
        await person.hears(lambda line: line.startswith(person.your_turn))
        # The bot has laid one card at most.
        cell = "a1" if any("c3" in line for line in person.said) else "c3"
        person.talk.line.link._writer.transport.abort()
        await person.hears("The connection is gone.")
        # Typed meanwhile, obeyed when there is a line again.
        person.type(f"place 1 {cell}")
        person.talk.line.hurry()
        await person.hears("The connection is back.")
        await person.hears(lambda line: cell in line and "Anna" in line)
        await person.hears(lambda line: line.startswith(person.your_turn))
        before = len(person.said)
        await person.answers("log", lambda line: cell in line)
        # What happened was told once.
        assert sum(cell in line and "lays" in line for line in person.said[:before]) == 1


async def test_a_table_with_a_code_is_looked_at_again_and_what_was_waited_for_is(
    tmp_path: Path,
) -> None:
    """The line breaks, and the server has been away: nobody is asked for the code once more."""
    async with (
        Server(config_in(tmp_path)) as server,
        await Client.tcp(server.port) as anna,
        talking(server, "en", name="Ben") as ben,
    ):
        await anna.hello("Anna")
        full = await open_table(anna)
        await open_table(anna, name="Attic", game="pokerquadrat", seats=2, entry="code")
        view = await anna.view(lambda view: view.code is not None)
        await ben.hears("Lobby:")
        await ben.answers("list", "2: Küche")
        await ben.answers("wake 2 3", "3")
        await ben.answers("watch 1", "code")
        await ben.answers("aaaa-aaaa", ben.words("why.wrong_code"))
        # What was mistyped is not said again.
        await ben.answers("watch 1", "code")
        await ben.answers(str(view.code), "Attic")
        server.house.waiters.close()
        ben.talk.line.link._writer.transport.abort()
        await ben.hears("The connection is gone.")
        ben.talk.line.hurry()
        await ben.hears("The connection is back.")
        await ben.answers("look", "Attic")
        assert [one.table for one in ben.talk.session.room.waits.wakes] == [full]
        assert not any(ben.words("link.table_gone") in line for line in ben.said)


async def test_numbers_that_mean_nothing_are_answered_in_words(tmp_path: Path) -> None:
    """Whatever is typed as chips, the conversation goes on."""
    async with (
        Server(config_in(tmp_path)) as server,
        await Client.tcp(server.port) as anna,
        talking(server, "en", name="Ben") as ben,
    ):
        await anna.hello("Anna")
        await open_table(anna, game="holdem")
        await ben.hears("Lobby:")
        await ben.answers("list", "1: Küche")
        await ben.answers("sit 1 0", "At least 400.")
        await ben.answers("sit 1 400", "Küche")
        for chips in ("0", "9" * 12, "9" * 13, "9" * 30):
            ben.type(f"buy {chips}")
        await ben.answers("lobby", "Lobby:")
        assert not any(ben.words("why.malformed") in line for line in ben.said)
