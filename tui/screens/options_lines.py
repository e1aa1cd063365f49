"""What can be preferred: a line of values each, what it is about, and which can't be had here."""

from collections.abc import Iterator
from typing import NamedTuple, get_args

from protocol.messages import Preferred
from tui.canvas.palette import Deck, Theme
from tui.layouts.betting.kinds import begins_listed
from tui.locale import LANGS, Words
from tui.preferences import (
    VIEW,
    Bell,
    Colours,
    Letters,
    Preferences,
    Signs,
    View,
)
from tui.screens.speech import game_name
from tui.terminal import Terminal


class OptionLine(NamedTuple):
    """One preference: the name it is kept by, its values, and which one is in force.

    `why`: it changes nothing here and now, and for which reason; empty where it does.
    """

    id: str
    label: str
    values: tuple[Preferred, ...]
    labels: tuple[str, ...]
    chosen: int
    note: str
    why: str = ""


class OptionLines:
    """The lines for one session: what is preferred, by whom, at which terminal.

    `found` is the terminal as it says of itself, `now` as its owner has it. `game`: whose table is
    below and has two views, None: no such table is.
    """

    def __init__(
        self,
        preferred: Preferences,
        found: Terminal,
        now: Terminal,
        words: Words,
        game: str | None = None,
    ) -> None:
        self._preferred = preferred
        self._found = found
        self._now = now
        self._words = words
        self._game = game

    def all(self) -> tuple[OptionLine, ...]:
        """The lines, those that change most first."""
        return tuple(self._all())

    def _all(self) -> Iterator[OptionLine]:
        liked, words = self._preferred, self._words
        yield self._languages()
        yield self._line("letters", get_args(Letters), liked.letters)
        yield self._line("theme", get_args(Theme), liked.theme, why=self._no_theme)
        yield self._line("deck", get_args(Deck), liked.deck, why=self._no_deck)
        yield self._colours()
        yield self._line("ascii", get_args(Signs), liked.ascii)
        if self._game is not None:
            view = liked.views.get(self._game, "list" if begins_listed(self._game) else "table")
            label = words("preferences.view", game=game_name(words, self._game))
            line = self._line("view", get_args(View), view)
            yield line._replace(id=f"{VIEW}{self._game}", label=label)
        yield self._line("bell", get_args(Bell), liked.bell)
        yield self._switch("title", liked.title)
        yield self._switch("hop", liked.hop)
        yield self._switch("quiet", liked.quiet)
        yield self._switch("calls_at_once", liked.calls_at_once)
        yield self._switch("at_once", liked.at_once)
        yield self._switch("plain", liked.plain)

    def _line(
        self, name: str, values: tuple[Preferred, ...], value: Preferred, why: str = ""
    ) -> OptionLine:
        words = self._words
        return OptionLine(
            name,
            "" if name == "view" else words(f"preferences.{name}"),
            values,
            tuple(words(f"preferences.{name}.{one}") for one in values),
            values.index(value),
            words(f"preferences.{name}.about"),
            why,
        )

    def _switch(self, name: str, on: bool) -> OptionLine:
        words, values = self._words, (False, True)
        labels = tuple(
            words(key if words.has(key := f"preferences.{name}.{said}") else f"preferences.{said}")
            for said in ("off", "on")
        )
        about = words(f"preferences.{name}.about")
        return OptionLine(name, words(f"preferences.{name}"), values, labels, int(on), about)

    def _languages(self) -> OptionLine:
        words, lang = self._words, self._now.lang
        labels = tuple(words(f"preferences.lang.{one}") for one in LANGS)
        about = words("preferences.lang.about")
        return OptionLine(
            "lang", words("preferences.lang"), LANGS, labels, LANGS.index(lang), about
        )

    def _colours(self) -> OptionLine:
        words = self._words
        line = self._line("colours", get_args(Colours), self._preferred.colours)
        found = words(f"preferences.colours.{self._found.depth}")
        auto = words("preferences.colours.auto", found=found)
        labels = tuple(
            auto if value == "auto" else label
            for value, label in zip(line.values, line.labels, strict=True)
        )
        return line._replace(labels=labels)

    @property
    def _no_theme(self) -> str:
        """Why another theme would look no different."""
        return self._words("preferences.theme.none") if self._now.depth == "mono" else ""

    @property
    def _no_deck(self) -> str:
        """Why another deck would look no different."""
        if self._now.depth in ("16", "mono"):
            return self._words(f"preferences.deck.none_{self._now.depth}")
        return ""
