"""A picture that is no longer alive: the same rows with their colours drawn towards the felt."""

from functools import lru_cache

from tui.canvas.cells import Row, Run, Style
from tui.canvas.palette import Depth, Palette

KEPT = 0.45  # of each colour; the rest is the felt's

Rgb = tuple[int, int, int]


def dimmed(rows: tuple[Row, ...], palette: Palette) -> tuple[Row, ...]:
    """The rows in dim colours of the palette's terminal."""
    felt, faint = palette.back.bg, palette.faint.fg
    return tuple(
        tuple(Run(run.text, _dim(run.style, palette.depth, felt, faint)) for run in row)
        for row in rows
    )


@lru_cache(4096)
def _dim(style: Style, depth: Depth, felt: str | None, faint: str | None) -> Style:
    if depth == "mono" or felt is None:
        return Style(dim=True, underline=style.underline, reverse=style.reverse)
    if depth == "16":
        # The terminal's own colours can't be mixed.
        return Style(fg=faint, bg=felt)
    return Style(
        fg=_mixed(style.fg, felt, depth),
        bg=_mixed(style.bg, felt, depth),
        underline=style.underline,
        reverse=style.reverse,
    )


def _mixed(colour: str | None, felt: str, depth: Depth) -> str | None:
    if colour is None:
        return None
    ours, theirs = _rgb(colour), _rgb(felt)
    rgb = [round(KEPT * a + (1 - KEPT) * b) for a, b in zip(ours, theirs, strict=True)]
    if depth == "256":
        # Between the few colours there hues would jump; the greys are close to each other.
        light = (299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2]) / 1000
        rgb = [8 + 10 * min(23, max(0, round((light - 8) / 10)))] * 3
    return "#{:02x}{:02x}{:02x}".format(*rgb)


def _rgb(colour: str) -> Rgb:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
