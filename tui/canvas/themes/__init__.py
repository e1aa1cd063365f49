"""The themes: dark felt, light paper, high contrast; a palette each for every depth of colours."""

from tui.canvas.roles import Depth, Palette, Theme
from tui.canvas.themes import contrast, dark, light
from tui.canvas.themes.mono import MONO

PALETTES: dict[tuple[Theme, Depth], Palette] = {
    ("dark", "true"): dark.TRUE,
    ("dark", "256"): dark.XTERM,
    ("dark", "16"): dark.SIXTEEN,
    ("light", "true"): light.TRUE,
    ("light", "256"): light.XTERM,
    ("light", "16"): light.SIXTEEN,
    ("contrast", "true"): contrast.TRUE,
    ("contrast", "256"): contrast.XTERM,
    ("contrast", "16"): contrast.SIXTEEN,
    # Without colours there is nothing to choose.
    ("dark", "mono"): MONO,
    ("light", "mono"): MONO,
    ("contrast", "mono"): MONO,
}
