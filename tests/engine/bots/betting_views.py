"""Views of stud and draw tables made by hand, and what a bot does on them."""

from msgspec import Struct

from engine.bots.betting import Bettor
from engine.values import offers
from engine.values.actions import Action
from engine.values.cards import Cell, Hidden, cards
from engine.values.events import Events
from engine.values.offers import Offers
from engine.values.view import Note, PotView, SeatView, Status, View, Zone

CHANCES = [bytes([number]) * 32 for number in range(0, 256, 17)]


class Chair(Struct, frozen=True):
    """A seat: its open cards in stud, chips in front of it and behind it, hidden cards seen.

    `drew`: how many cards it has exchanged.
    """

    up: str = ""
    bet: int = 0
    stack: int = 1_000
    status: Status = "in"
    down: str = ""
    drew: int | None = None


def stud(down: str, pot: int, *chairs: Chair, phase: str = "street_3", board: str = "") -> View:
    """A stud table on which seat 0 acts, whose open cards are its chair's."""
    zones = [Zone("board", "board", None, cards(board))]
    zones += _hands(down, chairs)
    zones += [Zone(f"up.{seat}", "row", seat, cards(chair.up)) for seat, chair in enumerate(chairs)]
    return _view(phase, zones, pot, chairs)


def draw(mine: str, pot: int, *chairs: Chair, phase: str = "before_draw") -> View:
    """A draw table on which seat 0 acts."""
    return _view(phase, [Zone("board", "board", None, ()), *_hands(mine, chairs)], pot, chairs)


def _hands(mine: str, chairs: tuple[Chair, ...]) -> list[Zone]:
    hands: list[Zone] = []
    for seat, chair in enumerate(chairs):
        own = chair.down if seat else mine
        cells: tuple[Cell, ...] = cards(own) if own else (Hidden(),) * (len(mine) // 2)
        hands.append(Zone(f"hand.{seat}", "hand", seat, cells))
    return hands


def _view(phase: str, zones: list[Zone], pot: int, chairs: tuple[Chair, ...]) -> View:
    live = tuple(seat for seat, chair in enumerate(chairs) if chair.status != "folded")
    return View(
        phase=phase,
        to_act=(0,),
        zones=tuple(zones),
        seats=tuple(
            SeatView(chair.status, chair.stack, chair.bet, ("dealer",) if seat == 1 else ())
            for seat, chair in enumerate(chairs)
        ),
        pots=(PotView(pot, live),) if pot else (),
        notes=tuple(
            Note("drew", seat, {"cards": chair.drew})
            for seat, chair in enumerate(chairs)
            if chair.drew is not None
        ),
    )


def facing(price: int, *to: int) -> Offers:
    """Fold, call or check, and a raise from the first to the last of `to`, if there is one."""
    stay = offers.Call(price) if price else offers.Check()
    raises = (offers.Raise(to[0], to[-1]),) if to else ()
    return (offers.Fold(), stay, *raises)


def answers(bot: Bettor, table: View, possible: Offers, events: Events = ()) -> list[Action | None]:
    """What the bot does by many chances."""
    return [bot(table, events, possible, None, chance)[0] for chance in CHANCES]
