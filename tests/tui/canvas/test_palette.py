"""Every role's colour as the design's table has it, and enough contrast wherever two meet."""

import itertools
from typing import get_args

import pytest

from tests.tui.pictures import SCENES
from tui.canvas.cells import Style
from tui.canvas.palette import Deck, Depth, Palette, Theme, on, palette
from tui.layouts import layout
from tui.locale import Words

THEMES: tuple[Theme, ...] = get_args(Theme)
GERMAN = Words("de")

# Copied from the design's table of palettes.
TRUE = {
    "back": "#0f1513",
    "play": "#12231b",
    "head": "#1d2b26",
    "turn": "#3a3215",
    "text": "#dfe6e2",
    "muted": "#9aaaa3",
    "faint": "#7b8b83",
    "accent": "#f0bf4c",
    "good": "#5fd3bc",
    "bad": "#ff7a5c",
    "info": "#82b6ff",
    "special": "#c8a2ff",
}
XTERM = {
    "back": "#121212",
    "play": "#1c1c1c",
    "head": "#262626",
    "turn": "#303030",
    "text": "#e4e4e4",
    "muted": "#9e9e9e",
    "faint": "#767676",
    "accent": "#ffd75f",
    "good": "#5fd7af",
    "bad": "#ff875f",
    "info": "#87afff",
    "special": "#d7afff",
}
SIXTEEN = {
    "back": "black",
    "play": "black",
    "head": "black",
    "turn": "blue",
    "text": "white",
    "muted": "white",
    "faint": "bright_black",
    "accent": "bright_yellow",
    "good": "bright_cyan",
    "bad": "bright_red",
    "info": "bright_blue",
    "special": "bright_magenta",
}
SURFACES = ("back", "play", "head", "turn", "failed", "drawer", "field")
TEXTS = ("text", "muted", "accent", "good", "bad", "info", "special")


@pytest.mark.parametrize(("depth", "table"), [("true", TRUE), ("256", XTERM), ("16", SIXTEEN)])
def test_roles_have_the_colours_of_the_table(depth: Depth, table: dict[str, str]) -> None:
    colours = palette(depth)
    for role, expected in table.items():
        style: Style = getattr(colours, role)
        assert (style.bg if role in SURFACES else style.fg) == expected, role


@pytest.mark.parametrize(
    ("depth", "face", "back", "suits"),
    [
        ("true", "#f3efe4", "#34487f", ("#15171c", "#c43108", "#0b57d0", "#00695c")),
        ("256", "#ffffd7", "#5f5faf", ("#000000", "#d70000", "#005fd7", "#005f5f")),
        ("16", "bright_white", "blue", ("black", "red", "red", "black")),
    ],
)
def test_cards_have_the_colours_of_the_table(
    depth: Depth, face: str, back: str, suits: tuple[str, ...]
) -> None:
    colours = palette(depth)
    assert tuple(colours.face(suit).fg for suit in "shdc") == suits
    assert {colours.face(suit).bg for suit in "shdc"} == {face}
    assert colours.card_back.bg == back


def test_suits_as_text_have_the_colours_of_the_table() -> None:
    colours = palette("true")
    expected = ("#e9edf0", "#ff8f73", "#82b6ff", "#5fd3bc")
    assert tuple(colours.suits[suit].fg for suit in "shdc") == expected
    assert tuple(colours.tokens[suit].bg for suit in "shdc") == expected


def _styles(value: object) -> list[Style]:
    if isinstance(value, Style):
        return [value]
    return [v for v in value.values() if isinstance(v, Style)] if isinstance(value, dict) else []


def _colours(colours: Palette) -> set[str]:
    fields = [getattr(colours, field) for field in colours.__struct_fields__]
    styles = [style for field in fields for style in _styles(field)]
    found = {c for style in styles for c in (style.fg, style.bg) if c}
    return found | {c for c in colours.face_suits.values() if c}


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_of_256_is_one_of_them(theme: Theme) -> None:
    cube = (0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF)
    known = {f"#{r:02x}{g:02x}{b:02x}" for r, g, b in itertools.product(cube, repeat=3)}
    known |= {"#" + f"{8 + 10 * step:02x}" * 3 for step in range(24)}
    assert _colours(palette("256", theme=theme)) <= known


@pytest.mark.parametrize("theme", THEMES)
def test_sixteen_colours_are_the_terminals_own(theme: Theme) -> None:
    names = {"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"}
    assert _colours(palette("16", theme=theme)) <= names | {f"bright_{name}" for name in names}


def test_mono_and_ascii_use_no_colour_at_all_or_no_symbols() -> None:
    assert not any(_colours(palette("mono", theme=theme)) for theme in THEMES)
    assert palette("mono").outlines
    assert palette("true", ascii=True).ascii
    assert palette("true", ascii=True).brackets
    assert not palette("mono", ascii=True).outlines


def test_the_turn_band_is_bold_without_colours() -> None:
    colours = palette("mono")
    assert on(colours.text, colours.turn).bold
    assert not on(colours.text, colours.back).bold


