"""The end of a deal of Chinese poker, closed or open-face: who pays whom, and for what (ux 5.11).

The layouts of these games share it: `seen` reads what a finished deal says, `counting` makes the
same of its events, `result` draws it (`listing` in small windows), `keys` is what can be done
there, `log` tells a deal as it went, `standing` is how the match stands.
"""

from tui.layouts.rows.keys import buttons, foot, is_over, press
from tui.layouts.rows.log import log
from tui.layouts.rows.result import draw_result
from tui.layouts.rows.seen import Ending, Laid, Result, see
from tui.layouts.rows.standing import draw_standing, title_parts

__all__ = [
    "Ending",
    "Laid",
    "Result",
    "buttons",
    "draw_result",
    "draw_standing",
    "foot",
    "is_over",
    "log",
    "press",
    "see",
    "title_parts",
]
