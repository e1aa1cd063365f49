"""What a square's end says of the best that its team has made, in every window."""

import pytest
from msgspec.structs import replace

from protocol.messages import Best, Tally
from tests.tui import squares
from tui.canvas.palette import palette
from tui.canvas.scene import Scene
from tui.layouts import layout
from tui.locale import LANGS, Lang, Words

# The third of November 2025, two minutes before midnight by UTC.
AT = 1_762_214_280_000
SIZES = ((80, 24), (120, 36), (60, 18), (50, 14))

SAID: dict[tuple[Lang, str], str] = {
    ("de", "fresh"): "Euer bestes Ergebnis",
    ("de", "first"): "Euer erstes Ergebnis",
    ("de", "before"): "Euer bestes: 71 am 3.11.2025",
    ("en", "fresh"): "Your best together",
    ("en", "first"): "Your first together",
    ("en", "before"): "Your best: 71 on 2025-11-03",
}
BESTS = {
    "fresh": Best(63, AT, True, Tally(3, 1, 150)),
    "first": Best(63, AT, True, Tally(1, 1, 63)),
    "before": Best(71, AT, False, Tally(3, 2, 150)),
}


def ended(kind: str, me: int | None = squares.ANNA) -> Scene:
    """The full square of the worked example, and what it was to Anna and Ben."""
    made = squares.scene(squares.whole(squares.WON), me=me, hands=("", ""))
    return replace(made, table=replace(made.table, best=BESTS[kind], stage="over"))


def drawn(scene: Scene, size: tuple[int, int], lang: Lang = "de") -> str:
    rows = layout("pokerquadrat").draw(scene, size, palette("true"), Words(lang))
    return "\n".join("".join(run.text for run in row) for row in rows)


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("kind", BESTS)
@pytest.mark.parametrize("size", SIZES)
def test_it_stands_beside_the_outcome(size: tuple[int, int], kind: str, lang: Lang) -> None:
    text = drawn(ended(kind), size, lang)
    assert SAID[lang, kind] in text
    assert {"de": "s Bestenliste", "en": "s Scores"}[lang] in text


def test_whoever_only_looks_on_reads_whose_it_is_not() -> None:
    assert "Ihr bestes: 71" in drawn(ended("before", me=None), (80, 24))
    scene = ended("fresh")
    # Carla has taken Anna's chair since.
    chairs = (replace(scene.table.chairs[0], name="Carla"), scene.table.chairs[1])
    scene = replace(scene, table=replace(scene.table, chairs=chairs), players=("Anna", "Ben"))
    assert "Ihr bestes Ergebnis" in drawn(scene, (80, 24))


def test_where_none_is_told_nothing_is_said() -> None:
    text = drawn(squares.won(), (80, 24))
    assert "bestes" not in text
    assert "Bestenliste" not in text


@pytest.mark.parametrize("size", SIZES)
def test_the_longest_is_said_whole(size: tuple[int, int]) -> None:
    scene = ended("before")
    # The thirtieth of November 2026.
    best = replace(BESTS["before"], points=138, at=1_796_040_000_000)
    scene = replace(scene, table=replace(scene.table, best=best))
    assert "Euer bestes: 138 am 30.11.2026" in drawn(scene, size)
