"""The result of a deal of Chinese poker in the app: read, looked back on, and gone on from."""

from functools import partial

from engine.kit.rows import arranged
from engine.values.actions import SetRows
from engine.values.offers import SetRows as Setting
from engine.values.offers import real
from protocol.messages import Act, Next
from server.run import Server
from tests.server.client import Client, open_table
from tests.tui.screens.sitting import at_table
from tests.tui.screens.visit import Visit, guest, visit
from tui.link import new_key


async def sets(client: Client, table: str) -> None:
    """The best rows by sorting, as a timeout would set them."""
    view = await client.view(lambda view: bool(real(view.offers)))
    offer = next(one for one in real(view.offers) if isinstance(one, Setting))
    action = SetRows(*arranged(offer.cards))
    question = {"table": table, "deal": view.deal, "decision": view.decision}
    await client.ask(Act, **question, action=action, key=new_key())


async def test_a_round_is_read_and_the_next_one_wanted(server: Server) -> None:
    async with guest(server, "Ben") as ben:
        table = await open_table(ben, "chinese", seats=2)
        async with visit(server) as visited:
            await visited.sees("Küche")
            await visited.press("enter")
            await at_table(visited)
            await visited.until(lambda: bool(real(visited.view.offers)))
            offer = next(one for one in real(visited.view.offers) if isinstance(one, Setting))
            visited.table.act(SetRows(*arranged(offer.cards)), visited.view)
            await sets(ben, table)
            await visited.sees("Runde 1/10 · Ergebnis")
            assert "Space nächste Runde 0/2" in visited.text
            mine = next(line for line in visited.lines if line.strip().startswith("Alle"))
            await visited.press("right")
            assert any(line.startswith("▸~Ben") for line in visited.lines)
            assert mine in visited.lines
            await visited.press("h")
            await visited.goes_to("replay")
            await visited.press("l")
            await visited.goes_to("record")
            assert "── Aufgedeckt ──" in visited.text
            assert " zahlt " in visited.text or " zahlen einander nichts" in visited.text
            await visited.press("escape")
            await visited.goes_to("replay")
            await visited.press("escape")
            await visited.goes_to("table")
            await visited.press("space")
            await visited.sees("nächste Runde 1/2")
            await ben.ask(Next, table=table, deal=1)
            await visited.until(partial(begun, visited, 2))
            assert "2/10" in visited.lines[0]


def begun(visited: Visit, deal: int) -> bool:
    """Whether the table is at that deal."""
    return visited.view.deal == deal
