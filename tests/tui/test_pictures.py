"""The README's pictures are there, and are what the program draws today."""

import html
import re
from pathlib import Path

import pytest

from tests.tui.pictures import PLACE, README, readme

ROOT = Path(__file__).parents[2]


def test_every_file_that_the_readme_leads_to_is_there() -> None:
    links = re.findall(r"\]\(([^)]+)\)", (ROOT / "README.md").read_text("utf-8"))
    assert {str((PLACE / f"{name}.svg").relative_to(ROOT)) for name in README} <= set(links)
    missing = [link for link in links if "://" not in link and not (ROOT / link).exists()]
    assert missing == []


@pytest.mark.parametrize("name", README)
def test_the_picture_is_the_screen(name: str) -> None:
    picture = (PLACE / f"{name}.svg").read_text("utf-8")
    found = re.findall(r'<text class="[^"]*-r\d+" x="([\d.]+)" y="([\d.]+)"[^>]*>(.*?)<', picture)
    rows: dict[float, list[tuple[float, str]]] = {}
    for x, y, text in found:
        rows.setdefault(float(y), []).append((float(x), html.unescape(text)))
    shown = ["".join(text for _, text in sorted(rows[y])) for y in sorted(rows)]
    drawn = ["".join(run.text for run in row) for row in readme(name)]
    # Blanks are no text in the picture. `python -m tests.tui.pictures` draws it anew.
    assert [squeezed(row) for row in shown] == [squeezed(row) for row in drawn if squeezed(row)]
    assert "http" not in picture.replace("http://www.w3.org/2000/svg", "")


def squeezed(text: str) -> str:
    """The text without blanks."""
    return "".join(text.split())
