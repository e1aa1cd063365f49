"""One's own keys in the app: given, refused, swapped, printed, kept (ux 5.17)."""

from server.run import Server
from tests.tui.screens.sitting import my_turn
from tests.tui.screens.visit import Visit, visit
from tui.start import Play, Start


async def to_keys(visited: Visit) -> None:
    """From wherever options can be opened."""
    await visited.press("o")
    await visited.goes_to("options")
    await visited.press("k")
    await visited.goes_to("keys")


async def choose(visited: Visit, name: str) -> None:
    """Move to the act of that name."""
    await visited.press("home")
    for _ in range(40):
        if any("▸" in line and name in line for line in visited.lines):
            return
        await visited.press("down")
    raise AssertionError(visited.text)


async def test_a_key_is_given_printed_and_kept(server: Server) -> None:
    play = Start(play=Play(game="holdem", bots=2))
    async with visit(server, start=play) as visited:
        await visited.goes_to("table")
        await my_turn(visited)
        await to_keys(visited)
        await choose(visited, "Fold")
        await visited.press("enter")
        await visited.sees("Neue Taste für „Fold, Aussteigen“")
        await visited.press("u")
        await visited.sees("sonst f")
        await visited.press("escape", "escape")
        await visited.goes_to("table")
        await visited.sees(" u Fold")
        assert "f Fold" not in visited.text
        # The old key says where it is; nothing is folded.
        await my_turn(visited)
        seq = visited.view.decision
        await visited.press("f")
        await visited.sees("„Fold, Aussteigen“ ist jetzt u")
        assert visited.view.decision == seq
        await visited.press("question_mark")
        await visited.goes_to("help")
        assert any(line.lstrip().startswith("u  ") for line in visited.lines), visited.text
        await visited.press("escape")
        await visited.goes_to("table")
        deal = visited.view.deal
        await visited.press("u")
        # Where checking is free folding asks.
        if visited.view.decision == seq and not visited.table.ui.pending:
            await visited.press("u")
        await visited.until(lambda: visited.view.decision != seq or visited.view.deal != deal)
        code = visited.app.room.account.code
        await visited.until(lambda: not visited.app.liking.sending)
    async with visit(server, code=code) as again:
        assert again.app.palette.keys == {"bet.fold": "u"}


async def test_what_another_act_has_is_refused_or_swapped(server: Server) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        await to_keys(visited)
        await choose(visited, "gegen Bots")
        await visited.press("enter", "p")
        await visited.sees("p ist schon „Profil“. Enter tauscht die beiden.")
        assert not visited.app.preferences.keys
        await visited.press("enter")
        await visited.sees("sonst b")
        assert visited.app.preferences.keys == {"lobby.bots": "p", "lobby.profile": "b"}
        await visited.press("escape", "escape")
        await visited.goes_to("lobby")
        assert "p Bots" in visited.lines[-1]
        await visited.press("b")
        await visited.goes_to("profile")


async def test_keys_that_mean_something_already_are_refused_and_all_can_be_as_usual(
    server: Server,
) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        await to_keys(visited)
        await choose(visited, "Fold")
        await visited.press("enter", "d")
        await visited.sees("d bedeutet dort schon etwas")
        await visited.press("enter", "5")
        await visited.sees("Nur Buchstaben")
        await visited.press("enter", "u")
        await visited.sees("sonst f")
        await visited.press("0")
        await visited.until(lambda: not visited.app.preferences.keys)
        await visited.press("enter", "escape")
        assert not visited.app.preferences.keys
        assert visited.at("keys")


async def test_every_size(server: Server) -> None:
    async with visit(server) as visited:
        await visited.sees("Noch kein Tisch")
        await to_keys(visited)
        for size in ((60, 18), (120, 36), (40, 12)):
            await visited.resize(*size)
            assert "Enter" in visited.lines[-1]
            assert any("▸" in line for line in visited.lines)
            # Whether there are others below is seen.
            assert any(line.rstrip().endswith("↓") for line in visited.lines)
        await visited.press("end")
        assert any(line.rstrip().endswith("↑") for line in visited.lines)
        assert not any(line.rstrip().endswith("↓") for line in visited.lines)
