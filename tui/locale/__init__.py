"""All words of the screen, German and English. Engine and server speak in codes and facts.

A language is a package with one module a topic; a module's WORDS has that topic's sentences.
`words("pokerface.pass")` is the sentence `pass` of topic `pokerface`, its {facts} filled in.
"""

from copy import copy
from importlib import import_module
from typing import Literal, Self

Lang = Literal["de", "en"]
LANGS: tuple[Lang, ...] = ("de", "en")

TOPICS = (
    "common",  # table-wide words, keys, footers, quit questions
    "cards",  # ranks, suits, names of hands
    "absence",  # somebody is missing: pauses, votes, clocks, the table's owner
    "why",  # refusals of engine, server and protocol, by code
    "default",  # the default layout
    "pokerface",  # the game: name, options, phases, prompts, log, showdown
    "pokerquadrat",  # the same for Pokerquadrat
    "betting",  # the betting games: table, amounts, log, showdown
    "stud",  # stud's table: open cards, who begins and why
    "exchange",  # cards put away for others, in draw
    "cash",  # tables with chips: buying in, sitting out, the next deal
    "holdem",  # name and options, as for the next eight
    "omaha",
    "omaha_hilo",
    "stud7",
    "stud7_hilo",
    "stud5",
    "soko",
    "draw5",
    "indian_holdem",
    "chinese",  # name, options, phases, prompts of the closed game, terms and signs
    "openface",  # the same of the open table, with words for Pineapple's as well
    "pineapple",  # name and options
    "royalties",  # what strong rows earn, as a table
    "indian",  # name, options, phases, prompts of Indian Poker
    "rows",  # three rows a player: results, log, standings of these three
    "points",  # tables for points: sitting out, the next deal, leaving
    "indian_told",  # what is told of a deal of Indian Poker: its log, its result
    "freezeout",  # matches until one has all chips: being out, the next deal, the end
    "arranging",  # cards on their way into three rows
    "lobby",  # lobby, create, first run, profile
    "tables",  # several tables at once
    "guide",  # the guided round, and the line of a first hand
    "keys",  # one's own keys
    "preferences",  # options: what somebody likes better
    "help",  # help screen: tabs, terms, display
    "admin",  # `pokertui admin`, and what operators tell everybody
    "link",  # connection lost, server gone, version
    "identity",  # who one is to a server, and which server it is
    "lines",  # everything in sentences, and the words that are typed
    "cli",  # command line output and help
    "ssh",  # what the SSH host says before and after the app
    "start",  # why a server or an SSH host can't start
    "past",  # looking back: a finished deal, the list of them
    "scores",  # the best scores of games for points
    "record",  # deal records: what is wrong with one, what came of a deal
)


class Words:
    """The sentences of one language, with the letters of cards of the same or another one."""

    def __init__(self, lang: Lang, letters: Lang | None = None) -> None:
        """`letters`: whose K D B or K Q J stand on cards; None: the language's own."""
        self.lang: Lang = lang
        self.letters: Lang = letters or lang
        self._words: dict[str, str] = {}
        self._at: dict[str, Self] = {}  # as tables of a game say them
        for topic in TOPICS:
            module = import_module(f"tui.locale.{lang}.{topic}")
            table: dict[str, str] = module.WORDS
            self._words.update({f"{topic}.{key}": text for key, text in table.items()})
        cards: dict[str, str] = import_module(f"tui.locale.{self.letters}.cards").WORDS
        of_cards = {f"cards.{key}": text for key, text in cards.items()}
        self._words |= {key: of_cards[key] for key in of_cards if key.startswith("cards.letter.")}

    def __call__(self, key: str, /, **facts: object) -> str:
        """The sentence of that key with its facts; KeyError if the language lacks it."""
        text = self._words[key]
        return text.format(**facts) if facts else text

    def at(self, game: str) -> Self:
        """The sentences as a table of that game says them.

        Where a betting game has a sentence of its own by the same name (`indian_holdem.fold`), that
        stands in for the family's (`betting.fold`); for another topic's, if it names that too.
        """
        if game not in self._at:
            own, there = f"{game}.", self._words
            said: dict[str, str] = {}
            for key in there:
                if key.startswith(own):
                    rest = key.removeprefix(own)
                    meant = f"betting.{rest}" if f"betting.{rest}" in there else rest
                    said |= {meant: there[key]} if meant in there else {}
            self._at[game] = made = copy(self)
            made._words = there | said
        return self._at[game]

    def has(self, key: str) -> bool:
        """Whether there is such a sentence."""
        return key in self._words

    def keys(self) -> frozenset[str]:
        """All keys, for comparing languages."""
        return frozenset(self._words)

    def number(self, value: int) -> str:
        """A whole number with the language's thousands separator."""
        grouped = f"{value:,}"
        return grouped.replace(",", ".") if self.lang == "de" else grouped

    def signed(self, value: int) -> str:
        """Points that were won or lost: `+13`, `−6`, `0`."""
        sign = {True: "+", False: "−"}[value > 0] if value else ""
        return sign + self.number(abs(value))


def language(tag: str | None) -> Lang:
    """The language for a tag such as `de_DE.UTF-8` or `en`; English for all others."""
    return "de" if (tag or "").lower().startswith("de") else "en"
