"""A new table in lines: its options asked one by one, or given as name=value."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.values.options import Value
from protocol.messages import Create, GameInfo
from tui.lines import typed
from tui.lines.typed import folded, shown
from tui.link import new_key
from tui.room import Room
from tui.screens.form import NAME_CELLS, Field, Form
from tui.screens.line import line as typed_line
from tui.start import Play

if TYPE_CHECKING:
    from tui.lines.core import Session


def _numbers(field: Field) -> bool:
    """Whether the values are numbers: then a number is one of them, and no place among them."""
    return all(type(value) is int for value in field.values)


_SWITCH = {
    "on": True, "yes": True, "true": True, "ja": True, "an": True,
    "off": False, "no": False, "false": False, "nein": False, "aus": False,
}  # fmt: skip


QUICK_BOTS = 3  # who plays with you where nobody says how many


def table_for(play: Play, room: Room, name: str) -> Create:
    """The request for a table to begin at, with bots."""
    info = room.game(play.game)
    bots = play.bots
    if bots is None:
        bots = QUICK_BOTS
        bots = bots if info is None else min(info.hi - 1, max(info.lo - 1, bots))
    # `no` switches off, or is a choice of that name.
    named = {spec.name for spec in info.options if "no" in spec.choices} if info else set()
    return Create(
        id=0,
        key=new_key(),
        game=play.game,
        name=name,
        seats=bots + 1,
        options={
            option: "no" if value is False and option in named else value
            for option, value in play.options.items()
        },
        bots="now",
        level=play.level,
    )


class Dialog:
    """What has been chosen for one new table so far."""

    def __init__(self, session: "Session", info: GameInfo) -> None:
        self._session = session
        self._form = Form(info, session.table_name(), session.voice.words)
        self._asked: set[str] = set()

    # ── one by one ─────────────────────────────────────────────────────────────────────────────

    def begin(self) -> None:
        """Ask for the name, then for everything else."""
        session, voice = self._session, self._session.voice
        words = {verb: shown(verb, voice.words) for verb in ("ok", "cancel")}
        session.say(voice("new", **words))
        session.question(voice("new.name", name=self._form.name.text), self._named)

    def _named(self, text: str) -> bool:
        if self._ends(text):
            return True
        if text:
            self._form.name = typed_line(text, NAME_CELLS)
        self._next()
        return True

    def _ends(self, text: str) -> bool:
        """Whether the rest stays as it is, or nothing comes of it."""
        found = typed.whole(folded(text), {"ok", "cancel"})
        if found == ("ok",):
            self.finish()
        elif found == ("cancel",):
            self._session.say(self._session.voice("not_done"))
        return bool(found)

    def _next(self) -> None:
        field = next((one for one in self._form.fields if one.id not in self._asked), None)
        if field is None:
            self._read_back()
        else:
            self._ask(field)

    def _ask(self, field: Field) -> None:
        voice = self._session.voice
        now = field.labels[self._form.index(field)]
        key = "new.field"
        facts: dict[str, object] = {}
        if field.bounds is not None:
            key = "new.number"
            facts = {"lo": voice.words.number(field.bounds[0])}
            facts["hi"] = voice.words.number(field.bounds[1])
        values = ", ".join(field.labels)
        if not _numbers(field):
            values = ", ".join(f"{place} {label}" for place, label in enumerate(field.labels, 1))
        text = voice(key, label=field.label, values=values, now=now, **facts)
        self._session.question(f"{text} {field.note}", lambda line: self._answered(field, line))

    def _answered(self, field: Field, text: str) -> bool:
        if self._ends(text):
            return True
        if text:
            value = self._value(field, text)
            if value is None:
                self._session.say(self._session.voice("new.none", text=text[:40]))
                self._ask(field)
                return True
            self._form.choose(field, value)
        self._asked.add(field.id)
        self._next()
        return True

    def _value(self, field: Field, text: str) -> Value | None:
        """The value that is meant: a number, a place in the list, a word or the beginning of it."""
        word = folded(text)
        number = typed.number(word)
        if field.bounds is not None:
            lo, hi = field.bounds
            return number if number is not None and lo <= number <= hi else None
        if word in _SWITCH and _SWITCH[word] in field.values and type(field.values[0]) is bool:
            return _SWITCH[word]
        for value in field.values:
            if str(value) == word and type(value) is not bool:
                return value
        if number is not None and not _numbers(field):
            return field.values[number - 1] if 1 <= number <= len(field.values) else None
        said = [folded(label) for label in field.labels]
        places = [place for place, label in enumerate(said) if label.startswith(word)]
        places = [place for place in places if said[place] == word] or places
        return field.values[places[0]] if len(places) == 1 else None

    # ── all at once ────────────────────────────────────────────────────────────────────────────

    def take(self, given: Sequence[str]) -> None:
        """Values as `name=value`, and the table with them; or what is wrong with one."""
        session, voice = self._session, self._session.voice
        for part in given:
            name, _, value = part.partition("=")
            id = folded(name).replace("-", "_")
            if id == "name":
                self._form.name = typed_line(value.replace("_", " "), NAME_CELLS)
                continue
            field = next((one for one in self._form.fields if one.id == id), None)
            if field is None:
                names = ", ".join(("name", *(one.id for one in self._form.fields)))
                session.say(voice("new.unknown", name=name[:40], names=names))
                return
            chosen = self._value(field, value)
            if chosen is None:
                session.say(voice("new.none", text=value[:40]))
                return
            self._form.choose(field, chosen)
        self.finish()

    # ── the end ────────────────────────────────────────────────────────────────────────────────

    def _read_back(self) -> None:
        session = self._session
        session.confirm(self._form.sentence(session.voice.words), self.finish)

    def finish(self) -> None:
        """Open the table."""
        form, session = self._form, self._session
        chips = None
        if form.info.match == "cash":
            chips = max(1, min(form.buy_in[1], session.room.account.chips))
        session.enter(form.message(chips))
