"""What a finished deal came to, where its story does not say it: hands, lines, what failed."""

from engine.kit.ranking import NAMES, HandName
from engine.values.view import Note
from tui.canvas import say
from tui.canvas.cards import hand_line
from tui.canvas.scene import Scene
from tui.lines.voice import Voice


def results(scene: Scene, voice: Voice) -> list[str]:
    """The hands of Pokerface in the order of their tokens, and the lines of a square that count."""
    view, words = scene.table.view, voice.words
    if view is None or scene.table.game not in ("pokerface", "pokerquadrat"):
        return []
    said = []
    for note in sorted(view.notes, key=_order):
        hand = _hand(note, words=voice)
        if note.code == "hand" and note.seat is not None and hand:
            name = say.player(scene, note.seat, words)
            said.append(
                voice("result.hand", token=note.facts.get("order", ""), name=name, hand=hand)
            )
        elif note.code == "line" and hand and note.facts.get("points"):
            points = note.facts["points"]
            said.append(
                voice("result.line", line=note.facts.get("line", ""), hand=hand, points=points)
            )
        elif note.code == "failure":
            said += _failure(scene, note, voice)
    return said


def _order(note: Note) -> tuple[bool, int]:
    """Hands by their tokens, and what came of them after that."""
    order = note.facts.get("order")
    return note.code == "failure", order if isinstance(order, int) else 0


def _hand(note: Note, words: Voice) -> str:
    name, ranks = note.facts.get("name"), note.facts.get("ranks")
    known = next((known for known in NAMES if known == name), None)
    if known is None or not isinstance(ranks, str):
        return ""
    return hand_line(HandName(known, ranks), words.words)


def _failure(scene: Scene, note: Note, voice: Voice) -> list[str]:
    """Whose token was wrong."""
    above, below = note.facts.get("seat"), note.facts.get("below_seat")
    if not isinstance(above, int) or not isinstance(below, int):
        return []
    return [
        voice.words(
            "pokerface.failure_text",
            name=say.player(scene, above, voice.words),
            token=note.facts.get("token", ""),
            below=say.player(scene, below, voice.words),
            below_token=note.facts.get("below_token", ""),
        )
    ]
