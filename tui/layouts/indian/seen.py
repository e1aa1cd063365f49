"""What a table of Indian Poker shows, read off its view once for drawing and for keys."""

from functools import cached_property
from typing import Literal, NamedTuple

from engine.kit import brag, ranking
from engine.kit.ranking import HandName
from engine.values import offers
from engine.values.cards import DECK, RANKS, Card
from engine.values.events import Posted
from engine.values.offers import real
from engine.values.view import View
from tui.canvas.scene import Scene
from tui.layouts import freezeout
from tui.layouts.betting import seen as betting
from tui.layouts.betting.hands import known
from tui.layouts.betting.kinds import Kind
from tui.locale import Words

Wins = Literal["high", "low", "high_low"]


class Ranking(NamedTuple):
    """Which hands win here: of how many cards, the high or the low, three by which order."""

    cards: int
    wins: Wins
    traditional: bool

    def strength(self, cards: tuple[Card, ...]) -> int:
        """How high a hand is."""
        if self.cards == 3:
            return brag.rank(cards, traditional=self.traditional)
        return ranking.rank(cards)

    def named(self, cards: tuple[Card, ...]) -> HandName:
        """The name of a hand."""
        found = self.strength(cards)
        return brag.name_of(found) if self.cards == 3 else ranking.name_of(found)


class Seen(betting.Seen):
    """A deal as its viewer sees it: all hands but the viewer's own."""

    def __init__(self, scene: Scene, words: Words, view: View) -> None:
        super().__init__(scene, words, view)
        self.kind = Kind(streets=("bet",), size=self.ranking.cards)

    @cached_property
    def ranking(self) -> Ranking:
        """Which hands win."""
        note = next((one for one in self.view.notes if one.code == "ranking"), None)
        facts = {} if note is None else note.facts
        cards, wins = facts.get("cards"), facts.get("wins")
        return Ranking(
            cards if cards in (1, 2, 3, 5) and isinstance(cards, int) else 1,
            "low" if wins == "low" else "high_low" if wins == "high_low" else "high",
            facts.get("order") == "traditional",
        )

    @property
    def hints(self) -> bool:
        """Whether the table counts for everybody how their cards may stand."""
        return self.table.options.get("hints") is True

    @property
    def still_in(self) -> bool:
        """Whether the viewer can win something of the deal."""
        return self.own is not None and self.own.status in {"in", "all_in"}

    # ── chips ──────────────────────────────────────────────────────────────────────────────────

    @property
    def high(self) -> int:
        """The amount to be matched."""
        return max((self.bet(seat) for seat in range(len(self.view.seats))), default=0)

    @property
    def step(self) -> int:
        """The smallest change of an amount."""
        return 1

    def stack(self, seat: int) -> int:
        """What a seat has left, or has beside the deal; of whoever has gone since: what it left."""
        left, chairs = self.view.seats[seat].stack, self.table.chairs
        if left is not None and (seat >= len(chairs) or chairs[seat].name != self.name(seat)):
            return left
        return freezeout.stack(self.table, seat) or 0

    @cached_property
    def put(self) -> tuple[int, ...]:
        """What every seat has put into the middle in this deal."""
        antes = [one for one in self.scene.events if isinstance(one, Posted) and one.kind == "ante"]
        return tuple(
            self.bet(seat) + sum(one.chips for one in antes if one.seat == seat)
            for seat in range(len(self.view.seats))
        )

    # ── declaring ──────────────────────────────────────────────────────────────────────────────

    @property
    def matching(self) -> bool:
        """Whether everybody declares to be in or out, in place of betting."""
        return self.table.options.get("match_pot") is True

    @property
    def declaring(self) -> bool:
        """Whether that is what is waited for now."""
        return self.view.phase == "declare"

    def declared(self, seat: int) -> bool:
        """Whether a seat has declared."""
        return "ready" in self.view.seats[seat].markers

    @property
    def entering(self) -> offers.In | None:
        """The offer to be in."""
        found = (one for one in real(self.table.offers) if isinstance(one, offers.In))
        return next(found, None)

    # ── cards ──────────────────────────────────────────────────────────────────────────────────

    def cards(self, seat: int) -> tuple[Card, ...]:
        """The cards of a seat as they are read; none where one of them can't be seen."""
        cells = self.hand(seat)
        cards = known(cells)
        if len(cards) < len(cells):
            return ()
        if len(cards) == 5:
            return ranking.best_five(cards)
        if len(cards) == 3:
            return brag.in_order(cards)
        return tuple(sorted(cards, key=lambda card: RANKS.index(card.rank), reverse=True))

    def named(self, seat: int) -> HandName | None:
        """What the cards of a seat come to, if they can be seen."""
        cards = self.cards(seat)
        return self.ranking.named(cards) if len(cards) == self.ranking.cards else None

    @cached_property
    def unseen(self) -> tuple[Card, ...]:
        """The cards of the deck that the viewer sees nowhere."""
        seen = {card for zone in self.view.zones for card in known(zone.cells)}
        return tuple(card for card in DECK if card not in seen)


def see(scene: Scene, words: Words) -> Seen | None:
    """The deal on the table; None where there is none to be seen."""
    found = betting.see(scene, words)
    return None if found is None else Seen(scene, words, found.view)
