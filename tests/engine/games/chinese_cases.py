"""Cases of the open-face games with seats in Fantasyland."""

from engine.games.chinese.open_state import Options, PineappleOptions
from engine.games.chinese.openface import OpenFace, Pineapple
from engine.games.chinese.state import Carry
from tests.engine.games.suite import Case

OPEN = [(13, 0), (0, 13), (13, 13), (0, 13, 0), (13, 13, 0, 0), (0, 13, 13, 13), (13,) * 4]
PINEAPPLE = [(14, 0), (0, 14), (14, 14), (0, 14, 0), (14, 0, 14)]
PROGRESSIVE = [(17, 0), (0, 15, 16), (17, 17, 17), (14, 0, 17)]


def carried() -> list[Case]:
    """Every place of the seats in Fantasyland, and of the dealer."""
    found = [Case(OpenFace(), Options(), len(one), 0, Carry(one)) for one in OPEN]
    found += [Case(Pineapple(), PineappleOptions(), len(one), 1, Carry(one)) for one in PINEAPPLE]
    found += [
        Case(Pineapple(), PineappleOptions(progressive=True), len(one), 1, Carry(one))
        for one in PROGRESSIVE
    ]
    return [
        Case(case.game, case.options, case.players, case.button, case.carry, bytes([place]) * 32)
        for place, case in enumerate(found)
    ]
