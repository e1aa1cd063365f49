"""Small turns of phrase that the parts of the betting table share."""

import re

from tui.canvas import cards
from tui.canvas.cells import Style
from tui.canvas.pen import Spans
from tui.locale import Words

_NUMBER = re.compile(r"(\d[\d.,]*(?: ?%)?)")


def highlighted(text: str, style: Style, strong: Style) -> Spans:
    """`text` with its numbers in another style."""
    return tuple(
        (part, strong if part[:1].isdigit() else style) for part in _NUMBER.split(text) if part
    )


def low_ranks(ranks: str, words: Words, between: str = " ") -> str:
    """A low as it stands on the cards: `8 5 3 2 A`, or `8-5-3-2-A` where it must stay together."""
    return between.join(cards.letter(rank, words) for rank in ranks)
