"""What is said to somebody new while they play: the guided round, the keys of a first hand."""

from typing import TYPE_CHECKING

from tui.canvas.cells import Row
from tui.canvas.notes import Note, with_hint, with_note
from tui.canvas.scene import Scene
from tui.keymap import printed
from tui.layouts.pokerface.guide import READ, STEPS, Told, follow, onward, told
from tui.newcomer import Newcomer
from tui.screens.base import Command, command

if TYPE_CHECKING:
    from tui.screens.table import TableScreen


HINTED = ("bet.fold", "bet.call", "bet.raise")  # what somebody new is told of, where it works


class Guiding:
    """A table's words for somebody new; nothing of them where nobody is."""

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen
        self._newcomer = Newcomer()
        self._told: Told | None = None

    def greet(self, newcomer: Newcomer | None) -> None:
        """This is the table at which somebody new begins."""
        self._newcomer = newcomer or self._newcomer

    def look(self, scene: Scene) -> None:
        """The table, or what is shown of it, has changed: another card may be up."""
        guide = self._newcomer.guide
        if guide is None or scene.table.game != "pokerface":
            return
        words = self._screen.words
        self._newcomer.guide = guide = follow(guide, scene, words)
        self._told = None if guide is None else told(guide, scene, words)

    @property
    def up(self) -> Told | None:
        """The card on the table; it gives way to drawers and to what is on its way."""
        if self._newcomer.guide is not None and (scene := self._screen.scene) is not None:
            # Hands that are shown one after the other change nothing at the table.
            self.look(scene)
        ui = self._screen.ui
        return None if ui.drawer is not None or ui.pending else self._told

    def acted(self) -> None:
        """An action has been sent."""
        self._newcomer.hints = max(0, self._newcomer.hints - 1)

    def key(self, key: str) -> bool:
        """Space and Esc are the card's, all others the table's."""
        if self.up is None or key not in ("space", "escape"):
            return False
        if key == "escape":
            self._end()
        else:
            self._show()
        return True

    def commands(self) -> tuple[Command, ...]:
        """What the card prints."""
        if self.up is None:
            return ()
        words = self._screen.words
        label = words("guide.next" if self._reading else "guide.show")
        return (
            command("guide.show", "space", label, self._show, shown="Space"),
            command("guide.end", "escape", words("guide.end"), self._end, shown="Esc"),
        )

    @property
    def _reading(self) -> bool:
        guide = self._newcomer.guide
        return guide is not None and guide.step in READ

    def _show(self) -> None:
        guide, card, scene = self._newcomer.guide, self.up, self._screen.scene
        if guide is None or card is None or scene is None:
            return
        if guide.step in READ:
            self._newcomer.guide = onward(guide)
            self._told = None
            self.look(scene)
        else:
            self._screen.play(card.key, scene)

    def _end(self) -> None:
        self._newcomer.guide = self._told = None

    # ── drawing ────────────────────────────────────────────────────────────────────────────────

    def cover(self, rows: tuple[Row, ...], scene: Scene) -> tuple[Row, ...]:
        """The table's rows with what is said over them."""
        words, palette, card = self._screen.words, self._screen.palette, self.up
        if card is not None:
            note = Note(
                title=words("guide.title", number=card.number, most=len(STEPS)),
                text=card.text,
                wish="" if card.key == "space" else card.wish,
                keys=tuple((one.button.keys, one.button.label) for one in self.commands()),
                ending=scene.table.view is not None and scene.table.view.phase == "showdown",
            )
            return with_note(rows, note, palette, words)
        if self._newcomer.hints and scene.ui.drawer is None and scene.ui.amount is None:
            buttons = [one for one in self._screen.game_layout.buttons(scene, words) if one.enabled]
            fold = next((one for one in buttons if one.id == "bet.fold"), None)
            if fold is not None:
                above = f"{fold.keys} {fold.label}"
                own = " ".join(printed(one, palette.keys) for one in buttons if one.id in HINTED)
                return with_hint(rows, words("guide.hand", keys=own), above, palette, words)
        return rows
