"""Sentences that several screens say: of games, options, tables and refusals."""

from collections.abc import Mapping, Sequence

from engine.values.options import OptionSpec, Value
from engine.values.why import Why
from protocol.messages import GameInfo, TableInfo
from tui.canvas import say
from tui.layouts.options import facts_of, in_force
from tui.layouts.stakes import stakes
from tui.locale import Words


def game_name(words: Words, game: str) -> str:
    """A game's name, its id where this build has no words for it."""
    return words(f"{game}.name") if words.has(f"{game}.name") else game


def option_name(words: Words, game: str, name: str) -> str:
    """An option's label."""
    key = f"{game}.option.{name}"
    return words(key) if words.has(key) else name


def option_value(words: Words, game: str, name: str, value: Value) -> str:
    """An option's value in words."""
    said = {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
    for key in (f"{game}.option.{name}.{said}", f"lobby.value.{said}"):
        if words.has(key):
            return words(key)
    if words.has(key := f"{game}.option.{name}.shown"):
        return words(key, **facts_of(value, words))
    return words.number(value) if type(value) is int else said


def differing(
    words: Words, game: str, specs: tuple[OptionSpec, ...], options: Mapping[str, Value]
) -> list[str]:
    """What sets a table apart from the game's usual one, each in a few words.

    A number that has usual values is what people play for: it is always said. Of a match for points
    and of a freeze-out all is said that goes by a name.
    Options that mean nothing beside the others say nothing, and what stakes say is not said again.
    """
    said = STAKES if are_stakes(specs) else ()
    told = [
        _with(words, game, spec.name, options[spec.name])
        for spec in specs
        if (options.get(spec.name, spec.default) != spec.default or spec.usual or in_full(specs))
        and spec.name in options
        and spec.name not in said
        and in_force(spec, options)
    ]
    return [text for text in told if text]


# What the stakes and the range of a buy-in say of a table.
RANGE = ("least", "most")
STAKES = ("structure", "bet", "top", *RANGE)


def are_stakes(specs: Sequence[OptionSpec]) -> bool:
    """Whether the options are those of a betting game."""
    return {"structure", "bet"} <= {spec.name for spec in specs}


def in_full(specs: Sequence[OptionSpec]) -> bool:
    """Whether the options are those of a match for points, or of a freeze-out."""
    return "rounds" in {spec.name for spec in specs} or _are_freezeout(specs)


def _are_freezeout(specs: Sequence[OptionSpec]) -> bool:
    return {"stack", "minutes"} <= {spec.name for spec in specs}


def _with(words: Words, game: str, name: str, value: Value) -> str:
    for key in (f"{game}.with.{name}.{value}", f"{game}.with.{name}"):
        if words.has(key):
            return words(key, **facts_of(value, words))
    label = option_name(words, game, name)
    return label if value is True else f"{label} {option_value(words, game, name, value)}"


def ended(words: Words, why: Why) -> str:
    """Why the line is over, in a sentence that can stand in a shell."""
    return say.why(why, words, topic="link" if words.has(f"link.{why.code}") else "why")


def _briefly(
    words: Words, game: str, specs: Sequence[OptionSpec], options: Mapping[str, Value]
) -> list[str]:
    """What is played at a table, in as few letters as the lobby has room for.

    In a freeze-out what sets it apart comes first: there may not be room for more.
    """
    told: list[str] = []
    if _are_freezeout(specs):
        specs = sorted(specs, key=lambda spec: options.get(spec.name, spec.default) == spec.default)
    for spec in specs:
        value = options.get(spec.name, spec.default)
        keys = (f"{game}.short.{spec.name}.{value}", f"{game}.short.{spec.name}")
        key = next((key for key in keys if words.has(key)), None)
        if key is not None and in_force(spec, options):
            told.append(words(key, **facts_of(value, words)))
    return [text for text in told if text]


def special(
    words: Words, game: str, specs: tuple[OptionSpec, ...], options: Mapping[str, Value]
) -> list[str]:
    """What sets a table apart, in one line over one of its deals."""
    told = _briefly if _are_freezeout(specs) else differing
    return told(words, game, specs, options)


def variant(words: Words, table: TableInfo, info: GameInfo | None) -> str:
    """The lobby's column: the options that make this table another than the usual one."""
    if info and in_full(info.options):
        return " · ".join(_briefly(words, table.game, info.options, table.options))
    said = differing(words, table.game, info.options, table.options) if info else []
    if info and are_stakes(info.options):
        said.insert(0, stakes(table.options, words))
    return " · ".join(said) or words("lobby.usual")


def buy_in(words: Words, bounds: tuple[int, int]) -> str:
    """What one sits down with."""
    return words("cash.buy_in", lo=words.number(bounds[0]), hi=words.number(bounds[1]))


def open_to(table: TableInfo) -> bool:
    """Whether there is a chair for one more person: an empty one, or that of a bot."""
    return table.taken < table.seats or table.bots > table.promised


def yields(table: TableInfo) -> bool:
    """Whether one more person would get the chair of a bot."""
    return table.taken >= table.seats and open_to(table)


def settings(words: Words, table: TableInfo) -> list[str]:
    """What a table has been opened with beside its rules, each in a few words."""
    parts: list[str] = []
    if table.limit is not None:
        parts.append(words("absence.create.clock_said", seconds=table.limit))
    if table.later:
        parts.append(words("lobby.fill.later.said"))
    if table.private:
        parts.append(words("lobby.private.said"))
    if not table.spectators:
        parts.append(words("lobby.spectators.off.said"))
    if table.queue:
        one = table.queue == 1
        parts.append(words("lobby.queue.one" if one else "lobby.queue", n=table.queue))
    return parts


def about(words: Words, table: TableInfo, info: GameInfo | None) -> str:
    """The lobby's line on a table: who sits there, what is free, what is different."""
    return " · ".join(parts_about(words, table, info))


def parts_about(
    words: Words, table: TableInfo, info: GameInfo | None, own: bool = False
) -> list[str]:
    """The parts of that line; at a table of one's `own` nobody has to make room."""
    free = table.seats - table.taken
    parts = [", ".join(table.players) or words("lobby.nobody")]
    if table.bots:
        # Their names are among the others: how many of them are none of ours.
        parts.append(words("lobby.bots.one" if table.bots == 1 else "lobby.bots", n=table.bots))
    if yields(table):
        parts += [] if own else [words("lobby.yields")]
    else:
        parts.append(words("lobby.free", n=free) if free else words("lobby.none_free"))
    if table.buy_in is not None:
        parts.append(buy_in(words, table.buy_in))
    if info is not None:
        parts += differing(words, table.game, info.options, table.options)
    parts += settings(words, table)
    if table.watching:
        one = table.watching == 1
        parts.append(words("lobby.watching.one" if one else "lobby.watching", n=table.watching))
    return parts
