"""Codes with facts as sentences, wherever on the screen they are said."""

from collections.abc import Sequence
from datetime import UTC, datetime

from engine.values.why import Fact, Why
from protocol.messages import ChairInfo, PhraseCode, Said, TableView
from tui.canvas.plain import clean
from tui.canvas.scene import Scene
from tui.locale import Words
from tui.notices import Notice

# The last moment that has a date, in seconds of Unix time.
_LAST = 253_402_300_799


def why(reason: Why, words: Words, chairs: Sequence[ChairInfo] = (), *, topic: str = "why") -> str:
    """Why something was refused, in words of a topic; `chairs` turn seats into names."""
    key = f"{topic}.{reason.code}"
    if reason.code in _BY_OPERATORS:
        return _by_an_operator(reason, key, words)
    facts: dict[str, object] = {k: _fact(v, words) for k, v in reason.facts.items()}
    facts["code"] = clean(reason.code)
    if reason.code == "token_moved":
        holder = reason.facts.get("holder")
        if isinstance(holder, int) and holder < 0:
            key += "_centre"
        elif isinstance(holder, int):
            facts["name"] = name_of(holder, chairs, words)
    if reason.code == "full" and "most" in reason.facts:
        key += "_address"
    elif reason.code == "full" and "newcomers" in reason.facts:
        key += "_newcomers"
    elif reason.code == "full" and "strangers" in reason.facts:
        key += "_strangers"
    if reason.code in {"bad_name", "not_empty"} and words.has(f"{key}_{facts.get('what')}"):
        key += f"_{facts['what']}"
    if reason.code == "bad_seats" and facts.get("lo") == facts.get("hi") is not None:
        key += "_exact"
    try:
        return words(key, **facts)
    except (KeyError, IndexError):  # a newer server's code, or one with facts left out
        return words("why.unknown", code=facts["code"])


# What whoever runs the server brings about, with a reason in words of their own.
_BY_OPERATORS = frozenset({"banned", "muted", "kicked", "operator"})


def _by_an_operator(reason: Why, key: str, words: Words) -> str:
    until, given = reason.facts.get("until"), reason.facts.get("reason")
    if isinstance(until, int):
        said = words(f"{key}_until", until=moment(until, words))
    else:
        said = words(key)
    if isinstance(given, str) and given:
        said += " " + words("admin.reason", reason=clean(given))
    return said


def moment(at: int, words: Words) -> str:
    """A moment of Unix time in seconds, the same for everybody (UTC)."""
    when = datetime.fromtimestamp(min(max(at, 0), _LAST), UTC)
    return words("admin.moment", date=f"{when:%Y-%m-%d}", time=f"{when:%H:%M}")


def name_of(seat: int, chairs: Sequence[ChairInfo], words: Words) -> str:
    """Who sits there, or `somebody`."""
    name = clean(chairs[seat].name) if 0 <= seat < len(chairs) else ""
    return name or words("common.somebody")


def player(scene: Scene, seat: int, words: Words) -> str:
    """Who plays, or played, a seat of the deal on the table."""
    if 0 <= seat < len(scene.players) and (name := clean(scene.players[seat])):
        return name
    return name_of(seat, scene.table.chairs, words)


def phrase(code: PhraseCode, to: str | None, words: Words) -> str:
    """A fixed sentence, spoken to somebody where it needs one."""
    if code == "your_turn":
        return words("common.phrase.your_turn", name=to or words("common.somebody"))
    return words(f"common.phrase.{code}")


def said(line: Said, words: Words) -> str:
    """What somebody said, without the name."""
    if line.phrase is not None:
        return phrase(line.phrase, line.to, words)
    return clean(line.text or "")


def notice(told: Notice, table: TableView, words: Words) -> str:
    """What happened at a table, to whoever looks at it in the second person."""
    key = f"absence.notice.{told.code}"
    if told.choice is not None:
        key += f"_{told.choice}"
    if told.seat is not None and told.seat == table.me and words.has(f"{key}_you"):
        return words(f"{key}_you")
    return words(key, name=clean(told.name) or words("common.somebody"))


def _fact(value: Fact, words: Words) -> object:
    if isinstance(value, bool):
        return value
    return words.number(value) if isinstance(value, int) else clean(value)
