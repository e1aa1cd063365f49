"""Results drawn as the tables draw them: a title, the result, the footer."""

from tui.canvas.cells import Row
from tui.canvas.frame import footer, footer_buttons, people, title
from tui.canvas.palette import Depth, Palette, palette
from tui.canvas.pen import Pen
from tui.canvas.plain import cleaned, plain_words
from tui.canvas.scene import Scene
from tui.layouts import rows
from tui.locale import Words

DE, EN = Words("de"), Words("en")
TRUE = palette("true")


def drawn(
    scene: Scene, size: tuple[int, int] = (80, 24), colours: Palette = TRUE, words: Words = DE
) -> tuple[Row, ...]:
    if colours.ascii:
        words = plain_words(words.lang)
    scene = cleaned(scene, colours.ascii)
    pen = Pen(*size, colours, words)
    found = rows.see(scene)
    assert found is not None
    name = words(f"{scene.table.game}.name")
    parts = rows.title_parts(scene.table, words)
    title(pen, name, parts, people(scene, words, size[0] >= 110), "")
    rows.draw_result(pen, found, scene)
    if size[1] > 9:
        items = footer_buttons(scene, words)
        footer(pen, size[1] - 1, rows.foot(scene, items, words))
    return pen.rows()


def text(
    scene: Scene, size: tuple[int, int] = (80, 24), depth: Depth = "true", words: Words = DE
) -> list[str]:
    made = drawn(scene, size, palette(depth), words)
    return ["".join(run.text for run in row).rstrip() for row in made]


def told(scene: Scene, words: Words = DE) -> list[str]:
    """The log as plain lines."""
    return ["".join(part for part, _ in line) for line in rows.log(scene, TRUE, words)]


def figures(lines: list[str], name: str) -> list[str]:
    """What the comparison says of a seat: three rows, extra, royalties, all of it."""
    top = next(y for y, line in enumerate(lines) if line.split()[:1] in (["gegen"], ["against"]))
    line = next(line for line in lines[top + 1 :] if line.strip().startswith(name))
    return line.split()[-6:]
