"""Help: keys, rules, ranking, terms and signs. The game goes on meanwhile."""

from functools import partial
from itertools import count, takewhile
from typing import Literal, get_args

from msgspec.structs import replace
from rich.cells import cell_len

from tui.canvas.cards import inline
from tui.canvas.cells import Row, wrapped
from tui.canvas.scene import Button
from tui.locale.rules import Rules, rules
from tui.screens import keyboard
from tui.screens.at_table import AtTable
from tui.screens.base import CanvasScreen, Command, Size, command
from tui.screens.finding import Finder
from tui.screens.paint import Page
from tui.screens.prose import prose
from tui.screens.rankings import ranking_of
from tui.screens.signs import signs
from tui.screens.speech import game_name
from tui.screens.typeset import BLANK, ProseLine
from tui.screens.writing import write

Tab = Literal["keys", "rules", "ranking", "terms", "display"]
TABS: tuple[Tab, ...] = get_args(Tab)
LIST = 23  # columns of the list of sections
NARROW = 60  # columns below which there is none


class HelpScreen(CanvasScreen[None]):
    """Help for the screen that it was opened from, with that screen's own keys."""

    NAME = "help"

    def __init__(
        self,
        origin: str,
        buttons: tuple[Button, ...],
        game: str | None,
        phase: str,
        tab: Tab = "keys",
        at: AtTable | None = None,
    ) -> None:
        super().__init__()
        self._origin = origin
        self._buttons = buttons
        self._game = game
        self._phase = phase
        self._tab: Tab = tab
        self._at_table = at
        self._finder = Finder()
        self._section: int | None = None
        self._scroll = 0
        self._last = 0

    @property
    def _for_chips(self) -> bool:
        """Whether the game is one of chips and bets, not of tokens."""
        info = self.house.room.game(self._known)
        return info is not None and info.match == "cash"

    @property
    def _for_points(self) -> bool:
        """Whether three rows are laid."""
        info = self.house.room.game(self._known)
        return info is not None and info.match == "points"

    @property
    def _family(self) -> str:
        """The topic that explains the game's terms: its own, or that of the games like it."""
        if self._for_chips:
            return "betting"
        if self._for_points:
            return "chinese"
        return self._known if self.words.has(f"{self._known}.term.1") else "help"

    @property
    def _known(self) -> str:
        """The game that is explained: the one asked about, else the first of all."""
        games = self.house.room.games
        return self._game or (games[0].id if games else "")

    @property
    def _rules(self) -> Rules | None:
        known = rules(self._known, self.house.terminal.lang)
        if known is None or self._at_table is None or not self._game:
            return known
        here = self._at_table.section(self.words)
        return replace(known, sections=(here, *known.sections))

    @property
    def typing(self) -> bool:
        """Whether keys are what is looked for."""
        return self._finder.typing

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    def key(self, key: str, character: str | None) -> bool:
        """Digits choose the tab, arrows the section or the line; a text is typed to look for it."""
        if self._finder.typing:
            self._type(key, character)
            return True
        self._finder.hush()
        if key.isdigit() and 1 <= int(key) <= len(TABS):
            self._turn_to(TABS[int(key) - 1])
            return True
        if key in ("left", "right", "tab", "shift+tab"):
            by = 1 if key in ("right", "tab") else -1
            self._turn_to(TABS[(TABS.index(self._tab) + by) % len(TABS)])
            return True
        steps = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -9999, "end": 9999}
        if key in steps:
            self._move(key, steps[key])
            return True
        return False

    def _turn_to(self, tab: Tab) -> None:
        self._tab, self._scroll = tab, 0

    # ── looking for a text ─────────────────────────────────────────────────────────────────────

    def _search(self) -> None:
        """Begin to type what is looked for in the rules."""
        if self._tab != "rules":
            self._turn_to("rules")
        self._finder.begin()

    def _type(self, key: str, character: str | None = None) -> None:
        if self._finder.key(key, character):
            self._find_next()

    def pasted(self, text: str) -> None:
        """Into what is looked for."""
        self._finder.pasted(text)

    def _find_next(self) -> None:
        """Turn to the next place that has the text, or say that there is none."""
        known = self._rules
        if known is None:
            return
        self._turn_to("rules")
        _, width = self._rules_room(self.canvas.size.width)
        found = self._finder.next(known, self._at(known), width)
        if found is not None:
            self._section, line = found
            self._scroll = max(0, line - 4)

    def _rules_room(self, width: int) -> tuple[int, int]:
        """From which column on the rules stand, and how wide they are."""
        x = 2 if width < NARROW else LIST + 2
        return x, min(width - x - 2, 76)

    # ── keys ───────────────────────────────────────────────────────────────────────────────────

    def _move(self, key: str, by: int) -> None:
        known = self._rules
        past = not 0 <= self._scroll + by <= self._last
        if self._tab == "rules" and known is not None and key in ("up", "down") and past:
            # Through a section first, then on to its neighbour.
            now = self._at(known) + by
            if 0 <= now < len(known.sections):
                self._section, self._scroll = now, 0
            return
        self._scroll = max(0, min(self._last, self._scroll + by))

    def _at(self, known: Rules) -> int:
        return known.index(self._phase) if self._section is None else self._section

    def _listed(self, known: Rules, height: int) -> range:
        """Which of the sections have a row on a screen that is so high; the chosen one always."""
        room, count = max(1, height - 5), len(known.sections)
        first = max(0, min(self._at(known) - room // 2, count - room))
        return range(first, min(count, first + room))

    def commands(self) -> tuple[Command, ...]:
        """Turn pages, go back."""
        words = self.words
        back = words("help.back.table" if self._origin == "table" else "help.back")
        if self._finder.typing:
            # Each is pressed as a key too: a click is the same.
            return tuple(
                command(f"help.find.{key}", key, words(f"help.find.{key}"), run, shown=shown)
                for key, shown, run in (
                    ("enter", "Enter", partial(self._type, "enter")),
                    ("escape", "Esc", partial(self._type, "escape")),
                )
            )
        further: tuple[Command, ...] = ()
        if self._finder.text:
            label = words("help.find.next")
            further = (command("help.next", "enter n", label, self._find_next, shown="Enter"),)
        return (
            command("help.tab", "tab", words("help.key.tab"), self._next, shown="1–5", rank=2),
            command(
                "help.move",
                "down",
                words("help.key.move"),
                self._down,
                shown="↑ ↓",
                rank=3,
                enabled=self._moves,
            ),
            command("help.find", "slash", words("help.key.find"), self._search, rank=4),
            *further,
            command("help.back", "escape question_mark q", back, self.leave, shown="Esc"),
            command("app.redraw", "ctrl+l", "", self.house.repaint),
        )

    @property
    def _moves(self) -> bool:
        """Whether there is more to see of the tab, or another section."""
        return bool(self._last) or (self._tab == "rules" and self._rules is not None)

    def _next(self) -> None:
        self._turn_to(TABS[(TABS.index(self._tab) + 1) % len(TABS)])

    def _down(self) -> None:
        self._move("down", 1)

    def clicked(self, x: int, y: int) -> None:
        """A click on a tab or a section opens it."""
        known = self._rules
        if y == 1:
            places = self._tab_places()
            tab = next((tab for tab, start, end in places if start <= x < end), None)
            if tab is not None:
                self._turn_to(tab)
        elif self._tab == "rules" and known and x < LIST:
            listed = self._listed(known, self.canvas.size.height)
            if 0 <= y - 3 < len(listed):
                self._section, self._scroll = listed[y - 3], 0

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    def _waiting(self) -> str:
        """What the table wants meanwhile, for the upper right corner."""
        if self._origin != "table":
            return ""
        return self.house.turn_elsewhere() or self.words("help.goes_on")

    def _tab_places(self) -> list[tuple[Tab, int, int]]:
        places: list[tuple[Tab, int, int]] = []
        x = 1
        for number, tab in enumerate(TABS, 1):
            label = f" {number} {self.words(f'help.tab.{tab}')} "
            places.append((tab, x, x + len(label)))
            x += len(label) + 1
        return places

    def draw(self, size: Size) -> tuple[Row, ...]:
        """The chosen tab as drawn in ux.md 5.15."""
        words = self.words
        page = Page(size, self.palette, words)
        known = self._rules
        about = known.title if known else game_name(words, self._game or "")
        if self._at_table is not None and (stakes := self._at_table.stakes(words)):
            about += f" · {stakes}"
        page.title(words("help.title"), about, self._waiting())
        for number, (tab, x, _) in enumerate(self._tab_places(), 1):
            chosen = tab == self._tab
            if chosen:
                left, right = page.looks.marks
                label = f"{left}{number} {words(f'help.tab.{tab}')}{right}"
                page.put(x, 1, label, page.looks.chosen)
            else:
                after = page.put(x + 1, 1, str(number), page.looks.strong_accent)
                page.put(after + 1, 1, words(f"help.tab.{tab}"), page.palette.text)
        draw = {
            "keys": self._draw_keys,
            "rules": self._draw_rules,
            "ranking": self._draw_ranking,
            "terms": self._draw_terms,
            "display": self._draw_display,
        }[self._tab]
        draw(page)
        page.keys(entry.button for entry in self.commands())
        self._finder.draw(page)
        return page.rows()

    def _draw_keys(self, page: Page) -> None:
        """The keys of the screen below, as it shows them itself, and those of other moments."""
        words, at = self.words, self._at_table
        left = [keyboard.now(self._buttons, self._origin, at, words), *keyboard.others(at, words)]
        right = keyboard.everywhere(self._buttons, self._origin, words)
        self._last = keyboard.draw(page, left, right, self._scroll)
        self._scroll = min(self._scroll, self._last)
        page.put(2, page.height - 2, words("help.keyboard"), page.palette.faint, page.width - 7)
        if self._last:
            self._draw_more(page)

    def _draw_rules(self, page: Page) -> None:
        known = self._rules
        if known is None:
            page.put(2, 3, self.words("help.no_rules"), page.palette.muted)
            return
        at = self._at(known)
        x, width = self._rules_room(page.width)
        if page.width >= NARROW:
            for y, place in enumerate(self._listed(known, page.height), 3):
                title = known.sections[place].title
                if place == at:
                    # The mark stands close to a title that has no room for more.
                    title = f"▸ {title}" if cell_len(title) + 4 <= LIST else f"▸{title}"
                style = page.looks.strong_accent if place == at else page.palette.muted
                page.put(1, y, title, style, LIST - 1)
            for y in range(2, page.height - 1):
                page.put(LIST, y, "│", page.palette.faint)
        section = known.sections[at]
        lines = [
            ProseLine("head", ((section.title, True),)),
            BLANK,
            *prose(section.text, width),
        ]
        self._draw_prose(page, x, lines, self._finder.text)

    def _draw_prose(self, page: Page, x: int, lines: list[ProseLine], found: str = "") -> None:
        room = page.height - 4
        if len(lines) > room:
            # The last row is for the marks that say so.
            room -= 1
        self._last = max(0, len(lines) - room)
        self._scroll = min(self._scroll, self._last)
        for y, shown in enumerate(lines[self._scroll : self._scroll + room], 3):
            column = x
            if shown.kind == "quote":
                page.band(x, y, page.width - x - 1, page.palette.turn)
                page.put(x, y, "▌", page.palette.accent)
                column += 2
            write(page, column, y, shown, found)
        if self._last:
            self._draw_more(page)

    def _draw_more(self, page: Page) -> None:
        """That there are lines above or below."""
        more = f"{'↑' if self._scroll else ' '} {'↓' if self._scroll < self._last else ' '}"
        page.put(page.width - 4, page.height - 2, more, page.palette.faint)

    def _draw_ranking(self, page: Page) -> None:
        lines, note = ranking_of(self._known, self.words)
        said = wrapped(note, page.width - 4)[:2]
        room = page.height - 4 - len(said)
        self._last = max(0, len(lines) - room)
        for y, one in enumerate(lines[self._scroll : self._scroll + room], 3):
            if one.place is None:
                page.put(2, y, one.name, page.looks.strong_accent)
                continue
            page.put(2, y, f"{one.place:>2}", page.palette.faint)
            page.put(5, y, one.name, page.looks.strong)
            for place, card in enumerate(one.cards):
                inline(page, 23 + place * 4, y, card)
            page.put(45, y, one.said, page.palette.muted, page.width - 46)
        below = min(page.height - 1 - len(said), 4 + len(lines))
        for row, text in enumerate(said):
            page.put(2, below + row, text, page.palette.muted)
        if self._last:
            self._draw_more(page)

    def _draw_terms(self, page: Page) -> None:
        keys = (f"term.{number}" for number in count(1))
        family = self._family
        there = takewhile(lambda key: self.words.has(f"{family}.{key}"), keys)
        terms = [self._said(family, key) for key in there]
        width = page.width - 4
        lines: list[ProseLine] = []
        for term in terms:
            name, _, meaning = term.partition(": ")
            lines += prose(f"**{name}:** {meaning}", width)
        self._draw_prose(page, 2, lines)

    def _said(self, topic: str, key: str) -> str:
        """A sentence of the topic, or what the game that is explained says in its place."""
        own = f"{self._known}.{key}"
        return self.words(own if self.words.has(own) else f"{topic}.{key}")

    def _draw_display(self, page: Page) -> None:
        words, palette = self.words, page.palette
        samples = signs(self._family, self._known, page)
        for y, (sign, style, key) in enumerate(samples, 3):
            page.put(2, y, sign, style)
            page.put(11, y, self._said(*key.split(".", 1)), palette.text, page.width - 12)
        y = 4 + len(samples)
        colours = (
            ("accent", palette.accent),
            ("good", palette.good),
            ("bad", palette.bad),
            ("info", palette.info),
            ("special", palette.special),
        )
        for key, style in colours:
            if y >= page.height - 2:
                break
            page.put(2, y, words(f"help.colour.{key}.name"), style, 8)
            page.put(11, y, words(f"help.colour.{key}"), palette.text, page.width - 12)
            y += 1
        self._last = 0
