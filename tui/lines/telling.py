"""What has happened at a table since it was last told, a sentence a thing."""

from msgspec.structs import replace

from engine.values.events import Dealt
from protocol.messages import Said, TableView
from tui.canvas import say
from tui.canvas.frame import spectating
from tui.canvas.plain import clean
from tui.canvas.scene import Scene
from tui.layouts import layout
from tui.lines.voice import Voice
from tui.notices import notices


def happened(scene: Scene, first: int, voice: Voice) -> list[str]:
    """The deal's events from the one numbered `first` on, as its game's layout tells them."""
    if first >= len(scene.events):
        return []
    words = voice.words.at(scene.table.game)
    # What follows the mark of what was missed is what has not been told.
    told = layout(scene.table.game).tell(
        replace(scene, missed=first, notices=()), voice.palette, words
    )
    texts = ["".join(text for text, _ in line) for line in told]
    mark = words("link.missed")
    fresh = texts[texts.index(mark) + 1 :] if mark in texts else []
    return [text for text in fresh if text.strip() and not text.lstrip().startswith("▸")]


def beside(old: TableView | None, new: TableView, voice: Voice) -> list[str]:
    """What happened beside the deals between two views: who came, who is away, votes."""
    if old is None:
        return []
    words = voice.words
    said = [say.notice(one, new, words) for one in notices(old, new)]
    for before, chair in zip(old.chairs, new.chairs, strict=False):
        came = chair.kind == "person" and (before.kind, before.name) != (chair.kind, chair.name)
        if came and chair.here and chair.name:
            said.append(words("lines.sat_down", name=clean(chair.name)))
    if new.promised is not None and old.promised != new.promised and new.me is None:
        said.append(spectating(new, words, "common"))
    if new.cancelled is not None and old.cancelled != new.cancelled and new.stage != "running":
        key = f"common.cancelled.{new.cancelled.code}"
        name = new.cancelled.facts.get("name") or words("common.somebody")
        said.append(words(key, name=name) if words.has(key) else words("common.void"))
    return said


def spoken(line: Said, voice: Voice) -> str:
    """What somebody said."""
    key = "says.watchers" if line.among == "watchers" else "says"
    return voice(key, name=clean(line.name), text=say.said(line, voice.words))


def own_cards_came(scene: Scene, first: int) -> bool:
    """Whether cards of one's own are among the new events."""
    return any(
        isinstance(event, Dealt) and event.seat == scene.table.me for event in scene.events[first:]
    )
