"""The order of hole cards before the flop."""

import pytest

from engine.bots.opening import ORDER, measure, shape
from engine.kit.ranking import HOLDINGS


def test_all_shapes_are_in_the_order_once() -> None:
    assert len(ORDER) == len({*ORDER}) == 169
    assert {shape(holding) for holding in HOLDINGS} == {*ORDER}


def test_well_known_places() -> None:
    # against one random hand all-in; long known, published everywhere
    assert ORDER[:7] == ["AA", "KK", "QQ", "JJ", "TT", "99", "88"]
    assert ORDER[-1] == "32o"
    assert ORDER.index("AKs") < ORDER.index("AKo") < ORDER.index("KQs") < ORDER.index("T9s")


@pytest.mark.soak
def test_the_order_can_be_measured_again() -> None:
    again = measure(4_000)
    assert all(abs(again.index(name) - place) < 20 for place, name in enumerate(ORDER))
