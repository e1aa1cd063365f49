"""Omaha: its name, and the options that all betting games share."""

from tui.locale.en.options import OPTIONS

WORDS: dict[str, str] = {"name": "Omaha", **OPTIONS}
