"""What those have scored who played the deal on the table, told once that is durable."""

from protocol.errors import Refused
from protocol.messages import Best
from server import scores
from server.house import House
from server.table.state import Table


class Bests:
    """Knows the best of the team of the deal on the table, once that deal is over."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._deal = 0
        self.best: Best | None = None

    async def look(self, table: Table) -> None:
        """Ask the log, unless it has been asked about this deal; what can't be read is not told."""
        deal = table.deal
        over = deal is not None and table.running is None and table.cancelled is None
        if deal is None or not over or not table.game.scores:
            self._deal, self.best = 0, None
            return
        if self._deal == deal.id:
            return
        try:
            self.best = await self._house.log.read(
                lambda database: scores.best(database, table, deal)
            )
        except Refused:
            self.best = None
        else:
            self._deal = deal.id