# ── contrast (WCAG) ────────────────────────────────────────────────────────────────────────────


def _luminance(colour: str) -> float:
    def channel(value: int) -> float:
        part = value / 255
        return part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4

    r, g, b = (channel(int(colour[i : i + 2], 16)) for i in (1, 3, 5))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str | None, other: str | None) -> float:
    assert one
    assert other
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_of_black_and_white() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


# What a high contrast has to have (WCAG, AAA), and what the others have (AA).
LEAST: dict[Theme, float] = {"dark": 4.5, "light": 4.5, "contrast": 7}
# The design's faintest grey among 256; there is none of 4.5 that would still be fainter than muted.
FAINT = {("dark", "256"): 3.7}
EXACT: tuple[Depth, ...] = ("true", "256")
DECKS: tuple[Deck, ...] = get_args(Deck)


@pytest.mark.parametrize("depth", EXACT)
@pytest.mark.parametrize("theme", THEMES)
def test_text_is_readable_on_every_surface(theme: Theme, depth: Depth) -> None:
    colours = palette(depth, theme=theme)
    low = {
        (role, surface): round(contrast(getattr(colours, role).fg, getattr(colours, surface).bg), 2)
        for role in TEXTS
        for surface in SURFACES
    }
    assert {pair: ratio for pair, ratio in low.items() if ratio < LEAST[theme]} == {}


@pytest.mark.parametrize("depth", EXACT)
@pytest.mark.parametrize("theme", THEMES)
def test_the_rest_is_readable_where_it_is_used(theme: Theme, depth: Depth) -> None:
    colours = palette(depth, theme=theme)
    assert contrast(colours.faint.fg, colours.back.bg) >= FAINT.get((theme, depth), 4.5)
    for suit in "shdc":
        assert contrast(colours.suits[suit].fg, colours.back.bg) >= 4.5
        assert contrast(colours.suits[suit].fg, colours.turn.bg) >= 4.5
        assert contrast(colours.tokens[suit].fg, colours.tokens[suit].bg) >= 4.5
        assert contrast(colours.face(suit).fg, colours.face(suit).bg) >= 4.5
        for state in ("alternate", "chosen", "ghost", "wins", "dead"):
            face = colours.face(suit, state)
            assert contrast(face.fg, face.bg) >= 3, (suit, state)
    for style in (colours.token_own, colours.token_chosen, colours.badge, colours.disabled):
        assert contrast(style.fg, style.bg) >= 4.5
    for surface in colours.buttons.values():
        assert contrast(colours.text.fg, surface.bg) >= 4.5
        assert contrast(colours.accent.fg, surface.bg) >= 4.5


# Signs that are no text: frames, bars, backs of cards.
_DRAWN = set(" ▓░─│━┃╭╮╰╯┌┐└┘┏┓┗┛▌▏")


@pytest.mark.parametrize("depth", EXACT)
@pytest.mark.parametrize("theme", THEMES)
def test_every_pair_that_tables_use_is_readable(theme: Theme, depth: Depth) -> None:
    colours = palette(depth, theme=theme)
    faces = {(fg, face.bg) for fg in colours.face_suits.values() for face in colours.faces.values()}
    low = {}
    for scene, size in SCENES.values():
        for row in layout(scene.table.game).draw(scene, size, colours, GERMAN):
            for text, style in row:
                least = 3 if (style.fg, style.bg) in faces else 4.5
                if style.fg == colours.faint.fg:
                    least = FAINT.get((theme, depth), 4.5)
                if not set(text) <= _DRAWN and contrast(style.fg, style.bg) < least:
                    low[style.fg, style.bg] = text
    assert low == {}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("depth", EXACT)
def test_cards_stand_out_from_the_table_and_chosen_ones_from_the_others(
    theme: Theme, depth: Depth
) -> None:
    colours = palette(depth, theme=theme)
    assert contrast(colours.faces["normal"].bg, colours.back.bg) >= 1.25
    for surface in (colours.back, colours.turn, colours.faces["normal"]):
        assert contrast(colours.faces["chosen"].bg, surface.bg) >= 1.2
    assert len({face.bg for face in colours.faces.values()}) == len(colours.faces)


def test_every_depth_has_a_palette_in_every_theme_and_deck() -> None:
    for theme, depth, deck in itertools.product(THEMES, get_args(Depth), DECKS):
        assert palette(depth, theme=theme, deck=deck).depth == depth


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("depth", get_args(Depth))
def test_two_colours_of_suits_are_the_usual_ones(theme: Theme, depth: Depth) -> None:
    four, two = palette(depth, theme=theme), palette(depth, theme=theme, deck="two")
    for suit, like in {"s": "s", "c": "s", "h": "h", "d": "h"}.items():
        assert two.face(suit) == four.face(like)
        assert two.suits[suit] == four.suits[like]
        assert two.tokens[suit] == four.tokens[like]
    assert two.text == four.text
